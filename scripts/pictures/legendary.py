"""Pictures of Legendary Battles, and what is found in its tables."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from pictures.shared import Picture, keyed, note
from simcore.report.heatmap import Panel, grid, heat_map

GAME = "Legendary Battles"
PUBLIC = "Dice and cards are public figures, not printed ones."
EQUAL = 4
DUELS = {  # pairs that players ask about
    "melee": (("mounted-knights", "pikemen"), ("pikemen", "mounted-knights"), ("foot-knights", "foot-knights"),
              ("halberdiers", "foot-knights"), ("mounted-knights", "bowmen"), ("peasants", "sergeants-at-arms")),
    "shooting": (("bowmen", "mounted-knights"), ("bowmen", "foot-knights"), ("bowmen", "peasants"),
                 ("crossbowmen", "mounted-knights"), ("crossbowmen", "pavisiers"), ("culverin", "foot-knights")),
}  # fmt: skip


def spoken(slug: str) -> str:
    return slug.replace("-", " ")


def with_share(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with the share of the defenders that is gone."""
    return frame.assign(gone=1.0 - frame["expected_defender_left"] / frame["defender_units"])


def roster(frame: pd.DataFrame, what: str, size: tuple[float, float]) -> Figure:
    """The whole roster at equal numbers: how many of the defenders are gone?"""
    equal = with_share(frame[(frame["attacker_units"] == EQUAL) & (frame["defender_units"] == EQUAL)])
    values = grid(equal, x="defender", y="attacker", value="gone")
    ours = values.mean(axis=1).sort_values(ascending=False).index
    theirs = values.mean(axis=0).sort_values().index
    values = values.loc[ours, theirs]
    panel = Panel("", values.to_numpy(), [spoken(name) for name in theirs], [spoken(name) for name in ours])
    return heat_map(
        [panel],
        title=f"{GAME}: {what}, {EQUAL} against {EQUAL}",
        x_label="defenders",
        y_label="attackers",
        scale_label="share of the defenders gone",
        columns=1,
        size=size,
        numbers=True,
        upward=False,
        note=note(frame, f"Numbers in per cent: killed, disrupted or pushed. {PUBLIC}"),
    )


def duels(frame: pd.DataFrame, combat: str, verb: str) -> Figure:
    """Numbers against numbers for some pairs: is the area cleared?"""
    panels = []
    for attacker, defender in DUELS[combat]:
        part = frame[(frame["attacker"] == attacker) & (frame["defender"] == defender)]
        values = grid(part, x="attacker_units", y="defender_units", value="win_attacker")
        title = f"{spoken(attacker)} {verb} {spoken(defender)}"
        panels.append(Panel(title, values.to_numpy(), list(values.columns), list(values.index)))
    return heat_map(
        panels,
        title=f"{GAME}: is the area cleared in one attack?",
        x_label="attacking units",
        y_label="defending units",
        scale_label="chance that no defender is left, but an attacker",
        columns=3,
        size=(13, 8.5),
        numbers=True,
        note=note(frame, f"Numbers in per cent. {PUBLIC}"),
    )


def melee_roster(frame: pd.DataFrame) -> Figure:
    return roster(frame, "melee", (12.5, 8.5))


def shooting_roster(frame: pd.DataFrame) -> Figure:
    return roster(frame, "shooting", (12.5, 5))


def melee_duels(frame: pd.DataFrame) -> Figure:
    return duels(frame, "melee", "attack")


def shooting_duels(frame: pd.DataFrame) -> Figure:
    return duels(frame, "shooting", "shoot at")


