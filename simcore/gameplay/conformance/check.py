"""Everything that the contract asks of a game, held on one board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcore.gameplay.conformance import dealing, laws, positions, secrets, ways_to_play
from simcore.gameplay.conformance.probe import ConformanceError, Report, lineups, probe
from simcore.gameplay.game import Game

LAWS_IN = (
    dealing,
    positions,
    secrets,
    ways_to_play,
)  # the rooms whose laws are in the lists of `laws` once they are imported
HIDES = "of a game that hides something, some resampled world is unlike the real one"
VARIES = "worlds resampled for a player differ from each other where more than one is possible"


def check(
    game: Game, board: Any, *, games: int = 6, probed: int = 100, limit: int | None = None, every: int = 7,
    seed: int = laws.SEED, first: int = laws.FIRST, hidden: bool = True, dealt: int = 400,
    without_jit: bool = False,
) -> Report:  # fmt: skip
    """Hold every law of the contract on a board. Raises `ConformanceError` for the first that is broken.

    `probed` games of each line-up (all at random, and every policy of the game's own against itself) are looked at
    decision by decision in the compiled loop, `games` from Python at every `every`th decision; `limit`: no more
    decisions in each than that. `hidden`: is there anything that some player cannot see? `dealt` set-ups are
    compared with worlds resampled from them. `without_jit`: are decisions also compared with those of another process
    without the JIT?
    """
    long = game.max_game_length
    most = long + 1 if limit is None else min(limit, long + 1)
    _hold(game, seed, first, laws.of_a_board, laws.Table(game, board))
    report = Report(game.name)
    for lineup in lineups(game):
        report += probe(game, board, lineup, seed=seed, first=first, count=probed, limit=most)
    if hidden and report.checks:
        _hold_hidden(report, seed, first)
    if dealt:
        _hold(game, seed, first, laws.of_dealing, laws.Run(game, board, seed, first, dealt, most))
    for number in range(first, first + games):
        for moment in laws.moments(game, board, seed, number, most, every):
            _hold(game, seed, number, laws.of_a_position if moment.position.player >= 0 else laws.of_an_end, moment)
    run = laws.Run(game, board, seed, first, max(2, games), most)
    _hold(game, seed, first, (*laws.of_play, *(laws.of_the_jit if without_jit else ())), run)
    return report


def _hold_hidden(report: Report, seed: int, first: int) -> None:
    where = f"seed {seed:#x}, games from {first:#x} on"
    for law, column in ((HIDES, 1), (VARIES, 2)):
        if not any(counted[column] for counted in report.worlds.values()):
            raise ConformanceError(f"{report.game}: {law}: {where}: none of {report.checks} worlds is")


def _hold(game: Game, seed: int, number: int, held: Sequence[laws.Law], subject: Any) -> None:
    """Hold laws that Python looks after."""
    for law in held:
        try:
            law.holds(subject)
        except Exception as error:  # whatever goes wrong where nothing may is a broken law
            kind = "" if type(error) is AssertionError else f"{type(error).__name__}: "
            decision = f", decision {subject.decision}" if isinstance(subject, laws.Moment) else ""
            where = f"seed {seed:#x}, game {number:#x}{decision}"
            raise ConformanceError(f"{game.name}: {law.text}: {where}: {kind}{error}") from error
