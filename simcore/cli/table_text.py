"""A sweep in words and figures: the chances row by row, of two fields as a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simcore.cli.drawing import cells, chance_columns
from simcore.cli.formatting import counted_chance, exact_chance, name
from simcore.cli.output import GAP, grid, heading, room
from simcore.tables import caption

if TYPE_CHECKING:
    from pandas import DataFrame
    from rich.console import RenderableType


def report(frame: DataFrame, varied: Sequence[str]) -> list[RenderableType]:
    """The chances and what they rest on."""
    attrs: Any = frame.attrs
    parts = _grids(frame, *varied) if len(varied) == 2 else _rows(frame, varied)
    return [*parts, "", caption(attrs)]


def _rows(frame: DataFrame, varied: Sequence[str]) -> list[RenderableType]:
    """A row for each combination, a column for each winner."""
    columns = [column for column in frame.columns if column.startswith(("win_", "chance_of "))]
    told = [_chances(frame, column) for column in columns]
    fields = [[str(cell) for cell in cells(frame[field].tolist())] for field in varied]
    headers = [*varied, *(name(column.removeprefix("win_").removeprefix("chance_of ")) for column in columns)]
    rows = [list(row) for row in zip(*fields, *told, strict=True)]
    return [grid(headers, rows, right=tuple(range(len(headers))))]


def _grids(frame: DataFrame, rows: str, columns: str) -> list[RenderableType]:
    """A grid for each winner: a line for each value of the first field, a column for each of the second.

    What is wider than the terminal goes on below, in grids of as many columns as fit. Combinations that were left out
    are blank.
    """
    across, down = ([str(cell) for cell in cells(frame[field].tolist())] for field in (columns, rows))
    heads, lines = list(dict.fromkeys(across)), list(dict.fromkeys(down))
    parts: list[RenderableType] = []
    for column, said in chance_columns(frame).items():
        told = dict(zip(zip(down, across, strict=True), _chances(frame, column), strict=True))
        shown = {head: [told.get((line, head), "").removesuffix(" %") for line in lines] for head in heads}
        parts.append(heading(f"chance of {said}, %: {rows} down, {columns} across", first=not parts))
        for block in _blocks(shown, max(map(len, [rows, *lines]))):
            body = [[line, *(shown[head][at] for head in block)] for at, line in enumerate(lines)]
            parts.append(grid([rows, *block], body, right=tuple(range(1 + len(block)))))
    return parts


def _blocks(shown: dict[str, list[str]], first: int) -> list[list[str]]:
    """The columns in as few blocks as the terminal's width allows, `first` being what names the lines."""
    blocks: list[list[str]] = []
    left = 0
    for head, column in shown.items():
        wide = GAP + max(map(len, [head, *column]))
        if not blocks or left < wide:
            blocks.append([])
            left = room() - first
        blocks[-1].append(head)
        left -= wide
    return blocks


def _chances(frame: DataFrame, column: str) -> list[str]:
    """A column of chances as people read them: certain only where nothing else can happen."""
    wins = [one for one in frame.columns if one.startswith("win_")]
    told = []
    for record in frame.to_dict("records"):
        share: Any = record[column]
        sure = sum(1 for one in wins if record[one]) == 1
        if record["method"] == "exact":
            told.append(exact_chance(share, certain=sure and share > 0.0))
        else:
            told.append(counted_chance(share, int(record["trials"])))
    return told
