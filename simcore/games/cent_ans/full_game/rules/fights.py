"""The rolls of pitched battles and sieges in a full game (11.3 to 11.5), one after the other.

What a roll comes to, elite dice and walls are the kernels of the house; here is whose roll is next and under which
rule, as `setup` lays it out for a scenario: a test holds the two together. STEPS counts from 1: the strikes before
round 1, then the rolls of round after round. Sides: 0 attacker, 1 defender.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import (
    E_ATTACK,
    E_CHOOSES,
    E_DEFENCE,
    E_DIAMOND,
    E_FREE,
    E_LOSS,
    E_LOSS_FROM,
    E_PITCHED,
    L_CAMP,
    L_OPENING,
    L_OPENING_FROM,
    L_SIEGE,
    L_SIEGE_FROM,
    T_EFFECT,
    T_FIRST_ROLL,
)
from simcore.games.cent_ans.full_game.rules.sides import across, camp_of, fall, fighting, place_of
from simcore.games.cent_ans.full_game.rules.zones import stronghold
from simcore.games.cent_ans.kernels import (
    DIAMOND,
    ELITE_LOSS,
    NO_DISPERSION_CHANGE,
    Camp,
    RollRule,
    elite_dice,
    faction_results,
    reaching_loss,
    spares_roller,
)


@routine
def side_dice(table, camp):
    """The dice of a camp."""
    return Camp(table.nobody, table.dice_owned[camp], table.dice[camp], table.elite_owned, table.elite_die)


@routine
def dice_row(camp):
    """The row of a camp's first faction among the faces."""
    return 4 if camp >= s.ROUTIERS else 2 * camp


@routine
def has_initiative(state, attacker, defender):
    """The side that rolls first (11.2): who leads on the TTM track; if tied the defender; Routiers never."""
    if attacker >= s.ROUTIERS:
        return 1
    if defender >= s.ROUTIERS:
        return 0
    return 0 if state[s.TTM + attacker] > state[s.TTM + defender] else 1


@routine
def leads(state, flags):
    """The side of a fight that has the initiative."""
    return has_initiative(state, camp_of(flags, 0), camp_of(flags, 1))


@routine
def roll_dice(table, stream, row, dice, results):
    """Roll `dice` dice of one kind: how often each result, into int64[5]."""
    for result in range(results.size):
        results[result] = 0
    if dice == 0:
        return
    faces = 6
    span = 1
    for _ in range(dice):
        span *= faces
    number = below(stream, span)
    for _ in range(dice):
        results[table.faces[row, number % faces]] += 1
        number //= faces


