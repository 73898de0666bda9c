"""Paired trials: each variant sampled rightly, whatever the order of faces; the same sums however the work is cut."""

import numpy as np
import pytest
from scipy.stats import chisquare

import simcore as sc
from compared import BREIZH, CLASH, MELEE, ONE_UNIT, SIEGE, STRUCTURE, TEN, WITH_ELITE, WORTH_MORE, battle, both
from simcore.advice.compare import pair_of
from simcore.engine import paired, run
from simcore.engine.resolver import Problem
from simcore.evaluation.questions import prepare
from simcore.games.bouvines import combats as bouvines
from simcore.stats.paired import PairedSums
from toys import fire


def priced(problem: Problem, worth=None) -> paired.Priced:
    """A problem of which every ending, or `worth`, is a quantity."""
    worth = np.eye(problem.endings) if worth is None else worth
    return paired.Priced(problem, worth, np.zeros((problem.rows, worth.shape[1])))


def paired_with(names, scenarios, pilot=200):
    return pair_of([prepare(scenario) for scenario in scenarios], names, pilot)


def fallen(problem: Problem):
    """Who wins, as a quantity."""
    won = problem.columns(np.arange(problem.endings))["winner"] == 1
    return won.astype(float)[:, None]


# ---- a number chooses a face -------------------------------------------------------------------------------------


def test_a_number_chooses_by_the_inverse_of_the_distribution():
    rows = fire(4, 4).model.rows
    dice = np.random.default_rng(3)
    worth = dice.normal(size=rows.probability.size)
    order = paired.ordered(rows, worth)
    for row in range(rows.first.size - 1):
        here = slice(rows.first[row], rows.first[row + 1])
        assert sorted(order.face[here]) == list(range(here.start, here.stop))
        assert (np.diff(worth[order.face[here]]) >= 0).all()
        upto = np.cumsum(rows.probability[order.face[here]])
        for word in [0, 2**32 - 1, *dice.integers(0, 2**32, 50).tolist()]:
            number = ((word << 21) + (word >> 11)) / 2**53
            wanted = here.start + min(np.searchsorted(upto, number, side="right"), here.stop - here.start - 1)
            assert paired.choose(order, row, np.uint64(word), np.uint64(word)) == order.face[wanted]


def test_a_face_without_a_chance_never_comes_up():
    problem = fire(2, 2, hits=6)  # who fires hits
    order = paired.ordered(problem.model.rows, np.zeros(problem.model.rows.probability.size))
    for row in range(problem.rows):
        for word in (0, 1 << 31, 2**32 - 1):
            face = paired.choose(order, row, np.uint64(word), np.uint64(word))
            assert problem.model.rows.probability[face] > 0.0


# ---- each variant by itself --------------------------------------------------------------------------------------

