"""What is wrong with a state from outside whose cells are all in range: plain Python, asked before any kernel sees it.

The rules look nothing up twice: whatever a decision counts on must be there, and what is counted twice counted alike.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.games.breizh.full_game import state as at
from simcore.games.breizh.full_game.invariants import is_announced_rightly
from simcore.games.breizh.full_game.state import (
    ANNOUNCING,
    BATTLE_IN,
    BATTLES,
    BESIEGE,
    BESIEGING,
    CASTLES,
    ELIMINATE_IN,
    ELIMINATING,
    EVENTS,
    FIGHTING,
    HIGHWAYMEN_IN,
    IDLE,
    MOST_BESIEGERS,
    ORDERING,
    OVER,
    PARTISAN_FROM,
    PLAY_CARD,
    PLAYERS,
    RALLY_IN,
    RALLYING,
    RECRUIT_IN,
    RECRUITING,
    REGIONS,
    REMOVE,
    SUPPLEMENT,
    TROOP_FROM,
    USE,
)
from simcore.games.breizh.roll_kernels import NOTHING as BRINGS_NOTHING
from simcore.types import Array

_is_announced_rightly = uncompiled(is_announced_rightly)
# What is being done while a decision is due; a character is asked for in the course of anything.
DURING = {
    PLAY_CARD: (IDLE,), USE: (IDLE,), RALLY_IN: (RALLYING,), ELIMINATE_IN: (ELIMINATING,), RECRUIT_IN: (RECRUITING,),
    BATTLE_IN: (BATTLES,), REMOVE: (FIGHTING,), BESIEGE: (ANNOUNCING,), SUPPLEMENT: (BESIEGING,),
    PARTISAN_FROM: (RALLYING, BATTLES, BESIEGING), TROOP_FROM: (RECRUITING,), HIGHWAYMEN_IN: (IDLE,), OVER: (IDLE,),
}  # fmt: skip
# What characters are asked for in the course of each activity.
ASKED_FOR = {
    RALLYING: (at.RALLY,), RECRUITING: (at.RECRUIT,), BATTLES: (at.BATTLE,), FIGHTING: (at.FIGHT,),
    BESIEGING: (at.SIEGE_ACTION, at.SIEGE_DEFENCE), ORDERING: (at.ORDER,),
}  # fmt: skip
OF_THE_ACTIVE = (PLAY_CARD, USE)
OF_THE_ACTOR = (RALLY_IN, ELIMINATE_IN, RECRUIT_IN, BATTLE_IN, REMOVE, BESIEGE, SUPPLEMENT, TROOP_FROM)
COUNTED = (RALLY_IN, ELIMINATE_IN, RECRUIT_IN, REMOVE)  # decisions of which one more is left


def sound(board: Array, state: Array) -> str:
    """What is wrong with a state, "" if nothing is."""
    for look in (_decision, _cards, _castles, _sieges, _characters, _pieces):
        if wrong := look(board, state):
            return wrong
    return ""


def _decision(board: Array, state: Array) -> str:
    """Who decides is who can, in the course of what leads to that decision."""
    decision, player = int(state[at.DECISION]), int(state[at.PLAYER])
    if state[at.TURN] > board[at.LAST_TURN]:
        return f"the game has {int(board[at.LAST_TURN])} turns"
    if (decision == OVER) != (player < 0):
        return "nobody decides if the game is over, and only then"
    if int(state[at.ACTIVITY]) not in DURING.get(decision, ASKED_FOR):
        return f"decision {decision} is not due in the course of activity {int(state[at.ACTIVITY])}"
    if decision in OF_THE_ACTIVE and player != state[at.ACTIVE]:
        return "the active player decides"
    if decision in OF_THE_ACTOR and player != state[at.ACTOR]:
        return "whoever acts decides"
    if decision in COUNTED and state[at.LEFT] < 1:
        return "nothing is left to decide"
    return ""


def _cards(board: Array, state: Array) -> str:
    """Special Event cards are held by whom they are said to be, and lie where such cards can."""
    specials = state[at.CARD_AT + EVENTS : at.CARD_AT + at.CARDS]
    if ((specials == at.ASIDE) | (specials == at.UNDER)).any():
        return "a Special Event card lies where none can"
    for player in range(PLAYERS):
        held = int(state[at.SPECIAL_HELD + player]) - 1
        if held >= 0 and (held < EVENTS or state[at.CARD_AT + held] != at.HAND + player):
            return "a Special Event card is held that is elsewhere"
        played = int((state[at.CARD_AT : at.CARD_AT + at.CARDS] == at.TABLE + player).sum())
        most = int(at.of_turn(board, int(state[at.TURN]), at.MOST_PLAYED)) - (
            state[at.DECISION] == PLAY_CARD and state[at.PLAYER] == player
        )
        if played and state[at.DECISION] == HIGHWAYMEN_IN:
            return "cards lie on the table, and the turn is over"
        # Once the turn is over the cards have left the table, and their count stays until the next one begins.
        ended = played == 0 and state[at.DECISION] in (HIGHWAYMEN_IN, OVER)
        if state[at.PLAYED + player] > most or not (ended or played == state[at.PLAYED + player]):
            return "more cards have been played than lie on the table, or than can be"
    return ""


def _castles(board: Array, state: Array) -> str:
    """Castle markers are counted region by region."""
    owners = state[at.CASTLE : at.CASTLE + CASTLES]
    regions = board[at.CASTLE_REGION : at.CASTLE_REGION + CASTLES]
    for player in range(PLAYERS):
        held = state[at.CASTLES_HELD + REGIONS * player :][:REGIONS]
        if (np.bincount(regions[owners == player + 1], minlength=REGIONS) != held).any():
            return "castle markers are counted wrongly"
    return ""


def _sieges(board: Array, state: Array) -> str:
    """Sieges stand in their order, each of another castle, while they are announced or fought."""
    number, now = int(state[at.SIEGES]), int(state[at.SIEGE_NOW])
    sieges = state[at.SIEGE : at.SIEGE + at.MOST_SIEGES]
    ahead = sieges[now:number] // MOST_BESIEGERS
    if number and state[at.ACTIVITY] not in (ANNOUNCING, BESIEGING):
        return "sieges are announced, and nobody besieges"
    if now > number or sieges[number:].any() or sieges[:now].any() or len(set(ahead.tolist())) < len(ahead):
        return "sieges stand in no order"
    if state[at.DECISION] == BESIEGE and number >= at.MOST_SIEGES:
        return f"at most {at.MOST_SIEGES} sieges are announced"
    return ""


def _characters(board: Array, state: Array) -> str:
    """A character is asked for where one can help; whoever has been announced is used up and still to help."""
    activity, action, player = int(state[at.ACTIVITY]), int(state[at.ACTION]), int(state[at.PLAYER])
    if state[at.DECISION] == at.PLAY_CHARACTER:
        if action not in ASKED_FOR[activity]:
            return f"a character cannot help in action {action} in the course of activity {activity}"
        if activity == BATTLES and state[at.HERE] < 0:
            return "a character is asked for, and no battle is chosen"
        besieges = player == state[at.ACTOR]
        if activity == BESIEGING and (action == at.SIEGE_ACTION) != besieges:
            return "the besieger attacks, and his opponent defends"
    if activity == ORDERING and (wrong := _order(board, state)):
        return wrong
    for one in range(PLAYERS):
        if not _is_announced_rightly(board, state, one):
            return "a character is announced who cannot be, or for what is over"
        waits = state[at.AIDED + one] and activity != BESIEGING and one != state[at.GIVER]
        if waits and not _comes_second(board, state, one):
            return "a character is announced for an order that is not given"
    return ""


def _order(board: Array, state: Array) -> str:
    """Characters are announced before the first part of an order, by whoever gives it, or by both if both do."""
    asked = int(state[at.ASKED]) - 1
    giver, player = int(state[at.GIVER]), int(state[at.PLAYER])
    if giver < 0 or giver != state[at.ACTOR] or state[at.EFFECT] or not 0 <= asked < PLAYERS:
        return "characters are announced before an order, and nobody is about to give one"
    if player != (giver if asked == 0 else 1 - giver) or (asked and not _comes_second(board, state, player)):
        return "characters are announced by whoever gives the order"
    return ""


def _comes_second(board: Array, state: Array, player: int) -> bool:
    """Does `player` give the order under way as the other one does now, and then he?"""
    both = at.CARD_FACTS + at.CARD_COLUMNS * state[at.CARD] + at.FAVOURS
    first = board[both] == at.BOTH and state[at.STAGE] == at.SECOND_ORDER
    return bool(first and state[at.GIVER] == state[at.ACTIVE] == 1 - player)


def _pieces(board: Array, state: Array) -> str:
    """What is about to be taken away is there, and there is room for what comes."""
    decision, player = int(state[at.DECISION]), int(state[at.PLAYER])
    if state[at.REMOVED : at.PARTISANS].any() and state[at.ACTIVITY] != FIGHTING:
        return "pieces have been removed without a fight"
    if decision == SUPPLEMENT and (state[at.HERE] < 0 or state[at.BROUGHT] == BRINGS_NOTHING):
        return "no castle has fallen that brings anything"
    if decision == HIGHWAYMEN_IN and state[at.HIGHWAYMEN :][:REGIONS].sum() >= board[at.HIGHWAYMEN_LIMIT]:
        return "there are no more highwaymen"
    for cells, moved, limit in (
        (at.PARTISANS, PARTISAN_FROM, at.PARTISAN_LIMIT),
        (at.TROOPS, TROOP_FROM, at.TROOP_LIMIT),
    ):
        if decision == moved and state[cells + REGIONS * player :][:REGIONS].sum() < board[limit]:
            return "a piece is moved while there are some in the box"
    return ""
