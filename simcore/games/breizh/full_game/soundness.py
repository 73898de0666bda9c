"""What is wrong with a state from outside whose cells are all in range: plain Python, asked before any kernel sees it.

The rules look nothing up twice: whatever a decision counts on must be there, and what is counted twice counted alike.
"""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.invariants import is_announced_rightly
from simcore.games.breizh.roll_kernels import NOTHING as BRINGS_NOTHING
from simcore.types import Array

_is_announced_rightly = uncompiled(is_announced_rightly)
# What is being done while a decision is due; a character is asked for in the course of anything.
DURING = {
    s.PLAY_CARD: (s.IDLE,), s.USE: (s.IDLE,), s.RALLY_IN: (s.RALLYING,), s.ELIMINATE_IN: (s.ELIMINATING,),
    s.RECRUIT_IN: (s.RECRUITING,), s.BATTLE_IN: (s.BATTLES,), s.REMOVE: (s.FIGHTING,),
    s.BESIEGE: (s.ANNOUNCING,), s.SUPPLEMENT: (s.BESIEGING,),
    s.PARTISAN_FROM: (s.RALLYING, s.BATTLES, s.BESIEGING), s.TROOP_FROM: (s.RECRUITING,),
    s.HIGHWAYMEN_IN: (s.IDLE,), s.OVER: (s.IDLE,),
}  # fmt: skip
# What characters are asked for in the course of each activity.
ASKED_FOR = {
    s.RALLYING: (s.RALLY,), s.RECRUITING: (s.RECRUIT,), s.BATTLES: (s.BATTLE,), s.FIGHTING: (s.FIGHT,),
    s.BESIEGING: (s.SIEGE_ACTION, s.SIEGE_DEFENCE), s.ORDERING: (s.ORDER,),
}  # fmt: skip
OF_THE_ACTIVE = (s.PLAY_CARD, s.USE)
OF_THE_ACTOR = (s.RALLY_IN, s.ELIMINATE_IN, s.RECRUIT_IN, s.BATTLE_IN, s.REMOVE, s.BESIEGE, s.SUPPLEMENT, s.TROOP_FROM)
COUNTED = (s.RALLY_IN, s.ELIMINATE_IN, s.RECRUIT_IN, s.REMOVE)  # decisions of which one more is left


def sound(board: Array, state: Array) -> str:
    """What is wrong with a state, "" if nothing is."""
    for find_wrong in (_decision, _cards, _castles, _sieges, _characters, _pieces):
        if wrong := find_wrong(board, state):
            return wrong
    return ""


def _decision(board: Array, state: Array) -> str:
    """Who decides is who can, in the course of what leads to that decision."""
    decision, player = int(state[s.DECISION]), int(state[s.PLAYER])
    if state[s.TURN] > board[s.LAST_TURN]:
        return f"the game has {int(board[s.LAST_TURN])} turns"
    if (decision == s.OVER) != (player < 0):
        return "nobody decides if the game is over, and only then"
    if int(state[s.ACTIVITY]) not in DURING.get(decision, ASKED_FOR):
        return f"decision {decision} is not due in the course of activity {int(state[s.ACTIVITY])}"
    if decision in OF_THE_ACTIVE and player != state[s.ACTIVE]:
        return "the active player decides"
    if decision in OF_THE_ACTOR and player != state[s.ACTOR]:
        return "whoever acts decides"
    if decision in COUNTED and state[s.LEFT] < 1:
        return "nothing is left to decide"
    return ""


def _cards(board: Array, state: Array) -> str:
    """Special Event cards are held by whom they are said to be, and lie where such cards can."""
    specials = state[s.CARD_AT + s.EVENTS : s.CARD_AT + s.CARDS]
    if ((specials == s.ASIDE) | (specials == s.UNDER)).any():
        return "a Special Event card lies where none can"
    for player in range(s.PLAYERS):
        held = int(state[s.SPECIAL_HELD + player]) - 1
        if held >= 0 and (held < s.EVENTS or state[s.CARD_AT + held] != s.HAND + player):
            return "a Special Event card is held that is elsewhere"
        played = int((state[s.CARD_AT : s.CARD_AT + s.CARDS] == s.TABLE + player).sum())
        most = int(s.of_turn(board, int(state[s.TURN]), s.MOST_PLAYED)) - (
            state[s.DECISION] == s.PLAY_CARD and state[s.PLAYER] == player
        )
        if played and state[s.DECISION] == s.HIGHWAYMEN_IN:
            return "cards lie on the table, and the turn is over"
        # Once the turn is over the cards have left the table, and their count stays until the next one begins.
        ended = played == 0 and state[s.DECISION] in (s.HIGHWAYMEN_IN, s.OVER)
        if state[s.PLAYED + player] > most or not (ended or played == state[s.PLAYED + player]):
            return "more cards have been played than lie on the table, or than can be"
    return ""


