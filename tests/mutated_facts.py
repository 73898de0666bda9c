"""Files of facts with something wrong in them, dealt by a seed: every value and key of what a game reads.

A file is a page of JSON that lays one or a few mutated facts over the printed ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from simcore.scenarios.facts import read_toml

NUMBERS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 16, 19, 20, 21, 29, 31, 98, 99, 100, 1 << 31, 1 << 62, 1 << 80)
STRANGE: tuple[Any, ...] = (
    *NUMBERS, -1, -9, -(1 << 63), 1.0, 1.5, 1e308, True, False, None, "", " ", "1", "nantes", "dinan", "montfort",
    "blue", "x" * 5_000, "\x1b[31mred\x1b[0m", "a\nb", "\x00", "\u202e", "\ud800", "é" * 40, "\U0001f3f0", [], {}, [1],
    ["nantes"], [None], [[[]]], {"": 1}, {"value": 1}, list(range(40)), "NaN",
)  # fmt: skip
KEYS = (
    "",
    " ",
    "value",
    "source",
    "replaces",
    "nantes",
    "\x1b[2J",
    "a\nb",
    "\x00",
    "key" * 50,
    "0",
    "-1",
    "é",
    "\ud800",
)
Place = tuple[Any, ...]


def printed(*files: Path) -> dict[str, Any]:
    """All facts of a game as its own files have them."""
    facts: dict[str, Any] = {}
    for file in files:
        facts |= read_toml(file, "facts")
    return facts


def places(tree: Any, above: Place = ()) -> Iterator[Place]:
    """Every place in a document, the whole first."""
    yield above
    if isinstance(tree, dict):
        for key, part in tree.items():
            yield from places(part, (*above, key))
    elif isinstance(tree, list):
        for at, part in enumerate(tree):
            yield from places(part, (*above, at))


def at(tree: Any, place: Place) -> Any:
    for step in place:
        tree = tree[step]
    return tree


class Mutations:
    """Deals files; every place of the facts comes before one comes again."""

    def __init__(self, facts: dict[str, Any], seed: int) -> None:
        self.facts, self.random = facts, Random(seed)
        self.waiting: list[Place] = []

    def place(self) -> Place:
        """The next place to change."""
        if not self.waiting:
            self.waiting = [place for place in places(self.facts) if place]
            self.random.shuffle(self.waiting)
        return self.waiting.pop()

    def file(self) -> str:
        """One file, as JSON."""
        override: dict[str, Any] = {}
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            place = self.place()
            group = place[0]
            kept = override.setdefault(group, {})
            if len(place) > 1:
                names = [place[1]]
            else:  # a whole group, or a few of its facts
                every = list(self.facts[group])
                names = self.random.choice((every, self.random.sample(every, min(3, len(every)))))
            if isinstance(kept, dict):
                for name in names:
                    kept.setdefault(name, deepcopy(self.facts[group][name]))
                self.change(override, place)
        text = json.dumps(override)
        return self.doubled(text) if self.random.random() < 0.02 else text

    def change(self, tree: dict[str, Any], place: Place) -> None:
        """Something is wrong at a place, if what was changed before has left it."""
        try:
            above, value = at(tree, place[:-1]), at(tree, place)
        except (KeyError, IndexError, TypeError):
            return
        numbers = any(isinstance(at(value, place), int) for place in places(value))
        hows = (self.replace, self.inside, self.key, *([self.other_number] * 5 if numbers else []))
        self.random.choice(hows)(above, place[-1], value)

    def replace(self, above: Any, step: Any, value: Any) -> None:
        above[step] = self.random.choice(STRANGE)

    def other_number(self, above: Any, step: Any, value: Any) -> None:
        """The number, or some of the numbers below the place, are others."""
        above[step] = self.renumbered(value, 1.0 if isinstance(value, int) else 0.2)

    def renumbered(self, value: Any, share: float) -> Any:
        if isinstance(value, dict):
            return {key: self.renumbered(part, share) for key, part in value.items()}
        if isinstance(value, list):
            return [self.renumbered(part, share) for part in value]
        if not isinstance(value, int) or self.random.random() > share:
            return value
        if isinstance(value, bool):
            return not value
        near = self.random.choice((value - 1, value + 1, 2 * value, *NUMBERS[:4]))
        return near if self.random.random() < 0.8 else self.random.choice(NUMBERS)

    def inside(self, above: Any, step: Any, value: Any) -> None:
        """One thing more, fewer, twice, or in another order."""
        if isinstance(value, list):
            more = [*value, self.random.choice(STRANGE)]
            twice = value + value
            above[step] = self.random.choice((value[1:], more, twice, value[::-1], value * 15))
        elif isinstance(value, dict) and value:
            key = self.random.choice(list(value))
            if self.random.random() < 0.5:
                del value[key]
            else:
                value[self.random.choice(KEYS)] = self.random.choice((value[key], self.random.choice(STRANGE)))
        else:
            above[step] = [value, value]

    def key(self, above: Any, step: Any, value: Any) -> None:
        """A key is another one: a strange one, or one from elsewhere in the facts."""
        if not isinstance(above, dict):
            above[step] = {"value": value}
            return
        del above[step]
        known = [
            key for place in self.random.sample(list(places(self.facts)), 4) for key in place if isinstance(key, str)
        ]
        above[self.random.choice((*KEYS, *known, "mine", "mine"))] = value
        if isinstance(value, dict) and self.random.random() < 0.5:
            value["replaces"] = self.random.choice((step, step, *known, None, 3))

    def doubled(self, text: str) -> str:
        """A key stands twice."""
        return "{" + text[1:-1] + ", " + text[1:] if len(text) > 2 else text
