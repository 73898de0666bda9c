"""What an answer costs is known before it is worked out, and what would cost too much is not begun."""

from __future__ import annotations

import numpy as np
import pytest

import simcore as sc
from extreme_lines import NAMES, answered, extreme_lines
from simcore.contracts.optimal import optimal_cost
from simcore.engine import cost, run
from simcore.evaluation.questions import prepare
from simcore.scenarios.edits import variant

BATTLE = {
    "game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
    "attacker": {"english": 6, "burgundian": 4, "elite": 2, "equipment": "auto", "retreat_room": 3},
    "defender": {"french": 5, "armagnac": 5, "elite": 3, "equipment": "auto", "retreated_by_kind": True},
}  # fmt: skip
# A battle whose every card, told by kind of who got away, would take minutes and a gigabyte.
DEAR = {
    "game": "cent-ans", "combat": "pitched-battle",
    "attacker": {"english": 25, "burgundian": 5, "elite": 5, "retreat_room": 3, "equipment": "auto"},
    "defender": {"french": 5, "armagnac": 25, "elite": 10, "retreated_by_kind": True, "equipment": "auto"},
}  # fmt: skip


def test_costs_add_up_and_share_their_memory():
    one, other = cost.Cost(2.0, 30.0), cost.Cost(1.0, 50.0)
    assert one.and_then(other) == (3.0, 50.0)
    assert one.times(4) == (8.0, 30.0)
    assert one.within(cost.Cost(2.0, 30.0))
    assert not one.within(cost.Cost(1.9, 30.0))
    assert not one.within(cost.Cost(2.0, 29.0))


def test_the_limit_is_raised_for_those_who_insist_and_for_them_alone():
    assert cost.allowed() == cost.LIMIT
    with cost.insisted(True):
        assert cost.allowed() == cost.MOST
    with cost.insisted(False):
        assert cost.allowed() == cost.LIMIT
    with pytest.raises(ZeroDivisionError), cost.insisted(True):
        raise ZeroDivisionError
    assert cost.allowed() == cost.LIMIT


@pytest.mark.compiled
def test_the_estimate_counts_no_less_than_a_pass_does():
    for scenario in (BATTLE, variant(BATTLE, {"attacker.policy": "optimal"})):
        problem = prepare(scenario).problem
        solution = run.solve_problem(problem)
        assert run.pass_cost(problem).seconds >= cost.MOVE * solution.moves
        assert run.pass_cost(problem).size >= solution.visits.nbytes
        assert optimal_cost(problem).size >= problem.states * 8 + problem.decisions * 2


@pytest.mark.compiled
def test_cards_are_chosen_alike_whether_or_not_it_is_told_who_got_away():
    """Who of an army got away changes nothing that is weighed, so it is left out while the options are compared."""
    plain = variant(BATTLE, {"defender.retreated_by_kind": False})
    told, untold = sc.solve(BATTLE), sc.solve(plain)
    assert told.chosen["elite_card"] == untold.chosen["elite_card"]
    assert told.win == pytest.approx(untold.win, abs=1e-12)
    weighed = variant(BATTLE, {"utility": {"defender.french_retreated": 1.0}, "defender.policy": "optimal"})
    assert "elite_card" in sc.solve(weighed).chosen


@pytest.mark.compiled
def test_options_that_would_cost_too_much_are_compared_by_trials():
    exactly = sc.evaluate(BATTLE)
    assert "chosen_by" not in exactly.chosen
    with cost.up_to(cost.Cost(1e-9, 1e9)):
        by_trials = prepare(BATTLE).problem.notes
    assert by_trials["chosen_by"] == {"trials": 1 << 16, "seed": 0}
    assert by_trials["elite_card"] == exactly.chosen["elite_card"]  # no close call


@pytest.mark.compiled
def test_a_dear_battle_is_answered_by_trials_and_says_so():
    found = sc.evaluate(DEAR, trials=10_000)
    assert found.method == "monte-carlo"
    assert found.chosen["chosen_by"]["trials"] == 1 << 16
    assert sum(found.win.values()) == pytest.approx(1.0)


