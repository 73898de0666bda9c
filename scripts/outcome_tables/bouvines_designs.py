"""Clashes of Bouvines over which its policies are measured."""

from __future__ import annotations

from random import Random
from typing import Any

from outcome_tables.shared import Design
from simcore.games.bouvines.scenarios import SIDES

SEED = 1214
CLASHES, TURNS = 600, 4
KINDS = ("sergeant", "sergeant", "quality-sergeant", "archer", "crossbowman", "knight", "knight")
BANNERS = {
    "coalition": ("gonfanon", "gonfanon", "captain", "emperor"),
    "france": ("gonfanon", "gonfanon", "captain", "king"),
}
OFFSETS = ((2, 1), (3, 0), (3, 1), (4, 0), (4, -2))


def clashes(seed: int) -> list[dict[str, Any]]:
    """Two plaques of six troops, dealt from `KINDS`, at various distances, either side first, both on attack."""
    random = Random(seed)

    def plaque(side: str) -> dict[str, Any]:
        return {"troops": [random.choice(KINDS) for _ in range(6)], "banner": random.choice(BANNERS[side])}

    return [
        {
            "game": "bouvines", "combat": "clash", **{side: plaque(side) for side in SIDES},
            "offset": list(random.choice(OFFSETS)), "first": random.choice(SIDES),
            "listed": "from-the-front", "order_limit": TURNS,
        }
        for _ in range(CLASHES)
    ]  # fmt: skip


DESIGNS = (
    Design(
        "bouvines", "clash", SEED, clashes,
        f"{CLASHES} clashes of {TURNS} turns under attack, six troops of mixed kinds a side, banners that can be taken "
        "on half of the plaques, in contact or up to a step and a charge apart, either side first; each policy against "
        "the best of the three on both sides, in points of half the difference of both win chances.",
        "policy",
    ),
)  # fmt: skip
