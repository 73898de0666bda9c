"""Bad input, said in one line: which field, what it held, what is allowed."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from numbers import Integral
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)
LONGEST_VALUE = 60
SHORTEST_BEGINNING = 3  # letters that a name may be cut down to
NEAR = 0.6  # share of two words' letters that are alike: 0.5 takes paris for carhaix
_KEY = "[key]"  # pydantic's last step to a key of a table


class _Absent(str):
    """The text "nothing" where a value is missing: an error says so instead of showing it."""


ABSENT = _Absent("nothing")


class SimcoreError(Exception):
    """Anything simcore refuses or cannot do; its text is one line. Exit status 1 at the command line."""


class BadInput(SimcoreError, ValueError):
    """A field of the input is wrong. Exit status 2 at the command line."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field, self.value, self.allowed = field, value, allowed
        found = "nothing is given" if isinstance(value, _Absent) else f"{show(value)} is not allowed"
        super().__init__(f"{field}: {found}; {' '.join(allowed.split())}")


def show(value: object) -> str:
    """A value as one short line."""
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value, default=repr)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


def show_key(key: str) -> str:
    """A key of a document as part of a field: as it is where it is a word, else as `show` has it."""
    return key if key.replace("-", "").replace("_", "").isalnum() and len(key) <= LONGEST_VALUE else show(key)


def whole_number(field: str, value: object, low: int, high: int) -> int:
    """`value` if it is a whole number from `low` to `high`, else `BadInput`; 5.0 is one, as in a count of units.

    >>> whole_number("seed", 5.0, 0, 9)
    5
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, Integral) or not low <= int(value) <= high:
        raise BadInput(field, value, f"a whole number from {low} to {high}")
    return int(value)


def nearest(word: object, known: Iterable[str]) -> str:
    """The known words, one that is really near first; nothing is near an absent word, and no number is a slip of one.

    >>> nearest("fench", ["english", "french"])
    'did you mean french? allowed: english, french'
    """
    known = list(known)
    words = [one for one in known if not one.isdecimal()]
    # Anything but a word resembles none, and a page of text would be compared for long.
    given = word[:LONGEST_VALUE] if isinstance(word, str) and not isinstance(word, _Absent) else ""
    begun = [one for one in words if len(given) >= SHORTEST_BEGINNING and one.startswith(given)]  # joan: joan-of-arc
    close = difflib.get_close_matches(given, words, n=1, cutoff=NEAR) or begun
    listed = "allowed: " + ", ".join(known) if known else "nothing is allowed here"
    return f"did you mean {close[0]}? {listed}" if close else listed


def _branches(kind: Any) -> list[Any]:
    """The kinds of value that an annotation is a union of; the annotation itself where it is none."""
    if get_origin(kind) is Annotated:
        return _branches(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [one for part in get_args(kind) if part is not type(None) for one in _branches(part)]
    return [kind]


def _inside(kind: Any, step: str | int) -> list[Any]:
    """What stands at a step within a kind of value, where it has such a part."""
    if step in (fields := getattr(kind, "model_fields", {})):
        return [fields[step].annotation]
    parts = get_args(kind)
    if get_origin(kind) is tuple and isinstance(step, int):
        return [part for part in (parts[:1] if ... in parts else parts[step : step + 1])]
    return [parts[-1]] if get_origin(kind) in (list, dict) and step != _KEY else []


def _place(model: type[BaseModel], location: Sequence[str | int]) -> tuple[list[str | int], list[Any]]:
    """A place as the document has it, without pydantic's names for the branches of unions, and what can stand there."""
    path: list[str | int] = []
    here: list[Any] = [model]
    for step in location:
        branches = [_branches(kind) for kind in here]
        here = [kind for several in branches for kind in several]
        if all(len(several) == 1 for several in branches):
            path.append(step)
            here = [part for kind in here for part in _inside(kind, step)]
    return path, [kind for one in here for kind in _branches(one)]


# What pydantic says of the shape of a value, for people who write documents and not Python.
_SAID = {
    **dict.fromkeys(("tuple_type", "list_type"), "a list"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type", "dataclass_type"), "a table"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
    **dict.fromkeys(("string_type", "string_unicode"), "a word"),
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "a number"),
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "greater_than": "more than {gt}",
    "less_than": "less than {lt}",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
}


def first_problem(model: type[M], data: object, prefix: str = "", facts: object = None, whole: str = "scenario") -> M:
    """`data` validated as `model`, or `BadInput` for the first thing wrong with it; `facts` may set limits.

    `whole` is what all of it is called, where nothing in it is to be named.
    """
    try:
        return model.model_validate(data, context=facts)
    except ValidationError as error:
        problems = error.errors(include_url=False)
    # An unknown key is the likeliest slip and explains a missing one: say it first.
    first = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    # Of a union the branch that fits the value best is meant: the one that finds its fault the deepest.
    above, _ = _place(model, first["loc"])
    placed = [(_place(model, p["loc"])[0], p) for p in problems]
    place, problem = max((one for one in placed if one[0][: len(above)] == above), key=lambda one: len(one[0]))
    path = place
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "value_error" and isinstance(context.get("error"), BadInput):
        inner = context["error"]
        raise BadInput(prefix + inner.field, inner.value, inner.allowed) from None
    value: object = problem["input"]
    if path[-1:] == [_KEY]:  # a table whose keys are names
        path, value = path[:-2], path[-2]
    if kind == "extra_forbidden":
        *path, last = path
        value = str(last)
        fields = [name for here in _place(model, problem["loc"][:-1])[1] for name in getattr(here, "model_fields", ())]
        allowed = nearest(value, fields)
    elif kind == "invalid_key":
        path, value, allowed = path[:-1], path[-1], "a key that is a word"
    elif kind == "missing":
        value, allowed = ABSENT, "a value is needed"
    else:  # of a union every branch says what it would have
        allowed = _allowed(value, [p for there, p in placed if there == place])
    field = ".".join(str(step) for step in path)
    raise BadInput(f"{prefix}{field or whole}".strip(), value, allowed) from None


def _allowed(value: object, problems: Sequence[Any]) -> str:
    """What would do in one place, by all that pydantic says against its value."""
    said: dict[str, None] = {}
    words: list[str] = []
    for problem in problems:
        kind, context = problem["type"], problem.get("ctx", {})
        if kind == "literal_error":
            words += [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        elif kind in _SAID:
            said[_SAID[kind].format(**context)] = None
        elif kind == "value_error":
            said[str(context["error"])] = None
        else:
            other = problem["msg"].lower().removeprefix("input should be ")
            said[other if other.startswith("a") else f"allowed: {other}"] = None
    if not said:
        return nearest(value, words)
    return " or ".join([*said, *([f"one of {', '.join(words)}"] if words else [])])
