"""What is wrong with a state from outside whose cells are all in range: plain Python, asked before any kernel sees it.

The rules look nothing up twice. A frame must be of a kind that waits there, its numbers those that this kind takes, and
whoever fights, marches or must still go must stand where he is said to.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import A_NORTH_CAMP, L_CAMP, T_EFFECT, T_IN_GAME, T_KIND
from simcore.games.cent_ans.full_game.soundness_fights import dues, fights
from simcore.games.cent_ans.full_game.stack import BY_THEMSELVES, DEEPEST, FRAMES, ZONE, ZONE_EVENTS, ZONE_TACTICS
from simcore.types import Array


class Parts:
    """A state with its parts as arrays of ordinary shape."""

    def __init__(self, table: Any, state: Array) -> None:
        self.table, self.cells, self.zones = table, state, int(table.zones)
        self.units = state[s.UNITS : s.MOVED].reshape(s.MOST_ZONES, s.KINDS)
        self.moved = state[s.MOVED : s.WORKS].reshape(s.MOST_ZONES, 3)
        self.works, self.to_move = state[s.WORKS : s.TO_MOVE], state[s.TO_MOVE : s.RESERVE]
        self.fighting = state[s.FIGHTING : s.DUE_LOSS].reshape(2, 3)
        self.due_loss = state[s.DUE_LOSS : s.DUE_RETREAT]
        self.due_retreat = state[s.DUE_RETREAT : s.DUE_DISPERSION].reshape(2, 3)
        self.due_of_factions = state[s.DUE_DISPERSION : s.INSIDE].reshape(2, 2, 2)  # result, side, faction
        self.inside = state[s.INSIDE : s.ROLLED]
        self.rolled = state[s.ROLLED : s.WORKING]
        self.army = state[s.MARCH_ARMY : s.MARCH_ARMY + 3]
        self.camp = int(state[s.ACTIVE]) // 2
        self.tactic = state[s.TACTIC : s.FIGHTING]
        depth = int(state[s.DEPTH])
        self.frames = [tuple(map(int, frame)) for frame in state[s.FRAMES :].reshape(-1, 4)[:depth]]
        self.kinds = [frame[0] for frame in self.frames]

    def of_camp(self, zone: int, camp: int) -> Array:
        return self.units[zone, 3 * camp : 3 * camp + 3]


def sound(table: Any, state: Array) -> str:
    """What is wrong with a state, "" if nothing is."""
    one = Parts(table, state)
    for find_wrong in (_places, _stack, _cards, _march, _routiers, fights, dues):
        if wrong := find_wrong(one):
            return wrong
    return ""


def _places(one: Parts) -> str:
    """Everything is on the board, and the turn one of the game's."""
    state, zones = one.cells, one.zones
    if state[s.TURN] > one.table.turns:
        return f"the game has {int(one.table.turns)} turns"
    for cell in (s.MARCH_ZONE, s.EXPLOIT_ZONE):
        if state[cell] >= zones:
            return f"the board has {zones} zones"
    leaders, companies = state[s.LEADER : s.LEADER_MOVED], state[s.COMPANY : s.CARD]
    if state[s.SHELTERED] > zones or (leaders >= zones).any() or (companies >= zones).any():
        return f"the board has {zones} zones"
    if one.units[zones:].any() or one.moved[zones:].any() or one.works[zones:].any() or one.to_move[zones:].any():
        return f"the board has {zones} zones"
    led = companies[companies >= 0].tolist()
    if len(set(led)) < len(led):
        return "two Free Companies are in one zone"
    place = np.asarray(one.table.place)[:zones]
    castles, towns = (one.works[:zones] > 0) & (one.works[:zones] < s.FORTIFIED), one.works[:zones] == s.FORTIFIED
    camps = np.arange(zones) >= one.table.marks[A_NORTH_CAMP]
    if (castles & ((place != s.NO_PLACE) | camps)).any() or (towns & (place != s.TOWN)).any():
        return "a castle or a fortified town stands where none can"
    return ""


def _stack(one: Parts) -> str:
    """Frames of known kinds, each on one that it can stand on, with numbers that it can have; the top one waits."""
    if one.cells[s.FRAMES + 4 * len(one.frames) :].any():
        return "there are frames above the stack"
    if not one.frames:
        return "" if one.cells[s.HOW] != s.GOING_ON else "nothing is to happen, and the game is not over"
    if len(one.frames) > DEEPEST:
        return f"the stack is deeper than {DEEPEST} frames"
    under = -1
    for kind, *numbers in one.frames:
        if kind not in FRAMES or under not in FRAMES[kind][0]:
            return f"a frame of kind {kind} cannot stand on one of kind {under}"
        for number, allowed in zip(numbers, FRAMES[kind][1:], strict=True):
            least, most = allowed if isinstance(allowed, tuple) else (0, one.zones - (allowed == ZONE))
            if not least <= number <= most:
                return f"a frame of kind {kind} holds {number}, allowed: {least} to {most}"
        under = kind
    kind, a, b, c = one.frames[-1]
    if kind in BY_THEMSELVES:
        return f"a frame of kind {kind} does not wait for a decision"
    return _top(one, kind, a, b, c)


