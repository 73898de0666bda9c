"""What one player may know of a position: named whole numbers of fixed shape, and the actions he can take.

A policy in Python is handed nothing else. Nothing of the game's seed, its chance or what is hidden from the player can
be read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from simcore.types import Array


@dataclass(frozen=True)
class Field:
    """Numbers of an observation: their name and shape, the least and most that each can be, and what they mean."""

    name: str
    shape: tuple[int, ...]
    least: int
    most: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers.

        >>> Field("troops", (2, 8), 0, 20, "troops of each player in each region").size
        16
        """
        return prod(self.shape)


def split(fields: Sequence[Field], numbers: Array) -> dict[str, Array]:
    """The numbers of an observation, int32[sum of sizes], by field; a copy nobody can write to."""
    firsts = np.cumsum([0, *(field.size for field in fields)])
    values = {}
    for field, first in zip(fields, firsts[:-1], strict=True):
        part = numbers[first : first + field.size].reshape(field.shape).copy()
        part.setflags(write=False)
        values[field.name] = part
    return values


class Observation(Mapping[str, Array]):
    """What `player` may know, by name: int32 arrays whose shape, limits and meaning `fields` tells.

    `legal_actions` are those of `player`, sorted; empty where the decision is not his. `action_text(action)` is one in
    words, and `resampled(seed)` a position that could be the real one as far as this player knows; it can be played
    on, and its chance is its own.
    """

    def __init__(
        self, player: str, fields: Sequence[Field], numbers: Array, legal_actions: Sequence[int],
        action_text: Callable[[int], str], resampled: Callable[[int], Any],
    ) -> None:  # fmt: skip
        self.player, self.fields, self.legal_actions = player, tuple(fields), tuple(legal_actions)
        self.action_text, self.resampled = action_text, resampled
        self._values = split(fields, numbers)

    def __getitem__(self, name: str) -> Array:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        alike = (self.player, self.legal_actions, self.fields) == (other.player, other.legal_actions, other.fields)
        return alike and all(np.array_equal(one, other[name]) for name, one in self.items())

    __hash__ = None  # type: ignore[assignment]

    def flat(self) -> Array:
        """All numbers in the order of `fields`, int32[sum of sizes]."""
        return np.concatenate([value.ravel() for value in self._values.values()])

    def __repr__(self) -> str:
        return f"Observation({self.player}: {', '.join(self._values)})"
