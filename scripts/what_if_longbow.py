"""Longbow or Field Artillery? Of the cards that work through the elite dice a camp uses one (LGCA 11.3.1).

An English army with the initiative against an equal French one with the Crossbow, by the number of elite units.
"""

from __future__ import annotations

from what_if import WhatIf, main, per_cent, points

import simcore as sc
from simcore.report.charts import line_chart

UNITS = 6  # in each of the four factions
CARDS = {
    "no card": [],
    "English Longbow": "english-longbow",
    "Ribaudequin": "ribaudequin",
    "Field Artillery": "field-artillery",
}
MANNERS = {"policy": "keep_dice", "shooting_policy": "strip_dice"}  # by which these figures were published first
BATTLE = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "initiative": "attacker",
    "attacker": {"english": UNITS, "burgundian": UNITS, **MANNERS},
    "defender": {"french": UNITS, "armagnac": UNITS, "equipment": "crossbow", **MANNERS},
}


def answer(most: int = 6) -> WhatIf:
    """1 to `most` elite units on each side."""
    elite = list(range(1, most + 1))
    chances: dict[str, list[float]] = {name: [] for name in CARDS}
    rests_on = []
    for count in elite:
        sides = {side: {**BATTLE[side], "elite": count} for side in ("attacker", "defender")}
        frame = sc.table({**BATTLE, **sides}, {"attacker.equipment": list(CARDS.values())})
        for name, chance in zip(CARDS, frame["win_attacker"], strict=True):
            chances[name].append(float(chance))
        rests_on.append(frame.attrs)
    none, bow, guns = chances["no card"], chances["English Longbow"], chances["Field Artillery"]
    ahead = [b - a for a, b in zip(bow, guns, strict=True)]
    return WhatIf(
        "longbow",
        "La guerre de Cent Ans 11.3.1, cards 1 and Field Artillery",
        [
            f"Artillery against the Longbow: {points(min(ahead))} to {points(max(ahead))} points. The "
            "Longbow shoots once, the guns in every roll.",
            f"The Longbow is worth {points(bow[0] - none[0])} points over no card with one elite unit and "
            f"{points(bow[-1] - none[-1])} with {most}; the English then win {per_cent(bow[-1])}.",
            f"The guns win {per_cent(guns[0])} with one elite unit and {per_cent(guns[-1])} with {most}: beyond the "
            "third there is no further die, but one that falls leaves no gap.",
        ],
        {"elite units": [str(count) for count in elite]}
        | {name: [per_cent(chance) for chance in chances[name]] for name in CARDS},
        line_chart(
            elite, chances, title="Longbow or Field Artillery?", x_label="elite units on each side",
            y_label="chance that the English win", level=50.0,
            note=f"{UNITS} units in each faction, English initiative, against the Crossbow; {MANNERS['policy']}",
        ),
        rests_on,
    )  # fmt: skip


if __name__ == "__main__":
    main(answer())
