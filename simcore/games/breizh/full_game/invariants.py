"""Laws that hold after every decision: nothing appears or vanishes except by a rule, no zone holds what it may not."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.pieces import siege_of, total

(
    PIECES_OF_THE_BOX, CASTLE_MARKERS, CARDS_IN_PLAY, CHARACTER_PILES, WHOSE_DECISION, DOMINATION, ANNOUNCED,
) = range(1, 8)  # fmt: skip
INVARIANTS = {
    PIECES_OF_THE_BOX: "no more partisans, troops and highwaymen than the box holds, and none below nothing",
    CASTLE_MARKERS: "each castle has one marker or none, and regions count them rightly",
    CARDS_IN_PLAY: "hands, cards played and cards gone are what the turn's course makes them",
    CHARACTER_PILES: "each turn brings each player his characters, and none comes back",
    WHOSE_DECISION: "somebody decides unless the game is over",
    DOMINATION: "a Domination marker is one player's or nobody's",
    ANNOUNCED: "a character announced is his camp's and used up, and his siege or part of the order is still to come",
}


@step
def _is_to_come(board, state, player, aim):
    """Is the siege, or the part of an order, that a character of `player` is announced for still to come?"""
    if state[s.ACTIVITY] == s.BESIEGING:
        return siege_of(state, aim) >= 0
    if state[s.GIVER] < 0 or aim >= s.of_card(board, state[s.CARD], s.EFFECTS):
        return False
    # Of an order that affects both, the other player's comes after that of the first.
    return aim >= state[s.EFFECT] or player != state[s.GIVER]


@step
def is_announced_rightly(board, state, player):
    """Is the character that `player` has announced, if there is one, used up and still to help?"""
    if state[s.AIDED + player] == 0:
        return True
    character, aim = (state[s.AIDED + player] - 1) // s.AIMS, (state[s.AIDED + player] - 1) % s.AIMS
    if board[s.CHARACTER_CAMP + character] != player or state[s.CHARACTER_AT + character] != s.USED:
        return False
    return state[s.CHARACTER_PLAYED + player] == 1 and _is_to_come(board, state, player, aim)


@routine
def check_invariants(board, state):
    """Number of the first law that is broken, 0: none."""
    for cell in range(s.PARTISANS, s.DOMINATED):
        if state[cell] < 0:
            return PIECES_OF_THE_BOX
    besiegers = 0  # stand before castles, and are still in nobody's box
    for siege in range(s.MOST_SIEGES):
        besiegers += state[s.SIEGE + siege] % s.MOST_BESIEGERS
    if total(state, s.HIGHWAYMEN) > board[s.HIGHWAYMEN_LIMIT]:
        return PIECES_OF_THE_BOX
    for player in range(s.PLAYERS):
        own = s.REGIONS * player
        if total(state, s.PARTISANS + own) > board[s.PARTISAN_LIMIT]:
            return PIECES_OF_THE_BOX
        besieging = besiegers if state[s.ACTOR] == player else 0
        if total(state, s.TROOPS + own) + besieging > board[s.TROOP_LIMIT]:
            return PIECES_OF_THE_BOX
        held = 0
        for castle in range(s.CASTLES):
            held += state[s.CASTLE + castle] == player + 1
        if held != total(state, s.CASTLES_HELD + own):
            return CASTLE_MARKERS
        events, specials, played = 0, 0, 0
        for card in range(s.CARDS):
            at = state[s.CARD_AT + card]
            if at == s.HAND + player:
                events += card < s.EVENTS
                specials += card >= s.EVENTS
            played += at == s.TABLE + player
        if events != state[s.EVENTS_HELD + player] or specials != (state[s.SPECIAL_HELD + player] > 0):
            return CARDS_IN_PLAY
        # Once the turn is over the cards have left the table, and their count stays until the next one begins.
        if played > s.of_turn(board, state[s.TURN], s.MOST_PLAYED) or (
            played != 0 and played != state[s.PLAYED + player]
        ):
            return CARDS_IN_PLAY
        drawn = 0
        for character in range(s.CHARACTERS):
            at = state[s.CHARACTER_AT + character]
            if at < s.IN_PILE or at > s.USED:
                return CHARACTER_PILES
            drawn += board[s.CHARACTER_CAMP + character] == player and at != s.IN_PILE
        if drawn > state[s.TURN] * board[s.CHARACTER_CARDS]:
            return CHARACTER_PILES
        if not is_announced_rightly(board, state, player):
            return ANNOUNCED
    gone = 0
    for card in range(s.CARDS):
        if state[s.CARD_AT + card] < 0 or state[s.CARD_AT + card] > s.UNDER:
            return CARDS_IN_PLAY
        gone += state[s.CARD_AT + card] == s.GONE or state[s.CARD_AT + card] == s.UNDER
    if gone != state[s.SPENT]:
        return CARDS_IN_PLAY
    for castle in range(s.CASTLES):
        if state[s.CASTLE + castle] < 0 or state[s.CASTLE + castle] > s.PLAYERS:
            return CASTLE_MARKERS
    for region in range(s.REGIONS):
        if state[s.DOMINATED + region] < 0 or state[s.DOMINATED + region] > s.PLAYERS:
            return DOMINATION
    over = state[s.PLAYER] < 0
    if over != (state[s.DECISION] == s.OVER) or state[s.PLAYER] >= s.PLAYERS or state[s.TURN] < 1:
        return WHOSE_DECISION
    return 0
