"""What an answer rests on, the same in every record: figures that no rulebook carries, the rules, the version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
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
        own = {one.name: getattr(self, one.name) for one in fields(Provenance)}
        own = {name: list(part) if isinstance(part, tuple) else part for name, part in own.items()}
        return {name: part for name, part in record.items() if name not in own} | own
