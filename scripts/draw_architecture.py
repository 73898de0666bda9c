"""Draws docs/architecture.svg: the packages from the roof down, as pyproject.toml has them for the check of imports."""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "architecture.svg"
WIDTH, LEFT, ROW, GAP, TOP = 900, 150, 34, 8, 40
COLOURS = {
    "for people and programs": "#dbe9f6", "the games": "#fbe6cf", "what a game must offer": "#fff6cc",
    "machine rooms": "#e2efda", "what knows no game": "#eeeeee",
}  # fmt: skip
FLOOR = {
    "games": "the games", "contracts": "what a game must offer", "gameplay": "machine rooms",
    "engine": "machine rooms", "scenarios": "machine rooms",
}  # fmt: skip


def layers() -> list[list[str]]:
    """Names of packages and modules, floor by floor, that import from floors below only."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[name.strip() for name in floor.split("|")] for floor in floors]


def summary(name: str) -> str:
    """The first sentence of a package's docstring."""
    folder = ROOT / "simcore" / name
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    first = text.split("\n\n")[0].replace("\n", " ")
    return first.split(". ")[0].rstrip(".")


def box(at: int, name: str, kind: str) -> str:
    y = TOP + at * (ROW + GAP)
    return (
        f'<rect x="{LEFT}" y="{y}" width="{WIDTH - LEFT - 10}" height="{ROW}" rx="4" fill="{COLOURS[kind]}" '
        f'stroke="#555"/>\n<text x="{LEFT + 12}" y="{y + 22}" font-weight="bold">{escape(name)}</text>\n'
        f'<text x="{LEFT + 110}" y="{y + 22}">{escape(summary(name))}</text>'
    )


def picture() -> str:
    """The picture as SVG."""
    parts, at, above = [], 0, "for people and programs"
    first = {above: 0}
    for floor in layers():
        for name in floor:
            if name in FLOOR:
                above = FLOOR[name]
            elif above == "machine rooms":
                above = "what knows no game"
            first.setdefault(above, at)
            parts.append(box(at, name, above))
            at += 1
    height = TOP + at * (ROW + GAP) + 10
    for kind, row in first.items():
        words = kind.split()
        half = (len(words) + 1) // 2
        for line, text in enumerate((" ".join(words[:half]), " ".join(words[half:]))):
            parts.append(f'<text x="8" y="{TOP + row * (ROW + GAP) + 15 + 17 * line}" fill="#555">{text}</text>')
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        'font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="24" fill="#555">simcore: every package imports from those below it only</text>',
        *parts,
        "</svg>\n",
    ])  # fmt: skip


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
