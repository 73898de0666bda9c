"""simcore: who wins, with what left, how sure is that.

Exact and Monte-Carlo odds for wargames of the Hundred Years' War.

`import simcore as sc` is cheap; the compiled engine is loaded with the first question.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.errors import BadInput, SimcoreError
    from simcore.plays import play, replay_game
    from simcore.questions import evaluate, simulate, solve
    from simcore.result import Result
    from simcore.tables import table

_HOME = {
    "evaluate": "simcore.questions",
    "solve": "simcore.questions",
    "simulate": "simcore.questions",
    "table": "simcore.tables",
    "play": "simcore.plays",
    "replay_game": "simcore.plays",
    "Result": "simcore.result",
    "BadInput": "simcore.errors",
    "SimcoreError": "simcore.errors",
}
__all__ = ["BadInput", "Result", "SimcoreError", "evaluate", "play", "replay_game", "simulate", "solve", "table"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'simcore' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
