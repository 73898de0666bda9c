"""The combats of Legendary Battles, ready for `evaluate` and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, ClassVar

from simcore.contracts.combat import Combat, PolicyField, Situation, V
from simcore.contracts.optimal import aim, optimal_cost, optimize
from simcore.engine import cost
from simcore.engine.resolver import Problem
from simcore.engine.run import pass_cost, solve_problem
from simcore.errors import first_problem
from simcore.games.legendary import open_dice
from simcore.games.legendary.best_play import situations
from simcore.games.legendary.facts import LegendaryFacts
from simcore.games.legendary.facts import facts as load
from simcore.games.legendary.open_narration import table_of
from simcore.games.legendary.policies import OPTIMAL
from simcore.games.legendary.problems import attack_problem, march_problem
from simcore.games.legendary.rolls import Areas, Figures
from simcore.games.legendary.scenarios import SIDES, ForcedMarch, Melee, Shooting, understand
from simcore.games.legendary.standing import DECISIONS, MANNERS, STANDING, could_matter, settled_best
from simcore.games.legendary.without_effect import without_effect
from simcore.scenarios.neighbours import Change


class AttackCombat(Combat):
    """Melee or shooting, ready for `evaluate` and the rest."""

    game = "legendary"
    leaves = "a side decides where results fall on an area of several kinds, or how a skill is used"
    words: ClassVar[Mapping[str, str]] = {
        "left": "left in all",
        "killed": "killed in all",
        "disrupted": "disrupted in all",
        "captured": "captured in all",
        "pushed": "pushed in all",
        "wounds": "wounds in all",
    }
    fates = frozenset({"killed", "disrupted", "captured", "pushed", "wounds"})
    measures = frozenset({"wounds"})
    losses = "killed"
    # Gone for good; to be bought back; a part of a character; in the infirmary. Who is pushed away is back soonest.
    grades = (("killed", -1), ("captured", -1), ("wounds", -1), ("disrupted", -1))
    places = frozenset({"terrain"})
    flows = frozenset({"killed", "disrupted", "captured", "pushed"})

    def side_of(self, field: str) -> str | None:
        return field.removesuffix("s") if field in SIDES else None

    def units(self, columns: Mapping[str, V], side: str, what: str) -> dict[str, V]:
        """Wounds go with a character."""
        units = super().units(columns, side, what)
        wounds = super().units(columns, side, "wounds")
        return units | {f"{kind}_wounds": suffered for kind, suffered in wounds.items() if kind in units}

    def army(self, scenario: Mapping[str, Any], side: str, units: Mapping[str, int], what: str) -> list[dict[str, Any]]:
        entries = []
        for entry in scenario[f"{side}s"]:
            name = entry.get("unit") or entry["character"]
            if units.get(name) and "unit" in entry:
                entries.append({"unit": name, "count": units[name]})
            elif units.get(name):
                entries.append({"character": name, "wounds": units.get(f"{name}_wounds", entry["wounds"])})
        return entries

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {
            f"{side.removesuffix('s')}.{entry.get('unit') or entry['character']}": entry["count"]
            for side in SIDES
            for entry in scenario.get(side, ())
        }

    def neighbours(self, scenario: Mapping[str, Any], facts: LegendaryFacts) -> Iterator[Change]:
        """One unit of every kind, or a character, joins an area; the schema knows only of the entries there are."""
        yield from super().neighbours(scenario, facts)
        for side in SIDES:
            area = scenario.get(side, [])
            there = {entry.get("unit") or entry["character"] for entry in area}
            for kind, names in (("unit", facts.troops), ("character", facts.characters)):
                for name in names if area else ():
                    if name not in there:
                        what = f"{side}: with {name}"
                        yield Change(side, area, [*area, {kind: name}], what, what)

    def load_facts(self, override: Any) -> LegendaryFacts:
        return load(override)

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        understand(scenario, facts)
        figures = Figures(facts)
        spent: list[cost.Cost] = []
        settled, chosen = settled_best(scenario, facts, lambda tried: self.worth(tried, facts, spent))
        made = attack_problem(settled, figures)
        if made.decisions:
            made = optimize(self, made, aim(self.players, scenario.utility)).problem
        idle = without_effect(scenario, settled, facts)
        notes = {**made.notes, **({"settled": chosen} if chosen else {}), **({"without_effect": idle} if idle else {})}
        return scenario, replace(made, notes=notes), figures.used

    def worth(self, scenario: Melee, facts: LegendaryFacts, spent: list[cost.Cost]) -> float:
        """What an attack is worth for what its policies `optimal` seek; `spent`: on those before it."""
        made, sought = attack_problem(scenario, Figures(facts)), aim(self.players, scenario.utility)
        spent.append(optimal_cost(made) if made.decisions else pass_cost(made))
        cost.check(
            "optimal", reduce(cost.Cost.and_then, spent), "name some of the policies; simcore odds --exact insists"
        )
        if made.decisions:
            return optimize(self, made, sought).value
        solved = solve_problem(made)
        return sought.priced(self, made).of(solved.ends, solved.rolls)

    def policy_fields(self, scenario: Mapping[str, Any], facts: Any) -> list[PolicyField]:
        """Those of which something depends: who assigns what to several kinds, and then how a skill is used."""
        fields = {name: part for name, part in scenario.items() if name not in ("game", "combat")}
        areas = Areas(first_problem(self.shape, fields), Figures(facts))  # type: ignore[arg-type]
        used = could_matter(areas)
        between = [field for field in open_dice.BETWEEN_DICE if used[field]]
        dear = [] if open_dice.fits(areas, between) else between
        return [
            PolicyField(decision.side, field, decision.named, scenario[field], STANDING if field in dear else OPTIMAL)
            for field, decision in sorted(DECISIONS.items(), key=lambda one: one[1].named != MANNERS)
            if used[field]
        ]

    def situations(self, problem: Problem) -> list[Situation]:
        """Which results fall on which units."""
        return situations(table_of(problem)) if problem.decisions else []


class ShootingCombat(AttackCombat):
    """Nobody answers shooting, so its winners are other events than those of a melee."""

    words: ClassVar[Mapping[str, str]] = {
        **AttackCombat.words,
        "winner.attacker": "area cleared",
        "winner.defender": "nobody lost or moved",
        "winner.none": "some lost or moved",
    }


class MarchCombat(AttackCombat):
    """A forced march: one roll, three events."""

    leaves = "a forced march is one roll"
    winners: ClassVar[tuple[str, ...]] = ("cannot-move", "one-area", "two-areas")
    words: ClassVar[Mapping[str, str]] = {"areas": "areas marched"}
    players: ClassVar[Mapping[str, str]] = {"marcher": "win.two-areas"}

    def policy_fields(self, scenario: Mapping[str, Any], facts: Any) -> list[PolicyField]:
        return []

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        figures = Figures(facts)
        made = march_problem(figures)
        return scenario, made, figures.used


MELEE = AttackCombat("melee", Melee)
SHOOTING = ShootingCombat("shooting", Shooting)
FORCED_MARCH = MarchCombat("forced-march", ForcedMarch)
