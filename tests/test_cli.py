"""The program: how it fails, how it starts and stops, and that standard output holds the answer alone."""

from __future__ import annotations

import gc
import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import simcore as sc
from command_line import BATTLE, PROGRAM, SCENARIO, answer, failed, program, runner
from simcore.cli import startup
from simcore.cli.app import app
from simcore.cli.progress import Bar


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "nonsense"),
        (["odds", *BATTLE, "--nonsense"], "--nonsense"),
        (["--nonsense"], "--nonsense"),
        (["odds"], "scenario: nothing is given"),
        (["odds", "nowhere.toml"], "nowhere.toml"),
        (["odds", "."], "scenario: '.'"),
        (["odds", "cent-ans", "sige"], "did you mean siege?"),
        (["odds", *BATTLE, "attacker.english=3"], "given once"),
        (["odds", *BATTLE, "attacker.frensh=3"], "did you mean french?"),
        (["odds", *BATTLE, "attacker.french=3"], "attacker.french: 3"),
        (["odds", *BATTLE, "attacker.elite=-3"], "attacker.elite: -3 is not allowed; a whole number from 0 to 20"),
        (["odds", *BATTLE, "attacker.elite=2.5"], "attacker.elite: '2.5'"),
        (["odds", *BATTLE, "attacker.elite=" + "9" * 5000], "attacker.elite: '999"),
        (["odds", *BATTLE, "attacker.elite=999999999999999999"], "attacker.elite: 999999999999999999"),
        (["odds", *BATTLE, "attacker.leaders=joan"], "did you mean joan-of-arc?"),
        (["odds", *BATTLE, "attacker.policy=\x1b[31m\nkeep"], "attacker.policy"),
        (["odds", *BATTLE, "attacker.policy=\udcff"], "attacker.policy"),
        (["odds", *BATTLE[:4]], "defender: nothing is given; a value is needed"),
        (["odds", *BATTLE, "--trials", "0"], "trials: 0"),
        (["odds", *BATTLE, "--trials", "1e6"], "trials: '1e6' is not allowed; a whole number from 1 to 1099511627776"),
        (["odds", *BATTLE, "--seed", "1.5"], "seed: '1.5'"),
        (["replay", *BATTLE, "--trial", "x"], "trial: 'x'"),
        (["odds", *BATTLE, "--checkpoint", "nowhere/c.npz"], "checkpoint: 'nowhere/c.npz'"),
        (["odds", *BATTLE, "--trials"], "--trials"),
        (["odds", *BATTLE, "--trials", str(2**40 + 1)], "trials: 1099511627777"),
        (["odds", *BATTLE, "--trials", "9" * 5000], "trials"),
        (["odds", *BATTLE, "--seed", "-1"], "seed: -1"),
        (["odds", *BATTLE, "--seed", str(2**64)], "seed: 18446744073709551616"),
        (["odds", *BATTLE, "--threads", "0"], "threads: 0"),
        (["odds", *BATTLE, "--threads", "257"], "threads: 257"),
        (["odds", *BATTLE, "--target-error", "0"], "target_error: '0'"),
        (["odds", *BATTLE, "--target-error", "0.5"], "target_error: '0.5'"),
        (["odds", *BATTLE, "--target-error", "nan"], "target_error"),
        (["odds", *BATTLE, "--exact", "--trials", "5"], "exact: true"),
        (["odds", *BATTLE, "--facts", "nowhere.toml"], "facts: 'nowhere.toml'"),
        (["odds", *BATTLE, "--facts", "/dev/zero"], "facts: '/dev/zero'"),
        (["odds", *BATTLE, "--checkpoint", __file__], "checkpoint"),
        (["batch", "nowhere.jsonl"], "file: 'nowhere.jsonl'"),
        (["batch", "."], "file: '.'"),
        (["batch", "-", "--trials", "0"], "trials: 0"),
        (["batch", "-", "--seed", "-1"], "seed: -1"),
        (["batch", "-", "--exact", "--trials", "5"], "exact: true"),
        (["facts", "cent-an"], "did you mean cent-ans?"),
        (["facts", "--facts", "mine.toml"], "name the game"),
        (["facts", "cent-ans", "--facts", "mine.toml"], "mine.toml"),
        (["schema"], "game: nothing is given"),
        (["schema", "cent-ans"], "combat: nothing is given; allowed: pitched-battle, siege"),
        (["schema", "cent-ans", "siege", "more"], "more"),
        (["schema", "campain"], "did you mean campaign?"),
        (["schema", "campaign", "siege"], "combat: 'siege' is not allowed; nothing after campaign"),
        (["replay", *BATTLE, "--trial", "-1"], "trial: -1"),
        (["replay", *BATTLE, "--sampler", "best"], "sampler: 'best'"),
        (["replay", *BATTLE, "--seed", str(2**64)], "seed: 18446744073709551616"),
    ],
    ids=range(53),
)
def test_bad_input_is_one_line_and_exit_status_2(words, said):
    line = failed(*words)
    assert said in line
    assert len(line) < 400
    assert line[:-1].isprintable()


