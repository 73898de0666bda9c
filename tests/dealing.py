"""Fixed designs of scenarios: every choice is a pack of its own that is dealt out before it is shuffled again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
Scenario = dict[str, Any]
ABSENT: Any = None  # dealt as a value: the field is left out


class Dealer:
    """Deals the parts of scenarios; the same seed deals the same."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.packs: dict[Any, list[Any]] = defaultdict(list)

    def deal(self, name: Any, options: Sequence[T]) -> T:
        """The next of the options; `name` tells the packs apart."""
        pack = self.packs[name]
        if not pack:
            pack += options
            self.random.shuffle(pack)
        dealt: T = pack.pop()
        return dealt

    def fields(self, name: Any, options: Mapping[str, Sequence[Any]]) -> Scenario:
        """A table with each field dealt from a pack of its own."""
        dealt = {field: self.deal((name, field), values) for field, values in options.items()}
        return {field: value for field, value in dealt.items() if value is not ABSENT}

    def count(self, least: int, most: int) -> int:
        return self.random.randint(least, most)
