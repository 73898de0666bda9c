"""Pictures of Bouvines, and what is found in its tables."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from pictures.shared import Picture, keyed, note, points
from simcore.report.heatmap import Panel, grid, heat_map

GAME = "Bouvines"
SHOWN_ORDERS = {
    "attack": "target on the march (also: rotate, recall)",
    "defence": "target in defence",
    "forced-march": "target on forced march",
}


def attacks(frame: pd.DataFrame) -> Figure:
    """Attack by target, a map for each order that makes a difference to the damage."""
    panels = []
    for order, title in SHOWN_ORDERS.items():
        part = frame[frame["order"] == order]
        told = part.assign(
            target=[f"{kind}, {left}" for kind, left in zip(part["target"], part["hit_points"], strict=True)],
            lost=1.0 - part["win_standing"],
        )
        values = grid(told, x="target", y="attack", value="lost")
        panels.append(Panel(title, values.to_numpy(), list(values.columns), list(values.index)))
    return heat_map(
        panels,
        title=f"{GAME}: is the troop killed or unhorsed?",
        x_label="target and its hit points",
        y_label="",
        scale_label="chance that it is killed or unhorsed",
        columns=1,
        size=(11, 13),
        numbers=True,
        upward=False,
        note=note(frame, "Numbers in per cent."),
    )


def clashes(frame: pd.DataFrame) -> Figure:
    """Roster by roster, a map for each pair of orders, either way round once."""
    panels = []
    number = {orders: n for n, orders in enumerate(frame["coalition_orders"].unique())}
    once = frame["coalition_orders"].map(number) <= frame["france_orders"].map(number)
    shown = frame[once & (frame["first"] == "coalition")]
    for (ours, theirs), part in shown.groupby(["coalition_orders", "france_orders"], sort=False):
        values = grid(part, x="france", y="coalition", value="win_coalition")
        panels.append(Panel(f"{ours}\nagainst {theirs}", values.to_numpy(), list(values.columns), list(values.index)))
    return heat_map(
        panels,
        title=f"{GAME}: plaque against plaque, in contact, the coalition first",
        x_label="French plaque",
        y_label="coalition's plaque",
        scale_label="chance that the coalition wins",
        columns=3,
        size=(13, 9),
        numbers=True,
        upward=False,
        note=note(frame, "Numbers in per cent. Titles: the coalition's orders against the French ones. What is left to "
        "100 is won by France or not decided in 6 turns."),
    )  # fmt: skip


def told_of_attacks(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    rows = keyed(frame, "attack", "target", "hit_points", "order")
    horse = rows.loc["charge on horse, 2 cells"]
    bow = rows.loc["shot by bow"]
    return [
        f"A knight's charge over 2 cells takes {horse.loc[('knight', 3, 'attack'), 'expected_damage']:.2f} hit points "
        f"on the average and unhorses a fresh knight in {horse.loc[('knight', 3, 'attack'), 'win_unhorsed']:.1%}; "
        f"against defence it takes {horse.loc[('knight', 3, 'defence'), 'expected_damage']:.0f} and unhorses in "
        f"{horse.loc[('knight', 3, 'defence'), 'win_unhorsed']:.1%}.",
        f"Against a plaque in defence walk up and strike, or charge over any distance: all take "
        f"{rows.loc[('contact', 'sergeant', 2, 'defence'), 'expected_damage']:.0f}. A bow takes "
        f"{bow.loc[('sergeant', 2, 'attack'), 'expected_damage']:.2f}, a crossbow "
        f"{rows.loc[('shot by crossbow', 'sergeant', 2, 'attack'), 'expected_damage']:.2f}.",
        f"Forced march kills: a shot by bow takes a sergeant in full health in "
        f"{bow.loc[('sergeant', 2, 'forced-march'), 'win_killed']:.1%} instead of "
        f"{bow.loc[('sergeant', 2, 'attack'), 'win_killed']:.1%}, a strike at contact in "
        f"{rows.loc[('contact', 'sergeant', 2, 'forced-march'), 'win_killed']:.0%}.",
    ]


def told_of_clashes(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    keys = ["coalition", "coalition_orders", "france", "france_orders"]
    cases = frame.pivot(index=keys, columns="first", values="win_coalition")
    orders: Any = {"key": ("attack", "attack"), "level": ("coalition_orders", "france_orders")}
    gain = (cases["coalition"] - cases["france"]).xs(**orders)
    alike = gain[[ours == theirs for ours, theirs in gain.index]]
    rows = keyed(frame, *keys, "first")
    plain = rows.xs(**orders)
    even = plain.groupby(["coalition", "france"])[["win_coalition", "win_france"]].mean()
    best = even["win_coalition"].groupby("coalition").mean().sort_values(ascending=False)
    mean = frame.groupby("coalition_orders")["win_coalition"].mean()
    most: Any = alike.idxmax()
    return [
        f"Both attacking, to act first is worth {points(float(alike.mean()))} on the average between equal plaques, "
        f"{points(float(alike.max()))} between {most[0]}.",
        "Over all enemies, both attacking and each side first once, plaques win: "
        + ", ".join(f"{name} {chance:.1%}" for name, chance in best.items())
        + ".",
        "Over all plaques and enemy orders the coalition wins "
        + ", ".join(f"{chance:.1%} under `{name}`" for name, chance in mean.items())
        + f"; {frame['win_none'].mean():.1%} of the clashes are not decided in 6 turns.",
    ]


PICTURES = (
    Picture(
        "bouvines-attacks",
        "Charge, shot, contact",
        "bouvines-attacks",
        attacks,
        "Every single attack by target and its hit points, for the orders that change what an attack takes.",
        told_of_attacks,
    ),
    Picture(
        "bouvines-clashes",
        "Plaque against plaque",
        "bouvines-clashes",
        clashes,
        "Typical plaques against each other under three ways of giving orders on either side.",
        told_of_clashes,
    ),
)
