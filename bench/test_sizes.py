"""What grows with the armies, and how fast trials come near the exact answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import numpy as np
import pytest

import simcore as sc
from bench import battles
from bench.conftest import Recorder
from bench.contestants import in_icepool, in_numpy
from bench.contestants.rules import RULES
from bench.figures import ERROR, SIZE, SPENT, Figure, ratios
from bench.turns import Turn, of_calls, of_many, take_turns
from simcore.engine import run
from simcore.evaluation.questions import prepare

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
    problem = prepare(scenario).problem
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
    seeds = count()

    def ours(trials: int) -> float:
        return sc.simulate(battles.BATTLE, trials=trials, seed=next(seeds)).win["attacker"]

    contestants: dict[str, Callable[[int], float]] = {"trials": ours}
    if recorder.measures:
        batches = in_numpy.Batches(RULES["cent-ans battle"](*battles.UNITS))
        contestants["NumPy"] = lambda trials: batches(trials)[0] / trials
    rounds = recorder.pace.rounds
    for trials in TRIALS if recorder.measures else TRIALS[:2]:
        repeats = REPEATS if trials < 10**6 or recorder.full else REPEATS // 4
        in_turn = max(2, repeats // rounds) if recorder.measures else 2
        off: dict[str, list[float]] = {who: [] for who in contestants}
        spent: dict[str, list[float]] = {who: [] for who in contestants}
        for _ in range(rounds):
            for who, estimate in contestants.items():
                before = time.process_time()
                off[who] += [estimate(trials) - chance for _ in range(in_turn)]
                spent[who].append((time.process_time() - before) * 1e3 / in_turn)
        for who in contestants:
            error = float(np.sqrt(np.mean(np.square(off[who]))))
            assert error < 3.0 * (chance * (1.0 - chance) / trials) ** 0.5
            recorder.add(Figure(ERROR, who, "error", [error], trials), Figure(SPENT, who, "ms", spent[who], trials))
        recorder.add(*ratios(SPENT, spent, ["trials"], trials))
