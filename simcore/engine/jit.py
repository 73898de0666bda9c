"""How simcore compiles: the only place with Numba options.

Two decorators and one binder. `kernel` marks a piece that other compiled code calls by name (it is inlined
there). `entry` marks a function that Python calls; it is kept on disk. `specialise` binds a loop of the engine
to the kernels of one game, so that the loop is compiled with the rules inlined and is still kept on disk.
"""

from __future__ import annotations

import hashlib
import os
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs

index = np.uint64
"""Marks a number as a non-negative index: for signed ones Numba adds a look at negative indexing, a fifth of a roll."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def code_digest() -> str:
    """Digest of all code that can end up in a compiled function."""
    digest = hashlib.blake2b(digest_size=8)
    for folder in ("engine", "games"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> str:
    # Numba looks only at a function's own file to see whether its compiled copy is stale; our loops inline
    # functions of other files. One folder for each state of the code makes a stale copy impossible.
    root = os.environ.get("NUMBA_CACHE_DIR") or str(platformdirs.user_cache_path("simcore"))
    return str(Path(root) / f"kernels-{code_digest()}")


def kernel(function: Callable[..., Any]) -> Any:
    """A compiled piece, called by name from other compiled code and inlined there."""
    return numba.njit(**_OPTIONS)(function)


def step(function: Callable[..., Any]) -> Any:
    """A kernel on the hot path that allocates nothing: always inlined, arrays not counted as references."""
    return numba.njit(forceinline=True, **{"_nrt": False, **_OPTIONS})(function)


def routine(function: Callable[..., Any]) -> Any:
    """A `step` too large to stand inlined at every call; Python cannot call it.

    Without the wrappers for calls from Python and C: for a wide model they take longer to compile than the routine.
    """
    bare = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(**{**bare, **_OPTIONS})(function)


def inner(function: Callable[..., Any]) -> Any:
    """A `routine` that allocates."""
    bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(**{**bare, **_OPTIONS})(function)


def entry(function: Callable[..., Any]) -> Any:
    """A compiled function that Python calls; kept on disk between processes."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = _cache_folder()
    try:
        return numba.njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # no folder can be written: compile afresh in every process
        return numba.njit(**_OPTIONS)(function)
    finally:
        settings.CACHE_DIR = before


def specialise(loop: Callable[..., Any], name: str, **kernels: Any) -> Any:
    """The engine's `loop` with the free names given in `kernels` bound to one game's compiled functions.

    Passing kernels as arguments would either cost a call each time (first-class functions) or lose the copy on
    disk (closures, dispatcher arguments). Binding them as globals under a name of its own keeps both.
    """
    return entry(bind(loop, name, **kernels))


def bind(function: Callable[..., Any], name: str, **kernels: Any) -> Any:
    """A copy of `function` with the free names given in `kernels` bound; not compiled yet."""
    bound = types.FunctionType(
        function.__code__,
        {**function.__globals__, **kernels},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    bound.__qualname__ = f"{function.__name__}[{name}]"  # names the copy on disk
    bound.__module__ = function.__module__
    bound.__doc__ = function.__doc__
    return bound
