"""Facts: every figure with a source, an owner's file laid over them, and what a result says it had to assume."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import simcore as sc
from command_line import answer
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare
from simcore.games import COMBATS, find_combat
from simcore.games.cent_ans.facts import facts
from simcore.scenarios.scenario import LARGEST, Between

ROUTIERS = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {"routier": 2},
    "defender": {"french": 2},
}
PLAIN = {**ROUTIERS, "attacker": {"english": 3, "burgundian": 2}, "defender": {"french": 3, "armagnac": 1}}
SIEGE = {**PLAIN, "combat": "siege", "place": "city"}


@pytest.fixture
def owners_file(tmp_path):
    """Writes an owner's file."""

    def write(text: str) -> Path:
        path = tmp_path / "facts.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# ---- the figures -------------------------------------------------------------------------------------------------


def test_every_fact_has_a_source():
    every = dict(facts().items())
    assert len(every) > 60
    for key, fact in every.items():
        clause = fact.source.removeprefix("LGCA ").removeprefix("assumed: ")
        assert clause not in ("", fact.source), key
        assert facts().title(key)


def test_what_the_rulebook_does_not_carry_is_marked():
    assert [facts().title(key) for key, fact in facts().items() if fact.assumed] == [
        "routier die",
        "english-longbow card",
        "crossbow card",
        "cavalry-charge card",
    ]


@pytest.mark.parametrize(
    ("faction", "dice", "faces"),  # 4.1 to 4.3, 11.4
    [
        ("english", 2, {"loss": 3, "retreat": 3}),
        ("burgundian", 3, {"loss": 2, "retreat": 1, "dispersion": 2, "routier": 1}),
        ("french", 2, {"loss": 3, "retreat": 2, "dispersion": 1}),
        ("armagnac", 3, {"loss": 2, "retreat": 2, "dispersion": 1, "routier": 1}),
    ],
)
def test_dice_are_those_of_the_rulebook(faction, dice, faces):
    assert facts().dice_owned[faction].value == dice
    assert {name: n for name, n in facts().dice[faction].value if n} == faces


# ---- what a result had to assume ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "assumed"),
    [
        (PLAIN, ()),
        (SIEGE, ()),
        (ROUTIERS, ("routier die",)),
        ({**ROUTIERS, "attacker": {"english": 2}, "defender": {"routier": 5}}, ("routier die",)),
        ({**PLAIN, "attacker": {"english": 2, "elite": 1, "equipment": "english-longbow"}}, ("english-longbow card",)),
        ({**PLAIN, "defender": {"french": 2, "elite": 1, "equipment": "crossbow"}}, ("crossbow card",)),
        ({**PLAIN, "attacker": {"english": 2, "elite": 1, "equipment": "field-artillery"}}, ()),
        (
            {**PLAIN, "attacker": {"french": 2, "techniques": "cavalry-charge"}, "defender": {"english": 2}},
            ("cavalry-charge card",),
        ),
        ({**PLAIN, "attacker": {"english": 2, "elite": 1, "equipment": "english-longbow"}, **SIEGE}, ()),
        (
            {
                **ROUTIERS,
                "defender": {"french": 2, "elite": 1, "equipment": "crossbow"},
                "events": "great-jacquerie",
            },
            ("routier die", "crossbow card"),
        ),
    ],
)
def test_a_result_lists_the_assumed_facts_it_used(scenario, assumed):
    assert sc.solve(scenario).assumed == assumed
    assert sc.simulate(scenario, trials=2).assumed == assumed
    assert sc.solve(scenario).to_dict()["assumed"] == list(assumed)


# ---- an owner's file ---------------------------------------------------------------------------------------------


