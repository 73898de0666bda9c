"""Every way in which a side's results can be assigned, where that is somebody's free choice."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.errors import SimcoreError
from simcore.games.legendary import assigning
from simcore.games.legendary.assigning import Assigning
from simcore.types import Array

Fork = tuple[bytes, int]  # where things stand when a Tough character rolls for his last wound, and his kind
MOST_STANDS = 100_000  # ways that a side can stand with results still to come: about a second
MOST_WAYS = np.iinfo(np.int16).max  # to assign one set of results, as `engine.choices.Guided` numbers them


def too_many() -> SimcoreError:
    return SimcoreError("optimal: there are too many ways to assign so many results; name a policy")


class Assignments:
    """All that can become of a side, one result after the other; where things stand is `assigning.begin`'s `now`."""

    def __init__(self, side: Array, how: Assigning, most: Array) -> None:
        self.side, self.how, self.most = side, how, most
        self.shape = (len(side) + 1, 6)
        self.known: dict[bytes, tuple[int | Fork, ...]] = {}

    def ways(self, now: Array) -> tuple[int | Fork, ...]:
        """What the results still to come can lead to: forks, and fates as -1 - their key."""
        key = now.tobytes()
        if key in self.known:
            return self.known[key]
        if len(self.known) >= MOST_STANDS:
            raise too_many()
        found: dict[int | Fork, None] = {}
        able = np.zeros(len(self.side), np.bool_)
        if not assigning.who_can(self.side, self.how, now, able):
            found[-1 - int(assigning.key_of(self.side, now))] = None
        elif not able.any():  # it is lost
            found = dict.fromkeys(self.ways(now))
        for kind in np.flatnonzero(able).tolist():
            then = now.copy()
            tough = int(assigning.give(self.side, self.how, then, kind))
            found |= {(then.tobytes(), tough): None} if tough >= 0 else dict.fromkeys(self.ways(then))
        self.known[key] = tuple(found)
        return self.known[key]

    def of_set(self, cell: int, most_results: int) -> tuple[int | Fork, ...]:
        """What a set of results can lead to; nothing where there are more than can be rolled."""
        now = np.zeros(self.shape, np.int64)
        possible = assigning.begin_set(self.side, self.how, self.most, cell, now) <= most_results
        return self.ways(now) if possible else ()

    def after(self, fork: Fork) -> tuple[tuple[int | Fork, ...], tuple[int | Fork, ...]]:
        """The same after a Tough character's roll: he survives, or not."""
        where, kind = fork
        saved = np.frombuffer(where, np.int64).reshape(self.shape).copy()
        felled = saved.copy()
        assigning.fell(self.side, felled, kind)
        return self.ways(saved), self.ways(felled)

    def time(self, fork: Fork) -> int:
        """Rises from what comes before to what comes after: a roll spends a Kill, so fewer results are left."""
        return -int(np.frombuffer(fork[0], np.int64).reshape(self.shape)[-1, :4].sum())


def every_way(made: Any, most_results: int, sets: int) -> tuple[list[Any], Array, Array]:
    """(forks, first way of every turn, every way) as in `kernels.Fates`, but a fate is -1 - its key for now.

    `made`: `Assignments`, or `guarding.Guarding`.
    """
    turns = [made.of_set(cell, most_results) for cell in range(sets)]
    forks: dict[Any, None] = {}
    waiting = [way for ways in turns for way in ways if isinstance(way, tuple)]
    while waiting:
        fork = waiting.pop()
        if fork not in forks:
            forks[fork] = None
            waiting += [way for ways in made.after(fork) for way in ways if isinstance(way, tuple)]
    # The engine goes by numbers that rise with time.
    number = {fork: at for at, fork in enumerate(sorted(forks, key=made.time))}
    turns += [ways for fork in number for ways in made.after(fork)]
    if max(map(len, turns)) > MOST_WAYS:
        raise too_many()
    first = np.concatenate([[0], np.cumsum([len(ways) for ways in turns])]).astype(np.int64)
    told = [way if isinstance(way, int) else number[way] for ways in turns for way in ways]
    return list(number), first, np.array(told, np.int64)