@pytest.mark.compiled
def test_best_play_that_would_cost_too_much_is_refused_unless_insisted_on():
    huge = variant(DEAR, {"attacker.policy": "optimal", "defender.policy": "optimal"})
    with pytest.raises(cost.TooDear, match=r"^optimal: [\d,.]+ s and [\d,]+ MB are more than 10 s and 300 MB; name"):
        sc.evaluate(huge)


@pytest.mark.compiled
def test_more_ways_to_end_than_fit_are_refused_before_they_are_laid_out():
    """Who got away of both armies, in pairs: 12 thousand million of them."""
    battle = {
        "game": "cent-ans", "combat": "pitched-battle",
        "attacker": {"french": 15, "armagnac": 25, "retreated_by_kind": True, "policy": "keep_dice"},
        "defender": {"english": 6, "burgundian": 28, "elite": 20, "retreated_by_kind": True, "policy": "keep_dice"},
    }  # fmt: skip
    with pytest.raises(cost.TooDear, match=r"^attacker.retreated_by_kind: .* MB are more than .*; leave it out;"):
        sc.evaluate(battle)
    untold = {"attacker.retreated_by_kind": False, "defender.retreated_by_kind": False}
    assert sc.evaluate(variant(battle, untold), trials=100).trials == 100


@pytest.mark.compiled
def test_lines_at_extreme_sizes_are_answered_or_refused_in_one_line():
    came_to = [answered(line)[1] for line in extreme_lines(15 * len(NAMES), seed=1)]
    assert all("\n" not in one for one in came_to)
    assert np.mean([one == "exact" for one in came_to]) > 0.5


@pytest.mark.compiled
def test_a_change_whose_answer_would_be_too_dear_is_counted_as_too_large(monkeypatch):
    """Best play of one side is among the changes, and dearer than the named policies."""
    battle = {"game": "cent-ans", "combat": "pitched-battle",
              "attacker": {"english": 3, "burgundian": 2}, "defender": {"french": 3, "armagnac": 2}}  # fmt: skip
    within = sc.sensitivity(battle)
    assert within.too_large == 0
    with cost.up_to(cost.Cost(10.0, optimal_cost(prepare(battle).problem).size)):
        beyond = sc.sensitivity(battle)
    assert beyond.too_large > 0
    assert beyond.without_effect + len(beyond.effects) + beyond.too_large == within.without_effect + len(within.effects)


def test_what_many_questions_cost_is_known_before_they_are_answered():
    """The moves that some of a box make tell what the whole costs."""
    battle = {"game": "breizh", "combat": "battle", "blois": 5}
    little = cost.Cost(5 * cost.READY, 1e9)
    with cost.up_to(little), pytest.raises(cost.TooDear, match=r"^need: .* insist with --exact$"):
        sc.need(battle, {"montfort": range(1, 13)}, {"montfort": 1.0}, chance=0.9)
    with cost.up_to(little):
        assert sc.need(battle, {"montfort": range(1, 13)}, {"montfort": 1.0}, chance=0.9, exact=True).cheapest
    with cost.up_to(cost.Cost(cost.READY, 1e9)), pytest.raises(cost.TooDear, match=r"^sensitivity: .* with --exact$"):
        sc.sensitivity({**battle, "montfort": 6})


@pytest.mark.compiled
def test_best_play_leaves_out_what_is_too_dear_and_names_it():
    battle = {"game": "cent-ans", "combat": "pitched-battle",
              "attacker": {"english": 3, "burgundian": 2}, "defender": {"french": 3, "armagnac": 2}}  # fmt: skip
    whole = sc.best_play(battle)
    assert whole.left_out == ()
    once = optimal_cost(prepare(variant(battle, {"attacker.policy": "optimal", "defender.policy": "optimal"})).problem)
    with cost.up_to(cost.Cost(6 * once.seconds, 1e9)):
        part = sc.best_play(battle)
    assert (part.value, part.choices) == (whole.value, whole.choices)
    assert [one.partition(":")[0] for one in part.left_out] == [
        "what the policies of attacker.policy give away", "best play as a short list", "policies in pairs",
    ]  # fmt: skip
    assert (part.policies, part.words, part.pairs) == ((), (), ())
