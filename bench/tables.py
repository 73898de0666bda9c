"""Tables of the page, and how a figure is written in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.figures import Figure, Run, short
from bench.turns import FULL, QUICK

ROUNDS = {"quick": QUICK.rounds, "full": FULL.rounds}


def rounds(run: Run) -> int | None:
    """Turns of a figure that was measured as usual; None of a run whose pace is not known."""
    return ROUNDS.get(run.about.get("pace", ""))


def table(head: Sequence[str], rows: Iterable[Sequence[object]], words: int = 2) -> str:
    """The first columns, so many of them, are words; the others are numbers."""
    lines = [head, ["---"] * words + ["---:"] * (len(head) - words), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def spread(figure: Figure | None, usual: int | None) -> str:
    """Median and range, and the number of turns where it is not the usual one.

    >>> spread(Figure("a", "b", "x", [3.0, 1.0, 2.0]), 3), spread(Figure("a", "b", "x", [3.0, 1.0]), 3)
    ('2 (1 to 3)', '2 (1 to 3; 2 turns)')
    """
    if figure is None:
        return ""
    median, turns = short(figure.median), len(figure.runs)
    if turns == 1:
        return median
    number = "" if turns == usual else f"; {turns} turns"
    return f"{median} ({short(min(figure.runs))} to {short(max(figure.runs))}{number})"
