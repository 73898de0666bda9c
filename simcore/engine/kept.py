"""Compiled functions kept on disk: a file for each function and signature, believed only if its checksum is right.

Numba's own cache trusts what it finds: a damaged index or data file is a traceback, a flipped bit in machine code is
run, a disk that is full costs the answer, and where its folder cannot be written it falls back on one that does not
know when a copy is stale. Here whatever is wrong with a file means compiling again, and whatever is wrong with the
disk means compiling without keeping.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps as _dumps

dumps: Any = _dumps  # Numba has no types
_rebuild: Any = CompileResult._rebuild
DIGEST = 32  # bytes of the checksum that a file begins with
_told: set[str] = set()  # the folders that could not be written, each said once


class Kept(FunctionCache):
    """The copies of one function in `folder` (None: nowhere)."""

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        # Not the base's: it looks for a folder and an index. What is used of it is the key of a signature.
        self._py_func, self._name, self._folder = function, repr(function), folder
        self._base = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}".replace("<", "").replace(
            ">", ""
        )
        self._stamp = (numba.__version__, sys.version, _source_stamp(function))
        self._enabled = folder is not None

    @property
    def cache_path(self) -> str | None:
        return None if self._folder is None else str(self._folder)

    def flush(self) -> None:
        """Forget the copies."""
        for file in self.files():
            with contextlib.suppress(OSError):
                file.unlink()

    def files(self) -> list[Path]:
        """The copies there are."""
        if self._folder is None:
            return []
        try:
            return [file for file in self._folder.iterdir() if file.name.startswith(f"{self._base}-")]
        except OSError:
            return []

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The copy for a signature, None if there is none that can be trusted."""
        target_context.refresh()
        if not self._enabled:
            return None
        key = self._key(sig, target_context.codegen())
        try:
            content = self._path(key).read_bytes()
            if _checksum(content[DIGEST:]) != content[:DIGEST]:
                return None
            stamp, kept, payload = pickle.loads(content[DIGEST:])
            if (stamp, kept) != (self._stamp, key):
                return None
            return _rebuild(target_context, *payload)
        except MemoryError:
            raise
        except Exception:  # a copy that cannot be read or made again is none
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; what cannot be kept is used all the same."""
        if not self._enabled or any(not one.can_cache for one in data.lifted) or data.library.has_dynamic_globals:
            return
        assert self._folder is not None
        key = self._key(sig, data.codegen)
        content = dumps((self._stamp, key, data._reduce()))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._path(key), _checksum(content) + content)
        except OSError as error:
            self._tell(error)

    def _key(self, sig: Any, codegen: Any) -> Any:
        keys: Any = self._index_key
        return keys(sig, codegen)

    def _path(self, key: Any) -> Path:
        assert self._folder is not None
        return self._folder / f"{self._base}-{hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest()}.nbc"

    def _tell(self, error: OSError) -> None:
        folder = str(self._folder)
        if folder not in _told and sys.stderr is not None:
            reason = error.strerror or error
            with contextlib.suppress(OSError):
                print(f"compiled without keeping it: {folder!r} cannot be written ({reason})", file=sys.stderr)
        _told.add(folder)


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def _source_stamp(function: Callable[..., Any]) -> tuple[float, int]:
    try:
        found = os.stat(inspect.getfile(function))
    except (OSError, TypeError):
        return 0.0, 0
    return found.st_mtime, found.st_size


def _write(path: Path, content: bytes) -> None:
    """Aside, then renamed: two processes that write at once leave one whole file, one that is killed the old one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
