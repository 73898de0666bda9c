"""Standard output: JSON for programs, text for people. An answer is written in one piece."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Literal

from simcore.documents import json_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from simcore.result import Result


def answer_line(result: Result, known: Mapping[str, Any], *, outcomes: bool = True) -> str:
    """What is `known` of a question, then its answer: `json_line` of that and of `Result.to_dict`, in half the time."""
    from simcore.result import SCHEMA

    head = json_line({**known, "schema": SCHEMA})
    stated = result.statement
    figures = json_line(result.figures())
    line = f'{head[:-1]},"scenario":{stated.json},"scenario_id":"{stated.identity}",{figures[1:]}'
    if not outcomes:
        return line
    chances = json_line(result.chances.tolist())[1:-1].split(",")
    ends = map(result.weighed.outcomes.told.__getitem__, result.weighed.order.tolist())
    told = ",".join([f'{{"p":{chance},{end}' for chance, end in zip(chances, ends, strict=False)])
    return f'{line[:-1]},"outcomes":[{told}]}}'


def print_json(record: Any) -> None:
    print(json_line(record))


def print_json_pages(record: Any) -> None:
    """A record over many lines, for documents that people look into as well."""
    print(json.dumps(record, indent=2, allow_nan=False))


def print_for_people(parts: list[RenderableType]) -> None:
    """Text and tables, as wide as the terminal."""
    from rich.console import Console

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal without dashes still gets its answer
    console = Console(markup=False, highlight=False, emoji=False)
    # Captured, not printed: rich has its own way with a closed pipe.
    with console.capture() as text:
        for part in parts:
            console.print(part)
    sys.stdout.write("\n".join(line.rstrip() for line in text.get().split("\n")))


def heading(text: str, *, first: bool = False) -> RenderableType:
    """A line that stands out, with room above it."""
    from rich.text import Text

    return Text(text if first else f"\n{text}", style="bold")


def grid(headers: list[str], rows: list[list[str]], *, right: tuple[int, ...] = ()) -> Table:
    """A table without lines; the columns numbered in `right` are figures. In a narrow terminal nothing is cut."""
    from rich.table import Table

    table = Table(box=None, show_header=any(headers), header_style="italic", pad_edge=False, padding=(0, 2, 0, 0))
    # Names stay whole unless they would take more than half of the room.
    whole = max(map(len, [headers[0], *(row[0] for row in rows)])) <= get_terminal_size().columns // 2
    for number, header in enumerate(headers):
        justify: Literal["left", "right"] = "right" if number in right else "left"
        table.add_column(header, justify=justify, overflow="fold", no_wrap=whole and number == 0)
    for row in rows:
        table.add_row(*row)
    return table
