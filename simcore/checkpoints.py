"""Files that keep a long run: arrays under a key that names the very run. Refused before any work where unfit.

A file says by a digest that it holds what was written into it, so a damaged one is never believed; whoever asks for
the arrays says what they must look like, and looks at what they say.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Mapping
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


def load(
    path: Path, key: str, shapes: Mapping[str, tuple[int | None, ...]], holds: Callable[[dict[str, Array]], bool]
) -> dict[str, Array] | None:
    """The arrays kept under `key`, None if there is no file yet.

    `shapes`: of int64 arrays, None for a length that is not known before; `holds(arrays)`: can they be what they say?
    Raises `BadInput` for any file that is not such a one, whole and unchanged.
    """
    if not path.exists():
        return None
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
            if str(kept["key"]) != key:
                raise another_run(path)
            arrays = {name: kept[name] for name in shapes}
            whole = str(kept["digest"]) == _digest(key, arrays)
    except BadInput:
        raise
    except Exception:  # NumPy and zipfile fail in many ways on a file that is something else
        whole = False
    if not whole or not all(_is_like(arrays[name], shape) for name, shape in shapes.items()) or not holds(arrays):
        raise BadInput("checkpoint", str(path), "a file written by an earlier run and unchanged, or a new name")
    return arrays


def _is_like(array: Array, shape: tuple[int | None, ...]) -> bool:
    return array.dtype == np.int64 and len(array.shape) == len(shape) and all(
        wanted in (None, length) for wanted, length in zip(shape, array.shape, strict=True)
    )  # fmt: skip


def _digest(key: str, arrays: Mapping[str, Array]) -> str:
    digest = hashlib.blake2b(key.encode(), digest_size=16)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape} ".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def save(path: Path, key: str, arrays: Mapping[str, Array]) -> None:
    """Keep the arrays under `key`, whole or not at all."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, key=np.array(key), digest=np.array(_digest(key, arrays)), **arrays)
    write_whole(path, lambda file: file.write(buffer.getvalue()))
