"""The turns by themselves: how much work each does."""

from __future__ import annotations

import pytest

from bench.turns import Pace, fill, take_turns

PIECE, COMPILING, START = 10.0, 3e9, 1e6  # nanoseconds
LEAST = 200_000


class Work:
    """Pieces of work that take a while to start, and at the very first much longer: a kernel that is compiled."""

    def __init__(self, *, kept: bool = False) -> None:
        self.kept = kept

    def __call__(self, times: int) -> float:
        start, self.kept = START if self.kept else COMPILING, True
        return PIECE + start / times


def test_a_turn_does_as_much_work_where_its_kernel_had_to_be_compiled() -> None:
    assert fill(Work(), 0.03, LEAST) == fill(Work(kept=True), 0.03, LEAST) == pytest.approx(0.029e9 / PIECE, rel=0.05)


def test_compiling_is_in_no_turn_that_counts() -> None:
    contestants = {"compiled": Work(), "kept": Work(kept=True)}
    spent = take_turns(contestants, Pace(3, 0.03), LEAST)
    assert spent["compiled"] == spent["kept"] == [pytest.approx(PIECE, rel=0.05)] * 3
