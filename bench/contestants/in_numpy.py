"""Trials by vectorised NumPy: many at once, all of them rolled together, the finished ones dropped every few rolls.

Rules become one table, so that a roll of any size is one random number and one look-up: where each of the equally
likely numbers leads from each state. A finished battle stays where it is. The size of a batch, and after how many rolls
the finished ones are dropped, are the best of a few, tried on this machine.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import product
from math import gcd, lcm, prod

import numpy as np

from bench.contestants.rules import Roll, Rules, State

BATCHES = tuple(1 << exponent for exponent in range(11, 19, 2))
ROLLS = 1, 2, 3, 4, 5, 6, 8  # before the finished ones are dropped


def _results(roll: Roll) -> dict[tuple[int, ...], int]:
    """The results of a roll with their weights, in lowest terms."""
    pools = []
    for pool in roll:
        sums = Counter({0: 1})
        for dice, faces in pool:
            for _ in range(dice):
                more: Counter[int] = Counter()
                for shown, weight in sums.items():
                    for face in faces:
                        more[shown + face] += weight
                sums = more
        pools.append(sums.items())
    weights: dict[tuple[int, ...], int] = {}
    for chosen in product(*pools):
        weights[tuple(shown for shown, _ in chosen)] = prod(ways for _, ways in chosen)
    common = gcd(*weights.values())
    return {shown: weight // common for shown, weight in weights.items()}


class Batches:
    """The trials of one battle."""

    def __init__(self, rules: Rules) -> None:
        results: dict[Roll, dict[tuple[int, ...], int]] = {}
        rolled: dict[State, Roll] = {}  # in the states that are not over
        leads: dict[State, list[State]] = {}  # from these, after each result
        over: dict[State, int] = {}  # the other states, and who has won
        for state in (found := [rules.start]):  # grows as it is read
            roll = rules.roll(state)
            if roll is None:
                over[state] = rules.ending(state)[0]
            elif state not in leads:
                if roll not in results:
                    results[roll] = _results(roll)
                rolled[state] = roll
                leads[state] = [rules.after(state, result) for result in results[roll]]
                found += leads[state]
        self.faces = lcm(*(sum(weights.values()) for weights in results.values()))
        whole = np.uint16 if self.faces <= 1 << 16 else np.uint32
        self.drawn = np.uint8 if self.faces <= 1 << 8 else whole  # the narrowest: NumPy makes them out of fewer bits
        # A state is told by where its row of the table begins; those that are over come last.
        at = {state: number * self.faces for number, state in enumerate([*leads, *over])}
        self.start, self.first_over = at[rules.start], len(leads) * self.faces
        self.winner = np.array(list(over.values()))
        numbers = {  # how many lead to each result
            roll: np.array(list(weights.values())) * (self.faces // sum(weights.values()))
            for roll, weights in results.items()
        }
        rows = [np.repeat([at[after] for after in there], numbers[rolled[state]]) for state, there in leads.items()]
        rows += [np.full(self.faces, at[state]) for state in over]
        self.next = np.concatenate(rows).astype(np.int32)
        self.random = np.random.Generator(np.random.SFC64(1))  # the fastest of NumPy's
        self.batch, self.rolls = min(product(BATCHES, ROLLS), key=self._pace)

    def _pace(self, way: tuple[int, int]) -> float:
        self.batch, self.rolls = way
        spent = []
        for _ in range(3):
            before = time.process_time()
            self(max(BATCHES))
            spent.append(time.process_time() - before)
        return min(spent)

    def __call__(self, trials: int) -> tuple[int, int]:
        """How often either side wins so many trials."""
        ended = np.zeros(self.winner.size, np.int64)
        for done in range(0, trials, self.batch):
            state = np.full(min(self.batch, trials - done), self.start, np.int32)
            while state.size:
                for _ in range(self.rolls):
                    state += self.random.integers(0, self.faces, state.size, self.drawn)
                    state = self.next.take(state, mode="clip")  # which never happens: spares a look at all of them
                over = state >= self.first_over
                ended += np.bincount((state[over] - self.first_over) // self.faces, minlength=ended.size)
                state = state[~over]
        return tuple(int(ended[self.winner == side].sum()) for side in (1, 2))  # type: ignore[return-value]
