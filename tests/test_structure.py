"""The house stays one that a newcomer can live in: few modules at the root, short files, short and flat functions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import simcore

ROOT = Path(simcore.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
MOST_LINES, MOST_BODY, DEEPEST = 350, 60, 5
# Still too long or too deep: nothing is added here, and what has been mended is taken off.
LONG_FILES = {
    "advice/best_play.py", "advice/luck.py", "evaluation/questions.py", "games/cent_ans/scenarios.py",
}  # fmt: skip
LONG_FUNCTIONS = {
    "cli/best_play.py report", "cli/table.py table", "engine/exact.py forward", "engine/explored.py _search",
    "engine/montecarlo.py trials", "evaluation/questions.py _simulate", "games/cent_ans/compile.py assemble",
    "games/cent_ans/full_game/action_values.py action_value",
}  # fmt: skip
DEEP_FUNCTIONS = {"engine/exact.py forward", "games/cent_ans/tables.py build_rows"}
BLOCKS = ast.For | ast.While | ast.If | ast.With | ast.Try | ast.Match


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def functions():
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{name_of(path)} {node.name}", node


def body_lines(function):
    """Lines of a function without its parameters and its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None and len(function.body) > 1 else function.body
    return body[-1].end_lineno - body[0].lineno + 1


def depth(node):
    """How deep blocks stand in each other; `elif` is no deeper than `if`."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        elif_ = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, depth(child) + (isinstance(child, BLOCKS) and not elif_))
    return deepest


def test_few_modules_stand_at_the_root():
    assert {path.stem for path in ROOT.glob("*.py")} == {"__init__", "errors", "text", "types"}


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (LONG_FILES, lambda: {name_of(path) for path in FILES if path.read_text().count("\n") > MOST_LINES}),
        (LONG_FUNCTIONS, lambda: {name for name, one in functions() if body_lines(one) > MOST_BODY}),
        (DEEP_FUNCTIONS, lambda: {name for name, one in functions() if depth(one) > DEEPEST}),
    ],
    ids=["files", "long functions", "deep functions"],
)
def test_files_and_functions_are_short(listed, found):
    assert found() == listed
