"""Bad input, said in one line: which field, what it held, what is allowed."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from numbers import Integral
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)
LONGEST_VALUE = 60
NEAR = 0.6  # share of two words' letters that are alike: 0.5 takes paris for carhaix


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


def whole_number(field: str, value: object, low: int, high: int) -> int:
    """`value` if it is a whole number from `low` to `high`, else `BadInput`."""
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
    close = difflib.get_close_matches(given, words, n=1, cutoff=NEAR)
    listed = "allowed: " + ", ".join(known) if known else "nothing is allowed here"
    return f"did you mean {close[0]}? {listed}" if close else listed


def _fields_at(model: type[BaseModel], path: list[str | int]) -> list[str]:
    """Names of the fields of the sub-model at `path`."""
    here: Any = model
    for step in path:
        fields = getattr(here, "model_fields", {})
        if step in fields:
            here = fields[step].annotation
            while not hasattr(here, "model_fields") and getattr(here, "__args__", None):
                inner = [a for a in here.__args__ if a is not type(None) and a is not ...]
                here = inner[-1]
    return list(getattr(here, "model_fields", {}))


# What pydantic says of the shape of a value, for people who write documents and not Python.
_SAID = {
    **dict.fromkeys(("tuple_type", "list_type"), "a list"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "a table"),
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
    "model_type": "a table",
    "dict_type": "a table",
    "tuple_type": "a list",
}


def first_problem(model: type[M], data: object, prefix: str = "", facts: object = None) -> M:
    """`data` validated as `model`, or `BadInput` for the first thing wrong with it; `facts` may set limits."""
    try:
        return model.model_validate(data, context=facts)
    except ValidationError as error:
        problems = error.errors(include_url=False)
    # An unknown key is the likeliest slip and explains a missing one: say it first.
    problem = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    path: list[str | int] = list(problem["loc"])
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "value_error" and isinstance(context.get("error"), BadInput):
        inner = context["error"]
        raise BadInput(prefix + inner.field, inner.value, inner.allowed) from None
    value: object = problem["input"]
    if path[-1:] == ["[key]"]:  # a table whose keys are names
        path, value = path[:-2], path[-2]
    if kind == "extra_forbidden":
        value = str(path[-1])
        allowed = nearest(value, _fields_at(model, path[:-1]))
        path = path[:-1] or ["scenario"]
    elif kind == "invalid_key":
        path, value, allowed = path[:-1], path[-1], "a key that is a word"
    elif kind == "missing":
        value, allowed = ABSENT, "a value is needed"
    elif kind == "literal_error":
        allowed = nearest(value, [w.strip("'") for w in context["expected"].replace(" or ", ", ").split(", ")])
    elif kind in _SAID:
        allowed = _SAID[kind].format(**context)
    elif kind == "value_error":
        allowed = str(context["error"])
    else:
        allowed = problem["msg"].lower().removeprefix("input should be ")
        allowed = allowed if allowed.startswith("a") else f"allowed: {allowed}"
    field = ".".join(str(step) for step in path) or "scenario"
    raise BadInput(prefix + field, value, allowed) from None
