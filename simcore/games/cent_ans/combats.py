"""Pitched battle and siege: what is chosen before the dice, and the problem that a scenario becomes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any, ClassVar

import numpy as np

from simcore.contracts.combat import Choice, CompiledScenario, NoCombat, PolicyField, Prepared, SharingCombat
from simcore.contracts.optimal import optimal_cost, optimize, settle
from simcore.contracts.utility import Utility
from simcore.engine import cost
from simcore.engine.resolver import Problem
from simcore.engine.run import Sampling, run_trials, solve_problem
from simcore.engine.shared import Size
from simcore.errors import first_problem
from simcore.games.cent_ans.cards import candidates, cards_with, plays_in_battle, without_effect
from simcore.games.cent_ans.compile import assemble, begun, shared_model
from simcore.games.cent_ans.facts import CentAnsFacts
from simcore.games.cent_ans.facts import facts as load
from simcore.games.cent_ans.hosts import Course, Host
from simcore.games.cent_ans.policies import OPTIMAL, POLICIES
from simcore.games.cent_ans.scenarios import KINDS, SIDES, PitchedBattle, Siege, understand
from simcore.games.cent_ans.setup import Setup
from simcore.scenarios.neighbours import Change
from simcore.types import Array

CHOOSING_TRIALS = 1 << 16  # of each option: a choice is wrong by at most a point or two where it is close
EFFECTS = ("unless-doubled", "always", "never")  # of a leader who may turn DISPERSION into RETREAT; the first: default


class CentAnsCombat(SharingCombat):
    """Pitched battle or siege, ready for `evaluate` and the rest."""

    game = "cent-ans"
    leaves = "in a pitched battle a side decides where it has several kinds of units, or cards to choose from"
    fates = frozenset({"retreated"})
    flows = frozenset({"lost", "retreated", "routiers"})
    kinds = frozenset(KINDS)
    places = frozenset({"place"})
    words: ClassVar[Mapping[str, str]] = {
        "lost": "lost for good",
        "retreated": "got away by retreating",
        "routiers": "turned into Routiers",
    }

    def load_facts(self, override: Any) -> CentAnsFacts:
        return load(override)

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {f"{side}.{kind}": scenario[side][kind] for side in SIDES for kind in KINDS if kind in scenario[side]}

    def army(self, scenario: Mapping[str, Any], side: str, units: Mapping[str, int], what: str) -> dict[str, Any]:
        """Leaders and equipment stay with those who hold the field, techniques are played once."""
        policy_fields = ["policy", "shooting_policy", "leader_effects"]
        policy_fields += ["leaders", "equipment"] if what == "left" and any(units.values()) else []
        return {**units, **{field: scenario[side][field] for field in policy_fields if scenario[side].get(field)}}

    def telling(self, side: str, what: str) -> Mapping[str, Any]:
        return {f"{side}.retreated_by_kind": True} if what == "retreated" else {}

    def neighbours(self, scenario: Mapping[str, Any], facts: Any) -> Iterator[Change]:
        """`auto` is the best of the cards, and each of these is a neighbour by name."""
        for change in super().neighbours(scenario, facts):
            if isinstance(change.after, list) and "auto" in change.after:
                continue
            side, _, field = change.path.partition(".")
            if field == "leader_effects" and not self.turns(scenario[side], facts):
                continue
            if change.path == "battle_end" and self.name == "siege":  # of the battle that the defender may accept
                continue
            yield change

    def lay_out(self, scenario: PitchedBattle, facts: CentAnsFacts) -> LaidOut:
        scenario, camps = understand(scenario, facts)
        setup = Setup(scenario, camps, facts)
        armies = scenario.attacker, scenario.defender
        if any(army.equipment or army.techniques or OPTIMAL in (army.policy, army.leader_effects) for army in armies):
            return self.settled(setup)
        return LaidOut(self, setup, setup.course((None, None)))

    def settled(self, setup: Setup) -> LaidOut:
        """The scenario with what is settled before the dice: the attacker's card, the defender's, who takes refuge, if
        leaders turn DISPERSION into RETREAT."""
        hosts = [setup.host(side, None) for side in SIDES]
        cards = [candidates(host, self.name, setup.facts) for host in hosts]
        refuges = shelters(setup, hosts[1])
        effects = [effects_of(setup, host) for host in hosts]
        counts = (len(cards[0]), len(cards[1]), len(refuges), *map(len, effects))
        whose = (0, 1, 1, 0, 1)

        nothing: tuple[int, ...] = ()

        def turn(made: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]] | None:
            at = len(made)
            return None if at == len(counts) else (whose[at], [(*made, option) for option in range(counts[at])])

        def choose(made: tuple[int, ...], more: Mapping[str, Any] = {}) -> LaidOut:
            led = {side: dict(more) for side in SIDES}
            for at, side in enumerate(SIDES):
                if (effect := effects[at][made[3 + at]]) is not None:
                    led[side]["leader_effects"] = effect
            course = setup.with_armies(led).course((cards[0][made[0]], cards[1][made[1]]), refuges[made[2]])
            return LaidOut(self, setup, course)

        value = Value(self, setup.aim(), prod(counts))

        def worth(made: tuple[int, ...]) -> tuple[float, float]:
            worth = value.of(choose(made, value.untold).own_problem())
            return worth, -worth

        made = (0,) * len(counts) if max(counts) == 1 else settle(nothing, turn, worth).end
        played = {side: card for at, side in enumerate(SIDES) if (card := cards[at][made[at]])}
        turned = {side: effects[at][made[3 + at]] for at, side in enumerate(SIDES) if len(effects[at]) > 1}
        idle = {
            side: held
            for side, host in zip(SIDES, hosts, strict=True)
            if (held := without_effect(host, self.name, setup.facts))
        }
        told = {"elite_card": played, "leader_effects": turned, "without_effect": idle, **value.notes}
        notes = {name: what for name, what in told.items() if what}
        return replace(choose(made), notes=notes)

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any,
        sought: Collection[str] = (),
    ) -> Choice | None:  # fmt: skip
        """Refuge or battle, siege or not (11.5), then the cards (11.3.1), the attacker's first."""
        siege = self.name == "siege"
        if siege and "refuge" not in decided:
            techniques = {
                f"{side}.techniques": [
                    name for name in scenario[side]["techniques"] if plays_in_battle(name, side, facts)
                ]
                for side in SIDES
            }
            return Choice(
                "defender",
                "refuge",
                {"shelters": {}, "fights": {"combat": "pitched-battle", "place": None, **techniques}},
            )
        if siege and "siege" not in decided:
            whole = {f"{side}.{kind}": float(scenario[side][kind]) for side in SIDES for kind in KINDS}
            return Choice("attacker", "siege", {"besieges": {}, "moves on": NoCombat({"win.defender": 1.0, **whole})})
        shaped = first_problem(
            self.shape, {k: v for k, v in scenario.items() if k not in ("game", "combat")}, facts=facts
        )
        setup = Setup(*understand(shaped, facts), facts)  # type: ignore[arg-type]
        for side in SIDES:
            names = candidates(setup.host(side, None), self.name, facts)
            if f"{side}'s card" not in decided and len(names) > 1:
                held = {name: cards_with(scenario[side], name, facts) for name in names if name is not None}
                return Choice(side, f"{side}'s card", {
                    name: {f"{side}.{field}": cards for field, cards in both.items()} for name, both in held.items()
                })  # fmt: skip
        return None

    def policy_fields(self, scenario: Mapping[str, Any], facts: Any) -> list[PolicyField]:
        """Who takes a LOSS, whom the Longbow picks, whether a leader turns DISPERSION into RETREAT."""
        told = []
        for side in SIDES:
            army = scenario[side]
            kinds: dict[str, int] = {kind: army[kind] for kind in KINDS if army[kind]}
            if len(kinds) > 1:
                told.append(PolicyField(side, f"{side}.policy", tuple(POLICIES), army["policy"], OPTIMAL, kinds))
        for side, other in (SIDES, SIDES[::-1]):
            shot = sum(bool(scenario[other][kind]) for kind in KINDS)
            chooses = [
                n
                for n in scenario[side]["equipment"]
                if n in facts.elite_cards and facts.elite_cards[n].value.shooter_chooses
            ]
            if self.name == "pitched-battle" and chooses and scenario[side]["elite"] and shot > 1:
                army = scenario[side]
                told.append(
                    PolicyField(side, f"{side}.shooting_policy", tuple(POLICIES), army["shooting_policy"], OPTIMAL)
                )
        for side in SIDES if self.name == "pitched-battle" else ():
            army = scenario[side]
            if self.turns(army, facts):
                stated = army.get("leader_effects") or (OPTIMAL if army["policy"] == OPTIMAL else EFFECTS[0])
                told.append(PolicyField(side, f"{side}.leader_effects", EFFECTS, stated, OPTIMAL))
        return told

    @staticmethod
    def turns(army: Mapping[str, Any], facts: CentAnsFacts) -> bool:
        """Does a leader lead who may turn DISPERSION into RETREAT results?"""
        return any(facts.leaders[name].value.dispersion_to_retreat != "none" for name in army["leaders"])


