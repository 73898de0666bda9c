"""A scenario from the words of a command line: GAME COMBAT key=value ..., or a document and words laid over it.

Also the values that `--vary` runs through, which are written the same way.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from simcore.errors import ABSENT, BadInput, nearest
from simcore.games import COMBATS, FULL_GAMES, find_combat, shape_of
from simcore.io.documents import entries, entry, parse_json, read_document, read_stream
from simcore.scenarios.edits import lay
from simcore.scenarios.schema_paths import is_list, written_out

WAYS = "GAME COMBAT key=value ..., a TOML or JSON file, or - for standard input"
MOST_ROWS = 1_000_000
MOST_STEPS = 8  # in a key; no scenario is nested like that
_PART = r"[A-Za-z0-9_-]+"
_WORD = re.compile(rf"({_PART}(?:\.{_PART})*)=(.*)", re.DOTALL)
_RANGE = re.compile(r"([+-]?[0-9]{1,18}):([+-]?[0-9]{1,18})(?::([+-]?[0-9]{1,18}))?")

Keyed = dict[tuple[str, ...], str]


def read_scenario(words: Sequence[str]) -> dict[str, Any]:
    """The scenario that the words of a command line state; what it means is for its combat to check."""
    scenario, assignments = _beginning(list(words))
    return _laid(scenario, _keyed(assignments, taken=["game", "combat"] if words[0] in COMBATS else []))


def read_changes(scenario: dict[str, Any], words: Sequence[str]) -> dict[str, Any]:
    """A copy of a scenario with key=value words laid over it."""
    return _laid(deepcopy(scenario), _keyed(words, taken=[], what="with"))


def read_fields(words: Sequence[str], shape: Any) -> dict[str, Any]:
    """A document of a shape that is no combat's: key=value words, or a file and words laid over it."""
    rest = list(words)
    if not rest:
        raise BadInput("question", ABSENT, "key=value ..., a TOML or JSON file, or - for standard input")
    document = {} if _WORD.fullmatch(rest[0]) or _is_no_file(rest[0]) else read_file(rest.pop(0), "question")
    if not isinstance(document, dict):
        raise BadInput("question", document, "a table")
    return _laid_over(document, _keyed(rest, taken=[], what="question"), shape)


def _is_no_file(word: str) -> bool:
    return word != "-" and Path(word).suffix.lower() not in (".toml", ".json") and not os.path.exists(word)


def _laid(scenario: dict[str, Any], keyed: Keyed) -> dict[str, Any]:
    for key in ("game", "combat"):
        if (text := keyed.pop((key,), None)) is not None:
            scenario[key] = text
    return _laid_over(scenario, keyed, shape_of(scenario)) if keyed else scenario


def _laid_over(scenario: dict[str, Any], keyed: Keyed, shape: Any) -> dict[str, Any]:
    if keyed:
        scenario = written_out(scenario, keyed, shape)
        lay(scenario, {path: _value(text, path, is_list(shape, path)) for path, text in keyed.items()})
    return scenario


