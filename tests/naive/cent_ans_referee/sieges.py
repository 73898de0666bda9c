"""Sieges (11.5): shelter, what the walls cancel, when a siege is lifted and where besiegers go."""

from __future__ import annotations

from .dice import Roll
from .fights import ELITES
from .printed import (
    CAMP_KINDS,
    CAMPS,
    DIAMOND,
    EXTRA,
    GUARD,
    JOAN,
    KNOLLES,
    NAMES,
    NORTH,
    PARIS,
    PLACE,
    ROADS,
    SOUTH,
    UNIT_NAMES,
    ZN,
    ZS,
)
from .sheet import CASTLE_1, CASTLE_2, FORTIFIED
from .table import Broken


class Sieges:
    """Battles before and behind walls."""

    def cancels(self, fight):
        zone = fight.zone
        if zone == PARIS:
            walls = 2 if len(fight.zones[0]) == 2 and all(self.count(z, fight.sides[0]) for z in (ZN, ZS)) else 3
        elif PLACE[zone] == "city":
            walls = 2
        else:
            walls = {CASTLE_1: 1, CASTLE_2: 2, FORTIFIED: 1}[self.works[zone]]
        return walls - (1 if fight.engines else 0)

    def besiege(self, fight):
        self.battle_cards(fight)
        if self.over(fight):
            return self.verdict(fight)
        for side in range(2):
            self.choose_card(fight, side)
        self.knolles_besieges(fight)
        if self.over(fight):
            return self.verdict(fight)
        while True:
            fight.fallen = 0
            first = self.first_side(fight)
            for side in (first, 1 - first):
                self.siege_roll(fight, side)
                if self.over(fight):
                    return self.verdict(fight)
            if not fight.fallen:
                self.lift(fight)
                return "lifted"
            self.battle_cards(fight)
            if self.over(fight):
                return self.verdict(fight)

    def shelter_excess(self, fight):
        """11.5: as many as the place holds; the others are dispersed, the defender chooses."""
        camp, room = fight.sides[1], self.shelter(fight.zone)
        while fight.left(1) > room:
            there = [kind for kind, n in fight.fighting[1].items() if n]
            options = {f"{UNIT_NAMES[kind]} finds no shelter and is dispersed": kind for kind in there}
            said = self.ask("11.5", camp, list(options)) if len(there) > 1 else next(iter(options))
            self.lose(fight, 1, options[said], 1)

    def knolles_besieges(self, fight):
        camp = fight.sides[0]
        here = [leader for z in fight.zones[0] for leader in self.leaders_at(z, camp)]
        if KNOLLES in here and self.elite(fight, 0):
            roll = Roll(self.chance("leader card 8", rf"Before round 1, the {CAMPS[camp]}: (.*)")[1])
            self.check_inflicted(roll, 1)
            self.fall(fight, 1, 1)

    def siege_roll(self, fight, side):
        """11.5: only LOSS counts; the walls cancel the attacker's."""
        camp = fight.sides[side]
        if camp == GUARD:
            fight.rolled[side] += 1
            return
        card = fight.card[side]
        dice = self.elite_dice(fight, side, card)
        armies = {kind: n for kind, n in fight.fighting[side].items() if kind not in ELITES.values()}
        leaders = [leader for z in fight.zones[side] for leader in self.leaders_at(z, camp)]
        extra = 1 if JOAN in leaders and self.elite(fight, side) >= 3 else 0
        if side == 0 and card in EXTRA and self.elite(fight, side) >= EXTRA[card]:
            extra += 1
        fight.rolled[side] += 1
        number = fight.rolled[side]
        loss = extra
        roll = None
        if sum(armies.values()) or dice or (extra and self.next_is(rf"Round {number}, the {CAMPS[camp]}: .*")):
            roll = Roll(self.chance("11.5", rf"Round {number}, the {CAMPS[camp]}: (.*)")[1])
            roll.check("11.5", armies, dice)
            loss += sum(faces.count("LOSS") for faces in roll.faces.values())
            if card in DIAMOND:
                loss += roll.number("elite", "double diamond")
        if side == 0:
            walls = self.cancels(fight)
            if roll and roll.walls not in (None, walls):
                raise Broken("11.5", f"the walls of {NAMES[fight.zone]} cancel {roll.walls}, by the rules {walls}")
            loss = max(0, loss - walls)
        if roll and (roll.inflicted is not None or side == 1):
            self.check_inflicted(roll, loss)
        self.fall(fight, 1 - side, loss)

    def lift(self, fight):
        """11.5.2: the besiegers retreat as one army where no unit of the opposing camp is, or are dispersed."""
        camp = fight.sides[0]
        for zone in list(fight.zones[0]):
            if not self.count(zone, camp):
                continue
            ways = [NORTH if zone == ZN else SOUTH] if zone in (ZN, ZS) else sorted(ROADS[zone])
            free = {f"retreat to {NAMES[to]}": to for to in ways if not self.hostile(to, camp)}
            if not free:
                for kind in CAMP_KINDS[camp]:
                    self.units[zone][kind] = 0
                self.settle()
                continue
            to = free[self.ask("11.5.2", camp, list(free))]
            leaders = self.leaders_at(zone, camp)
            for kind in CAMP_KINDS[camp]:
                self.units[to][kind] += self.units[zone][kind]
                self.moved[to][kind] += self.units[zone][kind]
                self.units[zone][kind] = self.moved[zone][kind] = 0
            for leader in leaders:
                self.leaders[leader] = to
            self.settle()

    def besiege_inside(self, fight, result):
        """11.4.3, optional rule: those who have gone inside are besieged at once if the attacker has won."""
        if result != "won":
            return "lost" if result == "nobody" else result
        inner = type(fight)(fight.zone, *fight.sides)
        inner.siege = True
        inner.fighting = [
            fight.fighting[0],
            {k: n for k, n in enumerate(fight.inside) if k in CAMP_KINDS[fight.sides[1]]},
        ]
        self.heading(inner)
        outcome = self.besiege(inner)
        self.settle()
        return outcome
