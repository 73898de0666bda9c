"""What is wrong with a campaign is said in one line, before anything is computed."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import jsonschema
import pytest

import simcore as sc
from base_scenarios import BASES, base
from campaigns import BRITTANY, CAMPAIGNS, MARCH
from command_line import answer, failed
from simcore.advice import campaign as module
from simcore.cli.schema import published, published_campaign
from simcore.errors import BadInput
from test_bad_input_from_schemas import Walk, as_json, seen, wrongs

SCHEMA = published_campaign()
FIELDS = {"campaign", "game", "stages"}


def changed(path: str, value: Any, document: dict[str, Any] = MARCH) -> dict[str, Any]:
    """A campaign with one field changed; None takes it out."""
    copy = deepcopy(document)
    *tables, last = path.split(".")
    here: Any = copy
    for step in tables:
        here = here[int(step) if step.isdecimal() else step]
    if value is None:
        del here[last]
    else:
        here[last] = value
    return copy


WRONG = [
    ("game", "cent-an", "game: 'cent-an' is not allowed; did you mean cent-ans?"),
    ("stages", [], "stages: [] is not allowed; a list of at least 1"),
    ("stages.0.name", "Field", "stages.0.name: 'Field' is not allowed; a name"),
    ("stages.1.name", "field", "stages.1.name: 'field' is not allowed; another name for each stage"),
    ("stages.1.combat", "seige", "stages.1.combat: 'seige' is not allowed; did you mean siege?"),
    ("stages.1.game", "cent-ans", "stages.1.game: 'cent-ans' is not allowed; nothing here"),
    ("stages.0.when", "attacker", "stages.0.when: 'attacker' is not allowed; nothing at the first stage"),
    ("stages.1.when", "atacker", "stages.1.when: 'atacker' is not allowed; did you mean attacker?"),
    ("stages.1.when", 3, "stages.1.when: 3 is not allowed; who has won"),
    ("stages.1.when", {"feild": "attacker"}, "'feild' is not allowed; an earlier stage; did you mean field?"),
    ("stages.1.when", {"relief": "attacker"}, "stages.1.when: 'relief' is not allowed; an earlier stage"),
    ("stages.1.otherwise", "field", "stages.1.otherwise: 'field' is not allowed; a later stage"),
    ("stages.0.otherwise", "siege", "stages.0.otherwise: 'siege' is not allowed; nothing without `when`"),
    ("stages.1.otherwise", "relief", None),  # allowed: who has not won the siege does not get any further
    ("stages.1.attacker.carry", "attacker", "stages.1.attacker.carry: 'attacker' is not allowed; SIDE of STAGE"),
    ("stages.1.attacker.carry", [], "stages.1.attacker.carry: [] is not allowed; 1 to 8 entries"),
    ("stages.1.attacker.carry", "attacker of siege", "'siege' is not allowed; an earlier stage"),
    ("stages.1.attacker.carry", "montfort of field", "'montfort' is not allowed; allowed: attacker, defender"),
    ("stages.1.attacker.carry", "fled attacker of field", "'fled' is not allowed; allowed: left, retreated"),
    ("stages.1.attacker.carry", ["attacker of field"] * 2, "each army once"),
    ("stages.1.attacker.carry", {"from": "field"}, "or a table with from, side"),
    ("stages.1.attacker.carry", {"from": "field", "side": 3}, "words for from, side and what"),
    ("stages.1.attacker.english", 3, "stages.1.attacker.english: 3 is not allowed; units that come to the army in"),
    ("stages.1.attacker.add", 3, "stages.1.attacker.add: 3 is not allowed; a table"),
    ("stages.1.attacker.add", {"english": -1}, "stages.1.attacker.add.english: -1 is not allowed"),
    ("stages.1.attacker.add", {"english": 60}, "stages.1.attacker.english: 64 is not allowed; a whole number"),
    ("stages.1.attacker.add", {"french": 1}, "stages.1.attacker.french: 1 is not allowed; units of one camp"),
    ("stages.1.attacker.most", 3, "stages.1.attacker.most: 3 is not allowed; nothing here"),
    ("stages.1.attacker.leaders", ["joan"], "stages.1.attacker.leaders"),
    ("stages.1.attackers", {"english": 1}, "stages.1.scenario: 'attackers' is not allowed; did you mean attacker?"),
    ("stages.1.place", "citty", "stages.1.place: 'citty' is not allowed; did you mean city?"),
    ("stages.1.place", None, "stages.1.place: nothing is given"),
    ("stages.0.defender", 3, "stages.0.defender: 3 is not allowed; a table"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "line"), WRONG, ids=lambda part: str(part)[:30])
def test_one_thing_wrong(path, value, line, monkeypatch):
    document = changed(path, value)
    if line is None:
        assert sc.campaign(document).mass == pytest.approx(1.0)
        return
    monkeypatch.setattr(module, "Walk", None)  # nothing is computed
    with pytest.raises(BadInput) as error:
        sc.campaign(document)
    assert line in str(error.value)
    assert "\n" not in str(error.value)
    assert line in failed("campaign", "-", given=json.dumps(document))


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("stages.1.montfort", {"carry": "montfort of battle", "add": {"troops": 1}}, "stages.1.montfort.add"),
        ("stages.1.montfort", {"carry": "montfort of battle", "bonus": 1}, "'bonus' is not allowed; only carry, add"),
        ("stages.1.montfort", {"carry": "montfort of battle", "most": -1}, "stages.1.montfort.most: -1"),
        ("stages.1.blois", {"carry": "partisans blois of battle"}, "nothing is allowed here"),
    ],
)
def test_numbers_that_are_carried(path, value, line):
    with pytest.raises(BadInput) as error:
        sc.campaign(changed(path, value, BRITTANY))
    assert line in str(error.value) or "did you mean" in str(error.value)


def test_an_army_that_may_not_be_there():
    document = changed("stages.1.otherwise", "relief")
    document["stages"][2]["when"] = {"field": ["attacker", "defender"]}
    with pytest.raises(
        BadInput, match=r"'siege' .* fought on every way to this one, .* in `when`, or carry from field"
    ):
        sc.campaign(document)


def test_what_has_no_sides_hands_nothing_on():
    document = deepcopy(BRITTANY)
    document["stages"].append(
        {"name": "after", "combat": "battle", "montfort": {"carry": "taken of sieges"}, "blois": 2}
    )
    with pytest.raises(BadInput, match=r"stages.3.montfort.carry: 'taken of sieges' is not allowed; nothing"):
        sc.campaign(document)


@pytest.mark.parametrize(
    ("how", "line"),
    [({"trials": 0}, "trials"), ({"trials": 10**8}, "trials"), ({"trials": True}, "trials"), ({"seed": -1}, "seed"),
     ({"exact": True, "trials": 5}, "exact"), ({"facts": "nowhere.toml"}, "facts")],
)  # fmt: skip
def test_options(how, line):
    with pytest.raises(BadInput, match=line):
        sc.campaign(MARCH, **how)


@pytest.mark.parametrize("document", [None, 3, "march", [], [MARCH], {}, {"game": "cent-ans"}])
def test_no_campaign_at_all(document):
    with pytest.raises(BadInput):
        sc.campaign(document)


# ---- bad values made from the schema -----------------------------------------------------------------------------


@pytest.mark.parametrize("document", CAMPAIGNS.values(), ids=CAMPAIGNS)
def test_campaigns_follow_the_schema(document):
    jsonschema.validate(document, SCHEMA)
    understood = sc.campaign(document).to_dict()["campaign"]
    jsonschema.validate(understood, SCHEMA)
    assert sc.campaign(understood).to_dict() == sc.campaign(document).to_dict()


def check(documents: Any, fields: set[str]) -> tuple[int, list[str]]:
    """How many are refused, and what is wrong with how they are."""
    refused, found = 0, []
    for _, document in documents:
        try:
            module.Campaign(document)
        except BadInput as error:
            refused += 1
            found += [f"{what}: {error}" for what in wrongs(error, fields)]
        except Exception as error:
            found.append(f"{type(error).__name__} for {seen(document)}")
        else:
            if not jsonschema.Draft202012Validator(SCHEMA).is_valid(document):
                found.append(f"not in the schema: {seen(document)}")
    return refused, found


def test_bad_values_of_the_frame():
    document = {"game": "breizh", "stages": [
        {"name": "one", "combat": "battle", "montfort": 3, "blois": 3},
        {"name": "two", "combat": "battle", "montfort": {"carry": "montfort of one"}, "blois": 3, "when": "montfort",
         "otherwise": "three"},
        {"name": "three", "combat": "battle", "montfort": 3, "blois": 3},
    ]}  # fmt: skip
    refused, found = check(Walk(SCHEMA).cases(SCHEMA, document), FIELDS)
    assert not found, "\n".join(found)
    assert refused > 300


@pytest.mark.parametrize(("game", "combat"), BASES)
def test_bad_values_of_a_stage(game, combat):
    """Every seventh bad value of a combat's own fields, as the second stage of a campaign."""
    schema, first = published(game, combat), {k: v for k, v in base(game, combat).items() if k != "game"}
    cases = []
    for number, (path, scenario) in enumerate(Walk(schema).cases(schema, base(game, combat))):
        if number % 7 == 0 and isinstance(scenario, dict) and as_json(scenario) is not None and "game" in scenario:
            fields = {key: value for key, value in scenario.items() if key not in ("game", "name")}
            cases.append((path, {"game": game, "stages": [{"name": "a", **first}, {"name": "b", **fields}]}))
    refused, found = check(cases, FIELDS)
    assert not found, "\n".join(found)
    assert refused > 5


