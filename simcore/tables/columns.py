"""Rows that come one by one, kept by column: eight bytes a number, where a row of names takes a thousand."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from simcore.types import Array

_KINDS = {float: "d", int: "q"}  # what an array holds in eight bytes; anything else stays in a list
_SMALL = range(-(1 << 63), 1 << 63)


class Columns:
    """Rows can differ in what they have: what a row lacks is absent from its place in the column."""

    def __init__(self) -> None:
        self._cells: dict[str, Any] = {}
        self._at: dict[str, Any] = {}  # the rows that have the column, where not all have it
        self.rows = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """One more row."""
        for name, cell in row.items():
            if name not in self._cells:
                kind = _KINDS.get(type(cell))
                self._cells[name], self._at[name] = array(kind) if kind else [], array("q")
            cells = self._cells[name]
            if not _fits(cells, cell):
                self._cells[name] = cells = cells.tolist()
            cells.append(cell)
            self._at[name].append(self.rows)
        self.rows += 1

    def whole(self) -> None:
        """Forget a row of which only some cells are there: its maker was stopped in the middle of it."""
        for name in list(self._cells):
            at = self._at.get(name, array("q"))
            while len(at) and at[-1] >= self.rows:
                at.pop()
            del self._cells[name][len(at) :]
            if not len(at):
                del self._cells[name]
                self._at.pop(name, None)

    def to_arrays(self) -> tuple[list[dict[str, Any]], dict[str, Array]]:
        """What is kept: of each column its name, kind and words, and whole numbers by the place of the column."""
        told, arrays = [], {}
        for number, (name, cells) in enumerate(self._cells.items()):
            one: dict[str, Any] = {"name": name, "kind": "", "words": []}
            if isinstance(cells, list):
                words: dict[str, int] = {}
                codes = [words.setdefault(json.dumps(cell), len(words)) for cell in cells]
                one["words"] = [json.loads(word) for word in words]
                arrays[f"cells{number}"] = np.array(codes, np.int64)
            else:
                one["kind"] = cells.typecode
                arrays[f"cells{number}"] = np.frombuffer(cells, np.int64)
            if len(self._at[name]) < self.rows:
                arrays[f"at{number}"] = np.frombuffer(self._at[name], np.int64)
            told.append(one)
        return told, arrays

    @classmethod
    def from_arrays(cls, told: list[dict[str, Any]], arrays: Mapping[str, Array], rows: int) -> Columns:
        """Inverse of `to_arrays`. Raises `ValueError` for what cannot be columns of so many rows."""
        made = cls()
        made.rows = rows
        for number, one in enumerate(told):
            cells, at = arrays[f"cells{number}"], arrays.get(f"at{number}", np.arange(rows))
            inside = at.size == 0 or (at[0] >= 0 and at[-1] < rows and (np.diff(at) > 0).all())
            if cells.ndim != 1 or cells.shape != at.shape or not cells.size or not inside:
                raise ValueError(one["name"])
            made._at[one["name"]] = array("q", at.tobytes())
            if one["kind"]:
                if one["kind"] not in _KINDS.values():
                    raise ValueError(one["kind"])
                made._cells[one["name"]] = array(one["kind"], cells.tobytes())
            else:
                if cells.min() < 0:
                    raise ValueError(one["name"])
                made._cells[one["name"]] = [one["words"][code] for code in cells.tolist()]
        return made

    def chances(self) -> list[Array]:
        """Of the columns that are chances what they hold."""
        names = [name for name in self._cells if name.startswith(("win_", "chance_of "))]
        return [np.array(self._cells[name], float) for name in names]

    def frame(self, place: Callable[[str], int]) -> pd.DataFrame:
        """All rows, the columns by their `place`, those of one place as they first came; they are gone from here."""
        names = sorted(self._cells, key=place)
        columns = {name: self._column(name) for name in names}
        return pd.DataFrame(columns, columns=pd.Index(names), index=pd.RangeIndex(self.rows), copy=False)

    def _column(self, name: str) -> Any:
        cells, at = self._cells.pop(name), self._at.pop(name)
        whole: Any = pd.Series(cells if isinstance(cells, list) else np.frombuffer(cells, cells.typecode))
        if len(at) == self.rows:
            return whole
        whole.index = np.frombuffer(at, np.int64)
        return whole.reindex(pd.RangeIndex(self.rows))


def _fits(cells: Any, cell: object) -> bool:
    if isinstance(cells, list):
        return True
    return _KINDS.get(type(cell)) == cells.typecode and (type(cell) is float or cell in _SMALL)
