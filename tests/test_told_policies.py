"""Every answer names the policies that its numbers rest on; best play of both sides is shown, or how to ask for it."""

from __future__ import annotations

import json

import jsonschema
import pytest

import simcore as sc
from command_line import answer, failed
from simcore.advice.beside import best_of_both
from simcore.cli.schema import published_result
from simcore.engine import cost, run
from simcore.evaluation.questions import prepare
from simcore.evaluation.replay import replay
from simcore.tables import encode_table, read_table, write_table

MIXED = {
    "game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 2, "elite": 1}, "defender": {"french": 2},
}  # fmt: skip
WORDS = ["cent-ans", "pitched-battle", "attacker.english=2", "attacker.elite=1", "defender.french=2"]
ALONE = {**MIXED, "attacker": {"english": 2}}
POLICY = prepare(MIXED).scenario["attacker"]["policy"]
NAMED = {"attacker.policy": POLICY}
CLASH = {
    "game": "bouvines", "combat": "clash", "order_limit": 1,
    "coalition": {"troops": ["knight"] * 3 + ["sergeant"] * 3},
    "france": {"troops": ["knight", *["sergeant"] * 5], "policy": "strongest_first"},
}  # fmt: skip


def test_a_result_names_the_policy_that_decides_and_no_other():
    assert sc.solve(MIXED).to_dict()["policies"] == NAMED
    assert sc.solve(ALONE).to_dict()["policies"] == {}
    assert sc.evaluate(MIXED, trials=100).policies == NAMED


def test_games_whose_policies_have_no_best_name_them_too():
    assert dict(prepare(CLASH).policies) == {"coalition.policy": "weakest_first", "france.policy": "strongest_first"}


def test_every_command_names_it():
    assert sc.compare(MIXED, ALONE).to_dict()["policies"] == NAMED
    assert sc.compare(MIXED, ALONE).to_dict()["other_policies"] == {}
    found = sc.need(MIXED, {"attacker.english": [0, 1]}, {"attacker.english": 1.0}, budget=1)
    assert found.to_dict()["policies"] == NAMED
    assert sc.luck(MIXED, {"winner": "attacker"}).to_dict()["policies"] == NAMED
    assert sc.sensitivity(MIXED).to_dict()["policies"] == NAMED
    assert replay(MIXED, trial=0).to_dict()["policies"] == NAMED
    stage = {"name": "field", **{key: part for key, part in MIXED.items() if key != "game"}}
    fought = sc.campaign({"game": "cent-ans", "stages": [stage]})
    assert fought.to_dict()["policies"] == {"field.attacker.policy": POLICY}


def test_every_format_of_a_table_names_it(tmp_path):
    frame = sc.table(MIXED, {"attacker.policy": ["largest_first", "elite_first"]})
    said = "attacker.policy largest_first or elite_first"
    assert frame.attrs["policies"] == {"attacker.policy": "largest_first or elite_first"}
    for extension in (".md", ".html"):
        assert f"Policies: {said}." in encode_table(frame, extension).decode()
    assert '"policies": {"attacker.policy": ' in encode_table(frame, ".json").decode()
    write_table(frame, tmp_path / "a.csv")
    assert read_table(tmp_path / "a.csv").attrs["policies"] == frame.attrs["policies"]


def test_text_names_it_where_it_decides():
    assert f"attacker.policy {POLICY}" in answer("odds", *WORDS)
    assert "policies" not in answer("odds", "cent-ans", "pitched-battle", "attacker.english=2", "defender.french=2")


def test_best_play_of_both_is_that_of_the_policy_asked_for():
    best = best_of_both(prepare(MIXED))
    assert best is not None
    assert best.win == sc.solve({**MIXED, "policy": "optimal"}).win
    assert json.loads(answer("odds", *WORDS, "--json"))["best_play"] == {"win": dict(best.win), "ask": "policy=optimal"}
    assert best_of_both(prepare({**MIXED, "policy": "optimal"})) is None


def test_what_is_not_cheap_is_asked_for_and_not_paid():
    assert best_of_both(prepare(MIXED), cheap=0.0).win is None
    small, large = (
        cost.freed(problem.states, run.exact_cost(problem), problem.endings)
        for problem in (
            prepare({**MIXED, "attacker": {"english": n, "elite": 2}, "defender": {"french": n}}).problem
            for n in (3, 12)
        )
    )
    assert small.seconds < large.seconds


def test_a_policy_for_both_sides_leaves_those_that_are_stated():
    both = prepare({**MIXED, "policy": "optimal", "defender": {"french": 2, "policy": "elite_first"}}).scenario
    assert (both["attacker"]["policy"], both["defender"]["policy"]) == ("optimal", "elite_first")
    assert "no policy decides anything" in failed("odds", "breizh", "battle", "montfort=2", "blois=2", "policy=optimal")


@pytest.mark.parametrize("words", [WORDS, [*WORDS, "--trials", "100"], [*WORDS, "--chance-of", "attacker.left>=2"]])
def test_answers_follow_the_published_schema_of_results(words):
    jsonschema.validate(json.loads(answer("odds", *words, "--json")), published_result())
