"""A position of Breizh 1341 for people: regions with pieces and castles, hands, and what is being decided."""

from __future__ import annotations

import numpy as np

from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.action_text import REGIONS, card_text, castle_text, character_text
from simcore.text import counted
from simcore.types import Array

CAMPS = "Montfort", "Blois"
DUE = {
    s.PLAY_CARD: "plays a card", s.USE: "uses the card", s.PLAY_CHARACTER: "may play a character",
    s.RALLY_IN: "rallies a partisan", s.ELIMINATE_IN: "eliminates a partisan", s.RECRUIT_IN: "recruits a troop",
    s.BATTLE_IN: "chooses the next battle", s.REMOVE: "removes pieces", s.BESIEGE: "announces sieges",
    s.SUPPLEMENT: "takes what the castle brings", s.PARTISAN_FROM: "moves a partisan", s.TROOP_FROM: "moves a troop",
    s.HIGHWAYMEN_IN: "places highwaymen",
}  # fmt: skip


def state_text(board: Array, state: Array, player: int) -> str:
    """The position as `player` may know it, -1: all of it. A line for each region, then the hands."""
    turn = f"Turn {int(state[s.TURN])} of {int(board[s.LAST_TURN])}"
    lines = [f"{turn}; {_due(board, state)}", f"{'':18}{'Montfort':>24}{'Blois':>24}  highwaymen  castles"]
    lines += [_region(board, state, region) for region in range(s.REGIONS)]
    return "\n".join([*lines, *(_hand(board, state, one, player in (-1, one)) for one in range(s.PLAYERS))])


def _due(board: Array, state: Array) -> str:
    decision = int(state[s.DECISION])
    if decision == s.OVER:
        winner = int(state[s.WINNER])
        return f"over: {CAMPS[winner - 1]} has won" if winner else "over: nobody has won"
    under_way = "" if decision == s.PLAY_CARD else f", under way {card_text(board, int(state[s.CARD]))}"
    return f"{CAMPS[int(state[s.PLAYER])]} {DUE[decision]}{under_way}"


def _region(board: Array, state: Array, region: int) -> str:
    pieces = []
    for player in range(s.PLAYERS):
        own = s.REGIONS * player + region
        dominated = "*" if state[s.DOMINATED + region] == player + 1 else ""
        partisans, troops = int(state[s.PARTISANS + own]), int(state[s.TROOPS + own])
        pieces.append(f"{counted(partisans, 'partisan')}, {counted(troops, 'troop')}{dominated}")
    castles = []
    for castle in np.flatnonzero(board[s.CASTLE_REGION : s.CASTLE_REGION + s.CASTLES] == region).tolist():
        owner = int(state[s.CASTLE + castle])
        castles.append(castle_text(board, castle) + (f" ({CAMPS[owner - 1]})" if owner else ""))
    there = f"{pieces[0]:>24}{pieces[1]:>24}  {int(state[s.HIGHWAYMEN + region]):>10}"
    return f"{REGIONS[region]:18}{there}  {', '.join(castles)}"


def _hand(board: Array, state: Array, player: int, open_to: bool) -> str:
    """A hand by name, or as far as the other player has seen it."""
    seen, unseen = [], 0
    for card in range(s.CARDS):
        if state[s.CARD_AT + card] == s.HAND + player:
            shown = open_to or (card < s.EVENTS and state[s.SEEN + card])
            seen += [card_text(board, card)] if shown else []
            unseen += not shown
    for character in range(s.CHARACTERS):
        if board[s.CHARACTER_CAMP + character] == player and state[s.CHARACTER_AT + character] == s.IN_HAND:
            seen += [character_text(board, character)] if open_to else []
            unseen += not open_to
    hidden = [f"{counted(unseen, 'card')} nobody else has seen"] if unseen else []
    return f"{CAMPS[player]} holds: {'; '.join([*seen, *hidden]) or 'nothing'}"