def test_the_owners_die_changes_the_odds_and_is_no_assumption(owners_file):
    file = owners_file('[dice.routier]\nvalue = { loss = 6 }\nsource = "my copy of the box"\n')
    before, after = sc.solve(ROUTIERS), sc.solve(ROUTIERS, facts=file)
    # Two French dice first, then two sure LOSS: only who is gone before then decides.
    assert after.win["attacker"] > before.win["attacker"] + 0.1
    assert after.assumed == ()
    assert after.rules != before.rules
    assert after.scenario_id == before.scenario_id
    assert sc.evaluate(ROUTIERS, facts=str(file)).win == after.win
    assert sc.simulate(ROUTIERS, trials=50, facts=file).assumed == ()
    assert sc.solve(ROUTIERS).win == before.win


def test_the_owners_die_works_as_the_same_figures_would(owners_file):
    file = owners_file("[dice.routier]\nvalue = { loss = 3, retreat = 2, dispersion = 1 }\n")  # as the French
    # One Routier, who lets the others roll first, against one Englishman: as one Frenchman would fare.
    english = {"attacker": {"english": 1}, "initiative": "attacker"}
    routier = sc.solve({**ROUTIERS, "attacker": {"routier": 1}, "defender": {"english": 1}}, facts=file)
    french = sc.solve({**PLAIN, **english, "defender": {"french": 1}})
    assert routier.win["attacker"] == pytest.approx(french.win["defender"], abs=1e-15)


def test_a_source_that_says_assumed_stays_an_assumption(owners_file):
    file = owners_file('[dice.routier]\nvalue = { loss = 1, blank = 5 }\nsource = "assumed: a guess of ours"\n')
    assert sc.solve(ROUTIERS, facts=file).assumed == ("routier die",)


def test_what_is_not_named_stays(owners_file):
    changed = facts(owners_file("[dice_owned.english]\nvalue = 3\n"))
    assert changed.dice_owned["english"].value == 3
    assert changed.dice_owned["english"].source == "the facts file given"
    rest = [(key, fact) for key, fact in changed.items() if key != "dice_owned.english"]
    assert rest == [(key, fact) for key, fact in facts().items() if key != "dice_owned.english"]


def test_an_empty_file_changes_nothing(owners_file):
    file = owners_file("# nothing yet\n")
    assert sc.solve(PLAIN, facts=file).rules == sc.solve(PLAIN).rules


def test_a_file_that_changes_is_read_again(owners_file):
    path = owners_file("[dice.routier]\nvalue = { loss = 6 }\n")
    sure = sc.solve(ROUTIERS, facts=path).win
    owners_file("[dice.routier]\nvalue = { blank = 6 } # all of them\n")
    assert sc.solve(ROUTIERS, facts=path).win["attacker"] < sure["attacker"]


def test_figures_can_be_those_of_a_whole_other_edition(owners_file):
    printed = Path(facts.__code__.co_filename).with_name("data") / "facts.toml"
    file = owners_file(printed.read_text(encoding="utf-8"))
    assert sc.solve(PLAIN, facts=file).rules == sc.solve(PLAIN).rules
    assert tomllib.loads(printed.read_text(encoding="utf-8")).keys() == facts().model_dump().keys()


BLANKS = "[dice.routier]\nvalue = { blank = 6 }\n[dice.french]\nvalue = { blank = 6 }\n"


def test_dice_that_show_nothing_are_said_to_end_nothing(owners_file):
    nobody = sc.solve({**ROUTIERS, "defender": {"papal_guard": 1}}, facts=owners_file(BLANKS))
    assert nobody.mass == 0.0
    assert nobody.expected["rounds"] is None
    # One crossbow shot, a LOSS on 3 of 6 faces, is all that can end this one.
    crossbow = {**ROUTIERS, "attacker": {"routier": 1}, "defender": {"french": 1, "elite": 1, "equipment": "crossbow"}}
    half = sc.solve(crossbow, facts=owners_file(BLANKS))
    assert half.mass == pytest.approx(0.5)
    assert half.win == pytest.approx({"attacker": 0.0, "defender": 0.5, "none": 0.0})
    # Rounds and what else adds up over the rolls has no mean; units left have one, of the courses that end.
    assert half.expected["rounds"] is None
    assert half.expected["attacker"]["retreated"] is half.expected["attacker"]["lost"] is None
    assert half.expected["defender"]["french"] == pytest.approx(1.0)
    assert json.loads(json.dumps(half.to_dict()))["expected"]["rounds"] is None
    told = answer("odds", "cent-ans", "pitched-battle", "attacker.routier=1", "defender.french=1", "defender.elite=1",
                  "defender.equipment=crossbow", "--facts", str(owners_file(BLANKS)))  # fmt: skip
    assert re.search(r"^rounds +-$", told, re.MULTILINE)
    assert "never ends 50.00 % of all courses; what adds up over the rolls has no mean" in " ".join(told.split())


