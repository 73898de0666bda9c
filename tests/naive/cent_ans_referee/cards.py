"""EVENT cards (17), TACTIC cards and the TTM level (10.4)."""

from __future__ import annotations

import re

from .printed import (
    AVIGNON,
    CAMP_KINDS,
    CAMPS,
    DECKS,
    E_ELITE,
    ERA_SPACES,
    F_ELITE,
    FACTION_KIND,
    FACTIONS,
    KINDS,
    LAND,
    NAMED,
    NAMES,
    PARIS,
    PLACE,
    ROADS,
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
from .sequence import DISCARDED, EQUIPPED, HELD
from .table import Broken

ERAS = ("I", "II", "III")
TOP = 3 * ERA_SPACES


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
            return [zone for zone in LAND if PLACE[zone] in ("town", "city") and zone != AVIGNON and self.count(zone, 1)]
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
        title = f" for the {FACTIONS[faction]} card {card} ({DECKS[faction][card]['title']})"
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
        title = f" for the {FACTIONS[faction]} card {card} ({what['title']})"
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

    # ---- the TTM level and TACTIC cards (10.4) ----

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

    def tactic_zone(self, camp, title, zones):
        said = self.ask("TACTIC", camp, [f"{title} in {NAMES[zone]}" for zone in zones])
        return NAMED[said.removeprefix(f"{title} in ")]

    def tactic_pillage(self, camp, what):
        self.activate_routiers(camp)
        zone = self.tactic_zone(camp, what["title"], LAND)
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
                said = self.ask("TACTIC 13", side, ["pass", *sources])
                if said == "pass":
                    return
                origin = sources[said]
                self.units[origin][kind] -= 1
                said = self.ask_quietly("TACTIC 13", side, list(zones), origin, kind)
            else:
                said = self.ask("TACTIC 13", side, ["pass", *zones])
            if said == "pass":
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
        zone = self.tactic_zone(camp, what["title"], zones_of("Limousin"))
        self.tete_noire = True
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
        self.settle()

    def tactic_recruit(self, camp, what):
        zone = self.tactic_zone(camp, what["title"], [z for z in LAND if self.count(z, camp)])
        self.place(zone, (E_ELITE, F_ELITE)[camp], what["amount"])

    def tactic_revolt(self, camp, what):
        self.activate_routiers(camp)
        zones = [z for z in LAND if self.units[z][R]]
        if not zones:
            return
        zone = self.tactic_zone(camp, what["title"], zones)
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


__all__ = ["PARIS", "Cards"]
