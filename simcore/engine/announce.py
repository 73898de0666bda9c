"""One line on standard error where compiling keeps somebody waiting: from every command and from Python alike.

Nothing is said where nothing is compiled, nor where it is quick. The environment variable SIMCORE_QUIET (any value)
switches the line off, as `quiet` does for what feeds programs.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from typing import Any

from numba.core import event as _event

events: Any = _event  # Numba has no types
SWITCH = "SIMCORE_QUIET"
PATIENCE = 1.0  # seconds of compiling before anything is said
_told: set[str] = set()  # of what it has been said: once is enough
_silent = False


def quiet() -> None:
    """Say nothing in this process."""
    global _silent
    _silent = True


def say(rules: str) -> None:
    """The line, once for the rules of one game ("": whose is not known); nothing where it is switched off."""
    if _silent or os.environ.get(SWITCH) or sys.stderr is None or rules in _told or (_told and not rules):
        return
    _told.add(rules)
    what = f"the rules of {rules}" if rules else "the rules"
    line = f"compiling {what}, once for this version of simcore: this takes up to some minutes"
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def whose(function: Any) -> str:
    """The game that a compiled function belongs to, as its copy on disk or else its module names it; "" if none.

    >>> def loop(): ...
    >>> loop.__qualname__ = "forward[cent-ans, best]"
    >>> whose(loop)
    'cent-ans'
    """
    found = re.search(r"\[([a-z][^\],]*)", function.__qualname__)  # a loop can be bound to a number too
    if found and found[1] != "explored":  # one graph for all games
        return found[1]
    if found := re.match(r"simcore\.games\.(\w+)\.", function.__module__):
        return found[1].replace("_", "-")
    return ""


class _Wait(events.Listener):  # type: ignore[misc]
    """Hears of everything that is compiled; Numba compiles one thing at a time, with what that calls inside it."""

    def __init__(self) -> None:
        self._depth = 0
        self._timer: threading.Timer | None = None

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if self._depth == 0 and function.__module__.startswith("simcore."):
            self._timer = threading.Timer(PATIENCE, say, [whose(function)])
            self._timer.daemon = True
            self._timer.start()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None


def listen() -> None:
    """From now on."""
    events.register("numba:compile", _Wait())
