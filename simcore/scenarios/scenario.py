"""What all scenarios share: strict documents, whole-number counts, lists and their short forms, and an identity."""

from __future__ import annotations

import hashlib
import json
import marshal
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from numbers import Integral
from typing import Annotated, Any, Self, TypeGuard, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationInfo,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema, to_jsonable_python

from simcore.errors import nearest
from simcore.io.documents import entries, json_line
from simcore.scenarios.facts import Fact

T = TypeVar("T")
MOST_KEPT = 1 << 12  # parts that are checked once, and written once
LONGEST_KEPT = 1 << 10  # bytes of one
WITH_COMMAS = "^[^,]+(,[^,]+)+$"  # a text that stands for a list
LARGEST = 10**18  # no count of anything is larger; beyond it machine words end


class Document(BaseModel):
    """A part of a scenario: unknown keys are errors, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def published(cls, facts: Any) -> dict[str, Any]:
        """Its JSON Schema, with the limits that hang on facts."""
        schema: dict[str, Any] = _filled_in(cls.model_json_schema(), facts)
        return schema


class CachedDocument(Document):
    """A part that comes up again and again in a feed, such as an army: the same document is checked once only."""

    @model_validator(mode="wrap")
    @classmethod
    def _once(cls, value: Any, check: ModelWrapValidatorHandler[Self], given: ValidationInfo) -> Self:
        try:
            document = marshal.dumps(value, 2)  # can be looked up, and tells 1, 1.0 and true apart
        except ValueError:  # no plain data
            return check(value)
        key = cls, document, given.context
        if (known := _checked.get(key)) is None:
            known = check(value)
            if len(document) <= LONGEST_KEPT:
                if len(_checked) >= MOST_KEPT:
                    _checked.clear()
                _checked[key] = known
        return known


_checked: dict[tuple[type[CachedDocument], bytes, Any], Any] = {}


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
    """A word of those that the game's facts make possible; the error and the published schema list the same.

    `what` they are, where the error would not be understood without it.
    """

    names: Callable[[Any], list[str]]
    what: str = ""

    def check(self, value: object, given: ValidationInfo) -> object:
        if given.context is not None and value not in (names := self.names(given.context)):
            raise ValueError(f"{self.what}; {nearest(value, names)}" if self.what else nearest(value, names))
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_before_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(core), "enum": self.names}


class OneOrMany:
    """A list for which its only entry can stand, or a text with commas between entries; the published schema says so.

    A text without a comma is one entry, as it is.
    """

    def check(self, value: object) -> object:
        if isinstance(value, str) and "," in value:
            return tuple(entries(value))
        alone = isinstance(value, (str, dict, int, float)) and not isinstance(value, bool)
        return (value,) if alone else value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        many = handler(core)
        fewest = max(many.get("minItems", 0), many.get("minLength", 0))
        alone = [many["items"]] if "items" in many and fewest <= 1 else []
        return {"anyOf": [many, *alone, {"type": "string", "pattern": WITH_COMMAS}]}


Count = Annotated[int, Between(0)]
Entries = Annotated[tuple[T, ...], OneOrMany()]

_LENGTHS = {"minLength": "minItems", "maxLength": "maxItems"}


class Scenario(Document):
    """One combat as a person or program states it."""

    def plain(self) -> dict[str, Any]:
        """The scenario as a plain dictionary, defaults filled, absent things left out."""
        return {name: to_jsonable_python(value, exclude_none=True) for name, value in self.stated().items()}

    def stated(self) -> dict[str, Any]:
        """The fields of `plain` as they are."""
        return {name: value for name, value in self.__dict__.items() if value is not None}


@dataclass(frozen=True)
class Statement:
    """A scenario as understood, with its game and combat, in each form that answers need."""

    game: str
    combat: str
    fields: Scenario

    @cached_property
    def plain(self) -> dict[str, Any]:
        return {"game": self.game, "combat": self.combat, **self.fields.plain()}

    @property
    def json(self) -> str:
        """`plain` as one line of JSON."""
        written = [f'"{name}":{text}' for name, (text, _) in self._written.items()]
        return ",".join([f'{{"game":"{self.game}","combat":"{self.combat}"', *written]) + "}"

    @cached_property
    def identity(self) -> str:
        """Short digest."""
        written = [f'"{name}": {text}' for name, (_, text) in sorted(self._written.items())]
        text = f'["{self.game}", "{self.combat}", {{{", ".join(written)}}}]'
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    @cached_property
    def _written(self) -> dict[str, tuple[str, str]]:
        return {name: _written(value) for name, value in self.fields.stated().items()}


def _written(value: object) -> tuple[str, str]:
    """A value as JSON for answers, and with its keys in order for the identity."""
    if isinstance(value, tuple) and value:
        items = [_written(item) for item in value]
        return f"[{','.join(one for one, _ in items)}]", f"[{', '.join(other for _, other in items)}]"
    try:  # tuples of unlike things can be equal: (1,) and (True,)
        return _kept(value)
    except TypeError:  # a table
        return _write(value)


def _write(value: object) -> tuple[str, str]:
    plain = to_jsonable_python(value, exclude_none=True)
    return json_line(plain), _sorted_json(plain)


_sorted_json = json.JSONEncoder(sort_keys=True).encode
# In a feed the same armies come up again and again. By type, since 1 and true are equal.
_kept = lru_cache(maxsize=MOST_KEPT, typed=True)(_write)


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
