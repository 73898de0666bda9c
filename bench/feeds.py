"""`simcore batch` as a feed: whole processes that answer files of many scenarios, all of them distinct."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bench import processes

LINES = 20_000
Scenario = dict[str, Any]


def pitched_battle(random: Random) -> Scenario:
    """1 to 6 units of both factions on both sides, and elite units."""
    sides = [("english", "burgundian"), ("french", "armagnac")]
    random.shuffle(sides)
    armies = [
        {**{kind: random.randint(1, 6) for kind in factions}, "elite": random.randint(0, 4)} for factions in sides
    ]
    scenario = {"game": "cent-ans", "combat": "pitched-battle", "attacker": armies[0], "defender": armies[1]}
    return {**scenario, "initiative": random.choice(["attacker", "defender"])}


def breton_battle(random: Random) -> Scenario:
    """1 to 12 troops on both sides, and all the bonuses that can be stated."""
    troops = {camp: random.randint(1, 12) for camp in ("montfort", "blois")}
    bonuses = {f"{camp}_bonus": random.randint(-9, 9) for camp in ("montfort", "blois")}
    return {"game": "breizh", "combat": "battle", **troops, **bonuses}


FEEDS = {
    "batch, cent-ans battles": (pitched_battle,),
    "batch, breizh battles": (breton_battle,),
    "batch, both": (pitched_battle, breton_battle),
}


def distinct(kinds: tuple[Any, ...], number: int) -> list[str]:
    """So many scenarios, no two alike, as lines of JSON."""
    random = Random(1)
    lines: dict[str, None] = {}
    while len(lines) < number:
        lines[json.dumps(random.choice(kinds)(random))] = None
    return list(lines)


def _spent(lines: list[str], file: Path) -> float:
    """Seconds of the processor that a process needs to answer `lines`, start and all."""
    file.write_text("\n".join(lines))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([processes.SIMCORE, "batch", str(file)], check=True, capture_output=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if told.count(b"\n") != len(lines) or b'"error":{' in told:
        sys.exit("batch: not every line was answered")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def feeds(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Scenarios a second by the processor's time, the start of the process left out, then with it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "feed.jsonl")
        for name, kinds in FEEDS.items():
            lines = distinct(kinds, LINES)
            _spent(lines[:100], file)  # compiles
            turns = [(_spent(lines[:1], file), _spent(lines, file)) for _ in range(rounds)]
            yield name, "/s", [(LINES - 1) / (whole - start) for start, whole in turns]
            yield "  with the start of the process", "/s", [LINES / whole for _, whole in turns]
