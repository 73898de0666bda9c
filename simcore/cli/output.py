"""Standard output: JSON for programs, text for people. An answer is written in one piece."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from simcore.cli.columns import broken, widths
from simcore.io.documents import json_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from simcore.errors import SimcoreError
    from simcore.evaluation.result import Result

T = TypeVar("T")
GAP = 2  # blanks between two columns
LEAST, MOST = 20, 1000  # columns of a terminal that are believed


def answer_line(result: Result, known: Mapping[str, Any], *, outcomes: bool = True) -> str:
    """What is `known` of a question, then its answer: `json_line` of that and of `Result.to_dict`, in half the time."""
    from simcore.evaluation.result import SCHEMA

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


def answered(ask: Callable[[], T]) -> tuple[T, SimcoreError | None]:
    """What `ask` finds, and why it could not be kept in a file: to be raised once the answer has been printed."""
    from simcore.io.checkpoints import NotKept

    try:
        return ask(), None
    except NotKept as error:
        return error.answer, error


def failure(write: Callable[[], object]) -> SimcoreError | None:
    """Why a file could not be written: to be raised once the answer has been printed all the same."""
    from simcore.errors import SimcoreError

    try:
        write()
    except SimcoreError as error:
        return error
    return None


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
    console = Console(markup=False, highlight=False, emoji=False, width=_width())
    # Captured, not printed: rich has its own way with a closed pipe.
    with console.capture() as text:
        for part in parts:
            console.print(harmless(part) if isinstance(part, str) else part)
    sys.stdout.write("\n".join(line.rstrip() for line in text.get().split("\n")))


def harmless(text: str) -> str:
    """A text without what a terminal would obey: names and sources come from documents that others wrote.

    >>> harmless("red \\x1b[31m"), harmless("two\\nlines")
    ('red ?[31m', 'two\\nlines')
    """
    return text if text.isprintable() else "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def _width() -> int | None:
    """The width to print in, None for rich to find: terminals report anything."""
    from rich.console import Console

    found = Console().width
    return None if LEAST <= found <= MOST else min(max(found, LEAST), MOST)


def room() -> int:
    """Columns of the terminal."""
    from rich.console import Console

    return _width() or Console().width


def heading(text: str, *, first: bool = False) -> RenderableType:
    """A line that stands out, with room above it."""
    from rich.text import Text

    text = harmless(text)
    return Text(text if first else f"\n{text}", style="bold")


def grid(headers: list[str], rows: list[list[str]], *, right: tuple[int, ...] = ()) -> Table:
    """A table without lines; the columns numbered in `right` are figures. In a narrow terminal nothing is cut."""
    from rich.table import Table

    headers, rows = list(map(harmless, headers)), [list(map(harmless, row)) for row in rows]
    table = Table(box=None, show_header=any(headers), header_style="italic", pad_edge=False, padding=(0, GAP, 0, 0))
    columns = list(zip_longest(headers, *rows, fillvalue=""))  # a row can have more cells than there are headers
    space = room() - GAP * (len(columns) - 1)
    wide = widths(columns, [number for number in right if number < len(columns)], space)
    told = [["\n".join(broken(text, width)) for text in column] for column, width in zip(columns, wide, strict=True)]
    for number, (header, *_) in enumerate(told):
        justify: Literal["left", "right"] = "right" if number in right else "left"
        table.add_column(header, justify=justify, overflow="fold", no_wrap=True)
    for row in zip(*(column[1:] for column in told), strict=True):
        table.add_row(*row)
    return table
