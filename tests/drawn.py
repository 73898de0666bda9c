"""What is wrong with a picture, found in the drawn figure: letters over letters, over a frame, or beyond the edge."""

from __future__ import annotations

from itertools import combinations
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOUCHING = 1.0  # pixels by which boxes around letters may overlap: there is air in a box


def texts(figure: Figure) -> list[Any]:
    """Every text that is shown."""
    from matplotlib.text import Text

    figure.draw_without_rendering()
    hidden = {
        child for ax in figure.axes if not (ax.axison and ax.get_visible()) for axis in (ax.xaxis, ax.yaxis)
        for child in axis.findobj(Text)
    }  # fmt: skip
    # Axes keep labels for ticks outside their limits, which are never drawn.
    for ax in figure.axes:
        for axis, (low, high) in ((ax.xaxis, sorted(ax.get_xlim())), (ax.yaxis, sorted(ax.get_ylim()))):
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                if not low - 1e-9 <= tick.get_loc() <= high + 1e-9:
                    hidden |= {tick.label1, tick.label2}
    return [
        text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip() and text not in hidden
    ]


def faults(figure: Figure) -> list[str]:
    """Texts over texts, over the frame of a panel, or beyond the edge of the picture."""
    shown = [(text, text.get_window_extent()) for text in texts(figure)]
    found = [
        f"{one.get_text()!r} over {other.get_text()!r}"
        for (one, a), (other, b) in combinations(shown, 2)
        if _overlap(one, a, other, b)
    ]
    edge = figure.bbox
    for text, box in shown:
        said = text.get_text()
        if box.x0 < edge.x0 - TOUCHING or box.x1 > edge.x1 + TOUCHING:
            found.append(f"{said!r} beyond the edge")
        found += [f"{said!r} over a frame" for ax in figure.axes if ax.axison and _on_frame(box, ax)]
    return found


def _overlap(one: Any, a: Any, other: Any, b: Any) -> bool:
    """Do two texts with boxes `a` and `b` run into each other?"""
    over = min(a.x1, b.x1) - max(a.x0, b.x0) > TOUCHING and min(a.y1, b.y1) - max(a.y0, b.y0) > TOUCHING
    slope = one.get_rotation() % 90
    if not over or not slope or one.get_rotation() != other.get_rotation():
        return over
    # Boxes around slanting names of ticks overlap, the names need not: their lines are so far from each other.
    (x0, y0), (x1, y1) = (text.get_transform().transform(text.get_unitless_position()) for text in (one, other))
    apart = abs((y1 - y0) * cos(radians(slope)) - (x1 - x0) * sin(radians(slope)))
    return bool(apart < one.get_fontsize() * one.get_figure(root=True).dpi / 72 - TOUCHING)


def _on_frame(box: Any, ax: Any) -> bool:
    """Does a visible edge of the panel run through the text?"""
    frame = ax.get_window_extent()
    upright = box.y0 < frame.y1 and box.y1 > frame.y0
    level = box.x0 < frame.x1 and box.x1 > frame.x0
    lines = {
        "left": upright and box.x0 + TOUCHING < frame.x0 < box.x1 - TOUCHING,
        "right": upright and box.x0 + TOUCHING < frame.x1 < box.x1 - TOUCHING,
        "bottom": level and box.y0 + TOUCHING < frame.y0 < box.y1 - TOUCHING,
        "top": level and box.y0 + TOUCHING < frame.y1 < box.y1 - TOUCHING,
    }
    return any(cut and ax.spines[side].get_visible() for side, cut in lines.items())
