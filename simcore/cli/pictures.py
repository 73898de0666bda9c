"""Pictures that a command draws beside its answer: checked before the work, written whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check(path: str) -> None:
    """Refuse at once what could not be drawn or written later."""
    from simcore.report.heatmap import check_png

    check_png(Path(path))


def write(figure: Figure, path: str, answer: dict[str, Any]) -> None:
    """The picture, with the scenario and rules of its answer in it."""
    from simcore.report.heatmap import write_png

    kept = ("schema", "scenario", "side", "assumed", "public", "rules", "version")
    write_png(figure, Path(path), {key: answer[key] for key in kept if key in answer})
