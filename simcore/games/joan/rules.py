"""The rules of Joan of Arc that decide a combat, as arithmetic over whole numbers or arrays of them.

Written once: the combats roll over them, and the commitment game lays them over every pair of commitments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simcore.types import Array

Whole = int | Array
LEVELS = ("none", "garrison", "castle", "fortress")  # an Engineer lowers by one


class Exchange(NamedTuple):
    """What the dice led to: 1 the attacker won, 0 equal, -1 the defender won; Signs of God played (0 or 1)."""

    result: Array
    attacker_sign: Array
    defender_sign: Array


def weakened(level: Whole, attacker_engineer: Whole, defender_engineer: Whole) -> Array:
    """Level of a fortification against Engineers (6.0, Sequence 3): the attacker's lowers it, the defender's cancels.

    >>> [int(weakened(LEVELS.index("castle"), 1, other)) for other in (0, 1)]
    [1, 2]
    """
    lowered = np.asarray(attacker_engineer) * (1 - np.asarray(defender_engineer))
    return np.asarray(np.maximum(np.asarray(level) - lowered, 0))


def exchange(
    margin: Whole,
    attacker_doubled: Whole,
    defender_doubled: Whole,
    attacker_always: bool = False,
    defender_always: bool = False,
) -> Exchange:
    """The result of a margin (attack less defence, dice included) with the Signs of God still to be played.

    `*_doubled`: the CP that a side's Sign of God would add, 0 without one. `*_always`: it is played whatever the
    dice say. Otherwise each side plays it only if that improves the result against the other's best answer:
    both know that r = sign(m + a - d) is what they can force (READINGS, Sign of God).

    >>> [int(x) for x in exchange(-3, 5, 0)], [int(x) for x in exchange(-3, 5, 4)]
    ([1, 1, 0], [-1, 0, 0])
    """
    m = np.asarray(margin)
    a, d = np.asarray(attacker_doubled), np.asarray(defender_doubled)
    result = np.sign(m + a - d)
    if attacker_always:
        m, a = m + a, np.zeros_like(a)
    if defender_always:
        m, d = m - d, np.zeros_like(d)
    before = np.sign(m)
    attacker_plays, defender_plays = result > before, result < before
    after = np.sign(m + a * attacker_plays - d * defender_plays)
    answered_by_defender, answered_by_attacker = after > result, after < result
    return Exchange(
        result,
        np.asarray(attacker_plays | answered_by_attacker | (attacker_always & (np.asarray(attacker_doubled) > 0))),
        np.asarray(defender_plays | answered_by_defender | (defender_always & (np.asarray(defender_doubled) > 0))),
    )


class Losses(NamedTuple):
    """Yellow cards that a side loses: how many, their CP, and Retreats played to bring others back."""

    cards: int
    points: int
    retreats: int


def losses(cards: Sequence[int], won: bool, retreats: int, taken: int = 0) -> Losses:
    """Yellow cards lost (6.0, Combat Result): none by the winner, but for the one `taken` by a Traitor (0: none).

    >>> losses([3, 6], won=False, retreats=1)
    Losses(cards=1, points=3, retreats=1)
    """
    ranked = [] if won else sorted(cards, reverse=True)
    lost = ranked[retreats:] + ([taken] if taken else [])
    return Losses(len(lost), sum(lost), min(retreats, len(ranked)))
