"""Battles, sieges and fights of Breizh 1341 in words, roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from simcore.engine.resolver import Step
from simcore.games.breizh import kernels, roll_kernels
from simcore.text import counted
from simcore.types import Array

CAMPS = ("Montfort", "Blois")
# The numbering itself, outside compiled code.
number_of = getattr(kernels.number_of, "py_func", kernels.number_of)
_state_of = getattr(kernels.state_of, "py_func", kernels.state_of)


def round_text(
    number: int, troops: Sequence[int], dice: Sequence[int], ahead: int, decisive_lead: int, lost: Sequence[int]
) -> str:
    """A round of a battle: the troops and dice of both camps, how far Montfort is `ahead`, what both lose.

    >>> round_text(1, (3, 2), (3, 1), 4, 3, (1, 1))
    'Round 1: Montfort with 3 troops rolls 3, Blois with 2 rolls 1; Montfort is 4 stronger, a decisive lead; Montfort \
1 and Blois 1 lost.'
    """
    lead = f"{CAMPS[ahead < 0]} is {abs(ahead)} stronger" if ahead else "both are equally strong"
    lead += ", a decisive lead" if abs(ahead) >= decisive_lead else ""
    fallen = " and ".join(f"{camp} {count}" for camp, count in zip(CAMPS, lost, strict=True))
    return (
        f"Round {number}: Montfort with {counted(troops[0], 'troop')} rolls {dice[0]}, "
        f"Blois with {troops[1]} rolls {dice[1]}; {lead}; {fallen} lost."
    )


def end_text(winner: int, montfort: int, blois: int) -> str:
    """Who has won a battle, and what troops are left."""
    who = "Nobody" if winner == kernels.NOBODY else CAMPS[winner - 1]
    return f"{who} wins, with {counted(montfort, 'troop')} of Montfort and {blois} of Blois left."


def siege_text(name: str, troops: int, bonus: int, die: int, strength: int, margin: int, *, falls: bool) -> str:
    """The roll of one siege.

    >>> siege_text("Dinan", 3, 1, 2, 4, 1, falls=True)
    'Dinan: 3 troops, bonus 1, die 2 make 6 against 4 + 1: it falls.'
    """
    return (
        f"{name}: {counted(troops, 'troop')}, bonus {bonus}, die {die} make {troops + bonus + die} against "
        f"{strength} + {margin}: {'it falls' if falls else 'it holds'}."
    )


class BattleRetelling:
    """Tells the rounds of one battle.

    `die` holds the faces of the die, `troops` are those of the model's first state, `start` is the state it begins in,
    `lead` Montfort's strength over Blois's, troops and dice apart; from `decisive_lead` on a lead decides.
    """

    def __init__(
        self, model: kernels.Battle, die: Array, troops: tuple[int, int], start: int, lead: int, decisive_lead: int
    ) -> None:
        self.model, self.die, self.troops, self.start = model, die, troops, start
        self.lead, self.decisive_lead = lead, decisive_lead

    def left(self, number: int) -> tuple[int, int]:
        """Troops of Montfort and Blois in a state."""
        montfort, blois, _ = _state_of(self.troops, number)
        return montfort, blois

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        rounds = [self.round(number, step) for number, step in enumerate(steps, start=1)]
        none = [] if rounds else ["There is no battle: too few troops are in the region."]
        return [*none, *rounds, self.end(steps[-1].after if steps else self.start)]

    def round(self, number: int, step: Step) -> str:
        before, after = self.left(step.before), self.left(step.after)
        apart = int(self.model.difference[step.face])
        pairs = np.argwhere(self.die[:, None] - self.die[None, :] == apart)
        dice = [int(self.die[face]) for face in pairs[step.pick(np.ones(len(pairs)))]]
        ahead = before[0] + self.lead - before[1] + apart
        lost = (before[0] - after[0], before[1] - after[1])
        return round_text(number, before, dice, ahead, self.decisive_lead, lost)

    def end(self, number: int) -> str:
        return end_text(int(self.model.ending_of[number]) % kernels.MARKS, *self.left(number))


class RollsRetelling:
    """Tells separate rolls: `roll(number, die, result)` says what the roll of that number did, `end` how it ended."""

    def __init__(
        self,
        model: roll_kernels.Rolls,
        before: Sequence[str],
        roll: Callable[[int, int, int], str],
        end: Callable[[Array], str],
    ) -> None:
        self.model, self.before, self.roll, self.end = model, before, roll, end

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        results = []
        lines = list(self.before)
        for number, step in enumerate(steps):
            results.append((step.after - int(self.model.first[number + 1])) % (int(self.model.most[number]) + 1))
            lines.append(self.roll(number, int(self.model.die[step.face]), results[-1]))
        return [*lines, self.end(np.array([results], np.int64))]
