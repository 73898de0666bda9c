"""What a run of full games needs but its seed and length: the game, its options and facts, who plays, where it begins.

`new_game` gives one game to play decision by decision; `play` and `replay_game` (beside) play whole ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcore.contracts.full_game import FullGame
from simcore.contracts.provenance import Compared
from simcore.engine.jit import code_digest, is_kept
from simcore.errors import BadInput, first_problem, nearest, whole_number
from simcore.gameplay import rollouts
from simcore.gameplay.agents import Agent, PythonPolicy, play_with_agents
from simcore.gameplay.batch import Games
from simcore.gameplay.game import MOST_DECISIONS
from simcore.gameplay.position import Position
from simcore.games import find_game
from simcore.scenarios.facts import Facts
from simcore.types import Array

DEFAULT_POLICY = "random"
UNITS = 1 << 6, 1 << 12  # fewest and most games in a unit of work: some seconds at most
LONG_UNITS = 1, 4  # where a game takes a second
SET_UP: Array = np.zeros(0, np.int32)  # in place of a state: games are set up
SET_UP.setflags(write=False)


@dataclass(frozen=True, eq=False)
class MatchConfig(Compared):
    """A game with options, facts and players, and the position it begins in (None: it is set up)."""

    game: FullGame
    options: Mapping[str, Any]
    board: Any
    agents: tuple[Agent, ...]
    policies: Mapping[str, str]
    assumed: tuple[str, ...]
    rules: str
    limit: int
    start: Position | None = None

    def parts(self) -> dict[str, Any]:
        return {
            **self.stated, "rules": self.rules, "limit": self.limit,
            "scripts": [agent for agent in self.agents if callable(agent)],
        }  # fmt: skip

    @property
    def stated(self) -> dict[str, Any]:
        """Game, options and players as plain data, and the digest of the position it begins in."""
        start = {} if self.start is None else {"start": self.start.digest}
        return {"game": self.game.name, "options": dict(self.options), "policies": dict(self.policies), **start}

    @property
    def scripted(self) -> bool:
        """Does a function in Python decide for somebody?"""
        return any(callable(agent) for agent in self.agents)

    @property
    def units(self) -> tuple[int, int]:
        """Fewest and most games in a unit of work: a run that is stopped waits for those begun, and loses them."""
        long = self.scripted or any(agent[0] == rollouts.LOOKAHEAD for agent in self.agents if not callable(agent))
        return LONG_UNITS if long else UNITS

    def position(self, seed: int, number: int) -> Position:
        """Where game `number` of a seed begins: set up, or the position to start from with that game's chance."""
        if self.start is None:
            return Position.start(self.game.rules, self.board, seed, number)
        return self.start.with_chance(seed, number)

    def unit(self, seed: int, first: int, count: int, *, checking: bool = False, history: int = 0) -> tuple[Array, Any]:
        """Rows of games `first` .. `first + count - 1`, int64[count, columns + 2], and the actions of the last one."""
        rules = self.game.rules
        rows = np.zeros((count, len(rules.columns) + 2), np.int64)
        if self.scripted:
            taken: list[int] = []
            for at in range(count):
                begun = self.position(seed, first + at)
                rows[at], taken = play_with_agents(begun, self.agents, seed, first + at, self.limit)
            return rows, taken
        numbers, parameters = zip(*self.agents, strict=True)
        kept = np.zeros(history, np.int32)
        rules.play(
            self.board, np.array(numbers, np.int64), np.array(parameters), np.uint64(seed), first, count, self.limit,
            bool(checking), SET_UP if self.start is None else self.start.state, rows, kept,
        )  # fmt: skip
        return rows, kept.tolist()


def prepare_match(
    game: str,
    policies: Mapping[str, str | PythonPolicy] | None = None,
    options: Mapping[str, Any] | None = None,
    facts: Path | str | None = None,
    limit: int = MOST_DECISIONS,
    compiling: Callable[[str], None] | None = None,
    start: Position | None = None,
) -> MatchConfig:
    """Check all that a run is asked for. `policies`: by side, a name such as `greedy(risk=0.6)` or a function.

    `compiling(game)` is called if its rules must be compiled first, once all is found right. `start`: the position that
    every game begins in; options and facts are then its own.
    """
    full = find_game(game)
    sides = full.rules.players
    for side in policies or {}:
        if side not in sides:
            raise BadInput("policy", side, nearest(side, sides))
    chosen = {side: (policies or {}).get(side, DEFAULT_POLICY) for side in sides}
    if start is None:
        understood = first_problem(full.options, dict(options or {}), prefix="option ", whole="")
        figures = full.load_facts(None if facts is None else Path(facts))
    else:
        understood, figures = _of_start(full, start, options, facts)
    agents = tuple(_agent(full, policy) for policy in chosen.values())
    limit = whole_number("limit", limit, 1, MOST_DECISIONS)
    if compiling is not None and not is_kept(full.rules.play):
        compiling(full.name)
    board, used = full.build(understood, figures)
    assumed = [figures.title(key) for key, fact in figures.items() if key in used and fact.assumed]
    return MatchConfig(
        game=full,
        options=understood.model_dump(mode="json"),
        board=board,
        agents=agents,
        policies={side: policy if isinstance(policy, str) else "script" for side, policy in chosen.items()},
        assumed=tuple(assumed),
        rules=f"{code_digest()}-{figures.digest}",
        limit=limit,
        start=start,
    )


def _of_start(full: FullGame, start: Position, options: Any, facts: Any) -> tuple[Any, Facts]:
    """Options and facts of a position to start from."""
    if not isinstance(start, Position) or start.game is not full.rules:
        shown = start.game.name if isinstance(start, Position) else type(start).__name__
        raise BadInput("start", shown, f"a position of {full.name}")
    if options or facts is not None:
        raise BadInput(
            "start", "a position with options or facts", "a position alone: it has options and facts of its own"
        )
    setting = full.rules.setting_of(start.board)
    if setting is None:
        raise BadInput(
            "start", "a position on a board of its own", "one made by new_game or read by Position.from_dict"
        )
    return full.options(**setting.options), full.facts_of(setting)


def _agent(game: FullGame, policy: str | PythonPolicy) -> Agent:
    if callable(policy):
        return policy
    if not isinstance(policy, str):
        raise BadInput("policy", policy, "a name such as greedy, or a function")
    return game.python_policies.get(policy) or game.rules.policy(policy)


def new_game(
    game: str,
    *,
    seed: int = 0,
    number: int = 0,
    options: Mapping[str, Any] | None = None,
    facts: Path | str | None = None,
) -> Position:
    """Game `number` of a seed, set up: the one that `play` and `replay_game` have under that number.

    >>> position = new_game("breizh", seed=7, options={"setup": "variant"})
    >>> position.current_player in position.players
    True
    """
    config = prepare_match(game, options=options, facts=facts)
    return config.position(seed, number)


def new_games(
    game: str,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    options: Mapping[str, Any] | None = None,
    facts: Path | str | None = None,
    auto_reset: bool = False,
) -> Games:
    """`n` games of a seed, `first` and those after it, stepped together by compiled code; see `gameplay.batch.Games`.

    >>> games = new_games("breizh", 3, seed=7)
    >>> games.step(games.legal_mask.argmax(axis=1))
    >>> games.over.any()
    np.False_
    """
    config = prepare_match(game, options=options, facts=facts)
    return Games(config.game.rules, config.board, n, seed, first, auto_reset)
