"""The raid as compiled functions over whole numbers: the five rules of a combat (see `simcore.engine.resolver`).

A state is (raiders, guards). The full game fights its raids with `after_roll` too: a rule is written once.
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.engine.dice import Rows
from simcore.engine.jit import step
from simcore.types import Array

RAIDER, GUARD, BOTH = range(3)  # who falls


class Raid(NamedTuple):
    """The model of one raid: all that the rules look up."""

    rows: Rows  # one row: the die
    result: Array  # int64[faces]: who falls
    size: Array  # int64[2]: raiders and guards at first


@step
def after_roll(result, raiders, guards):
    """Raiders and guards after a roll (2): one of those falls whom the die names."""
    return raiders - (result != GUARD), guards - (result != RAIDER)


@step
def next_roll(model, state):
    raiders, guards = state
    return (0 if raiders > 0 and guards > 0 else -1), state


@step
def transition(model, state, face):
    return after_roll(model.result[face], state[0], state[1])


@step
def terminal_outcome(model, state):
    return state[0] * (model.size[1] + 1) + state[1]


@step
def pack(model, state):
    """The number of a state: it rises with every loss, as both engines need it."""
    return (model.size[0] - state[0]) * (model.size[1] + 1) + model.size[1] - state[1]


@step
def unpack(model, number):
    lost = number // (model.size[1] + 1)
    return model.size[0] - lost, model.size[1] - (number - lost * (model.size[1] + 1))
