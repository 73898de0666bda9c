"""A battle or siege of La guerre de Cent Ans in words, roll by roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from simcore.engine.resolver import Step
from simcore.games.cent_ans import kernels, tables
from simcore.games.cent_ans.hosts import Course
from simcore.games.cent_ans.kernels import DISPERSION, RETREAT, ROUTIER
from simcore.types import Array

RESULTS = ("LOSS", "RETREAT", "DISPERSION", "ROUTIER", "blank")
ELITE_RESULTS = ("LOSS", "double diamond", "blank")
NAMES = {
    "english": "English",
    "burgundian": "Burgundian",
    "french": "French",
    "armagnac": "Armagnac",
    "routier": "Routier",
    "papal_guard": "Papal Guard",
    "elite": "elite",
}


def counted(counts: Sequence[int], names: Sequence[str]) -> str:
    """`2 English, 1 elite`; `nobody` for none."""
    return ", ".join(f"{count} {name}" for count, name in zip(counts, names, strict=True) if count) or "nobody"


def dice_text(rolled: Iterable[tuple[str, Sequence[int] | Array]]) -> str:
    """Dice by kind, and how often each result came up; `elite` have results of their own.

    >>> dice_text([("French", (1, 2, 0, 0, 0)), ("Armagnac", (0, 0, 0, 0, 0)), ("elite", (0, 1, 0, 0, 0))])
    'French LOSS, RETREAT, RETREAT; elite double diamond'
    """
    told = []
    for name, counts in rolled:
        words = ELITE_RESULTS if name == NAMES["elite"] else RESULTS
        results = [word for word, count in zip(words, counts, strict=False) for _ in range(count)]
        if results:
            told.append(f"{name} {', '.join(results)}")
    return "; ".join(told)


def own_results(faces: Array) -> bool:
    """Do the factions' dice of a roll show what falls on their own units?"""
    return bool(faces[[RETREAT, DISPERSION, ROUTIER]].any() or faces[[5 + RETREAT, 5 + DISPERSION, 5 + ROUTIER]].any())


