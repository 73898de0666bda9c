"""What all published tables have in common: what the reader is told, and where a table made in one go comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from simcore import Result
from simcore.contracts.combat import Combat
from simcore.games.joan.commitment import Answer
from simcore.tables import BEYOND, SCHEMA

COMMAND = "python3 tasks.py tables"


class Beyond(NamedTuple):
    """Titles of facts that no rulebook carries."""

    assumed: list[str]
    public: list[str]


class Published(NamedTuple):
    """A table with its name in tables/ and what its reader is told."""

    name: str
    make: Callable[[], pd.DataFrame]
    title: str
    text: str


class Design(NamedTuple):
    """Scenarios of one combat over which its named policies are measured (`regret`): a list that `deal(seed)` always
    makes anew, the same one. `text` says what is in it. `field`: of either side, where its policies are compared with
    one another because no best play is known."""

    game: str
    combat: str
    seed: int
    deal: Callable[[int], list[dict[str, Any]]]
    text: str
    field: str = ""


class Game(NamedTuple):
    """The tables of a game; `slug` is its name in a scenario, `house` its folder among the games.

    `columns` says what each column holds, by its name, by its end ("_left") or by its beginning ("win_").
    """

    title: str
    slug: str
    house: str
    tables: tuple[Published, ...]
    columns: Mapping[str, str]
    designs: tuple[Design, ...] = ()  # for the policies of its combats


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
    also: Iterable[Beyond | Answer] = (),
) -> pd.DataFrame:
    """A table not made row by row, marked as `simcore.tables.table` would.

    `like` is the answer of one of its rows; `also` says what other rows rest on.
    """
    rests = [like, *also]
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
        "policies": dict(like.policies),
        **{kind: list(dict.fromkeys(title for one in rests for title in getattr(one, kind))) for kind in BEYOND},
        "command": COMMAND,
    }
    return frame


def beyond_among(combat: Combat, used: Iterable[str]) -> Beyond:
    """Those of the facts used that no rulebook carries."""
    facts, keys = combat.load_facts(None), set(used)
    told = [(facts.title(key), fact) for key, fact in facts.items() if key in keys]
    return Beyond(*([title for title, fact in told if getattr(fact, kind)] for kind in BEYOND))


def without_zeros(frame: pd.DataFrame) -> pd.DataFrame:
    """The table without figures that are 0 in every row, such as retreats from a besieged place."""
    figures = frame.columns[frame.dtypes == "float64"]
    return frame.drop(columns=[name for name in figures if (frame[name] == 0.0).all()])
