"""Attacks of Legendary Battles over which its policies are measured."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from outcome_tables.shared import Design
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare
from simcore.games import find_combat
from simcore.games.legendary.combats import MELEE

SEED = 1415
MELEES, SHOOTINGS = 320, 120
GUARDED = 80  # melees more in which attackers aim at somebody beside a Bodyguard: chance alone deals one in 320
MOST_ATTACKERS, MOST_DEFENDERS = 6, 4
SKILLED = 0.5  # share of the attacks in which somebody with a skill to be used as his side likes is put into an area
FACTS = MELEE.load_facts(None)
TROOPS, CHARACTERS = list(FACTS.troops), list(FACTS.characters)
SHOOTERS = [name for name, fact in FACTS.troops.items() if fact.value.shot]
CHOOSING = ("edmund-of-somerset", "walter-of-brienne", "arthur-de-richemont", "henry-v", "philippe-the-bold",
            "thomas-kyriell", "jean-son-of-the-king")  # fmt: skip
CHOSEN = ("standard-bearer", "musician", "earl-of-salisbury", "prigent-de-coetivy", "edward-of-york", "guisarmers",
          "sergeants-at-arms")  # fmt: skip
AIMING = [name for name, fact in FACTS.characters.items() if "targeting" in fact.value.skills]
BODYGUARDS = [name for name, fact in FACTS.characters.items() if "bodyguard" in fact.value.skills]
TERRAIN = ("plains", "plains", "forest", "village", "marsh")
MOST_ALIKE = 3


def area(random: Random, first: list[str], most: int, elsewhere: set[str]) -> list[dict[str, Any]]:
    """Up to so many units: those named first, then troops and, in one case of three, characters, some of them hurt."""
    entries: list[dict[str, Any]] = []
    size, room = 0, random.randint(max(2, len(first)), most)
    while size < room:
        name = first.pop() if first else random.choice(CHARACTERS if random.random() < 1 / 3 else TROOPS)
        if name in elsewhere or any(name in one.values() for one in entries):
            continue
        if name in TROOPS:
            count = random.randint(1, min(MOST_ALIKE, room - size))
            entries.append({"unit": name, "count": count})
            size += count
        else:
            entries.append({"character": name, "wounds": random.randint(0, FACTS.characters[name].value.wounds - 1)})  # type: ignore[index]
            size += 1
    return entries


def guarded(random: Random) -> dict[str, Any]:
    """A melee in which attackers aim at a character beside a Bodyguard; its areas are else like any other's."""
    guard, aims = random.choice(BODYGUARDS), random.choice(AIMING)
    ward = random.choice([name for name in CHARACTERS if name not in (guard, aims)])
    attackers = area(random, [aims], MOST_ATTACKERS, {guard, ward})
    there = {entry["character"] for entry in attackers if "character" in entry}
    return {**attack(random, "melee"), "attackers": attackers,
            "defenders": area(random, [guard, ward], MOST_DEFENDERS, there)}  # fmt: skip


def attack(random: Random, combat: str) -> dict[str, Any]:
    skilled = random.random() < SKILLED
    ours = [random.choice(CHOOSING)] if skilled and combat == "melee" else []
    ours += [random.choice(SHOOTERS)] if combat == "shooting" else []
    theirs = [random.choice(CHOSEN)] if skilled else []
    attackers = area(random, ours, MOST_ATTACKERS, set())
    there = {entry["character"] for entry in attackers if "character" in entry}
    rules = ["ransom"] if random.random() < 0.5 and combat == "melee" else []
    return {
        "game": "legendary", "combat": combat, "attackers": attackers,
        "defenders": area(random, theirs, MOST_DEFENDERS, there), "terrain": random.choice(TERRAIN),
        "ruthless_tokens": random.randint(0, 2), "shooters_in_melee": combat == "melee" and random.random() < 0.5,
        "optional_rules": rules,
    }  # fmt: skip


def dealt(random: Random, combat: str, number: int, deal: Callable[[Random], dict[str, Any]]) -> list[dict[str, Any]]:
    """So many attacks that the rules allow and in which somebody decides something."""
    found = list[dict[str, Any]]()
    while len(found) < number:
        scenario = deal(random)
        try:
            understood = prepare(scenario).scenario
        except BadInput:
            continue
        if find_combat("legendary", combat).policy_fields(understood, FACTS):
            found.append(scenario)
    return found


def melees(seed: int) -> list[dict[str, Any]]:
    """One area against one, hand to hand."""
    usual = dealt(Random(f"melee {seed}"), "melee", MELEES, lambda random: attack(random, "melee"))
    return usual + dealt(Random(f"guarded {seed}"), "melee", GUARDED, guarded)


def shootings(seed: int) -> list[dict[str, Any]]:
    """The same from the next area."""
    return dealt(Random(f"shooting {seed}"), "shooting", SHOOTINGS, lambda random: attack(random, "shooting"))


AREAS = (
    f"2 to {MOST_ATTACKERS} units against 2 to {MOST_DEFENDERS}, troops of any kinds and, in one case of three, "
    "characters, hurt or not, on any ground, with 0 to 2 tokens for Ruthless"
)
DESIGNS = (
    Design(
        "legendary", "melee", SEED, melees,
        f"{MELEES} melees in which somebody has something to decide: {AREAS}; in half of them somebody with a skill to "
        "be used as his side likes is put into each area, in half Ransom is in force, in half shooters fight; and "
        f"{GUARDED} more in which attackers aim at a character beside a Bodyguard.",
    ),
    Design(
        "legendary", "shooting", SEED, shootings,
        f"{SHOOTINGS} shootings in which somebody has something to decide, from the next area: {AREAS}.",
    ),
)  # fmt: skip
