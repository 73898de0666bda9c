"""Endings of a raid as named columns, and the means that follow from them."""

from __future__ import annotations

import numpy as np

from simcore.types import Array


def columns(endings: Array, guards: int) -> dict[str, Array]:
    """Who has won (0 nobody, 1 the attacker, 2 the defender), and what is left; `guards` is their number at first."""
    raiders_left, guards_left = np.divmod(endings, guards + 1)
    winner = np.where(guards_left > 0, 2, (raiders_left > 0).astype(np.int64))
    return {"winner": winner, "attacker.raiders": raiders_left, "defender.guards": guards_left}


def with_losses(size: tuple[int, int], means: dict[str, float]) -> dict[str, float]:
    """The means, and the losses of both sides that follow from what is left."""
    lost = {"attacker.lost": size[0] - means["attacker.raiders"], "defender.lost": size[1] - means["defender.guards"]}
    return {**means, **lost}
