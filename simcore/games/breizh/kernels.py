"""The rules of Breizh 1341 as compiled functions over whole numbers: the battle, and separate rolls of the die.

A battle's state is (Montfort's troops, Blois's troops, mark); the mark is set when the battle is over and says who had
a decisive lead in the last round. Sieges and fights are *separate rolls*: each is one die plus a number, cut to what
can come of it; a state is (rolls done, their results as one number).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simcore.engine.dice import Rows
from simcore.engine.jit import index, step

Array = np.ndarray[Any, np.dtype[Any]]

NOBODY, MONTFORT, BLOIS = range(3)
MARKS = 3


# ---- battle ------------------------------------------------------------------------------------------------------


class Battle(NamedTuple):
    """The model of one battle."""

    rows: Rows  # one row: Montfort's die against Blois's
    difference: Array  # int64[faces]: Montfort's die minus Blois's
    montfort: int  # troops at the start
    blois: int
    lead: int  # Montfort's strength over Blois's, troops and dice apart
    battle_from: int
    decisive_lead: int
    survivor_first: int


@step
def half(number):
    """Half of a loss or of a force, rounded up, at least 1 (Battle)."""
    return max((number + 1) // 2, 1)


@step
def goes_on(model, montfort, blois):
    """Is there a battle between so many troops in one region (Battle)?"""
    return montfort > 0 and blois > 0 and montfort + blois >= model.battle_from


@step
def round_losses(montfort, blois, ahead, decisive_lead):
    """One round (Battle): losses of both camps for Montfort's strength less Blois's, and who had a decisive lead."""
    if ahead >= decisive_lead:
        lost = half(blois)
        return min(half(lost), montfort), min(lost, blois), MONTFORT
    if -ahead >= decisive_lead:
        lost = half(montfort)
        return min(lost, montfort), min(half(lost), blois), BLOIS
    return 1, 1, NOBODY


@step
def winner(montfort, blois, mark, survivor_first):
    """Who has won a battle that is over (Battle): a decisive lead in the last round, or alone left with troops."""
    survivor = NOBODY
    if montfort > 0 and blois == 0:
        survivor = MONTFORT
    elif blois > 0 and montfort == 0:
        survivor = BLOIS
    first, second = (survivor, mark) if survivor_first else (mark, survivor)
    return first if first != NOBODY else second


@step
def pack_battle(model, state):
    """Both camps lose in every round, so the number rises with each."""
    montfort, blois, mark = state
    return ((model.montfort - montfort) * (model.blois + 1) + model.blois - blois) * MARKS + mark


@step
def unpack_battle(model, number):
    block = number // MARKS
    gone = block // (model.blois + 1)
    return model.montfort - gone, model.blois - (block - gone * (model.blois + 1)), number - block * MARKS


@step
def look_battle(model, state):
    montfort, blois, _ = state
    row = 0 if goes_on(model, montfort, blois) else -1
    return row, (montfort, blois, montfort + model.lead - blois)


@step
def advance_battle(model, view, face):
    montfort, blois, ahead = view
    montfort_lost, blois_lost, leader = round_losses(
        montfort, blois, ahead + model.difference[index(face)], model.decisive_lead
    )
    montfort, blois = montfort - montfort_lost, blois - blois_lost
    return montfort, blois, NOBODY if goes_on(model, montfort, blois) else leader


@step
def ending_battle(model, state):
    """(Montfort's troops, Blois's troops, winner) as one number."""
    montfort, blois, mark = state
    return (montfort * (model.blois + 1) + blois) * MARKS + winner(montfort, blois, mark, model.survivor_first)


# ---- separate rolls: sieges, fights ------------------------------------------------------------------------------


class Rolls(NamedTuple):
    """The model of rolls that do not touch each other; `first` has one entry more than there are rolls."""

    rows: Rows  # one row: the die
    die: Array  # int64[faces]
    added: Array  # int64[rolls]: goes to the die
    most: Array  # int64[rolls]: the greatest result
    first: Array  # int64[rolls + 1]: number of the first state after so many rolls


@step
def result(die, added, most):
    """What a roll comes to (Fight; a siege is won from 1 on, Besiege)."""
    return min(max(die + added, 0), most)


@step
def pack_rolls(model, state):
    done, results = state
    return model.first[index(done)] + results


@step
def unpack_rolls(model, number):
    done = 0
    while done + 1 < model.first.size and number >= model.first[done + 1]:
        done += 1
    return done, number - model.first[done]


@step
def look_rolls(model, state):
    done, results = state
    if done == model.added.size:
        return -1, (done, results, 0, 0)
    return 0, (done, results, model.added[index(done)], model.most[index(done)])


@step
def advance_rolls(model, view, face):
    done, results, added, most = view
    return done + 1, results * (most + 1) + result(model.die[index(face)], added, most)


@step
def ending_rolls(model, state):
    """The results as one number, the first roll in the highest place."""
    return state[1]
