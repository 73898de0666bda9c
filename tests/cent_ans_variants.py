"""Scenarios of La guerre de Cent Ans drawn by hypothesis, and what the laws change in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from cent_ans_battles import FACTIONS, LEADERS, THROUGH_ELITE, Scenario, cards_of, dealt
from crosscheck import endings, flat
from simcore import Result

seeds = st.integers(0, 2**32 - 1)


def scenarios(combat: str, troops: int = 4, elite: int = 3) -> st.SearchStrategy[Scenario]:
    return seeds.map(lambda seed: dealt(combat, 1, seed=seed, troops=troops, elite=elite)[0])


any_battle, any_siege = scenarios("pitched-battle"), scenarios("siege")


def with_side(scenario: Scenario, side: str, **changes: Any) -> Scenario:
    army = {**scenario[side], **changes}
    return {**scenario, side: {name: value for name, value in army.items() if value is not None}}


def with_cards(army: Scenario, keep: Callable[[str], bool]) -> Scenario:
    """The army with those of its cards that `keep` keeps; it can no longer choose as it likes."""
    held = {field: army.get(field, []) for field in ("equipment", "techniques")}
    cards = {field: [card for card in names if keep(card)] for field, names in held.items() if names != "auto"}
    return {**army, "equipment": [], **cards}


def one_card(army: Scenario) -> Scenario:
    """The army with nothing to choose from, and no card for one side only."""
    first = next((card for card in cards_of(army) if card in THROUGH_ELITE), None)
    return with_cards(army, lambda card: card in (first, "new-armour"))


def is_of(army: Scenario, camp: str) -> bool:
    units = any(army.get(kind) for kind in FACTIONS[camp])
    return units or bool(set(army.get("leaders", [])) & set(LEADERS.get(camp, ())))


def close(found: Result, wanted: Result) -> None:
    """The same chances of every ending and the same means."""
    one, other = endings(found), endings(wanted)
    for ending in {*one, *other}:
        assert one.get(ending, 0.0) == pytest.approx(other.get(ending, 0.0), abs=1e-12)
    assert dict(flat(found.expected)) == pytest.approx(dict(flat(wanted.expected)), abs=1e-10)
