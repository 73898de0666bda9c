"""The earlier runs of this machine that a run is compared with: the one before, and the one that was accepted.

The one before tells what a change has done. The accepted one, which is the first unless `--accept` has named another,
finds what is lost little by little.
"""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs

from bench import machine
from bench.figures import Run, read_run
from bench.gate import Earlier
from simcore.errors import SimcoreError

BEFORE, ACCEPTED = "the run before", "the accepted run"


class Baselines:
    """Those of one machine and pace, `about`; in the user's folder for state."""

    def __init__(self, about: dict[str, str], folder: Path | None = None) -> None:
        self.about = about
        self._folder = folder or platformdirs.user_state_path("simcore") / "bench"

    def _file(self, label: str) -> Path:
        return self._folder / f"{machine.identity(self.about)}-{self.about['pace']}-{label.replace(' ', '-')}.json"

    def read(self) -> list[Earlier]:
        """Those that there are; one that cannot be read is told, and counts for nothing."""
        found = []
        for label in (BEFORE, ACCEPTED):
            if not self._file(label).exists():
                continue
            try:
                found.append(Earlier(label, read_run(self._file(label))))
            except SimcoreError as error:
                print(f"{label} is left out: {error}", file=sys.stderr)
        return found

    def keep(self, run: Run, accept: bool) -> None:
        """For later runs; what the accepted one has not measured is taken from this one.

        If it cannot be kept that is told: nothing else is lost by it.
        """
        try:
            accepted = run if accept else next((old.run for old in self.read() if old.label == ACCEPTED), run)
            self._folder.mkdir(parents=True, exist_ok=True)
            run.write(self._file(BEFORE))
            accepted.with_figures_of(run).write(self._file(ACCEPTED))
        except (OSError, SimcoreError) as error:
            print(f"later runs will not be compared with this one: {error}", file=sys.stderr)

    def alike(self, other: Run) -> bool:
        """Was a run made on such a machine, at this pace?"""
        return all(other.about.get(key) == self.about.get(key) for key in (*machine.IDENTITY, "pace"))


def against(file: Path, baselines: Baselines) -> Earlier:
    """A run that is named instead; its times do not count if it is of another machine or pace. Raises SimcoreError."""
    run = read_run(file)
    return Earlier(str(file), run, only_ratios=not baselines.alike(run))
