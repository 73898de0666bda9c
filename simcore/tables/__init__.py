"""Outcome tables: sweep, columns, provenance, files. Pictures of them live in `report`."""

from simcore.tables.files import caption, check_path, encode_table, read_table, rounded, write_table
from simcore.tables.sweep import MOST_ROWS, SCHEMA, stack, table

__all__ = [
    "MOST_ROWS",
    "SCHEMA",
    "caption",
    "check_path",
    "encode_table",
    "read_table",
    "rounded",
    "stack",
    "table",
    "write_table",
]