@pytest.mark.compiled
def test_trials_that_show_nothing_are_unfinished(owners_file):
    crossbow = {**ROUTIERS, "attacker": {"routier": 1}, "defender": {"french": 1, "elite": 1, "equipment": "crossbow"}}
    result = sc.simulate(crossbow, trials=400, facts=owners_file(BLANKS))
    assert result.win["unfinished"] == pytest.approx(0.5, abs=0.15)
    assert result.win["unfinished"] + result.win["defender"] == 1.0


# ---- a bad file --------------------------------------------------------------------------------------------------


def refused(path: Path | str, scenario: dict[str, Any] = ROUTIERS) -> str:
    with pytest.raises(BadInput) as caught:
        prepare(scenario, path)
    text = str(caught.value)
    assert "\n" not in text
    assert " is not allowed; " in text
    return text


@pytest.mark.parametrize(
    ("text", "field", "allowed"),
    [
        ("[dice.routier]\nvalue = { loss = 5 }", "facts dice.routier.value", "a die has 6 faces, these are 5"),
        ("[dice.routier]\nvalue = { loss = 9 }", "facts dice.routier.value", "a die has 6 faces, these are 9"),
        ("[elite_die.elite]\nvalue = { loss = 1 }", "facts elite_die.elite.value", "a die has 6 faces, these are 1"),
        (
            "[dice.routier]\nvalue = { loss = 7, blank = -1 }",
            "facts dice.routier.value.blank",
            "a whole number from 0 to 100, as much as is computed at once",
        ),
        (
            "[dice.routier]\nvalue = { loss = 2.5, blank = 3.5 }",
            "facts dice.routier.value.loss",
            "a whole number from 0 to 100, as much as is computed at once",
        ),
        ("[dice.routier]\nvalue = { los = 6 }", "facts dice.routier.value", "did you mean loss? allowed: loss, "),
        ("[dice.routier]\nvalue = 6", "facts dice.routier.value", "a table"),
        ("[dice.routier]\nloss = 6", "facts dice.routier", "a table with `value`"),
        ("[dice.routier]\nvalue = { loss = 6 }\nnote = 1", "facts dice.routier", "allowed: value, source"),
        ("[dice.routier]\nvalue = { loss = 6 }\nsource = 1", "facts dice.routier.source", "a word"),
        ("[dice.router]\nvalue = { loss = 6 }", "facts dice", "did you mean routier? allowed: english, "),
        ("[dyce.routier]\nvalue = { loss = 6 }", "facts", "did you mean dice? allowed: box, "),
        ("dice = 6", "facts dice", "a table of facts"),
        ("[[dice]]\nvalue = 6", "facts dice", "a table of facts"),
        (
            "[dice_owned.french]\nvalue = true",
            "facts dice_owned.french.value",
            "a whole number from 0 to 8, as many as",
        ),
        (
            "[dice_owned.french]\nvalue = 1000000000",
            "facts dice_owned.french.value",
            "a whole number from 0 to 8, as many as",
        ),
        (
            "[box.english]\nvalue = 1000000000",
            "facts box.english.value",
            "from 0 to 100, as much as is computed at once",
        ),
        (
            "[leaders.joan-of-arc]\nvalue = { camp = 'welsh' }",
            "facts leaders.joan-of-arc.value.camp",
            "allowed: english, french",
        ),
        (
            "[elite_cards.bombard]\nvalue = { kind = 'equipment', number = 0 }",
            "facts elite_cards.bombard.value.number",
            "a whole number from 1 to 100",
        ),
        ("[dice.routier\n", "facts", "valid TOML"),
        ("value = = 3", "facts", "valid TOML"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text, field, allowed, owners_file):
    said = refused(owners_file(text))
    assert said.startswith(field + ": ")
    assert allowed in said


def test_no_file_is_refused_in_one_line(tmp_path, owners_file):
    assert refused(tmp_path / "missing.toml").startswith("facts: '")
    assert refused(tmp_path).startswith("facts: '")
    assert refused(owners_file("") / "below").startswith("facts: '")
    assert refused("my\0box.toml").startswith("facts: 'my\\x00box.toml' is not allowed; ")
    (tmp_path / "picture.toml").write_bytes(bytes(range(256)))
    assert "UTF-8" in refused(tmp_path / "picture.toml")
    (tmp_path / "list.json").write_text("[1, 2]")
    assert refused(tmp_path / "list.json") == "facts: [1, 2] is not allowed; a table of tables"


# ---- limits of figures -------------------------------------------------------------------------------------------


def limits_in(annotation: Any) -> Iterator[Between]:
    """Every limit of a whole number in a type, in the tables and lists that it is made of."""
    for part in (*get_args(annotation), *getattr(annotation, "__metadata__", ())):
        yield from [part] if isinstance(part, Between) else limits_in(part)
    for field in getattr(annotation, "model_fields", {}).values():
        yield from (part for part in field.metadata if isinstance(part, Between))
        yield from limits_in(field.annotation)


@pytest.mark.parametrize("game", COMBATS)
def test_every_limit_of_a_figure_has_a_reason(game):
    figures = find_combat(game, next(iter(COMBATS[game]))).load_facts(None)
    found = list(limits_in(type(figures)))
    assert found
    for limit in found:
        assert limit.most == LARGEST or limit.why, limit


@pytest.mark.parametrize("points", [5, 15])
def test_figures_beyond_the_printed_ones_are_computed(points, owners_file):
    file = owners_file(f"[hit_points.archer]\nvalue = {points}\n[hit_points.knight]\nvalue = {points}\n")
    struck = {"game": "bouvines", "combat": "contact", "target": "archer"}
    assert sc.solve(struck, facts=file).expected["hit_points"] == points - 1
    plaque = {"troops": ["archer"] * 6, "movement": "hold"}
    fought = {"game": "bouvines", "combat": "clash", "order_limit": 1, "coalition": plaque,
              "france": {**plaque, "troops": ["knight"] * 6, "charges": "none"}}  # fmt: skip
    means = sc.solve(fought, facts=file).expected
    # Three pairs of cells are in contact: two archers strike for 1 and two knights back; two archers shoot and may hit.
    assert means["coalition"]["hit_points"] == 6 * points - 2
    assert 6 * points - 6 <= means["france"]["hit_points"] <= 6 * points - 2


def test_a_figure_too_large_is_refused_with_the_reason(owners_file):
    wounded = {"game": "bouvines", "combat": "contact", "target": "archer"}
    assert refused(owners_file("[hit_points.archer]\nvalue = 16\n"), wounded) == (
        "facts hit_points.archer.value: 16 is not allowed; "
        "a whole number from 1 to 15, as more does not fit a troop's record"
    )


@pytest.mark.parametrize("game", COMBATS)
def test_an_owners_file_that_has_changed_is_read_again(game, tmp_path):
    """Within one process, by the same path: an edited file is not answered by what it said before."""
    combat = find_combat(game, next(iter(COMBATS[game])))
    file = tmp_path / "facts.toml"
    key, fact = next((key, fact) for key, fact in combat.load_facts(None).items() if type(fact.value) is int)
    for source in ("mine, first edition", "mine, second one"):
        file.write_text(f'[{key}]\nvalue = {fact.value}\nsource = "{source}"\n')
        assert dict(combat.load_facts(file).items())[key].source == source
    file.write_text("nonsense")
    with pytest.raises(BadInput):
        combat.load_facts(file)