def _castles(board: Array, state: Array) -> str:
    """Castle markers are counted region by region."""
    owners = state[s.CASTLE : s.CASTLE + s.CASTLES]
    regions = board[s.CASTLE_REGION : s.CASTLE_REGION + s.CASTLES]
    for player in range(s.PLAYERS):
        held = state[s.CASTLES_HELD + s.REGIONS * player :][: s.REGIONS]
        if (np.bincount(regions[owners == player + 1], minlength=s.REGIONS) != held).any():
            return "castle markers are counted wrongly"
    return ""


def _sieges(board: Array, state: Array) -> str:
    """Sieges stand in their order, each of another castle, while they are announced or fought."""
    number, now = int(state[s.SIEGES]), int(state[s.SIEGE_NOW])
    sieges = state[s.SIEGE : s.SIEGE + s.MOST_SIEGES]
    ahead = sieges[now:number] // s.MOST_BESIEGERS
    if number and state[s.ACTIVITY] not in (s.ANNOUNCING, s.BESIEGING):
        return "sieges are announced, and nobody besieges"
    if now > number or sieges[number:].any() or sieges[:now].any() or len(set(ahead.tolist())) < len(ahead):
        return "sieges stand in no order"
    if state[s.DECISION] == s.BESIEGE and number >= s.MOST_SIEGES:
        return f"at most {s.MOST_SIEGES} sieges are announced"
    return ""


def _characters(board: Array, state: Array) -> str:
    """A character is asked for where one can help; whoever has been announced is used up and still to help."""
    activity, action, player = int(state[s.ACTIVITY]), int(state[s.ACTION]), int(state[s.PLAYER])
    if state[s.DECISION] == s.PLAY_CHARACTER:
        if action not in ASKED_FOR[activity]:
            return f"a character cannot help in action {action} in the course of activity {activity}"
        if activity == s.BATTLES and state[s.HERE] < 0:
            return "a character is asked for, and no battle is chosen"
        besieges = player == state[s.ACTOR]
        if activity == s.BESIEGING and (action == s.SIEGE_ACTION) != besieges:
            return "the besieger attacks, and his opponent defends"
    if activity == s.ORDERING and (wrong := _order(board, state)):
        return wrong
    for one in range(s.PLAYERS):
        if not _is_announced_rightly(board, state, one):
            return "a character is announced who cannot be, or for what is over"
        waits = state[s.AIDED + one] and activity != s.BESIEGING and one != state[s.GIVER]
        if waits and not _comes_second(board, state, one):
            return "a character is announced for an order that is not given"
    return ""


def _order(board: Array, state: Array) -> str:
    """Characters are announced before the first part of an order, by whoever gives it, or by both if both do."""
    asked = int(state[s.ASKED]) - 1
    giver, player = int(state[s.GIVER]), int(state[s.PLAYER])
    if giver < 0 or giver != state[s.ACTOR] or state[s.EFFECT] or not 0 <= asked < s.PLAYERS:
        return "characters are announced before an order, and nobody is about to give one"
    if player != (giver if asked == 0 else 1 - giver) or (asked and not _comes_second(board, state, player)):
        return "characters are announced by whoever gives the order"
    return ""


def _comes_second(board: Array, state: Array, player: int) -> bool:
    """Does `player` give the order under way as the other one does now, and then he?"""
    both = s.CARD_FACTS + s.CARD_COLUMNS * state[s.CARD] + s.FAVOURS
    first = board[both] == s.BOTH and state[s.STAGE] == s.SECOND_ORDER
    return bool(first and state[s.GIVER] == state[s.ACTIVE] == 1 - player)


def _pieces(board: Array, state: Array) -> str:
    """What is about to be taken away is there, and there is room for what comes."""
    decision, player = int(state[s.DECISION]), int(state[s.PLAYER])
    if state[s.REMOVED : s.PARTISANS].any() and state[s.ACTIVITY] != s.FIGHTING:
        return "pieces have been removed without a fight"
    if decision == s.SUPPLEMENT and (state[s.HERE] < 0 or state[s.BROUGHT] == BRINGS_NOTHING):
        return "no castle has fallen that brings anything"
    if decision == s.HIGHWAYMEN_IN and state[s.HIGHWAYMEN :][: s.REGIONS].sum() >= board[s.HIGHWAYMEN_LIMIT]:
        return "there are no more highwaymen"
    for cells, moved, limit in (
        (s.PARTISANS, s.PARTISAN_FROM, s.PARTISAN_LIMIT),
        (s.TROOPS, s.TROOP_FROM, s.TROOP_LIMIT),
    ):
        if decision == moved and state[cells + s.REGIONS * player :][: s.REGIONS].sum() < board[limit]:
            return "a piece is moved while there are some in the box"
    return ""
