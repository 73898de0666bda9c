"""Pitched battles (11.1 to 11.4.6): who fights, in what order results fall, who leaves, who wins."""

from __future__ import annotations

from .dice import Roll
from .printed import (
    ARMOUR,
    BESIEGED,
    BESIEGING,
    CAMP_KINDS,
    CAMPS,
    CHARLES_VII,
    DIAMOND,
    FREE_ATTACK,
    FRENCH,
    GENOESE,
    GUARD,
    KNOLLES,
    LONGBOW,
    NAMED,
    NAMES,
    PARIS,
    PITCHED,
    ROUTIERS,
    ZN,
    ZS,
    A,
    B,
    F,
    R,
)
from .sequence import DISCARDED, EQUIPPED
from .table import Broken

ELITES = {0: 2, 1: 5}


class Fight:
    """What is known of one battle: sides 0 attacker and 1 defender."""

    def __init__(self, zone, attacker, defender, **how):
        self.zone, self.sides = zone, (attacker, defender)
        self.zones = [[zone], [zone]]
        self.siege = False
        self.ignores = how.get("ignores")  # a kind whose DISPERSION does not count
        self.double = how.get("double", False)  # LOSS of the Routiers
        self.civil = how.get("civil", False)
        self.stakes = self.genoese = self.engines = False
        self.open_field = how.get("open_field", False)
        self.diced = False
        self.card = [0, 0]
        self.rolled = [0, 0]
        self.fallen = 0  # defenders by LOSS in this round
        self.inside = [0] * 7
        self.fighting = [{}, {}]

    def left(self, side):
        return sum(self.fighting[side].values())


