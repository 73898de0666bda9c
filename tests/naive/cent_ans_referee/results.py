"""What the results of the dice do (11.4): who falls, disperses, retreats, turns Routier; John the Fearless."""

from __future__ import annotations

from .dice import Roll
from .fights import ELITES
from .printed import CHARLES_V, KIND_NAMES, NAMES, TALBOT, UNIT_NAMES, A, F, R


class Results:
    """Results of a roll, in their printed order."""

    def convert(self, fight, side, own, stakes):
        """Talbot and Charles V may turn DISPERSION into RETREAT; asked where it changes who goes, and how."""
        camp = fight.sides[side]
        if camp > 1:
            return
        here = [leader for z in fight.zones[side] for leader in self.leaders_at(z, camp)]
        options = {"let the DISPERSION results stand": {}}
        if TALBOT in here:
            options["turn all DISPERSION results into RETREAT"] = {kind: results[0] for kind, results in own.items()}
        elif CHARLES_V in here:
            for kind in own:
                options[f"turn one {KIND_NAMES[kind]} DISPERSION into RETREAT"] = {kind: min(1, own[kind][0])}
        options = {
            text: turned
            for text, turned in options.items()
            if not turned
            or any(self.turning_matters(fight, side, kind, own[kind], n, stakes) for kind, n in turned.items())
        }
        if len(options) == 1:
            return
        for kind, number in options[self.ask("leader cards 3, 10", camp, list(options))].items():
            own[kind][0] -= number
            own[kind][1] += number

    def turning_matters(self, fight, side, kind, results, turned, stakes):
        """Does anybody go, or go another way, if so many DISPERSION results become RETREAT (doubled by the stakes)?"""
        room = bool(self.refuges(fight.zone, fight.sides[side]))
        room = room or (self.refuge and side == 1 and self.room_inside(fight))
        before, after = (self.gone(fight.fighting[side][kind], results, n, stakes, room) for n in (0, turned))
        return before != after

    def gone(self, there, results, turned, stakes, room):
        """Units dispersed, retreated, turned Routier; who cannot retreat is dispersed."""
        dispersed = min(results[0] - turned, there)
        retreated = min((results[1] + turned) * (2 if stakes else 1), there - dispersed)
        routier = min(results[2], there - dispersed - retreated)
        return (dispersed, retreated, routier) if room else (dispersed + retreated, 0, routier)

    def own_results(self, fight, side, own):
        """11.4: DISPERSION, then RETREAT, then ROUTIER, each of the faction that rolled it."""
        for kind, results in own.items():
            self.lose(fight, side, kind, min(results[0], fight.fighting[side][kind]))
        for kind, results in own.items():
            for _ in range(min(results[1], fight.fighting[side][kind])):
                self.retreat_unit(fight, side, kind)
        for kind, results in own.items():
            turned = min(results[2], fight.fighting[side][kind])
            self.turn_routier(fight, side, kind, turned)
        self.settle()

    def turn_routier(self, fight, side, kind, count):
        for _ in range(count):
            zone = self.pays(fight, side, kind)
            cubes = self.reserve(R)
            self.units[zone][kind] -= 1
            fight.fighting[side][kind] -= 1
            if cubes:
                self.units[zone][R] += 1
            self.settle()

    def pays(self, fight, side, kind):
        return max(fight.zones[side], key=lambda zone: (self.units[zone][kind], -zone))

    def lose(self, fight, side, kind, count):
        self.lose_quietly(fight, side, kind, count)
        if count:
            self.settle()

    def fall(self, fight, side, loss, chooser=None):
        """11.4.1: who suffers the LOSS chooses, unit by unit; under the longbow who shoots (11.3.2)."""
        loss = min(loss, fight.left(side))
        fight.fallen += loss if side == 1 else 0
        camp = fight.sides[side]
        while loss:
            there = [kind for kind, n in fight.fighting[side].items() if n]
            if len(there) == 1 or loss == fight.left(side):
                for kind in there:
                    self.lose_quietly(fight, side, kind, min(loss, fight.fighting[side][kind]))
                self.settle()
                return
            options = {f"{UNIT_NAMES[kind]} falls": kind for kind in there}
            said = self.ask("11.4.1", camp if chooser is None else chooser, list(options))
            self.lose(fight, side, options[said], 1)
            loss -= 1

    def lose_quietly(self, fight, side, kind, count):
        for _ in range(count):
            fight.fighting[side][kind] -= 1
            if kind == "guard":
                self.guard -= 1
            else:
                self.units[self.pays(fight, side, kind)][kind] -= 1

    def retreat_unit(self, fight, side, kind):
        """11.4.3, 11.4.4: one unit to a neighbour zone, or dispersed."""
        zone, camp = fight.zone, fight.sides[side]
        options = {f"retreat to {NAMES[z]}": z for z in self.refuges(zone, camp)}
        if self.refuge and side == 1 and camp < 2 and self.room_inside(fight):
            options["retreat into the stronghold"] = None
        if not options:
            self.lose(fight, side, kind, 1)
            return
        who = camp if camp < 2 else 1 - fight.sides[1 - side]
        said = self.ask("11.4.3", who, list(options))
        to = options[said]
        fight.fighting[side][kind] -= 1
        if to is None:
            fight.inside[kind] += 1
            return
        self.units[zone][kind] -= 1
        self.units[to][kind] += 1
        if camp < 2 and not self.count(zone, camp):
            for leader in self.leaders_at(zone, camp):
                self.leaders[leader] = to
        self.settle()

    def room_inside(self, fight):
        zone = fight.zone
        if not self.stronghold(zone) or fight.open_field or not fight.diced:  # 17.2; results of dice only
            return False
        return sum(fight.inside) < self.shelter(zone)

    def inoperative(self, fight):
        """11.4.6: elite units alone, without a die to roll, are dispersed."""
        alone = []
        for side in range(2):
            kind = ELITES.get(fight.sides[side])
            elite = self.elite(fight, side)
            if elite and elite == fight.left(side) and not self.elite_dice(fight, side, fight.card[side]):
                alone.append((side, kind, elite))
        for side, kind, elite in alone:
            self.lose_quietly(fight, side, kind, elite)
        self.settle()

    def civil_round(self, fight):
        """Burgundian card 10: both roll at once, elite units and ROUTIER results do not count."""
        rolls = []
        for side, name in enumerate(("French", "Armagnac")):
            found = self.chance("card 10", rf"Round {fight.rolled[side] + 1}, the {name} faction: (.*)")
            rolls.append(Roll(found[1]))
            rolls[side].check("11.3", fight.fighting[side], 0)
            fight.rolled[side] += 1
        before = [fight.left(0), fight.left(1)]
        kinds = (F, A)
        own = [
            [roll.number(kind, what) for what in ("DISPERSION", "RETREAT")]
            for roll, kind in zip(rolls, kinds, strict=True)
        ]
        loss = [rolls[1].number(A, "LOSS"), rolls[0].number(F, "LOSS")]
        gone = [min(before[s], sum(own[s])) for s in range(2)]
        fallen = [min(loss[s], before[s] - gone[s]) for s in range(2)]
        for side in range(2):
            self.lose_quietly(fight, side, kinds[side], fallen[side])
        for side in range(2):
            self.lose_quietly(fight, side, kinds[side], min(own[side][0], before[side]))
        self.settle()
        for side in range(2):
            for _ in range(min(own[side][1], before[side] - min(own[side][0], before[side]))):
                self.retreat_unit(fight, side, kinds[side])
