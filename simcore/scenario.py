"""What all scenarios share: strict documents, whole-number counts, lists of names, and an identity."""

from __future__ import annotations

import hashlib
import json
from numbers import Integral
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

T = TypeVar("T")
LARGEST = 10**18  # no count of anything is larger; beyond it machine words end


class Document(BaseModel):
    """A part of a scenario: unknown keys are errors, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _is_whole(value: object) -> bool:
    # JSON has no integers of its own: 6.0 is a whole number, 6.5, true and "6" are not.
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, Integral) and not isinstance(value, bool)


def whole(value: Any) -> int:
    """A whole number as an `int`, for fields with limits of their own."""
    if not _is_whole(value):
        raise ValueError("a whole number")
    if abs(value) > LARGEST:
        raise ValueError(f"a whole number of at most {len(str(LARGEST)) - 1} digits")
    return int(value)


def count(value: Any) -> int:
    """A whole number of 0 or more as an `int`, for counts with limits of their own."""
    if type(value) is int and 0 <= value <= LARGEST:  # nearly always
        return value
    if not _is_whole(value) or value < 0:
        raise ValueError("a whole number, 0 or more")
    return whole(value)


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class _OneOrMany:
    """A list whose only item can stand for it: the published schema says so too."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        many = handler(core)
        return {"anyOf": [many, many["items"]]}


# Limits stand before the validator: only then do they stand in the JSON Schema.
Whole = Annotated[int, BeforeValidator(whole)]
Count = Annotated[int, Field(ge=0), BeforeValidator(count)]
Names = Annotated[tuple[T, ...], BeforeValidator(_listed), _OneOrMany()]


class Scenario(Document):
    """One combat as a person or program states it."""

    def plain(self) -> dict[str, Any]:
        """The scenario as a plain dictionary, defaults filled, absent things left out."""
        return self.model_dump(mode="json", exclude_none=True)


_sorted_json = json.JSONEncoder(sort_keys=True).encode


def identity(game: str, combat: str, plain: dict[str, Any]) -> str:
    """Short digest of a scenario as understood, which `Scenario.plain` gives."""
    text = _sorted_json([game, combat, plain])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
