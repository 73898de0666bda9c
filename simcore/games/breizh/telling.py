"""What regions, castles, characters, cards and actions of a full game are called. What comes of them: `chronicle`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from simcore.games.breizh.board import CASTLE_NAMES, CHARACTER_NAMES, REGION_NAMES
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


SPELT = {
    "becherel": "Bécherel", "fougeres": "Fougères", "guerande": "Guérande", "herve": "Hervé", "leon": "Léon",
    "penthievre": "Penthièvre", "quimperle": "Quimperlé", "treguier": "Tréguier", "tregor": "Trégor", "vitre": "Vitré",
}  # fmt: skip
JOINED = "Saint ", "Roche "  # with a hyphen to what follows


def titled(slug: str) -> str:
    """A name as the map and the cards write it.

    >>> titled("saint-malo-et-dol"), titled("robert-de-beaumanoir"), titled("la-roche-derrien"), titled("guerande")
    ('Saint-Malo et Dol', 'Robert de Beaumanoir', 'La Roche-Derrien', 'Guérande')
    """
    small = {"de", "du", "of", "et", "la"}
    title = " ".join(SPELT.get(word, word if word in small else word.capitalize()) for word in slug.split("-"))
    for first in JOINED:
        title = title.replace(first, first.replace(" ", "-"))
    return title[0].upper() + title[1:]


REGIONS = [titled(region) for region in REGION_NAMES]
CASTLES = [titled(castle) for castle in CASTLE_NAMES]
CHARACTERS = [titled(character) for character in CHARACTER_NAMES]


@lru_cache(maxsize=8)
def _lines(written: bytes) -> list[str]:
    return np.frombuffer(written, np.int32).astype(np.uint8).tobytes().decode().split("\n")


def card_text(board: Array, card: int) -> str:
    """A card by its number and name, as the deck that is played with has it."""
    number = f"{card + 1}" if card < layout.EVENTS else f"S{card - layout.EVENTS + 1}"
    return f"card {number}, {_lines(board[board[layout.NAMES] :].tobytes())[card]}"


def _aim_text(board: Array, state: Array, aim: int) -> str:
    """The siege or the part of an order that a character is announced for; elsewhere nothing."""
    action, card = int(state[layout.ACTION]), int(state[layout.CARD])
    if action in (layout.SIEGE_ACTION, layout.SIEGE_DEFENCE):
        return f" in the siege of {CASTLES[aim]}"
    if action != layout.ORDER:
        return ""
    rallies = board[layout.CARD_FACTS + layout.CARD_COLUMNS * card + layout.FIRST_EFFECT + layout.EFFECT_SIZE * aim]
    parts = board[layout.CARD_FACTS + layout.CARD_COLUMNS * card + layout.EFFECTS]
    what = " to rally" if rallies == layout.RALLIES_PARTISANS else " to recruit"
    return f"{what} by part {aim + 1} of the order" if parts > 1 else what


def action_text(board: Array, state: Array, action: int) -> str:
    """An action as a person reads it; different for any two that are legal in one state."""
    decision = int(state[layout.DECISION])
    if decision == layout.PLAY_CARD:
        return f"play {card_text(board, action)}"
    if decision == layout.USE:
        return USES[action]
    if decision == layout.PLAY_CHARACTER:
        character, aim = divmod(action - 1, layout.AIMS)
        return f"play {CHARACTERS[character]}{_aim_text(board, state, aim)}" if action else "play no character"
    if decision == layout.REMOVE:
        what = "highwaymen" if action and (action - 1) % 2 else "a troop"
        return f"remove {what} in {REGIONS[(action - 1) // 2]}" if action else "remove no more"
    if decision == layout.BESIEGE:
        castle, troops = divmod(action - 1, layout.MOST_BESIEGERS)
        return f"besiege {CASTLES[castle]} with {troops}" if action else "besiege no more"
    if decision == layout.SUPPLEMENT:
        return SUPPLEMENTS[action]
    return IN_REGION[decision].format(REGIONS[action])
