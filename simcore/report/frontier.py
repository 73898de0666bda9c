"""What a chance costs: the frontier between cost and chance as a line of steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcore.report.heatmap import canvas, note_below, wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def frontier(
    cost: Sequence[float],
    chance: Sequence[float],
    *,
    title: str,
    x_label: str,
    y_label: str,
    wanted: float | None = None,
    budget: float | None = None,
    note: str = "",
) -> Figure:
    """Best chance for every cost, shares of 1; lines at the chance that is wanted and at the budget."""
    figure = canvas((8.0, 5.0))
    figure.suptitle(wrapped(title, 8.0, 14), fontsize=13, fontweight="bold")
    ax = figure.subplots()
    ax.step(cost, [100.0 * share for share in chance], where="post", color="#2166ac", marker="o", markersize=4)
    if wanted is not None:
        ax.axhline(100.0 * wanted, color="black", linewidth=0.8, linestyle="--")
    if budget is not None:
        ax.axvline(budget, color="black", linewidth=0.8, linestyle="--")
    ax.set_ylim(0.0, 102.0)
    ax.set_xlabel(x_label, fontsize=11)
    ax.set_ylabel(y_label, fontsize=11)
    ax.grid(alpha=0.3)
    note_below(figure, note)
    return figure
