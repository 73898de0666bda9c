"""The programs in C, compiled when a bench runs for the machine it runs on: die by die, and our own algorithms."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from bench.contestants import Missing
from simcore.engine.chain import Chain
from simcore.engine.resolver import Problem
from simcore.engine.strides import NO_ROLL

SOURCES = Path(__file__).with_name("c")
BUILD = Path(__file__).parents[1] / "build"
NATIVE = "-march=native"
FLAGS = ["-O3", NATIVE, "-std=gnu11"]


def _command() -> list[str]:
    """How the compiler is called."""
    try:
        words = shlex.split(os.environ.get("CC", "cc"))
    except ValueError as error:
        raise Missing(f"CC: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise Missing(
            f"{' '.join(words) or 'CC is empty'}: no such C compiler; name one in the environment variable CC"
        )
    return words


def _told(*arguments: str) -> str:
    """What the compiler prints; `Missing` with its first line if it refuses."""
    command = _command()
    ended = subprocess.run([*command, *arguments], capture_output=True, text=True)
    if ended.returncode:
        first = (ended.stderr + ended.stdout).strip().partition("\n")[0]
        raise Missing(f"{command[0]} ended with status {ended.returncode}: {first or 'it printed nothing'}")
    return ended.stdout


def _compile(name: str, flags: list[str], program: Path) -> Path:
    program.unlink(missing_ok=True)  # of an earlier run
    _told(*flags, "-o", str(program), str(SOURCES / f"{name}.c"))
    if not program.exists():
        raise Missing(f"{_command()[0]} made no program")
    return program


@cache
def flags() -> list[str]:
    """All of `FLAGS`, or all but the processor's own instructions where the compiler refuses only these."""
    everywhere = [flag for flag in FLAGS if flag != NATIVE]
    with tempfile.TemporaryDirectory() as folder:
        try:
            _compile("joan_combat", FLAGS, Path(folder) / "native")
        except Missing:
            _compile("joan_combat", everywhere, Path(folder) / "everywhere")
            return everywhere
    return FLAGS


@cache
def compiler() -> str:
    """The compiler's own words, one line."""
    return f"{_told('--version').partition(chr(10))[0]}, {' '.join(flags())}"


@cache
def build(name: str) -> Path:
    """Compile c/`name`.c; returns the program."""
    BUILD.mkdir(exist_ok=True)
    return _compile(name, flags(), BUILD / name)


def write_chain(chain: Chain, problem: Problem, path: Path) -> None:
    """A compiled chain as chain.c reads it: numbers of the chain, cells, rolls to count, who has won."""
    won = np.append(problem.columns(chain.ending_of)["winner"] == 1, False)
    rolls = np.append((chain.rolled != NO_ROLL).sum(axis=1), 0)
    head = np.array([chain.width, chain.start, chain.over, chain.places, chain.draws])
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
