"""`simcore batch` as a feed: whole processes that answer files of many scenarios, all of them distinct."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench import processes

LINES = 20_000
Scenario = dict[str, Any]


POLICIES = ("keep_dice", "largest_first", "elite_first", "strip_dice")


def pitched_battle(random: Random, **options: Sequence[Any]) -> Scenario:
    """1 to 6 units of both factions on both sides, and one of the `options` of each further field of an army."""
    sides = [("english", "burgundian"), ("french", "armagnac")]
    random.shuffle(sides)
    armies = [
        {kind: random.randint(1, 6) for kind in factions}
        | {field: random.choice(values) for field, values in options.items()}
        for factions in sides
    ]
    scenario = {"game": "cent-ans", "combat": "pitched-battle", "attacker": armies[0], "defender": armies[1]}
    return {**scenario, "initiative": random.choice(["attacker", "defender"])}


def breton_battle(random: Random) -> Scenario:
    """1 to 12 troops on both sides, and all the bonuses that can be stated."""
    troops = {camp: random.randint(1, 12) for camp in ("montfort", "blois")}
    bonuses = {f"{camp}_bonus": random.randint(-9, 9) for camp in ("montfort", "blois")}
    return {"game": "breizh", "combat": "battle", **troops, **bonuses}


WITH_POLICIES = partial(pitched_battle, policy=POLICIES)  # units alone are not enough for so many distinct battles
FEEDS = {
    "batch, cent-ans battles": (WITH_POLICIES,),
    "batch, cent-ans battles with elite": (partial(pitched_battle, elite=range(5)),),
    "batch, breizh battles": (breton_battle,),
    "batch, both": (WITH_POLICIES, breton_battle),
}


def distinct(kinds: tuple[Any, ...], number: int) -> list[str]:
    """So many scenarios, no two alike, as lines of JSON."""
    random = Random(1)
    lines: dict[str, None] = {}
    while len(lines) < number:
        lines[json.dumps(random.choice(kinds)(random))] = None
    return list(lines)


def _spent(lines: list[str], folder: Path) -> float:
    """Seconds of the processor that a process needs to answer `lines` from file to file, start and all."""
    asked, answered = folder / "asked.jsonl", folder / "answered.jsonl"
    asked.write_text("\n".join(lines))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with answered.open("wb") as output:
        subprocess.run([processes.SIMCORE, "batch", str(asked)], check=True, stdout=output)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = answered.read_bytes()
    if told.count(b"\n") != len(lines) or b'"error":{' in told:
        sys.exit("batch: not every line was answered")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def feeds(rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    """Scenarios a second by the processor's time, the start of the process left out, then with it."""
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = Path(name_of_folder)
        for name, kinds in FEEDS.items():
            lines = distinct(kinds, LINES)
            _spent(lines[:100], folder)  # compiles
            turns = [(_spent(lines[:1], folder), _spent(lines, folder)) for _ in range(rounds)]
            yield name, "/s", [(LINES - 1) / (whole - start) for start, whole in turns]
            yield "  with the start of the process", "/s", [LINES / whole for _, whole in turns]
