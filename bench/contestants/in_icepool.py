"""Exact battles by icepool, in its memoised form: the die of a state is the mixture of the dice of what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from bench.contestants import library
from bench.contestants.rules import Ending, Roll, Rules, State


def solver() -> Callable[[Iterable[Rules]], list[dict[Ending, float]]]:
    """A function that gives the distribution of endings of each of some battles under the same rules.

    What was found for one battle is kept for the others, and forgotten after the last one.
    """
    icepool = library("icepool", "icepool")

    def solve(battles: Iterable[Rules]) -> list[dict[Ending, float]]:
        rules = list(battles)
        first = rules[0]

        @cache
        def rolled(roll: Roll) -> Any:
            return icepool.tupleize(*(sum(dice @ icepool.Die(faces) for dice, faces in pool) for pool in roll))

        @cache
        def ends(state: State) -> Any:
            roll = first.roll(state)
            if roll is None:
                return icepool.Die([first.ending(state)])
            return rolled(roll).map(lambda result: ends(first.after(state, result)), star=False)

        return [
            {tuple(ending): float(chance) for ending, chance in zip(die, die.probabilities(), strict=True)}
            for die in (ends(each.start) for each in rules)
        ]

    return solve
