"""The compiled chain: all states of one scenario found beforehand, each with a sampling row of its own.

Game-independent: built from the exact engine's forward pass, walked by `montecarlo.walk`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.engine import montecarlo
from simcore.engine.dice import alias_cells
from simcore.engine.jit import entry

Array = np.ndarray[Any, np.dtype[Any]]

MAX_PLACES = 1 << 20  # what a packed cell can name
MAX_BYTES = 4 << 20  # beyond a core's second-level cache the walk loses to the direct trial


@dataclass(frozen=True)
class Chain:
    """Cells as `montecarlo.walk` reads them; place k is state `state_of[k]` below `over`, then come the endings, then
    one place that is nowhere."""

    cells: Array
    width: int
    start: int
    over: int
    row_of: Array  # int64[over]
    ending_of: Array  # int64[places - 1 - over]
    state_of: Array  # int64[places - 1]: a state that looks like this place

    @property
    def places(self) -> int:
        return self.over + self.ending_of.size + 1


@entry
def _pack(cells, width, over, places, first, to, probability):
    size = 1 << width
    padded = np.zeros(size)
    target = np.zeros(size, np.int64)
    cut = np.zeros(size, np.uint64)
    alias = np.zeros(size, np.int64)
    side = np.uint64(20)
    for place in range(places):
        padded[:] = 0.0
        if place < over:
            moves = first[place + 1] - first[place]
            padded[:moves] = probability[first[place] : first[place + 1]]
            padded /= padded.sum()
            target[:moves] = to[first[place] : first[place + 1]]
        else:
            moves = 1
            padded[0] = 1.0
            target[0] = place
        alias_cells(padded, 0, size, cut, alias, 16777216.0)
        for cell in range(size):
            other = target[alias[cell]]
            # A cut of 2**24 does not fit the 24 bits; such a cell has one side only. So has an empty one.
            whole = cut[cell] >> np.uint64(24) != 0
            own = target[cell] if cell < moves else other
            packed = np.uint64(0) if whole else cut[cell]
            last = own if whole else other
            cells[(place << width) + cell] = (packed << (side + side)) | (np.uint64(own) << side) | np.uint64(last)


def compile_chain(problem: Any, visits: Array, moves: int) -> Chain | None:
    """The chain of `problem` (a `resolver.Problem`) after a forward pass, or None where it does not fit."""
    reached = int(np.count_nonzero(visits))
    number = np.full(visits.size, -1)
    place_of_ending = np.full(problem.endings, -1)
    first = np.zeros(reached + 1, np.int64)
    to, probability = np.zeros(moves, np.int64), np.zeros(moves)
    row_of = np.zeros(reached, np.int64)
    over, places, used = problem.resolver.link(
        problem.model, visits, number, place_of_ending, first, to, probability, row_of
    )
    if number[problem.start] < 0 or (to[:used] < 0).any():
        return None  # a circle that is never left has no visits to go by
    widest = int(np.diff(first[: over + 1]).max()) if over else 1
    width = max(1, (widest - 1).bit_length())
    if places >= MAX_PLACES or (places + 1) << width + 3 > MAX_BYTES:
        return None
    cells = np.zeros((places + 1) << width, np.uint64)
    _pack(cells, width, over, places + 1, first, to[:used], probability[:used])
    ending_of = np.zeros(places - over, np.int64)
    ended = np.flatnonzero(place_of_ending >= 0)
    ending_of[place_of_ending[ended] - over] = ended
    state_of = np.zeros(places, np.int64)
    known = np.flatnonzero(number >= 0)
    state_of[number[known]] = known
    return Chain(cells, width, int(number[problem.start]), over, row_of[:over], ending_of, state_of)


def run_unit(chain: Chain, endings: int, rows: int, seed: int, first: int, count: int) -> tuple[Array, Array]:
    """One unit of work over the chain, in the terms of the direct trial: (ends, rolls)."""
    visits = np.zeros(chain.places, np.int64)
    finished = np.zeros(chain.ending_of.size + 1, np.int64)
    montecarlo.walk(chain.cells, chain.width, chain.start, chain.over, np.uint64(seed), first, count, visits, finished)
    ends = np.zeros(endings + 1, np.int64)
    ends[chain.ending_of] = finished[:-1]
    ends[-1] = finished[-1]
    rolls = np.zeros(rows, np.int64)
    np.add.at(rolls, chain.row_of, visits[: chain.over])
    return ends, rolls
