"""Sweeps that are stopped: kept in a checkpoint and gone on with, to the same bytes; files that are something else."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest

import simcore as sc
from command_line import answer, failed
from simcore.errors import BadInput, SimcoreError
from simcore.evaluation.questions import Interrupted
from simcore.io import checkpoints
from simcore.tables import encode_table, table
from simcore.tables.columns import Columns
from test_damaged_checkpoints import damaged
from trial_runs import one_line

BATTLE: dict[str, Any] = {
    "game": "cent-ans", "combat": "pitched-battle",
    "attacker": {"english": 2, "burgundian": 1, "elite": 1}, "defender": {"french": 2},
}  # fmt: skip
# Rows that lack a column, that the rules refuse, that state words.
SWEEP = {"attacker.english": [0, 1, 2, 99, 3], "initiative": [None, "attacker"], "attacker.policy": [None, "keep_dice"]}
HOW: dict[str, Any] = {"skip_impossible": True, "chance_of": ["attacker.left>=2"]}
ROWS = 16
DAMAGES = 200


class Stop:
    """Stops a sweep by the keyboard after so many combinations."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.told: list[int] = []

    def __call__(self, done: int, wanted: int) -> None:
        self.told.append(done)
        if done >= self.after:
            raise KeyboardInterrupt


def same(found: Any, wanted: Any) -> None:
    """The same table, to the last byte of every file."""
    assert found.attrs == wanted.attrs
    for extension in (".csv", ".json", ".md"):
        assert encode_table(found, extension) == encode_table(wanted, extension)


@pytest.fixture
def stopped(tmp_path):
    """A sweep kept after 9 of 20 combinations."""
    path = tmp_path / "table.npz"
    with pytest.raises(Interrupted):
        table(BATTLE, SWEEP, **HOW, checkpoint=path, progress=Stop(9))
    return path


@pytest.mark.parametrize("trials", [None, 200])
def test_a_stopped_table_goes_on_to_the_same_bytes(tmp_path, trials):
    whole = table(BATTLE, SWEEP, **HOW, trials=trials, seed=3)
    assert len(whole) == ROWS
    path = tmp_path / "table.npz"
    for after in (1, 7, 13, 15):
        with pytest.raises(Interrupted) as why:
            table(BATTLE, SWEEP, **HOW, trials=trials, seed=3, checkpoint=path, progress=Stop(after))
        said = f"stopped after {after} rows, kept in {path}; the same command goes on from there"
        assert str(why.value) == said
    last = Stop(99)
    same(table(BATTLE, SWEEP, **HOW, trials=trials, seed=3, threads=2, checkpoint=path, progress=last), whole)
    assert last.told[0] == 16  # nothing is answered twice
    again = Stop(0)
    same(table(BATTLE, SWEEP, **HOW, trials=trials, seed=3, checkpoint=path, progress=again), whole)
    assert again.told == []


def test_a_table_stopped_without_a_file_says_what_keeps_it():
    said = r"^stopped after 3 rows; give a checkpoint file to keep them next time$"
    with pytest.raises(Interrupted, match=said):
        table(BATTLE, SWEEP, **HOW, progress=Stop(3))


def test_a_row_in_the_making_is_made_again(tmp_path, monkeypatch):
    """Stopped between two of its cells."""
    whole, path = table(BATTLE, SWEEP, **HOW), tmp_path / "table.npz"

    class Slow(dict):
        def items(self):
            for number, item in enumerate(super().items()):
                if number == 5:
                    raise KeyboardInterrupt
                yield item

    add = Columns.add
    monkeypatch.setattr(Columns, "add", lambda self, row: add(self, Slow(row) if self.rows == 6 else row))
    with pytest.raises(Interrupted, match=r"^stopped after 6 rows"):
        table(BATTLE, SWEEP, **HOW, checkpoint=path)
    monkeypatch.undo()
    same(table(BATTLE, SWEEP, **HOW, checkpoint=path), whole)


def test_rows_are_kept_now_and_then(tmp_path, monkeypatch):
    """A killed sweep says nothing: what it has kept meanwhile is there."""
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)
    path = tmp_path / "table.npz"

    def killed(done: int, wanted: int) -> None:
        if done == 9:
            raise SystemError("killed")

    with pytest.raises(SystemError):
        table(BATTLE, SWEEP, **HOW, checkpoint=path, progress=killed)
    seen = Stop(99)
    same(table(BATTLE, SWEEP, **HOW, checkpoint=path, progress=seen), table(BATTLE, SWEEP, **HOW))
    assert 1 < seen.told[0] <= 10


