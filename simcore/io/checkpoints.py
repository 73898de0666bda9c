"""Files that keep a long run: arrays under a key that names the very run. Refused before any work where unfit."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore.errors import BadInput, SimcoreError
from simcore.io.files import check_place, write_whole
from simcore.types import Array

SECONDS = 15.0  # a killed run loses no more than this
QUICK = 0.75  # seconds: who takes longer to save does so more rarely, a twentieth of all time


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


def load(path: Path, key: str, names: Sequence[str] | None = None) -> dict[str, Array] | None:
    """The arrays kept under `key`, whole numbers, None if there is no file yet; `names`: those there must be.

    They are those that were saved: a checksum over key, names, shapes and contents says so. Whether they fit the
    question, whoever asks it must see.
    """
    if not path.exists():
        return None
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
            if str(kept["key"]) != key:
                raise another_run(path)
            arrays = {name: kept[name] for name in (names or set(kept.files) - {"key", "checksum"})}
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
    told = {"key": np.array(key), "checksum": np.array(_checksum(key, arrays))}
    write_whole(path, lambda file: np.savez(file, allow_pickle=False, **told, **arrays))


def save_meanwhile(path: Path, key: str, arrays: Mapping[str, Array]) -> None:
    """`save` in the middle of a run, which goes on if that fails: there may be room again at the end."""
    with contextlib.suppress(SimcoreError):
        save(path, key, arrays)


class Keeper:
    """Saves what a long run has come to, now and then and at its end; `arrays` gives it as it stands."""

    def __init__(self, path: Path, key: str, arrays: Callable[[], Mapping[str, Array]]) -> None:
        self.path, self._key, self._arrays = path, key, arrays
        self._due = time.monotonic() + SECONDS

    def meanwhile(self) -> None:
        """Save if it is time: after `SECONDS`, more rarely where saving takes long."""
        if (began := time.monotonic()) >= self._due:
            save_meanwhile(self.path, self._key, self._arrays())
            now = time.monotonic()
            self._due = now + SECONDS * max(1.0, (now - began) / QUICK)

    def save(self) -> None:
        save(self.path, self._key, self._arrays())

    def finish(self, answer: object) -> None:
        """Save at the end. Raises `NotKept`, with the answer, where it cannot be kept."""
        try:
            self.save()
        except SimcoreError as error:
            raise NotKept(str(error), answer) from None


def numbers_of(text: str) -> Array:
    """A text as whole numbers, which is all that a checkpoint holds."""
    return np.frombuffer(text.encode(), np.uint8).astype(np.int64)


def text_of(numbers: Array) -> str:
    """Inverse of `numbers_of`. Raises `ValueError` for numbers that are no text.

    >>> text_of(numbers_of("two words"))
    'two words'
    """
    if numbers.ndim != 1 or ((numbers < 0) | (numbers > 255)).any():
        raise ValueError("no text")
    return numbers.astype(np.uint8).tobytes().decode()


def _checksum(key: str, arrays: Mapping[str, Array]) -> str:
    digest = hashlib.blake2b(key.encode(), digest_size=16)
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)  # not copied: a table can be long
    return digest.hexdigest()
