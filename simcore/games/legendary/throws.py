"""Dice thrown together, as distributions. Nothing here knows a card or a rule of the game but what a face counts for.

Attacks resemble one another: a table asks for the same throws over and over, and for one unit more of a kind. So
throws are plain tuples, and what was computed for one is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from simcore.errors import SimcoreError
from simcore.games.legendary.dice import add_unit, unit_results
from simcore.types import Array

Counts = tuple[int, int, int, int]  # of four kinds of results
KEPT = 64  # throws: as many as one kind of units against another needs, in any numbers
SLAYER_KILLS, KILLS, DISRUPTS, PUSHES = range(4)  # results of an attack
OUT_OF_REACH, SHIELDS, ITS_KILLS, ITS_DISRUPTS = range(4)  # results of a defence
NOTHING = np.ones((1, 1, 1, 1))
MOST_SUMS = 300_000_000  # to count one unit more: about a second; 8 units of printed cards need 20,000


class Dice(NamedTuple):
    """The dice of one unit; all but `step` as in `dice.unit_results`."""

    faces: tuple[tuple[float, ...], ...]  # of each die
    gives: tuple[tuple[int, ...], ...]  # of each face
    again: tuple[bool, ...]  # of each face
    start: Counts
    shape: Counts
    step: int = 1  # by which one of the first kind of results is counted


class Units(NamedTuple):
    """Units that throw the same dice; `dice` holds the chance of throwing these or (under Terror) those."""

    dice: tuple[tuple[float, Dice], ...]
    copies: int = 1


class Attack(NamedTuple):
    """What can come up of an attack, in rising order."""

    results: Array  # int64[results, 4]
    chance: Array  # float64[results]
    most: tuple[int, ...]  # of each kind
    most_at_once: int


class Defence(NamedTuple):
    """What can come up of a defence: guards (who is out of reach, Shields), then the Retaliation with each; where the
    sides see its dice before they choose, each guard has its own."""

    out_of_reach: Array  # int64[guards]
    shields: Array  # int64[guards]
    chance: Array  # float64[guards]
    kept: Array  # int64[guards]: number of the Retaliation that belongs to each; 0 where nobody retaliates
    back: Attack  # Retaliation, number by number; its chances sum to 1 for each
    backs: tuple[int, ...]  # results of Retaliation of each number; none: nobody retaliates
    reaches: int  # how many there are of who is out of reach

    @property
    def retaliates(self) -> bool:
        return bool(self.backs)


def dice_of(
    faces: Sequence[tuple[float, ...]], gives: Sequence[Sequence[int]], again: Sequence[int], push: int, most: int
) -> Dice:
    """Dice with room for the results of `most` of them; `again`: faces that are rolled once more."""
    slayer, kills, disrupts, pushes = (1 + most * max(counts) for counts in zip(*gives, strict=True))
    return Dice(
        faces=tuple(faces),
        gives=tuple(tuple(counts) for counts in gives),
        again=tuple(face in again for face in range(5)),
        start=(0, 0, 0, push),
        shape=(slayer, kills, disrupts, pushes + push),
    )


@lru_cache(KEPT)
def of_unit(units: Units) -> Array:
    """Chance of each result of one of these units, float64[shape]."""
    total: Any = 0.0
    for chance, dice in units.dice:
        faces, gives = np.array(dice.faces).reshape(-1, 5), np.array(dice.gives)
        results = unit_results(faces, gives, np.array(dice.again), np.array(dice.start), np.array(dice.shape))
        part = results.sum(axis=0).reshape(dice.shape)
        if dice.step > 1:
            close = part
            part = np.zeros((1 + dice.step * (len(close) - 1), *close.shape[1:]))
            part[:: dice.step] = close
        total = total + chance * part
    return np.asarray(total)


@lru_cache(KEPT)
def together(throw: tuple[Units, ...]) -> Array:
    """Chance of each sum of results of all these units."""
    if not throw:
        return NOTHING
    *before, last = throw
    if last.copies > 1:
        before.append(last._replace(copies=last.copies - 1))
    one, others = of_unit(last._replace(copies=1)), together(tuple(before))
    if others.size * np.count_nonzero(one) > MOST_SUMS:
        raise SimcoreError("so many dice and results of one area are too many to be counted together")
    return np.asarray(add_unit(others, one))


def parts(total: Array) -> tuple[Array, Array]:
    """What can come up, int64[n, 4] in rising order, and its chance."""
    where = np.nonzero(total)
    chance = total[where]
    return np.stack(where, axis=1), chance / chance.sum()


def gathered(where: Array, chance: Array) -> Array:
    """A distribution from the places of its parts, int64[n, 4], and their chances."""
    total = np.zeros(where.max(axis=0) + 1)
    np.add.at(total, tuple(where.T), chance)
    return total


def attack_of(results: Array, chance: Array) -> Attack:
    most = results.max(axis=0, initial=0).tolist()
    return Attack(results, chance, tuple(most), int(results.sum(axis=1).max(initial=0)))


@lru_cache(KEPT)
def attack(throw: tuple[Units, ...], ruthless: int, disrupts: int, pushes: int, hits: int) -> Attack:
    """So many Disrupts become Kills, as far as there are any; then the defenders cancel what they can: so many Disrupts
    and Pushes, and then so many results of any kind, the gravest first."""
    total = together(throw)
    if ruthless or disrupts or pushes or hits:
        where = np.argwhere(total)
        total = gathered(lessened(where, ruthless, disrupts, pushes, hits), total[tuple(where.T)])
    return attack_of(*parts(total))


def lessened(rolled: Array, ruthless: int, disrupts: int, pushes: int, hits: int) -> Array:
    """What is left of attack rolls int64[n, 4] when so many Disrupts become Kills and so much is cancelled."""
    after = rolled.copy()
    turned = np.minimum(rolled[:, DISRUPTS], ruthless)
    after[:, KILLS] += turned
    after[:, DISRUPTS] = np.maximum(after[:, DISRUPTS] - turned - disrupts, 0)
    after[:, PUSHES] = np.maximum(after[:, PUSHES] - pushes, 0)
    before = np.cumsum(after, axis=1) - after  # graver results, which are cancelled first
    return np.asarray(after - np.minimum(after, np.maximum(hits - before, 0)))


@lru_cache(KEPT)
def attack_to_turn(throw: tuple[Units, ...], ruthless: int) -> Attack:
    """The attack as it is rolled, with room for the Kills that so many Disrupts can become."""
    return with_room(attack_of(*parts(together(throw))), ruthless)


def with_room(rolled: Attack, ruthless: int) -> Attack:
    """The same with room for the Kills that so many Disrupts can become."""
    slayer, kills, disrupts, pushes = rolled.most
    return rolled._replace(most=(slayer, kills + min(ruthless, disrupts), disrupts, pushes))


@lru_cache(KEPT)
def defence(throw: tuple[Units, ...], shields: int, seen: bool = False) -> Defence:
    """So many Shields more (fewer where negative, but never less than none), whatever is thrown; `seen`: do the dice of
    Retaliation lie before everybody's eyes when something is chosen?"""
    total = together(throw)
    if shields:
        where = np.argwhere(total)
        after = where.copy()
        after[:, SHIELDS] = np.maximum(after[:, SHIELDS] + shields, 0)
        total = gathered(after, total[tuple(where.T)])
    results, chance = parts(total)
    if seen:
        return defence_seen(results, chance)
    # Results of one guard stand together: they come in rising order, and the guard is what they begin with.
    begins = np.ones(len(results), np.bool_)
    begins[1:] = (results[1:, : SHIELDS + 1] != results[:-1, : SHIELDS + 1]).any(axis=1)
    guard = np.cumsum(begins) - 1
    guard_chance = np.bincount(guard, weights=chance)
    guards = results[begins, OUT_OF_REACH], results[begins, SHIELDS], guard_chance
    back = np.zeros_like(results)
    back[:, [KILLS, DISRUPTS]] = results[:, [ITS_KILLS, ITS_DISRUPTS]]
    reaches = 1 + int(results[:, OUT_OF_REACH].max())
    if not back.any():
        return Defence(*guards, np.zeros_like(guards[0]), attack_of(back[:0], chance[:0]), (), reaches)
    backs = tuple(np.bincount(guard).tolist())
    return Defence(*guards, np.arange(len(backs)), attack_of(back, chance / guard_chance[guard]), backs, reaches)


def defence_seen(results: Array, chance: Array) -> Defence:
    """Every result of a defence as a guard of its own, with the one Retaliation that it holds."""
    strikes, kept = np.unique(results[:, [ITS_KILLS, ITS_DISRUPTS]], axis=0, return_inverse=True)
    guards = results[:, OUT_OF_REACH], results[:, SHIELDS], chance
    reaches = 1 + int(results[:, OUT_OF_REACH].max())
    if not strikes.any():
        return Defence(*guards, np.zeros(len(results), np.int64), attack_of(results[:0], chance[:0]), (), reaches)
    back = np.zeros((len(strikes), 4), np.int64)
    back[:, [KILLS, DISRUPTS]] = strikes
    once = np.ones(len(strikes))
    return Defence(*guards, kept.reshape(-1), attack_of(back, once), (1,) * len(strikes), reaches)
