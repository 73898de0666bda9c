"""Heat maps of chances: several panels with one colour scale, diverging from 50 %, as one PNG.

Needs the extra `report` (matplotlib). What is shown, and under which names, is the caller's business.
"""

from __future__ import annotations

import io
import json
import struct
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from simcore.errors import SimcoreError
from simcore.io.files import write_whole
from simcore.types import Array

try:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage
    from matplotlib.lines import Line2D
except ImportError:
    raise SimcoreError("pictures need matplotlib: pip install matplotlib") from None

COLOURS = "RdBu_r"  # safe for the colour-blind, palest at the middle
EVEN = 0.5
DARK = 0.28  # this far from even the colour is so dark that numbers are written in white
DOTS_PER_INCH = 110
WIDEST, HIGHEST = 2000, 2600  # pixels that a page or a screen can show
NOTE_SIZE = 9  # points
LETTER = 0.58  # width of a letter by the size of its font, on the average of a sentence
STEPS = (5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 100_000)  # between numbers that are named
LONGEST_NAME = 40  # letters of a name beside an axis
MOST_WORDS = 38  # on an axis
CROWDED = 12  # more ticks than this on an axis are thinned out
LINES: tuple[Literal["-", "--"], ...] = ("-", "--")
EXACTLY = 12  # decimals beyond which a chance is rounding error: it would make an even line jagged


@dataclass(frozen=True)
class Panel:
    """One map: `values` float64[y, x], shares of 1 or nan; `even`: grids of that shape whose 50 % line is drawn."""

    title: str
    values: Array
    x: Sequence[Any]
    y: Sequence[Any]
    even: Mapping[str, Array] = field(default_factory=dict)


def grid(frame: pd.DataFrame, *, x: str, y: str, value: str) -> pd.DataFrame:
    """The column `value` of a table as a grid, rows by `y` and columns by `x`, each in order of first appearance.

    >>> frame = pd.DataFrame({"a": [1, 1, 2, 2], "b": ["u", "v"] * 2, "p": [0.1, 0.2, 0.3, 0.4]})
    >>> grid(frame, x="a", y="b", value="p").loc["v"].tolist()
    [0.2, 0.4]
    """
    if (twice := frame.duplicated([x, y])).any():
        first = frame.loc[twice, [x, y]].iloc[0]
        raise ValueError(f"two rows for {x} {first[x]}, {y} {first[y]}: choose one value of every other column first")
    return frame.pivot(index=y, columns=x, values=value).reindex(index=frame[y].unique(), columns=frame[x].unique())


def heat_map(
    panels: Sequence[Panel],
    *,
    title: str,
    x_label: str,
    y_label: str,
    scale_label: str,
    columns: int,
    size: tuple[float, float],
    note: str = "",
    numbers: bool = False,
    upward: bool = True,
) -> Figure:
    """Panels in so many columns, `size` inches in all.

    `numbers` writes each chance into its cell, in per cent; `upward` puts the first of `y` at the bottom; `note` stands
    below everything.
    """
    figure = canvas(size)
    figure.suptitle(wrapped(title, size[0], 15), fontsize=14, fontweight="bold")
    rows = -(-len(panels) // columns)
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    image: AxesImage | None = None
    for ax, panel in zip(axes, panels, strict=False):
        image = _draw(ax, panel, numbers, upward)
    for ax in axes[max(0, len(panels) - columns) : len(panels)]:
        ax.set_xlabel(x_label, fontsize=11)
    for ax in axes[: len(panels) : columns]:
        ax.set_ylabel(y_label, fontsize=11)
    for ax in axes[len(panels) :]:
        ax.axis("off")
    assert image is not None
    bar = figure.colorbar(image, ax=list(axes), fraction=0.03, pad=0.02, ticks=[0, 0.25, 0.5, 0.75, 1])
    bar.ax.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])
    bar.set_label(scale_label, fontsize=11)
    names = list(dict.fromkeys(name for panel in panels for name in panel.even))
    handles = [Line2D([], [], color="black", linestyle=LINES[i], label=name) for i, name in enumerate(names)]
    # The note is the legend's title: the layout then keeps room for both, one above the other.
    figure.legend(
        handles=handles,
        title=wrapped(note, size[0]),
        title_fontsize=NOTE_SIZE,
        loc="outside lower center",
        ncols=beside(names, size[0]),
        frameon=False,
        fontsize=10,
    )
    return figure


