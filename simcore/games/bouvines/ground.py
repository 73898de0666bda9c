"""Who stands where: two plaques and their twelve troops packed into six whole numbers, and how they move.

A *ground* is (banner of the coalition, banner of France, four words of three troops each); troops 0 to 5 are the
coalition's, 6 to 11 French. A troop is 0 when dead, else its life, the cell of its plaque that it belongs to (its
*seat*; NO_SEAT: none), whether it is out, and where it stands. A place is one number, r * WIDTH + q, so that a step
is an addition. No damage and no die is known here.
"""

from __future__ import annotations

from simcore.engine.jit import index, routine
from simcore.games.bouvines.facts import LIFE_BITS
from simcore.games.bouvines.hexagon import DIRECTIONS, distance, straight

TROOPS = 6  # of a plaque
PER_WORD = 3
WIDTH = 64  # of the ground, far beyond what two plaques at most eight cells apart can walk
CENTRE = (WIDTH // 2) * (WIDTH + 1)  # where the coalition's banner starts
STEPS = tuple(dr * WIDTH + dq for dq, dr in DIRECTIONS)
NO_SEAT = TROOPS

TROOP_BITS = 21
_TROOP = (1 << TROOP_BITS) - 1
_PLACES = WIDTH * WIDTH - 1
SEAT, OUT, PLACE = LIFE_BITS, LIFE_BITS + 3, LIFE_BITS + 4  # first bit of each part; life comes first
LIFE = (1 << LIFE_BITS) - 1
_OVERLAP = 3  # banners nearer than this have cells in common


def place(dq: int, dr: int) -> int:
    """The place at an offset from the coalition's first banner."""
    return CENTRE + dr * WIDTH + dq


@routine
def troop_of(ground, troop):
    """A troop's packed figures; 0: dead."""
    return (ground[index(2 + troop // PER_WORD)] >> (TROOP_BITS * (troop % PER_WORD))) & _TROOP


@routine
def life_of(packed):
    return packed & LIFE


@routine
def seat_of(packed):
    return (packed >> SEAT) & 7


@routine
def is_out(packed):
    return (packed >> OUT) & 1


@routine
def place_of(packed):
    return packed >> PLACE


@routine
def packed_troop(life, seat, out, where):
    """Inverse of the four above; the dead leave nothing behind, so that like grounds are equal."""
    return life | (seat << SEAT) | (out << OUT) | (where << PLACE) if life > 0 else 0


@routine
def with_troop(ground, troop, packed):
    """The ground with a troop's figures replaced."""
    word = troop // PER_WORD
    shift = TROOP_BITS * (troop % PER_WORD)
    change = ((ground[index(2 + word)] >> shift & _TROOP) ^ packed) << shift
    return (
        ground[0],
        ground[1],
        ground[2] ^ (change if word == 0 else 0),
        ground[3] ^ (change if word == 1 else 0),
        ground[4] ^ (change if word == 2 else 0),
        ground[5] ^ (change if word == 3 else 0),
    )


@routine
def with_banner(ground, side, where):
    """The ground with a banner elsewhere."""
    return (
        where if side == 0 else ground[0],
        where if side == 1 else ground[1],
        ground[2],
        ground[3],
        ground[4],
        ground[5],
    )


# ---- looking about -----------------------------------------------------------------------------------------------


@routine
def apart(a, b):
    """(dq, dr) from place `a` to place `b`."""
    return (b & WIDTH - 1) - (a & WIDTH - 1), b // WIDTH - a // WIDTH


_distance = routine(distance)
_straight = routine(straight)


@routine
def cells_between(a, b):
    """Distance of two places."""
    dq, dr = apart(a, b)
    return _distance(dq, dr)


@routine
def touching(a, b):
    """Are two places neighbours?"""
    d = abs(a - b)
    return d == 1 or d == WIDTH or d == WIDTH - 1


@routine
def _stands(word, where):
    """Does one of the three troops of a word stand on a place? The dead stand on place 0, off the ground."""
    return (
        word >> PLACE & _PLACES == where
        or word >> (PLACE + TROOP_BITS) & _PLACES == where
        or word >> (PLACE + 2 * TROOP_BITS) == where
    )


@routine
def occupied(ground, where):
    """Is a living troop or a banner on a place?"""
    return (
        where == ground[0]
        or where == ground[1]
        or _stands(ground[2], where)
        or _stands(ground[3], where)
        or _stands(ground[4], where)
        or _stands(ground[5], where)
    )


@routine
def living(ground, side):
    """Living troops of a side."""
    count = 0
    for troop in range(side * TROOPS, side * TROOPS + TROOPS):
        count += troop_of(ground, troop) > 0
    return count


@routine
def met(ground, side, where):
    """Does a living enemy of `side` stand on a place or touch it?"""
    for troop in range((1 - side) * TROOPS, (1 - side) * TROOPS + TROOPS):
        packed = troop_of(ground, troop)
        if packed > 0 and (place_of(packed) == where or touching(place_of(packed), where)):
            return True
    return False


# ---- moving ------------------------------------------------------------------------------------------------------


@routine
def barred(ground, side, where):
    """Is a banner's way to a place barred? (READINGS: Step)"""
    if cells_between(where, ground[1 - side]) < _OVERLAP:
        return True
    for troop in range(2 * TROOPS):
        packed = troop_of(ground, troop)
        if packed == 0 or is_out(packed) == 0:
            continue
        on_banner = place_of(packed) == where
        if not on_banner and not touching(place_of(packed), where):
            continue
        if troop // TROOPS != side or on_banner:
            return True
        for other in range(side * TROOPS, side * TROOPS + TROOPS):
            seated = troop_of(ground, other)
            if seated > 0 and is_out(seated) == 0 and where + STEPS[seat_of(seated)] == place_of(packed):
                return True
    return False


@routine
def moved(ground, side, where):
    """The ground after a plaque's step to a place that is not barred, with the troops that rally."""
    for troop in range(side * TROOPS, side * TROOPS + TROOPS):
        packed = troop_of(ground, troop)
        if packed > 0 and is_out(packed) == 0:
            seat = seat_of(packed)
            ground = with_troop(ground, troop, packed_troop(life_of(packed), seat, 0, where + STEPS[seat]))
    for troop in range(side * TROOPS, side * TROOPS + TROOPS):
        packed = troop_of(ground, troop)
        if packed == 0 or is_out(packed) == 0 or not touching(place_of(packed), where):
            continue
        covering = 0
        while where + STEPS[covering] != place_of(packed):
            covering += 1
        for other in range(side * TROOPS, side * TROOPS + TROOPS):
            owner = troop_of(ground, other)
            if owner > 0 and other != troop and seat_of(owner) == covering:
                ground = with_troop(ground, other, packed_troop(life_of(owner), NO_SEAT, 1, place_of(owner)))
        ground = with_troop(ground, troop, packed_troop(life_of(packed), covering, 0, place_of(packed)))
    return with_banner(ground, side, where)


@routine
def closed_in(ground, side, front):
    """(ground, 1) after a step towards the enemy's banner, (ground, 0) where none is nearer; of steps that lead as
    near the first one, counted clockwise from direction `front`."""
    here, enemy = ground[side], ground[1 - side]
    dq, dr = apart(here, enemy)
    best, nearest = -1, _straight(dq, dr)
    for direction in range(TROOPS):
        there = here + STEPS[(direction + front) % TROOPS]
        dq, dr = apart(there, enemy)
        if _straight(dq, dr) < nearest and not barred(ground, side, there):
            best, nearest = there, _straight(dq, dr)
    return (moved(ground, side, best), 1) if best >= 0 else (ground, 0)


@routine
def rotated(ground, side, turn):
    """The ground after a plaque's troops turned by `turn` cells, unchanged where a troop that is out is in the way."""
    banner = ground[side]
    for troop in range(side * TROOPS, side * TROOPS + TROOPS):
        packed = troop_of(ground, troop)
        if packed == 0 or is_out(packed) == 1:
            continue
        where = banner + STEPS[(seat_of(packed) + turn) % TROOPS]
        for other in range(2 * TROOPS):
            loose = troop_of(ground, other)
            if loose > 0 and is_out(loose) == 1 and place_of(loose) == where:
                return ground
    for troop in range(side * TROOPS, side * TROOPS + TROOPS):
        packed = troop_of(ground, troop)
        if packed == 0 or seat_of(packed) == NO_SEAT:
            continue
        seat = (seat_of(packed) + turn) % TROOPS
        where = place_of(packed) if is_out(packed) == 1 else banner + STEPS[seat]
        ground = with_troop(ground, troop, packed_troop(life_of(packed), seat, is_out(packed), where))
    return ground


@routine
def recalled(ground, side):
    """The ground after the troops that are out came back to their cells where nobody else stands."""
    for troop in range(side * TROOPS, side * TROOPS + TROOPS):
        packed = troop_of(ground, troop)
        if packed == 0 or is_out(packed) == 0 or seat_of(packed) == NO_SEAT:
            continue
        home = ground[side] + STEPS[seat_of(packed)]
        if home == place_of(packed) or not occupied(ground, home):
            ground = with_troop(ground, troop, packed_troop(life_of(packed), seat_of(packed), 0, home))
    return ground
