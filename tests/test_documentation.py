"""README.md and docs/: every command in them runs, what they show is what comes out, and every link leads somewhere."""

from __future__ import annotations

import os
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import simcore as sc
from command_line import answer, app, runner
from scripts import draw_architecture
from simcore.games import COMBATS

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
TASKS = {"odds", "test"}  # of tasks.py in the README's first block
MOST_LINES = 120  # of the README
EXAMPLE = "python -m docs.example_game "  # the program with the example game in it


def blocks(language: str) -> list[tuple[str, str]]:
    """Page and text of every block in a language."""
    return [
        (page.relative_to(ROOT).as_posix(), text)
        for page in PAGES
        for name, text in BLOCK.findall(page.read_text(encoding="utf-8"))
        if name == language
    ]


COMMANDS = [
    (page, shlex.split(line, comments=True))
    for page, text in blocks("sh")
    for line in text.splitlines()
    if line.startswith("simcore ")
]
OF_THE_EXAMPLE = [
    shlex.split(line) for _, text in blocks("sh") for line in text.splitlines() if line.startswith(EXAMPLE)
]
WHOLE_GAMES = [(page, words) for page, words in COMMANDS if words[1] == "play" or "--game" in words]
OTHERS = [(page, words) for page, words in COMMANDS if (page, words) not in WHOLE_GAMES]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader stands who has written the files that the pages show."""
    for _, text in blocks("toml"):
        name = re.match(r"# file: (\S+)\n", text)
        assert name is not None, text
        (tmp_path / name.group(1)).write_text(text, encoding="utf-8")
    [(_, lines)] = blocks("json")
    (tmp_path / "scenarios.jsonl").write_text(lines, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def runs(words: list[str], folder: Path) -> str:
    before = set(folder.iterdir())
    done = runner.invoke(app, words[1:])
    assert done.exit_code == 0, done.output
    assert not done.stderr or done.stderr.startswith(("left out ", "compiling ")), done.stderr
    named = [words[at + 1] for at, word in enumerate(words) if word in ("-o", "--output", "--picture", "--checkpoint")]
    made = {file.name for file in set(folder.iterdir()) - before}
    assert set(named) <= made
    assert done.stdout or named
    return done.stdout


@pytest.mark.compiled
@pytest.mark.parametrize(("page", "words"), OTHERS, ids=[" ".join(words[1:4]) for _, words in OTHERS])
def test_every_command_runs(page: str, words: list[str], folder: Path) -> None:
    shown = runs(words, folder)
    assert not re.search('^error|"error":', shown)
    if words[1] == "odds" and "--json" not in words:
        assert "How this was found" in shown


@pytest.mark.compiled
@pytest.mark.parametrize(("page", "words"), WHOLE_GAMES, ids=[" ".join(words[1:4]) for _, words in WHOLE_GAMES])
def test_every_command_of_whole_games_runs(page: str, words: list[str], folder: Path) -> None:
    assert runs(words, folder)


@pytest.mark.usefixtures("example_game")
@pytest.mark.parametrize("words", OF_THE_EXAMPLE, ids=[" ".join(words[3:6]) for words in OF_THE_EXAMPLE])
def test_every_command_of_the_example_game_runs(words: list[str], folder: Path) -> None:
    assert runs(words[2:], folder)


def test_there_is_an_example_of_every_combat_and_command() -> None:
    asked = [words for _, words in COMMANDS if words[1] == "odds"]
    readme = [words for page, words in COMMANDS if page == "README.md"]
    shown = [shlex.split(text.splitlines()[0])[1:] for _, text in blocks("console")]
    named = {(words[2], words[3]) for words in [*asked, *shown] if not words[2].endswith(".toml")}
    assert named == {(game, combat) for game, combats in COMBATS.items() for combat in combats}
    commands = [command.name or command.callback.__name__ for command in app.registered_commands]  # type: ignore[union-attr]
    assert {words[1] for _, words in COMMANDS} == set(commands)
    assert {words[2] for words in [*readme, *shown]} == set(COMBATS)
    assert {"clash", "great-battle"} <= {words[3] for words in readme}


@pytest.mark.compiled
def test_no_example_of_the_readme_is_a_foregone_conclusion() -> None:
    for page, words in COMMANDS:
        if page == "README.md" and words[1] == "odds":
            assert not re.search(r" 100 %", answer(*words[1:]).partition("\n\n")[2].partition("\n\n")[0]), words


def test_shown_answers_are_those_that_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = blocks("console")
    assert shown
    for _, text in shown:
        first, _, output = text.partition("\n")
        words = shlex.split(first)
        assert words[:2] == ["$", "simcore"]
        assert answer(*words[2:]) == output


def test_figures_named_beside_the_shown_answer_are_in_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [(_, shown)] = blocks("console")
    explained = text.partition(shown)[2].partition("From Python")[0]
    figures = [figure for figure in re.findall(r"\d+\.\d\d", explained) if figure != "99.99"]
    assert figures
    assert all(figure in shown for figure in figures)


def python(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(text, "page", "exec"), names)
    return names


def test_the_sample_in_python_is_the_battle_of_the_command_line_with_its_figures() -> None:
    sample = next(text for page, text in blocks("python") if page == "docs/python.md")
    [(_, shown)] = blocks("console")
    battle = python(sample)["battle"]
    result = sc.evaluate(battle)
    asked = sc.evaluate(_of(shlex.split(shown.partition("\n")[0])[3:]))
    assert (result.scenario_id, result.win) == (asked.scenario_id, asked.win)
    assert f"attacker  {100 * result.win['attacker']:.2f} %" in shown
    said = re.search(r"# (\{.*\})", sample)
    assert said is not None
    for name, digits in re.findall(r"'(\w+)': ([\d.]+)", said.group(1)):
        assert str(result.win[name]).startswith(digits.rstrip("."))


def _of(words: list[str]) -> Any:
    from simcore.cli.arguments import read_scenario

    return read_scenario(words)


@pytest.mark.parametrize("text", [text for _, text in blocks("python")], ids=range(len(blocks("python"))))
@pytest.mark.compiled
@pytest.mark.usefixtures("example_game")
def test_samples_in_python_run(text: str) -> None:
    python(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if link.startswith("http"):
            continue
        name, _, anchor = link.partition("#")
        target = Path(os.path.normpath(page.parent / name)) if name else page
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}, link


def test_the_readme_is_short_and_begins_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < MOST_LINES
    first = blocks("sh")[0][1]
    assert set(re.findall(r"^python3 tasks.py (\w+)", first, re.MULTILINE)) == TASKS
    pages = [page.relative_to(ROOT).as_posix() for page in PAGES[1:]]
    assert [page for page in pages if page not in text and "docs/decisions/" not in page] == []


def test_every_page_of_decisions_is_in_their_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert [
        page.name for page in folder.glob("*.md") if page.name != "README.md" and f"({page.name})" not in index
    ] == []


def test_the_reference_has_all_public_names_and_no_other() -> None:
    listed = re.findall(r"^::: (\S+)$", (ROOT / "docs" / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    found = [getattr(import_module(name.rpartition(".")[0]), name.rpartition(".")[2]) for name in listed]
    assert [name for name in sc.__all__ if getattr(sc, name) not in found] == []
    assert all(thing.__doc__ for thing in found)


def test_the_picture_of_the_packages_is_that_of_today() -> None:
    assert draw_architecture.PICTURE.read_text(encoding="utf-8") == draw_architecture.picture()
