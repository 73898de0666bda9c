"""Every combat is computed three ways that must agree: plain twin, exact engine, Monte-Carlo engine.

A combat joins by an entry in `REGISTRY`; `test_crosscheck` does the rest and fails while one is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from scipy.stats import chi2, power_divergence

import bouvines_combats
import breizh_combats
import cent_ans_battles
import joan_combats
import legendary_attacks
import naive.breizh
import naive.joan
import naive.legendary
from simcore import Result
from simcore.games import find_combat

Scenario = dict[str, Any]
Ending = frozenset[tuple[str, int]]  # winner and survivors, by column
Told = tuple[Mapping[tuple[tuple[str, int], ...], Fraction], Mapping[str, Fraction]]
LEAST_EXPECTED = 10.0  # trials in a cell of a G-test


@dataclass(frozen=True)
class Crosscheck:
    """What a combat brings: two designs of scenarios that take up every option, and its twin."""

    small: Callable[[], list[Scenario]]  # for the twin
    medium: Callable[[], list[Scenario]]  # for the trials
    every_option: set[str]
    options_of: Callable[[Scenario], set[str]]
    twin: Callable[[Scenario, Mapping[str, Any]], Told]  # scenario, choices made -> chances of the endings, means
    # Win chance of the first side if both choose well, None where a scenario leaves no choice; none: no combat does.
    best_choice: Callable[[Scenario], float | None] | None = None
    trials: int = 1_000_000
    spread: Callable[[Scenario], float] = lambda scenario: 12.0  # no standard deviation of a mean is larger
    least: tuple[int, int] = (60, 100)  # scenarios in the designs; fewer only where these are all that there are


def _cent_ans(combat: str, small: dict[str, int], medium: dict[str, int]) -> Crosscheck:
    return Crosscheck(
        small=partial(cent_ans_battles.dealt, combat, **small),
        medium=partial(cent_ans_battles.dealt, combat, **medium),
        every_option=cent_ans_battles.every_option(combat),
        options_of=cent_ans_battles.options_of,
        twin=lambda scenario, chosen: cent_ans_battles.twin(scenario, chosen.get("elite_card", {})),
        best_choice=cent_ans_battles.best_choice,
        spread=cent_ans_battles.spread,
    )


def plain_twin(module: ModuleType, scenario: Scenario, chosen: Mapping[str, Any]) -> Told:
    """What a twin says that offers `outcomes`, with winners by name, and `means` of what is in no column."""
    assert set(chosen) <= {"without_effect", "not_besieged"}  # what is told and decides nothing
    winners = find_combat(scenario["game"], scenario["combat"]).winners
    chances: dict[tuple[tuple[str, int], ...], Fraction] = defaultdict(Fraction)
    means: dict[str, Fraction] = defaultdict(Fraction)
    for ((_, winner), *columns), chance in module.outcomes(scenario).items():
        chances[("winner", winners.index(winner)), *columns] += chance
        for name, number in columns:
            means[name] += chance * number
    more = module.means(scenario) if hasattr(module, "means") else {}
    return chances, means | more


def _breizh(combat: str, small: int, medium: int) -> Crosscheck:
    return Crosscheck(
        small=partial(breizh_combats.dealt, combat, 240, seed=1341, most=small),
        medium=partial(breizh_combats.dealt, combat, 300, seed=1364, most=medium),
        every_option=breizh_combats.every_option(combat),
        options_of=breizh_combats.options_of,
        twin=partial(plain_twin, naive.breizh),
        trials=200_000,
    )


def _joan(combat: str) -> Crosscheck:
    return Crosscheck(
        small=partial(joan_combats.dealt, combat, 80, seed=1412),
        medium=partial(joan_combats.dealt, combat, 200, seed=1431),
        every_option=joan_combats.every_option(combat),
        options_of=joan_combats.options_of,
        twin=partial(plain_twin, naive.joan),
        trials=200_000,
    )


def _every_joan(combat: str, number: int) -> Crosscheck:
    """A combat that has only so many scenarios."""
    every = partial(joan_combats.listed, combat)
    return replace(_joan(combat), small=every, medium=every, least=(number, number))


def _legendary(combat: str) -> Crosscheck:
    return Crosscheck(
        small=partial(legendary_attacks.dealt, combat, 300, seed=1356, more=1, most=4),
        medium=partial(legendary_attacks.dealt, combat, 240, seed=1415, more=4, most=8),
        every_option=legendary_attacks.every_option(combat),
        options_of=legendary_attacks.options_of,
        twin=partial(plain_twin, naive.legendary),
        trials=200_000,
    )


def _bouvines(combat: str) -> Crosscheck:
    return Crosscheck(
        small=partial(bouvines_combats.dealt, combat, 300, seed=1214),
        medium=partial(bouvines_combats.dealt, combat, 300, seed=1218, turns=6, alive=6),
        every_option=bouvines_combats.every_option(combat),
        options_of=bouvines_combats.options_of,
        twin=partial(plain_twin, bouvines_combats),
        trials=200_000,
        spread=lambda scenario: 20.0,
    )


REGISTRY: dict[tuple[str, str], Crosscheck] = {
    ("cent-ans", "pitched-battle"): _cent_ans(
        "pitched-battle",
        small={"number": 240, "seed": 1337, "troops": 3, "elite": 2},
        medium={"number": 150, "seed": 1415, "troops": 7, "elite": 4},
    ),
    ("cent-ans", "siege"): _cent_ans(
        "siege",
        small={"number": 240, "seed": 1346, "troops": 4, "elite": 4},
        medium={"number": 150, "seed": 1429, "troops": 12, "elite": 5},
    ),
    ("bouvines", "charge"): _bouvines("charge"),
    ("bouvines", "shot"): _bouvines("shot"),
    ("bouvines", "contact"): replace(_bouvines("contact"), least=(60, 10)),  # certain, but for who is unhorsed
    ("bouvines", "clash"): _bouvines("clash"),
    ("breizh", "battle"): _breizh("battle", small=8, medium=20),
    ("breizh", "siege"): _breizh("siege", small=4, medium=8),
    ("breizh", "fight"): _breizh("fight", small=4, medium=8),
    ("joan", "combat"): _joan("combat"),
    ("joan", "raid"): _every_joan("raid", 4),  # a free town or one of three fortifications
    ("joan", "corruption"): _every_joan("corruption", 3),  # one of three fortifications
    ("joan", "embassy"): _every_joan("embassy", 4),  # one of three fortifications or none
    ("joan", "uprising"): _joan("uprising"),
    ("joan", "free-companies"): _joan("free-companies"),
    ("joan", "fidelity"): _joan("fidelity"),
    ("joan", "naval-battle"): _joan("naval-battle"),
    ("joan", "great-battle"): _joan("great-battle"),
    ("joan", "game-end"): _every_joan(
        "game-end", 37
    ),  # every turn of every length, with what need not be said left out
    ("legendary", "melee"): _legendary("melee"),
    ("legendary", "shooting"): _legendary("shooting"),
    ("legendary", "forced-march"): replace(
        _legendary("forced-march"),
        small=legendary_attacks.marches,
        medium=legendary_attacks.marches,
        least=(16, 16),  # infantry kinds without Haste
    ),
}


# ---- twin against exact ------------------------------------------------------------------------------------------


def endings(result: Result) -> dict[Ending, float]:
    """Share of every ending of a result."""
    return {frozenset((name, n) for name, n in row.items() if name != "p"): row["p"] for row in result.outcomes}


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """`{"a": {"b": 1}}` as ("a.b", 1)."""
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def disagreements(result: Result, told: Told) -> list[str]:
    """Where an exact result and the twin differ: endings beyond 1e-12, means beyond 1e-10."""
    chances, means = {frozenset(ending): float(p) for ending, p in told[0].items()}, told[1]
    found, expected = endings(result), dict(flat(result.expected))
    return [
        f"{dict(ending)}: {found.get(ending, 0.0)}, by the twin {chances.get(ending, 0.0)}"
        for ending in {*found, *chances}
        if abs(found.get(ending, 0.0) - chances.get(ending, 0.0)) > 1e-12
    ] + [
        f"{name}: {expected.get(name)}, by the twin {float(means.get(name, 0))}"
        for name in {*expected, *means}
        if name not in expected or abs(expected[name] - float(means.get(name, 0))) > 1e-10
    ]


# ---- Monte-Carlo against exact -----------------------------------------------------------------------------------


def g_test(counts: np.ndarray[Any, Any], chances: np.ndarray[Any, Any]) -> float | None:
    """p-value of the G-test (Sokal and Rohlf) of counts against chances that sum to 1; None where all is one cell.

    Rare cells are pooled until each expects `LEAST_EXPECTED`.
    """
    if (counts[chances <= 0.0] > 0).any():
        return 0.0  # what cannot happen has happened
    order = np.argsort(-chances)
    expected, counts = chances[order] * counts.sum(), counts[order]
    large = max(1, int(np.count_nonzero(expected >= LEAST_EXPECTED)))
    while large > 1 and 0.0 < expected[large:].sum() < LEAST_EXPECTED:
        large -= 1  # the pool of rare cells takes in the next
    expected = np.append(expected[:large], expected[large:].sum())
    counts = np.append(counts[:large], counts[large:].sum())
    cells = expected > 0.0
    if cells.sum() < 2:
        return None
    statistic = float(power_divergence(counts[cells], expected[cells], lambda_="log-likelihood").statistic)
    return float(chi2.sf(max(statistic, 0.0), int(cells.sum()) - 1))  # rounding alone can make a perfect fit negative


def trial_p_value(exact: Result, trials: Result) -> float | None:
    """p-value of the counts of a Monte-Carlo result under the exact chances."""
    assert trials.trials is not None
    chances, shares = endings(exact), endings(trials)
    every = list({*chances, *shares})
    counts = np.array([round(shares.get(ending, 0.0) * trials.trials) for ending in every])
    assert counts.sum() == trials.trials
    return g_test(counts, np.array([chances.get(ending, 0.0) for ending in every]))
