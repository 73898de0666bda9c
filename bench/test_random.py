"""Random numbers and joint rolls, each by itself: the parts that a trial is made of, and what it costs others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from bench import battles
from bench.duels import DUELS
from bench.figures import RANDOM
from simcore.engine import run
from simcore.engine.dice import pack, sample
from simcore.engine.jit import entry, index
from simcore.engine.montecarlo import next_place
from simcore.engine.rng import TRIAL, WORDS, draw, words_of_block
from simcore.evaluation.questions import prepare

LANES, BLOCKS, DRAWS = 48, 1_000, 1 << 18
Timed = Callable[..., Any]


@entry
def _blocks(out: Any, seed: Any, numbers: Any, times: Any) -> Any:
    for block in range(times):
        words_of_block(out, seed, np.uint64(0), numbers, np.uint64(block), numbers.size)


@entry
def _samples(rows: Any, row: Any, words: Any) -> Any:
    total = 0
    for word in words:
        total += sample(rows, row, word)
    return total


@entry
def _rolls(rows: Any, chosen: Any, words: Any) -> Any:
    total = 0
    for k in range(words.size):
        total += sample(rows, chosen[index(k)], words[index(k)])
    return total


@entry
def _places(cells: Any, width: Any, words: Any) -> Any:
    total = 0
    for word in words:
        total += next_place(cells, width, 0, word)
    return total


def words(number: int) -> Any:
    return np.random.default_rng(1).integers(0, 1 << 32, number, np.uint64)


def test_blocks_of_words(timed: Timed) -> None:
    out = np.zeros((WORDS, LANES), np.uint64)
    numbers = np.arange(LANES).astype(np.uint64)
    timed(
        lambda: _blocks(out, np.uint64(5), numbers, BLOCKS), RANDOM, "Philox block of four words", "ns",
        per=LANES * BLOCKS,
    )  # fmt: skip
    assert out[:, 7].tolist() == list(draw(5, 7, BLOCKS - 1, TRIAL))


@pytest.mark.parametrize("bits", ["Philox", "SFC64"])
def test_words_of_numpy(timed: Timed, bits: str) -> None:
    generator = np.random.Generator(getattr(np.random, bits)(1))
    made = timed(
        lambda: generator.integers(0, 1 << 32, DRAWS, np.uint32), RANDOM, f"four words of NumPy's {bits}", "ns",
        per=DRAWS / WORDS,
    )  # fmt: skip
    assert abs(made.mean() / 2**31 - 1.0) < 5 * (1 / 3 / DRAWS) ** 0.5


def test_alias_sample(timed: Timed) -> None:
    chances = np.arange(1.0, 13.0) / 78
    rows, drawn = pack(np.array([0, 12]), chances), words(DRAWS)
    total = timed(lambda: _samples(rows, 0, drawn), RANDOM, "alias sample", "ns", per=DRAWS)
    mean = float(chances @ np.arange(12))
    deviation = float(chances @ (np.arange(12) - mean) ** 2) ** 0.5
    assert abs(total / DRAWS - mean) < 5 * deviation / DRAWS**0.5


def test_joint_rolls(timed: Timed) -> None:
    """Rolls of two to five dice in any order, each as one sample."""
    model = prepare(battles.BATTLE).problem.model
    drawn = words(DRAWS)
    chosen = np.random.default_rng(2).integers(0, model.rows.first.size - 1, DRAWS)
    total = timed(lambda: _rolls(model.rows, chosen, drawn), RANDOM, "joint roll, any row of a battle", "ns", per=DRAWS)
    faces = np.arange(model.rows.probability.size)
    means = np.add.reduceat(model.rows.probability * faces, model.rows.first[:-1])
    assert total / DRAWS == pytest.approx(means[chosen].mean(), rel=0.01)


def test_step_of_a_chain(timed: Timed) -> None:
    chain = run.Sampling(DUELS["breizh battle"].problem, "chain").chain
    assert chain is not None
    drawn = words(DRAWS)
    total = timed(lambda: _places(chain.cells, chain.width, drawn), RANDOM, "step of a chain", "ns", per=DRAWS)
    assert 0 < total < DRAWS * chain.places
