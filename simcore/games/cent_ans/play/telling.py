"""What zones, cards, leaders and actions of a full game are called. What comes of them: `chronicle`."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simcore.games.cent_ans.play import layout
from simcore.games.cent_ans.play.shapes import FACTIONS, LEADERS, full_facts
from simcore.games.cent_ans.play.table import T_EFFECT

Array = np.ndarray[Any, np.dtype[Any]]
KINDS = ("English", "Burgundian", "English elite", "French", "Armagnac", "French elite", "Routier")
CAMPS = ("English", "French")
QUESTIONS = {
    layout.REVOLT: "play English Revolt",
    layout.MADNESS: "play Madness of the King",
    layout.SHELTER: "take refuge in the stronghold",
    layout.BESIEGE: "besiege the place",
    layout.SLIP: "retreat with the whole army",
    layout.SLIP_EVENT: "play Better a Plundered Country than a Lost Land",
}
REFUSALS = {
    layout.SHELTER: "fight in the field",
    layout.BESIEGE: "march on past the stronghold",
    layout.SLIP: "stand and fight",
    layout.MARCH: "stop here",
    layout.ARMY: "end the maneuvers",
    layout.PLACE: "place no more",
    layout.BATTLE_CARD: "play no card in this fight",
}


@cache
def _zones() -> list[str]:
    return [zone.value.name for zone in full_facts().zones.values()]


def zone_text(zone: int) -> str:
    """A zone's name.

    >>> zone_text(12), zone_text(65)
    ('Paris', 'ZN before Paris')
    """
    names = _zones()
    return names[zone] if zone < len(names) else ("ZN before Paris", "ZS before Paris")[zone - len(names)]


def card_text(number: int) -> str:
    """A faction card by its number: faction times 13 and card."""
    faction, card = FACTIONS[number // layout.CARDS], number % layout.CARDS + 1
    value = getattr(full_facts(), faction)[str(card)].value
    return f"the {faction.capitalize()} card {card} ({value.title or value.kind.upper()})"


def tactic_text(card: int) -> str:
    """A TACTIC card."""
    return f"TACTIC card {card + 1} ({full_facts().tactics[str(card + 1)].value.title})"


def _effect_text(board: Any, effect: int) -> str:
    """The title of the TACTIC cards that have an effect."""
    card = int(np.flatnonzero(board.tactic[:, T_EFFECT] == effect)[0])
    return str(full_facts().tactics[str(card + 1)].value.title)


def company_text(company: int) -> str:
    """A Free Company by its leader.

    >>> company_text(1)
    'Arnaud de Cervole'
    """
    return _named(list(full_facts().companies)[company])


def leader_text(leader: int) -> str:
    """A leader's name.

    >>> leader_text(5), leader_text(8)
    ('Joan of Arc', 'Black Prince')
    """
    return _named(LEADERS[leader])


def _named(slug: str) -> str:
    small = {"of", "de", "du"}
    words = [w.upper() if set(w) <= set("iv") else w if w in small else w.capitalize() for w in slug.split("-")]
    return " ".join(words)


def top(state: Array) -> Array:
    at = layout.FRAMES + 4 * (int(state[layout.DEPTH]) - 1)
    return state[at : at + 4]


def action_text(board: Any, state: Array, action: int) -> str:
    """A legal action as a person reads it; no two that are legal together read alike."""
    verb, argument = divmod(int(action), layout.VERB)
    kind, a, b, _ = (int(word) for word in top(state))
    camp = int(state[layout.ACTIVE]) // 2
    if verb == layout.PASS:
        return REFUSALS.get(kind, "pass")
    if verb == layout.YES:
        return QUESTIONS[kind]
    if verb == layout.TO_ZONE:
        if kind == layout.LEADER_ZONE:
            return f"{leader_text(a)} appears in {zone_text(argument)}"
        if kind == layout.LEADER_CASTLE:
            return f"{leader_text(a)} builds a castle in {zone_text(argument)}"
        if kind == layout.EVENT_ZONE:
            return f"{card_text(a * layout.CARDS + b)} in {zone_text(argument)}"
        if kind == layout.TACTIC_ZONE:
            return f"{_effect_text(board, b)} in {zone_text(argument)}"
        return f"place a unit in {zone_text(argument)}"
    kinds = KINDS[3 * camp : 3 * camp + 3]
    if verb == layout.NUMBER:
        return f"take {argument} {kinds[b]}"
    zoned = {
        layout.SEND_ALL: "march with all from {}", layout.SEND_BUT_ONE: "march with all but one from {}",
        layout.COMPOSE_ARMY: "form an army in {}", layout.BUILD_CASTLE: "build a castle in {}",
        layout.FORTIFY: "fortify {}", layout.STEP: "go to {}", layout.SAIL: "sail to {}",
        layout.FIGHT_IN: "fight in {}", layout.ATTACK_COMPANY: "attack the Free Company in {}",
    }  # fmt: skip
    if verb in zoned:
        return zoned[verb].format(zone_text(argument))
    if verb == layout.PLAY:
        return f"play {card_text(argument)}"
    if verb == layout.PLAY_TACTIC:
        return f"play {tactic_text(argument)}"
    if verb == layout.THROW_AWAY:
        return f"discard {tactic_text(argument)}"
    if verb == layout.LEAD:
        return f"{leader_text(argument)} marches"
    if verb == layout.DROP:
        return f"leave a unit behind: {kinds[argument]}"
    if verb == layout.PICK_UP:
        return f"pick up all units that have not moved: {kinds[argument]}"
    if verb == layout.IMPROVE:
        return "improve the TTM level"
    if verb == layout.DRAW_FROM:
        return f"draw from TACTIC {'I' * (argument + 1)}"
    return f"militia of the {FACTIONS[argument].capitalize()} faction"
