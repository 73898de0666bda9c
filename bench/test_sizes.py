"""What grows with the armies, and how fast trials come near the exact answer."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import pytest

import simcore as sc
from bench import battles
from bench.conftest import Recorder
from bench.contestants import in_icepool, in_numpy
from bench.contestants.rules import RULES
from bench.figures import ERROR, RATIO, SIZE, SPENT, Figure
from bench.turns import Turn, of_calls, of_many, take_turns
from simcore.engine import run
from simcore.questions import ask

SIZES = 2, 5, 10, 15, 20  # units of each of four factions
ICEPOOL_UP_TO = 10  # it needs seconds beyond
REPEATS = 64  # runs of trials, each with a seed of its own, that tell how large errors are
TRIALS = tuple(10**exponent for exponent in (2, 3, 4, 5, 6))


def _battle(units: int) -> dict[str, Any]:
    attacker, defender = {"english": units, "burgundian": units}, {"french": units, "armagnac": units}
    return {**battles.BATTLE, "attacker": attacker, "defender": defender}


@pytest.mark.parametrize("units", SIZES)
def test_army_size(recorder: Recorder, units: int) -> None:
    """Nanoseconds of a trial, milliseconds of an exact answer."""
    scenario = _battle(units)
    problem = ask(scenario).problem
    chance = sc.solve(scenario).win["attacker"]
    chain, direct = run.Sampling(problem), run.Sampling(problem, "direct")
    rules = RULES["cent-ans battle"](units, units, units, units)

    contestants = {"direct": of_many(partial(direct.unit, 0, 0))}
    if chain.chain is not None:
        contestants["chain"] = of_many(partial(chain.unit, 0, 0))
    if units <= ICEPOOL_UP_TO and recorder.measures:
        contestants["NumPy"] = of_many(in_numpy.Batches(rules))
    spent = take_turns(contestants, recorder.pace, 1000)
    recorder.add(*(Figure(SIZE, who, "ns", turns, units) for who, turns in spent.items()))
    exact: dict[str, Turn] = {"exact": of_calls(lambda: sc.solve(scenario))}
    if units <= (ICEPOOL_UP_TO if recorder.measures else SIZES[0]):
        for solve in recorder.present("battles by size, icepool", in_icepool.solver):
            (ends,) = solve([rules])
            assert sum(share for end, share in ends.items() if end[0] == 1) == pytest.approx(chance, abs=1e-9)
            exact["icepool"] = of_calls(partial(solve, [rules]))
    spent = take_turns(exact, recorder.pace)
    recorder.add(
        *(Figure(SIZE, f"{who} answer", "ms", [t / 1e6 for t in turns], units) for who, turns in spent.items())
    )


def test_error_against_time(recorder: Recorder) -> None:
    """Root mean square error of the win chance over many runs of so many trials, and the time of one run.

    Each run is the whole question, from the scenario to the answer, and so is the exact answer; NumPy's tables are made
    beforehand.
    """
    chance = sc.solve(battles.BATTLE).win["attacker"]
    batches = in_numpy.Batches(RULES["cent-ans battle"](*battles.UNITS)) if recorder.measures else None
    repeats = REPEATS if recorder.measures else 2
    for trials in TRIALS if recorder.measures else TRIALS[:2]:
        several = repeats if trials < 10**6 or recorder.full else repeats // 4
        off, before = [], time.process_time()
        for seed in range(several):
            off.append(sc.simulate(battles.BATTLE, trials=trials, seed=seed).win["attacker"] - chance)
        spent = (time.process_time() - before) / several
        error = float(np.sqrt(np.mean(np.square(off))))
        assert error < 3.0 * (chance * (1.0 - chance) / trials) ** 0.5
        recorder.add(
            Figure(ERROR, "trials", "error", [error], trials), Figure(SPENT, "trials", "ms", [spent * 1e3], trials)
        )
        if batches is not None:
            before = time.process_time()
            off = [batches(trials)[0] / trials - chance for _ in range(several)]
            theirs = (time.process_time() - before) / several
            error = float(np.sqrt(np.mean(np.square(off))))
            recorder.add(
                Figure(ERROR, "NumPy", "error", [error], trials), Figure(SPENT, "NumPy", "ms", [theirs * 1e3], trials),
                Figure(SPENT, "trials / NumPy", RATIO, [theirs / spent], trials),
            )  # fmt: skip