PROBLEMS = {
    "fire": fire(4, 5), "battle": prepare(battle(3, 3, 3, 2)).problem, "siege": prepare(SIEGE).problem,
    "breizh": prepare({**BREIZH, "montfort": 8, "blois": 7}).problem, "melee": prepare(MELEE).problem,
    "clash": prepare(CLASH).problem,
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", PROBLEMS)
def test_trials_have_the_distribution_whatever_the_order(name):
    problem, trials = PROBLEMS[name], 40_000
    rows = problem.model.rows
    exact = run.solve_problem(problem)
    one, none = priced(problem), np.empty((trials, 0), np.int64)
    by_chance = paired.ordered(rows, np.random.default_rng(5).normal(size=rows.probability.size))
    for order in (by_chance, priced(problem, fallen(problem)).learnt(2_000).order(np.zeros(1))):
        values, unfinished = one.run(order, 7, 3, 0, trials, none)
        counts = values.sum(axis=0)
        likely = exact.ends * trials >= 5
        wanted = np.append(exact.ends[likely], exact.ends[~likely].sum()) * trials
        found = np.append(counts[likely], counts[~likely].sum())
        assert unfinished == 0
        assert chisquare(found[wanted > 0], wanted[wanted > 0]).pvalue > 1e-3


@pytest.mark.compiled
def test_tolls_add_up_to_their_mean():
    problem, trials = prepare(TEN).problem, 20_000
    rounds = problem.tallies["rounds"][:, None]
    one = paired.Priced(problem, np.zeros((problem.endings, 1)), rounds)
    values, _ = one.run(one.learnt(2_000).order(np.zeros(1)), 7, 1, 0, trials, np.empty((trials, 0), np.int64))
    wanted = float(run.solve_problem(problem).rolls @ rounds[:, 0])
    assert abs(values.mean() - wanted) < 4 * values.std() / trials**0.5


@pytest.mark.compiled
def test_what_was_not_explored_is_paired_as_well(monkeypatch):
    names = ["win.coalition", "france.lost"]
    scenarios = both(STRUCTURE["bouvines"])
    explored = paired_with(names, scenarios)
    monkeypatch.setattr(bouvines, "MOST_STATES", 10)
    direct = paired_with(names, scenarios)
    assert (explored.unit(5, 0, 2_000)[0] == direct.unit(5, 0, 2_000)[0]).all()


# ---- the same sums -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenarios", [both(ONE_UNIT["english +1"]), both(STRUCTURE["card"])], ids=["unit", "card"])
def test_threads_and_units_change_nothing(scenarios):
    pair = paired_with(["win.attacker", "attacker.english", "rounds"], scenarios, pilot=20)
    once = run.run_pairs(pair, 11, 50)
    for threads, unit in ((1, 7), (2, 7), (2, 50)):
        again = run.run_pairs(pair, 11, 50, threads=threads, unit=unit)
        assert (again.sums == once.sums).all()
    part = run.run_pairs(pair, 11, 30, unit=7)
    assert (run.run_pairs(pair, 11, 50, before=part).sums == once.sums).all()
    assert not (run.run_pairs(pair, 12, 50).sums == once.sums).all()


@pytest.mark.compiled
def test_fractions_are_the_same_for_any_number_of_threads():
    pair = paired_with(["attacker.retreated", "defender.lost"], both(ONE_UNIT["english +1"]))
    sums = [run.run_pairs(pair, 1, 40_000, threads=threads).sums for threads in (1, 2, 3)]
    assert (sums[0] == sums[1]).all()
    assert (sums[0] == sums[2]).all()


def test_a_variant_that_is_none_has_the_same_luck():
    sums, _ = paired_with(["win.attacker", "defender.lost"], [WITH_ELITE, dict(WITH_ELITE)], pilot=20).unit(2, 0, 40)
    assert (sums[4:] == 0.0).all()


def test_the_other_way_round_is_the_difference_turned():
    one, other = both(ONE_UNIT["french +1"])
    there, _ = paired_with(["win.attacker"], [one, other], pilot=20).unit(2, 0, 40)
    back, _ = paired_with(["win.attacker"], [other, one], pilot=20).unit(2, 0, 40)
    assert (back == there[[2, 3, 0, 1, 4, 5]] * np.array([1, 1, 1, 1, -1, 1])[:, None]).all()


@pytest.mark.compiled
def test_unfinished_trials_are_counted_apart():
    problem = fire(2, 2, hits=0)
    pair = paired.Pair([priced(problem, fallen(problem)), priced(fire(2, 2), fallen(fire(2, 2)))], 2)
    sums, unfinished = pair.unit(1, 0, 3)
    assert unfinished.tolist() == [3, 0]
    assert sums[0, 0] == 0.0


# ---- what is saved -----------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("change", [*ONE_UNIT, *WORTH_MORE])
def test_one_unit_more_or_less_takes_a_fifth_of_the_variance(change):
    scenarios = both({**ONE_UNIT, **WORTH_MORE}[change])
    first, *_ = prepare(scenarios[0]).combat.winners[1:]
    trials = 30_000
    pair = paired_with([f"win.{first}"], scenarios, paired.PILOT_TRIALS)
    found = PairedSums(trials, *run.run_pairs(pair, 1, trials).sums[:, 0].tolist())
    least = abs(found.difference) * (1 - abs(found.difference)) / sum(found.variances)
    assert found.variance_ratio < 1.1 * least  # no pairing of two chances does better than the least
    assert found.variance_ratio < 0.2 or change in WORTH_MORE


@pytest.mark.compiled
def test_faces_that_win_alike_are_in_the_order_of_the_losses():
    """Against this garrison a siege is won in the one place and never in the other: no face tells the winner."""
    city = {
        "game": "cent-ans", "combat": "siege", "place": "city",
        "attacker": {"english": 10, "elite": 3}, "defender": {"french": 8},
    }  # fmt: skip
    town = {**city, "place": "fortified-town"}
    found = sc.compare(city, town, outcomes=["win.attacker", "attacker.lost"], trials=20_000).differences
    assert found["attacker.lost"].variance_ratio < 0.35


def test_other_quantities_count_the_same_way_in_both_variants():
    times, doubt = np.array([5, 5]), np.array([0.1, 0.1])
    rising = paired.Learnt(None, times, np.array([[-1.0, 1.0], [-2.0, 2.0], [0.0, 0.0]]), doubt)
    falling = paired.Learnt(None, times, np.array([[-1.0, 1.0], [4.0, -4.0], [0.0, 0.0]]), doubt)
    first, other, nothing = paired.tastes([rising, falling])
    assert (first, nothing) == (0.0, 0.0)
    assert other == pytest.approx(-1 / 10**0.5)  # of -2, 2, 4 and -4
    assert (paired.tastes([falling, rising]) == paired.tastes([rising, falling])).all()


@pytest.mark.compiled
@pytest.mark.parametrize("change", ["english +1", "armagnac -1", "elite +1"])
def test_intervals_hold_the_exact_difference(change):
    """A thousand runs of 600 pairs."""
    scenarios = both({**ONE_UNIT, **WORTH_MORE}[change])
    pair = paired_with(["win.attacker", "defender.lost"], scenarios, 4_000)
    exact = [
        one.difference
        for one in sc.compare(*scenarios, outcomes=["win.attacker", "defender.lost"]).differences.values()
    ]
    held = np.zeros(2)
    for seed in range(1_000):
        sums, _ = pair.unit(seed, 0, 600)
        for k, column in enumerate(sums.T):
            low, high = PairedSums(600, *column.tolist()).interval()
            held[k] += low <= exact[k] <= high
    assert (held >= 930).all()
    assert (held <= 970).all()
