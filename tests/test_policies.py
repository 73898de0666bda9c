"""Who is taken: each policy against its wording, over all it can look at."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.games.cent_ans.kernels import Camp, pick
from simcore.games.cent_ans.policies import ELITE, POLICIES, code

small = st.integers(0, 4)
camps = st.tuples(
    st.tuples(small, small, small).filter(any),  # units left
    st.tuples(small, small, small),  # units lost before
    st.tuples(st.integers(0, 3), st.integers(0, 3)),  # dice owned
    st.tuples(st.integers(0, 2), st.integers(0, 2)),  # LOSS faces
)


def in_words(policy: str, pitched, elite_idle, units, started, owned, loss_faces) -> int:
    """READINGS, "Policies": the kind with the smallest key is taken."""
    present = [kind for kind in range(3) if units[kind]]
    factions = [kind for kind in present if kind != ELITE]
    faces = (*loss_faces, 0)
    if policy == "weakest_first":
        if units[ELITE] and elite_idle:
            return ELITE
        if pitched and factions:
            return min(factions, key=lambda k: (faces[k], -k))
    if policy == "strongest_first":
        if units[ELITE] and not elite_idle:
            return ELITE
        if factions:
            return max(factions, key=lambda k: (faces[k], -k))
    if policy == "largest_first":
        return min(present, key=lambda k: (-units[k], k == ELITE, faces[k], k))
    if policy == "proportional":
        return min(present, key=lambda k: (-Fraction(units[k], started[k]), k == ELITE, faces[k], k))
    if not factions or (policy == "elite_first" and units[ELITE]):
        return ELITE
    if policy == "strip_dice":
        return min(factions, key=lambda k: (units[k] - owned[k], -faces[k], k))
    return min(factions, key=lambda k: (owned[k] - units[k], faces[k], k))


@pytest.mark.parametrize("elite_idle", [False, True])
@pytest.mark.parametrize("pitched", [False, True])
@pytest.mark.parametrize("policy", POLICIES)
@given(camps)
def test_a_policy_takes_whom_it_says(policy, pitched, elite_idle, camp):
    units, lost, owned, loss_faces = camp
    started = [left + gone for left, gone in zip(units, lost, strict=True)]
    dice = np.zeros((2, 5), np.int64)
    dice[:, 0] = loss_faces
    told = Camp(np.array(started), np.array(owned), dice, 3, np.array([3, 1, 2]))
    chosen = pick(code(policy, pitched, elite_idle), np.array(units), told)
    assert chosen == in_words(policy, pitched, elite_idle, units, started, owned, loss_faces)
