"""What all scenarios share: strict documents, whole-number counts, lists of names, and an identity."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from typing import Annotated, Any, TypeGuard, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationInfo,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from simcore.errors import nearest
from simcore.facts import Fact

T = TypeVar("T")
LARGEST = 10**18  # no count of anything is larger; beyond it machine words end


class Document(BaseModel):
    """A part of a scenario: unknown keys are errors, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def published(cls, facts: Any) -> dict[str, Any]:
        """Its JSON Schema, with the limits that hang on facts."""
        schema: dict[str, Any] = _filled_in(cls.model_json_schema(), facts)
        return schema


def _is_whole(value: object) -> TypeGuard[float]:
    if type(value) is int:  # nearly always
        return True
    # JSON has no integers of its own: 6.0 is a whole number, 6.5, true and "6" are not.
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, Integral) and not isinstance(value, bool)


@dataclass(frozen=True)
class Between:
    """A whole number from `low` to `most`, both included; the error and the published schema say the same limits.

    `most` may be looked up in the game's facts, which an owner's file can change; without facts it is left open.
    `why` says where the limit comes from, as an error says it.
    """

    low: int
    most: int | Callable[[Any], int | Fact[int]] = LARGEST
    why: str = ""

    def check(self, value: object, given: ValidationInfo) -> int:
        if _is_whole(value) and self.low <= value <= self.highest(given.context)[0]:
            return int(value)
        if _is_whole(value) and value > LARGEST and self.most == LARGEST:
            raise ValueError(f"a whole number of at most {len(str(LARGEST)) - 1} digits")
        raise ValueError(self.allowed(given.context))

    def highest(self, facts: Any) -> tuple[int, str]:
        """The upper limit under these facts, and its source if it is one of them."""
        if isinstance(self.most, int):
            return self.most, ""
        most = LARGEST if facts is None else self.most(facts)
        return (most, "") if isinstance(most, int) else (most.value, f" ({most.source})")

    def allowed(self, facts: Any) -> str:
        """The limits in the words of an error."""
        most, source = self.highest(facts)
        if most == LARGEST:
            return f"a whole number, {self.low} or more"
        return f"a whole number from {self.low} to {most}" + (f", {self.why}{source}" if self.why else "")

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_before_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        # A limit that hangs on facts is filled in by whoever publishes the schema and knows them.
        most = self.most if isinstance(self.most, int) else lambda facts: self.highest(facts)[0]
        return {**handler(core), "minimum": self.low, "maximum": most}


@dataclass(frozen=True)
class OneOf:
    """A word of those that the game's facts make possible; the error and the published schema list the same."""

    names: Callable[[Any], list[str]]

    def check(self, value: object, given: ValidationInfo) -> object:
        if given.context is not None and value not in (names := self.names(given.context)):
            raise ValueError(nearest(value, names))
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_before_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(core), "enum": self.names}


def _listed(value: object) -> object:
    return (value,) if isinstance(value, (str, dict)) else value


class _OneOrMany:
    """A list whose only item can stand for it: the published schema says so too."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        many = handler(core)
        return {"anyOf": [many, many["items"]]}


Count = Annotated[int, Between(0)]
Names = Annotated[tuple[T, ...], BeforeValidator(_listed), _OneOrMany()]

_LENGTHS = {"minLength": "minItems", "maxLength": "maxItems"}


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


def _filled_in(tree: Any, facts: Any) -> Any:
    """The schema in the words of the standard, with the limits that hang on facts."""
    if isinstance(tree, list):
        return [_filled_in(item, facts) for item in tree]
    if callable(tree):
        return tree(facts)
    if not isinstance(tree, dict):
        return tree
    names = _LENGTHS if tree.get("type") == "array" else {}
    return {names.get(key, key): _filled_in(item, facts) for key, item in tree.items()}
