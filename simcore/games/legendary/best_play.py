"""Best play of an attack as a table: which results fall on which units, by what is rolled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from simcore.contracts.combat import Situation
from simcore.engine.choices import ModelUnderPolicy
from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Problem
from simcore.engine.run import solve_problem
from simcore.games.legendary import choices, kernels
from simcore.games.legendary.assigning import COUNT, REACH_STEP
from simcore.games.legendary.narration import RESULTS, Retelling, counted

SIDES = ("", "attacker", "defender")  # by `kernels.ATTACKER` and `kernels.DEFENDER`
MOST_CONDITIONS = 2  # that are named where more lead to the same choice

next_roll, transition, turn = map(uncompiled, (kernels.next_roll, kernels.transition, kernels.turn))
decision, options, decide = map(uncompiled, (choices.decision, choices.options, choices.decide))


class Case(NamedTuple):
    """One roll after which somebody chooses, in one state."""

    side: int
    turn: tuple[int, int]  # stage, and how things turn for the side that suffers
    rolled: frozenset[tuple[int, ...]]  # results by kind, as in `throws`: those still to assign came from these
    where: str  # with a {} for them
    condition: str  # what else is known, on which the choice can hang
    does: str
    chance: float


def situations(table: Table) -> list[Situation]:
    """What is chosen where, the likeliest situation first; `table` of a problem with its choices made."""
    turns: dict[tuple[int, int], list[Case]] = defaultdict(list)
    for case in table.cases():
        turns[case.turn].append(case)
    told: dict[tuple[str, str, str], float] = defaultdict(float)
    for cases in turns.values():
        where = cases[0].where.format(results_rolled(result for case in cases for result in case.rolled))
        by_choice: dict[str, list[Case]] = defaultdict(list)
        for case in cases:
            by_choice[case.does].append(case)
        for does, alike in by_choice.items():
            hangs = f" ({conditions(alike)})" if len(by_choice) > 1 else ""
            told[SIDES[cases[0].side], where + hangs, does] += sum(case.chance for case in alike)
    return sorted((Situation(*one, chance) for one, chance in told.items()), key=lambda one: -one.chance)


def results_rolled(results: Iterable[tuple[int, ...]]) -> str:
    """Results by kind; what nobody can take besides makes no difference.

    >>> results_rolled([(0, 1, 0, 0), (0, 3, 0, 0)])
    '1 Kill or more'
    """
    listed = list(results)
    kinds = {kind: sorted({one[kind] for one in listed}) for kind in RESULTS}
    return ", ".join(
        counted(found[0], RESULTS[kind]) + (" or more" if len(found) > 1 else "")
        for kind, found in kinds.items() if found and found[-1]
    )  # fmt: skip


def conditions(alike: Iterable[Case]) -> str:
    """The likeliest of what leads to a choice."""
    chance: dict[str, float] = defaultdict(float)
    for case in alike:
        chance[case.condition] += case.chance
    named = sorted(chance, key=lambda condition: -chance[condition])
    more = [f"{len(named) - MOST_CONDITIONS} cases more"] if len(named) > MOST_CONDITIONS else []
    return "; or ".join([*named[:MOST_CONDITIONS], *more])


class Table:
    """The choices of one attack."""

    def __init__(self, problem: Problem) -> None:
        assert isinstance(problem.model, ModelUnderPolicy)
        assert isinstance(problem.retell, Retelling)
        self.problem, self.model, self.retelling = problem, problem.model.rules, problem.retell
        self.chosen = problem.model.chosen
        self.came: dict[tuple[int, int], frozenset[tuple[int, ...]]] = {}  # to a fork: stage, node

    def cases(self) -> Iterator[Case]:
        """Every roll that can come up and leaves a choice."""
        visits = solve_problem(self.problem).visits
        first = self.model.rows.first
        for number in np.flatnonzero(visits).tolist():
            state = self.retelling.state(number)
            row, _ = next_roll(self.model, state)
            for face in range(int(first[row]), int(first[row + 1])) if row > kernels.DEFENCE_ROW else ():
                chance = float(visits[number] * self.model.rows.probability[face])
                yield from self.after(state, face, chance, int(decision(self.model, state, face)))

    def after(self, state: tuple[int, int, int], face: int, chance: float, choice: int) -> Iterator[Case]:
        """The choice after a roll, if there is one."""
        if choice < 0:
            self.note(transition(self.model, state, face), self.results(state, face))
        elif self.chosen[choice] >= 0:
            yield self.case(state, face, int(self.chosen[choice]), chance)

    def note(self, after: tuple[int, int, int], results: frozenset[tuple[int, ...]]) -> None:
        """Where a roll led: if a Tough character rolls next, what is still to assign came from these results."""
        stage, _, node = map(int, after)
        rolls = stage in (kernels.STRUCK, kernels.ANSWERED)
        if rolls and node < (self.model.defenders if stage == kernels.STRUCK else self.model.attackers).forks:
            self.came[stage, node] = self.came.get((stage, node), frozenset()) | results

    def results(self, state: tuple[int, int, int], face: int) -> frozenset[tuple[int, ...]]:
        """The results that are assigned after a roll."""
        stage, x, y = state
        if stage == kernels.TURNED:
            return frozenset({tuple(self.retelling.left_of(y))})
        if stage == kernels.GUARDED:
            return frozenset({tuple(self.retelling.after_shields(face, x))})
        if stage == kernels.STRUCK and y >= self.model.defenders.forks:
            return frozenset({tuple(self.model.results[face].tolist())})
        return self.came[stage, y]

    def case(self, state: tuple[int, int, int], face: int, option: int, chance: float) -> Case:
        stage, x, y = state
        if stage == kernels.GUARDED and self.model.ruthless:
            return self.turned(state, face, option, chance)
        theirs, how = turn(self.model, state, face)
        side, _ = options(self.model, state, face)
        asks = int(self.model.defenders.asks[y]) if stage == kernels.STRUCK and theirs else 0
        if stage == kernels.TURNED:
            where, condition = "still to fall: {}", f"as it was rolled{self.retelling.back(x)}"
        elif stage == kernels.GUARDED:
            where, condition = "{}", self.guard(x)
        elif asks:
            where = f"{{}}: {self.retelling.suffered('defender', y)}"
            condition = "as it came to the choice"
        elif stage == kernels.STRUCK and not theirs:
            where, condition = "Retaliation: {}", f"after {self.retelling.suffered('defender', y)}"
        else:
            survives = face == int(self.model.rows.first[kernels.TOUGH_ROW])
            where = f"{{}}, of which Tough {'saves one' if survives else 'does not save one'}"
            condition = "as it came to the roll"
        after, results = decide(self.model, state, face, option), self.results(state, face)
        self.note(after, results)
        does = self.retelling.suffered("defender" if theirs else "attacker", int(after[2]))
        return Case(int(side), (stage, int(how)), results, where, condition, does, chance)

    def turned(self, state: tuple[int, int, int], face: int, option: int, chance: float) -> Case:
        """How many Disrupts become Kills (Ruthless)."""
        rolled = tuple(self.model.results[face].tolist())
        condition = self.guard(state[1])
        does = (
            f"{counted(option, 'Disrupt')} turned into {'a Kill' if option == 1 else 'Kills'}"
            if option
            else "no token spent"
        )
        return Case(kernels.ATTACKER, (state[0], face), frozenset({rolled}), "rolled {}", condition, does, chance)

    def guard(self, guard: int) -> str:
        """What the defence has rolled."""
        shields = counted(int(self.model.shields[guard]), "Shield")
        return f"{shields} rolled{self.away(guard)}{self.retelling.back(int(self.model.kept[guard]))}"

    def away(self, guard: int) -> str:
        """Who is out of reach by Dodge."""
        ranks, out = self.retelling.reading.defenders, int(self.model.out_of_reach[guard])
        away = [
            f"{dodged} {entry.name} out of reach"
            for kind, (entry, _) in zip(ranks.side, ranks.entries, strict=True)
            if kind[REACH_STEP] and (dodged := out // kind[REACH_STEP] % (kind[COUNT] + 1))
        ]
        return "".join(f", {one}" for one in away)
