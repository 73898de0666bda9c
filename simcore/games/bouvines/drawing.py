"""How two plaques stand when a clash begins, drawn with letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.games.bouvines.compile import fronts_of
from simcore.games.bouvines.hexagon import plaque
from simcore.games.bouvines.scenarios import SIDES, TROOPS

WIDE = 2  # letters of half a cell: a row lies half a cell beside the one above
LISTED = {"from-the-east": "the cell in the east", "from-the-front": "the cell that faces the enemy"}


def drawn(scenario: Mapping[str, Any]) -> list[str]:
    """The ground of a clash as understood, a row of cells a line, and in words who is who and acts first."""
    dq, dr = scenario["offset"]
    marks: dict[tuple[int, int], str] = {}
    for side, front, (q, r) in zip(SIDES, fronts_of(scenario), ((0, 0), (dq, dr)), strict=True):
        letter = side[0].upper()
        marks[q, r] = letter
        cells = plaque(q, r)
        for number, kind in enumerate(scenario[side]["troops"]):
            marks[cells[(number + front) % TROOPS]] = "-" if kind == "dead" else f"{letter.lower()}{number + 1}"
    columns = [2 * q + r for q, r in marks]
    rows = [r for _, r in marks]
    lines = []
    for row in range(min(rows), max(rows) + 1):
        line = ""
        for q, r in sorted(cell for cell in marks if cell[1] == row):
            line = line.ljust(WIDE * (2 * q + r - min(columns))) + marks[q, r]
        lines.append(line)
    other = SIDES[1 - SIDES.index(scenario["first"])]
    return [
        *lines,
        f"C, F: the banners; c1 to c6, f1 to f6: the troops as listed, clockwise from {LISTED[scenario['listed']]}",
        f"{scenario['first']} acts first in each turn, {other} after it, each troop as listed",
    ]
