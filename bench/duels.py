"""Battles that simcore and others fight side by side: who takes part, and that it is the same battle for all.

A turn is timed by the processor's time that its process has had: one thread against one program on one core.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from bench import battles
from bench.combats import PLAQUES, SCENARIOS, Scenario
from bench.contestants import in_c, in_numpy
from bench.contestants.rules import RULES, Rules
from bench.turns import Turn, check_wins, of_many
from simcore.engine import run
from simcore.engine.resolver import Problem
from simcore.evaluation.questions import prepare


@dataclass(frozen=True)
class Duel:
    """A combat, and its numbers as the others are told them."""

    name: str
    scenario: Scenario
    arguments: tuple[Any, ...]
    programs: tuple[tuple[str, str], ...]  # in C: the contestant's name, the program's

    @cached_property
    def problem(self) -> Problem:
        return prepare(self.scenario).problem

    @cached_property
    def wins(self) -> tuple[float, float]:
        """Exact chances of both sides."""
        chances = run.win_chances(self.problem, run.solve_problem(self.problem).ends)
        return float(chances[1]), float(chances[2])

    @property
    def rules(self) -> Rules | None:
        """For the libraries, where they can be given the rules as dice and functions."""
        return RULES[self.name](*self.arguments) if self.name in RULES else None

    @cached_property
    def kept(self) -> list[Any]:
        """Functions of the game that keep their answers from one question to the next; reading the facts aside."""
        game = f"simcore.games.{self.scenario['game'].replace('-', '_')}."
        rooms = [vars(room) for name, room in sys.modules.items() if name.startswith(game)]
        found = {id(f): f for room in rooms for f in room.values() if hasattr(f, "cache_clear")}
        return [f for f in found.values() if f.__module__.startswith(game) and f.__module__ != f"{game}facts"]

    def forget(self) -> None:
        for function in self.kept:
            function.cache_clear()

    def check(self, who: str, wins: Iterable[int | None], trials: int) -> None:
        for side, (count, chance) in enumerate(zip(wins, self.wins, strict=True), start=1):
            if count is not None:
                check_wins(f"{self.name}, {who}, side {side}", count, trials, chance)

    # ---- contestants

    def ours(self, sampler: run.Sampler) -> Turn:
        """Trials of one of simcore's samplers, on one thread."""
        sampling = run.Sampling(self.problem, sampler)

        def check(tally: run.Tally, trials: int) -> None:
            wins = run.win_chances(self.problem, tally.ends)
            self.check(sampler, (int(wins[1]), int(wins[2])), trials)

        return of_many(partial(run.run_trials, sampling, 0), check)

    def c(self, who: str, program: in_c.Program) -> Turn:
        """Trials of a program in C."""

        def turn(trials: int) -> float:
            nanoseconds = program(trials)
            self.check(who, (program.wins, program.losses), trials)
            return nanoseconds

        return turn

    def c_chain(self, folder: Path) -> in_c.Program:
        """The walks of simcore's compiled chain, in C; the chain is handed over in a file."""
        sampling = run.Sampling(self.problem, "chain")
        assert sampling.chain is not None
        file = folder / f"{self.name}.chain"
        in_c.write_chain(sampling.chain, self.problem, file)
        return in_c.Program("chain", file)

    def numpy(self, rules: Rules) -> Turn:
        """Trials by vectorised NumPy."""
        return of_many(in_numpy.Batches(rules), partial(self.check, "NumPy"))


def _duel(name: str, combat: str, arguments: tuple[Any, ...], *programs: tuple[str, str]) -> Duel:
    return Duel(name, SCENARIOS[combat], arguments, programs)


DIE_BY_DIE, IN_STEP = "C die by die", "C die by die, in step"  # one battle after the other; many at once
ROLL_BY_ROLL, CHAIN_IN_C, NUMPY = "C roll by roll", "C compiled chain", "NumPy"
DUELS = {
    duel.name: duel
    for duel in (
        _duel(
            "cent-ans battle", "cent-ans pitched-battle", battles.UNITS,
            (DIE_BY_DIE, "die_by_die"), (IN_STEP, "die_by_die_in_step"), (ROLL_BY_ROLL, "roll_by_roll"),
        ),
        _duel(
            "breizh battle", "breizh battle", (10, 10),
            (DIE_BY_DIE, "breizh_battle"), (IN_STEP, "breizh_in_step"),
        ),
        _duel(
            "legendary melee", "legendary melee", (3, 1, 2, 2),
            (DIE_BY_DIE, "legendary_melee"), (IN_STEP, "legendary_in_step"),
        ),
        _duel("bouvines clash", "bouvines clash", PLAQUES, (DIE_BY_DIE, "bouvines_clash")),
        _duel("joan combat", "joan combat", (10, 10), (DIE_BY_DIE, "joan_combat"), (IN_STEP, "joan_in_step")),
    )
}  # fmt: skip
