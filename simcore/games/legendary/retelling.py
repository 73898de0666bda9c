"""An attack in words: all dice of a side at once, as the rules fold them together, and what became of the units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simcore.engine.resolver import Step
from simcore.games.legendary import kernels
from simcore.games.legendary.outcomes import Reading
from simcore.games.legendary.throws import DISRUPTS, KILLS, PUSHES, SLAYER_KILLS

Array = np.ndarray[Any, np.dtype[Any]]
RESULTS = {KILLS: "Kill", SLAYER_KILLS: "Slayer's Kill", DISRUPTS: "Disrupt", PUSHES: "Push"}
MARCHES = ("the group cannot move", "one area is reached", "two areas are reached")


def counted(number: int, thing: str) -> str:
    """`2 Kills`, `1 Push`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}{'es' if thing.endswith('sh') else 's'}"


def march(steps: Sequence[Step]) -> list[str]:
    """A forced march: one die."""
    return [f"The die of the march is rolled: {MARCHES[step.face]}." for step in steps]


class Retelling:
    """Tells the trials of one attack."""

    def __init__(self, model: kernels.Attack, reading: Reading) -> None:
        self.model, self.reading = model, reading

    def state(self, number: int) -> tuple[int, int, int]:
        """(stage, x, y) as in `kernels`."""
        unpack = getattr(kernels.unpack, "py_func", kernels.unpack)
        stage, x, y = unpack(self.model, number)
        return int(stage), int(x), int(y)

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        return [*map(self.told, steps), *self.end(steps[-1].after)]

    def told(self, step: Step) -> str:
        """One roll: what it shows, and what that does to units."""
        stage, x, y = self.state(step.before)
        after_y = self.state(step.after)[2]
        first = int(self.model.rows.first[kernels.TOUGH_ROW])
        if stage == kernels.START:
            away = int(self.model.out_of_reach[step.face])
            return f"Defence dice: {counted(int(self.model.shields[step.face]), 'Shield')}" + (
                "; with Dodge some units are out of reach." if away else "."
            )
        if stage == kernels.GUARDED:
            shields = int(self.model.shields[x])
            line = f"Attack dice: {self.results(step.face)}"
            line += f"; {counted(shields, 'Shield')} against them" if shields else ""
            return f"{line}: {self.suffered('defender', after_y)}."
        tough = "survives" if step.face == first else "falls"
        if stage == kernels.STRUCK and y < self.model.defenders.forks:
            return f"Tough, on his last wound, a defender rolls and {tough}: {self.suffered('defender', after_y)}."
        if stage == kernels.STRUCK:
            return f"Retaliation: {self.results(step.face)}: {self.suffered('attacker', after_y)}."
        return f"Tough, on his last wound, an attacker rolls and {tough}: {self.suffered('attacker', after_y)}."

    def results(self, face: int) -> str:
        """Results of the attack dice or of Retaliation."""
        rolled = self.model.results[face].tolist()
        return ", ".join(counted(rolled[kind], name) for kind, name in RESULTS.items() if rolled[kind]) or "nothing"

    def suffered(self, side: str, node: int) -> str:
        """What a node says has become of a side."""
        fates = self.model.defenders if side == "defender" else self.model.attackers
        if node < fates.forks:
            return "a Tough character takes a Kill that may be his last"
        fate = node - fates.forks
        ending = fate * self.model.attackers.fates if side == "defender" else fate
        told = [what for what in self.becomes(ending, side) if not what.endswith("stand")]
        return ", ".join(told) or f"no {side} is moved"

    def becomes(self, ending: int, side: str) -> list[str]:
        """What became of each unit of a side."""
        columns = {name: int(values[0]) for name, values in self.reading(np.array([ending])).items()}
        told = []
        for name, count in columns.items():
            if count and name.startswith(f"{side}."):
                unit, _, fate = name.partition(".")[2].partition("_")
                told.append(
                    f"{unit} has {counted(count, 'wound')}" if fate == "wounds" else f"{count} {unit} {fate or 'stand'}"
                )
        return told

    def end(self, number: int) -> list[str]:
        """How it ended: who won, and who stands."""
        stage, x, y = self.state(number)
        fates, ours = self.model.defenders, self.model.attackers
        ending = y - fates.forks if stage == kernels.STRUCK else x * ours.fates + y - ours.forks
        winner = int(self.reading(np.array([ending]))["winner"][0])
        lines = []
        for side in ("attacker", "defender"):
            standing = [what.removesuffix(" stand") for what in self.becomes(ending, side) if what.endswith(" stand")]
            lines.append(f"the {side} has {', '.join(standing) or 'nobody'} left")
        return [f"{('Nobody', 'The attacker', 'The defender')[winner]} wins: {' and '.join(lines)}."]
