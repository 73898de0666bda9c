"""Bouvines under an owner's figures: every column of every ending is the plain twin's, whatever he writes."""

from __future__ import annotations

import random
from typing import Any

import pytest

import naive.bouvines as twin
from bouvines_combats import FACTS, dealt, event
from crosscheck import Told, disagreements
from simcore.errors import BadInput, SimcoreError, first_problem
from simcore.evaluation.questions import PreparedScenario, prepare, solve
from simcore.games.bouvines.facts import MOST_BONUS, MOST_DAMAGE, MOST_POINTS, BouvinesFacts
from simcore.games.bouvines.scenarios import SIDES

WINNERS = {"clash": ("none", *SIDES), "shot": ("miss", "hit")}
POINTS = (1, 1, 2, 3, 7, MOST_POINTS)
KNIGHTS = {"troops": ["knight"] * 6}


def values_dealt(dealer: random.Random) -> dict[str, dict[str, Any]]:
    """Some figures at their extremes, by group and name."""
    band = sorted(dealer.choices(range(1, 7), k=2))
    near = sorted(dealer.choices(range(2, 5), k=2))
    every: list[tuple[str, str, Any]] = [
        *(("hit_points", kind, dealer.choice(POINTS)) for kind in FACTS.hit_points),
        *(("dice", die, {"lowest": band[0], "highest": band[1]}) for die in FACTS.dice),
        *(("damage", name, dealer.choice((1, 2, MOST_DAMAGE))) for name in FACTS.damage),
        *(("walks", name, dealer.choice((1, 2))) for name in FACTS.walks),
        *(("ranges", weapon, {"nearest": near[0], "farthest": near[1]}) for weapon in FACTS.ranges),
        ("healing", "repair", dealer.choice(POINTS)),
        *(("capture", name, dealer.choice((1, 2, 5, 6))) for name in FACTS.capture),
        *(("losses", name, dealer.choice((1, 2, 5, 6))) for name in FACTS.losses),
        *(
            ("leader_bonuses", name, dict.fromkeys(("contact_damage", "charge_damage", "shock_bonus"), MOST_BONUS))
            for name in FACTS.leader_bonuses
        ),
    ]
    laid_over: dict[str, dict[str, Any]] = {}
    horse = "hit_points", "knight", dealer.choice((1, 1, 2))  # which he can change for those on foot
    foot = "hit_points", "foot-knight", dealer.choice((2, 3, MOST_POINTS))
    for group, name, value in [*dealer.sample(every, dealer.randint(1, 8)), horse, foot]:
        laid_over.setdefault(group, {})[name] = {"value": value, "source": "dealt"}
    return laid_over


def with_figures(laid_over: dict[str, dict[str, Any]]) -> BouvinesFacts:
    whole = FACTS.model_dump(mode="json")
    for group, names in laid_over.items():
        whole[group] |= names
    return first_problem(BouvinesFacts, whole, whole="")


def by_the_twin(scenario: dict[str, Any], laid_over: dict[str, Any]) -> Told:
    """What the twin says, with winners as numbers."""
    combat = scenario["combat"]
    winners = WINNERS.get(combat, ("standing", "unhorsed", "killed"))
    chances = {}
    means: dict[str, Any] = {}
    for outcome, chance in twin.outcomes(scenario, laid_over).items():
        columns = dict(outcome)
        winner = columns.pop("winner") if combat == "clash" else event(scenario, columns)
        chances[("winner", winners.index(winner)), *columns.items()] = chance
        for name, number in columns.items():
            means[name] = means.get(name, 0) + chance * number
    return chances, means | (twin.means(scenario, laid_over) if combat == "clash" else {})


def laws_broken(prepared: PreparedScenario, result: Any) -> list[str]:
    """Living troops and lost ones are those that began; each living one has a hit point, and no more than its form."""
    broken = []
    facts: Any = prepared.figures
    for side in SIDES:
        kinds = [kind for kind in prepared.scenario[side]["troops"] if kind != "dead"]
        full = {kind: fact.value for kind, fact in facts.hit_points.items()}
        full["knight"] = max(full["knight"], full["foot-knight"])
        most = sum(full[kind] for kind in kinds)
        for row in result.outcomes:
            if not row[f"{side}.troops"] <= row[f"{side}.hit_points"] <= most or row[f"{side}.troops"] > len(kinds):
                broken.append(f"{side}: {row}")
        expected = result.expected[side]
        if abs(expected["troops"] + expected["lost"] - len(kinds)) > 1e-9:
            broken.append(f"{side}: {expected['troops']} left and {expected['lost']} lost of {len(kinds)}")
    return broken


@pytest.mark.parametrize("combat", ["charge", "shot", "contact", "clash"])
def test_every_column_is_the_twins_under_figures_of_an_owner(combat):
    dealer = random.Random(1214)
    answered = 0
    for scenario in dealt(combat, 150, seed=90, turns=2, alive=6):
        for side in SIDES if combat == "clash" else ():
            scenario[side]["troops"] = [dealer.choice(("knight", kind)) for kind in scenario[side]["troops"]]
            scenario[side].pop("hit_points", None)
        laid_over = values_dealt(dealer)
        facts = with_figures(laid_over)
        try:
            prepared = prepare(scenario, facts)
        except SimcoreError:
            continue
        result = prepared.solved()
        assert disagreements(result, by_the_twin(scenario, laid_over)) == [], (scenario, laid_over)
        assert combat != "clash" or laws_broken(prepared, result) == [], (scenario, laid_over)
        answered += 1
    assert answered > 50


def test_knights_with_fewer_hit_points_on_horse_than_on_foot():
    facts = with_figures({"hit_points": {"knight": {"value": 1, "source": "owner"}}})
    scenario = {"game": "bouvines", "combat": "clash", "coalition": KNIGHTS, "france": KNIGHTS, "order_limit": 1}
    result = prepare(scenario, facts).solved()
    assert result.win["france"] == 0.0
    assert result.expected["coalition"]["troops"] == pytest.approx(17 / 3)
    assert result.expected["coalition"]["hit_points"] == pytest.approx(7.0)


def test_a_worn_knight_has_more_hit_points_once_he_is_on_foot():
    worn = KNIGHTS | {"hit_points": [1] * 6}
    result = solve({"game": "bouvines", "combat": "clash", "coalition": worn, "france": worn, "order_limit": 1})
    assert max(row["coalition.hit_points"] for row in result.outcomes) > 6


def test_more_hit_points_than_a_record_holds_are_refused():
    with pytest.raises(BadInput, match=f"hit_points.knight.value: {MOST_POINTS + 1} is not allowed"):
        with_figures({"hit_points": {"knight": {"value": MOST_POINTS + 1, "source": "owner"}}})