class Value:
    """What the options of choices before the dice are worth to the attacker, `options` of them in all.

    Exact where all together cost no more than is allowed, else by trials, each option with the same ones: then `notes`
    say so.
    """

    def __init__(self, combat: CentAnsCombat, aim: Utility, options: int) -> None:
        self.combat, self.aim, self.options = combat, aim, options
        self.notes: dict[str, Any] = {}
        told = any(name.endswith("_retreated") for name in aim.weights)
        # Who of an army got away multiplies what there is to look at, and changes nothing that is not weighed.
        self.untold: Mapping[str, Any] = {} if told else {"retreated_by_kind": False}

    def of(self, problem: Problem) -> float:
        """What this option is worth."""
        cost.pay(cost.Cost(cost.OPTION, 0.0))
        worth = self.aim.priced(self.combat, problem)
        if optimal_cost(problem).times(self.options).within(cost.allowed()):
            solution = solve_problem(problem)
            return worth.of(solution.ends, solution.rolls)
        self.notes = {"chosen_by": {"trials": CHOOSING_TRIALS, "seed": 0}}
        tally = run_trials(Sampling(problem, "direct"), 0, CHOOSING_TRIALS)
        cost.pay(cost.Cost(cost.ROLL * float(tally.rolls.sum()), 0.0))
        return worth.of(tally.ends[:-1] / tally.trials, tally.rolls / tally.trials)


