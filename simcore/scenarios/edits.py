"""Variants of a scenario: the same document with the fields at some paths changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcore.errors import BadInput, show

BOTH = "policy"  # a field of no combat's own, which stands for the policies of all who decide

LONGEST_INDEX = 9  # digits


def plain(field: str, value: object) -> Any:
    """A copy as JSON would give it back, NumPy's numbers as Python's."""
    try:
        return json.loads(json.dumps(value, default=lambda odd: odd.tolist()))
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise BadInput(field, value, "plain data: tables, lists, text, numbers") from None


def is_index(step: str) -> bool:
    """Can a step of a path be the index of an entry?"""
    return step.isascii() and step.isdecimal() and len(step) <= LONGEST_INDEX


def lay(document: dict[str, Any], changes: Mapping[tuple[str, ...], Any]) -> None:
    """Set the field at each path, making the tables and lists on the way to it; None takes a table's field out.

    Entries of lists are set in the order of their indices, and one may be the next after the last one.

    >>> document = {"attackers": [{"unit": "bowmen"}]}
    >>> lay(document, {("attackers", "1", "unit"): "pikemen"})
    >>> document
    {'attackers': [{'unit': 'bowmen'}, {'unit': 'pikemen'}]}
    """
    for path in sorted(changes, key=lambda path: [int(step) for step in path if is_index(step)]):
        _lay(document, path, changes[path])


def _lay(document: dict[str, Any], path: Sequence[str], value: Any) -> None:
    here: Any = document
    for length, step in enumerate(path, start=1):
        last = length == len(path)
        new = value if last else [] if is_index(path[length]) else {}
        if isinstance(here, list):
            at: Any = _index(here, step, path, length, value)
            if at == len(here):
                here.append(new)
        elif isinstance(here, dict):
            at = step
            if not last or value is not None:
                here.setdefault(at, new)
        else:
            above = ".".join(path[: length - 1])
            raise BadInput(".".join(path), value, f"a field of a table; {above} is {show(here)}")
        if last and value is None and isinstance(here, dict):
            here.pop(at, None)
        elif last:
            here[at] = value
        else:
            here = here[at]


def _index(entries: list[Any], step: str, path: Sequence[str], length: int, value: Any) -> int:
    """The index that a step into a list means."""
    if is_index(step) and int(step) <= len(entries):
        return int(step)
    above = ".".join(path[: length - 1])
    if is_index(step):
        allowed = f"indices that follow one another from 0; the next one is {above}.{len(entries)}"
    else:
        allowed = f"an entry of a list by its index, such as {above}.0"
    raise BadInput(".".join(path), value, allowed)


def variant(scenario: Mapping[str, Any], changes: Mapping[str, Any], what: str = "change") -> dict[str, Any]:
    """A copy with each path in `changes` set to its value, tables and lists on the way made; None takes the field out.

    `what` names the changes in an error.

    >>> variant({"attacker": {"english": 3}}, {"attacker.english": 4, "defender.leaders": ["charles-vii"]})
    {'attacker': {'english': 4}, 'defender': {'leaders': ['charles-vii']}}
    """
    copy: dict[str, Any] = plain("scenario", dict(scenario))
    try:
        lay(copy, {tuple(path.split(".")): value for path, value in changes.items()})
    except BadInput as error:
        raise BadInput(f"{what} {error.field}", error.value, error.allowed) from None
    return copy


def policy_fields(shape: Any) -> Iterator[str]:
    """The paths of a combat's schema at which a policy can be stated."""
    for name, field in shape.model_fields.items():
        if name == BOTH or name.endswith(f"_{BOTH}"):
            yield name
        elif hasattr(field.annotation, "model_fields"):
            yield from (f"{name}.{path}" for path in policy_fields(field.annotation))


def for_both_sides(shape: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario's `fields` with its `policy` written out wherever no policy is stated, on both sides.

    >>> from simcore.games import find_combat
    >>> both = {"attacker": {"english": 3}, "defender": {"french": 3, "policy": "elite_first"}, "policy": "optimal"}
    >>> for_both_sides(find_combat("cent-ans", "siege").shape, both)["attacker"]["policy"]
    'optimal'
    """
    stated = {name: part for name, part in fields.items() if name != BOTH}
    if not (paths := list(policy_fields(shape))):
        raise BadInput(BOTH, fields[BOTH], "nothing here: no policy decides anything in this combat")
    for path in paths:
        side, _, name = path.rpartition(".")
        part = stated.get(side, {}) if side else stated
        if isinstance(part, Mapping) and name not in part:
            if side:
                stated[side] = {**part, name: fields[BOTH]}
            else:
                stated[name] = fields[BOTH]
    return stated
