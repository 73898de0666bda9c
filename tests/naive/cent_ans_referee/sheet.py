"""The referee's own board: units, leaders, Free Companies, control and points, and who may be where."""

from __future__ import annotations

from . import printed
from .printed import (
    AT,
    AVIGNON,
    BOX,
    CAMP_KINDS,
    COMPANY_NAMES,
    E_ELITE,
    F_ELITE,
    GUARD,
    HEART,
    LAND,
    LEADER_CAMP,
    NAMES,
    PARIS,
    PLACE,
    POINTS,
    REGION,
    ROADS,
    ROUTIERS,
    ZN,
    ZONES,
    ZS,
    A,
    B,
    E,
    F,
    R,
)
from .table import GameOver

AWAY, GONE = -1, -2
NOTHING, CASTLE_1, CASTLE_2, FORTIFIED = range(4)
SHELTER = {"castle": 2, "town": 3, "city": 5, "paris": 10}

REGION_ZONES = {region: [zone for zone in LAND if REGION[zone] == region] for region in printed.REGIONS}


class Sheet:
    """What stands on the board; knows what the rules say of it, and changes it."""

    def lay_out(self):
        """6.1, 6.2: units, markers and tracks."""
        self.units = [[0] * 7 for _ in ZONES]
        for key, units in printed.SETUP.items():
            zone = AT[key]
            for kind, name in ((E, "english"), (B, "burgundian"), (F, "french"), (A, "armagnac"), (R, "routier")):
                self.units[zone][kind] = units.get(name, 0)
            elite = F_ELITE if self.units[zone][F] + self.units[zone][A] else E_ELITE
            self.units[zone][elite] = units.get("elite", 0)
        self.works = [NOTHING] * len(ZONES)
        self.leaders = [AWAY] * 12
        self.companies = [AWAY] * 3
        self.ttm = [printed.TRACKS["ttm_start_english"], printed.TRACKS["ttm_start_french"]]
        self.truces, self.tokens, self.guard = [0, 0], 0, 2
        self.turn, self.active = 1, 0
        self.moved = [[0] * 7 for _ in ZONES]
        self.judged = None  # units as they stood when the heart of France was last looked at

    # ---- counting ----

    def on_board(self, *kinds):
        return sum(self.units[zone][kind] for zone in ZONES for kind in kinds)

    def reserve(self, kind):
        if kind in (E_ELITE, F_ELITE):
            return BOX["elite"] - self.on_board(E_ELITE, F_ELITE)
        return BOX[kind] - self.on_board(kind)

    def castles_left(self):
        return printed.CASTLE_MARKERS - sum(work in (CASTLE_1, CASTLE_2) for work in self.works)

    def towns_left(self):
        return printed.TOWN_TILES - self.works.count(FORTIFIED)

    def count(self, zone, side):
        """Units of a camp, of the Routiers or of the Papal Guard in a zone."""
        if side == GUARD:
            return self.guard if zone == AVIGNON else 0
        return sum(self.units[zone][kind] for kind in CAMP_KINDS[side])

    def cubes(self, zone, camp):
        return sum(self.units[zone][kind] for kind in CAMP_KINDS[camp][:2])

    def hostile(self, zone, camp):
        """Units of the opposing camp, or of the Papal Guard, who let nobody in (11.5.3)."""
        return self.count(zone, 1 - camp) + self.count(zone, GUARD)

    def stronghold(self, zone):
        """5.2.2: a city, Paris, a castle or a fortified town."""
        return PLACE[zone] in ("city", "paris") or self.works[zone] != NOTHING

    def shelter(self, zone):
        """11.5: how many find refuge."""
        if PLACE[zone] in ("city", "paris"):
            return SHELTER[PLACE[zone]]
        return SHELTER["town" if self.works[zone] == FORTIFIED else "castle"]

    def leaders_at(self, zone, camp):
        return [leader for leader in range(12) if self.leaders[leader] == zone and LEADER_CAMP[leader] == camp]

    def in_play(self, leader):
        return self.leaders[leader] >= 0

    # ---- changing ----

    def place(self, zone, kind, count):
        """From the reserve; a unit of which no cube is left does not come."""
        count = min(count, self.reserve(kind))
        self.units[zone][kind] += count
        self.settle()
        return count

    def remove(self, zone, kind, count, settle=True):
        assert 0 <= count <= self.units[zone][kind]
        self.units[zone][kind] -= count
        self.moved[zone][kind] = min(self.moved[zone][kind], self.units[zone][kind])
        if settle:
            self.settle()

    def settle(self):
        """What follows at once from where units are: leaders without any, Free Companies, the heart of France."""
        for leader, zone in enumerate(self.leaders):
            if zone >= 0 and not self.count(zone, LEADER_CAMP[leader]):
                self.leaders[leader] = GONE  # 11.6.1
        for units, moved in zip(self.units, self.moved, strict=True):
            if any(moved):
                moved[:] = map(min, moved, units)
        self.dissolve_companies()
        self.heart()

    def dissolve_companies(self):
        for company, zone in enumerate(self.companies):
            if zone >= 0 and self.units[zone][R] < 5:
                self.companies[company] = AWAY  # 13.3.1

    def companies_led(self):
        """13: five Routiers and more are a Free Company as long as a leader is free; the active faction takes him."""
        while True:
            groups = [zone for zone in LAND if self.units[zone][R] >= 5 and zone not in self.companies]
            free = [company for company in range(3) if self.companies[company] == AWAY and self.may_lead(company)]
            if not groups or not free:
                return
            offers = {
                f"{COMPANY_NAMES[company]} leads the Free Company in {NAMES[zone]}": (company, zone)
                for company in free for zone in groups
            }  # fmt: skip
            if len(offers) == 1:
                company, zone = next(iter(offers.values()))
            else:
                self.within_fight, before = True, self.within_fight
                company, zone = offers[self.ask("13", self.camp, list(offers))]
                self.within_fight = before
            self.companies[company] = zone
            self.heart()

    def may_lead(self, company):
        """13: "one of the two available Routier leaders": Geoffroy Tête-Noire (0) comes by his card alone."""
        return company != 0

    def heart(self):
        """16.1, 16.1.1: enough of six regions, at once."""
        if self.scenario in ("introductory", "historical") or self.units == self.judged:
            return  # 18.1.3, 18.2.2
        self.judged = [list(units) for units in self.units]
        need = (4 if self.scenario == "english-challenge" else 5, 5)
        for camp in range(2):
            if sum(self.controller(region) == camp for region in HEART) >= need[camp]:
                raise GameOver(camp, "heart")

    # ---- control (5.4) ----

    def zone_controller(self, zone):
        held = [self.count(zone, camp) > 0 for camp in range(2)]
        if all(held) or not any(held) or self.count(zone, GUARD):
            return None
        return held.index(True)

    def controller(self, region):
        zones = REGION_ZONES[region]
        if any(zone in self.companies for zone in zones):
            return None  # 13.3.1
        if not any(self.stronghold(zone) for zone in zones):
            there = [any(self.count(zone, camp) for zone in zones) for camp in range(2)]
            return there.index(True) if sum(there) == 1 else None
        places = [zone for zone in zones if PLACE[zone] != "none" or self.works[zone] != NOTHING]
        holders = {self.zone_controller(zone) for zone in places}
        return holders.pop() if len(holders) == 1 else None

    def points(self):
        held = [self.controller(region) for region in POINTS]
        return [held.count(0), held.count(1)]

    # ---- ways ----

    def ways(self, zone, camp):
        """Zones that an army of a camp can enter from here by land (10.2, 10.2.3, 5.3)."""
        if zone in (ZN, ZS):
            return {printed.NORTH if zone == ZN else printed.SOUTH} | (
                {PARIS} if not self.hostile(PARIS, camp) else set()
            )
        ways = set(ROADS[zone])
        if PARIS in ways and self.hostile(PARIS, camp):
            ways = ways - {PARIS} | {ZN if zone == printed.NORTH else ZS}
        return ways

    def free_for(self, zone, camp):
        """11.4.3: free of any opposing unit, Routiers and Papal Guard too."""
        return not self.hostile(zone, camp) and not self.count(zone, ROUTIERS)

    def refuges(self, zone, side):
        """Zones to which one unit can retreat (11.4.3, 11.4.4)."""
        if side == ROUTIERS:
            borders = printed.BORDERS[zone]
            return [z for z in sorted(borders) if not any(self.units[z][:6]) and not self.count(z, GUARD)
                    and not self.stronghold(z)]  # fmt: skip
        return [z for z in sorted(ROADS[zone]) if self.free_for(z, side)]

    def move(self, origin, target, kind, count):
        self.units[origin][kind] -= count
        self.units[target][kind] += count
