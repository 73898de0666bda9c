"""What has changed on the board, in words: units that come, go and fall, leaders, works, control of regions, points.

Units are heard from the rules that move them; all else is found by comparing the state with what has been told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from simcore.contracts.full_game import Narrator
from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_text import CAMPS, KINDS, company_text, leader_text, zone_text
from simcore.games.cent_ans.full_game.board_arrays import A_PARIS
from simcore.games.cent_ans.full_game.facts import told_by
from simcore.games.cent_ans.full_game.rules import zones
from simcore.games.cent_ans.narration import counted
from simcore.types import Array

Rule = Callable[..., Any]
WORKS = ("no works", "a castle of level 1", "a castle of level 2", "a fortified town")
FROM_RESERVE, TO_RESERVE = -1, -2  # in place of a zone

_controller, siege_camp = uncompiled(zones.controller), uncompiled(zones.siege_camp)


class BoardNarrator(Narrator):
    """`seen` is the state as it has been told, `moving` the units that have moved since, one after the other.

    `moving`: (from, to, fate) with the units by kind and who is there after them; `fate`: what befalls units that are
    taken now; `fighting`: place of each fight's frame in the state, and whether it has come to dice.
    """

    def __init__(self, board: Any) -> None:
        super().__init__(board)
        self.seen = np.zeros(0, np.int32)
        self.state = self.seen  # the state itself, for rules that do not name it
        self.moving: list[tuple[tuple[int, int, str], Array, str]] = []
        self.fighting: dict[int, bool] = {}
        self.fate = ""
        self.controlled: list[int] = []

    @property
    def hooks(self) -> Mapping[str, Rule]:
        return {"put": self.put, "take": self.taken, "shift": self.shifted}

    def name(self, zone: int) -> str:
        return zone_text(self.board, zone)

    def company(self, number: int) -> str:
        return f"the Free Company of {company_text(self.board, number)}"

    def line(self, line: str) -> None:
        self.lines.append(f"    {line}")

    def say(self, line: str) -> None:
        """A line, after those on all that has changed before."""
        self.changes()
        self.line(line)

    def present(self, zone: int, kinds: range = range(s.KINDS)) -> str:
        """Units of a zone in words; empty if there are none."""
        first = s.UNITS + zone * s.KINDS
        here = self.state[first : first + s.KINDS]
        return _units(here[kinds.start : kinds.stop], kinds)

    # ---- units ----

    def put(self, rule: Rule, state: Array, zone: int, kind: int, count: int) -> int:
        placed = int(rule(state, zone, kind, count))
        self.move(state, FROM_RESERVE, zone, kind, placed)
        return placed

    def taken(self, rule: Rule, state: Array, zone: int, kind: int, count: int) -> int:
        gone = int(rule(state, zone, kind, count))
        self.move(state, zone, TO_RESERVE, kind, gone)
        return gone

    def shifted(self, rule: Rule, state: Array, zone: int, to: int, kind: int, count: int) -> None:
        rule(state, zone, to, kind, count)
        self.move(state, zone, to, kind, int(count))

    def move(self, state: Array, zone: int, to: int, kind: int, count: int) -> None:
        """Units have moved; what is there now is kept, for by the time that they are told more may have moved."""
        if count == 0:
            return
        self.state = state
        fate = self.fate or ("lost in" if self.fighting else "back to the reserve from")
        way = zone, to, fate if to == TO_RESERVE else ""
        moved = self.moving.pop()[1] if self.moving and self.moving[-1][0] == way else np.zeros(s.KINDS, np.int64)
        moved[kind] += count
        self.moving.append((way, moved, self.present(zone if to == TO_RESERVE else to) or "nobody"))

    def moves(self) -> None:
        """Tell which units have moved."""
        moving, self.moving = self.moving, []
        for (zone, to, fate), count, there in moving:
            units = _units(count)
            if to == TO_RESERVE:
                line = f"{fate} {self.name(zone)}: {units}; left there: {there}"
            elif zone == FROM_RESERVE:
                line = f"placed in {self.name(to)}: {units}; now there: {there}"
            else:
                # Who storms Paris enters it from before its walls; anybody else who goes in a fight gives way.
                storms = to == self.board.marks[A_PARIS] and siege_camp(self.board, zone)
                retreat = "retreat " if self.fighting and not storms else ""
                who = ", ".join([units, *self.followers(zone, to)])
                line = f"{retreat}from {self.name(zone)} to {self.name(to)}: {who}; now there: {there}"
            self.line(line)

    def followers(self, zone: int, to: int) -> Iterator[str]:
        """Leaders who have gone the same way."""
        leading = (s.LEADER, s.LEADERS, leader_text), (s.COMPANY, s.COMPANIES, self.company)
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
            self.line(change)
        self.seen = self.state.copy()

    def differences(self) -> Iterator[str]:
        before, after = self.seen, self.state
        for at in range(s.LEADERS):
            was, now = int(before[s.LEADER + at]), int(after[s.LEADER + at])
            if was >= 0 > now:
                yield f"{leader_text(at)} is eliminated"
            elif was != now and was >= 0:
                yield f"{leader_text(at)} goes from {self.name(was)} to {self.name(now)}"
        for at in range(s.COMPANIES):
            was, now = int(before[s.COMPANY + at]), int(after[s.COMPANY + at])
            if was < 0 <= now:
                yield f"{self.company(at)} is formed in {self.name(now)}"
            elif now < 0 <= was:
                yield f"{self.company(at)} is dissolved"
            elif was != now:
                yield f"{self.company(at)} goes from {self.name(was)} to {self.name(now)}"
        for zone in range(int(self.board.zones)):
            if before[s.WORKS + zone] != after[s.WORKS + zone]:
                yield f"{self.name(zone)} has {WORKS[after[s.WORKS + zone]]}"
        for camp, name in enumerate(CAMPS):
            if before[s.TRUCES + camp] != after[s.TRUCES + camp]:
                yield f"TRUCE cards played by the {name}: {after[s.TRUCES + camp]}"
        if before[s.TOKENS] != after[s.TOKENS]:
            yield f"maneuver tokens: {after[s.TOKENS]}"
        if before[s.GUARD_LEFT] != after[s.GUARD_LEFT]:
            yield f"Papal Guard: {after[s.GUARD_LEFT]} left"
        holding = (s.UNITS, s.MOVED), (s.WORKS, s.TO_MOVE), (s.COMPANY, s.CARD)
        if any((before[first:end] != after[first:end]).any() for first, end in holding):
            yield from self.conquests()

    def conquests(self) -> Iterator[str]:
        """Regions worth a point that have changed hands, and the points."""
        was, points, self.controlled = self.controlled, self.points(), self.control()
        for at, region in self.regions(self.board.point):
            if was[at] != (now := self.controlled[at]):
                yield f"{region} is controlled by {f'the {CAMPS[now]}' if now >= 0 else 'nobody'}"
        if points != self.points():
            yield f"points: {self.score(self.state)}"

    def regions(self, among: Array) -> list[tuple[int, str]]:
        """Numbers and names of the regions marked in `among`, those worth a point or those of the heart of France."""
        names = list(told_by(self.board.words).regions)
        return [(int(at), names[at]) for at in np.flatnonzero(among)]

    def points(self) -> list[int]:
        """Points of both camps for the regions that they control (5.4)."""
        owners = np.array(self.controlled)[self.board.point > 0]
        return [int((owners == camp).sum()) for camp in range(len(CAMPS))]

    def control(self) -> list[int]:
        """Who controls each region, -1: nobody."""
        return [int(_controller(self.board, self.state, region)) for region in range(self.board.point.size)]

    def score(self, state: Array) -> str:
        return ", ".join(f"{name} {number}" for name, number in zip(CAMPS, self.points(), strict=True))


def _units(counts: Array, kinds: range = range(s.KINDS)) -> str:
    """Units by kind in words; empty if there are none."""
    return counted(counts.tolist(), KINDS[kinds.start : kinds.stop]) if counts.any() else ""
