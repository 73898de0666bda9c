"""Whole commands: how long they take from the shell to the end, with and without kept kernels, and their memory."""

from __future__ import annotations

import json
import tempfile

import pytest

from bench import battles, processes
from bench.conftest import Recorder
from bench.figures import Figure

ODDS = [
    processes.SIMCORE, "odds", "cent-ans", "pitched-battle", "attacker.leaders=edward-iii",
    "defender.leaders=philip-vi",
]  # fmt: skip
COMMANDS = {"simcore --help": [processes.SIMCORE, "--help"], "simcore odds": ODDS}
MOST_MEMORY = 2_000  # MB; what is promised is less


@pytest.mark.parametrize("name", COMMANDS)
def test_start_up(recorder: Recorder, name: str) -> None:
    processes.seconds(COMMANDS[name])
    if recorder.measures:
        runs = [processes.seconds(COMMANDS[name]) for _ in range(recorder.pace.rounds)]
        recorder.add(Figure(name, "start-up", "s", runs))


def test_first_compile(recorder: Recorder) -> None:
    if not recorder.in_full("simcore odds: nothing compiled"):
        return
    compiling = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as empty:
            compiling.append(processes.seconds(ODDS, NUMBA_CACHE_DIR=empty))
    recorder.add(Figure("simcore odds", "nothing compiled", "s", compiling))


@pytest.mark.parametrize("exponent", [6, 9])
def test_memory(recorder: Recorder, exponent: int) -> None:
    """Peak memory does not grow with trials."""
    peak = processes.peak_memory(json.dumps(battles.BATTLE), 10**exponent if recorder.measures else 10**4)
    assert peak < MOST_MEMORY
    recorder.add(Figure(f"peak memory, 1e{exponent} trials", "process", "MB", [peak]))
