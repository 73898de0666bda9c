"""Many answers at once: sweeps into tables, and `simcore batch` as whole processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simcore as sc
from bench import battles, processes
from bench.conftest import Recorder
from bench.feeds import FEEDS, distinct
from bench.figures import Figure

LINES = 20_000
QUICK_FEEDS = "cent-ans battles", "breizh battles"
SWEEPS: dict[str, tuple[dict[str, Any], dict[str, range]]] = {
    "cent-ans battles": (battles.BATTLE, {"attacker.english": range(1, 21), "defender.french": range(1, 21)}),
    "breizh battles": (
        {"game": "breizh", "combat": "battle"}, {"montfort": range(1, 21), "blois": range(1, 21)},
    ),
    "legendary melees": (
        {
            "game": "legendary", "combat": "melee", "attackers": [{"unit": "foot-knights"}],
            "defenders": [{"unit": "pikemen"}],
        },
        {"attackers.0.count": range(1, 9), "defenders.0.count": range(1, 9)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SWEEPS)
def test_sweep(timed: Callable[..., Any], name: str) -> None:
    scenario, varied = SWEEPS[name]
    rows = 1
    for values in varied.values():
        rows *= len(values)
    frame = timed(lambda: sc.table(scenario, varied), f"table, {name}", "rows", "/s", per=rows)
    assert len(frame) == rows
    wins = [column for column in frame.columns if column.startswith("win_")]
    assert frame[wins].sum(axis=1).to_numpy() == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("name", FEEDS)
def test_batch(recorder: Recorder, tmp_path: Path, name: str) -> None:
    """Scenarios a second by the processor's time, the start of the process left out, then with it."""
    number = LINES if recorder.full else 2_000 if recorder.measures else 20
    lines = distinct(FEEDS[name], number)

    def spent(lines: list[str]) -> float:
        asked, answered = tmp_path / "asked.jsonl", tmp_path / "answered.jsonl"
        asked.write_text("\n".join(lines))
        with answered.open("wb") as output:
            seconds = processes.seconds([processes.SIMCORE, "batch", str(asked)], output)
        told = answered.read_bytes()
        assert told.count(b"\n") == len(lines)
        assert b'"error":{' not in told
        return seconds

    if not recorder.measures:
        spent(lines)
        return
    who = "scenarios"
    if not recorder.in_full(f"batch, {name}: {who}"):
        if name not in QUICK_FEEDS:
            return
        who = f"scenarios of a file of {number:,}"  # which share models less often
    spent(lines[:100])  # compiles
    start = min(spent(lines[:1]) for _ in range(2))
    turns = [spent(lines) for _ in range(5)]
    recorder.add(
        Figure(f"batch, {name}", who, "/s", [(number - 1) / (whole - start) for whole in turns]),
        Figure(f"batch, {name}", "with the start of the process", "/s", [number / whole for whole in turns]),
    )
