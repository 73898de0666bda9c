"""Make the pictures of the published tables: `python scripts/publish_reports.py [FOLDER]` (default: reports/).

README.md there says what they show, with what `findings` counts from the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from findings import (
    CAMPS,
    ENOUGH,
    FACTIONS,
    both_factions,
    spoken,
    told_of_leaders,
    told_of_routiers,
    told_of_sieges,
    told_of_units,
)
from matplotlib.figure import Figure

from simcore.files import write_whole
from simcore.report.heatmap import Panel, grid, heat_map, write_png
from simcore.tables import read_table

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "python3 tasks.py reports"
HOME, TABLES = ROOT / "reports", ROOT / "tables"


def note(frame: pd.DataFrame, more: str, rests: bool = True) -> str:
    """What stands below a picture; `rests`: does it rest on the assumed facts of its table?"""
    assumed = ", ".join(frame.attrs["assumed"]) if rests else ""
    told = f" Assumed, not in the rulebook: {assumed}." if assumed else ""
    return f"simcore {frame.attrs['version']}, exact. {more}{told}"


# ---- leaders -----------------------------------------------------------------------------------------------------


def leaders(frame: pd.DataFrame) -> Figure:
    """English leaders against French ones: four panels by initiative and equipment, the strongest first."""
    panels = []
    strongest = {camp: by_strength(frame, camp) for camp in CAMPS}
    # Who attacks makes no difference (a finding below, counted): one of the two is shown.
    shown = frame[frame["attacker"] == "english"]
    for equipment, told in (("starting", "Longbow against Crossbow"), ("none", "no equipment")):
        for camp in CAMPS:
            chosen = shown[(shown["equipment"] == equipment) & (shown["initiative"] == camp)]
            values = grid(chosen, x="french_leader", y="english_leader", value="win_english")
            values = values.loc[strongest["english"], strongest["french"]]
            x, y = ([spoken(slug) for slug in strongest[which]] for which in ("french", "english"))
            panels.append(Panel(f"{told}, {spoken(camp)} initiative", values.to_numpy(), x, y))
    return heat_map(
        panels,
        title="La guerre de Cent Ans: leader against leader, printed armies",
        x_label="French leader",
        y_label="English leader",
        scale_label="chance that the English camp wins",
        columns=2,
        size=(12, 9.5),
        numbers=True,
        upward=False,
        note=note(frame, "Numbers in per cent. Who attacks makes no difference."),
    )


def by_strength(frame: pd.DataFrame, camp: str) -> list[str]:
    means = frame.groupby(f"{camp}_leader")[f"win_{camp}"].mean()
    return list(means.sort_values(ascending=False).index)


# ---- units -------------------------------------------------------------------------------------------------------


def unit_maps(frame: pd.DataFrame, whose: pd.Series[bool], title: str, more: str) -> Figure:
    """A map for each pair of factions: attacking units by defending units, with the lines of even chances."""
    panels = []
    with_routiers = bool((frame.loc[whose, "attacker"] == "routier").any())
    for (attacker, defender), pair in frame[whose].groupby(["attacker", "defender"], sort=False):
        by_initiative = {
            f"50 % under the {side}'s initiative": grid(
                part, x="attacker_units", y="defender_units", value="win_attacker"
            )
            for side, part in pair.groupby("initiative", sort=False)
        }
        first = next(iter(by_initiative.values()))
        panels.append(
            Panel(
                f"{FACTIONS[str(attacker)]} attack {FACTIONS[str(defender)]}",
                first.to_numpy(),
                list(first.columns),
                list(first.index),
                {name: values.to_numpy() for name, values in by_initiative.items()},
            )
        )
    return heat_map(
        panels,
        title=title,
        x_label="attacking units",
        y_label="defending units",
        scale_label="chance that the attacker wins",
        columns=2,
        size=(10.5, 9.5),
        note=note(frame, f"{more} No leaders, elite or cards; room to retreat.", with_routiers),
    )


def units(frame: pd.DataFrame) -> Figure:
    """Units against units for the four pairs of enemy factions."""
    title = "La guerre de Cent Ans: units against units in a pitched battle"
    return unit_maps(frame, frame["attacker"] != "routier", title, "Colours: the attacker has the initiative.")


def routiers(frame: pd.DataFrame) -> Figure:
    """Routiers attacking each faction."""
    title = "La guerre de Cent Ans: Routiers attack"
    return unit_maps(frame, frame["attacker"] == "routier", title, "Routiers never have the initiative.")


# ---- sieges ------------------------------------------------------------------------------------------------------


def sieges(frame: pd.DataFrame) -> Figure:
    """A panel for each place."""
    shown = both_factions(frame)
    panels = []
    for place, part in shown[shown["attacker_units"] <= ENOUGH].groupby("place", sort=False):
        values = grid(part, x="attacker_units", y="defender_units", value="win_attacker")
        panels.append(
            Panel(
                str(place).replace("-", " ").capitalize(), values.to_numpy(), list(values.columns), list(values.index)
            )
        )
    return heat_map(
        panels,
        title="La guerre de Cent Ans: does the place fall?",
        x_label="besieging units",
        y_label="French defenders",
        scale_label="chance that the place falls",
        columns=3,
        size=(13, 8),
        numbers=True,
        note=note(
            frame, "Numbers in per cent. English and Burgundian units in equal parts, with the initiative, no cards."
        ),
    )


# ---- files -------------------------------------------------------------------------------------------------------


class Picture(NamedTuple):
    """A picture, the table it shows, and what is found in it."""

    name: str
    title: str
    table: str
    draw: Callable[[pd.DataFrame], Figure]
    text: str
    told: Callable[[pd.DataFrame], list[str]]


PICTURES = (
    Picture(
        "cent-ans-leaders",
        "Leader against leader",
        "cent-ans-leaders",
        leaders,
        "Every English leader against every French one with their printed armies, the strongest of a camp first: with "
        "starting equipment above, without below; English initiative on the left, French on the right.",
        told_of_leaders,
    ),
    Picture(
        "cent-ans-units",
        "Units against units",
        "cent-ans-units",
        units,
        "Units of one faction against units of another, up to 20 a side; the lines are where chances are even.",
        told_of_units,
    ),
    Picture(
        "cent-ans-routiers",
        "Routiers",
        "cent-ans-units",
        routiers,
        "Up to 15 Routiers attacking up to 20 units of each faction.",
        told_of_routiers,
    ),
    Picture(
        "cent-ans-sieges",
        "Sieges",
        "cent-ans-sieges",
        sieges,
        f"Both English factions in equal parts, up to {ENOUGH} units, besieging each place.",
        told_of_sieges,
    ),
)


def described(picture: Picture, frame: pd.DataFrame) -> str:
    findings = "\n".join(f"- {finding}" for finding in picture.told(frame))
    return (
        f"## {picture.title}\n\n![{picture.title}]({picture.name}.png)\n\n"
        f"{picture.text} From [{picture.table}](../tables/README.md), made by `{COMMAND}`.\n\n{findings}\n"
    )


def readme(frames: dict[str, pd.DataFrame]) -> str:
    parts = "\n".join(described(picture, frames[picture.table]) for picture in PICTURES)
    return (
        "# Pictures of the outcome tables\n\n"
        f"Made by `{COMMAND}` from the files in [tables](../tables/README.md), findings included; make them again "
        f"after the tables. All chances are exact.\n\n{parts}"
    )


def main(folder: Path = HOME) -> None:
    """Draw every picture, then write them all."""
    frames = {name: read_table(TABLES / f"{name}.parquet") for name in {picture.table for picture in PICTURES}}
    figures = {picture: picture.draw(frames[picture.table]) for picture in PICTURES}
    folder.mkdir(parents=True, exist_ok=True)
    for picture, figure in figures.items():
        attrs = frames[picture.table].attrs
        write_png(figure, folder / f"{picture.name}.png", {str(key): attrs[key] for key in attrs})
    text = readme(frames)
    write_whole(folder / "README.md", lambda file: file.write(text.encode()))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
