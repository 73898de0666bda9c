"""Answers can be compared, and one way of writing a thing is taken everywhere or nowhere."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import simcore as sc
from command_line import BATTLE as WORDS
from command_line import SCENARIO, answer, failed
from simcore import games
from simcore.advice.sensitivity import alike
from simcore.cli.commit import _plays
from simcore.errors import BadInput
from simcore.evaluation.play import groups_of
from simcore.games import find_combat, find_game
from simcore.scenarios.scenario import Document
from simcore.text import one_of


def test_equal_answers_are_equal_and_others_are_not():
    other = {**SCENARIO, "initiative": "defender"}
    for ask in (sc.solve, lambda s: sc.luck(s, {"winner": "attacker"}), sc.sensitivity,
                lambda s: sc.need(s, {"attacker.english": [1, 2]}, {"attacker.english": 1.0}, budget=2),
                lambda s: sc.compare(s, SCENARIO)):  # fmt: skip
        assert ask(SCENARIO) == ask(SCENARIO)
        assert ask(SCENARIO) != ask(other)


def test_a_policy_parameter_is_given_once():
    with pytest.raises(BadInput, match="each parameter once"):
        find_game("breizh").rules.policy("greedy(risk=0.2, risk=0.3)")


def test_a_seed_is_read_as_a_count_is():
    assert sc.simulate(SCENARIO, trials=100.0, seed=5.0).win == sc.simulate(SCENARIO, trials=100, seed=5).win
    with pytest.raises(BadInput, match="seed"):
        sc.simulate(SCENARIO, trials=100, seed=5.5)


def test_digits_of_other_scripts_are_refused_everywhere():
    assert "seed" in failed("odds", *WORDS, "--seed", "٣")
    assert "attacker.english" in failed("odds", *WORDS[:2], "attacker.english=٣", "defender.french=2")


def test_bad_facts_fail_a_batch_once_before_its_first_line(tmp_path: Path):
    bad = tmp_path / "bad.toml"
    for text in ("dice = {", '[dice.english]\nvalue = { blanc = 6 }\nsource = "mine"\n'):
        bad.write_text(text)
        failed("batch", "--facts", str(bad), given=json.dumps(SCENARIO) * 2)


def test_a_budget_is_answered_where_the_chance_is_out_of_reach():
    words = ["need", *WORDS[:3], "defender.french=9", "--vary", "attacker.english=1:3", "--cost", "attacker.english=1"]
    text = answer(*words, "--chance", "0.9", "--budget", "2")
    assert "no force of these gives it; the best is" in text
    assert "Best for 2" in text
    assert "at most" in failed(*words, "--chance", "0.9")


def test_no_change_is_nothing():
    found = sc.compare(SCENARIO, {**SCENARIO, "attacker": {"english": 2, "retreat_room": 99}})
    assert {one.difference for one in found.differences.values()} == {0.0}
    for effect in sc.sensitivity(SCENARIO).effects:
        assert all(value == 0.0 or abs(value) > 1e-12 for value in (effect.chance, *effect.losses.values()))


def test_effects_of_one_worth_stand_together_and_dice_apart():
    effects = sc.sensitivity(SCENARIO).effects
    groups = alike(effects)
    assert sum(map(len, groups)) == len(effects)
    assert any(len(group) > 1 for group in groups)
    for group in groups:
        assert len({(one.fact, one.place, round(one.chance, 12)) for one in group}) == 1


def test_chances_after_a_traitor_stand_in_a_column_of_their_own():
    plan = [
        {"p": 0.75, "card": 5, "influence": 0, "hero": False, "engineer": False, "traitor": False},
        *({"p": p, "card": 4, "influence": n, "hero": False, "engineer": False, "traitor": True, "drawn": drawn}
          for p, n, drawn in ((0.25, 0, 3), (0.15, 0, 6), (0.1, 1, 6))),
    ]  # fmt: skip
    told = _plays(plan)
    assert [row[0] for row in told] == ["75.00 %", "25.00 %", "", "", ""]
    assert [row[1] for row in told] == ["", "", "100 %", "60.00 %", "40.00 %"]


def test_assumed_facts_of_a_game_are_counted_by_group():
    assert groups_of(["nantes castle", "clisson castle", "routier die"]) == {"castle": 2, "die": 1}


def test_the_help_of_play_has_room_for_a_game_without_options(monkeypatch):
    class NoOptions(Document):
        pass

    toy = SimpleNamespace(options=NoOptions, rules=SimpleNamespace(policies={}))
    monkeypatch.setattr(games, "FULL_GAMES", {"toy": ""})
    monkeypatch.setattr(games, "find_game", lambda name: toy)
    assert "Usage" in answer("play", "--help")


def test_what_one_of_a_game_s_things_is_called_is_for_the_game_to_say():
    assert one_of("troops", {}) == "troops"
    for game, many, one in (
        ("breizh", "highwaymen removed", "highwayman removed"),
        ("bouvines", "hit points", "hit point"),
    ):
        singular = find_combat(game, next(iter(games.COMBATS[game]))).singular
        assert (one_of(many, singular), one_of("foot-knights", singular)) == (one, "foot-knights")
