"""An attack in which a side chooses between its dice and the results, in words: a trial, and best play as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Problem, Step
from simcore.engine.run import solve_problem
from simcore.games.legendary import kernels, reroll_kernels
from simcore.games.legendary.assigning import Assigning
from simcore.games.legendary.best_play import Case, Table
from simcore.games.legendary.kernels import ATTACK_ROW, ATTACKER, DEFENDER, GUARDED
from simcore.games.legendary.narration import Retelling, counted, listed, struck_back
from simcore.games.legendary.open_dice import Laid, Side
from simcore.games.legendary.outcomes import OutcomeDecoder
from simcore.games.legendary.reroll_kernels import BETWEEN, CLOSED, FIRST, FRIGHT, LAID, POOL, SECOND, Open
from simcore.games.legendary.rerolls import Lie
from simcore.games.legendary.throws import ITS_DISRUPTS, ITS_KILLS, OUT_OF_REACH, SHIELDS

State = tuple[int, int, int]
next_roll, unpack, met, decision = map(
    uncompiled, (reroll_kernels.next_roll, reroll_kernels.unpack, reroll_kernels.met, reroll_kernels.decision)
)
inner_pack = uncompiled(kernels.pack)
SKILLS = {ATTACKER: "Feint", DEFENDER: "Parry"}


class OpenRetelling(Retelling):
    """Tells the trials of such an attack."""

    def __init__(self, whole: Open, laid: Laid, model: kernels.Attack, reading: OutcomeDecoder, how: Assigning) -> None:
        super().__init__(model, reading, how)
        self.whole, self.laid = whole, laid
        self.chosen = frozenset(
            field
            for field, chosen in {
                "terror_policy": laid.choosers,
                "feint_policy": laid.attack.board.agains,
                "parry_policy": laid.defence.board.agains,
            }.items()
            if chosen
        )

    def open_state(self, number: int) -> State:
        """(stage, x, y) as in `reroll_kernels`."""
        stage, x, y = unpack(self.whole, number)
        return int(stage), int(x), int(y)

    def as_rules(self, number: int) -> int:
        """The number of a state that `kernels` knows, there."""
        return int(inner_pack(self.model, self.open_state(number)))

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        lines, later = list[str](), list[Step]()
        for step in steps:
            stage, x, y = self.open_state(step.before)
            if stage == GUARDED:
                attack = int(self.model.rows.first[ATTACK_ROW]) + y
                state = int(inner_pack(self.model, (GUARDED, x, 0)))
                later.append(replace(step, before=state, face=attack, after=self.as_rules(step.after)))
            elif stage < FRIGHT:
                later.append(replace(step, before=self.as_rules(step.before), after=self.as_rules(step.after)))
            elif stage != BETWEEN:
                lines.append(self.laid_out((stage, x, y), step.face, step.after))
        told = super().__call__(later)
        folded = 1 if self.folded() else 0
        return [*told[:folded], *lines, *told[folded:]]

    def laid_out(self, state: State, face: int, after: int) -> str:
        """A roll before all dice lie as they will."""
        stage, _, _ = state
        if stage == FRIGHT:
            return f"Terror: {self.daunted(face)}; {self.pool(self.open_state(after)[1])}."
        side, lie = self.lies_after(state, face)
        if stage in (FIRST, SECOND):
            skill = SKILLS[ATTACKER if side is self.laid.attack else DEFENDER]
            return f"{skill}, a die of {self.whose(state)} is rolled again: {self.lying(side, lie)}."
        return f"{'Attack' if stage == POOL else 'Defence'} dice: {self.lying(side, lie)}."

    def lies_after(self, state: State, face: int) -> tuple[Side, Lie]:
        """Whose dice are rolled in this state, and how they lie after this face."""
        stage, x, y = state
        laid, leads = self.laid, self.whole.leads
        if stage == POOL:
            return laid.attack, laid.attack.table.lies[self.whole.entry[leads[face]]]
        if stage == LAID:
            return laid.defence, laid.defence.table.lies[leads[face]]
        side, roll = (laid.in_turn[0], x) if stage == FIRST else (laid.in_turn[1], y)
        row, _ = next_roll(self.whole, state)
        return side, side.table.lies[side.table.lands[roll][face - int(self.whole.rows.first[row])]]

    def whose(self, state: State) -> str:
        """Whose die is rolled again in this state."""
        stage, x, y = state
        side, roll = (self.laid.in_turn[0], x) if stage == FIRST else (self.laid.in_turn[1], y)
        again, _ = side.table.kinds[side.table.kind[roll]]
        return " or ".join(side.board.names[again])

    def lying(self, side: Side, lie: Lie) -> str:
        """How the dice of a side lie, and which of them can be rolled again."""
        agains = [number for number in lie.open if not side.board.agains[number].forced]
        dice = [f"a die of {' or '.join(side.board.names[number])}" for number in agains]
        more = f"; {', '.join(many(dice))} can be rolled again" if dice else ""
        return self.count(side, side.board.closed(lie)) + more

    def count(self, side: Side, counts: Sequence[int]) -> str:
        """What dice count for."""
        if side is self.laid.attack:
            return listed(counts)
        back = [0, counts[ITS_KILLS], counts[ITS_DISRUPTS], 0]
        away = " and units out of reach" if counts[OUT_OF_REACH] else ""
        return counted(counts[SHIELDS], "Shield") + away + struck_back(back)

    def daunted(self, face: int) -> str:
        """Who is daunted."""
        number = face - int(self.whole.rows.first[self.whole.fright])
        told = [f"{some} {name}" for some, name in zip(self.laid.daunted[number], self.fighting(), strict=True) if some]
        return f"{', '.join(told)} daunted" if told else "nobody is daunted"

    def fighting(self) -> list[str]:
        """The names of those who can be daunted."""
        fighters = self.reading.defenders.areas.fighters
        return [fighters[group.number][0].name for group in self.laid.choosers]

    def pool(self, number: int) -> str:
        """Which dice daunted units keep."""
        kept = [
            f"{units} {name} {'keep' if units > 1 else 'keeps'} {die}"
            for name, group, of in zip(self.fighting(), self.laid.choosers, self.laid.pools[number].kept, strict=True)
            for die, units in zip(dict.fromkeys(group.dice), of, strict=True)
            if units
        ]
        return ", ".join(kept) or "all dice are thrown"


def many(things: Sequence[str]) -> list[str]:
    """Equal things counted.

    >>> many(["a die of pikemen", "a die of pikemen", "a die of henry-v"])
    ['2 dice of pikemen', 'a die of henry-v']
    """
    return [
        thing if (n := things.count(thing)) == 1 else thing.replace("a die", f"{n} dice", 1)
        for thing in dict.fromkeys(things)
    ]


class OpenTable(Table):
    """The choices of such an attack."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        assert isinstance(problem.retell, OpenRetelling)
        self.words, self.whole = problem.retell, problem.retell.whole
        self.model = self.whole.rules

    def cases(self) -> Iterator[Case]:
        visits = solve_problem(self.problem).visits
        first = self.whole.rows.first
        for number in np.flatnonzero(visits).tolist():
            state = self.words.open_state(number)
            row, _ = next_roll(self.whole, state)
            for face in range(int(first[row]), int(first[row + 1])) if row >= 0 else ():
                chance = float(visits[number] * self.whole.rows.probability[face])
                choice = int(decision(self.whole, state, face))
                if state[0] >= FRIGHT:
                    if choice >= 0 and self.chosen[choice] >= 0:
                        yield self.laid(state, face, int(self.chosen[choice]), chance)
                elif state[0] == GUARDED:
                    attack = int(self.model.rows.first[ATTACK_ROW]) + state[2]
                    yield from self.after((GUARDED, state[1], 0), attack, chance, choice)
                else:
                    yield from self.after(state, face, chance, choice)

    def laid(self, state: State, face: int, option: int, chance: float) -> Case:
        """What is done with the dice on the table."""
        words, nothing = self.words, frozenset[tuple[int, ...]]()
        if state[0] == FRIGHT:
            pool = int(self.whole.kept[self.whole.leads[face] + option])
            where = f"Terror: {words.daunted(face)}"
            return Case(ATTACKER, (FRIGHT, face), nothing, where, "before the dice", words.pool(pool), chance)
        firsts, one, other = met(self.whole, state, face)
        first, second = words.laid.in_turn
        side, lie = (first, int(one)) if firsts else (second, int(other))
        against = words.lying(second, second.table.lies[other]) if firsts else words.count(first, self.left(one))
        way = int(side.table.way[side.table.first_way[lie] + option])
        does = "no die rolled again"
        if way != CLOSED:
            does = f"a die of {words.whose((FIRST, way, 0) if firsts else (SECOND, 0, way))} rolled again"
        chooser = ATTACKER if side is words.laid.attack else DEFENDER
        where = f"{SKILLS[chooser]}: {words.lying(side, side.table.lies[lie])}"
        return Case(chooser, (FIRST if firsts else SECOND, lie), nothing, where, f"against {against}", does, chance)

    def left(self, leaf: int) -> list[int]:
        """What the dice of the side that rerolls first count for in the end."""
        first, _ = self.words.laid.in_turn
        if first is self.words.laid.attack:
            told: list[int] = self.model.results[int(self.model.rows.first[ATTACK_ROW]) + leaf].tolist()
        else:
            told = first.table.leaves[leaf].tolist()
        return told


def table_of(problem: Problem) -> Table:
    """The choices of an attack, of either kind."""
    kind: Any = OpenTable if isinstance(problem.retell, OpenRetelling) else Table
    return kind(problem)  # type: ignore[no-any-return]
