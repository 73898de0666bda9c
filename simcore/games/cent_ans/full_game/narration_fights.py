"""Battles and sieges of a full game in words: who meets whom, the dice and what they come to, who falls, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.action_text import CAMPS, leader_text, top
from simcore.games.cent_ans.full_game.board_arrays import A_PARIS
from simcore.games.cent_ans.full_game.facts import FACTIONS
from simcore.games.cent_ans.full_game.narration_board import BoardNarrator, Rule, siege_camp
from simcore.games.cent_ans.full_game.rules import casualties, fights, sides, zones
from simcore.games.cent_ans.narration import dice_text
from simcore.types import Array

SIDES = tuple(f"the {camp}" for camp in (*CAMPS, "Routiers", "Papal Guard"))
FACTION_NAMES = tuple(faction.capitalize() for faction in FACTIONS)
DICE = (*FACTION_NAMES, "Routier", "elite")  # by row of faces
LOST, DISPERSED, TURNED = "lost in", "dispersed in", "turned Routier in"
INOPERATIVE = "dispersed as elite units alone in"  # 11.4.6

_strength, _across = uncompiled(zones.strength), uncompiled(sides.across)
_stronghold = uncompiled(zones.stronghold)
_has_initiative, _roller = uncompiled(fights.has_initiative), uncompiled(fights.roller)


class FightNarrator(BoardNarrator):
    """`roll` are the dice of the strike or roll under way, `cancels` the LOSS results that walls cancel in it."""

    def __init__(self, board: Any) -> None:
        super().__init__(board)
        self.roll: list[tuple[str, list[int]]] = []
        self.cancels = 0

    @property
    def hooks(self) -> Mapping[str, Rule]:
        return {
            **super().hooks, "run_fight": self.fought, "strike": self.threw, "roll": self.threw,
            "roll_dice": self.rolled, "_siege_rule": self.behind_walls, "settle_dues": self.settling,
            "fall": partial(self.fated, LOST), "fall_in": partial(self.fated, LOST),
            "turn_routier": partial(self.fated, TURNED), "leave": partial(self.fated, DISPERSED),
            "lift": partial(self.fated, DISPERSED),
            "disperse_inoperative": partial(self.fated, INOPERATIVE), "pop": self.popped,
        }  # fmt: skip

    def fought(self, rule: Rule, table: Any, state: Array, stream: Array) -> None:
        self.state = state
        _, zone, flags, stage = (int(word) for word in top(state))
        at = int(state[s.DEPTH])
        camps = _camps(flags)
        places = self.places(zone)
        here = [int(_strength(table, state, place, camp)) for place, camp in zip(places, camps, strict=True)]
        walled = siege_camp(table, zone) or camps[1] == s.GUARD
        # Before a stronghold it is the defender who says whether there will be a siege (11.5): first his answer.
        asked = max(camps) < s.ROUTIERS and not flags & s.OPEN_FIELD and _stronghold(table, state, zone) > 0
        if stage == (0 if walled or not asked else 1) and at not in self.fighting and all(here):
            self.changes()  # who has come there has not yet fought
            self.fighting[at] = False
            self.opened("Siege of" if walled or flags & s.IN_SIEGE else "Battle in", zone, flags)
        rule(table, state, stream)
        if at == state[s.DEPTH] and top(state)[2] & ~flags & s.AFTER_BATTLE:
            self.opened("Siege of those who have gone into the stronghold of", zone, flags)
        self.changes()

    def opened(self, what: str, zone: int, flags: int) -> None:
        """A fight begins."""
        attackers, defenders = self.armies(zone, flags)
        attacker = _camps(flags)[0]
        how = [f"initiative: {_side(flags, int(_has_initiative(self.state, *_camps(flags))))}"]
        if flags & s.CIVIL:
            how = ["both roll at once, without elite units; ROUTIER results do not count"]
        if flags & s.IGNORES_DISPERSION:
            whose = "Routier" if attacker == s.ROUTIERS else FACTION_NAMES[2 * attacker + 1]
            how.append(f"{whose} DISPERSION results do not count")
        if flags & s.DOUBLE_LOSS:
            how.append(f"LOSS results of {_side(flags, 0)} count twice")
        place = self.name(self.places(zone)[1])
        self.say(f"{what} {place}: {attackers} against {defenders}; {'; '.join(how)}")

    def threw(self, rule: Rule, table: Any, state: Array, stream: Array, zone: int, flags: int, dice: Array) -> None:
        """A strike before round 1, or a roll: the dice, and the LOSS that they come to if they do not show it."""
        self.changes()
        step, side = int(state[s.STEPS]) - 1, int(_roller(state, flags))
        at, due = s.DUE_LOSS + 1 - side, int(state[s.DUE_LOSS + 1 - side])
        self.fighting[int(state[s.DEPTH])], self.roll, self.cancels = True, [], 0
        rule(table, state, stream, zone, flags, dice)
        loss, shown = int(state[at]) - due, sum(results[0] for _, results in self.roll)
        if self.roll or loss:
            opening = step < s.OPENING
            when = "Before round 1" if opening else f"Round {(step - s.OPENING) // 2 + 1}"
            parts = [dice_text(self.roll) or ("by a leader" if opening else "no dice")]
            if loss != shown:
                parts.append(f"{loss} LOSS inflicted")
            if self.cancels and shown:
                parts.append(f"the walls cancel up to {self.cancels}")
            self.line(f"{when}, {_side(flags, side)}: {'; '.join(parts)}")

    def rolled(self, rule: Rule, table: Any, stream: Array, row: int, dice: int, results: Array) -> None:
        rule(table, stream, row, dice, results)
        if dice > 0:
            self.roll.append((DICE[row], results.tolist()))

    def behind_walls(self, rule: Rule, *roll: Any) -> Any:
        how = rule(*roll)
        self.cancels = int(how.cancels)
        return how

    def settling(self, rule: Rule, table: Any, state: Array, zone: int, flags: int) -> bool:
        if state[s.LIFTED] == casualties.TO_LIFT:
            self.say("no defender has fallen: the siege is lifted")
        return bool(rule(table, state, zone, flags))

    def popped(self, rule: Rule, state: Array) -> None:
        kind, zone, flags, _ = (int(word) for word in top(state))
        at = int(state[s.DEPTH])
        if kind == s.FIGHT and at in self.fighting:
            self.changes()
            rolled = self.fighting.pop(at)
            self.line(self.result(zone, flags, rolled=rolled))
        rule(state)

    def result(self, zone: int, flags: int, *, rolled: bool) -> str:
        """How a fight ended; whoever a ROUTIER result has turned stands there too, and has taken no part (11.4.5)."""
        besieged, (attackers, defenders) = flags & s.IN_SIEGE, self.armies(zone, flags)
        what = f"the {'siege of' if besieged else 'battle in'} {self.name(self.places(zone)[1])}"
        if attackers and defenders and not rolled:
            return f"{what} is not fought yet"
        stand = [bool(attackers), bool(defenders)]
        if rolled:
            first = s.FIGHTING
            stand = [bool(self.state[at : at + 3].any()) for at in (first, first + 3)]
        if besieged and all(stand):
            return f"{_side(flags, 1)} hold out in {what} with {defenders} left"
        if not any(stand):
            return f"nobody wins {what}"
        winner = 0 if stand[0] else 1
        win = "wins" if flags & s.CIVIL else "win"
        return f"{_side(flags, winner)} {win} {what} with {(attackers, defenders)[winner]} left"

    def fated(self, fate: str, rule: Rule, *event: Any) -> Any:
        """Whoever is taken by this rule meets this fate, whatever rules it is made of."""
        if fate == LOST and not self.state[s.STEPS]:  # before any dice: no shelter
            fate = DISPERSED
        before, self.fate = self.fate, self.fate or fate
        done = rule(*event)
        self.fate = before
        return done

    def places(self, zone: int) -> tuple[int, int]:
        """Where the attacker stands, and the defender."""
        return zone, int(self.board.marks[A_PARIS]) if siege_camp(self.board, zone) else zone

    def armies(self, zone: int, flags: int) -> list[str]:
        """Attackers and defenders of a fight in words; before Paris all of them, or once in it (11.5.1)."""
        attacker, defender = _camps(flags)
        here, held = self.places(zone)
        if here == held:
            return [self.army(zone, attacker, flags, 0), self.army(zone, defender, flags, 1)]
        other = int(_across(self.board, self.state, zone, attacker))
        armies = {place: self.army(place, attacker, flags, 0) for place in (zone, other, held) if place >= 0}
        outside = " and ".join(f"{army} in {self.name(place)}" for place, army in armies.items() if army)
        return [outside, self.army(held, defender, flags, 1)]

    def army(self, zone: int, camp: int, flags: int, side: int) -> str:
        """A camp's units and leaders in a zone; empty if there is nobody."""
        if camp == s.GUARD:
            return f"{self.state[s.GUARD_LEFT]} Papal Guard" if self.state[s.GUARD_LEFT] else ""
        if flags & s.CIVIL:  # a faction each
            return self.present(zone, range(3 + side, 4 + side))
        if camp == s.ROUTIERS:
            return self.present(zone, range(s.ROUTIER, s.KINDS))
        units = self.present(zone, range(3 * camp, 3 * camp + 3))
        leaders = [leader_text(at) for at in range(s.LEADERS)
                   if self.state[s.LEADER + at] == zone and self.board.leader[at, 0] == camp]  # fmt: skip
        return f"{units} with {', '.join(leaders)}" if units and leaders else units


def _camps(flags: int) -> tuple[int, int]:
    return flags // s.ATTACKER % 4, flags // s.DEFENDER % 4


def _side(flags: int, side: int) -> str:
    """Who fights on a side: a camp, or under John the Fearless a faction of the French."""
    return f"the {FACTION_NAMES[s.FRENCH + side]} faction" if flags & s.CIVIL else SIDES[_camps(flags)[side]]
