"""Legendary Battles under an owner's figures: every column of every ending is the plain twin's, whatever he writes."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

import naive.legendary as twin
from crosscheck import disagreements, plain_twin
from legendary_attacks import dealt, marches
from naive.legendary_best import BestAttack
from simcore.errors import SimcoreError, first_problem
from simcore.evaluation.questions import prepare
from simcore.games.legendary.facts import LegendaryFacts
from simcore.scenarios.edits import variant

FILES, SCENARIOS = 20, 8
COLOURS = ("white", "yellow", "red", "black")
FACES = ("kill", "disrupt", "push", "shield", "blank")
NUMBERS = {  # of any card, then of a troop's or a character's alone
    "cancels_push": (0, 1, 3),
    "cancels_disrupt": (0, 1, 3),
    "shields": (0, 1, 2),
    "push": (0, 1, 2),
    "push_on_charge": (0, 2),
    "terror": (0, 1, 2, 5),
}
OF_CHARACTERS = {
    "wounds": (1, 2, 3, 4),
    "cancels_hits": (0, 1, 3),
    "push_per_wound": (0, 1, 2),
    "troops_needed": (0, 1, 2, 4),
    "counts_for_support": (0, 1, 2),
}
CONVERTED = ("kill", "disrupt", "push")


def dealt_figures(random: Random) -> dict[str, Any]:
    """Dice, cards and rules, some of them dealt, as the facts have them."""
    figures: dict[str, Any] = deepcopy(twin.FACTS)

    def put(group: str, name: str, value: Any) -> None:
        figures[group][name] = {"value": value, "source": "dealt"}

    for colour in COLOURS:
        if random.random() < 0.6:
            shown = [random.choice(FACES) for _ in range(6)]
            put("dice", colour, {face: shown.count(face) for face in FACES if face in shown})
    for group, numbers in (("troops", NUMBERS), ("characters", NUMBERS | OF_CHARACTERS)):
        for name, fact in figures[group].items():
            card = dict(fact["value"])
            for what, values in numbers.items():
                # A figure that a card has is dealt often, one that it has not seldom.
                if random.random() < (0.5 if what in card else 0.04):
                    card[what] = random.choice(values)
            for dice in ("attack", "defence"):
                if random.random() < 0.3 and (dice == "defence" or card.get("attack")):
                    card[dice] = random.choices(COLOURS, k=random.randint(dice == "attack", 2))
            if "converts" in card:
                card["converts"] = {face: random.choice(CONVERTED) for face in card["converts"]}
            put(group, name, card)
    half = [random.randint(1, 3), 3]
    put("skills", "tough", {"chance": half})
    put("skills", "terror", {"chance": random.choice(([1, 2], [1, 3], [3, 4]))})
    for skill in ("support", "cohesion"):
        put(
            "skills",
            skill,
            {"from_units": random.randint(1, 4), "dice": random.choices(COLOURS, k=random.choice((1, 2)))},
        )
    put("skills", "slayer", {"wounds": random.randint(1, 3)})
    put("terrain", random.choice(("field", "plains", "marsh")), {"takes_shields": random.randint(0, 2), "parry": True})
    put("palisade", "palisade", {"dice": random.choices(COLOURS, k=random.choice((1, 2)))})
    put(
        "optional_rules",
        "concentrated-fire",
        {"from_units": random.randint(1, 6), "dice": random.choices(COLOURS, k=2)},
    )
    put("optional_rules", "cavalry-breakthrough", {"share": random.choice(([1, 2], [1, 3], [2, 3], [1, 1]))})
    put("optional_rules", "forced-march", {"dice": [random.choice(COLOURS)]})
    return figures


def differing(combat: str, scenarios: list[dict[str, Any]], files: int) -> tuple[list[Any], int]:
    """Scenarios whose answer is not the twin's, with the figures; and how many were answered in all."""
    random, wrong, answered = Random(1356), [], 0
    for number in range(files):
        figures = dealt_figures(random)
        facts = first_problem(LegendaryFacts, figures, whole="")
        with pytest.MonkeyPatch.context() as given:
            given.setattr(twin, "FACTS", figures)
            for scenario in scenarios[number::files]:
                try:
                    prepared = prepare(scenario, facts)
                except SimcoreError:  # whom nothing can befall, more wounds than the card has
                    continue
                found = disagreements(prepared.solved(), plain_twin(twin, scenario, {}))
                answered += 1
                if found:
                    wrong.append((scenario, number, found))
    return wrong, answered


@pytest.mark.parametrize("combat", ["melee", "shooting"])
def test_every_column_is_the_twins_under_figures_of_an_owner(combat: str) -> None:
    scenarios = dealt(combat, FILES * SCENARIOS, seed=1450, more=1, most=4)
    wrong, answered = differing(combat, scenarios, FILES)
    assert wrong == []
    assert answered > FILES * SCENARIOS * 2 // 3


def test_a_march_is_the_twins_under_figures_of_an_owner() -> None:
    wrong, answered = differing("forced-march", marches() * 2, FILES)
    assert wrong == []
    assert answered >= FILES


@pytest.mark.compiled
def test_best_play_is_as_good_as_a_search_under_figures_of_an_owner() -> None:
    random, answered = Random(1357), 0
    fields = ("defenders_policy", "targeting_policy", "attackers_policy")
    for scenario in dealt("melee", FILES, seed=1451, more=1, most=4):
        figures = dealt_figures(random)
        with pytest.MonkeyPatch.context() as given:
            given.setattr(twin, "FACTS", figures)
            try:
                prepared = prepare(
                    variant(scenario, dict.fromkeys(fields, "optimal")),
                    first_problem(LegendaryFacts, figures, whole=""),
                )
                result = prepared.solved()
            except SimcoreError:
                continue
            searched = BestAttack(scenario, {"win.attacker": 1.0}, fields).answer()
            assert result.win["attacker"] == pytest.approx(searched, abs=1e-9), scenario
        answered += 1
    assert answered > FILES // 2
