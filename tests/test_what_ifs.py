"""The what-ifs of scripts/: each runs, its page says what it finds now, and charts show what they are given."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from simcore.report.charts import bar_chart, line_chart

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts"))
what_if: Any = import_module("what_if")
SMALL: dict[str, Any] = {
    "initiative": 2, "longbow": 2, "garrison": 1, "breton_sieges": 4, "charge": ("sergeant",), "stakes": 2,
}  # fmt: skip
every_what_if = pytest.mark.parametrize("name", what_if.QUESTIONS)


def script(name: str) -> Any:
    return import_module(f"what_if_{name}")


@every_what_if
def test_it_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = script(name).answer(SMALL[name])
    monkeypatch.setattr(sys, "argv", ["what_if", str(tmp_path)])
    what_if.main(told)
    assert capsys.readouterr().out.startswith(f"{what_if.QUESTIONS[name]}\n- ")
    assert (tmp_path / f"{told.file}.md").read_text() == what_if.page(told)
    assert (tmp_path / f"{told.file}.png").read_bytes().startswith(b"\x89PNG")
    assert len({len(column) for column in told.rows.values()}) == 1


@pytest.mark.compiled
@every_what_if
def test_the_page_says_what_is_found_now(name: str) -> None:
    told = script(name).answer()
    assert (ROOT / "reports" / f"{told.file}.md").read_text() == what_if.page(told)
    assert (ROOT / "reports" / f"{told.file}.png").stat().st_size < 400 * 1024


@every_what_if
def test_it_is_short_and_asks_in_public(name: str) -> None:
    text = (ROOT / "scripts" / f"what_if_{name}.py").read_text()
    assert text.count("\n") < 80
    imported = {line.split()[1] for line in text.split("\n") if line.startswith(("from ", "import "))}
    assert imported <= {"__future__", "what_if", "simcore", "simcore.report.charts"}


WITHOUT_MATPLOTLIB = "import runpy, sys; sys.modules['matplotlib'] = None; runpy.run_path(sys.argv[1])"


@every_what_if
def test_without_matplotlib_it_says_what_to_install(name: str) -> None:
    script = ROOT / "scripts" / f"what_if_{name}.py"
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(script.parent)!r}); {WITHOUT_MATPLOTLIB}"]
    ran = subprocess.run([*command, str(script)], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "error: pictures need matplotlib: pip install matplotlib\n"


def test_the_tasks_are_listed_when_none_is_named() -> None:
    ran = subprocess.run([sys.executable, str(ROOT / "tasks.py")], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "tables   the published tables, in tables/" in ran.stdout


def test_small_and_large_chances_are_no_certainties() -> None:
    assert [what_if.per_cent(p) for p in (0.0, 1e-5, 0.1234, 1 - 1e-5, 1.0)] == [
        "0.0 %", "<0.1 %", "12.3 %", ">99.9 %", "100.0 %",
    ]  # fmt: skip
    assert [what_if.points(p) for p in (0.0812, -0.034)] == ["+8.1", "-3.4"]


def test_lines_are_where_they_should_be() -> None:
    figure = line_chart(
        [1, 2], {str(n): [0.1 * n, 0.5] for n in range(8)}, title="t", x_label="x", y_label="y", note="n", level=50.0
    )
    [ax] = figure.axes
    drawn = [list(line.get_ydata()) for line in ax.lines]
    assert drawn[0] == [50.0, 50.0]
    assert drawn[3] == pytest.approx([20.0, 50.0])
    assert len({(line.get_color(), line.get_linestyle()) for line in ax.lines[1:]}) == 8
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [str(n) for n in range(8)]
    assert figure.legends[0].get_title().get_text() == "n"


def test_bars_carry_their_numbers() -> None:
    figure = bar_chart(["a", "b"], {"u": [0.5, 1.25]}, title="t", x_label="x", y_label="y", unit="")
    [ax] = figure.axes
    assert [text.get_text() for text in ax.texts] == ["0.50", "1.25"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b"]
