"""Endings of the combats of Bouvines as columns, and the means that add up over their rolls."""

from __future__ import annotations

import numpy as np

from simcore.engine.resolver import Tallies
from simcore.games.bouvines import compile as assembly
from simcore.games.bouvines import model as codes
from simcore.games.bouvines.facts import LIFE_BITS
from simcore.games.bouvines.ground import TROOPS
from simcore.games.bouvines.model import Model
from simcore.games.bouvines.scenarios import SIDES, Clash
from simcore.types import Array

_WAYS_TO_LOSE = (("removed", codes.REMOVED), ("banner_lost", codes.BANNER_LOST), ("taken", codes.TAKEN))


class AttackReading:
    """Endings of a single attack as columns."""

    def __init__(self, model: Model, life: int, shot: bool, shield: bool) -> None:
        self.foot, self.full = int(model.field["foot"][0, TROOPS]), int(model.field["full"][0, TROOPS])
        self.life, self.shot, self.shield = life, shot, shield

    def __call__(self, endings: Array) -> dict[str, Array]:
        damage, left = endings >> LIFE_BITS, endings & (1 << LIFE_BITS) - 1
        horse = (self.foot > 0) & (left > self.foot)
        killed = left == 0
        unhorsed = (self.foot > 0) & (self.life > self.foot) & ~horse & ~killed
        return {
            "winner": (damage > 0).astype(np.int64) if self.shot else unhorsed + 2 * killed,
            "damage": damage,
            "hit_points": np.where(horse, left - self.foot, left),
            "unhorsed": unhorsed.astype(np.int64),
            "killed": killed.astype(np.int64),
            "shield": (self.shield & (left == self.full)).astype(np.int64),
        }


class ClashReading:
    """Endings of a clash as columns; the inverse of `kernels.ending`."""

    def __init__(self, model: Model) -> None:
        self.turns, self.size = int(model.field["turns"][0]), [int(size) for size in model.field["most_points"][0]]

    def __call__(self, endings: Array) -> dict[str, Array]:
        code, left = endings, {}
        for side in (1, 0):
            code, points = code // self.size[side], code % self.size[side]
            code, troops = code // (TROOPS + 1), code % (TROOPS + 1)
            left[side] = troops, points
        how = (code + self.turns - 1) // self.turns  # side that lost * codes.TAKEN + how; 0: the limit
        loser = (how - 1) // codes.TAKEN
        columns = {
            "winner": np.where(how == 0, 0, 2 - loser),
            "orders": np.where(how == 0, self.turns, code - (how - 1) * self.turns),
        }
        for side, name in enumerate(SIDES):
            columns[f"{name}.troops"], columns[f"{name}.hit_points"] = left[side]
            for what, reason in _WAYS_TO_LOSE:
                columns[f"{name}.{what}"] = (how == side * codes.TAKEN + reason).astype(np.int64)
        return columns


def tallies() -> Tallies:
    """Dice rolled, by side, and the knights that were unhorsed."""
    told = Tallies()
    for side, name in enumerate(SIDES):
        for what, rows in (
            ("shots", (assembly.BOW, assembly.CROSSBOW)),
            ("shock_dice", (assembly.SHOCK_FOOT, assembly.SHOCK_HORSE)),
            ("unhorsed", (assembly.FALL,)),
        ):
            weight = np.zeros(2 * assembly.ROWS)
            weight[[side * assembly.ROWS + row for row in rows]] = 1.0
            told[f"{name}.{what}"] = weight
    return told


def with_losses(scenario: Clash, means: dict[str, float]) -> dict[str, float]:
    """Means with the troops that died."""
    told = dict(means)
    for name in SIDES:
        started = sum(kind != "dead" for kind in getattr(scenario, name).troops)
        told[f"{name}.lost"] = max(0.0, started - means[f"{name}.troops"])
    return told
