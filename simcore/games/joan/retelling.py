"""A course of rolls of Joan of Arc in words: each roll with its dice and what it did, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcore.engine.resolver import Problem, Step
from simcore.games.joan.course import DIE, DRAW, ROLLS, SUM, Outcomes, Roll, packed_rolls

ONCE = ("hero", "sign_of_god", "card_lost", "town")  # what can happen once needs no number


class Retelling:
    """Tells the trials of one problem, in the words of its combat."""

    def __init__(self, problem: Problem, outcomes: Outcomes, winners: Sequence[str], words: Mapping[str, str]) -> None:
        self.problem, self.outcomes, self.winners, self.words = problem, outcomes, winners, words

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        return [*map(self.told, steps), self.end(steps[-1].after if steps else self.problem.start)]

    def told(self, step: Step) -> str:
        """One roll: what it is for, its dice, what they do."""
        said = self.outcomes.said[step.before]
        assert said.roll is not None
        shown = said.roll.shows[step.face - int(packed_rolls().first[ROLLS.index(said.roll)])]
        line = f"{said.what}: {self.dice(said.roll, shown, step)}"
        line += f"; {said.does(shown)}" if said.does is not None else ""
        return line + ("; it is rolled again" if step.after == step.before else "")

    @staticmethod
    def dice(roll: Roll, shown: int, step: Step) -> str:
        """The dice that show this number."""
        if roll is DRAW:
            return f"card {shown + 1}"
        if roll is DIE:
            return str(shown)
        faces, sign = DIE.shows, 1 if roll is SUM else -1
        pairs = [(one, other) for one in faces for other in faces if one + sign * other == shown]
        one, other = pairs[step.pick(np.ones(len(pairs)))]
        return f"{one} and {other}" if roll is SUM else f"{one} against {other}"

    def end(self, state: int) -> str:
        """How it ended: who won or what happened, and every figure that is not 0 and that no roll has told."""
        ending = int(self.problem.model.offset[state])
        values: dict[str, Any] = dict(zip(self.outcomes.names, self.outcomes.table[ending].tolist(), strict=True))
        event = self.winners[values.pop("winner")]
        told = {name: value for name, value in values.items() if value and not name.startswith("town_")}
        plain = self.words.get(f"winner.{event}", event.replace("-", " "))
        if "none" in self.winners:
            plain = "nobody wins" if event == "none" else f"{event} wins"
        return "; ".join([plain, *(self.figure(name, value) for name, value in told.items())])

    def figure(self, name: str, value: int) -> str:
        side, _, last = name.rpartition(".")
        said = self.words.get(last, last.replace("_", " "))
        if last.startswith("duel_"):
            return f"{said}: {self.winners[value]}"
        return f"{side + ': ' if side else ''}{said}{'' if last in ONCE else f' {value}'}"
