"""Tornado charts: what each change is worth, the largest on top, less to the left and more to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from simcore.report.heatmap import canvas, note_below, shortened, wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 20
MOST_LETTERS = 60  # of a name: the end of it tells two changes of one field apart
LESS, MORE = "#2166ac", "#b2182b"  # as on the scale of the heat maps


def tornado(
    rows: Sequence[Mapping[str, float]], names: Sequence[str], *, title: str, x_label: str, note: str = ""
) -> Figure:
    """A row for each of `names`: its bars from 0, by the word that stands at the end of each; the first row on top."""
    names = [shortened(name, MOST_LETTERS) for name in names]
    figure = canvas((10.0, 1.4 + 0.34 * len(rows)))
    figure.suptitle(wrapped(title, 10.0, 14), fontsize=13, fontweight="bold")
    ax = figure.subplots()
    for place, bars in enumerate(rows):
        for word, value in bars.items():
            ax.barh(place, value, color=MORE if value > 0.0 else LESS, height=0.7)
            ax.annotate(
                f"{word} {value:+.1f}".strip(), (value, place), xytext=(3 if value > 0.0 else -3, 0),
                textcoords="offset points", ha="left" if value > 0.0 else "right", va="center", fontsize=8,
            )  # fmt: skip
    ax.set_yticks(range(len(names)), names, fontsize=9)
    ax.invert_yaxis()
    ax.axvline(0.0, color="black", linewidth=0.8)
    ax.margins(x=0.2)
    ax.set_xlabel(wrapped(x_label, 8.0, 12), fontsize=11)
    for edge in ("top", "right", "left"):
        ax.spines[edge].set_visible(False)
    ax.tick_params(axis="y", length=0)
    note_below(figure, note)
    return figure
