"""How large a garrison holds a city? It shelters 5 units and cancels 2 LOSS results a round (LGCA 11.5).

Besieged by an army of both English factions, without guns and with a Bombard, by the number of elite units.
"""

from __future__ import annotations

from what_if import WhatIf, main, noted, per_cent

import simcore as sc
from simcore.report.charts import line_chart

BESIEGERS = {"english": 5, "burgundian": 5, "equipment": "bombard"}
GARRISONS = range(1, 6)
SIEGE = {"game": "cent-ans", "combat": "siege", "place": "city", "attacker": BESIEGERS}


def breakpoint_of(chances: dict[int, list[float]], at: int) -> str:
    """The smallest garrison that holds the city more often than not."""
    held = [str(garrison) for garrison in GARRISONS if chances[garrison][at] < 0.5]
    return held[0] if held else "none"


def answer(most: int = 5) -> WhatIf:
    """0 to `most` elite units with the Bombard."""
    elite = list(range(most + 1))
    frame = sc.table(
        {**SIEGE, "defender": {}}, {"attacker.elite": elite, "defender.french": list(GARRISONS)}
    )  # fmt: skip
    chances = {
        garrison: [float(p) for p in frame[frame["defender.french"] == garrison]["win_attacker"]]
        for garrison in GARRISONS
    }
    breaks = [breakpoint_of(chances, at) for at in range(len(elite))]
    larger = [
        sc.evaluate({**SIEGE, "attacker": {"english": n, "burgundian": n}, "defender": {"french": 1}}) for n in (5, 15)
    ]
    return WhatIf(
        "garrison",
        "La guerre de Cent Ans 11.5, Bombard",
        [
            f"Against 5 units of each faction without elite one unit holds the city in {per_cent(1 - chances[1][0])} "
            f"of the sieges, two in {per_cent(1 - chances[2][0])}, five in {per_cent(1 - chances[5][0])}.",
            f"15 units of each faction instead of 5 take it from one unit in {per_cent(larger[1].win['attacker'])} "
            f"instead of {per_cent(larger[0].win['attacker'])}: dice count, not numbers.",
            "The smallest garrison that holds more often than not, by elite units with a Bombard: "
            + ", ".join(f"{count}: {least}" for count, least in zip(elite, breaks, strict=True))
            + ". The Bombard's extra LOSS comes with three elite units.",
        ],
        {"elite units with a Bombard": [str(count) for count in elite]}
        | {f"taken from {garrison}": [per_cent(p) for p in chances[garrison]] for garrison in GARRISONS}
        | {"smallest garrison that holds": breaks},
        line_chart(
            elite, {f"garrison of {garrison}": chances[garrison] for garrison in GARRISONS},
            title="How large a garrison holds a city?", x_label="elite units with a Bombard",
            y_label="chance that the city falls", level=50.0,
            note=noted("Besieged by 5 English and 5 Burgundian units", [frame.attrs]),
        ),
        [frame.attrs],
    )  # fmt: skip


if __name__ == "__main__":
    main(answer())
