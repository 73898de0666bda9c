"""Outcome tables: what a sweep holds, what each file format keeps, what is refused."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars
import pytest

import simcore as sc
from simcore.errors import BadInput, SimcoreError
from simcore.tables import caption, check_path, encode_table, read_table, rounded, stack, table, write_table
from simcore.tables import sweep as sweeping

BATTLE: dict[str, Any] = {
    "game": "cent-ans",
    "combat": "pitched-battle",
    "attacker": {"english": 2, "burgundian": 1},
    "defender": {"french": 2},
}
SWEEP = {"attacker.english": [0, 1, 3], "initiative": [None, "attacker"], "defender.armagnac": [0, 2]}
SIEGE: dict[str, Any] = {
    "game": "cent-ans",
    "combat": "siege",
    "place": "city",
    "attacker": {"french": 3},
    "defender": {"english": 2},
}
AWKWARD = 'simcore table "--> </script> | # &amp; é" --vary x=1:2'
FORMATS = (".csv", ".parquet", ".json", ".md", ".html")


@pytest.fixture(scope="module")
def swept() -> pd.DataFrame:
    return table(BATTLE, SWEEP, command=AWKWARD)


# ---- what a row holds --------------------------------------------------------------------------------------------


def test_rows_are_the_answers_to_their_scenarios(swept: pd.DataFrame) -> None:
    row = 0
    for english in (0, 1, 3):
        for initiative in ({}, {"initiative": "attacker"}):
            for armagnac in (0, 2):
                scenario = {
                    **BATTLE,
                    "attacker": {"english": english, "burgundian": 1},
                    "defender": {"french": 2, "armagnac": armagnac},
                    **initiative,
                }
                told, result = swept.iloc[row], sc.solve(scenario)
                for side, chance in result.win.items():
                    assert told[f"win_{side}"] == chance
                for side in ("attacker", "defender"):
                    for name, mean in result.expected[side].items():
                        assert told[f"expected_{side}_{name}"] == pytest.approx(mean, abs=1e-12)
                assert told["expected_rounds"] == pytest.approx(result.expected["rounds"], abs=1e-12)
                assert np.isnan(told["expected_attacker_english"]) == (english == 0)
                row += 1
    assert row == len(swept)


def test_columns_come_in_their_order(swept: pd.DataFrame) -> None:
    names = list(swept.columns)
    assert names[:6] == [*SWEEP, "win_attacker", "win_defender", "win_none"]
    assert all(name.startswith("expected_") for name in names[6:-1])
    assert names[-1] == "method"
    assert set(swept["method"]) == {"exact"}


def test_varied_values_are_readable_cells() -> None:
    frame = table(
        BATTLE | {"attacker": {}, "defender": {}},
        {
            "attacker": [{"leaders": "henry-v"}],
            "defender.leaders": [["charles-v", "joan-of-arc"], "philip-vi"],
            "defender.retreat_room": np.arange(2),
        },
    )
    assert frame["attacker"].tolist() == ['{"leaders": "henry-v"}'] * 4
    assert frame["defender.leaders"].tolist() == ["charles-v+joan-of-arc"] * 2 + ["philip-vi"] * 2
    assert frame["defender.retreat_room"].tolist() == [0, 1, 0, 1]
    assert frame.attrs["vary"]["defender.retreat_room"] == [0, 1]


def test_a_path_can_lead_into_a_list() -> None:
    led = {**BATTLE, "attacker": {"leaders": ["henry-v"]}, "defender": {"leaders": ["charles-v"]}}
    frame = table(led, {"attacker.leaders.0": ["henry-v", "edward-iii"]})
    alone = table(led, {"attacker.leaders": ["henry-v", "edward-iii"]})
    assert frame["win_attacker"].tolist() == alone["win_attacker"].tolist()
    listed = {**SIEGE, "armies": [{"english": 1}]}
    with pytest.raises(
        BadInput, match="'armies' is not allowed"
    ):  # the path was found, the scenario knows no such field
        table(listed, {"armies.0.english": [2]})


def test_switches_are_read_back_as_switches(tmp_path: Path) -> None:
    frame = pd.DataFrame({"mountain": [True, False], "p": [0.25, 1.0]})
    frame.attrs.update(table(SIEGE, {}).attrs)
    write_table(frame, tmp_path / "t.csv")
    pd.testing.assert_frame_equal(read_table(tmp_path / "t.csv"), frame)


def test_provenance(swept: pd.DataFrame) -> None:
    result = sc.solve(BATTLE)
    assert swept.attrs == {
        "schema": "simcore.table/1",
        "scenario": BATTLE,
        "vary": SWEEP,
        "trials": None,
        "seed": None,
        "facts": None,
        "rules": result.rules,
        "version": result.version,
        "policies": {"attacker.policy": "weakest_first", "defender.policy": "weakest_first"},
        "assumed": [],
        "public": [],
        "command": AWKWARD,
    }


def test_assumed_facts_are_those_of_any_row() -> None:
    foes = {"defender": [{"french": 1}, {"routier": 5}]}
    assert table(BATTLE | {"initiative": "attacker"}, foes).attrs["assumed"] == ["routier die"]


def test_public_facts_are_named_in_every_format(tmp_path: Path) -> None:
    melee = {"game": "legendary", "combat": "melee", "attackers": ["foot-knights"], "defenders": ["pikemen"]}
    frame = table(melee, {"behind": [None, "stakes"]})
    known = list(sc.solve(melee).public)
    assert known
    assert set(known) <= set(frame.attrs["public"])
    assert stack([frame, frame]).attrs["public"] == frame.attrs["public"]
    for extension in (".csv", ".parquet", ".json"):
        write_table(frame, tmp_path / f"t{extension}")
        assert read_table(tmp_path / f"t{extension}").attrs["public"] == frame.attrs["public"]
    for extension in (".md", ".html"):
        said = f"published outside the rulebook: {', '.join(frame.attrs['public'])}."
        assert said in encode_table(frame, extension).decode()
    older = {key: value for key, value in frame.attrs.items() if key != "public"}
    assert "published outside" not in caption(older)


def test_the_owners_facts_are_used_and_named(tmp_path: Path) -> None:
    mine = tmp_path / "box.toml"
    mine.write_text('[dice.french]\nvalue = { blank = 6 }\nsource = "my box"\n')
    frame = table(BATTLE, {"defender.french": [1, 2]}, facts=mine)
    assert frame["win_attacker"].tolist() == [
        sc.solve(BATTLE | {"defender": {"french": n}}, facts=mine).win["attacker"] for n in (1, 2)
    ]
    assert frame.attrs["facts"] == str(mine)
    assert frame.attrs["rules"] != table(BATTLE, {}).attrs["rules"]


def test_rows_by_trials_carry_their_intervals() -> None:
    frame = table(SIEGE, {"defender.english": [1, 2]}, trials=2000, seed=5)
    for count, (_, row) in zip((1, 2), frame.iterrows(), strict=True):
        result = sc.simulate(SIEGE | {"defender": {"english": count}}, trials=2000, seed=5)
        assert result.interval is not None
        assert (row["method"], row["trials"]) == ("monte-carlo", 2000)
        for side, chance in result.win.items():
            assert row[f"win_{side}"] == chance
            assert (row[f"interval_{side}_low"], row[f"interval_{side}_high"]) == result.interval[side]
    assert (frame.attrs["trials"], frame.attrs["seed"]) == (2000, 5)


def test_progress_counts_rows() -> None:
    told: list[tuple[int, int]] = []
    table(SIEGE, {"defender.english": [1, 2], "initiative": ["attacker"]}, progress=lambda *at: told.append(at))
    assert told == [(1, 2), (2, 2)]


def test_nothing_varied_is_one_row() -> None:
    assert table(SIEGE, {})["win_attacker"].tolist() == [sc.solve(SIEGE).win["attacker"]]


def test_stacked_tables_name_their_parts() -> None:
    first, second = (
        table(SIEGE, {"defender.english": [1]}),
        table(SIEGE | {"place": "paris"}, {"defender.english": [2]}),
    )
    both = stack([first, second], command="again")
    assert both["win_attacker"].tolist() == [*first["win_attacker"], *second["win_attacker"]]
    assert [part["scenario"]["place"] for part in both.attrs["parts"]] == ["city", "paris"]
    assert both.attrs["command"] == "again"
    second.attrs["rules"] = "others"
    with pytest.raises(BadInput, match="rules"):
        stack([first, second])


# ---- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        ({"attacker.english": [25, 26]}, r"^row 2 \(attacker.english=26\), attacker.english: 26 is not .* 0 to 25"),
        ({"attacker.englsh": [1]}, r"^row 1 \(attacker.englsh=1\), attacker: 'englsh' .* did you mean english\?"),
        ({"initiative": ["attacker"], "place": [1]}, r"^row 1 \(initiative=attacker, place=1\), scenario: 'place'"),
        ({"attacker.english": 3}, r"^vary attacker.english: 3 is not allowed; a list of values$"),
        ({"initiative": "attacker"}, r"^vary initiative: 'attacker' is not allowed; a list of values$"),
        ({"attacker.english": []}, r"^vary attacker.english: nothing is given; at least one value$"),
        ({"attacker.english": [object()]}, r"^vary attacker.english: .* is not allowed; plain data"),
        ({"game.name": ["x"]}, r"^vary game.name: 'x' is not allowed; a field of a table; game is 'cent-ans'"),
        ({"attacker.leaders": [["henry-v"]], "attacker.leaders.2": [1]}, r"^vary attacker.leaders.2: 1 .*rs.1$"),
        ({"game.name.first": ["x"]}, r"^vary game.name.first: 'x' is not allowed; a field"),
    ],
)  # fmt: skip
def test_bad_sweeps_are_one_line(vary: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said) as raised:
        table(BATTLE, vary)
    assert "\n" not in str(raised.value)


def test_what_is_wrong_with_the_run_is_not_laid_at_a_rows_door() -> None:
    with pytest.raises(BadInput, match=r"^trials: 0 is not allowed"):
        table(SIEGE, {"defender.english": [1]}, trials=0)
    with pytest.raises(BadInput, match=r"^facts: "):
        table(SIEGE, {"defender.english": [1]}, facts="no such file.toml")


def test_endless_sweeps_are_refused_before_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "prepare_each", lambda *_, **__: pytest.fail("began"))
    with pytest.raises(BadInput, match="at most 1000000 rows"):
        table(BATTLE, {f"attacker.{kind}": range(101) for kind in ("english", "burgundian", "elite")})


# ---- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extension", [".csv", ".parquet", ".json", ".CSV"])
def test_files_read_back_as_they_were(swept: pd.DataFrame, tmp_path: Path, extension: str) -> None:
    write_table(swept, tmp_path / f"table{extension}")
    again = read_table(tmp_path / f"table{extension}")
    pd.testing.assert_frame_equal(again, swept, check_exact=True)
    assert again.attrs == swept.attrs


def test_a_table_by_trials_reads_back_too(tmp_path: Path) -> None:
    frame = table(SIEGE, {"place": ["city", "paris"]}, trials=100)
    for extension in (".csv", ".parquet", ".json"):
        write_table(frame, tmp_path / f"t{extension}")
        pd.testing.assert_frame_equal(read_table(tmp_path / f"t{extension}"), frame, check_exact=True)


def test_pandas_alone_reads_the_files(swept: pd.DataFrame, tmp_path: Path) -> None:
    write_table(swept, tmp_path / "t.csv")
    write_table(swept, tmp_path / "t.parquet")
    bare = pd.read_csv(tmp_path / "t.csv")
    assert list(bare.columns) == list(swept.columns)
    assert bare["win_attacker"].tolist() == pytest.approx(swept["win_attacker"].tolist(), abs=1e-15)
    kept = pd.read_parquet(tmp_path / "t.parquet")
    pd.testing.assert_frame_equal(kept, swept)
    assert kept.attrs == swept.attrs


def test_parquet_loads_elsewhere_with_its_metadata(swept: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    write_table(swept, path)
    rows = [tuple(row) for row in swept.astype(object).where(swept.notna(), None).to_numpy().tolist()]
    assert duckdb.sql(f"SELECT * FROM '{path}'").fetchall() == rows
    told = duckdb.sql(f"SELECT decode(value) FROM parquet_kv_metadata('{path}') WHERE decode(key) = 'simcore'")
    assert json.loads(told.fetchall()[0][0]) == swept.attrs
    assert polars.read_parquet(path).rows() == rows
    assert json.loads(polars.read_parquet_metadata(path)["simcore"]) == swept.attrs


def test_parquet_is_plain_columns(swept: pd.DataFrame) -> None:
    import pyarrow.parquet

    columns = pyarrow.parquet.read_table(io.BytesIO(encode_table(swept, ".parquet")))
    assert columns.column_names == list(swept.columns)
    assert {str(kind) for kind in columns.schema.types} <= {"int64", "double", "string", "large_string"}
    assert json.loads(columns.schema.metadata[b"simcore"]) == swept.attrs


def test_markdown(swept: pd.DataFrame) -> None:
    text = encode_table(swept, ".md").decode()
    lines = text.splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 2 + len(swept)
    assert rows[0].strip("| ").split(" | ") == list(swept.columns)
    cells = [cell.strip() for cell in rows[2].strip("|").split("|")]
    assert cells[:3] == ["0", "", "0"]
    assert float(cells[3]) == pytest.approx(swept["win_attacker"].iloc[0], rel=1e-5)
    assert AWKWARD in re.sub(r"\\(.)", r"\1", text)
    assert text.count("-->") == 1  # that which ends the comment
    assert "</script>" not in text.replace(lines[-1], "")
    hidden = lines[-1].removeprefix("<!-- simcore ").removesuffix(" -->")
    assert json.loads(hidden) == swept.attrs


class Page(HTMLParser):
    """Texts of a page by the element they stand in."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "meta":
            self.inside.append(tag)
            self.texts.setdefault(tag, [])

    def handle_endtag(self, tag: str) -> None:
        assert self.inside.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts[self.inside[-1]].append(data)


