"""The combats of Bouvines: from a scenario to a `Problem`, from endings to columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, get_args

import numpy as np

from simcore.contracts.combat import Choice, Combat, TurnByTurn
from simcore.engine.explored import GRAPH, MOST_STATES, UNNUMBERED
from simcore.engine.resolver import Problem, Resolver
from simcore.errors import BadInput, first_problem
from simcore.games.bouvines import compile as assembly
from simcore.games.bouvines import kernels
from simcore.games.bouvines import model as codes
from simcore.games.bouvines.drawing import drawn
from simcore.games.bouvines.facts import LIFE_BITS, BouvinesFacts
from simcore.games.bouvines.facts import facts as load
from simcore.games.bouvines.ground import TROOPS
from simcore.games.bouvines.model import Model
from simcore.games.bouvines.narration import retold
from simcore.games.bouvines.outcomes import AttackReading, ClashReading, tallies, with_losses
from simcore.games.bouvines.scenarios import (
    SIDES,
    Attack,
    Charge,
    Clash,
    Contact,
    Plaque,
    Shot,
    understand_attack,
    understand_clash,
)
from simcore.games.bouvines.solve_orders import EXPLORER, turn_by_turn
from simcore.scenarios.facts import Facts
from simcore.scenarios.neighbours import Change
from simcore.types import Array

Columns = Callable[[Array], Mapping[str, Array]]

DIRECT = Resolver.of("bouvines", kernels)

MOST_ENDINGS = 10_000_000  # that trials count one by one: 80 MB, a few times over
MOST_LED_TURNS = 6  # of a clash in which every plan is tried with every way to lead a plaque: some 600 clashes
LED = {name: get_args(Plaque.model_fields[name].annotation) for name in ("policy", "movement", "charges", "rotation")}


def make_problem(
    kinds: Sequence[str],
    model: Model,
    opening: tuple[int, ...],
    endings: int,
    columns: Columns,
    attacker: str = "",
    **more: Any,
) -> Problem:
    """The scenario as a graph of its states; without a graph, for direct trials, where there are too many.

    `attacker` as in `retold`.
    """
    more["purposes"] = np.arange(2 * assembly.ROWS)  # whose roll it is, and of what: a shot more shifts no shock
    more["retell"] = partial(retold, kinds, model, opening, attacker=attacker)
    explored = EXPLORER.explore(model, [opening], MOST_STATES)
    if explored.graph is None:
        if endings > MOST_ENDINGS:
            allowed = "fewer turns, or troops with fewer hit points: too many endings to keep apart"
            raise BadInput("order_limit", int(model.field["turns"][0]), allowed)
        model.field["first"] = explored.first
        return Problem(DIRECT, model, 0, UNNUMBERED, 1, endings, columns, **more)
    found, numbers = np.unique(explored.graph.ending_of, return_inverse=True)
    graph = explored.graph._replace(ending_of=numbers)
    return Problem(GRAPH, graph, 0, len(numbers), 1, len(found), lambda ends: columns(found[ends]), **more)


class BouvinesCombat(Combat):
    """What all combats of the game share."""

    game = "bouvines"
    singular: ClassVar[Mapping[str, str]] = {"points": "point", "troops": "troop"}

    def load_facts(self, override: Any) -> BouvinesFacts:
        return load(override)

    def dice(self, facts: Facts, used: Collection[str]) -> list[str]:
        # An answer here names only the facts that tell one troop or leader from another, not the dice.
        return facts.dice_keys()


class SingleAttack(BouvinesCombat):
    """A charge, a shot or a contact by itself."""

    leaves = "a single attack is all dice; which orders to give, best play tells of a clash"
    winners: ClassVar[tuple[str, ...]] = ("standing", "unhorsed", "killed")
    words: ClassVar[Mapping[str, str]] = {
        "winner.standing": "neither killed nor unhorsed",
        "hit_points": "hit points left",
        "shield": "shield kept",
    }
    fates = frozenset({"unhorsed", "killed", "shield"})

    def neighbours(self, scenario: Mapping[str, Any], facts: Any) -> Iterator[Change]:
        """Another kind of target is in full health, as this one is where the scenario does not say."""
        for change in super().neighbours(scenario, facts):
            yield replace(change, also={"target.hit_points": None}) if change.path == "target.kind" else change

    def prepare(self, scenario: Any, facts: BouvinesFacts) -> tuple[Any, Problem, set[str]]:
        scenario = understand_attack(scenario, facts)
        attacking, kind, cells = attack_of(scenario)
        target = scenario.target
        idle: list[assembly.Kind] = ["dead"] * (TROOPS - 1)
        kinds: list[assembly.Kind] = [attacking, *idle, target.kind, *idle]
        order = scenario.target_order
        repairs = codes.NEVER
        if order == "repair":
            repairs = codes.BEFORE if scenario.target_acts == "before" else codes.AFTER
        model = assembly.model_of(
            kinds,
            facts,
            [assembly.bonus_of(scenario.leader, facts), assembly.NO_BONUS],
            scenario.rules,
            single=kind,
            repairs=repairs,
            defended=np.array([[0, int(order == "defence")]]),
            marching=np.array([[0, int(order == "forced-march")]]),
        )
        life = assembly.life_with(target.kind, target.hit_points, facts)
        lives = [assembly.full_life(attacking, facts), *[0] * (TROOPS - 1), life, *[0] * (TROOPS - 1)]
        start = kernels.opening(assembly.ground((2, 1), lives), TROOPS, cells)
        reading = AttackReading(model, life, isinstance(scenario, Shot), target.kind == "quality-sergeant")
        attacker = attacker_named(scenario, facts)
        problem = make_problem(kinds, model, start, kernels.DAMAGES << LIFE_BITS, reading, attacker)
        if scenario.target_acts == "before" and order != "repair":
            problem = replace(problem, notes={"without_effect": ["target_acts"]})
        used = {f"hit_points.{target.kind}"} if target_full(scenario, facts) else set()
        if scenario.leader is not None:
            used.add(f"leader_bonuses.{scenario.leader}")
        return scenario, problem, used


def attack_of(scenario: Attack) -> tuple[assembly.Kind, int, int]:
    """(a troop that attacks so, what kind of attack it is, cells)."""
    if isinstance(scenario, Charge):
        return "knight" if scenario.charger == "horse" else "sergeant", codes.CHARGE, scenario.cells
    if isinstance(scenario, Shot):
        shooter: assembly.Kind = "archer" if scenario.weapon == "bow" else "crossbowman"
        return shooter, codes.SHOOT if scenario.clear else codes.FORGO, 0
    return "sergeant", codes.STRIKE, 0


def attacker_named(scenario: Attack, facts: BouvinesFacts) -> str:
    """Who attacks, in words: as much of it as the scenario says."""
    who = "the attacker"
    if isinstance(scenario, Charge):
        who = "the horseman" if scenario.charger == "horse" else "the foot soldier"
    if isinstance(scenario, Shot):
        who = "the archer" if scenario.weapon == "bow" else "the crossbowman"
    if scenario.leader is None:
        return who
    return f"{who} of {scenario.leader} ({facts.leaders[scenario.leader].value.side})"


def target_full(scenario: Attack, facts: BouvinesFacts) -> bool:
    """Does the answer depend on the full hit points of the target's kind?"""
    whole = facts.hit_points[scenario.target.kind].value
    return scenario.target.hit_points == whole or scenario.target_order == "repair"


