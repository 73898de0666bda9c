"""Joan of Arc under an owner's figures: every column of every ending is the plain twin's, whatever he writes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import joan_combats
import naive.joan as twin
from crosscheck import REGISTRY, disagreements, plain_twin
from simcore.errors import first_problem
from simcore.evaluation.questions import prepare, solve
from simcore.games.joan.facts import MOST_FIGURE, JoanFacts
from simcore.games.joan.facts import facts as printed

COMBATS = [combat for game, combat in REGISTRY if game == "joan"]
EXTREMES = (0, 1, 2, 3, 5, 7, MOST_FIGURE)
FACES = range(1, 7)


def dealt_figures(random: Random) -> dict[str, Any]:
    """All figures of the combats, some of them at extremes, as the facts have them."""
    figures: dict[str, Any] = printed().model_dump(mode="json")

    def put(group: str, name: str, value: Any) -> None:
        figures[group][name] = {"value": value, "source": "dealt"}

    for group in ("points", "fortifications", "plunder"):
        for name in figures[group]:
            if random.random() < 0.3:
                put(group, name, random.choice(EXTREMES))
    for name, fact in figures["forces"].items():
        if random.random() < 0.3:
            changed = {part: random.choice(EXTREMES) for part, value in fact["value"].items() if value is not None}
            put("forces", name, fact["value"] | changed | {"garrison_counts": random.random() < 0.5})
    for name in figures["towns_at_once"]:
        put("towns_at_once", name, random.choice(FACES))
    for name, face in zip(("fewest", "plain", "most"), sorted(random.choices(FACES, k=3)), strict=True):
        put("loyal_faces", name, face)
    highest = [*sorted(random.sample(range(2, 12), 3)), 12]
    for low, high, name in zip([2, *(h + 1 for h in highest)], highest, figures["embassy"], strict=False):
        gains = {"cards": random.choice(EXTREMES), "hero": random.randint(0, 1), "enemy_cards": random.choice(EXTREMES)}
        put("embassy", name, {"low": low, "high": high} | gains)
    for name, fact in figures["lengths"].items():
        put("lengths", name, fact["value"] | {"stops": {t: random.choice(FACES) for t in fact["value"]["stops"]}})
    return figures


def give_to_the_twin(figures: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def values(group: str) -> dict[str, Any]:
        return {name: fact["value"] for name, fact in figures[group].items()}

    forces, plunder = values("forces"), values("plunder")
    for name, table in {
        "POINTS": values("points"),
        "FORTIFICATION": values("fortifications"),
        "PLUNDER": {"none": plunder["free-town"], "fortress": 0, **plunder},
        "ATTACK": {name: force["attack"] for name, force in forces.items() if force["attack"] is not None},
        "DEFENCE": {"player": 0} | {name: force["defence"] for name, force in forces.items()},
        "GARRISON_COUNTS": {"player": True} | {name: force["garrison_counts"] for name, force in forces.items()},
        "EMBASSY": {
            row["high"]: (name, row["cards"], row["hero"], row["enemy_cards"])
            for name, row in values("embassy").items()
        },
        "DIVISOR": {False: values("towns_at_once")["divisor"], True: values("towns_at_once")["fortunes_of_war"]},
        "LOYAL": values("loyal_faces"),
        "STOPS": {name: {int(t): face for t, face in one["stops"].items()} for name, one in values("lengths").items()},
    }.items():
        monkeypatch.setattr(twin, name, table)


@pytest.mark.parametrize("combat", COMBATS)
def test_every_column_is_the_twins_under_figures_of_an_owner(combat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1431)
    for scenario in REGISTRY["joan", combat].small()[:40]:
        figures = dealt_figures(random)
        give_to_the_twin(figures, monkeypatch)
        result = prepare(scenario, first_problem(JoanFacts, figures, whole="")).solved()
        assert disagreements(result, plain_twin(twin, scenario, result.chosen)) == [], (scenario, figures)


@pytest.mark.parametrize(
    ("combat", "sides"), [("combat", ("attacker", "defender")), ("naval-battle", ("first", "second"))]
)
def test_a_sign_of_god_played_only_when_needed_wins_as_often(combat: str, sides: tuple[str, str]) -> None:
    spared = 0.0
    for scenario in joan_combats.dealt(combat, 60, seed=1429):
        for side in sides:
            one = scenario.get(side, {})
            if one.get("sign_of_god") in (None, False):
                continue
            needed, always = (
                solve({**scenario, side: {**one, "sign_of_god_when": when}}) for when in ("needed", "always")
            )
            assert needed.win == pytest.approx(always.win, abs=1e-12)
            played = [result.expected[side].get("sign_of_god", 0.0) for result in (needed, always)]
            assert played[0] <= played[1] + 1e-12
            spared += played[1] - played[0]
    assert spared > 1.0
