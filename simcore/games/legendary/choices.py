"""Who takes the results of a roll, where a side assigns them freely: the choices of an attack, as compiled functions.

`kernels.turn` says how things turn; the ways to assign from there stand in `kernels.Fates.way`.
"""

from __future__ import annotations

from simcore.engine.jit import index, step
from simcore.games.legendary.kernels import ANSWERED, START, suffered, turn


@step
def decision(model, state, face):
    """The number of the choice: how things turn for the side that suffers, and all else that is known of the attack
    (the guard, or what became of the defenders); -1 where there is none."""
    stage, x, y = state
    if stage == START:
        return -1
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    if fates.chooser == 0 or fates.first_way[index(how + 1)] - fates.first_way[index(how)] < 2:
        return -1
    if theirs:
        return how * model.guards_kept + (x if model.retaliates else 0)
    known = x if stage == ANSWERED else y - model.defenders.forks
    before = model.defenders.node.size * model.guards_kept
    return before + how * model.defenders.fates + known


@step
def options(model, state, face):
    """Whose choice it is, and how many ways to assign there are."""
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    return fates.chooser, fates.first_way[index(how + 1)] - fates.first_way[index(how)]


@step
def decide(model, state, face, option):
    """The state after `face` when its results are assigned in this way."""
    theirs, how = turn(model, state, face)
    fates = model.defenders if theirs else model.attackers
    return suffered(model, state, fates.way[index(fates.first_way[index(how)] + option)])
