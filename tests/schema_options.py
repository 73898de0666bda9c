"""The options of a combat by its published schema, as words, and those that a scenario takes up.

Every value of a field that has few, `absent` for a field that may be, lengths of short lists, and a few numbers of the
many that a field can hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from simcore.cli.schema import published
from simcore.scenarios.scenario import WITH_COMMAS

Schema = dict[str, Any]
FEW = 20  # words that are told apart
BOTH_SIDES = "policy"  # at the top a shorthand for fields that are told apart themselves
FEW_NUMBERS = 5
TYPES = {"object": dict, "array": list, "boolean": bool, "integer": int, "string": str}


class SchemaOptions:
    """What can be written into a scenario of one combat."""

    def __init__(self, game: str, combat: str) -> None:
        self.schema: Schema = published(game, combat)

    def every(self) -> set[str]:
        return set(self._every(self.schema, ""))

    def taken_up(self, scenario: dict[str, Any]) -> set[str]:
        return set(self._taken_up(self.schema, "", scenario))

    def _kinds(self, schema: Schema) -> list[Schema]:
        """The schemas one of which a value follows; that a field may be null is not worth a word beside `absent`."""
        if "$ref" in schema:
            return self._kinds(self.schema["$defs"][schema["$ref"].rpartition("/")[2]])
        if any(one.get("pattern") == WITH_COMMAS for one in schema.get("anyOf", [])):
            return self._kinds(schema["anyOf"][0])  # the list itself; the others are spellings of it
        if "anyOf" in schema:
            return [kind for one in schema["anyOf"] for kind in self._kinds(one)]
        return [] if schema.get("type") == "null" else [{"type": "string", **schema}]

    def _every(self, schema: Schema, path: str) -> Iterator[str]:
        for kind in self._kinds(schema):
            if kind["type"] == "object":
                for name, inner in kind.get("properties", {}).items():
                    if name == BOTH_SIDES and not path:
                        continue
                    yield from self._every(inner, f"{path}.{name}".lstrip("."))
                    if name not in kind.get("required", []):
                        yield f"{path}.{name} absent".lstrip(".")
                for name in kind.get("propertyNames", {}).get("enum", []):
                    yield from self._every(kind["additionalProperties"], f"{path}.{name}")
            elif kind["type"] == "array":
                for inner in entries(kind):
                    yield from self._every(inner, f"{path}[]")
                yield from (f"{path} of {length}" for length in lengths(kind))
            else:
                yield from (f"{path} = {value}" for value in values(kind))

    def _taken_up(self, schema: Schema, path: str, value: Any) -> Iterator[str]:
        kinds = self._kinds(schema)
        if [kind["type"] for kind in kinds] == ["array"] and type(value) is not list:
            value = [value]
        kind = next(kind for kind in kinds if follows(kind, value))
        if kind["type"] == "object":
            for name, inner in kind.get("properties", {}).items():
                if name in value:
                    yield from self._taken_up(inner, f"{path}.{name}".lstrip("."), value[name])
                else:
                    yield f"{path}.{name} absent".lstrip(".")
            if "propertyNames" in kind:
                for name, inner in value.items():
                    yield from self._taken_up(kind["additionalProperties"], f"{path}.{name}", inner)
        elif kind["type"] == "array":
            yield f"{path} of {len(value)}"
            for item in value:
                yield from self._taken_up(entries(kind)[0], f"{path}[]", item)
        else:
            few = values(kind)
            yield f"{path} = {value if value in few else few[-1]}"


@cache
def schema_options(game: str, combat: str) -> SchemaOptions:
    """The options of a combat."""
    return SchemaOptions(game, combat)


def follows(kind: Schema, value: Any) -> bool:
    if type(value) is not TYPES[kind["type"]]:
        return False
    return value in kind.get("enum", [kind.get("const", value)])


def entries(kind: Schema) -> list[Schema]:
    """The schemas of a list's entries; those of a tuple are alike."""
    return list(kind["prefixItems"]) if "prefixItems" in kind else [kind["items"]]


def lengths(kind: Schema) -> list[int]:
    """Lengths of a list that are told apart: all if they are few, else the shortest and the longest there is."""
    least, most = kind.get("minItems", 0), kind.get("maxItems")
    if most is None:
        return [least, least + 1]
    return list(range(least, most + 1)) if most < FEW // 2 else [least, most]


def values(kind: Schema) -> list[Any]:
    """Values that are told apart; of many numbers the two least and any other."""
    if kind["type"] == "boolean":
        return [False, True]
    if "enum" in kind or "const" in kind:
        return list(kind.get("enum", [kind.get("const")]))
    least, most = kind.get("minimum", 0), kind.get("maximum")
    if most is not None and most - least < FEW_NUMBERS:
        return list(range(least, most + 1))
    return [least, least + 1, "more"]
