"""Zero-sum matrix games: equilibrium, best replies, and games whose plans are too many to list.

The row player gains `payoff[i, j]`, the column player loses it. With x and y the mixed strategies, the equilibrium is

    value = max over x of min over j of (x @ payoff)[j] = min over y of max over i of (payoff @ y)[i]

(von Neumann, 1928), a linear program (Dantzig, 1951), solved by `scipy.optimize.linprog`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.types import Array

Reply = Callable[[Array], Array]
"""From the worth of every row (column) to the weights, over the rows (columns), of a player's best plan."""

TRACE = 1e-9  # a weight below it is a rounding error of the linear program
TOLERANCE = 1e-9  # of the largest payoff: a gap below it counts as none
MOST_REPLIES = 2_000


@dataclass(frozen=True)
class Equilibrium:
    """Mixed strategies of both players, what the row player gets, and what either could still gain by another."""

    row: Array
    column: Array
    value: float
    gap: float


def _distribution(weights: Array) -> Array:
    weights = np.where(weights < TRACE, 0.0, weights)
    return np.asarray(weights / weights.sum())


def solve(payoff: Any) -> Equilibrium:
    """The equilibrium of a matrix game.

    >>> game = solve([[0, 0.1, -0.05], [-0.1, 0, 0.2], [0.05, -0.2, 0]])
    >>> (game.row * 7).round(9), (game.column * 7).round(9), abs(round(game.value, 9))
    (array([4., 1., 2.]), array([4., 1., 2.]), 0.0)
    """
    matrix = np.atleast_2d(np.asarray(payoff, float))
    if matrix.size == 0 or not np.isfinite(matrix).all():
        raise ValueError("a matrix game needs finite payoffs, at least one")
    scale = float(np.abs(matrix).max()) or 1.0
    x, y = _maximin(matrix / scale), _maximin(-matrix.T / scale)
    upper, lower = float((matrix @ y).max()), float((x @ matrix).min())
    return Equilibrium(x, y, float(x @ matrix @ y), max(0.0, upper - lower))


def _maximin(matrix: Array) -> Array:
    """The row player's mixed strategy that pays most at worst; of several, the one with most weight on early rows.

    Without that second wish a game with several equilibria would have another answer on another machine.
    """
    from scipy.optimize import linprog

    rows, columns = matrix.shape
    limits = np.hstack([-matrix.T, np.ones((columns, 1))])  # value - (x @ matrix)[j] <= 0 for every column

    def best(wish: Array, least: float | None) -> Array:
        found = linprog(
            -wish, A_ub=limits, b_ub=np.zeros(columns), A_eq=np.append(np.ones(rows), 0.0)[None, :], b_eq=[1.0],
            bounds=[(0, None)] * rows + [(least, None)], method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )  # fmt: skip
        if found.status != 0 or found.x is None:
            raise ArithmeticError(f"the linear program of a matrix game was not solved: {found.message}")
        return np.asarray(found.x)

    value = float(best(np.append(np.zeros(rows), 1.0), None)[-1])
    return _distribution(best(np.append(1.0 / np.arange(2.0, rows + 2.0), 0.0), value)[:rows])


def best_row(payoff: Any, column: Any) -> tuple[int, float]:
    """The row that pays most against a column player's habit, and what it pays.

    >>> best_row([[1, -1], [-1, 1]], [0.6, 0.4])[0]
    0
    """
    worth = np.asarray(payoff, float) @ np.asarray(column, float)
    row = int(worth.argmax())
    return row, float(worth[row])


def best_column(payoff: Any, row: Any) -> tuple[int, float]:
    """The column that costs least against a row player's habit, and what the row player then gets."""
    worth = np.asarray(row, float) @ np.asarray(payoff, float)
    column = int(worth.argmin())
    return column, float(worth[column])


def solve_by_replies(payoff: Array, row_reply: Reply, column_reply: Reply) -> Equilibrium:
    """The equilibrium of a game whose players choose *plans*: weights over the rows (columns) of `payoff`.

    A plan is, for instance, one row for every hand the player may hold, weighted by the chance of that hand. There
    are too many to list, but the best one against given worths is easy to find. So the game is solved over a few
    plans, and the best replies to that solution are added until they gain nothing (double oracle: McMahan, Gordon
    and Blum, 2003). `row`, `column` of the result are weights over rows and columns.
    """
    scale = float(np.abs(payoff).max()) or 1.0
    rows, columns = [row_reply(payoff.mean(axis=1))], [column_reply(payoff.mean(axis=0))]
    pays = np.array([[rows[0] @ payoff @ columns[0]]])
    for _ in range(MOST_REPLIES):
        game = solve(pays)
        x = np.asarray(game.row @ np.array(rows))
        y = np.asarray(game.column @ np.array(columns))
        row_value, column_value = payoff @ y, x @ payoff
        row, column = row_reply(row_value), column_reply(column_value)
        upper, lower = float(row @ row_value), float(column @ column_value)
        found = Equilibrium(x, y, float(x @ payoff @ y), max(0.0, upper - lower))
        if found.gap <= TOLERANCE * scale:
            break
        if upper > game.value:
            rows.append(row)
            pays = np.vstack([pays, (row @ payoff @ np.array(columns).T)[None, :]])
        if lower < game.value:
            columns.append(column)
            pays = np.hstack([pays, (np.array(rows) @ payoff @ column)[:, None]])
    return found
