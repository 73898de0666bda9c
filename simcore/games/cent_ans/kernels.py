"""The battle and siege rules of La guerre de Cent Ans (11.3 to 11.5) as compiled functions over whole numbers.

A state is (position of the attacker, position of the defender, phase). A *position* is what a camp has left: units
of its two factions, elite, and room to retreat where that is limited. A *phase* is a roll of one camp under one
`RollRule`; which phase follows can depend on whether the enemy lost a unit. `combats.py` lays the phases out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simcore.engine.dice import Rows, multinomial
from simcore.engine.jit import entry, index, kernel, step
from simcore.games.cent_ans.policies import choose

Array = np.ndarray[Any, np.dtype[Any]]

LOSS, RETREAT, DISPERSION, ROUTIER, BLANK = range(5)  # results of a faction's die
ELITE_LOSS, DIAMOND, ELITE_BLANK = range(3)  # results of the elite die
NO_DISPERSION_CHANGE, ONE_DISPERSION_RETREATS, ALL_DISPERSION_RETREATS = range(3)
UNLIMITED = 1 << 30  # room to retreat that no army can use up


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


class Battle(NamedTuple):
    """The model of one scenario; first index of pairs is the camp (0 attacker, 1 defender)."""

    rows: Rows
    shift: Array  # int64[faces]: how far the roller's box falls
    loss: Array  # int64[faces]: LOSS results that reach the enemy
    row_of: Array  # int64[phases, positions + 1]: row rolled from there, -1: over, and so is the last column
    roller: Array  # int64[phases]
    table: Array  # int64[phases]: removal table for the enemy (0: nothing is removed now)
    own_table: Array  # int64[phases], with ...
    pending: Array  # int64[phases]: LOSS results still owed by the roller, applied after its roll
    closes: Array  # int64[phases]: 1 where the phase ends a round of a pitched battle
    fallen: Array  # int64[phases]: the enemy's first position without a unit; where that ends nothing yet, one beyond
    follows: Array  # int64[phases, loss]: next phase
    plain: Array  # int64[phases]: the next phase where it is always the same and nothing else happens, else -1
    box: Array  # int64[2, positions]: position to box
    rank: Array  # int64[2, boxes]: box to position
    remove: Array  # int64[tables, positions, loss]: position after so many units are taken
    operative: Array  # int64[2, positions]: position after 11.4.6
    positions: Array  # int64[2]
    empty: Array  # int64[2]: first position without a unit


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
    elif rule.dispersion_change == ONE_DISPERSION_RETREATS and room > 0:
        if dispersion0 > 0:
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
def apply_results(rule, first, second, elite_loss, units0, units1, room):
    """`faction_results` summed up: (loss, gone of the first faction, of the second, retreated, became Routiers)."""
    loss, dispersed0, dispersed1, retreated0, retreated1, routiers0, routiers1 = faction_results(
        rule, first, second, elite_loss, units0, units1, room
    )
    return (
        loss,
        dispersed0 + retreated0 + routiers0,
        dispersed1 + retreated1 + routiers1,
        min(retreated0 + retreated1, room),
        routiers0 + routiers1,
    )


@kernel
def reaching_loss(rule, loss, elite):
    """LOSS that reaches the enemy: what is added without a die comes in, what walls cancel goes out (11.5)."""
    return max(loss + automatic_loss(rule, elite) - rule.cancels, 0)


@kernel
def elite_results(camp, dice, rule):
    """Chance of 0, 1, ... LOSS results on the elite dice (11.3.2)."""
    counts, weight = multinomial(dice, camp.elite_die)
    chance = np.zeros(dice + 1)
    for result in range(weight.size):
        loss = counts[result, ELITE_LOSS] + (counts[result, DIAMOND] if rule.diamond_is_loss else 0)
        chance[loss] += weight[result]
    return chance / chance.sum()


# ---- building a model --------------------------------------------------------------------------------------------


@kernel
def to_box(units, spare, size, rooms):
    """A camp's units and room as one number; whatever a camp loses makes it smaller."""
    return ((units[0] * size[1] + units[1]) * size[2] + units[2]) * rooms + spare


@kernel
def from_box(box, size, rooms, units):
    """Inverse of `to_box`: fills `units`, returns the room left."""
    spare = box % rooms
    box //= rooms
    units[2] = box % size[2]
    box //= size[2]
    units[1] = box % size[1]
    units[0] = box // size[1]
    return spare


