"""An attack in which a side chooses between its dice and the results (Terror's die, Feint, Parry), compiled.

These stages come before those of `kernels`, which go on from both sides' dice as they lie in the end. A state is
(stage, x, y):

    FRIGHT    nothing rolled; who is daunted by Terror is rolled next
    POOL      x = pool: which dice each attacking unit throws
    LAID      x = entry: the attack dice lie
    FIRST     x = roll of the side that rerolls first, y = lie of the other
    BETWEEN   x = leaf of the first side, y = lie of the other, who rerolls now; a roll of one face leads on
    SECOND    x = leaf of the first side, y = roll of the other
    GUARDED   x = guard, y = attack roll: all dice lie; a roll of one face leads on to who takes what
    TURNED, STRUCK, ANSWERED as in `kernels`

Lies, rolls and leaves are those of `rerolls.Table`.
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.engine.dice import Rows
from simcore.engine.jit import index, step
from simcore.games.legendary import choices, kernels
from simcore.games.legendary.kernels import ATTACK_ROW, ATTACKER, DEFENDER, GUARDED
from simcore.types import Array

FRIGHT, POOL, LAID, FIRST, BETWEEN, SECOND = range(5, 11)  # stages
CLOSED = -1  # as in `rerolls`


class Rerolls(NamedTuple):
    """What one side can do with its dice, as in `rerolls.Table`."""

    leaf: Array  # int64[lies]
    first_way: Array  # int64[lies + 1]
    way: Array  # int64[]
    row: Array  # int64[rolls]
    leaves: int


class Open(NamedTuple):
    """The model of one scenario."""

    rows: Rows  # those of `rules`, then one of one face, those of the stages here
    rules: kernels.Attack
    one: int  # the row of one face
    fright: int  # the row of who is daunted
    pool: Array  # int64[pools]: row of the attack dice
    laid: int  # the row of the defence dice
    entry: Array  # int64[entries]: lie of the attack dice
    leads: Array  # int64[faces]: the entry, lie, or first way of `kept` to which a face leads
    after_roll: Array  # int64[rolls and faces]: lie after a roll of either side, from `first_after` on
    first_after: Array  # int64[rolls of the first side, then of the second]
    kept: Array  # int64[]: pools from which the attackers choose by who is daunted
    kept_ways: Array  # int64[faces of `fright`]: how many of them
    first: Rerolls
    second: Rerolls
    first_side: int  # ATTACKER or DEFENDER
    between: int  # 1 where the first side has a choice, else 0


@step
def own(model):
    """Where each stage's numbers begin: LAID, FIRST, BETWEEN, SECOND, GUARDED, and all that `kernels` number."""
    lies = model.second.leaf.size
    laid = 1 + model.pool.size
    first = laid + model.entry.size
    between = first + model.first.row.size * lies
    second = between + model.between * model.first.leaves * lies
    guarded = second + model.second.row.size * model.first.leaves
    return laid, first, between, second, guarded, guarded + model.rules.guards * attacks(model)


@step
def attacks(model):
    """How many results the attack has."""
    return model.rules.rows.first[ATTACK_ROW + 1] - model.rules.rows.first[ATTACK_ROW]


@step
def pack(model, state):
    """The state as one number; every roll makes it larger."""
    stage, x, y = state
    laid, first, between, second, guarded, rest = own(model)
    if stage == FRIGHT:
        return 0
    if stage == POOL:
        return 1 + x
    if stage == LAID:
        return laid + x
    if stage == FIRST:
        return first + x * model.second.leaf.size + y
    if stage == BETWEEN:
        return between + x * model.second.leaf.size + y
    if stage == SECOND:
        return second + y * model.first.leaves + x
    if stage == GUARDED:
        return guarded + x * attacks(model) + y
    return rest + kernels.pack(model.rules, state) - 1 - model.rules.guards


@step
def unpack(model, number):
    """Inverse of `pack`."""
    laid, first, between, second, guarded, rest = own(model)
    if number == 0:
        return FRIGHT, 0, 0
    if number < laid:
        return POOL, number - 1, 0
    if number < first:
        return LAID, number - laid, 0
    if number < between:
        return FIRST, (number - first) // model.second.leaf.size, (number - first) % model.second.leaf.size
    if number < second:
        return BETWEEN, (number - between) // model.second.leaf.size, (number - between) % model.second.leaf.size
    if number < guarded:
        return SECOND, (number - second) % model.first.leaves, (number - second) // model.first.leaves
    if number < rest:
        return GUARDED, (number - guarded) // attacks(model), (number - guarded) % attacks(model)
    return kernels.unpack(model.rules, number - rest + 1 + model.rules.guards)


@step
def next_roll(model, state):
    """The row rolled next (-1: over); the state is all that `advance` needs."""
    stage, x, y = state
    if stage == FRIGHT:
        return model.fright, state
    if stage == POOL:
        return model.pool[index(x)], state
    if stage == LAID:
        return model.laid, state
    if stage == FIRST:
        return model.first.row[index(x)], state
    if stage == SECOND:
        return model.second.row[index(y)], state
    if stage in (BETWEEN, GUARDED):
        return model.one, state
    row, _ = kernels.next_roll(model.rules, state)
    return row, state


