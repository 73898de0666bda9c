"""Rolls of several dice, and packed distributions sampled in one draw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.engine import dice
from simcore.engine.jit import kernel

WORDS = 2**32


@kernel
def sample(rows, row, word):
    """`dice.sample`, which other compiled code has to call."""
    return dice.sample(rows, row, word)


@given(st.integers(0, 8), st.lists(st.integers(0, 6), min_size=1, max_size=5))
def test_weights_of_a_multinomial_are_whole_and_sum_exactly(number, faces):
    counts, weight = dice.multinomial(number, np.array(faces))
    assert len(counts) == comb(number + len(faces) - 1, len(faces) - 1) == len(set(map(tuple, counts.tolist())))
    assert (counts.sum(axis=1) == number).all()
    assert int(weight.sum()) == sum(faces) ** number
    for result, found in zip(counts.tolist(), weight.tolist(), strict=True):
        ways = (
            factorial(number) // prod(map(factorial, result)) * prod(f**n for f, n in zip(faces, result, strict=True))
        )
        assert found == ways


def test_a_multinomial_counts_every_throw():
    faces = [3, 2, 1]  # of one die: so many faces of each kind
    die = [kind for kind, number in enumerate(faces) for _ in range(number)]
    thrown = Counter(tuple(throw.count(kind) for kind in range(3)) for throw in product(die, repeat=4))
    counts, weight = dice.multinomial(4, np.array(faces))
    assert {tuple(c): int(w) for c, w in zip(counts.tolist(), weight, strict=True)} == dict(thrown)


def rows_of(distributions: list[list[float]]) -> dice.Rows:
    first = np.cumsum([0, *map(len, distributions)])
    return dice.pack(first, np.array([p for distribution in distributions for p in distribution]))


distributions = st.lists(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=40).filter(any).map(lambda w: [x / sum(w) for x in w]),
    min_size=1,
    max_size=4,
)


@given(distributions)
def test_alias_cells_give_back_the_probabilities(wanted):
    rows = rows_of(wanted)
    for row, distribution in enumerate(wanted):
        first, last = int(rows.first[row]), int(rows.first[row + 1])
        size = last - first
        share = dict.fromkeys(range(first, last), Fraction(0))
        for cell in range(first, last):
            cut = Fraction(int(rows.cut[cell]), WORDS)
            assert 0 <= cut <= 1
            share[cell] += cut / size
            share[int(rows.alias[cell])] += (1 - cut) / size
        assert sum(share.values()) == 1
        for face, p in zip(range(first, last), distribution, strict=True):
            assert abs(share[face] - Fraction(p)) <= Fraction(1, WORDS)


@given(distributions, st.data())
def test_a_word_picks_cell_and_side(wanted, data):
    rows = rows_of(wanted)
    for row, distribution in enumerate(wanted):
        first, size = int(rows.first[row]), len(distribution)
        for word in (0, WORDS - 1, data.draw(st.integers(0, WORDS - 1))):
            cell = first + word * size // WORDS
            low = word * size % WORDS
            face = cell if low < int(rows.cut[cell]) else int(rows.alias[cell])
            assert sample(rows, row, np.uint64(word)) == face
            assert distribution[face - first] > 0


def test_a_sure_face_comes_up_with_every_word():
    rows = rows_of([[0.0, 1.0, 0.0], [1.0]])
    for word in (0, 1, WORDS // 3, WORDS - 1):
        assert sample(rows, 0, np.uint64(word)) == 1
        assert sample(rows, 1, np.uint64(word)) == 3


@pytest.mark.parametrize("word", [0, WORDS // 2 - 1, WORDS // 2, WORDS - 1])
def test_a_fair_coin_is_cut_in_the_middle(word):
    assert sample(rows_of([[0.5, 0.5]]), 0, np.uint64(word)) == (word >= WORDS // 2)
