"""A sweep under way: the rows so far with all that is said of them, and the checkpoint that keeps it."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine.jit import code_digest
from simcore.errors import ABSENT, BadInput, show
from simcore.evaluation.result import Result
from simcore.games import find_combat
from simcore.io import checkpoints
from simcore.tables.columns import Columns
from simcore.types import Array

BEYOND = ("assumed", "public")  # kinds of figures that no rulebook carries, as results and `.attrs` name them
ROUNDING = 1e-9
HINT = "; --skip-impossible (skip_impossible=True) leaves such rows out"


class Impossible(BadInput):
    """A row that the rules refuse."""


class Progress:
    """The first `done` of all combinations: what has come of them."""

    def __init__(self) -> None:
        self.rows = Columns()
        self.kept = array("q")  # which of all combinations the rows are
        self.refused = 0
        self.refusal: Impossible | None = None  # the first
        self.beyond: dict[str, dict[str, None]] = {kind: {} for kind in BEYOND}
        self.played: list[Mapping[str, str]] = []
        self.rules = self.version = ""

    @property
    def done(self) -> int:
        return self.rows.rows + self.refused

    def refuse(self, why: Impossible) -> None:
        """One combination more, which the rules refuse."""
        self.refusal = self.refusal or why
        self.refused += 1

    def add(self, result: Result, row: Mapping[str, Any]) -> None:
        """One combination more, and the row that it gives."""
        self.rules, self.version = result.rules, result.version
        for kind, titles in self.beyond.items():
            titles |= dict.fromkeys(getattr(result, kind))
        if result.policies not in self.played:
            self.played.append(result.policies)
        self.kept.append(self.done)
        self.rows.add(row)

    def to_arrays(self) -> dict[str, Array]:
        """The whole rows as a checkpoint keeps them."""
        self.rows.whole()
        del self.kept[self.rows.rows :]
        columns, arrays = self.rows.to_arrays()
        why = self.refusal
        told = {
            "columns": columns,
            "rows": self.rows.rows,
            "refused": self.refused,
            "refusal": None if why is None else [why.field, _given(why.value), why.allowed],
            "beyond": {kind: list(titles) for kind, titles in self.beyond.items()},
            "played": [dict(one) for one in self.played],
            "rules": self.rules,
            "version": self.version,
        }
        return {"told": checkpoints.numbers_of(json.dumps(told)), "kept": np.frombuffer(self.kept, np.int64), **arrays}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Array], wanted: int) -> Progress:
        """Inverse of `to_arrays`. Raises some error for what no sweep of so many combinations can have kept."""
        told, kept = json.loads(checkpoints.text_of(arrays["told"])), arrays["kept"]
        made = cls()
        rows, made.refused = told["rows"], told["refused"]
        possible = rows >= 0 <= made.refused and kept.shape == (rows,) and rows + made.refused <= wanted
        if not possible or (made.refused > 0) != (told["refusal"] is not None):
            raise ValueError("rows")
        if rows and not (kept[0] >= 0 and kept[-1] < rows + made.refused and (np.diff(kept) > 0).all()):
            raise ValueError("kept")
        made.rows = Columns.from_arrays(told["columns"], arrays, rows)
        made.kept = array("q", kept.tobytes())
        for one in made.rows.chances():
            if not ((one >= -ROUNDING) & (one <= 1.0 + ROUNDING)).all():
                raise ValueError("chances")
        if told["refusal"] is not None:
            field, given, allowed = told["refusal"]
            made.refusal = Impossible(field, given[0] if given else ABSENT, allowed)
        made.beyond = {kind: dict.fromkeys(told["beyond"][kind]) for kind in BEYOND}
        made.played = [dict(one) for one in told["played"]]
        made.rules, made.version = str(told["rules"]), str(told["version"])
        return made


def _given(value: object) -> list[Any]:
    """What a refusal shows of a value, as plain data; nothing where none was given."""
    if value is ABSENT:
        return []
    try:
        return [json.loads(json.dumps(value))]
    except (TypeError, ValueError):
        return [show(value)]


def load(path: Path, key: str, wanted: int) -> Progress | None:
    """What a checkpoint keeps of a sweep of so many combinations; None if there is no file yet."""
    arrays = checkpoints.load(path, key)
    if arrays is None:
        return None
    try:
        return Progress.from_arrays(arrays, wanted)
    except Exception:  # arrays of the right checksum that are something else fail in many ways
        raise checkpoints.altered(path) from None


def key_of(base: Mapping[str, Any], swept: Mapping[str, Sequence[Any]], how: Mapping[str, Any]) -> str:
    """Names the very sweep: its combinations, how they are answered, the rules and the facts."""
    figures = set()
    games, combats = swept.get("game", [base.get("game")]), swept.get("combat", [base.get("combat")])
    for game, combat in product(games, combats):
        with suppress(BadInput):  # a row will say it
            facts = how["facts"]
            found = find_combat(game, combat).load_facts(None if facts is None else Path(facts))
            figures.add(found.digest)
    asked = {name: value for name, value in how.items() if name not in ("facts", "threads")}
    told = json.dumps([base, dict(swept), asked, sorted(figures)])
    return f"table {hashlib.blake2b(told.encode(), digest_size=16).hexdigest()} {code_digest()}"
