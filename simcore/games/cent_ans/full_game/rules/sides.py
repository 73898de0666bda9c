"""The two sides of a fight: who meets whom, where they stand, who of them still fights, and who leaves it.

Sides: 0 attacker, 1 defender. FIGHTING says who of a side still fights. Those within Paris stand in another zone than
their besiegers.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import routine
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_NORTH_CAMP, A_PARIS, A_SOUTH_CAMP
from simcore.games.cent_ans.full_game.frames import push_fight
from simcore.games.cent_ans.full_game.rules.zones import put, siege_camp, strength, take, units


@routine
def attack(table, state, zone, camp, flags):
    """A camp fights whoever opposes it in a zone: the other camp, there or within Paris, else the Papal Guard."""
    enemy = 1 - camp if siege_camp(table, zone) or strength(table, state, zone, 1 - camp) > 0 else s.GUARD
    push_fight(state, zone, camp, enemy, flags)


@routine
def camp_of(flags, side):
    """The camp of a side."""
    return flags // (s.ATTACKER if side == 0 else s.DEFENDER) % 4


@routine
def decider(flags, side):
    """Who decides for a side: its camp; Routiers are played by the enemy of those whom they fight."""
    camp = camp_of(flags, side)
    return camp if camp < s.ROUTIERS else 1 - camp_of(flags, 1 - side)


@routine
def place_of(table, zone, side):
    """The zone in which a side stands."""
    return table.marks[A_PARIS] if side == 1 and siege_camp(table, zone) else zone


@routine
def across(table, state, zone, camp):
    """The other zone from which a camp besieges Paris too (11.5.1), -1: none."""
    if not siege_camp(table, zone):
        return -1
    other = table.marks[A_NORTH_CAMP] + table.marks[A_SOUTH_CAMP] - zone
    return other if strength(table, state, other, camp) > 0 else -1


@routine
def kind_of(camp, kind):
    """The number among the kinds of a zone of a kind of a camp."""
    return s.ROUTIER if camp == s.ROUTIERS else 3 * camp + kind


@routine
def fighting(state, side):
    """Units of a side that still fight."""
    at = s.FIGHTING + 3 * side
    return np.int64(state[at] + state[at + 1] + state[at + 2])


@routine
def muster(table, state, zone, flags):
    """Everybody of both camps fights (11.6); under John the Fearless the French fight the Armagnacs."""
    for side in range(2):
        camp, place = camp_of(flags, side), place_of(table, zone, side)
        other = across(table, state, zone, camp) if side == 0 else -1
        for kind in range(3):
            count = np.int64(0)
            if camp == s.GUARD:
                count = np.int64(state[s.GUARD_LEFT] if kind == 0 else 0)
            elif camp < s.ROUTIERS or kind == 0:
                count = units(state, place, kind_of(camp, kind))
                if other >= 0:
                    count += units(state, other, kind_of(camp, kind))
            state[s.FIGHTING + 3 * side + kind] = 0 if flags & s.CIVIL and kind != side else count


@routine
def leave(table, state, zone, flags, side, kind, count):
    """Units back into the reserve; of two siege zones the one with more of them pays first."""
    camp, place = camp_of(flags, side), place_of(table, zone, side)
    if camp == s.GUARD:
        state[s.GUARD_LEFT] -= count
        state[s.DIRTY] = 1
        return
    own = kind_of(camp, kind)
    other = across(table, state, zone, camp) if side == 0 else -1
    for _ in range(count):
        take(state, other if other >= 0 and units(state, other, own) > units(state, place, own) else place, own, 1)


@routine
def fall_in(state, place, flags, side, kind):
    """One fighting unit falls in the zone that is named: besiegers of Paris can stand in two."""
    state[s.FIGHTING + 3 * side + kind] -= 1
    take(state, place, kind_of(camp_of(flags, side), kind), 1)


@routine
def turn_routier(table, state, zone, flags, side, kind, count):
    """Units replaced by Routiers, who take no part in the fight (11.4.5)."""
    leave(table, state, zone, flags, side, kind, count)
    put(state, place_of(table, zone, side), s.ROUTIER, count)


@routine
def fall(table, state, zone, flags, side, kind, count):
    """Fighting units fall."""
    state[s.FIGHTING + 3 * side + kind] -= count
    leave(table, state, zone, flags, side, kind, count)
