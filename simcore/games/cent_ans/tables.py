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
    reaching_loss,
)
from simcore.games.cent_ans.policies import choose


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
def open_box(box, size, rooms, units):
    """`from_box` for Python."""
    return from_box(box, size, rooms, units)


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
            after[choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started, camp.order)] -= 1
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
        units[choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started, camp.order)] -= 1
        next_position = rank[to_box(units, spare, size, rooms)]
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
