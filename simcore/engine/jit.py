"""How simcore compiles: the only place with Numba options.

`kernel` marks a piece that other compiled code calls by name (it is inlined there). `entry` marks a function that
Python calls; it is kept on disk. `specialise` binds a loop of the engine to the kernels of one game, so that the loop
is compiled with the rules inlined and is still kept on disk. `uncompiled` is the way back, for retellings.
"""

from __future__ import annotations

import hashlib
import os
import types
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.cpython.unsafe.tuple import tuple_setitem

from simcore.engine import announce
from simcore.engine.kept import Kept

_numba_settings: Any = numba.config
announce.listen()
_types: Any = numba.types
index = np.uint64
"""Marks a number as a non-negative index: for signed ones Numba adds a look at negative indexing, a fifth of a roll."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_PACKAGE = Path(__file__).resolve().parents[1]


def _with_part(parts: tuple[int, ...], at: int, part: int) -> tuple[int, ...]:
    return (*parts[:at], part, *parts[at + 1 :])


with_part: Any = _with_part if _numba_settings.DISABLE_JIT else tuple_setitem
"""The tuple with another part in one place; Numba builds no tuple of a length that the source does not show."""


@cache
def code_digest() -> str:
    """Digest of all code that can end up in a compiled function."""
    digest = hashlib.blake2b(digest_size=8)
    for folder in ("engine", "gameplay", "games"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> Path | None:
    """Where compiled functions are kept; None where there is no home to keep them in.

    A function inlines others, of other files: one folder for each state of the code makes a stale copy impossible.
    """
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        root = Path(given)
    else:
        try:
            root = platformdirs.user_cache_path("simcore")
        except (OSError, RuntimeError, KeyError):
            return None
        if not root.is_absolute():  # "~" that stands for nothing
            return None
    return root / f"kernels-{code_digest()}"


def _one_width(dispatcher: Any) -> Any:
    """The compiled function, handed every signed whole number as int64 by compiled code that calls it.

    Else Numba compiles it once more for every mixture of constants and of cells of 32 and 64 bits in its arguments.
    """
    if hasattr(dispatcher, "get_call_template"):  # with the JIT off it is the function itself
        compiled_for = dispatcher.get_call_template

        def get_call_template(args: Any, kws: Any) -> Any:
            return compiled_for(tuple(map(_widened, args)), {name: _widened(kind) for name, kind in kws.items()})

        dispatcher.get_call_template = get_call_template
    return dispatcher


def _widened(kind: Any) -> Any:
    plain = _types.unliteral(kind)
    return _types.int64 if isinstance(plain, _types.Integer) and plain.signed else plain


def kernel(function: Callable[..., Any]) -> Any:
    """A compiled piece, called by name from other compiled code and inlined there."""
    return _one_width(numba.njit(**_OPTIONS)(function))


def step(function: Callable[..., Any]) -> Any:
    """A kernel on the hot path that allocates nothing: always inlined, arrays not counted as references."""
    return _one_width(numba.njit(forceinline=True, **{"_nrt": False, **_OPTIONS})(function))


def routine(function: Callable[..., Any]) -> Any:
    """A `step` too large to stand inlined at every call; Python cannot call it. Kept on disk.

    Without the wrappers for calls from Python and C: for a wide model they take longer to compile than the routine.
    """
    return _one_width(_kept(function, **{"_nrt": False, **_BARE}))


def inner(function: Callable[..., Any]) -> Any:
    """A `routine` that allocates."""
    return _one_width(_kept(function, **_BARE))


def switch(cases: Mapping[int, Callable[..., Any]]) -> Any:
    """A compiled function `(kind, a, b, c)` that calls the case of that kind with `(a, b, c)`; none: the last case.

    Numba has no table of functions that it can look into, so the chain of branches is written out.
    """
    *first, last = (f"case_{at}(a, b, c)" for at in range(len(cases)))
    lines = [f"    if kind == {kind}:\n        return {call}\n" for kind, call in zip(cases, first, strict=False)]
    scope: dict[str, Any] = {"__name__": __name__, **{f"case_{at}": case for at, case in enumerate(cases.values())}}
    exec(f"def chosen(kind, a, b, c):\n{''.join(lines)}    return {last}\n", scope)
    return inner(scope["chosen"])


def entry(function: Callable[..., Any]) -> Any:
    """A compiled function that Python calls; kept on disk between processes."""
    return _kept(function)


def _kept(function: Callable[..., Any], **options: Any) -> Any:
    dispatcher = numba.njit(**options, **_OPTIONS)(function)
    if hasattr(dispatcher, "_cache"):  # with the JIT off it is the function itself
        dispatcher._cache = Kept(function, _cache_folder())
    return dispatcher


def is_kept(entry: Any) -> bool:
    """Has an `entry` been compiled before, in this process or for the disk? Without the JIT nothing has to be."""
    return not hasattr(entry, "signatures") or bool(entry.signatures or entry._cache.files())


def bind(function: Any, **kernels: Any) -> types.FunctionType:
    """A copy of `function` with the free names given in `kernels` bound, not compiled yet."""
    return types.FunctionType(
        function.__code__,
        {**function.__globals__, **kernels},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )


def specialise(loop: Callable[..., Any], name: str, **kernels: Any) -> Any:
    """The engine's `loop` with the free names given in `kernels` bound to one game's compiled functions.

    Passing kernels as arguments would either cost a call each time (first-class functions) or lose the copy on
    disk (closures, dispatcher arguments). Binding them as globals under a name of its own keeps both.
    """
    bound = bind(loop, **kernels)
    bound.__qualname__ = f"{loop.__name__}[{name}]"  # names the copy on disk
    bound.__module__ = loop.__module__
    bound.__doc__ = loop.__doc__
    return entry(bound)


def uncompiled(function: Any, **hooks: Callable[..., Any]) -> Callable[..., Any]:
    """A copy of a compiled function that runs as plain Python, with all kernels it calls: the rules, with hooks.

    Wherever a kernel named in `hooks` would be called, `hooks[name](kernel, *arguments)` is called instead.
    """
    copies: dict[Any, Callable[..., Any]] = {}

    def copy(compiled: Any) -> Callable[..., Any]:
        source = getattr(compiled, "py_func", compiled)
        if source not in copies:
            copies[source] = copied = types.FunctionType(
                source.__code__, dict(source.__globals__), source.__name__, source.__defaults__
            )
            names = source.__code__.co_names
            for name in names:
                callee = source.__globals__.get(name)
                if _is_kernel(callee):
                    copied.__globals__[name] = hooked(name, callee)
                elif isinstance(callee, types.ModuleType) and _is_ours(callee.__name__):
                    used = {inner: getattr(callee, inner) for inner in names if hasattr(callee, inner)}
                    plain = {inner: hooked(inner, one) if _is_kernel(one) else one for inner, one in used.items()}
                    copied.__globals__[name] = types.SimpleNamespace(**plain)
        return copies[source]

    def hooked(name: str, kernel: Any) -> Callable[..., Any]:
        plain = copy(kernel)
        return partial(hooks[name], plain) if name in hooks else plain

    return copy(function)


def _is_kernel(thing: Any) -> bool:
    # With the JIT off a kernel is a function like any other of ours.
    source = getattr(thing, "py_func", thing)
    return isinstance(source, types.FunctionType) and _is_ours(source.__module__)


def _is_ours(module: str) -> bool:
    return module.startswith("simcore.")