def told_of_roster(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    equal = with_share(frame[(frame["attacker_units"] == EQUAL) & (frame["defender_units"] == EQUAL)])
    ours, theirs = (equal.groupby(side)["gone"].mean().sort_values() for side in ("attacker", "defender"))
    return [
        f"{EQUAL} against {EQUAL}, {spoken(str(ours.index[-1]))} remove most of their enemies, {ours.iloc[-1]:.1%} on "
        f"the average over the roster; {spoken(str(ours.index[0]))} least, {ours.iloc[0]:.1%}.",
        f"Hardest to move are {spoken(str(theirs.index[0]))} (on the average {theirs.iloc[0]:.1%} of them are gone), "
        f"easiest {spoken(str(theirs.index[-1]))} ({theirs.iloc[-1]:.1%}).",
    ]


def told_of_melee_duels(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    rows = keyed(frame, "attacker", "defender", "attacker_units", "defender_units")
    lost = 1.0 - rows["expected_attacker_left"] / rows.index.get_level_values("attacker_units")
    even = lost.xs((EQUAL, EQUAL), level=("attacker_units", "defender_units"))
    return [
        f"Knights who ride at as many pikemen lose {lost['mounted-knights', 'pikemen', 4, 4]:.1%} of their own to "
        f"Retaliation, at as many bowmen {lost['mounted-knights', 'bowmen', 4, 4]:.1%} (4 a side).",
        f"Over all pairs at {EQUAL} a side the attackers lose {even.mean():.1%} on the average, most "
        f"({even.max():.1%}) as {' against '.join(map(spoken, even.idxmax()))}.",
        f"Numbers tell: 8 foot knights clear an area of 4 foot knights in "
        f"{rows.loc[('foot-knights', 'foot-knights', 8, 4), 'win_attacker']:.1%}, 4 in "
        f"{rows.loc[('foot-knights', 'foot-knights', 4, 4), 'win_attacker']:.1%}.",
    ]


def told_of_shooting_duels(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    rows = keyed(frame, "attacker", "defender", "attacker_units", "defender_units")
    bows = rows.loc[("bowmen", "mounted-knights")]
    six = bows.xs(6, level="defender_units")
    half = next((int(n) for n in six.index if six.loc[n, "expected_defender_left"] <= 3.0), None)
    stop = f"{half} bowmen are the first to move half of them" if half else "no number moves half of them"
    crossbows = rows.loc[("crossbowmen", "mounted-knights")].xs(6, level="defender_units")
    gain = six.loc[8, "expected_defender_left"] - crossbows.loc[8, "expected_defender_left"]
    return [
        f"Six mounted knights: 4 bowmen leave {six.loc[4, 'expected_defender_left']:.2f} of them in place on the "
        f"average, 8 bowmen {six.loc[8, 'expected_defender_left']:.2f}; {stop} on the average.",
        f"8 bowmen kill {six.loc[8, 'expected_defender_killed']:.2f}, disrupt "
        f"{six.loc[8, 'expected_defender_disrupted']:.2f} and push {six.loc[8, 'expected_defender_pushed']:.2f} of the "
        f"six; 8 crossbowmen kill {crossbows.loc[8, 'expected_defender_killed']:.2f} and move {abs(gain):.2f} "
        f"{'more' if gain > 0 else 'fewer'} in all.",
    ]


PICTURES = (
    Picture(
        "legendary-melee",
        "Melee, the whole roster",
        "legendary-melee",
        melee_roster,
        f"Every unit against every other, {EQUAL} a side, the strongest attackers at the top, the steadiest defenders "
        "on the left.",
        told_of_roster,
    ),
    Picture(
        "legendary-melee-numbers",
        "Melee by numbers",
        "legendary-melee",
        melee_duels,
        "One to eight units a side for six pairs.",
        told_of_melee_duels,
    ),
    Picture(
        "legendary-shooting",
        "Shooting, the whole roster",
        "legendary-shooting",
        shooting_roster,
        f"Every unit that shoots at every other, {EQUAL} a side, sorted as above.",
        told_of_roster,
    ),
    Picture(
        "legendary-shooting-numbers",
        "Shooting by numbers",
        "legendary-shooting",
        shooting_duels,
        "One to eight units a side for six pairs.",
        told_of_shooting_duels,
    ),
)
