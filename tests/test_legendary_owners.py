"""Legendary Battles with an owner's figures at their extremes: every number that is packed has room, or is refused."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import naive.legendary
import simcore as sc
from crosscheck import disagreements, plain_twin, trial_p_value
from legendary_attacks import CHARACTERS
from simcore.errors import SimcoreError
from simcore.games.legendary import outcomes, throws

Scenario = dict[str, Any]
MELEE: Scenario = {"game": "legendary", "combat": "melee"}
HOUSE_RULES = {
    "a character of nine wounds against Slayers": (
        "[characters.henry-v]\nvalue = { wounds = 9, attack = ['black'], defence = ['red'], skills = ['tough'] }\n"
        "[characters.earl-of-warwick]\nvalue = { wounds = 1, attack = ['red', 'red', 'red', 'red'],"
        " skills = ['slayer'] }",
        MELEE | {"attackers": ["earl-of-warwick", "peasants"], "defenders": ["henry-v", "pikemen"]},
    ),
    "Kills only, and one wound": (
        "[dice.red]\nvalue = { kill = 6 }\n"
        "[characters.boucicaut]\nvalue = { wounds = 1, attack = ['red'], defence = ['red'], cancels_hits = 9 }",
        MELEE | {"attackers": [{"unit": "foot-knights", "count": 3}], "defenders": ["boucicaut", "peasants"],
                 "cancels": "any"},
    ),
    "Pushes for wounds and of themselves": (
        "[characters.philippe-d-orleans]\n"
        "value = { wounds = 2, attack = ['red', 'red'], defence = ['black'], push_per_wound = 4, push = 9 }",
        MELEE | {"attackers": ["philippe-d-orleans"], "defenders": [{"unit": "pikemen", "count": 3}], "push_room": 1},
    ),
    "more Shields than dice": (
        "[troops.pavisiers]\nvalue = { kind = 'infantry', defence = ['white'], shields = 5, gives_parry = 'area' }",
        MELEE | {"attackers": [{"unit": "foot-knights", "count": 4}], "defenders": ["pavisiers", "peasants"],
                 "terrain": "marsh"},
    ),
    "four dice that strike back, dodge and are rolled again": (
        "[troops.pikemen]\nvalue = { kind = 'infantry', attack = ['white'],"
        " defence = ['white', 'red', 'yellow', 'white'], skills = ['retaliation', 'dodge', 'parry'] }",
        MELEE | {"attackers": [{"unit": "foot-knights", "count": 2}, "captal-de-buch"],
                 "defenders": [{"unit": "pikemen", "count": 2}, "standard-bearer"]},
    ),
    "Terror without end": (
        "[troops.musician]\nvalue = { kind = 'infantry', defence = ['white'], terror = 8 }",
        MELEE | {"attackers": ["black-prince", "henry-v"], "defenders": ["musician", "peasants"]},
    ),
    "Ruthless troops": (
        "[troops.peasants]\nvalue = { kind = 'infantry', attack = ['white', 'white'], skills = ['ruthless'] }\n"
        "[troops.standard-bearer]\nvalue = { kind = 'infantry', defence = ['white'], cancels_disrupt = 12 }",
        MELEE | {"attackers": [{"unit": "peasants", "count": 2}], "defenders": ["standard-bearer", "pikemen"],
                 "ruthless_tokens": 2},
    ),
    "an area of twelve": (
        "[areas.largest]\nvalue = 12",
        MELEE | {"attackers": [{"unit": "peasants", "count": 4}], "defenders": [{"unit": "pikemen", "count": 12}]},
    ),
}  # fmt: skip


def written(scenario: Scenario) -> Scenario:
    """With every name alone written out, as the twin reads it."""

    def entry(one: Any) -> Scenario:
        return one if isinstance(one, dict) else {"character" if one in CHARACTERS else "unit": one}

    return scenario | {side: [entry(one) for one in scenario[side]] for side in ("attackers", "defenders")}


@pytest.fixture(params=HOUSE_RULES)
def house(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Scenario, Path]:
    """A scenario, and its owner's file, which the twin follows too."""
    text, scenario = HOUSE_RULES[request.param]
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    changed = deepcopy(naive.legendary.FACTS)
    for group, facts in tomllib.loads(text).items():
        for name, fact in facts.items():
            changed[group][name] = {**changed[group][name], **fact}
    monkeypatch.setattr(naive.legendary, "FACTS", changed)
    return written(scenario), file


def test_the_whole_distribution_under_an_owners_figures(house: tuple[Scenario, Path]) -> None:
    scenario, file = house
    result = sc.solve(scenario, facts=file)
    assert disagreements(result, plain_twin(naive.legendary, scenario, {})) == []


def test_trials_under_an_owners_figures(house: tuple[Scenario, Path]) -> None:
    scenario, file = house
    exact, told = sc.solve(scenario, facts=file), sc.simulate(scenario, trials=20_000, seed=11, facts=file)
    p = trial_p_value(exact, told)
    assert p is None or p > 1e-5


def refused(tmp_path: Path, text: str, scenario: Scenario) -> str:
    file = tmp_path / "large.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SimcoreError) as caught:
        sc.solve(scenario, facts=file)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_area_with_more_fates_than_a_number_holds_is_refused(tmp_path: Path) -> None:
    """9 units of each of ten kinds have 10 ** 30 fates."""
    kinds = ("peasants", "pikemen", "bowmen", "halberdiers", "guisarmers", "musician", "pavisiers", "crossbowmen",
             "peasant-militia", "angry-peasants")  # fmt: skip
    scenario = MELEE | {"attackers": "peasants", "defenders": [{"unit": kind, "count": 9} for kind in kinds]}
    assert "ways to end" in refused(tmp_path, "[areas.largest]\nvalue = 99", scenario)


@pytest.mark.parametrize(
    ("limit", "told"),
    [("outcomes.MOST_SETS", "sets of results"), ("throws.MOST_SUMS", "too many to be counted together")],
)
def test_more_than_fits_is_refused(monkeypatch: pytest.MonkeyPatch, limit: str, told: str) -> None:
    monkeypatch.setattr(f"simcore.games.legendary.{limit}", 10)
    for kept in (throws.together, throws.attack, throws.defence, outcomes.tables):
        kept.cache_clear()
    scenario = MELEE | {
        "attackers": [{"unit": "halberdiers", "count": 7}, "jean-de-bourbon"],
        "defenders": [{"unit": "pikemen", "count": 7}, "mounted-hero"],
    }
    with pytest.raises(SimcoreError, match=told):
        sc.solve(scenario)


def test_no_figure_is_larger_than_what_is_counted(tmp_path: Path) -> None:
    text = "[troops.pikemen]\nvalue = { kind = 'infantry', defence = ['white'], shields = 1000000000 }"
    told = refused(tmp_path, text, MELEE | {"attackers": "peasants", "defenders": "pikemen"})
    assert "0 to 12" in told


def test_options_are_numbered_within_two_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    from simcore.games.legendary import every_way

    assert np.iinfo(np.int16).max == every_way.MOST_WAYS
    monkeypatch.setattr(every_way, "MOST_WAYS", 2)
    scenario = MELEE | {"attackers": [{"unit": "foot-knights", "count": 2}], "defenders_policy": "optimal"}
    with pytest.raises(SimcoreError, match="too many ways"):
        sc.solve(scenario | {"defenders": ["pikemen", "halberdiers", "guisarmers", "henry-v"]})