OTHERS: dict[str, dict[str, Any]] = {
    "another scenario": {"scenario": {**BATTLE, "defender": {"french": 3}}},
    "other values": {"vary": {**SWEEP, "attacker.english": [0, 1, 2, 99, 4]}},
    "trials": {"trials": 100},
    "seed": {"seed": 1},
    "exact": {"exact": True},
    "another condition": {"chance_of": ["attacker.left>=1"]},
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_checkpoint_of_another_table_is_refused(stopped, name):
    asked = {"scenario": BATTLE, "vary": SWEEP, **HOW, **OTHERS[name]}
    before = stopped.read_bytes()
    with pytest.raises(BadInput) as refused:
        table(asked.pop("scenario"), asked.pop("vary"), **asked, checkpoint=stopped)
    one_line(refused, "checkpoint: ", "a file of this very scenario, seed and rules, or a new name")
    assert stopped.read_bytes() == before


def test_a_checkpoint_under_other_figures_is_refused(stopped, tmp_path):
    facts = tmp_path / "facts.toml"
    facts.write_text("[dice.french]\nvalue = { loss = 6 }\n")
    with pytest.raises(BadInput, match=r"^checkpoint: .* very scenario, seed and rules"):
        table(BATTLE, SWEEP, **HOW, checkpoint=stopped, facts=facts)


def test_a_checkpoint_of_trials_is_none_of_a_table(tmp_path):
    path = tmp_path / "run.npz"
    sc.simulate(BATTLE, trials=50, checkpoint=path)
    with pytest.raises(BadInput, match=r"^checkpoint: "):
        table(BATTLE, SWEEP, **HOW, checkpoint=path)


def test_no_damage_of_a_table_is_believed(stopped):
    good = stopped.read_bytes()
    whole = table(BATTLE, SWEEP, **HOW)
    refused: list[str] = []
    for at in range(DAMAGES):
        stopped.write_bytes(damaged(good, at))
        try:
            same(table(BATTLE, SWEEP, **HOW, checkpoint=stopped), whole)
        except BadInput as error:
            refused.append(str(error))
    assert all(said.startswith("checkpoint: ") and "\n" not in said for said in refused)
    assert len(refused) > DAMAGES // 2


def told(parts: dict[str, Any], **changes: Any) -> None:
    parts["told"] = checkpoints.numbers_of(json.dumps(json.loads(checkpoints.text_of(parts["told"])) | changes))


def set_to(name: str, value: Any) -> Any:
    return lambda parts: parts.__setitem__(name, value(parts[name]))


ALTERED: dict[str, Any] = {
    "more rows": lambda parts: told(parts, rows=10),
    "rows that are none": lambda parts: told(parts, rows=-1),
    "half a row": lambda parts: told(parts, rows=8.5),
    "more refused": lambda parts: told(parts, refused=500),
    "refused without a word": lambda parts: told(parts, refused=1),
    "no columns": lambda parts: told(parts, columns=None),
    "no text": set_to("told", lambda numbers: numbers + 300),
    "another text": set_to("told", lambda numbers: numbers[::-1]),
    "fewer numbers": set_to("kept", lambda kept: kept[1:]),
    "an order that is none": set_to("kept", lambda kept: kept[::-1]),
    "numbers beyond": set_to("kept", lambda kept: kept + 50),
    "a column cut": set_to("cells0", lambda cells: cells[:-1]),
    "a column squared": set_to("cells0", lambda cells: cells[None, :]),
    "chances above one": set_to("cells0", lambda cells: (cells.view(float) + 2.0).view(np.int64)),
    "chances that are none": set_to("cells0", lambda cells: (cells.view(float) * np.nan).view(np.int64)),
    "a column less": lambda parts: parts.pop("cells1"),
}


@pytest.mark.parametrize("how", ALTERED)
@pytest.mark.parametrize("signed", [False, True], ids=["old checksum", "new checksum"])
def test_altered_rows_are_refused(stopped, how, signed):
    with np.load(stopped) as kept:
        parts = dict(kept)
    key, checksum = str(parts.pop("key")), parts.pop("checksum")
    ALTERED[how](parts)
    if signed:
        checkpoints.save(stopped, key, parts)
    else:
        np.savez(stopped, key=np.array(key), checksum=checksum, **parts)
    with pytest.raises(BadInput) as refused:
        table(BATTLE, SWEEP, **HOW, checkpoint=stopped)
    one_line(refused, "checkpoint: ", "written by an earlier run")


def test_rows_that_are_refused_may_be_left_out_afterwards_and_not_the_other_way_round(tmp_path):
    path = tmp_path / "table.npz"
    with pytest.raises(Interrupted):
        table(BATTLE, SWEEP, checkpoint=path, progress=Stop(12))
    with pytest.raises(BadInput, match=r"skip_impossible"):
        table(BATTLE, SWEEP, checkpoint=path)
    found = table(BATTLE, SWEEP, skip_impossible=True, checkpoint=path)
    same(found, table(BATTLE, SWEEP, skip_impossible=True))
    with pytest.raises(BadInput, match=r"^row 13 .*skip_impossible"):
        table(BATTLE, SWEEP, checkpoint=path)


def test_a_table_that_could_not_be_kept_comes_with_the_failure(tmp_path, monkeypatch):
    def full(*_):
        raise SimcoreError("full")

    monkeypatch.setattr(checkpoints, "write_whole", full)
    with pytest.raises(checkpoints.NotKept) as failed:
        table(BATTLE, SWEEP, **HOW, checkpoint=tmp_path / "table.npz")
    same(failed.value.answer, table(BATTLE, SWEEP, **HOW))


def test_columns_of_any_kind_are_kept():
    rows = Columns()
    for row in ({"a": 1, "b": 0.1}, {"a": 2.5, "c": "x"}, {"a": 1 << 70, "c": "y", "b": -0.0}, {"c": "x", "d": None}):
        rows.add(row)
    told, arrays = rows.to_arrays()
    copy = Columns.from_arrays(json.loads(json.dumps(told)), arrays, rows.rows)
    assert copy.to_arrays()[0] == told
    assert copy.frame(lambda _: 0).equals(rows.frame(lambda _: 0))


def test_the_command_keeps_its_rows(tmp_path, monkeypatch):
    words = ["table", "breizh", "battle", "blois=3", "--vary", "montfort=1:9", "--checkpoint", str(tmp_path / "t.npz")]
    rows = itertools.count(1)
    monkeypatch.setattr(checkpoints.Keeper, "meanwhile", lambda _: Stop(4)(next(rows), 9))
    assert "stopped after 4 rows, kept in" in failed(*words, status=1)
    monkeypatch.undo()
    assert answer(*words) == answer(*words[:-2])
