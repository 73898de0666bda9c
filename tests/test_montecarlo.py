"""The Monte-Carlo engine: the same counts however the work is cut up; how sure they are; bad input in one line."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import simcore as sc
from cent_ans_battles import dealt
from simcore.engine import chain, montecarlo, run
from simcore.errors import BadInput, SimcoreError
from simcore.evaluation.questions import prepare
from simcore.stats.intervals import half_width, standard_error, wilson
from toys import fire, risk, walk
from trial_runs import BATTLE, SAMPLERS, SIEGE, counted, one_line

# ---- the same bits -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [BATTLE, SIEGE], ids=["battle", "siege"])
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_threads_and_chunks_change_nothing(scenario, sampler):
    here = {"trials": 500, "seed": 11, "sampler": sampler}
    once = counted(scenario, **here)
    for chunk in (1, 7, 4096):
        for threads in (1, 2):
            assert counted(scenario, **here, threads=threads, chunk=chunk) == once


@pytest.mark.compiled
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_many_trials_in_threads_and_chunks(sampler):
    here = {"trials": 200_001, "seed": 2**64 - 1, "sampler": sampler}
    once = counted(BATTLE, **here)
    assert counted(BATTLE, **here, threads=2, chunk=4096) == once
    assert counted(BATTLE, **here, threads=2) == once


@pytest.mark.compiled
def test_a_pool_of_processes_changes_nothing():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        for sampler in SAMPLERS:
            here = {"trials": 30_000, "seed": 5, "sampler": sampler}
            assert counted(BATTLE, **here, executor=pool, chunk=4096) == counted(BATTLE, **here)


class AtOnce(Executor):
    """An executor without threads or processes: each unit of work is done when it is handed in."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        return future


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_any_executor_will_do(sampler):
    here = {"trials": 100, "seed": 5, "sampler": sampler}
    assert counted(SIEGE, **here, executor=AtOnce(), chunk=7) == counted(SIEGE, **here)


def test_seed_and_sampler_are_part_of_the_address():
    runs = [counted(BATTLE, trials=200, seed=seed, sampler=sampler) for seed in (0, 1) for sampler in SAMPLERS]
    assert len({str(found) for found in runs}) == 4


def test_trials_add_up():
    """Trials 0 to 299 are trials 0 to 99 and 100 to 299."""
    for sampler in SAMPLERS:
        sampling = run.Sampling(prepare(BATTLE).problem, sampler)
        ends, rolls = sampling.unit(3, 0, 300)
        parts = [sampling.unit(3, 0, 100), sampling.unit(3, 100, 200)]
        assert (ends == parts[0][0] + parts[1][0]).all()
        assert (rolls == parts[0][1] + parts[1][1]).all()
        assert ends.sum() == 300


CHARGE = {"game": "bouvines", "combat": "charge", "charger": "horse", "cells": 2, "target": "knight"}  # two rolls


@pytest.mark.parametrize("scenario", [BATTLE, CHARGE], ids=["battle", "charge"])
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_trials_add_up_where_their_number_outgrows_32_bits(scenario, sampler):
    sampling = run.Sampling(prepare(scenario).problem, sampler)
    ends, rolls = sampling.unit(3, 2**32 - 30, 100)
    parts = [sampling.unit(3, first, count) for first, count in ((2**32 - 30, 30), (2**32, 70))]
    assert (ends == sum(part[0] for part in parts)).all()
    assert (rolls == sum(part[1] for part in parts)).all()


# ---- a direct trial step by step, and a trial over the chain -----------------------------------------------------


