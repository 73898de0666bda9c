"""What is the initiative worth in a pitched battle? Who has it rolls first, in every round (LGCA 11.2).

Equal armies of both factions and 3 elite units, without cards and with the cards that shoot.
"""

from __future__ import annotations

from what_if import WhatIf, main, per_cent, points

import simcore as sc
from simcore.report.charts import line_chart

ELITE = 3
MANNERS = {"policy": "keep_dice", "shooting_policy": "strip_dice"}  # by which these figures were published first
CARDS = {
    "no card": ([], []),
    "Longbow against Crossbow": (["english-longbow"], ["crossbow"]),
    "Field Artillery on both sides": (["field-artillery"], ["field-artillery"]),
}


def battle(units: int, english: list[str], french: list[str]) -> dict[str, object]:
    """So many units of each of four factions."""
    return {
        "game": "cent-ans",
        "combat": "pitched-battle",
        "attacker": {"english": units, "burgundian": units, "elite": ELITE, "equipment": english, **MANNERS},
        "defender": {"french": units, "armagnac": units, "elite": ELITE, "equipment": french, **MANNERS},
    }


def answer(most: int = 10) -> WhatIf:
    """Armies of 1 to `most` units in each faction."""
    sizes = list(range(1, most + 1))
    first, worth, rests_on = {}, {}, []
    for name, cards in CARDS.items():
        frames = [sc.table(battle(n, *cards), {"initiative": ["attacker", "defender"]}) for n in sizes]
        first[name] = [float(frame["win_attacker"][0]) for frame in frames]
        worth[name] = [float(frame["win_attacker"][0] - frame["win_attacker"][1]) for frame in frames]
        rests_on.append(frames[0].attrs)
    bare, bows, guns = (worth[name] for name in CARDS)
    return WhatIf(
        "initiative",
        "La guerre de Cent Ans 11.2, 11.3.1",
        [
            f"Without cards it is worth {points(bare[0])} points in the smallest battle and "
            f"{points(min(bare[1:]))} to {points(max(bare[1:]))} in all larger ones: whoever rolls first also retreats "
            "and disperses first.",
            f"With Field Artillery on both sides it is worth {points(min(guns))} to {points(max(guns))} points: "
            "whoever rolls first takes dice away.",
            f"With Longbow against Crossbow it is worth {points(bows[0])} points in the smallest battle and "
            f"{points(bows[-1])} with {most} units in each faction: the free attack comes once, before round 1.",
        ],
        {"units in each faction": [str(n) for n in sizes]}
        | {f"English win, {name} (initiative worth)": [
            f"{per_cent(chance)} ({points(gain)})" for chance, gain in zip(first[name], worth[name], strict=True)
        ] for name in CARDS},
        line_chart(
            sizes, worth, title="What is the initiative worth to the English?", x_label="units in each faction",
            y_label="win chance with it less that without", level=0.0, unit="points",
            note=f"{ELITE} elite units on each side; losses by {MANNERS['policy']}",
        ),
        rests_on,
    )  # fmt: skip


if __name__ == "__main__":
    main(answer())
