"""Cards drawn (14), and piles that nobody has seen (6.3.3)."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import C_KIND, HAND, T_IN_GAME, T_KIND

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
def is_calamity_to_come(table, state, card):
    """Is it a CALAMITY of the game that has not been drawn?"""
    in_game = table.tactic[card, T_KIND] == s.CALAMITY and table.tactic[card, T_IN_GAME]
    return in_game and state[s.TACTIC + card] < s.HELD


@inner
def spread_calamities(table, state, stream):
    """One CALAMITY at random in each pile (6.3.3): those not drawn yet change places."""
    there = np.zeros(3, np.bool_)
    left = 0
    for card in range(s.TACTICS):
        if is_calamity_to_come(table, state, card):
            there[state[s.TACTIC + card] - s.PILE_1 if state[s.TACTIC + card] >= s.PILE_1 else left] = True
            left += 1
    piles, left = np.zeros(3, np.int64), 0
    for pile in range(3):
        if there[pile]:
            piles[left] = s.PILE_1 + pile
            left += 1
    for card in range(s.TACTICS):
        if is_calamity_to_come(table, state, card):
            at = below(stream, left)
            state[s.TACTIC + card] = piles[at]
            left -= 1
            piles[at] = piles[left]
