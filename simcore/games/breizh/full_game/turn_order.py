"""The course of a game: set-up, the nine steps of a turn, the cards played in it, and its end."""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.engine.rng import below
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
from simcore.games.breizh.full_game.state import (
    ACTIVE,
    ACTIVITY,
    ASKED,
    BATTLE_IN,
    BESIEGE,
    BESIEGING,
    BOTH,
    BY_DOMINATION,
    BY_POINTS,
    CARD,
    CARD_AT,
    CARDS,
    CASTLES_HELD,
    CHARACTER_PLAYED,
    CHOICE,
    DECISION,
    DECK,
    DOES_BOTH,
    DOMINATED,
    EACH_SIEGE,
    EFFECT,
    EFFECTS,
    ELIMINATE_IN,
    ELIMINATES,
    ENDED,
    EVENTS,
    EVENTS_HELD,
    EVERYWHERE,
    FAVOURS,
    FIRST_ORDER,
    FREE,
    GIVER,
    GONE,
    HERE,
    HIGHWAYMEN,
    HIGHWAYMEN_IN,
    HIGHWAYMEN_LIMIT,
    IDLE,
    LAST_TURN,
    LEFT,
    MONTFORT,
    MOST_PLAYED,
    NOT_OVER,
    NOTHING,
    OPEN,
    ORDER,
    ORDERING,
    OVER,
    PARTISAN_FROM,
    PARTISANS,
    PLAY_CARD,
    PLAY_CHARACTER,
    PLAYED,
    PLAYER,
    PLAYERS,
    RALLIES,
    RALLY_IN,
    RECRUIT_IN,
    REGIONS,
    REMOVE,
    SECOND_ORDER,
    SPECIAL_HELD,
    SPENT,
    STAGE,
    SUPPLEMENT,
    TABLE,
    TO,
    TROOP_FROM,
    TROOPS,
    TURN,
    USE,
    VARIANT,
    VICTORY_REGIONS,
    WINNER,
    of_card,
    of_turn,
)

COLUMNS = "points", "regions", "castles", "partisans"  # of an outcome, for each player; after winner, ended, turns

# ---- set-up ------------------------------------------------------------------------------------------------------


@routine
def start(board, state, stream):
    """Set the game up, to the first decision."""
    for card in range(EVENTS, CARDS):
        state[CARD_AT + card] = DECK
    state[ENDED] = NOT_OVER
    set_up(board, state, stream)
    _begin_turn(board, state, stream)


# ---- turns -------------------------------------------------------------------------------------------------------


@routine
def _begin_turn(board, state, stream):
    """Steps 1 to 3: the deck, the hands, the first active player."""
    state[TURN] += 1
    build_hands(board, state, stream)
    state[PLAYED] = 0
    state[PLAYED + 1] = 0
    state[ACTIVE] = _first_player(board, state, stream)
    _choose_card(board, state)


@step
def _first_player(board, state, stream):
    """Determine the 1st Active Player (Sequence of Play 3; Variant Setup Rules)."""
    if state[TURN] > 1:
        ahead = regions_of(state, 0, True) - regions_of(state, 1, True)
        if ahead == 0:
            ahead = total(state, PARTISANS) - total(state, PARTISANS + REGIONS)
        if ahead == 0:
            ahead = total(state, CASTLES_HELD) - total(state, CASTLES_HELD + REGIONS)
        if ahead != 0:
            return 0 if ahead > 0 else 1
    elif board[VARIANT] == 0:
        return MONTFORT
    return below(stream, PLAYERS)  # the higher roll of the die, equal ones rolled again


@step
def _can_play(board, state, player):
    """Has `player` a card, and a card left to play in this turn (Play Event Cards)?"""
    held = state[EVENTS_HELD + player] > 0 or state[SPECIAL_HELD + player] > 0
    return held and state[PLAYED + player] < of_turn(board, state[TURN], MOST_PLAYED)


@step
def _choose_card(board, state):
    """The active player plays a card, or the other one if he cannot; False: neither can."""
    for _ in range(PLAYERS):
        if _can_play(board, state, state[ACTIVE]):
            state[STAGE] = FIRST_ORDER
            state[ACTIVITY] = IDLE
            state[GIVER] = -1
            wait_for(state, PLAY_CARD, state[ACTIVE])
            return True
        state[ACTIVE] = 1 - state[ACTIVE]
    return False


@step
def _give(board, state, player, first):
    """`player` gives the order of the card under way; if he is the first to, characters are announced before it."""
    state[GIVER] = player
    state[EFFECT] = 0
    if first and board[EACH_SIEGE] == 0:
        begin(state, ORDERING, player, 0, EVERYWHERE)


