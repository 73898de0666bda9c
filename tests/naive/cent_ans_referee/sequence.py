"""The course of a game (6, 7, 14 to 16, 18): set-up, turns, leaders, reinforcements, cards drawn, the end."""

from __future__ import annotations

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.games.cent_ans.full_game import state as layout
from simcore.games.cent_ans.full_game.action_text import about_text
from simcore.games.cent_ans.full_game.game import GAME

from . import printed
from .printed import (
    ARMAGNAC,
    BORDEAUX,
    BURGUNDIAN,
    CAMP_KINDS,
    CAMPS,
    COAST,
    DECKS,
    E_ELITE,
    ENGLISH,
    F_ELITE,
    FACTION_KIND,
    FACTIONS,
    FRANCS,
    FRENCH,
    LAND,
    LEADER_CAMP,
    LEADER_NAMES,
    LEADERS,
    MARKS,
    NAMES,
    PARIS,
    PLACE,
    TACTICS,
    TRACKS,
    UNIT_NAMES,
    zones_of,
)
from .sheet import CASTLE_1, NOTHING
from .table import Broken, GameOver

IN_PILE, HELD, EQUIPPED, DISCARDED, NOT_IN_GAME, IN_PLAY = (0, 1, 2), (3, 4), (5, 6), 7, 8, 9


