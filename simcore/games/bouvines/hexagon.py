"""The hexagonal ground: axial coordinates (q, r), r growing downwards. Distances, neighbours, lines of sight.

Knows nothing of troops: who stands in the way is the caller's business.
"""

from __future__ import annotations

from functools import cache

Offset = tuple[int, int]
Gate = tuple[Offset, ...]

DIRECTIONS: tuple[Offset, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east
# Corners of the cell at the origin, three times as large: the middles of three cells that meet.
CORNERS: tuple[Offset, ...] = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))


def distance(dq: int, dr: int) -> int:
    """Cells walked from the origin to (dq, dr).

    >>> distance(2, 1), distance(3, -1), distance(0, 0)
    (3, 3, 0)
    """
    return max(abs(dq), abs(dr), abs(dq + dr))


def straight(dq: int, dr: int) -> int:
    """Square of the straight distance, in units of one cell.

    >>> straight(2, 1), straight(3, 0)
    (7, 9)
    """
    return dq * dq + dq * dr + dr * dr


def _beside(dq: int, dr: int, q: int, r: int) -> tuple[int, int, int]:
    """Corners of the cell (q, r) to the left of, to the right of and on the line from the origin to (dq, dr)."""
    # Axial coordinates are a linear picture of the plane: sides of a line are the same in them.
    sides = [dq * (3 * r + y) - dr * (3 * q + x) for x, y in CORNERS]
    return sum(s > 0 for s in sides), sum(s < 0 for s in sides), sum(s == 0 for s in sides)


def _along(dq: int, dr: int, q: int, r: int) -> int:
    """How far the middle of (q, r) lies in the direction (dq, dr): twice the product of both in the plane."""
    return 2 * q * dq + q * dr + r * dq + 2 * r * dr


@cache
def line_of_sight(dq: int, dr: int) -> tuple[Gate, ...]:
    """What the straight line from the origin to the middle of (dq, dr) goes through, ends left out, nearest first.

    A gate of one cell is crossed; a gate of two is passed along their common border. A corner that is merely touched
    is no gate.

    >>> line_of_sight(2, 0), line_of_sight(1, 1), line_of_sight(2, 1)
    ((((1, 0),),), (((0, 1), (1, 0)),), (((1, 0),), ((1, 1),)))
    """
    far = distance(dq, dr)
    crossed: list[tuple[int, Gate]] = []
    borders: dict[int, list[Offset]] = {}
    for q in range(-far, far + 1):
        for r in range(-far, far + 1):
            along = _along(dq, dr, q, r)
            if not 0 < along < _along(dq, dr, dq, dr):
                continue
            left, right, on = _beside(dq, dr, q, r)
            if left and right:
                crossed.append((along, ((q, r),)))
            elif on == 2:  # two corners on the line: a side of the cell lies along it
                borders.setdefault(along, []).append((q, r))
    crossed += [(along, tuple(pair)) for along, pair in borders.items()]
    return tuple(gate for _, gate in sorted(crossed))


def plaque(q: int, r: int) -> tuple[Offset, ...]:
    """The six cells around a banner, in the order of their numbers."""
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def contacts(dq: int, dr: int) -> tuple[tuple[int, int], ...]:
    """Pairs (cell of the plaque at the origin, cell of the plaque at (dq, dr)) that touch.

    >>> contacts(2, 1), contacts(3, 0)
    (((0, 3), (0, 4), (1, 3)), ((0, 3),))
    """
    return tuple(
        (mine, theirs)
        for mine, (q, r) in enumerate(plaque(0, 0))
        for theirs, (p, s) in enumerate(plaque(dq, dr))
        if distance(p - q, s - r) == 1
    )


def facing(dq: int, dr: int) -> int:
    """The direction of the neighbour that is nearest to (dq, dr) by straight line; of several the lowest.

    >>> facing(2, 1), facing(-2, -1), facing(0, 3)
    (0, 3, 1)
    """
    return min(range(len(DIRECTIONS)), key=lambda k: (straight(dq - DIRECTIONS[k][0], dr - DIRECTIONS[k][1]), k))
