"""The combats of Bouvines as a chain: compiled functions over whole numbers, from one die to the next.

A *state* is (head, four words of troops). The head holds, from the low bits: damage so far, target, what die is
waited for, whether the acting plaque has stepped, the banners' places, and the time: (turn, passage, acting troop,
attack die or fall die). Whatever needs no die is done at once, so a state waits for a die or is over. An attack by
itself (`charge`, `shot`, `contact`) is a clash that ends with its first attack.
"""

from __future__ import annotations

from simcore.engine.jit import index, routine
from simcore.engine.outcomes import with_digit
from simcore.games.bouvines.attacks import acts, charge, decided, healed, hit, mounted, on_march, strike, taken_by
from simcore.games.bouvines.ground import (
    LIFE,
    TROOP_BITS,
    TROOPS,
    closed_in,
    is_out,
    life_of,
    living,
    packed_troop,
    place_of,
    recalled,
    rotated,
    seat_of,
    troop_of,
    with_troop,
)
from simcore.games.bouvines.model import (
    AFTER,
    ATTACK,
    BEFORE,
    CHARGE,
    CLASH,
    DEFENCE,
    FALL,
    FORCED_MARCH,
    HIT,
    LIMIT,
    OPENING,
    OVER,
    RECALL,
    REPAIR,
    ROTATE,
    SHOCK,
    SHOOT,
    SHOT,
    STRIKE,
)
from simcore.types import Array

_TARGET, _WAITS, _STEPPED, _BANNERS, _TIME = 4, 8, 11, 12, 36  # first bit of each part of the head; damage comes first
_PLACE_BITS = 12
_PLACE = (1 << _PLACE_BITS) - 1
END_OF_TIME = (1 << 12) - 1
DAMAGES = 1 << _TARGET  # that the head can hold
LIVES_OF_ONE = LIFE + 1
LIVES = LIFE | LIFE << TROOP_BITS | LIFE << 2 * TROOP_BITS  # of the three troops of a word


# ---- passages ----------------------------------------------------------------------------------------------------


@routine
def waiting(field, ground, turn, passage, troop, stepped, waits, target, damage):
    """The state that waits for a die."""
    time = (((turn * field.passages + passage) * TROOPS + troop % TROOPS) << 1) + (waits == FALL)
    head = damage | (target << _TARGET) | (waits << _WAITS) | (stepped << _STEPPED)
    head |= (ground[0] << _BANNERS) | (ground[1] << (_BANNERS + _PLACE_BITS)) | (time << _TIME)
    return head, ground[2], ground[3], ground[4], ground[5]


@routine
def finished(ground, how, number):
    """The state that is over; `number` is the turns begun, or the damage of a single attack. Only lives are kept."""
    head = (how << _TARGET) | (number << _BANNERS) | (END_OF_TIME << _TIME)
    return head, ground[2] & LIVES, ground[3] & LIVES, ground[4] & LIVES, ground[5] & LIVES


@routine
def begins(field, ground, turn, passage):
    """The plaque's own part of a passage: (ground, stepped, who lost by it as in `decided`)."""
    side = field.side_of[index(passage)]
    order = field.order[index(turn), index(passage)]
    stepped = 0
    code = decided(field, ground, side)
    if code == 0 and order in (ATTACK, DEFENCE, FORCED_MARCH) and field.closes[index(side)] != 0:
        for _ in range(field.march_steps if order == FORCED_MARCH else 1):
            ground, moved = closed_in(ground, side, field.front[index(side)])
            if moved == 0:
                break
            stepped = 1
            code = decided(field, ground, side)
            if code > 0:
                break
    elif code == 0 and order == REPAIR:
        ground = healed(field, ground, side * TROOPS, side * TROOPS + TROOPS)
    elif code == 0 and order in (ROTATE, RECALL):
        ground = rotated(ground, side, field.rotation[index(side)]) if order == ROTATE else recalled(ground, side)
        code = decided(field, ground, side)
    return ground, stepped if order == ATTACK else 0, code


@routine
def goes_on(field, ground, turn, passage, troop, stepped):
    """The next state that waits for a die or is over, from the turn of `troop` on (-1: its passage begins)."""
    while turn < field.turns:
        side = field.side_of[index(passage)]
        attack = field.order[index(turn), index(passage)] == ATTACK
        if troop < 0:
            ground, stepped, code = begins(field, ground, turn, passage)
            if code > 0:
                return finished(ground, code, turn + 1)
            troop = 0
        while troop < TROOPS:
            packed = troop_of(ground, side * TROOPS + troop)
            if packed > 0 and (attack or is_out(packed) == 1):
                ground, waits, target, damage = acts(field, ground, turn, side, side * TROOPS + troop, stepped)
                if waits in (SHOCK, SHOT):
                    return waiting(field, ground, turn, passage, troop, stepped, waits, target, damage)
                if waits == HIT:
                    ground, unhorsed = hit(field, ground, target, damage)
                    if unhorsed > 0:
                        return waiting(field, ground, turn, passage, troop, stepped, FALL, target, 0)
                    code = decided(field, ground, side)
                    if code > 0:
                        return finished(ground, code, turn + 1)
            troop += 1
        troop = -1
        passage += 1
        if passage == field.passages:
            passage = 0
            turn += 1
    if field.whole:
        places = (ground[0] << _BANNERS) | (ground[1] << (_BANNERS + _PLACE_BITS))
        return finished(ground, LIMIT, 0)[0] | places, ground[2], ground[3], ground[4], ground[5]
    return finished(ground, LIMIT, field.turns)