class Retelling:
    """Tells the steps of one trial; knows the course of the battle, the packed model and the state it begins in."""

    def __init__(self, course: Course, model: kernels.Battle, start: int) -> None:
        self.hosts, self.phases, self.lifted = course.hosts, course.phases, course.lifted
        self.last_loss = course.last_loss
        self.model, self.start = model, start

    def state(self, number: int) -> tuple[list[int], int]:
        """Positions of both sides, and the phase."""
        block, phase = divmod(number, len(self.model.roller))
        return list(divmod(block, int(self.model.positions[1]))), phase

    def units(self, side: int, position: int) -> tuple[Array, int]:
        """Units by kind, and the room left to retreat."""
        host = self.hosts[side]
        units = np.zeros(3, np.int64)
        return units, int(tables.open_box(int(host.box[position]), host.size, host.tracked, units))

    def names(self, side: int) -> list[str]:
        """Names of the three kinds of a side."""
        kinds = self.hosts[side].kinds
        return [NAMES[kinds[0]], NAMES[kinds[1]] if len(kinds) > 2 else "", NAMES["elite"]]

    def title(self, side: int) -> str:
        return f"the {self.hosts[side].side}"

    def dice(self, side: int, faces: Array) -> str:
        """The dice of one roll: `French LOSS, RETREAT; elite LOSS`."""
        return dice_text(zip(self.names(side), np.split(faces, (5, 10)), strict=True))

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        positions, _ = self.state(steps[0].before if steps else self.start)
        lines = [self.opening(side, positions[side]) for side in (0, 1)]
        rounds = 0
        for step in steps:
            _, phase = self.state(step.before)
            rounds += self.phases[phase].round
            lines.append(self.roll(step, rounds))
        return [*lines, self.end(steps[-1].after if steps else self.start, rounds)]

    def opening(self, side: int, position: int) -> str:
        """What a side has when dice are first rolled, and what it had before."""
        host, names = self.hosts[side], self.names(side)
        units = self.units(side, position)[0]
        line = f"{self.title(side).capitalize()} has {counted(units.tolist(), names)}"
        gone = [host.army.units(kind) for kind in (host.kinds if len(host.kinds) > 2 else (host.kinds[0], *host.kinds))]
        if len(host.kinds) == 2:
            gone[1] = 0
        gone = [before - int(left) for before, left in zip(gone, units.tolist(), strict=True)]
        if any(gone):
            line += f" ({counted(gone, names)} gone before the first roll"
            line += f", {host.retreated.sum()} of them retreated)" if host.retreated.any() else ")"
        return line + "."

    def roll(self, step: Step, rounds: int) -> str:
        """One roll: its dice, what they do, who is removed."""
        positions, number = self.state(step.before)
        after, next_phase = self.state(step.after)
        phase = self.phases[number]
        side, enemy = phase.roller, 1 - phase.roller
        host = self.hosts[side]
        units, room = self.units(side, positions[side])
        shift = int(self.model.shift[step.face])
        left = np.zeros(3, np.int64)
        box = int(host.box[positions[side]])
        tables.open_box(box - shift, host.size, host.tracked, left)
        used = box % host.tracked.size - (box - shift) % host.tracked.size
        loss = int(self.model.loss[step.face])
        gone = units - left
        facing = self.units(enemy, positions[enemy])[0]
        foes = int(facing.sum()) if self.last_loss else 0
        found, weight = kernels.results_behind(
            host.dice, phase.rule, units, room, host.tracked, foes, (loss, int(gone[0]), int(gone[1]), used)
        )
        faces = found[step.pick(weight)]
        rolled = self.dice(side, faces)
        opening = not (phase.round or rounds)
        when = "Before round 1" if opening else f"Round {rounds}"
        parts = [f"{when}, {self.title(side)}: {rolled or 'no dice'}"]
        if loss:
            hit = facing - self.units(enemy, after[enemy])[0]
            if phase.holds:
                parts.append(f"{loss} LOSS, to be taken once both have rolled")
            else:
                parts.append(f"{loss} LOSS, {self.title(enemy)} loses {counted(hit.tolist(), self.names(enemy))}")
        if gone.any():
            parts.append(f"of its own {counted(gone.tolist(), self.names(side))} leave")
        elif 0 < foes <= loss and phase.rule.own_results and own_results(faces):
            parts.append("no enemy is left, so that its own results do not count")
        if phase.pending:
            owed = left - self.units(side, after[side])[0]
            parts.append(f"and {counted(owed.tolist(), self.names(side))} fall to the LOSS kept from before")
        if phase.rule.cancels and rolled:
            parts.append(f"the place cancels {phase.rule.cancels} LOSS")
        if not loss and not gone.any() and not phase.pending:
            parts.append("no unit falls" if self.lifted is not None else "nothing happens")
        line = "; ".join(parts) + "."
        if phase.closes:
            stranded = [
                s for s in (0, 1) if self.units(s, after[s])[0][2] == 0 and self.stranded(s, step, positions, loss)
            ]
            for s in stranded:
                line += f" {self.title(s).capitalize()} has elite units alone and no die for them: they are dispersed."
        if self.lifted is not None and next_phase == self.lifted:
            line += " No defender fell: the siege is lifted."
        return line

    def stranded(self, side: int, step: Step, positions: list[int], loss: int) -> bool:
        """Did this side lose elite units to 11.4.6 at the end of the round (and not to a LOSS)?"""
        after = self.state(step.after)[0][side]
        host = self.hosts[side]
        if side == self.phases[self.state(step.before)[1]].roller:
            return int(host.rank[int(host.box[positions[side]]) - int(self.model.shift[step.face])]) != after
        left, before = (int(self.units(side, position)[0].sum()) for position in (after, positions[side]))
        return left == 0 and before > loss

    def end(self, number: int, rounds: int) -> str:
        """How it ended."""
        positions, _ = self.state(number)
        left = [self.units(side, positions[side])[0] for side in (0, 1)]
        after = f"after {rounds} round{'s' if rounds != 1 else ''}"
        standing = [side for side in (0, 1) if left[side].any()]
        if len(standing) == 2:
            return f"The place holds {after}, with {counted(left[1].tolist(), self.names(1))} inside."
        if not standing:
            return f"Nobody is left on either side {after}: nobody wins."
        side = standing[0]
        return (
            f"{self.title(side).capitalize()} wins {after}, with {counted(left[side].tolist(), self.names(side))} left."
        )