@routine
def leaders_here(table, state, zone, camp, column):
    """The largest value of a leader's effect among those of a camp in a zone."""
    most = 0
    if camp < s.ROUTIERS:
        for leader in range(s.LEADERS):
            if state[s.LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                most = max(most, table.leader[leader, column])
    return most


@routine
def _first_roll_card(table, state, camp):
    """Does the camp have the equipment that saves it from the enemy's first roll (card 28)?"""
    if camp < s.ROUTIERS:
        for card in range(s.TACTICS):
            if state[s.TACTIC + card] == s.EQUIPPED + camp and table.tactic[card, T_FIRST_ROLL]:
                return 1
    return 0


@routine
def _charges(table, state, attacker):
    """Cavalry Charge: the French faction's sequence, the French camp attacking (6.4)."""
    if attacker != 1 or state[s.ACTIVE] != s.FRENCH:
        return 1
    for card in range(s.TACTICS):
        if table.tactic[card, T_EFFECT] == s.CAVALRY and state[s.TACTIC + card] == s.IN_PLAY:
            return 2
    return 1


@routine
def _diamond(table, card, initiative):
    """Is the double diamond a LOSS for this card (11.3.2)?"""
    if card < 0:
        return 0
    said = table.elite_card[card, E_DIAMOND]
    return 1 if said == 1 or (said == 2 and initiative) else 0


@routine
def roller(state, flags):
    """The side whose strike or roll is next; under John the Fearless nobody has the initiative."""
    turn = (state[s.STEPS] - 1 - s.OPENING) % 2 if state[s.STEPS] > s.OPENING else (state[s.STEPS] - 1) // 2
    first = 0 if flags & s.CIVIL else leads(state, flags)
    return first if turn == 0 else 1 - first


@routine
def first_to_roll(state):
    """Does a round begin with the next roll?"""
    return state[s.STEPS] > s.OPENING and (state[s.STEPS] - 1 - s.OPENING) % 2 == 0


@inner
def strike(table, state, stream, zone, flags, dice):
    """Before round 1: the free attack of a side's card, or its leader's LOSS; in a siege the besieger's leader only."""
    side, besieged = roller(state, flags), flags & s.IN_SIEGE != 0
    fires = (state[s.STEPS] - 1) % 2 == 0
    if flags & s.CIVIL or (besieged and (fires or side == 1)):
        return
    camp, elite = camp_of(flags, side), np.int64(state[s.FIGHTING + 3 * side + 2])
    if not fires:
        if elite >= leaders_here(table, state, zone, camp, L_OPENING_FROM):
            state[s.DUE_LOSS + 1 - side] += leaders_here(table, state, zone, camp, L_OPENING)
        return
    card = np.int64(state[s.WORKING + side]) - 1
    if card < 0 or not table.elite_card[card, E_FREE] or elite == 0:
        return
    roll_dice(table, stream, 5, min(elite, table.elite_owned), dice[2])
    diamond = dice[2, DIAMOND] if _diamond(table, card, side == leads(state, flags)) else 0
    state[s.DUE_LOSS + 1 - side] += dice[2, ELITE_LOSS] + diamond
    state[s.SHOT] = table.elite_card[card, E_CHOOSES]


@routine
def pitched_rule(table, state, zone, flags, side, change):
    """How a side rolls in a pitched battle (11.3, 11.4); `change`: of its DISPERSION results, by a leader."""
    camp, enemy = camp_of(flags, side), camp_of(flags, 1 - side)
    card = np.int64(state[s.WORKING + side]) - 1
    civil = flags & s.CIVIL != 0
    first_roll = state[s.STEPS] <= s.OPENING + 2 and not civil
    stakes = first_roll and side == 0 and state[s.FOUGHT_CARDS] & s.CARD_STAKES != 0
    ignores = flags & s.IGNORES_DISPERSION != 0 and side == 0
    return RollRule(
        1, 1,
        table.elite_card[card, E_PITCHED] if card >= 0 else 0,
        _diamond(table, card, side == leads(state, flags)),
        0, 0, 0, 0, 0,
        1 if stakes or (first_roll and _first_roll_card(table, state, enemy)) else 0,
        (2 if flags & s.DOUBLE_LOSS and side == 0 else 1)
        * (_charges(table, state, camp) if first_roll and side == 0 else 1),
        1 if ignores and camp == s.ROUTIERS else 0,
        1 if ignores and camp != s.ROUTIERS else 0,
        change,
        2 if stakes else 1,
        1 if civil else 0,
    )  # fmt: skip


@routine
def _siege_rule(table, state, zone, flags, side):
    """How a side rolls in a siege (11.5)."""
    camp = camp_of(flags, side)
    card = np.int64(state[s.WORKING + side]) - 1
    # The besieged leader acts from within the walls, the besieger from his camp.
    place = place_of(table, zone, side)
    extra = leaders_here(table, state, place, camp, L_SIEGE)
    extra_from = leaders_here(table, state, place, camp, L_SIEGE_FROM)
    per, cancels = 0, 0
    if side == 1:
        per = table.elite_card[card, E_DEFENCE] if card >= 0 else 0
    else:
        per = table.elite_card[card, E_ATTACK] if card >= 0 else 0
        other = across(table, state, zone, camp)
        cancels = table.cancels[stronghold(table, state, place_of(table, zone, 1)) + (other >= 0)]
        if state[s.FOUGHT_CARDS] & s.CARD_ENGINES:
            cancels = max(cancels - 1, 0)
        if other >= 0:
            extra = max(extra, leaders_here(table, state, other, camp, L_SIEGE))
            extra_from = max(extra_from, leaders_here(table, state, other, camp, L_SIEGE_FROM))
    return RollRule(
        1, 0, per, _diamond(table, card, side == leads(state, flags)),
        table.elite_card[card, E_LOSS] if card >= 0 and side == 0 else 0,
        table.elite_card[card, E_LOSS_FROM] if card >= 0 and side == 0 else 0,
        extra, extra_from, cancels, 0, 1, 0, 0, 0, 1, 0,
    )  # fmt: skip


@routine
def elite_idle(table, state, zone, flags, side):
    """Do a side's elite units add nothing to its rolls that are still to come?"""
    card = np.int64(state[s.WORKING + side]) - 1
    if flags & s.IN_SIEGE:
        rule = _siege_rule(table, state, zone, flags, side)
        joan = rule.second_extra_loss > 0 and state[s.FIGHTING + 3 * side + 2] >= rule.second_extra_from
        return rule.elite_per_die == 0 and rule.extra_loss == 0 and not joan
    later = state[s.STEPS] <= s.OPENING // 2 + 1 and side != leads(state, flags)  # its free attack is still to come
    return card < 0 or (table.elite_card[card, E_PITCHED] == 0 and not (later and table.elite_card[card, E_FREE]))


@inner
def roll(table, state, stream, zone, flags, dice):
    """One side's roll (11.3): who of the enemy must fall becomes due; what it does to its own side: `dispersions`."""
    side = roller(state, flags)
    camp, at = side_dice(table, camp_of(flags, side)), s.FIGHTING + 3 * side
    first, second, elite = np.int64(state[at]), np.int64(state[at + 1]), np.int64(state[at + 2])
    besieged = flags & s.IN_SIEGE != 0
    if besieged:
        rule = _siege_rule(table, state, zone, flags, side)
    else:
        rule = pitched_rule(table, state, zone, flags, side, NO_DISPERSION_CHANGE)
    row = dice_row(camp_of(flags, side))
    roll_dice(table, stream, row, min(first, camp.owned[0]), dice[0])
    roll_dice(table, stream, row + 1, min(second, camp.owned[1]), dice[1])
    roll_dice(table, stream, 5, elite_dice(rule, camp, elite), dice[2])
    hits = dice[2, ELITE_LOSS] + (dice[2, DIAMOND] if rule.diamond_is_loss else 0)
    loss = faction_results(rule, dice[0], dice[1], hits, first, second, 0)[0]
    state[s.DUE_LOSS + 1 - side] += reaching_loss(rule, loss, elite)
    if besieged:
        if side == 0:
            state[s.HIT] = state[s.DUE_LOSS + 1]
        return
    enemy_left = max(fighting(state, 1 - side) - state[s.DUE_LOSS + 1 - side], 0)
    if flags & s.CIVIL == 0 and spares_roller(table.last_loss, enemy_left):
        return  # under John the Fearless both roll at once, so nobody is spared
    for faction in range(2):
        for result in range(dice.shape[1]):
            state[s.ROLLED + dice.shape[1] * faction + result] = dice[faction, result]


@routine
def disperse_inoperative(table, state, zone, flags):
    """At the end of a round: elite units alone, and no die for them in the next one (11.4.6)."""
    for side in range(2):
        at = s.FIGHTING + 3 * side
        elite, card = np.int64(state[at + 2]), np.int64(state[s.WORKING + side]) - 1
        per = table.elite_card[card, E_PITCHED] if card >= 0 else 0
        if state[at] + state[at + 1] == 0 and elite > 0 and (per == 0 or elite < per):
            fall(table, state, zone, flags, side, 2, elite)
