"""Files that are whole or not there: written aside, then renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from simcore.errors import BadInput, SimcoreError


def check_place(field: str, path: Path) -> None:
    """Refuse a path where no file can be, before any work is done for it."""
    if "\0" in str(path):
        raise BadInput(field, str(path), "a name without a NUL")
    try:
        if not path.parent.is_dir():
            raise BadInput(field, str(path), f"a file in a folder that exists; {path.parent} does not")
        if path.exists() and not path.is_file():
            raise BadInput(field, str(path), "a file; this is a folder or a device")
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise BadInput(field, str(path), f"a file that can be written there ({error.strerror})") from None


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Fill `path` by `write(open binary file)`; whatever fails, the old file stays as it was."""
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise SimcoreError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