BAD_CARRIES: list[Any] = [
    None, True, 3, 1.5, "", "x", "attacker of", "of field", "a b c of field", "attacker  of field", "x" * 5000,
    {}, {"from": "field"}, {"from": 1, "side": 2}, {"from": "field", "side": "attacker", "what": 3, "when": 1},
    {"from": "field", "side": "attacker", "what": "x"}, [["attacker of field"]], [None], ["attacker of field", 3],
    ["attacker of field"] * 9, {"from": [], "side": {}},
]  # fmt: skip


@pytest.mark.parametrize("key", ["carry", "add", "most"])
def test_bad_values_of_a_place(key):
    bad = [value for value in BAD_CARRIES if key != "add" or value not in ({}, None)]
    for value in bad:
        if key == "most" and value in (None, 3):
            continue
        document = deepcopy(BRITTANY)
        document["stages"][1]["montfort"] = {"carry": "montfort of battle", key: value}
        if key == "add" and value == 3:
            continue
        with pytest.raises(BadInput) as error:
            sc.campaign(document)
        assert not wrongs(error.value, FIELDS), str(error.value)


# ---- the command -------------------------------------------------------------------------------------------------


def test_the_command_says_what_the_function_says(tmp_path):
    file = tmp_path / "march.json"
    file.write_text(json.dumps(MARCH))
    wanted = sc.campaign(MARCH).to_dict()
    assert json.loads(answer("campaign", str(file), "--json")) == wanted
    assert json.loads(answer("campaign", "-", "--json", given=file.read_bytes())) == wanted
    counted = sc.campaign(MARCH, trials=300, seed=4).to_dict()
    assert json.loads(answer("campaign", str(file), "--trials", "300", "--seed", "4", "--json")) == counted


