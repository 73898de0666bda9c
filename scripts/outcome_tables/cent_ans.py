"""Tables of La guerre de Cent Ans: leader against leader, units against units, sieges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from outcome_tables.cent_ans_designs import DESIGNS
from outcome_tables.shared import COMMAND, Game, Published, without_zeros
from simcore.games.cent_ans.combats import SIEGE
from simcore.games.cent_ans.scenarios import CAMPS
from simcore.tables import stack, table

MOST_UNITS = 20
MOST_ROUTIERS = 15
SIDES = ("attacker", "defender")
STARTING_EQUIPMENT = {"english": "english-longbow", "french": "crossbow"}
LEADERS_POLICY, LEADERS_SHOOTING = "keep_dice", "strip_dice"  # by which these figures were published first
FACTS = SIEGE.load_facts(None)

Army = tuple[str, ...]  # the factions of an army, its units split evenly among them


# ---- leaders -----------------------------------------------------------------------------------------------------


def leaders() -> pd.DataFrame:
    """Every English leader against every French one, with their printed armies."""
    parts = []
    for equipped in (True, False):
        for attacker, defender in (("english", "french"), ("french", "english")):
            camps = {"attacker": attacker, "defender": defender}
            scenario: dict[str, Any] = {"game": "cent-ans", "combat": "pitched-battle"}
            for side, camp in camps.items():
                scenario[side] = {"policy": LEADERS_POLICY, "shooting_policy": LEADERS_SHOOTING}
                scenario[side] |= {"equipment": STARTING_EQUIPMENT[camp]} if equipped else {}
            vary = {f"{side}.leaders": leaders_of(camp) for side, camp in camps.items()}
            part = table(scenario, {**vary, "initiative": SIDES})
            part["initiative"] = part["initiative"].map(camps)
            # By camp, not by side: so the rows in which the one attacks and the other does stand in the same columns.
            part.columns = pd.Index(
                [name.replace("attacker", attacker).replace("defender", defender) for name in part.columns]
            )
            part.insert(0, "attacker", attacker)
            part.insert(0, "equipment", "starting" if equipped else "none")
            part = part.rename(columns={"english.leaders": "english_leader", "french.leaders": "french_leader"})
            parts.append(part)
    frame = stack(parts, command=COMMAND)
    keys = ["equipment", "english_leader", "french_leader", "attacker", "initiative"]
    figures = [name for name in frame.columns if name not in keys]
    figures.sort(key=lambda name: ["win", "expected", "method"].index(name.partition("_")[0]))
    return frame[keys + figures]


def leaders_of(camp: str) -> list[str]:
    return [name for name, fact in FACTS.leaders.items() if fact.value.camp == camp]


# ---- units -------------------------------------------------------------------------------------------------------


def sweep(
    combat: dict[str, Any],
    armies: tuple[Army, Army],
    counts: tuple[Sequence[int], Sequence[int]],
    vary: dict[str, Sequence[str]],
) -> pd.DataFrame:
    """So many units of one army against so many of another; columns by side, whatever the factions."""
    sizes: dict[str, Sequence[Any]] = {}
    for side, army, numbers in zip(SIDES, armies, counts, strict=True):
        if len(army) == 1:
            sizes[f"{side}.{army[0]}"] = numbers
        else:
            sizes[side] = [{army[0]: n - n // 2, army[1]: n // 2} for n in numbers]
    part = table({"game": "cent-ans", **combat}, {**sizes, **vary})
    keys = pd.MultiIndex.from_product(
        [*counts, *vary.values()], names=["attacker_units", "defender_units", *vary]
    ).to_frame(index=False)
    for side, army in zip(SIDES, armies, strict=True):
        keys[side] = "+".join(army)
        left = [f"expected_{side}_{kind}" for kind in army]
        part[left[0]] = part[left].sum(axis=1)
        part = part.rename(columns={left[0]: f"expected_{side}_left"}).drop(columns=left[1:])
    bare = part.drop(columns=[*sizes, *vary])
    order = [*(name for name in vary if name == "place"), "attacker", "attacker_units", "defender", "defender_units"]
    frame = pd.concat([keys[[*order, "initiative"]], bare], axis=1)
    frame.attrs = part.attrs
    return frame


def units() -> pd.DataFrame:
    """One faction against one of the other camp, and the Routiers against each."""
    numbers = range(1, MOST_UNITS + 1)
    parts = []
    for attacker in CAMPS["english"]:
        for defender in CAMPS["french"]:
            armies = (attacker,), (defender,)
            parts.append(sweep({"combat": "pitched-battle"}, armies, (numbers, numbers), {"initiative": SIDES}))
    for defender in (*CAMPS["english"], *CAMPS["french"]):
        armies = ("routier",), (defender,)
        counts = range(1, MOST_ROUTIERS + 1), numbers
        # The Routiers never have the initiative (11.2).
        parts.append(sweep({"combat": "pitched-battle"}, armies, counts, {"initiative": ["defender"]}))
    return stack(parts, command=COMMAND)


# ---- sieges ------------------------------------------------------------------------------------------------------


def sieges() -> pd.DataFrame:
    """Every place, besieged by one faction or by both of a camp, held by one faction of the enemy."""
    parts = []
    for places, shelter in by_shelter():
        for camp, enemy in (("english", "french"), ("french", "english")):
            first, second = CAMPS[camp]  # type: ignore[index]
            for attacker in ((first,), (second,), (first, second)):
                for defender in CAMPS[enemy]:  # type: ignore[index]
                    counts = range(len(attacker), MOST_UNITS + 1), range(1, shelter + 1)
                    vary = {"place": places, "initiative": SIDES}
                    parts.append(sweep({"combat": "siege"}, (attacker, (defender,)), counts, vary))
    return without_zeros(stack(parts, command=COMMAND))


def by_shelter() -> Iterator[tuple[list[str], int]]:
    """The places, those that shelter as many together."""
    shelters = {name: fact.value.shelter for name, fact in FACTS.places.items()}
    for shelter in sorted({*shelters.values()}):
        yield [name for name, theirs in shelters.items() if theirs == shelter], shelter


# ---- what the reader is told --------------------------------------------------------------------------------------

TABLES = (
    Published(
        "cent-ans-leaders",
        leaders,
        "Leader against leader",
        "A pitched battle of every English leader against every French one, each with the army printed on his card "
        "and room to retreat; whoever attacks, whoever has the initiative. `equipment` is `starting` (English Longbow "
        "for the English camp, Crossbow for the French camp) or `none`. Both sides take their losses by "
        f"`policy={LEADERS_POLICY}`, the English shoot by `shooting_policy={LEADERS_SHOOTING}`: not the best there are "
        "(see the policies of all games below).",
    ),
    Published(
        "cent-ans-units",
        units,
        "Units against units",
        f"A pitched battle of 1 to {MOST_UNITS} units of one faction against 1 to {MOST_UNITS} of another, without "
        f"leaders, elite or cards, with room to retreat; and 1 to {MOST_ROUTIERS} Routiers attacking each faction. "
        "Who attacks makes no difference to such a battle, who has the initiative does: for French attackers read "
        "the columns the other way round. Only rows with Routiers rest on the Routiers' die.",
    ),
    Published(
        "cent-ans-sieges",
        sieges,
        "Sieges",
        f"Every place, besieged by up to {MOST_UNITS} units of one faction, or of both factions of a camp in equal "
        "parts (`english+burgundian`, an odd unit goes to the first), against every number of defenders of one "
        "faction that finds shelter there. No leaders, elite or cards; besiegers have room to retreat. "
        "`win_attacker` is the chance that the place falls; a siege that is lifted is the defender's win. Figures that "
        "would be 0 in every row, such as retreats, have no column.",
    ),
)

COLUMNS = {
    "equipment": "`starting` or `none`",
    "english_leader": "leader of the English camp, by the name a scenario gives him",
    "french_leader": "leader of the French camp",
    "place": "what is besieged",
    "attacker": "camp or factions that attack",
    "attacker_units": "their number of units",
    "defender": "faction that defends",
    "defender_units": "its number of units",
    "initiative": "who has the initiative and rolls first",
    "win_none": "chance that nobody has a unit left",
    "expected_rounds": "mean number of rounds, a begun one counted whole",
    "_left": "mean number of units still in the field at the end",
    "_retreated": "mean number of units that retreated in time",
    "_routiers": "mean number of units that went over to the Routiers",
    "_lost": "mean number of units lost for good",
    "expected_": "mean number of units of that kind still in the field at the end, by camp and kind",
}

GAME = Game("La guerre de Cent Ans", "cent-ans", "cent_ans", TABLES, COLUMNS, DESIGNS)
