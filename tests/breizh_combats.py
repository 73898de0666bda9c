"""Battles, sieges and fights of Breizh 1341 for tests: dealt so that every option comes up.

The characters are listed here by hand, and so are the castles in the twin: a test that took the lists from simcore
would not miss what simcore forgot.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from dealing import ABSENT, Dealer, Scenario
from naive.breizh import CASTLES, CHARACTERS, DIE, besiegers, castle_falls, sieges_of
from schema_options import schema_options
from simcore.games.breizh.scenarios import Besieged

MONTFORT = ("william-de-bohun", "thomas-dagworth", "walter-manny", "tanguy-du-chastel", "robert-bemborough")
BLOIS = ("jean-de-beaumanoir", "alain-de-rohan", "robert-de-beaumanoir", "louis-of-spain", "bertrand-du-guesclin")
BONUSES = [*range(-9, 10), *range(-2, 3), *range(-2, 3), ABSENT, ABSENT]
BOX = 20  # troops, or partisans, of one camp
HIGHWAYMEN = 3
MOST_SIEGES = 16
STRENGTH = {castle: strength for region in CASTLES.values() for castle, strength in region.items()}


class BreizhDealer(Dealer):
    """Deals scenarios of up to `most` troops, sieges or regions."""

    def __init__(self, seed: int, most: int) -> None:
        super().__init__(seed)
        self.most = most

    def aid(self, name: Any, prefix: str, characters: list[str]) -> Scenario:
        """A bonus, or a character who has one for the combat."""
        dealt = self.deal((name, "aid"), ["bonus"] * 4 + ["character"])
        if dealt == "character":
            return {f"{prefix}character": self.deal((name, "character"), characters)}
        return self.fields(name, {f"{prefix}bonus": BONUSES})

    def rules(self, field: str, values: list[str]) -> Scenario:
        """A switch in `rules`, or no `rules`, or empty ones."""
        dealt = self.deal("rules", [ABSENT, {}, *({field: value} for value in values)])
        return {} if dealt is ABSENT else {"rules": dealt}

    # ---- battle ----

    def battle(self) -> Scenario:
        montfort, blois = self.count(1, self.most), self.count(1, self.most)
        if self.deal("even", [True, True, False]):
            blois = max(1, min(self.most, montfort + self.count(-2, 2)))
        scenario = {"game": "breizh", "combat": "battle", "montfort": montfort, "blois": blois}
        for camp, characters in (("montfort", MONTFORT), ("blois", BLOIS)):
            scenario |= self.aid(camp, f"{camp}_", [name for name in characters if name in CHARACTERS["battle"]])
        return scenario | self.rules("winner", ["difference", "survivor"])

    # ---- siege ----

    def siege(self) -> Scenario:
        number = self.deal("sieges", [1, 1, *range(1, self.most + 1), *range(2, self.most + 1)])
        listed: list[Scenario] = []
        region = self.deal("region", list(CASTLES)) if self.deal("one region", [True, False, False]) else None
        for _ in range(number):
            listed.append(self.besieged({siege.get("castle") for siege in listed}, region))
        if number == self.most and self.deal("longest", [True, False]):
            # One troop each is all that so many sieges can have.
            listed = [{"strength": 1, "troops": self.deal("thin", [1, 1, 0])} for _ in range(MOST_SIEGES)]
        self.with_aid(listed)
        scenario: Scenario = {"game": "breizh", "combat": "siege"}
        alone = len(listed) == 1 and self.deal("alone", [True, True, False])
        scenario |= listed[0] if alone else {"sieges": listed}
        scenario |= self.pool(listed)
        if region:
            return scenario | {"enemy_partisans": {region: self.deal("enemies", [0, 1, 1, 2])}}
        if self.deal("enemy partisans", [True, True, False]):
            scenario["enemy_partisans"] = self.by_region(0, 2)
        return scenario

    def besieged(self, already: set[str | None], region: str | None) -> Scenario:
        """One castle, each once in an action; in the region, if there is one."""
        castles = list(CASTLES[region] if region else STRENGTH)
        if not already.issuperset(castles) and self.deal("by name", [True, True, False]):
            siege: Scenario = {"castle": self.deal(("castle", region), castles)}
            while siege["castle"] in already:
                siege = {"castle": self.deal(("castle", region), castles)}
            strength = STRENGTH[siege["castle"]]
        else:
            strength = self.deal("strength", [1, 2, 3])
            siege = {"strength": strength}
            siege |= {"region": region} if region else self.fields("unnamed", {"region": [ABSENT, ABSENT, *CASTLES]})
        troops = self.deal(("troops", strength), [ABSENT, *[strength, strength + 1] * 3, 0, strength - 1])
        siege |= {} if troops is ABSENT else {"troops": troops}
        whole = ["both"] if strength == 3 else []  # of strength 2 it is one or the other
        words = [ABSENT, "rally", "eliminate", "none", *whole]
        return siege | self.fields(("supplement", strength), {"supplement": words})

    def with_aid(self, listed: list[Scenario]) -> None:
        """A bonus or a character of each side for one of the sieges; now and then for none."""
        camps = self.deal("camps", [(MONTFORT, BLOIS), (BLOIS, MONTFORT)])
        for prefix, characters in zip(("", "opponent_"), camps, strict=True):
            if self.deal(("aided", prefix), [True] * 5 + [False]):
                able = [name for name in characters if name in CHARACTERS["siege"]]
                aided = self.random.choice(listed)
                aided |= self.aid((prefix, camps), prefix, able)

    def pool(self, listed: list[Scenario]) -> Scenario:
        """Troops at hand: enough, or too few; without a pool the sieges must not ask for more than there are."""
        asked = [siege.get("troops", strength_of(siege) + 1) for siege in listed]
        kind = self.deal("pool", ["none", "none", "pool", "pool", "pool_by_region", "pool_by_region"])
        while kind == "none" and sum(asked) > BOX:
            kind = self.deal("pool", ["pool", "pool_by_region"])
        if kind == "pool_by_region":
            if any("castle" not in siege and "region" not in siege for siege in listed):
                kind = "pool"
            else:
                return {kind: self.by_region(0, BOX // len(CASTLES) + 1)}
        if kind == "none":
            return {}
        short = self.deal("short", [0, 0, 0, 1, 1, 2, 3, 4, BOX])
        return {kind: min(BOX, max(0, sum(asked) - short))}

    def by_region(self, least: int, most: int) -> Scenario:
        """Numbers for some regions."""
        table = {region: self.count(least, most) for region in CASTLES if self.random.random() < 0.7}
        while sum(table.values()) > BOX:
            table[max(table, key=lambda region: table[region])] -= 1
        return table

    # ---- fight ----

    def fight(self) -> Scenario:
        names = self.random.sample(list(CASTLES), len(CASTLES))
        highwaymen, troops = HIGHWAYMEN, BOX
        targets: list[Any] = []
        for name in names[: self.deal("regions", [1, *range(1, self.most + 1)])]:
            target: Scenario = {"region": name} if self.deal("named", [True, False]) else {}
            bands = min(highwaymen, self.deal("bands", [ABSENT, ABSENT, 0, 1, 1, 2, 3]) or 0)
            here = min(troops, self.deal("troops", [0, 1, 1, 2, 2, 3, 4]))
            if not bands:
                here = max(1, here)
            highwaymen, troops = highwaymen - bands, troops - here
            target |= {"highwaymen": bands} if bands or self.deal("no band", [True, False]) else {}
            target |= {"troops": here} if here or self.deal("no troop", [True, False]) else {}
            short = "region" not in target and not bands and self.deal("number", [True, True, False])
            targets.append(here if short else target)
        scenario = {"game": "breizh", "combat": "fight", "targets": targets}
        scenario |= self.aid("fight", "", list(CHARACTERS["fight"]))
        scenario |= self.fields("fight", {"prefer": [ABSENT, "highwaymen", "troops"]})
        return scenario | self.rules("limit", ["together", "each"])


def strength_of(siege: Scenario) -> int:
    return STRENGTH[siege["castle"]] if "castle" in siege else int(siege["strength"])


def dealt(combat: str, number: int, *, seed: int, most: int) -> list[Scenario]:
    """A fixed design: so many scenarios of a combat."""
    dealer = BreizhDealer(seed, most)
    return [getattr(dealer, combat)() for _ in range(number)]


# ---- options -----------------------------------------------------------------------------------------------------


def options_of(scenario: Scenario) -> set[str]:
    """The options that a scenario takes up, as words."""
    words = folded(schema_options("breizh", scenario["combat"]).taken_up(scenario))
    if scenario["combat"] == "battle":
        troops = scenario["montfort"] + scenario["blois"]
        words.add("too few for a battle" if troops < 5 else "a battle")
    if scenario["combat"] == "siege":
        words |= set() if "sieges" in scenario else {f"alone, with {field}" for field in scenario}
        words |= {"short of troops, then not"} if runs_short(scenario) else set()
        words |= {"more falls than enemy partisans"} if last_partisan(scenario) else set()
        for siege in scenario.get("sieges", [scenario]):
            strength = strength_of(siege)
            troops = siege.get("troops", strength + 1)
            more = "too few" if troops < strength else troops - strength
            words |= {f"strength {strength}, {more} more", f"strength {strength}, {siege.get('supplement')}"}
    return words


def runs_short(scenario: Scenario) -> bool:
    """Is there a siege for which too few of the pool are left, and a later one for which there are enough?"""
    sieges = sieges_of(scenario)
    spent, _ = besiegers(scenario, sieges)
    short = [siege.troops >= siege.strength > troops for siege, troops in zip(sieges, spent, strict=True)]
    return any(short) and any(spent[short.index(True) :])


def last_partisan(scenario: Scenario) -> bool:
    """Can more castles that cost an enemy partisan fall in a region than it has partisans, if any?"""
    sieges = sieges_of(scenario)
    spent, _ = besiegers(scenario, sieges)
    falls = Counter(
        siege.region
        for siege, troops in zip(sieges, spent, strict=True)
        if castle_falls(siege, troops, max(DIE))
        and siege.supplement in {1: (), 2: ("eliminate",), 3: (None, "both", "eliminate")}[siege.strength]
    )
    return any(0 < here < falls[region] for region, here in scenario.get("enemy_partisans", {}).items())


def folded(words: set[str]) -> set[str]:
    """A siege alone has the fields of a siege in a list, and they mean the same."""
    return {word.removeprefix("sieges[].") for word in words}


def every_option(combat: str) -> set[str]:
    """All that a good design of a combat takes up."""
    # A castle or a strength alone is another way to write a siege of a list, tested by itself.
    every = {one for one in folded(schema_options("breizh", combat).every()) if not one.startswith("sieges[] = ")}
    refused = set[str]()
    if combat == "fight":
        refused.add("targets[] = 0")  # a target has a piece
    assert refused <= every
    extra = {
        "battle": {"a battle", "too few for a battle"},
        "siege": {f"strength {n}, {more} more" for n in (1, 2, 3) for more in ("too few", 0, 1)}
        | {f"strength {n}, {what}" for n in (1, 2, 3) for what in ("rally", "eliminate", "none", None)}
        | {"strength 3, both"}
        | {"short of troops, then not", "more falls than enemy partisans"}
        | {f"alone, with {field}" for field in Besieged.model_fields},
        "fight": set(),
    }[combat]
    return every - refused | extra
