"""What an answer rests on, the same in every record: figures that no rulebook carries, the rules, the version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, cast

import numpy as np


class Compared:
    """Records that hold arrays, equal if all they hold is: dataclasses must leave `eq` to this."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return same(self.parts(), other.parts())

    def parts(self) -> dict[str, Any]:
        """What makes two of these equal."""
        return {one.name: getattr(self, one.name) for one in fields(cast(Any, self))}


def same(one: Any, other: Any) -> bool:
    """Are two parts of records equal, arrays by their contents?

    >>> same({"a": np.array([1.0, np.nan])}, {"a": np.array([1.0, np.nan])}), same(np.zeros(2), np.zeros(3))
    (True, False)
    """
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f"))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(part, other[name]) for name, part in one.items())
    if isinstance(one, (tuple, list)) and type(one) is type(other):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@dataclass(frozen=True, kw_only=True, eq=False)
class Provenance(Compared):
    """The base of all records of answers. `assumed` and `public`: titles of figures; `rules`: digest of the facts."""

    assumed: tuple[str, ...]
    public: tuple[str, ...]
    rules: str
    version: str

    def told(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record as plain data, with what it rests on at its end.

        >>> Provenance(assumed=("routier die",), public=(), rules="1f", version="1").told({"win": 0.5})
        {'win': 0.5, 'assumed': ['routier die'], 'public': [], 'rules': '1f', 'version': '1'}
        """
        rests_on = {
            "assumed": list(self.assumed), "public": list(self.public), "rules": self.rules, "version": self.version
        }  # fmt: skip
        return {name: part for name, part in record.items() if name not in rests_on} | rests_on


@dataclass(frozen=True, kw_only=True, eq=False)
class ByPolicies(Provenance):
    """The base of those that take policies as stated. `policies`: the policy at each path of the scenario at which one
    decides something; empty where none does."""

    policies: Mapping[str, str] = field(default_factory=dict)

    def told(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return super().told({**record, "policies": dict(self.policies)})


def joined(several: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The policies of several answers by path; where they differ, all of them.

    >>> joined([{"attacker.policy": "keep_dice"}, {"attacker.policy": "optimal", "defender.policy": "optimal"}])
    {'attacker.policy': 'keep_dice or optimal', 'defender.policy': 'optimal'}
    """
    named: dict[str, dict[str, None]] = {}
    for policies in several:
        for path, policy in policies.items():
            named.setdefault(path, {})[policy] = None
    return {path: " or ".join(names) for path, names in named.items()}