@pytest.mark.parametrize(
    "given", [b"", b"\xff", b"{", b"[1]", b"a = " + b"[" * 9999, b"a.b = 1", b"\0", b" " * 300_000]
)
def test_bad_documents_on_standard_input(given):
    failed("odds", "-", given=given)


@pytest.mark.parametrize(
    "text",
    [
        "[dice.english]\nvalue = 3",
        "[dice.english]\nvalue = { loss = 7 }",
        "[dice.nobody]\nvalue = 3",
        "[dise.english]\nvalue = 3",
        "dice = 3",
        "[dice]\nenglish = 3",
        "[box.english]\nvalue = -1",
        "[box.english]\nvalue = nan",
        "[box.english]\nnumber = 1",
        "[box.english]\nvalue = 1\nsource = 2",
        "x = " + "[" * 9999,
    ],
)
def test_bad_facts(tmp_path, text):
    facts = tmp_path / "facts.toml"
    facts.write_text(text)
    for command in (["odds", *BATTLE], ["facts", "cent-ans"]):
        assert "facts" in failed(*command, "--facts", str(facts))


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 1, "stopped"),
        (MemoryError(), 1, "not enough memory"),
        (RecursionError(), 2, "nested too deeply"),
        (sc.SimcoreError("cannot"), 1, "cannot"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
    ],
)
def test_other_failures_are_one_line_too(monkeypatch, error, status, said):
    def fails(*_, **__):
        raise error

    monkeypatch.setattr("simcore.evaluation.questions.evaluate_prepared", fails)
    assert said in failed("odds", *BATTLE, status=status)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("screen", "shown"), [(Terminal, True), (io.StringIO, False)])
@pytest.mark.parametrize("open_end", [True, False])
def test_progress_is_shown_on_a_terminal_only(monkeypatch, screen, shown, open_end):
    monkeypatch.setattr("simcore.cli.progress.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", screen())
    with Bar("rows", open_end=open_end) as bar:
        bar(1_000, 5_000)
        bar(2_000, 5_000)
    assert ("2,000 rows" in sys.stderr.getvalue()) == shown


