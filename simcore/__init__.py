"""simcore: who wins, with what left, how sure is that.

Exact and Monte-Carlo odds for wargames of the Hundred Years' War.

`import simcore as sc` is cheap; the compiled engine is loaded with the first question.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.advice.best_play import BestPlay, best_play
    from simcore.advice.campaign import campaign
    from simcore.advice.compare import Comparison, compare
    from simcore.advice.luck import campaign_luck, luck
    from simcore.advice.need import need
    from simcore.advice.sensitivity import sensitivity
    from simcore.errors import BadInput, SimcoreError
    from simcore.evaluation.match import new_game, new_games
    from simcore.evaluation.play import play
    from simcore.evaluation.questions import evaluate, simulate, solve
    from simcore.evaluation.replay_game import replay_game
    from simcore.evaluation.result import Result
    from simcore.gameplay.observation import Observation
    from simcore.gameplay.position import Position
    from simcore.games.joan.commitment import commit
    from simcore.tables import table

_HOME = {
    "compare": "simcore.advice.compare",
    "Comparison": "simcore.advice.compare",
    "evaluate": "simcore.evaluation.questions",
    "solve": "simcore.evaluation.questions",
    "simulate": "simcore.evaluation.questions",
    "table": "simcore.tables",
    "need": "simcore.advice.need",
    "sensitivity": "simcore.advice.sensitivity",
    "luck": "simcore.advice.luck",
    "campaign_luck": "simcore.advice.luck",
    "best_play": "simcore.advice.best_play",
    "BestPlay": "simcore.advice.best_play",
    "campaign": "simcore.advice.campaign",
    "commit": "simcore.games.joan.commitment",
    "play": "simcore.evaluation.play",
    "replay_game": "simcore.evaluation.replay_game",
    "new_game": "simcore.evaluation.match",
    "new_games": "simcore.evaluation.match",
    "Position": "simcore.evaluation.match",
    "Observation": "simcore.gameplay.observation",
    "Result": "simcore.evaluation.result",
    "BadInput": "simcore.errors",
    "SimcoreError": "simcore.errors",
}
__all__ = [
    "BadInput",
    "BestPlay",
    "Comparison",
    "Observation",
    "Position",
    "Result",
    "SimcoreError",
    "best_play",
    "campaign",
    "campaign_luck",
    "commit",
    "compare",
    "evaluate",
    "luck",
    "need",
    "new_game",
    "new_games",
    "play",
    "replay_game",
    "sensitivity",
    "simulate",
    "solve",
    "table",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'simcore' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
