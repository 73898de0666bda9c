"""A trial in words: every die with who threw it at whom, and what troops lost since the die before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcore.engine.resolver import Step
from simcore.games.bouvines import kernels
from simcore.games.bouvines.ground import LIFE, OUT, PER_WORD, TROOP_BITS, TROOPS
from simcore.games.bouvines.model import BANNER_LOST, FALL, OVER, REMOVED, SHOT, TAKEN, Model
from simcore.games.bouvines.scenarios import SIDES

_HOW = {
    REMOVED: "is gone: four of its troops are dead",
    BANNER_LOST: "loses its banner to the sixteen banners",
    TAKEN: "is taken: its cells are dead or touched",
}


class Retelling:
    """Tells trials of one scenario; `words` holds the state of every number, `opening` the state before all."""

    def __init__(self, kinds: Sequence[str], model: Model, opening: Sequence[int], words: Any) -> None:
        self.kinds, self.opening, self.words = list(kinds), [int(word) for word in opening], words
        self.counts, self.foot = model.field["counts"][0], model.field["foot"][0]
        self.passages, self.side_of = int(model.field["passages"][0]), model.field["side_of"][0]
        self.single = bool(model.field["single"][0])

    def __call__(self, steps: Sequence[Step]) -> list[str]:
        first = self.state(steps[0].before if steps else 0)
        lines = self.changes(self.opening, first)
        for step in steps:
            before, after = self.state(step.before), self.state(step.after)
            lines += [self.roll(before, bool(self.counts[step.face])), *self.changes(before, after)]
        return lines + self.end(self.state(steps[-1].after) if steps else first)

    def state(self, number: int) -> list[int]:
        return [int(word) for word in self.words[number]]

    def troop(self, state: Sequence[int], troop: int) -> int:
        """A troop's packed figures."""
        return state[1 + troop // PER_WORD] >> TROOP_BITS * (troop % PER_WORD) & ((1 << TROOP_BITS) - 1)

    def name(self, troop: int, life: int) -> str:
        """A troop for people, with its number on its side from 0."""
        kind = self.kinds[troop]
        kind = "foot-knight" if kind == "knight" and life <= self.foot[troop] else kind
        return f"{SIDES[troop // TROOPS]} {kind} {troop % TROOPS}"

    def roll(self, state: Sequence[int], counts: bool) -> str:
        """The die that a state waits for, and what it shows."""
        told = kernels.told(state, self.passages)
        attacker = int(self.side_of[told.passage]) * TROOPS + told.troop
        target = self.name(told.target, self.troop(state, told.target) & LIFE)
        when = "" if self.single else f"turn {told.turn + 1}: "
        if told.waits == FALL:
            return f"{when}{target} falls: {'hurt' if counts else 'unhurt'}"
        who = self.name(attacker, self.troop(state, attacker) & LIFE)
        if told.waits == SHOT:
            return f"{when}{who} shoots at {target}: {'hit' if counts else 'miss'}"
        return (
            f"{when}{who} charges {target}, {told.damage} before the shock die: {'one more' if counts else 'no more'}"
        )

    def changes(self, before: Sequence[int], after: Sequence[int]) -> list[str]:
        """What troops lost or regained between two states, and who went out."""
        over = kernels.told(after, self.passages).waits == OVER
        lines = []
        for troop in range(2 * TROOPS):
            was, now = self.troop(before, troop), self.troop(after, troop)
            if was & LIFE != now & LIFE:
                lines.append(
                    f"  {self.name(troop, was & LIFE)}: {self.points(troop, was)} -> {self.points(troop, now)}"
                )
            if now and not over and (was ^ now) >> OUT & 1:
                lines.append(f"  {self.name(troop, now & LIFE)} {'is out' if now >> OUT & 1 else 'is in its cell'}")
        return lines

    def points(self, troop: int, packed: int) -> str:
        """Hit points of a troop in its present form."""
        life, foot = packed & LIFE, int(self.foot[troop])
        if life == 0:
            return "dead"
        on_horse = 0 < foot < life
        return f"{life - foot if on_horse else life}" + (" on foot" if foot > 0 and not on_horse else "")

    def end(self, state: Sequence[int]) -> list[str]:
        """How it ended."""
        if self.single:
            return []
        how, turns = kernels.told_end(state)
        if not how:
            return [f"nobody has lost after {turns} turns"]
        return [f"turn {turns}: the plaque of {SIDES[(how - 1) // TAKEN]} {_HOW[(how - 1) % TAKEN + 1]}"]