@entry
def find_positions(camp, start, rooms, policies, attrition, inoperative_without, keep_all):
    """Positions a camp can come to, in falling order of their box: (box of each position, position of each box).

    `start` int64[3] units; `rooms` 1 + room where room is tracked, else 1; `policies` int64[]: those by which it may
    lose units; `attrition` int64[2]: most units that a faction can take from itself in one roll;
    `inoperative_without`: elite units below which elite alone cannot fight on (0: they always can);
    `keep_all`: every box, reached or not.
    """
    size = start + 1
    boxes = size[0] * size[1] * size[2] * rooms
    found = np.full(boxes, keep_all)
    found[boxes - 1] = True
    units = np.zeros(3, np.int64)
    after = np.zeros(3, np.int64)
    count = 0
    for box in range(boxes - 1, -1, -1):
        if not found[box]:
            continue
        count += 1
        spare = from_box(box, size, rooms, units)
        if units.sum() == 0 or keep_all:
            continue
        for policy in policies:
            after[:] = units
            after[choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started)] -= 1
            found[to_box(after, spare, size, rooms)] = True
        for gone0 in range(min(attrition[0], units[0]) + 1):
            for gone1 in range(min(attrition[1], units[1]) + 1):
                after[0], after[1], after[2] = units[0] - gone0, units[1] - gone1, units[2]
                for used in range(min(gone0 + gone1, spare) + 1):
                    found[to_box(after, spare - used, size, rooms)] = True
        if units[0] == 0 and units[1] == 0 and units[2] < inoperative_without:
            found[spare] = True
    box_of = np.empty(count, np.int64)
    rank = np.full(boxes, -1)
    position = 0
    for box in range(boxes - 1, -1, -1):
        if found[box]:
            box_of[position] = box
            rank[box] = position
            position += 1
    return box_of, rank


@entry
def fill_removal(camp, size, rooms, policy, box_of, rank, table):
    """`table[position, loss]`: position after `loss` units are taken by `policy`, one by one (11.4.1)."""
    units = np.zeros(3, np.int64)
    for position in range(box_of.size - 1, -1, -1):  # smaller armies first: they have the larger numbers
        table[position, 0] = position
        spare = from_box(box_of[position], size, rooms, units)
        if units.sum() == 0:
            table[position, :] = position
            continue
        units[choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started)] -= 1
        next_position = rank[to_box(units, spare, size, rooms)]
        if next_position < 0:
            continue  # a position that is only met when somebody else chooses
        for loss in range(1, table.shape[1]):
            table[position, loss] = table[next_position, loss - 1]


@entry
def fill_operative(size, rooms, box_of, rank, inoperative_without, operative):
    """Elite units alone that cannot roll an elite die in the next round are dispersed (11.4.6)."""
    units = np.zeros(3, np.int64)
    for position in range(box_of.size):
        spare = from_box(box_of[position], size, rooms, units)
        stranded = units[0] == 0 and units[1] == 0 and 0 < units[2] < inoperative_without
        operative[position] = rank[spare] if stranded else position


