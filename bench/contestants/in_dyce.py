"""Exact battles by dyce: `expand` puts the histograms of what follows in the place of a roll's results, memoised."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from bench.contestants import library
from bench.contestants.rules import Ending, Roll, Rules, State


def solver() -> Callable[[Iterable[Rules]], list[dict[Ending, float]]]:
    """As `in_icepool.solver`."""
    dyce = library("dyce", "dyce")

    nobody = dyce.H({0: 1})

    def solve(battles: Iterable[Rules]) -> list[dict[Ending, float]]:
        rules = list(battles)
        first = rules[0]

        @cache
        def rolled(roll: Roll) -> Any:
            return [
                sum((dice @ dyce.H.from_counts((face, 1) for face in faces) for dice, faces in pool if dice), nobody)
                for pool in roll
            ]

        @cache
        def ends(state: State) -> Any:
            roll = first.roll(state)
            if roll is None:
                return dyce.H({first.ending(state): 1})

            def follow(*results: Any) -> Any:
                return ends(first.after(state, tuple(result.outcome for result in results)))

            return dyce.expand(follow, *rolled(roll), min_path_probability=Fraction(0))

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it calls itself experimental
            found = [ends(each.start) for each in rules]
        return [{ending: float(chance) for ending, chance in die.probability_items()} for die in found]

    return solve
