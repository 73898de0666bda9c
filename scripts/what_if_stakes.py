"""Bowmen at Agincourt, with stakes and without: stakes double their defence dice (Legendary Battles, Agincourt).

French knights, mounted, charge three and six Bowmen of Henry V.
"""

from __future__ import annotations

from what_if import WhatIf, main, noted, per_cent

import simcore as sc
from simcore.report.charts import line_chart

BOWMEN = (3, 6)
WHERE = {"in the open": None, "behind stakes": "stakes"}
CHARGE = {"game": "legendary", "combat": "melee", "charging": True}


def answer(most: int = 8) -> WhatIf:
    """1 to `most` knights."""
    knights = list(range(1, most + 1))
    attackers = [[{"unit": "mounted-knights", "count": count}] for count in knights]
    chances, left, rests_on = {}, {}, []
    for bowmen in BOWMEN:
        defenders = [{"unit": "bowmen", "count": bowmen}]
        for where, behind in WHERE.items():
            frame = sc.table({**CHARGE, "defenders": defenders, "behind": behind}, {"attackers": attackers})
            chances[f"{bowmen} bowmen {where}"] = [float(chance) for chance in frame["win_attacker"]]
            left[bowmen, where] = [float(units) for units in frame["expected_defender_bowmen"]]
            rests_on.append(frame.attrs)
    many = BOWMEN[-1]
    at = min(4, most) - 1
    needed = {
        name: next((n for n, p in zip(knights, line, strict=True) if p >= 0.5), None) for name, line in chances.items()
    }
    said = [f"{name}: {count or f'more than {most}'}" for name, count in needed.items()]
    return WhatIf(
        "stakes",
        "Legendary Battles, stakes and the battle of Agincourt",
        [
            f"{at + 1} mounted knights leave no bowman: "
            + ", ".join(f"{name} {per_cent(line[at])}" for name, line in chances.items())
            + ".",
            f"Of {many} bowmen {left[many, 'in the open'][at]:.2f} still stand in the open, "
            f"{left[many, 'behind stakes'][at]:.2f} behind stakes.",
            "Knights needed for an even chance: " + ", ".join(said) + ".",
        ],
        {"mounted knights": [str(count) for count in knights]}
        | {name: [per_cent(chance) for chance in line] for name, line in chances.items()},
        line_chart(
            knights, chances, title="What are the stakes of Agincourt worth?", x_label="mounted knights charging",
            y_label="chance that no bowman is left", level=50.0, note=noted("", rests_on),
        ),
        rests_on,
    )  # fmt: skip


if __name__ == "__main__":
    main(answer())
