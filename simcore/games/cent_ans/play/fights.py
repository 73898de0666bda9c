"""Pitched battles and sieges of a full game (11.3 to 11.5), drawn roll by roll.

Results of a roll, who is taken, elite dice and walls are the kernels of the house; here is the order of the rolls, as
`setup` lays it out for a scenario. A test holds the two together. Sides: 0 attacker, 1 defender.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans import policies
from simcore.games.cent_ans.kernels import (
    DIAMOND,
    ELITE_LOSS,
    LOSS,
    NO_ORDER,
    Camp,
    RollRule,
    elite_dice,
    faction_results,
    reaching_loss,
)
from simcore.games.cent_ans.play.layout import (
    ACTIVE,
    CARD_ENGINES,
    CARD_GENOESE,
    CARD_SAPPING,
    CARD_STAKES,
    CAVALRY,
    CIVIL,
    DOUBLE_LOSS,
    EQUIPPED,
    FRENCH,
    GENOESE,
    IGNORES_DISPERSION,
    IN_PLAY,
    LEADER,
    LEADERS,
    ROUTIERS,
    TACTIC,
    TACTICS,
    TTM,
)
from simcore.games.cent_ans.play.table import (
    E_ATTACK,
    E_CHOOSES,
    E_DEFENCE,
    E_DIAMOND,
    E_FREE,
    E_LOSS,
    E_LOSS_FROM,
    E_PITCHED,
    E_WORKS,
    L_CAMP,
    L_CHASES,
    L_DISPERSION,
    L_OPENING,
    L_OPENING_FROM,
    L_SIEGE,
    L_SIEGE_FROM,
    T_EFFECT,
    T_FIRST_ROLL,
)

MOST_ROUNDS = 1000
# what a fight came to, int64[_, 3] by kind: units lost, retreated, became Routiers; attacker, then defender
LOST, RETREATED, TURNED = 0, 2, 4
PITCHED, ATTACKING, DEFENDING = 0, 1, 2


@routine
def side_dice(table, camp):
    """The dice of a camp."""
    return Camp(table.nobody, table.dice_owned[camp], table.dice[camp], table.elite_owned, table.elite_die)


@routine
def dice_row(camp, second):
    """The row of a faction's faces."""
    return 4 if camp >= ROUTIERS else 2 * camp + second


@routine
def has_initiative(state, attacker, defender):
    """The side that rolls first (11.2): who leads on the TTM track; if tied the defender; Routiers never."""
    if attacker >= ROUTIERS:
        return 1
    if defender >= ROUTIERS:
        return 0
    return 0 if state[TTM + attacker] > state[TTM + defender] else 1


