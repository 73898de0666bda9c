"""Lines and bars of chances or means over a count or over cases, as one picture.

Needs the extra `report` (matplotlib). What is shown, and under which names, is the caller's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.report.heatmap import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito: safe for the colour-blind
DASHES = ("-", "--", "-.", ":")
SIZE = (8.0, 4.8)  # inches


def line_chart(
    x: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    *,
    title: str,
    x_label: str,
    y_label: str,
    note: str = "",
    shares: bool = True,
    level: float | None = None,
) -> Figure:
    """A line for each name over the values `x`; `shares` are shown in per cent; `level`: where a thin line is drawn.

    >>> len(line_chart([1, 2], {"even": [0.5, 0.5]}, title="t", x_label="x", y_label="y").axes[0].lines)
    1
    """
    figure, ax = _begin(title, x_label, y_label)
    if level is not None:
        ax.axhline(level, color="grey", linewidth=0.8)
    for number, (name, values) in enumerate(lines.items()):
        colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
        ax.plot(
            x, _scaled(values, shares), marker="o", markersize=4, label=name, color=colour, linestyle=dashes
        )  # fmt: skip
    ax.set_xticks(x)
    return _end(figure, ax, note, shares)


def curve_chart(
    curves: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    *,
    title: str,
    x_label: str,
    y_label: str,
    note: str = "",
    log: str = "",
) -> Figure:
    """A line for each name over values of its own, (x, y); the axes named in `log` ("x", "y", "xy") are logarithmic.

    >>> curves = {"by trials": ([1, 10], [0.1, 0.01]), "exact": ([5], [0.001])}
    >>> chart = curve_chart(curves, title="t", x_label="x", y_label="y", log="y")
    >>> len(chart.axes[0].lines), chart.axes[0].get_xscale(), chart.axes[0].get_yscale()
    (2, 'linear', 'log')
    """
    figure, ax = _begin(title, x_label, y_label)
    for number, (name, (x, y)) in enumerate(curves.items()):
        colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
        ax.plot(x, y, marker="o", markersize=4, label=name, color=colour, linestyle=dashes)
    if "x" in log:
        ax.set_xscale("log")
    if "y" in log:
        ax.set_yscale("log")
    return _end(figure, ax, note, shares=False)


def bar_chart(
    cases: Sequence[str],
    bars: Mapping[str, Sequence[float]],
    *,
    title: str,
    x_label: str,
    y_label: str,
    note: str = "",
    shares: bool = True,
) -> Figure:
    """A bar for each name beside the others, for each of the `cases`; the numbers stand above the bars.

    >>> len(bar_chart(["a", "b"], {"u": [0.1, 0.2], "v": [0, 1]}, title="t", x_label="x", y_label="y").axes[0].patches)
    4
    """
    figure, ax = _begin(title, x_label, y_label)
    width = 0.8 / len(bars)
    for number, (name, values) in enumerate(bars.items()):
        where = np.arange(len(cases)) + (number - (len(bars) - 1) / 2) * width
        drawn = ax.bar(where, _scaled(values, shares), width, label=name, color=COLOURS[number % len(COLOURS)])
        ax.bar_label(drawn, fmt="%.0f" if shares else "%.2f", fontsize=8)
    ax.set_xticks(range(len(cases)), cases)
    return _end(figure, ax, note, shares)


def _scaled(values: Sequence[float], shares: bool) -> Any:
    return np.asarray(values, float) * (100.0 if shares else 1.0)


def _begin(title: str, x_label: str, y_label: str) -> tuple[Figure, Axes]:
    figure = canvas(SIZE)
    ax = figure.subplots()
    ax.set_title(title, fontsize=13, fontweight="bold")
    ax.set_xlabel(x_label, fontsize=11)
    ax.set_ylabel(y_label, fontsize=11)
    ax.grid(axis="y", alpha=0.3)
    ax.set_axisbelow(True)
    return figure, ax


def _end(figure: Figure, ax: Axes, note: str, shares: bool) -> Figure:
    if shares:
        ax.yaxis.set_major_formatter("{x:g} %")
    figure.legend(
        *ax.get_legend_handles_labels(), title=note, title_fontsize=9, fontsize=9, frameon=False,
        loc="outside lower center", ncols=3,
    )  # fmt: skip
    return figure
