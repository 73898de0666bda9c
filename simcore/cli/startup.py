"""A quick start: most questions are answered in less time than the libraries take to load.

Nothing here changes an answer; measured on one question, it saves half of the whole.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

OBJECTS = 100_000  # new ones before garbage is looked for: an answer has hundreds, and hardly any makes a circle


def begin() -> None:
    """While libraries load, everything made stays: looking for garbage finds none and costs a sixth of the start.

    At the end Python looks through all of it twice more before it lets go of it: that costs a sixth again. NumPy's
    linear algebra, of which nothing here has much, would start a thread a core that spins as long as NumPy loads.
    """
    gc.disable()
    atexit.register(gc.freeze)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def load_engine() -> None:
    """Numba without its linear algebra, for which it would load half of SciPy; no kernel has any."""
    if "numba.np.arraymath" in sys.modules:
        return
    from importlib import import_module

    loaded = sys.modules.get("scipy.linalg.cython_blas")
    sys.modules["scipy.linalg.cython_blas"] = None  # type: ignore[assignment]  # "cannot be imported"
    try:
        import_module("numba.np.arraymath")
    finally:
        del sys.modules["scipy.linalg.cython_blas"]
        if loaded is not None:
            sys.modules["scipy.linalg.cython_blas"] = loaded


def announce_compiling(game: str) -> None:
    """One line on standard error, in a log too: the rules are compiled before anything is played."""
    from simcore.engine.announce import say

    say(game)


def settle() -> None:
    """The run turns out to be a long one: look for garbage again, but not among the libraries."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(OBJECTS)
        gc.enable()
