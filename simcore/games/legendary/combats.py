"""From a scenario to a `Problem`: the rolls of an attack in their order, and what its endings mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from simcore.combat import Combat, Manner, Situation, V
from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver, Step
from simcore.engine.run import solve_problem
from simcore.errors import first_problem
from simcore.games.legendary import choices, dice, kernels
from simcore.games.legendary.assigning import Assigning
from simcore.games.legendary.facts import LegendaryFacts
from simcore.games.legendary.facts import facts as load
from simcore.games.legendary.kernels import ATTACKER, DEFENDER, Fates
from simcore.games.legendary.outcomes import UNTOUCHED, Ranks, Reading, with_sums
from simcore.games.legendary.policies import OPTIMAL, POLICIES
from simcore.games.legendary.retelling import Retelling, march
from simcore.games.legendary.rolls import Areas, Figures
from simcore.games.legendary.scenarios import SIDES, ForcedMarch, Melee, Shooting, understand
from simcore.games.legendary.situations import situations
from simcore.games.legendary.standing import DECISIONS, MANNERS, could_matter, settled_best
from simcore.games.legendary.throws import Attack, Defence
from simcore.games.legendary.without_effect import without_effect
from simcore.neighbours import Change
from simcore.optimum import aim, optimize

Array = np.ndarray[Any, np.dtype[Any]]
RESOLVER = Resolver.of("legendary", kernels, choices)
NO_LIMIT = 1 << 20  # room for Pushes that no area can use up


def attack_problem(scenario: Melee, figures: Figures) -> Problem:
    """All rolls of one attack."""
    areas = Areas(scenario, figures)
    defenders, attackers = Ranks(areas, "defenders"), Ranks(areas, "attackers")
    attack, defence, how = areas.attack(), areas.defence(), assigning(areas)
    theirs = defenders.fates(how, attack, defence.reaches)
    ours = attackers.fates(suffering(areas), defence.back, 1) if defence.retaliates else UNTOUCHED
    model = attack_model(attack, defence, theirs, ours, tough_chance(areas, defence.retaliates))
    if scenario.ruthless_policy == OPTIMAL and areas.ruthless():
        model = turning(model, areas)
    reading = Reading(defenders, attackers)
    return problem(model, reading, Retelling(model, reading, how))


def attack_model(attack: Attack, defence: Defence, theirs: Fates, ours: Fates, saves: float) -> kernels.Attack:
    """The throws of an attack and what they do to both sides; `saves`: chance that a Tough character survives."""
    guards, back = defence.chance.size, defence.back
    no_results = np.zeros((guards, 4), np.int64), np.zeros((2, 4), np.int64)  # of the defence, of a Tough character
    return kernels.Attack(
        rows=pack(
            np.cumsum([0, guards, attack.chance.size, 2, *defence.backs]),
            np.concatenate([defence.chance, attack.chance, [saves, 1.0 - saves], back.chance]),
        ),
        results=np.concatenate([no_results[0], attack.results, no_results[1], back.results]),
        out_of_reach=defence.out_of_reach,
        shields=defence.shields,
        defenders=theirs,
        attackers=ours,
        attacked=1,
        retaliates=int(defence.retaliates),
        guards=guards,
        guards_kept=guards if defence.retaliates else 1,
    )


def turning(model: kernels.Attack, areas: Areas) -> kernels.Attack:
    """The same where the attackers choose by what is rolled how many Disrupts they turn: a roll of one face more."""
    rows = model.rows
    chance = np.append(rows.probability, 1.0)
    return model._replace(
        rows=pack(np.append(rows.first, chance.size), chance), ruthless=areas.ruthless(), cancels=areas.cancels()
    )


def assigning(areas: Areas) -> Assigning:
    """How the results of the attack are assigned."""
    scenario = areas.scenario
    room, blocked = push_room(areas)
    aims = areas.aims
    return Assigning(
        policy=POLICIES[scenario.targeting_policy if aims else scenario.defenders_policy],
        guarded=int(aims and scenario.bodyguard and scenario.bodyguard_policy != "never"),
        slayer=slayer_wounds(areas),
        room=room,
        blocked_disrupts=int(blocked == "disrupt"),
        assigner=ATTACKER if aims else DEFENDER,
    )


def suffering(areas: Areas) -> Assigning:
    """How Retaliation is assigned."""
    return Assigning(POLICIES[areas.scenario.attackers_policy], 0, 1, NO_LIMIT, 0, ATTACKER)


def tough_chance(areas: Areas, retaliates: bool) -> float:
    """Chance that a Tough character survives; 1 where there is none to roll for."""
    sides = [areas.defenders, areas.attackers] if retaliates else [areas.defenders]
    if not any("tough" in card.skills for side in sides for _, card in side):
        return 1.0
    survives, of = areas.figures("skills", "tough").chance
    return float(survives / of)


def slayer_wounds(areas: Areas) -> int:
    """Wounds that a Slayer's Kill takes from a character."""
    if not any("slayer" in card.skills for _, card in areas.fighters):
        return 1
    return int(areas.figures("skills", "slayer").wounds)


