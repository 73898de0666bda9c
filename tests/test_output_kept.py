"""An answer is printed whatever becomes of the file it was to go to; one file has one role; any width will do."""

from __future__ import annotations

import os
import stat

import pytest

from command_line import BATTLE, app, failed, runner
from simcore.cli import output
from simcore.errors import BadInput
from simcore.io import files
from simcore.io.files import check_place, write_whole


@pytest.fixture
def full(monkeypatch):
    def fails(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", fails)


@pytest.mark.parametrize("ending", ["csv", "json", "md", "html", "parquet"])
def test_a_table_is_printed_if_its_file_cannot_be_written(full, tmp_path, ending):
    result = runner.invoke(app, ["table", *BATTLE, "--vary", "attacker.english=1:2", "-o", f"{tmp_path}/a.{ending}"])
    assert result.exit_code == 1
    assert "win_attacker" in result.stdout
    assert result.stderr.splitlines()[-1].endswith("cannot be written (No space left on device)")
    assert list(tmp_path.iterdir()) == []


def test_an_answer_is_printed_if_its_checkpoint_cannot_be_written(full, tmp_path):
    result = runner.invoke(app, ["odds", *BATTLE, "--trials", "50", "--checkpoint", f"{tmp_path}/a.npz"])
    assert result.exit_code == 1
    assert "50 random trials" in result.stdout
    assert result.stderr.count("\n") == 1


def test_games_are_told_if_their_file_cannot_be_written(full, tmp_path):
    result = runner.invoke(app, ["play", "breizh", "--games", "2", "--output", f"{tmp_path}/a.csv"])
    assert result.exit_code == 1
    assert "2 games" in result.stdout
    assert result.stderr.splitlines()[-1].startswith("error: ")


@pytest.mark.parametrize(
    "words",
    [["sensitivity", *BATTLE], ["need", *BATTLE, "--vary", "attacker.elite=0:4", "--cost", "attacker.elite=1"]],
    ids=["sensitivity", "need"],
)
def test_an_answer_is_printed_if_its_picture_cannot_be_written(full, tmp_path, words):
    result = runner.invoke(app, [*words, "--picture", f"{tmp_path}/a.png"])
    assert result.exit_code == 1
    assert "How this was found" in result.stdout
    assert result.stderr.splitlines() == [f"error: {tmp_path}/a.png: cannot be written (No space left on device)"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["folder.png", "fifo.png", "a.png/"])
def test_a_picture_is_refused_before_the_work_where_no_file_can_be(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    os.mkfifo(tmp_path / "fifo.png")
    assert f"picture: '{name}'" in failed("sensitivity", *BATTLE, "--picture", name)


def test_a_link_is_followed_and_a_private_file_stays_private(tmp_path):
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_bytes(b"old")
    kept.chmod(0o600)
    link.symlink_to(kept)
    write_whole(link, lambda file: file.write(b"new"))
    assert link.is_symlink()
    assert kept.read_bytes() == b"new"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize("kind", ["slash", "fifo", "device", "folder"])
def test_what_is_no_file_is_refused_first(tmp_path, kind):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    place = {"slash": f"{tmp_path}/a.csv/", "fifo": fifo, "device": os.devnull, "folder": tmp_path}[kind]
    with pytest.raises(BadInput, match=r"^output: "):
        check_place("output", place)


def test_one_file_has_one_role(tmp_path):
    (tmp_path / "link.csv").symlink_to(tmp_path / "war.csv")
    words = [
        "play",
        "breizh",
        "--games",
        "2",
        "--output",
        f"{tmp_path}/war.csv",
        "--checkpoint",
        f"{tmp_path}/link.csv",
    ]
    assert "another file than that of output" in failed(*words)
    words = ["table", *BATTLE, "--vary", "attacker.english=1:2", "-o", f"{tmp_path}/a.json"]
    assert "another file than that of output" in failed(*words, "--facts", f"{tmp_path}/a.json")


def test_a_name_that_is_not_utf_8_loses_no_table(tmp_path):
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")
    assert runner.invoke(app, ["table", *BATTLE, "--vary", "attacker.english=1:2", "-o", name]).exit_code == 0
    assert os.path.getsize(name) > 0


@pytest.mark.parametrize("width", ["0", "1", "-5", "7", "99999999", "x", ""])
def test_an_answer_is_printed_at_any_width(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    result = runner.invoke(app, ["odds", *BATTLE])
    assert result.exit_code == 0
    assert "%" in result.stdout
    assert len(result.stdout) < 20_000


def test_what_a_terminal_would_obey_is_not_printed(capsys):
    output.print_for_people(
        ["a \x1b[31mred\x07", output.heading("b\x1b]0;t\x07"), output.grid(["c\x1b"], [["d\x9b\n"]])]
    )
    assert not set(capsys.readouterr().out) & {"\x1b", "\x07", "\x9b"}


def test_each_command_has_one_whole_line_in_the_help(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = runner.invoke(app, ["--help"]).stdout
    lines = said[said.index("Commands:") :].splitlines()[1:]
    names = [line.split()[0] for line in lines if line.strip()]
    assert names == [command.name for command in app.registered_commands]
    assert all(len(line) <= 80 and "..." not in line and line.endswith((".", "")) for line in lines)
