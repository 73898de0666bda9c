"""What paired trials tell of a difference: how large it is, how sure that is, and how much the pairing saved."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from simcore.stats.intervals import Z95


@dataclass(frozen=True)
class PairedSums:
    """Sums over `trials` pairs (x, y) of each quantity, of its square, and of the difference y - x and its square.

    >>> five = PairedSums(5, 2.0, 2.0, 3.0, 3.0, 1.0, 1.0)
    >>> five.difference, five.variance, round(five.variance_ratio, 4)
    (0.2, 0.16, 0.3333)
    """

    trials: int
    first: float
    first_squares: float
    second: float
    second_squares: float
    change: float
    change_squares: float

    @property
    def means(self) -> tuple[float, float]:
        """Of x and of y."""
        return self.first / self.trials, self.second / self.trials

    @property
    def difference(self) -> float:
        """Mean of y - x."""
        return self.change / self.trials

    @property
    def variance(self) -> float:
        """Of the difference of one pair."""
        return _variance(self.trials, self.change, self.change_squares)

    @property
    def variances(self) -> tuple[float, float]:
        """Of x and of y; their sum is what the variance would be if they had nothing to do with each other."""
        return (
            _variance(self.trials, self.first, self.first_squares),
            _variance(self.trials, self.second, self.second_squares),
        )

    @property
    def variance_ratio(self) -> float | None:
        """Paired by independent variance; None where nothing varies."""
        apart = sum(self.variances)
        return self.variance / apart if apart > 0.0 else None

    @property
    def standard_error(self) -> float:
        """Of the mean difference."""
        return sqrt(self.variance / self.trials)

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """The 95 % interval of the mean difference: the normal one after two more pairs, one up and one down.

        They differ by 1, or by as much as pairs differ. For chances this is the interval of Bonett and Price (2012),
        which holds where few pairs or none differ; among a thousand pairs the two hardly show.
        """
        trials, step = self.trials + 2, max(1.0, self.change_squares / self.trials)
        centre = self.change / trials
        spread = z * sqrt(_variance(trials, self.change, self.change_squares + 2.0 * step) / trials)
        return centre - spread, centre + spread

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        low, high = self.interval()
        return (high - low) / 2.0


def _variance(trials: int, total: float, squares: float) -> float:
    mean = total / trials
    return max(0.0, squares / trials - mean * mean)
