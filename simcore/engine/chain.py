"""The compiled chain: all states of one scenario found beforehand, each with a sampling row of its own.

Game-independent: built from the exact engine's forward pass, walked by `montecarlo.walk`. A draw settles one roll, or
several in a long combat (see `strides`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from simcore.engine import montecarlo, rng
from simcore.engine.dice import alias_cells
from simcore.engine.jit import entry
from simcore.engine.strides import NO_ROLL, Moves, stride
from simcore.types import Array

MAX_PLACES = 1 << 20  # what a packed cell can name
MAX_BYTES = 4 << 20  # beyond a core's second-level cache the walk loses to the direct trial
MOST_ROLLS = 8  # in a draw
STRIDE_BYTES = 2 << 20  # of cells where a draw is several rolls: wider rows are to cost less than the draws they save


@dataclass(frozen=True)
class Chain:
    """Cells as `montecarlo.walk` reads them; place k is state `state_of[k]` below `over`, then come the endings, then
    one place that is nowhere."""

    cells: Array
    width: int
    start: int
    over: int
    rolled: Array  # int64[places - 1, rolls of a draw]: the row rolled on leaving, then those before arriving
    ending_of: Array  # int64[places - 1 - over]
    state_of: Array  # int64[places - 1]: a state that looks like this place
    draws: int  # most of a trial; one more than a block has words: some need more than a block

    @property
    def places(self) -> int:
        return self.over + self.ending_of.size + 1

    def rolled_between(self, place: int, after: int) -> tuple[int, ...]:
        """The rows rolled, in order, by a draw that led from one place to the other."""
        rows = self.rolled[place, 0], *self.rolled[after, 1:]
        return tuple(int(row) for row in rows if row != NO_ROLL)


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


def single_rolls(problem: Any, visits: Array, moves: int) -> tuple[Moves, Array, Array] | None:
    """The chain of `problem` roll by roll, `ending_of` and `state_of` as in `Chain`; None where it is never left."""
    reached = int(np.count_nonzero(visits))
    number = np.full(visits.size, -1)
    place_of_ending = np.full(problem.endings, -1)
    first = np.zeros(reached + 1, np.int64)
    to, probability = np.zeros(moves, np.int64), np.zeros(moves)
    row_of = np.full(reached, NO_ROLL)
    over, places, used = problem.resolver.link(
        problem.model, visits, number, place_of_ending, first, to, probability, row_of
    )
    if number[problem.start] < 0 or (to[:used] < 0).any():
        return None  # a circle that is never left has no visits to go by
    ending_of = np.zeros(places - over, np.int64)
    ended = np.flatnonzero(place_of_ending >= 0)
    ending_of[place_of_ending[ended] - over] = ended
    state_of = np.zeros(places, np.int64)
    known = np.flatnonzero(number >= 0)
    state_of[number[known]] = known
    rolled = row_of[:places, None]
    return (
        Moves(first[: over + 1], to[:used], probability[:used], rolled, int(number[problem.start])),
        ending_of,
        state_of,
    )


def _width(moves: Moves) -> int:
    """Bits of a word that choose the cell."""
    widest = int(np.diff(moves.first).max(initial=1))
    return max(1, (widest - 1).bit_length())


def _bytes(moves: Moves) -> int:
    """What the cells of all places take, and of the one that is nowhere."""
    return (len(moves.rolled) + 1) << _width(moves) + 3


def most_draws(moves: Moves) -> int:
    """Most draws of a trial as in `Chain`, at least 1."""
    here = np.array([moves.start])
    for drawn in range(1, rng.WORDS + 1):
        to = [moves.to[moves.first[place] : moves.first[place + 1]] for place in here[here < moves.over]]
        here = np.unique(np.concatenate(to)) if to else here[:0]
        if (here >= moves.over).all():
            return drawn
    return rng.WORDS + 1


def compile_chain(problem: Any, visits: Array, moves: int, rolls: float) -> Chain | None:
    """The chain of `problem` (a `resolver.Problem`) after a forward pass, or None where it does not fit.

    `rolls`: the mean of a trial. As many rolls go into a draw as let a trial of that length end within one block of
    random words, as long as the cells fit.
    """
    single = single_rolls(problem, visits, moves)
    if single is None:
        return None
    chain, ending_of, state_of = single
    if len(chain.rolled) >= MAX_PLACES or _bytes(chain) > MAX_BYTES:
        return None
    one, place_of = chain, np.arange(len(chain.rolled))
    wanted = ceil(rolls / rng.WORDS - 1e-6)  # a mean of 8 is 8 on every machine, however its sum was rounded
    for several in range(2, min(wanted, MOST_ROLLS) + 1):
        longer = stride(one, several, STRIDE_BYTES // 8)
        if longer is None or _bytes(longer[0]) > STRIDE_BYTES:
            break
        chain, place_of = longer
    width, places = _width(chain), len(chain.rolled)
    cells = np.zeros((places + 1) << width, np.uint64)
    _pack(cells, width, chain.over, places + 1, chain.first, chain.to, chain.probability)
    ending_of = ending_of[place_of[chain.over :] - one.over]
    return Chain(cells, width, chain.start, chain.over, chain.rolled, ending_of, state_of[place_of], most_draws(chain))


def run_unit(chain: Chain, endings: int, rows: int, seed: int, first: int, count: int) -> tuple[Array, Array]:
    """One unit of work over the chain, in the terms of the direct trial: (ends, rolls)."""
    visits = np.zeros(chain.places, np.int64)
    finished = np.zeros(chain.ending_of.size + 1, np.int64)
    walk = montecarlo.SHORT_WALKS.get(chain.draws, montecarlo.walk)
    walk(chain.cells, chain.width, chain.start, chain.over, np.uint64(seed), first, count, visits, finished)
    ends = np.zeros(endings + 1, np.int64)
    np.add.at(ends, chain.ending_of, finished[:-1])
    ends[-1] = finished[-1]
    visits[chain.over :] = finished
    rolls = np.zeros(rows + 1, np.int64)  # the last, where NO_ROLL leads: nothing
    np.add.at(rolls, chain.rolled, visits[:-1, None])
    return ends, rolls[:-1]
