"""What an answer rests on, the same in every record: figures that no rulebook carries, the rules, the version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Provenance:
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


@dataclass(frozen=True, kw_only=True)
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
