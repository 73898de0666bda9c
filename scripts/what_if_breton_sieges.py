"""Many sieges or sure ones? A castle of strength s is besieged by s or s + 1 troops (Breizh 1341, Besiege).

All troops of a siege are spent, whatever comes of it: how many castles does a pool of troops take either way?
"""

from __future__ import annotations

from what_if import WhatIf, main, per_cent

import simcore as sc
from simcore.report.charts import line_chart

STRENGTHS = (1, 2, 3)
WAYS = {"as many as possible": 0, "one troop more each": 1}


def sieges(pool: int, strength: int, more: int) -> sc.Result | None:
    """As many sieges of such castles as the pool allows."""
    count = pool // (strength + more)
    siege = {"strength": strength, "troops": strength + more}
    return (
        sc.evaluate({"game": "breizh", "combat": "siege", "pool": pool, "sieges": [siege] * count}) if count else None
    )


def answer(most: int = 12) -> WhatIf:
    """Pools of 1 to `most` troops (up to 16: more castles cannot be besieged in one action)."""
    pools = list(range(1, most + 1))
    lines, results = {}, {}
    for strength in STRENGTHS:
        for way, more in WAYS.items():
            told = [sieges(pool, strength, more) for pool in pools]
            lines[f"strength {strength}, {way}"] = [one.expected["taken"] if one else 0.0 for one in told]
            results[strength, more] = told[-1]
    many, sure = ({s: results[s, more] for s in STRENGTHS} for more in (0, 1))
    taken = {s: [side[s].expected["taken"] if side[s] else 0.0 for side in (many, sure)] for s in STRENGTHS}
    every = [side[2].win["taken"] if side[2] else 0.0 for side in (many, sure)]
    return WhatIf(
        "breton_sieges",
        "Breizh 1341, Besiege",
        [
            f"Against castles of strength 1 split: {most} troops take {taken[1][0]:.2f} castles one by one and "
            f"{taken[1][1]:.2f} two by two, on average.",
            f"Against strength 2 it is all the same on average ({taken[2][0]:.2f} and {taken[2][1]:.2f}), but with one "
            f"troop more all castles besieged fall in {per_cent(every[1])}, else in {per_cent(every[0])}.",
            f"Against strength 3 send the troop more: {taken[3][1]:.2f} castles instead of {taken[3][0]:.2f}.",
        ],
        {"troops": [str(pool) for pool in pools]}
        | {name: [f"{castles:.2f}" for castles in values] for name, values in lines.items()},
        line_chart(
            pools, lines, title="Castles taken by a pool of troops", x_label="troops in the pool",
            y_label="castles taken on average", note="No character, no bonus.", unit="",
        ),
        [sure[1].to_dict(outcomes=False)] if sure[1] else [],
    )  # fmt: skip


if __name__ == "__main__":
    main(answer())
