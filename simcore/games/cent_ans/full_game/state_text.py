"""A position of La guerre de Cent Ans for people: zones with their units, leaders and works, hands, what is decided."""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import decisions
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_text import (
    CAMPS,
    KINDS,
    about_text,
    card_text,
    company_text,
    leader_text,
    tactic_text,
    zone_text,
)
from simcore.games.cent_ans.full_game.facts import FACTIONS
from simcore.games.cent_ans.full_game.observation import is_known
from simcore.types import Array

WORKS = {s.CASTLE_1: "castle of 1", s.CASTLE_2: "castle of 2", s.FORTIFIED: "fortified town"}
_current_player, _is_known = uncompiled(decisions.current_player), uncompiled(is_known)


def state_text(board: Any, state: Array, player: int) -> str:
    """The position as `player` may know it, -1: all of it. A line for each zone that is not empty, then the hands."""
    points = f"points: {int(state[s.POINTS])} English, {int(state[s.POINTS + 1])} French"
    lines = [f"Turn {int(state[s.TURN])} of {int(board.turns)}, {points}; {_due(board, state)}"]
    lines += filter(None, (_zone(board, state, zone) for zone in range(board.zones)))
    for faction in range(s.FACTIONS):
        lines.append(_hand(board, state, faction, player in (-1, faction // 2)))
    for camp in range(2):
        lines.append(_tactics(board, state, camp, player in (-1, camp)))
    return "\n".join(lines)


def _due(board: Any, state: Array) -> str:
    if state[s.DEPTH] == 0:
        winner = int(state[s.WINNER])
        return f"over: the {CAMPS[winner - 1]} have won" if winner else "over: nobody has won"
    about = about_text(board, state)
    return f"the {CAMPS[int(_current_player(board, state))]} camp decides{about and f', {about}'}"


def _zone(board: Any, state: Array, zone: int) -> str:
    units = state[s.UNITS + s.KINDS * zone :][: s.KINDS].tolist()
    there = [f"{count} {kind}" for count, kind in zip(units, KINDS, strict=True) if count]
    there += [leader_text(at) for at in range(s.LEADERS) if state[s.LEADER + at] == zone]
    there += [company_text(board, at) for at in range(s.COMPANIES) if state[s.COMPANY + at] == zone]
    if works := WORKS.get(int(state[s.WORKS + zone])):
        there.append(works)
    return f"{zone_text(board, zone)}: {', '.join(there)}" if there else ""


def _hand(board: Any, state: Array, faction: int, open_to: bool) -> str:
    seen, unseen = [], 0
    for card in range(s.CARDS):
        if state[s.CARD + faction * s.CARDS + card] == s.IN_HAND:
            shown = open_to or _is_known(board, state, faction, card)
            seen += [card_text(board, faction * s.CARDS + card)] if shown else []
            unseen += not shown
    return _held(f"{FACTIONS[faction].capitalize()} hand", seen, unseen)


def _tactics(board: Any, state: Array, camp: int, open_to: bool) -> str:
    held = [card for card in range(s.TACTICS) if state[s.TACTIC + card] == s.HELD + camp]
    laid_out = [card for card in range(s.TACTICS) if state[s.TACTIC + card] == s.EQUIPPED + camp]
    seen = [f"{tactic_text(board, card)}, laid out" for card in laid_out]
    seen += [tactic_text(board, card) for card in held] if open_to else []
    return _held(f"{CAMPS[camp]} TACTIC cards", seen, 0 if open_to else len(held))


def _held(whose: str, seen: list[str], unseen: int) -> str:
    hidden = [f"{unseen} unseen"] if unseen else []
    return f"{whose}: {'; '.join([*seen, *hidden]) or 'nothing'}"
