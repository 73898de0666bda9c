"""Measure everything, compare with what is promised and with the run before, and write the report.

    python -m bench [--full] [--against FILE] [--accept] [--keep FILE] [--report FOLDER] [--draw FILE]

Exit status 1 if a promise is missed or a ratio has fallen, and the same is seen when it is measured again; 2 if
something else is wrong.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import platformdirs

from bench import machine
from bench.figures import Run, read_promises, read_run, short
from bench.gate import changes, losses, verdict
from simcore.errors import SimcoreError
from simcore.files import check_place

HERE = Path(__file__).parent
COLUMNS = "--benchmark-columns=min,median,max,rounds"


def measure(pace: str, keep: Path, tests: Sequence[str] = ()) -> Run:
    """Run the suites (or some tests of them) in a process of their own."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--pace", pace, "--keep", str(keep), COLUMNS]
    code = subprocess.run([*command, *(tests or [str(HERE)])], cwd=HERE.parent).returncode
    if code:
        sys.exit(2)
    return read_run(keep)


def previous_file(run: Run) -> Path:
    """Where the run before of this machine and pace is kept."""
    return platformdirs.user_state_path("simcore") / "bench" / f"{machine.identity(run.about)}-{run.about['pace']}.json"


def gate(run: Run, before: Run | None, pace: str) -> Run:
    """The run with what is lost for certain: suspected, and seen again when measured once more; the turns of both."""
    promises = read_promises()
    suspected = losses(run, promises, before)
    if not suspected:
        return run
    named = suspected.missed | suspected.slower
    tests = sorted({figure.test for figure in run.figures if figure.name in named and figure.test})
    print(f"\nMeasured again, for it may be noise: {', '.join(sorted(named))}\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        again = measure(pace, Path(folder) / "again.json", tests)
    seen_twice = suspected & losses(again, promises, before)
    return replace(run.with_turns_of(again), lost=sorted(seen_twice.missed | seen_twice.slower))


def tell(run: Run, before: Run | None) -> None:
    """The promises, what has changed, what was not measured."""
    figures, promises = run.by_name(), read_promises()
    width = max(map(len, promises))
    print(f"\n{'promised':{width}}  {'':>14}  {'median':>8}  range")
    for name, promise in promises.items():
        if (figure := figures.get(name)) is None:
            print(f"{name:{width}}  {promise!s:>14}  {'':>8}  not measured")
            continue
        spread = f"{short(min(figure.runs))} .. {short(max(figure.runs))}"
        judged = verdict(run, figure, promise)
        print(f"{name:{width}}  {promise!s:>14}  {short(figure.median):>8}  {spread:20} {judged}")
    for what, why in run.missing.items():
        print(f"not measured: {what} ({why})")
    if before is None:
        print("no run before on this machine to compare with")
        return
    for one in changes(before, run):
        print(f"{'faster' if one.factor > 1 else 'SLOWER' if one.name in run.lost else 'in doubt'}: {one}")


def main(arguments: list[str] | None = None) -> int:
    """Run the bench, or draw a report from a run that was kept."""
    parser = argparse.ArgumentParser(prog="bench", description="How fast simcore is, beside others and in itself.")
    parser.add_argument("--full", action="store_true", help="everything, eleven rounds: under 20 minutes")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with this run, not the one before")
    parser.add_argument("--accept", action="store_true", help="let the next run compare with this one, come what may")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the run in a file")
    parser.add_argument("--report", type=Path, metavar="FOLDER", help="write benchmarks.md and its pictures there")
    parser.add_argument("--draw", type=Path, metavar="FILE", help="measure nothing: the report of a run that was kept")
    asked = parser.parse_args(arguments)
    # What can be wrong with files is found before anything is measured.
    try:
        kept, before = (None if file is None else read_run(file) for file in (asked.draw, asked.against))
        if asked.keep is not None:
            check_place("--keep", asked.keep)
        if asked.report is not None:
            from bench.report import write_report

            asked.report.mkdir(parents=True, exist_ok=True)
    except (SimcoreError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if kept is not None:
        run = kept
    else:
        begun, pace = time.monotonic(), "full" if asked.full else "quick"
        print("Kernels that are new are compiled first: that can take some minutes more, once.", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            run = measure(pace, Path(folder) / "run.json")
        run.about |= {"pace": pace, "took": f"{time.monotonic() - begun:.0f} s"}
        if asked.keep is not None:
            run.write(asked.keep)
        previous = previous_file(run)
        if before is None and previous.exists():
            before = read_run(previous)
        run = gate(run, before, pace)
        tell(run, before)
        if asked.keep is not None:
            run.write(asked.keep)
        if not run.lost or asked.accept:
            previous.parent.mkdir(parents=True, exist_ok=True)
            run.write(previous)
    if asked.report is not None:
        write_report(run, asked.report)
    if kept is None and run.lost:
        print(f"\nlost: {', '.join(run.lost)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
