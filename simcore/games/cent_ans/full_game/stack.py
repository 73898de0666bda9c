"""What can stand on the stack of what is to happen: each kind of frame, on which kinds it stands, what it can hold.

A frame added to `state`, or another use of a frame's numbers, is added here.
"""

from __future__ import annotations

from typing import Any

from simcore.games.cent_ans.full_game import state as at
from simcore.games.cent_ans.full_game.rules.aftermath import STAYS
from simcore.games.cent_ans.full_game.rules.leaders import CASTLE_UNITS
from simcore.games.cent_ans.full_game.state import (
    ARMY,
    BAND,
    BATTLE,
    BATTLE_CARD,
    BESIEGE,
    CARDS,
    CASTLE_PRICE,
    CHOOSE_BATTLE,
    CHOOSE_CARD,
    CIVIL_WAR,
    COMPANY_LEADER,
    COMPOSE,
    DICE,
    DISCARD,
    DRAW,
    EFFECT,
    ENROL,
    ENROL_ROUTIERS,
    EQUIPPED,
    EVENT_ZONE,
    EXPLOIT,
    FACTIONS,
    FALL,
    FIGHT,
    GATHER,
    GO_ALONG,
    HELD,
    JACQUERIE,
    LEADER_CASTLE,
    LEADER_ZONE,
    LEADERS,
    LED,
    MADNESS,
    MANEUVER,
    MARCH,
    MILITIA,
    MILITIA_ZONE,
    NEXT,
    ONWARD,
    PILE,
    PILLAGE,
    PLACE,
    REACT,
    RECRUIT,
    REINFORCE,
    REMOVE_UNITS,
    RETREAT,
    REVOLT,
    REVOLT_OF_ROUTIERS,
    RISING,
    ROUTE,
    ROUTIER_CAMP,
    ROUTIER_TURN,
    SHELTER,
    SLIP,
    SLIP_EVENT,
    TACTIC_ZONE,
    TACTICS,
    TETE_NOIRE,
    TURN_COAT,
    TURN_COATS,
    TURN_RESULTS,
)