@step
def lie_after(model, roll, face, row):
    """The lie to which a face of a roll leads; the rolls of the second side come after those of the first."""
    return model.after_roll[index(model.first_after[index(roll)] + face - model.rows.first[index(row)])]


@step
def met(model, state, face):
    """(Does the first side choose?, its lie or leaf, the lie of the second side) after this roll."""
    stage, x, y = state
    if stage == BETWEEN:
        return False, x, y
    if stage == SECOND:
        return False, x, lie_after(model, model.first.row.size + y, face, model.second.row[index(y)])
    if stage == FIRST:
        one, other = lie_after(model, x, face, model.first.row[index(x)]), y
    else:
        one, other = model.entry[index(x)], model.leads[index(face)]
        if model.first_side == DEFENDER:
            one, other = other, one
    at = model.first.first_way[index(one)]
    if model.first.first_way[index(one + 1)] == at + 1 and model.first.way[index(at)] == CLOSED:
        return False, model.first.leaf[index(one)], other
    return True, one, other


@step
def lying(model, leaf, other):
    """The state when the first side's dice count for `leaf` and the second's for `other`."""
    if model.first_side == ATTACKER:
        return GUARDED, other, leaf
    return GUARDED, leaf, other


@step
def rolls_again(model, firsts, one, other, option):
    """The state when the side whose turn it is takes this way."""
    if firsts:
        way = model.first.way[index(model.first.first_way[index(one)] + option)]
        if way == CLOSED:
            return BETWEEN, model.first.leaf[index(one)], other
        return FIRST, way, other
    way = model.second.way[index(model.second.first_way[index(other)] + option)]
    if way == CLOSED:
        return lying(model, one, model.second.leaf[index(other)])
    return SECOND, one, way


@step
def rolled_attack(model, y):
    """The face of `rules` that stands for this attack roll."""
    return model.rules.rows.first[ATTACK_ROW] + y


@step
def decision(model, state, face):
    """The number of the choice, -1 where there is none: by who is daunted; by lie and lie; by leaf and lie; then those
    of `choices`."""
    stage, _, y = state
    if stage == FRIGHT:
        place = face - model.rows.first[index(model.fright)]
        return place if model.kept_ways[index(place)] > 1 else -1
    if stage == POOL:
        return -1
    before = model.kept_ways.size
    lies = model.second.leaf.size
    if stage in (LAID, FIRST, BETWEEN, SECOND):
        firsts, one, other = met(model, state, face)
        side, at = (model.first, one) if firsts else (model.second, other)
        if side.first_way[index(at + 1)] - side.first_way[index(at)] < 2:
            return -1
        return before + (0 if firsts else model.first.leaf.size * lies) + one * lies + other
    before += (model.first.leaf.size + model.first.leaves) * lies
    if stage == GUARDED:
        number = choices.decision(model.rules, state, rolled_attack(model, y))
    else:
        number = choices.decision(model.rules, state, face)
    return before + number if number >= 0 else -1


@step
def options(model, state, face):
    """Whose choice it is, and how many ways to choose there are."""
    stage, _, y = state
    if stage == FRIGHT:
        return ATTACKER, model.kept_ways[index(face - model.rows.first[index(model.fright)])]
    if stage == GUARDED:
        return choices.options(model.rules, state, rolled_attack(model, y))
    if stage < FRIGHT:
        return choices.options(model.rules, state, face)
    firsts, one, other = met(model, state, face)
    if firsts:
        return model.first_side, model.first.first_way[index(one + 1)] - model.first.first_way[index(one)]
    count = model.second.first_way[index(other + 1)] - model.second.first_way[index(other)]
    return ATTACKER + DEFENDER - model.first_side, count


@step
def decide(model, state, face, option):
    """The state after `face` when this way is chosen."""
    stage, _, y = state
    if stage == FRIGHT:
        return POOL, model.kept[index(model.leads[index(face)] + option)], 0
    if stage == GUARDED:
        return choices.decide(model.rules, state, rolled_attack(model, y), option)
    if stage < FRIGHT:
        return choices.decide(model.rules, state, face, option)
    firsts, one, other = met(model, state, face)
    return rolls_again(model, firsts, one, other, option)


@step
def transition(model, state, face):
    """The state after `face` was rolled in `state`, where nothing is chosen."""
    stage, _, y = state
    if stage == POOL:
        return LAID, model.leads[index(face)], 0
    if stage == GUARDED:
        return kernels.transition(model.rules, state, rolled_attack(model, y))
    if stage < FRIGHT:
        return kernels.transition(model.rules, state, face)
    return decide(model, state, face, 0)


@step
def terminal_outcome(model, state):
    """Fate of the defenders, fate of the attackers."""
    return kernels.terminal_outcome(model.rules, state)
