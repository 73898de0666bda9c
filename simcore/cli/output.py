"""Standard output: JSON for programs, text for people. An answer is written in one piece."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from simcore.cli.columns import broken, widths
from simcore.documents import json_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from simcore.result import Result

GAP = 2  # blanks between two columns


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
            console.print(printable(part) if isinstance(part, str) else part)
    sys.stdout.write("\n".join(line.rstrip() for line in text.get().split("\n")))


def printable(text: str) -> str:
    """A text without what a terminal would obey: names and sources come from files that anybody may have written.

    >>> printable("assumed \\x1b[31m")
    'assumed ?[31m'
    """
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)


def heading(text: str, *, first: bool = False) -> RenderableType:
    """A line that stands out, with room above it."""
    from rich.text import Text

    return Text(printable(text if first else f"\n{text}"), style="bold")


def grid(headers: list[str], rows: list[list[str]], *, right: tuple[int, ...] = ()) -> Table:
    """A table without lines; the columns numbered in `right` are figures. In a narrow terminal nothing is cut."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, show_header=any(headers), header_style="italic", pad_edge=False, padding=(0, GAP, 0, 0))
    # A row can have more cells than there are headers.
    columns = [tuple(map(printable, column)) for column in zip_longest(headers, *rows, fillvalue="")]
    room = Console().width - GAP * (len(columns) - 1)
    wide = widths(columns, [number for number in right if number < len(columns)], room)
    told = [["\n".join(broken(text, width)) for text in column] for column, width in zip(columns, wide, strict=True)]
    for number, (header, *_) in enumerate(told):
        justify: Literal["left", "right"] = "right" if number in right else "left"
        table.add_column(header, justify=justify, overflow="fold", no_wrap=True)
    for row in zip(*(column[1:] for column in told), strict=True):
        table.add_row(*row)
    return table
