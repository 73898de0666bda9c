"""What pairing saves and how honest its intervals are, on fixed lists of variants that the exact engine answers too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import simcore as sc
from bench.conftest import Recorder
from bench.figures import Figure
from bench.pairs import COVERED, ONE_UNIT, OTHERS, TEN, pair
from simcore.engine import run
from simcore.evaluation.questions import prepare
from simcore.scenarios.edits import variant
from simcore.stats.paired import PairedSums

TRIALS = 1 << 17  # for a ratio
RUNS, TRIALS_OF_RUN = 1_000, 600


def test_pairs(recorder: Recorder) -> None:
    """Variance of paired trials over that of independent ones, and how often intervals hold the exact difference."""
    variants = {**ONE_UNIT, **OTHERS}
    if not recorder.full:
        variants = {name: variants[name] for name in list(variants)[:: 4 if recorder.measures else 20]}
    ratios, coverage = [], []
    for label, (base, changes) in variants.items():
        other = variant(base, changes)
        name = f"win.{prepare(base).combat.winners[1]}"
        exact = sc.compare(base, other, outcomes=[name]).differences[name]
        both = pair(base, other, name)
        found = PairedSums(TRIALS, *run.run_pairs(both, 0, TRIALS).sums[:, 0].tolist())
        assert abs(found.difference - exact.difference) < 5.0 * found.standard_error + 1e-9
        change = abs(exact.difference)
        apart = exact.base * (1.0 - exact.base) + exact.other * (1.0 - exact.other)
        ratio = found.variance_ratio or 0.0
        assert ratio > 0.8 * change * (1.0 - change) / apart  # no pairing can do better
        recorder.add(Figure(f"paired, {label}", "variance / independent", "", [ratio]))
        if label in ONE_UNIT:
            ratios.append(ratio)
        if label in COVERED and recorder.full:
            held = 0
            for seed in range(RUNS):
                sums, _ = both.unit(seed, 0, TRIALS_OF_RUN)
                low, high = PairedSums(TRIALS_OF_RUN, *sums[:, 0].tolist()).interval()
                held += low <= exact.difference <= high
            coverage.append(held / RUNS)
    variance, held_by = "paired / independent variance", "coverage of 95 % intervals"
    if recorder.in_full(variance, held_by):
        recorder.add(
            Figure(variance, f"worst of {len(ratios)} one-unit changes", "", [max(ratios)]),
            Figure(held_by, f"lowest of {len(coverage)} changes", "", [min(coverage)]),
            Figure(held_by, f"highest of {len(coverage)} changes", "", [max(coverage)]),
        )


def test_a_pair_of_trials(timed: Callable[..., Any]) -> None:
    both = pair(TEN, variant(TEN, {"attacker.english": 11}), "win.attacker")
    trials = 1 << 14
    tally = timed(
        lambda: run.run_pairs(both, 0, trials), "10 + 10 against 10 + 10", "a pair of trials", "ns", per=trials
    )
    assert tally.trials == trials
