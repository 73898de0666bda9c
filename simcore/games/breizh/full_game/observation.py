"""What a player may know of a game, and whatever he cannot see dealt anew.

Hidden are the enemy's Event cards that he has not been seen to take, his Special Event card, his characters, and the
odd card of a last deck. All else lies open: the board, the cards played, what is being done, how many cards all hold.
"""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.gameplay.observation import Field
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.ranges import CELLS
from simcore.games.breizh.full_game.rules.hands import draw_special

UNSEEN = s.UNDER + 1  # where a card is, for all that the player knows: in the deck, in the enemy's hand, or under it
LOTS = s.EITHER + 1
HIDDEN_CHARACTER = s.USED + 1  # one of the enemy's, in his hand or in his pile
MEANINGS = {
    "turn": "the turn", "decision": "which decision is due, see `state`", "player": "whose decision it is, -1: over",
    "active": "the active player", "card": "the card under way", "stage": "how far it has come",
    "giver": "who gives its order, -1: nobody", "effect": "the part of the order that comes next",
    "activity": "what is being done", "actor": "by whom", "asked": "steps of it that are behind",
    "left": "how many more of it", "open": "regions (bits) where it may still be",
    "here": "region of a battle, -1: none",
    "to": "region that a relocated piece goes to", "action": "action that a character can be played for",
    "sieges": "sieges announced", "siege_now": "the one under way", "winner": "1 Montfort, 2 Blois, 0 nobody",
    "ended": "how the game ended", "spent": "Event cards out of the game",
    "brought": "what the fall of a castle brings",
    "played": "cards played in this turn, by player", "events_held": "Event cards in hand, by player",
    "special_held": "the player's own Special Event card (number and 1); the enemy's: 1 if he has one",
    "bonus": "bonus of characters in the battle or fight under way, by player",
    "character_played": "has a character been played for the card under way? by player",
    "aided": "what a character is announced for, by player", "siege": "castle * 16 + troops of each siege",
    "removed": "removed by the fight: troops by region, then highwaymen", "partisans": "by player and region",
    "troops": "by player and region", "castles_held": "by player and region", "highwaymen": "by region",
    "dominated": "by region: player and 1, 0 nobody", "castle": "owner of each castle: player and 1, 0 nobody",
    "card_at": "where each card is, see `state`; 8: unseen",
    "character_at": "0 in the pile, 1 in hand, 2 used; 3: the enemy's, unseen",
    "seen": "Event cards in a hand that the other player has seen there",
}  # fmt: skip
SHAPES = {name: (s.PLAYERS, s.REGIONS) for name in ("partisans", "troops", "castles_held")} | {
    "removed": (2, s.REGIONS)
}
MOST = {"card_at": UNSEEN, "character_at": HIDDEN_CHARACTER}


def _shape(name: str, length: int) -> tuple[int, ...]:
    return SHAPES.get(name) or (() if length == 1 else (length,))


FIELDS = (
    *(
        Field(
            cell.name, _shape(cell.name, cell.length), cell.least, MOST.get(cell.name, cell.most), MEANINGS[cell.name]
        )
        for cell in CELLS
    ),
    Field("enemy_held", (LOTS,), 0, s.EVENTS, "unseen Event cards in the enemy's hand, by lot: see `_lot`"),
    Field("under", (LOTS,), 0, s.EVENTS, "unseen Event cards under the deck, by lot"),
    Field("enemy_characters", (), 0, s.CHARACTERS, "characters in the enemy's hand"),
)


@step
def _lot(board, state, card):
    """What everybody knows of a card in a hand by how the hands were dealt: cards of other lots are none of it.

    Balanced first hands have so many cards of each colour; when all is dealt, the cards of the new epoch lie on top.
    """
    turn = state[s.TURN]
    if s.of_turn(board, turn, s.ALL_CARDS) == 1:
        return 1 if s.of_card(board, card, s.EPOCH) == s.of_turn(board, turn, s.TURN_EPOCH) else 0
    if turn == 1 and board[s.BALANCED] == 1:
        return min(s.of_card(board, card, s.FAVOURS), s.EITHER)
    return 0


