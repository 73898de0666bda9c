"""Full games in words: what an action is called, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from simcore.games.breizh.board import CASTLE_NAMES, CHARACTER_NAMES, REGION_NAMES
from simcore.games.breizh.facts import facts
from simcore.games.breizh.play import layout
from simcore.games.breizh.retelling import CAMPS
from simcore.wording import counted

Array = np.ndarray[Any, np.dtype[Any]]
OWNERS = ("nobody", *CAMPS)
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


def titled(slug: str) -> str:
    """A name as the map writes it.

    >>> titled("saint-malo-et-dol"), titled("robert-de-beaumanoir")
    ('Saint-Malo et Dol', 'Robert de Beaumanoir')
    """
    small = {"de", "du", "of", "et", "la"}
    words = [word if word in small else word.capitalize() for word in slug.split("-")]
    joined = " ".join(words).replace("Saint ", "Saint-").replace("Tregor", "Trégor").replace("Leon", "Léon")
    return joined[0].upper() + joined[1:]


REGIONS = [titled(region) for region in REGION_NAMES]
CASTLES = [titled(castle) for castle in CASTLE_NAMES]
CHARACTERS = [titled(character) for character in CHARACTER_NAMES]


@cache
def _card_names() -> list[str]:
    """Names of the cards by number: what is printed on the cards of an owner's own deck changes no number."""
    return [fact.value.name for group in (facts().events, facts().specials) for fact in group.values()]


def card_text(card: int) -> str:
    """A card by its number and name."""
    number = f"{card + 1}" if card < layout.EVENTS else f"S{card - layout.EVENTS + 1}"
    return f"card {number}, {_card_names()[card]}"


def action_text(board: Array, state: Array, action: int) -> str:
    """An action as a person reads it; different for any two that are legal in one state."""
    decision = int(state[layout.DECISION])
    if decision == layout.PLAY_CARD:
        return f"play {card_text(action)}"
    if decision == layout.USE:
        return USES[action]
    if decision == layout.PLAY_CHARACTER:
        return f"play {CHARACTERS[action - 1]}" if action else "play no character"
    if decision == layout.REMOVE:
        what = "highwaymen" if action and (action - 1) % 2 else "a troop"
        return f"remove {what} in {REGIONS[(action - 1) // 2]}" if action else "remove no more"
    if decision == layout.BESIEGE:
        castle, troops = divmod(action - 1, layout.MOST_BESIEGERS)
        return f"besiege {CASTLES[castle]} with {troops}" if action else "besiege no more"
    if decision == layout.SUPPLEMENT:
        return "rally a partisan" if action == layout.RALLIES else "eliminate a partisan"
    return IN_REGION[decision].format(REGIONS[action])


def told(board: Array, before: Array, action: int, after: Array) -> list[str]:
    """A decision, then everything that it changed on the board, a line each."""
    who = CAMPS[int(before[layout.PLAYER])]
    lines = [f"{who}: {action_text(board, before, action)}"]
    lines += [f"  {event}" for event in _events(board, before, action, after)]
    lines += [f"  {change}" for change in _changes(before, after)]
    turn = int(after[layout.TURN])
    if turn != before[layout.TURN]:
        lines += ["", f"Turn {turn}: {CAMPS[int(after[layout.ACTIVE])]} is the first active player."]
    if after[layout.PLAYER] < 0:
        lines += ["", _end(after)]
    return lines


def opening(state: Array) -> list[str]:
    """The set-up."""
    lines = [f"Set-up: {change}" for change in _changes(np.zeros_like(state), state)]
    return [*lines, "", f"Turn 1: {CAMPS[int(state[layout.ACTIVE])]} is the first active player."]


def _events(board: Array, before: Array, action: int, after: Array) -> Iterator[str]:
    """What no piece on the board shows: sieges that failed, battles, how much a fight may remove."""
    sieges = [int(siege) for siege in before[layout.SIEGE :][: layout.MOST_SIEGES] if siege]
    if before[layout.DECISION] == layout.BESIEGE and action:
        sieges.append(action - 1)
    for siege in sieges:
        castle = siege // layout.MOST_BESIEGERS
        over = siege not in after[layout.SIEGE :][: layout.MOST_SIEGES]
        if over and after[layout.CASTLE + castle] == before[layout.CASTLE + castle]:
            yield f"{CASTLES[castle]} holds out"
    troops = before[layout.TROOPS :][: 2 * layout.REGIONS].reshape(2, layout.REGIONS).copy()
    if before[layout.DECISION] == layout.RECRUIT_IN:
        troops[before[layout.PLAYER], action] += 1
    left = after[layout.TROOPS :][: 2 * layout.REGIONS].reshape(2, layout.REGIONS)
    if before[layout.DECISION] in (layout.RECRUIT_IN, layout.BATTLE_IN, layout.PLAY_CHARACTER, layout.PARTISAN_FROM):
        for region in np.flatnonzero((left < troops).all(axis=0)):
            sides = " and ".join(f"{was} of {camp}" for was, camp in zip(troops[:, region], CAMPS, strict=True))
            yield f"battle in {REGIONS[region]}: {sides}"
    if after[layout.DECISION] == layout.REMOVE != before[layout.DECISION]:
        yield f"up to {counted(int(after[layout.LEFT]), 'piece')} can be removed"


def _changes(before: Array, after: Array) -> Iterator[str]:
    for player, camp in enumerate(CAMPS):
        own = layout.REGIONS * player
        yield from _moved(before, after, layout.TROOPS + own, "troop", f" of {camp}")
        yield from _moved(before, after, layout.PARTISANS + own, "partisan", f" of {camp}")
    yield from _moved(before, after, layout.HIGHWAYMEN, "Highwaymen marker", "")
    for castle, name in enumerate(CASTLES):
        owner = int(after[layout.CASTLE + castle])
        if owner != before[layout.CASTLE + castle]:
            yield f"{name} is {OWNERS[owner]}'s"
    for region, name in enumerate(REGIONS):
        owner = int(after[layout.DOMINATED + region])
        if owner != before[layout.DOMINATED + region]:
            yield f"{OWNERS[owner].capitalize()} dominates {name}"
    for player, camp in enumerate(CAMPS):
        held = int(after[layout.EVENTS_HELD + player] - before[layout.EVENTS_HELD + player])
        if held > 0 and after[layout.TURN] == before[layout.TURN]:
            yield f"{camp} draws {counted(held, 'card')}"


def _moved(before: Array, after: Array, first: int, piece: str, whose: str) -> Iterator[str]:
    for region, name in enumerate(REGIONS):
        was, now = int(before[first + region]), int(after[first + region])
        if was != now:
            change = "more" if now > was else "fewer"
            yield f"{counted(abs(now - was), piece)}{whose} {change} in {name}, now {now}"


def _end(state: Array) -> str:
    winner = int(state[layout.WINNER])
    if state[layout.ENDED] == layout.BY_DOMINATION:
        return f"{OWNERS[winner]} dominates enough regions and wins at once."
    return f"{OWNERS[winner]} wins by points." if winner else "A draw by points."
