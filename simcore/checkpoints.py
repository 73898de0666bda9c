"""Files that keep a long run: arrays under a key that names the very run. Refused before any work where unfit."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore.errors import BadInput
from simcore.files import check_place, write_whole

Array = np.ndarray[Any, np.dtype[Any]]
SECONDS = 15.0  # a killed run loses no more than this


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written before any work is done for it."""
    check_place("checkpoint", path)
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadInput("checkpoint", str(path), "a file that can be written")


def another_run(path: Path) -> BadInput:
    """The refusal of a file that another run has written."""
    return BadInput("checkpoint", str(path), "a file of this very scenario, seed and rules, or a new name")


def load(path: Path, key: str, names: Sequence[str]) -> dict[str, Array] | None:
    """The arrays kept under `key`, None if there is no file yet."""
    if not path.exists():
        return None
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
            if str(kept["key"]) != key:
                raise another_run(path)
            return {name: kept[name] for name in names}
    except BadInput:
        raise
    except Exception:  # NumPy and zipfile fail in many ways on a file that is something else
        raise BadInput("checkpoint", str(path), "a file written by an earlier run, or a new name") from None


def save(path: Path, key: str, arrays: Mapping[str, Array]) -> None:
    """Keep the arrays under `key`, whole or not at all."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **{"key": np.array(key), **arrays})
    write_whole(path, lambda file: file.write(buffer.getvalue()))
