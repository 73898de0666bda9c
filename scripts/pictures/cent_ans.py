"""Pictures of La guerre de Cent Ans, and what is found in its tables."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from pictures.shared import Picture, note, points
from simcore.report.heatmap import Panel, grid, heat_map

CAMPS = ("english", "french")
SMALL_WORDS = {"of", "du", "de"}
FACTIONS = {
    "english": "English",
    "burgundian": "Burgundians",
    "french": "French",
    "armagnac": "Armagnacs",
    "routier": "Routiers",
}
ENOUGH = 10  # besiegers: more of them change next to nothing (a finding below, counted)


def spoken(slug: str) -> str:
    """A name as people write it: "Edward III" for "edward-iii"."""
    words = [
        word if word in SMALL_WORDS else word.upper() if set(word) <= set("ivx") else word.capitalize()
        for word in slug.split("-")
    ]
    return " ".join(words)


def spoken_pair(pair: Any) -> str:
    return " against ".join(spoken(slug) for slug in pair)


def both_factions(frame: pd.DataFrame) -> pd.DataFrame:
    """The sieges looked at: both English factions with the initiative against French defenders."""
    shown = (frame["attacker"] == "english+burgundian") & (frame["defender"] == "french")
    return frame[shown & (frame["initiative"] == "attacker")]


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


# ---- findings ------------------------------------------------------------------------------------------------------


def told_of_leaders(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    keys = ["equipment", "english_leader", "french_leader"]
    cases = frame.pivot(index=keys, columns=["attacker", "initiative"], values="win_english")
    attack = max((cases["english", first] - cases["french", first]).abs().max() for first in CAMPS)
    gain = cases["english", "english"] - cases["english", "french"]
    equipped, bare = gain.xs("starting"), gain.xs("none")
    french_first = cases["english", "french"].xs("starting")
    closest: Any = (french_first - 0.5).abs().idxmin()
    return [
        f"Who attacks changes the chance by {points(attack)} at most, over all {2 * len(cases)} pairs of rows: "
        "only the initiative counts.",
        f"With Longbow against Crossbow the initiative is worth {points(equipped.mean())} to the English camp on "
        f"average and {points(equipped.max())} at most ({spoken_pair(equipped.idxmax())}). Without equipment it is "
        f"worth {points(bare.mean())} on average, and {points(bare.min())} at worst.",
        f"The most even match-up with starting equipment under French initiative is {spoken_pair(closest)}: "
        f"{french_first.loc[closest]:.1%} for the English camp.",
    ]


def told_of_units(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    keys = ["attacker", "defender", "attacker_units", "defender_units"]
    cases = frame[frame["attacker"] != "routier"].pivot(index=keys, columns="initiative", values="win_attacker")
    gain = cases["attacker"] - cases["defender"]
    tens = cases["attacker"].unstack(["attacker_units", "defender_units"])[10, 10]
    return [
        f"Between bare units the initiative gains {points(gain.max())} at most, over all {len(gain):,} battles, and "
        f"costs up to {points(-gain.min())}: who rolls first also retreats and disperses first.",
        f"Between English and French it changes the chance by {points(gain['english', 'french'].abs().max())} at most: "
        "half of the faces of either die take a unit of the enemy, the other half one of its own.",
        f"Ten against ten, attacker's initiative: English win {tens['english', 'armagnac']:.1%} against Armagnacs, "
        f"Burgundians {tens['burgundian', 'french']:.1%} against French.",
    ]


def told_of_routiers(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    theirs = frame[(frame["attacker"] == "routier") & (frame["attacker_units"] == 10) & (frame["defender_units"] == 10)]
    tens = theirs.set_index("defender")["win_attacker"]
    against = ", ".join(f"{chance:.1%} against {FACTIONS[str(name)]}" for name, chance in tens.items())
    return [f"Ten Routiers against ten units win {against}. All this rests on the assumed die."]


def told_of_sieges(frame: pd.DataFrame) -> list[str]:
    """Findings, in numbers."""
    shown = both_factions(frame).set_index(["place", "attacker_units", "defender_units"])["win_attacker"]
    alone = (
        frame[~frame["attacker"].str.contains("+", regex=False)].groupby(["place", "attacker"])["win_attacker"].max()
    )
    full = shown.xs(ENOUGH, level="attacker_units")
    more = (shown.xs(20, level="attacker_units") - full).abs().max()
    keys = ["place", "attacker", "attacker_units", "defender", "defender_units"]
    cases = frame.pivot(index=keys, columns="initiative", values="win_attacker")
    gain = cases["attacker"] - cases["defender"]
    large = gain[gain.index.get_level_values("attacker_units") >= ENOUGH]
    return [
        f"{ENOUGH} besiegers of both factions take a place that is full of defenders in {full['castle-1', 2]:.1%} "
        f"(castle 1), {full['castle-2', 2]:.1%} (castle 2), {full['fortified-town', 3]:.1%} (fortified town) and "
        f"{full['city', 5]:.1%} (city) of the sieges; twenty change that by {points(more)} at most.",
        f"One faction alone is not enough for strong walls: English or French units take a city or a castle 2 in "
        f"{alone['city', 'english']:.1%}, Burgundians or Armagnacs in at most {alone['city', 'burgundian']:.1%}; Paris "
        f"falls to no single faction ({alone['paris'].max():.1%}).",
        f"The besieger's initiative is worth up to {points(gain.max())}, but with {ENOUGH} besiegers or more "
        f"{points(large.max())} at most: they can afford the defender's first answer.",
    ]


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
