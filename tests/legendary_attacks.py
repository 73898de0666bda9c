"""Melees, shootings and forced marches of Legendary Battles for tests: dealt so that every option comes up.

Random areas seldom hold what a rule needs together (three units of a kind, a Bodyguard under Targeting); such meetings
are listed here and dealt in turn. What is printed on the cards is the twin's reading of the facts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from dealing import ABSENT, Dealer, Scenario
from naive.legendary import FACTS, Attack, Card
from schema_options import schema_options

UNITS, CHARACTERS = list(FACTS["troops"]), list(FACTS["characters"])
CARDS = {name: Card(name, name in CHARACTERS) for name in (*UNITS, *CHARACTERS)}
RIDERS = [name for name, card in CARDS.items() if card.has("charge")]
SHOOTERS = [unit for unit in UNITS if CARDS[unit].range]
MARCHING = [unit for unit in UNITS if CARDS[unit].kind == "infantry" and not CARDS[unit].has("haste")]
POLICIES = ["spare_characters", "cheapest_first", "characters_first", "as_listed"]
ROBBING = ["most_shields", "dodge_first", "retaliation_first"]
RULES = ["forced-march", "concentrated-fire", "cavalry-breakthrough", "ransom"]
LARGEST = 8
CHILD = "philippe-the-bold"  # his area is not shot at
Listed = dict[str, int]  # units or wounds by name


@dataclass(frozen=True)
class Meeting:
    """What must meet for a rule to matter."""

    attackers: Listed = field(default_factory=dict)
    defenders: Listed = field(default_factory=dict)
    fields: Scenario = field(default_factory=dict)


MELEES = {
    "Support": Meeting({"peasants": 3}, {"foot-knights": 1}),
    "Support with Orléans": Meeting({"angry-peasants": 2, "philippe-d-orleans": 0}, {"pikemen": 1}),
    "Support of two kinds": Meeting({"peasant-militia": 3, "provincial-militia": 3}, {"boucicaut": 0}),
    "Cohesion": Meeting({"foot-knights": 1}, {"guisarmers": 3}),
    "Cohesion by Clermont": Meeting({"sergeants-at-arms": 2}, {"peasants": 3, "jean-de-clermont": 1}),
    "Cohesion in a forest": Meeting({"foot-knights": 1}, {"pikemen": 3, "jean-de-clermont": 0}, {"terrain": "forest"}),
    "Terror 1": Meeting({"impetuous-knights": 1, "foot-knights": 1}, {"musician": 1}),
    "Terror and lent dice": Meeting(
        {"bowmen": 2, "earl-of-salisbury": 0, "thomas-kyriell": 0}, {"musician": 1}, {"shooters_in_melee": True}
    ),
    "Musicians on both sides": Meeting({"musician": 1, "black-prince": 0}, {"musician": 2}),
    "Oxford and three troops": Meeting({"earl-of-oxford": 0, "pikemen": 3}, {"halberdiers": 1}),
    "Oxford and two troops": Meeting({"earl-of-oxford": 2, "pikemen": 2}, {"mounted-sergeants-at-arms": 1}),
    "starred against infantry": Meeting({"foot-knights-two-handed": 1, "halberdiers": 1}, {"sergeants-at-arms": 1}),
    "starred against others": Meeting({"foot-knights-two-handed": 1, "halberdiers": 1}, {"mounted-knights": 1}),
    "pikes against riders": Meeting({"mounted-knights": 1}, {"pikemen": 2}),
    "pikes against foot": Meeting({"foot-knights": 1}, {"pikemen": 2}),
    "Somerset robs one of two": Meeting({"edmund-of-somerset": 0}, {"foot-knights": 2, "peasants": 1}),
    "Somerset robs the first": Meeting(
        {"edmund-of-somerset": 0}, {"musician": 1, "halberdiers": 1, "earl-of-suffolk": 0}
    ),
    "Somerset and a banner": Meeting(
        {"edmund-of-somerset": 0, "foot-knights": 1}, {"standard-bearer": 1, "foot-knights": 1}, {"terrain": "forest"}
    ),
    "Somerset and pikes": Meeting({"edmund-of-somerset": 0}, {"halberdiers": 1, "musician": 1}),
    "Cancels and a banner": Meeting(
        {"peasants": 3, "earl-of-warwick": 0}, {"boucicaut": 1, "standard-bearer": 1}, {"cancels": "any"}
    ),
    "Cancels twice": Meeting({"walter-of-brienne": 0, "foot-knights": 2}, {"boucicaut": 0, "arnoul-d-audrehem": 0}),
    "Ruthless against Tough": Meeting(
        {"walter-of-brienne": 0, "foot-knights": 1}, {"earl-of-salisbury": 1}, {"ruthless_tokens": 1}
    ),
    "Terror and a choice of dice": Meeting({"henry-v": 0, "prigent-de-coetivy": 0}, {"musician": 1, "foot-knights": 1}),
    "Somerset finds nothing": Meeting({"edmund-of-somerset": 1}, {"arthur-de-richemont": 0, "peasants": 1}),
    "father and son": Meeting({"foot-knights": 2}, {"jean-ii-the-good": 0, CHILD: 0}),
    "Parry and Retaliation": Meeting({"foot-knights": 1}, {"foot-knights": 1, "henry-v": 0}, {"terrain": "forest"}),
    "Parry and Dodge": Meeting({"foot-knights": 1}, {"standard-bearer": 2}, {"terrain": "village"}),
    "Dodge of two kinds": Meeting({"foot-knights": 1, "peasants": 1}, {"standard-bearer": 2, "pavisiers": 1}),
    "Slayer against Tough": Meeting({"earl-of-warwick": 0}, {"earl-of-salisbury": 0}),
    "Slayer against troops": Meeting({"arnoul-d-audrehem": 1}, {"peasants": 2, "captal-de-buch": 0}),
    "Tough in attack": Meeting({"prigent-de-coetivy": 1, "peasants": 1}, {"foot-knights": 2}),
    "Tough on both sides": Meeting({"earl-of-salisbury": 1}, {"prigent-de-coetivy": 1, "sergeants-at-arms": 1}),
    "Targeting and Bodyguard": Meeting(
        {"jean-son-of-the-king": 0, "foot-knights": 1}, {"edward-of-york": 0, "henry-v": 2}
    ),
    "Slayer, Targeting, Bodyguard": Meeting(
        {"thomas-kyriell": 0, "earl-of-warwick": 0}, {"edward-of-york": 1, "earl-of-salisbury": 0}, {"bodyguard": True}
    ),
    "Bodyguard without room": Meeting(
        {"jean-son-of-the-king": 0},
        {"edward-of-york": 0, "charles-d-albret": 2},
        {"push_room": 0, "blocked_push": "disrupt"},
    ),
    "Ruthless": Meeting({"walter-of-brienne": 0, "peasants": 2}, {"foot-knights": 2}, {"ruthless_tokens": 1}),
    "Ruthless twice": Meeting(
        {"walter-of-brienne": 0, "arthur-de-richemont": 0}, {"jean-de-bourbon": 0}, {"ruthless_tokens": 3}
    ),
    "Disrupts cancelled": Meeting({"peasants": 2, "foot-knights": 1}, {"standard-bearer": 1, "peasants": 1}),
    "Pushes cancelled": Meeting({"matthew-goth": 0, "peasants": 2}, {"arnoul-d-audrehem": 0, "foot-knights": 1}),
    "no room": Meeting({"peasants": 3, "matthew-goth": 0}, {"peasants": 2, "henry-v": 0}, {"push_room": 0}),
    "room for one": Meeting(
        {"walter-of-brienne": 0, "peasants": 2}, {"captal-de-buch": 0, "peasants": 2}, {"push_room": 1}
    ),
    "charge": Meeting({"french-mounted-knights": 2}, {"sergeants-at-arms": 1, "peasants": 1}, {"charging": True}),
    "Breakthrough": Meeting(
        {"mounted-knights": 1, "charles-d-albret": 0},
        {"peasants": 2, "foot-knights": 1},
        {"charging": True, "optional_rules": ["cavalry-breakthrough"]},
    ),
    "Breakthrough against one": Meeting(
        {"mounted-sergeants-at-arms": 1},
        {"foot-knights": 1},
        {"charging": True, "optional_rules": "cavalry-breakthrough"},
    ),
    "Ransom": Meeting({"impetuous-knights": 1}, {"earl-of-suffolk": 1, "peasants": 1}, {"optional_rules": ["ransom"]}),
    "Ransom of the Tough": Meeting({"black-prince": 0}, {"prigent-de-coetivy": 1}, {"optional_rules": "ransom"}),
    "Culverin untouchable": Meeting(
        {"foot-knights": 2}, {"culverin": 1, "peasants": 1}, {"culverin_untouchable": True}
    ),
    "Culverin left alone": Meeting(
        {"foot-knights-two-handed": 1}, {"culverin": 1, "sergeants-at-arms": 1}, {"culverin_untouchable": True}
    ),
    "Culverin within reach": Meeting({"foot-knights": 1}, {"culverin": 2}, {"culverin_untouchable": False}),
    "Culverin struck back": Meeting(
        {"culverin": 1, "peasants": 1}, {"sergeants-at-arms": 2}, {"culverin_untouchable": True}
    ),
    "Culverin in a melee": Meeting(
        {"culverin": 1}, {"halberdiers": 1, "captal-de-buch": 1}, {"shooters_in_melee": True}
    ),
    "shooters fight": Meeting({"bowmen": 2, "crossbowmen": 1}, {"guisarmers": 1}, {"shooters_in_melee": True}),
    "lent to two Bowmen": Meeting(
        {"bowmen": 2, "earl-of-salisbury": 0, "thomas-kyriell": 0}, {"peasants": 1}, {"shooters_in_melee": True}
    ),
    "lent to one Bowman": Meeting(
        {"bowmen": 1, "earl-of-salisbury": 1, "thomas-kyriell": 1}, {"pavisiers": 1}, {"shooters_in_melee": True}
    ),
    "stakes": Meeting({"mounted-knights": 1}, {"bowmen": 2}, {"behind": "stakes"}),
    "marsh": Meeting({"foot-knights": 1}, {"pavisiers": 1, "peasants": 1}, {"terrain": "marsh"}),
    "Feint": Meeting({CHILD: 0, "henry-v": 0}, {"guisarmers": 1}),
    "conversions": Meeting({"guisarmers": 2, "jean-de-clermont": 0}, {"foot-knights": 1, "peasants": 1}),
}
SHOOTINGS = {
    "Concentrated Fire": Meeting(
        {"crossbowmen": 1}, {"peasants": 6}, {"optional_rules": ["concentrated-fire"], "distance": 1}
    ),
    "five are too few": Meeting({"bowmen": 1}, {"peasants": 5}, {"optional_rules": "concentrated-fire"}),
    "Musician and bows": Meeting({"musician": 1, "bowmen": 1}, {"musician": 1, "peasants": 1}),
    "far": Meeting({"bowmen": 1, "crossbowmen": 1}, {"foot-knights": 1}, {"distance": 2}),
    "near": Meeting({"bowmen": 1, "crossbowmen": 1}, {"foot-knights": 1}, {"distance": 1}),
    "over a palisade": Meeting({"bowmen": 1, "crossbowmen": 1}, {"peasants": 1, "henry-v": 2}, {"behind": "palisade"}),
    "stakes": Meeting({"crossbowmen": 2}, {"bowmen": 2}, {"behind": "stakes", "distance": 1}),
    "Culverin shoots": Meeting({"culverin": 1}, {"edward-of-york": 0, "earl-of-suffolk": 1, "peasants": 1}),
    "Culverin against Tough": Meeting({"culverin": 2}, {"earl-of-salisbury": 1, "sergeants-at-arms": 1}),
    "Culverin untouchable": Meeting({"bowmen": 2}, {"culverin": 1, "peasants": 1}, {"culverin_untouchable": True}),
    "lent to two Bowmen": Meeting({"bowmen": 2, "earl-of-salisbury": 0, "thomas-kyriell": 0}, {"mounted-knights": 1}),
    "lent to three Bowmen": Meeting({"bowmen": 3, "thomas-kyriell": 0}, {"pikemen": 1, "captal-de-buch": 0}),
    "riders shoot": Meeting({"mounted-bowmen": 2}, {"foot-knights": 1, "peasants": 1}),
    "Pavisiers": Meeting({"crossbowmen": 2}, {"pavisiers": 1, "crossbowmen": 1}, {"distance": 1}),
    "no room": Meeting({"culverin": 2}, {"captal-de-buch": 0, "peasants": 2}, {"push_room": 0}),
    "Dodge": Meeting({"crossbowmen": 1, "bowmen": 1}, {"standard-bearer": 2}, {"distance": 1}),
    "Cohesion": Meeting({"bowmen": 2}, {"guisarmers": 3}),
    "Ruthless, but no shooter": Meeting(
        {"crossbowmen": 2, "walter-of-brienne": 0}, {"boucicaut": 1, "peasants": 1}, {"ruthless_tokens": 1}
    ),
    "marsh": Meeting({"mounted-bowmen": 1}, {"halberdiers": 2}, {"terrain": "marsh"}),
}
FIELDS: dict[str, list[Any]] = {
    "terrain": [ABSENT, "plains", "field", "forest", "marsh", "village"],
    "behind": [ABSENT, ABSENT, "stakes"],
    "charging": [ABSENT, False],
    "optional_rules": [ABSENT, [], *RULES, *([rule] for rule in RULES), RULES, RULES[1:], RULES[2:]],
    "push_room": [ABSENT, ABSENT, 0, 1, 2, 3],
    "blocked_push": [ABSENT, "disrupt", "nothing"],
    "ruthless_tokens": [ABSENT, 0, 1, 2],
    "bodyguard": [ABSENT, True, False],
    "shooters_in_melee": [ABSENT, False, True],
    "culverin_untouchable": [ABSENT, True, False],
    "attackers_policy": [ABSENT, *POLICIES],
    "defenders_policy": [ABSENT, *POLICIES],
    "targeting_policy": [ABSENT, *POLICIES],
    "cancels": [ABSENT, ABSENT, "push", "any", "any"],
    "lending_policy": [ABSENT, "apart", "together"],
    "terror_policy": [ABSENT, "most_kills", "most_results", "most_pushes"],
    "somerset_policy": [ABSENT, *ROBBING],
    "parry_policy": [ABSENT, "keep_both", "keep_retaliation", "keep_dodge", "keep_none", "never"],
    "feint_policy": [ABSENT, "always", "never"],
    "ruthless_policy": [ABSENT, "always", "spare_tough", "never"],
    "bodyguard_policy": [ABSENT, "always", "never"],
    "ransom_policy": [ABSENT, "always", "never"],
    "rerolls": [ABSENT, "attack-first", "defence-first"],
}
DISTANCE = [ABSENT, 1, 1, 2]


class LegendaryDealer(Dealer):
    """Deals attacks of up to so many units more than a meeting needs, and of up to so many in all."""

    def __init__(self, seed: int, more: int, most: int) -> None:
        super().__init__(seed)
        self.more, self.most = more, most

    def melee(self) -> Scenario:
        return self.attack("melee", MELEES, UNITS)

    def shooting(self) -> Scenario:
        return self.attack("shooting", SHOOTINGS, SHOOTERS)

    def attack(self, combat: str, meetings: dict[str, Meeting], fighters: list[str]) -> Scenario:
        """A listed meeting or any, with more units and all fields dealt; until the attackers have a die to roll."""
        meeting = meetings[self.deal("meeting", list(meetings))] if self.deal("listed", [True, False]) else Meeting()
        fields = self.fields("attack", FIELDS)
        if combat == "melee" and not meeting.attackers and self.deal("charge", [True] + [False] * 4):
            fields["charging"] = True
        if combat == "shooting":
            fields |= self.fields("shooting", {"distance": DISTANCE})
            fields |= {"behind": "palisade"} if self.deal("palisade", [True, False, False]) else {}
        fields |= meeting.fields
        charging = fields.get("charging", False)
        # Attackers who roll, and defenders whom it can befall, come first; who joins them is anybody.
        able = RIDERS if charging else fighters
        everybody = RIDERS if charging else [*UNITS, *CHARACTERS]
        absent = {CHILD} if combat == "shooting" else set()
        while True:
            ours = self.area("attackers", meeting.attackers, able, everybody, set(meeting.defenders))
            theirs = self.area("defenders", meeting.defenders, UNITS, [*UNITS, *CHARACTERS], {*ours, *absent})
            scenario: Scenario = {"game": "legendary", "combat": combat, "attackers": self.listed(ours)}
            scenario |= {"defenders": self.listed(theirs)} | fields
            told = Attack(scenario)
            if told.rolling and not all(told.beyond_reach(entry.card) for entry in told.defenders):
                return scenario

    def area(self, side: str, needed: Listed, first: list[str], others: list[str], elsewhere: set[str]) -> Listed:
        """Who is needed, and others up to the size of the area: up to three units of a troop, or a character.

        Nobody stands twice in an area, and no character who is `elsewhere` in it too.
        """
        area = dict(needed)
        room = min(self.most - size(area), self.count(0, self.more)) if area else self.count(1, self.most)
        while room > 0:
            name = self.deal((side, tuple(others)), others) if area else self.deal((side, tuple(first)), first)
            if name in area or (name in CHARACTERS and name in elsewhere):
                room -= 1  # he comes another time
                continue
            area[name] = self.count(0, CARDS[name].wounds - 1) if name in CHARACTERS else self.count(1, min(room, 3))
            room -= size({name: area[name]})
        return area

    def listed(self, area: Listed) -> list[Scenario]:
        """The area as a scenario has it, in any order; what needs no word is now and then left out."""
        entries: list[Scenario] = []
        for name in self.random.sample(list(area), len(area)):
            number, least = area[name], int(name in UNITS)
            entry: Scenario = {"unit" if name in UNITS else "character": name}
            if number > least or self.deal(("stated", least), [True, False, False]):
                entry["count" if name in UNITS else "wounds"] = number
            entries.append(entry)
        return entries


def size(area: Listed) -> int:
    return sum(number if name in UNITS else 1 for name, number in area.items())


def dealt(combat: str, number: int, *, seed: int, more: int, most: int) -> list[Scenario]:
    """A fixed design: so many scenarios of a combat."""
    dealer = LegendaryDealer(seed, more, most)
    return [getattr(dealer, combat)() for _ in range(number)]


def marches() -> list[Scenario]:
    """All forced marches that there are."""
    return [{"game": "legendary", "combat": "forced-march", "unit": unit} for unit in MARCHING]


# ---- options -----------------------------------------------------------------------------------------------------


def holds(scenario: Scenario, meeting: Meeting) -> bool:
    """Does this meeting take place in a scenario?"""
    for side, needed in (("attackers", meeting.attackers), ("defenders", meeting.defenders)):
        there = {entry["unit"]: entry.get("count", 1) for entry in scenario[side] if "unit" in entry}
        there |= {entry["character"]: entry.get("wounds", 0) for entry in scenario[side] if "character" in entry}
        if any(there.get(name) != number for name, number in needed.items()):
            return False
    return all(scenario.get(name) == value for name, value in meeting.fields.items())


def options_of(scenario: Scenario) -> set[str]:
    """The options that a scenario takes up, as words."""
    words = schema_options("legendary", scenario["combat"]).taken_up(scenario)
    meetings = {"melee": MELEES, "shooting": SHOOTINGS}.get(scenario["combat"], {})
    return words | {name for name, meeting in meetings.items() if holds(scenario, meeting)}


def every_option(combat: str) -> set[str]:
    """All that a good design of a combat takes up."""
    # A name alone is another way to write an entry of one unit or a character, tested by itself.
    # What is best is found by a search (test_optimal_legendary, test_open_dice), not by the twin of the named policies.
    elsewhere = re.compile(r"(attackers|defenders)(\.| =|\[\] =)|\w+_policy = (optimal|standing)")
    # Who loses the die to Somerset by name is dealt to those who are there.
    elsewhere = re.compile(rf"{elsewhere.pattern}|somerset_policy = (?!{'|'.join(ROBBING)})")
    every = {option for option in schema_options("legendary", combat).every() if not elsewhere.match(option)}
    if combat == "melee":
        refused = {"behind = palisade"}
    elif combat == "shooting":
        refused = {"charging = True", f"defenders[].character = {CHILD}"}
    else:
        refused = set()
    assert refused <= every
    return every - refused | set({"melee": MELEES, "shooting": SHOOTINGS}.get(combat, {}))
