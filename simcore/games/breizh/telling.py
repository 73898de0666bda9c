"""What regions, castles, characters, cards and actions of a full game are called. What comes of them: `chronicle`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from simcore.games.breizh.board import REGION_NAMES
from simcore.games.breizh.names import NO_CHARACTER, titled
from simcore.games.breizh.play import layout

Array = np.ndarray[Any, np.dtype[Any]]
USES = {
    layout.NOTHING: "do nothing", layout.ORDER: "give the order", layout.RALLY: "take the Rally action",
    layout.RECRUIT: "take the Recruit action", layout.FIGHT: "take the Fight action",
    layout.SIEGE_ACTION: "take the Besiege action",
}  # fmt: skip
IN_REGION = {
    layout.RALLY_IN: "rally in {}",
    layout.ELIMINATE_IN: "eliminate a partisan in {}",
    layout.RECRUIT_IN: "recruit in {}",
    layout.BATTLE_IN: "fight the battle in {}",
    layout.PARTISAN_FROM: "take a partisan from {}",
    layout.TROOP_FROM: "take a troop from {}",
    layout.HIGHWAYMEN_IN: "place highwaymen in {}",
}

SUPPLEMENTS = {
    layout.ELIMINATES: "eliminate a partisan", layout.RALLIES: "rally a partisan",
    layout.DECLINES: "neither eliminate nor rally", layout.DOES_BOTH: "eliminate a partisan and rally one",
}  # fmt: skip


REGIONS = [titled(region) for region in REGION_NAMES]


@lru_cache(maxsize=8)
def _lines(written: bytes) -> list[str]:
    return np.frombuffer(written, np.int32).astype(np.uint8).tobytes().decode().split("\n")


def _names(board: Array) -> list[str]:
    """What the cards, castles and characters are called in the game that is played."""
    return _lines(board[board[layout.NAMES] :].tobytes())


def card_text(board: Array, card: int) -> str:
    """A card by its number and name, as the deck that is played with has it."""
    number = f"{card + 1}" if card < layout.EVENTS else f"S{card - layout.EVENTS + 1}"
    return f"card {number}, {_names(board)[card]}"


def castle_text(board: Array, castle: int) -> str:
    """A castle by its name."""
    return _names(board)[layout.CARDS + castle]


def character_text(board: Array, character: int) -> str:
    """A character by its name."""
    return _names(board)[layout.CARDS + layout.CASTLES + character]


def action_text(board: Array, state: Array, action: int) -> str:
    """An action as a person reads it; different for any two that are legal in one state."""
    decision = int(state[layout.DECISION])
    if decision == layout.PLAY_CARD:
        return f"play {card_text(board, action)}"
    if decision == layout.USE:
        return USES[action]
    if decision == layout.PLAY_CHARACTER:
        return f"play {character_text(board, action - 1) if action else NO_CHARACTER}"
    if decision == layout.REMOVE:
        what = "highwaymen" if action and (action - 1) % 2 else "a troop"
        return f"remove {what} in {REGIONS[(action - 1) // 2]}" if action else "remove no more"
    if decision == layout.BESIEGE:
        castle, troops = divmod(action - 1, layout.MOST_BESIEGERS)
        return f"besiege {castle_text(board, castle)} with {troops}" if action else "besiege no more"
    if decision == layout.SUPPLEMENT:
        return SUPPLEMENTS[action]
    return IN_REGION[decision].format(REGIONS[action])
