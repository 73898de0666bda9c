"""The dice of a side as compiled functions: what one unit's dice can show together, and units added up."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import entry

KILL, DISRUPT, PUSH, SHIELD, BLANK = range(5)  # faces of a die


@entry
def unit_results(dice, gives, again, start, shape):
    """Chance of each result of one unit's dice: float64[reroll used (0, 1), place in `shape` laid flat].

    `dice` float64[n, 5] chance of each face; `gives` int64[5, 4] what a face counts for; `again` bool[5]: the first
    die that shows such a face is rolled once more (Feint, Parry); `start` int64[4] results without a die; `shape`
    int64[4] places for the counts of the four kinds of results. The first kind never counts beyond its last place.
    """
    rest = shape[1] * shape[2] * shape[3]  # places for each number of the first kind
    size = shape[0] * rest
    place = ((start[0] * shape[1] + start[1]) * shape[2] + start[2]) * shape[3] + start[3]
    now = np.zeros((2, size))  # by: is the reroll used?
    now[0, place] = 1.0
    for die in range(dice.shape[0]):
        spent = 0.0  # chance of a face that is rolled once more
        for face in range(5):
            if again[face]:
                spent += dice[die, face]
        after = np.zeros((2, size))
        for place in range(size):
            first = place // rest
            for face in range(5):
                to = (gives[face, 1] * shape[2] + gives[face, 2]) * shape[3] + gives[face, 3]
                to += place + rest * (min(first + gives[face, 0], shape[0] - 1) - first)
                if now[1, place] > 0.0 and dice[die, face] > 0.0:
                    after[1, to] += now[1, place] * dice[die, face]
                if now[0, place] > 0.0 and dice[die, face] > 0.0:
                    after[1, to] += now[0, place] * dice[die, face] * spent
                    if not again[face]:
                        after[0, to] += now[0, place] * dice[die, face]
        now = after
    return now


@entry
def add_unit(total, unit):
    """Results of an area with one unit more: the distributions are folded together."""
    n0, n1, n2, n3 = total.shape
    m0, m1, m2, m3 = unit.shape
    after = np.zeros((n0 + m0 - 1, n1 + m1 - 1, n2 + m2 - 1, n3 + m3 - 1))
    for i, j, k, m in np.ndindex(unit.shape):
        if unit[i, j, k, m] > 0.0:
            after[i : i + n0, j : j + n1, k : k + n2, m : m + n3] += unit[i, j, k, m] * total
    return after