class Fights:
    """Battles of the referee."""

    def fight(self, zone, attacker, defender, *, open_field=False, march=None, **how):
        """11.1, 11.5; returns "won", "lost", "nobody", "passed"; `first_roll_won` says if one roll was enough."""
        self.companies_led()
        fight = self.battle = Fight(zone, attacker, defender, open_field=open_field, **how)
        if zone == PARIS and not how.get("civil"):
            fight.zones[0] = [z for z in (ZN, ZS) if self.count(z, attacker)] or [zone]
        fight.siege = self.shelters(fight, open_field, march)
        self.muster(fight)
        self.heading(fight)
        if fight.siege and defender != GUARD:
            self.shelter_excess(fight)
        if fight.siege and march and march[1] > 0 and zone != PARIS:
            said = self.ask("11.5", attacker, ["march on past the stronghold", "besiege the place"])
            if said.startswith("march on"):
                return "passed"
        before, self.within_fight = self.within_fight, True
        result = self.besiege(fight) if fight.siege else self.pitched(fight)
        self.settle()
        self.within_fight = before
        return self.conclude(fight, result)

    def shelters(self, fight, open_field, march):
        zone, defender = fight.zone, fight.sides[1]
        if defender == GUARD or (zone == PARIS and not open_field and not fight.civil and fight.zones[0] != [zone]):
            return True
        if open_field or fight.civil or ROUTIERS in fight.sides or not self.stronghold(zone):
            return False
        said = self.ask("11.5", defender, ["fight in the field", "take refuge in the stronghold"])
        return said == "take refuge in the stronghold"

    def muster(self, fight):
        for side in range(2):
            camp = fight.sides[side]
            if camp == GUARD:
                fight.fighting[side] = {"guard": self.guard}
                continue
            kinds = CAMP_KINDS[camp]
            if fight.civil:
                kinds = ((F,), (A,))[side]
            fight.fighting[side] = {k: sum(self.units[z][k] for z in fight.zones[side]) for k in kinds}

    def heading(self, fight):
        """The battle as it is told at its beginning: sides and initiative."""
        found = self.chance(
            "11.1", r"(Battle in|Siege of those who have gone into the stronghold of|Siege of) (.*?): (.*)"
        )
        if (found[1] != "Battle in") != fight.siege or NAMED[found[2]] != fight.zone:
            raise Broken("11.1", f"told is {found[0]}; it is a {'siege' if fight.siege else 'battle'} "
                                 f"in {NAMES[fight.zone]}")  # fmt: skip
        if fight.civil:
            return
        first = fight.sides[self.first_side(fight)]
        if f"initiative: the {CAMPS[first]}" not in found[3]:
            raise Broken("11.2", f"{found[0]}; TTM {self.ttm}, initiative of the {CAMPS[first]}")

    # ---- initiative (11.2) ----

    def first_side(self, fight):
        attacker, defender = fight.sides
        if attacker == ROUTIERS or defender == GUARD:
            return 1 if attacker == ROUTIERS else 0
        if defender == ROUTIERS:
            return 0
        if self.scenario == "introductory":
            return fight.sides.index(0)
        if self.ttm[attacker] == self.ttm[defender]:
            return 1
        return 0 if self.ttm[attacker] > self.ttm[defender] else 1

    def leads(self, fight, side):
        return self.first_side(fight) == side

    # ---- elite units and their cards (11.3.1) ----

    def elite(self, fight, side):
        camp = fight.sides[side]
        return fight.fighting[side].get(ELITES.get(camp), 0)

    def elite_dice(self, fight, side, card):
        if not card or not self.elite(fight, side):
            return 0
        table = (BESIEGING, BESIEGED)[side] if fight.siege else PITCHED
        return self.elite(fight, side) // table[card] if card in table else 0

    def useful_cards(self, fight, side):
        """Cards of a camp that do something here through its elite units."""
        camp = fight.sides[side]
        if camp > 1 or fight.civil or not self.elite(fight, side):
            return []
        held = [card for card, place in self.tactics.items() if place == EQUIPPED[camp]]
        if fight.siege:
            held += [GENOESE] if fight.genoese and side == 0 else []
            return [card for card in held if self.elite_dice(fight, side, card)]
        return [card for card in held if card in FREE_ATTACK or self.elite_dice(fight, side, card)]

    def choose_card(self, fight, side):
        cards = sorted(self.useful_cards(fight, side))
        camp = fight.sides[side]
        if len(cards) < 2:
            fight.card[side] = cards[0] if cards else 0
            return
        said = self.ask("11.3.1", camp, [f"fight with {self.tactic_name(card)}" for card in cards])
        fight.card[side] = next(card for card in cards if said == f"fight with {self.tactic_name(card)}")

    # ---- a pitched battle (11.3) ----

    def pitched(self, fight):
        if self.slip(fight):
            return "slipped"
        self.battle_cards(fight)
        if self.over(fight):
            return self.verdict(fight)
        if fight.civil:
            while not self.over(fight):
                self.civil_round(fight)
            return self.verdict(fight)
        for side in range(2):
            self.choose_card(fight, side)
        fight.diced = True
        self.charles_the_seventh(fight)
        if self.over(fight):
            return self.verdict(fight)
        order = [self.first_side(fight), 1 - self.first_side(fight)]
        for side in order:
            self.opening(fight, side)
            if self.over(fight):
                return self.verdict(fight)
        while True:
            for side in order:
                self.roll(fight, side)
                if self.over(fight):
                    return self.verdict(fight)
            self.inoperative(fight)
            if self.over(fight):
                return self.verdict(fight)

    def over(self, fight):
        return not fight.left(0) or not fight.left(1)

    def verdict(self, fight):
        if fight.left(0):
            return "won"
        return "lost" if fight.left(1) else "nobody"

    def opening(self, fight, side):
        """Before round 1: the free attack of the card, then Knolles."""
        camp, foe = fight.sides[side], 1 - side
        elite = self.elite(fight, side)
        card = fight.card[side]
        if card in FREE_ATTACK and elite and not fight.siege:
            roll = Roll(self.chance("11.3.1", rf"Before round 1, the {CAMPS[camp]}: (.*)")[1])
            roll.check("11.3.1", {}, elite)
            loss = roll.number("elite", "LOSS")
            if card == 15 or (card == LONGBOW and self.leads(fight, side)):
                loss += roll.number("elite", "double diamond")
            self.check_inflicted(roll, loss)
            self.fall(fight, foe, loss, chooser=camp if card == LONGBOW else None)
        if self.over(fight) or camp > 1:
            return
        here = [leader for z in fight.zones[side] for leader in self.leaders_at(z, camp)]
        if KNOLLES in here and self.elite(fight, side):
            roll = Roll(self.chance("leader card 8", rf"Before round 1, the {CAMPS[camp]}: (.*)")[1])
            if not roll.by_leader or roll.faces:
                raise Broken("leader card 8", "his LOSS is no roll")
            self.check_inflicted(roll, 1)
            self.fall(fight, foe, 1)

    def check_inflicted(self, roll, loss):
        shown = sum(faces.count("LOSS") for faces in roll.faces.values())
        told = shown if roll.inflicted is None else roll.inflicted
        if told != loss:
            raise Broken("11.4", f"{told} LOSS inflicted, by the rules {loss}")

    # ---- one camp's roll ----

    def roll(self, fight, side):
        camp, foe = fight.sides[side], 1 - side
        round_number = fight.rolled[side] + 1
        card = fight.card[side]
        elite_dice = self.elite_dice(fight, side, card)
        armies = {kind: n for kind, n in fight.fighting[side].items() if kind not in (2, 5)}
        if not sum(armies.values()) and not elite_dice:
            fight.rolled[side] += 1
            return
        roll = Roll(self.chance("11.3", rf"Round {round_number}, the {CAMPS[camp]}: (.*)")[1])
        roll.check("11.3", armies, elite_dice)
        first = not fight.rolled[side]
        fight.rolled[side] += 1
        loss = {kind: roll.number(kind, "LOSS") for kind in roll.faces}
        if card in DIAMOND:
            loss["elite"] = loss.get("elite", 0) + roll.number("elite", "double diamond")
        own = {kind: [roll.number(kind, what) for what in ("DISPERSION", "RETREAT", "ROUTIER")] for kind in armies}
        stakes = fight.stakes and side == 0 and first
        for kind in own:
            if fight.ignores == kind:
                own[kind][0] = 0
        if side == 0 and first and self.active == FRENCH and camp == 1:
            loss[F] = 2 * loss.get(F, 0)  # Cavalry Charge
        if fight.double and camp == ROUTIERS:
            loss[R] *= 2
        if first and (stakes or (fight.sides[foe] < 2 and self.armour(fight.sides[foe]))):
            loss = {}
        if not (self.last_loss and sum(loss.values()) >= fight.left(foe)):  # then none of his results count
            self.convert(fight, side, own, stakes)
        if stakes:
            for kind in own:
                own[kind][1] *= 2
        self.check_inflicted(roll, sum(loss.values()))
        self.fall(fight, foe, sum(loss.values()))
        if not fight.left(foe) and self.last_loss:
            own = {}
        self.own_results(fight, side, own)

    def armour(self, camp):
        return self.tactics[ARMOUR] == EQUIPPED[camp]

    # ---- before the dice ----

    def charles_the_seventh(self, fight):
        """Leader card 5: all Burgundian units retreat before a pitched battle in which he is."""
        for side in range(2):
            if fight.sides[side] == 1 and not fight.civil:
                here = [leader for z in fight.zones[side] for leader in self.leaders_at(z, 1)]
                foe = 1 - side
                if CHARLES_VII in here and fight.sides[foe] == 0:
                    for _ in range(fight.fighting[foe].get(B, 0)):
                        self.retreat_unit(fight, foe, B)

    def conclude(self, fight, result):
        """What a victory brings: equipment lost, those inside besieged, Exploitation; who takes Paris goes in."""
        self.first_roll_won = fight.rolled[0] < 2  # 11.6: one roll was enough
        if fight.siege and result == "won":
            for zone in set(fight.zones[0]) & {ZN, ZS}:
                self.enter_paris(zone, fight.sides[0])
        if not fight.siege:
            for side in range(2):  # cards 24 and 25 go with a battle lost for which they were chosen
                if fight.card[side] in PITCHED and not fight.left(side):
                    self.tactics[fight.card[side]] = DISCARDED
        if sum(fight.inside):
            result = self.besiege_inside(fight, result)
        if result in ("won", "lost"):
            self.exploit(fight, 0 if result == "won" else 1)
        return result
