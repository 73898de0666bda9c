"""The battle and siege rules of La guerre de Cent Ans (11.3 to 11.5) as compiled functions over whole numbers.

A state is (position of the attacker, position of the defender, phase). A *position* is what a camp has left: units
of its two factions, elite, and room to retreat where that is limited, or told apart by faction. A *phase* is a roll of
one camp under one `RollRule`; which phase follows can depend on whether the enemy lost a unit. `setup` lays the
phases out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.engine.dice import Rows, multinomial
from simcore.engine.jit import entry, index, kernel, step
from simcore.games.cent_ans.policies import choose
from simcore.types import Array

LOSS, RETREAT, DISPERSION, ROUTIER, BLANK = range(5)  # results of a faction's die
ELITE_LOSS, DIAMOND, ELITE_BLANK = range(3)  # results of the elite die
# Of the one, the first faction's if it has any, or the second's if it has any.
NO_DISPERSION_CHANGE, ONE_DISPERSION_RETREATS, ALL_DISPERSION_RETREATS, ONE_OF_SECOND_RETREATS = range(4)
UNLIMITED = 1 << 30  # room to retreat that no army can use up
OVER = -(1 << 40)  # in place of the number of a row: nothing is rolled; with any number added it stays below 0

NO_ORDER = np.zeros((0, 2), np.int64)


class RollRule(NamedTuple):
    """Everything that can differ between one roll of a camp and another; all whole numbers."""

    faction_dice: int = 1  # do the factions roll?
    own_results: int = 1  # do DISPERSION, RETREAT and ROUTIER count? (not in a siege, 11.5)
    elite_per_die: int = 0  # elite units for each elite die; 0: none is rolled
    diamond_is_loss: int = 0
    extra_loss: int = 0  # LOSS without a die ...
    extra_from: int = 0  # ... from so many elite units on
    second_extra_loss: int = 0
    second_extra_from: int = 0
    cancels: int = 0  # LOSS results the enemy's walls cancel (11.5)
    ignores_loss: int = 0
    first_loss_factor: int = 1  # the first faction's LOSS results count so often
    ignores_dispersion_first: int = 0
    ignores_dispersion_second: int = 0
    dispersion_change: int = NO_DISPERSION_CHANGE
    retreat_factor: int = 1
    ignores_routier: int = 0


class Camp(NamedTuple):
    """What the rules need to know of a camp. `dice` int64[2, 5] faces by result; elite int64[3]."""

    started: Array  # int64[3] units before round 1, for the policies
    owned: Array  # int64[2] dice owned by each faction
    dice: Array
    elite_owned: int
    elite_die: Array
    order: Array = NO_ORDER  # int64[n, 2]: the steps of a policy stated as a list, kind and how many of it are kept


class Room(NamedTuple):
    """What of a camp's retreats is part of its position: a number below `size` that counts down from the last one.

    A retreat takes `first` from it for a unit of the first faction, `second` for one of the second: both 1 where only
    the room that is left matters, digits of their own where it is told who got away.
    """

    limit: int = UNLIMITED  # units that can retreat in the whole battle
    size: int = 1  # 1: no part of the position
    first: int = 1
    second: int = 1
    second_first: int = 0  # are retreats of the second faction given room before those of the first?


class Battle(NamedTuple):
    """The model of one scenario; first index of pairs is the camp (0 attacker, 1 defender)."""

    rows: Rows
    shift: Array  # int64[faces]: how far the roller's box falls
    loss: Array  # int64[faces]: LOSS results that reach the enemy
    row_of: Array  # int64[phases, positions]: row rolled from there, `OVER` without a unit, ...
    by_enemy: Array  # int64[phases, positions]: ... and what the enemy's position adds to it, `OVER` once that ends it
    roller: Array  # int64[phases]
    table: Array  # int64[phases]: removal table for the enemy (0: nothing is removed now)
    own_table: Array  # int64[phases], with ...
    pending: Array  # int64[phases]: LOSS results still owed by the roller, applied after its roll
    closes: Array  # int64[phases]: 1 where the phase ends a round of a pitched battle
    follows: Array  # int64[phases, loss]: next phase
    plain: Array  # int64[phases]: the next phase where it is always the same and nothing else happens, else -1
    box: Array  # int64[2, positions]: position to box
    rank: Array  # int64[2, boxes]: box to position
    remove: Array  # int64[tables, positions, loss]: position after so many units are taken
    operative: Array  # int64[2, positions]: position after 11.4.6
    positions: Array  # int64[2]
    empty: Array  # int64[2]: first position without a unit
    in_pairs: int  # 1 where an ending must tell the position of a camp that is gone too: who of it got away
    chooser: Array  # int64[phases]: who picks the enemy's victims freely (1 attacker, 2 defender); 0: the table does
    units: Array  # int64[2, positions, 3]
    unit_step: Array  # int64[2, 3]: how far a box falls with a unit of each kind


# ---- one roll ----------------------------------------------------------------------------------------------------


@kernel
def elite_dice(rule, camp, elite):
    """Elite dice rolled by `elite` units (11.3.1), never more than there are."""
    return min(elite // rule.elite_per_die, camp.elite_owned) if rule.elite_per_die > 0 else 0


@kernel
def automatic_loss(rule, elite):
    """LOSS that leaders and cards add without a die."""
    first = rule.extra_loss if elite >= rule.extra_from else 0
    second = rule.second_extra_loss if elite >= rule.second_extra_from else 0
    return first + second


@kernel
def faction_results(rule, first, second, elite_loss, units0, units1, room):
    """What one roll does (11.4 in its order): LOSS on the enemy; own units dispersed, retreated, turned into Routiers.

    `first`, `second` int64[5]: results of the factions' dice. Returns (loss, dispersed of the first faction, of the
    second, retreated of either, new Routiers of either); retreats beyond `room` are not yet taken off.
    """
    loss = 0 if rule.ignores_loss else first[LOSS] * rule.first_loss_factor + second[LOSS] + elite_loss
    if not rule.own_results:
        return loss, 0, 0, 0, 0, 0, 0
    dispersion0 = 0 if rule.ignores_dispersion_first else first[DISPERSION]
    dispersion1 = 0 if rule.ignores_dispersion_second else second[DISPERSION]
    retreat0, retreat1 = first[RETREAT], second[RETREAT]
    if rule.dispersion_change == ALL_DISPERSION_RETREATS:
        retreat0, retreat1 = retreat0 + dispersion0, retreat1 + dispersion1
        dispersion0, dispersion1 = 0, 0
    elif rule.dispersion_change != NO_DISPERSION_CHANGE and room > 0:
        if dispersion0 > 0 and not (rule.dispersion_change == ONE_OF_SECOND_RETREATS and dispersion1 > 0):
            dispersion0, retreat0 = dispersion0 - 1, retreat0 + 1
        elif dispersion1 > 0:
            dispersion1, retreat1 = dispersion1 - 1, retreat1 + 1
    dispersed0 = min(dispersion0, units0)
    dispersed1 = min(dispersion1, units1)
    retreated0 = min(retreat0 * rule.retreat_factor, units0 - dispersed0)
    retreated1 = min(retreat1 * rule.retreat_factor, units1 - dispersed1)
    helmets0, helmets1 = (0, 0) if rule.ignores_routier else (first[ROUTIER], second[ROUTIER])
    routiers0 = min(helmets0, units0 - dispersed0 - retreated0)
    routiers1 = min(helmets1, units1 - dispersed1 - retreated1)
    return loss, dispersed0, dispersed1, retreated0, retreated1, routiers0, routiers1


@kernel
def apply_results(rule, first, second, elite_loss, units0, units1, elite, room, second_first, foes):
    """`faction_results` summed up, `room` filled by the first faction first, or by the second.

    `foes`: units of the enemy, where their last LOSS ends the battle; 0: where the whole roll counts in any case.
    Returns (LOSS that reaches the enemy, gone of the first faction, gone of the second, retreated of the first, of the
    second, new Routiers).
    """
    loss, dispersed0, dispersed1, retreated0, retreated1, routiers0, routiers1 = faction_results(
        rule, first, second, elite_loss, units0, units1, room
    )
    loss = reaching_loss(rule, loss, elite)
    if spares_roller(foes > 0, max(foes - loss, 0)):
        return loss, 0, 0, 0, 0, 0
    away0 = min(retreated0, max(room - retreated1, 0) if second_first else room)
    return (
        loss,
        dispersed0 + retreated0 + routiers0,
        dispersed1 + retreated1 + routiers1,
        away0,
        min(retreated1, room - away0),
        routiers0 + routiers1,
    )


@kernel
def reaching_loss(rule, loss, elite):
    """LOSS that reaches the enemy: what is added without a die comes in, what walls cancel goes out (11.5)."""
    return max(loss + automatic_loss(rule, elite) - rule.cancels, 0)


@kernel
def spares_roller(last_loss, enemy_left):
    """Is the roller spared his own results of a roll (11.3), nobody of the enemy being left after its LOSS?

    "As soon as only units of a single camp remain" the battle ends: after the roll, or with the last LOSS of it.
    """
    return last_loss and enemy_left == 0


@kernel
def room_used(room, away0, away1):
    """How far the number of `Room` falls when so many units of either faction retreat."""
    return away0 * room.first + away1 * room.second if room.size > 1 else 0


@kernel
def room_left(room, spare):
    """Units that can still retreat; the number of `Room` is `spare`."""
    used = room.size - 1 - spare
    return room.limit - used // room.first - used % room.first


@kernel
def elite_results(camp, dice, rule):
    """Chance of 0, 1, ... LOSS results on the elite dice (11.3.2)."""
    counts, weight = multinomial(dice, camp.elite_die)
    chance = np.zeros(dice + 1)
    for result in range(weight.size):
        loss = counts[result, ELITE_LOSS] + (counts[result, DIAMOND] if rule.diamond_is_loss else 0)
        chance[loss] += weight[result]
    return chance / chance.sum()


# ---- the resolver ------------------------------------------------------------------------------------------------


@step
def pack(model, state):
    """(attacker's position, defender's position, phase) as one number; losses make it larger."""
    i, j, phase = state
    return (i * model.positions[1] + j) * model.roller.size + phase


@step
def unpack(model, number):
    """Inverse of `pack`."""
    block = number // model.roller.size
    i = block // model.positions[1]
    return i, block - i * model.positions[1], number - block * model.roller.size


@step
def next_roll(model, state):
    """The row rolled next (below 0: over), and the state as its roller sees it, each table looked up once."""
    i, j, phase = state
    roller = model.roller[index(phase)]
    own, enemy = (i, j) if roller == 0 else (j, i)
    row = model.row_of[index(phase), index(own)] + model.by_enemy[index(phase), index(enemy)]
    box = model.box[index(roller), index(own)]
    return row, (phase, roller, box, enemy, model.table[index(phase)], model.plain[index(phase)])


@step
def settle(model, view, face, enemy):
    """The state after that roll, the LOSS taken: `enemy` is the position that the other camp has left."""
    phase, roller, box, _, _, plain = view
    loss = model.loss[index(face)]
    own = model.rank[index(roller), index(box - model.shift[index(face)])]
    if plain < 0:
        if model.pending[phase] > 0:
            own = model.remove[model.own_table[phase], own, model.pending[phase]]
        if model.closes[phase] and own < model.empty[roller] and enemy < model.empty[1 - roller]:
            own, enemy = model.operative[roller, own], model.operative[1 - roller, enemy]
        plain = model.follows[phase, loss]
    i, j = (own, enemy) if roller == 0 else (enemy, own)
    return i, j, plain


@step
def transition(model, view, face):
    """The state after the roller of `view` rolled `face` (11.3, 11.4)."""
    enemy, table = view[3], view[4]
    return settle(model, view, face, model.remove[index(table), index(enemy), index(model.loss[index(face)])])


@step
def terminal_outcome(model, state):
    """Endings: attacker's position if the defender is gone, then defender's position if the attacker is, then pairs."""
    i, j, _ = state
    n0, n1 = model.positions[0], model.positions[1]
    if model.in_pairs | ((i < model.empty[0]) & (j < model.empty[1])):
        return n0 + n1 + i * n1 + j
    won = j >= model.empty[1]
    return i * won + (n0 + j) * (1 - won)


# ---- for Python --------------------------------------------------------------------------------------------------


@entry
def pick(policy, units, camp):
    """`policies.choose` for Python."""
    return choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started, camp.order)


@entry
def results_behind(camp, rule, units, left, room, foes, effect):
    """The dice that a face stands for: (faces of both factions' dice and the elite dice [result, 13], weight[result]).

    `effect` is what the face does: (LOSS on the enemy, gone of the first faction, gone of the second, how far the
    number of `room` falls); `left`: units that can still retreat; `foes` as in `apply_results`.
    """
    dice = (min(units[0], camp.owned[0]), min(units[1], camp.owned[1])) if rule.faction_dice else (0, 0)
    units0, units1 = (units[0], units[1]) if rule.faction_dice else (0, 0)
    results0, weight0 = multinomial(dice[0], camp.dice[0])
    results1, weight1 = multinomial(dice[1], camp.dice[1])
    elite, elite_weight = multinomial(elite_dice(rule, camp, units[2]), camp.elite_die)
    found = np.zeros((weight0.size * weight1.size * elite_weight.size, 13), np.int64)
    weight = np.zeros(found.shape[0])
    count = 0
    for a in range(weight0.size):
        for b in range(weight1.size):
            for c in range(elite_weight.size):
                elite_loss = elite[c, ELITE_LOSS] + (elite[c, DIAMOND] if rule.diamond_is_loss else 0)
                loss, gone0, gone1, away0, away1, _ = apply_results(
                    rule, results0[a], results1[b], elite_loss, units0, units1, units[2], left, room.second_first, foes
                )
                did = (loss, gone0, gone1, room_used(room, away0, away1))
                chance = weight0[a] * weight1[b] * elite_weight[c]
                if did == effect and chance > 0.0:
                    found[count, :5] = results0[a]
                    found[count, 5:10] = results1[b]
                    found[count, 10:] = elite[c]
                    weight[count] = chance
                    count += 1
    return found[:count], weight[:count]