def after_a_turn(words: Array) -> tuple[Array, Array]:
    """Of states in which a clash of one turn is over and its ground is kept, int64[states, 5]: how it ended (LIMIT: it
    goes on), and the opening of the next turn."""
    how = words[:, 0] >> _TARGET & 15
    places = (1 << 2 * _PLACE_BITS) - 1
    onward = words.copy()
    onward[:, 0] = OPENING << _WAITS | (words[:, 0] & places << _BANNERS)
    return how, onward


# ---- the resolver ------------------------------------------------------------------------------------------------


def opening(ground: tuple[int, ...], target: int, cells: int) -> tuple[int, ...]:
    """The state before anything happened; `target` and `cells` of a single attack."""
    head = cells | target << _TARGET | OPENING << _WAITS | ground[0] << _BANNERS | ground[1] << (_BANNERS + _PLACE_BITS)
    return head, *ground[2:]


@routine
def clock(state):
    """The time of a state; every roll makes it later."""
    return state[0] >> _TIME


@routine
def next_roll(model, state):
    """The row rolled next (-1: over), and the state taken apart."""
    field = model.field[0]
    head = state[0]
    waits = head >> _WAITS & 7
    target = head >> _TARGET & 15
    stepped = head >> _STEPPED & 1
    ground = (
        head >> _BANNERS & _PLACE,
        head >> (_BANNERS + _PLACE_BITS) & _PLACE,
        state[1],
        state[2],
        state[3],
        state[4],
    )
    time = head >> (_TIME + 1)
    troop = time % TROOPS
    moment = time // TROOPS
    passage = moment % field.passages
    turn = moment // field.passages
    row = -1
    if waits != OVER and waits != OPENING:
        side = field.side_of[index(passage)]
        if waits == FALL:
            row = field.fall_row[index(target // TROOPS)]
        elif waits == SHOT:
            row = field.shot_row[index(side * TROOPS + troop)]
        else:
            life = life_of(troop_of(ground, side * TROOPS + troop))
            row = field.shock_row[index(side), 1 if mounted(field, side * TROOPS + troop, life) else 0]
    return row, (ground, turn, passage, troop, stepped, waits, target, head & 15)


@routine
def transition(model, view, face):
    """The state after the die of `view` showed `face`; from the opening, with any face, the first state."""
    field = model.field[0]
    ground, turn, passage, troop, stepped, waits, target, damage = view
    side = field.side_of[index(passage)]
    if waits == OPENING:
        if field.repairs == BEFORE:
            ground = healed(field, ground, target, target + 1)
        if field.single == CHARGE:
            waits, damage = charge(field, ground, turn, side, target, damage)
        elif field.single == SHOOT:
            waits, damage = SHOT, field.shot_damage
        elif field.single == STRIKE:
            damage = strike(field, ground, turn, side, target)
        if waits != OPENING and waits != HIT:
            return waiting(field, ground, turn, passage, troop, stepped, waits, target, damage)
    elif waits == FALL:
        packed = troop_of(ground, target)
        life = max(life_of(packed) - field.fall * field.counts[index(face)], 1)
        ground = with_troop(ground, target, packed_troop(life, seat_of(packed), is_out(packed), place_of(packed)))
    elif waits == SHOT:
        march = on_march(field, turn, target, troop_of(ground, target))
        damage = taken_by(field, march, damage) if field.counts[index(face)] != 0 else 0
    else:
        march = on_march(field, turn, target, troop_of(ground, target))
        damage = taken_by(field, march, damage + field.shock * field.counts[index(face)])
    if waits != FALL and damage > 0:
        ground, unhorsed = hit(field, ground, target, damage)
        if unhorsed > 0:
            kept = damage if field.single != CLASH else 0  # like states are to be equal
            return waiting(field, ground, turn, passage, troop, stepped, FALL, target, kept)
    if field.single != CLASH:
        if field.repairs == AFTER:
            ground = healed(field, ground, target, target + 1)
        return finished(ground, LIMIT, damage)
    if waits == OPENING:
        troop = -2  # before the passage begins
    else:
        code = decided(field, ground, side)
        if code > 0:
            return finished(ground, code, turn + 1)
    return goes_on(field, ground, turn, passage, troop + 1, stepped)


@routine
def terminal_outcome(model, state):
    """Of a single attack (damage, life left); of a clash (who lost and how, turns, and by side troops, hit points)."""
    field = model.field[0]
    how = state[0] >> _TARGET & 15
    number = state[0] >> _BANNERS & _PLACE
    ground = (number, number, state[1], state[2], state[3], state[4])  # places no longer matter
    if field.single != CLASH:
        return with_digit(with_digit(0, number, DAMAGES), life_of(troop_of(ground, TROOPS)), LIVES_OF_ONE)
    code = 0 if how == LIMIT else with_digit(how - 1, number - 1, field.turns) + 1
    for side in range(2):
        points = 0
        for troop in range(side * TROOPS, side * TROOPS + TROOPS):
            life = life_of(troop_of(ground, troop))
            points += life - field.foot[index(troop)] if mounted(field, troop, life) else life
        code = with_digit(with_digit(code, living(ground, side), TROOPS + 1), points, field.most_points[index(side)])
    return code


@routine
def pack(model, state):
    """For direct trials, which number no state but the first: the time."""
    return clock(state)


@routine
def unpack(model, number):
    """For direct trials: the first state."""
    first = model.field[0].first
    return first[0], first[1], first[2], first[3], first[4]
