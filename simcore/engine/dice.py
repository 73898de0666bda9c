"""Dice, rolls of several dice at once, and packed tables of distributions that are sampled in one draw.

A *row* is one distribution over *faces*; a face is whatever a game makes of it (a set of results with the same
effect). Nothing here knows what a face does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.engine.jit import entry, index, kernel, step
from simcore.engine.rng import LOW, S32
from simcore.types import Array


class Rows(NamedTuple):
    """Distributions side by side: faces `first[r] .. first[r + 1] - 1` belong to row `r`."""

    first: Array  # int64[rows + 1]
    probability: Array  # float64[faces]
    cut: Array  # uint64[faces]: alias method, keep the face while the fraction is below (32 bits)
    alias: Array  # int64[2 * faces]: the other face of each cell, then once more each cell's own


@kernel
def alias_cells(probability, first, last, cut, alias, scale):
    """Vose's alias method for one row, in place; cuts in units of 1 / `scale`, rounded down to within 1."""
    n = last - first
    small = np.empty(n, np.int64)
    large = np.empty(n, np.int64)
    share = np.empty(n)
    smalls, larges = 0, 0
    for i in range(n):
        share[i] = probability[first + i] * n
        alias[first + i] = first + i
        if share[i] < 1.0:
            small[smalls] = i
            smalls += 1
        else:
            large[larges] = i
            larges += 1
    while smalls > 0 and larges > 0:
        smalls -= 1
        i = small[smalls]
        j = large[larges - 1]
        alias[first + i] = first + j
        share[j] -= 1.0 - share[i]
        if share[j] < 1.0:
            larges -= 1
            small[smalls] = j
            smalls += 1
    for i in range(larges):
        share[large[i]] = 1.0
    for i in range(smalls):
        share[small[i]] = 1.0
    for i in range(n):
        cut[first + i] = np.uint64(min(share[i], 1.0) * scale)


@entry
def _alias_rows(first, probability, cut, alias):
    for row in range(first.size - 1):
        alias_cells(probability, first[row], first[row + 1], cut, alias, 4294967296.0)


def pack(first: Array, probability: Array) -> Rows:
    """Rows ready for both engines. `first` int64[rows + 1], `probability` float64[faces], each row summing to 1."""
    cut = np.empty(probability.size, np.uint64)
    alias = np.empty(probability.size, np.int64)
    _alias_rows(first, probability, cut, alias)
    return Rows(first, probability, cut, np.concatenate([alias, np.arange(alias.size)]))


@step
def sample(rows, row, word):
    """A face of `row` for a 32-bit `word`: high part of the product picks the cell, low part the side of it."""
    first = rows.first[index(row)]
    product = word * np.uint64(rows.first[index(row + 1)] - first)
    cell = first + np.int64(product >> S32)
    # Either side by one address: a choice here would be compiled into a branch, and nobody can predict it.
    keeps = (product & LOW) < rows.cut[index(cell)]
    return rows.alias[index(cell + keeps * rows.cut.size)]


@kernel
def multinomial(dice, faces):
    """All results of `dice` equal dice with `faces[k]` faces of kind k: (counts[result, kind], weight[result]).

    Weights are whole numbers (as floats, exact below 2**53) that sum to `faces.sum() ** dice`.
    """
    kinds = faces.size
    results = 1
    for k in range(kinds - 1):  # binomial(dice + kinds - 1, kinds - 1)
        results = results * (dice + k + 1) // (k + 1)
    counts = np.zeros((results, kinds), np.int64)
    weight = np.ones(results)
    current = np.zeros(kinds, np.int64)
    current[0] = dice
    for result in range(results):
        left = dice
        for k in range(kinds):
            for i in range(current[k]):  # binomial(left, current[k]) * faces[k] ** current[k], exact at every step
                weight[result] = weight[result] * faces[k] * (left - i) / (i + 1)
            left -= current[k]
        counts[result] = current
        if result + 1 < results:  # next composition (Nijenhuis and Wilf): the first heap gives one to its neighbour
            k = 0
            while current[k] == 0:
                k += 1
            heap = current[k]
            current[k] = 0
            current[0] = heap - 1
            current[k + 1] += 1
    return counts, weight
