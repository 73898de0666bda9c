"""Measure everything, compare with what is promised and with earlier runs, and write the report.

    python -m bench [--full] [--against FILE] [--accept] [--keep FILE] [--report FOLDER]
    python -m bench --draw FILE --report FOLDER

Exit status 1 if a promise is missed or something is slower than before, and the same is seen when it is measured again;
2 if something else is wrong. A run that is interrupted keeps what it has measured, if it was to be kept.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bench import machine
from bench.baselines import Baselines, against
from bench.figures import FAILED, Promise, Run, read_promises, read_run, short
from bench.gate import Earlier, gone, losses, promised, verdict
from simcore.errors import SimcoreError
from simcore.io.files import check_place

HERE = Path(__file__).parent
COLUMNS = "--benchmark-columns=min,median,max,rounds"
TESTS_FAILED = 1  # pytest's word for it
PATIENCE = 10.0  # seconds that suites have to end


class Wrong(Exception):
    """The suites cannot be run to their end."""


class Stopped(KeyboardInterrupt):
    """The same as Ctrl-C, but nobody else has heard of it."""


def stop(number: int, frame: object) -> None:
    """A scheduler's word to stop, or a terminal that closes, ends a run as Ctrl-C does."""
    raise Stopped


def measure(pace: str, keep: Path, tests: Sequence[str] = ()) -> Run:
    """Run the suites (or some tests of them) in a process of their own, which keeps what it has after each test."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--pace", pace, "--keep", str(keep), COLUMNS]
    with subprocess.Popen([*command, *(tests or [str(HERE)])], cwd=HERE.parent) as suites:
        try:
            code = suites.wait()
        except KeyboardInterrupt as interrupt:  # the suites end what they have started
            if isinstance(interrupt, Stopped):
                suites.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                suites.wait(PATIENCE)
            suites.kill()
            raise
    if code not in (0, TESTS_FAILED) or not keep.exists():
        raise Wrong
    return read_run(keep)


def measure_all(pace: str, keep: Path | None) -> Run:
    """The whole suites, kept at once; what an interrupted run has measured is kept too."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.json"
        try:
            run = measure(pace, file)
        except BaseException:
            if keep is not None and file.exists():
                part = read_run(file)
                part.missing["the rest"] = "interrupted"
                part.about["pace"] = pace
                part.write(keep)
            raise
    run.about |= {"pace": pace, "took": f"{time.monotonic() - begun:.0f} s"}
    if keep is not None:
        run.write(keep)
    return run


def gate(run: Run, promises: Mapping[str, Promise], befores: Sequence[Earlier]) -> Run:
    """The run with what is lost for certain: suspected, and seen again when measured once more; the turns of both."""
    suspected = losses(run, promises, befores)
    if not suspected:
        return run
    tests = sorted({figure.test for figure in run.figures if figure.name in suspected.names() and figure.test})
    print(f"\nMeasured again, for it may be noise: {', '.join(suspected.names())}\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        again = measure(run.about["pace"], Path(folder) / "again.json", tests)
    failed = {what: why for what, why in again.missing.items() if why == FAILED}
    lost = (suspected & losses(again, promises, befores)).names()
    return replace(run.with_turns_of(again), lost=lost, missing=run.missing | failed)


def tell(run: Run, promises: Mapping[str, Promise], slower: float, befores: Sequence[Earlier]) -> None:
    """The promises, what has changed, what was not measured."""
    figures, width = run.by_name(), max(map(len, promises), default=0)
    if slower > 1.0:
        print(f"\nOther programs took {slower:.2f} times as long as for the published page: so may simcore here.")
    print(f"\n{'promised':{width}}  {'':>14}  {'median':>8}  range")
    for name, promise in promises.items():
        if (figure := figures.get(name)) is None:
            print(f"{name:{width}}  {promise!s:>14}  {'':>8}  not measured")
            continue
        spread = f"{short(min(figure.runs))} .. {short(max(figure.runs))}"
        judged = verdict(run, figure, promise)
        print(f"{name:{width}}  {promise!s:>14}  {short(figure.median):>8}  {spread:20} {judged}")
        if judged != "kept" and promise.note:
            print(f"  {promise.note}")
    for what, why in run.missing.items():
        print(f"not measured: {what} ({why})")
    if not befores:
        print("no earlier run of this machine to compare with")
    for before in befores:
        found = before.changes(run)
        but = "; of another machine or pace, so ratios only" if before.only_ratios else ""
        print(f"beside {before.label}{but}: {'what follows has changed' if found else 'nothing has changed'}")
        if lacks := gone(before.run, run):
            print(f"  no longer measured: {', '.join(lacks)}")
        for one in found:
            print(f"  {'faster' if one.factor > 1 else 'SLOWER' if one.name in run.lost else 'in doubt'}: {one}")
    if run.lost:
        print(f"\nlost: {', '.join(run.lost)}")


def read_options(arguments: list[str] | None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="bench", description="How fast simcore is, beside others and in itself.")
    parser.add_argument("--full", action="store_true", help="everything, eleven rounds: under 20 minutes")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with this run, not with earlier ones")
    parser.add_argument("--accept", action="store_true", help="compare later runs with this one, slower or not")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the run in a file")
    parser.add_argument("--report", type=Path, metavar="FOLDER", help="write benchmarks.md and its pictures there")
    parser.add_argument("--draw", type=Path, metavar="FILE", help="measure nothing: the report of a run that was kept")
    asked = parser.parse_args(arguments)
    if asked.draw is not None:
        if asked.report is None:
            parser.error("--draw needs --report FOLDER")
        if asked.full or asked.accept or asked.against or asked.keep:
            parser.error("--draw measures nothing: it goes with --report alone")
    return asked


def main(arguments: list[str] | None = None) -> int:
    """Run the bench, or draw a report from a run that was kept."""
    asked = read_options(arguments)
    pace = "full" if asked.full else "quick"
    try:  # what can be wrong with files is found before anything is measured
        read_promises()
        if asked.keep is not None:
            check_place("--keep", asked.keep)
        if asked.report is not None:
            from bench.report import files, write_report

            asked.report.mkdir(parents=True, exist_ok=True)
            for file in files(asked.report):
                check_place("--report", file)
        if asked.draw is not None:
            write_report(read_run(asked.draw), asked.report)
            return 0
        baselines = Baselines({**machine.about(), "pace": pace})
        befores = [against(asked.against, baselines)] if asked.against else baselines.read()
    except (SimcoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for name in ("SIGTERM", "SIGHUP"):
        if (number := getattr(signal, name, None)) and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)
    print("Kernels that are new are compiled first: that can take some minutes more, once.", flush=True)
    try:
        run = measure_all(pace, asked.keep)
        promises, slower = promised(run)
        run = gate(run, promises, befores)
    except Wrong:
        print("the suites did not run to their end", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    tell(run, promises, slower, befores)
    baselines.keep(run, asked.accept)
    try:
        if asked.keep is not None:
            run.write(asked.keep)
        if asked.report is not None:
            write_report(run, asked.report)
    except (SimcoreError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 2 if FAILED in run.missing.values() else 1 if run.lost else 0


if __name__ == "__main__":
    sys.exit(main())