def test_html(swept: pd.DataFrame) -> None:
    page = Page()
    page.feed(encode_table(swept, ".html").decode())
    page.close()
    assert page.inside == []
    assert page.texts["th"] == list(swept.columns)
    assert AWKWARD in "".join(page.texts["caption"])
    assert json.loads("".join(page.texts["script"])) == swept.attrs
    assert sum(1 for text in page.texts["td"] if text == "exact") == len(swept)


def test_rounding_keeps_digits_and_drops_noise() -> None:
    frame = pd.DataFrame({"p": [1 / 3, 2e-16, 1234567.0, np.nan], "n": [1, 2, 3, 4], "name": list("abcd")})
    again = rounded(frame, 3)
    assert again["p"].tolist()[:3] == [0.333, 0.0, 1230000.0]
    assert np.isnan(again["p"].iloc[3])
    assert again[["n", "name"]].equals(frame[["n", "name"]])


def test_unknown_formats_are_refused(swept: pd.DataFrame, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"ends in one of \.csv, \.parquet, \.json, \.md, \.html$"):
        write_table(swept, tmp_path / "table.xlsx")
    with pytest.raises(BadInput, match="a file in a folder that exists"):
        check_path(tmp_path / "nowhere" / "table.csv")
    with pytest.raises(BadInput, match=r"ends in one of \.csv, \.parquet, \.json$"):
        read_table(tmp_path / "table.md")
    with pytest.raises(BadInput, match="a file that can be read"):
        read_table(tmp_path / "table.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", b"a,b\n1,2\n"),
        ("t.csv", b'# {"schema": "other/1"}\na\n1\n'),
        ("t.csv", b'# [1]\na\n1\n'),
        ("t.csv", b'# {"schema": "simcore.table/1"}\n'),
        ("t.csv", b'# {"schema": "simcore.table/1"}\na\n1,2\n1,2,3\n'),
        ("t.csv", b"\xff\xfe"),
        ("t.json", b'{"rows": []}'),
        ("t.json", b"[1]"),
        ("t.json", b"{"),
        ("t.parquet", b"PAR1"),
        ("t.parquet", b""),
    ],
)  # fmt: skip
def test_other_peoples_files_are_refused(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=r"a table of schema simcore\.table/1") as raised:
        read_table(tmp_path / name)
    assert "\n" not in str(raised.value)


