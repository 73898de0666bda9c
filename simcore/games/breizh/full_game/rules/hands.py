"""Cards: which are drawn, dealt, held, given back. No deck has an order: chance chooses among what is left in it."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.pieces import regions_of

ANY = -1
WHITES = -2  # every card that favours both sides or neither


@step
def _is_wanted(board, card, favours, epoch):
    whom = s.of_card(board, card, s.FAVOURS)
    if favours != ANY and whom != favours and not (favours == WHITES and whom >= s.EITHER):
        return False
    return epoch == ANY or s.of_card(board, card, s.EPOCH) == epoch


@step
def draw_event(board, state, zone, favours, epoch, stream):
    """A random Event card from those in `zone` that favour whom and are of what epoch is wanted; -1: there is none."""
    there = 0
    for card in range(s.EVENTS):
        if state[s.CARD_AT + card] == zone and _is_wanted(board, card, favours, epoch):
            there += 1
    if there == 0:
        return -1
    left = below(stream, there)
    for card in range(s.EVENTS):
        if state[s.CARD_AT + card] == zone and _is_wanted(board, card, favours, epoch):
            if left == 0:
                return card
            left -= 1
    return -1


@step
def take(state, card, player):
    """An Event card comes into a hand."""
    state[s.CARD_AT + card] = s.HAND + player
    state[s.EVENTS_HELD + player] += 1


@routine
def steal(board, state, player, number, stream):
    """Event cards from the enemy's hand, as an order has it; the Special Event card is kept out (Play Event Cards)."""
    enemy = 1 - player
    for _ in range(number):
        card = draw_event(board, state, s.HAND + enemy, ANY, ANY, stream)
        if card < 0:
            break
        state[s.EVENTS_HELD + enemy] -= 1
        take(state, card, player)
        state[s.SEEN + card] = 1  # whoever has lost it knows which one it is


@step
def draw_special(state, player, stream):
    there = 0
    for card in range(s.EVENTS, s.CARDS):
        there += state[s.CARD_AT + card] == s.DECK
    if there == 0:
        return
    left = below(stream, there)
    for card in range(s.EVENTS, s.CARDS):
        if state[s.CARD_AT + card] == s.DECK:
            if left == 0:
                state[s.CARD_AT + card] = s.HAND + player
                state[s.SPECIAL_HELD + player] = card + 1
                return
            left -= 1


@step
def _draw_character(board, state, player, stream):
    there = 0
    for character in range(s.CHARACTERS):
        there += board[s.CHARACTER_CAMP + character] == player and state[s.CHARACTER_AT + character] == s.IN_PILE
    if there == 0:
        return
    left = below(stream, there)
    for character in range(s.CHARACTERS):
        if board[s.CHARACTER_CAMP + character] == player and state[s.CHARACTER_AT + character] == s.IN_PILE:
            if left == 0:
                state[s.CHARACTER_AT + character] = s.IN_HAND
                return
            left -= 1


@step
def _in_turn(board, state, wanted, favours, epoch, player, stream):
    """The players draw in turn, `wanted` cards each (a pair), `player` first; returns whose turn it would be."""
    one, other = wanted
    while one > 0 or other > 0:
        if (one if player == s.MONTFORT else other) > 0:
            card = draw_event(board, state, s.DECK, favours, epoch, stream)
            if card < 0:
                break
            take(state, card, player)
        if player == s.MONTFORT:
            one -= 1
        else:
            other -= 1
        player = 1 - player
    return player


@step
def _draw_last(board, state, epoch, stream):
    """The last card of the deck: any that does not lie on top with the new epoch, all of them being shuffled together.

    One of the new epoch, if there is no other.
    """
    there, old = 0, 0
    for card in range(s.EVENTS):
        if state[s.CARD_AT + card] == s.DECK:
            there += 1
            old += s.of_card(board, card, s.EPOCH) != epoch
    left = below(stream, old if old > 0 else there)
    for card in range(s.EVENTS):
        if state[s.CARD_AT + card] == s.DECK and (old == 0 or s.of_card(board, card, s.EPOCH) != epoch):
            if left == 0:
                return card
            left -= 1
    return -1


@routine
def _deal_all(board, state, epoch, stream):
    """All that is left is dealt, the cards of the new epoch, which lie on top, first (Build Each Player's Hand)."""
    there = 0
    for card in range(s.EVENTS):
        there += state[s.CARD_AT + card] == s.DECK
    player = s.MONTFORT
    if there % 2 == 1:
        ahead = regions_of(state, 0, True) - regions_of(state, 1, True)
        if ahead == 0:
            card = _draw_last(board, state, epoch, stream)
            state[s.CARD_AT + card] = s.UNDER
            state[s.SPENT] += 1
        else:
            player = 0 if (ahead > 0) != (board[s.LEAST] == 1) else 1
    player = _in_turn(board, state, (s.EVENTS, s.EVENTS), ANY, epoch, player, stream)
    _in_turn(board, state, (s.EVENTS, s.EVENTS), ANY, ANY, player, stream)


@routine
def build_hands(board, state, stream):
    """Prepare the deck and build each player's hand (Sequence of Play 1 and 2)."""
    turn = state[s.TURN]
    epoch = s.of_turn(board, turn, s.TURN_EPOCH)
    for card in range(s.EVENTS):
        at = state[s.CARD_AT + card]
        if at == s.HAND or at == s.HAND + 1 or (at == s.ASIDE and s.of_card(board, card, s.EPOCH) == epoch):
            state[s.CARD_AT + card] = s.DECK
        state[s.SEEN + card] = 0
    for player in range(s.PLAYERS):
        state[s.EVENTS_HELD + player] = 0
        for _ in range(board[s.CHARACTER_CARDS]):
            _draw_character(board, state, player, stream)
        if s.of_turn(board, turn, s.SPECIAL_CARDS) > 0:
            draw_special(state, player, stream)
    if s.of_turn(board, turn, s.ALL_CARDS) == 1:
        _deal_all(board, state, epoch, stream)
    elif turn == 1 and board[s.BALANCED] == 1:
        for favours in range(s.PLAYERS):
            coloured = board[s.COLOURED]
            _in_turn(board, state, (coloured, coloured), 1 - favours, ANY, s.MONTFORT, stream)
        white = board[s.WHITE]
        _in_turn(board, state, (white, white), WHITES, ANY, s.MONTFORT, stream)
    else:
        number = s.of_turn(board, turn, s.EVENT_CARDS)
        more = s.of_turn(board, turn, s.REGION_CARDS)
        wanted = number + more * regions_of(state, 0, False), number + more * regions_of(state, 1, False)
        _in_turn(board, state, wanted, ANY, ANY, s.MONTFORT, stream)
