"""Ranks: laws of mid-ranks, and sums of them against enumeration."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.stats.ranks import STEPS, Standing, distribution, levels, standing, steps_of, summed

OUTCOMES = st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 20)), min_size=1, max_size=12)


@given(OUTCOMES)
def test_levels_are_counted(outcomes):
    worth, chance = (np.array(column, float) for column in zip(*outcomes, strict=True))
    chance /= chance.sum()
    below, equal = levels(worth, chance)
    for number, mine in enumerate(worth):
        assert below[number] == pytest.approx(chance[worth < mine].sum())
        assert equal[number] == pytest.approx(chance[worth == mine].sum())
    rank = below + equal / 2
    assert chance @ rank == pytest.approx(0.5)  # what luck owes everybody
    above, _ = levels(-worth, chance)
    assert below + equal + above == pytest.approx(np.ones(len(outcomes)))


@given(st.lists(OUTCOMES, min_size=1, max_size=3))
def test_sums_by_enumeration(battles):
    tables = []
    for outcomes in battles:
        worth, chance = (np.array(column, float) for column in zip(*outcomes, strict=True))
        chance /= chance.sum()
        below, equal = levels(worth, chance)
        tables.append((below + equal / 2, chance))
    total = summed([distribution(rank, chance) for rank, chance in tables])
    assert total.size == len(battles) * STEPS + 1
    expected = np.zeros(total.size)
    for course in product(*(range(chance.size) for _, chance in tables)):
        at = sum(int(steps_of(rank[one])) for (rank, _), one in zip(tables, course, strict=True))
        expected[at] += prod(chance[one] for (_, chance), one in zip(tables, course, strict=True))
    assert total == pytest.approx(expected, abs=1e-12)
    here = int(np.argmax(expected))
    lies = standing(total, np.bincount([here], minlength=total.size))
    assert (lies.worse, lies.equal) == pytest.approx((expected[:here].sum(), expected[here]))
    assert sum(lies) == pytest.approx(1.0)
    assert standing(total, total).rank == pytest.approx(0.5)  # a way like any other owes nothing to luck


def test_worths_that_differ_by_rounding_are_equal():
    below, equal = levels(np.array([0.1 + 0.2, 0.3]), np.array([0.5, 0.5]))
    assert (below.tolist(), equal.tolist()) == ([0.0, 0.0], [1.0, 1.0])
    small = levels(1e-12 * np.array([1.0, 2.0]), np.array([0.5, 0.5]))[0]
    assert small.tolist() == [0.0, 0.5]
    assert levels(np.zeros(2), np.array([0.5, 0.5]))[1].tolist() == [1.0, 1.0]
    assert Standing(0.2, 0.4, 0.4).rank == pytest.approx(0.4)
