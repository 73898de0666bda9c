"""Laws that hold after every decision: nothing appears or vanishes except by a rule, no zone holds what it may not."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game.rules.pieces import siege_of, total
from simcore.games.breizh.full_game.state import (
    ACTIVITY,
    ACTOR,
    AIDED,
    AIMS,
    BESIEGING,
    CARD,
    CARD_AT,
    CARDS,
    CASTLE,
    CASTLES,
    CASTLES_HELD,
    CHARACTER_AT,
    CHARACTER_CAMP,
    CHARACTER_CARDS,
    CHARACTER_PLAYED,
    CHARACTERS,
    DECISION,
    DOMINATED,
    EFFECT,
    EFFECTS,
    EVENTS,
    EVENTS_HELD,
    GIVER,
    GONE,
    HAND,
    HIGHWAYMEN,
    HIGHWAYMEN_LIMIT,
    IN_PILE,
    MOST_BESIEGERS,
    MOST_PLAYED,
    MOST_SIEGES,
    OVER,
    PARTISAN_LIMIT,
    PARTISANS,
    PLAYED,
    PLAYER,
    PLAYERS,
    REGIONS,
    SIEGE,
    SPECIAL_HELD,
    SPENT,
    TABLE,
    TROOP_LIMIT,
    TROOPS,
    TURN,
    UNDER,
    USED,
    of_card,
    of_turn,
)

(
    PIECES_OF_THE_BOX, CASTLE_MARKERS, CARDS_IN_PLAY, CHARACTER_PILES, WHOSE_DECISION, DOMINATION, ANNOUNCED,
) = range(1, 8)  # fmt: skip
LAWS = {
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
    if state[ACTIVITY] == BESIEGING:
        return siege_of(state, aim) >= 0
    if state[GIVER] < 0 or aim >= of_card(board, state[CARD], EFFECTS):
        return False
    # Of an order that affects both, the other player's comes after that of the first.
    return aim >= state[EFFECT] or player != state[GIVER]


@step
def is_announced_rightly(board, state, player):
    """Is the character that `player` has announced, if there is one, used up and still to help?"""
    if state[AIDED + player] == 0:
        return True
    character, aim = (state[AIDED + player] - 1) // AIMS, (state[AIDED + player] - 1) % AIMS
    if board[CHARACTER_CAMP + character] != player or state[CHARACTER_AT + character] != USED:
        return False
    return state[CHARACTER_PLAYED + player] == 1 and _is_to_come(board, state, player, aim)


@routine
def check(board, state):
    """Number of the first law that is broken, 0: none."""
    for cell in range(PARTISANS, DOMINATED):
        if state[cell] < 0:
            return PIECES_OF_THE_BOX
    besiegers = 0  # stand before castles, and are still in nobody's box
    for siege in range(MOST_SIEGES):
        besiegers += state[SIEGE + siege] % MOST_BESIEGERS
    if total(state, HIGHWAYMEN) > board[HIGHWAYMEN_LIMIT]:
        return PIECES_OF_THE_BOX
    for player in range(PLAYERS):
        own = REGIONS * player
        if total(state, PARTISANS + own) > board[PARTISAN_LIMIT]:
            return PIECES_OF_THE_BOX
        besieging = besiegers if state[ACTOR] == player else 0
        if total(state, TROOPS + own) + besieging > board[TROOP_LIMIT]:
            return PIECES_OF_THE_BOX
        held = 0
        for castle in range(CASTLES):
            held += state[CASTLE + castle] == player + 1
        if held != total(state, CASTLES_HELD + own):
            return CASTLE_MARKERS
        events, specials, played = 0, 0, 0
        for card in range(CARDS):
            at = state[CARD_AT + card]
            if at == HAND + player:
                events += card < EVENTS
                specials += card >= EVENTS
            played += at == TABLE + player
        if events != state[EVENTS_HELD + player] or specials != (state[SPECIAL_HELD + player] > 0):
            return CARDS_IN_PLAY
        # Once the turn is over the cards have left the table, and their count stays until the next one begins.
        if played > of_turn(board, state[TURN], MOST_PLAYED) or (played != 0 and played != state[PLAYED + player]):
            return CARDS_IN_PLAY
        drawn = 0
        for character in range(CHARACTERS):
            at = state[CHARACTER_AT + character]
            if at < IN_PILE or at > USED:
                return CHARACTER_PILES
            drawn += board[CHARACTER_CAMP + character] == player and at != IN_PILE
        if drawn > state[TURN] * board[CHARACTER_CARDS]:
            return CHARACTER_PILES
        if not is_announced_rightly(board, state, player):
            return ANNOUNCED
    gone = 0
    for card in range(CARDS):
        if state[CARD_AT + card] < 0 or state[CARD_AT + card] > UNDER:
            return CARDS_IN_PLAY
        gone += state[CARD_AT + card] == GONE or state[CARD_AT + card] == UNDER
    if gone != state[SPENT]:
        return CARDS_IN_PLAY
    for castle in range(CASTLES):
        if state[CASTLE + castle] < 0 or state[CASTLE + castle] > PLAYERS:
            return CASTLE_MARKERS
    for region in range(REGIONS):
        if state[DOMINATED + region] < 0 or state[DOMINATED + region] > PLAYERS:
            return DOMINATION
    over = state[PLAYER] < 0
    if over != (state[DECISION] == OVER) or state[PLAYER] >= PLAYERS or state[TURN] < 1:
        return WHOSE_DECISION
    return 0
