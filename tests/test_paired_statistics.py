"""What paired trials tell: against NumPy and SciPy on the very pairs, and by counting all samples there can be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simcore.stats.paired import PairedSums


def summed(x, y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    return PairedSums(x.size, x.sum(), x @ x, y.sum(), y @ y, (y - x).sum(), (y - x) @ (y - x))


@pytest.mark.parametrize("most", [1, 7])
def test_as_scipy_has_it(most):
    dice = np.random.default_rng(most)
    x = dice.integers(0, most + 1, 200)
    y = np.where(dice.random(200) < 0.6, x, dice.integers(0, most + 1, 200))
    found = summed(x, y)
    scipy = stats.ttest_rel(y, x)
    assert found.difference / found.standard_error * np.sqrt(199 / 200) == pytest.approx(scipy.statistic)
    assert found.means == pytest.approx((x.mean(), y.mean()))
    assert found.variance_ratio == pytest.approx(np.var(y - x) / (np.var(x) + np.var(y)))
    step = max(1.0, np.mean((y - x) ** 2)) ** 0.5
    two_more = np.append(y - x, [step, -step])
    wanted = stats.norm.interval(0.95, two_more.mean(), two_more.std() / np.sqrt(202))
    assert found.interval() == pytest.approx(wanted)
    assert found.half_width == pytest.approx((wanted[1] - wanted[0]) / 2)
    # With many pairs it is the interval of the t-test.
    many = summed(np.tile(x, 1000), np.tile(y, 1000)).interval()
    assert many == pytest.approx(
        tuple(stats.ttest_rel(np.tile(y, 1000), np.tile(x, 1000)).confidence_interval()), abs=2e-5
    )


@pytest.mark.parametrize("gains", [0.0, 0.02, 0.1, 0.3])
@pytest.mark.parametrize("losses", [0.0, 0.02, 0.1])
def test_the_interval_of_a_chance_holds_where_few_pairs_differ(gains, losses):
    """Exact coverage: over every number of pairs that only one variant wins, of 60."""
    pairs, held = 60, 0.0
    for up in range(pairs + 1):
        for down in range(pairs + 1 - up):
            chance = stats.multinomial.pmf([up, down, pairs - up - down], pairs, [gains, losses, 1 - gains - losses])
            found = PairedSums(pairs, down, down, up, up, up - down, up + down)
            low, high = found.interval()
            held += chance * (low <= gains - losses <= high)
    assert held > 0.93


def test_nothing_varies():
    same = summed([1, 1, 1], [1, 1, 1])
    assert (same.difference, same.standard_error, same.variance_ratio) == (0.0, 0.0, None)
    low, high = same.interval()
    assert low == -high < 0.0


counts = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=50)


@given(counts)
def test_the_interval_holds_the_difference_and_turns_with_it(pairs):
    x, y = zip(*pairs, strict=True)
    found, turned = summed(x, y), summed(y, x)
    low, high = found.interval()
    assert low <= found.difference <= high
    assert turned.interval() == pytest.approx((-high, -low))
    assert turned.variance_ratio == found.variance_ratio
