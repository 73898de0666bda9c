"""What the rules of La guerre de Cent Ans leave to a player beside who takes a LOSS: choices, and part of best play."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import simcore as sc
from cent_ans_battles import SIDES
from naive.cent_ans_best import BestPlay
from simcore.contracts.utility import Utility
from simcore.scenarios.edits import variant

KEEP = {"policy": "keep_dice", "shooting_policy": "strip_dice"}
TALBOT: dict[str, Any] = {
    "game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
    "attacker": {"leaders": ["john-talbot"], "equipment": ["english-longbow"], **KEEP},
    "defender": {
        "leaders": ["bertrand-du-guesclin"], "equipment": ["crossbow"], "techniques": ["stakes-and-traps"], **KEEP,
    },
}  # fmt: skip
CHARLES: dict[str, Any] = {
    "game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
    "attacker": {"leaders": ["charles-v"], "equipment": ["crossbow"], **KEEP},
    "defender": {
        "leaders": ["black-prince"], "equipment": ["english-longbow"], "techniques": ["stakes-and-traps"], **KEEP,
    },
}  # fmt: skip


# ---- a leader who may turn DISPERSION into RETREAT ----------------------------------------------------------------


def searched(count: int) -> list[Any]:
    """Numbers of battles to search through, the first few without the JIT too."""
    return [number if number < 4 else pytest.param(number, marks=pytest.mark.compiled) for number in range(count)]


@pytest.mark.parametrize(("battle", "turned", "kept"), [(TALBOT, 0.2152, 0.2691), (CHARLES, 0.2582, 0.3033)])
def test_a_leaders_effect_is_not_taken_where_it_hurts(battle: dict[str, Any], turned: float, kept: float) -> None:
    def won(effects: str | None) -> float:
        return sc.solve(variant(battle, {"attacker.leader_effects": effects})).win["attacker"]

    assert won("always") == pytest.approx(turned, abs=5e-5)
    assert won(None) == won("unless-doubled") == won("never") == pytest.approx(kept, abs=5e-5)
    told = sc.solve(variant(battle, {"attacker.leader_effects": "optimal"}))
    assert told.win["attacker"] == won(None)
    assert told.chosen["leader_effects"] == {"attacker": "unless-doubled"}


def test_where_nothing_is_doubled_it_is_always_taken() -> None:
    plain = variant(TALBOT, {"defender.techniques": []})
    asked = {effects: sc.solve(variant(plain, {"attacker.leader_effects": effects})) for effects in ("always", "never")}
    default = sc.solve(plain)
    assert default.expected == asked["always"].expected
    assert default.win == pytest.approx(asked["never"].win)
    assert default.expected["attacker"]["retreated"] > asked["never"].expected["attacker"]["retreated"] + 0.5


@pytest.mark.compiled
def test_best_play_answers_for_a_leaders_effect() -> None:
    found = sc.best_play(TALBOT, side="attacker")
    regrets = {one.policy: one.regret for one in found.policies if one.field == "attacker.leader_effects"}
    assert regrets.keys() == {"unless-doubled", "always", "never"}
    assert regrets["unless-doubled"] == pytest.approx(0.0, abs=1e-12)
    assert regrets["always"] > 0.01


def led(random: Random, stakes: bool) -> dict[str, Any]:
    """A small battle of a leader who may turn results, against an enemy without one."""
    english = {"english": random.randint(0, 2), "burgundian": random.randint(1, 2), "leaders": ["john-talbot"]}
    french = {"french": random.randint(0, 2), "armagnac": random.randint(1, 2), "leaders": ["charles-v"]}
    own, enemy = (english, french) if random.random() < 0.5 else (french, english)
    enemy = {**enemy, "leaders": [], "elite": random.randint(0, 1)}
    if stakes:
        enemy["techniques"] = ["stakes-and-traps"]
    if random.random() < 0.5:
        own["retreat_room"] = random.randint(1, 2)
    sides = (own, enemy) if stakes or random.random() < 0.5 else (enemy, own)
    battle = {"game": "cent-ans", "combat": "pitched-battle", "initiative": random.choice(SIDES), "events": []}
    return battle | dict(zip(SIDES, sides, strict=True))


@pytest.mark.parametrize("number", searched(24))
def test_leaders_effects_are_as_good_as_a_search_through_the_whole_tree(number: int) -> None:
    """The search turns results or not in every roll, the dice known: against Stakes and Traps for the win chance, else
    for any worth of those who got away."""
    random = Random(number)
    battle = led(random, stakes=number % 2 == 0)
    wanted = {"win.attacker": 1.0}
    if number % 2:
        wanted |= {f"{side}.retreated": round(random.gauss(0, 1), 3) for side in SIDES}
    found = sc.solve(variant(battle, {f"{side}.policy": "optimal" for side in SIDES} | {"utility": wanted}))
    assert Utility(wanted).of(found) == pytest.approx(BestPlay(battle, wanted).answer(), abs=1e-9)


# ---- who finds room ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", searched(12))
def test_whose_retreat_uses_up_the_room_is_as_good_as_a_search(number: int) -> None:
    random = Random(100 + number)
    battle: dict[str, Any] = {
        "game": "cent-ans", "combat": "pitched-battle", "initiative": random.choice(SIDES), "events": [],
        "attacker": {"english": random.randint(1, 2), "burgundian": random.randint(1, 2)},
        "defender": {"french": random.randint(1, 2), "armagnac": random.randint(1, 2)},
    }  # fmt: skip
    for side in SIDES:
        battle[side] |= {"retreat_room": random.randint(1, 2), "retreated_by_kind": True}
    wanted = {
        f"{side}.{kind}_retreated": round(random.gauss(0, 1), 3)
        for side, kinds in (("attacker", ("english", "burgundian")), ("defender", ("french", "armagnac")))
        for kind in kinds
    }
    found = sc.solve(variant(battle, {f"{side}.policy": "optimal" for side in SIDES} | {"utility": wanted}))
    assert Utility(wanted).of(found) == pytest.approx(BestPlay(battle, wanted).answer(), abs=1e-9)


def plundered(weights: dict[str, float], policy: str = "optimal") -> dict[str, Any]:
    return {
        "game": "cent-ans", "combat": "pitched-battle", "events": ["better-a-plundered-country"],
        "attacker": {"english": 4, "burgundian": 2, "policy": "keep_dice"},
        "defender": {
            "french": 1, "armagnac": 1, "elite": 1, "retreat_room": 1, "retreated_by_kind": True, "policy": policy,
        },
        "utility": weights,
    }  # fmt: skip


def test_an_army_that_retreats_whole_gives_up_what_its_player_wants_least() -> None:
    """Better a Plundered Country: the defender wants as little as can be of what is sought."""
    assert sc.solve(plundered({"defender.elite_retreated": 1.0})).expected["defender"]["elite_retreated"] == 0.0
    assert sc.solve(plundered({"defender.elite_retreated": -1.0})).expected["defender"]["elite_retreated"] == 1.0
    kinds = ("french", "armagnac", "elite")
    random = Random(5)
    for room, *units in product((0, 1, 2, 3), (0, 1), (1, 2), (0, 1)):
        wanted = {f"defender.{kind}_retreated": round(random.gauss(0, 1), 3) for kind in kinds}
        army = dict(zip(kinds, units, strict=True))
        battle = variant(plundered({}), {f"defender.{kind}": count for kind, count in army.items()})
        told = {name: weight for name, weight in wanted.items() if army[name.split(".")[1].removesuffix("_retreated")]}
        found = sc.solve(variant(battle, {"defender.retreat_room": room, "utility": told}))
        away = [kept for kept in product(*(range(n + 1) for n in units)) if sum(kept) == min(room, sum(units))]
        least = min(sum(n * wanted[f"defender.{kind}_retreated"] for n, kind in zip(kept, kinds, strict=True))
                    for kept in away)  # fmt: skip
        assert Utility(told).of(found) == pytest.approx(least, abs=1e-12)


# ---- said in one line --------------------------------------------------------------------------------------------


def test_a_leader_with_a_count_of_nothing_is_told_why() -> None:
    from simcore.errors import BadInput

    with pytest.raises(BadInput, match="his card brings one only where no count is stated, not 0"):
        sc.solve(variant(TALBOT, {"defender.french": 0}))