CAMP, FACTION, CARD, TACTIC, LEADER, COUNT = (
    (0, 1),
    (0, 3),
    (0, CARDS - 1),
    (0, TACTICS - 1),
    (0, LEADERS - 1),
    (1, 999),
)
NONE, FLAG, SIDE, ZONE, ZONE_OR_NONE = (0, 0), (0, 1), (0, 1), "zone", "zone or none"
WITHIN = (BATTLE, MANEUVER, CHOOSE_CARD, REACT, ARMY, MARCH, PLACE, ROUTIER_TURN, EVENT_ZONE, FIGHT)
HAPPENS = (CHOOSE_CARD, REACT, PLACE, ARMY)  # decisions in which an event or a TACTIC card comes up
# Of each kind of frame: the kinds on which it stands, and what its three numbers can be.
FRAMES: dict[int, tuple[tuple[int, ...], Any, Any, Any]] = {
    NEXT: ((-1,), NONE, NONE, NONE),
    DRAW: ((NEXT,), NONE, NONE, NONE),
    BATTLE: ((DRAW,), (0, 2), NONE, NONE),
    MANEUVER: ((BATTLE,), (0, 3), NONE, NONE),
    REINFORCE: ((MANEUVER,), FLAG, NONE, NONE),
    ROUTIER_TURN: ((MANEUVER, MADNESS, TACTIC_ZONE, *HAPPENS), CAMP, (0, 3), ZONE_OR_NONE),
    FIGHT: (WITHIN, ZONE, (0, 8191), (0, DICE)),
    ONWARD: (WITHIN, CAMP, ZONE, (0, (STAYS << LEADERS) - 1)),
    LEADER_ZONE: ((NEXT, REINFORCE, LEADER_ZONE), LEADER, NONE, NONE),
    LEADER_CASTLE: ((NEXT, REINFORCE, LEADER_ZONE), LEADER, NONE, NONE),
    REVOLT: ((REINFORCE,), CARD, NONE, NONE),
    PLACE: ((MANEUVER,), NONE, NONE, NONE),
    CHOOSE_CARD: ((MANEUVER,), NONE, NONE, NONE),
    REACT: ((MANEUVER, BATTLE), CAMP, NONE, NONE),
    MADNESS: ((MANEUVER,), CAMP, NONE, NONE),
    ARMY: ((BATTLE,), NONE, NONE, NONE),
    COMPOSE: ((MARCH, ONWARD), ZONE, (0, 2), FLAG),
    MARCH: ((ARMY,), NONE, NONE, NONE),
    CHOOSE_BATTLE: ((BATTLE, MANEUVER, ROUTIER_TURN), NONE, NONE, NONE),
    SHELTER: ((FIGHT,), CAMP, NONE, NONE),
    BESIEGE: ((FIGHT,), CAMP, NONE, NONE),
    BATTLE_CARD: ((FIGHT,), CAMP, FLAG, NONE),
    SLIP: ((FIGHT,), ZONE, NONE, NONE),
    SLIP_EVENT: ((BATTLE,), CARD, NONE, NONE),
    EXPLOIT: (WITHIN, CAMP, TACTIC, (0, LED)),
    DISCARD: ((PLACE, MANEUVER, *HAPPENS), CAMP, (HELD, EQUIPPED), NONE),
    PILE: ((ARMY,), CAMP, NONE, NONE),
    ROUTE: ((ROUTIER_TURN,), CAMP, ZONE, NONE),
    EVENT_ZONE: (HAPPENS, FACTION, CARD, (0, (1 << 31) - 1)),
    MILITIA: (HAPPENS, CAMP, COUNT, NONE),
    MILITIA_ZONE: (HAPPENS, FACTION, COUNT, ZONE_OR_NONE),
    TACTIC_ZONE: (HAPPENS, CAMP, (0, 99), (0, 999)),
    EFFECT: ((FIGHT,), CAMP, SIDE, NONE),
    FALL: ((FIGHT,), CAMP, SIDE, (0, 3)),
    RETREAT: ((FIGHT,), CAMP, SIDE, (0, 15)),
    TURN_COAT: ((FIGHT, *HAPPENS), FACTION, ZONE, COUNT),
    ENROL: ((FIGHT, *HAPPENS), FACTION, ZONE, COUNT),
    GATHER: (HAPPENS, CAMP, ZONE, COUNT),
    ROUTIER_CAMP: ((ROUTIER_TURN,), CAMP, NONE, NONE),
    TURN_RESULTS: ((FIGHT,), CAMP, SIDE, NONE),
    CASTLE_PRICE: ((NEXT, REINFORCE, LEADER_ZONE), CAMP, ZONE, (1, CASTLE_UNITS)),
    BAND: ((ROUTIER_TURN,), CAMP, NONE, NONE),
    GO_ALONG: ((ONWARD,), CAMP, LEADER, NONE),
}
NEVER_BELOW = (
    ROUTE, BAND, GATHER, COMPANY_LEADER, SHELTER, BESIEGE, BATTLE_CARD, SLIP, EFFECT, FALL, RETREAT, TURN_RESULTS,
)  # fmt: skip
FRAMES[COMPANY_LEADER] = (tuple(kind for kind in FRAMES if kind not in NEVER_BELOW), NONE, NONE, NONE)

BY_THEMSELVES = (NEXT, DRAW, BATTLE, MANEUVER, REINFORCE, ROUTIER_TURN, FIGHT, ONWARD)
# stages
IN_A_FIGHT = {
    SHELTER: (1,), BESIEGE: (2,), SLIP: (3,), BATTLE_CARD: (4, 5, DICE), EFFECT: (6, 7), TURN_RESULTS: (DICE,),
}  # fmt: skip
DEEPEST = 16  # frames; games come to 9, and a rule needs room for a dozen more
ZONE_EVENTS = (JACQUERIE, TURN_COATS, CIVIL_WAR, RISING, REMOVE_UNITS, ENROL_ROUTIERS)
ZONE_TACTICS = (PILLAGE, TETE_NOIRE, RECRUIT, REVOLT_OF_ROUTIERS)

assert set(FRAMES) | {at.LEADER_DRAW, at.TACTIC_DRAW} == set(range(max(FRAMES) + 1)), FACTIONS
