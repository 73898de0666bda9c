"""Attacks as compiled functions: what they take, whom a troop attacks and how, and when a plaque is lost."""

from __future__ import annotations

from simcore.engine.jit import index, routine
from simcore.games.bouvines.facts import LONGEST_SHOT
from simcore.games.bouvines.ground import (
    STEPS,
    TROOPS,
    apart,
    cells_between,
    is_out,
    life_of,
    living,
    met,
    occupied,
    packed_troop,
    place_of,
    seat_of,
    touching,
    troop_of,
    with_troop,
)
from simcore.games.bouvines.model import (
    BANNER_LOST,
    CHARGE_ALL,
    CHARGE_NONE,
    HIT,
    OVER,
    REMOVED,
    SHOCK,
    SHOT,
    SHOT_SIDE,
    TAKEN,
)
from simcore.games.bouvines.policies import NO_TARGET, preference

# ---- one attack --------------------------------------------------------------------------------------------------


@routine
def mounted(field, troop, life):
    return field.foot[index(troop)] > 0 and life > field.foot[index(troop)]


@routine
def on_march(field, turn, target, packed):
    """Is a target on forced march? A troop that is out has no part in its plaque's order."""
    return is_out(packed) == 0 and field.marching[index(turn), index(target // TROOPS)] != 0


@routine
def on_defence(field, turn, target, packed):
    return is_out(packed) == 0 and field.defended[index(turn), index(target // TROOPS)] != 0


@routine
def taken_by(field, march, damage):
    """Hit points that an attack takes, given whether its target is on forced march (BV ordres)."""
    if march:
        return max(damage, field.on_march) if field.march_is_least != 0 else field.on_march
    return damage


@routine
def hit(field, ground, target, damage):
    """(ground, 1 if a knight was unhorsed) after `damage` on a target (BV PV)."""
    packed = troop_of(ground, target)
    life, foot = life_of(packed), field.foot[index(target)]
    left = max(life - damage, 0)
    unhorsed = life > foot > 0 and left <= foot
    if unhorsed:
        left = foot
    return with_troop(
        ground, target, packed_troop(left, seat_of(packed), is_out(packed), place_of(packed))
    ), 1 if unhorsed else 0


@routine
def strike(field, ground, turn, side, target):
    """What a strike at contact takes (BV Attaque)."""
    return taken_by(field, on_march(field, turn, target, troop_of(ground, target)), field.contact[index(side)])


@routine
def charge(field, ground, turn, side, target, cells):
    """(what is waited for, damage) of a charge over `cells` in all (BV Attaque, Défense, ordres)."""
    packed = troop_of(ground, target)
    march = on_march(field, turn, target, packed)
    if march and field.march_is_least == 0:
        return HIT, field.on_march
    if not march and on_defence(field, turn, target, packed):
        return HIT, field.on_defence
    return SHOCK, min(cells, field.most_cells) + field.per_charge[index(side)]


@routine
def healed(field, ground, first, last):
    """The ground after a repair of the living troops `first` .. `last` - 1 (BV Réparation)."""
    for troop in range(first, last):
        packed = troop_of(ground, troop)
        life = life_of(packed)
        if life == 0:
            continue
        whole = field.full[index(troop)]
        if not mounted(field, troop, life) and field.foot[index(troop)] > 0:
            whole = field.foot[index(troop)]
        life = max(life, min(life + field.healing, whole))
        ground = with_troop(ground, troop, packed_troop(life, seat_of(packed), is_out(packed), place_of(packed)))
    return ground


# ---- what a troop can do -----------------------------------------------------------------------------------------


@routine
def wanted(field, side, target, packed):
    """The place of a target in the queue of a side's policy."""
    shooter = field.farthest[index(target)] > 0
    return preference(field.policy[index(side)], target % TROOPS, life_of(packed), shooter)


@routine
def preferred(field, ground, side, one, other):
    """Would a side's policy have it attack one target rather than another?"""
    queue = wanted(field, side, one, troop_of(ground, one))
    return queue < wanted(field, side, other, troop_of(ground, other))


@routine
def struck(field, ground, side, where):
    """The target at contact from a place; -1: none."""
    best, found = NO_TARGET, -1
    for target in range((1 - side) * TROOPS, (1 - side) * TROOPS + TROOPS):
        packed = troop_of(ground, target)
        if packed > 0 and touching(place_of(packed), where):
            queue = wanted(field, side, target, packed)
            if queue < best:
                best, found = queue, target
    return found


@routine
def clear(field, ground, a, b):
    """Is the line between two places, at most LONGEST_SHOT apart, free? (READINGS: Line)"""
    dq, dr = apart(a, b)
    offset = (dr + LONGEST_SHOT) * SHOT_SIDE + dq + LONGEST_SHOT
    for gate in range(field.gates[index(offset)], field.gates[index(offset + 1)]):
        one = occupied(ground, a + field.gate[index(gate), 0])
        other = one
        if field.gate[index(gate), 1] != field.gate[index(gate), 0]:
            other = occupied(ground, a + field.gate[index(gate), 1])
        if (one or other) if field.both_sides_free != 0 else (one and other):
            return False
    return True


@routine
def shot_at(field, ground, side, troop, where):
    """The target of a shooter who touches no enemy; -1: none."""
    best, found = NO_TARGET, -1
    for target in range((1 - side) * TROOPS, (1 - side) * TROOPS + TROOPS):
        packed = troop_of(ground, target)
        if packed == 0:
            continue
        far = cells_between(where, place_of(packed))
        if field.nearest[index(troop)] <= far <= field.farthest[index(troop)]:
            queue = wanted(field, side, target, packed)
            if queue < best and clear(field, ground, where, place_of(packed)):
                best, found = queue, target
    return found


@routine
def charged(field, ground, side, where, reach):
    """(target, cells walked, place) of a charge over at most `reach` cells (1 or 2); target -1: none.

    Nobody charges an enemy that he touches.
    """
    front = field.front[index(side)]
    best, found, cells, there = NO_TARGET, -1, 0, where
    enemies = (1 - side) * TROOPS
    near = False
    for target in range(enemies, enemies + TROOPS):
        packed = troop_of(ground, target)
        near = near or (packed > 0 and cells_between(where, place_of(packed)) <= reach + 1)
    if not near:
        return found, cells, there
    touched = 0  # bit sets of targets: those touched already, and those that one cell leads to
    within_one = 0
    for target in range(enemies, enemies + TROOPS):
        packed = troop_of(ground, target)
        if packed > 0 and touching(place_of(packed), where):
            touched |= 1 << (target - enemies)
    for first in range(TROOPS):
        one = where + STEPS[(first + front) % TROOPS]
        if occupied(ground, one):
            continue
        for target in range(enemies, enemies + TROOPS):
            packed = troop_of(ground, target)
            if packed > 0 and touched >> (target - enemies) & 1 == 0 and touching(place_of(packed), one):
                within_one |= 1 << (target - enemies)
                queue = wanted(field, side, target, packed)
                if queue < best:
                    best, found, cells, there = queue, target, 1, one
    if reach < 2:
        return found, cells, there
    within_one |= touched
    for first in range(TROOPS):
        one = where + STEPS[(first + front) % TROOPS]
        if occupied(ground, one):
            continue
        for second in range(TROOPS):
            two = one + STEPS[(second + front) % TROOPS]
            if two == where or occupied(ground, two):
                continue
            for target in range(enemies, enemies + TROOPS):
                packed = troop_of(ground, target)
                if packed > 0 and within_one >> (target - enemies) & 1 == 0 and touching(place_of(packed), two):
                    queue = wanted(field, side, target, packed)
                    if queue < best:
                        best, found, cells, there = queue, target, 2, two
    return found, cells, there


@routine
def may_charge(field, side, troop, life):
    if field.farthest[index(troop)] > 0 or field.charges[index(side)] == CHARGE_NONE:
        return False
    if mounted(field, troop, life):
        return True
    if field.foot[index(troop)] > 0 and field.foot_knight_charges == 0:
        return False
    return field.charges[index(side)] == CHARGE_ALL


@routine
def acts(field, ground, turn, side, troop, stepped):
    """What a living troop does (READINGS: A troop acts): (ground, what is waited for, target, damage).

    SHOCK and SHOT wait for their die, with the damage before it; HIT is a hit without a die, OVER nothing at all.
    """
    packed = troop_of(ground, troop)
    life, where, out = life_of(packed), place_of(packed), is_out(packed)
    carried = stepped if out == 0 else 0
    shooter = field.farthest[index(troop)] > 0
    cells = 0
    target = struck(field, ground, side, where)
    other, there = -1, where
    if (
        not shooter
        and (target < 0 or (field.engaged_charges != 0 and out == 0))
        and may_charge(field, side, troop, life)
    ):
        reach = field.walks[0]
        if mounted(field, troop, life):
            reach = field.walks[1] - carried
        if reach > 0:
            other, cells, there = charged(field, ground, side, where, reach)
    if other >= 0 and (target < 0 or preferred(field, ground, side, other, target)):
        ground = with_troop(ground, troop, packed_troop(life, seat_of(packed), 1, there))
        target = other
    elif target >= 0:
        cells = 0
        if (
            carried == 0
            or shooter
            or field.carried_charges == 0
            or (field.foot[index(troop)] > 0 and field.foot_knight_charges == 0 and not mounted(field, troop, life))
        ):
            return ground, HIT, target, strike(field, ground, turn, side, target)
    elif shooter:
        target = shot_at(field, ground, side, troop, where)
        return ground, SHOT if target >= 0 else OVER, target, field.shot_damage
    if target < 0:
        return ground, OVER, target, 0
    waits, damage = charge(field, ground, turn, side, target, cells + carried)
    return ground, waits, target, damage


# ---- how a plaque is lost ----------------------------------------------------------------------------------------


@routine
def lost(field, ground, side):
    """How the plaque of a side is lost now; 0: it is not."""
    left = living(ground, side)
    if left <= field.removed_from:
        return REMOVED
    banner = ground[side]
    enemies = (1 - side) * TROOPS
    if left <= field.banners_from[index(1 - side)]:
        for enemy in range(enemies, enemies + TROOPS):
            packed = troop_of(ground, enemy)
            if packed > 0 and is_out(packed) == 0 and cells_between(place_of(packed), banner) <= 2:
                return BANNER_LOST
    if field.capture[index(side)] > 0:
        held = 0  # bit set of the cells that a living troop belongs to
        for troop in range(side * TROOPS, side * TROOPS + TROOPS):
            packed = troop_of(ground, troop)
            if packed > 0:
                held |= 1 << seat_of(packed)
        cells = 0
        for cell in range(TROOPS):
            cells += held >> cell & 1 == 0 or met(ground, side, banner + STEPS[cell])
        if cells >= field.capture[index(side)]:
            return TAKEN
    return 0


@routine
def decided(field, ground, side):
    """Who lost while `side` acts, as side * 3 + how; 0: nobody yet."""
    how = lost(field, ground, 1 - side)
    if how > 0:
        return (1 - side) * TAKEN + how
    how = lost(field, ground, side)
    return side * TAKEN + how if how > 0 else 0
