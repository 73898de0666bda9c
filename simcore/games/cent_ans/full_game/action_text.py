"""What zones, cards, leaders and actions of a full game are called. What comes of them: `narration`."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import T_EFFECT
from simcore.games.cent_ans.full_game.facts import FACTIONS, LEADERS, told_by
from simcore.games.cent_ans.full_game.rules.casualties import ACROSS
from simcore.games.cent_ans.full_game.rules.companies import PLACES
from simcore.games.cent_ans.full_game.rules.sides import across
from simcore.games.cent_ans.kernels import ONE_DISPERSION_RETREATS, ONE_OF_SECOND_RETREATS
from simcore.types import Array

KINDS = ("English", "Burgundian", "English elite", "French", "Armagnac", "French elite", "Routier")
CAMPS = ("English", "French")
_across = uncompiled(across)
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
}


def zone_text(board: Any, zone: int) -> str:
    """A zone's name."""
    names = [fact.value.name for fact in told_by(board.words).zones.values()]
    return names[zone] if zone < len(names) else ("ZN before Paris", "ZS before Paris")[zone - len(names)]


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


def action_text(board: Any, state: Array, action: int) -> str:
    """A legal action as a person reads it; no two that are legal together read alike."""
    verb, argument = divmod(int(action), s.VERB)
    kind, a, b, c = (int(word) for word in top(state))
    camp = int(state[s.ACTIVE]) // 2
    if kind == s.COMPOSE and c == s.VICTORS:
        camp = int(state[s.FRAMES + 4 * (int(state[s.DEPTH]) - 2) + 1])  # the camp that goes onward
    if kind == s.GO_ALONG:
        return f"{leader_text(b)} {'stays' if verb == s.PASS else 'goes along'}"
    if verb == s.PASS:
        return REFUSALS.get(kind, "pass")
    if verb == s.YES:
        return QUESTIONS[kind]
    if verb == s.TO_ZONE:
        if kind == s.LEADER_ZONE:
            return f"{leader_text(a)} appears in {zone_text(board, argument)}"
        if kind == s.LEADER_CASTLE:
            return f"{leader_text(a)} builds a castle in {zone_text(board, argument)}"
        if kind == s.RETREAT:
            return _retreat_text(board, state, c, argument)
        if kind == s.EVENT_ZONE:
            return f"choose {zone_text(board, argument)} for {card_text(board, a * s.CARDS + b)}"
        return f"{_zoned(board, state)} {zone_text(board, argument)}"
    kinds = KINDS[3 * camp : 3 * camp + 3]
    if verb == s.NUMBER:
        return f"take {argument} {kinds[b]}"
    zoned = {
        s.SEND_ALL: "march with all from {}", s.SEND_BUT_ONE: "march with all but one from {}",
        s.COMPOSE_ARMY: "form an army in {}", s.BUILD_CASTLE: "build a castle in {}",
        s.FORTIFY: "fortify {}", s.STEP: "go to {}", s.SAIL: "sail to {}",
        s.FIGHT_IN: "fight in {}", s.ATTACK_COMPANY: "attack the Free Company in {}",
    }  # fmt: skip
    if verb in zoned:
        return zoned[verb].format(zone_text(board, argument))
    if verb == s.PLAY:
        return f"play {card_text(board, argument)}"
    if verb == s.FALLS:
        if kind == s.FALL:
            return _fall_text(board, state, b, c, argument)
        if kind == s.CASTLE_PRICE:
            return f"{_unit(a, argument)} goes back for the castle"
        return f"{_unit(1 - a // 2, argument)} changes sides"
    if kind == s.EFFECT:
        return f"fight with {tactic_text(board, argument)}"
    if verb == s.PLAY_TACTIC:
        return f"play {tactic_text(board, argument)}"
    if verb == s.THROW_AWAY:
        return f"discard {tactic_text(board, argument)}"
    if verb == s.LEAD:
        return f"{leader_text(argument)} marches"
    if verb == s.DROP:
        return f"leave a unit behind: {kinds[argument]}"
    if verb == s.PICK_UP:
        return f"pick up a unit: {kinds[argument]}"
    if verb == s.SPEND_TOKEN:
        return "spend a maneuver token"
    if verb == s.SAVE:
        first, second = KINDS[3 * a : 3 * a + 2]  # of the camp that rolled, whoever is active
        whose = {ONE_DISPERSION_RETREATS: first, ONE_OF_SECOND_RETREATS: second}.get(argument)
        return f"turn {f'one {whose} DISPERSION' if whose else 'all DISPERSION results'} into RETREAT"
    if verb == s.FORM_COMPANY:
        company, zone = divmod(argument, PLACES)
        return f"{company_text(board, company)} leads the Free Company in {zone_text(board, zone)}"
    if verb == s.IMPROVE:
        return "improve the TTM level"
    if verb == s.DRAW_FROM:
        return f"draw from TACTIC {'I' * (argument + 1)}"
    return f"militia of the {FACTIONS[argument].capitalize()} faction"


def _zoned(board: Any, state: Array) -> str:
    """What happens in the zone that is chosen."""
    kind, a, b, c = (int(word) for word in top(state))
    if kind == s.TACTIC_ZONE:
        return "the Routiers march to" if b == s.REVOLT_OF_ROUTIERS and c else f"{_effect_text(board, b)} in"
    if kind == s.MILITIA_ZONE and c == 0 and state[s.RESERVE + a] == 0:
        return "take a unit from"
    words = {
        s.ENROL: "enrol a Routier with a unit from", s.GATHER: "a Routier comes from",
        s.ROUTIER_CAMP: "Routiers appear in", s.BAND: "move the Routiers of",
    }  # fmt: skip
    return words.get(kind, "place a unit in")


def _unit(camp: int, kind: int) -> str:
    """A unit of a camp by its kind.

    >>> _unit(1, 1), _unit(0, 2)
    ('an Armagnac unit', 'an English elite unit')
    """
    name = KINDS[6 if camp == s.ROUTIERS else 3 * camp + kind]
    return f"{'an' if name[0] in 'AE' else 'a'} {name} unit"


def _fall_text(board: Any, state: Array, side: int, camp: int, victim: int) -> str:
    if not state[s.STEPS]:
        return f"{_unit(camp, victim)} finds no shelter and is dispersed"
    zone = int(state[s.FRAMES + 4 * (int(state[s.DEPTH]) - 2) + 1])
    other = _across(board, state, zone, camp) if side == 0 else -1
    where = f" in {zone_text(board, zone if victim < ACROSS else other)}" if other >= 0 else ""
    return f"{_unit(camp, victim % ACROSS)} falls{where}"


def _retreat_text(board: Any, state: Array, who: int, zone: int) -> str:
    camp, kind = divmod(who, 4)
    if kind == s.WHOLE_ARMY:
        return f"retreat with the whole army to {zone_text(board, zone)}"
    inside = zone == int(state[s.FRAMES + 4 * (int(state[s.DEPTH]) - 2) + 1])
    return f"{_unit(camp, kind)} retreats {'into the stronghold of' if inside else 'to'} {zone_text(board, zone)}"
