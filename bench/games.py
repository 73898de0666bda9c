"""The typical combat of each of the other games against a plain C program of the same rules, and warm exact answers.

A turn here is timed by the processor's time that its process has had: one thread against one program on one core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import simcore as sc
from bench import programs
from bench.turns import Turn, check_wins, milliseconds, take_turns
from simcore.engine import run
from simcore.errors import BadInput
from simcore.games.legendary.facts import facts
from simcore.games.legendary.numbers import every_attack
from simcore.games.legendary.rolls import Figures
from simcore.games.legendary.scenarios import Melee
from simcore.questions import ask

Scenario = dict[str, Any]


@dataclass(frozen=True)
class Duel:
    """A combat that both simcore and a program in C fight."""

    scenario: Scenario
    program: str
    arguments: tuple[object, ...]

    def wins(self) -> tuple[float, float]:
        """Exact chances of both sides."""
        problem = ask(self.scenario).problem
        chances = run.win_chances(problem, run.solve_problem(problem).ends)
        return float(chances[1]), float(chances[2])


MELEES = 17_920  # 280 pairs of kinds that can meet, 1 to 8 units a side

LETTERS = {"s": "sergeant", "q": "quality-sergeant", "a": "archer", "c": "crossbowman", "k": "knight"}
PLAQUES = "kqssac", "sackqs"  # in contact; each attacks in every turn

DUELS = {
    "breizh battle": Duel(
        {"game": "breizh", "combat": "battle", "montfort": 10, "blois": 10}, "breizh_battle", (10, 10)
    ),
    "legendary melee": Duel(
        {
            "game": "legendary",
            "combat": "melee",
            "attackers": [{"unit": "foot-knights", "count": 3}, {"unit": "standard-bearer"}],
            "defenders": [{"unit": "sergeants-at-arms", "count": 2}, {"unit": "halberdiers", "count": 2}],
        },
        "legendary_melee",
        (3, 1, 2, 2),
    ),
    "bouvines clash": Duel(
        {
            "game": "bouvines",
            "combat": "clash",
            **{
                side: {"troops": [LETTERS[letter] for letter in plaque], "orders": ["attack"]}
                for side, plaque in zip(("coalition", "france"), PLAQUES, strict=True)
            },
        },
        "bouvines_clash",
        PLAQUES,
    ),
    "joan combat": Duel(  # two dice: the exact answer is a look at a table of sums, see `LOOK_UPS`
        {
            "game": "joan",
            "combat": "combat",
            "attacker": {"cards": [4, 5], "influence": 1},
            "defender": {"card": 5, "influence": 1, "fortification": "castle"},
        },
        "joan_combat",
        (10, 10),
    ),
}

# Combats of one to three throws, where the exact answer is little more than a look at a table: what is promised is the
# time of the answer, everything compiled.
LOOK_UPS: dict[str, Scenario] = {
    "breizh siege": {"game": "breizh", "combat": "siege", "castle": "nantes", "troops": 4},
    "breizh fight": {"game": "breizh", "combat": "fight", "targets": [2, 1, 2]},
    "joan combat": DUELS["joan combat"].scenario,
    "joan raid": {"game": "joan", "combat": "raid", "fortification": "castle"},
    "bouvines charge": {
        "game": "bouvines", "combat": "charge", "charger": "horse", "cells": 2, "target": "knight",
    },
    "bouvines shot": {
        "game": "bouvines", "combat": "shot", "weapon": "bow", "distance": 3, "target": "archer",
    },
    "bouvines contact": {"game": "bouvines", "combat": "contact", "target": "sergeant"},
    "legendary melee": DUELS["legendary melee"].scenario,
    "legendary shooting": {
        "game": "legendary", "combat": "shooting", "attackers": [{"unit": "bowmen", "count": 6}],
        "defenders": [{"unit": "mounted-knights", "count": 6}],
    },
}  # fmt: skip


def _ours(name: str, sampling: run.Sampling, chances: tuple[float, float]) -> Turn:
    """simcore's trials on one thread."""

    def turn(trials: int) -> float:
        before = time.process_time()
        tally = run.run_trials(sampling, 0, trials)
        spent = time.process_time() - before
        wins = run.win_chances(sampling.problem, tally.ends)
        for side, chance in enumerate(chances, start=1):
            check_wins(f"{name}, {sampling.sampler}, side {side}", int(wins[side]), trials, chance)
        return spent * 1e9 / trials

    return turn


def _theirs(name: str, program: programs.Program, chances: tuple[float, float]) -> Turn:
    """A program's trials."""

    def turn(trials: int) -> float:
        nanoseconds = program(trials)
        for side, (count, chance) in enumerate(zip((program.wins, program.losses), chances, strict=True), start=1):
            check_wins(f"{name}, C, side {side}", count, trials, chance)
        return nanoseconds

    return turn


def duels(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Trials of both samplers against C."""
    for name, duel in DUELS.items():
        problem, chances = ask(duel.scenario).problem, duel.wins()
        program = programs.Program(programs.build(duel.program), *duel.arguments)
        contestants = {
            "chain": _ours(name, run.Sampling(problem, "chain"), chances),
            "direct": _ours(name, run.Sampling(problem, "direct"), chances),
            "C die by die": _theirs(name, program, chances),
        }
        spent = take_turns(contestants, rounds)
        for contestant, turns in spent.items():
            yield f"{name}: {contestant}", "ns", turns
        for sampler in ("chain", "direct"):
            pairs = zip(spent[sampler], spent["C die by die"], strict=True)
            yield f"{name}: {sampler} / C die by die", "x", [other / one for one, other in pairs]


def look_ups(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Exact answers by the public call, the best of some for each round: the machine may be busy otherwise."""
    for name, scenario in LOOK_UPS.items():
        answer = sc.solve(scenario)
        if abs(sum(answer.win.values()) - 1.0) > 1e-9:
            sys.exit(f"{name}: chances that sum to {sum(answer.win.values())}")
        calls = [min(milliseconds(lambda s=scenario: sc.solve(s)) for _ in range(20)) for _ in range(rounds)]  # type: ignore[misc]
        yield f"{name}: warm exact answer", "ms", calls


def every_melee(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Every unit of the roster of Legendary Battles against every other that it can attack, in any numbers, exactly."""
    figures, pairs = Figures(facts()), []
    for attacker, defender in product(figures.facts.troops, repeat=2):
        try:
            every_attack(Melee, attacker, defender, figures)
        except BadInput:
            continue
        pairs.append((attacker, defender))
    seconds = []
    for _ in range(rounds):
        before = time.process_time()
        answers = [every_attack(Melee, *pair, figures)["win_none"].size for pair in pairs]
        seconds.append(time.process_time() - before)
    if sum(answers) != MELEES:
        sys.exit(f"{sum(answers):,} melees, not {MELEES:,}")
    yield f"all {MELEES:,} melees of two kinds of units", "s", seconds