@routine
def best_card(table, state, camp, mode, elite, cards):
    """The camp's card that works through the elite dice (11.3.1: one applies), -1: none.

    The one with most dice where they are rolled every round; a free attack counts as a third of that. `cards`:
    techniques played, of which the Genoese are one.
    """
    best, best_worth = -1, 0
    if camp >= ROUTIERS or elite == 0:
        return best
    for card in range(TACTICS):
        here = np.int64(state[TACTIC + card])
        played = table.tactic[card, T_EFFECT] == GENOESE and mode == ATTACKING and cards & CARD_GENOESE
        if not (here == EQUIPPED + camp or played) or not table.elite_card[card, E_WORKS]:
            continue
        effect = table.elite_card[card]
        per = effect[E_PITCHED] if mode == PITCHED else (effect[E_ATTACK] if mode == ATTACKING else effect[E_DEFENCE])
        worth = 12 * min(elite // per, 3) if per > 0 else 0
        if mode == PITCHED and effect[E_FREE]:
            worth += 4 * min(elite, 3) + effect[E_CHOOSES]
        if mode == ATTACKING and elite >= effect[E_LOSS_FROM]:
            worth += 24 * effect[E_LOSS]
        worth += (effect[E_DIAMOND] == 1) * (worth > 0) * 2
        if worth > best_worth:
            best, best_worth = card, worth
    return best


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
def remove(policy, camp, units, lost, loss):
    """Take `loss` units one by one, by a policy (11.4.1)."""
    for _ in range(loss):
        if units[0] + units[1] + units[2] == 0:
            return
        kind = policies.choose(policy, units, camp.owned, camp.dice[:, LOSS], camp.started, NO_ORDER)
        units[kind] -= 1
        lost[kind] += 1


@routine
def leaders_here(table, state, zone, camp, column):
    """The largest value of a leader's effect among those of a camp in a zone."""
    most = 0
    if camp < ROUTIERS:
        for leader in range(LEADERS):
            if state[LEADER + leader] == zone and table.leader[leader, L_CAMP] == camp:
                most = max(most, table.leader[leader, column])
    return most


@routine
def _first_roll_card(table, state, camp):
    """Does the camp have the equipment that saves it from the enemy's first roll (card 28)?"""
    if camp < ROUTIERS:
        for card in range(TACTICS):
            if state[TACTIC + card] == EQUIPPED + camp and table.tactic[card, T_FIRST_ROLL]:
                return 1
    return 0


@routine
def _charges(table, state, attacker):
    """Cavalry Charge: the French faction's sequence, the French camp attacking (6.4)."""
    if attacker != 1 or state[ACTIVE] != FRENCH:
        return 1
    for card in range(TACTICS):
        if table.tactic[card, T_EFFECT] == CAVALRY and state[TACTIC + card] == IN_PLAY:
            return 2
    return 1


@inner
def pitched(table, state, stream, zone, camps, units, rooms, flags, cards, results):
    """A pitched battle; `units` int64[2, 3] in and out, `results` int64[6, 3]; returns the rolls of the attacker.

    `camps` two camps, `rooms` for each side whether its units find a zone to retreat to.
    """
    first = has_initiative(state, camps[0], camps[1])
    dice = np.zeros((3, 5), np.int64)
    civil = flags & CIVIL != 0
    drawn = np.zeros((2, 3), np.int64)
    for side in range(2):
        drawn[side, 0] = -1 if civil else best_card(table, state, camps[side], PITCHED, units[side, 2], cards)
    if not civil:
        for side in range(2):  # Charles VII
            if camps[1 - side] == 1 and camps[side] == 0 and leaders_here(table, state, zone, 1, L_CHASES) > 0:
                gone = units[side, 1]
                units[side, 1] = 0
                results[(RETREATED if rooms[side] > 0 else LOST) + side, 1] += gone
        for turn in range(2):
            side = first if turn == 0 else 1 - first
            if units[0].sum() == 0 or units[1].sum() == 0:
                break
            _opening(table, state, stream, zone, camps, units, side, first, drawn[side, 0], dice, results)
    rolls = 0
    for played in range(MOST_ROUNDS):
        if units[0].sum() == 0 or units[1].sum() == 0:
            break
        waiting = 0
        for turn in range(2):
            side = first if turn == 0 else 1 - first
            if civil:
                side = turn
            elif units[0].sum() == 0 or units[1].sum() == 0:
                break
            camp = side_dice(table, camps[side])
            card = drawn[side, 0]
            opening = played == 0 and not civil
            rule = RollRule(
                1, 1,
                table.elite_card[card, E_PITCHED] if card >= 0 else 0,
                _diamond(table, card, side == first),
                0, 0, 0, 0, 0,
                1 if opening and (_first_roll_card(table, state, camps[1 - side])
                                  or (side == 0 and cards & CARD_STAKES)) else 0,
                (2 if flags & DOUBLE_LOSS and side == 0 else 1)
                * (_charges(table, state, camps[0]) if opening and side == 0 else 1),
                1 if flags & IGNORES_DISPERSION and side == 0 and camps[0] == ROUTIERS else 0,
                1 if flags & IGNORES_DISPERSION and side == 0 and camps[0] != ROUTIERS else 0,
                0 if civil else leaders_here(table, state, zone, camps[side], L_DISPERSION),
                2 if opening and side == 0 and cards & CARD_STAKES else 1,
                1 if civil else 0,
            )  # fmt: skip
            rolls += side == 0
            roll_dice(table, stream, dice_row(camps[side], 0), min(units[side, 0], camp.owned[0]), dice[0])
            roll_dice(table, stream, dice_row(camps[side], 1), min(units[side, 1], camp.owned[1]), dice[1])
            roll_dice(table, stream, 5, elite_dice(rule, camp, units[side, 2]), dice[2])
            hits = dice[2, ELITE_LOSS] + (dice[2, DIAMOND] if rule.diamond_is_loss else 0)
            loss, dispersed0, dispersed1, retreated0, retreated1, turned0, turned1 = faction_results(
                rule, dice[0], dice[1], hits, units[side, 0], units[side, 1], rooms[side]
            )
            away = (RETREATED if rooms[side] > 0 else LOST) + side
            results[LOST + side, 0] += dispersed0
            results[LOST + side, 1] += dispersed1
            results[away, 0] += retreated0
            results[away, 1] += retreated1
            results[TURNED + side, 0] += turned0
            results[TURNED + side, 1] += turned1
            units[side, 0] -= dispersed0 + retreated0 + turned0
            units[side, 1] -= dispersed1 + retreated1 + turned1
            enemy = side_dice(table, camps[1 - side])
            if civil and turn == 0:
                waiting = loss
            else:
                remove(policies.KEEP_DICE, enemy, units[1 - side], results[LOST + 1 - side], loss)
                if civil:
                    remove(policies.KEEP_DICE, camp, units[side], results[LOST + side], waiting)
        if units[0].sum() == 0 or units[1].sum() == 0:
            break
        for side in range(2):  # 11.4.6
            per = table.elite_card[drawn[side, 0], E_PITCHED] if drawn[side, 0] >= 0 else 0
            alone = units[side, 0] + units[side, 1] == 0 and units[side, 2] > 0
            if alone and (per == 0 or units[side, 2] < per):
                results[LOST + side, 2] += units[side, 2]
                units[side, 2] = 0
    return rolls


@routine
def _diamond(table, card, initiative):
    """Is the double diamond a LOSS for this card (11.3.2)?"""
    if card < 0:
        return 0
    said = table.elite_card[card, E_DIAMOND]
    return 1 if said == 1 or (said == 2 and initiative) else 0


@routine
def _opening(table, state, stream, zone, camps, units, side, first, card, dice, results):
    """Before round 1: the free attack of a side's card, then its leader's LOSS."""
    enemy = side_dice(table, camps[1 - side])
    if card >= 0 and table.elite_card[card, E_FREE] and units[side, 2] > 0:
        camp = side_dice(table, camps[side])
        roll_dice(table, stream, 5, min(units[side, 2], camp.elite_owned), dice[2])
        loss = dice[2, ELITE_LOSS] + (dice[2, DIAMOND] if _diamond(table, card, side == first) else 0)
        policy = policies.STRIP_DICE if table.elite_card[card, E_CHOOSES] else policies.KEEP_DICE
        remove(policy, enemy, units[1 - side], results[LOST + 1 - side], loss)
    _leaders_loss(table, state, zone, camps, units, side, results)


@routine
def _leaders_loss(table, state, zone, camps, units, side, results):
    """A LOSS before the first round by a leader with elite units (Knolles)."""
    loss = leaders_here(table, state, zone, camps[side], L_OPENING)
    if loss > 0 and units[side, 2] >= leaders_here(table, state, zone, camps[side], L_OPENING_FROM):
        enemy = side_dice(table, camps[1 - side])
        remove(policies.KEEP_DICE, enemy, units[1 - side], results[LOST + 1 - side], loss)


@inner
def siege(table, state, stream, zone, other, walls, camps, units, cards, results):
    """A siege (11.5) from `zone` (and `other`, where Paris is invested) of a place with `walls`.

    `units` and `results` as in `pitched`. Returns (rolls of the attacker, was it lifted?).
    """
    first = has_initiative(state, camps[0], camps[1])
    dice = np.zeros((3, 5), np.int64)
    cancels = table.cancels[walls]
    if cards & CARD_ENGINES:
        cancels = max(cancels - 1, 0)
    if cards & CARD_SAPPING and walls <= 2:
        for kind in range(3):
            results[LOST + 1, kind] += units[1, kind]
            units[1, kind] = 0
    attack = best_card(table, state, camps[0], ATTACKING, units[0, 2], cards)
    defence = best_card(table, state, camps[1], DEFENDING, units[1, 2], 0)
    if units[1].sum() > 0:
        _leaders_loss(table, state, zone, camps, units, 0, results)
    rolls = 0
    for _ in range(MOST_ROUNDS):
        hit = 1
        for turn in range(2):
            side = first if turn == 0 else 1 - first
            if units[0].sum() == 0 or units[1].sum() == 0:
                return rolls, False
            card = attack if side == 0 else defence
            # The besieged leader acts from within the walls, the besieger from his camp.
            place = table.marks[0] if side == 1 and zone >= table.marks[1] else zone
            extra = leaders_here(table, state, place, camps[side], L_SIEGE)
            extra_from = leaders_here(table, state, place, camps[side], L_SIEGE_FROM)
            if side == 0 and other >= 0:
                extra = max(extra, leaders_here(table, state, other, camps[0], L_SIEGE))
                extra_from = max(extra_from, leaders_here(table, state, other, camps[0], L_SIEGE_FROM))
            per = 0
            if card >= 0:
                per = table.elite_card[card, E_ATTACK] if side == 0 else table.elite_card[card, E_DEFENCE]
            rule = RollRule(
                1, 0, per, _diamond(table, card, side == first),
                table.elite_card[card, E_LOSS] if card >= 0 and side == 0 else 0,
                table.elite_card[card, E_LOSS_FROM] if card >= 0 and side == 0 else 0,
                extra, extra_from, cancels if side == 0 else 0, 0, 1, 0, 0, 0, 1, 0,
            )  # fmt: skip
            rolls += side == 0
            camp = side_dice(table, camps[side])
            roll_dice(table, stream, dice_row(camps[side], 0), min(units[side, 0], camp.owned[0]), dice[0])
            roll_dice(table, stream, dice_row(camps[side], 1), min(units[side, 1], camp.owned[1]), dice[1])
            roll_dice(table, stream, 5, elite_dice(rule, camp, units[side, 2]), dice[2])
            hits = dice[2, ELITE_LOSS] + (dice[2, DIAMOND] if rule.diamond_is_loss else 0)
            loss = reaching_loss(rule, dice[0, LOSS] + dice[1, LOSS] + hits, units[side, 2])
            enemy = side_dice(table, camps[1 - side])
            remove(policies.KEEP_DICE, enemy, units[1 - side], results[LOST + 1 - side], loss)
            if side == 0:
                hit = loss
        if hit == 0:
            return rolls, units[0].sum() > 0 and units[1].sum() > 0
    return rolls, True


@routine
def disperse_excess(table, camp, units, keep, results, side):
    """Those for whom there is no shelter are dispersed (11.5)."""
    excess = units.sum() - keep
    if excess > 0:
        remove(policies.KEEP_DICE, side_dice(table, camp), units, results[LOST + side], excess)
