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


# ---- one function a law: is it kept? --------------------------------------------------------------------------------


@step
def _pieces_are_of_the_box(board, state):
    for cell in range(s.PARTISANS, s.DOMINATED):
        if state[cell] < 0:
            return False
    besiegers = 0  # stand before castles, and are still in nobody's box
    for siege in range(s.MOST_SIEGES):
        besiegers += state[s.SIEGE + siege] % s.MOST_BESIEGERS
    for player in range(s.PLAYERS):
        own = s.REGIONS * player
        besieging = besiegers if state[s.ACTOR] == player else 0
        if total(state, s.PARTISANS + own) > board[s.PARTISAN_LIMIT]:
            return False
        if total(state, s.TROOPS + own) + besieging > board[s.TROOP_LIMIT]:
            return False
    return total(state, s.HIGHWAYMEN) <= board[s.HIGHWAYMEN_LIMIT]


@step
def _castles_have_one_marker(state):
    for castle in range(s.CASTLES):
        if state[s.CASTLE + castle] < 0 or state[s.CASTLE + castle] > s.PLAYERS:
            return False
    for player in range(s.PLAYERS):
        held = 0
        for castle in range(s.CASTLES):
            held += state[s.CASTLE + castle] == player + 1
        if held != total(state, s.CASTLES_HELD + s.REGIONS * player):
            return False
    return True


@step
def _cards_are_where_the_turn_put_them(board, state):
    gone = 0
    for card in range(s.CARDS):
        at = state[s.CARD_AT + card]
        if at < 0 or at > s.UNDER:
            return False
        gone += at == s.GONE or at == s.UNDER
    for player in range(s.PLAYERS):
        events, specials, played = 0, 0, 0
        for card in range(s.CARDS):
            at = state[s.CARD_AT + card]
            if at == s.HAND + player:
                events += card < s.EVENTS
                specials += card >= s.EVENTS
            played += at == s.TABLE + player
        if events != state[s.EVENTS_HELD + player] or specials != (state[s.SPECIAL_HELD + player] > 0):
            return False
        # Once the turn is over the cards have left the table, and their count stays until the next one begins.
        most = s.of_turn(board, state[s.TURN], s.MOST_PLAYED)
        if played > most or (played != 0 and played != state[s.PLAYED + player]):
            return False
    return gone == state[s.SPENT]


@step
def _characters_come_and_go(board, state):
    for player in range(s.PLAYERS):
        drawn = 0
        for character in range(s.CHARACTERS):
            at = state[s.CHARACTER_AT + character]
            if at < s.IN_PILE or at > s.USED:
                return False
            drawn += board[s.CHARACTER_CAMP + character] == player and at != s.IN_PILE
        if drawn > state[s.TURN] * board[s.CHARACTER_CARDS]:
            return False
    return True


@step
def _domination_is_somebodys(state):
    for region in range(s.REGIONS):
        if state[s.DOMINATED + region] < 0 or state[s.DOMINATED + region] > s.PLAYERS:
            return False
    return True


@step
def _somebody_decides(state):
    over = state[s.PLAYER] < 0
    return over == (state[s.DECISION] == s.OVER) and state[s.PLAYER] < s.PLAYERS and state[s.TURN] >= 1


@routine
def check_invariants(board, state):
    """Number of the first law of `INVARIANTS` that is broken, 0: none."""
    if not _pieces_are_of_the_box(board, state):
        return PIECES_OF_THE_BOX
    if not _castles_have_one_marker(state):
        return CASTLE_MARKERS
    if not _cards_are_where_the_turn_put_them(board, state):
        return CARDS_IN_PLAY
    if not _characters_come_and_go(board, state):
        return CHARACTER_PILES
    if not _somebody_decides(state):
        return WHOSE_DECISION
    if not _domination_is_somebodys(state):
        return DOMINATION
    for player in range(s.PLAYERS):
        if not is_announced_rightly(board, state, player):
            return ANNOUNCED
    return 0
