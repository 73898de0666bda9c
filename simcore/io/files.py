"""Files that are whole or not there: written aside, then renamed."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from simcore.errors import BadInput, SimcoreError

_SEPARATORS = tuple(one for one in (os.sep, os.altsep) if one)


def check_place(field: str, path: Path | str) -> None:
    """Refuse a path where no file can be, before any work is done for it."""
    if "\0" in str(path):
        raise BadInput(field, str(path), "a name without a NUL")
    if str(path).endswith(_SEPARATORS):  # which a Path forgets
        raise BadInput(field, str(path), "a file; this names a folder")
    given = Path(path)  # what messages show, as it was written
    try:
        place = Path(os.path.realpath(given))  # a link is followed: what it leads to is written
        if not place.parent.is_dir():
            folder = place.parent if given.is_symlink() else given.parent
            raise BadInput(field, str(path), f"a file in a folder that exists; {folder} does not")
        if place.exists() and not place.is_file():
            raise BadInput(field, str(path), "a file; this is a folder or a device")
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        raise BadInput(field, str(path), f"a file that can be written there ({error.strerror})") from None


def check_apart(**roles: Path | str | None) -> None:
    """Refuse one file in two roles, by whatever names: what is written last would be all that is left."""
    taken: dict[str, str] = {}
    for role, path in roles.items():
        if path is None or "\0" in str(path):
            continue
        other = taken.setdefault(os.path.realpath(path), role)
        if other != role:
            raise BadInput(role, str(path), f"another file than that of {other}")


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Fill `path` by `write(open binary file)`; whatever fails, the old file stays as it was.

    A link is followed, and a file that is replaced keeps its permissions: a private one stays private.
    """
    path = Path(os.path.realpath(path))
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")  # a long name stays legal
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


def _mode(path: Path) -> int:
    """The permissions of the file there is, else those of any new file."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
