"""Every attack of one kind of units on another in any numbers: the same as each by itself."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.errors import BadInput
from simcore.evaluation.questions import prepare, solve
from simcore.games.legendary.facts import facts
from simcore.games.legendary.numbers import every_attack
from simcore.games.legendary.rolls import Figures
from simcore.games.legendary.scenarios import Melee, Shooting

COMBATS: dict[str, Any] = {"melee": Melee, "shooting": Shooting}
# An owner's cards that ask of troops what the printed ones ask of characters only, in small areas.
HOUSE_RULES = """
[areas.largest]
value = 3

[troops.peasants]
value = { kind = "infantry", attack = ["red", "black"], defence = ["yellow"], skills = ["slayer", "support"] }

[troops.pikemen]
value = { kind = "cavalry", attack = ["red"], defence = ["red"], skills = ["tough", "retaliation", "dodge", "parry"] }

[troops.musician]
value = { kind = "infantry", defence = ["red"], skills = ["retaliation"], terror = 2, cancels_disrupt = 1, shields = 1 }
"""


def attack(combat: str, attacker: str, ours: int, defender: str, theirs: int) -> dict[str, Any]:
    sides = {"attackers": [{"unit": attacker, "count": ours}], "defenders": [{"unit": defender, "count": theirs}]}
    return {"game": "legendary", "combat": combat, **sides}


def hold_against_single_answers(
    table: dict[str, Any], combat: str, attacker: str, defender: str, rows: Any, override: Path | None = None
) -> None:
    """Every column of these rows is what `solve` says."""
    for row in rows:
        ours, theirs = int(table["attacker_units"][row]), int(table["defender_units"][row])
        result = solve(attack(combat, attacker, ours, defender, theirs), facts=override)
        told = {f"win_{name}": chance for name, chance in result.win.items()}
        for side, unit in (("attacker", attacker), ("defender", defender)):
            means = result.expected[side].items()
            told |= {f"{side}.{name}": mean for name, mean in means if name.partition("_")[0] == unit}
        assert set(told) == set(table) - {"attacker_units", "defender_units"}
        for name, value in told.items():
            assert table[name][row] == pytest.approx(value, rel=0, abs=1e-12), (combat, attacker, ours, defender, name)


@pytest.mark.compiled
@pytest.mark.parametrize(("combat", "pairs"), [("melee", 14 * 20), ("shooting", 4 * 20)])
def test_the_whole_roster(combat: str, pairs: int) -> None:
    roster, random, met = facts().troops, np.random.default_rng(6), 0
    for attacker, defender in product(roster, repeat=2):
        try:
            table = every_attack(COMBATS[combat], attacker, defender, Figures(facts()))
        except BadInput:
            with pytest.raises(BadInput):
                prepare(attack(combat, attacker, 1, defender, 1))
            continue
        met += 1
        assert table["attacker_units"].tolist() == [ours for ours in range(1, 9) for _ in range(8)]
        assert table["defender_units"].tolist() == [*range(1, 9)] * 8
        hold_against_single_answers(table, combat, attacker, defender, [0, 7, 56, 63, *random.integers(0, 64, 4)])
    assert met == pairs


@pytest.mark.parametrize("defender", ["peasants", "pikemen", "musician"])
@pytest.mark.parametrize("attacker", ["peasants", "pikemen"])
def test_house_rules(tmp_path: Path, attacker: Any, defender: Any) -> None:
    file = tmp_path / "house-rules.toml"
    file.write_text(HOUSE_RULES)
    table = every_attack(Melee, attacker, defender, Figures(facts(file)))
    assert len(table["win_none"]) == 9
    hold_against_single_answers(table, "melee", attacker, defender, range(9), file)


def test_the_facts_used_are_noted() -> None:
    figures = Figures(facts())
    every_attack(Melee, "peasants", "guisarmers", figures)
    assert {"troops.peasants", "troops.guisarmers", "skills.support", "skills.cohesion"} <= figures.used
    assert "skills.tough" not in figures.used