def _top(one: Parts, kind: int, a: int, b: int, c: int) -> str:
    """The numbers of the frames that name cards, and what they take from the board."""
    table, state = one.table, one.cells
    for below, one_a, one_b, one_c in one.frames:
        if below == s.EVENT_ZONE and table.card[one_a, one_b, 6] not in ZONE_EVENTS:
            return f"faction card {one_b + 1} chooses no zone"
        if below == s.TACTIC_ZONE:
            most = one.zones if one_b == s.REVOLT_OF_ROUTIERS else 99
            if one_b not in ZONE_TACTICS or one_c > most:
                return f"the TACTIC effect {one_b} with {one_c} chooses no zone"
        if below == s.MADNESS:
            held = (one.tactic == s.HELD + one_a) & (np.asarray(table.tactic)[:, T_EFFECT] == s.A_MADNESS)
            if one_a == one.camp or not held.any():
                return "nobody holds the King's madness"
    if kind in (s.REVOLT, s.SLIP_EVENT):
        faction = s.ARMAGNAC if kind == s.REVOLT else s.FRENCH
        if state[s.CARD + faction * s.CARDS + a] != s.IN_HAND:
            return f"faction card {a + 1} is in no hand"
    if kind == s.EXPLOIT and one.tactic[b] != s.HELD + a:
        return f"TACTIC card {b + 1} is not held"
    if kind == s.DISCARD and b not in (s.HELD, s.EQUIPPED):
        return f"nothing is discarded from {b}"
    if kind == s.CASTLE_PRICE and one.of_camp(b, a).sum() < c:
        return "a castle is paid by units that are not there"
    if kind == s.COMPANY_LEADER:
        groups = [zone for zone in range(one.zones) if one.units[zone, s.ROUTIER] >= table.company_size]
        companies = state[s.COMPANY : s.CARD]
        free = (companies == s.AWAY) & (np.asarray(table.company)[:, 1] == 0)
        if not free.any() or not set(groups) - set(companies.tolist()):
            return "no Free Company waits for a leader"
    if kind == s.MILITIA_ZONE and c > 0 and one.units[c - 1, 3 * (a // 2) + a % 2] == 0:
        return "the militia comes from where there is nobody"
    return ""


def _cards(one: Parts) -> str:
    """TACTIC cards lie where cards of their kind can."""
    kinds, in_game = np.asarray(one.table.tactic)[:, T_KIND], np.asarray(one.table.tactic)[:, T_IN_GAME] > 0
    if ((one.tactic == s.NOT_IN_GAME) == in_game).any():
        return "a TACTIC card is in the game that is not, or is not that is"
    equipped = (one.tactic == s.EQUIPPED) | (one.tactic == s.EQUIPPED + 1)
    if (equipped & (kinds != s.EQUIPMENT) & (np.asarray(one.table.tactic)[:, T_EFFECT] != s.FRANCS_ARCHERS)).any():
        return "a TACTIC card is in an EQUIPMENT zone that is none"
    calamities = one.tactic[(kinds == s.CALAMITY) & in_game]
    if ((calamities >= s.HELD) & (calamities != s.DISCARDED)).any() or calamities.size > 3:
        return "a CALAMITY is neither in a pile nor drawn"
    return ""


def _march(one: Parts) -> str:
    """Who marches is there, and has not moved."""
    state = one.cells
    if s.MARCH not in one.kinds and s.ONWARD not in one.kinds:
        return "an army marches without a march" if one.army.any() else ""
    kind, zone, place, whose = one.frames[-1]
    leader = int(state[s.MARCH_LEADER])
    here = int(state[s.MARCH_ZONE])
    if s.MARCH in one.kinds and 0 <= leader < s.LEADERS:
        if one.table.leader[leader, L_CAMP] != one.camp:
            return "the enemy's leader leads the march"
        if kind in (s.MARCH, s.COMPOSE) and state[s.LEADER + leader] != here:
            return "the army marches without its leader"
    if kind == s.MARCH or (kind == s.COMPOSE and one.kinds[-2] == s.MARCH):
        free = one.of_camp(here, one.camp) - one.moved[here]
        if (one.army > free).any() or not one.army.any():
            return "more units march than there are, or none"
        if kind == s.COMPOSE and (zone != here or whose != s.ANY_ARMY):
            return "the army is composed elsewhere"
        if kind == s.COMPOSE and one.army[:place].sum() > free.sum() - 1:
            return "more units march than can"
    if kind == s.COMPOSE and one.kinds[-2] == s.ONWARD:
        there = int(state[s.EXPLOIT_ZONE])
        victors = int(one.frames[-2][1])
        if zone != there or whose != s.VICTORS or (one.army > one.of_camp(there, victors)).any():
            return "more units go on than there are"
        if one.army[place:].any():
            return "more units go on than were chosen"
    if kind == s.GO_ALONG:
        return _onward(one, zone, place)
    if s.ONWARD in one.kinds and kind != s.COMPOSE:
        return "nobody has been chosen to go on"
    return ""


def _onward(one: Parts, camp: int, leader: int) -> str:
    """Some of the victors go on, some stay, and the leader who is asked is among them (TACTIC card 12)."""
    there = int(one.cells[s.EXPLOIT_ZONE])
    here = one.of_camp(there, camp)
    if one.frames[-2][1] != camp or (one.army > here).any() or not 0 < one.army.sum() < here.sum():
        return "more units go on than there are, or nobody goes or stays"
    if one.table.leader[leader, L_CAMP] != camp or one.cells[s.LEADER + leader] != there:
        return "the leader who is asked is not there"
    return ""


def _routiers(one: Parts) -> str:
    """Routiers who must still move are there."""
    kind, _, zone, _ = one.frames[-1] if one.frames else (0, 0, 0, 0)
    if kind == s.ROUTE and not 0 < one.to_move[zone] <= one.units[zone, s.ROUTIER]:
        return "Routiers move who are not there"
    if kind == s.BAND and (not one.to_move.any() or (one.to_move > one.units[:, s.ROUTIER]).any()):
        return "no Routiers are to move, or more than there are"
    return ""
