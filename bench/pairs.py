"""What pairing saves and how honest its intervals are, on fixed lists of variants that the exact engine answers too."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import simcore as sc
from simcore.advice.compare import pair_of
from simcore.engine import paired, run
from simcore.questions import ask
from simcore.stats.paired import PairedSums
from simcore.utility import Utility
from simcore.variants import variant

Scenario = dict[str, Any]
Figures = Iterator[tuple[str, str, list[float]]]

TRIALS = 1 << 17  # for a ratio
RUNS, TRIALS_OF_RUN = 1_000, 600
UNITS = "attacker.english", "attacker.burgundian", "defender.french", "defender.armagnac"


def battle(*units: int) -> Scenario:
    """A pitched battle of so many English, Burgundians, French and Armagnacs."""
    scenario = {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker"}
    return variant(scenario, dict(zip(UNITS, units, strict=True)))


ARMIES = (10, 10, 10, 10), (12, 8, 10, 10), (14, 8, 12, 12), (15, 15, 15, 15)
TEN = battle(*ARMIES[0])
BREIZH = {"game": "breizh", "combat": "battle", "montfort": 12, "blois": 12}
ELITE = variant(TEN, {"attacker.elite": 3, "defender.elite": 3})

ONE_UNIT = {
    f"{' + '.join(map(str, units[:2]))} against {' + '.join(map(str, units[2:]))}, {kind.partition('.')[2]} {more:+}": (
        battle(*units),
        {kind: unit + more},
    )
    for units, (at, kind), more in product(ARMIES, enumerate(UNITS), (1, -1))
    for unit in [units[at]]
}
# One unit that is worth much, or another card, side to begin, policy: what pairing saves there is told, not promised.
OTHERS: dict[str, tuple[Scenario, Scenario]] = {
    "6 + 4 against 5 + 5, english +1": (battle(6, 4, 5, 5), {"attacker.english": 7}),
    "breizh 12 against 12, montfort +1": (BREIZH, {"montfort": 13}),
    "breizh 12 against 12, blois -1": (BREIZH, {"blois": 11}),
    "breizh 12 against 12, bonus +1": (BREIZH, {"montfort_bonus": 1}),
    "longbow or none": (ELITE, {"attacker.equipment": "english-longbow"}),
    "who begins": (TEN, {"initiative": "defender"}),
    "policy": (TEN, {"attacker.policy": "strip_dice"}),
}
COVERED = [*list(ONE_UNIT)[:8], *OTHERS]


def _pair(base: Scenario, other: Scenario, name: str) -> paired.Pair:
    both = ask(base), ask(other)
    worths = [{name: Utility({name: 1.0}).priced(asked.combat, asked.problem)} for asked in both]
    return pair_of(both, worths, paired.PILOT_TRIALS)


def pairs() -> Figures:
    """Variance of paired trials over that of independent ones, the least that is possible, coverage, and time."""
    ratios, coverage = [], []
    for label, (base, changes) in {**ONE_UNIT, **OTHERS}.items():
        other = variant(base, changes)
        name = f"win.{ask(base).combat.winners[1]}"
        exact = sc.compare(base, other, outcomes=[name]).differences[name]
        pair = _pair(base, other, name)
        found = PairedSums(TRIALS, *run.run_pairs(pair, 0, TRIALS).sums[:, 0].tolist())
        assert abs(found.difference - exact.difference) < 5.0 * found.standard_error + 1e-9
        change = abs(exact.difference)
        apart = exact.base * (1.0 - exact.base) + exact.other * (1.0 - exact.other)
        ratio = found.variance_ratio or 0.0
        yield f"paired: {label}", "x", [ratio]
        if label in ONE_UNIT:
            ratios.append(ratio)
        else:
            yield "  least possible", "x", [change * (1.0 - change) / apart]
        if label in COVERED:
            held = 0
            for seed in range(RUNS):
                sums, _ = pair.unit(seed, 0, TRIALS_OF_RUN)
                low, high = PairedSums(TRIALS_OF_RUN, *sums[:, 0].tolist()).interval()
                held += low <= exact.difference <= high
            coverage.append(held / RUNS)
            yield "  intervals that hold the exact difference", "", [held / RUNS]
    yield f"paired / independent variance, worst of {len(ratios)} one-unit changes", "x", [max(ratios)]
    yield f"coverage of 95 % intervals, lowest of {len(coverage)} changes", "", [min(coverage)]
    yield f"coverage of 95 % intervals, highest of {len(coverage)} changes", "", [max(coverage)]


def speed(rounds: int) -> Figures:
    """Time of a pair of trials, one thread."""
    pair = _pair(TEN, variant(TEN, {"attacker.english": 11}), "win.attacker")
    spent = []
    for _ in range(rounds):
        before = time.process_time()
        run.run_pairs(pair, 0, TRIALS)
        spent.append((time.process_time() - before) * 1e9 / TRIALS)
    yield "a pair of trials, 10 + 10 against 10 + 10", "ns", spent
