"""The tables of a model, built once for each scenario: positions and their boxes, what losses lead to, what is rolled.

A *box* is a camp's units of both factions, elite and room to retreat as one number.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.dice import multinomial
from simcore.engine.jit import entry, kernel
from simcore.games.cent_ans.kernels import (
    LOSS,
    apply_results,
    automatic_loss,
    elite_dice,
    elite_results,
    room_left,
    room_used,
)
from simcore.games.cent_ans.policies import choose


@kernel
def to_box(units, spare, size, room):
    """A camp's units and room as one number; whatever a camp loses makes it smaller."""
    return ((units[0] * size[1] + units[1]) * size[2] + units[2]) * room.size + spare


@kernel
def from_box(box, size, room, units):
    """Inverse of `to_box`: fills `units`, returns the number of `Room`."""
    spare = box % room.size
    box //= room.size
    units[2] = box % size[2]
    box //= size[2]
    units[1] = box % size[1]
    units[0] = box // size[1]
    return spare


@entry
def open_box(box, size, room, units):
    """`from_box` for Python: fills `units`, returns the units that can still retreat."""
    return room_left(room, from_box(box, size, room, units))


@kernel
def not_to_be(start, units, room, spare):
    """Have more units got away than are missing, or than there was room for?"""
    used = room.size - 1 - spare
    first, second = used // room.first, used % room.first
    if room_left(room, spare) < 0:
        return True
    if room.first > 1 and (first > start[0] - units[0] or second > start[1] - units[1]):
        return True
    return first + second > start[0] + start[1] - units[0] - units[1]


@entry
def find_positions(camp, fewest, start, room, policies, attrition, inoperative_without, keep_all):
    """Positions a camp can come to, in falling order of their box: (box of each position, position of each box).

    `fewest`, `start` int64[3]: it may begin with any units from the ones to the others; `room`: a `Room`; `policies`
    int64[]: those by which it may lose units; `attrition` int64[2]: most units that a faction can take from itself in
    one roll; `inoperative_without`: elite units below which elite alone cannot fight on (0: they always can);
    `keep_all`: every box, reached or not.
    """
    size = start + 1
    boxes = size[0] * size[1] * size[2] * room.size
    found = np.full(boxes, keep_all)
    units = np.zeros(3, np.int64)
    for units[0] in range(fewest[0], size[0]):
        for units[1] in range(fewest[1], size[1]):
            for units[2] in range(fewest[2], size[2]):
                found[to_box(units, room.size - 1, size, room)] = True
    after = np.zeros(3, np.int64)
    count = 0
    for box in range(boxes - 1, -1, -1):
        if not found[box]:
            continue
        spare = from_box(box, size, room, units)
        if keep_all and not_to_be(start, units, room, spare):
            found[box] = False
            continue
        count += 1
        if units.sum() == 0 or keep_all:
            continue
        for policy in policies:
            after[:] = units
            after[choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started, camp.order)] -= 1
            found[to_box(after, spare, size, room)] = True
        left = room_left(room, spare) if room.size > 1 else 0
        for gone0 in range(min(attrition[0], units[0]) + 1):
            for gone1 in range(min(attrition[1], units[1]) + 1):
                after[0], after[1], after[2] = units[0] - gone0, units[1] - gone1, units[2]
                for away0 in range(min(gone0, left) + 1):
                    for away1 in range(min(gone1, left - away0) + 1):
                        found[to_box(after, spare - room_used(room, away0, away1), size, room)] = True
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
def fill_removal(camp, size, room, policy, box_of, rank, table):
    """`table[position, loss]`: position after `loss` units are taken by `policy`, one by one (11.4.1)."""
    units = np.zeros(3, np.int64)
    for position in range(box_of.size - 1, -1, -1):  # smaller armies first: they have the larger numbers
        table[position, 0] = position
        spare = from_box(box_of[position], size, room, units)
        if units.sum() == 0:
            table[position, :] = position
            continue
        units[choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started, camp.order)] -= 1
        next_position = rank[to_box(units, spare, size, room)]
        for loss in range(1, table.shape[1]):
            table[position, loss] = table[next_position, loss - 1]


@entry
def fill_operative(size, room, box_of, rank, inoperative_without, operative):
    """Elite units alone that cannot roll an elite die in the next round are dispersed (11.4.6)."""
    units = np.zeros(3, np.int64)
    for position in range(box_of.size):
        spare = from_box(box_of[position], size, room, units)
        stranded = units[0] == 0 and units[1] == 0 and 0 < units[2] < inoperative_without
        operative[position] = rank[spare] if stranded else position


