"""Trials of every combat by both samplers, and what each costs at the least: blocks of words, samples, memory."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from bench.combats import SCENARIOS, TYPICAL
from bench.conftest import Recorder
from bench.figures import Figure
from bench.turns import SIGMAS, Turn, of_many, take_turns
from simcore.engine import montecarlo, run
from simcore.engine.chain import Chain
from simcore.engine.rng import WORDS
from simcore.evaluation.questions import prepare
from simcore.games import COMBATS

TRIALS = 20_000
COUNTED = 100_000  # trials whose draws are counted


def test_every_combat_is_here() -> None:
    assert set(TYPICAL) == {(game, combat) for game, combats in COMBATS.items() for combat in combats}


def _counts(chain: Chain) -> tuple[float, float]:
    """Draws that a trial uses on the average, and blocks of words that it takes."""
    visits, ends = np.zeros(chain.places, np.int64), np.zeros(chain.ending_of.size + 1, np.int64)
    montecarlo.walk(chain.cells, chain.width, chain.start, chain.over, np.uint64(0), 0, COUNTED, visits, ends)
    return visits[: chain.over].sum() / COUNTED, visits.sum() / WORDS / COUNTED


def _bytes(model: Any) -> int:
    """What a model's arrays take, those of the models and tables inside it included."""
    if isinstance(model, np.ndarray):
        return int(model.nbytes)
    return sum(map(_bytes, model)) if isinstance(model, tuple) else 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_trials(recorder: Recorder, name: str) -> None:
    problem = prepare(SCENARIOS[name]).problem
    solution = run.solve_problem(problem)
    contestants: dict[str, Turn] = {}
    for sampler in ("chain", "direct"):
        sampling = run.Sampling(problem, sampler)
        ends, rolls = sampling.unit(3, 0, TRIALS)
        parts = [sampling.unit(3, first, TRIALS // 4) for first in range(0, TRIALS, TRIALS // 4)]
        assert (ends == np.sum([part[0] for part in parts], axis=0)).all()
        assert (rolls == np.sum([part[1] for part in parts], axis=0)).all()
        off = np.abs(ends[:-1] / TRIALS - solution.ends)
        assert (off <= SIGMAS * np.sqrt(solution.ends * (1 - solution.ends) / TRIALS) + 2 / TRIALS).all()
        contestants[sampler] = of_many(partial(sampling.unit, 3, 0))
        if sampling.chain is not None:
            draws, blocks = _counts(sampling.chain)
            assert draws <= solution.rolls.sum() * 1.01
            recorder.add(
                Figure(name, "draws of a chain", "", [draws]),
                Figure(name, "blocks of a chain", "", [blocks]),
                Figure(name, "cells of a chain", "KB", [sampling.chain.cells.nbytes / 1024]),
            )
    recorder.add(
        Figure(name, "rolls", "", [float(solution.rolls.sum())]),
        Figure(name, "model", "KB", [_bytes(problem.model) / 1024]),
    )
    spent = take_turns(contestants, recorder.pace, TRIALS)
    recorder.add(*(Figure(name, f"trials, {who}", "ns", turns) for who, turns in spent.items()))