def test_a_parquet_file_without_our_key_is_refused(tmp_path: Path) -> None:
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "t.parquet")
    with pytest.raises(BadInput, match=r"a table of schema simcore\.table/1"):
        read_table(tmp_path / "t.parquet")


def test_without_pyarrow(swept: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for act in (
        lambda: check_path(tmp_path / "t.parquet"),
        lambda: write_table(swept, tmp_path / "t.parquet"),
    ):
        with pytest.raises(SimcoreError, match=r"pip install pyarrow"):
            act()
    (tmp_path / "t.parquet").write_bytes(b"PAR1")
    with pytest.raises(SimcoreError, match=r"pip install pyarrow"):
        read_table(tmp_path / "t.parquet")
    write_table(swept, tmp_path / "t.csv")  # the others do not need it


@pytest.mark.parametrize("extension", FORMATS)
def test_a_failing_writer_leaves_the_old_file(
    swept: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extension: str
) -> None:
    path = tmp_path / f"t{extension}"
    path.write_text("old")
    full = OSError(28, "No space left on device")

    def fails(*_: object) -> None:
        raise full

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(SimcoreError, match="cannot be written"):
        write_table(swept, path)
    monkeypatch.undo()
    odd = swept.copy()
    odd.attrs["command"] = object()
    with pytest.raises(TypeError):
        write_table(odd, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_csv_of_older_versions_is_read(swept: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_bytes(f"# {json.dumps(swept.attrs)}\n".encode() + encode_table(swept, ".csv"))
    again = read_table(path)
    pd.testing.assert_frame_equal(again, swept, check_exact=True)
    assert again.attrs == swept.attrs


def test_rows_are_not_read_with_the_metadata_of_others(swept: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    write_table(swept, path)
    assert path.read_text().startswith("attacker.english,")
    path.write_text(path.read_text().replace("exact", "guess", 1))
    with pytest.raises(BadInput, match=r"the table that t\.csv\.meta\.json was written with$"):
        read_table(path)


@pytest.mark.parametrize("extension", FORMATS)
def test_the_same_table_is_the_same_file(swept: pd.DataFrame, extension: str) -> None:
    assert encode_table(table(BATTLE, SWEEP, command=AWKWARD), extension) == encode_table(swept, extension)