@dataclass(frozen=True)
class LaidOut(CompiledScenario):
    """A battle or siege down to its rolls, what is chosen before them settled."""

    combat: CentAnsCombat
    setup: Setup
    course: Course
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> Hashable | None:
        return self.course.kind()

    @property
    def size(self) -> Size:
        return self.course.size

    def largest(self, size: Size) -> Problem | None:
        return shared_model(self.course, size)

    def own_problem(self) -> Problem:
        """With a model of its own, and every free choice between dice made."""
        problem = assemble(self.course)
        return optimize(self.combat, problem, self.setup.aim()).problem if problem.decisions else problem

    def prepared(self, shared: Problem | None) -> Prepared:
        problem = self.own_problem() if shared is None else begun(shared, self.course)
        notes = {**self.notes, **problem.notes}
        return self.setup.scenario, replace(problem, notes=notes) if self.notes else problem, self.setup.used


def shelters(setup: Setup, host: Host) -> list[Array | None]:
    """Who can take refuge, where the defender chooses that freely; [None]: it is settled by a policy, or all can."""
    if not isinstance(setup.scenario, Siege) or host.army.policy != OPTIMAL:
        return [None]
    room = setup.fact("places", setup.scenario.place).shelter
    if host.units.sum() <= room:
        return [None]
    counts = product(*(range(int(count) + 1) for count in host.units))
    return [np.array(kept) for kept in counts if sum(kept) == room]


def effects_of(setup: Setup, host: Host) -> list[str | None]:
    """What a leader may do with DISPERSION results, where his side chooses that freely and it can matter; [None]: it is
    as stated.

    Turned or not, the unit is gone: only who got away hangs on it, except where the enemy doubles RETREAT results.
    """
    army = host.army
    free = army.leader_effects == OPTIMAL or (army.leader_effects is None and army.policy == OPTIMAL)
    if isinstance(setup.scenario, Siege) or not free or host.turns == "none":
        return [None]
    enemy = SIDES[1 - SIDES.index(host.side)]
    if any(card.enemy_first_roll_retreat_factor > 1 for card in setup.top_cards(enemy)):
        return [*EFFECTS]
    gone = (f"{host.side}.lost", f"{host.side}.retreated", *(f"{host.side}.{kind}_retreated" for kind in host.kinds))
    return ["always", "never"] if setup.aim().weights.keys() & set(gone) else [None]


PITCHED_BATTLE = CentAnsCombat("pitched-battle", PitchedBattle)
SIEGE = CentAnsCombat("siege", Siege)
