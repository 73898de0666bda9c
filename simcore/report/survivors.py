"""One answer as a picture: who wins, and for each side how many are left, exactly and at least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from simcore.report.charts import COLOURS
from simcore.report.heatmap import NOTE_SIZE, canvas, per_cent, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 4.2  # inches
MOST_NUMBERED = 12  # bars with their number above


class Left(NamedTuple):
    """The chance that so many are left, for every number of them: exactly so many, and so many at least."""

    counts: Sequence[int]
    exactly: Sequence[float]
    at_least: Sequence[float]


def outcome_chart(
    chances: Mapping[str, float],
    survivors: Mapping[str, Left],
    *,
    title: str,
    note: str = "",
    intervals: Mapping[str, tuple[float, float]] | None = None,
) -> Figure:
    """A bar for each of `chances` (`intervals`: their bounds, where they are counted), a panel for each of `survivors`.

    >>> left = Left([2, 1, 0], [0.5, 0.25, 0.25], [0.5, 0.75, 1.0])
    >>> figure = outcome_chart({"attacker": 0.5, "defender": 0.5}, {"attacker": left}, title="t")
    >>> [ax.get_title() for ax in figure.axes]
    ['chance', 'attacker has left']
    """
    panels = 1 + len(survivors)
    wide = PANEL * max(2, panels)
    figure = canvas((wide, 4.6))
    figure.suptitle(wrapped(title, wide, 14), fontsize=13, fontweight="bold")
    first, *others = figure.subplots(1, panels, squeeze=False)[0]
    _win(first, chances, intervals)
    for ax, (name, left) in zip(others, survivors.items(), strict=True):
        _left(ax, name, left)
    for ax in (first, *others):
        ax.set_ylim(0.0, 108.0)
        ax.set_yticks(range(0, 101, 25))
        ax.yaxis.set_major_formatter("{x:g} %")
        ax.grid(axis="y", alpha=0.3)
        ax.set_axisbelow(True)
    figure.legend(
        *(others[0].get_legend_handles_labels() if others else ([], [])), title=wrapped(note, wide),
        title_fontsize=NOTE_SIZE, fontsize=NOTE_SIZE, frameon=False, loc="outside lower center", ncols=2,
    )  # fmt: skip
    return figure


def _win(ax: Axes, chances: Mapping[str, float], intervals: Mapping[str, tuple[float, float]] | None) -> None:
    heights = [100.0 * share for share in chances.values()]
    ax.set_title("chance", fontsize=11)
    bars = ax.bar(range(len(heights)), heights, color=COLOURS[0], width=0.7)
    tops = heights
    if intervals:
        low, high = zip(*(intervals[name] for name in chances), strict=True)
        below = [max(0.0, height - 100.0 * bound) for height, bound in zip(heights, low, strict=True)]
        above = [max(0.0, 100.0 * bound - height) for height, bound in zip(heights, high, strict=True)]
        ax.errorbar(range(len(heights)), heights, [below, above], fmt="none", ecolor="black", capsize=3)
        tops = [height + more for height, more in zip(heights, above, strict=True)]
    for bar, top, share in zip(bars, tops, chances.values(), strict=True):
        ax.annotate(
            per_cent(share), (bar.get_x() + bar.get_width() / 2, top), (0, 2), textcoords="offset points",
            ha="center", va="bottom", fontsize=8,
        )  # fmt: skip
    ax.set_xticks(range(len(heights)), [wrapped(name, PANEL * 0.8 / len(chances)) for name in chances], fontsize=9)


def _left(ax: Axes, name: str, left: Left) -> None:
    from matplotlib.patheffects import withStroke
    from matplotlib.ticker import MaxNLocator

    counts, exactly, at_least = zip(*sorted(zip(*left, strict=True)), strict=True)
    ax.set_title(wrapped(f"{name} has left", PANEL, 11), fontsize=11)
    bars = ax.bar(counts, [100.0 * share for share in exactly], color=COLOURS[0], width=0.7, label="exactly")
    ax.plot(counts, [100.0 * share for share in at_least], "o-", color=COLOURS[1], markersize=4, label="at least")
    if len(counts) <= MOST_NUMBERED:
        ax.set_xticks(counts)
        halo = [withStroke(linewidth=2, foreground="white")]  # numbers stay legible over the line
        ax.bar_label(bars, [per_cent(share) for share in exactly], fontsize=7, padding=1, path_effects=halo)
    else:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
