"""How wide a table's columns are, and where their text is broken: between words, else after dots, underscores and such.

A name is never broken in mid-letter while it can be helped, a figure never.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = re.compile(r"\s+")
_PIECES = re.compile(r"(?<=[._/=:,-])(?=[^\W\d])")  # before a letter: signs and decimal points stay with their figures


def pieces(word: str) -> list[str]:
    """The parts of a word that stay whole.

    >>> pieces("defender.sign_of_god=-0.5")
    ['defender.', 'sign_', 'of_', 'god=-0.5']
    """
    return _PIECES.split(word)


def broken(text: str, width: int) -> list[str]:
    """The lines of a text in a column.

    >>> broken("own / opponent's", 11), broken("by largest_first", 11), broken("montfort", 5)
    (['own /', "opponent's"], ['by largest_', 'first'], ['montf', 'ort'])
    """
    lines = [""]
    for word in _WORDS.split(text):
        parts, gap = [word], " " if lines[-1] else ""
        if len(word) > width:
            parts = [cut for piece in pieces(word) for cut in ([piece] if len(piece) <= width else _cut(piece, width))]
        for part in parts:
            if lines[-1] and len(lines[-1]) + len(gap) + len(part) > width:
                lines.append("")
                gap = ""
            lines[-1] += gap + part
            gap = ""
    return lines


def _cut(piece: str, width: int) -> list[str]:
    return [piece[at : at + width] for at in range(0, len(piece), width)]


def widths(columns: Sequence[Sequence[str]], figures: Sequence[int], room: int) -> list[int]:
    """The width of each column, `room` in all; column `figures` hold numbers under their header, which stay whole.

    The widest give way first, none below its longest word, nor below the longest piece of one, if that can be.

    >>> widths([["", "attacker.english", "x"], ["chance of it", "0.5 %"]], [1], 20)
    [10, 10]
    """
    most = [max(map(len, column)) for column in columns]
    for parts in (_WORDS.split, lambda text: [piece for word in _WORDS.split(text) for piece in pieces(word)], list):
        least = [
            max(len(part) for text in (column[:1] if number in figures else column) for part in parts(text) or [""])
            for number, column in enumerate(columns)
        ]
        for number in figures if parts is not list else ():
            least[number] = max(least[number], *map(len, columns[number][1:]), 0)
        if parts == _WORDS.split and most[0] <= room // 2:
            least[0] = most[0]  # names stay whole unless they would take more than half of the room
        if sum(least) <= room:
            break
    cap = max(most)
    while cap > 0 and sum(_capped(most, least, cap)) > room:
        cap -= 1
    found = _capped(most, least, cap)
    for number, width in enumerate(most):  # what rounding left over
        if found[number] < width and sum(found) < room:
            found[number] += 1
    return found


def _capped(most: Sequence[int], least: Sequence[int], cap: int) -> list[int]:
    return [max(low, min(high, cap), 1) for high, low in zip(most, least, strict=True)]