@routine
def _proceed(board, state, stream):
    """Carry the card under way on to the next decision, whatever card or turn it belongs to."""
    while True:
        if state[ACTIVITY] != IDLE:
            if carry_on(board, state, stream):
                return
        elif state[GIVER] >= 0 and state[EFFECT] < of_card(board, state[CARD], EFFECTS):
            begin_effect(board, state, state[CARD], stream)
        else:
            state[GIVER] = -1
            stage, favours, active = state[STAGE], of_card(board, state[CARD], FAVOURS), state[ACTIVE]
            state[STAGE] += 1
            if stage == FIRST_ORDER:
                # A card that favours the opponent: he gives the order first. One that affects both: both do.
                if favours == 1 - active:
                    _give(board, state, 1 - active, True)
                elif favours == BOTH:
                    _give(board, state, active, True)
            elif stage == SECOND_ORDER:
                if favours == BOTH:
                    _give(board, state, 1 - active, False)
            elif stage == CHOICE:
                wait_for(state, USE, active)
                return
            else:
                state[ACTIVE] = 1 - active
                if not _choose_card(board, state):
                    _end_turn(board, state, stream)
                return


@routine
def _end_turn(board, state, stream):
    """Steps 5 to 9, up to the next decision."""
    for card in range(CARDS):
        if state[CARD_AT + card] == TABLE or state[CARD_AT + card] == TABLE + 1:
            state[CARD_AT + card] = GONE
            state[SPENT] += 1
    montfort, blois = total(state, TROOPS), total(state, TROOPS + REGIONS)
    if montfort != blois and total(state, HIGHWAYMEN) < board[HIGHWAYMEN_LIMIT]:
        wait_for(state, HIGHWAYMEN_IN, 0 if montfort < blois else 1)
    else:
        _settle_turn(board, state, stream)


@routine
def _settle_turn(board, state, stream):
    """Steps 6 to 9 once highwaymen are placed: troops leave, regions are dominated, is anyone victorious?"""
    for cell in range(TROOPS, TROOPS + PLAYERS * REGIONS):
        state[cell] = 0
    for region in range(REGIONS):
        state[DOMINATED + region] = dominates(state, region)
    for player in range(PLAYERS):
        if regions_of(state, player, board[FREE] == 0) >= board[VICTORY_REGIONS]:
            state[WINNER] = player + 1
            state[ENDED] = BY_DOMINATION
            wait_for(state, OVER, -1)
            return
    if state[TURN] == board[LAST_TURN]:
        ahead = points_of(state, 0) - points_of(state, 1)
        state[WINNER] = 1 if ahead > 0 else 2 if ahead < 0 else 0
        state[ENDED] = BY_POINTS
        wait_for(state, OVER, -1)
        return
    _begin_turn(board, state, stream)


# ---- decisions ---------------------------------------------------------------------------------------------------


@routine
def whose(board, state):
    """Whose decision is due, -1: the game is over."""
    return state[PLAYER]


@routine
def apply(board, state, action, stream):
    """Take a legal action, and proceed to the next decision."""
    decision, player = state[DECISION], state[PLAYER]
    if decision == RECRUIT_IN:
        state[LEFT] -= 1
        if recruit(board, state, player, action):
            return
    elif decision == PLAY_CARD:
        state[CARD] = action
        state[CARD_AT + action] = TABLE + player
        state[PLAYED + player] += 1
        if action < EVENTS:
            state[EVENTS_HELD + player] -= 1
        else:
            state[SPECIAL_HELD + player] = 0
        state[CHARACTER_PLAYED] = 0
        state[CHARACTER_PLAYED + 1] = 0
    elif decision == USE:
        if action == ORDER:
            _give(board, state, player, True)
        elif action != NOTHING:
            begin_action(board, state, action, player)
    elif decision == RALLY_IN:
        state[LEFT] -= 1
        state[OPEN] &= ~(1 << action)
        if rally(board, state, player, action):
            return
    elif decision == ELIMINATE_IN:
        state[LEFT] -= 1
        state[OPEN] &= ~(1 << action)
        state[PARTISANS + REGIONS * (1 - player) + action] -= 1
    elif decision == BESIEGE:
        if action == 0:
            state[ACTIVITY] = BESIEGING
        else:
            announce(board, state, action)
    elif decision == PLAY_CHARACTER:
        play_character(board, state, action)
    elif decision == BATTLE_IN:
        state[HERE] = action
        state[ASKED] = 0
    elif decision == REMOVE:
        remove(board, state, action)
    elif decision == SUPPLEMENT:
        if action in (ELIMINATES, DOES_BOTH):
            state[PARTISANS + REGIONS * (1 - player) + state[HERE]] -= 1
        if action in (RALLIES, DOES_BOTH) and rally(board, state, player, state[HERE]):
            return
    elif decision in (PARTISAN_FROM, TROOP_FROM):
        cells = (PARTISANS if decision == PARTISAN_FROM else TROOPS) + REGIONS * player
        state[cells + action] -= 1
        state[cells + state[TO]] += 1
    elif decision == HIGHWAYMEN_IN:
        state[HIGHWAYMEN + action] += 1
        _settle_turn(board, state, stream)
        return
    _proceed(board, state, stream)


@routine
def outcome(board, state, row):
    """Winner, how it ended, turns; then `COLUMNS` for both players."""
    row[0] = state[WINNER]
    row[1] = state[ENDED]
    row[2] = state[TURN]
    for player in range(PLAYERS):
        row[3 + player] = points_of(state, player)
        row[5 + player] = regions_of(state, player, True)
        row[7 + player] = total(state, CASTLES_HELD + REGIONS * player)
        row[9 + player] = total(state, PARTISANS + REGIONS * player)
