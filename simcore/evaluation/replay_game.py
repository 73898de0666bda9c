"""One full game in words: played as the run plays it, then its actions once more with the game's narrator hooked in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcore.contracts.full_game import ENDED, TRUNCATED, TURNS
from simcore.engine.rng import STREAM
from simcore.errors import whole_number
from simcore.evaluation.match import MatchConfig, prepare_match
from simcore.evaluation.play import LAST_GAME
from simcore.gameplay import rollouts
from simcore.gameplay.agents import PythonPolicy
from simcore.gameplay.game import MOST_DECISIONS
from simcore.gameplay.position import Position
from simcore.text import counted

REPLAY_SCHEMA = "simcore.game/1"


@dataclass(frozen=True)
class GameTranscript:
    """One game: a line for each thing that happened, and what it came to as the run recorded it."""

    config: MatchConfig
    seed: int
    number: int
    lines: tuple[str, ...]
    outcome: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "schema": REPLAY_SCHEMA,
            **self.config.stated,
            "seed": self.seed,
            "number": self.number,
            "lines": list(self.lines),
            "outcome": dict(self.outcome),
        }


def replay_game(
    game: str,
    *,
    number: int,
    seed: int = 0,
    policies: Mapping[str, str | PythonPolicy] | None = None,
    options: Mapping[str, Any] | None = None,
    facts: Path | str | None = None,
    limit: int = MOST_DECISIONS,
    compiling: Callable[[str], None] | None = None,
) -> GameTranscript:
    """Game `number` of the run with this seed and these players, decision by decision.

    The game is played as the run plays it, then its actions are taken once more one by one, by the rules as plain
    Python with the game's narrator listening; both must end alike.
    """
    number = whole_number("game", number, 0, LAST_GAME)
    seed = whole_number("seed", seed, 0, (1 << 64) - 1)
    config = prepare_match(game, policies, options, facts, limit, compiling)
    rules = config.game.rules
    rows, taken = config.unit(seed, number, 1, history=MOST_DECISIONS)
    narrator = config.game.narrator(config.board)
    start, apply = rules.instrumented(**narrator.hooks)
    state, stream = np.zeros(rules.state, np.int32), np.zeros(STREAM, np.uint64)
    rollouts.open_at(stream, np.uint64(seed), np.uint64(number), rollouts.CHANCE)
    start(config.board, state, stream)
    narrator.settled(state)
    for action in taken[: rows[0, rollouts.DECISIONS]]:
        narrator.decided(state, action)
        apply(config.board, state, action, stream)
        narrator.settled(state)
    outcome: dict[str, Any] = Position(rules, config.board, state, stream).outcome()
    if list(outcome.values()) != rows[0, : len(rules.columns)].tolist():
        raise AssertionError(f"{game}: game {number} did not end as recorded")
    outcome["winner"] = ("draw", *rules.players)[outcome["winner"]]
    outcome[ENDED] = config.game.endings[outcome[ENDED]]
    went = f"after {counted(int(rows[0, rollouts.DECISIONS]), 'decision')}, in turn {outcome[TURNS]}"
    narrator.concluded(state, went if outcome[ENDED] == TRUNCATED else "")
    return GameTranscript(config, seed, number, tuple(narrator.lines), outcome)
