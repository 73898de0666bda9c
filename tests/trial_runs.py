"""Two small combats and what the tests of Monte-Carlo runs ask of them."""

from __future__ import annotations

from typing import Any

import pytest

import simcore as sc

BATTLE = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {
        "english": 2,
        "burgundian": 2,
        "elite": 2,
        "equipment": "ribaudequin",
        "retreat_room": 2,
        "policy": "keep_dice",
    },
    "defender": {"french": 2, "armagnac": 2, "techniques": "stakes-and-traps", "policy": "keep_dice"},
}
SIEGE = {
    "game": "cent-ans",
    "combat": "siege",
    "place": "castle-2",
    "attacker": {"french": 5, "armagnac": 4, "elite": 3, "equipment": "bombard", "leaders": "joan-of-arc"},
    "defender": {"english": 2},
}
SAMPLERS = ["chain", "direct"]


def counted(scenario: dict[str, Any], **how: Any) -> tuple[Any, ...]:
    """All that a run counted, to the last bit."""
    result = sc.simulate(scenario, **how)
    assert result.win is not None
    return result.trials, dict(result.win), result.outcomes, result.expected


def one_line(error: pytest.ExceptionInfo[BaseException], *words: str) -> None:
    text = str(error.value)
    assert "\n" not in text
    for word in words:
        assert word in text
