"""What all pictures have in common. Findings are counted from a table, so that none can outlive it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.figure import Figure

from simcore.tables import beyond_the_rulebook, told_policies

EXACTLY = 9  # decimals beyond which a difference is rounding error


class Picture(NamedTuple):
    """A picture, the table it shows, and what is found in it."""

    name: str
    title: str
    table: str
    draw: Callable[[pd.DataFrame], Figure]
    text: str
    told: Callable[[pd.DataFrame], list[str]]


def note(frame: pd.DataFrame, more: str, rests: bool = True) -> str:
    """What stands below a picture; `rests`: does it rest on the facts of its table that are not in the rulebook?"""
    told = " ".join([*told_policies(frame.attrs), *(beyond_the_rulebook(frame.attrs) if rests else [])])
    return f"simcore {frame.attrs['version']}, exact. {more} {told}".strip()


def keyed(frame: pd.DataFrame, *keys: str) -> Any:
    """The table by its keys, sorted, to look up single rows."""
    return frame.set_index(list(keys)).sort_index()


def points(difference: float) -> str:
    """A difference between two chances; rounding error is none."""
    return f"{100 * round(difference, EXACTLY):.3g} percentage points"