class Sequence:
    """Turns and sequences."""

    def play(self):
        """The whole game; returns (winner or None, how)."""
        try:
            self.set_up()
            while True:
                self.play_turn()
                self.end_of_turn()
                self.turn += 1
        except GameOver as over:
            return self.finish(over)

    def finish(self, over):
        if self.player is not None or self.heard:
            raise Broken("16", f"the game should be over: {over.winner} by {over.how}; told: {self.heard[:2]}")
        seen = self.outcome()
        winner = 0 if over.winner is None else over.winner + 1
        if seen["winner"] != winner:
            raise Broken("16", f"winner {seen['winner']}, by the rules {winner} ({over.how})")
        if [seen["english.points"], seen["french.points"]] != self.points():
            raise Broken("16", f"points {seen}, by the rules {self.points()}")
        return over.winner, over.how

    def outcome(self):
        row = np.zeros(len(GAME.rules.columns) + 2, np.int64)
        uncompiled(GAME.rules.kernels["final_row"])(self.board, self.state, row)
        return dict(zip(GAME.rules.columns, row.tolist(), strict=False))

    # ---- set-up (6) ----

    def set_up(self):
        self.lay_out()
        self.hands = [set(), set(), set(), set()]
        self.decks = [{card for card, what in deck.items() if printed.in_game(what)} for deck in DECKS]
        self.tactics = {card: NOT_IN_GAME for card in TACTICS}
        for card, what in TACTICS.items():
            if "effect" in what and what["era"]:
                self.tactics[card] = what["era"] - 1
        self.tactics |= {1: EQUIPPED[0], 2: EQUIPPED[1], 3: IN_PLAY}  # 6.4
        seen = {card: self.cell(self.layout_tactic(card)) for card in (4, 5, 6)}
        if sorted(seen.values()) != [0, 1, 2]:
            raise Broken("6.3.3", f"calamities lie in the piles {seen}")
        self.tactics |= seen
        for faction in range(4):
            self.hands[faction] = set(self.cards_at(faction, 1))
            if self.scenario == "introductory":
                name = FACTIONS[faction].lower()
                known = {card for card in self.decks[faction]}
                wanted = set(printed.HANDS[name]["hand"]) & known
                self.decks[faction] = set(printed.HANDS[name]["pile"]) & known
                if self.hands[faction] != wanted:
                    raise Broken("18.1.1", f"{name} hand {self.hands[faction]}")
                continue
            self.check_hand("6.3.1", faction, 3)
            self.decks[faction] -= self.hands[faction]
        if self.points() != [4, 7] or self.seen_control() != [4, 7]:
            raise Broken("6.1", f"points {self.points()}")
        self.compare_start()
        if self.scenario == "historical":  # 18.2.1
            self.appear(printed.PHILIP, 1)

    def seen_control(self):
        return [self.cell(layout.POINTS), self.cell(layout.POINTS_FRENCH)]

    def layout_tactic(self, card):
        return layout.TACTIC + card - 1

    def compare_start(self):
        for zone in range(len(NAMES)):
            if self.seen_units(zone) != self.units[zone]:
                raise Broken("6.2", f"{NAMES[zone]}: {self.seen_units(zone)}")

    def check_hand(self, rule, faction, size):
        hand = self.hands[faction]
        if len(hand) != size or all(DECKS[faction][card]["kind"] == "event" for card in hand):
            raise Broken(rule, f"{FACTIONS[faction]} holds {sorted(hand)}")

    # ---- turns (7.1, 7.2, 15) ----

    def play_turn(self):
        self.drawn, self.routiers_done, self.drew_leader = [], False, [None, None]
        if self.turn == 1 and not self.heard:  # the first sequence begins with the set-up
            self.drawn.append(ENGLISH)
            self.sequence(ENGLISH)
        for _ in range(4 - len(self.drawn)):
            found = self.chance("7.1", r"Turn (\d+), (\w+) sequence\.")
            faction = FACTIONS.index(found[2])
            if int(found[1]) != self.turn or faction in self.drawn:
                raise Broken("7.1", f"{found[0]} in turn {self.turn} after {self.drawn}")
            if self.turn == 1 and not self.drawn and faction != ENGLISH:
                raise Broken("7.2", f"{found[0]}: the English begin")
            self.drawn.append(faction)
            self.sequence(faction)

    def sequence(self, faction):
        self.active, self.camp = faction, faction // 2
        self.moved = [[0] * 7 for _ in NAMES]
        self.no_reinforcements = self.slipping = False
        self.phase = "leaders"
        self.leader_phase()
        self.phase = "reinforcements"
        self.reinforcements()
        self.phase = "maneuvers"
        self.maneuvers()
        self.phase = "battles"
        self.battles_phase()
        self.phase = "draw"
        self.draw_cards()

    def end_of_turn(self):
        """7.4, 16: points at the end of the eighth turn, after three truces; surrender."""
        english, french = self.points()
        ahead = 0 if english > french else 1 if french > english else None
        last = 2 if self.scenario == "introductory" else TRACKS["turns"]
        if self.scenario not in ("introductory", "historical"):
            if abs(english - french) >= TRACKS["surrender"]:
                raise GameOver(ahead, "surrender")
            if max(self.truces) >= TRACKS["truces_that_end"]:
                raise GameOver(ahead, "points")
        if self.turn == last:
            if ahead is None and self.scenario == "historical":
                ahead = 0  # 18.2.2
            raise GameOver(ahead, "points")

    # ---- leaders (8) ----

    def leaders_due(self):
        camp = self.camp
        if self.drew_leader[camp] is not None:
            return None
        if self.scenario in printed.ARRIVALS:
            comes = printed.ARRIVALS[self.scenario]
            return [
                at
                for at, key in enumerate(printed.LEADER_KEYS)
                if comes.get(key) == self.turn and LEADER_CAMP[at] == camp
            ] or None
        return "drawn" if self.turn % 2 == (1 if camp == 0 else 0) else None

    def leader_phase(self):
        due = self.leaders_due()
        self.drew_here = False
        if due is None:
            return
        self.drew_leader[self.camp] = self.active
        self.drew_here = True
        if not self.heard and self.turn == 1 and self.drawn == [ENGLISH]:  # told with the set-up, if at all
            told = " and ".join({about_text(self.board, self.state)})
            if due != "drawn":
                told = " and ".join(LEADER_NAMES[leader] for leader in due)
        else:
            told = self.chance("8", rf"(?:a leader|leaders) of the {CAMPS[self.camp]} comes?: (.*)")[1]
        names = [LEADER_NAMES.index(name) for name in told.split(" and ")]
        if due == "drawn":
            if len(names) != 1 or names[0] in self.leaders_drawn or LEADER_CAMP[names[0]] != self.camp:
                raise Broken("6.3.2", told)
        elif sorted(names) != due:
            raise Broken("18.2.1", f"{told}, not {due}")
        for leader in names:
            self.appear(leader, self.camp)

    def appear(self, leader, camp):
        """8.1: a leader and his army."""
        card = LEADERS[leader]
        self.leaders_drawn.add(leader)
        zones = [z for z in LAND if COAST[z]] if card.get("any_coast") else zones_of(*card["appears"])
        zones = [zone for zone in zones if not (zone == PARIS and self.hostile(zone, camp))]
        said = self.ask("8.1", camp, [f"the leader appears in {NAMES[zone]}" for zone in zones])
        zone = printed.NAMED[said.removeprefix("the leader appears in ")]
        first, second, elite = ((0, 1, E_ELITE), (3, 4, F_ELITE))[camp]
        names = (("english", "burgundian"), ("french", "armagnac"))[camp]
        for kind, count in ((first, card.get(names[0], 0)), (second, card.get(names[1], 0)), (elite, card["elite"])):
            self.units[zone][kind] += min(count, self.reserve(kind))
        self.leaders[leader] = zone
        if self.scenario != "introductory":
            self.advance(camp, card.get("ttm", 0))
        self.tokens = min(printed.TOKENS, self.tokens + card.get("tokens", 0))
        self.settle()
        if card.get("builds_castle"):
            self.philips_castle(camp)

    def philips_castle(self, camp):
        """Leader card 1: a castle paid by two units of the camp; their player names them."""
        zones = [
            zone for zone in LAND
            if PLACE[zone] == "none" and self.works[zone] == NOTHING
            and self.count(zone, camp) >= 2 and not self.hostile(zone, camp) and self.castles_left()
        ]  # fmt: skip
        names = [f"the leader builds a castle in {NAMES[zone]}" for zone in zones]
        said = self.ask("leader card 1", camp, ["build no castle", *names])
        if said == "build no castle":
            return
        zone = printed.NAMED[said.removeprefix("the leader builds a castle in ")]
        self.works[zone] = CASTLE_1
        self.paying = True  # points are counted once the castle is paid
        for _ in range(2):
            there = {
                f"{UNIT_NAMES[kind]} goes back for the castle": kind
                for kind in CAMP_KINDS[camp]
                if self.units[zone][kind]
            }
            self.remove(zone, there[self.ask("leader card 1", camp, list(there))], 1, settle=False)
        self.paying = False
        self.settle()

    def reinforcements(self):
        faction, camp = self.active, self.camp
        if faction == ENGLISH and 10 in self.hands[ARMAGNAC] and not self.drew_here:
            said = self.ask("17.1.1", 1, ["do not play English Revolt", "play English Revolt"])
            if said == "play English Revolt":
                self.discard_card(ARMAGNAC, 10)
                self.no_reinforcements = True
        none = self.drew_here or self.no_reinforcements
        self.to_place = 0 if none else TRACKS[f"{FACTIONS[faction].lower()}_reinforcements"]
        self.elite_to_place = 0
        self.placed_in = {zone: 0 for zone in LAND}
        if faction == ENGLISH and not none and self.count(BORDEAUX, 0):
            self.place(BORDEAUX, 0, 1)
        while True:
            levies = min(self.to_place, self.reserve(FACTION_KIND[faction]))
            zones = [zone for zone in LAND if self.can_reinforce(zone, faction)] if levies else []
            if zones:
                kind = FACTION_KIND[faction]
            else:
                kind = (E_ELITE, F_ELITE)[camp]
                elite = min(self.elite_to_place, self.reserve(kind))
                zones = [zone for zone in LAND if self.can_reinforce(zone, faction, elite=True)] if elite else []
            events = [*self.events_of_phase("reinforcements"), *self.events_any_time(camp)]
            francs = [self.tactic_text(FRANCS)] if self.tactics[FRANCS] == HELD[camp] else []
            options = ["place no more", *[f"place a unit in {NAMES[zone]}" for zone in zones], *events, *francs]
            said = self.ask("9", camp, options)
            if said == "place no more":
                return
            if said in events:
                self.play_event(said)
            elif said in francs:
                self.elite_to_place += 2
                self.equip(FRANCS)
            else:
                zone = printed.NAMED[said.removeprefix("place a unit in ")]
                if kind == FACTION_KIND[faction]:
                    self.to_place -= 1
                    self.placed_in[zone] += 1
                else:
                    self.elite_to_place -= 1
                self.place(zone, kind, 1)

    def can_reinforce(self, zone, faction, elite=False):
        camp = faction // 2
        if self.hostile(zone, camp):
            return False
        if faction == FRENCH:  # 9.1
            return self.units[zone][3] > 0 and (self.stronghold(zone) or bool(self.leaders_at(zone, camp)))
        if faction == ENGLISH:  # 9.2
            return bool(COAST[zone]) and self.count(zone, 0) > 0
        if faction == BURGUNDIAN:  # 9.3
            region = printed.REGION[zone]
            return region in ("Burgundy", "Navarre", "Brittany") and self.controller(region) != 1
        return zone in MARKS["armagnac_cities"] and (elite or self.placed_in[zone] < 2)  # 9.4

    # ---- cards drawn (14) ----

    def draw_cards(self):
        """14: up to three cards; a hand of events alone is shown, shuffled in and drawn anew."""
        faction = self.active
        self.companies_led()
        self.nothing_left()
        before, deck = set(self.hands[faction]), set(self.decks[faction])
        while self.next_is(f"drawn by the {FACTIONS[faction]}: .*"):
            self.chance("14", ".*")
        hand = set(self.cards_at(faction, 1))
        known = before | deck
        if not hand <= known or len(hand) != min(3, len(known)):
            raise Broken("14", f"{FACTIONS[faction]} holds {sorted(hand)} of {sorted(known)}")
        if not before <= hand and any(DECKS[faction][card]["kind"] != "event" for card in before):
            raise Broken("14", f"{FACTIONS[faction]} held {sorted(before)}, holds {sorted(hand)}")
        if all(DECKS[faction][card]["kind"] == "event" for card in hand) and any(
            DECKS[faction][card]["kind"] != "event" for card in known
        ):
            raise Broken("14", f"{FACTIONS[faction]} keeps a hand of events {sorted(hand)}")
        self.hands[faction], self.decks[faction] = hand, known - hand

    def discard_card(self, faction, card):
        self.hands[faction].remove(card)
