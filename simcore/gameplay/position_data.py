"""Positions as plain data read again: what a state and a stream can hold at all, checked before any kernel sees them.

A compiled rule looks nothing up twice: a cell that names the 500th zone reads, or writes, whatever lies there. So the
range of every cell is data (`Cells`, next to the layout of each game), what cells mean together is `Game.sound`, and
both are plain Python.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.engine import rng
from simcore.engine.rng import STREAM
from simcore.errors import BadInput
from simcore.types import Array

MOST_BYTES = 1 << 20  # of a position as JSON: a hundred times the longest
MOST_DRAWN = (1 << 34) - 1  # words of a stream: blocks have 32 bits
KEYS = ("game", "version", "options", "rules", "state", "stream")
DIGEST = "digest"  # of all the others; a position that is written by hand may lack it
BOARDS = 16  # whose digests are remembered


@dataclass(frozen=True)
class Cells:
    """Neighbouring cells of a state that mean the same, and the least and the most that each of them can hold."""

    name: str
    length: int
    least: int
    most: int


class Ranges:
    """The cells of a state from the first to the last, by name."""

    def __init__(self, cells: Sequence[Cells]) -> None:
        lengths = [one.length for one in cells]
        self.names = np.repeat(np.arange(len(cells)), lengths)
        self.cells = tuple(cells)
        self.firsts = np.concatenate([[0], np.cumsum(lengths)])
        self.least = np.repeat(np.array([one.least for one in cells], np.int64), lengths)
        self.most = np.repeat(np.array([one.most for one in cells], np.int64), lengths)

    @property
    def size(self) -> int:
        """How many cells."""
        return len(self.names)

    def name(self, at: int) -> str:
        """A cell by its name, and its place where several have that name."""
        one = self.cells[self.names[at]]
        return f"{one.name}[{at - self.firsts[self.names[at]]}]" if one.length > 1 else one.name

    def check(self, state: Array) -> None:
        """Raises `BadInput` for the first cell that holds what it cannot."""
        outside = np.flatnonzero((state < self.least) | (state > self.most))
        if outside.size:
            at = int(outside[0])
            allowed = f"a whole number from {self.least[at]} to {self.most[at]}"
            raise BadInput(f"position.state {self.name(at)}", int(state[at]), allowed)


def plain(content: bytes | str) -> Any:
    """What JSON says. Raises `BadInput` for anything else, however long or deep."""
    if not isinstance(content, bytes | bytearray | str):
        raise BadInput("position", type(content).__name__, "JSON as bytes or text")
    if len(content) > MOST_BYTES:
        raise BadInput("position", f"{len(content)} bytes", f"at most {MOST_BYTES} bytes of JSON")
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        start = content[:40] if isinstance(content, str) else bytes(content[:40]).decode(errors="replace")
        why = "too deep" if isinstance(error, RecursionError) else str(error).splitlines()[0]
        raise BadInput("position", start, f"JSON ({why})") from None


def check_keys(kept: Any) -> None:
    """Raises `BadInput` for anything but a table with all keys of a position and no other."""
    if not isinstance(kept, Mapping) or not all(isinstance(key, str) for key in kept):
        raise BadInput("position", type(kept).__name__, f"a table with {', '.join(KEYS)}")
    for key in KEYS:
        if key not in kept:
            raise BadInput(f"position.{key}", "absent", f"a position has {', '.join(KEYS)}")
    for key in kept:
        if key not in (*KEYS, DIGEST):
            raise BadInput("position", key, f"no key but {', '.join((*KEYS, DIGEST))}")


def digest_of(kept: Mapping[str, Any]) -> str:
    """A checksum over everything that a position says: a changed bit can make another position that can be."""
    told = json.dumps([kept[key] for key in KEYS], sort_keys=True)
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def check_digest(kept: Mapping[str, Any], read: Mapping[str, Any]) -> None:
    """Raises `BadInput` where a position has a digest, and what was read of it another one."""
    if DIGEST in kept and kept[DIGEST] != digest_of(read):
        allowed = "the digest of this very position; leave it out of a position that you have changed yourself"
        raise BadInput(f"position.{DIGEST}", kept[DIGEST], allowed)


def whole_numbers(key: str, kept: Any, size: int, kind: Any) -> Array:
    """A list of `size` whole numbers that `kind` can hold, as an array; `BadInput` for anything else."""
    limits = np.iinfo(kind)
    if not isinstance(kept, list | tuple) or len(kept) != size:
        told = f"{len(kept)} values" if isinstance(kept, list | tuple) else type(kept).__name__
        raise BadInput(f"position.{key}", told, f"a list of {size} whole numbers")
    for at, one in enumerate(kept):
        if type(one) is not int or not limits.min <= one <= limits.max:  # a bool is none
            shown = one if isinstance(one, bool | float | str) or one is None else type(one).__name__
            allowed = f"a whole number from {limits.min} to {limits.max}"
            raise BadInput(f"position.{key}[{at}]", shown, allowed)
    return np.array(kept, kind)


def check_stream(stream: Array) -> None:
    """Raises `BadInput` for a stream that no drawing leads to: a word above 32 bits would point past every list."""
    seed, number, purpose, drawn = (int(word) for word in stream[:4])
    if purpose > int(rng.LOW):
        raise BadInput("position.stream[2]", purpose, f"a whole number from 0 to {int(rng.LOW)}")
    if drawn > MOST_DRAWN:
        raise BadInput("position.stream[3]", drawn, f"a whole number from 0 to {MOST_DRAWN}")
    words = rng.draw(seed, number, (drawn - 1) >> 2, purpose) if drawn else (0,) * (STREAM - 4)
    for at, (found, right) in enumerate(zip(stream[4:], words, strict=True), start=4):
        if int(found) != right:
            raise BadInput(f"position.stream[{at}]", int(found), "the word that seed, game and draws lead to")


# ---- which board a position belongs to -----------------------------------------------------------------------------

_digests: OrderedDict[int, tuple[Any, str]] = OrderedDict()  # by address; the board stays, so that the address does


def board_digest(board: Any, derived: frozenset[str] = frozenset()) -> str:
    """A short digest of all that a board says; its fields in `derived` follow from the others or say nothing."""
    known = _digests.get(id(board))
    if known is not None and known[0] is board:
        return known[1]
    digest = hashlib.blake2b(digest_size=8)
    names = getattr(getattr(board, "dtype", None), "names", None) or getattr(board, "_fields", None)
    if names is None:
        digest.update(board.tobytes() if isinstance(board, np.ndarray) else repr(board).encode())
    for name in names or ():
        if name not in derived:
            field = board[name] if hasattr(board, "dtype") else getattr(board, name)
            digest.update(name.encode())
            digest.update(np.asarray(field).tobytes())
    _digests[id(board)] = board, digest.hexdigest()
    while len(_digests) > BOARDS:
        _digests.popitem(last=False)
    return digest.hexdigest()
