"""`simcore batch`: a stream of scenarios, one JSON object a line, answered line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from simcore.cli import options, startup

MOST_SHOWN = 200  # characters of a bad value that are given back as they were


def batch(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file of JSON lines, or - for standard input.")] = "-",
    trials: options.Trials = None,
    target_error: options.TargetError = None,
    exact: options.Exact = False,
    seed: options.Seed = 0,
    threads: options.Threads = 1,
    facts: options.FactsFile = None,
    no_outcomes: Annotated[bool, typer.Option("--no-outcomes", help="Leave the list of outcomes out.")] = False,
) -> None:
    """Answer many scenarios: JSON lines in, JSON lines out, in order.

    Each line is a scenario (game, combat and its fields) and can have trials, target_error and seed of its own, and
    an id, which comes back with the answer. An answer is what odds --json prints. A bad line is answered by
    {"error": {"field", "value", "allowed", "message"}, "line": number} and the rest go on; the exit status is 0 even
    so. Blank lines are skipped. An answer is written before the next line is read.
    """
    from simcore.cli.output import json_line
    from simcore.errors import BadInput

    if exact and (trials is not None or target_error is not None):
        raise BadInput("exact", True, "alone, without trials and target_error")
    defaults = {"trials": trials, "target_error": target_error, "exact": exact, "seed": seed}
    startup.load_engine()
    for number, line in _lines(source):
        record = _answer(line, number, defaults, threads, facts)
        if no_outcomes:
            record.pop("outcomes", None)
        print(json_line(record), flush=True)
        startup.settle()


def _lines(source: str) -> Iterator[tuple[int, bytes | None]]:
    """Lines that are not blank, with their numbers; None for one that is too long to be held."""
    from simcore.errors import BadInput

    if source == "-" and sys.stdin is None:
        raise BadInput("file", "-", "JSON lines on standard input, which is closed")
    try:
        if source == "-":
            yield from _numbered(sys.stdin.buffer)
        else:
            with Path(source).open("rb") as file:
                yield from _numbered(file)
    except OSError as error:
        raise BadInput("file", source, f"JSON lines that can be read ({error.strerror or error})") from None


def _numbered(stream: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    from simcore.documents import MOST_BYTES

    number = 0
    while line := stream.readline(MOST_BYTES + 1):
        number += 1
        if len(line) > MOST_BYTES:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MOST_BYTES)
            yield number, None
        elif line.strip():
            yield number, line


def _answer(
    line: bytes | None, number: int, defaults: dict[str, Any], threads: int, facts: str | None
) -> dict[str, Any]:
    """The answer to one line, or the record of what is wrong with it."""
    from simcore.errors import BadInput, SimcoreError
    from simcore.questions import Interrupted, evaluate

    known: dict[str, Any] = {}
    try:
        asked = _parsed(line)
        known = {"id": asked.pop("id")} if "id" in asked else {}
        own = {key: asked.pop(key) for key in ("trials", "target_error", "seed") if asked.get(key) is not None}
        how = {**defaults, **own}
        if "trials" in own or "target_error" in own:
            how["exact"] = False
        return {**known, **evaluate(asked, threads=threads, facts=facts, **how).to_dict()}
    except Interrupted:
        raise
    except BadInput as error:
        problem = {
            "field": error.field, "value": _brief(error.value), "allowed": error.allowed, "message": str(error)
        }  # fmt: skip
    except SimcoreError as error:
        problem = {"field": None, "value": None, "allowed": None, "message": str(error)}
    except MemoryError:
        problem = {"field": None, "value": None, "allowed": None, "message": "not enough memory"}
    return {**known, "error": problem, "line": number}


def _brief(value: object) -> object:
    """A bad value as it was, or as one short text if it is large or no JSON."""
    from simcore.cli.output import json_line
    from simcore.errors import show

    try:
        return value if len(json_line(value)) <= MOST_SHOWN else show(value)
    except (TypeError, ValueError, RecursionError):
        return show(value)


def _parsed(line: bytes | None) -> dict[str, Any]:
    from simcore.documents import MOST_BYTES, parse
    from simcore.errors import BadInput

    if line is None:
        raise BadInput("line", "too much", f"at most {MOST_BYTES:,} bytes")
    document = parse(line.strip(), "line", line.decode(errors="replace"), ".json")
    if not isinstance(document, dict):
        raise BadInput("line", document, "an object with game, combat and the combat's fields")
    return document
