"""The battle of Breizh 1341 as compiled functions over whole numbers.

A battle's state is one number, of Montfort's troops, Blois's troops and a mark, which is set when the battle is over
and says who had a decisive lead in the last round. A battle has few states and a round is a single throw, so what every
face does in every state is worked out once for a scenario; both engines then only look it up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.engine.dice import Rows
from simcore.engine.jit import entry, index, step
from simcore.types import Array

NOBODY, MONTFORT, BLOIS = range(3)
MARKS = 3


class Battle(NamedTuple):
    """The model of one battle."""

    rows: Rows  # one row: Montfort's die against Blois's
    difference: Array  # int64[faces]: Montfort's die minus Blois's
    row_of: Array  # int64[states]: -1 where the battle is over
    after: Array  # int32[states * faces]: the state after a round
    ending_of: Array  # int64[states]: (Montfort's troops, Blois's troops, winner) as one number


@step
def half(number):
    """Half of a loss or of a force, rounded up, at least 1 (Battle)."""
    return max((number + 1) // 2, 1)


@step
def goes_on(montfort, blois, battle_from):
    """Is there a battle between so many troops in one region (Battle)?"""
    return montfort > 0 and blois > 0 and montfort + blois >= battle_from


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
def number_of(troops, montfort, blois, mark):
    """The state of a battle that began with so many `troops` of both camps; the number rises with each round."""
    return ((troops[0] - montfort) * (troops[1] + 1) + troops[1] - blois) * MARKS + mark


@step
def state_of(troops, number):
    """(Montfort's troops, Blois's troops, mark): the inverse of `number_of`."""
    block = number // MARKS
    gone = block // (troops[1] + 1)
    return troops[0] - gone, troops[1] - (block - gone * (troops[1] + 1)), number - block * MARKS


@entry
def fill_rounds(troops, lead, battle_from, decisive_lead, survivor_first, difference, row_of, after, ending_of):
    """Play one round from every state with every face: fills `row_of`, `after` and `ending_of` as in `Battle`.

    `troops` are those of both camps at the start, `lead` is Montfort's strength over Blois's, troops and dice apart.
    """
    for number in range(row_of.size):
        montfort, blois, mark = state_of(troops, number)
        ending_of[number] = (montfort * (troops[1] + 1) + blois) * MARKS + winner(montfort, blois, mark, survivor_first)
        row_of[number] = 0 if goes_on(montfort, blois, battle_from) else -1
        for face in range(difference.size):
            ahead = montfort + lead - blois + difference[face]
            montfort_lost, blois_lost, leader = round_losses(montfort, blois, ahead, decisive_lead)
            left = max(montfort - montfort_lost, 0), max(blois - blois_lost, 0)
            decided = NOBODY if goes_on(left[0], left[1], battle_from) else leader
            after[number * difference.size + face] = number_of(troops, left[0], left[1], decided)


@step
def pack(_, state):
    return state[0]


@step
def unpack(_, number):
    return (number,)


@step
def next_roll(model, state):
    return model.row_of[index(state[0])], state[0] * model.difference.size


@step
def transition(model, first, face):
    return (np.int64(model.after[index(first + face)]),)


@step
def terminal_outcome(model, state):
    return model.ending_of[index(state[0])]
