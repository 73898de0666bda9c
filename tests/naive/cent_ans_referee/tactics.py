"""The TTM level and the TACTIC cards (10.4, card catalogue)."""

from __future__ import annotations

from .printed import (
    CAMP_KINDS,
    CAMPS,
    E_ELITE,
    ERA_SPACES,
    F_ELITE,
    KINDS,
    LAND,
    NAMED,
    NAMES,
    ROADS,
    ROUTIERS,
    TACTICS,
    A,
    B,
    E,
    F,
    R,
    zones_of,
)
from .sequence import DISCARDED, EQUIPPED, HELD
from .table import Broken

ERAS = ("I", "II", "III")
TOP = 3 * ERA_SPACES


class Tactics:
    """What TACTIC cards do."""

    def advance(self, camp, spaces):
        self.ttm[camp] = min(TOP, self.ttm[camp] + spaces)

    def era(self, camp):
        return max(0, (self.ttm[camp] - 1) // ERA_SPACES)

    def pile(self, era):
        return [card for card, place in self.tactics.items() if place == era]

    def improve(self, camp):
        """10.4: one space and a card of its period; on the last space of any period."""
        at_end = self.ttm[camp] == TOP
        self.advance(camp, 1)
        era = self.era(camp)
        if at_end:
            piles = {f"draw from TACTIC {ERAS[at]}": at for at in range(3) if self.pile(at)}
            if not piles:
                return
            era = piles[self.ask("10.4", camp, list(piles))]
        if self.pile(era):
            self.draw_tactic(camp, era)

    def draw_tactic(self, camp, era):
        found = self.chance("10.4", rf"drawn from TACTIC {ERAS[era]} by the {CAMPS[camp]}: TACTIC card (\d+) \(.*\)")
        card = int(found[1])
        if self.tactics[card] != era:
            raise Broken("10.4", f"{found[0]}: it is not in that pile")
        what = TACTICS[card]
        if what["kind"] == "calamity":
            self.tactics[card] = DISCARDED
            self.calamity(what["effect"])
            if self.pile(era):
                self.draw_tactic(camp, era)
        elif what["kind"] == "event" and what["effect"] != "madness":
            self.tactics[card] = DISCARDED
            getattr(self, "tactic_" + what["effect"].replace("-", "_"))(camp, what)
        elif what["kind"] == "equipment" and what["effect"] == "equip":
            self.tactics[card] = HELD[camp]
            self.equip(card, camp)
        else:
            self.tactics[card] = HELD[camp]
            self.keep_two(camp)

    def keep_two(self, camp):
        held = sorted(card for card, place in self.tactics.items() if place == HELD[camp])
        if len(held) > 2:
            names = {f"discard {self.tactic_name(card)}": card for card in held}
            said = self.ask("10.4", camp, list(names))
            self.tactics[names[said]] = DISCARDED

    def equip(self, card, camp=None):
        """10.4.1: two cards at most; one of them or the new one goes."""
        camp = self.camp if camp is None else camp
        laid = sorted([*[c for c, place in self.tactics.items() if place == EQUIPPED[camp]], card])
        self.tactics[card] = EQUIPPED[camp]
        if len(laid) > 2:
            names = {f"discard {self.tactic_name(one)}": one for one in laid}
            said = self.ask("10.4.1", camp, list(names))
            self.tactics[names[said]] = DISCARDED

    def calamity(self, effect):
        """Cards 4 to 6; 17.2: never the last unit of a camp."""
        for zone in range(len(NAMES)):
            units = self.units[zone]
            if effect == "black-death":
                for kind in (E, B, F, A, R):
                    units[kind] -= units[kind] // 2
                continue
            counts = {kind: units[kind] for kind in (E, B, F, A, R)}
            most = max(counts.values())
            first = [kind for kind, n in counts.items() if n == most]
            if most and len(first) == 1:
                camp = next(side for side in range(3) if first[0] in CAMP_KINDS[side])
                if camp == ROUTIERS or self.count(zone, camp) > 1:
                    units[first[0]] -= 1
        for zone in range(len(NAMES)):
            for kind in KINDS:
                self.moved[zone][kind] = min(self.moved[zone][kind], self.units[zone][kind])
        self.settle()

    def tactic_zone(self, camp, zones):
        said = self.ask("TACTIC", camp, [f"choose {NAMES[zone]} for the TACTIC card" for zone in zones])
        return NAMED[said.removeprefix("choose ").removesuffix(" for the TACTIC card")]

    def tactic_pillage(self, camp, what):
        self.activate_routiers(camp)
        zone = self.tactic_zone(camp, LAND)
        self.place(zone, R, what["amount"])
        if self.units[zone][R] and self.count(zone, 1 - camp):
            self.fight(zone, ROUTIERS, 1 - camp, open_field=True, ignores=R)

    def tactic_militia(self, camp, what):
        said = self.ask("TACTIC 13", camp, ["militia of the Burgundian faction", "militia of the Armagnac faction"])
        kind, side = (B, 0) if "Burgundian" in said else (A, 1)
        for _ in range(what["amount"]):
            zones = {f"place a unit in {NAMES[z]}": z for z in LAND if not self.hostile(z, side)}
            origin = None
            if not self.reserve(kind):
                sources = {f"take a unit from {NAMES[z]}": z for z in LAND if self.units[z][kind]}
                said = self.ask("TACTIC 13", side, ["place no more militia", *sources])
                if said == "place no more militia":
                    return
                origin = sources[said]
                self.units[origin][kind] -= 1
                said = self.ask_quietly("TACTIC 13", side, list(zones), origin, kind)
            else:
                said = self.ask("TACTIC 13", side, ["place no more militia", *zones])
            if said == "place no more militia":
                return
            self.units[zones[said]][kind] += 1
            self.settle()

    def ask_quietly(self, rule, side, options, origin, kind):
        """A unit is taken up only when it is put down."""
        self.units[origin][kind] += 1
        said = self.ask(rule, side, options)
        self.units[origin][kind] -= 1
        return said

    def tactic_tete_noire(self, camp, what):
        self.activate_routiers(camp)
        zone = self.tactic_zone(camp, zones_of("Limousin"))
        self.tete_noire = self.gathering = True  # no other company forms while it gathers
        come = min(6, self.reserve(R))
        self.units[zone][R] += come
        while come < 6:
            sources = {f"a Routier comes from {NAMES[z]}": z for z in LAND if self.units[z][R] and z != zone}
            if not sources:
                break
            origin = sources[self.ask("TACTIC 18", camp, list(sources))]
            self.move(origin, zone, R, 1)
            self.dissolve_companies()
            come += 1
        if zone not in self.companies and self.units[zone][R] >= 5:
            self.companies[0] = zone
        self.gathering = False
        self.settle()

    def tactic_recruit(self, camp, what):
        zone = self.tactic_zone(camp, [z for z in LAND if self.count(z, camp)])
        self.place(zone, (E_ELITE, F_ELITE)[camp], what["amount"])

    def tactic_revolt(self, camp, what):
        self.activate_routiers(camp)
        zones = [z for z in LAND if self.units[z][R]]
        if not zones:
            return
        zone = self.tactic_zone(camp, zones)
        near = self.nearest(zone, 1 - camp)
        if not near:
            return
        said = self.ask("TACTIC 27", camp, [f"the Routiers march to {NAMES[z]}" for z in sorted(near)])
        to = NAMED[said.removeprefix("the Routiers march to ")]
        self.move(zone, to, R, self.units[zone][R])
        if zone in self.companies:
            self.companies[self.companies.index(zone)] = to
        self.settle()
        self.fight(to, ROUTIERS, 1 - camp, open_field=True, ignores=R)

    def nearest(self, zone, camp):
        reached, edge = {zone}, {zone}
        while edge:
            found = {z for z in edge if self.count(z, camp)}
            if found:
                return found
            edge = {to for z in edge for to in ROADS[z]} - reached
            reached |= edge
        return set()
