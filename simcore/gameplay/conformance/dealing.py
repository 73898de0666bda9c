"""The law that worlds come in the right proportions, where it can be known without the game: after the set-up.

Later on what players did tells of their hands, and how much it tells is a question of how they play.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import chi2

from simcore.engine import rng
from simcore.gameplay import rollouts
from simcore.gameplay.conformance.laws import Run, expect, law, of_dealing
from simcore.types import Array

FEWEST = 10  # of both lots together; values that come less often are one
DOUBT = 1e-7  # of all cells together


@law(of_dealing, "after the set-up, resampled worlds are as likely as the game itself deals them")
def proportions(run: Run) -> None:
    """Every cell by itself. The two lots share what is seen, which makes them more alike: the test is a mild one."""
    game, stream, dealing = run.game, np.zeros(rng.STREAM, np.uint64), np.zeros(rng.STREAM, np.uint64)
    players = len(game.players)
    dealt = np.zeros((run.count, game.state), np.int32)
    resampled = np.zeros((players, run.count, game.state), np.int32)
    for at in range(run.count):
        rollouts.open_at(stream, np.uint64(run.seed), np.uint64(run.first + at), rollouts.CHANCE)
        game.begin(run.board, dealt[at], stream)
        for player in range(players):
            purpose = rollouts.CHANCE + np.uint64(2 + players + player)
            rollouts.open_at(dealing, np.uint64(run.seed), np.uint64(run.first + at), purpose)
            resampled[player, at] = dealt[at]
            game.resample_hidden(run.board, resampled[player, at], player, dealing)
    for player, name in enumerate(game.players):
        for cell in np.flatnonzero((resampled[player] != dealt).any(axis=0)).tolist():
            chance = alike(dealt[:, cell], resampled[player, :, cell])
            values = [np.unique(lot[:, cell], return_counts=True) for lot in (dealt, resampled[player])]
            counts = [dict(zip(one.tolist(), many.tolist(), strict=True)) for one, many in values]
            expect(
                chance > DOUBT / (players * game.state),
                f"for {name}, cell {cell} ({game.ranges.name(cell)}): {counts[1]} in his worlds, dealt {counts[0]}",
            )


def alike(one: Array, other: Array) -> float:
    """The chance that two lots of numbers from the same source are no more alike than these (chi-square)."""
    values, places = np.unique(np.concatenate([one, other]), return_inverse=True)
    table = np.stack([np.bincount(part, minlength=len(values)) for part in np.split(places, [len(one)])])
    rare = table.sum(axis=0) < FEWEST
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    table = table[:, table.sum(axis=0) > 0]
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return float(chi2.sf(((table - expected) ** 2 / expected).sum(), max(table.shape[1] - 1, 1)))
