"""Tables of Bouvines: every single attack by target and order, and clashes of typical plaques."""

from __future__ import annotations

from typing import Any

import pandas as pd

from outcome_tables.bouvines_designs import DESIGNS
from outcome_tables.shared import COMMAND, Game, Published
from simcore.games.bouvines.combats import CHARGE
from simcore.games.bouvines.scenarios import SIDES
from simcore.tables import stack, table

FACTS = CHARGE.load_facts(None)
TARGETS = {kind: fact.value for kind, fact in FACTS.hit_points.items()}  # full hit points
# All distances within a weapon's range are alike: the nearest stands for them.
ATTACKS: dict[str, dict[str, Any]] = {
    "contact": {"combat": "contact"},
    "charge on foot, 1 cell": {"combat": "charge", "charger": "foot", "cells": 1},
    "charge on foot, 2 cells": {"combat": "charge", "charger": "foot", "cells": 2},
    "charge on horse, 1 cell": {"combat": "charge", "charger": "horse", "cells": 1},
    "charge on horse, 2 cells": {"combat": "charge", "charger": "horse", "cells": 2},
    **{
        f"shot by {weapon}": {"combat": "shot", "weapon": weapon, "distance": fact.value.nearest}
        for weapon, fact in FACTS.ranges.items()
    },
}
ORDERS = {
    "attack": {"target_order": "attack"},
    "defence": {"target_order": "defence"},
    "forced-march": {"target_order": "forced-march"},
    "repair before": {"target_order": "repair", "target_acts": "before"},
    "repair after": {"target_order": "repair", "target_acts": "after"},
    "rotate": {"target_order": "rotate"},
    "recall": {"target_order": "recall"},
}

# Plaques as seen from their own side: the two troops in front, the two at the sides, the two behind.
ROSTERS = {
    "sergeants": ("sergeant", "sergeant", "sergeant", "sergeant", "sergeant", "sergeant"),
    "quality sergeants": ("quality-sergeant",) * 6,
    "knights": ("knight",) * 6,
    "archers behind": ("sergeant", "sergeant", "archer", "archer", "archer", "archer"),
    "crossbows behind": ("sergeant", "sergeant", "crossbowman", "crossbowman", "crossbowman", "crossbowman"),
    "knights in front": ("knight", "knight", "sergeant", "sergeant", "archer", "archer"),
}
PLAQUE_ORDERS = {
    "attack": ["attack"],
    "defence, then attack": ["defence", "attack"],
    "attack and repair": ["attack", "attack", "repair", "attack", "attack", "repair"],
}
TURNS = 6


# ---- single attacks ----------------------------------------------------------------------------------------------


def attacks() -> pd.DataFrame:
    """Every attack on every target in every state of health, under every order of its plaque."""
    parts = []
    targets = [{"kind": kind, "hit_points": left} for kind, full in TARGETS.items() for left in range(1, full + 1)]
    for attack, fields in ATTACKS.items():
        for order, target_fields in ORDERS.items():
            part = table({"game": "bouvines", **fields, **target_fields}, {"target": targets})
            # A shot is won by a hit; to stand beside charges it is told by what becomes of its target, as they are.
            killed, unhorsed = part["expected_killed"], part["expected_unhorsed"]
            told = {
                "attack": attack,
                "target": [target["kind"] for target in targets],
                "hit_points": [target["hit_points"] for target in targets],
                "order": order,
                "win_standing": (1.0 - killed - unhorsed).clip(lower=0.0),
                "win_unhorsed": unhorsed,
                "win_killed": killed,
                "expected_damage": part["expected_damage"],
                "expected_hit_points": part["expected_hit_points"],
                "method": part["method"],
            }
            frame = pd.DataFrame(told)
            frame.attrs = part.attrs
            parts.append(frame)
    return stack(parts, command=COMMAND)


# ---- clashes -----------------------------------------------------------------------------------------------------


def cells(roster: tuple[str, ...], side: str) -> list[str]:
    """The roster by cells, from the east clockwise: the coalition's front is its cells 0 and 1, the French 3 and 4."""
    front, flanks, behind = roster[:2], roster[2:4], roster[4:]
    seen = [*front, flanks[0], *behind, flanks[1]]
    return seen if side == "coalition" else seen[3:] + seen[:3]


def clashes() -> pd.DataFrame:
    """Typical plaques in contact along one side: rosters, orders, and whose zone comes first."""
    vary: dict[str, list[Any]] = {}
    for side in SIDES:
        vary[f"{side}.troops"] = [cells(roster, side) for roster in ROSTERS.values()]
        vary[f"{side}.orders"] = list(PLAQUE_ORDERS.values())
    vary["first"] = list(SIDES)
    part = table({"game": "bouvines", "combat": "clash", "order_limit": TURNS}, vary)
    keys = pd.MultiIndex.from_product(
        [ROSTERS, PLAQUE_ORDERS, ROSTERS, PLAQUE_ORDERS, SIDES],
        names=["coalition", "coalition_orders", "france", "france_orders", "first"],
    ).to_frame(index=False)
    left = [f"expected_{side}_{what}" for side in SIDES for what in ("troops", "hit_points")]
    told = [*(f"win_{winner}" for winner in (*SIDES, "none")), "expected_orders", *left, "method"]
    frame = pd.concat([keys, part[told]], axis=1)
    frame.attrs = part.attrs
    return stack([frame], command=COMMAND)


TABLES = (
    Published(
        "bouvines-attacks",
        attacks,
        "Charge, shot, contact",
        "Every single attack on every kind of target in every state of health, by the order that the target's plaque "
        "shows; without a leader's bonus. `repair before`: the target is repaired before the attack, `repair after`: "
        "afterwards; what is told is the end of the turn. A bow shoots 2 to 3 cells far, a crossbow 2 to 4, and the "
        "distance makes no difference. A charge on foot goes over 2 cells only with a step of its plaque.",
    ),
    Published(
        "bouvines-clashes",
        clashes,
        "Plaque against plaque",
        "Two plaques of typical troops, both under a gonfanon and in contact along one side, until one is destroyed "
        f"or {TURNS} turns are over. Rosters, in the order front, sides, behind: "
        + "; ".join(f"`{name}` ({', '.join(roster)})" for name, roster in ROSTERS.items())
        + ". Orders are repeated to the end: "
        + "; ".join(f"`{name}` ({', '.join(orders)})" for name, orders in PLAQUE_ORDERS.items())
        + ". Both attack the weakest first; among equals the first cell counts, so the sides are no mirror images.",
    ),
)

COLUMNS = {
    "attack": "what attack",
    "target": "kind of troop that is attacked",
    "hit_points": "its hit points before",
    "order": "what the die of its plaque shows",
    "win_standing": "chance that it stands as before, hurt or not",
    "win_unhorsed": "chance that the knight lives, but on foot",
    "win_killed": "chance that it dies",
    "expected_damage": "mean number of hit points the attack takes",
    "expected_hit_points": "mean number of hit points left at the end, of its present form",
    "coalition": "roster of the coalition's plaque",
    "france": "roster of the French plaque",
    "_orders": "orders of that side",
    "expected_orders": "mean number of turns begun",
    "first": "whose zone comes first",
    "win_none": "chance that nobody has lost after the last turn",
    "_troops": "mean number of that side's troops alive",
    "_hit_points": "mean sum of their hit points",
}

GAME = Game("Bouvines", "bouvines", "bouvines", TABLES, COLUMNS, DESIGNS)
