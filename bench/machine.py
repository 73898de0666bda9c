"""Where and with what a run was made; two runs are compared only if they share `IDENTITY`."""

from __future__ import annotations

import hashlib
import os
import platform
from pathlib import Path

from bench.contestants import Missing, in_c, versions

PACKAGES = (
    "simcore", "numba", "llvmlite", "numpy", "scipy", "pandas", "icepool", "dyce", "open-spiel", "distributed",
    "pytest-benchmark",
)  # fmt: skip
IDENTITY = "processor", "cores", "system", "python", "numba", "numpy", "compiler", "icepool", "dyce", "open-spiel"


def about() -> dict[str, str]:
    """Processor, compiler, versions, and how busy the machine was."""
    try:
        compiler = in_c.compiler()
    except Missing as missing:
        compiler = f"none ({missing})"
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **versions(*PACKAGES),
        "compiler": compiler,
        # What else runs takes from two threads and from wall times; ratios of neighbours hardly mind.
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def identity(about: dict[str, str]) -> str:
    """A short name of the machine and of what decides about its speed."""
    return hashlib.blake2b("\n".join(about.get(key, "") for key in IDENTITY).encode(), digest_size=6).hexdigest()


def _processor() -> str:
    linux = Path("/proc/cpuinfo")
    if linux.exists():
        named = (line.partition(":")[2] for line in linux.read_text().splitlines() if line.startswith("model name"))
        if model := next(named, "").strip():
            return model
    return platform.processor() or platform.machine()