class ShotCombat(SingleAttack):
    """A shot, which hits or misses."""

    winners = ("miss", "hit")


class ClashCombat(BouvinesCombat):
    """Plaque against plaque."""

    players: ClassVar[Mapping[str, str]] = {side: f"win.{side}" for side in SIDES}

    winners = ("none", *SIDES)
    words: ClassVar[Mapping[str, str]] = {
        "hit_points": "hit points",
        "removed": "plaque gone with its fourth dead",
        "banner_lost": "banner lost",
        "taken": "plaque taken",
        "unhorsed": "knights unhorsed",
        "lost": "troops lost",
    }
    fates = frozenset({"removed", "banner_lost", "taken"})
    measures = frozenset({"hit_points"})

    def neighbours(self, scenario: Mapping[str, Any], facts: Any) -> Iterator[Change]:
        """A leader brings his banner; another troop comes with the hit points of its kind, the others keep theirs."""
        for change in super().neighbours(scenario, facts):
            side, _, name = change.path.partition(".")
            if name == "leader":
                yield replace(change, also={f"{side}.banner": None})
            elif name == "troops" and len(change.after) == TROOPS:
                points = points_after(change, scenario[side]["hit_points"], facts)
                yield replace(change, also={f"{side}.hit_points": points})
            else:
                yield change

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        troops = {f"{side}.troops": sum(kind != "dead" for kind in scenario[side]["troops"]) for side in SIDES}
        return troops | {f"{side}.hit_points": sum(scenario[side]["hit_points"]) for side in SIDES}

    def drawing(self, scenario: Mapping[str, Any]) -> Sequence[str]:
        return drawn(scenario)

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any,
        sought: Collection[str] = (),
    ) -> Choice | None:  # fmt: skip
        """When to attack: at once, or after so many turns under one other order, against the enemy's orders as stated;
        then how the plaque is led, where there are not too many ways to compare all.

        A leader with two dice has no choice of orders here: his second orders bind the first.
        """
        two_dice = bool(scenario[asks].get("second_orders"))
        if decided or two_dice:
            short = two_dice or scenario["order_limit"] <= MOST_LED_TURNS
            turning = "rotate" in [*scenario[asks]["orders"], *(scenario[asks].get("second_orders") or ())]
            led = [field for field in LED if field not in decided and (field != "rotation" or turning)]
            if not short or not led:
                return None
            return Choice(asks, led[0], {way: {f"{asks}.{led[0]}": way} for way in LED[led[0]]})
        turns = scenario["order_limit"]
        plans = {"attack at once": ["attack"]}
        for order in assembly.ORDERS:
            if order != "attack":
                plans |= {
                    f"{order}, attack from turn {turn + 1} on": [order] * turn + ["attack"] for turn in range(1, turns)
                }
                plans[f"{order} to the end"] = [order]
        return Choice(asks, "orders", {told: {f"{asks}.orders": orders} for told, orders in plans.items()})

    def policies(self, scenario: Mapping[str, Any], facts: Any) -> dict[str, str]:
        """Whom the troops of a side attack, where the enemy has more than one."""
        enemies = dict(zip(SIDES, reversed(SIDES), strict=True))
        several = [side for side in SIDES if sum(kind != "dead" for kind in scenario[enemies[side]]["troops"]) > 1]
        return {f"{side}.policy": scenario[side]["policy"] for side in several}

    def turn_by_turn(
        self, scenario: Mapping[str, Any], side: str, weights: Mapping[str, float], facts: BouvinesFacts
    ) -> TurnByTurn | str:
        fields = {name: part for name, part in scenario.items() if name not in ("game", "combat")}
        shaped = understand_clash(first_problem(Clash, fields, facts=facts), facts)
        return turn_by_turn(shaped, "coalition" if side == "coalition" else "france", weights, facts)

    def prepare(self, scenario: Any, facts: BouvinesFacts) -> tuple[Any, Problem, set[str]]:
        scenario = understand_clash(scenario, facts)
        model, places = assembly.clash_field(scenario, facts)
        troops = [(TROOPS + 1) * int(size) for size in model.field["most_points"][0]]
        endings = (1 + 2 * codes.TAKEN * scenario.order_limit) * troops[0] * troops[1]
        problem = make_problem(
            [*scenario.coalition.troops, *scenario.france.troops],
            model,
            kernels.opening(places, 0, 0),
            endings,
            ClashReading(model),
            tallies=tallies(),
            derive=lambda means: with_losses(scenario, means),
        )
        return scenario, problem, used_in(scenario, facts)


def points_after(change: Change, before: Sequence[int], facts: BouvinesFacts) -> list[int]:
    """Hit points of a plaque after a change of one of its troops."""
    full = {"dead": 0} | {kind: fact.value for kind, fact in facts.hit_points.items()}
    kinds = zip(change.before, change.after, before, strict=True)
    return [left if old == new else full[new] for old, new, left in kinds]


def used_in(scenario: Clash, facts: BouvinesFacts) -> set[str]:
    """The facts that a clash depends on, as far as they tell one troop or leader from another."""
    used = set()
    for name in SIDES:
        plaque = getattr(scenario, name)
        repairs = "repair" in plaque.orders or "repair" in (plaque.second_orders or ())
        for kind, points in zip(plaque.troops, plaque.hit_points, strict=True):
            if kind != "dead" and (repairs or points == facts.hit_points[kind].value):
                used.add(f"hit_points.{kind}")
        if plaque.leader is not None:
            used |= {f"leaders.{plaque.leader}", f"leader_bonuses.{plaque.leader}"}
    return used


CHARGE = SingleAttack("charge", Charge)
CONTACT = SingleAttack("contact", Contact)
SHOT = ShotCombat("shot", Shot)
CLASH = ClashCombat("clash", Clash)
