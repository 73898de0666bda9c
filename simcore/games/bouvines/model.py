"""What the compiled rules run on: the figures and orders of one scenario, and the codes of what can happen."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simcore.engine.dice import Rows
from simcore.games.bouvines.facts import LONGEST_SHOT

Array = np.ndarray[Any, np.dtype[Any]]

ATTACK, DEFENCE, FORCED_MARCH, REPAIR, ROTATE, RECALL = range(6)
OVER, SHOCK, SHOT, FALL, HIT, OPENING = range(6)  # what is waited for; a HIT waits for nothing
REMOVED, BANNER_LOST, TAKEN = 1, 2, 3  # how a plaque is lost
LIMIT = 0
CHARGE_NONE, CHARGE_HORSE, CHARGE_ALL = range(3)
CLASH, CHARGE, SHOOT, STRIKE, FORGO = range(5)  # what a scenario is made of; the last is a shot not taken
NEVER, BEFORE, AFTER = range(3)
SHOT_SIDE = 2 * LONGEST_SHOT + 1  # of the square of offsets that lines of sight are laid out for


class Field(NamedTuple):
    """The model of one scenario. Sides: 0 coalition, 1 France; troops 0 to 5 and 6 to 11."""

    rows: Rows
    counts: Array  # int64[faces]: 1 where the throw counts
    fall_row: Array  # int64[2] by the side that falls
    shock_row: Array  # int64[2 sides, 2]: on foot, on horse
    shot_row: Array  # int64[12]
    farthest: Array  # int64[12] shots reach; 0: not a shooter
    nearest: Array  # int64[12]
    full: Array  # int64[12] life in full health
    foot: Array  # int64[12] life of a knight on foot, above which he is mounted; 0 for others
    contact: Array  # int64[2] damage of a contact by side
    per_charge: Array  # int64[2] damage a charge has beyond its cells
    shot_damage: int
    most_cells: int
    shock: int
    on_defence: int
    on_march: int
    march_is_least: int
    fall: int
    healing: int
    walks: Array  # int64[2] cells in a charge: on foot, on horse
    march_steps: int
    charges: Array  # int64[2]
    foot_knight_charges: int
    carried_charges: int
    both_sides_free: int
    policy: Array  # int64[2]
    closes: Array  # int64[2] does the side step?
    rotation: Array  # int64[2] cells turned
    capture: Array  # int64[2] cells for a capture; 0: never
    removed_from: int  # troops left with which a plaque is gone
    banners_from: Array  # int64[2] enemy troops left with which this side carries the banner off; -1: it never does
    gates: Array  # int64[offsets + 1] lines of sight by offset
    gate: Array  # int64[gates, 2] the cell, or the two cells on either side of the line
    side_of: Array  # int64[passages]
    order: Array  # int64[turns, passages]
    defended: Array  # int64[turns, 2]
    marching: Array  # int64[turns, 2]
    single: int  # CLASH, or the attack by itself
    repairs: int  # of the target of a single attack: NEVER, BEFORE, AFTER
    first: Array  # int64[5] the first state, for direct trials
    size: Array  # int64[2] 1 + most hit points of a side, for the endings
