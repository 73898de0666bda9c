"""What regions, castles, characters, cards and actions of a full game are called. What comes of them: `narration`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.board import REGION_NAMES
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


def _aim_text(board: Array, state: Array, aim: int) -> str:
    """The siege or the part of an order that a character is announced for; elsewhere nothing."""
    action, card = int(state[s.ACTION]), int(state[s.CARD])
    if action in (s.SIEGE_ACTION, s.SIEGE_DEFENCE):
        return f" in the siege of {castle_text(board, aim)}"
    if action != s.ORDER:
        return ""
    rallies = board[s.CARD_FACTS + s.CARD_COLUMNS * card + s.FIRST_EFFECT + s.EFFECT_SIZE * aim]
    parts = board[s.CARD_FACTS + s.CARD_COLUMNS * card + s.EFFECTS]
    what = " to rally" if rallies == s.RALLIES_PARTISANS else " to recruit"
    return f"{what} by part {aim + 1} of the order" if parts > 1 else what


def action_text(board: Array, state: Array, action: int) -> str:
    """An action as a person reads it; different for any two that are legal in one state."""
    decision = int(state[s.DECISION])
    if decision == s.PLAY_CARD:
        return f"play {card_text(board, action)}"
    if decision == s.USE:
        return USES[action]
    if decision == s.PLAY_CHARACTER:
        character, aim = divmod(action - 1, s.AIMS)
        if not action:
            return f"play {NO_CHARACTER}"
        return f"play {character_text(board, character)}{_aim_text(board, state, aim)}"
    if decision == s.REMOVE:
        what = "highwaymen" if action and (action - 1) % 2 else "a troop"
        return f"remove {what} in {REGIONS[(action - 1) // 2]}" if action else "remove no more"
    if decision == s.BESIEGE:
        castle, troops = divmod(action - 1, s.MOST_BESIEGERS)
        return f"besiege {castle_text(board, castle)} with {troops}" if action else "besiege no more"
    if decision == s.SUPPLEMENT:
        return SUPPLEMENTS[action]
    return IN_REGION[decision].format(REGIONS[action])
