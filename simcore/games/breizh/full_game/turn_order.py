"""The course of a game: set-up, the nine steps of a turn, the cards played in it, and its end."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.actions import begin, begin_action, begin_effect, carry_on
from simcore.games.breizh.full_game.rules.characters import play_character
from simcore.games.breizh.full_game.rules.fighting import remove
from simcore.games.breizh.full_game.rules.hands import build_hands
from simcore.games.breizh.full_game.rules.pieces import (
    dominates,
    points_of,
    rally,
    recruit,
    regions_of,
    total,
    wait_for,
)
from simcore.games.breizh.full_game.rules.setup import set_up
from simcore.games.breizh.full_game.rules.sieges import announce
from simcore.games.breizh.limits import MOST_EFFECTS, MOST_PIECES

# A card is played once in a game. Then come its use and, for each part of its order, by both players, as many pieces as
# any box holds at most: where each goes or falls, where it comes from, the battle it begins with a character of each
# player; or sieges, each announced, with a character of each player and what its fall brings; and at the end of a turn
# the highwaymen.
OF_A_PIECE, OF_A_SIEGE = 5, 4
OF_A_CARD = 2 + 2 * MOST_EFFECTS * MOST_PIECES * OF_A_PIECE + s.MOST_SIEGES * OF_A_SIEGE
MAX_GAME_LENGTH = s.CARDS * OF_A_CARD + s.MOST_TURNS * MOST_PIECES
COLUMNS = "points", "regions", "castles", "partisans"  # of an outcome, for each player; after winner, ended, turns

# ---- set-up ------------------------------------------------------------------------------------------------------


@routine
def start(board, state, stream):
    """Set the game up, to the first decision."""
    for card in range(s.EVENTS, s.CARDS):
        state[s.CARD_AT + card] = s.DECK
    state[s.ENDED] = s.NOT_OVER
    set_up(board, state, stream)
    _begin_turn(board, state, stream)


# ---- turns -------------------------------------------------------------------------------------------------------


@routine
def _begin_turn(board, state, stream):
    """Steps 1 to 3: the deck, the hands, the first active player."""
    state[s.TURN] += 1
    build_hands(board, state, stream)
    state[s.PLAYED] = 0
    state[s.PLAYED + 1] = 0
    state[s.ACTIVE] = _first_player(board, state, stream)
    _choose_card(board, state)


@step
def _first_player(board, state, stream):
    """Determine the 1st Active Player (Sequence of Play 3; Variant Setup Rules)."""
    if state[s.TURN] > 1:
        ahead = regions_of(state, 0, True) - regions_of(state, 1, True)
        if ahead == 0:
            ahead = total(state, s.PARTISANS) - total(state, s.PARTISANS + s.REGIONS)
        if ahead == 0:
            ahead = total(state, s.CASTLES_HELD) - total(state, s.CASTLES_HELD + s.REGIONS)
        if ahead != 0:
            return 0 if ahead > 0 else 1
    elif board[s.VARIANT] == 0:
        return s.MONTFORT
    return below(stream, s.PLAYERS)  # the higher roll of the die, equal ones rolled again


@step
def _can_play(board, state, player):
    """Has `player` a card, and a card left to play in this turn (Play Event Cards)?"""
    held = state[s.EVENTS_HELD + player] > 0 or state[s.SPECIAL_HELD + player] > 0
    return held and state[s.PLAYED + player] < s.of_turn(board, state[s.TURN], s.MOST_PLAYED)


@step
def _choose_card(board, state):
    """The active player plays a card, or the other one if he cannot; False: neither can."""
    for _ in range(s.PLAYERS):
        if _can_play(board, state, state[s.ACTIVE]):
            state[s.STAGE] = s.FIRST_ORDER
            state[s.ACTIVITY] = s.IDLE
            state[s.GIVER] = -1
            wait_for(state, s.PLAY_CARD, state[s.ACTIVE])
            return True
        state[s.ACTIVE] = 1 - state[s.ACTIVE]
    return False


@step
def _give(board, state, player, first):
    """`player` gives the order of the card under way; if he is the first to, characters are announced before it."""
    state[s.GIVER] = player
    state[s.EFFECT] = 0
    if first and board[s.EACH_SIEGE] == 0:
        begin(state, s.ORDERING, player, 0, s.EVERYWHERE)


@routine
def _proceed(board, state, stream):
    """Carry the card under way on to the next decision, whatever card or turn it belongs to."""
    while True:
        if state[s.ACTIVITY] != s.IDLE:
            if carry_on(board, state, stream):
                return
        elif state[s.GIVER] >= 0 and state[s.EFFECT] < s.of_card(board, state[s.CARD], s.EFFECTS):
            begin_effect(board, state, state[s.CARD], stream)
        else:
            state[s.GIVER] = -1
            stage, favours, active = state[s.STAGE], s.of_card(board, state[s.CARD], s.FAVOURS), state[s.ACTIVE]
            state[s.STAGE] += 1
            if stage == s.FIRST_ORDER:
                # A card that favours the opponent: he gives the order first. One that affects both: both do.
                if favours == 1 - active:
                    _give(board, state, 1 - active, True)
                elif favours == s.BOTH:
                    _give(board, state, active, True)
            elif stage == s.SECOND_ORDER:
                if favours == s.BOTH:
                    _give(board, state, 1 - active, False)
            elif stage == s.CHOICE:
                wait_for(state, s.USE, active)
                return
            else:
                state[s.ACTIVE] = 1 - active
                if not _choose_card(board, state):
                    _end_turn(board, state, stream)
                return


@routine
def _end_turn(board, state, stream):
    """Steps 5 to 9, up to the next decision."""
    for card in range(s.CARDS):
        if state[s.CARD_AT + card] == s.TABLE or state[s.CARD_AT + card] == s.TABLE + 1:
            state[s.CARD_AT + card] = s.GONE
            state[s.SPENT] += 1
    montfort, blois = total(state, s.TROOPS), total(state, s.TROOPS + s.REGIONS)
    if montfort != blois and total(state, s.HIGHWAYMEN) < board[s.HIGHWAYMEN_LIMIT]:
        wait_for(state, s.HIGHWAYMEN_IN, 0 if montfort < blois else 1)
    else:
        _settle_turn(board, state, stream)


@routine
def _settle_turn(board, state, stream):
    """Steps 6 to 9 once highwaymen are placed: troops leave, regions are dominated, is anyone victorious?"""
    for cell in range(s.TROOPS, s.TROOPS + s.PLAYERS * s.REGIONS):
        state[cell] = 0
    for region in range(s.REGIONS):
        state[s.DOMINATED + region] = dominates(state, region)
    for player in range(s.PLAYERS):
        if regions_of(state, player, board[s.FREE] == 0) >= board[s.VICTORY_REGIONS]:
            state[s.WINNER] = player + 1
            state[s.ENDED] = s.BY_DOMINATION
            wait_for(state, s.OVER, -1)
            return
    if state[s.TURN] == board[s.LAST_TURN]:
        ahead = points_of(state, 0) - points_of(state, 1)
        state[s.WINNER] = 1 if ahead > 0 else 2 if ahead < 0 else 0
        state[s.ENDED] = s.BY_POINTS
        wait_for(state, s.OVER, -1)
        return
    _begin_turn(board, state, stream)


# ---- decisions ---------------------------------------------------------------------------------------------------


@routine
def current_player(board, state):
    """Whose decision is due, -1: the game is over."""
    return state[s.PLAYER]


@routine
def apply_action(board, state, action, stream):
    """Take a legal action, and proceed to the next decision."""
    decision, player, chosen = state[s.DECISION], state[s.PLAYER], s.argument_of(state, action)
    if decision == s.RECRUIT_IN:
        state[s.LEFT] -= 1
        if recruit(board, state, player, chosen):
            return
    elif decision == s.PLAY_CARD:
        state[s.CARD] = chosen
        state[s.CARD_AT + chosen] = s.TABLE + player
        state[s.PLAYED + player] += 1
        if chosen < s.EVENTS:
            state[s.EVENTS_HELD + player] -= 1
        else:
            state[s.SPECIAL_HELD + player] = 0
        state[s.CHARACTER_PLAYED] = 0
        state[s.CHARACTER_PLAYED + 1] = 0
    elif decision == s.USE:
        if chosen == s.ORDER:
            _give(board, state, player, True)
        elif chosen != s.NOTHING:
            begin_action(board, state, chosen, player)
    elif decision == s.RALLY_IN:
        state[s.LEFT] -= 1
        state[s.OPEN] &= ~(1 << chosen)
        if rally(board, state, player, chosen):
            return
    elif decision == s.ELIMINATE_IN:
        state[s.LEFT] -= 1
        state[s.OPEN] &= ~(1 << chosen)
        state[s.PARTISANS + s.REGIONS * (1 - player) + chosen] -= 1
    elif decision == s.BESIEGE:
        if chosen == 0:
            state[s.ACTIVITY] = s.BESIEGING
        else:
            announce(board, state, chosen)
    elif decision == s.PLAY_CHARACTER:
        play_character(board, state, chosen)
    elif decision == s.BATTLE_IN:
        state[s.HERE] = chosen
        state[s.ASKED] = 0
    elif decision == s.REMOVE:
        remove(board, state, chosen)
    elif decision == s.SUPPLEMENT:
        if chosen in (s.ELIMINATES, s.DOES_BOTH):
            state[s.PARTISANS + s.REGIONS * (1 - player) + state[s.HERE]] -= 1
        if chosen in (s.RALLIES, s.DOES_BOTH) and rally(board, state, player, state[s.HERE]):
            return
    elif decision in (s.PARTISAN_FROM, s.TROOP_FROM):
        cells = (s.PARTISANS if decision == s.PARTISAN_FROM else s.TROOPS) + s.REGIONS * player
        state[cells + chosen] -= 1
        state[cells + state[s.TO]] += 1
    elif decision == s.HIGHWAYMEN_IN:
        state[s.HIGHWAYMEN + chosen] += 1
        _settle_turn(board, state, stream)
        return
    _proceed(board, state, stream)


@routine
def final_row(board, state, row):
    """Winner, how it ended, turns; then `COLUMNS` for both players."""
    row[0] = state[s.WINNER]
    row[1] = state[s.ENDED]
    row[2] = state[s.TURN]
    for player in range(s.PLAYERS):
        row[3 + player] = points_of(state, player)
        row[5 + player] = regions_of(state, player, True)
        row[7 + player] = total(state, s.CASTLES_HELD + s.REGIONS * player)
        row[9 + player] = total(state, s.PARTISANS + s.REGIONS * player)


@routine
def returns(board, state, out):
    """Each player's share of the win; half for both where nobody has won."""
    for player in range(s.PLAYERS):
        out[player] = 0.5
        if state[s.WINNER] != 0:
            out[player] = 1.0 if state[s.WINNER] == player + 1 else 0.0
