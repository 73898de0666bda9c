"""Files that are whole or not there: written aside, then renamed."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from simcore.errors import BadInput, SimcoreError

_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


def check_place(field: str, name: Path | str) -> None:
    """Refuse a path where no file can be, before any work is done for it."""
    path = Path(name)
    if "\0" in str(name):
        raise BadInput(field, str(name), "a name without a NUL")
    if str(name).endswith(_SEPARATORS):
        raise BadInput(field, str(name), "a file; a name that ends so is a folder's")
    try:
        path = _target(path)
        if not path.parent.is_dir():
            raise BadInput(field, str(path), f"a file in a folder that exists; {path.parent} does not")
        if path.exists() and not path.is_file():
            raise BadInput(field, str(path), "a file; this is a folder or a device")
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise BadInput(field, str(path), f"a file that can be written there ({error.strerror})") from None


def check_apart(**names: Path | str | None) -> None:
    """Refuse one file in two roles: the later one would be written over the other.

    >>> check_apart(output="a.csv", checkpoint="./a.csv")
    Traceback (most recent call last):
    ...
    simcore.errors.BadInput: checkpoint: './a.csv' is not allowed; another file than that of output
    """
    met: dict[str, str] = {}
    for role, name in names.items():
        if name is not None:
            other = met.setdefault(os.path.realpath(name), role)
            if other != role:
                raise BadInput(role, str(name), f"another file than that of {other}")


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Fill `path` by `write(open binary file)`; whatever fails, the old file stays as it was.

    A link stays a link, to the file that it names; a file that is there keeps who may read and write it.
    """
    temporary: str | None = None
    try:
        path = _target(path)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise SimcoreError(f"{path}: cannot be written ({error.strerror or error})") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _target(path: Path) -> Path:
    """The file that a path names, behind all links; a circle of them is an `OSError`."""
    if not path.is_symlink():
        return path
    with suppress(FileNotFoundError):  # a link to what is not there yet
        path.stat()
    return Path(os.path.realpath(path))


def _mode(path: Path) -> int:
    """Who may read and write a file: as before, or as a new one."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
