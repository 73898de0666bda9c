"""Trials by vectorised NumPy: many at once, all of them rolled together, the finished ones dropped after each roll.

Rules become two tables, so that a roll of any size is one random number and two look-ups: what equally likely number
gives which result, and where a result leads. The size of a batch is the best of a few, tried on this machine.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import product
from math import gcd, lcm, prod
from typing import Any

import numpy as np

from bench.contestants.rules import Roll, Rules, State

Array = np.ndarray[Any, np.dtype[Any]]
BATCHES = tuple(1 << exponent for exponent in range(11, 19, 2))


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
        numbers: dict[State, int] = {rules.start: 0}
        rolls: dict[Roll, int] = {}
        results: list[dict[tuple[int, ...], int]] = []
        leads: list[tuple[int, list[int]]] = []
        self.winner = []
        for state in (found := [rules.start]):  # grows as it is read
            roll = rules.roll(state)
            self.winner.append(rules.ending(state)[0] if roll is None else -1)
            if roll is None:
                leads.append((0, []))
                continue
            if roll not in rolls:
                rolls[roll] = len(rolls)
                results.append(_results(roll))
            after = [rules.after(state, result) for result in results[rolls[roll]]]
            for reached in after:
                if reached not in numbers:
                    numbers[reached] = len(numbers)
                    found.append(reached)
            leads.append((rolls[roll], [numbers[reached] for reached in after]))
        self.faces = lcm(*(sum(weights.values()) for weights in results))
        most = max(map(len, results))
        whole = np.uint16 if self.faces <= 1 << 16 else np.uint32
        self.drawn = np.uint8 if self.faces <= 1 << 8 else whole  # the narrowest: NumPy makes them out of fewer bits
        self.over = np.array(self.winner) >= 0
        self.roll_at = np.array([roll * self.faces for roll, _ in leads], np.int32)
        self.leads_at = np.arange(len(found), dtype=np.int32) * most
        self.result = np.concatenate(
            [
                np.repeat(np.arange(len(w)), np.array(list(w.values())) * (self.faces // sum(w.values())))
                for w in results
            ]
        ).astype(np.int16)
        self.leads = np.zeros(len(found) * most, np.int16)
        for number, (_, there) in enumerate(leads):
            self.leads[number * most : number * most + len(there)] = there
        self.random = np.random.Generator(np.random.SFC64(1))  # the fastest of NumPy's
        self.batch = min(BATCHES, key=self._pace)

    def _pace(self, batch: int) -> float:
        self.batch = batch
        self(batch)
        spent = []
        for _ in range(3):
            before = time.process_time()
            self(max(BATCHES))
            spent.append(time.process_time() - before)
        return min(spent)

    def __call__(self, trials: int) -> tuple[int, int]:
        """How often either side wins so many trials."""
        ended = np.zeros(len(self.winner), np.int64)
        for done in range(0, trials, self.batch):
            state = np.zeros(min(self.batch, trials - done), np.int16)
            while state.size:
                draw = self.random.integers(0, self.faces, state.size, self.drawn)
                result = self.result.take(self.roll_at.take(state) + draw)
                state = self.leads.take(self.leads_at.take(state) + result)
                over = self.over.take(state)
                ended += np.bincount(state[over], minlength=ended.size)
                state = state[~over]
        return tuple(int(ended[np.array(self.winner) == side].sum()) for side in (1, 2))  # type: ignore[return-value]
