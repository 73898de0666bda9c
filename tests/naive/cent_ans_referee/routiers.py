"""The Routiers' own turn (12) and Free Companies (13)."""

from __future__ import annotations

from .printed import COMPANIES, FACTION_KIND, GUARD, LAND, MARKS, NAMED, NAMES, POINTS, REGION, ROADS, ROUTIERS, R
from .sheet import AWAY


class Routiers:
    """Bands of Routiers, played by the camp that activates them."""

    routiers_moving = False

    def activate_routiers(self, camp):
        """12, 7.3: once a turn."""
        if self.routiers_done:
            return
        self.routiers_done = True
        self.routier_reinforcements(camp)
        self.routier_moves(camp)
        zones = [
            zone for zone in LAND
            if self.units[zone][R] and self.count(zone, 1 - camp) and not self.stronghold(zone)
        ]  # fmt: skip
        self.fight_all(zones, attacker=ROUTIERS, foe=1 - camp)

    def routier_reinforcements(self, camp):
        camps = MARKS["routier_camps"]
        free = [zone for zone in camps if not any(self.units[zone][:6])]
        if len(free) == 2:
            for zone in free:
                self.place(zone, R, 1)
        elif free:
            self.place(free[0], R, 2)
        else:
            zones = [zone for zone in LAND if zone not in camps and self.units[zone][R]]
            zones = zones or [
                zone for zone in LAND
                if zone not in camps and not any(self.units[zone][:6]) and not self.count(zone, GUARD)
            ]  # fmt: skip
            if zones:
                said = self.ask("12.1", camp, [f"Routiers appear in {NAMES[zone]}" for zone in zones])
                self.place(NAMED[said.removeprefix("Routiers appear in ")], R, 2)

    def routier_moves(self, camp):
        """12.2: every band moves, in the order of whoever plays the Routiers (12.3)."""
        self.companies_led()
        self.to_move = [self.units[zone][R] for zone in range(len(NAMES))]
        self.routiers_moving = True
        while bands := [zone for zone in LAND if self.to_move[zone]]:
            said = self.ask("12.2", camp, [f"move the Routiers of {NAMES[zone]}" for zone in bands])
            self.move_band(NAMED[said.removeprefix("move the Routiers of ")], camp)
        self.routiers_moving = False
        self.settle()

    def move_band(self, zone, camp):
        company = self.companies.index(zone) if zone in self.companies else None
        targets = self.company_ways(zone, company) if company is not None else self.band_ways(zone)
        if not targets:
            self.to_move[zone] = 0
            return
        said = self.ask("12.2", camp, [f"go to {NAMES[to]}" for to in sorted(targets)])
        to = NAMED[said.removeprefix("go to ")]
        going = self.units[zone][R] if company is not None else self.to_move[zone]
        self.to_move[zone] = 0
        if to == zone:
            return
        self.units[zone][R] -= going
        self.units[to][R] += going
        if company is not None:
            self.companies[company] = to
            self.to_move[to] = 0  # it takes along whom it finds there (13.3.1)
        self.settle()

    def band_ways(self, zone):
        return list(ROADS[zone])

    def company_ways(self, zone, company):
        """13.3.1: as far as its arrows, not out of a region whose point it contests."""
        reached, edge = {zone}, {zone}
        for _ in range(COMPANIES[company]["arrows"]):
            edge = {to for z in edge for to in self.band_ways(z)} - reached
            if REGION[zone] in POINTS:
                edge = {to for to in edge if REGION[to] == REGION[zone]}
            reached |= edge
        return reached - {zone}

    def attackable(self, camp):
        """13: Free Companies among units of the active faction, no enemy beside them."""
        return [
            zone for zone in self.companies
            if zone != AWAY and self.units[zone][FACTION_KIND[self.active]] and not self.hostile(zone, camp)
        ]  # fmt: skip
