"""A full game retold: every decision, and what came of it in the order in which the rules did it.

Units that come, go and fall, dice and cards are heard from the rules themselves; what else changed on the board is told
whenever a decision, or a faction's sequence, is behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.fullgame import Array, Teller
from simcore.games.cent_ans.play import decisions, fights, layout, zones
from simcore.games.cent_ans.play.shapes import FACTIONS, told_by
from simcore.games.cent_ans.play.table import A_PARIS
from simcore.games.cent_ans.play.telling import (
    CAMPS,
    KINDS,
    action_text,
    card_text,
    company_text,
    leader_text,
    tactic_text,
    top,
    zone_text,
)
from simcore.games.cent_ans.retelling import counted, dice_text

Rule = Callable[..., Any]
SIDES = tuple(f"the {camp}" for camp in (*CAMPS, "Routiers", "Papal Guard"))
FACTION_NAMES = tuple(faction.capitalize() for faction in FACTIONS)
DICE = (*FACTION_NAMES, "Routier", "elite")  # by row of faces
ELITE_DICE = len(DICE) - 1
WORKS = ("no works", "a castle of level 1", "a castle of level 2", "a fortified town")
PILES = "I", "II", "III"
FROM_RESERVE, TO_RESERVE = -1, -2  # in place of a zone

_whose, _controller = uncompiled(decisions.whose), uncompiled(zones.controller)
_strength, _siege_camp = uncompiled(zones.strength), uncompiled(zones.siege_camp)
_has_initiative = uncompiled(fights.has_initiative)


class CentAnsTeller(Teller):
    """`seen` is the state as it has been told, `moving` the units that have moved since, `fighting` the fights begun.

    `moving`: (from, to) with the units by kind, one after the other; `fighting`: place of the fight's frame in the
    state, and whether it has come to dice.
    """

    def __init__(self, board: Any) -> None:
        super().__init__(board)
        self.seen = np.zeros(0, np.int32)
        self.state = self.seen  # the state itself, for rules that do not name it
        self.moving: list[tuple[int, int, Array]] = []
        self.fighting: dict[int, bool] = {}
        self.roll: list[tuple[str, list[int]]] = []
        self.controlled: list[int] = []
        self.contested = False  # can control of a region have changed since it was told?

    @property
    def heard(self) -> Mapping[str, Rule]:
        return {
            "_settle": self.begun, "run_next": self.sequence, "run_leader_draw": self.leader_drawn,
            "fill_hand": self.hand_filled, "run_tactic_draw": self.tactic_drawn, "advance_ttm": self.advanced,
            "run_routier_turn": self.routiers, "run_fight": self.fought, "roll_dice": self.rolled, "pop": self.popped,
            "put": self.put, "take": self.taken, "shift": self.shifted,
        }  # fmt: skip

    def decided(self, state: Array, action: int) -> None:
        self.state = state
        kind, _, zone = (int(word) for word in top(state)[:3])
        camp = int(_whose(self.board, state))
        who = CAMPS[camp] if camp != state[layout.ACTIVE] // 2 else FACTION_NAMES[state[layout.ACTIVE]]
        if kind == layout.ROUTE:
            who += f", Routiers in {self.name(zone)}"
        self.lines.append(f"  {who}: {action_text(self.board, state, action)}")

    def settled(self, state: Array) -> None:
        self.changes()
        if state[layout.DEPTH] == 0:
            self.lines += ["", _end(state)]

    def name(self, zone: int) -> str:
        return zone_text(self.board, zone)

    def company(self, number: int) -> str:
        return f"the Free Company of {company_text(self.board, number)}"

    def say(self, line: str) -> None:
        """A line, after those on units that have moved before."""
        self.moves()
        self.lines.append(f"    {line}")

    # ---- turns ----

    def begun(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        """The first time, the set-up is behind."""
        if not self.seen.size:
            self.set_up(state)
        rule(table, state, stream)

    def set_up(self, state: Array) -> None:
        """The board as it stands when the tale begins."""
        self.state, self.seen = state, state.copy()
        self.moving.clear()
        here = ((zone, self.present(zone)) for zone in range(int(self.board.zones)))
        self.lines += [f"Set-up: {self.name(zone)}: {units}" for zone, units in here if units]
        self.controlled = self.control()

    def sequence(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        self.changes()
        rule(table, state, stream)
        self.seen[layout.TURN] = state[layout.TURN]
        if state[layout.DEPTH] > 0:
            faction = FACTION_NAMES[state[layout.ACTIVE]]
            self.lines += ["", f"Turn {state[layout.TURN]}, {faction} sequence."]

    def leader_drawn(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        due = int(state[layout.LEADER_DUE])
        rule(table, state, stream)
        if due != state[layout.LEADER_DUE] and top(state)[0] == layout.LEADER_ZONE:
            self.say(f"a leader of the {CAMPS[state[layout.ACTIVE] // 2]} comes: {leader_text(int(top(state)[1]))}")

    def routiers(self, rule: Rule, table: Any, state: Array) -> None:
        _, camp, stage, _ = (int(word) for word in top(state))
        if stage == 0:
            self.changes()
            self.say(f"The Routiers' turn, played by the {CAMPS[camp]}:")
        rule(table, state)

    # ---- cards ----

    def hand_filled(self, rule: Rule, table: Any, state: Array, stream: Array, faction: int) -> None:
        cards = slice(layout.CARD + faction * layout.CARDS, layout.CARD + (faction + 1) * layout.CARDS)
        before = state[cards] == layout.IN_HAND
        rule(table, state, stream, faction)
        drawn = np.flatnonzero((state[cards] == layout.IN_HAND) & ~before)
        if self.seen.size and drawn.size:
            named = ", ".join(card_text(self.board, faction * layout.CARDS + int(card)) for card in drawn)
            self.say(f"drawn by the {FACTION_NAMES[faction]}: {named}")

    def tactic_drawn(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        camp = int(top(state)[1])
        before = state[layout.TACTIC :][: layout.TACTICS].copy()
        at = len(self.lines)
        rule(table, state, stream)
        self.moves()
        drawn = np.flatnonzero((before <= layout.PILE_3) & (state[layout.TACTIC :][: layout.TACTICS] > layout.PILE_3))
        for card in drawn:
            pile = PILES[before[card] - layout.PILE_1]
            drawn_card = tactic_text(self.board, int(card))
            self.lines.insert(at, f"    drawn from TACTIC {pile} by the {CAMPS[camp]}: {drawn_card}")

    def advanced(self, rule: Rule, table: Any, state: Array, camp: int, spaces: int) -> None:
        before = int(state[layout.TTM + camp])
        rule(table, state, camp, spaces)
        if state[layout.TTM + camp] != before:
            self.say(f"{CAMPS[camp]} TTM marker to space {state[layout.TTM + camp]}")

    # ---- fights ----

    def fought(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        self.state = state
        _, zone, flags, stage = (int(word) for word in top(state))
        at = int(state[layout.DEPTH])
        camps = _camps(flags)
        places = self.places(zone)
        here = [int(_strength(table, state, place, camp)) for place, camp in zip(places, camps, strict=True)]
        if stage == 0 and at not in self.fighting and all(here):
            self.changes()
            self.fighting[at] = False
            first = SIDES[camps[int(_has_initiative(state, *camps))]]
            attackers, defenders = self.armies(zone, flags)
            self.say(f"Battle in {self.name(zone)}: {attackers} against {defenders}; initiative: {first}")
        rule(table, state, stream)
        self.moves()

    def rolled(self, rule: Rule, table: Any, stream: Array, row: int, dice: int, results: Array) -> None:
        """Dice of a side come in order: first faction, second faction, elite."""
        rule(table, stream, row, dice, results)
        if dice > 0:
            self.roll.append((DICE[row], results.tolist()))
        if row == ELITE_DICE and self.roll:
            self.say(f"dice: {dice_text(self.roll)}")
            self.roll = []
            self.fighting[int(self.state[layout.DEPTH])] = True

    def popped(self, rule: Rule, state: Array) -> None:
        kind, zone, flags, _ = (int(word) for word in top(state))
        at = int(state[layout.DEPTH])
        if kind == layout.FIGHT and at in self.fighting:
            self.moves()
            rolled = self.fighting.pop(at)
            self.say(_result(self.name(zone), _camps(flags), self.armies(zone, flags), flags, rolled))
        rule(state)

    def places(self, zone: int) -> tuple[int, int]:
        """Where the attacker stands, and the defender."""
        return zone, int(self.board.marks[A_PARIS]) if _siege_camp(self.board, zone) else zone

    def armies(self, zone: int, flags: int) -> list[str]:
        """Attackers and defenders of a fight in words."""
        sides = enumerate(zip(self.places(zone), _camps(flags), strict=True))
        return [self.army(place, camp, flags, side) for side, (place, camp) in sides]

    def army(self, zone: int, camp: int, flags: int, side: int) -> str:
        """A camp's units and leaders in a zone; empty if there is nobody."""
        if camp == layout.GUARD:
            return f"{self.state[layout.GUARD_LEFT]} Papal Guard" if self.state[layout.GUARD_LEFT] else ""
        if flags & layout.CIVIL:  # a faction each
            return self.present(zone, range(3 + side, 4 + side))
        if camp == layout.ROUTIERS:
            return self.present(zone, range(layout.ROUTIER, layout.KINDS))
        units = self.present(zone, range(3 * camp, 3 * camp + 3))
        leaders = [leader_text(at) for at in range(layout.LEADERS)
                   if self.state[layout.LEADER + at] == zone and self.board.leader[at, 0] == camp]  # fmt: skip
        return f"{units} with {', '.join(leaders)}" if units and leaders else units

    def present(self, zone: int, kinds: range = range(layout.KINDS)) -> str:
        """Units of a zone in words; empty if there are none."""
        first = layout.UNITS + zone * layout.KINDS
        here = self.state[first : first + layout.KINDS]
        return _units(here[kinds.start : kinds.stop], kinds)

    # ---- units ----

    def put(self, rule: Rule, state: Array, zone: int, kind: int, count: int) -> int:
        placed = int(rule(state, zone, kind, count))
        self.move(FROM_RESERVE, zone, kind, placed)
        return placed

    def taken(self, rule: Rule, state: Array, zone: int, kind: int, count: int) -> int:
        gone = int(rule(state, zone, kind, count))
        self.move(zone, TO_RESERVE, kind, gone)
        return gone

    def shifted(self, rule: Rule, state: Array, zone: int, to: int, kind: int, count: int) -> None:
        rule(state, zone, to, kind, count)
        self.move(zone, to, kind, int(count))

    def move(self, zone: int, to: int, kind: int, count: int) -> None:
        if count == 0:
            return
        if not self.moving or self.moving[-1][:2] != (zone, to):
            self.moving.append((zone, to, np.zeros(layout.KINDS, np.int64)))
        self.moving[-1][2][kind] += count

    def moves(self) -> None:
        """Tell which units have moved."""
        moving, self.moving = self.moving, []
        for zone, to, count in moving:
            units, there = _units(count), self.present(zone if to == TO_RESERVE else to) or "nobody"
            if to == TO_RESERVE:
                lost = "lost in" if self.fighting else "back to the reserve from"
                line = f"{lost} {self.name(zone)}: {units}; left there: {there}"
            elif zone == FROM_RESERVE:
                line = f"placed in {self.name(to)}: {units}; now there: {there}"
            else:
                # Who storms Paris enters it from before its walls; anybody else who goes in a fight gives way.
                storms = to == self.board.marks[A_PARIS] and _siege_camp(self.board, zone)
                retreat = "retreat " if self.fighting and not storms else ""
                who = ", ".join([units, *self.followers(zone, to)])
                line = f"{retreat}from {self.name(zone)} to {self.name(to)}: {who}; now there: {there}"
            self.lines.append(f"    {line}")

    def followers(self, zone: int, to: int) -> Iterator[str]:
        """Leaders who have gone the same way."""
        leading = (layout.LEADER, layout.LEADERS, leader_text), (layout.COMPANY, layout.COMPANIES, self.company)
        for first, count, name in leading:
            for at in range(first, first + count):
                if zone >= 0 and self.seen[at] == zone and self.state[at] == to:
                    self.seen[at] = to
                    yield name(at - first)

    # ---- the board ----

    def changes(self) -> None:
        """Tell what is different on the board from what has been told."""
        self.moves()
        for change in self.differences():
            self.say(change)
        self.seen = self.state.copy()

    def differences(self) -> Iterator[str]:
        before, after = self.seen, self.state
        for at in range(layout.LEADERS):
            was, now = int(before[layout.LEADER + at]), int(after[layout.LEADER + at])
            if was >= 0 > now:
                yield f"{leader_text(at)} is eliminated"
            elif was != now and was >= 0:
                yield f"{leader_text(at)} goes from {self.name(was)} to {self.name(now)}"
        for at in range(layout.COMPANIES):
            was, now = int(before[layout.COMPANY + at]), int(after[layout.COMPANY + at])
            if was < 0 <= now:
                yield f"{self.company(at)} is formed in {self.name(now)}"
            elif now < 0 <= was:
                yield f"{self.company(at)} is dissolved"
            elif was != now:
                yield f"{self.company(at)} goes from {self.name(was)} to {self.name(now)}"
        for zone in range(int(self.board.zones)):
            if before[layout.WORKS + zone] != after[layout.WORKS + zone]:
                yield f"{self.name(zone)} has {WORKS[after[layout.WORKS + zone]]}"
        for camp, name in enumerate(CAMPS):
            if before[layout.TRUCES + camp] != after[layout.TRUCES + camp]:
                yield f"TRUCE cards played by the {name}: {after[layout.TRUCES + camp]}"
        if before[layout.TOKENS] != after[layout.TOKENS]:
            yield f"maneuver tokens: {after[layout.TOKENS]}"
        if before[layout.GUARD_LEFT] != after[layout.GUARD_LEFT]:
            yield f"Papal Guard: {after[layout.GUARD_LEFT]} left"
        holding = (layout.UNITS, layout.MOVED), (layout.WORKS, layout.TO_MOVE), (layout.COMPANY, layout.CARD)
        self.contested |= any((before[first:end] != after[first:end]).any() for first, end in holding)
        if self.contested and (after[layout.DEPTH] == 0 or top(after)[0] != layout.MARCH):  # not while an army marches
            self.contested = False
            yield from self.conquests()

    def conquests(self) -> Iterator[str]:
        """Regions that have changed hands, and the points."""
        controlled = self.control()
        for region, was, now in zip(told_by(self.board.words).regions, self.controlled, controlled, strict=True):
            if was != now:
                yield f"{region} is controlled by {f'the {CAMPS[now]}' if now >= 0 else 'nobody'}"
        before, self.controlled = self.points(), controlled
        if (points := self.points()) != before:
            yield f"points: English {points[0]}, French {points[1]}"

    def points(self) -> list[int]:
        """Points of both camps for the regions that they control (5.4)."""
        owners = np.array(self.controlled)[self.board.point > 0]
        return [int((owners == camp).sum()) for camp in range(len(CAMPS))]

    def control(self) -> list[int]:
        """Who controls each region, -1: nobody."""
        return [int(_controller(self.board, self.state, region)) for region in range(self.board.point.size)]


