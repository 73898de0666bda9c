"""EVENT cards (17), TACTIC cards and the TTM level (10.4)."""

from __future__ import annotations

import re

from .printed import (
    AVIGNON,
    CAMP_KINDS,
    DECKS,
    E_ELITE,
    FACTION_KIND,
    FACTIONS,
    LAND,
    NAMED,
    NAMES,
    PLACE,
    ROUTIERS,
    TACTICS,
    UNIT_NAMES,
    A,
    B,
    E,
    F,
    R,
    zones_of,
)


class Cards:
    """What cards do."""

    def card_text(self, faction, card):
        what = DECKS[faction][card]
        title = what["kind"].upper() if what["kind"] != "event" else what["title"]
        return f"play the {FACTIONS[faction]} card {card} ({title})"

    def tactic_name(self, card):
        return f"TACTIC card {card} ({TACTICS[card]['title']})"

    def tactic_text(self, card):
        return f"play {self.tactic_name(card)}"

    # ---- when an event can be played (17.1) ----

    def events_of_phase(self, phase):
        return [
            self.card_text(self.active, card)
            for card in sorted(self.hands[self.active])
            if DECKS[self.active][card].get("when") == phase and self.fits(self.active, card)
        ]

    def events_any_time(self, camp):
        return [
            self.card_text(faction, card)
            for faction in (2 * camp, 2 * camp + 1)
            for card in sorted(self.hands[faction])
            if DECKS[faction][card].get("when") == "any" and self.fits(faction, card)
        ]

    def fits(self, faction, card):
        """A card that could do nothing need not be offered."""
        effect = DECKS[faction][card]["effect"]
        zones = self.event_zones(faction, card)
        if effect == "elite-reinforcement":
            return self.reserve(E_ELITE) > 0
        return zones is None or bool(zones)

    def event_zones(self, faction, card):
        what = DECKS[faction][card]
        effect = what["effect"]
        if effect == "civil-war":
            return [zone for zone in LAND if self.units[zone][F] and self.units[zone][A]]
        if effect == "remove-units":
            return [zone for zone in LAND if self.units[zone][E] and self.count(zone, 0) > 1]
        if effect == "turn-coats":
            if not self.reserve(B):
                return []
            return [
                zone for zone in LAND if PLACE[zone] in ("town", "city") and zone != AVIGNON and self.count(zone, 1)
            ]
        if effect == "rising":
            return zones_of(*what["regions"]) if self.reserve(FACTION_KIND[faction]) else []
        if effect == "enrol-routiers":
            return [zone for zone in LAND if self.units[zone][R]]
        return None

    def react(self):
        """17.1.1: events of any moment, for the other camp at the start of the MANEUVERS phase."""
        foe = 1 - self.camp
        while events := self.events_any_time(foe):
            said = self.ask("17.1.1", foe, ["play no event", *events])
            if said == "play no event":
                return
            self.play_event(said)

    def play_event(self, said):
        found = re.fullmatch(r"play the (\w+) card (\d+) \(.*\)", said)
        faction, card = FACTIONS.index(found[1]), int(found[2])
        what = DECKS[faction][card]
        self.discard_card(faction, card)
        getattr(self, "event_" + what["effect"].replace("-", "_"))(faction, card, what)

    def ask_zone(self, faction, card, zones):
        title = " for the event"
        said = self.ask("17", faction // 2, [f"choose {NAMES[zone]}{title}" for zone in zones])
        return NAMED[said.removeprefix("choose ").removesuffix(title)]

    # ---- events ----

    def event_elite_reinforcement(self, faction, card, what):
        self.elite_to_place += what["amount"]

    def event_jacquerie(self, faction, card, what):
        for region in what["regions"]:
            zone = self.ask_zone(faction, card, zones_of(region))
            self.place(zone, R, what["amount"])
            if self.count(zone, 1) and self.units[zone][R]:
                self.fight(zone, ROUTIERS, 1, open_field=True, ignores=R, double=True)

    def event_halve(self, faction, card, what):
        for zone in zones_of(*what["regions"]):
            self.remove(zone, F, self.units[zone][F] // 2, settle=False)
        self.settle()

    def event_civil_war(self, faction, card, what):
        zone = self.ask_zone(faction, card, self.event_zones(faction, card))
        self.fight(zone, 1, 1, civil=True, open_field=True)

    def event_rising(self, faction, card, what):
        zone = self.ask_zone(faction, card, zones_of(*what["regions"]))
        camp, kind = faction // 2, FACTION_KIND[faction]
        self.place(zone, kind, what["amount"])
        if self.count(zone, camp) and self.count(zone, 1 - camp):
            self.fight(zone, camp, 1 - camp, open_field=True, ignores=kind)

    def event_remove_units(self, faction, card, what):
        chosen = set()
        title = " for the event"
        for _ in range(what["amount"]):
            zones = [zone for zone in self.event_zones(faction, card) if zone not in chosen]
            options = ["choose no further zone", *[f"choose {NAMES[zone]}{title}" for zone in zones]]
            said = self.ask("17", faction // 2, options)
            if said == "choose no further zone":
                return
            zone = NAMED[said.removeprefix("choose ").removesuffix(title)]
            chosen.add(zone)
            self.remove(zone, E, 1)

    def event_advance_ttm(self, faction, card, what):
        camp = faction // 2
        self.advance(camp, 1)
        era = self.era(camp)
        while era < 3 and not self.pile(era):
            era += 1
        if era < 3:
            self.draw_tactic(camp, era)

    def event_turn_coats(self, faction, card, what):
        zone = self.ask_zone(faction, card, self.event_zones(faction, card))
        for _ in range(what["amount"]):
            kinds = [k for k in CAMP_KINDS[1] if self.units[zone][k]] if self.reserve(B) else []
            options = {f"{UNIT_NAMES[kind]} changes sides": kind for kind in kinds}
            said = self.ask("17", 0, ["let no more units change sides", *options])
            if said not in options:
                break
            self.units[zone][options[said]] -= 1
            self.units[zone][B] += 1
            self.settle()
        if self.count(zone, 0) and self.count(zone, 1):
            self.fight(zone, 0, 1, open_field=True, ignores=B)

    def event_enrol_routiers(self, faction, card, what):
        zone = self.ask_zone(faction, card, self.event_zones(faction, card))
        for _ in range(what["amount"]):
            if not self.units[zone][R]:
                break
            if self.reserve(A):
                options = {"enrol a Routier": None}
            else:
                options = {
                    f"enrol a Routier with a unit from {NAMES[z]}": z for z in LAND if self.units[z][A] and z != zone
                }
            said = self.ask("17", 1, ["enrol no more Routiers", *options])
            if said not in options:
                break
            origin = options[said]
            self.units[zone][R] -= 1
            self.units[zone][A] += 1
            if origin is not None:
                self.units[origin][A] -= 1
            self.settle()
        if self.count(zone, 0) and self.count(zone, 1):
            self.fight(zone, 1, 0, open_field=True)
