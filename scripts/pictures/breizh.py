"""Pictures of Breizh 1341, and what is found in its tables."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from pictures.shared import Picture, keyed, note, points
from simcore.report.heatmap import Panel, grid, heat_map

SHOWN = ((0, 0), (1, 0), (0, 1), (0, 2))  # Montfort's bonus and Blois's
GAME = "Breizh 1341"


def battles(frame: pd.DataFrame) -> Figure:
    """A map for some pairs of bonuses, with the line of even chances."""
    panels = []
    for montfort, blois in SHOWN:
        chosen = frame[(frame["montfort_bonus"] == montfort) & (frame["blois_bonus"] == blois)]
        values = grid(chosen, x="montfort", y="blois", value="win_montfort")
        panels.append(
            Panel(
                f"bonus of Montfort {montfort}, of Blois {blois}",
                values.to_numpy(),
                list(values.columns),
                list(values.index),
                {"50 %": values.to_numpy()},
            )
        )
    return heat_map(
        panels,
        title=f"{GAME}: who wins the battle?",
        x_label="Montfort's troops",
        y_label="Blois's troops",
        scale_label="chance that Montfort wins",
        columns=2,
        size=(10.5, 9.5),
        note=note(frame, "Fewer than 5 troops together fight no battle."),
    )


def sieges(frame: pd.DataFrame) -> Figure:
    """One map: castles with their besiegers by bonus."""
    told = frame.assign(
        castle=[f"strength {s}, {troops} troops" for s, troops in zip(frame["strength"], frame["troops"], strict=True)],
        net=[f"{bonus:+d}" if bonus else "0" for bonus in frame["bonus"]],
    )
    values = grid(told, x="net", y="castle", value="win_taken")
    return heat_map(
        [Panel("", values.to_numpy(), list(values.columns), list(values.index))],
        title=f"{GAME}: does the castle fall?",
        x_label="bonus of the besieger less the opponent's",
        y_label="castle and besiegers",
        scale_label="chance that the castle falls",
        columns=1,
        size=(7, 5),
        numbers=True,
        note=note(frame, "Numbers in per cent."),
    )


def told_of_battles(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    rows = keyed(frame, "montfort_bonus", "blois_bonus", "montfort", "blois")
    chances, blois = rows["win_montfort"], rows["win_blois"]
    bare = chances[0, 0]
    fought = [(n, n) for n in range(3, 21)]
    even = [float(bare[pair]) for pair in fought]
    theirs = [float(blois[(0, 0, *pair)]) for pair in fought]
    cancelled = [float(chances[(0, 1, *pair)] + blois[(0, 1, *pair)]) for pair in fought]
    ahead = {more: [bare[n, n + more] < blois[0, 0, n, n + more] for n in range(5, 21 - more)] for more in range(15)}
    lead = next(more for more, always in ahead.items() if all(always))
    return [
        f"At equal numbers the archers' point gives Montfort {min(even):.1%} (3 a side) to {max(even):.1%} (20 a side) "
        f"of the battles, and Blois {max(theirs):.1%} at most; the rest has no winner.",
        f"Blois needs {lead} troops more than Montfort to be ahead in every battle of 5 troops or more.",
        f"A bonus of 1 for Blois cancels the archers: equal numbers then have a winner in {max(cancelled):.1%} at "
        f"most. Ten against ten, a bonus of 1 is worth {points(float(chances[1, 0, 10, 10] - bare[10, 10]))} to "
        "Montfort and a second one "
        f"{points(float(chances[2, 0, 10, 10] - chances[1, 0, 10, 10]))}.",
    ]


def told_of_sieges(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    chances = keyed(frame, "strength", "troops", "bonus")["win_taken"]
    spread = max(
        float(chances[s, s + more, bonus] - chances[1, 1 + more, bonus])
        for s in (2, 3) for more in (0, 1) for bonus in range(-2, 3)
    )  # fmt: skip
    return [
        f"The strength of a castle sets the price, not the odds: between strengths 1 and 3 the chance differs by "
        f"{points(spread)}. With as many troops as the castle's strength it falls in {chances[3, 3, 0]:.1%}, with one "
        f"troop more in {chances[3, 4, 0]:.1%} of the sieges.",
        f"A bonus of 1 and the extra troop are worth the same ({chances[3, 3, 1]:.1%}); with both the castle falls in "
        f"{chances[3, 4, 1]:.1%}, and against an opponent's bonus of 1 the extra troop gives {chances[3, 4, -1]:.1%}.",
    ]


PICTURES = (
    Picture(
        "breizh-battles",
        "Battles",
        "breizh-battles",
        battles,
        "Up to 20 troops a side, for four pairs of character bonuses; the line is where Montfort wins half of the "
        "battles.",
        told_of_battles,
    ),
    Picture(
        "breizh-sieges",
        "Sieges",
        "breizh-sieges",
        sieges,
        "Every castle strength and number of besiegers by the bonuses of both sides together.",
        told_of_sieges,
    ),
)
