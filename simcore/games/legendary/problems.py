"""From a scenario to a `Problem`: the rolls of an attack in their order, and what its endings mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver, Step
from simcore.games.legendary import choices, dice, kernels, open_dice, reroll_kernels
from simcore.games.legendary.assigning import LIKE, NEVER, SURVIVES, Assigning
from simcore.games.legendary.kernels import ATTACKER, DEFENDER, Fates
from simcore.games.legendary.narration import Retelling, march
from simcore.games.legendary.open_narration import OpenRetelling
from simcore.games.legendary.outcomes import UNTOUCHED, OutcomeDecoder, Ranks, with_sums
from simcore.games.legendary.policies import FREE, OPTIMAL, POLICIES
from simcore.games.legendary.rolls import Areas, Figures
from simcore.games.legendary.scenarios import Melee
from simcore.games.legendary.standing import nobody_is_guarded
from simcore.games.legendary.throws import Attack, Defence
from simcore.types import Array

RESOLVER = Resolver.of("legendary", kernels, choices)
OPEN = Resolver.of("legendary, open dice", reroll_kernels)
GUARDS = {"never": NEVER, "always": SURVIVES, OPTIMAL: LIKE}
NO_LIMIT = 1 << 20  # room for Pushes that no area can use up


def attack_problem(scenario: Melee, figures: Figures) -> Problem:
    """All rolls of one attack."""
    areas = Areas(scenario, figures)
    if free := open_dice.free_between_dice(areas):
        return open_problem(areas, free)
    how = assigning(areas)
    seen = how.policy == FREE or how.guarded == LIKE or turns(areas)
    model, reading = rules(areas, areas.attack(), areas.defence(seen), how)
    return problem(model, reading, Retelling(model, reading, how))


def open_problem(areas: Areas, free: Sequence[str]) -> Problem:
    """The same where a side chooses between its dice and the results, by the policies of these fields."""
    laid, how = open_dice.lay(areas, free), assigning(areas)
    attack, attack_of = open_dice.rolled(laid, areas.ruthless(), turns(areas), areas.cancels())
    model, reading = rules(areas, attack, open_dice.defended(laid), how)
    rest = problem(model, reading)
    whole = open_dice.open_model(model, laid, attack_of)
    states, moves, decisions = open_dice.sizes(laid, len(attack.results))
    skipped = 1 + model.guards  # states of `kernels` that are not come to, and the moves from there
    return replace(
        rest,
        resolver=OPEN,
        model=whole,
        start=0 if laid.choosers else 1,
        states=states + rest.states - skipped,
        decisions=decisions + decisions_of(model),
        purposes=open_dice.purposes(whole, rest.rows),
        most_moves=moves + (rest.most_moves or 0),
        retell=OpenRetelling(whole, laid, model, reading, how),
    )


def turns(areas: Areas) -> bool:
    """Do the attackers choose by what is rolled how many Disrupts become Kills?"""
    return areas.scenario.ruthless_policy == OPTIMAL and areas.ruthless() > 0


def rules(areas: Areas, attack: Attack, defence: Defence, how: Assigning) -> tuple[kernels.Attack, OutcomeDecoder]:
    """The model of what follows when all dice lie, and what its endings mean."""
    defenders, attackers = Ranks(areas, "defenders"), Ranks(areas, "attackers")
    theirs = defenders.fates(how, attack, defence.reaches)
    ours = attackers.fates(suffering(areas), defence.back, 1) if defence.retaliates else UNTOUCHED
    model = attack_model(attack, defence, theirs, ours, tough_chance(areas, defence.retaliates))
    if turns(areas):
        model = model._replace(ruthless=areas.ruthless(), cancels=areas.cancels())
    if turns(areas) or theirs.asks.any():
        model = leading_on(model)
    return model, OutcomeDecoder(defenders, attackers)


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
        kept=defence.kept,
        guards_kept=max(len(defence.backs), 1),
    )


def leading_on(model: kernels.Attack) -> kernels.Attack:
    """The same where a side chooses after the other: with a last roll, of one face."""
    chance = np.append(model.rows.probability, 1.0)
    return model._replace(rows=pack(np.append(model.rows.first, chance.size), chance))


def assigning(areas: Areas) -> Assigning:
    """How the results of the attack are assigned."""
    scenario = areas.scenario
    room, blocked = push_room(areas)
    aims = areas.aims
    return Assigning(
        policy=POLICIES[scenario.targeting_policy if aims else scenario.defenders_policy],
        guarded=NEVER if nobody_is_guarded(areas) or not scenario.bodyguard else GUARDS[scenario.bodyguard_policy],
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
    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        decisions=decisions_of(model) if theirs.chooser or ours.chooser or model.ruthless else 0,
        states=1 + model.guards + (turned + struck + answered if model.attacked else 0),
        phases=1,
        endings=theirs.fates * ours.fates if model.attacked else model.guards,
        columns=columns,
        derive=with_sums,
        purposes=np.minimum(np.arange(model.rows.first.size - 1), kernels.FIRST_RETALIATION_ROW),
        most_moves=moves,
        retell=retell,
    )


def decisions_of(model: kernels.Attack) -> int:
    """How many numbers the choices of `choices` have."""
    theirs, ours = model.defenders, model.attackers
    attack = int(np.diff(model.rows.first)[kernels.ATTACK_ROW])
    rolls = model.guards * attack if model.ruthless else 0
    return theirs.node.size * model.guards_kept + ours.node.size * theirs.fates + rolls


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
        kept=np.zeros(3, np.int64),
        guards_kept=1,
    )
    return problem(model, lambda endings: {"winner": endings, "areas": endings}, march)
