"""Files that keep a long run: arrays under a key that names the very run. Refused before any work where unfit."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore.errors import BadInput, SimcoreError
from simcore.files import check_place, write_whole

Array = np.ndarray[Any, np.dtype[Any]]
SECONDS = 15.0  # a killed run loses no more than this


def check_writable(path: Path | str) -> None:
    """Refuse a file that cannot be written before any work is done for it."""
    check_place("checkpoint", path)
    path = Path(path)
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadInput("checkpoint", str(path), "a file that can be written")


def another_run(path: Path) -> BadInput:
    """The refusal of a file that another run has written."""
    return BadInput("checkpoint", str(path), "a file of this very scenario, seed and rules, or a new name")


class NotKept(SimcoreError):
    """A run is done and its file could not be written; `answer` is what was found."""

    def __init__(self, message: str, answer: Any) -> None:
        super().__init__(message)
        self.answer = answer


def altered(path: Path) -> BadInput:
    """The refusal of a file whose contents no run can have written."""
    return BadInput("checkpoint", str(path), "a file written by an earlier run, or a new name")


def load(path: Path, key: str, names: Sequence[str]) -> dict[str, Array] | None:
    """The arrays kept under `key`, whole numbers, None if there is no file yet.

    They are those that were saved: a checksum over key, names, shapes and contents says so. Whether they fit the
    question, whoever asks it must see.
    """
    if not path.exists():
        return None
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
            if str(kept["key"]) != key:
                raise another_run(path)
            arrays = {name: kept[name] for name in names}
            if str(kept["checksum"]) != _checksum(key, arrays):
                raise altered(path)
    except BadInput:
        raise
    except Exception:  # NumPy and zipfile fail in many ways on a file that is something else
        raise altered(path) from None
    if any(array.dtype != np.int64 for array in arrays.values()):
        raise altered(path)
    return arrays


def save(path: Path, key: str, arrays: Mapping[str, Array]) -> None:
    """Keep the arrays under `key`, whole or not at all."""
    buffer = io.BytesIO()
    told = {"key": np.array(key), "checksum": np.array(_checksum(key, arrays))}
    np.savez(buffer, allow_pickle=False, **told, **arrays)
    write_whole(path, lambda file: file.write(buffer.getvalue()))


def save_meanwhile(path: Path, key: str, arrays: Mapping[str, Array]) -> None:
    """`save` in the middle of a run, which goes on if that fails: there may be room again at the end."""
    with contextlib.suppress(SimcoreError):
        save(path, key, arrays)


def _checksum(key: str, arrays: Mapping[str, Array]) -> str:
    digest = hashlib.blake2b(key.encode(), digest_size=16)
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
