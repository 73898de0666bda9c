"""The four combats of Bouvines for tests, dealt so that every option comes up."""

from __future__ import annotations

from fractions import Fraction

import naive.bouvines as twin
from dealing import ABSENT, Dealer, Scenario
from schema_options import SchemaOptions
from simcore.games.bouvines.facts import facts

FACTS = facts(None)
KINDS = list(FACTS.hit_points)
ORDERS = ["attack", "defence", "forced-march", "repair", "rotate", "recall"]
LEADERS = {side: [n for n, f in FACTS.leaders.items() if f.value.side == side] for side in ("coalition", "france")}
BANNERS = {"coalition": ["emperor"], "france": ["king"]}
FLAG = [ABSENT, True, False]
RULES = {
    "forced_march": [ABSENT, "flat", "at_least"],
    "foot_knight_charges": FLAG,
    "carried_into_contact": [ABSENT, "contact", "charge"],
    "engaged": [ABSENT, "strikes", "free"],
    "line_along_border": [ABSENT, "one_side", "both_sides"],
}
LISTED = [ABSENT, "from-the-east", "from-the-front"]
SIDE = {
    "policy": [ABSENT, "weakest_first", "strongest_first", "shooters_first"],
    "movement": [ABSENT, "close", "hold"],
    "charges": [ABSENT, "all", "horse", "none"],
    "rotation": [ABSENT, "clockwise", "counterclockwise", "none"],
}
ATTACK = {
    "target_order": [ABSENT, *ORDERS],
    "target_acts": [ABSENT, "before", "after"],
    "leader": [ABSENT, ABSENT, *LEADERS["coalition"], *LEADERS["france"]],
}


class BouvinesDealer(Dealer):
    """Deals attacks and clashes; `turns` and `alive` are the most of a clash."""

    def __init__(self, seed: int, turns: int, alive: int) -> None:
        super().__init__(seed)
        self.turns, self.alive = turns, alive

    def attack(self, combat: str) -> Scenario:
        kind = self.deal("kind", KINDS)
        full = FACTS.hit_points[kind].value
        points = self.deal(("points", full), [ABSENT, *range(1, full + 1)])
        scenario: Scenario = {"game": "bouvines", "combat": combat, "target": {"kind": kind}}
        if points is not ABSENT:
            scenario["target"]["hit_points"] = points
        elif self.deal("plain", [True, False]):
            scenario["target"] = kind
        if self.deal("rules", [True, False]):
            scenario["rules"] = self.fields("rules", {"forced_march": RULES["forced_march"]})
        return scenario | self.fields(combat, ATTACK)

    def contact(self) -> Scenario:
        return self.attack("contact")

    def charge(self) -> Scenario:
        fields = {"charger": ["horse", "foot"], "cells": [1, 2]}
        return self.attack("charge") | self.fields("charge", fields)

    def shot(self) -> Scenario:
        weapon = self.deal("weapon", ["bow", "crossbow"])
        reach = FACTS.ranges[weapon].value
        distance = self.deal(weapon, list(range(reach.nearest, reach.farthest + 1)))
        return self.attack("shot") | {"weapon": weapon, "distance": distance} | self.fields("shot", {"clear": FLAG})

    def orders(self, name: str) -> list[str]:
        return [self.deal(name, ORDERS) for _ in range(self.count(1, 3))]

    def plaque(self, side: str) -> Scenario:
        dead = self.count(max(0, 6 - self.alive), 3)
        troops = ["dead"] * dead + [self.deal("troop", KINDS) for _ in range(6 - dead)]
        self.random.shuffle(troops)
        plaque: Scenario = {"troops": troops} | self.fields("side", SIDE)
        if self.deal("hit_points", [True, False]):
            most = [0 if kind == "dead" else FACTS.hit_points[kind].value for kind in troops]
            plaque["hit_points"] = [self.count(min(1, points), points) for points in most]
        if self.deal("orders", [True, True, True, False]):
            plaque["orders"] = self.orders("order")
        banner = self.deal(("banner", side), ["leader"] * 3 + [ABSENT, "gonfanon", "captain", "bishop", *BANNERS[side]])
        if banner == "leader":
            plaque["leader"] = leader = self.deal(("leader", side), LEADERS[side])
            if FACTS.leaders[leader].value.dice == 2:
                first, second = self.random.sample(ORDERS, 2)
                plaque |= {"orders": [first], "second_orders": [second]}
        elif banner is not ABSENT:
            plaque["banner"] = banner
        return plaque

    def clash(self) -> Scenario:
        scenario: Scenario = {"game": "bouvines", "combat": "clash"}
        scenario |= {side: self.plaque(side) for side in ("coalition", "france")}
        offset = self.deal("offset", [ABSENT, ABSENT, [3, 0], [1, 2], [-2, -1], [2, 2], [0, -3], [4, -1], [-1, 4]])
        if offset is not ABSENT:
            scenario["offset"] = offset
        scenario |= self.fields("clash", {"first": [ABSENT, "coalition", "france"], "listed": LISTED})
        if self.deal("rules", [True, False]):
            scenario["rules"] = self.fields("clash rules", RULES)
        if self.deal("order_limit", [True] * 9 + [False]):
            scenario["order_limit"] = self.count(1, self.turns)
        return scenario


def dealt(combat: str, number: int, *, seed: int, turns: int = 3, alive: int = 4) -> list[Scenario]:
    """A fixed design: so many scenarios of a combat."""
    dealer = BouvinesDealer(seed, turns, alive)
    return [getattr(dealer, combat)() for _ in range(number)]


def options_of(scenario: Scenario) -> set[str]:
    """The options that a scenario takes up, as words."""
    return SchemaOptions("bouvines", scenario["combat"]).taken_up(scenario)


def every_option(combat: str) -> set[str]:
    """All that a good design of a combat takes up."""
    every = SchemaOptions("bouvines", combat).every()
    every -= {"distance = 1"}  # nobody shoots at contact
    # The other side's leaders and banner cannot be; lists of orders are dealt with 1 to 3; offsets are a few of many.
    wrong = {
        f"{side}.leader = {name}" for side in LEADERS for other in LEADERS if other != side for name in LEADERS[other]
    }
    wrong |= {"coalition.banner = king", "france.banner = emperor"}
    # A list of one may be written without brackets, which the tests of words and schemas look at.
    bare = tuple(f"{side}.{field} = " for side in LEADERS for field in ("orders", "second_orders", "troops"))
    free = ("offset[]", "second_orders of", "second_orders[]")
    return {word for word in every - wrong if not word.startswith(bare) and not any(part in word for part in free)}


# ---- the twin ----------------------------------------------------------------------------------------------------


def event(scenario: Scenario, columns: dict[str, int | str]) -> str:
    """What a single attack comes to, by its columns."""
    if scenario["combat"] == "shot":
        return "hit" if columns["damage"] else "miss"
    return "killed" if columns["killed"] else "unhorsed" if columns["unhorsed"] else "standing"


def outcomes(scenario: Scenario) -> dict[twin.Outcome, Fraction]:
    """The twin's outcomes, the winner first."""
    if scenario["combat"] == "clash":
        return twin.outcomes(scenario)
    told = twin.outcomes(scenario)
    return {(("winner", event(scenario, dict(outcome))), *outcome): chance for outcome, chance in told.items()}


def means(scenario: Scenario) -> dict[str, Fraction]:
    return twin.means(scenario) if scenario["combat"] == "clash" else {}
