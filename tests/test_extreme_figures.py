"""Every figure that an owner may change, set to its extremes: refused in one line, or a right answer.

Both engines share the packing of endings, so that they agree proves nothing about it; bounds and laws that no packing
knows are checked beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from base_scenarios import BASES, base
from crosscheck import trial_p_value
from simcore.engine import run
from simcore.engine.outcomes import sort_endings, with_digit
from simcore.errors import BadInput, SimcoreError, first_problem
from simcore.evaluation.questions import PreparedScenario, prepare
from simcore.evaluation.result import Result
from simcore.games import find_combat
from simcore.scenarios.facts import Facts

EXTREMES = (0, 1, 2, 6, 9, 15, 16, 31, 99, 100, 1 << 31, 1 << 62, 1 << 80)
TRIALS = 100
GONE = ("killed", "disrupted", "pushed", "captured", "retreated")  # fates of which a unit meets one
LEVEL = 1e-6  # of some thousands of comparisons
MOST_COST = 3_000_000  # moves: what is dearer is laid out and read, not run
combats = pytest.mark.parametrize("combat", BASES, ids=" ".join)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every whole number within a figure, and where."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from leaves(part, (*path, name))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def put(value: Any, path: Sequence[Any], number: int) -> Any:
    """The figure with another number in one place."""
    if not path:
        return number
    if isinstance(value, Mapping):
        return {**value, path[0]: put(value[path[0]], path[1:], number)}
    return [put(part, path[1:], number) if place == path[0] else part for place, part in enumerate(value)]


@cache
def printed(game: str) -> Facts:
    return find_combat(game, next(name for one, name in BASES if one == game)).load_facts(None)


def changed(facts: Facts, key: str) -> Iterator[tuple[str, Facts]]:
    """The facts with one number of a figure at each extreme that is allowed; what is not, is said in one line."""
    group, _, name = key.partition(".")
    plain = facts.model_dump(mode="json")[group][name]["value"]
    for path, before in leaves(plain):
        for number in EXTREMES:
            if number == before:
                continue
            whole = facts.model_dump(mode="json")
            whole[group][name]["value"] = put(plain, path, number)
            try:
                yield f"{key} {path} = {number}", first_problem(type(facts), whole, whole="")
            except BadInput as error:
                said_in_one_line(error)


def said_in_one_line(error: SimcoreError) -> None:
    assert str(error)
    assert "\n" not in str(error)


def used_by(prepared: PreparedScenario) -> list[str]:
    """The facts that an answer can hang on: those it names, and those of groups that no answer names one by one."""
    named = {key.partition(".")[0] for key in prepared.used}
    return [key for key, _ in prepared.figures.items() if key in prepared.used or key.partition(".")[0] not in named]


def checked(what: str, prepared: PreparedScenario) -> None:
    """An answer under extreme figures: exact as by trials, whole, within bounds."""
    problem = prepared.problem
    if run.exact_cost(problem) > MOST_COST:
        return
    exact = prepared.solved()
    assert exact.mass <= 1.0 + 1e-9, what
    holds(what, prepared, exact)
    ends, rolls = run.Sampling(problem, "direct").unit(7, 0, TRIALS)
    trials = prepared.result(ends, rolls, method="monte-carlo", trials=TRIALS, seed=7, sampler="direct")
    holds(what, prepared, trials)
    if exact.mass > 1.0 - 1e-9:
        p = trial_p_value(exact, trials)
        assert p is None or p > LEVEL, what


def holds(what: str, prepared: PreparedScenario, result: Result) -> None:
    """No column below nothing, nobody left who never was there, nobody lost in two ways."""
    columns = result.columns
    started = prepared.combat.started(prepared.scenario)
    for name, values in columns.items():
        assert (np.asarray(values) >= 0).all(), (what, name)
    for name, most in most_of(prepared).items():
        if name in columns:
            assert (np.asarray(columns[name]) <= most).all(), (what, name, most)
    for name, units in started.items():
        if name in columns and not name.endswith("hit_points") and not prepared.combat.is_fate(name):
            gone = [columns[f"{name}_{fate}"] for fate in GONE if f"{name}_{fate}" in columns]
            total = np.sum([columns[name], *gone], axis=0)
            assert (total <= units).all(), (what, name, units)
    winners = len(prepared.combat.winners)
    assert (np.asarray(columns["winner"]) < winners).all(), what


def most_of(prepared: PreparedScenario) -> dict[str, int]:
    """The most that a column can show by the rules, as far as the game says."""
    began = prepared.combat.started(prepared.scenario)
    bounds = {
        name: units for name, units in began.items() if "hit_points" not in name and not prepared.combat.is_fate(name)
    }
    if prepared.combat.game != "bouvines":
        return bounds
    facts: Any = prepared.figures
    points = {kind: fact.value for kind, fact in facts.hit_points.items()}
    points["knight"] = max(points["knight"], points["foot-knight"])
    if prepared.combat.name == "clash":
        for side in ("coalition", "france"):
            kinds = prepared.scenario[side]["troops"]
            bounds[f"{side}.hit_points"] = sum(points[kind] for kind in kinds if kind != "dead")
    else:
        bounds["hit_points"] = points[prepared.scenario["target"]["kind"]]
    return bounds


@pytest.mark.compiled
@combats
def test_extreme_figures_are_refused_or_give_right_answers(combat):
    scenario = base(*combat)
    prepared = prepare(scenario, printed(combat[0]))
    tried = 0
    for key in used_by(prepared):
        for what, facts in changed(prepared.figures, key):
            try:
                other = prepare(scenario, facts)
            except SimcoreError as error:
                said_in_one_line(error)
                continue
            checked(what, other)
            tried += 1
    assert tried > 0


def test_an_ending_that_does_not_fit_its_columns_is_no_answer():
    digit: Any = getattr(with_digit, "py_func", with_digit)
    assert digit(digit(0, 2, 3), 4, 5) == 14
    for wrong in (-1, 5):
        with pytest.raises(AssertionError, match="does not fit"):
            digit(2, wrong, 5)


def test_endings_with_fewer_than_none_left_are_no_answer():
    with pytest.raises(AssertionError, match=r"fewer than none in attacker\.left"):
        sort_endings(lambda ends: {"winner": ends, "attacker.left": ends - 1}, np.arange(3))