@step
def _is_unseen(state, card, enemy):
    """Can `enemy`, for all that the other player has seen, hold the card or not?"""
    at = state[s.CARD_AT + card]
    return at == s.DECK or at == s.UNDER or (at == s.HAND + enemy and state[s.SEEN + card] == 0)


@routine
def observe(board, state, player, out):
    """What `player` may know, in the order of `FIELDS`: the state, with what is hidden from him taken out."""
    enemy = 1 - player
    for at in range(s.STATE):
        out[at] = state[at]
    for at in range(s.STATE, s.STATE + 2 * LOTS + 1):
        out[at] = 0
    out[s.SPECIAL_HELD + enemy] = 1 if state[s.SPECIAL_HELD + enemy] > 0 else 0
    for card in range(s.EVENTS):
        if _is_unseen(state, card, enemy):
            lot = _lot(board, state, card)
            out[s.STATE + lot] += state[s.CARD_AT + card] == s.HAND + enemy
            out[s.STATE + LOTS + lot] += state[s.CARD_AT + card] == s.UNDER
            out[s.CARD_AT + card] = UNSEEN
    for card in range(s.EVENTS, s.CARDS):
        if state[s.CARD_AT + card] == s.HAND + enemy or state[s.CARD_AT + card] == s.DECK:
            out[s.CARD_AT + card] = UNSEEN
    for character in range(s.CHARACTERS):
        if board[s.CHARACTER_CAMP + character] == enemy and state[s.CHARACTER_AT + character] <= s.IN_HAND:
            out[s.STATE + 2 * LOTS] += state[s.CHARACTER_AT + character] == s.IN_HAND
            out[s.CHARACTER_AT + character] = HIDDEN_CHARACTER


@routine
def resample_hidden(board, state, player, stream):
    """Whatever `player` cannot see is dealt anew: the enemy's cards, among those that are not in sight.

    A card that he has seen in the enemy's hand stays there, and each lot (`_lot`) keeps its number of cards.
    """
    enemy = 1 - player
    for lot in range(s.EITHER + 1):
        held, under, there = 0, 0, 0
        for card in range(s.EVENTS):
            if _is_unseen(state, card, enemy) and _lot(board, state, card) == lot:
                held += state[s.CARD_AT + card] == s.HAND + enemy
                under += state[s.CARD_AT + card] == s.UNDER
                there += 1
        for card in range(s.EVENTS):
            if _is_unseen(state, card, enemy) and _lot(board, state, card) == lot:
                drawn = below(stream, there)
                there -= 1
                if drawn < held:
                    state[s.CARD_AT + card] = s.HAND + enemy
                    state[s.SEEN + card] = 0
                    held -= 1
                elif drawn < held + under:
                    state[s.CARD_AT + card] = s.UNDER
                    under -= 1
                else:
                    state[s.CARD_AT + card] = s.DECK
    special = state[s.SPECIAL_HELD + enemy]
    if special > 0:
        state[s.CARD_AT + special - 1] = s.DECK
        draw_special(state, enemy, stream)
    wanted, there = 0, 0
    for character in range(s.CHARACTERS):
        if board[s.CHARACTER_CAMP + character] == enemy:
            wanted += state[s.CHARACTER_AT + character] == s.IN_HAND
            there += state[s.CHARACTER_AT + character] <= s.IN_HAND
    for character in range(s.CHARACTERS):
        if board[s.CHARACTER_CAMP + character] == enemy and state[s.CHARACTER_AT + character] <= s.IN_HAND:
            held = below(stream, there) < wanted
            state[s.CHARACTER_AT + character] = s.IN_HAND if held else s.IN_PILE
            wanted -= held
            there -= 1
