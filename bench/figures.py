"""A measured figure, what is promised of it, and how they are shown."""

from __future__ import annotations

import statistics
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROMISES = Path(__file__).with_name("promises.toml")


@dataclass(frozen=True)
class Promise:
    """A bound from one side."""

    bound: float
    at_least: bool

    def kept(self, value: float) -> bool:
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.bound:g}"


@dataclass(frozen=True)
class Figure:
    """One line of the report: what was measured, in every run of it."""

    name: str
    unit: str
    runs: Sequence[float]
    promise: Promise | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    @property
    def verdict(self) -> str:
        if self.promise is None:
            return ""
        return "kept" if self.promise.kept(self.median) else "MISSED"

    def line(self, width: int) -> str:
        """The figure as a line of text."""
        spread = f"{short(min(self.runs))} .. {short(max(self.runs))}" if len(self.runs) > 1 else ""
        promise = "" if self.promise is None else str(self.promise)
        value = f"{short(self.median):>7} {self.unit:4} {spread:>17}"
        return f"{self.name:{width}}  {value}  {promise:>7}  {self.verdict}".rstrip()

    def plain(self) -> dict[str, Any]:
        """The figure for JSON."""
        bound = None
        if self.promise is not None:
            bound = {"at_least" if self.promise.at_least else "at_most": self.promise.bound}
        kept = None if self.promise is None else self.promise.kept(self.median)
        return {
            "name": self.name, "unit": self.unit, "median": self.median, "low": min(self.runs), "high": max(self.runs),
            "runs": list(self.runs), "promise": bound, "kept": kept,
        }  # fmt: skip


def short(value: float) -> str:
    """Three digits that count."""
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def read_promises(path: Path = PROMISES) -> dict[str, Promise]:
    """The promises by the name of their figure."""
    promises = {}
    for name, bound in tomllib.loads(path.read_text(encoding="utf-8")).items():
        ((side, value),) = bound.items()
        if side not in ("at_least", "at_most"):
            raise ValueError(f"{path.name}: {name}: {side} is neither at_least nor at_most")
        promises[name] = Promise(float(value), side == "at_least")
    return promises
