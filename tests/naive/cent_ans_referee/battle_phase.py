"""The BATTLES phase (11.1): which battles there are, in what order; the cards played in a battle."""

from __future__ import annotations

from .printed import (
    AVIGNON,
    CAMP_KINDS,
    ENGINES,
    ENGLISH,
    EXPLOITATION,
    FRENCH,
    GENOESE,
    GUARD,
    LAND,
    LEADER_NAMES,
    NAMED,
    NAMES,
    PARIS,
    PLACE,
    ROUTIERS,
    SAPPING,
    STAKES,
    ZN,
    ZS,
    A,
    B,
    E,
    F,
)
from .sequence import DISCARDED, HELD
from .sheet import CASTLE_1, CASTLE_2

CAPTURE, PLUNDERED = 12, 12
SLIP_NAME = "Better a Plundered Country than a Lost Land"


class BattlePhase:
    """Battles in their order."""

    def pending(self, camp):
        """Zones in which the camp stands among enemies; before Paris its siege is one."""
        zones = [zone for zone in LAND if self.count(zone, camp) and self.hostile(zone, camp)]
        return zones + [zone for zone in (ZN, ZS) if self.count(zone, camp)]

    def battles_phase(self):
        camp = self.camp
        self.react()
        if self.active == ENGLISH and PLUNDERED in self.hands[FRENCH]:
            said = self.ask("French card 12", 1, [f"do not play {SLIP_NAME}", f"play {SLIP_NAME}"])
            if not said.startswith("do not"):
                self.discard_card(FRENCH, PLUNDERED)
                self.slipping = True
        attacked = set()
        while True:
            battles = self.pending(camp)
            companies = [zone for zone in self.attackable(camp) if zone not in attacked]
            options = [f"fight in {NAMES[zone]}" for zone in battles]
            options += [f"attack the Free Company in {NAMES[zone]}" for zone in sorted(companies)]
            if not options:
                return
            if not battles:
                options.append("attack no Free Company")
            said = self.ask("11.1", camp, options)
            if said == "attack no Free Company":
                return
            zone = NAMED[said.removeprefix("attack the Free Company in ").removeprefix("fight in ")]
            if said.startswith("attack"):
                attacked.add(zone)
                self.fight(zone, camp, ROUTIERS)
            else:
                place = PARIS if zone in (ZN, ZS) else zone
                self.fight(place, camp, GUARD if zone == AVIGNON and self.guard else 1 - camp)

    def fight_all(self, zones, attacker=None, foe=None):
        """All these battles, in the order of the active faction's choice (8.1, 12.2)."""
        zones = list(zones)
        while zones:
            said = self.ask("11.1", self.camp, [f"fight in {NAMES[zone]}" for zone in sorted(zones)])
            zone = NAMED[said.removeprefix("fight in ")]
            zones.remove(zone)
            camp = self.camp if attacker is None else attacker
            enemy = (GUARD if self.count(zone, GUARD) else 1 - self.camp) if foe is None else foe
            if attacker is None and not (self.count(zone, camp) and self.hostile(zone, camp)):
                continue
            if attacker is not None and not (self.count(zone, camp) and self.count(zone, foe)):
                continue
            self.fight(zone, camp, enemy)

    # ---- cards of a battle ----

    def battle_options(self, fight, side):
        camp = fight.sides[side]
        if camp > 1 or fight.civil:
            return {}
        options = {}
        attacker = fight.sides[0]
        if (
            camp == 0 and side == 1 and self.active == FRENCH and attacker == 1 and self.phase == "battles"
            and CAPTURE in self.hands[ENGLISH] and not sum(fight.rolled)
        ):  # fmt: skip
            options[self.card_text(ENGLISH, CAPTURE)] = CAPTURE
        if not fight.siege and side == 1 and self.tactics[STAKES] == HELD[camp] and not fight.stakes:
            options[self.tactic_text(STAKES)] = STAKES
        if fight.siege and side == 0:
            if self.tactics[GENOESE] == HELD[camp] and not sum(fight.rolled) and self.phase == "battles":
                options[self.tactic_text(GENOESE)] = GENOESE
            if self.tactics[ENGINES] == HELD[camp] and not fight.engines:
                options[self.tactic_text(ENGINES)] = ENGINES
            if self.tactics[SAPPING] == HELD[camp] and self.castle_alone(fight.zone):
                options[self.tactic_text(SAPPING)] = SAPPING
        return options

    def castle_alone(self, zone):
        return PLACE[zone] == "none" and self.works[zone] in (CASTLE_1, CASTLE_2)

    def battle_cards(self, fight):
        for side in (0, 1):
            while options := self.battle_options(fight, side):
                camp = fight.sides[side]
                said = self.ask("11", camp, ["play no card in this fight", *options])
                if said not in options:
                    break
                self.play_in_battle(fight, side, said, options[said])
                if self.over(fight):
                    return

    def play_in_battle(self, fight, side, said, card):
        if said == self.card_text(ENGLISH, CAPTURE):
            self.discard_card(ENGLISH, CAPTURE)
            for kind in (F, A):
                self.lose_quietly(fight, 0, kind, fight.fighting[0].get(kind, 0) // 2)
            self.settle()
            return
        self.tactics[card] = DISCARDED
        fight.stakes = fight.stakes or card == STAKES
        fight.genoese = fight.genoese or card == GENOESE
        fight.engines = fight.engines or card == ENGINES
        if card == SAPPING:
            for kind, n in list(fight.fighting[1].items()):
                self.lose_quietly(fight, 1, kind, n)
            self.settle()

    def slip(self, fight):
        """French card 12: the whole army retreats before the more numerous English."""
        if not self.slipping or fight.sides != (0, 1) or self.phase != "battles" or fight.siege:
            return False
        army = fight.fighting
        if army[0].get(E, 0) + army[0].get(B, 0) <= army[1].get(F, 0) + army[1].get(A, 0):
            return False
        said = self.ask("French card 12", 1, ["stand and fight", "retreat with the whole army"])
        if said == "stand and fight":
            return False
        for kind in CAMP_KINDS[1]:
            for _ in range(fight.fighting[1][kind]):
                self.retreat_unit(fight, 1, kind)
        return True

    # ---- Exploitation (TACTIC 12) ----

    def exploit(self, fight, side):
        camp = fight.sides[side]
        zone = fight.zone
        if camp > 1 or fight.civil or self.tactics[EXPLOITATION] != HELD[camp] or zone == PARIS:
            return
        targets = [
            to
            for to in sorted(self.ways(zone, camp))
            if to in (ZN, ZS) or self.hostile(to, camp) or to in self.companies
        ]
        if not targets:
            return
        said = self.ask("TACTIC 12", camp, ["do not play Exploitation", *[f"go to {NAMES[to]}" for to in targets]])
        if not said.startswith("go to"):
            return
        self.tactics[EXPLOITATION] = DISCARDED
        to = NAMED[said.removeprefix("go to ")]
        army = self.compose_victors(zone, camp)
        all_go = not self.count(zone, camp) - sum(army)
        leaders = [leader for leader in self.leaders_at(zone, camp) if all_go or self.goes_along(leader, camp)]
        for kind, n in enumerate(army):
            self.units[zone][kind] -= n
            self.units[to][kind] += n
            self.moved[to][kind] += n if camp == self.camp else 0
            self.moved[zone][kind] = min(self.moved[zone][kind], self.units[zone][kind])
        for leader in leaders:
            self.leaders[leader] = to
        self.settle()
        outer, won = self.battle, self.first_roll_won
        place = PARIS if to in (ZN, ZS) else to
        foe = GUARD if self.count(place, GUARD) else 1 - camp
        self.fight(place, camp, foe if place == PARIS or self.hostile(to, camp) else ROUTIERS)
        self.battle, self.first_roll_won = outer, won

    def goes_along(self, leader, camp):
        name = LEADER_NAMES[leader]
        return self.ask("TACTIC 12", camp, [f"{name} goes along", f"{name} stays"]) == f"{name} goes along"

    def compose_victors(self, zone, camp):
        army = [0] * 7
        kinds = [kind for kind in CAMP_KINDS[camp] if self.units[zone][kind]]
        for at, kind in enumerate(kinds):
            least = 1 if not sum(army) and at == len(kinds) - 1 else 0
            numbers = range(least, self.units[zone][kind] + 1)
            said = self.ask("TACTIC 12", camp, [f"take {n}" for n in numbers])
            army[kind] = int(said.split()[1])
        return army