def test_a_campaign_for_people(tmp_path):
    file = tmp_path / "march.json"
    file.write_text(json.dumps(MARCH))
    text = answer("campaign", str(file))
    told = text.partition("What each stage leaves")[2].partition("What each army")[0]
    left = sc.campaign(MARCH).stages[0].expected["attacker"]
    assert f"field   attacker  {left['english']:.2f} english, {left['burgundian']:.2f} burgundian" in told
    for path in sc.campaign(MARCH).paths:
        assert f"{100 * path['p']:.2f} %" in text
    assert "attacker unopposed" in text
    assert "attacker of relief" in text
    assert "exact: every course the dice can take was counted" in text
    text = answer("campaign", str(file), "--trials", "300")
    assert "300 random trials (seed 0)" in text
    assert "95 % interval" in text


def test_the_limit_of_trials_is_one():
    assert f"(1 to {module.MOST_TRIALS:,})" in " ".join(answer("campaign", "--help").split())
    for words in ("0", str(module.MOST_TRIALS + 1), "lots"):
        assert f" to {module.MOST_TRIALS}" in failed("campaign", "-", "--trials", words, given="{}").replace(",", "")


def test_what_is_certain_in_trials(tmp_path):
    """It comes to a stage without a condition before it in any case; how often it comes to others is drawn."""
    file = tmp_path / "march.json"
    file.write_text(json.dumps(changed("stages.1.when", None)))
    text = answer("campaign", str(file), "--trials", "300").partition("Stage by stage")[2]
    reached = [line.split()[1:3] for line in text.splitlines() if line.startswith(("field", "siege", "relief"))]
    assert reached[:2] == [["100", "%"]] * 2
    assert reached[2] != ["100", "%"]


def test_the_command_without_a_document(tmp_path):
    assert "campaign: nothing is given" in failed("campaign")
    assert "campaign" in failed("campaign", str(tmp_path / "nowhere.toml"))
    (tmp_path / "three.json").write_text("3")
    assert "campaign: 3 is not allowed; a table" in failed("campaign", str(tmp_path / "three.json"))
    assert json.loads(answer("schema", "campaign")) == SCHEMA
