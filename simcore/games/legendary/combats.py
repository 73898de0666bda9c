"""From a scenario to a `Problem`: the rolls of an attack in their order, and what its endings mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar

import numpy as np

from simcore.combat import Combat
from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver
from simcore.games.legendary import kernels
from simcore.games.legendary.facts import Card, Character, LegendaryFacts, Troop
from simcore.games.legendary.facts import facts as load
from simcore.games.legendary.kernels import Assigning, Fates
from simcore.games.legendary.policies import POLICIES
from simcore.games.legendary.rolls import DISRUPTS, KILLS, OUT_OF_REACH, PUSHES, SHIELDS, SLAYER_KILLS, Areas, Figures
from simcore.games.legendary.scenarios import (
    Entry,
    ForcedMarch,
    Melee,
    Shooting,
    SideName,
    understand,
    understand_march,
    untouchable,
)

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
NOBODY = np.zeros(0, np.int64)
UNTOUCHED = Fates(np.zeros(4, np.int64), np.zeros(1, np.int64), 0, NOBODY.reshape(0, 2), 1)


class Ranks:
    """One side of the assignment: its kinds, and the tables of what can become of them."""

    def __init__(self, areas: Areas, name: SideName) -> None:
        self.areas, self.name = areas, name
        self.entries = areas.side(name)
        self.wounds = [card.wounds - entry.wounds if isinstance(card, Character) else 1 for entry, card in self.entries]
        self.fate_keys = np.zeros(1, np.int64)

    def cheapness(self) -> list[int]:
        """Each kind's place when the cheapest comes first: fewest dice, fewest Kill faces, earliest in the list."""
        cost = []
        for number, (_, card) in enumerate(self.entries):
            dice = [*card.attack, *card.defence]
            faces = self.areas.figures.faces(dice)
            cost.append((len(dice), round(6 * float(faces[:, kernels.KILL].sum())), number))
        order = sorted(cost)
        return [order.index(one) for one in cost]

    def side(self) -> Array:
        """The kinds as the assignment sees them."""
        cards = [card for _, card in self.entries]
        defending = self.name == "defenders"
        columns = (
            [entry.count for entry, _ in self.entries],
            [isinstance(card, Character) for card in cards],
            self.wounds,
            ["tough" in card.skills for card in cards],
            ["bodyguard" in card.skills for card in cards],
            self.cheapness(),
            self.areas.reach_steps() if defending else [0] * len(cards),
            [untouchable(self.areas.scenario, card) for card in cards],
        )
        return np.array(columns, np.int64).T.copy()

    def most(self, most_results: Sequence[int]) -> Array:
        """Most results of each kind that can make a difference: beyond what all units can bear they are lost."""
        bear = sum(entry.count * wounds for (entry, _), wounds in zip(self.entries, self.wounds, strict=True))
        units = sum(entry.count for entry, _ in self.entries)
        if any("tough" in card.skills for _, card in self.entries):  # he can bear any number of Kills
            bounds = [most_results[SLAYER_KILLS], most_results[KILLS], bear, units]
        else:
            bounds = [bear, bear, bear, units]
        return np.minimum(bounds, most_results)

    def fates(self, how: Assigning, most_results: Sequence[int], most_at_once: int, reaches: int) -> Fates:
        """The tables of this side; remembers which fates there are."""
        most = self.most(most_results)
        node = np.zeros(reaches * int(prod((most + 1).tolist())), np.int64)
        branches = np.zeros((len(self.entries) + 2, len(self.entries) + 1, 6), np.int64)  # at most one a Tough character
        after_roll = np.zeros((0, 2), np.int64)
        forks = kernels.fill_fates(self.side(), how, most, most_at_once, node, after_roll, branches)
        if forks:
            after_roll = np.zeros((forks, 2), np.int64)
            kernels.fill_fates(self.side(), how, most, most_at_once, node, after_roll, branches)
        every = np.concatenate([node, after_roll.reshape(-1)])
        keys, number = np.unique(every[every < 0], return_inverse=True)
        every[every < 0] = forks + number
        self.fate_keys = -1 - keys
        return Fates(most, every[: node.size], forks, every[node.size :].reshape(-1, 2), keys.size)

    def untold(self) -> Fates:
        """A side to which nothing happens."""
        self.fate_keys = np.zeros(1, np.int64)
        return UNTOUCHED

    def columns(self, fate: Array, ransom: bool, told: Sequence[str]) -> dict[str, Array]:
        """Integer columns of every entry for each fate asked for; `told`: the fates that can come to pass."""
        side = self.name.removesuffix("s")
        rest = self.fate_keys[fate]
        columns: list[tuple[str, Array]] = []
        for (entry, card), wounds in zip(reversed(self.entries), reversed(self.wounds), strict=True):
            here: dict[str, Array] = {}
            if isinstance(card, Character):
                here["wounds"] = entry.wounds + rest % (wounds + 1)
                rest = rest // (wounds + 1)
            base = entry.count + 1
            gone = {"pushed": rest % base, "disrupted": rest // base % base, "killed": rest // base**2 % base}
            rest = rest // base**3
            here["left"] = entry.count - sum(gone.values())
            if ransom and isinstance(card, Character):
                gone["captured"] = gone.pop("killed") + gone.pop("disrupted")
            here |= gone
            columns = [(f"{side}.{entry.name}.{name}", here[name]) for name in told if name in here] + columns
        return dict(columns)


class Reading:
    """Endings as columns: the winner, what became of every unit, and Breakthrough."""

    def __init__(self, defenders: Ranks, attackers: Ranks) -> None:
        self.defenders, self.attackers = defenders, attackers
        self.scenario = defenders.areas.scenario
        self.melee = defenders.areas.melee
        self.rules = self.scenario.optional_rules
        self.share = (
            defenders.areas.figures("optional_rules", "cavalry-breakthrough").share
            if "cavalry-breakthrough" in self.rules and self.scenario.charging
            else None
        )
        self.ransom = "ransom" in self.rules and self.melee
        if self.ransom and any(isinstance(card, Character) for _, card in defenders.entries):
            defenders.areas.figures("optional_rules", "ransom")

    def __call__(self, endings: Array) -> dict[str, Array]:
        fates = self.attackers.fate_keys.size
        theirs = ["left", "killed", "disrupted", "captured", "pushed", "wounds"]
        ours = ["left", "killed", "disrupted", "wounds"] if self.melee else ["left"]
        attackers = self.attackers.columns(endings % fates, False, ours)
        defenders = self.defenders.columns(endings // fates, self.ransom, theirs)

        def left(columns: dict[str, Array], side: str, entries: Sequence[tuple[Entry, Card]]) -> Array:
            return np.asarray(sum((columns[f"{side}.{entry.name}.left"] for entry, _ in entries), np.zeros(endings.size, int)))

        hit = [pair for pair in self.defenders.entries if not untouchable(self.scenario, pair[1])]
        standing = left(defenders, "defender", hit)
        unmoved = standing == sum(entry.count for entry, _ in hit)
        fighting = left(attackers, "attacker", self.attackers.entries)
        won = (standing == 0) & (fighting > 0)
        held = (standing > 0) & (unmoved | (fighting == 0))
        columns = {"winner": np.where(won, 1, np.where(held, 2, 0))}
        if self.share is not None:
            part, of = self.share
            units = sum(entry.count for entry, _ in self.defenders.entries)
            moved = units - left(defenders, "defender", self.defenders.entries)
            riders = [pair for pair in self.attackers.entries if isinstance(pair[1], Troop) and pair[1].kind == "cavalry"]
            through = (moved >= units * part // of) & (left(attackers, "attacker", riders) > 0)
            columns["breakthrough"] = through.astype(np.int64)
        return columns | attackers | defenders


def with_sums(means: dict[str, float]) -> dict[str, float]:
    """Means with the sums of each side: `defender.all.left` and so on."""
    sums: dict[str, float] = {}
    for name, mean in means.items():
        side, _, rest = name.partition(".")
        if rest:
            total = f"{side}.all.{rest.rpartition('.')[2]}"
            sums[total] = sums.get(total, 0.0) + mean
    return means | sums


def distribution(total: Array) -> tuple[Array, Array]:
    """What can come up, int64[n, 4], and its chance."""
    where = np.argwhere(total)
    chance = total[tuple(where.T)]
    return where, chance / chance.sum()


def attack_problem(scenario: Melee, figures: Figures) -> Problem:
    """All rolls of one attack."""
    areas = Areas(scenario, figures)
    defenders, attackers = Ranks(areas, "defenders"), Ranks(areas, "attackers")
    attack, attack_chance = distribution(areas.attack())
    attack, attack_chance = cancelled(attack, attack_chance, *areas.cancels())
    defence, defence_chance = distribution(areas.defence())

    guards, guard_of = np.unique(defence[:, [OUT_OF_REACH, SHIELDS]], axis=0, return_inverse=True)
    guard_of = guard_of.reshape(-1)
    guard_chance = np.bincount(guard_of, weights=defence_chance)
    retaliates = bool(defence[:, 2:].any())
    back_row = np.argsort(guard_of, kind="stable") if retaliates else NOBODY
    back = np.zeros((back_row.size, 4), np.int64)
    back[:, [KILLS, DISRUPTS]] = defence[back_row, 2:]

    saves = tough_chance(areas, figures, retaliates)
    sizes = [guard_chance.size, attack_chance.size, 2]
    sizes += np.bincount(guard_of).tolist() if retaliates else []
    first = np.concatenate([[0], np.cumsum(sizes)])
    probability = np.concatenate(
        [guard_chance, attack_chance, [saves, 1.0 - saves], defence_chance[back_row] / guard_chance[guard_of[back_row]]]
    )
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
    reaches = 1 + int(guards[:, 0].max())
    theirs = defenders.fates(assigning, attack.max(axis=0).tolist(), int(attack.sum(axis=1).max()), reaches)
    if retaliates:
        ours = attackers.fates(suffering, back.max(axis=0).tolist(), int(back.sum(axis=1).max()), 1)
    else:
        ours = attackers.untold()
    model = kernels.Attack(
        rows=pack(first, probability),
        results=results,
        out_of_reach=guards[:, 0].copy(),
        shields=guards[:, 1].copy(),
        defenders=theirs,
        attackers=ours,
        attacked=1,
        retaliates=int(retaliates),
        guards=guard_chance.size,
        guards_kept=guard_chance.size if retaliates else 1,
    )
    return problem(model, Reading(defenders, attackers))


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


def cancelled(attack: Array, chance: Array, disrupts: int, pushes: int) -> tuple[Array, Array]:
    """The attack after the defenders' cancels."""
    if not disrupts and not pushes:
        return attack, chance
    left = attack.copy()
    left[:, DISRUPTS] = np.maximum(left[:, DISRUPTS] - disrupts, 0)
    left[:, PUSHES] = np.maximum(left[:, PUSHES] - pushes, 0)
    left, which = np.unique(left, axis=0, return_inverse=True)
    return left, np.bincount(which.reshape(-1), weights=chance)


def push_room(scenario: Melee, areas: Areas, figures: Figures) -> tuple[int, str]:
    """Room for Pushes, and what one without room is."""
    units = sum(entry.count for entry, _ in areas.defenders)
    if scenario.push_room is None or scenario.push_room >= units:
        return NO_LIMIT, "nothing"
    return scenario.push_room, scenario.blocked_push or figures("readings", "blocked_push")


def problem(model: kernels.Attack, columns: Any) -> Problem:
    """The states and endings of a model."""
    struck = (model.defenders.forks + model.defenders.fates) * model.guards_kept
    answered = model.defenders.fates * (model.attackers.forks + model.attackers.fates) if model.retaliates else 0
    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        states=1 + model.guards + (struck + answered if model.attacked else 0),
        phases=1,
        endings=model.defenders.fates * model.attackers.fates if model.attacked else model.guards,
        columns=columns,
        derive=with_sums,
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
    return problem(model, lambda endings: {"winner": endings, "areas": endings})


class AttackCombat(Combat):
    """Melee or shooting, ready for `evaluate` and the rest."""

    game = "legendary"

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

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        understand_march(scenario, facts)
        figures = Figures(facts)
        made = march_problem(figures)
        return scenario, made, figures.used


MELEE = AttackCombat("melee", Melee)
SHOOTING = AttackCombat("shooting", Shooting)
FORCED_MARCH = MarchCombat("forced-march", ForcedMarch)
