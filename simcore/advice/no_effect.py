"""Why a change of a scenario has no effect, as far as that can be known: asked only where nothing has come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from simcore.evaluation.questions import PreparedScenario
from simcore.scenarios.neighbours import Change

IDLE = "it applies to nothing in this combat"
UNDECIDED = "no policy decides anything there in this combat"
NOT_ROLLED = "this face cannot come up, or does as much for this side as the one before"
SAME_RULES = "the combat is the same with it: nothing that is rolled, removed or counted hangs on it"
SAME_RESULT = "it changes how the combat goes and, with everything else as it stands, neither the chance nor the losses"


def reason(base: PreparedScenario, prepared: PreparedScenario, change: Change, is_fact: bool) -> str:
    """Why `change` of `base`, which gives `asked`, is without effect."""
    if not is_fact and _idle(base, change, change.before) and _idle(prepared, change, change.after):
        return IDLE
    same = _same(base, prepared)
    if (
        not is_fact
        and change.path.rpartition(".")[2].endswith("policy")
        and change.path not in prepared.policies
        and same
    ):
        return UNDECIDED
    if same:
        return NOT_ROLLED if is_fact else SAME_RULES
    return SAME_RESULT


def _idle(prepared: PreparedScenario, change: Change, value: Any) -> bool:
    """Does the answer itself name this value of the field as one without effect, or is there none?"""
    told = prepared.problem.notes.get("without_effect", ())
    if isinstance(told, Mapping):  # cards by side
        side, _, field = change.path.partition(".")
        if not field.startswith(("equipment", "techniques")):
            return False
        held = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
        return all(card in told.get(side, ()) for card in held)
    inner = str(value[0] if isinstance(value, (list, tuple)) and len(value) == 1 else value)
    return value in (None, False, [], ()) or bool({change.path, f"{change.path}.{inner}"} & {*told})


def _same(base: PreparedScenario, prepared: PreparedScenario) -> bool:
    """Are both problems the same to the last number: rows of chances, tables of the rules, where they begin?"""
    one, other = base.problem, prepared.problem
    if (one.start, one.endings, one.states, dict(one.constants)) != (
        other.start, other.endings, other.states, dict(other.constants)
    ):  # fmt: skip
        return False
    if [*one.tallies] != [*other.tallies] or not all(_equal(one.tallies[k], other.tallies[k]) for k in one.tallies):
        return False
    mine, theirs = list(_parts(one.model)), list(_parts(other.model))
    return len(mine) == len(theirs) and all(map(_equal, mine, theirs))


def _parts(model: Any) -> Iterator[Any]:
    if isinstance(model, tuple):
        for part in model:
            yield from _parts(part)
    else:
        yield model


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.shape == other.shape and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return type(one) is type(other) and bool(one == other)
