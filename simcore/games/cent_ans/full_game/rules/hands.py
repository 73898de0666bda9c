"""Cards drawn (14), piles that nobody has seen (6.3.3), and hands dealt anew for those who look ahead."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import C_KIND, HAND, T_EFFECT, T_ERA, T_IN_GAME, T_KIND
from simcore.games.cent_ans.full_game.frames import top

# ---- cards drawn ---------------------------------------------------------------------------------------------------


@routine
def fill_hand(table, state, stream, faction):
    """Draw up to a full hand; a hand of events alone goes back and is drawn anew while it can be helped (6.3.1, 14)."""
    base = s.CARD + faction * s.CARDS
    for _ in range(100):
        held, orders, orders_left = 0, 0, 0
        for card in range(s.CARDS):
            order = table.card[faction, card, C_KIND] != s.EVENT_CARD
            held += state[base + card] == s.IN_HAND
            orders += state[base + card] == s.IN_HAND and order
            orders_left += state[base + card] == s.IN_DECK and order
        while held < table.numbers[HAND]:
            left = 0
            for card in range(s.CARDS):
                left += state[base + card] == s.IN_DECK
            if left == 0:
                break
            skip = below(stream, left)
            for card in range(s.CARDS):
                if state[base + card] == s.IN_DECK:
                    if skip == 0:
                        state[base + card] = s.IN_HAND
                        order = table.card[faction, card, C_KIND] != s.EVENT_CARD
                        orders += order
                        orders_left -= order
                        break
                    skip -= 1
            held += 1
        if orders > 0 or orders_left == 0:
            return
        state[s.SHUFFLED + faction] = 1
        for card in range(s.CARDS):
            if state[base + card] == s.IN_HAND:
                state[base + card] = s.IN_DECK


@routine
def _is_calamity_to_come(table, state, card):
    """Is it a CALAMITY of the game that has not been drawn?"""
    in_game = table.tactic[card, T_KIND] == s.CALAMITY and table.tactic[card, T_IN_GAME]
    return in_game and state[s.TACTIC + card] < s.HELD


@inner
def spread_calamities(table, state, stream):
    """One CALAMITY at random in each pile (6.3.3): those not drawn yet change places."""
    piles = np.zeros(3, np.int64)
    left = 0
    for card in range(s.TACTICS):
        if _is_calamity_to_come(table, state, card):
            piles[left] = state[s.TACTIC + card] if state[s.TACTIC + card] >= s.PILE_1 else s.PILE_1 + left
            left += 1
    for card in range(s.TACTICS):
        if _is_calamity_to_come(table, state, card):
            at = below(stream, left)
            state[s.TACTIC + card] = piles[at]
            left -= 1
            piles[at] = piles[left]


# ---- dealt anew ----------------------------------------------------------------------------------------------------


@inner
def resample_hidden(table, state, player, stream):
    """Deal anew what `player` cannot see: the enemy's hands and held TACTIC cards, and where the calamities lie.

    Every world that fits what he has seen is as likely: what the enemy would rather keep is not weighed.
    """
    enemy = 1 - player
    for faction in range(2 * enemy, 2 * enemy + 2):
        _deal_hand(table, state, faction, stream)
    asked = _asked_about(table, state, enemy)
    for era in range(1, 4):
        held, unseen = 0, 0
        for card in range(s.TACTICS):
            if card != asked and table.tactic[card, T_ERA] == era and _can_be_held(table, card):
                held += state[s.TACTIC + card] == s.HELD + enemy
                unseen += state[s.TACTIC + card] == s.HELD + enemy or state[s.TACTIC + card] < s.HELD
        for card in range(s.TACTICS):
            there = state[s.TACTIC + card] == s.HELD + enemy or state[s.TACTIC + card] < s.HELD
            if there and card != asked and table.tactic[card, T_ERA] == era and _can_be_held(table, card):
                chosen = below(stream, unseen) < held
                state[s.TACTIC + card] = s.HELD + enemy if chosen else s.PILE_1 + era - 1
                held -= chosen
                unseen -= 1
    spread_calamities(table, state, stream)
    _madness_to_come(table, state, enemy)


@routine
def _deal_hand(table, state, faction, stream):
    """A hand dealt anew among all hands that the faction can hold, each as likely."""
    base = s.CARD + faction * s.CARDS
    must = _has_an_order(state, faction)
    held, unseen, orders, known_orders = 0, 0, 0, 0
    for card in range(s.CARDS):
        order = table.card[faction, card, C_KIND] != s.EVENT_CARD
        if state[base + card] > s.IN_HAND:
            continue
        if _is_known(table, state, faction, card):
            known_orders += order
            continue
        held += state[base + card] == s.IN_HAND
        unseen += 1
        orders += order
    if held == 0:
        return
    for _ in range(1000):  # a hand of events alone is drawn anew, as at the table (6.3.1, 14)
        left, wanted, drawn_orders = unseen, held, known_orders
        for card in range(s.CARDS):
            if state[base + card] <= s.IN_HAND and not _is_known(table, state, faction, card):
                chosen = below(stream, left) < wanted
                state[base + card] = s.IN_HAND if chosen else s.IN_DECK
                wanted -= chosen
                left -= 1
                drawn_orders += chosen and table.card[faction, card, C_KIND] != s.EVENT_CARD
        if drawn_orders > 0 or orders == 0 or not must:
            return


@routine
def _has_an_order(state, faction):
    """Must the hand hold a MANEUVER or TRUCE card? Always, but from when it is played until the hand is full (14)."""
    if state[s.ACTIVE] != faction:
        return True
    for depth in range(state[s.DEPTH]):
        if state[s.FRAMES + 4 * depth] == s.MANEUVER and state[s.FRAMES + 4 * depth + 1] == 0:
            return True  # his MANEUVERS phase is still to come, PLAYED_CARD is the last faction's
    return state[s.PLAYED_CARD] == 0


@routine
def _is_known(table, state, faction, card):
    """Does everybody know that a faction holds a card: from a printed first hand (18.1.1), or by what he is asked?"""
    where = state[s.CARD + faction * s.CARDS + card]
    if where != s.IN_HAND:
        return False
    if (
        table.scenario == s.INTRODUCTORY
        and table.hands[faction, card] == s.IN_HAND
        and state[s.SHUFFLED + faction] == 0
    ):
        return True
    at = top(state)
    if at < 0 or state[at + 1] != card:
        return False
    return (state[at] == s.REVOLT and faction == s.ARMAGNAC) or (state[at] == s.SLIP_EVENT and faction == s.FRENCH)


@routine
def _asked_about(table, state, camp):
    """The TACTIC card that a camp is just being asked for, -1: none."""
    at = top(state)
    if at >= 0 and state[at + 1] == camp:
        if state[at] == s.EXPLOIT:
            return np.int64(state[at + 2])
        if state[at] == s.MADNESS:
            return _madness(table, state, camp)
    return -1


@routine
def _madness(table, state, camp):
    """The card Madness of the King in a camp's hand, -1: it is not."""
    for card in range(s.TACTICS):
        if state[s.TACTIC + card] == s.HELD + camp and table.tactic[card, T_EFFECT] == s.A_MADNESS:
            return card
    return -1


