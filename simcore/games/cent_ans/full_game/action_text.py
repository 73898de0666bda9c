"""What zones, cards, leaders and actions of a full game are called. What comes of them: `narration`."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_numbers import kind_of_action
from simcore.games.cent_ans.full_game.board_arrays import T_EFFECT
from simcore.games.cent_ans.full_game.facts import FACTIONS, LEADERS, told_by
from simcore.types import Array

KINDS = ("English", "Burgundian", "English elite", "French", "Armagnac", "French elite", "Routier")
CAMPS = ("English", "French")
QUESTIONS = {
    s.REVOLT: "play English Revolt",
    s.MADNESS: "play Madness of the King",
    s.SHELTER: "take refuge in the stronghold",
    s.BESIEGE: "besiege the place",
    s.SLIP: "retreat with the whole army",
    s.ENROL: "enrol a Routier",
    s.SLIP_EVENT: "play Better a Plundered Country than a Lost Land",
}
REFUSALS = {
    s.SHELTER: "fight in the field",
    s.BESIEGE: "march on past the stronghold",
    s.SLIP: "stand and fight",
    s.MARCH: "stop here",
    s.ARMY: "end the maneuvers",
    s.PLACE: "place no more",
    s.BATTLE_CARD: "play no card in this fight",
    s.REACT: "play no event",
    s.REVOLT: "do not play English Revolt",
    s.MADNESS: "do not play Madness of the King",
    s.SLIP_EVENT: "do not play Better a Plundered Country than a Lost Land",
    s.EVENT_ZONE: "choose no further zone",
    s.LEADER_CASTLE: "build no castle",
    s.TURN_COAT: "let no more units change sides",
    s.ENROL: "enrol no more Routiers",
    s.CHOOSE_BATTLE: "attack no Free Company",
    s.EXPLOIT: "do not play Exploitation",
    s.TURN_RESULTS: "let the DISPERSION results stand",
    s.MILITIA_ZONE: "place no more militia",
    # where nothing else can be done
    s.ROUTE: "the Routiers stay",
    s.LEADER_ZONE: "the leader finds no place",
    s.ROUTIER_CAMP: "no Routiers appear",
    s.GATHER: "no Routier comes",
    s.TACTIC_ZONE: "choose no zone for the TACTIC card",
    s.PILE: "draw no TACTIC card",
}
IN_ZONE = {
    "leader appears": "the leader appears in {}", "leader builds": "the leader builds a castle in {}",
    "retreats": "retreat to {}", "event": "choose {} for the event", "tactic": "choose {} for the TACTIC card",
    "routiers march": "the Routiers march to {}", "takes a unit": "take a unit from {}",
    "places": "place a unit in {}", "enrols": "enrol a Routier with a unit from {}",
    "gathers": "a Routier comes from {}", "routiers appear": "Routiers appear in {}",
    "moves a band": "move the Routiers of {}", "sends all": "march with all from {}",
    "sends all but one": "march with all but one from {}", "composes": "form an army in {}",
    "builds": "build a castle in {}", "fortifies": "fortify {}", "steps": "go to {}", "sails": "sail to {}",
    "fights in": "fight in {}", "attacks": "attack the Free Company in {}",
}  # fmt: skip
OF_UNIT = {
    "finds no shelter": "{} finds no shelter and is dispersed", "falls": "{} falls",
    "falls in ZN": "{} falls in ZN before Paris", "falls in ZS": "{} falls in ZS before Paris",
    "pays": "{} goes back for the castle", "changes sides": "{} changes sides",
}  # fmt: skip
OF_TACTIC = {"fights with": "fight with {}", "plays tactic": "play {}", "throws away": "discard {}"}
PLAIN = {
    "retreats inside": "retreat into the stronghold", "improves": "improve the TTM level",
    "spends a token": "spend a maneuver token", "turns all": "turn all DISPERSION results into RETREAT",
}  # fmt: skip


def zone_text(board: Any, zone: int) -> str:
    """A zone's name."""
    names = [fact.value.name for fact in told_by(board.words).zones.values()]
    names += ["ZN before Paris", "ZS before Paris"]
    return names[zone] if zone < len(names) else f"zone {zone}, which this map does not have"