def test_a_short_run_shows_no_progress(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    with Bar("rows") as bar:
        bar(1, 5)
    assert sys.stderr.getvalue() == ""


def test_a_long_run_collects_garbage_again(monkeypatch):
    monkeypatch.setattr("atexit.register", lambda _: None)
    monkeypatch.setattr("os.environ", {})
    startup.begin()
    assert not gc.isenabled()
    Bar("rows")(1, 2)
    assert gc.isenabled()
    gc.unfreeze()


@pytest.mark.parametrize(("told", "used"), [(None, "1"), ("3", "3")])
def test_linear_algebra_has_one_thread_unless_told(told, used):
    code = (
        "import os, sys\nfrom simcore.cli import main\nsys.argv = ['simcore', '--version']\n"
        "try: main()\nexcept SystemExit: print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    told_by = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told_by |= {} if told is None else {"OPENBLAS_NUM_THREADS": told}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=told_by)
    assert done.stdout.split()[-1] == used


def test_a_defect_is_not_hidden(monkeypatch):
    monkeypatch.setattr("simcore.evaluation.questions.evaluate_prepared", lambda *_, **__: 1 / 0)
    assert isinstance(runner.invoke(app, ["odds", *BATTLE]).exception, ZeroDivisionError)


# ---- the program itself ----


def test_help_names_every_command_and_each_has_help():
    text = answer("--help")
    for command in ("odds", "compare", "table", "batch", "replay", "facts", "schema"):
        assert re.search(rf"^  {command} ", text, re.MULTILINE)
        assert f"Usage: simcore {command}" in answer(command, "--help")
    shown = runner.invoke(app, [])
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == text


def test_help_and_version_load_nothing_heavy():
    code = (
        "import sys\nfrom simcore.cli import main\nsys.argv = ['simcore', sys.argv[1]]\n"
        "try: main()\nexcept SystemExit as done: assert not done.code\n"
        "heavy = {'numba', 'numpy', 'scipy', 'pandas', 'pydantic', 'rich', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    for option, begins in (("--help", "Usage: simcore"), ("--version", "simcore 0.")):
        done = subprocess.run([sys.executable, "-c", code, option], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(begins)


def test_ctrl_c_while_the_program_loads_is_one_line():
    code = (
        "import sys\nfrom simcore.cli import main\n"
        "class Loading:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Loading())\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "error: stopped\n")


def test_odds_load_neither_pandas_nor_linear_algebra():
    code = (
        "import sys\nfrom simcore.cli import main\nsys.argv = ['simcore', 'odds', '-']\n"
        "try: main()\nexcept SystemExit as done: assert not done.code\n"
        "heavy = {'pandas', 'scipy.linalg', 'matplotlib'} & set(sys.modules)\nassert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(SCENARIO), capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Who wins" in done.stdout


def test_the_program_has_exit_statuses():
    assert program("odds", *BATTLE, "attacker.english=x").returncode == 2
    with open("/dev/full", "w") as full:
        done = subprocess.run([*PROGRAM, "schema", "cent-ans", "siege"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "error: standard output: No space left on device\n"


def test_a_reader_that_leaves_is_no_failure():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        done = subprocess.run([*PROGRAM, "facts", "cent-ans"], stdout=closed, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


LONG = ["odds", *BATTLE, "--target-error", "1e-9"]
MANY = ["play", "breizh", "--games", "100000000"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("words", "counted", "stop"),
    [(LONG, "trials", signal.SIGINT), (LONG, "trials", signal.SIGHUP), (MANY, "games", signal.SIGTERM)],
)
def test_a_long_run_shows_its_progress_on_a_terminal_and_can_be_stopped(tmp_path, words, counted, stop):
    kept = tmp_path / "kept"
    words = [*words, "--checkpoint", str(kept)]
    terminal, its_end = pty.openpty()
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=its_end) as running:
        os.close(its_end)
        seen = b""
        while counted.encode() not in seen:
            seen += os.read(terminal, 4096)
        running.send_signal(stop)
        while b"error: " not in seen or not seen.endswith(b"\n"):
            seen += os.read(terminal, 4096)
        assert running.wait(60) == 1
        assert running.stdout.read() == b""
    os.close(terminal)
    assert re.search(rf"error: stopped after [\d,]+ {counted}[,;] kept in", seen.decode())
    assert kept.exists()


def test_signals_are_whose_they_were():
    """Nohup's are left alone, all are given back, and a thread of another program can run a command."""
    heard = []

    def listen(*_, **__):
        heard.append([signal.getsignal(stop) for stop in (signal.SIGTERM, signal.SIGHUP)])

    before = [signal.signal(signal.SIGTERM, signal.SIG_DFL), signal.signal(signal.SIGHUP, signal.SIG_IGN)]
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("simcore.evaluation.questions.evaluate_prepared", lambda *_, **__: listen() or 1 / 0)
            assert isinstance(runner.invoke(app, ["odds", *BATTLE]).exception, ZeroDivisionError)
        assert heard == [[signal.default_int_handler, signal.SIG_IGN]]
        listen()
        assert heard[1] == [signal.SIG_DFL, signal.SIG_IGN]
        with ThreadPoolExecutor(1) as other:
            assert "english" in other.submit(answer, "odds", *BATTLE).result()
    finally:
        for stop, handler in zip((signal.SIGTERM, signal.SIGHUP), before, strict=True):
            signal.signal(stop, handler)


@pytest.mark.parametrize("command", ["", *(info.name for info in app.registered_commands)])
def test_a_usage_marks_what_may_be_left_out_or_repeated_once(command):
    usage = answer(*command.split(), "--help").partition("\n\n")[0]
    assert not re.search(r"\.\.\.\]|\[\[|\{[^}]*[\[.]", usage)


def test_a_closed_standard_output_is_one_line():
    shell = f"exec {shlex.join([*PROGRAM, 'odds', *BATTLE])} >&-"
    done = subprocess.run(["sh", "-c", shell], stderr=subprocess.PIPE, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (1, "error: standard output: is closed\n")
