"""Pictures of Joan of Arc, and what is found in its tables."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from pictures.shared import EXACTLY, Picture, keyed, note, points
from simcore.report.heatmap import Panel, grid, heat_map

GAME = "Joan of Arc"
SIDES = ("attacker", "defender")


def bare(frame: pd.DataFrame) -> pd.DataFrame:
    """The commitments without influence and heroes."""
    alone = [(frame[f"{side}_influence"] == 0) & ~frame[f"{side}_hero"] for side in SIDES]
    return frame[alone[0] & alone[1]]


def commitments(frame: pd.DataFrame) -> Figure:
    """Cards against card, a map for each fortification in the plains and in the mountains."""
    panels = []
    owned = bare(frame[frame["fortification"] != "none"]).sort_values("attacker_points", kind="stable")
    for mountain in (False, True):
        for fortification in ("garrison", "castle", "fortress"):
            chosen = owned[(owned["fortification"] == fortification) & (owned["mountain"] == mountain)]
            values = grid(chosen, x="defender_card", y="attacker_cards", value="win_attacker")
            panels.append(
                Panel(
                    f"{fortification}{' in the mountains' if mountain else ''}",
                    values.to_numpy(),
                    [card or "no" for card in values.columns],
                    list(values.index),
                )
            )
    return heat_map(
        panels,
        title=f"{GAME}: is the town taken?",
        x_label="defender's card",
        y_label="attacker's cards",
        scale_label="chance that the town is taken",
        columns=3,
        size=(12, 9),
        numbers=True,
        note=note(frame, "Numbers in per cent. No influence, hero or red card; an Influence Point is 1 CP, a hero 2."),
    )


def equilibria(frame: pd.DataFrame) -> Figure:
    """Hand against hand when both sides choose best, a map for each fortification."""
    panels = []
    for fortification, part in frame.groupby("fortification", sort=False):
        values = grid(part, x="defender_hand", y="attacker_hand", value="capture")
        names = [[str(name).replace("+", " +\n") for name in axis] for axis in (values.columns, values.index)]
        panels.append(Panel(str(fortification), values.to_numpy(), names[0], names[1]))
    return heat_map(
        panels,
        title=f"{GAME}: is the town taken when both sides commit what they should?",
        x_label="defender's hand",
        y_label="attacker's hand",
        scale_label="chance that the town is taken",
        columns=3,
        size=(14, 5.5),
        numbers=True,
        upward=False,
        note=note(frame, "Numbers in per cent. The hands are described with the table."),
    )


def told_of_commitments(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    by_margin = frame.groupby(frame["attacker_points"] - frame["defender_points"])["win_attacker"].agg(["min", "max"])
    assert (by_margin["max"] == by_margin["min"]).all()
    chances = by_margin["min"].round(EXACTLY)
    alone = keyed(bare(frame), "fortification", "mountain", "attacker_cards", "defender_card")["win_attacker"]
    fortress = alone["fortress", True]
    step = chances.diff()
    return [
        f"The difference of the points is all that counts. Level, the town is taken in {chances[0]:.1%} of the "
        f"attacks; 2 ahead in {chances[2]:.1%}, {int(chances[chances == 1.0].index.min())} ahead for certain, and "
        f"{-int(chances[chances == 0.0].index.max())} behind never.",
        f"A point is worth most, {points(float(step.max()))}, from {int(step.idxmax()) - 1} to {int(step.idxmax())}: "
        "it breaks the tie that would save the defender.",
        f"A fortress in the mountains defended by a Sapping Work (5): Cannon and Cannon take it in "
        f"{fortress['6+6', 5]:.1%}, Cannon and Sapping Work in {fortress['6+5', 5]:.1%}, two Siege Ladders in "
        f"{fortress['3+3', 5]:.1%}; with no card to defend it two Siege Ladders do in {fortress['3+3', 0]:.1%}.",
    ]


def told_of_equilibria(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    rows = keyed(frame, "attacker_hand", "defender_hand", "fortification")
    losing = frame[frame["value"] < 0]
    seen = frame[frame["defender_hand"] != "unseen"]
    by_hand = keyed(seen, "attacker_hand", "defender_hand", "fortification")["value"]
    hero = by_hand["strong+hero"] - by_hand["strong"]
    engineer = by_hand["strong+hero+engineer"] - by_hand["strong+hero"]
    mixed = ((frame["attacker_plan_chance"] < 1) & (frame["defender_plan_chance"] < 1)).mean()
    known = rows.loc[("strong+hero", "strong", "castle")]
    attack, defence = (f"{known[f'{side}_plan']} in {known[f'{side}_plan_chance']:.0%}" for side in SIDES)
    return [
        f"Against defences in sight a hero adds {hero.min():.2f} to {hero.max():.2f} coins to a strong attack, an "
        f"Engineer besides him {engineer.min():.2f} to {engineer.max():.2f}.",
        f"In {mixed:.0%} of the questions both sides must mix: who commits the same every time gives worth away. "
        f"Strong with hero against strong at a castle: {attack}, against {defence}; the town "
        f"falls in {known['capture']:.1%}.",
        f"{len(losing)} of the {len(frame)} attacks are worth less than nothing"
        + (
            f", the worst {losing['value'].min():.2f} coins "
            f"({' against '.join(losing.loc[losing['value'].idxmin(), ['attacker_hand', 'defender_hand']])}, "
            f"{losing.loc[losing['value'].idxmin(), 'fortification']})."
            if len(losing)
            else "."
        ),
    ]


PICTURES = (
    Picture(
        "joan-commitments",
        "Chances of capture",
        "joan-commitments",
        commitments,
        "The attacker's two yellow cards against the defender's one, in the plains above, in the mountains below.",
        told_of_commitments,
    ),
    Picture(
        "joan-equilibria",
        "What to commit",
        "joan-equilibria",
        equilibria,
        "Common hands against each other, both sides committing as they should.",
        told_of_equilibria,
    ),
)
