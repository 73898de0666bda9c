"""Several rolls in one move: the same chances and the same counts as roll by roll."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cent_ans_battles import dealt
from simcore.engine import chain, run
from simcore.engine.resolver import Problem
from simcore.engine.strides import NO_ROLL, Moves, stride
from simcore.evaluation.questions import prepare
from toys import fire, risk, walk

CIRCLE = [{1: 0.5, 4: 0.5}, {2: 1.0}, {0: 0.9, 3: 0.1}, {}, {}, {}]
PROBLEMS = {
    "one roll": walk([{1: 0.25, 2: 0.75}, {}, {}], phases=1),
    "circle": walk(CIRCLE, phases=3),
    "risk": risk(4, 3),
    "fire": fire(4, 4),
    "battle": prepare(dealt("pitched-battle", 1, seed=2, troops=3, elite=2)[0]).problem,
    "siege": prepare(dealt("siege", 1, seed=3, troops=3, elite=2)[0]).problem,
}


def single_rolls(problem: Problem) -> tuple[Moves, run.Solution]:
    solution = run.solve_problem(problem)
    single = chain.single_rolls(problem, solution.visits, solution.moves)
    assert single is not None
    return single[0], solution


@pytest.mark.parametrize("rolls", [2, 3, 5])
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_stride_ends_and_rolls_as_the_single_rolls_do(name, rolls):
    problem = PROBLEMS[name]
    one, solution = single_rolls(problem)
    found = stride(one, rolls, 1 << 20)
    assert found is not None
    longer, place_of = found
    assert longer.rolled.shape[1] == rolls
    mass, visits = np.zeros(len(place_of)), np.zeros(len(place_of))
    mass[longer.start] = 1.0
    origin = np.repeat(np.arange(longer.over), np.diff(longer.first))
    while mass[: longer.over].sum() > 1e-15:
        visits += mass
        going = mass[origin] * longer.probability
        mass[: longer.over] = 0.0
        visits[longer.over :] = 0.0
        np.add.at(mass, longer.to, going)
    visits[longer.over :] = mass[longer.over :]
    ends = np.bincount(place_of[longer.over :] - one.over, mass[longer.over :])
    assert np.sort(ends) == pytest.approx(np.sort(solution.ends[solution.ends > 0.0]), abs=1e-12)
    rolled = np.zeros(problem.rows + 1)
    np.add.at(rolled, longer.rolled, visits[:, None])
    assert rolled[:-1] == pytest.approx(solution.rolls, abs=1e-12)


@pytest.mark.parametrize("rolls", [1, 2, 4])
def test_counts_follow_the_chances_whatever_a_draw_holds(rolls, monkeypatch):
    monkeypatch.setattr(chain, "MOST_ROLLS", rolls)
    problem = walk(CIRCLE, phases=3)
    solution = run.solve_problem(problem)
    compiled = chain.compile_chain(problem, solution.visits, solution.moves, 4.0 * rolls)
    assert compiled is not None
    assert compiled.rolled.shape[1] == rolls
    trials = 4000
    ends, counted = chain.run_unit(compiled, problem.endings, problem.rows, 1, 0, trials)
    assert ends.sum() == trials
    share = solution.ends[0]
    assert ends[0] / trials == pytest.approx(share, abs=5 * (share * (1 - share) / trials) ** 0.5)
    # Every trial goes round some times and then out: the rows are 0 1 2 0 1 2 .. 0, or .. 2.
    assert counted[0] == counted[1] + ends[1]
    assert counted[1] == counted[2]


def test_long_combats_take_more_rolls_in_a_draw():
    held = Counter({n: run.Sampling(fire(n, n, hits=1), "chain").chain.rolled.shape[1] for n in (1, 2, 3)})
    assert held[1] < held[3] <= chain.MOST_ROLLS


def test_a_stride_too_large_is_not_made(monkeypatch):
    one, _ = single_rolls(PROBLEMS["battle"])
    assert stride(one, 2, 10) is None
    monkeypatch.setattr(chain, "STRIDE_BYTES", 64)
    compiled = run.Sampling(fire(3, 3, hits=1), "chain").chain
    assert compiled is not None
    assert compiled.rolled.shape[1] == 1


def test_rows_between_two_places_are_told_in_order():
    one, _ = single_rolls(walk(CIRCLE, phases=3))
    found = stride(one, 4, 1000)
    assert found is not None
    longer, place_of = found
    ways = {
        (int(place_of[longer.to[move]]), *longer.rolled[longer.to[move], 1:].tolist()): longer.probability[move]
        for move in range(longer.first[longer.start], longer.first[longer.start + 1])
    }
    over_at_once, over_later, goes_on, round_and_out = one.over + 1, one.over, 1, one.over + 1
    assert ways == pytest.approx(
        {
            (over_at_once, NO_ROLL, NO_ROLL, NO_ROLL): 0.5,
            (over_later, 1, 2, NO_ROLL): 0.05,
            (goes_on, 1, 2, 0): 0.225,
            (round_and_out, 1, 2, 0): 0.225,
        }
    )
