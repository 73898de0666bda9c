"""Pictures, published ones and those of commands: of a size that can be shown, every letter legible, units right."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import simcore as sc
from command_line import BATTLE, SCENARIO, answer, failed
from drawn import faults
from simcore.cli.drawing import draw_odds, draw_table
from simcore.report.charts import bar_chart, line_chart
from simcore.report.frontier import frontier
from simcore.report.heatmap import HIGHEST, WIDEST, Panel, heat_map, size_of, write_png
from simcore.report.survivors import Left, outcome_chart
from simcore.report.tornado import tornado
from simcore.tables import read_table

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]
publish_reports: Any = import_module("publish_reports")
cent_ans_map: Any = import_module("pictures.cent_ans_map")
plots: Any = import_module("bench.plots")
figures: Any = import_module("bench.figures")
what_if: Any = import_module("what_if")

SMALL: dict[str, Any] = {
    "initiative": 3, "longbow": 2, "garrison": 1, "breton_sieges": 4, "charge": ("sergeant",), "stakes": 2,
}  # fmt: skip
LONG = "Public, published outside the rulebook: " + ", ".join(f"card of unit {n}" for n in range(60)) + "."
LABELS = {"title": "t", "x_label": "x", "y_label": "y"}
GRID = ["--vary", "attacker.english=1:3", "--vary", "defender.french=1:2"]


def drawn(figure: Any, folder: Path) -> tuple[int, int]:
    """Width and height of the picture as it is written."""
    write_png(figure, folder / "a.png", {})
    return size_of((folder / "a.png").read_bytes())


def fits(size: tuple[int, int]) -> bool:
    return size[0] <= WIDEST and size[1] <= HIGHEST


# ---- published ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted((ROOT / "reports").glob("*.png")), ids=lambda file: file.stem)
def test_no_published_picture_is_larger_than_a_page(file: Path) -> None:
    assert fits(size_of(file.read_bytes()))
    assert (WIDEST, HIGHEST) == (2000, 2600)


@pytest.mark.parametrize("picture", publish_reports.PICTURES, ids=lambda picture: str(picture.name))
def test_a_table_with_many_facts_and_policies_is_drawn_legibly(picture: Any, tmp_path: Path) -> None:
    frame = read_table(ROOT / "tables" / f"{picture.table}.parquet")
    frame.attrs["public"] = [f"card of unit {n}" for n in range(40)]
    frame.attrs["policies"] = {"attacker.policy": "weakest_first", "defender.policy": "weakest_first"}
    figure = picture.draw(frame)
    assert faults(figure) == []
    assert fits(drawn(figure, tmp_path))
    assert "weakest_first" in "".join(legend.get_title().get_text() for legend in figure.legends)


def test_the_board_is_drawn_legibly() -> None:
    assert faults(cent_ans_map.draw(cent_ans_map.full_facts())) == []


@pytest.mark.parametrize("name", plots.PICTURES)
def test_figures_of_the_benches_are_legible_and_have_no_exponents(name: str, tmp_path: Path) -> None:
    figure = plots.PICTURES[name](figures.read_run(ROOT / "reports" / "benchmarks.json"))
    assert faults(figure) == []
    assert fits(drawn(figure, tmp_path))
    written = [text.get_text() for ax in figure.axes for text in ax.texts]
    assert not [text for text in written if "e+" in text or "e-" in text]


def test_large_figures_are_written_out() -> None:
    who = [figures.Figure(next(iter(plots.DUELS)), name, "ns", [spent]) for name, spent in (("a", 0.642), ("b", 2e6))]
    [ax] = plots.throughput(figures.Run(figures=who)).axes
    assert [text.get_text() for text in ax.texts] == ["1,560", "0.0005"]


@pytest.mark.parametrize("name", what_if.QUESTIONS)
def test_what_ifs_are_drawn_legibly(name: str, tmp_path: Path) -> None:
    told = import_module(f"what_if_{name}").answer(SMALL[name])
    assert faults(told.figure) == []
    assert fits(drawn(told.figure, tmp_path))
    assert told.figure.axes[0].get_ylabel().endswith(", points") == (
        name == "initiative"
    )  # the one difference of chances


# ---- each kind ---------------------------------------------------------------------------------------------------


KINDS = {
    "lines": lambda note: line_chart([1, 2], {"a" * 60: [0.1, 0.5], "b" * 60: [0.2, 0.4]}, note=note, **LABELS),
    "words": lambda note: line_chart([f"word {n}" for n in range(40)], {"a": [0.5] * 40}, note=note, **LABELS),
    "bars": lambda note: bar_chart(["u", "v"], {"a": [0.1, 0.5]}, note=note, **LABELS),
    "map": lambda note: heat_map(
        [Panel("", sc.table(SCENARIO, {"attacker.english": [1, 2]})[["win_attacker"] * 2].to_numpy(), [1, 2], [1, 2])],
        title="t", x_label="x", y_label="y", scale_label="p", columns=1, size=(6, 4), note=note,
    ),
    "tornado": lambda note: tornado([{"": 3.0}, {"more": -2.0}], ["what " * 20, "b"], title="t", x_label="x",
                                    note=note),
    "frontier": lambda note: frontier([1.0, 2.0], [0.1, 0.9], note=note, **LABELS),
    "survivors": lambda note: outcome_chart(
        {"attacker": 0.5, "defender": 0.5}, {"attacker": Left([1, 0], [0.5, 0.5], [0.5, 1.0])}, title="t", note=note
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_long_notes_are_wrapped_and_widen_no_picture(kind: str, tmp_path: Path) -> None:
    short, long = KINDS[kind]("n"), KINDS[kind](LONG)
    assert faults(long) == []
    assert drawn(long, tmp_path)[0] <= drawn(short, tmp_path)[0] + 30
    assert " ".join(long.legends[0].get_title().get_text().split()) == LONG


def test_a_name_that_nobody_foresaw_makes_a_picture_smaller_and_no_larger(tmp_path: Path) -> None:
    figure = KINDS["bars"]("n")
    figure.text(0.5, 0.5, "x" * 1000)
    assert fits(drawn(figure, tmp_path))


def test_differences_of_chances_are_in_points_and_chances_in_per_cent() -> None:
    for unit, label, ticks in (("%", "y", "50 %"), ("points", "y, points", "+50"), ("", "y", None)):
        [ax] = line_chart([1, 2], {"a": [0.0, 0.5]}, unit=unit, **LABELS).axes
        assert ax.get_ylabel() == label
        assert ticks is None or ax.yaxis.get_major_formatter()(50.0) == ticks


# ---- of commands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["odds", *BATTLE],
        ["odds", *BATTLE, "--trials", "100"],
        ["odds", "bouvines", "shot", "weapon=bow", "distance=2", "target=sergeant"],
        ["table", *BATTLE, "--vary", "attacker.english=1:3"],
        ["table", *BATTLE, *GRID],
    ],
)
def test_odds_and_tables_are_drawn_after_their_answer(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    assert answer(*words, "--picture", str(file)) == answer(*words)
    assert fits(size_of(file.read_bytes()))


def test_a_picture_of_odds_shows_winners_and_survivors() -> None:
    result = sc.simulate({**SCENARIO, "attacker": {"english": 5}}, trials=1000)
    figure = draw_odds(result)
    first, left, other = figure.axes
    assert [bar.get_height() for bar in first.patches] == [100.0 * share for share in result.win.values()]
    assert len(first.collections) == 1  # the intervals
    at_least = {int(x): y / 100.0 for x, y in left.lines[0].get_xydata()}
    for count, share in at_least.items():
        assert share == pytest.approx(result.chance_of(f"attacker.english>={count}"))
    assert [bar.get_height() / 100.0 for bar in other.patches][1] == pytest.approx(
        result.chance_of("defender.french=1")
    )
    assert faults(figure) == []


def test_one_field_is_drawn_as_curves_with_intervals_where_it_was_counted() -> None:
    frame = sc.table(SCENARIO, {"attacker.english": [1, 2, 3]}, trials=100)
    [ax] = draw_table(frame, ["attacker.english"]).axes
    assert list(ax.lines[0].get_ydata()) == [100.0 * share for share in frame["win_attacker"]]
    assert len(ax.collections) == len(ax.lines) == 2
    exact = sc.table(SCENARIO, {"initiative": ["attacker", "defender"]})
    [ax] = draw_table(exact, ["initiative"]).axes
    assert [label.get_text() for label in ax.get_xticklabels()] == ["attacker", "defender"]
    assert not ax.collections


def test_two_fields_are_drawn_as_a_heat_map() -> None:
    frame = sc.table(SCENARIO, {"attacker.english": [1, 2, 3], "defender.french": [1, 2]})
    figure = draw_table(frame, ["attacker.english", "defender.french"])
    assert figure.axes[0].images[0].get_array().ravel().tolist() == frame["win_attacker"].tolist()
    assert (figure.axes[0].get_ylabel(), figure.axes[0].get_xlabel()) == ("attacker.english", "defender.french")
    assert faults(figure) == []


def test_a_picture_is_refused_before_the_work() -> None:
    three = [*GRID, "--vary", "initiative=attacker,defender", "--picture", "a.png"]
    assert "at most 2: a curve, or a heat map" in failed("table", *BATTLE[:2], *three)
    assert "a name that ends in .png" in failed("odds", *BATTLE, "--picture", "a.svg")
    assert "a name that ends in .png" in failed("table", *BATTLE[:2], *GRID, "--picture", "a.svg")


@pytest.mark.parametrize("words", [["odds", *BATTLE], ["table", *BATTLE[:2], *GRID]])
def test_without_matplotlib_odds_and_tables_are_answered_first(words: list[str], tmp_path: Path) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from simcore.cli import main; main()"
    command = [sys.executable, "-c", code, *words, "--picture", str(tmp_path / "a.png")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (1, answer(*words))
    assert ran.stderr == "error: pictures need matplotlib: pip install matplotlib\n"
