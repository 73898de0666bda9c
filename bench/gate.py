"""Is anything slower than promised, or than it was? Tells noise from change by the spread of the turns.

A promise is missed, or a figure worse than before, only if that could hardly be chance; what is suspected is measured
once more (see `__main__`) and counts only if it is seen again. By the turns of published runs a ratio that has lost
30 % is suspected in four of five quick runs and 19 of 20 full ones, one that has lost 20 % in a third to a half and in
four of five.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from scipy.stats import binomtest, mannwhitneyu

from bench.figures import MEMORY, PUBLISHED, RATE, RATIO, TIMES, Figure, Promise, Run, read_promises, read_run, short

Verdict = Literal["kept", "in doubt", "MISSED"]

# Two runs of the same code differ by up to so much in the median: where the linker puts a loop, what the machine does
# besides. The spread inside a run does not show that. Times vary more than ratios of what runs side by side.
TOLERANCE = 0.10
TOLERANCE_OF_TIMES = 0.25
LEVEL = 0.01  # chance that a figure that has not fallen is suspected; five turns against five can give 0.004
SLOWER = 1.02  # than the machine of the published page: less is no other machine
FEW = 5  # with fewer turns no rank test can say that: all must lie beyond the tolerance, that of times
DOUBT = 0.05  # the same of a promise that is just kept: five turns of five on the wrong side are 0.03


def judge(figure: Figure, promise: Promise) -> Verdict:
    """Does the median keep a promise? A sign test tells a miss from bad luck.

    >>> judge(Figure("a", "b", "x", [3.9, 4.2, 3.8, 3.9, 4.1]), Promise(4.0, at_least=True))
    'in doubt'
    """
    if promise.kept(figure.median):
        return "kept"
    wrong = sum(not promise.kept(value) for value in figure.runs)
    by_chance = float(binomtest(wrong, len(figure.runs), 0.5, alternative="greater").pvalue)
    return "MISSED" if wrong == len(figure.runs) or by_chance < DOUBT else "in doubt"


def verdict(run: Run, figure: Figure, promise: Promise) -> Verdict:
    """The same of a whole run: a miss that was not seen again leaves doubt."""
    judged = judge(figure, promise)
    return "in doubt" if judged == "MISSED" and figure.name not in run.lost else judged


@dataclass(frozen=True)
class Change:
    """A figure then and now; `factor`: how many times as fast, below 1 is a loss."""

    name: str
    unit: str
    before: float
    after: float
    factor: float
    real: bool

    def __str__(self) -> str:
        unit = "" if self.unit == RATIO else f" {self.unit}"
        told = f"{short(self.before)}{unit} before, {short(self.after)}{unit} now"
        return f"{self.name}: {told} (speed {100 * (self.factor - 1):+.0f} %)"


def slowness(before: Run, after: Run) -> float:
    """How many times as long the programs of others, which do not change, took in the later run."""
    known = before.by_name()
    both = [(known[f.name], f) for f in after.figures if f.name in known and not f.ours and f.unit in TIMES]
    return statistics.median([now.median / then.median for then, now in both if then.median]) if both else 1.0


def promised(run: Run) -> tuple[dict[str, Promise], float]:
    """The promises as they hold where a run was made: how many times slower that is than where the page was made.

    Times and rates are promised for the machine of the published page; on a slower one, by what others' programs take
    on both, they may be slower too.
    """
    promises = read_promises()
    slower = slowness(read_run(PUBLISHED), run) if PUBLISHED.exists() else 1.0
    if slower < SLOWER:
        return promises, 1.0
    timed = {figure.name for figure in run.figures if figure.unit in (*TIMES, RATE)}
    return {name: one.eased(slower) if name in timed else one for name, one in promises.items()}, slower


def _speeds(figure: Figure) -> list[float]:
    """The more the better, whatever the unit."""
    if figure.unit in (*TIMES, MEMORY):
        return [1.0 / value if value else math.inf for value in figure.runs]
    return list(figure.runs)


def change(before: Figure, after: Figure, slower: float = 1.0) -> Change:
    """How a figure has changed on a machine that is so many times slower (ratios do not mind: both sides run there).

    Real if a rank test finds it beyond tolerance.
    """
    few = min(len(before.runs), len(after.runs)) < FEW
    tolerance = TOLERANCE if after.unit == RATIO and not few else TOLERANCE_OF_TIMES
    if after.unit not in (*TIMES, RATE):
        slower = 1.0
    earlier, turns = _speeds(before), [speed * slower for speed in _speeds(after)]
    lower = [speed * (1 - tolerance) for speed in earlier]
    higher = [speed / (1 - tolerance) for speed in earlier]
    if few:
        real = max(turns) < min(lower) or min(turns) > max(higher)
    else:
        fallen = mannwhitneyu(turns, lower, alternative="less", method="exact").pvalue
        risen = mannwhitneyu(turns, higher, alternative="greater", method="exact").pvalue
        real = bool(min(fallen, risen) < LEVEL)
    was = statistics.median(earlier)
    factor = statistics.median(turns) / was if was else math.inf
    return Change(after.name, after.unit, before.median, after.median, factor, real)


def gone(before: Run, after: Run) -> list[str]:
    """What was measured before and is not, without a reason."""
    known, excused = after.by_name(), tuple(after.missing)
    return [f.name for f in before.figures if f.name not in known and not f.name.startswith(excused)]


def changes(before: Run, after: Run, only_ratios: bool = False) -> list[Change]:
    """Real changes of all ratios, and of our own times, rates and memory, that both runs have measured."""
    known, slower = before.by_name(), slowness(before, after)
    units = (RATIO,) if only_ratios else (RATIO, RATE, MEMORY, *TIMES)
    both = [
        change(known[figure.name], figure, slower)
        for figure in after.figures
        if figure.unit in units and (figure.unit == RATIO or figure.ours)
        if figure.name in known and known[figure.name].unit == figure.unit
    ]
    return [one for one in both if one.real]


@dataclass(frozen=True)
class Earlier:
    """A run to compare with: `label` says which; only ratios if it is of another machine or pace."""

    label: str
    run: Run
    only_ratios: bool = False

    def changes(self, after: Run) -> list[Change]:
        return changes(self.run, after, self.only_ratios)


@dataclass(frozen=True)
class Losses:
    """What a run is blamed for: names of figures."""

    missed: frozenset[str]
    slower: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.missed or self.slower)

    def __and__(self, other: Losses) -> Losses:
        """Seen in both runs."""
        return Losses(self.missed & other.missed, self.slower & other.slower)

    def names(self) -> list[str]:
        return sorted(self.missed | self.slower)


def losses(run: Run, promises: Mapping[str, Promise], befores: Iterable[Earlier]) -> Losses:
    """Promises missed, and figures worse than in any of the earlier runs."""
    missed = (f.name for f in run.figures if f.name in promises and judge(f, promises[f.name]) == "MISSED")
    slower = (one.name for before in befores for one in before.changes(run) if one.factor < 1)
    return Losses(frozenset(missed), frozenset(slower))
