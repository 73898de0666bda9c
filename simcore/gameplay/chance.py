"""Chance events one by one, for whoever must see each of them: a name and how many outcomes, all equally likely.

The rules draw every number by `rng.below`. Here they run as plain Python with that draw under control: outcomes are
given from outside, and where they are used up the next event is told instead. Nothing of it is in the compiled rules.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from simcore.engine.rng import STREAM
from simcore.gameplay.game import Game
from simcore.types import Array


class ChanceEvent(NamedTuple):
    """What chance decides next: by which rule, and among how many outcomes, each as likely."""

    name: str
    outcomes: int


class _Waiting(Exception):
    """The outcomes given are used up."""


class ChanceEvents:
    """One game on one board, with chance given from outside."""

    def __init__(self, game: Game, board: Any) -> None:
        names = getattr(getattr(board, "dtype", None), "names", None)
        # Fields of a record are slow to read where nothing is compiled.
        self._board = board if names is None else SimpleNamespace(**{name: board[name] for name in names})
        self._cells = game.state
        self._start, self._apply = game.instrumented(below=self._draw)
        self._given: list[int] = []
        self._next: ChanceEvent | None = None

    def start(self, outcomes: Sequence[int]) -> Array | ChanceEvent:
        """The state after set-up with these outcomes, int32[cells]; or the event that comes after them."""
        return self._run(np.zeros(self._cells, np.int32), outcomes, self._start)

    def apply(self, state: Array, action: int, outcomes: Sequence[int]) -> Array | ChanceEvent:
        """The state after an action with these outcomes; or the event that comes after them. `state` is left alone."""
        return self._run(state.copy(), outcomes, lambda board, after, stream: self._apply(board, after, action, stream))

    def _run(self, state: Array, outcomes: Sequence[int], rule: Callable[..., Any]) -> Array | ChanceEvent:
        self._given, self._next = list(outcomes)[::-1], None
        try:
            rule(self._board, state, np.zeros(STREAM, np.uint64))
        except _Waiting:
            assert self._next is not None
            return self._next
        return state

    def _draw(self, _kernel: Any, _stream: Array, outcomes: int) -> int:
        if outcomes == 1:
            return 0
        if not self._given:
            self._next = ChanceEvent(sys._getframe(1).f_code.co_name.strip("_"), int(outcomes))
            raise _Waiting
        return self._given.pop()