@kernel
def roll_of(camp, rule, size, room, cap, most_room, box, units):
    """All that the distribution rolled by a box depends on: units of both factions, elite dice, LOSS without a die,
    room left. Fills `units`."""
    left = min(room_left(room, from_box(box, size, room, units)), most_room)
    units0 = min(units[0], cap[0]) if rule.faction_dice else 0
    units1 = min(units[1], cap[1]) if rule.faction_dice else 0
    return units0, units1, elite_dice(rule, camp, units[2]), automatic_loss(rule, units[2]), left


@kernel
def merge_results(camp, rule, room, roll, elite, foes, merged):
    """All the dice of one roll: adds the chance of what they do to `merged` float64[gone of the first faction, of the
    second, room used, LOSS].

    `roll` as of `roll_of`, `elite` units in the army, `foes` as in `apply_results`. Returns (mean retreats, mean new
    Routiers).
    """
    units0, units1, dice, _, left = roll
    results0, weight0 = multinomial(min(units0, camp.owned[0]), camp.dice[0])
    results1, weight1 = multinomial(min(units1, camp.owned[1]), camp.dice[1])
    weight0 = weight0 / weight0.sum()
    weight1 = weight1 / weight1.sum()
    chance = elite_results(camp, dice, rule)
    mean_retreats, mean_routiers = 0.0, 0.0
    for a in range(weight0.size):
        for b in range(weight1.size):
            weight = weight0[a] * weight1[b]
            if weight == 0.0:
                continue
            for elite_loss in range(chance.size):
                p = weight * chance[elite_loss]
                loss, gone0, gone1, away0, away1, helmets = apply_results(
                    rule, results0[a], results1[b], elite_loss, units0, units1, elite, left, room.second_first, foes
                )
                merged[gone0, gone1, room_used(room, away0, away1), loss] += p
                mean_retreats += p * (away0 + away1)
                mean_routiers += p * helmets
    return mean_retreats, mean_routiers


@entry
def build_rows(camp, rule, size, room, box_of, first_row, row_of, most_loss, most_foes):
    """All distributions a camp can roll under `rule`.

    Fills `row_of[position]` with row numbers from `first_row` on. Returns (faces of each row, probability, shift and
    loss of each face, mean retreats and mean new Routiers of each row). Positions with the same dice share a row; rows
    stand in falling order of `roll_of`, whatever positions there are, so that sums over rows run the same way in the
    model of one battle and in one that many share. Where the last LOSS ends a battle, a block of as many rows follows
    for each number of enemies left from 1 to `most_foes`; the first block is of those who are more.
    """
    cap = np.zeros(2, np.int64)  # units beyond these change nothing
    for faction in range(2):
        cap[faction] = min(size[faction] - 1, camp.owned[faction] * max(rule.retreat_factor, 1))
    extra_kinds = rule.extra_loss + rule.second_extra_loss + 1
    most_room = min(room.limit, size[0] + size[1] - 2)  # more than all units need changes nothing
    if most_foes > 0:
        most_room = min(most_room, cap[0] + cap[1])  # nor does more than one roll needs: each row comes many times
    most_used = min(room_used(room, cap[0], cap[1]), room.size - 1)
    row_of_roll = np.full((cap[0] + 1, cap[1] + 1, camp.elite_owned + 1, extra_kinds, most_room + 1), -1)
    counts_of, face_probability, face_shift, face_loss, retreats, routiers = [0], [0.0], [0], [0], [0.0], [0.0]
    units = np.zeros(3, np.int64)
    box_step = np.array([size[1] * size[2] * room.size, size[2] * room.size])
    for position in range(box_of.size):  # at first a position that rolls so
        roll = roll_of(camp, rule, size, room, cap, most_room, box_of[position], units)
        if units.sum() > 0:
            row_of_roll[roll] = position
    every_roll = row_of_roll.ravel()
    rolls = np.flatnonzero(every_roll >= 0)[::-1]
    for foes in range(most_foes + 1):
        for number in rolls:
            roll = roll_of(camp, rule, size, room, cap, most_room, box_of[every_roll[number]], units)
            merged = np.zeros((cap[0] + 1, cap[1] + 1, most_used + 1, most_loss + 1))
            mean_retreats, mean_routiers = merge_results(camp, rule, room, roll, units[2], foes, merged)
            faces = 0
            for gone0 in range(cap[0] + 1):
                for gone1 in range(cap[1] + 1):
                    for used in range(most_used + 1):
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
    for row in range(rolls.size):
        every_roll[rolls[row]] = row
    for position in range(box_of.size):
        roll = roll_of(camp, rule, size, room, cap, most_room, box_of[position], units)
        if units.sum() > 0:
            row_of[position] = first_row + row_of_roll[roll]
    return (
        np.array(counts_of[1:], np.int64),
        np.array(face_probability[1:]),
        np.array(face_shift[1:], np.int64),
        np.array(face_loss[1:], np.int64),
        np.array(retreats[1:]),
        np.array(routiers[1:]),
    )