def read_game(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A full game and its options from the words of a command line."""
    if not words:
        raise BadInput("game", ABSENT, nearest(ABSENT, FULL_GAMES))
    return words[0], {".".join(path): text for path, text in _keyed(words[1:], taken=[]).items()}


def read_sweep(words: Sequence[str], shape: Any) -> dict[str, list[Any]]:
    """What `--vary` asks for: a list of values for each field.

    `lo:hi` and `lo:hi:step` are ranges with both ends in them, commas part ranges and values, and a JSON list is its
    items (so that `[["henry-v"],["henry-v","edward-iii"]]` runs through lists).
    """
    sweep: dict[str, list[Any]] = {}
    rows = 1
    for path, text in _keyed(words, taken=[]).items():
        field = f"vary {'.'.join(path)}"
        counted, values = _sweep_values(field, text, is_list(shape, path), MOST_ROWS // rows)
        rows *= counted
        if rows > MOST_ROWS or not counted:
            allowed = f"at most {MOST_ROWS:,} rows in all" if counted else "at least one value"
            raise BadInput(field, text, allowed)
        sweep[".".join(path)] = values
    return sweep


def read_values(words: Sequence[str], option: str) -> dict[str, Any]:
    """What an option that is given once for each name says of it: a number, true or false, else a word."""
    try:
        return {".".join(path): entry(text) for path, text in _keyed(words, taken=[]).items()}
    except BadInput as error:
        field = option if error.field == "scenario" else f"{option} {error.field}"
        raise BadInput(field, error.value, error.allowed) from None


def read_numbers(words: Sequence[str], option: str) -> dict[str, float]:
    """The same where only numbers will do."""
    numbers: dict[str, float] = {}
    for name, value in read_values(words, option).items():
        try:
            numbers[name] = float(value)
        except ValueError:
            raise BadInput(f"{option} {name}", value, "a number") from None
    return numbers


def _beginning(words: list[str]) -> tuple[dict[str, Any], list[str]]:
    """What the words before the first key=value give, and the words after."""
    if not words:
        raise BadInput("scenario", ABSENT, WAYS)
    first, *rest = words
    if first in COMBATS:
        name = rest[0] if rest and "=" not in rest[0] else ABSENT
        return {"game": first, "combat": find_combat(first, name).name}, rest[1:]
    if _WORD.fullmatch(first):
        return {}, words
    if not _is_no_file(first):
        document = read_file(first, "scenario")
    else:
        raise BadInput("scenario", first, f"{WAYS}; games: {nearest(first, COMBATS)}")
    if not isinstance(document, dict):
        raise BadInput("scenario", document, "a table with game, combat and the combat's fields")
    return document, rest


def read_file(name: str, what: str) -> Any:
    """The document in a file, or on standard input where the name is `-`; `what` names it in an error."""
    if name != "-":
        return read_document(Path(name), what)
    if sys.stdin is None:
        raise BadInput(what, "-", "a document on standard input, which is closed")
    return read_stream(sys.stdin.buffer, what)


def _keyed(words: Sequence[str], taken: Sequence[str], what: str = "scenario") -> Keyed:
    """The words by key: none twice, and none that is part of another."""
    keyed: Keyed = {}
    whole, parts = {(key,) for key in taken}, set[tuple[str, ...]]()
    for word in words:
        found = _WORD.fullmatch(word)
        if not found:
            raise BadInput(what, word, "key=value")
        key, text = found.groups()
        path = tuple(key.split("."))
        if len(path) > MOST_STEPS:
            raise BadInput(what, key, f"a key of at most {MOST_STEPS} steps")
        above = {path[:length] for length in range(1, len(path))}
        if path in whole:
            raise BadInput(key, text, "a value given once; this is the second")
        if path in parts or above & whole:
            other = next(".".join(p) for p in whole if p[: len(path)] == path or path[: len(p)] == p)
            raise BadInput(key, text, f"either the whole or its parts; {other} is given too")
        if not text.strip():
            raise BadInput(key, ABSENT, "a value after the = sign; leave the word out to leave the field out")
        whole.add(path)
        parts |= above
        keyed[path] = text
    return keyed


def _value(text: str, path: Sequence[str], listed: bool) -> Any:
    """A value as written: JSON, else a comma list where the field is a list, else one item."""
    if text[0] in '[{"':
        return _json(".".join(path), text)
    if not listed:
        return entry(text)
    try:
        return entries(text)
    except ValueError as error:
        raise BadInput(".".join(path), text, str(error)) from None


def _json(field: str, text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError as error:
        raise BadInput(field, text, f"valid JSON ({error})") from None


def _sweep_values(field: str, text: str, listed: bool, most: int) -> tuple[int, list[Any]]:
    """How many values, and the values where there are not more than `most`."""
    if text[0] in '[{"':
        values = _json(field, text)
        if not isinstance(values, list):
            raise BadInput(field, text, "a JSON list of the values to run through")
        return len(values), values
    counted, values = 0, []
    for part in text.split(","):
        if not part.strip():
            raise BadInput(field, text, "values with one comma between two of them")
        span = _range(field, part.strip())
        counted += 1 if span is None else len(span)
        if counted <= most:
            items = [entry(part)] if span is None else list(span)
            values += [[item] for item in items] if listed else items
    return counted, values


def _range(field: str, text: str) -> range | None:
    found = _RANGE.fullmatch(text)
    if not found:
        if ":" in text:
            raise BadInput(field, text, "a range lo:hi or lo:hi:step of whole numbers")
        return None
    low, high, step = (int(number) if number else 1 for number in found.groups())
    if step < 1 or high < low:
        raise BadInput(field, text, "a range lo:hi or lo:hi:step that rises")
    return range(low, high + 1, step)
