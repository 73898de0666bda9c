"""Outcome tables: sweep, columns, provenance, files. Pictures of them live in `report`."""

from simcore.tables.files import (
    beyond_the_rulebook,
    caption,
    check_path,
    encode_table,
    read_table,
    rounded,
    told_policies,
    write_table,
)
from simcore.tables.progress import BEYOND
from simcore.tables.sweep import MOST_ROWS, SCHEMA, stack, table

__all__ = [
    "BEYOND",
    "MOST_ROWS",
    "SCHEMA",
    "beyond_the_rulebook",
    "caption",
    "check_path",
    "encode_table",
    "read_table",
    "rounded",
    "stack",
    "table",
    "told_policies",
    "write_table",
]
