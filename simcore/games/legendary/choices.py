"""The choices of an attack, as compiled functions: how many Disrupts the attackers turn into Kills (Ruthless), and who
takes the results of a roll, where a side assigns them freely or Bodyguards step in as the defenders like.

`kernels.turn` says how things turn; the ways to assign from there stand in `kernels.Fates.way`.
"""

from __future__ import annotations

from simcore.engine.jit import index, step
from simcore.games.legendary.kernels import (
    ANSWERED,
    ATTACK_ROW,
    ATTACKER,
    GUARDED,
    START,
    STRUCK,
    after_turning,
    may_turn,
    suffered,
    turn,
)


@step
def assigned_to_defenders(model):
    """How many numbers the choices of what falls on the defenders have."""
    return model.defenders.node.size * model.guards_kept


@step
def assigned(model):
    """How many numbers all choices of who takes a result have."""
    return assigned_to_defenders(model) + model.attackers.node.size * model.defenders.fates


@step
def decision(model, state, face):
    """The number of the choice: how things turn for the side that suffers, and all else that is known of the attack
    (the guard, or what became of the defenders), or both rolls as they lie; -1 where there is none."""
    stage, x, y = state
    if stage == START:
        return -1
    if stage == GUARDED and model.ruthless > 0:
        if may_turn(model, state, face) == 0:
            return -1
        rolls, rolled = model.rows.first[ATTACK_ROW], model.rows.first[ATTACK_ROW + 1] - model.rows.first[ATTACK_ROW]
        return assigned(model) + x * rolled + face - rolls
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    if fates.chooser == 0 or fates.first_way[index(how + 1)] - fates.first_way[index(how)] < 2:
        return -1
    if theirs:
        return how * model.guards_kept + (model.kept[index(x)] if stage == GUARDED else x)
    known = x if stage == ANSWERED else y - model.defenders.forks
    return assigned_to_defenders(model) + how * model.defenders.fates + known


@step
def options(model, state, face):
    """Whose choice it is, and how many ways to choose there are."""
    if may_turn(model, state, face) > 0:
        return ATTACKER, 1 + may_turn(model, state, face)
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    side = fates.chooser
    if state[0] == STRUCK and theirs and model.defenders.asks[index(state[2])] != 0:
        side = model.defenders.asks[index(state[2])]
    return side, fates.first_way[index(how + 1)] - fates.first_way[index(how)]


@step
def decide(model, state, face, option):
    """The state after `face` when so many Disrupts are turned, or its results are assigned in this way."""
    if may_turn(model, state, face) > 0:
        return after_turning(model, state, face, option)
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    return suffered(model, state, fates.way[index(fates.first_way[index(how)] + option)])
