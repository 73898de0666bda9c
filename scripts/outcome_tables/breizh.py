"""Tables of Breizh 1341: every battle of the box, every siege."""

from __future__ import annotations

from typing import Any

import pandas as pd

import simcore as sc
from outcome_tables.shared import COMMAND, Game, Published, with_metadata
from simcore.games.breizh.battles import every_battle
from simcore.tables import stack, table

MOST_TROOPS = 20  # of a camp, what the box holds
CHARACTER_BONUSES = range(3)  # none, or what a character can give
STRENGTHS = (1, 2, 3)


def battles() -> pd.DataFrame:
    """All troops of one camp against all of the other, by both characters' bonuses; all of them in one pass each."""
    parts = []
    counts = range(1, MOST_TROOPS + 1)
    for montfort in CHARACTER_BONUSES:
        for blois in CHARACTER_BONUSES:
            scenario = {"game": "breizh", "combat": "battle", "montfort_bonus": montfort, "blois_bonus": blois}
            columns = every_battle(montfort, blois)
            part = pd.DataFrame(
                {
                    "montfort_bonus": montfort,
                    "blois_bonus": blois,
                    **{
                        name: columns[name]
                        for name in (
                            "montfort", "blois", "win_montfort", "win_blois", "win_none",
                            "expected_montfort_troops", "expected_blois_troops",
                        )
                    },
                }
            )  # fmt: skip
            like = sc.solve({**scenario, "montfort": 1, "blois": 1})
            parts.append(with_metadata(part, scenario, {"montfort": counts, "blois": counts}, like))
    return stack(parts, command=COMMAND)


def sieges() -> pd.DataFrame:
    """Castles of every strength, by all troops that can besiege one and by both characters' bonuses together."""
    parts = []
    for strength in STRENGTHS:
        for own, enemy in ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0)):
            scenario: dict[str, Any] = {
                "game": "breizh", "combat": "siege", "strength": strength, "bonus": own, "opponent_bonus": enemy,
            }  # fmt: skip
            part = table(scenario, {"troops": [strength, strength + 1]})
            part.insert(0, "bonus", own - enemy)
            part.insert(0, "strength", strength)
            # A single siege cannot be won in part, and with other figures it shows nothing but the chance itself.
            parts.append(part[["strength", "troops", "bonus", "win_taken", "win_held", "method"]])
    frame = stack(parts, command=COMMAND)
    attrs = frame.attrs
    frame = frame.sort_values(["strength", "troops", "bonus"], ignore_index=True)
    frame.attrs = attrs
    return frame


TABLES = (
    Published(
        "breizh-battles",
        battles,
        "Battles",
        f"Every battle of 1 to {MOST_TROOPS} troops of Montfort against 1 to {MOST_TROOPS} of Blois, with a character "
        "bonus of 0 to 2 on either side. Fewer than 5 troops together fight no battle: nobody wins and nobody is lost. "
        "Who wins rallies a partisan.",
    ),
    Published(
        "breizh-sieges",
        sieges,
        "Sieges",
        "Every castle strength by every number of troops that may besiege it. `bonus` is the besieger's character "
        "bonus less the opponent's.",
    ),
)

COLUMNS = {
    "montfort": "Montfort's troops in the region",
    "blois": "Blois's troops in the region",
    "montfort_bonus": "bonus of Montfort's character",
    "blois_bonus": "bonus of Blois's character",
    "strength": "strength of the castle",
    "troops": "besiegers, all of them spent",
    "bonus": "bonus of the besieger's character less that of the opponent's",
    "win_taken": "chance that the castle falls",
    "win_held": "chance that it does not",
    "win_none": "chance that nobody wins",
    "_troops": "mean number of that camp's troops left",
}

GAME = Game("Breizh 1341", "breizh", "breizh", TABLES, COLUMNS)
