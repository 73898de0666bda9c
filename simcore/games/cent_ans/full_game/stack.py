"""What can stand on the stack of what is to happen: each kind of frame, on which kinds it stands, what it can hold.

A frame added to `state`, or another use of a frame's numbers, is added here.
"""

from __future__ import annotations

from typing import Any

from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.rules.aftermath import STAYS
from simcore.games.cent_ans.full_game.rules.leaders import CASTLE_UNITS

CAMP, FACTION, CARD, TACTIC, LEADER, COUNT = (
    (0, 1),
    (0, 3),
    (0, s.CARDS - 1),
    (0, s.TACTICS - 1),
    (0, s.LEADERS - 1),
    (1, 999),
)
NONE, FLAG, SIDE, ZONE, ZONE_OR_NONE = (0, 0), (0, 1), (0, 1), "zone", "zone or none"
WITHIN = (s.BATTLE, s.MANEUVER, s.CHOOSE_CARD, s.REACT, s.ARMY, s.MARCH, s.PLACE, s.ROUTIER_TURN, s.EVENT_ZONE, s.FIGHT)
HAPPENS = (s.CHOOSE_CARD, s.REACT, s.PLACE, s.ARMY)  # decisions in which an event or a TACTIC card comes up
# Of each kind of frame: the kinds on which it stands, and what its three numbers can be.
FRAMES: dict[int, tuple[tuple[int, ...], Any, Any, Any]] = {
    s.NEXT: ((-1,), NONE, NONE, NONE),
    s.DRAW: ((s.NEXT,), NONE, NONE, NONE),
    s.BATTLE: ((s.DRAW,), (0, 2), NONE, NONE),
    s.MANEUVER: ((s.BATTLE,), (0, 3), NONE, NONE),
    s.REINFORCE: ((s.MANEUVER,), FLAG, NONE, NONE),
    s.ROUTIER_TURN: ((s.MANEUVER, s.MADNESS, s.TACTIC_ZONE, *HAPPENS), CAMP, (0, 3), ZONE_OR_NONE),
    s.FIGHT: (WITHIN, ZONE, (0, 8191), (0, s.DICE)),
    s.ONWARD: (WITHIN, CAMP, ZONE, (0, (STAYS << s.LEADERS) - 1)),
    s.LEADER_ZONE: ((s.NEXT, s.REINFORCE, s.LEADER_ZONE), LEADER, NONE, NONE),
    s.LEADER_CASTLE: ((s.NEXT, s.REINFORCE, s.LEADER_ZONE), LEADER, NONE, NONE),
    s.REVOLT: ((s.REINFORCE,), CARD, NONE, NONE),
    s.PLACE: ((s.MANEUVER,), NONE, NONE, NONE),
    s.CHOOSE_CARD: ((s.MANEUVER,), NONE, NONE, NONE),
    s.REACT: ((s.MANEUVER, s.BATTLE), CAMP, NONE, NONE),
    s.MADNESS: ((s.MANEUVER,), CAMP, NONE, NONE),
    s.ARMY: ((s.BATTLE,), NONE, NONE, NONE),
    s.COMPOSE: ((s.MARCH, s.ONWARD), ZONE, (0, 2), FLAG),
    s.MARCH: ((s.ARMY,), NONE, NONE, NONE),
    s.CHOOSE_BATTLE: ((s.BATTLE, s.MANEUVER, s.ROUTIER_TURN), NONE, NONE, NONE),
    s.SHELTER: ((s.FIGHT,), CAMP, NONE, NONE),
    s.BESIEGE: ((s.FIGHT,), CAMP, NONE, NONE),
    s.BATTLE_CARD: ((s.FIGHT,), CAMP, FLAG, NONE),
    s.SLIP: ((s.FIGHT,), ZONE, NONE, NONE),
    s.SLIP_EVENT: ((s.BATTLE,), CARD, NONE, NONE),
    s.EXPLOIT: (WITHIN, CAMP, TACTIC, (0, s.LED)),
    s.DISCARD: ((s.PLACE, s.MANEUVER, *HAPPENS), CAMP, (s.HELD, s.EQUIPPED), NONE),
    s.PILE: ((s.ARMY,), CAMP, NONE, NONE),
    s.ROUTE: ((s.ROUTIER_TURN,), CAMP, ZONE, NONE),
    s.EVENT_ZONE: (HAPPENS, FACTION, CARD, (0, (1 << 31) - 1)),
    s.MILITIA: (HAPPENS, CAMP, COUNT, NONE),
    s.MILITIA_ZONE: (HAPPENS, FACTION, COUNT, ZONE_OR_NONE),
    s.TACTIC_ZONE: (HAPPENS, CAMP, (0, 99), (0, 999)),
    s.EFFECT: ((s.FIGHT,), CAMP, SIDE, NONE),
    s.FALL: ((s.FIGHT,), CAMP, SIDE, (0, 3)),
    s.RETREAT: ((s.FIGHT,), CAMP, SIDE, (0, 15)),
    s.TURN_COAT: ((s.FIGHT, *HAPPENS), FACTION, ZONE, COUNT),
    s.ENROL: ((s.FIGHT, *HAPPENS), FACTION, ZONE, COUNT),
    s.GATHER: (HAPPENS, CAMP, ZONE, COUNT),
    s.ROUTIER_CAMP: ((s.ROUTIER_TURN,), CAMP, NONE, NONE),
    s.TURN_RESULTS: ((s.FIGHT,), CAMP, SIDE, NONE),
    s.CASTLE_PRICE: ((s.NEXT, s.REINFORCE, s.LEADER_ZONE), CAMP, ZONE, (1, CASTLE_UNITS)),
    s.BAND: ((s.ROUTIER_TURN,), CAMP, NONE, NONE),
    s.GO_ALONG: ((s.ONWARD,), CAMP, LEADER, NONE),
}
NEVER_BELOW = (
    s.ROUTE, s.BAND, s.GATHER, s.COMPANY_LEADER, s.SHELTER, s.BESIEGE, s.BATTLE_CARD, s.SLIP, s.EFFECT, s.FALL,
    s.RETREAT, s.TURN_RESULTS,
)  # fmt: skip
FRAMES[s.COMPANY_LEADER] = (tuple(kind for kind in FRAMES if kind not in NEVER_BELOW), NONE, NONE, NONE)

BY_THEMSELVES = (s.NEXT, s.DRAW, s.BATTLE, s.MANEUVER, s.REINFORCE, s.ROUTIER_TURN, s.FIGHT, s.ONWARD)
# stages
IN_A_FIGHT = {
    s.SHELTER: (1,), s.BESIEGE: (2,), s.SLIP: (3,), s.BATTLE_CARD: (4, 5, s.DICE), s.EFFECT: (6, 7),
    s.TURN_RESULTS: (s.DICE,),
}  # fmt: skip
DEEPEST = 16  # frames; games come to 9, and a rule needs room for a dozen more
ZONE_EVENTS = (s.JACQUERIE, s.TURN_COATS, s.CIVIL_WAR, s.RISING, s.REMOVE_UNITS, s.ENROL_ROUTIERS)
ZONE_TACTICS = (s.PILLAGE, s.TETE_NOIRE, s.RECRUIT, s.REVOLT_OF_ROUTIERS)

assert set(FRAMES) | {s.LEADER_DRAW, s.TACTIC_DRAW} == set(range(max(FRAMES) + 1)), s.FACTIONS
