"""Many full games at once. They depend on nothing but game, options, facts, policies, seed and where they begin.

Game 7 of a run is the same game whatever else the run holds, on any number of threads, with the JIT on and off.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simcore.contracts.full_game import ENDED, TRUNCATED
from simcore.contracts.provenance import Compared
from simcore.engine.run import in_order, unit_size
from simcore.errors import BadInput, SimcoreError, whole_number
from simcore.evaluation.match import MatchConfig, prepare_match
from simcore.evaluation.questions import MOST_THREADS, Interrupted, package_version
from simcore.gameplay import rollouts
from simcore.gameplay.agents import PythonPolicy
from simcore.gameplay.game import MOST_DECISIONS
from simcore.gameplay.position import Position
from simcore.io import checkpoints
from simcore.stats.intervals import standard_error, wilson
from simcore.types import Array

SCHEMA, TABLE_SCHEMA = "simcore.play/1", "simcore.table/1"
MOST_GAMES = 1 << 28  # rows of games are kept: some 20 GB
LAST_GAME = MOST_GAMES - 1


@dataclass(frozen=True, eq=False)
class PlayResult(Compared):
    """Games played: a row each, and what they come to."""

    config: MatchConfig
    seed: int
    rows: Array

    @property
    def games(self) -> int:
        return len(self.rows)

    @cached_property
    def columns(self) -> dict[str, Array]:
        """Whole numbers of every game by column: the game's own, and `decisions`."""
        names = (*self.config.game.rules.columns, "decisions")
        return dict(zip(names, self.rows.T, strict=False))

    def counts(self) -> dict[str, int]:
        """Games won by each side, then those that nobody won and those that were truncated."""
        cut = self.columns[ENDED] == self.config.game.endings.index(TRUNCATED)
        winner = np.where(cut, -1, self.columns["winner"])
        sides = {side: int((winner == at).sum()) for at, side in enumerate(self.config.game.rules.players, start=1)}
        return {**sides, "draw": int((winner == 0).sum()), TRUNCATED: int(cut.sum())}

    @property
    def win(self) -> dict[str, float]:
        """Shares of `counts`."""
        return {name: count / self.games for name, count in self.counts().items()}

    @property
    def interval(self) -> dict[str, tuple[float, float]]:
        """95 % intervals of `win`."""
        return {name: wilson(count, self.games) for name, count in self.counts().items()}

    def to_dict(self, *, in_full: bool = True) -> dict[str, Any]:
        """The summary as plain data; without `in_full` assumed facts are counted by group, not named one by one."""
        ended = self.columns[ENDED]
        means = {name: column for name, column in self.columns.items() if name not in ("winner", ENDED)}
        return {
            "schema": SCHEMA,
            **self.config.stated,
            "games": self.games,
            "seed": self.seed,
            "win": self.win,
            "standard_error": {name: standard_error(count, self.games) for name, count in self.counts().items()},
            "interval": {name: list(ends) for name, ends in self.interval.items()},
            "ended": {name: float((ended == code).mean()) for code, name in enumerate(self.config.game.endings)},
            "mean": {name: float(column.mean()) for name, column in means.items()},
            "spread": {name: float(column.std()) for name, column in means.items()},
            **({"assumed": list(self.config.assumed)} if in_full else {}),
            "assumed_groups": groups_of(self.config.assumed),
            "rules": self.config.rules,
            "version": package_version(),
        }

    def table(self) -> pd.DataFrame:
        """A row a game, winner and ending in words; what it rests on is in `.attrs`."""
        words = {"winner": ("draw", *self.config.game.rules.players), ENDED: self.config.game.endings}
        columns = {
            name: pd.Series(np.array(words[name], object)[column]) if name in words else column
            for name, column in self.columns.items()
        }
        frame = pd.DataFrame({"game": np.arange(self.games), **columns})
        told = self.to_dict()
        attrs = {key: told[key] for key in ("game", "options", "policies", "seed", "assumed", "rules", "version")}
        frame.attrs.update({"schema": TABLE_SCHEMA, "public": [], "command": None})
        frame.attrs.update(attrs)
        return frame


def groups_of(titles: Sequence[str]) -> dict[str, int]:
    """How many facts there are of each group, by the last word of their titles.

    >>> groups_of(["nantes castle", "dinan castle", "routier die"])
    {'castle': 2, 'die': 1}
    """
    return dict(Counter(title.rpartition(" ")[2] for title in titles))


