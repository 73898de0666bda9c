"""Compiled functions on disk: whatever happens to the files, the answer is the right one and nothing is thrown."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from simcore.engine import jit, kept

rule = None
DAMAGES = 60


def loop(number):
    return 3 * rule(number) + 1


def bound():
    return jit.specialise(loop, "test-damaged", rule=jit.kernel(lambda number: number - 2))


@pytest.fixture
def copy(monkeypatch, tmp_path) -> Path:
    """The one file of a compiled function."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kept, "_told", set())
    assert bound()(5) == 10
    (file,) = tmp_path.rglob("*.nbc")
    return file


def damaged(good: bytes, at: int) -> bytes:
    luck = random.Random(at)
    kind = at % 4
    if kind == 0:
        return good[: luck.randrange(len(good))]
    if kind == 1:
        return b""
    if kind == 2:
        return luck.randbytes(len(good))
    place = luck.randrange(len(good))
    return good[:place] + bytes([good[place] ^ 1 << luck.randrange(8)]) + good[place + 1 :]


@pytest.mark.compiled
def test_a_whole_copy_is_used(copy, monkeypatch):
    again = bound()
    assert again(5) == 10
    assert sum(again.stats.cache_hits.values()) == 1


@pytest.mark.compiled
def test_a_damaged_copy_is_never_believed(copy):
    good = copy.read_bytes()
    dispatcher = bound()
    dispatcher(5)
    (signature,) = dispatcher.signatures
    context = dispatcher.targetctx
    assert dispatcher._cache.load_overload(signature, context) is not None
    for at in range(DAMAGES):
        bad = damaged(good, at)
        copy.write_bytes(bad)
        assert dispatcher._cache.load_overload(signature, context) is None, at


@pytest.mark.compiled
@pytest.mark.parametrize("at", range(4))
def test_a_damaged_copy_is_compiled_again_and_mended(copy, at, capfd):
    copy.write_bytes(damaged(copy.read_bytes(), at))
    assert bound()(5) == 10
    again = bound()
    assert again(5) == 10
    assert sum(again.stats.cache_hits.values()) == 1
    assert capfd.readouterr() == ("", "")


@pytest.mark.compiled
def test_the_copy_of_another_signature_is_not_taken(copy):
    assert bound()(5.0) == 10.0
    first, second = copy.parent.glob("*.nbc")
    first.write_bytes(second.read_bytes())
    assert (bound()(5), bound()(5.5)) == (10, 11.5)


@pytest.mark.compiled
def test_a_folder_in_place_of_a_copy_costs_one_line(copy, capfd):
    copy.unlink()
    copy.mkdir()
    assert bound()(5) == 10
    assert bound()(5) == 10
    assert capfd.readouterr().err.count("\n") == 1


@pytest.mark.compiled
@pytest.mark.parametrize("error", [28, 30, 122, 13], ids=["full", "read-only", "quota", "forbidden"])
def test_a_cache_that_cannot_be_written_costs_one_line_and_no_answer(monkeypatch, tmp_path, capfd, error):
    def fails(*_):
        raise OSError(error, "cannot")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kept, "_told", set())
    monkeypatch.setattr(kept.os, "replace", fails)
    assert (bound()(5), bound()(5)) == (10, 10)
    said = capfd.readouterr().err
    assert said.startswith("compiled without keeping it: ")
    assert said.count("\n") == 1
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


@pytest.mark.compiled
def test_a_cache_that_is_a_file_or_nowhere_costs_no_answer(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert bound()(5) == 10
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(jit.platformdirs, "user_cache_path", lambda name: Path("~/.cache/simcore"))
    assert jit._cache_folder() is None
    assert bound()(5) == 10


WRITER = """
import os, sys
from simcore.engine import jit, kept
rule = None
def loop(number):
    return 3 * rule(number) + 1
if sys.argv[1] == "killed":
    kept.os.replace = lambda *_: os._exit(9)  # at the worst moment: written, not yet in its place
print(jit.specialise(loop, "test-writers", rule=jit.kernel(lambda number: number - 2))(5))
"""


def writer(folder: Path, script: Path, how: str) -> subprocess.Popen[str]:
    script.write_text(WRITER, encoding="utf-8")
    here = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, script, how], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=here
    )


@pytest.mark.compiled
def test_a_killed_writer_leaves_nothing_that_is_believed(tmp_path):
    killed = writer(tmp_path, tmp_path / "a.py", "killed")
    assert (killed.communicate(timeout=120), killed.returncode) == (("", ""), 9)
    assert list(tmp_path.rglob("*.nbc")) == []
    assert writer(tmp_path, tmp_path / "a.py", "whole").communicate(timeout=120) == ("10\n", "")
    (file,) = tmp_path.rglob("*.nbc")
    assert kept._checksum(file.read_bytes()[kept.DIGEST :]) == file.read_bytes()[: kept.DIGEST]


@pytest.mark.compiled
def test_two_writers_at_once_leave_one_whole_copy(tmp_path):
    both = [writer(tmp_path, tmp_path / "a.py", "whole") for _ in range(2)]
    assert [one.communicate(timeout=120) for one in both] == [("10\n", "")] * 2
    (file,) = tmp_path.rglob("*.nbc")
    assert kept._checksum(file.read_bytes()[kept.DIGEST :]) == file.read_bytes()[: kept.DIGEST]
    assert list(tmp_path.rglob("*.part")) == []
