"""Outcomes: endings of a combat that look alike are one. Which endings do, and what each outcome looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
LARGEST_KEY = 1 << 62


class Outcomes(NamedTuple):
    """Some endings sorted into outcomes."""

    names: tuple[str, ...]
    table: Array  # int64[name, outcome], outcomes in rising order of their columns
    which: Array  # int64[endings]: the outcome of each

    def weigh(self, ends: Array) -> tuple[Array, Array]:
        """Outcomes that have weight, heaviest first: (weight, int64[name, outcome]).

        `ends` are the weights of the endings, chances or counts below 2**53.
        """
        weight = np.bincount(self.which, ends, minlength=self.table.shape[1])
        reached = np.flatnonzero(weight)
        order = reached[np.argsort(-weight[reached], kind="stable")]
        return weight[order].astype(ends.dtype, copy=False), self.table.take(order, axis=1)


def sort_endings(columns: Callable[[Array], Mapping[str, Array]], endings: Array) -> Outcomes:
    """What `endings` look like by their `columns`, each distinct look once."""
    told = columns(endings)
    table = np.array(list(told.values()), np.int64)
    first, which = distinct_rows(table, endings.size)
    return Outcomes(tuple(told), table.take(first, axis=1), which)


def distinct_rows(columns: Sequence[Array] | Array, rows: int) -> tuple[Array, Array]:
    """Of rows of whole numbers, 0 or more: where each distinct one stands first, and which of these each row is.

    Distinct rows are in rising order.
    """
    # Each row as one number, columns as its digits: sorting rows of a table would take most of a warm answer.
    table = np.asarray(columns, np.int64).reshape(len(columns), rows)
    key, size = np.zeros(rows, np.int64), 1
    for column, largest in zip(table, table.max(axis=1, initial=0).tolist(), strict=True):
        span = largest + 1
        if size * span > LARGEST_KEY:
            key = np.unique(key, return_inverse=True)[1].reshape(-1)
            size = int(key.max(initial=0)) + 1
        key, size = key * span + column, size * span
    # np.unique with both its indices, which takes three times as long for the dozen endings of most combats.
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = np.ones(key.size, np.bool_)
    np.not_equal(key[1:], key[:-1], out=begins[1:])
    which = np.empty(key.size, np.int64)
    which[order] = np.cumsum(begins) - 1
    return order[begins], which
