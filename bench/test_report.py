"""The page and its pictures, from runs that have measured little, and nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import __main__ as command
from bench.combats import SCENARIOS
from bench.figures import ERROR, FAILED, RANDOM, SIZE, SPENT, WORKERS, Figure, Run, ratios, read_run
from bench.limits import limits, times_parts
from bench.plots import PICTURES
from bench.report import COMMANDS, KEPT, PAGE, Page, write_report

PARTS = {"Philox block of four words": 1.5, "step of a chain": 0.75, "alias sample": 1.0}
TURNS = {"chain": [7.0, 7.5], "direct": [29.0, 30.0], "C die by die": [28.0, 31.0]}
ANSWERS = {"exact": [0.5], "exact, nothing kept": [1.0], "icepool": [4.0], "another": [2.0]}
SIZES = (1e4, 1e6)


@pytest.fixture
def run() -> Run:
    """A little of everything."""
    name = next(iter(SCENARIOS))
    figures = [Figure(RANDOM, part, "ns", [spent]) for part, spent in PARTS.items()]
    figures += [Figure("breizh battle", who, "ns", turns) for who, turns in TURNS.items()]
    figures += ratios("breizh battle", TURNS, ["chain", "direct"])
    figures += [Figure("breizh battle, exact", who, "ms", turns) for who, turns in ANSWERS.items()]
    figures += ratios("breizh battle, exact", ANSWERS, list(ANSWERS)[:2])
    figures += [Figure(name, f"{part} of a chain", "", [2.0]) for part in ("draws", "blocks", "cells")]
    figures += [Figure(name, "rolls", "", [6.0]), Figure(name, "model", "KB", [3.0])]
    figures += [Figure(name, "trials, chain", "ns", [18.0]), Figure(name, "trials, direct", "ns", [16.5])]
    figures += [Figure(name, "warm exact answer", "ms", [0.5])]
    for size in SIZES:
        figures += [Figure(SIZE, "chain", "ns", [size], size), Figure(SIZE, "exact answer", "ms", [size], size)]
        figures += [Figure(ERROR, "trials", "error", [1 / size], size), Figure(SPENT, "trials", "ms", [size], size)]
        figures += [Figure(WORKERS, "threads", "/s", [size], size)]
        figures += [Figure(WORKERS, "threads / one thread", "x", [size], size)]
    return Run({"processor": "any", "pace": "quick"}, figures, {"battle, icepool": "icepool is not installed"})


def test_a_page_with_all_pictures(run: Run, tmp_path: Path) -> None:
    write_report(run, tmp_path)
    text = (tmp_path / PAGE).read_text()
    assert {path.name for path in tmp_path.glob("*.png")} == {f"benchmarks-{name}.png" for name in PICTURES}
    assert all(f"(benchmarks-{name}.png)" in text for name in PICTURES)
    assert (
        "| breizh battle | C die by die | 29.5 (28 to 31; 2 turns) | 4.07 (4 to 4.13; 2 turns) "
        "| 0.999 (0.966 to 1.03; 2 turns) |" in text
    )
    assert "| breizh battle | direct, beside C die by die | 0.999 (0.966 to 1.03; 2 turns) |" in text
    assert "| breizh battle | chain, beside" not in text
    assert "- battle, icepool: icepool is not installed" in text
    assert read_run(tmp_path / KEPT) == run


def test_whoever_takes_part_is_in_the_tables_and_told_if_there_are_words(run: Run) -> None:
    text = Page(run, ()).text()
    assert "| breizh battle | another | 2 | 4 | 2 |" in text
    assert "- **exact, nothing kept**:" in text
    assert "**dyce**:" not in text
    assert "*exact* 4 (breizh battle) beside another; 8 (breizh battle) beside icepool; *exact, nothing kept* 2" in text


def test_the_page_tells_how_it_was_made(run: Run) -> None:
    for pace, turns in (("quick", "5 turns"), ("full", "11 turns")):
        run.about["pace"] = pace
        text = Page(run, ()).text()
        assert f"Made by `{COMMANDS[pace]}`. A figure is the median of {turns}," in text
        assert ("--full" in text) == (pace == "full")


def test_a_digit_more(run: Run) -> None:
    """From a hundredth of the most trials to the most."""
    assert "10,000 trials were off by 0.0001 after 10,000 ms, 1,000,000 by 1e-06 after" in Page(run, ()).nearer()
    few = [figure for figure in run.figures if figure.at != SIZES[0]]
    assert Page(Run(run.about, few), ()).nearer() == ""


def test_pictures_have_room_for_whoever_takes_part_and_ticks_where_was_measured(run: Run) -> None:
    panels = {name: drawn for name, draw in PICTURES.items() if (drawn := draw(run)) is not None}
    (battle,) = panels["throughput"].axes
    assert [label.get_text() for label in battle.get_yticklabels()] == list(TURNS)
    for name in ("size-of-trials", "size-of-answers"):
        assert list(panels[name].axes[0].get_xticks()) == list(SIZES)


def test_exact_answers_stand_below_the_scale_of_errors(run: Run) -> None:
    answered = [Figure("cent-ans battle, exact", "exact", "ms", [0.5])]
    drawn = PICTURES["error-and-time"](Run(run.about, [*run.figures, *answered]))
    assert drawn is not None
    ticks, (_, exact) = drawn.axes[0].get_yticks(), drawn.axes[0].lines
    assert float(exact.get_ydata()[0]) < min(ticks) <= 1 / max(SIZES) <= max(ticks)  # type: ignore[index, arg-type]


def test_a_run_of_nothing_has_a_page_too(tmp_path: Path) -> None:
    write_report(Run(), tmp_path)
    assert not list(tmp_path.glob("*.png"))
    assert "not measured" in (tmp_path / PAGE).read_text()


def test_what_a_trial_costs_beside_its_parts(run: Run) -> None:
    (limit,) = limits(run)
    assert limit.chain is not None
    assert limit.direct is not None
    assert limit.chain.parts == pytest.approx(2.0 * 1.5 + 2.0 * 0.75)  # two blocks, two draws
    assert limit.direct.parts == pytest.approx(6 / 4 * 1.5 + 6 * 1.0)  # six rolls
    assert limit.direct.times == pytest.approx(2.0)
    assert times_parts([limit.chain, limit.direct, None]) == "Trials take 2.0 to 4.0 times their parts"


def test_a_kept_run_is_drawn_again(run: Run, tmp_path: Path) -> None:
    run.write(tmp_path / "run.json")
    assert command.main(["--draw", str(tmp_path / "run.json"), "--report", str(tmp_path / "there")]) == 0
    assert (tmp_path / "there" / PAGE).exists()


def test_a_page_of_part_of_a_run(run: Run, tmp_path: Path) -> None:
    """Of a run that was interrupted, or edited: no figure is needed for the others."""
    for left_out in range(len(run.figures)):
        part = Run(run.about, [*run.figures[:left_out], *run.figures[left_out + 1 :]], run.missing)
        assert "# How fast" in Page(part, ()).text()


@pytest.mark.parametrize(
    ("option", "value"),
    [("--against", "none.json"), ("--keep", "nowhere/run.json"), ("--keep", "."), ("--report", "file/folder")],
)
def test_a_wrong_file_is_told_before_anything_is_measured(
    option: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "measure", None)
    (tmp_path / "file").touch()
    assert command.main([option, str(tmp_path / value)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_page_is_drawn_of_a_run_that_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--draw", str(tmp_path / "none.json"), "--report", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    for options in (["--draw", "run.json"], ["--draw", "run.json", "--report", "there", "--full"]):
        with pytest.raises(SystemExit) as stopped:
            command.main(options)
        assert stopped.value.code == 2


def test_what_was_measured_before_a_run_is_interrupted_is_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(pace: str, keep: Path, tests: object = ()) -> None:
        run.write(keep)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "measure", interrupted)
    assert command.main(["--keep", str(tmp_path / "run.json")]) == 130
    kept = read_run(tmp_path / "run.json")
    assert kept.figures == run.figures
    assert kept.missing["the rest"] == "interrupted"


@pytest.mark.parametrize(("trouble", "status"), [(KeyboardInterrupt, 130), (command.Wrong, 2)])
def test_a_run_is_kept_before_it_is_measured_again(
    trouble: type[BaseException], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = Run({"pace": "quick"}, [Figure("breizh battle", "chain / C die by die", "x", [0.5] * 5, test="here")])

    def measure(pace: str, keep: Path, tests: object = ()) -> Run:
        if tests:
            raise trouble
        return missed

    monkeypatch.setattr(command, "measure", measure)
    assert command.main(["--keep", str(tmp_path / "run.json")]) == status
    assert read_run(tmp_path / "run.json").figures == missed.figures


def test_a_suite_that_fails_when_it_is_measured_again_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_state_path", lambda _: tmp_path)
    figure = Figure("breizh battle", "chain / C die by die", "x", [0.5] * 5, test="here")
    runs = iter([Run({"pace": "quick"}, [figure]), Run({}, [], {"here": FAILED})])
    monkeypatch.setattr(command, "measure", lambda *_: next(runs))
    assert command.main([]) == 2


def test_a_suite_that_fails_is_told_and_the_others_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "conftest.py").write_text("from bench.conftest import *")
    (tmp_path / "test_it.py").write_text(
        "from bench.figures import Figure\n"
        "def test_good(recorder): recorder.add(Figure('good', 'one', 'ns', [1.0]))\n"
        "def test_bad(recorder): assert False\n"
    )
    measured = command.measure("quick", tmp_path / "run.json", [str(tmp_path)])
    assert [figure.what for figure in measured.figures] == ["good"]
    assert [what.rpartition("::")[2] for what in measured.missing] == ["test_bad"]


def test_a_loss_is_measured_again_before_it_counts(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole command, with runs that are given: it fails only if the second one is as bad as the first."""
    name = "breizh battle", "chain / C die by die", "x"
    before, bad = ([Figure(*name, [value] * 5, test="here")] for value in (9.0, 5.0))
    monkeypatch.setattr("platformdirs.user_state_path", lambda _: tmp_path / "state")

    def outcome(*measured: list[Figure]) -> int:
        runs = iter(measured)
        monkeypatch.setattr(command, "measure", lambda *_: Run({"processor": "any", "pace": "quick"}, next(runs)))
        return command.main([])

    assert outcome(before) == 0
    assert outcome(bad, bad) == 1
    assert "SLOWER: breizh battle: chain / C die by die: 9 before, 5 now (speed -44 %)" in capsys.readouterr().out
    assert outcome(bad, before) == 0
    assert outcome(before) == 0
