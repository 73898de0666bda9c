"""How sure a share counted in trials is."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # two-sided 95 % quantile of the normal distribution


def standard_error(count: int, trials: int) -> float:
    """Standard error of the share count / trials.

    >>> standard_error(50, 100)
    0.05
    """
    share = count / trials
    return sqrt(share * (1.0 - share) / trials)


def wilson(count: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a share; honest at 0 and 1 too (Wilson, 1927).

    >>> low, high = wilson(0, 100)
    >>> low, round(high, 4)
    (0.0, 0.037)
    """
    share = count / trials
    spread = z * sqrt(share * (1.0 - share) / trials + z * z / (4.0 * trials * trials))
    centre, scale = share + z * z / (2.0 * trials), 1.0 + z * z / trials
    low = 0.0 if count == 0 else (centre - spread) / scale
    high = 1.0 if count == trials else (centre + spread) / scale
    return low, high


def half_width(count: int, trials: int) -> float:
    """Half the width of the 95 % interval."""
    low, high = wilson(count, trials)
    return (high - low) / 2.0
