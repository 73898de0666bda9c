"""Is anything slower than promised, or than it was? Tells noise from change by the spread of the turns.

A promise is missed, or a ratio smaller than before, only if that could hardly be chance; what is suspected is measured
once more (see `__main__`) and counts only if it is seen again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scipy.stats import binomtest, mannwhitneyu

from bench.figures import RATIO, Figure, Promise, Run, short

Verdict = Literal["kept", "in doubt", "MISSED"]

# Two runs of the same code differ by up to so much in the median of a ratio: where the linker puts a loop, what the
# machine does besides. The spread inside a run does not show that.
TOLERANCE = 0.10
LEVEL = 0.01  # chance that a ratio that has not fallen is suspected; five turns against five can give 0.004
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
    """A ratio then and now: `factor` below 1 is a loss."""

    name: str
    before: float
    after: float
    real: bool

    @property
    def factor(self) -> float:
        return self.after / self.before

    def __str__(self) -> str:
        return f"{self.name}: {short(self.before)} before, {short(self.after)} now ({100 * (self.factor - 1):+.0f} %)"


def change(before: Figure, after: Figure) -> Change:
    """How a ratio has changed; real if a rank test finds it beyond `TOLERANCE`, up or down."""
    turns, earlier = list(after.runs), list(before.runs)
    lower = [value * (1 - TOLERANCE) for value in earlier]
    higher = [value / (1 - TOLERANCE) for value in earlier]
    fallen = mannwhitneyu(turns, lower, alternative="less", method="exact").pvalue < LEVEL
    risen = mannwhitneyu(turns, higher, alternative="greater", method="exact").pvalue < LEVEL
    return Change(after.name, before.median, after.median, bool(fallen or risen))


def changes(before: Run, after: Run) -> list[Change]:
    """Real changes of all ratios that both runs have measured."""
    known = before.by_name()
    both = [
        change(known[figure.name], figure)
        for figure in after.figures
        if figure.unit == RATIO and figure.name in known and known[figure.name].unit == RATIO
    ]
    return [one for one in both if one.real]


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


def losses(run: Run, promises: Mapping[str, Promise], before: Run | None) -> Losses:
    """Promises missed and ratios that fell."""
    missed = (f.name for f in run.figures if f.name in promises and judge(f, promises[f.name]) == "MISSED")
    slower = () if before is None else (one.name for one in changes(before, run) if one.factor < 1)
    return Losses(frozenset(missed), frozenset(slower))
