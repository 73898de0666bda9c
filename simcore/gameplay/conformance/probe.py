"""Binds the compiled loop to a game, runs it, and says what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from simcore.engine.jit import bind, kernel, specialise
from simcore.gameplay import rollouts
from simcore.gameplay.conformance import loop
from simcore.gameplay.conformance.laws import FIRST, SEED
from simcore.gameplay.game import Game

CHUNK = 16  # games between two looks at how many checks there were
CELL_LAWS = (loop.CELLS, loop.UNTOUCHED, loop.WORLD_CELLS, loop.CANONICAL)
FIELD_LAWS = (loop.FILLED, loop.LIMITS, loop.OBSERVED)
ACTION_LAWS = (loop.SORTED, loop.DENSE, loop.OFFERED)
POLICY_LAWS = (loop.PLACE, loop.CHOICE)


class ConformanceError(AssertionError):
    """A law of the contract that a game breaks."""


@dataclass(frozen=True)
class Report:
    """What was played and looked at. `worlds`: by player, resampled worlds in which all laws hold, how many of them
    are unlike the real one, and how many pairs of them unlike each other."""

    game: str
    games: int = 0
    ended: int = 0
    decisions: int = 0
    worlds: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def checks(self) -> int:
        """How often `observe` of a resampled world was held against that of the real one."""
        return sum(checks for checks, _, _ in self.worlds.values())

    def __add__(self, other: Report) -> Report:
        added = {
            name: tuple(one + two for one, two in zip(counted, self.worlds.get(name, (0, 0, 0)), strict=True))
            for name, counted in other.worlds.items()
        }
        return Report(
            self.game, self.games + other.games, self.ended + other.ended, self.decisions + other.decisions, added
        )

    def __str__(self) -> str:
        lines = [
            f"{self.game}: {self.games:,} games ({self.ended:,} to their end), {self.decisions:,} decisions, "
            f"{self.checks:,} resampled worlds"
        ]
        lines += [
            f"  {name}: {checks:,} worlds, {100 * unlike / max(checks, 1):.1f} % unlike the real one; "
            f"{200 * apart / max(checks, 1):.1f} % of pairs unlike each other"
            for name, (checks, unlike, apart) in self.worlds.items()
        ]
        return "\n".join(lines)


def lineups(game: Game) -> Iterator[tuple[str, ...]]:
    """Who plays: everybody at random, then each policy of the game's own on all sides."""
    yield ("random",) * len(game.players)
    for name in own_policies(game):
        yield (name,) * len(game.players)


def own_policies(game: Game) -> list[str]:
    """The compiled policies that the game itself brings."""
    return [name for name, policy in game.policies.items() if policy.number >= rollouts.OWN]


@lru_cache(maxsize=8)
def bound_probe(game: Game) -> Any:
    """`conformance_loop.probe`, bound to a game."""
    bound = {
        "STATE": game.state, "ACTIONS": game.actions, "PLAYERS": len(game.players),
        "OBSERVATION": game.observation_size, "NUM_DISTINCT": game.num_distinct_actions, **game.kernels,
    }  # fmt: skip
    for one in (
        loop.new_workspace, loop.hold_actions, loop.hold_position, loop.deal, loop.hold_world, loop.hold_choices,
        loop.hold_views, loop.hold_end,
    ):  # fmt: skip
        bound[one.__name__] = kernel(bind(one, **bound))
    return specialise(loop.probe, game.name, **bound)


def probe(
    game: Game, board: Any, lineup: Sequence[str], *, seed: int = SEED, first: int = FIRST, count: int,
    limit: int | None = None,
) -> Report:  # fmt: skip
    """Games `first` .. `first + count - 1` of a line-up, all laws of `conformance_loop` held at each decision."""
    own = own_policies(game)
    numbers, parameters = zip(*map(game.policy, (*lineup, *own)), strict=True)
    players, fields = len(game.players), game.observation
    limits = np.array(
        [
            np.repeat([getattr(one, end) for one in fields], [one.size for one in fields])
            for end in ("least", "most")
        ],
        np.int64,
    )  # fmt: skip
    counts, failure = np.zeros((players, 3), np.int64), np.zeros(7, np.int64)
    played, ended, decisions = bound_probe(game)(
        board, np.array(numbers[:players], np.int64), np.array(numbers[players:], np.int64), np.array(parameters),
        np.uint64(seed), first, count, game.max_game_length + 1 if limit is None else limit, game.max_game_length,
        np.array([game.ranges.least, game.ranges.most]), limits.reshape(2, -1), counts, failure,
    )  # fmt: skip
    if failure[loop.LAW] != loop.NONE:
        raise ConformanceError(f"{game.name}: {_described(game, failure.tolist(), seed, lineup)}")
    worlds = {name: tuple(row) for name, row in zip(game.players, counts.tolist(), strict=True)}
    return Report(game.name, int(played), int(ended), int(decisions), worlds)


def probe_until(game: Game, board: Any, checks: int, *, seed: int = SEED, first: int = 0) -> Iterator[Report]:
    """What has been found after every few games, until so many resampled worlds were held to the laws."""
    report, turns = Report(game.name), list(lineups(game))
    while report.checks < checks:
        for lineup in turns:
            report += probe(game, board, lineup, seed=seed, first=first, count=CHUNK)
        first += CHUNK
        yield report


def _described(game: Game, failure: Sequence[int], seed: int, lineup: Sequence[str]) -> str:
    """A broken law in words."""
    law, number, decision, player, at, found, wanted = failure
    where = f"seed {seed:#x}, game {number:#x} played by {', '.join(lineup)}, decision {decision}"
    if player >= 0:
        where += f", {game.players[player]}"
    what = f"found {found}, expected {wanted}"
    if law in CELL_LAWS:
        what = f"cell {at} ({game.ranges.name(at)}): {what}"
    elif law in FIELD_LAWS:
        what = f"{_place(game.observation, at)}: {what}"
    elif law in ACTION_LAWS:
        what = f"legal action at place {at}: {what}" if at >= 0 else f"number of legal actions: {what}"
    elif law in POLICY_LAWS:
        what = f"{own_policies(game)[at]}: {what}"
    elif law in (loop.LAWFUL, loop.WORLD_LAWFUL):
        what = game.broken(found)
    return f"{loop.TEXTS[law]}: {where}: {what}"


def _place(fields: Any, at: int) -> str:
    for one in fields:
        if at < one.size:
            return f"{one.name}{[int(part) for part in np.unravel_index(at, one.shape)] if one.shape else ''}"
        at -= one.size
    return f"number {at} beyond the last field"
