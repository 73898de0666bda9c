"""The programs in C, compiled when a bench runs for the machine it runs on: die by die, and our own algorithms."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np

from bench.contestants import Missing
from simcore.engine.chain import Chain
from simcore.engine.resolver import Problem
from simcore.engine.strides import NO_ROLL

SOURCES = Path(__file__).with_name("c")
BUILD = Path(__file__).parents[1] / "build"
COMPILER = shlex.split(os.environ.get("CC", "cc"))
FLAGS = ["-O3", "-march=native", "-std=gnu11"]


@cache
def compiler() -> str:
    """The compiler's own words, one line."""
    if shutil.which(COMPILER[0]) is None:
        raise Missing(f"{COMPILER[0]}: no such C compiler; name one in the environment variable CC")
    told = subprocess.run([*COMPILER, "--version"], capture_output=True, text=True, check=True)
    return f"{told.stdout.splitlines()[0]}, {' '.join(FLAGS)}"


@cache
def build(name: str) -> Path:
    """Compile c/`name`.c; returns the program."""
    compiler()
    BUILD.mkdir(exist_ok=True)
    program = BUILD / name
    subprocess.run([*COMPILER, *FLAGS, "-o", str(program), str(SOURCES / f"{name}.c")], check=True)
    return program


def write_chain(chain: Chain, problem: Problem, path: Path) -> None:
    """A compiled chain as chain.c reads it: width, start, first ending, places, cells, rolls to count, who has won."""
    won = np.append(problem.columns(chain.ending_of)["winner"] == 1, False)
    rolls = np.append((chain.rolled != NO_ROLL).sum(axis=1), 0)
    head = np.array([chain.width, chain.start, chain.over, chain.places])
    path.write_bytes(b"".join(part.astype(np.uint64).tobytes() for part in (head, chain.cells, rolls, won)))


class Program:
    """One of the programs with its arguments: runs so many trials, tells nanoseconds a trial by its own clock."""

    def __init__(self, name: str, *arguments: object) -> None:
        self.name = name
        self.command = [str(build(name)), *map(str, arguments)]
        self.wins = self.rolls = self.trials = 0
        self.losses: int | None = None  # where the program counts them
        self.left: list[int] = []  # of either side, all trials together, where the program counts it

    def __call__(self, trials: int, seed: int = 0) -> float:
        told = subprocess.run([*self.command, str(trials), str(seed)], capture_output=True, text=True, check=True)
        answer = json.loads(told.stdout)
        self.wins, self.rolls, self.trials = answer["wins"], answer["rolls"], answer["trials"]
        self.losses, self.left = answer.get("losses"), answer.get("left", [])
        return float(answer["nanoseconds"])