@pytest.mark.parametrize("problem", [risk(3, 3), fire(4, 4), prepare(BATTLE).problem, prepare(SIEGE).problem])
def test_told_trials_end_as_they_were_counted(problem):
    resolver, compiled = problem.resolver, run.Sampling(problem, "chain").chain
    assert compiled is not None
    for trial in range(40):
        states, faces = np.zeros(200, np.int64), np.zeros(200, np.int64)
        rolled = resolver.steps(problem.model, problem.start, np.uint64(9), trial, states, faces)
        ends, rolls = run.Sampling(problem, "direct").unit(9, trial, 1)
        targets, ends_as = np.zeros(500, np.int64), np.full(500, -1)
        for at in range(rolled):
            row, ended = resolver.moves(problem.model, states[at], targets, ends_as)
            assert ended == -1
            assert targets[faces[at] - problem.model.rows.first[row]] == states[at + 1]
        row, ended = resolver.moves(problem.model, states[rolled], targets, ends_as)
        assert row < 0
        assert ends[ended] == 1
        assert rolls.sum() == rolled

        places = np.zeros(200, np.int64)
        seen = montecarlo.trace(
            compiled.cells, compiled.width, compiled.start, compiled.over, np.uint64(9), trial, places
        )
        ends, rolls = chain.run_unit(compiled, problem.endings, problem.rows, 9, trial, 1)
        assert ends[compiled.ending_of[places[seen - 1] - compiled.over]] == 1
        told = [row for way in pairwise(places[:seen].tolist()) for row in compiled.rolled_between(*way)]
        assert np.bincount(told, minlength=problem.rows).tolist() == rolls.tolist()


@pytest.mark.parametrize("draws", [1, 2, 4, 5])
@pytest.mark.parametrize("trials", [1, 48, 130])
def test_short_trials_are_counted_as_by_the_walk_for_all(draws, trials, monkeypatch):
    monkeypatch.setattr(chain, "MOST_ROLLS", 1)
    problem = walk([*({at + 1: 0.75, draws + 1: 0.25} for at in range(draws)), {}, {}], phases=1)
    compiled = run.Sampling(problem, "chain").chain
    assert compiled.draws == draws
    assert (draws in montecarlo.SHORT_WALKS) == (draws < 5)
    visits, finished = np.zeros(compiled.places, np.int64), np.zeros(3, np.int64)
    montecarlo.walk(
        compiled.cells, compiled.width, compiled.start, compiled.over, np.uint64(3), 2**40, trials, visits, finished
    )
    ends, rolls = chain.run_unit(compiled, problem.endings, problem.rows, 3, 2**40, trials)
    assert ends[compiled.ending_of].tolist() == finished[:-1].tolist()
    assert rolls[compiled.rolled[: compiled.over, 0]].tolist() == visits[: compiled.over].tolist()


def test_a_trial_that_is_over_at_once_draws_nothing():
    compiled = run.Sampling(walk([{}], phases=1), "chain").chain
    ends, _ = chain.run_unit(compiled, 1, 0, 0, 0, 100)
    assert ends.tolist() == [100, 0]


def test_a_telling_that_does_not_fit_is_cut():
    problem = fire(5, 5, hits=1)
    room = np.zeros(3, np.int64), np.zeros(3, np.int64)
    assert problem.resolver.steps(problem.model, problem.start, np.uint64(0), 0, *room) == 3
    compiled = run.Sampling(problem, "chain").chain
    assert compiled is not None
    assert (
        montecarlo.trace(compiled.cells, compiled.width, compiled.start, compiled.over, np.uint64(0), 0, room[0]) == 3
    )


