"""What is decided before the dice of Breizh 1341: battle or none, whom a bonus helps, which castles by how many."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from simcore.combat import Choice, Forgone
from simcore.errors import BadInput
from simcore.games.breizh.facts import Consulted
from simcore.games.breizh.scenarios import Siege
from simcore.games.breizh.sieges import region_and_strength

MOST_PLANS = 5_000  # a few seconds
AID = ("bonus", "character")


def battle_choice(scenario: Mapping[str, Any], decided: Collection[str], asks: str) -> Choice | None:
    """Whether it comes to battle, for the side that asks; then each side whether it uses its character's bonus."""
    if "battle" not in decided:
        whole = {f"{camp}.troops": float(scenario[camp]) for camp in ("montfort", "blois")}
        return Choice(asks, "battle", {"fights": {}, "waits": Forgone({"win.none": 1.0, **whole})})
    for camp in ("montfort", "blois"):
        what = f"bonus of {camp}"
        if what not in decided and any(scenario.get(f"{camp}_{aid}") for aid in AID):
            without = {f"{camp}_bonus": 0, f"{camp}_character": None}
            return Choice(camp, what, {"uses it": {}, "keeps it": without})
    return None


def siege_choice(scenario: Siege, facts: Consulted) -> Choice:
    """Every plan: how many besiege each castle, and where the bonus helps. A castle left alone stays in the list, so
    that the same castles are looked at in all plans. In which order is no choice: the plan says who gets the troops."""
    listed = [siege for _, siege in scenario.listed()]
    aided = [siege for siege in listed if siege.bonus or siege.character]
    strengths = [region_and_strength(path, siege, facts)[1] for path, siege in scenario.listed()]
    reserve = facts.rule("siege-reserve")
    counts = [(0, *range(strength, strength + reserve + 1)) for strength in strengths]
    plans = prod(map(len, counts)) * (1 + len(listed) * bool(aided))
    if plans > MOST_PLANS:
        raise BadInput("sieges", len(listed), f"fewer castles: of {plans:,} plans at most {MOST_PLANS:,} are compared")
    options: dict[str, Mapping[str, Any] | Forgone] = {}
    for troops in product(*counts):
        if not any(troops):
            options["no siege"] = Forgone({"win.held": 1.0, "troops.left": float(scenario.pool or 0)})
        elif fits(scenario, troops, facts):
            for helped in (None, *(at for at, count in enumerate(troops) if aided and count)):
                told = [
                    f"{siege.castle or f'siege-{at + 1}'} by {count}{' with the bonus' if at == helped else ''}"
                    for at, (siege, count) in enumerate(zip(listed, troops, strict=True))
                    if count
                ]
                options[", ".join(told)] = dict(changes(scenario, troops, helped, aided))
    return Choice("besieger", "plan", options)


def fits(scenario: Siege, troops: tuple[int, ...], facts: Consulted) -> bool:
    """Are there as many troops?"""
    if sum(troops) > (facts.facts.box["troops"].value if scenario.pool is None else scenario.pool):
        return False
    if scenario.pool_by_region is None:
        return True
    used: dict[Any, int] = {}
    for (path, siege), count in zip(scenario.listed(), troops, strict=True):
        region = region_and_strength(path, siege, facts)[0]
        used[region] = used.get(region, 0) + count
    return all(count <= scenario.pool_by_region.get(region, 0) for region, count in used.items())


def changes(
    scenario: Siege, troops: tuple[int, ...], helped: int | None, aided: list[Any]
) -> Iterator[tuple[str, Any]]:
    """The scenario of a plan."""
    for at, ((path, _), count) in enumerate(zip(scenario.listed(), troops, strict=True)):
        yield f"{path}troops", count
        if aided:
            yield f"{path}bonus", aided[0].bonus if at == helped else 0
            yield f"{path}character", aided[0].character if at == helped else None
