"""Everything that is done with this project, one command each: `python3 tasks.py TASK`. Needs Python 3.11 and pip only.

Each task first makes the environment it needs in `.venv` (or the folder named by SIMCORE_VENV).
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("SIMCORE_VENV", ROOT / ".venv")).resolve()
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXAMPLE = ["cent-ans", "pitched-battle", "attacker.leaders=edward-iii", "defender.leaders=philip-vi"]


def run(*command: str, **environment: str) -> None:
    """A command of the environment, in the project's folder; stops the task if it fails."""
    found = BIN / command[0]
    line = [str(found) if found.exists() else command[0], *command[1:]]
    with subprocess.Popen(line, cwd=ROOT, env={**os.environ, **environment}) as started:
        before = signal.signal(signal.SIGTERM, lambda *_: started.terminate())  # nothing goes on alone
        try:
            code = started.wait()
        except KeyboardInterrupt:  # which the command has heard of as well
            code = started.wait()
        signal.signal(signal.SIGTERM, before)
    if code:
        sys.exit(code)


def environment(extra: str = "") -> None:
    """The virtual environment with simcore in it, and an extra; made anew whenever pyproject.toml has changed since."""
    wanted = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    done = VENV / f"ready{extra}"
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"setting up {VENV} ...", file=sys.stderr, flush=True)
    pip = [str(BIN / "python"), "-m", "pip"]
    try:
        venv.create(VENV, with_pip=True)
    except subprocess.CalledProcessError:  # a Python without its bundled pip: use the one it has
        venv.create(VENV, with_pip=False, clear=True)
        pip = [sys.executable, "-m", "pip", "--python", str(BIN / "python")]
    target = f".[{extra}]" if extra else "."
    run(*pip, "install", "--quiet", "--disable-pip-version-check", "--editable", target)
    done.write_text(wanted, encoding="utf-8")


def odds() -> None:
    """set up, then print who wins when Edward III lands and meets Philip VI"""
    environment()
    run("simcore", "odds", *EXAMPLE)


def lint() -> None:
    """style, format, types and import direction"""
    environment("dev")
    run("ruff", "check", ".")
    run("ruff", "format", "--check", ".")
    run("mypy")
    run("lint-imports")


def test() -> None:
    """set up, then lint, and the tests: the small ones without the JIT (coverage is counted there), and all with it"""
    lint()
    # Kernels are compiled into a folder of their own: nothing left lying about can make the tests pass. Both runs go
    # side by side; the one with the JIT is shown when it has ended.
    with tempfile.TemporaryDirectory() as fresh, tempfile.TemporaryFile("w+") as shown:
        pytest = ("pytest", "-p", "no:cacheprovider", "-m")
        # What the benches time is checked as well, nothing timed: after the tests, with their kernels.
        compiled = subprocess.Popen(
            [str(BIN / pytest[0]), *pytest[1:], "not interpreted", "tests", "bench"], cwd=ROOT, stdout=shown,
            stderr=subprocess.STDOUT, env={**os.environ, "NUMBA_CACHE_DIR": fresh},
        )  # fmt: skip
        try:
            run("coverage", "run", "-m", *pytest, "not compiled", NUMBA_DISABLE_JIT="1")
            run("coverage", "report")
            code = compiled.wait()
        finally:
            compiled.kill()
            compiled.wait()
        shown.seek(0)
        print(shown.read(), end="", flush=True)
        if code:
            sys.exit(code)


def format_code() -> None:
    """format the code"""
    environment("dev")
    run("ruff", "check", "--fix", ".")
    run("ruff", "format", ".")


def bench(*options: str) -> None:
    """speed beside other programs, and whether it has fallen; `bench --help` tells the options"""
    environment("dev")
    try:
        environment("bench")
    except SystemExit:
        print("not all that the bench compares with can be installed here: it will say what", file=sys.stderr)
    run("python", "-m", "bench", *options)


def tables() -> None:
    """the published tables, in tables/"""
    environment("dev")
    run("python", "scripts/publish_tables.py")


def reports() -> None:
    """the pictures and pages in reports/"""
    environment("dev")
    run("python", "scripts/publish_reports.py")


def docs() -> None:
    """the pages of docs/ with the reference as a site in build/docs/site; fails where a link leads nowhere"""
    environment("docs")
    run("python", "scripts/build_docs.py")


TASKS = {
    "odds": odds,
    "test": test,
    "lint": lint,
    "format": format_code,
    "docs": docs,
    "bench": bench,
    "tables": tables,
    "reports": reports,
}


def main() -> None:
    """Run the task named on the command line."""
    if sys.version_info < (3, 11):  # noqa: UP036  (this file runs before anything is installed)
        sys.exit(f"simcore needs Python 3.11 or later; this is {sys.version.split()[0]}")
    listed = "\n".join(f"  {name:8} {task.__doc__}" for name, task in TASKS.items())
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=f"tasks:\n{listed}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=TASKS, metavar="TASK", nargs="?")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="of the bench")
    asked = parser.parse_args()
    if asked.options and asked.task != "bench":
        parser.error(f"{asked.task} takes no options")
    if asked.task is None:
        parser.print_help()
    elif asked.task == "bench":
        bench(*asked.options)
    else:
        TASKS[asked.task]()


if __name__ == "__main__":
    main()
