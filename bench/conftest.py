"""How the suites are run: `pytest bench` checks what they do, with `--pace quick` or `full` they measure as well."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench import machine
from bench.contestants import Missing
from bench.figures import FAILED, Figure, Run
from bench.turns import CHECK, FULL, QUICK, Pace, of_calls

PACES = {"check": CHECK, "quick": QUICK, "full": FULL}
KEPT = pytest.StashKey[Run]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pace", choices=PACES, default="check", help="check (nothing is measured), quick or full")
    parser.addoption("--keep", type=Path, metavar="FILE", help="keep what was measured in a JSON file")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("pace") == "check":
        config.option.benchmark_disable = True
    config.stash[KEPT] = Run(machine.about())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:  # what others on a shared machine take does not count
        item.add_marker(pytest.mark.benchmark(timer=time.process_time))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A run that ends too soon has kept what was measured; a suite that fails is told."""
    report = yield
    run, file = item.config.stash[KEPT], item.config.getoption("keep")
    if report.failed:
        run.missing[item.nodeid] = FAILED
    if file is not None and report.when == "teardown":
        run.write(file)
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for what, why in config.stash[KEPT].missing.items():
        terminalreporter.write_line(f"not measured: {what} ({why})")


class Recorder:
    """What a suite measures with."""

    def __init__(self, run: Run, pace: Pace, test: str) -> None:
        self.pace = pace
        self._run = run
        self._test = test

    @property
    def full(self) -> bool:
        return self.pace == FULL

    @property
    def measures(self) -> bool:
        return self.pace != CHECK

    def add(self, *figures: Figure) -> None:
        self._run.figures += [Figure(f.what, f.who, f.unit, list(f.runs), f.at, self._test) for f in figures]

    def present(self, what: str, make: Callable[[], Any]) -> Iterator[Any]:
        """What `make` makes, or nothing if a contestant is missing, which is told."""
        try:
            yield make()
        except Missing as missing:
            self.leave_out(what, str(missing))

    def in_full(self, *what: str) -> bool:
        """Is this a full run? If not, what only those measure is told."""
        if not self.full:
            for one in what:
                self.leave_out(one, "only in a full run")
        return self.full

    def leave_out(self, what: str, why: str) -> None:
        self._run.missing[what] = why


@pytest.fixture
def recorder(request: pytest.FixtureRequest) -> Recorder:
    return Recorder(request.config.stash[KEPT], PACES[request.config.getoption("pace")], request.node.nodeid)


@pytest.fixture
def timed(benchmark: Any, recorder: Recorder) -> Callable[..., Any]:
    """`timed(call, what, who, unit, per)`: a call by pytest-benchmark, kept as a figure too, and what it returns.

    `unit` is ns, us, ms or s of one of `per` equal parts of the call, or /s: parts in a second.
    """

    def measure(call: Callable[[], Any], what: str, who: str, unit: str, per: float = 1.0) -> Any:
        if not recorder.measures:
            return benchmark(call)
        result = call()  # compiles
        iterations = 1
        while of_calls(call)(iterations) * iterations < recorder.pace.turn * 1e8:
            iterations *= 2
        benchmark.pedantic(call, rounds=recorder.pace.rounds, iterations=iterations)
        scale = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}
        runs = benchmark.stats.stats.data
        told = [per / spent for spent in runs] if unit == "/s" else [spent * scale[unit] / per for spent in runs]
        recorder.add(Figure(what, who, unit, told))
        return result

    return measure