def _camps(flags: int) -> tuple[int, int]:
    return flags // layout.ATTACKER % 4, flags // layout.DEFENDER % 4


def _units(counts: Array, kinds: range = range(layout.KINDS)) -> str:
    """Units by kind in words; empty if there are none."""
    return counted(counts.tolist(), KINDS[kinds.start : kinds.stop]) if counts.any() else ""


def _result(zone: str, camps: tuple[int, int], left: list[str], flags: int, rolled: bool) -> str:
    """How a fight ended; `left`: units of both sides, empty if there are none."""
    what = "siege of" if flags & layout.IN_SIEGE else "battle in"
    if all(left) and not rolled:
        return f"no {what.split()[0]} yet in {zone}"
    if all(left):
        return f"the {what} {zone} is over, nobody has won: {left[0]} and {left[1]} are left"
    if not any(left):
        return f"nobody is left after the {what} {zone}"
    winner = 0 if left[0] else 1
    return f"{SIDES[camps[winner]]} win the {what} {zone} with {left[winner]} left"


def _end(state: Array) -> str:
    how = {layout.BY_HEART: "by the heart of France", layout.BY_SURRENDER: "by surrender"}
    winner = int(state[layout.WINNER])
    end = f"{CAMPS[winner - 1]} victory {how.get(int(state[layout.HOW]), 'on points')}" if winner else "A draw"
    return f"{end}: {state[layout.POINTS]} English points, {state[layout.POINTS_FRENCH]} French."
