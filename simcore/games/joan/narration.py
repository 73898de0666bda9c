"""A course of rolls of Joan of Arc in words: each roll with its dice and what it did, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simcore.engine.resolver import Problem, Step
from simcore.games.joan.roll_sequence import DIE, DRAW, ROLLS, SUM, Outcomes, Roll, packed_rolls
from simcore.text import counted, one_of

ONCE = ("hero", "town")  # what can happen once needs no number

# What a column says that a side did, and what it says of no side.
_OF_SIDE: Mapping[str, Callable[[int], str]] = {
    "card_lost": lambda _: "loses the card",
    "hero": lambda _: "keeps the hero",
    "sign_of_god": lambda _: "plays the Sign of God",
    "retreat": lambda n: f"plays {counted(n, 'Retreat')}",
    "claimant_points": lambda n: f"wins {counted(n, 'Claimant Point')}",
}
_OF_NOBODY: Mapping[str, Callable[[int], str]] = {
    "taken": lambda n: f"the Traitor takes a card of {n}",
    "last_turn": lambda n: f"turn {n} is the last",
}


def sentence(side: str, told: Mapping[str, int]) -> str:
    """What became of a side, by its columns without its name.

    >>> sentence("attacker", {"cards_lost": 1, "points_lost": 3, "hero": 1})
    'the attacker loses 1 card worth 3 and keeps the hero'
    """
    parts = [does(told[what]) for what, does in _OF_SIDE.items() if what in told]
    if "cards_lost" in told:
        parts.insert(0, f"loses {counted(told['cards_lost'], 'card')} worth {told['points_lost']}")
    *others, last = parts
    return f"the {side} {', '.join(others)} and {last}" if others else f"the {side} {last}"


SINGULAR = {"cards": "card", "castles": "castle", "points": "point", "towns": "town", "troops": "troop"}


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
        parts = [self.figure(name, value) for name, value in told.items() if "." not in name]
        for side in self.winners:
            own = {name.removeprefix(f"{side}."): n for name, n in told.items() if name.startswith(f"{side}.")}
            parts += [sentence(side, own)] if own else []
        return "; ".join([plain, *parts])

    def figure(self, name: str, value: int) -> str:
        """What happened to no side in particular."""
        said = self.words.get(name, name.replace("_", " "))
        if name.startswith("duel_"):
            return f"{said}: {self.winners[value]}"
        if name in _OF_NOBODY:
            return _OF_NOBODY[name](value)
        return said if name in ONCE else f"{value} {one_of(said, SINGULAR) if value == 1 else said}"
