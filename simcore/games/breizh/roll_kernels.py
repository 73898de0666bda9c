"""Separate rolls of the die, for sieges and fights, as compiled functions over whole numbers.

Each is one die plus a number, cut to what can come of it; a state is (rolls done, their results as one number).
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.engine.dice import Rows
from simcore.engine.jit import index, step
from simcore.types import Array

NOTHING, A_CHOICE, BOTH = range(3)  # that the fall of a castle brings


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
def brings(strength, choice_from, both_from):
    """What the fall of a castle brings besides (Besiege): nothing, a partisan more or an enemy one less, both."""
    if strength >= both_from:
        return BOTH
    return A_CHOICE if strength >= choice_from else NOTHING


@step
def pack(model, state):
    done, results = state
    return model.first[index(done)] + results


@step
def unpack(model, number):
    done = 0
    while done + 1 < model.first.size and number >= model.first[done + 1]:
        done += 1
    return done, number - model.first[done]


@step
def next_roll(model, state):
    done, results = state
    if done == model.added.size:
        return -1, (done, results, 0, 0)
    return 0, (done, results, model.added[index(done)], model.most[index(done)])


@step
def transition(model, view, face):
    done, results, added, most = view
    return done + 1, results * (most + 1) + result(model.die[index(face)], added, most)


@step
def terminal_outcome(model, state):
    """The results as one number, the first roll in the highest place."""
    return state[1]
