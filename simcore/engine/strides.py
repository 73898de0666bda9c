"""Strides: a chain whose every move is several rolls of another one, so that one random number settles all of them.

Game-independent. A run counts every roll, so a place of the stride is a place of the other chain together with the rows
that were rolled on the way to it.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from simcore.types import Array

Reached = tuple[int, tuple[int, ...]]  # a place of the chain of single rolls, the rows rolled on the way

NO_ROLL = -1


class Moves(NamedTuple):
    """A chain: places that are not over first, then the endings; place k has moves `first[k] .. first[k + 1] - 1`."""

    first: Array  # int64[places not over + 1]
    to: Array  # int64[moves]: a place
    probability: Array  # float64[moves]
    rolled: Array  # int64[places, rolls of a move]: the row rolled on leaving, then those before arriving; or NO_ROLL
    start: int

    @property
    def over(self) -> int:
        """The first ending."""
        return self.first.size - 1


def stride(one: Moves, rolls: int, most: int) -> tuple[Moves, Array] | None:
    """The chain of `rolls` rolls a move (fewer where it ends) out of that of one, and each place's place in that one.

    None where it would take a look at more than `most` moves.
    """
    over, row_of = one.over, one.rolled[:, 0].tolist()
    moves = list(zip(one.to.tolist(), one.probability.tolist(), strict=True))
    moves_of = [moves[first:last] for first, last in pairwise(one.first.tolist())]
    leads_to: dict[int, dict[Reached, float]] = {}
    waiting, looked_at = [one.start], 0
    for origin in waiting:  # grows on the way
        if origin in leads_to:
            continue
        ways: dict[Reached, float] = {(origin, ()): 1.0}
        for roll in range(rolls):
            longer: dict[Reached, float] = defaultdict(float)
            for (place, rows), chance in ways.items():
                if place >= over:
                    longer[place, rows] += chance
                    continue
                passed = (*rows, row_of[place]) if roll else rows  # the first is told by the origin
                for target, share in moves_of[place]:
                    longer[target, passed] += chance * share
            ways = longer
            looked_at += len(ways)
            if looked_at > most:
                return None
        leads_to[origin] = ways
        waiting += [place for place, _ in ways if place < over]
    start: Reached = one.start, ()
    reached = dict.fromkeys([start, *(way for ways in leads_to.values() for way in ways)])
    places = sorted(reached, key=lambda way: way[0] >= over)
    number = {way: place for place, way in enumerate(places)}
    led = [leads_to[place] for place, _ in places if place < over]
    rolled = np.full((len(places), rolls), NO_ROLL)
    for at, (place, rows) in enumerate(places):
        rolled[at, 0] = row_of[place]
        rolled[at, 1 : 1 + len(rows)] = rows
    whole = Moves(
        first=np.cumsum([0, *map(len, led)]),
        to=np.array([number[way] for ways in led for way in ways], np.int64),
        probability=np.array([chance for ways in led for chance in ways.values()]),
        rolled=rolled,
        start=number[start],
    )
    return whole, np.array([place for place, _ in places])
