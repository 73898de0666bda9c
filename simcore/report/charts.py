"""Lines and bars of chances or means over a count or over cases, as one picture.

Needs the extra `report` (matplotlib). What is shown, and under which names, is the caller's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from simcore.report.heatmap import NOTE_SIZE, beside, canvas, named, shortened, slant, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito: safe for the colour-blind
DASHES = ("-", "--", "-.", ":")
SIZE = (8.0, 4.8)  # inches
FEW = 12  # places on an axis that are all named

# What values are in: chances, differences between two of them (points, and no per cent of anything), or just numbers.
Unit = Literal["%", "points", ""]
Line = tuple[Sequence[float], Sequence[float]]


def line_chart(
    x: Sequence[Any],
    lines: Mapping[str, Sequence[float]],
    *,
    title: str,
    x_label: str,
    y_label: str,
    note: str = "",
    unit: Unit = "%",
    level: float | None = None,
    intervals: Mapping[str, Line] | None = None,
) -> Figure:
    """A line for each name over `x`, numbers or words; `level`: where a thin line is drawn.

    Chances and their differences are shares of 1. `intervals`: lower and upper bounds around the lines of those names.

    >>> len(line_chart([1, 2], {"even": [0.5, 0.5]}, title="t", x_label="x", y_label="y").axes[0].lines)
    1
    """
    figure, ax = _begin(title, x_label, y_label)
    if level is not None:
        ax.axhline(level, color="grey", linewidth=0.8)
    numbers = all(isinstance(at, (int, float)) for at in x)
    places = list(x) if numbers else list(range(len(x)))
    for number, (name, values) in enumerate(lines.items()):
        colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
        ax.plot(places, _scaled(values, unit), marker="o", markersize=4, label=name, color=colour, linestyle=dashes)
        if intervals is not None and name in intervals:
            low, high = (_scaled(bound, unit) for bound in intervals[name])
            ax.fill_between(places, low, high, color=colour, alpha=0.2, linewidth=0)
    if not numbers:
        shown = named(x)
        ax.set_xticks(shown, [shortened(str(x[at])) for at in shown], fontsize=9)
        if max(len(str(at)) for at in x) * len(shown) > FEW * 5:
            slant(ax)
    elif len(x) <= FEW:
        ax.set_xticks(places)
    return _end(figure, ax, note, unit)


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
    return _end(figure, ax, note, "")


def bar_chart(
    cases: Sequence[str],
    bars: Mapping[str, Sequence[float]],
    *,
    title: str,
    x_label: str,
    y_label: str,
    note: str = "",
    unit: Unit = "%",
) -> Figure:
    """A bar for each name beside the others, for each of the `cases`; the numbers stand above the bars.

    >>> len(bar_chart(["a", "b"], {"u": [0.1, 0.2], "v": [0, 1]}, title="t", x_label="x", y_label="y").axes[0].patches)
    4
    """
    figure, ax = _begin(title, x_label, y_label)
    width = 0.8 / len(bars)
    for number, (name, values) in enumerate(bars.items()):
        where = np.arange(len(cases)) + (number - (len(bars) - 1) / 2) * width
        drawn = ax.bar(where, _scaled(values, unit), width, label=name, color=COLOURS[number % len(COLOURS)])
        ax.bar_label(drawn, fmt="%.0f" if unit else "%.2f", fontsize=8)
    ax.set_xticks(range(len(cases)), cases)
    ax.margins(y=0.12)  # room for the numbers
    return _end(figure, ax, note, unit)


def _scaled(values: Sequence[float], unit: Unit) -> Any:
    return np.asarray(values, float) * (100.0 if unit else 1.0)


def _begin(title: str, x_label: str, y_label: str) -> tuple[Figure, Axes]:
    figure = canvas(SIZE)
    ax = figure.subplots()
    ax.set_title(wrapped(title, SIZE[0], 14), fontsize=13, fontweight="bold")
    ax.set_xlabel(x_label, fontsize=11)
    ax.set_ylabel(y_label, fontsize=11)
    ax.grid(axis="y", alpha=0.3)
    ax.set_axisbelow(True)
    return figure, ax


def _end(figure: Figure, ax: Axes, note: str, unit: Unit) -> Figure:
    if unit == "%":
        ax.yaxis.set_major_formatter("{x:g} %")
    elif unit == "points":
        ax.yaxis.set_major_formatter("{x:+g}")
        ax.set_ylabel(f"{ax.get_ylabel()}, points")
    handles, names = ax.get_legend_handles_labels()
    figure.legend(
        handles, names, title=wrapped(note, SIZE[0]), title_fontsize=NOTE_SIZE, fontsize=NOTE_SIZE, frameon=False,
        loc="outside lower center", ncols=beside(names, SIZE[0]),
    )  # fmt: skip
    return figure
