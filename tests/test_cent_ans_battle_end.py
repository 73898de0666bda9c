"""When a pitched battle of La guerre de Cent Ans ends (11.3): after the roll, or with the last LOSS of it."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import simcore as sc
from cent_ans_battles import FEW, JOHN, KINDS, SIDES, dealt
from cent_ans_games import FACTS, Options
from crosscheck import REGISTRY, disagreements
from naive.cent_ans import outcomes
from simcore.advice.best_play import best_play
from simcore.evaluation.replay import replay
from simcore.games.cent_ans.full_game import odds
from simcore.games.cent_ans.full_game.game import GAME
from simcore.games.cent_ans.scenarios import Siege
from simcore.scenarios.edits import variant

LAST_LOSS = {"battle_end": "last-loss"}
BATTLE = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "initiative": "attacker",
    "attacker": {"burgundian": 2},
    "defender": {"papal_guard": 1},
}
DESIGN = dealt("pitched-battle", 150, seed=1356, troops=3, elite=2)


def told_by_kind(scenario):
    """With all that can be told of every ending: who of either side got away too."""
    few = [side for side in SIDES if sum(scenario[side].get(kind, 0) for kind in KINDS) <= FEW]
    return variant(scenario, {f"{side}.retreated_by_kind": True for side in few} | LAST_LOSS)


def test_the_last_loss_spares_the_roller_who_would_have_lost_a_unit():
    """By hand: two Burgundian dice (LOSS 2, RETREAT 1, DISPERSION 2, ROUTIER 1) against one man who never strikes."""
    both, one, none = F(2, 6) ** 2, 2 * F(2, 6) * F(4, 6), F(4, 6) ** 2
    after_roll = sc.solve(BATTLE)
    assert after_roll.chance_of("attacker.burgundian=2") == pytest.approx(float(both))
    assert after_roll.chance_of("attacker.burgundian=1") == pytest.approx(float(one))
    spared = sc.solve({**BATTLE, **LAST_LOSS})
    assert spared.chance_of("attacker.burgundian=2") == pytest.approx(float(both + one))
    assert spared.chance_of("attacker.burgundian=0") == pytest.approx(float(none))
    for fate, shown in (("retreated", F(1, 6)), ("routiers", F(1, 6)), ("lost", F(2, 6))):
        falls = shown / F(4, 6)  # of a die that shows no LOSS
        assert after_roll.expected["attacker"][fate] == pytest.approx(float((one + 2 * none) * falls)), fate
        assert spared.expected["attacker"][fate] == pytest.approx(float(2 * none * falls)), fate


def test_a_loss_that_is_not_the_last_spares_nobody():
    """One LOSS and one other result against two: the roller pays, and faces the next one with what is left."""
    guard = {**BATTLE, "defender": {"papal_guard": 2}}
    for options in ({}, LAST_LOSS):
        # 2 LOSS at once keep both; LOSS and another, then one die: LOSS keeps it under either reading.
        found = sc.solve({**guard, **options})
        assert found.chance_of("attacker.burgundian=2") == pytest.approx(float(F(2, 6) ** 2))
        assert found.chance_of("attacker.burgundian=1") == pytest.approx(float(2 * F(2, 6) * F(4, 6) * F(2, 6)))


def test_the_second_program_has_the_same_endings_under_the_last_loss():
    scenario = {key: value for key, value in BATTLE.items() if key != "game"}
    assert sum(p for o, p in outcomes({**scenario, **LAST_LOSS}).items() if sum(o.attacker) == 2) == F(5, 9)
    assert sum(p for o, p in outcomes(scenario).items() if sum(o.attacker) == 2) == F(1, 9)


def agrees(scenarios):
    check = REGISTRY["cent-ans", "pitched-battle"]
    for scenario in scenarios:
        told = told_by_kind(scenario)
        result = sc.solve(told)
        assert disagreements(result, check.twin(told, result.chosen)) == [], told


def test_the_whole_joint_distribution_under_the_last_loss_is_the_second_program_s_in_a_few_battles():
    agrees(DESIGN[:20])


@pytest.mark.compiled
def test_the_whole_joint_distribution_under_the_last_loss_is_the_second_program_s():
    """Leaders, equipment, techniques, events, short room to retreat and John the Fearless all come up."""
    agrees(DESIGN)
    held = [scenario[side] for scenario in DESIGN for side in SIDES]
    assert all(any(army.get(field) for army in held) for field in ("leaders", "equipment", "techniques"))
    assert any(army.get("retreat_room") is not None for army in held)
    assert any(JOHN in scenario["events"] for scenario in DESIGN)


def test_who_wins_is_the_same_whenever_the_battle_ends():
    """A die that shows LOSS removes none of the roller's own, so with the printed figures he never goes with them."""
    for scenario in DESIGN[:40]:
        named = variant(scenario, {f"{side}.equipment": [] for side in SIDES})
        ends = [sc.solve(variant(named, {"battle_end": end})).win for end in ("after-roll", "last-loss")]
        assert ends[0] == pytest.approx(ends[1], abs=1e-12)


