"""Whole processes: how long they take from start to end, and how much memory one needs at its highest."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

SIMCORE = shutil.which("simcore", path=str(Path(sys.executable).parent)) or "simcore"

# Python keeps its modules compiled, as it does for a user; a machine that builds and tests is often told not to.
AS_INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

# The child tells its own peak: what the parent sees also counts the parent's memory, from before the child's start.
_PEAK = """
import json, resource, sys
import simcore as sc
scenario, trials = json.loads(sys.argv[1]), int(sys.argv[2])
result = sc.simulate(scenario, trials=trials)
assert result.trials == trials
try:
    status = open("/proc/self/status").read().split()
    print(int(status[status.index("VmHWM:") + 1]) / 1024)
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


def seconds(command: Sequence[str], output: IO[bytes] | int = subprocess.DEVNULL, **environment: str) -> float:
    """Seconds of the processor that a command needs, start and all; it must succeed.

    Where the machine is quiet that is what a user waits, for a command on one thread.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=output, env={**AS_INSTALLED, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_memory(scenario: str, trials: int) -> float:
    """Highest resident memory, in MB, of a Python process that runs so many trials of a scenario (JSON)."""
    told = subprocess.run(
        [sys.executable, "-c", _PEAK, scenario, str(trials)], check=True, capture_output=True, text=True
    )
    return float(told.stdout)
