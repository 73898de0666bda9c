"""Battles, sieges and fights of Breizh 1341 in words, roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simcore.engine.resolver import Step
from simcore.games.breizh import kernels, roll_kernels
from simcore.wording import counted

Array = np.ndarray[Any, np.dtype[Any]]
CAMPS = ("Montfort", "Blois")
# The numbering itself, outside compiled code.
number_of = getattr(kernels.number_of, "py_func", kernels.number_of)
_state_of = getattr(kernels.state_of, "py_func", kernels.state_of)


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
        lead = f"{CAMPS[ahead < 0]} is {abs(ahead)} stronger" if ahead else "both are equally strong"
        lead += ", a decisive lead" if abs(ahead) >= self.decisive_lead else ""
        lost = " and ".join(f"{camp} {was - now}" for camp, was, now in zip(CAMPS, before, after, strict=True))
        return (
            f"Round {number}: Montfort with {counted(before[0], 'troop')} rolls {dice[0]}, "
            f"Blois with {before[1]} rolls {dice[1]}; {lead}; {lost} lost."
        )

    def end(self, number: int) -> str:
        montfort, blois = self.left(number)
        winner = int(self.model.ending_of[number]) % kernels.MARKS
        who = "Nobody" if winner == kernels.NOBODY else CAMPS[winner - 1]
        return f"{who} wins, with {counted(montfort, 'troop')} of Montfort and {blois} of Blois left."


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
