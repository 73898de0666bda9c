"""Cards drawn (14), piles that nobody has seen (6.3.3), and hands dealt anew for those who look ahead."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import inner, routine
from simcore.engine.rng import below
from simcore.games.cent_ans.play.frames import top
from simcore.games.cent_ans.play.layout import (
    A_MADNESS,
    CALAMITY,
    CARD,
    CARDS,
    DISCARD,
    EVENT_CARD,
    FRANCS_ARCHERS,
    HELD,
    IN_DECK,
    IN_HAND,
    PILE_1,
    TACTIC,
    TACTICS,
    TECHNIQUE,
)
from simcore.games.cent_ans.play.table import C_KIND, HAND, T_EFFECT, T_ERA, T_IN_GAME, T_KIND

# ---- cards drawn ---------------------------------------------------------------------------------------------------


@routine
def fill_hand(table, state, stream, faction):
    """Draw up to a full hand; a hand of events alone goes back and is drawn anew while it can be helped (6.3.1, 14)."""
    base = CARD + faction * CARDS
    for _ in range(100):
        held, orders, orders_left = 0, 0, 0
        for card in range(CARDS):
            order = table.card[faction, card, C_KIND] != EVENT_CARD
            held += state[base + card] == IN_HAND
            orders += state[base + card] == IN_HAND and order
            orders_left += state[base + card] == IN_DECK and order
        while held < table.numbers[HAND]:
            left = 0
            for card in range(CARDS):
                left += state[base + card] == IN_DECK
            if left == 0:
                break
            skip = below(stream, left)
            for card in range(CARDS):
                if state[base + card] == IN_DECK:
                    if skip == 0:
                        state[base + card] = IN_HAND
                        order = table.card[faction, card, C_KIND] != EVENT_CARD
                        orders += order
                        orders_left -= order
                        break
                    skip -= 1
            held += 1
        if orders > 0 or orders_left == 0:
            return
        for card in range(CARDS):
            if state[base + card] == IN_HAND:
                state[base + card] = IN_DECK


@inner
def spread_calamities(table, state, stream):
    """One CALAMITY at random in each pile (6.3.3): those not drawn yet change places."""
    piles = np.zeros(3, np.int64)
    left = 0
    for card in range(TACTICS):
        if table.tactic[card, T_KIND] == CALAMITY and table.tactic[card, T_IN_GAME] and state[TACTIC + card] < HELD:
            piles[left] = state[TACTIC + card] if state[TACTIC + card] >= PILE_1 else PILE_1 + left
            left += 1
    for card in range(TACTICS):
        if table.tactic[card, T_KIND] == CALAMITY and table.tactic[card, T_IN_GAME] and state[TACTIC + card] < HELD:
            at = below(stream, left)
            state[TACTIC + card] = piles[at]
            left -= 1
            piles[at] = piles[left]


@inner
def determinise(table, state, player, stream):
    """Deal anew the enemy's hands and piles, his held TACTIC cards and where the calamities lie."""
    for faction in range(2 * (1 - player), 2 * (1 - player) + 2):
        base = CARD + faction * CARDS
        held, unseen = 0, 0
        for card in range(CARDS):
            held += state[base + card] == IN_HAND
            unseen += state[base + card] == IN_HAND or state[base + card] == IN_DECK
        for card in range(CARDS):
            if state[base + card] == IN_HAND or state[base + card] == IN_DECK:
                chosen = below(stream, unseen) < held
                state[base + card] = IN_HAND if chosen else IN_DECK
                held -= chosen
                unseen -= 1
        # A hand has an order to give wherever there is one (6.3.1, 14).
        orders, spare, event = 0, -1, -1
        for card in range(CARDS):
            order = table.card[faction, card, C_KIND] != EVENT_CARD
            orders += order and state[base + card] == IN_HAND
            if order and state[base + card] == IN_DECK:
                spare = card
            if not order and state[base + card] == IN_HAND:
                event = card
        if orders == 0 and spare >= 0 and event >= 0:
            state[base + spare] = IN_HAND
            state[base + event] = IN_DECK
    if state[top(state)] == DISCARD:
        return
    for card in range(TACTICS):
        if state[TACTIC + card] == HELD + 1 - player:
            era = PILE_1 + table.tactic[card, T_ERA] - 1
            like = 1
            for other in range(TACTICS):
                like += state[TACTIC + other] == era and _can_be_held(table, other)
            skip = below(stream, like)
            for other in range(TACTICS):
                if state[TACTIC + other] == era and _can_be_held(table, other):
                    if skip == 0:
                        state[TACTIC + other] = HELD + 1 - player
                        state[TACTIC + card] = era
                        break
                    skip -= 1
    spread_calamities(table, state, stream)


@routine
def _can_be_held(table, card):
    """Is it a card that a player keeps in hand?"""
    effect = table.tactic[card, T_EFFECT]
    kept = table.tactic[card, T_KIND] == TECHNIQUE or effect in (A_MADNESS, FRANCS_ARCHERS)
    return kept and table.tactic[card, T_IN_GAME] > 0
