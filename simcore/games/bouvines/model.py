"""What the compiled rules run on: the figures and orders of one scenario, and the codes of what can happen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.engine.dice import Rows
from simcore.games.bouvines.facts import LONGEST_SHOT, MOST_TURNS
from simcore.games.bouvines.ground import TROOPS
from simcore.types import Array

ATTACK, DEFENCE, FORCED_MARCH, REPAIR, ROTATE, RECALL = range(6)
OVER, SHOCK, SHOT, FALL, HIT, OPENING = range(6)  # what is waited for; a HIT waits for nothing
REMOVED, BANNER_LOST, TAKEN = 1, 2, 3  # how a plaque is lost
LIMIT = 0
CHARGE_NONE, CHARGE_HORSE, CHARGE_ALL = range(3)
CLASH, CHARGE, SHOOT, STRIKE, FORGO = range(5)  # what a scenario is made of; the last is a shot not taken
NEVER, BEFORE, AFTER = range(3)
SHOT_SIDE = 2 * LONGEST_SHOT + 1  # of the square of offsets that lines of sight are laid out for
MOST_GATES = 256
MOST_PASSAGES = 3  # one plaque, and one whose leader has two dice
MOST_FACES = 32


# The figures of one scenario, as one record: compiled functions hand on a pointer instead of forty arrays.
# Sides: 0 coalition, 1 France; troops 0 to 5 and 6 to 11.
FIELD = np.dtype(
    (
        np.record,
        [
            # dice
            ("counts", np.int64, (MOST_FACES,)),  # by face: 1 where the throw counts
            ("fall_row", np.int64, (2,)),  # by the side that falls
            ("shock_row", np.int64, (2, 2)),  # by side: on foot, on horse
            ("shot_row", np.int64, (2 * TROOPS,)),
            # troops
            ("farthest", np.int64, (2 * TROOPS,)),  # shots reach; 0: not a shooter
            ("nearest", np.int64, (2 * TROOPS,)),
            ("full", np.int64, (2 * TROOPS,)),  # life in full health
            ("foot", np.int64, (2 * TROOPS,)),  # life of a knight on foot, above which he is mounted; 0 for others
            # damage
            ("contact", np.int64, (2,)),  # by side
            ("per_charge", np.int64, (2,)),  # by side: what a charge takes beyond its cells
            ("shot_damage", np.int64),
            ("most_cells", np.int64),
            ("shock", np.int64),
            ("on_defence", np.int64),
            ("on_march", np.int64),
            ("march_is_least", np.int64),
            ("fall", np.int64),
            ("healing", np.int64),
            # what is done
            ("walks", np.int64, (2,)),  # cells in a charge: on foot, on horse
            ("march_steps", np.int64),
            ("charges", np.int64, (2,)),
            ("foot_knight_charges", np.int64),
            ("carried_charges", np.int64),
            ("engaged_charges", np.int64),  # may a troop in its cell that touches an enemy charge another one?
            ("both_sides_free", np.int64),
            ("policy", np.int64, (2,)),
            ("closes", np.int64, (2,)),  # does the side step?
            ("rotation", np.int64, (2,)),  # cells turned
            ("front", np.int64, (2,)),  # the direction from which a side's directions are counted
            # how a plaque is lost
            ("capture", np.int64, (2,)),  # cells for a capture; 0: never
            ("removed_from", np.int64),  # troops left with which a plaque is gone
            (
                "banners_from",
                np.int64,
                (2,),
            ),  # enemy troops left with which this side carries the banner off; -1: never
            # lines of sight
            ("gates", np.int64, (SHOT_SIDE * SHOT_SIDE + 1,)),  # first gate of each offset
            ("gate", np.int64, (MOST_GATES, 2)),  # the cell, or the two cells on either side of the line
            # the order of play
            ("turns", np.int64),
            ("whole", np.int64),  # does the last turn leave the ground as another turn would find it?
            ("passages", np.int64),
            ("side_of", np.int64, (MOST_PASSAGES,)),
            ("order", np.int64, (MOST_TURNS, MOST_PASSAGES)),
            ("defended", np.int64, (MOST_TURNS, 2)),
            ("marching", np.int64, (MOST_TURNS, 2)),
            # a single attack
            ("single", np.int64),  # CLASH, or the attack by itself
            ("repairs", np.int64),  # of its target: NEVER, BEFORE, AFTER
            # for reading the answer
            ("most_points", np.int64, (2,)),  # 1 + most hit points of a side, for the endings
            ("first", np.int64, (5,)),  # the first state, for direct trials
        ],
    )
)


class Model(NamedTuple):
    """What the compiled rules run on."""

    rows: Rows
    field: Array  # FIELD[1]