def play(
    game: str,
    *,
    games: int = 1000,
    policies: Mapping[str, str | PythonPolicy] | None = None,
    seed: int = 0,
    threads: int = 1,
    options: Mapping[str, Any] | None = None,
    facts: Path | str | None = None,
    checkpoint: Path | str | None = None,
    limit: int = MOST_DECISIONS,
    start: Position | None = None,
    checking: bool = False,
    progress: Callable[[int, int], None] | None = None,
    compiling: Callable[[str], None] | None = None,
) -> PlayResult:
    """Play games 0 .. `games` - 1 of a `seed`.

    `policies` by side: a name with parameters, or a function (observation, legal actions) -> action, with which games
    go at Python's pace; a side not named plays at random. `limit`: decisions after which a game is truncated. `start`:
    a position that every game begins in, each with chance of its own; options and facts are then its own. `checking`:
    test the invariants after every decision. `checkpoint`: a file that keeps the games played, every quarter of a
    minute and when the run is stopped. `progress(done, wanted)` is called now and then, `compiling(game)` before the
    rules are compiled, which takes up to some minutes for every new state of the code.
    """
    games = whole_number("games", games, 1, MOST_GAMES)
    seed = whole_number("seed", seed, 0, (1 << 64) - 1)
    threads = whole_number("threads", threads, 1, MOST_THREADS)
    config = prepare_match(game, policies, options, facts, limit, compiling, start)
    file = None if checkpoint is None else Path(checkpoint)
    key = json.dumps({**config.stated, "rules": config.rules, "limit": config.limit, "seed": seed}, sort_keys=True)
    parts: list[Array] = []
    if file is not None:
        if config.scripted:
            raise BadInput("checkpoint", str(file), "none with policies that are functions: a file cannot name them")
        checkpoints.check_writable(checkpoint or file)
        if (kept := checkpoints.load(file, key, ("rows",))) is not None:
            parts.append(_possible(config, kept["rows"], file)[:games])
    done = sum(map(len, parts))
    keeper = None if file is None else checkpoints.Keeper(file, key, lambda: {"rows": np.concatenate(parts)})
    workers = 1 if config.scripted else threads

    with ThreadPoolExecutor(workers) as own:

        def submit(first: int, count: int) -> Future[tuple[Array, Any]]:
            return own.submit(config.unit, seed, first, count, checking=checking)

        try:
            unit = unit_size(games - done, workers, config.units)
            for upto, (rows, _) in in_order(submit, done, games, unit, workers):
                done = upto
                _check_rows(config, rows, done)
                parts.append(rows)
                if keeper is not None:
                    keeper.meanwhile()
                if progress is not None:
                    progress(done, games)
        except KeyboardInterrupt:
            # Before the wait for the games begun: whoever stops a run may not wait so long.
            if keeper is not None and done:
                keeper.save()
            how = "give a checkpoint file to keep them next time"
            if file is not None:
                how = f"kept in {file}; the same command goes on from there"
            raise Interrupted(f"stopped after {done:,} games; {how}") from None
    answer = PlayResult(config, seed, np.concatenate(parts))
    if keeper is not None:
        keeper.finish(answer)
    return answer


def _possible(config: MatchConfig, rows: Array, file: Path) -> Array:
    """The games of a checkpoint, if they can be games of this config."""
    names = config.game.rules.columns
    if rows.ndim != 2 or rows.shape[1] != len(names) + 2 or not len(rows):
        raise checkpoints.another_run(file)
    most = {
        names.index("winner"): len(config.game.rules.players),
        names.index(ENDED): len(config.game.endings) - 1,
        rollouts.DECISIONS: config.limit,
        rollouts.BROKEN: 0,
    }
    if any(rows[:, at].min() < 0 or rows[:, at].max() > bound for at, bound in most.items()):
        raise checkpoints.altered(file)
    return rows


def _check_rows(config: MatchConfig, rows: Array, done: int) -> None:
    broken = np.flatnonzero(rows[:, rollouts.BROKEN])
    if broken.size:
        at = int(broken[0])
        number = done - len(rows) + at
        raise SimcoreError(
            f"{config.game.name}: broken in game {number}: {config.game.rules.broken(int(rows[at, rollouts.BROKEN]))}"
        )
