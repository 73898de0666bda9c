"""Documents that people and programs hand in, TOML or JSON, read strictly; and JSON for programs, on one line.

Nothing huge, nothing bottomless, no key twice. Also what a text by itself says, as a value or as a list. What a
document means is said elsewhere (`scenario`, `facts`).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from pydantic_core import PydanticSerializationError, from_json, to_json

from simcore.errors import BadInput

MOST_BYTES = 1 << 18  # a scenario is a page, a file of facts a few; beyond this it is some other file
MOST_DEPTH = 16
_WHOLE = re.compile(r"[+-]?[0-9]{1,1000}")
# tomllib takes a time that grows with the cube of the parts of a dotted key: such keys never reach it.
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_BOTTOMLESS_KEY = re.compile(rf"(?<![\w\\-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_DEPTH}}}")


def read_document(path: Path, what: str) -> Any:
    """The TOML or JSON file at `path`; `what` names it in an error. The extension tells which, else the content."""
    try:
        with path.open("rb") as file:
            content = _read(file, what, str(path))
    except BadInput:  # a ValueError too
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise BadInput(what, str(path), f"a TOML or JSON file that can be read ({reason})") from None
    return parse(content, what, str(path), path.suffix.lower())


def read_stream(file: IO[bytes], what: str) -> Any:
    """A TOML or JSON document from an open stream."""
    try:
        content = _read(file, what, "-")
    except OSError as error:
        raise BadInput(what, "-", f"a document on standard input ({error.strerror or error})") from None
    return parse(content, what, "-", "")


def _read(file: IO[bytes], what: str, name: str) -> bytes:
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(what, name, f"a document of at most {MOST_BYTES:,} bytes")
    return content


def parse(content: bytes, what: str, name: str, suffix: str) -> Any:
    """`content` as TOML or JSON: by `suffix`, else JSON if it begins with a brace."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(what, name, f"UTF-8 text (byte {error.start + 1} is not)") from None
    as_json = suffix == ".json" or (suffix != ".toml" and text.lstrip()[:1] == "{")
    try:
        return parse_json(text) if as_json else parse_toml(text)
    except ValueError as error:
        reason = str(error).partition("; use sys.")[0]  # advice for the author of a Python program
        raise BadInput(what, name, f"valid {'JSON' if as_json else 'TOML'} ({reason})") from None


def parse_toml(text: str) -> Any:
    """TOML, not too deep. Raises ValueError."""
    if _BOTTOMLESS_KEY.search(text):
        raise ValueError("nested too deeply")
    return _checked(tomllib.loads, text)


def parse_json(text: str) -> Any:
    """JSON by its standard: no key twice, no NaN, no Infinity, not too deep. Raises ValueError.

    >>> parse_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ...
    ValueError: key 'a' is given twice
    """
    return _checked(_loads, text)


def _loads(text: str) -> Any:
    # A quick look, which is enough where nothing is wrong: it takes the last of twins, and has no words for an error.
    try:
        value = from_json(text, allow_inf_nan=False)
    except TypeError:  # a word of the command line can hold bytes that are no text
        raise ValueError("not UTF-8") from None
    except ValueError:
        return _decoder.decode(text)
    return value if _keys(value) == text.count(":") else _decoder.decode(text)


def _keys(value: Any) -> float:
    """Keys of all tables: where no text has a colon and nothing is wrong, as many as colons. Not a number: too large a
    number is among the values.
    """
    if isinstance(value, (dict, list)):
        keys, items = (len(value), value.values()) if isinstance(value, dict) else (0, value)
        return keys + sum([_keys(item) for item in items if not isinstance(item, (int, str))])
    return value - value if isinstance(value, float) else 0


def _checked(parser: Callable[[str], Any], text: str) -> Any:
    try:
        value = parser(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if text.count("{") + text.count("[") + text.count(".") < MOST_DEPTH:
        return value  # too little of what nests (dots do in TOML)
    layer = [value]
    for _ in range(MOST_DEPTH):
        layer = [item for value in layer for item in _items(value)]
        if not layer:
            return value
    raise ValueError("nested too deeply")


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"key {key!r} is given twice")
        table[key] = value
    return table


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(text: str) -> float:
    if (value := float(text)) in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large a number")
    return value


_decoder = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_no_constant, parse_float=_finite)


def entries(text: str) -> list[Any]:
    """The entries of a list that a text has with commas between them. Raises ValueError.

    >>> entries("6, 4"), entries("foot-knights,henry-v")
    ([6, 4], ['foot-knights', 'henry-v'])
    """
    parts = text.split(",")
    if not all(part.strip() for part in parts):
        raise ValueError("values with one comma between two of them")
    return [entry(part) for part in parts]


def entry(text: str) -> Any:
    """What a text by itself says: a whole number, true or false, else a word."""
    text = text.strip()
    return int(text) if _WHOLE.fullmatch(text) else {"true": True, "false": False}.get(text, text)


def json_line(record: Any) -> str:
    """A record as one line of JSON, by the standard (no NaN)."""
    try:
        line = to_json(record).decode()  # a quarter of the time of json.dumps
    except PydanticSerializationError:
        line = ""
    # Letters that not every terminal has are escaped below, and NaN and Infinity are refused.
    if line and line.isascii() and "N" not in line and "I" not in line:
        return line
    return json.dumps(record, allow_nan=False, separators=(",", ":"))
