"""Where an outcome lies among all that could have happened: shares below it, ranks, and ranks added up over many.

The rank of an outcome is the share of outcomes below it and half of those equal to it (its mid-rank), so it is 1/2 on
average whatever the distribution. Ranks are added in whole steps of a ten-thousandth, which makes sums exact: equal
sums are equal numbers, and the distribution of a sum of many ranks stays a short table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simcore.types import Array

STEPS = 10_000  # of a rank between 0 and 1
MOST_PRODUCTS = 500_000_000  # of a sum of ranks: about half a second
EQUAL = 9  # digits of the largest worth beyond which two are equal


class Standing(NamedTuple):
    """Shares of all that could have happened: worse, equally good, better. They add up to 1."""

    worse: float
    equal: float
    better: float

    @property
    def rank(self) -> float:
        """The mid-rank: 1/2 is what luck owes everybody."""
        return self.worse + self.equal / 2.0


def levels(worth: Array, chance: Array) -> tuple[Array, Array]:
    """For each outcome the chance of a worse one and of one equally good, float64[outcomes] each.

    >>> below, equal = levels(np.array([1.0, 0.0, 1.0]), np.array([0.25, 0.5, 0.25]))
    >>> below.tolist(), equal.tolist()
    ([0.5, 0.0, 0.5], [0.5, 0.5, 0.5])
    """
    largest = float(np.abs(worth).max()) or 1.0
    _, level = np.unique(np.round(worth / largest, EQUAL), return_inverse=True)
    level = level.reshape(-1)
    share = np.bincount(level, weights=chance) / chance.sum()
    below = np.concatenate([[0.0], np.cumsum(share)[:-1]])
    return below[level], share[level]


def steps_of(rank: Array) -> Array:
    """Ranks in whole steps."""
    steps: Array = np.rint(rank * STEPS).astype(np.int64)
    return steps


def distribution(rank: Array, chance: Array) -> Array:
    """Chance of each whole step of a rank, float64[STEPS + 1]."""
    shares: Array = np.bincount(steps_of(rank), weights=chance, minlength=STEPS + 1) / chance.sum()
    return shares


def summed(distributions: Sequence[Array]) -> Array:
    """The distribution of the sum of independent steps: the convolution of all.

    By sums of products alone, or, where these would be too many, by Fourier transforms, which are off by some 1e-15.

    >>> coin = np.array([0.5, 0.5])
    >>> summed([coin, coin, coin]).tolist()
    [0.125, 0.375, 0.375, 0.125]
    """
    length, products = 1, 0
    for one in distributions:
        products += length * int(np.count_nonzero(one))
        length += one.size - 1
    if products > MOST_PRODUCTS:
        return _transformed(distributions)
    total = np.ones(1)
    for one in distributions:
        longer = np.zeros(total.size + one.size - 1)
        for step in np.flatnonzero(one).tolist():
            longer[step : step + total.size] += one[step] * total
        total = longer
    return total


def _transformed(distributions: Sequence[Array]) -> Array:
    """`summed` in pairs, then pairs of these: each level takes as long as the others."""
    from scipy.signal import fftconvolve  # here: it takes a while to load, and few ask for so much

    parts = list(distributions)
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=False)
        alone = parts[len(parts) - len(parts) % 2 :]
        parts = [np.maximum(fftconvolve(one, other), 0.0) for one, other in pairs] + alone
    whole: Array = parts[0] / parts[0].sum()
    return whole


def standing(total: Array, came: Array, apart: int = 0) -> Standing:
    """Where steps that came with chances `came` lie in the distribution `total`, on average; both float64[steps].

    `apart`: what came is taken to be so many steps less than it was.

    >>> coins = np.array([0.25, 0.5, 0.25])
    >>> standing(coins, np.array([0.0, 0.5, 0.5]))
    Standing(worse=0.5, equal=0.375, better=0.125)
    """
    if apart:
        lower = np.clip(np.arange(came.size) - apart, 0, came.size - 1)
        came = np.bincount(lower, weights=came, minlength=came.size)
    worse, equal = float(came[1:] @ np.cumsum(total)[:-1]), float(came @ total)
    return Standing(worse, equal, max(0.0, 1.0 - worse - equal))
