"""Battles and sieges of La guerre de Cent Ans over which its policies are measured."""

from __future__ import annotations

from random import Random
from typing import Any

from outcome_tables.shared import Design
from simcore.games.cent_ans.facts import PlaceName
from simcore.games.cent_ans.scenarios import CAMPS, ENEMY, SIDES

SEED = 1453
BATTLES, SIEGES, SHOTS = 240, 60, 80
MOST_TROOPS, MOST_ELITE, MOST_ROOM = 6, 3, 4
MOST_BESIEGED = 3
ROOM_RUNS_OUT = 0.4  # share of the armies whose room to retreat is limited
LONGBOW = {"english": "english-longbow", "french": "crossbow"}
EQUIPMENT = ("francs-archers", "hand-culverin", "field-artillery", "ribaudequin", "bombard", "heavy-bombard")
PLACES: tuple[PlaceName, ...] = ("castle-1", "castle-2", "fortified-town", "city", "paris", "paris-invested")


def army(random: Random, camp: str, most: int = MOST_TROOPS) -> dict[str, Any]:
    """So many of each faction, some elite units, and in six cases of eight one card that works through them."""
    factions = CAMPS[camp]  # type: ignore[index]
    told: dict[str, Any] = {faction: random.randint(0, most) for faction in factions}
    if not any(told.values()):
        told[factions[0]] = 1
    told["elite"] = random.randint(0, MOST_ELITE)
    card = random.choice([None, None, LONGBOW[camp], *EQUIPMENT])
    return told | ({"equipment": [card]} if card else {})


def meeting(random: Random, combat: str, most_defending: int = MOST_TROOPS) -> dict[str, Any]:
    attacker = random.choice(("english", "french"))
    armies = [army(random, attacker), army(random, ENEMY[attacker], most_defending)]  # type: ignore[index]
    told = {"game": "cent-ans", "combat": combat, "initiative": random.choice(SIDES)}
    return {**told, **dict(zip(SIDES, armies, strict=True))}


def battles(seed: int) -> list[dict[str, Any]]:
    """Mixed factions, 0 to 3 elite units, cards, room to retreat; then as many battles again as `SHOTS` in which the
    English have elite units with the Longbow."""
    random = Random(seed)
    dealt = [meeting(random, "pitched-battle") for _ in range(BATTLES + SHOTS)]
    for number, battle in enumerate(dealt):
        for side in SIDES:
            if random.random() < ROOM_RUNS_OUT:
                battle[side]["retreat_room"] = random.randint(0, MOST_ROOM)
            if number >= BATTLES and "english" in battle[side]:
                battle[side] |= {"elite": random.randint(1, MOST_ELITE), "equipment": [LONGBOW["english"]]}
    return dealt


def sieges(seed: int) -> list[dict[str, Any]]:
    random = Random(seed)
    return [meeting(random, "siege", MOST_BESIEGED) | {"place": random.choice(PLACES)} for _ in range(SIEGES)]


DESIGNS = (
    Design(
        "cent-ans", "pitched-battle", SEED, battles,
        f"{BATTLES} battles of 0 to {MOST_TROOPS} units of each faction and 0 to {MOST_ELITE} elite units a side, "
        "either camp attacking, either with the initiative, in three cases of four with a card that works through the "
        f"elite units, {ROOM_RUNS_OUT:.0%} of the armies with room for 0 to {MOST_ROOM} units to retreat; and {SHOTS} "
        "more in which the English have elite units and the Longbow.",
    ),
    Design(
        "cent-ans", "siege", SEED, sieges,
        f"{SIEGES} sieges of a place of any kind by 0 to {MOST_TROOPS} units of each faction, held by 0 to "
        f"{MOST_BESIEGED} of each, 0 to {MOST_ELITE} elite units a side, cards as in the battles.",
    ),
)  # fmt: skip
