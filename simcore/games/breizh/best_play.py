"""What is decided before the dice of Breizh 1341: battle or none, whom a bonus helps, which castles by how many."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from simcore.contracts.combat import Choice, NoCombat
from simcore.contracts.condition import is_condition
from simcore.errors import BadInput, first_problem
from simcore.games.breizh.battles import CAMPS, battle_terms, without_effect
from simcore.games.breizh.facts import TrackedFacts
from simcore.games.breizh.roll_kernels import A_CHOICE, BOTH, NOTHING
from simcore.games.breizh.scenarios import Battle, Siege
from simcore.games.breizh.sieges import bonuses_of, brought, faces_won, region_and_strength

MOST_PLANS = 5_000  # a few seconds
SUPPLEMENTS = {  # of what a castle's fall brings, that which is taken, the default first
    A_CHOICE: {"rally": "rally", "eliminate": "eliminate", "none": "neither"},
    BOTH: {"both": "both", "rally": "rally", "eliminate": "eliminate", "none": "neither"},
}


def battle_choice(
    scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: TrackedFacts
) -> Choice | None:
    """Whether it comes to battle, for the side that asks; then each side whether it uses its character's bonus, where
    that changes anything."""
    if "battle" not in decided:
        whole = {f"{camp}.troops": float(scenario[camp]) for camp in CAMPS}
        return Choice(asks, "battle", {"fights": {}, "waits": NoCombat({"win.none": 1.0, **whole})})
    fields = {name: part for name, part in scenario.items() if name not in ("game", "combat")}
    idle = without_effect(battle_terms(first_problem(Battle, fields, facts=facts.facts), facts))
    for camp in CAMPS:
        what = f"bonus of {camp}"
        # A penalty is no card of its own: it stands as it is stated.
        given = f"{camp}_character" if scenario.get(f"{camp}_character") else f"{camp}_bonus"
        helps = given.endswith("_character") or scenario.get(given, 0) > 0
        if what not in decided and helps and given not in idle:
            without = {f"{camp}_bonus": 0, f"{camp}_character": None}
            return Choice(camp, what, {"uses it": {}, "keeps it": without})
    return None


def siege_choice(scenario: Siege, facts: TrackedFacts, sought: Collection[str]) -> Choice:
    """Every plan: how many besiege each castle, and which siege the bonus helps of those in which it changes what the
    die must show. A castle left alone stays in the list, so that the same castles are looked at in all plans. In which
    order is no choice: the plan says who gets the troops."""
    listed = [siege for _, siege in scenario.listed()]
    aided = [siege for siege in listed if siege.bonus > 0 or siege.character]
    strengths = [region_and_strength(path, siege, facts)[1] for path, siege in scenario.listed()]
    reserve = facts.rule("siege-reserve")
    counts = [(0, *range(strength, strength + reserve + 1)) for strength in strengths]
    plans = prod(map(len, counts)) * (1 + len(listed) * bool(aided))
    plans *= prod(len(choice.options) for choice in supplements(scenario, facts, sought))
    if plans > MOST_PLANS:
        raise BadInput("sieges", len(listed), f"fewer castles: of {plans:,} plans at most {MOST_PLANS:,} are compared")
    options: dict[str, Mapping[str, Any] | NoCombat] = {}
    for troops in product(*counts):
        if not any(troops):
            options["no siege"] = NoCombat({"win.held": 1.0, "troops.left": float(scenario.pool or 0)})
        elif fits(scenario, troops, facts):
            for helped in (None, *(at for at in helpful(scenario, troops, strengths, facts) if aided)):
                told = [
                    f"{siege.castle or f'siege-{at + 1}'} by {count}{' with the bonus' if at == helped else ''}"
                    for at, (siege, count) in enumerate(zip(listed, troops, strict=True))
                    if count
                ]
                options[", ".join(told)] = dict(changes(scenario, troops, helped, aided))
    return Choice("besieger", "plan", options)


def helpful(scenario: Siege, troops: Sequence[int], strengths: Sequence[int], facts: TrackedFacts) -> Iterator[int]:
    """The sieges of a plan in which the besieger's bonus makes more faces of the die win."""
    bonuses = bonuses_of(scenario.listed(), facts)
    bonus = max(own for own, _ in bonuses)
    for at, ((_, opponent), count, strength) in enumerate(zip(bonuses, troops, strengths, strict=True)):
        without = faces_won(count - opponent, strength, facts)
        if count and faces_won(count + bonus - opponent, strength, facts) > without:
            yield at


def supplement_choice(
    scenario: Siege, decided: Collection[str], facts: TrackedFacts, sought: Collection[str]
) -> Choice | None:
    """What is taken of that which the falls of a plan's castles bring, one choice after the other."""
    return next((choice for choice in supplements(scenario, facts, sought) if choice.what not in decided), None)


def supplements(scenario: Siege, facts: TrackedFacts, sought: Collection[str]) -> list[Choice]:
    """The choices of what is taken of that which the castles under siege bring, where the utility weighs partisans.

    Sums of partisans are most where each castle alone brings most: castles that bring the same are one choice, unless
    they share the enemy partisans of a region that may run out, or a condition weighs several falls together.
    """
    if not any("partisans." in name for name in sought):
        return []
    together = not any(is_condition(name) for name in sought)
    groups: dict[Any, list[tuple[str, str]]] = {}
    for number, (path, siege) in enumerate(scenario.listed(), start=1):
        region, strength = region_and_strength(path, siege, facts)
        there = brought(strength, facts)
        if there != NOTHING and siege.troops != 0:
            free = together and region not in (scenario.enemy_partisans or {})
            named = siege.castle or f"siege-{number}"
            groups.setdefault((there, None if free else number), []).append((path, named))
    return [
        Choice(
            "besieger",
            f"what {' and '.join(name for _, name in group)} bring{'s' if len(group) == 1 else ''}",
            {said: {f"{path}supplement": word for path, _ in group} for word, said in SUPPLEMENTS[there].items()},
        )
        for (there, _), group in groups.items()
    ]


def fits(scenario: Siege, troops: tuple[int, ...], facts: TrackedFacts) -> bool:
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
