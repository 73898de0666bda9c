"""Who is taken when a camp must lose a unit (11.4.1): policies with names, see READINGS.md.

A policy is a compiled choice: units left of the two factions and the elite in, kind to take out.
"""

from __future__ import annotations

from simcore.engine.jit import kernel

KEEP_DICE, LARGEST_FIRST, PROPORTIONAL, ELITE_FIRST, STRIP_DICE = range(5)

POLICIES = {
    "keep_dice": KEEP_DICE,
    "largest_first": LARGEST_FIRST,
    "proportional": PROPORTIONAL,
    "elite_first": ELITE_FIRST,
    "strip_dice": STRIP_DICE,
}

LOOK_BACK = {"proportional"}  # those that ask what an army began with

ELITE = 2  # index of the elite among a camp's three kinds


@kernel
def _second_faction(units, owned, loss_faces, fewest_dice_lost):
    """Of two factions that both have units: is the second to be taken? By surplus of units over dice owned."""
    surplus0, surplus1 = units[0] - owned[0], units[1] - owned[1]
    if surplus0 != surplus1:
        return (surplus1 > surplus0) == fewest_dice_lost
    if loss_faces[0] != loss_faces[1]:
        return (loss_faces[1] < loss_faces[0]) == fewest_dice_lost
    return False


@kernel
def choose(policy, units, owned, loss_faces, started):
    """Kind (0, 1, ELITE) that `policy` takes from `units` int64[3], which are not all 0.

    `owned` int64[2]: dice of each faction; `loss_faces` int64[2]: LOSS faces of its die; `started` int64[3]: units
    at the start.
    """
    if policy == ELITE_FIRST and units[ELITE] > 0:
        return ELITE
    if policy in (LARGEST_FIRST, PROPORTIONAL):
        best = -1
        for kind in range(3):
            if units[kind] == 0:
                continue
            if best < 0:
                best = kind
                continue
            if policy == LARGEST_FIRST:
                mine, other = units[kind], units[best]
            else:  # shares of the start, compared without a fraction
                mine, other = units[kind] * started[best], units[best] * started[kind]
            # a tie: factions before elite, then the die with fewer LOSS faces, then the first
            if mine > other or (mine == other and kind != ELITE and loss_faces[kind] < loss_faces[best]):
                best = kind
        return best
    if units[0] > 0 and units[1] > 0:
        return 1 if _second_faction(units, owned, loss_faces, policy != STRIP_DICE) else 0
    if units[0] > 0:
        return 0
    return 1 if units[1] > 0 else ELITE
