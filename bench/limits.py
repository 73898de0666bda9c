"""What a trial of each combat is beside its parts: its random numbers and its samples, timed alone and added up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bench.combats import SCENARIOS
from bench.figures import RANDOM, Run
from bench.tables import table
from simcore.engine.rng import WORDS

BLOCK, STEP, SAMPLE = "Philox block of four words", "step of a chain", "alias sample"


@dataclass(frozen=True)
class Trials:
    """Trials of one sampler: draws of one of them, its nanoseconds, and those of its parts in sum.

    The sum is no bound: a kernel makes parts of many trials at the same time, as the processor lets it.
    """

    draws: float
    nanoseconds: float
    parts: float

    @property
    def times(self) -> float:
        """A trial beside its parts."""
        return self.nanoseconds / self.parts if self.parts else math.inf


@dataclass(frozen=True)
class Chain(Trials):
    """Trials over a compiled chain: also blocks of random numbers of a trial, and KB of cells."""

    blocks: float
    cells: float


@dataclass(frozen=True)
class Limit:
    """One combat: rolls of a trial, KB of the rules' tables. A sampler not measured, or that rolls nothing, is None."""

    name: str
    rolls: float
    model: float
    chain: Chain | None
    direct: Trials | None


def limits(run: Run) -> Iterator[Limit]:
    """Those of all combats that a run has measured."""
    figures = {name: figure.median for name, figure in run.by_name().items()}
    if not all(f"{RANDOM}: {part}" in figures for part in (BLOCK, STEP, SAMPLE)):
        return
    block, step, sample = (figures[f"{RANDOM}: {part}"] for part in (BLOCK, STEP, SAMPLE))
    for name in SCENARIOS:
        if not {f"{name}: rolls", f"{name}: model"} <= figures.keys():
            continue
        rolls, chain, direct = figures[f"{name}: rolls"], None, None
        of_chain = [f"{name}: {part} of a chain" for part in ("draws", "blocks", "cells")]
        if {f"{name}: trials, chain", *of_chain} <= figures.keys():
            draws, blocks, cells = (figures[part] for part in of_chain)
            chain = Chain(draws, figures[f"{name}: trials, chain"], blocks * block + draws * step, blocks, cells)
        if f"{name}: trials, direct" in figures and rolls > 0:
            parts = max(1.0, rolls / WORDS) * block + rolls * sample
            direct = Trials(rolls, figures[f"{name}: trials, direct"], parts)
        yield Limit(name, rolls, figures[f"{name}: model"], chain, direct)


def times_parts(trials: Iterable[Trials | None]) -> str:
    """What trials are beside their parts, from the least to the most."""
    all_ = [each.times for each in trials if each is not None]
    return f"Trials take {min(all_):.1f} to {max(all_):.1f} times their parts" if all_ else "No trials were measured"


def chains(all_: Iterable[Limit]) -> str:
    """The table of those that walk a chain."""
    rows = [
        (
            each.name, f"{each.rolls:.2f}", f"{chain.draws:.2f}", f"{chain.blocks:.2f}", f"{chain.cells:.2f}",
            f"{chain.nanoseconds:.1f}", f"{chain.parts:.1f}", f"{chain.times:.1f}",
        )
        for each in all_
        if (chain := each.chain) is not None
    ]  # fmt: skip
    head = "combat", "rolls", "steps", "blocks", "its table, KB", "ns a trial", "its parts, ns", "times its parts"
    return table(head, rows, words=1)


def directs(all_: Iterable[Limit]) -> str:
    """The table of those that follow the rules."""
    rows = [
        (
            each.name, f"{each.rolls:.2f}", f"{each.model:.1f}", f"{direct.nanoseconds:.1f}",
            f"{direct.nanoseconds / direct.draws:.1f}", f"{direct.parts:.1f}", f"{direct.times:.1f}",
        )
        for each in all_
        if (direct := each.direct) is not None
    ]  # fmt: skip
    head = "combat", "rolls", "rules' tables, KB", "ns a trial", "ns a roll", "its parts, ns", "times its parts"
    return table(head, rows, words=1)
