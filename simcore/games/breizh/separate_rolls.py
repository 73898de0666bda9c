"""Problems of separate rolls, one after the other: what sieges and fights have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver
from simcore.games.breizh import roll_kernels
from simcore.games.breizh.narration import RollsRetelling
from simcore.types import Array

RESOLVER = Resolver.of("breizh-rolls", roll_kernels)


class Told(NamedTuple):
    """How rolls are told: what is settled before them, each roll (number, die, result), and how it ended."""

    before: Sequence[str]
    roll: Callable[[int, int, int], str]
    end: Callable[[Array], str]


def rolls_problem(
    die: Sequence[int],
    added: Sequence[int],
    most: Sequence[int],
    columns: Callable[[Array], Mapping[str, Array]],
    constants: Mapping[str, float],
    told: Told,
) -> Problem:
    """Rolls whose results are die + `added`, from 0 to `most`; `columns` gets int64[endings, rolls] of results."""
    kinds = np.array(most, np.int64) + 1
    ways = np.concatenate([[1], np.cumprod(kinds)]).astype(np.int64)  # results of the first rolls together
    first = np.concatenate([[0], np.cumsum(ways)]).astype(np.int64)
    faces, count = np.unique(np.array(die, np.int64), return_counts=True)
    model = roll_kernels.Rolls(
        rows=pack(np.array([0, faces.size]), count / count.sum()),
        die=faces,
        added=np.array(added, np.int64),
        most=np.array(most, np.int64),
        first=first[:-1],
    )

    def split(endings: Array) -> Mapping[str, Array]:
        results = np.zeros((endings.size, kinds.size), np.int64)
        for roll in range(kinds.size - 1, -1, -1):
            endings, results[:, roll] = np.divmod(endings, kinds[roll])
        return columns(results)

    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        states=int(first[-1]),
        phases=1,
        endings=int(ways[-1]),
        columns=split,
        constants=constants,
        retell=RollsRetelling(model, told.before, told.roll, told.end),
    )