@routine
def _madness_to_come(table, state, camp):
    """While the Routiers of a MANEUVER card move, nothing tells whether the enemy will be asked for the King's madness.

    His question waits below their turn if he holds the card, so it comes and goes with the cards dealt anew.
    """
    depth, found = 0, np.int64(-1)
    for at in range(state[s.DEPTH] - 1):
        if state[s.FRAMES + 4 * at] == s.MANEUVER and state[s.FRAMES + 4 * at + 1] == 2:
            depth, found = at + 1, np.int64(state[s.FRAMES + 4 * at + 4])
    if found != s.MADNESS and found != s.ROUTIER_TURN:
        return
    faction, played = np.int64(state[s.ACTIVE]), np.int64(state[s.PLAYED_CARD])
    if faction // 2 == camp or played == 0 or table.card[faction, played - 1, C_KIND] != s.MANEUVER_CARD:
        return
    if found == s.MADNESS and state[s.DEPTH] == depth + 1:
        return  # it is being asked
    mad = _madness(table, state, camp) >= 0
    first, last = s.FRAMES + 4 * depth, s.FRAMES + 4 * state[s.DEPTH]
    if mad and found == s.ROUTIER_TURN:
        for at in range(last - 1, first - 1, -1):
            state[at + 4] = state[at]
        state[first], state[first + 1], state[first + 2], state[first + 3] = s.MADNESS, camp, 0, 0
        state[s.DEPTH] += 1
    elif not mad and found == s.MADNESS:
        for at in range(first, last - 4):
            state[at] = state[at + 4]
        for at in range(last - 4, last):
            state[at] = 0
        state[s.DEPTH] -= 1


@routine
def _can_be_held(table, card):
    """Is it a card that a player keeps in hand?"""
    effect = table.tactic[card, T_EFFECT]
    kept = table.tactic[card, T_KIND] == s.TECHNIQUE or effect in (s.A_MADNESS, s.FRANCS_ARCHERS)
    return kept and table.tactic[card, T_IN_GAME] > 0
