"""Matrix games against published and analytic equilibria, and against every support in fractions."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.stats.matrix_game import best_column, best_row, solve, solve_by_replies


def solve_linear(matrix, right):
    """Gauss-Jordan in fractions; None if singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def value_by_supports(payoff):
    """The value of a small game: the first equal supports that nobody wants to leave (Shapley and Snow, 1950)."""
    matrix = [[Fraction(x) for x in row] for row in payoff]
    m, n = len(matrix), len(matrix[0])
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                inner = [[matrix[i][j] for j in columns] for i in rows]
                x = solve_linear(
                    [[*(inner[i][j] for i in range(size)), -1] for j in range(size)] + [[1] * size + [0]],
                    [Fraction(0)] * size + [Fraction(1)],
                )
                y = solve_linear(
                    [[*inner[i], -1] for i in range(size)] + [[1] * size + [0]], [Fraction(0)] * size + [Fraction(1)]
                )
                if x is None or y is None or min(x[:-1]) < 0 or min(y[:-1]) < 0 or x[-1] != y[-1]:
                    continue
                value = x[-1]
                floor = min(sum(p * matrix[i][j] for p, i in zip(x, rows, strict=False)) for j in range(n))
                ceiling = max(sum(q * matrix[i][j] for q, j in zip(y, columns, strict=False)) for i in range(m))
                if floor >= value >= ceiling:
                    return value
    raise AssertionError("every matrix game has an equilibrium")


def test_the_published_game():
    game = solve([[0, 0.1, -0.05], [-0.1, 0, 0.2], [0.05, -0.2, 0]])
    assert game.row == pytest.approx([4 / 7, 1 / 7, 2 / 7], abs=1e-9)
    assert game.column == pytest.approx([4 / 7, 1 / 7, 2 / 7], abs=1e-9)
    assert game.value == pytest.approx(0, abs=1e-9)
    assert game.gap == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("payoff", "row", "column", "value"),
    [
        ([[3]], [1], [1], 3),
        ([[1, -1], [-1, 1]], [0.5, 0.5], [0.5, 0.5], 0),
        ([[4, 1], [2, 3]], [0.25, 0.75], [0.5, 0.5], 2.5),
        ([[1, 2, 3]], [1], [1, 0, 0], 1),
        ([[1], [5], [2]], [0, 1, 0], [1], 5),
        ([[0, 0], [0, 0]], None, None, 0),
        ([[1e6, -1e6], [-1e6, 1e6]], [0.5, 0.5], [0.5, 0.5], 0),
    ],
)
def test_known_games(payoff, row, column, value):
    game = solve(payoff)
    assert game.value == pytest.approx(value, abs=1e-6)
    assert row is None or game.row == pytest.approx(row, abs=1e-9)
    assert column is None or game.column == pytest.approx(column, abs=1e-9)
    assert game.row.sum() == pytest.approx(1)
    assert game.column.sum() == pytest.approx(1)


small = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(st.integers(-9, 9), min_size=n, max_size=n), min_size=1, max_size=4)
)


@settings(max_examples=60, deadline=None)
@given(small)
def test_against_every_pair_of_supports(payoff):
    game = solve(payoff)
    assert game.value == pytest.approx(float(value_by_supports(payoff)), abs=1e-8)
    assert game.gap < 1e-8
    assert best_row(payoff, game.column)[1] == pytest.approx(game.value, abs=1e-8)
    assert best_column(payoff, game.row)[1] == pytest.approx(game.value, abs=1e-8)
    turned = solve(-np.array(payoff).T)
    assert turned.value == pytest.approx(-game.value, abs=1e-8)


def test_a_large_game_has_no_gap():
    payoff = np.random.default_rng(7).normal(size=(300, 160))
    assert solve(payoff).gap < 1e-8


@pytest.mark.parametrize("seed", range(5))
def test_plans_by_replies_are_the_listed_game(seed):
    """Two hands with three rows each, chances 0.3 and 0.7: nine plans, listed, give the same value."""
    payoff = np.random.default_rng(seed).normal(size=(6, 5))
    chance = (0.3, 0.7)

    def plan(first, second):
        weights = np.zeros(6)
        weights[first] += chance[0]
        weights[second] += chance[1]
        return weights

    listed = solve([plan(i, 3 + j) @ payoff for i in range(3) for j in range(3)])
    found = solve_by_replies(
        payoff,
        lambda worth: plan(int(worth[:3].argmax()), 3 + int(worth[3:].argmax())),
        lambda worth: np.eye(5)[int(worth.argmin())],
    )
    assert found.value == pytest.approx(listed.value, abs=1e-9)
    assert found.gap < 1e-8
    assert found.row[:3].sum() == pytest.approx(0.3)


@pytest.mark.parametrize("payoff", [[], [[]], [[float("nan")]], [[1.0, float("inf")]]])
def test_payoffs_must_be_finite(payoff):
    with pytest.raises(ValueError, match="finite payoffs"):
        solve(payoff)
