"""Files are whole or not there."""

from __future__ import annotations

import os
import stat

import pytest

import simcore as sc
from command_line import SCENARIO
from simcore.errors import BadInput, SimcoreError
from simcore.io.files import check_place, write_whole
from simcore.tables import check_path


def test_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "a.txt"
    for text in (b"first", b"second"):
        write_whole(path, lambda file, text=text: file.write(text))
        assert path.read_bytes() == text
    assert os.listdir(tmp_path) == ["a.txt"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), ValueError("no such figure"), KeyboardInterrupt()]
)
def test_what_fails_leaves_the_old_file(tmp_path, error):
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def half(file):
        file.write(b"half of it")
        raise error

    with pytest.raises(SimcoreError if isinstance(error, OSError) else type(error)) as caught:
        write_whole(path, half)
    if isinstance(error, OSError):
        assert str(caught.value) == f"{path}: cannot be written (No space left on device)"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_folder_that_is_not_there_is_said_in_one_line(tmp_path):
    with pytest.raises(SimcoreError, match=r"a\.txt: cannot be written \(No such file or directory\)$"):
        write_whole(tmp_path / "missing" / "a.txt", lambda file: file.write(b""))


def test_a_name_with_a_nul_is_refused_before_any_work():
    with pytest.raises(BadInput, match=r"^checkpoint: 'a\\x00b' is not allowed; a name without a NUL$"):
        sc.simulate(SCENARIO, trials=1 << 40, checkpoint="a\0b")
    with pytest.raises(BadInput, match=r"^path: 'a\\x00b.csv' is not allowed; a name without a NUL$"):
        check_path("a\0b.csv")


@pytest.mark.parametrize(("written", "why"), [("nowhere/c.npz", "nowhere does not"), ("folder", "this is a folder")])
def test_a_refused_place_is_shown_as_it_was_written(tmp_path, monkeypatch, written, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput) as refused:
        check_place("checkpoint", written)
    assert f"checkpoint: '{written}'" in str(refused.value)
    assert why in str(refused.value)
    assert str(tmp_path) not in str(refused.value)