# ---- the chain ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_cells_of_a_chain_hold_the_chances_of_the_states(number, monkeypatch):
    monkeypatch.setattr(chain, "MOST_ROLLS", 1)  # for more see test_strides
    (scenario,) = dealt(("pitched-battle", "siege")[number % 2], 1, seed=number, troops=3, elite=2)
    problem = prepare(scenario).problem
    compiled = run.Sampling(problem).chain
    assert compiled is not None
    size, side = 1 << compiled.width, (1 << 20) - 1
    place_of = {int(state): place for place, state in enumerate(compiled.state_of[: compiled.over])}
    for place in range(compiled.places):
        share: dict[int, float] = {}
        for cell in compiled.cells[place * size : (place + 1) * size].tolist():
            cut = cell >> 40
            for to, part in ((cell >> 20 & side, cut), (cell & side, 2**24 - cut)):
                share[to] = share.get(to, 0.0) + part / 2**24 / size
        wanted = {place: 1.0}
        if place < compiled.over:
            targets, ends_as = np.zeros(2000, np.int64), np.full(2000, -1)
            row, _ = problem.resolver.moves(problem.model, compiled.state_of[place], targets, ends_as)
            assert compiled.rolled[place].tolist() == [row]
            wanted = {}
            first, last = problem.model.rows.first[row : row + 2]
            for k, p in enumerate(problem.model.rows.probability[first:last].tolist()):
                over = ends_as[k] >= 0
                to = compiled.over + int(np.flatnonzero(compiled.ending_of == ends_as[k])[0]) if over else -1
                to = to if over else place_of[int(targets[k])]
                wanted[to] = wanted.get(to, 0.0) + p
        for to in {*share, *wanted}:
            assert share.get(to, 0.0) == pytest.approx(wanted.get(to, 0.0), abs=2**-24)


def test_a_chain_too_large_is_sampled_directly(monkeypatch):
    problem = prepare(BATTLE).problem
    monkeypatch.setattr(chain, "MAX_BYTES", 64)
    assert run.Sampling(problem).sampler == "direct"
    with pytest.raises(BadInput, match=r"^sampler: 'chain' is not allowed; direct: "):
        run.Sampling(problem, "chain")
    monkeypatch.setattr(run, "EXACT_MOVES", 10)
    assert run.Sampling(problem).sampler == "direct"


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_what_is_over_before_the_first_roll_is_over(sampler):
    sapped = {**SIEGE, "attacker": {**SIEGE["attacker"], "techniques": "sapping"}}
    result = sc.simulate(sapped, trials=70, sampler=sampler)
    assert result.win["attacker"] == 1.0
    assert result.expected == sc.solve(sapped).expected
    assert result.expected["rounds"] == 0.0


# ---- trials that never end ---------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.usefixtures("toy_game")
def test_unfinished_trials_are_a_category():
    result = sc.simulate({"game": "toy", "combat": "lock", "locks": 1}, trials=2000, seed=1)
    assert sum(result.win.values()) == 1.0
    unfinished = round(result.win["unfinished"] * 2000)
    assert unfinished == pytest.approx(500, abs=5 * 20)
    assert result.standard_error["unfinished"] == standard_error(unfinished, 2000)
    assert result.interval["unfinished"] == wilson(unfinished, 2000)
    assert result.mass == 1 - unfinished / 2000
    assert result.to_dict()["win"]["unfinished"] == unfinished / 2000
    with pytest.raises(SimcoreError, match=r"^trials: this combat never ends"):
        sc.simulate({"game": "toy", "combat": "lock", "locks": 4}, trials=20)
    always = sc.simulate({"game": "toy", "combat": "lock", "locks": 0}, trials=2000)
    assert "unfinished" not in always.win
    assert always.sampler == "chain"


@pytest.mark.usefixtures("toy_game")
def test_a_result_counts_the_unfinished_apart():
    prepared = prepare({"game": "toy", "combat": "lock"})
    result = prepared.result(
        np.array([6, 2, 2]), np.array([10, 0, 5, 5]), method="monte-carlo", trials=10, seed=0, sampler="direct"
    )
    assert result.win == {"attacker": 0.6, "defender": 0.2, "none": 0.0, "unfinished": 0.2}
    assert result.interval["unfinished"] == wilson(2, 10)
    assert result.mass == 0.8
    assert run.Sampling(prepared.problem).sampler == "direct"  # a circle that is never left has no chain


