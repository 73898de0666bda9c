"""Bad scenarios: refused in one line that names the field, what it held and what is allowed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, field_validator

import simcore as sc
from simcore.errors import ABSENT, BadInput, SimcoreError, first_problem, nearest, show

BATTLE: dict[str, Any] = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {"english": 2},
    "defender": {"french": 2},
}
SIEGE = {**BATTLE, "combat": "siege", "place": "city"}
FRENCH = {**BATTLE, "attacker": {"french": 2, "armagnac": 1}, "defender": {"english": 2}}
ROUTIERS = {**BATTLE, "attacker": {"routier": 3}}
JOHN = {**BATTLE, "attacker": {"french": 2}, "defender": {"armagnac": 2}, "events": "john-the-fearless"}


def attacker(scenario: dict[str, Any] = BATTLE, **fields: Any) -> dict[str, Any]:
    return {**scenario, "attacker": {**scenario["attacker"], **fields}}


def defender(scenario: dict[str, Any] = BATTLE, **fields: Any) -> dict[str, Any]:
    return {**scenario, "defender": {**scenario["defender"], **fields}}


def without(scenario: dict[str, Any], name: str) -> dict[str, Any]:
    return {field: value for field, value in scenario.items() if field != name}


def refused(scenario: Any, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        sc.evaluate(scenario)
    text = str(caught.value)
    assert text.startswith(said)
    assert "\n" not in text
    assert len(text) < 500
    assert isinstance(caught.value, SimcoreError)
    assert isinstance(caught.value, ValueError)
    for ask in (sc.solve, sc.simulate):
        with pytest.raises(BadInput) as again:
            ask(scenario)
        assert str(again.value) == text


# ---- counts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["english", "elite", "retreat_room"])
@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-1, "-1"),
        (2.5, "2.5"),
        ("2", "'2'"),
        ("two", "'two'"),
        ("two\nlines", r"'two\nlines'"),
        (True, "true"),
        (False, "false"),
        ([2], "[2]"),
        ({"a": 1}, '{"a": 1}'),
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        ({1, 2}, '"{1, 2}"'),
        ("9" * 5000, "'" + "9" * 56 + "..."),
    ],
)
def test_a_count_that_is_none(kind, value, shown):
    allowed = {
        "english": "a whole number from 0 to 25, what the box holds (LGCA 4.1)",
        "elite": "a whole number from 0 to 20, what the box holds (LGCA 4.3)",
        "retreat_room": "a whole number, 0 or more",
    }
    refused(attacker(**{kind: value}), f"attacker.{kind}: {shown} is not allowed; {allowed[kind]}")


def test_nothing_is_no_count():
    refused(attacker(english=None), "attacker.english: null is not allowed; a whole number from 0 to 25, ")


def test_a_whole_float_is_a_count():
    assert sc.solve(attacker(english=2.0)).scenario == sc.solve(BATTLE).scenario


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (
            attacker(english=26),
            "attacker.english: 26 is not allowed; a whole number from 0 to 25, what the box holds (LGCA 4.1)",
        ),
        (
            attacker(english=10**30),
            "attacker.english: 1000000000000000000000000000000 is not allowed; a whole number from 0 to 25, ",
        ),
        (
            attacker(retreat_room=10**30),
            f"attacker.retreat_room: {10**30} is not allowed; a whole number of at most 18 digits",
        ),
        (attacker(english=10**6), "attacker.english: 1000000 is not allowed; a whole number from 0 to 25, "),
        (attacker(burgundian=36), "attacker.burgundian: 36 is not allowed; a whole number from 0 to 35, "),
        (defender(french=41), "defender.french: 41 is not allowed; a whole number from 0 to 40, "),
        (defender(armagnac=26), "defender.armagnac: 26 is not allowed; a whole number from 0 to 25, "),
        (attacker(ROUTIERS, routier=16), "attacker.routier: 16 is not allowed; a whole number from 0 to 15, "),
        (attacker(elite=21), "attacker.elite: 21 is not allowed; a whole number from 0 to 20, "),
        (
            {**BATTLE, "defender": {"papal_guard": 3}},
            "defender.papal_guard: 3 is not allowed; a whole number from 0 to 2, ",
        ),
        (attacker(defender(elite=10), elite=11), "defender.elite: 10 is not allowed; 20 elite units in all, both camp"),
        (
            {**BATTLE, "attacker": {"leaders": ["edward-iii", "henry-v", "black-prince", "john-of-lancaster"]}},
            "attacker.english: 27 is not allowed; a whole number from 0 to 25, ",
        ),
    ],
)
def test_more_than_the_box_holds(scenario, said):
    refused(scenario, said)


def test_all_that_the_box_holds_is_allowed():
    assert sc.evaluate({**BATTLE, "attacker": {"english": 25}, "defender": {"papal_guard": 2}}).win["attacker"] > 0.9


# ---- armies and camps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ({**BATTLE, "attacker": {}}, "attacker: 'no unit' is not allowed; an army of at least one unit, or a leader"),
        ({**BATTLE, "defender": {"french": 0}}, "defender: 'no unit' is not allowed; "),
        ({**BATTLE, "attacker": {"english": 0, "leaders": "henry-v"}}, "attacker: 'no unit' is not allowed; "),
        ({**BATTLE, "attacker": None}, "attacker: null is not allowed; a table"),
        ({**BATTLE, "attacker": "english"}, "attacker: 'english' is not allowed; a table"),
        ({**BATTLE, "attacker": [2, 3]}, "attacker: [2, 3] is not allowed; a table"),
        (without(BATTLE, "defender"), "defender: nothing is given; a value is needed"),
        (attacker(french=1), "attacker.french: 1 is not allowed; units of one camp (LGCA 2), here english and burgund"),
        (defender(burgundian=1), "defender.french: 2 is not allowed; units of one camp (LGCA 2), here english and "),
        (attacker(routier=1), "attacker.routier: 1 is not allowed; units of one camp (LGCA 2), here english and "),
        ({**BATTLE, "defender": {"burgundian": 3}}, "defender: 'burgundian' is not allowed; another camp than the att"),
        ({**ROUTIERS, "defender": {"routier": 5}}, "defender: 'routier' is not allowed; another camp than "),
        ({**BATTLE, "attacker": {"french": 1}}, "defender: 'french' is not allowed; another camp than "),
        ({**BATTLE, "attacker": {"papal_guard": 1}}, "attacker.papal_guard: 1 is not allowed; 0: the Papal Guard only"),
        (
            {**BATTLE, "attacker": {"elite": 2}, "defender": {"elite": 2}},
            "attacker: 'elite units alone' is not allowed; ",
        ),
        ({**ROUTIERS, "defender": {"elite": 2}}, "defender: 'elite units alone' is not allowed; a faction or a leader"),
        (attacker(ROUTIERS, elite=1), "attacker.elite: 1 is not allowed; 0: the routier has no elite units"),
        ({**BATTLE, "defender": {"papal_guard": 1, "elite": 1}}, "defender.elite: 1 is not allowed; 0: the papal_guar"),
        ({**BATTLE, "defender": {"routier": 4}}, "defender.routier: 4 is not allowed; at least 5: only a Free Company"),
        ({**SIEGE, "attacker": {"routier": 5}}, "attacker.routier: 5 is not allowed; 0: Routiers take no part in sieg"),
        ({**SIEGE, "defender": {"routier": 5}}, "defender.routier: 5 is not allowed; 0: Routiers take no part in sieg"),
    ],
)
def test_armies_that_cannot_meet(scenario, said):
    refused(scenario, said)


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (attacker(leaders=["joan-of-arc"]), "attacker.leaders: 'joan-of-arc' is not allowed; a leader of the english"),
        (attacker(ROUTIERS, leaders="henry-v"), "attacker.leaders: 'henry-v' is not allowed; a leader of the routier"),
        (
            {**BATTLE, "attacker": {"leaders": ["henry-v", "philip-vi"]}},
            "attacker.leaders: 'philip-vi' is not allowed; a leader of the english camp; he leads the french camp",
        ),
        (attacker(leaders=["henry-v", "henry-v"]), "attacker.leaders: 'henry-v, henry-v' is not allowed; each leader"),
        (attacker(leaders="henri-v"), "attacker.leaders.0: 'henri-v' is not allowed; did you mean henry-v? allowed: e"),
        (attacker(leaders=[None]), "attacker.leaders.0: null is not allowed; allowed: edward-iii, "),
        (attacker(leaders=3), "attacker.leaders.0: 3 is not allowed; allowed: edward-iii, "),
    ],
)
def test_leaders_that_cannot_be_there(scenario, said):
    refused(scenario, said)


# ---- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (attacker(englsh=2), "attacker: 'englsh' is not allowed; did you mean english? allowed: english, burgundian, "),
        (defender(leader="x"), "defender: 'leader' is not allowed; did you mean leaders? allowed: english, "),
        ({**BATTLE, "atacker": {}}, "scenario: 'atacker' is not allowed; did you mean attacker? allowed: attacker, "),
        ({**without(BATTLE, "attacker"), "atacker": {}}, "scenario: 'atacker' is not allowed; did you mean attacker? "),
        ({**BATTLE, "place": "city"}, "scenario: 'place' is not allowed; allowed: attacker, defender, initiative, eve"),
        ({**BATTLE, "two\nlines": 1}, r"scenario: 'two\nlines' is not allowed; allowed: "),
        ({**BATTLE, "game": "cent-an"}, "game: 'cent-an' is not allowed; did you mean cent-ans? allowed: bouvines, "),
        ({**BATTLE, "game": ["cent-ans"]}, 'game: ["cent-ans"] is not allowed; '),
        (without(BATTLE, "game"), "game: nothing is given; allowed: bouvines, breizh, cent-ans, "),
        ({**BATTLE, "combat": "sieges"}, "combat: 'sieges' is not allowed; did you mean siege? allowed: pitched-battl"),
        (without(BATTLE, "combat"), "combat: nothing is given; allowed: pitched-battle, siege"),
        ({**BATTLE, "initiative": "english"}, "initiative: 'english' is not allowed; allowed: attacker, defender"),
        (attacker(policy="keep-dice"), "attacker.policy: 'keep-dice' is not allowed; did you mean keep_dice? allowed:"),
        (attacker(shooting_policy=0), "attacker.shooting_policy: 0 is not allowed; allowed: weakest_first, "),
        ({}, "game: nothing is given; "),
        ([], "scenario: [] is not allowed; a table with game, combat and the combat's fields"),
        ("battle", "scenario: 'battle' is not allowed; a table with game, combat "),
        (None, "scenario: null is not allowed; a table with game, combat "),
    ],
)
def test_names_that_are_none(scenario, said):
    refused(scenario, said)


def test_keys_that_are_no_names():
    refused({**BATTLE, 3: 1}, "scenario: 3 is not allowed; a key that is a word")


# ---- cards and events --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (without(SIEGE, "place"), "place: nothing is given; a value is needed"),
        ({**SIEGE, "place": "town"}, "place: 'town' is not allowed; allowed: castle-1, castle-2, fortified-town, city"),
        (attacker(equipment="crossbow"), "attacker.equipment: 'crossbow' is not allowed; a card that the english camp"),
        (defender(equipment="english-longbow"), "defender.equipment: 'english-longbow' is not allowed; a card that th"),
        (attacker(equipment=["auto", "bombard"]), "attacker.equipment: 'auto, bombard' is not allowed; `auto` alone,"),
        (
            attacker(equipment=["bombard"] * 2),
            "attacker.equipment: 'bombard, bombard' is not allowed; at most 2 diffe",
        ),
        (
            attacker(equipment=["bombard", "ribaudequin", "new-armour"]),
            "attacker.equipment: 'bombard, ribaudequin, new-armour' is not allowed; at most 2 different cards (LGCA",
        ),
        (attacker(equipment="cannon"), "attacker.equipment.0: 'cannon' is not allowed; allowed: auto, english-longbow"),
        (attacker(techniques="bombard"), "attacker.techniques.0: 'bombard' is not allowed; allowed: genoese-crossbowm"),
        (attacker(techniques=["new-armour"] * 2), "attacker.techniques: 'new-armour, new-armour' is not allowed; each"),
        (attacker(techniques="stakes-and-traps"), "attacker.techniques: 'stakes-and-traps' is not allowed; a card for"),
        (defender(SIEGE, techniques="siege-engines"), "defender.techniques: 'siege-engines' is not allowed; a card fo"),
        (attacker(techniques="sapping"), "attacker.techniques: 'sapping' is not allowed; a card for this combat; this"),
        (attacker(SIEGE, techniques="sapping"), "attacker.techniques: 'sapping' is not allowed; only against a castle"),
        (defender(SIEGE, techniques="stakes-and-traps"), "defender.techniques: 'stakes-and-traps' is not allowed; a c"),
        (attacker(techniques="genoese-crossbowmen"), "attacker.techniques: 'genoese-crossbowmen' is not allowed; a ca"),
        (
            defender(SIEGE, techniques="genoese-crossbowmen"),
            "defender.techniques: 'genoese-crossbowmen' is not allowed; ",
        ),
        (attacker(techniques="cavalry-charge"), "attacker.techniques: 'cavalry-charge' is not allowed; a card that th"),
        (defender(techniques="cavalry-charge"), "defender.techniques: 'cavalry-charge' is not allowed; a card for the"),
        (
            {**FRENCH, "attacker": {"armagnac": 2, "techniques": "cavalry-charge"}},
            "attacker.techniques: 'cavalry-charge' is not allowed; only with french units in the army",
        ),
        (attacker(ROUTIERS, equipment="bombard"), "attacker.equipment: 'bombard' is not allowed; no card: the routier"),
        (
            {**BATTLE, "defender": {"papal_guard": 1, "techniques": "stakes-and-traps"}},
            "defender.techniques: 'stakes-and-traps' is not allowed; no card: the papal_guard has no cards of its own",
        ),
    ],
)
def test_cards_that_cannot_be_played(scenario, said):
    refused(scenario, said)


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ({**BATTLE, "events": "pilage"}, "events.0: 'pilage' is not allowed; did you mean pillage? allowed: great-jac"),
        ({**BATTLE, "events": "pillage"}, "events: 'pillage' is not allowed; only with the routier camp as attacker"),
        ({**BATTLE, "events": ["cabochiens"]}, "events: 'cabochiens' is not allowed; only with burgundian units as at"),
        ({**BATTLE, "events": "capture-of-the-king"}, "events: 'capture-of-the-king' is not allowed; only with the fr"),
        ({**FRENCH, "events": "better-a-plundered-country"}, "events: 'better-a-plundered-country' is not allowed; on"),
        ({**FRENCH, "attacker": {"french": 2}, "events": "breton-war"}, "events: 'breton-war' is not allowed; only wi"),
        ({**SIEGE, "events": "better-a-plundered-country"}, "events: 'better-a-plundered-country' is not allowed; no"),
        (
            {**FRENCH, "events": ["breton-war", "capture-of-the-king"]},
            "events: 'breton-war, capture-of-the-king' is not allowed; at most one: ",
        ),
        ({**BATTLE, "events": "john-the-fearless"}, "attacker: 'english' is not allowed; French units alone against A"),
        (attacker(JOHN, elite=1), "attacker: 'french, elite' is not allowed; French units alone against Armagnac unit"),
        (attacker(JOHN, leaders="philip-vi"), "attacker.leaders: 'philip-vi' is not allowed; nothing here under John "),
        (defender(JOHN, techniques="new-armour"), "defender.techniques: 'new-armour' is not allowed; nothing here und"),
        ({**JOHN, "defender": {"french": 1}}, "defender: 'french' is not allowed; the other French faction (John the "),
        ({**BATTLE, "attacker": {"french": 2}, "defender": {"armagnac": 2}}, "defender: 'armagnac' is not allowed; an"),
        ({**ROUTIERS, "initiative": "attacker"}, "initiative: 'attacker' is not allowed; the other side: the Routiers"),
        ({**BATTLE, "defender": {"routier": 5}, "initiative": "defender"}, "initiative: 'defender' is not allowed; th"),
    ],
)
def test_events_that_cannot_be(scenario, said):
    refused(scenario, said)


# ---- how things are said -----------------------------------------------------------------------------------------


def test_values_are_shown_short_and_on_one_line():
    loop: list[Any] = []
    loop.append(loop)
    assert show("a\nb") == r"'a\nb'"
    assert show(None) == "null"
    assert show(loop) == "list"
    assert show({"a": 1.5}) == '{"a": 1.5}'
    assert len(show("x" * 1000)) == 60
    assert len(show(list(range(1000)))) == 60


class Part(BaseModel):
    size: int

    @field_validator("size")
    @classmethod
    def _even(cls, size: int) -> int:
        if size % 2:
            raise BadInput("size", size, "an even number")
        return size


class Whole(BaseModel):
    parts: list[Part] = Field(min_length=1, max_length=2)
    share: float = Field(0.5, gt=0, lt=1)
    sizes: dict[str, list[Literal["small", "large"] | Literal[0] | None]] = {}
    either: Part | Annotated[list[Part], Field(min_length=1)] | Literal["none"] = "none"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"parts": [{"size": 3}]}, "the size: 3 is not allowed; an even number"),
        ({"parts": [{"size": "x"}]}, "the parts.0.size: 'x' is not allowed; a whole number"),
        ({"parts": []}, "the parts: [] is not allowed; a list of at least 1"),
        (
            {"parts": [{"size": 2}] * 3},
            'the parts: [{"size": 2}, {"size": 2}, {"size": 2}] is not allowed; a list of at most 2',
        ),
        ({"parts": [{"size": 2}], "share": 0}, "the share: 0 is not allowed; more than 0"),
        ({"parts": [{"size": 2}], "share": 1}, "the share: 1 is not allowed; less than 1"),
        (3, "the scenario: 3 is not allowed; a table"),
        (
            {"parts": [{"size": 2}], "sizes": {"a": ["small", "smal"]}},
            "the sizes.a.1: 'smal' is not allowed; did you mean small? allowed: small, large, 0",
        ),
        (
            {"parts": [{"size": 2}], "either": "non"},
            "the either: 'non' is not allowed; a table or a list or one of none",
        ),
        ({"parts": [{"size": 2}], "either": {"size": "x"}}, "the either.size: 'x' is not allowed; a whole number"),
        ({"parts": [{"size": 2}], "either": [{}]}, "the either.0.size: nothing is given; a value is needed"),
    ],
)
def test_the_first_problem_of_any_document(data, said):
    with pytest.raises(BadInput) as caught:
        first_problem(Whole, data, prefix="the ")
    assert str(caught.value).startswith(said)


def test_the_nearest_word_is_named_first():
    assert nearest("fench", ["english", "french"]) == "did you mean french? allowed: english, french"
    assert nearest("zzz", ["english", "french"]) == "allowed: english, french"
    assert nearest("nothing", ["shooting"]).startswith("did you mean")
    assert nearest(ABSENT, ["shooting"]) == "allowed: shooting"
    assert nearest("joan", ["henry-v", "joan-of-arc"]).startswith("did you mean joan-of-arc?")
    assert nearest("paris", ["carhaix"]) == "allowed: carhaix"
    assert nearest("6 4", ["6", "ambassador"]) == "allowed: 6, ambassador"
    assert nearest("x", []) == "nothing is allowed here"
