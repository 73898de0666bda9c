"""Outcomes: endings of a combat that look alike are one. Which endings do, and what each outcome looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from simcore.engine.jit import step
from simcore.types import Array

LARGEST_KEY = 1 << 62


class Told(dict[int, str]):
    """Outcomes by number, each as it ends its JSON object; written when first asked for, since few come up often."""

    def __init__(self, names: Sequence[str], table: Array) -> None:
        self._names, self._table = [f'"{name}":' for name in names], table

    def __missing__(self, number: int) -> str:
        values = self._table[:, number].tolist()
        self[number] = ",".join(map("{}{}".format, self._names, values)) + "}"
        return self[number]


@dataclass(frozen=True)
class Outcomes:
    """Some endings sorted into outcomes."""

    names: tuple[str, ...]
    table: Array  # int64[name, outcome], outcomes in rising order of their columns
    which: Array  # int64[endings]: the outcome of each

    @cached_property
    def terms(self) -> Array:
        """What is summed up over outcomes, float64[1 + winners + name, outcome]: ones, who has won, the columns."""
        winner = self.table[self.names.index("winner")]
        won = np.arange(winner.max(initial=0) + 1)[:, None] == winner
        return np.concatenate([np.ones((1, winner.size)), won, self.table])

    @cached_property
    def told(self) -> Told:
        return Told(self.names, self.table)

    def weigh(self, ends: Array) -> Weighed:
        """Outcomes that have weight, by the weights of the endings: chances, or counts below 2**53."""
        weight = np.bincount(self.which, ends, minlength=self.table.shape[1])
        reached = weight.nonzero()[0]
        order = reached[(-weight[reached]).argsort(kind="stable")]
        return Weighed(self, order, weight[order].astype(ends.dtype, copy=False))


class Weighed(NamedTuple):
    """Outcomes that have weight, heaviest first."""

    outcomes: Outcomes
    order: Array  # int64[reached]: the number of each
    weight: Array

    @property
    def columns(self) -> dict[str, Array]:
        """Columns by name, int64[reached]."""
        return dict(zip(self.outcomes.names, self.outcomes.table.take(self.order, axis=1), strict=True))

    def sums(self) -> tuple[float, list[float], dict[str, float]]:
        """The whole weight, that of each winner (but for the last ones, if they never win), and that of the columns."""
        # All in one go, and so in the same way: a column of ones has the mean 1, to the last bit.
        whole, *each = (self.outcomes.terms.take(self.order, axis=1) * self.weight).sum(axis=1).tolist()
        names = self.outcomes.names
        return whole, each[: -len(names)], dict(zip(names, each[-len(names) :], strict=True))


@step
def with_digit(code: int, digit: int, size: int) -> int:
    """`code` with one more digit, below `size`: how an ending is packed, column by column.

    A digit that is too large would be read as a part of the next one, by both engines alike: so it is no answer at all.
    """
    if digit < 0 or digit >= size:
        raise AssertionError("an ending does not fit the columns laid out for it")
    return code * size + digit


def sort_endings(columns: Callable[[Array], Mapping[str, Array]], endings: Array) -> Outcomes:
    """What `endings` look like by their `columns`, each distinct look once."""
    told = columns(endings)
    table = np.array(list(told.values()), np.int64)
    if (table < 0).any():  # sorted below as digits: a negative one would be taken for another row
        below = [name for name, column in zip(told, table, strict=True) if (column < 0).any()]
        raise AssertionError(f"endings with fewer than none in {', '.join(below)}")
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
