"""Who is taken when a camp must lose a unit (11.4.1): policies with names, see READINGS.md.

A policy is a compiled choice: units left of the two factions and the elite in, kind to take out. Two more ways to
choose have no rule here: a list of steps that the scenario states (`LISTED`), and `optimal`, which the engine finds.
`weakest_first` and `strongest_first` are several compiled choices, by what the army is in (`code`).
"""

from __future__ import annotations

from typing import Final

from simcore.engine.jit import kernel

KEEP_DICE, LARGEST_FIRST, PROPORTIONAL, ELITE_FIRST, STRIP_DICE, LISTED = range(6)
WEAK, ELITE_WEAK, STRONG, ELITE_STRONG = range(6, 10)  # which faction goes first, and if elite go before both
WEAKEST_FIRST: Final = "weakest_first"
STRONGEST_FIRST: Final = "strongest_first"
OPTIMAL: Final = "optimal"
# Those that give away least, see tables/policy-regret.csv: for the losses of one's own, for victims among the enemy.
DEFAULT: Final = WEAKEST_FIRST
SHOOTING_DEFAULT: Final = STRONGEST_FIRST

POLICIES = {
    WEAKEST_FIRST: WEAK,
    "keep_dice": KEEP_DICE,
    "largest_first": LARGEST_FIRST,
    "proportional": PROPORTIONAL,
    "elite_first": ELITE_FIRST,
    "strip_dice": STRIP_DICE,
    STRONGEST_FIRST: STRONG,
}

LOOK_BACK = "proportional"  # asks what an army began with


def code(policy: str, pitched: bool, elite_idle: bool) -> int:
    """The compiled choice of a policy as stated, where elite add nothing to a roll (`elite_idle`) or something.

    `weakest_first`: in a siege no unit falls by its own dice, so the dice are kept; in a pitched battle the faction
    goes first whose dice hit less and cost it more. Where nothing is left to choose, `optimal` gives up what is worth
    least, which is a list of its own.
    """
    if policy == WEAKEST_FIRST and not pitched:
        return ELITE_FIRST if elite_idle else KEEP_DICE
    if policy == WEAKEST_FIRST:
        return ELITE_WEAK if elite_idle else WEAK
    if policy == STRONGEST_FIRST:
        return STRONG if elite_idle else ELITE_STRONG
    return POLICIES.get(policy, LISTED)


def looks_back(policy: str) -> bool:
    """Does it ask what an army began with? A list does if that is how its end goes."""
    return policy.rpartition(",")[2] == LOOK_BACK


ELITE = 2  # index of the elite among a camp's three kinds
ELSE = -1  # in a list, in place of a kind


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
def choose(policy, units, owned, loss_faces, started, order):
    """Kind (0, 1, ELITE) that `policy` takes from `units` int64[3], which are not all 0.

    `owned` int64[2]: dice of each faction; `loss_faces` int64[2]: LOSS faces of its die; `started` int64[3]: units
    at the start; `order` int64[n, 2]: the steps of a list, of which the first one is taken whose kind has more units
    than are kept; a kind `ELSE` goes on by the policy beside it, the end of the list by `keep_dice`.
    """
    if policy == LISTED:
        for step in range(order.shape[0]):
            if order[step, 0] == ELSE:
                policy = order[step, 1]
            elif units[order[step, 0]] > order[step, 1]:
                return order[step, 0]
    if policy in (ELITE_FIRST, ELITE_WEAK, ELITE_STRONG) and units[ELITE] > 0:
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
        if policy >= WEAK:  # a tie: the second faction is the weaker one
            second_weaker = loss_faces[1] <= loss_faces[0]
            return 1 if second_weaker == (policy in (WEAK, ELITE_WEAK)) else 0
        return 1 if _second_faction(units, owned, loss_faces, policy != STRIP_DICE) else 0
    if units[0] > 0:
        return 0
    return 1 if units[1] > 0 else ELITE
