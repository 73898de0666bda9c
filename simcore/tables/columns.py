"""Rows that come one by one, kept by column: eight bytes a number, where a row of names takes a thousand."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

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