def card_text(board: Any, number: int) -> str:
    """A faction card by its number: faction times 13 and card."""
    faction, card = FACTIONS[number // s.CARDS], number % s.CARDS + 1
    value = getattr(told_by(board.words), faction)[str(card)].value
    return f"the {faction.capitalize()} card {card} ({value.title or value.kind.upper()})"


def tactic_text(board: Any, card: int) -> str:
    """A TACTIC card."""
    return f"TACTIC card {card + 1} ({told_by(board.words).tactics[str(card + 1)].value.title})"


def _effect_text(board: Any, effect: int) -> str:
    """The title of the TACTIC cards that have an effect."""
    card = int(np.flatnonzero(board.tactic[:, T_EFFECT] == effect)[0])
    return str(told_by(board.words).tactics[str(card + 1)].value.title)


def company_text(board: Any, company: int) -> str:
    """A Free Company by its leader."""
    return _named(list(told_by(board.words).companies)[company])


def leader_text(leader: int) -> str:
    """A leader's name.

    >>> leader_text(5), leader_text(8)
    ('Joan of Arc', 'Black Prince')
    """
    return _named(LEADERS[leader])


def _named(slug: str) -> str:
    small = {"of", "de", "du"}
    words = [w.upper() if set(w) <= set("iv") else w if w in small else w.capitalize() for w in slug.split("-")]
    return " ".join(words).replace("Tete Noire", "Tête-Noire")


def top(state: Array) -> Array:
    at = s.FRAMES + 4 * (int(state[s.DEPTH]) - 1)
    return state[at : at + 4]


def action_text(board: Any, action: int) -> str:
    """An action as a person reads it; no two read alike."""
    kind, argument = kind_of_action(action)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in IN_ZONE:
        return IN_ZONE[kind].format(zone_text(board, argument))
    if kind in OF_UNIT:
        return OF_UNIT[kind].format(unit_text(argument))
    if kind in OF_TACTIC:
        return OF_TACTIC[kind].format(tactic_text(board, argument))
    if kind in ("declines", "agrees"):
        return _answer_text(kind == "agrees", argument)
    if kind in ("stays", "goes along", "leads"):
        does = {"stays": "stays", "goes along": "goes along", "leads": "marches"}[kind]
        return f"{leader_text(argument)} {does}"
    if kind in ("drops", "picks up"):
        return f"{'leave a unit behind' if kind == 'drops' else 'pick up a unit'}: {KINDS[argument]}"
    if kind == "turns one":
        return f"turn one {FACTIONS[argument].capitalize()} DISPERSION into RETREAT"
    if kind == "forms a company":
        company, zone = divmod(argument, s.MOST_ZONES)
        return f"{company_text(board, company)} leads the Free Company in {zone_text(board, zone)}"
    if kind == "plays":
        return f"play {card_text(board, argument)}"
    if kind == "draws from":
        return f"draw from TACTIC {'I' * (argument + 1)}"
    if kind == "militia":
        return f"militia of the {FACTIONS[argument].capitalize()} faction"
    return f"take {argument}"


def _answer_text(agrees: bool, kind: int) -> str:
    """What is said to the question of a frame."""
    return QUESTIONS.get(kind, f"agree ({kind})") if agrees else REFUSALS.get(kind, f"pass ({kind})")


def unit_text(kind: int) -> str:
    """A unit by its kind in a zone.

    >>> unit_text(4), unit_text(2)
    ('an Armagnac unit', 'an English elite unit')
    """
    return f"{'an' if KINDS[kind][0] in 'AE' else 'a'} {KINDS[kind]} unit"


def about_text(board: Any, state: Array) -> str:
    """What a decision is about, as far as its actions do not say it: a leader, a card, units; else nothing."""
    kind, a, b, c = (int(word) for word in top(state))
    if kind in (s.LEADER_ZONE, s.LEADER_CASTLE):
        return leader_text(a)
    if kind == s.EVENT_ZONE:
        return card_text(board, a * s.CARDS + b)
    if kind == s.TACTIC_ZONE:
        return _effect_text(board, b)
    if kind == s.RETREAT:
        camp, unit = divmod(c, 4)
        return "the whole army" if unit == s.WHOLE_ARMY else unit_text(6 if camp == s.ROUTIERS else 3 * camp + unit)
    if kind == s.COMPOSE:
        camp = int(state[s.ACTIVE]) // 2
        if c == s.VICTORS:
            camp = int(state[s.FRAMES + 4 * (int(state[s.DEPTH]) - 2) + 1])  # the camp that goes onward
        return f"{KINDS[3 * camp + b]} units"
    if kind == s.ROUTE:
        return f"Routiers in {zone_text(board, b)}"
    return ""
