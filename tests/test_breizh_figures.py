"""Breizh 1341 under an owner's figures: every column of every ending is the plain twin's, whatever he writes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import naive.breizh as twin
from breizh_combats import dealt
from crosscheck import disagreements, plain_twin
from simcore.errors import SimcoreError, first_problem
from simcore.evaluation.questions import prepare
from simcore.games.breizh.facts import BreizhFacts
from simcore.games.breizh.facts import facts as printed

FILES, SCENARIOS = 20, 12
RULES = {  # figures of the combats, printed ones among them
    "archers": (0, 1, 2, 5),
    "battle-from": (0, 2, 4, 5, 9, 30),
    "decisive-lead": (1, 2, 3, 6),
    "siege-margin": (0, 1, 2, 3, 7),
    "siege-reserve": (0, 1, 2, 5),
    "removed-per-region": (0, 1, 2, 3, 9),
    "strength-for-choice": (1, 2, 3, 4),
    "strength-for-both": (1, 2, 3, 4),
}
IN_TWIN = {
    "archers": "ARCHERS", "battle-from": "BATTLE_FROM", "decisive-lead": "DECISIVE_LEAD",
    "siege-margin": "SIEGE_MARGIN", "siege-reserve": "SIEGE_RESERVE", "removed-per-region": "PER_REGION",
    "strength-for-choice": "CHOICE", "strength-for-both": "BOTH",
}  # fmt: skip


def dealt_figures(random: Random) -> dict[str, Any]:
    """All figures of the game, those of the combats dealt; the die has other faces, also another number of them."""
    figures: dict[str, Any] = printed().model_dump(mode="json")

    def put(group: str, name: str, value: Any) -> None:
        figures[group][name] = {"value": value, "source": "dealt"}

    for name, values in RULES.items():
        if random.random() < 0.5:
            put("rules", name, random.choice(values))
    put("die", "faces", [random.choice((0, 1, 1, 2, 2, 3, 3, 4, 7)) for _ in range(random.choice((1, 2, 3, 3, 4, 6)))])
    for name, fact in figures["castles"].items():
        put("castles", name, fact["value"] | {"strength": random.randint(1, 3)})
    for name, fact in figures["characters"].items():
        printed_help = {part: random.randint(1, 4) for part in ("battle", "siege", "fight") if fact["value"][part]}
        if "siege" in printed_help and random.random() < 0.7:
            printed_help["siege_defence"] = random.randint(1, 4)
        put("characters", name, fact["value"] | printed_help)
    return figures


def give_to_the_twin(figures: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, constant in IN_TWIN.items():
        monkeypatch.setattr(twin, constant, figures["rules"][name]["value"])
    monkeypatch.setattr(twin, "DIE", tuple(figures["die"]["faces"]["value"]))
    castles: dict[str, dict[str, int]] = {}
    for name, fact in figures["castles"].items():
        castles.setdefault(fact["value"]["region"], {})[name] = fact["value"]["strength"]
    monkeypatch.setattr(twin, "CASTLES", castles)
    cards = {name: fact["value"] for name, fact in figures["characters"].items()}
    helps: dict[str, dict[str, int]] = {
        action: {name: card[action] for name, card in cards.items()} for action in ("battle", "siege", "fight")
    }
    # A card without a figure of its own for the defence gives as much as for the attack.
    helps["siege_defence"] = {name: card.get("siege_defence", card["siege"]) for name, card in cards.items()}
    monkeypatch.setattr(twin, "CHARACTERS", helps)


@pytest.mark.parametrize("combat", ["battle", "siege", "fight"])
def test_every_column_is_the_twins_under_figures_of_an_owner(combat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1341)
    scenarios = dealt(combat, FILES * SCENARIOS, seed=1399, most={"battle": 12}.get(combat, 4))
    answered = 0
    for number in range(FILES):
        figures = dealt_figures(random)
        facts = first_problem(BreizhFacts, figures, whole="")
        with monkeypatch.context() as given:
            give_to_the_twin(figures, given)
            for scenario in scenarios[number::FILES]:
                try:
                    prepared = prepare(scenario, facts)
                except SimcoreError:  # more troops than can besiege, a character who helps no more
                    continue
                told = plain_twin(twin, scenario, {})
                assert disagreements(prepared.solved(), told) == [], (scenario, figures["rules"], figures["die"])
                answered += 1
    assert answered > FILES * SCENARIOS * 2 // 3
