"""What a trial of each combat costs at the least: its random numbers and its samples, timed alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.combats import SCENARIOS
from bench.figures import RANDOM, Run
from simcore.engine.rng import WORDS

# Of a draw over a chain: the random number is written and read, a cell is read, a counter read and written.
BYTES_OF_A_DRAW = 5 * 8


@dataclass(frozen=True)
class Chain:
    """Trials over a compiled chain: draws and blocks of a trial, KB of cells, ns of a trial, and the least of them."""

    draws: float
    blocks: float
    cells: float
    nanoseconds: float
    least: float

    @property
    def traffic(self) -> float:
        """Bytes that the draws of a trial read and write."""
        return self.draws * BYTES_OF_A_DRAW


@dataclass(frozen=True)
class Direct:
    """Direct trials: a draw is a roll."""

    draws: float
    nanoseconds: float
    least: float


@dataclass(frozen=True)
class Limit:
    """One combat; a sampler is None where it was not measured or rolls nothing."""

    name: str
    rolls: float
    model: float
    chain: Chain | None
    direct: Direct | None


def limits(run: Run) -> Iterator[Limit]:
    """Those of all combats that a run has measured."""
    figures = {name: figure.median for name, figure in run.by_name().items()}
    parts = ("Philox block of four words", "step of a chain", "alias sample")
    if not all(f"{RANDOM}: {part}" in figures for part in parts):
        return
    block, step, sample = (figures[f"{RANDOM}: {part}"] for part in parts)
    for name in SCENARIOS:
        if f"{name}: rolls" not in figures:
            continue
        rolls, chain, direct = figures[f"{name}: rolls"], None, None
        if f"{name}: trials, chain" in figures:
            draws, blocks, cells = (figures[f"{name}: {part} of a chain"] for part in ("draws", "blocks", "cells"))
            least = blocks * block + draws * step
            chain = Chain(draws, blocks, cells, figures[f"{name}: trials, chain"], least)
        if f"{name}: trials, direct" in figures and rolls > 0:
            least = max(1.0, rolls / WORDS) * block + rolls * sample
            direct = Direct(rolls, figures[f"{name}: trials, direct"], least)
        yield Limit(name, rolls, figures[f"{name}: model"], chain, direct)
