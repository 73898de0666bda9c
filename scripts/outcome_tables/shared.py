"""What all published tables have in common: what the reader is told, and where a table made in one go comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from simcore import Result
from simcore.combat import Combat
from simcore.tables import SCHEMA

COMMAND = "python3 tasks.py tables"


class Published(NamedTuple):
    """A table with its name in tables/ and what its reader is told."""

    name: str
    make: Callable[[], pd.DataFrame]
    title: str
    text: str


class Game(NamedTuple):
    """The tables of a game; `slug` is its name in a scenario, `house` its folder among the games.

    `columns` says what each column holds, by its name, by its end ("_left") or by its beginning ("win_").
    """

    title: str
    slug: str
    house: str
    tables: tuple[Published, ...]
    columns: Mapping[str, str]


SHARED_COLUMNS = {
    "win_": "chance to win",
    "method": "`exact`: computed, not sampled; no error but rounding",
}


def meaning(column: str, columns: Mapping[str, str]) -> str:
    """What a column holds: by its name, by its end, or by its beginning."""
    for name, text in {**columns, **SHARED_COLUMNS}.items():
        if (
            column == name
            or (name[0] == "_" and column.endswith(name))
            or (name[-1] == "_" and column.startswith(name))
        ):
            return text
    raise KeyError(column)


def with_metadata(
    frame: pd.DataFrame,
    scenario: Mapping[str, Any],
    vary: Mapping[str, Sequence[Any]],
    like: Result,
    assumed: Iterable[str] = (),
) -> pd.DataFrame:
    """A table not made row by row, marked as `simcore.tables.table` would; `like` is the answer of one of its rows."""
    frame["method"] = like.method
    frame.attrs = {
        "schema": SCHEMA,
        "scenario": dict(scenario),
        "vary": {name: list(values) for name, values in vary.items()},
        "trials": None,
        "seed": None,
        "facts": None,
        "rules": like.rules,
        "version": like.version,
        "assumed": list(dict.fromkeys([*like.assumed, *assumed])),
        "command": COMMAND,
    }
    return frame


def assumed_among(combat: Combat, used: Iterable[str]) -> list[str]:
    """Titles of the assumed facts among those used."""
    facts, names = combat.load_facts(None), set(used)
    return [facts.title(key) for key, fact in facts.items() if key in names and fact.assumed]


def without_zeros(frame: pd.DataFrame) -> pd.DataFrame:
    """The table without figures that are 0 in every row, such as retreats from a besieged place."""
    figures = frame.columns[frame.dtypes == "float64"]
    return frame.drop(columns=[name for name in figures if (frame[name] == 0.0).all()])
