"""The types of a scenario's fields, found by their path: which is a list, and what a name that stands for a table says.

A path is the steps to a field, an entry of a list by its index: ("attackers", "0", "count").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import TypeAdapter, ValidationError

from simcore.scenarios.edits import is_index

_LISTS = (tuple, list)


def is_list(shape: Any, path: Sequence[str]) -> bool:
    """Does the schema have a list at `path`? Whatever it does not know is none."""
    return any(get_origin(kind) in _LISTS for kind in _kinds(_types(shape, path)))


def written_out(scenario: Mapping[str, Any], paths: Iterable[Sequence[str]], shape: Any) -> dict[str, Any]:
    """A copy in which whatever stands for a table or list is that table or list, where a path goes into it.

    `shape`: the schema of what is written out; of a scenario, that of its combat.

    >>> from simcore.games import shape_of
    >>> melee = {"game": "legendary", "combat": "melee", "attackers": "bowmen", "defenders": ["pikemen", "henry-v"]}
    >>> written = written_out(melee, [("attackers", "0", "count"), ("defenders", "0", "count")], shape_of(melee))
    >>> written["attackers"], written["defenders"]
    ([{'unit': 'bowmen'}], [{'unit': 'pikemen'}, 'henry-v'])
    """
    copy: dict[str, Any] = deepcopy(dict(scenario))
    for path in paths:
        here: Any = copy
        for length, (step, after) in enumerate(pairwise(path), start=1):
            at = _key(here, step)
            if at is None:
                break
            if not isinstance(here[at], list if is_index(after) else (dict, list)):
                here[at] = _in_full(_types(shape, path[:length]), here[at])
            here = here[at]
    return copy


def _key(here: Any, step: str) -> Any:
    """The key or index of what stands in a container under `step`; None where nothing does."""
    if isinstance(here, list):
        return int(step) if is_index(step) and int(step) < len(here) else None
    return step if isinstance(here, dict) and step in here else None


def _in_full(types: Sequence[Any], value: Any) -> Any:
    """The value as its type understands it, in plain data; as it is where the type refuses it."""
    for kind in types:
        adapter = TypeAdapter[Any](kind)
        try:
            return adapter.dump_python(adapter.validate_python(value), mode="json", exclude_unset=True)
        except ValidationError:
            continue
    return value


def _types(shape: Any, path: Sequence[str]) -> list[Any]:
    """What can stand at `path`, with whatever validates it."""
    here = [shape]
    for step in path:
        here = [inner for kind in _kinds(here) for inner in _below(kind, step)]
    return here


def _below(kind: Any, step: str) -> Iterator[Any]:
    """The type of what stands in a table or list under `step`."""
    fields = getattr(kind, "model_fields", {})
    if step in fields:
        field = fields[step]
        yield Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    elif get_origin(kind) in _LISTS and is_index(step):
        items = [item for item in get_args(kind) if item is not ...]
        yield items[min(int(step), len(items) - 1)]
    elif get_origin(kind) is dict:
        yield get_args(kind)[1]


def _kinds(types: Iterable[Any]) -> Iterator[Any]:
    """The tables and lists among types: the members of a union, what stands behind an Annotated."""
    for one in types:
        if get_origin(one) is Annotated:
            yield from _kinds(get_args(one)[:1])
        elif get_origin(one) in (Union, UnionType):
            yield from _kinds(get_args(one))
        elif hasattr(one, "model_fields") or get_origin(one) in (*_LISTS, dict):
            yield one