def push_room(areas: Areas) -> tuple[int, str]:
    """Room for Pushes, and what one without room is."""
    scenario, units = areas.scenario, sum(entry.count for entry, _ in areas.defenders)
    if scenario.push_room is None or scenario.push_room >= units:
        return NO_LIMIT, "nothing"
    return scenario.push_room, scenario.blocked_push or areas.figures("readings", "blocked_push")


def problem(
    model: kernels.Attack,
    columns: Callable[[Array], Mapping[str, Array]],
    retell: Callable[[Sequence[Step]], list[str]] | None = None,
) -> Problem:
    """The states, moves and endings of a model."""
    theirs, ours = model.defenders, model.attackers
    defence, attack, tough, *back = np.diff(model.rows.first).tolist() if model.attacked else [model.guards, 0, 0]
    struck = (theirs.forks + theirs.fates) * model.guards_kept
    turned = theirs.sets * model.guards_kept if model.ruthless else 0
    answered = theirs.fates * (ours.forks + ours.fates) if model.retaliates else 0
    moves = defence + model.guards * attack + theirs.fates * sum(back) + turned
    moves += tough * (theirs.forks * model.guards_kept + theirs.fates * ours.forks)
    decisions = theirs.node.size * model.guards_kept + ours.node.size * theirs.fates
    decisions += model.guards * attack if model.ruthless else 0
    free = theirs.chooser or ours.chooser or model.ruthless
    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        decisions=decisions if free else 0,
        states=1 + model.guards + (turned + struck + answered if model.attacked else 0),
        phases=1,
        endings=theirs.fates * ours.fates if model.attacked else model.guards,
        columns=columns,
        derive=with_sums,
        purposes=np.minimum(np.arange(model.rows.first.size - 1), kernels.FIRST_RETALIATION_ROW),
        most_moves=moves,
        retell=retell,
    )


def march_problem(figures: Figures) -> Problem:
    """One die: which areas are reached (Forced March)."""
    [faces] = figures.faces(figures("optional_rules", "forced-march").dice)
    one, none = faces[dice.PUSH], faces[dice.DISRUPT]
    chance = np.array([none, one, 1.0 - none - one])
    model = kernels.Attack(
        rows=pack(np.array([0, 3]), chance),
        results=np.zeros((3, 4), np.int64),
        out_of_reach=np.zeros(3, np.int64),
        shields=np.zeros(3, np.int64),
        defenders=UNTOUCHED,
        attackers=UNTOUCHED,
        attacked=0,
        retaliates=0,
        guards=3,
        guards_kept=1,
    )
    return problem(model, lambda endings: {"winner": endings, "areas": endings}, march)


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
        settled, chosen = settled_best(scenario, facts, lambda tried: self.worth(tried, facts))
        made = attack_problem(settled, figures)
        if made.decisions:
            made = optimize(self, made, aim(self.players, scenario.utility)).problem
        idle = without_effect(scenario, settled, facts)
        notes = {**made.notes, **({"settled": chosen} if chosen else {}), **({"without_effect": idle} if idle else {})}
        return scenario, replace(made, notes=notes), figures.used

    def worth(self, scenario: Melee, facts: LegendaryFacts) -> float:
        """What an attack is worth for what its policies `optimal` seek."""
        made, sought = attack_problem(scenario, Figures(facts)), aim(self.players, scenario.utility)
        if made.decisions:
            return optimize(self, made, sought).value
        solved = solve_problem(made)
        return sought.priced(self, made).of(solved.ends, solved.rolls)

    def manners(self, scenario: Mapping[str, Any], facts: Any) -> list[Manner]:
        """Those of which something depends: who assigns what to several kinds, and then how a skill is used."""
        fields = {name: part for name, part in scenario.items() if name not in ("game", "combat")}
        areas = Areas(first_problem(self.shape, fields), Figures(facts))  # type: ignore[arg-type]
        used = could_matter(areas)
        return [
            Manner(decision.side, field, decision.named, scenario[field], OPTIMAL)
            for field, decision in sorted(DECISIONS.items(), key=lambda one: one[1].named != MANNERS)
            if used[field]
        ]

    def situations(self, problem: Problem) -> list[Situation]:
        """Which results fall on which units."""
        return situations(problem) if problem.decisions else []


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

    def manners(self, scenario: Mapping[str, Any], facts: Any) -> list[Manner]:
        return []

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        figures = Figures(facts)
        made = march_problem(figures)
        return scenario, made, figures.used


MELEE = AttackCombat("melee", Melee)
SHOOTING = ShootingCombat("shooting", Shooting)
FORCED_MARCH = MarchCombat("forced-march", ForcedMarch)
