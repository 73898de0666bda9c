"""A utility is worth the same whether it is read off an answer, summed over endings, or carried backward."""

import numpy as np
import pytest

from cent_ans_battles import dealt
from simcore.contracts.utility import Utility, means
from simcore.engine.run import solve_problem, state_values
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare, solve

OTHERS = [
    {"game": "breizh", "combat": "battle", "montfort": 4, "blois": 3, "blois_bonus": 1},
    {"game": "breizh", "combat": "siege", "castle": "dinan", "troops": 3},
    {"game": "legendary", "combat": "melee", "attackers": [{"unit": "foot-knights", "count": 2}],
     "defenders": [{"unit": "pikemen", "count": 2}]},
    {"game": "bouvines", "combat": "charge", "charger": "horse", "cells": 2, "target": "knight",
     "target_order": "defence"},
]  # fmt: skip
SCENARIOS = [*dealt("pitched-battle", 6, seed=71, troops=3, elite=2), *dealt("siege", 4, seed=72, troops=3, elite=2)]


@pytest.mark.parametrize("number", range(len(SCENARIOS) + len(OTHERS)))
def test_three_ways_to_one_worth(number):
    scenario = [*SCENARIOS, *OTHERS][number]
    result, prepared = solve(scenario), prepare(scenario)
    known = means(result)
    drawn = np.random.default_rng(number).normal(size=len(known))
    utility = Utility(dict(zip(known, drawn.tolist(), strict=True)))
    solution = solve_problem(prepared.problem)
    worth = utility.priced(prepared.combat, prepared.problem)
    assert worth.of(solution.ends, solution.rolls) == pytest.approx(utility.of(result), abs=1e-9)
    values = state_values(prepared.problem, worth.endings, worth.rolls)
    assert values[prepared.problem.start] + worth.constant == pytest.approx(utility.of(result), abs=1e-9)


def test_a_name_that_is_no_mean():
    with pytest.raises(BadInput, match="did you mean win"):
        Utility({"win.atacker": 1.0}).of(solve(SCENARIOS[0]))


@pytest.mark.parametrize("weights", [{}, {"rounds": float("nan")}, {"rounds": True}, {"rounds": "1"}])
def test_weights_are_numbers(weights):
    with pytest.raises(BadInput, match="utility"):
        Utility(weights)


def test_a_nested_utility_of_a_scenario_is_the_flat_one():
    fight = {**OTHERS[2], "defenders_policy": "optimal"}
    flat = solve({**fight, "utility": {"win.attacker": 1.0, "defender.killed": 0.5}})
    nested = solve({**fight, "utility": {"win": {"attacker": 1}, "defender": {"killed": 0.5}}})
    assert nested.scenario == flat.scenario
    assert nested.win == flat.win
    with pytest.raises(BadInput, match=r"utility: .*each name once, here win\.attacker twice"):
        solve({**fight, "utility": {"win.attacker": 1.0, "win": {"attacker": 1.0}}})
