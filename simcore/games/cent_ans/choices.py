"""Whom a LOSS takes, where a side is free to choose (11.4.1): the choices of a battle, as compiled functions."""

from __future__ import annotations

from simcore.engine.jit import index, step
from simcore.games.cent_ans.kernels import settle


@step
def decision(model, view, face):
    """The number of the choice by which this face's LOSS is taken; -1 where there is none.

    It depends on the phase, on both camps as the dice leave them, and on the LOSS.
    """
    phase, roller, box, enemy, _, _ = view
    loss = model.loss[index(face)]
    if model.chooser[index(phase)] == 0 or loss == 0:
        return -1
    victim = index(1 - roller)
    first, second = model.units[victim, index(enemy), 0], model.units[victim, index(enemy), 1]
    elite = model.units[victim, index(enemy), 2]
    if int(first > 0) + int(second > 0) + int(elite > 0) < 2 or loss >= first + second + elite:
        return -1
    own = model.rank[index(roller), index(box - model.shift[index(face)])]
    pair = (phase * model.positions[index(roller)] + own) * model.positions[victim] + enemy
    return pair * model.remove.shape[2] + loss


@step
def options(model, view, face):
    """Whose choice it is (1 attacker, 2 defender), and how many ways there are to take the LOSS."""
    phase, roller, _, enemy, _, _ = view
    loss = model.loss[index(face)]
    victim = index(1 - roller)
    first, second = model.units[victim, index(enemy), 0], model.units[victim, index(enemy), 1]
    ways = 0
    for elite in range(max(0, loss - first - second), min(model.units[victim, index(enemy), 2], loss) + 1):
        ways += min(first, loss - elite) - max(0, loss - elite - second) + 1
    return model.chooser[index(phase)], ways


@step
def decide(model, view, face, option):
    """The state after that roll, its LOSS taken in the way `option`: fewest elite first, then fewest of the first
    faction."""
    _, roller, _, enemy, _, _ = view
    loss = model.loss[index(face)]
    victim = index(1 - roller)
    first, second = model.units[victim, index(enemy), 0], model.units[victim, index(enemy), 1]
    elite = max(0, loss - first - second)
    least = max(0, loss - elite - second)
    while option > min(first, loss - elite) - least:
        option -= min(first, loss - elite) - least + 1
        elite += 1
        least = max(0, loss - elite - second)
    box = model.box[victim, index(enemy)] - elite * model.unit_step[victim, 2]
    box -= (least + option) * model.unit_step[victim, 0] + (loss - elite - least - option) * model.unit_step[victim, 1]
    return settle(model, view, face, model.rank[victim, index(box)])
