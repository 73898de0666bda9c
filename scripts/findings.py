"""What the published tables tell, counted from them: a figure in a report cannot outlive its table."""

from __future__ import annotations

from typing import Any

import pandas as pd

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
EXACTLY = 9  # decimals beyond which a difference is rounding error


def spoken(slug: str) -> str:
    """A name as people write it: "Edward III" for "edward-iii"."""
    words = [
        word if word in SMALL_WORDS else word.upper() if set(word) <= set("ivx") else word.capitalize()
        for word in slug.split("-")
    ]
    return " ".join(words)


def points(difference: float) -> str:
    """A difference between two chances; rounding error is none."""
    return f"{100 * round(difference, EXACTLY):.3g} percentage points"


def spoken_pair(pair: Any) -> str:
    return " against ".join(spoken(slug) for slug in pair)


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


def both_factions(frame: pd.DataFrame) -> pd.DataFrame:
    """The sieges looked at: both English factions with the initiative against French defenders."""
    shown = (frame["attacker"] == "english+burgundian") & (frame["defender"] == "french")
    return frame[shown & (frame["initiative"] == "attacker")]


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
