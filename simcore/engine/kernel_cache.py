"""Compiled code kept on disk, so that a file that is damaged, or that cannot be written, costs time and nothing else.

Numba trusts its files: a cut-off one ends every later answer in a traceback, a flipped bit would be run. Here each is
written with its digest in front; one that does not match, or that cannot be read, is as good as absent, so its function
is compiled anew. What cannot be written is not kept.
"""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

DIGEST = 16  # bytes in front of each file


class _CheckedFiles(IndexDataCacheFile):
    """The index of one function and the copies that it names."""

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)
        except Exception:  # contents that fit their digest, written by something else: pickle fails in many ways
            return None

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, overloads = pickle.loads(_checked(Path(self._index_path)))
        except (OSError, _Damaged):
            return {}
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, self._dump((self._version, self._source_stamp, overloads)))

    def _load_data(self, name: str) -> Any:
        try:
            return pickle.loads(_checked(Path(self._data_path(name))))
        except _Damaged:
            return None

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), self._dump(data))

    def _write(self, path: str, content: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(_digest(content) + content)


class _Damaged(Exception):
    """A file does not hold what was written into it."""


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def _checked(path: Path) -> bytes:
    """What was written into a file."""
    whole = path.read_bytes()
    content = whole[DIGEST:]
    if _digest(content) != whole[:DIGEST]:
        raise _Damaged
    return content


class KernelCache(FunctionCache):
    """The kept copies of one function. Raises `RuntimeError` where no folder for them can be found."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        files = self._cache_file
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, files._source_stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except MemoryError:
            raise
        except Exception:  # a copy that this machine's Numba cannot take up again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:  # a full disk, a folder that is gone or may not be written: compiled, not kept
            self.disable()
