"""Feed lines at extreme sizes, drawn from the published schemas: as many units, cards and switches as a combat takes.

A line may well be refused (the box holds no more); what it must never do is take long, fill the memory or crash.
`python tests/extreme_lines.py 100000 [SEED]` answers so many and tells which took most.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import simcore as sc
from base_scenarios import base
from simcore.cli.schema import published
from simcore.errors import BadInput, SimcoreError
from simcore.games import COMBATS

Schema = dict[str, Any]
LARGE = 1_000  # in place of numbers without a real limit
MENDS = 12  # fields taken out of a line that is refused
NAMES = [(game, combat) for game in COMBATS for combat in COMBATS[game]]


class Extremes:
    """Random documents of one combat: mostly the largest of everything, now and then the least, or what is between."""

    def __init__(self, game: str, combat: str) -> None:
        self.schema, self.base = published(game, combat), base(game, combat)

    def draw(self, rng: random.Random) -> dict[str, Any]:
        """A document: the base scenario with each field left, drawn, or taken out."""
        self.drawn = rng.choice((0.15, 0.4, 0.7))
        document = self._value(self.schema, self.base, rng)
        return {**document, "game": self.base["game"], "combat": self.base["combat"]}

    def _kinds(self, node: Schema) -> Iterator[Schema]:
        if "$ref" in node:
            yield from self._kinds(self.schema["$defs"][node["$ref"].rpartition("/")[2]])
        elif "anyOf" in node:
            for one in node["anyOf"]:
                yield from self._kinds(one)
        elif "pattern" not in node and node.get("type") != "null":
            yield node

    def _value(self, node: Schema, now: Any, rng: random.Random) -> Any:
        kinds = list(self._kinds(node))
        if not kinds:
            return now
        kind = rng.choice(kinds)
        if "const" in kind or "enum" in kind:
            return rng.choice(kind.get("enum", [kind.get("const")]))
        return getattr(self, f"_{kind['type']}")(kind, now, rng)

    def _object(self, kind: Schema, now: Any, rng: random.Random) -> dict[str, Any]:
        known, needed = now if isinstance(now, dict) else {}, kind.get("required", [])
        told = {}
        for name, inner in kind.get("properties", {}).items():
            luck = rng.random()
            if luck < self.drawn or (name in needed and name not in known):
                told[name] = self._value(inner, known.get(name), rng)
            elif name in known and (luck < 0.95 or name in needed):
                told[name] = known[name]
        for name in kind.get("propertyNames", {}).get("enum", []):
            if rng.random() < 0.5:
                told[name] = self._value(kind["additionalProperties"], None, rng)
        return told

    def _array(self, kind: Schema, now: Any, rng: random.Random) -> list[Any]:
        if "prefixItems" in kind:
            return [self._value(inner, None, rng) for inner in kind["prefixItems"]]
        least, most = kind.get("minItems", 0), min(kind.get("maxItems", 12), 30)
        length = most if rng.random() < 0.5 else rng.randint(least, most)
        drawn = [self._value(kind["items"], None, rng) for _ in range(length)]
        distinct = {json.dumps(one): one for one in drawn}
        return list(distinct.values()) if rng.random() < 0.7 and len(distinct) >= least else drawn

    def _integer(self, kind: Schema, now: Any, rng: random.Random) -> int:
        least, most = kind.get("minimum", 0), min(kind.get("maximum", LARGE), 1 << 40)
        luck = rng.random()
        return most if luck < 0.45 else least if luck < 0.6 else rng.randint(least, min(most, least + LARGE))

    def _number(self, kind: Schema, now: Any, rng: random.Random) -> float:
        return rng.choice([0.0, 1.0, -1.0, 0.05])

    def _boolean(self, kind: Schema, now: Any, rng: random.Random) -> bool:
        return rng.random() < 0.7

    def _string(self, kind: Schema, now: Any, rng: random.Random) -> Any:
        return now if isinstance(now, str) else "optimal"


def extreme_lines(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """`count` documents, all combats in turn."""
    rng = random.Random(seed)
    makers = [Extremes(game, combat) for game, combat in NAMES]
    for number in range(count):
        yield makers[number % len(makers)].draw(rng)


def without(document: dict[str, Any], field: str) -> dict[str, Any] | None:
    """The document without what a refusal names: the field, or the nearest part of it that is there."""
    changed = json.loads(json.dumps(document))
    inner, parts = changed, field.split(".")
    for part in parts[:-1]:
        step = int(part) if isinstance(inner, list) and part.isdigit() else part
        try:
            below = inner[step]
        except (KeyError, IndexError, TypeError):
            break
        if not isinstance(below, (dict, list)):
            del inner[step]
            return changed
        inner = below
    last = int(parts[-1]) if isinstance(inner, list) and parts[-1].isdigit() else parts[-1]
    try:
        del inner[last]
    except (KeyError, IndexError, TypeError):
        return None
    return changed


class Met(NamedTuple):
    """What one line came to: answered or why not, processor seconds, megabytes more than before it."""

    document: dict[str, Any]
    came_to: str
    seconds: float
    megabytes: float


def answered(document: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The line, without what the rules refuse of it, and the method of its answer or the refusal that is left."""
    for _ in range(MENDS):
        try:
            return document, sc.evaluate(document).method
        except BadInput as error:
            less = without(document, error.field)
            if less is None:
                return document, str(error)
            document = less
        except SimcoreError as error:
            return document, str(error)
    return document, "refused"


def meet(count: int, seed: int) -> Iterator[Met]:
    """Answer extreme lines one after the other, with what each takes. Linux only: it asks the kernel for the most
    memory since the line began."""
    for document in extreme_lines(count, seed):
        Path("/proc/self/clear_refs").write_text("5")
        before, began = _megabytes("VmRSS"), time.process_time()
        line, came_to = answered(document)
        yield Met(line, came_to, time.process_time() - began, _megabytes("VmHWM") - before)


def _megabytes(what: str) -> float:
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1e3


def main(count: int, seed: int) -> None:
    """Answer them all; print how many were answered, and the slowest and largest of them."""
    met = list(meet(count, seed))
    ways = Counter(one.came_to if one.came_to in ("exact", "monte-carlo") else "refused" for one in met)
    print(f"{count:,} lines, seed {seed}:", ", ".join(f"{many:,} {way}" for way, many in ways.items()))
    for what, key in (("slowest", lambda one: one.seconds), ("largest", lambda one: one.megabytes)):
        for one in sorted(met, key=key, reverse=True)[:5]:
            print(f"{what}: {one.seconds:.2f} s, {one.megabytes:.0f} MB, {one.came_to}: {json.dumps(one.document)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
