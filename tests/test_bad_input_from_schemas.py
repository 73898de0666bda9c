"""Bad values for every field of every combat, made from the published schemas: each is refused in one line.

A value that turns out to be legal is no fault; it must then be understood, and solved where that is cheap.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

import simcore as sc
from base_scenarios import BASES, base
from command_line import failed, program
from simcore.cli.schema import published
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare
from simcore.games import COMBATS
from simcore.scenarios.scenario import LARGEST

Path = tuple[str | int, ...]
Case = tuple[Path, Any]  # a place in the document, and the document (or part) with something wrong there
COMBAT_NAMES = [(game, combat) for game in COMBATS for combat in COMBATS[game]]
SOLVED_UP_TO = 2_000  # states
# Words of the machine room, which tell a player nothing.
JARGON = re.compile(
    r"tuple|dict|instance|integer|boolean|string|literal|nonetype|pydantic|object|valid |\bNone\b|input"
)


def nest(layers: int, value: Any, wrap: Any) -> Any:
    for _ in range(layers):
        value = wrap(value)
    return value


BAD: list[Any] = [
    None, True, False, -1, 0.5, -0.5, 7.0, 10**30, -(10**30), 10**5000,
    1e308, float("nan"), float("inf"), -float("inf"),
    "", " ", "0", "3", "nonsense", "x" * 5000, "two\nlines", "\x1b[31m\u2028\udcff", "None",
    [], {}, [[]], [None], [{}], ["nonsense"], [0] * 1000, ["nonsense", 1, None, 2.5], {"": 1}, {"nonsense": {}},
    nest(30, 1, lambda inner: [inner]), nest(5000, 1, lambda inner: [inner]),
    nest(30, 1, lambda inner: {"a": inner}), nest(5000, 1, lambda inner: {"a": inner}),
    b"bytes", 1j, object,
]  # fmt: skip


BAD_KEYS: list[Any] = ["nonsense", "", "a\nb", "x" * 5000, 3, None, ("a", "b")]


class Walk:
    """All places of a schema, and a value that makes each of them exist."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema, self.definitions = schema, schema.get("$defs", {})

    def choices(self, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The node behind its references, or all that it may be."""
        if "$ref" in node:
            yield from self.choices(self.definitions[node["$ref"].rpartition("/")[2]])
        elif "anyOf" in node:
            for choice in node["anyOf"]:
                yield from self.choices(choice)
        else:
            yield node

    def sample(self, node: dict[str, Any]) -> Any:
        """A value that the node allows."""
        here = next(choice for choice in self.choices(node) if choice.get("type") != "null")
        if "const" in here or "enum" in here:
            return here["const"] if "const" in here else here["enum"][0]
        if here["type"] == "object":
            return {name: self.sample(here["properties"][name]) for name in here.get("required", [])}
        if here["type"] == "array":
            items = here.get("prefixItems") or [here["items"]] * here.get("minItems", 1)
            return [self.sample(item) for item in items]
        return {"integer": here.get("minimum", 0), "boolean": True, "string": "word"}[here["type"]]

    def cases(self, node: dict[str, Any], value: Any) -> Iterator[Case]:
        """Bad values to stand in place of `value`, whole or in part, and in which part."""
        yield from (((), bad) for bad in BAD)
        for here in self.choices(node):
            yield from (((), limit) for limit in self.beyond(here))
            if here.get("type") == "array":
                listed = value if isinstance(value, list) and value else self.sample(here)
                yield from (((), many) for many in (listed * 500, [*listed, *listed], dict(enumerate(listed))))
                for at, item in enumerate(listed):
                    kind = here["prefixItems"][at] if "prefixItems" in here else here["items"]
                    for where, bad in self.cases(kind, item):
                        yield (at, *where), [*listed[:at], bad, *listed[at + 1 :]]
            elif here.get("type") == "object":
                table = value if isinstance(value, dict) else self.sample(here)
                yield from (((), {**table, key: 1}) for key in BAD_KEYS)
                for name, field in here.get("properties", {}).items():
                    without = {key: one for key, one in table.items() if key != name}
                    yield (name,), without
                    yield (name,), {**without, name[:-1]: table.get(name, 1)}
                    if name not in ("game", "combat"):
                        for where, bad in self.cases(field, table.get(name)):
                            yield (name, *where), {**table, name: bad}
                if isinstance(each := here.get("additionalProperties"), dict):
                    for name in here.get("propertyNames", {}).get("enum", ["word"])[:2]:
                        for where, bad in self.cases(each, table.get(name)):
                            yield (name, *where), {**table, name: bad}

    @staticmethod
    def beyond(node: dict[str, Any]) -> Iterator[Any]:
        """Just outside the limits of a number or a list of words."""
        if "minimum" in node:
            yield node["minimum"] - 1
        if "maximum" in node:
            yield node["maximum"] + 1
        for word in [word for word in node.get("enum", []) if isinstance(word, str)][:2]:
            yield from (word[:-1], word.upper(), f"{word} ", [[word]], {word: 1})


def every_case(game: str, combat: str) -> Iterator[tuple[Path, Any]]:
    """Documents with one thing wrong, and where."""
    schema = published(game, combat)
    yield from Walk(schema).cases(schema, base(game, combat))


def seen(document: Any) -> str:
    """The document in a failure's text, as far as it can be printed."""
    try:
        return repr(document)[:300]
    except (ValueError, RecursionError):
        return "(not printable)"


def wrongs(error: BadInput, names: set[str]) -> list[str]:
    """What is wrong with a refusal: it is one line with a field, the value, and what is allowed, in plain words."""
    line = str(error)
    found = {
        "not one line": not line.isprintable(),
        "too long": len(line) >= 400 and error.allowed.count(",") < 10,  # a list of all names is as long as it is
        "jargon": JARGON.search(error.allowed) or re.search(r"[a-z]\[|[a-z]\(", error.field),
        "nothing allowed": not error.allowed,
        "no field of the combat": error.field.partition(".")[0] not in names,
    }
    return [what for what, true in found.items() if true]


@pytest.mark.parametrize(("game", "combat"), COMBAT_NAMES)
def test_bad_values_are_refused_in_one_line(game, combat):
    schema = published(game, combat)
    names = {"scenario", *schema["properties"]}
    check = jsonschema.Draft202012Validator(schema)
    found: dict[str, Path] = {}
    refused = legal = 0
    for path, document in every_case(game, combat):
        try:
            prepared = prepare(document)
        except BadInput as error:
            refused += 1
            found |= {f"{what}: {error}": path for what in wrongs(error, names)}
            with pytest.raises(BadInput, match=re.escape(str(error))):
                sc.evaluate(document, exact=True)
            continue
        except Exception as error:
            found[f"{type(error).__name__} for {seen(document)}"] = path
            continue
        legal += 1
        if not check.is_valid(document):
            found[f"not in the schema: {seen(document)}"] = path
        if prepared.problem.states <= SOLVED_UP_TO and legal % 5 == 0:
            assert sc.evaluate(document, exact=True).mass == pytest.approx(1.0, abs=1e-9)
    assert not found, "\n".join(f"{path}: {what[:500]}" for what, path in found.items())
    assert refused > 30 * (len(names) - 3), (refused, legal)


@pytest.mark.parametrize(("game", "combat"), COMBAT_NAMES)
def test_the_base_is_valid_and_the_schema_says_so(game, combat):
    jsonschema.validate(base(game, combat), published(game, combat))
    assert sc.solve(base(game, combat)).mass == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(("game", "combat"), COMBAT_NAMES)
def test_every_whole_number_says_the_limits_of_its_schema(game, combat):
    """Where a document is refused for a number, the message names the range that the published schema has there."""
    schema = published(game, combat)
    walk = Walk(schema)

    def numbers(node: dict[str, Any], value: Any) -> Iterator[tuple[dict[str, Any], Any]]:
        """Every whole number, and the document with 0.5 in its place."""
        for here in walk.choices(node):
            if here.get("type") == "integer" and "enum" not in here and "const" not in here:
                yield here, 0.5
            elif here.get("type") == "object":
                table = value if isinstance(value, dict) else walk.sample(here)
                for name, field in here.get("properties", {}).items():
                    yield from ((n, {**table, name: bad}) for n, bad in numbers(field, table.get(name)))
            elif here.get("type") == "array" and isinstance(value, list) and value and "items" in here:
                yield from ((n, [bad, *value[1:]]) for n, bad in numbers(here["items"], value[0]))

    for number, document in numbers(schema, base(game, combat)):
        low, high = number["minimum"], number["maximum"]
        with pytest.raises(BadInput) as caught:
            prepare(document)
        allowed = caught.value.allowed
        wanted = f"a whole number, {low} or more" if high == LARGEST else f"a whole number from {low} to {high}"
        assert allowed.startswith(wanted), (caught.value, number)


def as_json(document: Any) -> str | None:
    """The document as a person could hand it in, if it can be said in JSON."""
    try:
        return json.dumps(document)
    except (TypeError, RecursionError, ValueError):
        return None


@pytest.mark.parametrize(("game", "combat"), COMBAT_NAMES)
def test_a_sample_of_them_through_the_command_line(game, combat):
    prepared = 0
    for number, (_, document) in enumerate(every_case(game, combat)):
        if number % 31 or (text := as_json(document)) is None:
            continue
        try:
            prepare(json.loads(text))  # JSON turns every key into text
        except BadInput:
            prepared += 1
            failed("odds", "-", given=text.encode("utf-8", "surrogatepass"))
    assert prepared > 2


def test_one_of_each_combat_through_the_program():
    for number, (game, combat) in enumerate(BASES):
        if number % 4:
            continue
        done = program("odds", "-", input=json.dumps({**base(game, combat), "nonsense": 1}))
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(r"error: scenario: 'nonsense' is not allowed; .+\n", done.stderr)
