"""A table keeps its rows by column, in little room, and as pandas would make them of the rows themselves."""

from __future__ import annotations

import tracemalloc

import pandas as pd
import pytest

from simcore.tables.columns import Columns

ROWS = {
    "alike": [{"a": 1, "b": 0.5, "c": "x"}, {"a": 2, "b": 1.5, "c": "y"}],
    "absent": [{"a": 1}, {"b": 0.5}, {"a": 3, "b": None}],
    "whole and not": [{"a": 1}, {"a": 0.5}, {"a": 2}],
    "words and numbers": [{"a": 1}, {"a": "x"}],
    "yes and no": [{"a": True}, {"a": False}, {"a": 1}],
    "large": [{"a": 1}, {"a": 1 << 70}],
    "none first": [{"a": None}, {"a": 0.5}],
    "none": [],
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_columns_are_those_of_the_rows(rows):
    kept = Columns()
    for row in rows:
        kept.add(row)
    names = list(dict.fromkeys(name for row in rows for name in row))
    pd.testing.assert_frame_equal(kept.frame(names.index), pd.DataFrame(rows, columns=pd.Index(names)))


def test_a_long_table_takes_little_room():
    tracemalloc.start()
    kept = Columns()
    for number in range(20_000):
        kept.add({f"win_{side}": number / (7.0 + side) for side in range(12)} | {"method": "exact"})
    frame = kept.frame(lambda _: 0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert frame.shape == (20_000, 13)
    assert most / 20_000 < 500  # bytes a row; a row of names and numbers takes a thousand
