"""Armies on the march (10.2): zone to zone, by sea, with and without a leader."""

from __future__ import annotations

from .printed import (
    BLACK_PRINCE,
    CAMP_KINDS,
    COAST,
    EDWARD,
    ENGLISH,
    FACTION_KIND,
    FRENCH,
    GUESCLIN,
    JOAN,
    KIND_NAMES,
    LAND,
    NAMES,
    PARIS,
    ROUTIERS,
    ZN,
    ZS,
)


class Marches:
    """An army from its first step to its last."""

    def march_without(self, zone, said):
        camp, fresh = self.camp, self.fresh_all(zone)
        army = list(fresh)
        self.spend(1)
        if said.startswith("march with all but one"):
            own = FACTION_KIND[self.active]
            other = next(kind for kind in CAMP_KINDS[camp][:2] if kind != own)
            elite = CAMP_KINDS[camp][2]
            leave = other if army[other] else own if army[own] > 1 else elite
            army[leave] -= 1
        elif said.startswith("form an army"):
            army = self.compose(zone, fresh, FACTION_KIND[self.active])
        led, self.as_led = self.as_led, False
        self.march(zone, army, None, as_led=led)

    def compose(self, zone, fresh, needed=None):
        """10.2: how many of each kind, in their order."""
        army = [0] * 7
        kinds = [kind for kind in CAMP_KINDS[self.camp] if fresh[kind]]
        keep = 1 if self.leaders_at(zone, self.camp) and self.count(zone, self.camp) == sum(fresh) else 0
        for at, kind in enumerate(kinds):
            later = sum(fresh[k] for k in kinds[at + 1 :])
            least = 1 if kind == needed or (needed is None and not sum(army) and not later) else 0
            most = min(fresh[kind], sum(fresh) - keep - sum(army) - (1 if needed in kinds[at + 1 :] else 0))
            numbers = range(least, most + 1)
            said = self.ask("10.2", self.camp, [f"take {n}" for n in numbers])
            army[kind] = int(said.split()[1])
        return army

    def reach(self, leader):
        """Arrows of an army (10.2, leader cards 6 and 7); the Black Prince's two come on top."""
        more = 1 if self.in_play(EDWARD) and self.camp == 0 else 0
        return self.arrows + more + (1 if leader == JOAN else 0)

    def bonus(self):
        return 2 if self.camp == 0 and self.in_play(BLACK_PRINCE) and not self.bonus_used else 0

    def march(self, zone, army, leader, as_led=False):
        """10.2.1, 10.2.2: zone to zone."""
        camp = self.camp
        self.left = self.reach(leader)
        self.steps, self.army, self.at = 0, army, zone
        led = leader is not None or as_led
        self.led = led
        going_over = False  # du Guesclin among enemies
        while True:
            steps = (
                {f"go to {NAMES[to]}": (to, 1) for to in self.ways(self.at, camp)} if self.at not in (ZN, ZS) else {}
            )
            for to, cost in self.sea_ways(self.at).items():
                steps[f"sail to {NAMES[to]}"] = (to, cost)
            steps = {text: step for text, step in steps.items() if step[1] <= self.left + self.bonus()}
            options = [*steps, *(["stop here"] if self.steps else [])]
            drops, picks = self.drops(leader), self.picks(leader)
            if led and self.steps and self.at in self.companies and not self.hostile(self.at, camp):
                options.append(f"attack the Free Company in {NAMES[self.at]}")
            if led and steps:
                options += [*drops, *picks]
            said = self.ask("10.2", camp, options)
            if said == "stop here":
                if going_over and self.fight_march(leader, led):
                    going_over = False
                    continue
                break
            if said.startswith("attack the Free Company"):
                if not self.attack_company(leader):
                    break
                continue
            if said in drops:
                kind = drops[said]
                self.army[kind] -= 1
                if self.steps:  # who is left before the first step has not moved
                    self.moved[self.at][kind] += 1
                continue
            if said in picks:
                kind = picks[said]
                self.army[kind] += 1
                continue
            to, cost = steps[said]
            if cost > self.left:
                self.bonus_used = True
                self.left += 2
            self.left -= cost
            self.step_to(to, leader, led)
            going_over = False
            if self.hostile(to, camp) or to in (ZN, ZS):
                if leader == GUESCLIN and self.may_cross(to):
                    going_over = True
                    continue
                if not led:
                    break
                if not self.fight_march(leader, led):
                    break
        self.end_march(leader)

    def may_cross(self, zone):
        return zone not in (ZN, ZS) and not self.count(zone, 3)

    def fresh_here(self, kind):
        return self.units[self.at][kind] - self.moved[self.at][kind] - self.army[kind]

    def drops(self, leader):
        """10.2.1: units left along the way; the leader keeps one of the active faction."""
        own = FACTION_KIND[self.active]
        return {
            f"leave a unit behind: {KIND_NAMES[kind]}": kind
            for kind in CAMP_KINDS[self.camp]
            if self.army[kind] > (1 if kind == own else 0)
        }

    def picks(self, leader):
        return {
            f"pick up a unit: {KIND_NAMES[kind]}": kind
            for kind in CAMP_KINDS[self.camp]
            if self.steps and self.fresh_here(kind) > 0
        }

    def sea_ways(self, zone):
        """10.2.5: by one sea two zones, by both three; the French and the English only."""
        if self.active not in (ENGLISH, FRENCH) or not COAST[zone]:
            return {}
        return {to: 2 if COAST[zone] & COAST[to] else 3 for to in LAND if COAST[to] and to != zone}

    def step_to(self, to, leader, led):
        camp = self.camp
        here = self.at
        gone = [min(self.army[kind], self.units[here][kind]) for kind in range(7)]
        with_him = self.leaders_at(here, camp)
        for kind in range(7):
            self.units[here][kind] -= gone[kind]
            self.units[to][kind] += gone[kind]
        if leader is not None:
            self.leaders[leader] = to
        if not self.count(here, camp):
            for other in with_him:
                self.leaders[other] = to
                self.leaders_moved.add(other)
        self.at, self.steps = to, self.steps + 1
        self.settle()

    def enter_paris(self, zone, camp):
        """5.3: besiegers who have won stand in Paris, their leaders with them."""
        leaders = self.leaders_at(zone, camp)
        for kind in CAMP_KINDS[camp]:
            self.move(zone, PARIS, kind, self.units[zone][kind])
            self.moved[PARIS][kind] += self.moved[zone][kind]
            self.moved[zone][kind] = 0
        for leader in leaders:
            self.leaders[leader] = PARIS
        self.settle()

    def end_march(self, leader):
        for kind in range(7):
            self.moved[self.at][kind] = min(self.moved[self.at][kind] + self.army[kind], self.units[self.at][kind])
        if leader is not None:
            self.leaders_moved.add(leader)

    def attack_company(self, leader):
        """13: a led army attacks a Free Company on its way; returns whether it may go on (11.6)."""
        zone = self.at
        result = self.fight(zone, self.camp, ROUTIERS)
        return self.after_fight(result, zone, leader)

    def fight_march(self, leader, led):
        """10.2.1, 11.6: who is led fights at once; returns whether he may go on."""
        zone, camp = self.at, self.camp
        if zone in (ZN, ZS):
            place, foe = PARIS, 1 - camp
        else:
            place, foe = zone, 3 if self.count(zone, 3) else 1 - camp
        result = self.fight(place, camp, foe, march=(leader, self.left + self.bonus()))
        if result == "passed":
            return True
        return self.after_fight(result, zone, leader)

    def after_fight(self, result, zone, leader):
        """11.6: who wins with his first roll goes on as before, else with an arrow less."""
        self.army = [min(n, self.units[zone][kind]) for kind, n in enumerate(self.army)]
        alive = leader is None or self.leaders[leader] == zone
        if result != "won" or not alive or zone in (ZN, ZS):
            return False
        if not self.first_roll_won:
            self.left = max(0, self.left - 1)
        if leader == GUESCLIN:
            self.left += 1
        self.army = [min(n, self.units[zone][kind]) for kind, n in enumerate(self.army)]
        return self.army[FACTION_KIND[self.active]] > 0
