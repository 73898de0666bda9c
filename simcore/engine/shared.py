"""Models that many scenarios share: built once for the largest of a kind, each scenario begins at a state of its own.

Game-independent; a game says which of its scenarios are of one kind, and how large each is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from operator import le
from typing import NamedTuple

import numpy as np

from simcore.engine.outcomes import sort_endings
from simcore.engine.resolver import Problem
from simcore.engine.run import exact_cost, small_enough

Size = tuple[int, ...]

STEP = 3  # numbers are rounded up to a multiple: a model is seldom built anew
MOST_STATES = 1 << 20  # of one shared model; beyond it each scenario has a model of its own
MOST_KEPT = 1 << 27  # bytes of all that are kept
MOST_KINDS = 1 << 12  # of which anything is remembered


def covering(sizes: Iterable[Size]) -> Size:
    """The least size that is no smaller than any of these in any direction.

    >>> covering([(3, 1), (2, 4)])
    (3, 4)
    """
    return tuple(map(max, zip(*sizes, strict=True)))


class _Kept(NamedTuple):
    size: Size
    largest: Problem | None = None  # None: met once, and not worth a model yet, whose endings are all to be sorted
    bytes: int = 0


def _bytes(problem: Problem) -> int:
    """Memory of a model, and of its endings sorted."""
    return sum(getattr(part, "nbytes", 0) for part in (*problem.model, *problem.model.rows)) + 16 * problem.endings


class SharedModelCache:
    """The largest problem of each kind, of those met last. One that turns out too small is built anew, for all."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._bytes = 0

    def shared(
        self, kind: Hashable, sizes: Sequence[Size], build: Callable[[Size], Problem | None]
    ) -> list[Problem | None]:
        """For each of some scenarios of one kind, the problem whose model it shares; None: it has to make its own.

        So it is for a kind that is met for the first time and alone, and where a model for all would be too large:
        `build` may say so by None, before it builds.
        """
        kept = self._take(kind)
        if kept is None and len(sizes) == 1:
            kept = _Kept(sizes[0])
        else:
            most = covering(sizes if kept is None else [*sizes, kept.size])
            if kept is None or kept.largest is None or most != kept.size:
                with_room = tuple(-(-number // STEP) * STEP for number in most)
                largest = _made_to_share(build(with_room))
                if largest is not None or kept is None:
                    kept = _Kept(with_room, largest, 0 if largest is None else _bytes(largest))
        self._keep(kind, kept)
        return [kept.largest if all(map(le, size, kept.size)) else None for size in sizes]

    def _take(self, kind: Hashable) -> _Kept | None:
        kept = self._kept.pop(kind, None)
        self._bytes -= 0 if kept is None else kept.bytes
        return kept

    def _keep(self, kind: Hashable, kept: _Kept) -> None:
        self._kept[kind] = kept
        self._bytes += kept.bytes
        while self._bytes > MOST_KEPT or len(self._kept) > MOST_KINDS:
            self._take(next(iter(self._kept)))


def _made_to_share(problem: Problem | None) -> Problem | None:
    """A problem with what is worth working out once for all that share its model.

    None for one that is not answered exactly: what a smaller model would answer must not be left to trials for it.
    """
    if problem is None or problem.states > MOST_STATES or not small_enough(problem):
        return None
    outcomes = cache(lambda: sort_endings(problem.columns, np.arange(problem.endings)))
    return replace(problem, outcomes=outcomes, most_moves=exact_cost(problem))