def test_an_owner_s_card_can_make_the_end_of_battle_decide_who_wins(tmp_path):
    """RETREAT doubled with LOSS not ignored: one LOSS and one RETREAT of two dice kill the last enemy and empty the
    field."""
    facts = tmp_path / "box.toml"
    facts.write_text(
        '[cards.stakes-and-traps]\nsource = "mine"\n'
        'value = { kind = "technique", number = 8, combat = "pitched-battle", side = "defender", '
        "enemy_first_roll_retreat_factor = 2 }\n"
    )
    stakes = {**BATTLE, "attacker": {"english": 2}, "defender": {"french": 1, "techniques": ["stakes-and-traps"]}}
    after_roll, last_loss = (
        sc.solve({**stakes, "battle_end": end}, facts=facts).win for end in ("after-roll", "last-loss")
    )
    assert after_roll == pytest.approx({"attacker": 0.25, "defender": 0.25, "none": 0.5})
    assert last_loss == pytest.approx({"attacker": 0.75, "defender": 0.25, "none": 0.0})


def test_john_the_fearless_spares_nobody():
    """Both roll at once, so nobody's LOSS is ahead of the other's roll."""
    john = {**BATTLE, "attacker": {"french": 3}, "defender": {"armagnac": 3}, "events": [JOHN]}
    one, other = sc.solve(john), sc.solve({**john, **LAST_LOSS})
    assert (one.win, one.expected) == (other.win, other.expected)


def test_a_siege_knows_only_loss_and_so_nobody_to_spare():
    siege = {
        "game": "cent-ans", "combat": "siege", "place": "castle-1",
        "attacker": {"english": 3, "burgundian": 2}, "defender": {"french": 2},
    }  # fmt: skip
    one, other = sc.solve(siege), sc.solve({**siege, **LAST_LOSS})
    assert (one.win, one.expected) == (other.win, other.expected)


def test_the_defender_of_a_siege_who_weighs_battle_weighs_it_by_its_own_end():
    """What is sought is whom the besieger has left: in the open a last LOSS leaves him more."""
    siege = {
        "game": "cent-ans", "combat": "siege", "place": "castle-1",
        "attacker": {"burgundian": 3}, "defender": {"french": 1},
    }  # fmt: skip

    def worth_of_battle(end):
        played = best_play({**siege, "battle_end": end}, utility={"attacker.burgundian": 1.0})
        return played.choices[0].options["fights"]

    assert worth_of_battle("last-loss") > worth_of_battle("after-roll") + 0.1


@pytest.mark.parametrize("sampler", ["chain", "direct"])
def test_trials_under_the_last_loss_count_what_the_exact_answer_says(sampler):
    army = {"english": 3, "burgundian": 3, "elite": 2, "equipment": "field-artillery", "retreat_room": 2}
    battle = {**BATTLE, **LAST_LOSS, "attacker": army, "defender": {"french": 3, "armagnac": 3, "retreat_room": 1}}
    exact, trials = sc.solve(battle), 4000
    counted = sc.simulate(battle, trials=trials, seed=11, sampler=sampler)
    for side in SIDES:
        for name, mean in exact.expected[side].items():
            assert counted.expected[side][name] == pytest.approx(mean, abs=5 * 2 / np.sqrt(trials)), name


def test_best_play_gets_no_less_under_the_last_loss():
    """Who is left is all that is sought: no policy by name has more of the attacker's left than `optimal`."""
    battle = {
        **BATTLE, **LAST_LOSS, "attacker": {"english": 2, "burgundian": 2, "elite": 1, "equipment": "ribaudequin"},
        "defender": {"french": 2, "armagnac": 1}, "utility": {"attacker.english": 1.0, "attacker.burgundian": 0.5},
    }  # fmt: skip

    def worth(policy):
        left = sc.solve(variant(battle, {"attacker.policy": policy})).expected["attacker"]
        return left["english"] + 0.5 * left["burgundian"]

    assert worth("optimal") >= max(map(worth, ("weakest_first", "keep_dice", "elite_first"))) - 1e-12
    assert worth("optimal") > 0.5


@pytest.mark.parametrize("end", ["after-roll", "last-loss"])
def test_the_odds_by_which_greedy_decides_end_battles_as_their_game_does(end, monkeypatch):
    asked = []

    def values(scenario, figures, cards):
        if not isinstance(scenario, Siege):
            asked.append(scenario.battle_end)
        return np.zeros((odds.ARMIES, odds.ARMIES), np.float32)

    for name, other in (("_values", values), ("compiled", lambda: True), ("_pitched", {}), ("_sieges", {})):
        monkeypatch.setattr(odds, name, other)
    GAME.prepare(Options(battle_end=end), FACTS)
    assert asked
    assert set(asked) == {end}


def test_a_telling_says_that_own_results_came_too_late():
    too_late = 0
    for trial in range(40):
        lines = replay({**BATTLE, **LAST_LOSS}, trial=trial, seed=2).lines
        for line in lines:
            if "LOSS" in line and ("RETREAT" in line or "DISPERSION" in line or "ROUTIER" in line):
                assert "no enemy is left, so that its own results do not count" in line
                assert "with 2 Burgundian left" in lines[-1]
                too_late += 1
    assert too_late > 0
    assert not any("do not count" in line for t in range(40) for line in replay(BATTLE, trial=t, seed=2).lines)
