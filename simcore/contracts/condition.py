"""The chance of a condition: `attacker.english>=3`, `winner=attacker and defender.left<=2`, on the columns of outcomes.

A condition is comparisons joined by `and`. What stands on the left is a column of the outcomes, `winner`, what a side
has left in all (`attacker.left`), how many of it met a fate (`attacker.retreated`, where outcomes say so by kind), or a
mean of the answer that every outcome settles (`attacker.lost`); what stands on the right a whole number, or the name of
a winner or of whatever else a column's numbers stand for.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from simcore.contracts.combat import Combat
from simcore.contracts.totals import Totals
from simcore.errors import BadInput, nearest
from simcore.types import Array

HOW = "comparisons joined by `and`, such as attacker.english>=3 and winner=attacker"
OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge, "<=": operator.le, "!=": operator.ne, "==": operator.eq,
    ">": operator.gt, "<": operator.lt, "=": operator.eq,
}  # fmt: skip
MOST_LETTERS = 500
DIGITS = 9  # beyond which two numbers are equal
_TERM = re.compile(r"\s*([a-z0-9_.-]+)\s*(>=|<=|!=|==|>|<|=)\s*([a-z0-9_-]+)\s*")
_AND = re.compile(r"(?<![a-z0-9_.-])and(?![a-z0-9_.-])|&+")  # a column's name may have the word in it
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Term(NamedTuple):
    """One comparison."""

    column: str
    compared: Callable[[Any, Any], Any]
    value: str


def is_condition(name: str) -> bool:
    """Is this a condition, and no name of a chance or mean?"""
    return any(sign in name for sign in "<>=")


@lru_cache(maxsize=256)
def parsed(text: str) -> tuple[Term, ...]:
    """The comparisons of a condition, or `BadInput`.

    >>> [term.column for term in parsed("attacker.english>=3 and winner = attacker")]
    ['attacker.english', 'winner']
    """
    terms = []
    for part in _AND.split(text) if len(text) <= MOST_LETTERS else [""]:
        if not (found := _TERM.fullmatch(part)):
            raise BadInput("chance_of", text, HOW)
        column, sign, value = found.groups()
        terms.append(Term(column, OPERATORS[sign], value))
    return tuple(terms)


def columns_of(conditions: Iterable[str]) -> list[str]:
    """The names that some conditions ask for."""
    return [term.column for text in conditions for term in parsed(text)]


def holds(text: str, combat: Combat, columns: Mapping[str, Array], totals: Totals) -> Array:
    """Where a condition holds, bool[outcomes]; `columns` are those of the outcomes, `totals` what else they say."""
    known: dict[str, Array] = {name: column for name, column in columns.items() if name != "p"}
    known = {**_totals(combat, known), **known}
    derived: Mapping[str, Array | None] = {}
    if any(term.column not in known for term in parsed(text)):
        derived = totals.in_outcomes(combat, {name: column for name, column in columns.items() if name != "p"})
    true: Array = np.ones(columns["winner"].size, bool)
    for term in parsed(text):
        column = known.get(term.column, derived.get(term.column))
        if column is None:
            raise _unsettled(term.column, combat, known, derived, totals)
        # A mean that an outcome settles is a whole number but for rounding.
        true &= term.compared(np.round(column, DIGITS), _number(term, combat))
    return true


def _unsettled(
    name: str, combat: Combat, known: Mapping[str, Array], derived: Mapping[str, Array | None], totals: Totals
) -> BadInput:
    """The refusal of a name that no outcome settles."""
    if name not in derived:
        told = [*known, *(total for total, column in derived.items() if column is not None and total not in known)]
        return BadInput("chance_of", name, nearest(name, told))
    open_ones = totals.hangs_on(combat, {column: part for column, part in known.items() if column != "winner"}, name)
    fields: dict[str, Any] = {}
    for one in open_ones:
        side, _, fate = one.partition(".")
        if not (side in combat.winners and fate in combat.fates and combat.telling(side, fate)):
            tells = ", ".join(known)
            return BadInput("chance_of", name, f"what an outcome tells; this adds up over the rolls ({one}): {tells}")
        fields |= combat.telling(side, fate)
    words = " ".join(f"{path}={json.dumps(value)}" for path, value in fields.items())
    return BadInput("chance_of", name, f"what an outcome tells; with {words} it tells this too")


def _number(term: Term, combat: Combat) -> int:
    words = combat.winners if term.column == "winner" else combat.coded.get(term.column, ())
    if term.value in words:
        return list(words).index(term.value)
    if words or not _NUMBER.fullmatch(term.value):
        allowed = nearest(term.value, words) if words else "a whole number"
        raise BadInput(f"chance_of {term.column}", term.value, allowed)
    return int(term.value)


def _totals(combat: Combat, columns: Mapping[str, Array]) -> dict[str, Array]:
    """What each side has left in all, and how many of it met each fate."""
    found: dict[str, Array] = {}
    for side in combat.winners:
        for what in ("left", *sorted(combat.fates)):
            if kinds := combat.counted(columns, side, what):
                found[f"{side}.{what}"] = np.sum(list(kinds.values()), axis=0)
    return found