def canvas(size: tuple[float, float]) -> Figure:
    """An empty picture of so many inches."""
    figure = Figure(figsize=size, dpi=DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def wrapped(text: str, inches: float, size: float = NOTE_SIZE) -> str:
    """A text of that font size in lines that a picture so wide has room for: longer ones would widen the picture.

    >>> wrapped("one two three", 0.6).splitlines()
    ['one two', 'three']
    """
    most = max(1, int(inches * 72 / (LETTER * size)))
    return "\n".join(textwrap.fill(line, most) for line in text.split("\n"))


def slant(ax: Axes) -> None:
    """Names below an axis that are too long to stand upright beside each other."""
    for label in ax.get_xticklabels():
        label.set(rotation=30, horizontalalignment="right", rotation_mode="anchor")


def shortened(name: str, most: int = LONGEST_NAME) -> str:
    """A name that an axis has room for: the beginning of a longer one.

    >>> shortened("pikemen"), len(shortened("x" * 100))
    ('pikemen', 40)
    """
    return name if len(name) <= most else f"{name[: most - 3]}..."


def note_below(figure: Figure, note: str) -> None:
    """A note under everything, for which the layout keeps room."""
    if note:
        wide, high = map(float, figure.get_size_inches())
        note = wrapped(note, wide)
        figure.set_size_inches(wide, high + (2 + note.count("\n")) * NOTE_SIZE * 1.3 / 72)
        figure.legend([], [], title=note, title_fontsize=NOTE_SIZE, loc="outside lower center",
                      frameon=False)  # fmt: skip


def beside(names: Sequence[str], inches: float, most: int = 3) -> int:
    """How many names of a legend stand beside each other in a picture so wide.

    >>> beside(["a", "b"], 8.0), beside(["a long name for a line"] * 9, 3.0), beside([], 8.0)
    (2, 1, 1)
    """
    sign = 7  # letters that the sign before a name and the gap behind it take
    room = int(inches * 72 / (LETTER * NOTE_SIZE))
    return max(1, min(most, len(names), room // (sign + max(map(len, names), default=0))))


def _draw(ax: Axes, panel: Panel, numbers: bool, upward: bool) -> AxesImage:
    image = ax.imshow(
        panel.values, cmap=COLOURS, vmin=0.0, vmax=1.0, aspect="auto", origin="lower" if upward else "upper"
    )
    ax.set_title(panel.title, fontsize=11)
    for axis, names in ((ax.xaxis, panel.x), (ax.yaxis, panel.y)):
        shown = named(names)
        axis.set_ticks(shown, [shortened(str(names[at])) for at in shown], fontsize=9)
        longest = max(len(str(name)) for name in names)
        if axis is ax.xaxis and longest > 4:
            slant(ax)
    ax.tick_params(length=2)
    if numbers:
        for (y, x), value in np.ndenumerate(panel.values):
            if np.isnan(value):
                continue
            colour = "white" if abs(value - EVEN) > DARK else "black"
            ax.text(x, y, per_cent(value), ha="center", va="center", fontsize=8, color=colour)
    for style, values in zip(LINES, panel.even.values(), strict=False):
        smooth = np.round(values, EXACTLY)
        if np.nanmin(smooth) < EVEN < np.nanmax(smooth):
            ax.contour(smooth, levels=[EVEN], colors="black", linewidths=1.6, linestyles=style)
    return image


def named(names: Sequence[Any]) -> list[int]:
    """Which entries of an axis are named: all, or of counts the first and every fifth where that would be too many.

    >>> named(list(range(1, 21))), len(named(["a"] * 20)), len(named(["a"] * 1000))
    ([0, 4, 9, 14, 19], 20, 38)
    """
    if len(names) <= CROWDED:
        return list(range(len(names)))
    if not all(type(name) is int for name in names):
        return list(range(0, len(names), -(-len(names) // MOST_WORDS)))
    step = next(step for step in STEPS if (names[-1] - names[0]) / step <= 2 * CROWDED or step == STEPS[-1])
    return [at for at, name in enumerate(names) if at == 0 or name % step == 0]


def per_cent(share: float) -> str:
    """A chance in whole per cent; 0 and 100 only where that is so.

    >>> [per_cent(share) for share in (0.0, 0.0004, 0.317, 0.9996, 1.0)]
    ['0', '<1', '32', '>99', '100']
    """
    whole = f"{100 * share:.0f}"
    if whole == "0" and share > 0.0:
        return "<1"
    if whole == "100" and share < 1.0:
        return ">99"
    return whole


def write_png(figure: Figure, path: Path, attrs: Mapping[str, Any]) -> None:
    """Write the picture whole or not at all, with the table's metadata in its `Description`.

    What is larger than `WIDEST` by `HIGHEST` (a name that nobody foresaw widens a picture) is drawn smaller.
    """
    told = {"Description": json.dumps(dict(attrs))}
    dots = figure.dpi
    data = _encoded(figure, dots, told)
    while (over := _over(data)) > 1.0:
        dots *= 0.98 / over  # letters do not shrink by just as much
        data = _encoded(figure, dots, told)
    write_whole(path, lambda file: file.write(data))


def _over(png: bytes) -> float:
    """How many times too large a picture is; at most 1: it is not."""
    wide, high = size_of(png)
    return max(wide / WIDEST, high / HIGHEST)


def _encoded(figure: Figure, dots: float, told: Mapping[str, str]) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dots, bbox_inches="tight", pad_inches=0.15, metadata=dict(told))
    return buffer.getvalue()


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, in pixels, as its header has them."""
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high
