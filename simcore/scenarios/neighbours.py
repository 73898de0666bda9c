"""The neighbours of a scenario: documents that differ in one thing, found from the schema of its combat.

Numbers one more and one less, every other word of a list of words, flags turned, lists with one entry more, fewer or
another. Whether the rules allow a neighbour is for its combat to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Schema = Mapping[str, Any]
_TYPES: dict[type, str] = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}


@dataclass(frozen=True)
class Change:
    """One thing changed: the value at `path`, before and after (None: absent), and `also` what has to follow it.

    `what` says it in words; `parameter` is the same for changes that are more and less of one thing.
    """

    path: str
    before: Any
    after: Any
    what: str
    parameter: str
    also: Mapping[str, Any] = field(default_factory=dict)

    @property
    def changes(self) -> dict[str, Any]:
        """Everything that changes, by path, as `edits.variant` takes it."""
        return {self.path: self.after, **self.also}


def neighbours(schema: Schema, document: Mapping[str, Any]) -> Iterator[Change]:
    """Every change of one thing in `document`, which follows `schema` (a JSON Schema).

    >>> schema = {"type": "object", "properties": {"men": {"type": "integer"}, "hero": {"type": "boolean"}}}
    >>> [change.what for change in neighbours(schema, {"men": 3, "hero": False})]
    ['men: 3 to 2', 'men: 3 to 4', 'hero: no to yes']
    """
    return _Walk(schema).at(schema, "", document)


class _Walk:
    """One walk over a schema and a document side by side."""

    def __init__(self, schema: Schema) -> None:
        self.definitions: Schema = schema.get("$defs", {})

    def kinds(self, schema: Schema) -> list[Schema]:
        """The schemas one of which a value follows; references followed, null left out."""
        if "$ref" in schema:
            return self.kinds(self.definitions[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return [kind for one in schema["anyOf"] for kind in self.kinds(one)]
        return [] if schema.get("type") == "null" else [schema]

    def words(self, schema: Schema) -> list[Any]:
        """The values of a field that has few: words, numbers from a list, flags."""
        found: list[Any] = []
        for kind in self.kinds(schema):
            if kind.get("type") == "boolean":
                found += [False, True]
            else:
                found += kind.get("enum", [kind["const"]] if "const" in kind else [])
        # 0 and False are equal to Python and not to a reader.
        return list({(type(value), value): value for value in found}.values())

    def at(self, schema: Schema, path: str, value: Any) -> Iterator[Change]:
        """The changes at one place of the document and below it."""
        kinds = self.kinds(schema)
        if isinstance(value, Mapping):
            yield from self.table(kinds, path, value)
        elif isinstance(value, list):
            arrays = (kind for kind in kinds if kind.get("type") == "array")
            yield from self.listed(next(arrays, {}), path, value)
        elif words := [word for word in self.words(schema) if type(word) is type(value)]:
            yield from (change(path, value, word) for word in words if word != value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield from (change(path, value, value + step, parameter=path) for step in (-1, 1))

    def table(self, kinds: Sequence[Schema], path: str, value: Mapping[str, Any]) -> Iterator[Change]:
        for kind in kinds:
            required = kind.get("required", [])
            for name, inner in kind.get("properties", {}).items():
                place = f"{path}.{name}".lstrip(".")
                if name in value:
                    yield from self.at(inner, place, value[name])
                    optional = any(one.get("type") == "null" for one in inner.get("anyOf", []))
                    if optional and name not in required and self.words(inner):
                        yield change(place, value[name], None)
                else:
                    yield from (change(place, None, word) for word in self.words(inner) if word is not False)
            if isinstance(kind.get("additionalProperties"), Mapping):
                for name, item in value.items():
                    yield from self.at(kind["additionalProperties"], f"{path}.{name}".lstrip("."), item)

    def stated(self, schema: Schema, item: Any) -> Any:
        """An item without what it would have by default: nobody wrote that."""
        if not isinstance(item, Mapping):
            return item
        by_default = [
            (name, part["default"])
            for kind in self.kinds(schema)
            for name, part in kind.get("properties", {}).items()
            if "default" in part
        ]
        return {name: part for name, part in item.items() if (name, part) not in by_default}

    def listed(self, kind: Schema, path: str, value: list[Any]) -> Iterator[Change]:
        inner = kind.get("items", {})
        # A name can stand for a table; where tables stand, the names are another spelling of what they say.
        tables = any(isinstance(item, Mapping) for item in value)
        words = self.words(inner) if isinstance(inner, Mapping) and not tables else []
        for number, item in enumerate(value):
            rest = value[:number] + value[number + 1 :]
            twins = value.count(item) > 1 and words
            place = f"{path}.{number}" if twins else path
            told = said(self.stated(inner, item))
            yield Change(path, value, rest, f"{place}: without {told}", f"{path} {told}")
            if words:
                for word in (word for word in words if word != item):
                    swapped = [*value[:number], word, *value[number + 1 :]]
                    what = f"{place}: {said(item)} to {said(word)}"
                    yield Change(path, value, swapped, what, what)
            else:
                places = kind.get("prefixItems")
                yield from self.at(places[number] if places else inner, f"{path}.{number}", item)
        for word in words:
            yield Change(path, value, [*value, word], f"{path}: with {said(word)}", f"{path} {said(word)}")


def change(path: str, before: Any, after: Any, *, parameter: str | None = None) -> Change:
    """A change of one value.

    >>> change("defender.card", None, 5).what
    'defender.card: absent to 5'
    """
    what = f"{path}: {said(before)} to {said(after)}"
    return Change(path, before, after, what, parameter or what)


def said(value: Any) -> str:
    """A value in a word or two.

    >>> said({"unit": "bowmen", "count": 2}), said({"castle": "dinan", "troops": 3}), said(None), said(True)
    ('bowmen 2', 'dinan troops 3', 'absent', 'yes')
    """
    if value is None or isinstance(value, bool):
        return {None: "absent", True: "yes", False: "no"}[value]
    if isinstance(value, Mapping):
        return " ".join(_part(name, part) for name, part in value.items() if part) or "nothing"
    if isinstance(value, list):
        return ", ".join(map(said, value)) or "none"
    return str(value)


def _part(name: str, part: Any) -> str:
    """A part of a table: a number other than a count by what it counts, a name by itself."""
    if part is True:
        return name
    return f"{name} {part}" if isinstance(part, (int, float)) and name != "count" else said(part)
