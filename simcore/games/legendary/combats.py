"""From a scenario to a `Problem`: the rolls of an attack in their order, and what its endings mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from simcore.combat import Combat
from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver, Step
from simcore.games.legendary import kernels
from simcore.games.legendary.facts import LegendaryFacts
from simcore.games.legendary.facts import facts as load
from simcore.games.legendary.kernels import Assigning
from simcore.games.legendary.outcomes import UNTOUCHED, Ranks, Reading, with_sums
from simcore.games.legendary.policies import POLICIES
from simcore.games.legendary.retelling import Retelling, march
from simcore.games.legendary.rolls import DISRUPTS, KILLS, OUT_OF_REACH, SHIELDS, Areas, Figures
from simcore.games.legendary.scenarios import SIDES, ForcedMarch, Melee, Shooting, understand, understand_march

Array = np.ndarray[Any, np.dtype[Any]]
RESOLVER = Resolver(
    "legendary",
    look=kernels.look,
    advance=kernels.advance,
    ending=kernels.ending,
    pack=kernels.pack,
    unpack=kernels.unpack,
)
NO_LIMIT = 1 << 20  # room for Pushes that no area can use up


def distribution(total: Array) -> tuple[Array, Array]:
    """What can come up, int64[n, 4] in rising order, and its chance."""
    where = np.nonzero(total)
    chance = total[where]
    return np.stack(where, axis=1), chance / chance.sum()


def attack_problem(scenario: Melee, figures: Figures) -> Problem:
    """All rolls of one attack."""
    areas = Areas(scenario, figures)
    defenders, attackers = Ranks(areas, "defenders"), Ranks(areas, "attackers")
    attack, attack_chance = distribution(areas.attack())
    defence, defence_chance = distribution(areas.defence())

    # Results of one guard stand together: they come in rising order, and the guard is what they begin with.
    begins = np.ones(len(defence), np.bool_)
    begins[1:] = (defence[1:, : SHIELDS + 1] != defence[:-1, : SHIELDS + 1]).any(axis=1)
    guard_of, guards = np.cumsum(begins) - 1, defence[begins]
    guard_chance = np.bincount(guard_of, weights=defence_chance)
    retaliates = bool(defence[:, SHIELDS + 1 :].any())
    back = np.zeros((len(defence) if retaliates else 0, 4), np.int64)
    back[:, [KILLS, DISRUPTS]] = defence[: len(back), SHIELDS + 1 :]
    back_chance = (defence_chance / guard_chance[guard_of])[: len(back)]

    saves = tough_chance(areas, figures, retaliates)
    sizes = [guard_chance.size, attack_chance.size, 2]
    sizes += np.bincount(guard_of).tolist() if retaliates else []
    first = np.concatenate([[0], np.cumsum(sizes)])
    probability = np.concatenate([guard_chance, attack_chance, [saves, 1.0 - saves], back_chance])
    results = np.concatenate([np.zeros((guard_chance.size, 4), np.int64), attack, np.zeros((2, 4), np.int64), back])

    room, blocked = push_room(scenario, areas, figures)
    aims = any("targeting" in card.skills for _, card in areas.fighters)
    assigning = Assigning(
        policy=POLICIES[scenario.targeting_policy if aims else scenario.defenders_policy],
        guarded=int(aims and scenario.bodyguard),
        slayer=slayer_wounds(areas, figures),
        room=room,
        blocked_disrupts=int(blocked == "disrupt"),
    )
    suffering = Assigning(POLICIES[scenario.attackers_policy], 0, 1, NO_LIMIT, 0)
    reaches = 1 + int(guards[:, OUT_OF_REACH].max())
    theirs = defenders.fates(assigning, attack.max(axis=0).tolist(), int(attack.sum(axis=1).max()), reaches)
    if retaliates:
        ours = attackers.fates(suffering, back.max(axis=0).tolist(), int(back.sum(axis=1).max()), 1)
    else:
        ours = attackers.untold()
    model = kernels.Attack(
        rows=pack(first, probability),
        results=results,
        out_of_reach=guards[:, OUT_OF_REACH].copy(),
        shields=guards[:, SHIELDS].copy(),
        defenders=theirs,
        attackers=ours,
        attacked=1,
        retaliates=int(retaliates),
        guards=guard_chance.size,
        guards_kept=guard_chance.size if retaliates else 1,
    )
    reading = Reading(defenders, attackers)
    return problem(model, reading, Retelling(model, reading))


def tough_chance(areas: Areas, figures: Figures, retaliates: bool) -> float:
    """Chance that a Tough character survives; 1 where there is none to roll for."""
    sides = [areas.defenders, areas.attackers] if retaliates else [areas.defenders]
    if not any("tough" in card.skills for side in sides for _, card in side):
        return 1.0
    survives, of = figures("skills", "tough").chance
    return float(survives / of)


def slayer_wounds(areas: Areas, figures: Figures) -> int:
    """Wounds that a Slayer's Kill takes from a character."""
    if not any("slayer" in card.skills for _, card in areas.fighters):
        return 1
    return int(figures("skills", "slayer").wounds)


def push_room(scenario: Melee, areas: Areas, figures: Figures) -> tuple[int, str]:
    """Room for Pushes, and what one without room is."""
    units = sum(entry.count for entry, _ in areas.defenders)
    if scenario.push_room is None or scenario.push_room >= units:
        return NO_LIMIT, "nothing"
    return scenario.push_room, scenario.blocked_push or figures("readings", "blocked_push")


def problem(model: kernels.Attack, columns: Any, retell: Callable[[Sequence[Step]], list[str]]) -> Problem:
    """The states, moves and endings of a model."""
    theirs, ours = model.defenders, model.attackers
    defence, attack, tough, *back = np.diff(model.rows.first).tolist() if model.attacked else [model.guards, 0, 0]
    struck = (theirs.forks + theirs.fates) * model.guards_kept
    answered = theirs.fates * (ours.forks + ours.fates) if model.retaliates else 0
    moves = defence + model.guards * attack + theirs.fates * sum(back)
    moves += tough * (theirs.forks * model.guards_kept + theirs.fates * ours.forks)
    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        states=1 + model.guards + (struck + answered if model.attacked else 0),
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
    one, none = faces[kernels.PUSH], faces[kernels.DISRUPT]
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
    words: ClassVar[Mapping[str, str]] = {
        "left": "left in all",
        "killed": "killed in all",
        "disrupted": "disrupted in all",
        "captured": "captured in all",
        "pushed": "pushed in all",
        "wounds": "wounds in all",
    }
    fates = frozenset({"killed", "disrupted", "captured", "pushed", "wounds"})

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {
            f"{side.removesuffix('s')}.{entry.get('unit') or entry['character']}": entry["count"]
            for side in SIDES
            for entry in scenario.get(side, ())
        }

    def load_facts(self, override: Any) -> LegendaryFacts:
        return load(override)

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        understand(scenario, facts)
        figures = Figures(facts)
        made = attack_problem(scenario, figures)
        return scenario, made, figures.used


class MarchCombat(AttackCombat):
    """A forced march: one roll, three events."""

    winners: ClassVar[tuple[str, ...]] = ("cannot-move", "one-area", "two-areas")
    words: ClassVar[Mapping[str, str]] = {"areas": "areas marched"}

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        understand_march(scenario, facts)
        figures = Figures(facts)
        made = march_problem(figures)
        return scenario, made, figures.used


MELEE = AttackCombat("melee", Melee)
SHOOTING = AttackCombat("shooting", Shooting)
FORCED_MARCH = MarchCombat("forced-march", ForcedMarch)
