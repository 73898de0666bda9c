"""What regions, castles, characters, cards and actions of a full game are called. What comes of them: `narration`."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

import numpy as np

from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.board import REGION_NAMES
from simcore.games.breizh.limits import MOST_EFFECTS
from simcore.games.breizh.names import NO_CHARACTER, titled
from simcore.types import Array

USES = {
    s.NOTHING: "do nothing", s.ORDER: "give the order", s.RALLY: "take the Rally action",
    s.RECRUIT: "take the Recruit action", s.FIGHT: "take the Fight action",
    s.SIEGE_ACTION: "take the Besiege action",
}  # fmt: skip
IN_REGION = {
    s.RALLY_IN: "rally in {}",
    s.ELIMINATE_IN: "eliminate a partisan in {}",
    s.RECRUIT_IN: "recruit in {}",
    s.BATTLE_IN: "fight the battle in {}",
    s.PARTISAN_FROM: "take a partisan from {}",
    s.TROOP_FROM: "take a troop from {}",
    s.HIGHWAYMEN_IN: "place highwaymen in {}",
}

SUPPLEMENTS = {
    s.ELIMINATES: "eliminate a partisan", s.RALLIES: "rally a partisan",
    s.DECLINES: "neither eliminate nor rally", s.DOES_BOTH: "eliminate a partisan and rally one",
}  # fmt: skip


REGIONS = [titled(region) for region in REGION_NAMES]


@lru_cache(maxsize=8)
def _lines(written: bytes) -> list[str]:
    return np.frombuffer(written, np.int32).astype(np.uint8).tobytes().decode().split("\n")


def _names(board: Array) -> list[str]:
    """What the cards, castles and characters are called in the game that is played."""
    return _lines(board[board[s.NAMES] :].tobytes())


def card_text(board: Array, card: int) -> str:
    """A card by its number and name, as the deck that is played with has it."""
    number = f"{card + 1}" if card < s.EVENTS else f"S{card - s.EVENTS + 1}"
    return f"card {number}, {_names(board)[card]}"


def castle_text(board: Array, castle: int) -> str:
    """A castle by its name."""
    return _names(board)[s.CARDS + castle]


def character_text(board: Array, character: int) -> str:
    """A character by its name."""
    return _names(board)[s.CARDS + s.CASTLES + character]


def _character_text(board: Array, action: int) -> str:
    """A character, and the siege or the part of an order that it is announced for."""
    if action >= s.CHARACTER_IN_PART:
        character, part = divmod(action - s.CHARACTER_IN_PART, MOST_EFFECTS)
        return f"play {character_text(board, character)} for part {part + 1} of the order"
    if action >= s.CHARACTER_IN_SIEGE:
        character, castle = divmod(action - s.CHARACTER_IN_SIEGE, s.CASTLES)
        return f"play {character_text(board, character)} in the siege of {castle_text(board, castle)}"
    return f"play {character_text(board, action - s.CHARACTER_NOW)}"


def action_text(board: Array, action: int) -> str:
    """An action as a person reads it; different for any two of them."""
    if action >= s.CHARACTER_NOW:
        return _character_text(board, action)
    decision = bisect_right(s.FIRST_ACTION, action) - 1
    chosen = action - s.FIRST_ACTION[decision]
    if decision == s.PLAY_CARD:
        return f"play {card_text(board, chosen)}"
    if decision == s.USE:
        return USES[chosen]
    if decision == s.PLAY_CHARACTER:
        return f"play {NO_CHARACTER}"
    if decision == s.REMOVE:
        what = "highwaymen" if chosen and (chosen - 1) % 2 else "a troop"
        return f"remove {what} in {REGIONS[(chosen - 1) // 2]}" if chosen else "remove no more"
    if decision == s.BESIEGE:
        castle, troops = divmod(chosen - 1, s.MOST_BESIEGERS)
        return f"besiege {castle_text(board, castle)} with {troops}" if chosen else "besiege no more"
    if decision == s.SUPPLEMENT:
        return SUPPLEMENTS[chosen]
    return IN_REGION[decision].format(REGIONS[chosen])
