"""The MANEUVERS phase (10): the card, armies with and without leaders, castles and towns, the TTM level, tokens."""

from __future__ import annotations

from . import printed
from .printed import (
    BURGUNDIAN,
    CAMP_KINDS,
    DECKS,
    ENGLISH,
    FACTION_KIND,
    LAND,
    LEADER_CAMP,
    LEADER_NAMES,
    MADNESS,
    NAMES,
    PLACE,
    TRACKS,
    ZN,
    ZONES,
    ZS,
)
from .sequence import DISCARDED, HELD
from .sheet import CASTLE_1, CASTLE_2, FORTIFIED, NOTHING

TOKEN = "spend a maneuver token"


class Moves:
    """Orders given by a MANEUVER or TRUCE card."""

    def maneuvers(self):
        faction, camp = self.active, self.camp
        self.react()
        self.built = self.improved = self.leaders_closed = self.as_led = False
        self.for_building = 0  # maneuvers of tokens in the Burgundian sequence
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
        if self.scenario != "introductory":
            self.advance(self.camp, card.get("ttm", 0))
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
        """Maneuvers left: those of tokens spent in the Burgundian sequence build and improve only (10.4.2)."""
        return self.arms + (self.for_building if builds else 0)

    def spend(self, cost, builds=False):
        paid = min(cost, self.for_building) if builds else 0
        self.for_building -= paid
        self.arms -= cost - paid

    def may_spend_token(self):
        """10.4.2: at any moment of the English sequence in which it buys something; Burgundians for what they build."""
        builder = self.active == BURGUNDIAN and not (self.built and self.improved)
        return self.tokens > 0 and (self.active == ENGLISH or builder)

    def spend_token(self):
        self.tokens -= 1
        if self.active == ENGLISH:
            self.arms += 1
        else:
            self.for_building += 1

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
        options = ["end the maneuvers", *self.events_of_phase("maneuvers"), *self.events_any_time(camp)]
        if self.may_spend_token():
            options.append(TOKEN)
        if self.arms:
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
        may = not self.improved and not self.is_truce and self.scenario != "introductory"
        if may and self.budget(builds=True) >= TRACKS["ttm_cost"]:
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
            self.spend(1, builds=True)
            self.built = True
            if said.startswith("fortify"):
                self.works[zone] = FORTIFIED
            else:
                self.works[zone] = CASTLE_1 if self.works[zone] == NOTHING else CASTLE_2
            self.pay(zone, FACTION_KIND[self.active])
        elif said == "improve the TTM level":
            self.spend(TRACKS["ttm_cost"], builds=True)
            self.improved = True
            self.improve(self.camp)
        elif said == TOKEN:
            self.spend_token()
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
