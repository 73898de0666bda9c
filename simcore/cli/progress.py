"""A progress bar on standard error: only on a terminal, and only when there is something to wait for."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Self

from simcore.cli import startup

PATIENCE = 1.0  # seconds before anything is shown


class Bar:
    """`with Bar("trials") as bar: evaluate(..., progress=bar)`. `open_end`: nobody knows how many it will be."""

    def __init__(self, what: str, *, open_end: bool = False) -> None:
        self.what, self.open_end = what, open_end
        self.begun = time.monotonic()
        self.wanted = sys.stderr is not None and sys.stderr.isatty()
        self.shown: Any = None
        self.task: Any = None

    def __call__(self, done: int, wanted: int) -> None:
        startup.settle()
        if not self.wanted or (self.shown is None and time.monotonic() - self.begun < PATIENCE):
            return
        total = None if self.open_end else wanted
        if self.shown is None:
            self.shown = _make()
            self.shown.start()
            self.task = self.shown.add_task(self.what, total=total, count="")
        self.shown.update(self.task, completed=done, total=total, count=f"{done:,}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown is not None:
            self.shown.stop()


def _make() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.fields[count]} {task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