@entry
def build_rows(camp, rule, size, rooms, box_of, untracked_room, first_row, row_of, most_loss):
    """All distributions a camp can roll under `rule`.

    Fills `row_of[position]` with row numbers from `first_row` on. Returns (faces of each row, probability, shift and
    loss of each face, mean retreats and mean new Routiers of each row). Positions with the same dice share a row.
    """
    cap = np.zeros(2, np.int64)  # units beyond these change nothing
    for faction in range(2):
        cap[faction] = min(size[faction] - 1, camp.owned[faction] * max(rule.retreat_factor, 1))
    extra_kinds = rule.extra_loss + rule.second_extra_loss + 1
    known = np.full((cap[0] + 1, cap[1] + 1, camp.elite_owned + 1, extra_kinds, rooms), -1)
    counts_of, face_probability, face_shift, face_loss, retreats, routiers = [0], [0.0], [0], [0], [0.0], [0.0]
    units = np.zeros(3, np.int64)
    box_step = np.array([size[1] * size[2] * rooms, size[2] * rooms])
    rows = 0
    for position in range(box_of.size):
        spare = from_box(box_of[position], size, rooms, units)
        if units.sum() == 0:
            continue
        elite, extra = elite_dice(rule, camp, units[2]), automatic_loss(rule, units[2])
        units0 = min(units[0], cap[0]) if rule.faction_dice else 0
        units1 = min(units[1], cap[1]) if rule.faction_dice else 0
        row = known[units0, units1, elite, extra, spare]
        if row < 0:
            row = rows
            rows += 1
            known[units0, units1, elite, extra, spare] = row
            room = spare if rooms > 1 else untracked_room
            results0, weight0 = multinomial(min(units0, camp.owned[0]), camp.dice[0])
            results1, weight1 = multinomial(min(units1, camp.owned[1]), camp.dice[1])
            weight0 = weight0 / weight0.sum()
            weight1 = weight1 / weight1.sum()
            chance = elite_results(camp, elite, rule)
            merged = np.zeros((cap[0] + 1, cap[1] + 1, rooms, most_loss + 1))
            mean_retreats, mean_routiers = 0.0, 0.0
            for a in range(weight0.size):
                for b in range(weight1.size):
                    weight = weight0[a] * weight1[b]
                    if weight == 0.0:
                        continue
                    for elite_loss in range(chance.size):
                        p = weight * chance[elite_loss]
                        loss, gone0, gone1, retreated, helmets = apply_results(
                            rule, results0[a], results1[b], elite_loss, units0, units1, room
                        )
                        used = retreated if rooms > 1 else 0
                        merged[gone0, gone1, used, reaching_loss(rule, loss, units[2])] += p
                        mean_retreats += p * retreated
                        mean_routiers += p * helmets
            faces = 0
            for gone0 in range(cap[0] + 1):
                for gone1 in range(cap[1] + 1):
                    for used in range(rooms):
                        for loss in range(most_loss + 1):
                            p = merged[gone0, gone1, used, loss]
                            if p > 0.0:
                                face_probability.append(p)
                                face_shift.append(gone0 * box_step[0] + gone1 * box_step[1] + used)
                                face_loss.append(loss)
                                faces += 1
            counts_of.append(faces)
            retreats.append(mean_retreats)
            routiers.append(mean_routiers)
        row_of[position] = first_row + row
    return (
        np.array(counts_of[1:], np.int64),
        np.array(face_probability[1:]),
        np.array(face_shift[1:], np.int64),
        np.array(face_loss[1:], np.int64),
        np.array(retreats[1:]),
        np.array(routiers[1:]),
    )


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
def look(model, state):
    """The row rolled next (-1: over), and the state as its roller sees it, each table looked up once."""
    i, j, phase = state
    roller = model.roller[index(phase)]
    own, enemy = (i, j) if roller == 0 else (j, i)
    beyond = model.row_of.shape[1] - 1
    row = model.row_of[index(phase), index(own + (enemy >= model.fallen[index(phase)]) * (beyond - own))]
    box = model.box[index(roller), index(own)]
    return row, (phase, roller, box, enemy, model.table[index(phase)], model.plain[index(phase)])


@step
def advance(model, view, face):
    """The state after the roller of `view` rolled `face` (11.3, 11.4)."""
    phase, roller, box, enemy, table, plain = view
    loss = model.loss[index(face)]
    own = model.rank[index(roller), index(box - model.shift[index(face)])]
    enemy = model.remove[index(table), index(enemy), index(loss)]
    if plain < 0:
        if model.pending[phase] > 0:
            own = model.remove[model.own_table[phase], own, model.pending[phase]]
        if model.closes[phase] and own < model.empty[roller] and enemy < model.empty[1 - roller]:
            own, enemy = model.operative[roller, own], model.operative[1 - roller, enemy]
        plain = model.follows[phase, loss]
    i, j = (own, enemy) if roller == 0 else (enemy, own)
    return i, j, plain


@step
def ending(model, state):
    """Endings: attacker's position if the defender is gone, then defender's position if the attacker is, then pairs."""
    i, j, _ = state
    n0, n1 = model.positions[0], model.positions[1]
    if (i < model.empty[0]) & (j < model.empty[1]):
        return n0 + n1 + i * n1 + j
    won = j >= model.empty[1]
    return i * won + (n0 + j) * (1 - won)


@entry
def open_box(box, size, rooms, units):
    """`from_box` for Python."""
    return from_box(box, size, rooms, units)


@entry
def pick(policy, units, camp):
    """`policies.choose` for Python."""
    return choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started)


@entry
def results_behind(camp, rule, units, room, room_counts, effect):
    """The dice that a face stands for: (faces of both factions' dice and the elite dice [result, 13], weight[result]).

    `effect` is what the face does: (LOSS on the enemy, gone of the first faction, gone of the second, room used);
    `room_counts`: is room part of the position?
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
                loss, gone0, gone1, retreated, _ = apply_results(
                    rule, results0[a], results1[b], elite_loss, units0, units1, room
                )
                did = (reaching_loss(rule, loss, units[2]), gone0, gone1, retreated if room_counts else 0)
                chance = weight0[a] * weight1[b] * elite_weight[c]
                if did == effect and chance > 0.0:
                    found[count, :5] = results0[a]
                    found[count, 5:10] = results1[b]
                    found[count, 10:] = elite[c]
                    weight[count] = chance
                    count += 1
    return found[:count], weight[:count]
