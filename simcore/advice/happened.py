"""What happened, as far as it is known: which outcomes of an answer fit a statement of some columns or totals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from simcore.contracts.combat import Combat
from simcore.contracts.totals import Totals
from simcore.errors import BadInput, nearest
from simcore.evaluation.questions import PreparedScenario
from simcore.evaluation.result import Result
from simcore.types import Array

NOTHING = 1e-9  # distances below this are rounding


def fitting(prepared: PreparedScenario, result: Result, happened: Mapping[str, Any]) -> Array:
    """Which outcomes are as stated, bool[outcomes]; `BadInput` if none is, naming the nearest that can be."""
    known = {name: column for name, column in result.columns.items() if name != "p"}
    totals = Totals.of(prepared.problem).in_outcomes(prepared.combat, known)
    tell = {name: total for name, total in totals.items() if total is not None} | known
    stated = {name: _number(prepared.combat, tell, totals, name, value) for name, value in happened.items()}
    told = {name: tell[name] for name in stated}
    apart = {name: np.abs(told[name] - number) for name, number in stated.items()}
    matches: Array = np.all([distance < NOTHING for distance in apart.values()], axis=0)
    if not matches.any():
        # Names first, then numbers: another winner is farther away than any count.
        named, counted = np.zeros(matches.size), np.zeros(matches.size)
        for name, distance in apart.items():
            if _names(prepared.combat, name):
                named += distance > 0
            else:
                counted += distance
        at = int(np.lexsort((counted, named))[0])  # the first of equals is the likeliest
        nearest_one = {name: _said(prepared.combat, name, float(told[name][at])) for name in stated}
        can = "that can happen" if result.trials is None else f"that came up in {result.trials:,} trials"
        raise BadInput("happened", _listing(happened), f"an outcome {can}; the nearest is {_listing(nearest_one)}")
    return matches


def _names(combat: Combat, column: str) -> tuple[str, ...]:
    """The words that the numbers of a column stand for; none where they are counts."""
    return combat.winners if column == "winner" else tuple(combat.coded.get(column, ()))


def _number(combat: Combat, tell: Mapping[str, Array], totals: Collection[str], name: str, value: object) -> int:
    if name not in tell:
        if name in totals:
            raise BadInput(
                "happened", name, f"what an outcome tells (of this only the mean is known): {', '.join(tell)}"
            )
        raise BadInput("happened", name, nearest(name, tell))
    if names := _names(combat, name):
        value = "none" if value == "nobody" else value  # as answers say it
        if value not in names:
            raise BadInput("happened", f"{name}={value}", f"{name}: {nearest(value, names)}")
        return names.index(str(value))
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput("happened", f"{name}={value}", f"{name} is a whole number, 0 or more")
    return value


def _said(combat: Combat, name: str, number: float) -> Any:
    names = _names(combat, name)
    return names[int(number)] if names else round(number) if abs(number - round(number)) < NOTHING else number


def _listing(happened: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in happened.items())