def test_both_samplers_stop_at_the_limit(monkeypatch):
    # Out of 0 and 1 it takes 2**34 rounds on average: possible, so there is a chain, but nobody will see the end.
    problem = walk([{1: 1.0}, {0: 1 - 2**-34, 2: 2**-34}, {}, {}], phases=2)
    monkeypatch.setattr(chain, "MOST_ROLLS", 1)
    compiled = run.Sampling(problem, "chain").chain
    # The loops as plain Python: a limit that is compiled in would stay in the copy on disk.
    direct, over_chain = (getattr(loop, "py_func", loop) for loop in (problem.resolver.trials, montecarlo.walk))
    monkeypatch.setitem(direct.__globals__, "DRAW_LIMIT", 40)
    monkeypatch.setattr(montecarlo, "DRAW_LIMIT", 40)
    monkeypatch.setattr(montecarlo, "LANES", 4)
    ends, rolls = np.zeros(3, np.int64), np.zeros(2, np.int64)
    direct(problem.model, problem.start, np.uint64(0), 0, 6, ends, rolls)
    assert ends.tolist() == [0, 0, 6]
    assert rolls.tolist() == [120, 120]
    ends, visits = np.zeros(compiled.ending_of.size + 1, np.int64), np.zeros(compiled.places, np.int64)
    over_chain(
        compiled.cells, compiled.width, compiled.start, compiled.over, np.uint64(0), 0, 6, visits, ends
    )  # fmt: skip
    assert ends.tolist() == [0, 6]
    assert visits[: compiled.over].tolist() == [120, 120]


# ---- how sure ----------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("target", [0.01, 0.002])
def test_a_wanted_error_is_reached(target):
    result = sc.simulate(BATTLE, target_error=target, seed=1)
    counts = [round(share * result.trials) for share in result.win.values()]
    assert max(half_width(count, result.trials) for count in counts) <= target
    looks = result.trials / 2**14
    assert looks == int(looks)
    assert int(looks).bit_count() == 1
    before = sc.simulate(BATTLE, trials=max(1, result.trials // 2), seed=1)
    assert result.trials == 2**14 or (before.interval["attacker"][1] - before.interval["attacker"][0]) / 2 > target


def test_a_wanted_error_stops_at_the_trials_allowed():
    result = sc.simulate(BATTLE, target_error=1e-6, trials=120)
    assert result.trials == 120


def test_a_run_says_how_sure_it_is():
    result = sc.simulate(BATTLE, trials=400, seed=8)
    for name, share in result.win.items():
        count = round(share * 400)
        assert result.standard_error[name] == standard_error(count, 400)
        assert result.interval[name] == wilson(count, 400)
        assert result.interval[name][0] <= share <= result.interval[name][1]
    assert result.mass == 1.0


# ---- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        *[("trials", value, "a whole number from 1 to 1099511627776") for value in (0, -1, 2.5, "1000", True, 2**41)],
        *[("seed", value, "a whole number from 0 to 18446744073709551615") for value in (-1, 2**64, 0.5, "x", False)],
        *[("threads", value, "a whole number from 1 to 256") for value in (0, -2, 257, 1.5, True)],
        *[("chunk", value, "a whole number from 1 to 1099511627776") for value in (0, -5, "all", True)],
        *[("sampler", value, "chain or direct") for value in ("fast", "", 1)],
        *[
            ("target_error", value, "a number above 0 and below 0.5")
            for value in (0, 0.5, -0.1, float("nan"), float("inf"), "0.1", True)
        ],
    ],
)
def test_bad_input_is_one_line(field, value, allowed):
    with pytest.raises(BadInput) as refused:
        sc.simulate(BATTLE, **{field: value})
    one_line(refused, f"{field}: ", "is not allowed; ", allowed)
    assert refused.value.value is value


def test_exact_and_trials_exclude_each_other(tmp_path):
    for how in ({"trials": 5}, {"target_error": 0.1}, {"checkpoint": tmp_path / "x"}):
        with pytest.raises(BadInput, match=r"^exact: true is not allowed; alone, without "):
            sc.evaluate(BATTLE, exact=True, **how)
