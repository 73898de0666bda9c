"""Compiled code kept on disk: damaged, in the way, or not to be written, it never costs an answer."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import program
from simcore.engine import jit

pytestmark = pytest.mark.compiled


def thrice(number):
    return 3 * number + 1


def fresh() -> Callable[[int], int]:
    """The function as a new process would make it."""
    return jit.entry(thrice)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A folder with one compiled function in it: its index and its copy."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert fresh()(4) == 13
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert [path.suffix for path in files] == [".nbc", ".nbi"]
    return files


def is_taken_up() -> bool:
    function = fresh()
    assert function(4) == 13
    return bool(function.stats.cache_hits)


def flipped(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


DAMAGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "cut": lambda content, rng: content[: rng.randrange(len(content))],
    "emptied": lambda content, rng: b"",
    "a bit flipped": flipped,
    "zeros": lambda content, rng: bytes(len(content)),
    "more behind it": lambda content, rng: content + b"more",
    "something else": lambda content, rng: b"not a copy of anything\n" * 3,
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("which", [0, 1])
def test_a_damaged_copy_is_compiled_anew(kept, damage, which):
    assert is_taken_up()
    rng = random.Random(which)
    whole = kept[which].read_bytes()
    for _ in range(10 if damage in ("cut", "a bit flipped") else 1):
        kept[which].write_bytes(DAMAGES[damage](whole, rng))
        assert not is_taken_up()
        assert is_taken_up()  # and is whole again


@pytest.mark.parametrize("which", [0, 1])
def test_a_missing_copy_or_a_folder_in_its_place_is_no_harm(kept, which):
    kept[which].unlink()
    assert not is_taken_up()
    kept[which].unlink()
    kept[which].mkdir()
    assert not is_taken_up()


def test_the_copy_of_another_function_is_not_taken_up(kept, tmp_path, monkeypatch):
    """Contents that fit their digest, in the wrong place."""
    other = tmp_path / "other"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(other))
    assert jit.entry(lambda number: 5.0 * number)(4) == 20.0
    strange = next(path for path in other.rglob("*.nbi"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    shutil.copy(strange, kept[1])
    assert not is_taken_up()


def answered(folder: Path, **how) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "NUMBA_DISABLE_JIT": "0"}
    return program("odds", "joan", "raid", "fortification=castle", env=environment, **how)


def small_files() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_where_nothing_can_be_kept_the_answer_comes_all_the_same(tmp_path):
    """A full disk, as far as a test can have one: no file may grow over 100 bytes."""
    full = answered(tmp_path / "full", preexec_fn=small_files)
    assert (full.returncode, full.stderr) == (0, "")
    assert full.stdout == answered(tmp_path / "there").stdout
    assert not [path for path in (tmp_path / "full").rglob("*") if path.suffix == ".nbc"]


def test_a_folder_that_is_a_file_is_no_harm(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert answered(tmp_path / "file").returncode == 0
