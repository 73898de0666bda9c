"""Pitched battle and siege: what is chosen before the dice, and the problem that a scenario becomes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, ClassVar

import numpy as np

from simcore.combat import Choice, Forgone, Layout, Manner, Prepared, SharingCombat
from simcore.engine.resolver import Problem
from simcore.engine.run import solve_problem
from simcore.engine.shared import Size
from simcore.errors import first_problem
from simcore.games.cent_ans.assembly import assemble, begun, shared_model
from simcore.games.cent_ans.cards import candidates, cards_with, plays_in_battle, without_effect
from simcore.games.cent_ans.facts import CentAnsFacts
from simcore.games.cent_ans.facts import facts as load
from simcore.games.cent_ans.hosts import Course, Host
from simcore.games.cent_ans.policies import OPTIMAL, POLICIES
from simcore.games.cent_ans.scenarios import KINDS, SIDES, PitchedBattle, Siege, understand
from simcore.games.cent_ans.setup import Setup
from simcore.neighbours import Change
from simcore.optimum import optimize, settle

Array = np.ndarray[Any, np.dtype[Any]]


class CentAnsCombat(SharingCombat):
    """Pitched battle or siege, ready for `evaluate` and the rest."""

    game = "cent-ans"
    leaves = "in a pitched battle a side decides where it has several kinds of units, or cards to choose from"
    fates = frozenset({"retreated"})
    flows = frozenset({"lost", "retreated", "routiers"})
    kinds = frozenset(KINDS)
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
        manners = ["policy", "shooting_policy"]
        manners += ["leaders", "equipment"] if what == "left" and any(units.values()) else []
        return {**units, **{field: scenario[side][field] for field in manners if scenario[side].get(field)}}

    def telling(self, side: str, what: str) -> Mapping[str, Any]:
        return {f"{side}.retreated_by_kind": True} if what == "retreated" else {}

    def neighbours(self, scenario: Mapping[str, Any], facts: Any) -> Iterator[Change]:
        """`auto` is the best of the cards, and each of these is a neighbour by name."""
        for change in super().neighbours(scenario, facts):
            if not (isinstance(change.after, list) and "auto" in change.after):
                yield change

    def lay_out(self, scenario: PitchedBattle, facts: CentAnsFacts) -> LaidOut:
        scenario, camps = understand(scenario, facts)
        setup = Setup(scenario, camps, facts)
        armies = scenario.attacker, scenario.defender
        if any(army.equipment or army.techniques or army.policy == OPTIMAL for army in armies):
            return self.settled(setup)
        return LaidOut(self, setup, setup.course((None, None)))

    def settled(self, setup: Setup) -> LaidOut:
        """The scenario with what is chosen before the dice: the attacker's card, the defender's, who takes refuge."""
        hosts = [setup.host(side, None) for side in SIDES]
        cards = [candidates(host, self.name, setup.facts) for host in hosts]
        refuges = shelters(setup, hosts[1])
        counts = (len(cards[0]), len(cards[1]), len(refuges))

        nothing: tuple[int, ...] = ()

        def turn(made: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]] | None:
            at = len(made)
            return None if at == 3 else (min(at, 1), [(*made, option) for option in range(counts[at])])

        def choose(made: tuple[int, ...]) -> LaidOut:
            return LaidOut(self, setup, setup.course((cards[0][made[0]], cards[1][made[1]]), refuges[made[2]]))

        def worth(made: tuple[int, ...]) -> tuple[float, float]:
            problem = choose(made).own_problem()
            solution = solve_problem(problem)
            value = setup.aim().priced(self, problem).of(solution.ends, solution.rolls)
            return value, -value

        made = (0, 0, 0) if max(counts) == 1 else settle(nothing, turn, worth).end
        effects = {side: card for side, card in zip(SIDES, (cards[at][made[at]] for at in (0, 1)), strict=True) if card}
        idle = {
            side: held
            for side, host in zip(SIDES, hosts, strict=True)
            if (held := without_effect(host, self.name, setup.facts))
        }
        notes = {name: told for name, told in (("elite_card", effects), ("without_effect", idle)) if told}
        return replace(choose(made), notes=notes)

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any
    ) -> Choice | None:
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
            return Choice("attacker", "siege", {"besieges": {}, "moves on": Forgone({"win.defender": 1.0, **whole})})
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

    def manners(self, scenario: Mapping[str, Any], facts: Any) -> list[Manner]:
        """Who takes a LOSS, and whom the Longbow picks."""
        told = []
        for side in SIDES:
            army = scenario[side]
            kinds: dict[str, int] = {kind: army[kind] for kind in KINDS if army[kind]}
            if len(kinds) > 1:
                told.append(Manner(side, f"{side}.policy", tuple(POLICIES), army["policy"], OPTIMAL, kinds))
        for side, other in (SIDES, SIDES[::-1]):
            shot = sum(bool(scenario[other][kind]) for kind in KINDS)
            chooses = [
                n
                for n in scenario[side]["equipment"]
                if n in facts.elite_cards and facts.elite_cards[n].value.shooter_chooses
            ]
            if self.name == "pitched-battle" and chooses and scenario[side]["elite"] and shot > 1:
                army = scenario[side]
                told.append(Manner(side, f"{side}.shooting_policy", tuple(POLICIES), army["shooting_policy"], OPTIMAL))
        return told


@dataclass(frozen=True)
class LaidOut(Layout):
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


PITCHED_BATTLE = CentAnsCombat("pitched-battle", PitchedBattle)
SIEGE = CentAnsCombat("siege", Siege)
