"""The MANEUVERS phase (10): the card, armies with and without leaders, castles and towns, the TTM level, tokens."""

from __future__ import annotations

from . import printed
from .printed import (
    BLACK_PRINCE,
    BURGUNDIAN,
    CAMP_KINDS,
    COAST,
    DECKS,
    EDWARD,
    ENGLISH,
    FACTION_KIND,
    FACTIONS,
    FRENCH,
    GUESCLIN,
    JOAN,
    KIND_NAMES,
    LAND,
    LEADER_CAMP,
    LEADER_NAMES,
    MADNESS,
    NAMES,
    PARIS,
    PLACE,
    TRACKS,
    ZN,
    ZONES,
    ZS,
)
from .sequence import DISCARDED, HELD
from .sheet import CASTLE_1, CASTLE_2, FORTIFIED, NOTHING


class Moves:
    """Orders given by a MANEUVER or TRUCE card."""

    def maneuvers(self):
        faction, camp = self.active, self.camp
        self.react()
        self.built = self.improved = self.leaders_closed = self.as_led = False
        self.bonus_used = False  # the Black Prince's two arrows
        self.leaders_moved = set()
        while True:
            orders = {
                self.card_text(faction, card): card
                for card in sorted(self.hands[faction])
                if DECKS[faction][card]["kind"] != "event"
            }
            events = [*self.events_of_phase("maneuvers"), *self.events_any_time(camp)]
            said = self.ask("10.1", camp, [*orders, *events])
            if said in orders:
                break
            self.play_event(said)
        card = DECKS[faction][orders[said]]
        self.discard_card(faction, orders[said])
        self.is_truce = card["kind"] == "truce"
        if self.is_truce:
            self.truces[camp] += 1
        self.arms, self.arrows = card["armies"], card["zones"]
        self.after_card(card)
        self.orders()

    def after_card(self, card):
        """The card's own effects, in order; then Madness of the King; then who appeared among enemies fights."""
        if card.get("ttm") and self.scenario != "introductory":
            ttm_first = True
        else:
            ttm_first = False
        if ttm_first:
            self.advance(self.camp, 1)
        if card.get("routiers"):
            self.activate_routiers(self.camp)
        foe = 1 - self.camp
        if not self.is_truce and self.tactics[MADNESS] == HELD[foe]:
            said = self.ask("TACTIC 21", foe, ["do not play Madness of the King", "play Madness of the King"])
            if said == "play Madness of the King":
                self.tactics[MADNESS] = DISCARDED
                self.arms = max(1, self.arms - 2)
        self.fight_all([zone for zone in LAND if self.count(zone, self.camp) and self.hostile(zone, self.camp)])

    # ---- the orders (10.1) ----

    def budget(self, builds):
        """Maneuvers left: tokens count for the English, and for building in the Burgundian sequence (10.4.2)."""
        own = self.active == ENGLISH or (self.active == BURGUNDIAN and builds)
        return self.arms + (self.tokens if own else 0)

    def spend(self, cost):
        paid = min(cost, self.arms)
        self.arms -= paid
        self.tokens -= cost - paid

    def orders(self):
        camp = self.camp
        while True:
            options = self.order_options()
            said = self.ask("10.1", camp, options)
            if said == "end the maneuvers":
                return
            self.carry_out(said)

    def order_options(self):
        faction, camp = self.active, self.camp
        options = ["end the maneuvers", *self.events_of_phase("maneuvers")]
        if self.arms or (self.active == ENGLISH and self.tokens):
            for zone in ZONES:
                options += self.armies_from(zone)
            if not self.leaders_closed:
                options += [
                    f"{LEADER_NAMES[leader]} marches"
                    for leader, zone in enumerate(self.leaders)
                    if zone >= 0 and LEADER_CAMP[leader] == camp and leader not in self.leaders_moved
                    and self.fresh(zone, FACTION_KIND[faction])
                ]  # fmt: skip
            options += self.chevauchees()
        options += self.buildings()
        if self.budget(builds=True) >= TRACKS["ttm_cost"] and not self.improved and not self.is_truce:
            if self.scenario != "introductory":
                options.append("improve the TTM level")
        return options

    def fresh(self, zone, kind):
        return self.units[zone][kind] - self.moved[zone][kind]

    def fresh_all(self, zone):
        return [self.fresh(zone, kind) if kind in CAMP_KINDS[self.camp] else 0 for kind in range(7)]

    def armies_from(self, zone):
        """10.2: all who have not moved, all but one, or an army composed; one unit of the faction at least.

        Who stands with a leader leaves him a unit.
        """
        fresh = self.fresh_all(zone)
        if zone in (ZN, ZS) or not fresh[FACTION_KIND[self.active]] or not self.ways_or_sea(zone):
            return []
        name, left = NAMES[zone], self.count(zone, self.camp) - sum(fresh)
        options = []
        if left or not self.leaders_at(zone, self.camp):
            options.append(f"march with all from {name}")
        if sum(fresh) > 1:
            options += [f"march with all but one from {name}", f"form an army in {name}"]
        return options

    def ways_or_sea(self, zone):
        return True

    def buildings(self):
        if self.built or self.budget(builds=True) < 1:
            return []
        options = []
        for zone in LAND:
            if not self.units[zone][FACTION_KIND[self.active]] or self.hostile(zone, self.camp):
                continue
            if PLACE[zone] == "none" and (
                (self.works[zone] == NOTHING and self.castles_left()) or self.works[zone] == CASTLE_1
            ):
                options.append(f"build a castle in {NAMES[zone]}")
            if PLACE[zone] == "town" and self.works[zone] == NOTHING and self.towns_left():
                options.append(f"fortify {NAMES[zone]}")
        return options

    def carry_out(self, said):
        if " marches" in said:
            leader = LEADER_NAMES.index(said.removesuffix(" marches"))
            self.spend(1)
            zone = self.leaders[leader]
            self.march(zone, self.fresh_all(zone), leader)
        elif said.startswith(("march with", "form an army")):
            zone = printed.NAMED[said.split(" from " if " from " in said else " in ", 1)[1]]
            self.leaders_closed = self.leaders_closed or not self.as_led
            self.march_without(zone, said)
        elif said.startswith(("build a castle in ", "fortify ")):
            zone = printed.NAMED[said.removeprefix("build a castle in ").removeprefix("fortify ")]
            self.spend(1)
            self.built = True
            if said.startswith("fortify"):
                self.works[zone] = FORTIFIED
            else:
                self.works[zone] = CASTLE_1 if self.works[zone] == NOTHING else CASTLE_2
            self.pay(zone, FACTION_KIND[self.active])
        elif said == "improve the TTM level":
            self.spend(TRACKS["ttm_cost"])
            self.improved = True
            self.improve(self.camp)
        elif said in self.chevauchees():
            self.play_chevauchee(said)
        else:
            self.play_event(said)

    def pay(self, zone, kind):
        """A unit goes back: one that has moved, if there is one."""
        fresh = self.fresh(zone, kind)
        self.units[zone][kind] -= 1
        if self.units[zone][kind] < fresh + self.moved[zone][kind]:
            self.moved[zone][kind] = min(self.moved[zone][kind], self.units[zone][kind])
        self.settle()

    # ---- marches ----

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
            said = self.ask("10.2", self.camp, [f"take {n} {KIND_NAMES[kind]}" for n in numbers])
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
            steps = {f"go to {NAMES[to]}": (to, 1) for to in self.ways(self.at, camp)} if self.at not in (ZN, ZS) else {}
            for to, cost in self.sea_ways(self.at).items():
                steps[f"sail to {NAMES[to]}"] = (to, cost)
            steps = {text: step for text, step in steps.items() if step[1] <= self.left + self.bonus()}
            options = [*steps, *(["stop here"] if self.steps else [])]
            drops, picks = self.drops(leader), self.picks(leader)
            if led and steps:
                options += [*drops, *picks]
            said = self.ask("10.2", camp, options)
            if said == "stop here":
                if going_over and self.fight_march(leader, led):
                    going_over = False
                    continue
                break
            if said in drops:
                kind = drops[said]
                self.army[kind] -= 1
                if self.steps:  # who is left before the first step has not moved
                    self.moved[self.at][kind] += 1
                continue
            if said in picks:
                kind = picks[said]
                self.army[kind] += self.fresh_here(kind)
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
            f"pick up all units that have not moved: {KIND_NAMES[kind]}": kind
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

    as_led = False

    def chevauchees(self):
        """TACTIC 7 and 16."""
        if self.as_led:
            return []
        return [self.tactic_text(card) for card in (7, 16) if self.tactics[card] == HELD[self.camp]]

    def play_chevauchee(self, said):
        card = next(card for card in (7, 16) if self.tactic_text(card) == said)
        self.tactics[card] = DISCARDED
        self.as_led = True


__all__ = ["FACTIONS", "Moves"]
