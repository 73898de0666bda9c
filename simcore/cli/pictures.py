"""Pictures that a command draws beside its answer: checked before the work, drawn after the answer, written whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check(path: str) -> None:
    """Refuse at once a file that could not be written later."""
    from simcore.errors import BadInput
    from simcore.io.files import check_place

    if Path(path).suffix.lower() != ".png":
        raise BadInput("picture", path, "a name that ends in .png")
    check_place("picture", path)


def write(figure: Figure, path: str, answer: dict[str, Any]) -> None:
    """The picture, with the scenario and rules of its answer in it."""
    from simcore.report.heatmap import write_png

    kept = ("schema", "scenario", "side", "policies", "assumed", "public", "rules", "version")
    write_png(figure, Path(path), {key: answer[key] for key in kept if key in answer})
