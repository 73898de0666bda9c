"""Is it worth charging a plaque in Defence? A charge strikes harder with every cell it covers (Bouvines, charges).

Knights charging, or walking up to strike at contact, against each order of the target.
"""

from __future__ import annotations

from what_if import WhatIf, main, per_cent

import simcore as sc
from simcore.report.charts import bar_chart

TARGETS = ("knight", "sergeant")  # fresh ones
ORDERS = ("attack", "defence", "forced-march")
ATTACKS = {
    "strike at contact": {"combat": "contact"},
    "charge over 1 cell": {"combat": "charge", "charger": "horse", "cells": 1},
    "charge over 2 cells": {"combat": "charge", "charger": "horse", "cells": 2},
}


def answer(targets: tuple[str, ...] = TARGETS) -> WhatIf:
    """Every attack on every target under each order."""
    cases = [(target, order) for target in targets for order in ORDERS]
    results = {
        name: [
            sc.evaluate({"game": "bouvines", **attack, "target": target, "target_order": order})
            for target, order in cases
        ]
        for name, attack in ATTACKS.items()
    }
    damage = {name: [float(result.expected["damage"]) for result in told] for name, told in results.items()}
    fallen = {name: [1.0 - result.win["standing"] for result in told] for name, told in results.items()}
    defence, attack = cases.index((targets[0], "defence")), cases.index((targets[0], "attack"))
    walk, ride = damage["strike at contact"], damage["charge over 2 cells"]
    return WhatIf(
        "charge",
        "Bouvines, charges and the order Defence",
        [
            f"Against a plaque in Defence a charge over two cells takes {ride[defence]:.2f} hit points, a strike at "
            f"contact {walk[defence]:.2f}.",
            f"Against one that attacks it takes {ride[attack]:.2f} hit points instead of {walk[attack]:.2f}, and a "
            f"fresh {targets[0]} is down in {per_cent(fallen['charge over 2 cells'][attack])} instead of "
            f"{per_cent(fallen['strike at contact'][attack])} of the attacks.",
            f"So Defence saves a fresh {targets[0]} {ride[attack] - ride[defence]:.2f} hit points against that charge, "
            f"and {walk[attack] - walk[defence]:.2f} against a strike at contact.",
        ],
        {"target": [f"{target}, {order}" for target, order in cases]}
        | {f"{name}: hit points taken (down)": [
            f"{hit:.2f} ({per_cent(down)})" for hit, down in zip(damage[name], fallen[name], strict=True)
        ] for name in ATTACKS},
        bar_chart(
            [f"{target}\n{order}" for target, order in cases], damage, title="Is it worth charging into Defence?",
            x_label="target and its order", y_label="hit points taken on average", unit="",
        ),
        [result.to_dict(outcomes=False) for told in results.values() for result in told],
    )  # fmt: skip


if __name__ == "__main__":
    main(answer())
