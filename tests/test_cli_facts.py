"""`simcore facts`, `schema` and `replay`."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

import simcore as sc
from command_line import BATTLE, SCENARIO, answer
from simcore.evaluation.replay import replay

FACTS = Path(sc.__file__).parent / "games" / "cent_ans" / "data" / "facts.toml"


def test_facts_lists_every_figure_with_its_source():
    files = (FACTS, *(FACTS.with_name(name) for name in ("board.toml", "deck.toml")))
    printed = {group: facts for file in files for group, facts in tomllib.loads(file.read_text("utf-8")).items()}
    listed = json.loads(answer("facts", "--json"))["games"]["cent-ans"]["facts"]
    assert {fact["key"]: fact["source"] for fact in listed} == {
        f"{group}.{name}": fact["source"] for group, facts in printed.items() for name, fact in facts.items()
    }
    die = next(fact for fact in listed if fact["key"] == "dice.english")
    assert (die["title"], die["value"]["loss"], die["overridden"]) == ("english die", 3, False)
    text = answer("facts", "cent-ans")
    assert all(name in text for facts in printed.values() for name in facts)
    assert re.search(r"^english +loss 3, retreat 3 +LGCA 11.4$", text, re.MULTILINE)


def test_facts_can_be_the_assumed_ones_alone():
    every = json.loads(answer("facts", "cent-ans", "--json"))["games"]["cent-ans"]["facts"]
    assumed = json.loads(answer("facts", "cent-ans", "--assumed", "--json"))["games"]["cent-ans"]["facts"]
    assert assumed == [fact for fact in every if fact["source"].startswith("assumed")]
    assert 0 < len(assumed) < len(every)
    assert "paris" not in answer("facts", "--assumed")


def test_facts_of_the_owner_are_marked(tmp_path):
    facts = tmp_path / "facts.toml"
    facts.write_text('[box.english]\nvalue = 3\nsource = "my box"\n[dice_owned.english]\nvalue = 1\n')
    listed = json.loads(answer("facts", "cent-ans", "--facts", str(facts), "--json"))["games"]["cent-ans"]
    changed = {fact["key"]: (fact["value"], fact["source"]) for fact in listed["facts"] if fact["overridden"]}
    assert changed["box.english"] == (3, "my box")
    assert set(changed) == {"box.english", "dice_owned.english"}
    assert re.search(r"^english +3 +changed: my box$", answer("facts", "cent-ans", "--facts", str(facts)), re.MULTILINE)


@pytest.mark.parametrize("combat", ["pitched-battle", "siege"])
def test_a_schema_is_one_and_says_what_is_valid(combat):
    schema = json.loads(answer("schema", "cent-ans", combat))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = {**SCENARIO, "combat": combat, **({"place": "paris"} if combat == "siege" else {})}
    assert validator.is_valid(good)
    assert validator.is_valid(sc.evaluate(good).scenario)
    assert validator.is_valid(
        {**good, "attacker": {"english": 2, "elite": 1, "equipment": "auto", "leaders": ["henry-v"]}}
    )
    for bad in (
        {"game": "chess"}, {"combat": "fight"}, {"mine": 1}, {"attacker": {"english": -1}}, {"initiative": "nobody"},
        {"attacker": {"leaders": "nobody"}}, {"attacker": {"english": 1.5}}, {"attacker": {"retreat_room": -1}},
    ):  # fmt: skip
        assert not validator.is_valid({**good, **bad}), bad
    for key in ("game", "combat", "attacker"):
        assert not validator.is_valid({name: part for name, part in good.items() if name != key})


@pytest.mark.parametrize("sampler", [[], ["--sampler", "direct"]])
def test_replay_tells_the_trial_that_odds_counts(sampler):
    record = json.loads(answer("replay", *BATTLE, "--seed", "4", *sampler, "--json"))
    assert record["sampler"] == (sampler[1] if sampler else "chain")
    if not sampler:
        [outcome] = sc.simulate(SCENARIO, trials=1, seed=4).to_dict()["outcomes"]
        told = {**record["outcome"], "winner": ["none", "attacker", "defender"].index(record["outcome"]["winner"])}
        assert told == {key: part for key, part in outcome.items() if key != "p"}
    assert answer("replay", *BATTLE, "--seed", "4", *sampler).splitlines() == record["lines"]


def test_replay_takes_the_trial_asked_for():
    record = json.loads(answer("replay", *BATTLE, "--trial", "12", "--seed", "4", "--json"))
    assert record == replay(SCENARIO, trial=12, seed=4).to_dict()


def test_the_schema_of_hands_to_commit_from():
    hands = {"attacker": {"cards": [6, 5, "engineer"], "influence": 2}, "defender": {"cards": "5,4"}}
    schema = json.loads(answer("schema", "commit"))
    jsonschema.validate(hands, schema)
    sc.commit(**hands)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**hands, "defender": {"cards": [7]}}, schema)
