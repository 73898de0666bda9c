"""Variants of a scenario: the same document with the fields at some paths changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from simcore.errors import BadInput

PATH = "a path through the scenario's tables, such as attacker.english"


def plain(field: str, value: object) -> Any:
    """A copy as JSON would give it back, NumPy's numbers as Python's."""
    try:
        return json.loads(json.dumps(value, default=lambda odd: odd.tolist()))
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise BadInput(field, value, "plain data: tables, lists, text, numbers") from None


def variant(scenario: Mapping[str, Any], changes: Mapping[str, Any], what: str = "change") -> dict[str, Any]:
    """A copy with each path in `changes` set to its value, tables on the way made; None takes the field out.

    `what` names the changes in an error.

    >>> variant({"attacker": {"english": 3}}, {"attacker.english": 4, "defender.leaders": ["charles-vii"]})
    {'attacker': {'english': 4}, 'defender': {'leaders': ['charles-vii']}}
    """
    copy: dict[str, Any] = plain("scenario", dict(scenario))
    for path, value in changes.items():
        *tables, leaf = path.split(".")
        here: Any = copy
        for step in tables:
            if isinstance(here, list) and step.isdecimal() and int(step) < len(here):
                here = here[int(step)]
            elif isinstance(here, dict):
                here = here.setdefault(step, {})
            else:
                raise BadInput(f"{what} {path}", step, PATH)
        if isinstance(here, list) and leaf.isdecimal() and int(leaf) < len(here):
            here[int(leaf)] = value
        elif not isinstance(here, dict):
            raise BadInput(f"{what} {path}", leaf, PATH)
        elif value is None:
            here.pop(leaf, None)
        else:
            here[leaf] = value
    return copy
