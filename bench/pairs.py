"""Fixed lists of variants, for what pairing saves."""

from __future__ import annotations

from itertools import product
from typing import Any

from simcore.advice.compare import pair_of
from simcore.engine import paired
from simcore.evaluation.questions import prepare
from simcore.scenarios.edits import variant

Scenario = dict[str, Any]
UNITS = "attacker.english", "attacker.burgundian", "defender.french", "defender.armagnac"


def battle(*units: int) -> Scenario:
    """A pitched battle of so many English, Burgundians, French and Armagnacs."""
    scenario = {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker"}
    return variant(scenario, dict(zip(UNITS, units, strict=True)))


ARMIES = (10, 10, 10, 10), (12, 8, 10, 10), (14, 8, 12, 12), (15, 15, 15, 15)
TEN = battle(*ARMIES[0])
BREIZH = {"game": "breizh", "combat": "battle", "montfort": 12, "blois": 12}
ELITE = variant(TEN, {"attacker.elite": 3, "defender.elite": 3})

ONE_UNIT = {
    f"{' + '.join(map(str, units[:2]))} against {' + '.join(map(str, units[2:]))}, {kind.partition('.')[2]} {more:+}": (
        battle(*units),
        {kind: unit + more},
    )
    for units, (at, kind), more in product(ARMIES, enumerate(UNITS), (1, -1))
    for unit in [units[at]]
}
# One unit that is worth much, or another card, side to begin, policy: what pairing saves there is told, not promised.
OTHERS: dict[str, tuple[Scenario, Scenario]] = {
    "6 + 4 against 5 + 5, english +1": (battle(6, 4, 5, 5), {"attacker.english": 7}),
    "breizh 12 against 12, montfort +1": (BREIZH, {"montfort": 13}),
    "breizh 12 against 12, blois -1": (BREIZH, {"blois": 11}),
    "breizh 12 against 12, bonus +1": (BREIZH, {"montfort_bonus": 1}),
    "longbow or none": (ELITE, {"attacker.equipment": "english-longbow"}),
    "who begins": (TEN, {"initiative": "defender"}),
    "policy": (TEN, {"attacker.policy": "strip_dice"}),
}
COVERED = [*list(ONE_UNIT)[:8], *OTHERS]


def pair(base: Scenario, other: Scenario, name: str) -> paired.Pair:
    """Paired trials of two scenarios, for one outcome."""
    both = prepare(base), prepare(other)
    return pair_of(both, [name], paired.PILOT_TRIALS)
