"""The cards a side holds: which can work through its elite dice (11.3.1), which do nothing in a combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simcore.games.cent_ans.facts import CentAnsFacts, Side
from simcore.games.cent_ans.hosts import Host
from simcore.games.cent_ans.scenarios import by_name


def candidates(host: Host, combat: str, facts: CentAnsFacts) -> list[str | None]:
    """Elite cards among which this side chooses (11.3.1); [None] without any."""
    army = host.army
    names: Iterable[str] = [*army.equipment, *army.techniques]
    if "auto" in army.equipment:
        own = [
            name for name, fact in facts.elite_cards.items()
            if fact.value.kind == "equipment" and fact.value.camp in (None, host.camp)
        ]  # fmt: skip
        names = [*own, *army.techniques]
    return [name for name in names if effective(name, host, combat, facts)] or [None]


def without_effect(host: Host, combat: str, facts: CentAnsFacts) -> list[str]:
    """Cards this side holds that do nothing in this combat: told, so that nobody counts on them."""
    held = dict.fromkeys(name for name in (*host.army.equipment, *host.army.techniques) if name != "auto")
    on_top = {name for name, fact in facts.cards.items() if fact.value.combat == combat}
    return [name for name in held if name not in on_top and not effective(name, host, combat, facts)]


def effective(name: str, host: Host, combat: str, facts: CentAnsFacts) -> bool:
    """Does this card, which works through the elite dice, do anything for this side in this combat?"""
    card = by_name(facts.elite_cards, name)
    if card is None or not host.army.elite:
        return False
    if combat == "pitched-battle":
        return card.free_attack or card.elite_per_die_pitched is not None
    if host.side == "attacker":
        return card.elite_per_die_siege is not None or card.siege_loss > 0
    return card.elite_per_die_besieged is not None


def plays_in_battle(name: str, side: Side, facts: CentAnsFacts) -> bool:
    """Can this technique be played in a pitched battle?"""
    card = by_name(facts.cards, name)
    return card is not None and card.combat == "pitched-battle" and card.side in (None, side)


def cards_with(army: Mapping[str, Any], card: str, facts: CentAnsFacts) -> dict[str, list[str]]:
    """An army's equipment and techniques with this one of its cards that work through the elite dice."""
    held = {field: [name for name in army[field] if name in facts.cards] for field in ("equipment", "techniques")}
    kind = facts.elite_cards[card].value.kind  # type: ignore[index]
    held["equipment" if kind == "equipment" else "techniques"].append(card)
    return held
