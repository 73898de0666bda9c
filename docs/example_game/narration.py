"""A raid in words, roll by roll."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.engine.resolver import Step
from simcore.text import counted
from simcore.types import Array

FALLS = ("a raider falls", "a guard falls", "a raider and a guard fall")  # by the result of the die


class RaidNarration:
    """Tells the rolls of one raid that began with so many raiders and guards."""

    def __init__(self, size: tuple[int, int], result: Array) -> None:
        self.size, self.result = size, result

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        lines = []
        for number, step in enumerate(steps, start=1):
            lost, fewer = divmod(step.after, self.size[1] + 1)
            left = f"{counted(self.size[0] - lost, 'raider')}, {counted(self.size[1] - fewer, 'guard')} left"
            lines.append(f"Roll {number}: {FALLS[self.result[step.face]]}; {left}.")
        return lines
