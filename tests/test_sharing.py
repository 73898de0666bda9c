"""Scenarios that share a model are answered as if each had its own."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import breizh_combats
import cent_ans_battles
import simcore as sc
from breizh_scenarios import battle
from cent_ans_battles import FREE_COMPANY, KINDS
from simcore.advice.values import exact_values
from simcore.contracts.utility import Utility
from simcore.engine import shared
from simcore.engine.resolver import Problem
from simcore.engine.shared import SharedModelCache
from simcore.evaluation.questions import evaluate_each, evaluate_prepared, prepare, prepare_each, prepare_many

Scenario = dict[str, Any]
PITCHED = {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker"}


def armies(attacker: Scenario, defender: Scenario, **more: Any) -> Scenario:
    return {**PITCHED, "attacker": attacker, "defender": defender, **more}


def same(found: Any, wanted: Any) -> None:
    """The same fields and lists in the same order, every figure the same to the last bit."""
    assert json.dumps(found) == json.dumps(wanted)


def answers(scenarios: list[Scenario], **how: Any) -> list[Any]:
    """What `prepare_each` and `answer_each` say to each, an error as its words."""
    told: list[Any] = []
    for ready in prepare_each(scenarios):
        try:
            told.append(ready())
        except sc.BadInput as error:
            told.append(str(error))
    found = iter(evaluate_each([(one, how) for one in told if not isinstance(one, str)]))
    return [one if isinstance(one, str) else next(found)().to_dict() for one in told]


def alone(scenario: Scenario, **how: Any) -> Any:
    try:
        return sc.evaluate(scenario, **how).to_dict()
    except sc.BadInput as error:
        return str(error)


def other_counts(scenario: Scenario, random: Random) -> Scenario:
    """The same armies with other numbers of the same kinds."""
    varied = dict(scenario)
    for side in ("attacker", "defender"):
        army = dict(scenario[side])
        for kind in KINDS:
            if army.get(kind):
                army[kind] = random.randint(FREE_COMPANY if kind == "routier" else 1, 5)
        varied[side] = army
    return varied


@pytest.mark.compiled
@given(combat=st.sampled_from(["pitched-battle", "siege"]), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=40)
def test_armies_that_differ_in_numbers_are_answered_as_alone(combat: str, seed: int) -> None:
    random = Random(seed)
    dealt = cent_ans_battles.dealt(combat, 3, seed=seed, troops=4, elite=3)
    together = [other_counts(scenario, random) for scenario in dealt * 3]
    same(answers(together), [alone(scenario) for scenario in together])


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_breton_battles_are_answered_as_alone(seed: int) -> None:
    together = breizh_combats.dealt("battle", 12, seed=seed, most=8)
    same(answers(together), [alone(scenario) for scenario in together])


def mixed_units(**more: Any) -> list[Scenario]:
    """English armies that differ in numbers, all with the same of `more`."""
    return [
        armies({"english": e, "burgundian": b, "elite": 1, **more}, {"french": 4})
        for e, b in ((1, 4), (4, 1), (2, 2), (4, 4))
    ]


LOOK_BACK = [mixed_units(policy=policy) for policy in ("proportional", "english-to-2,proportional")]
STEPS = mixed_units(policy="burgundian-to-1,english-to-2,strip_dice")
GROUPS = {
    "units": [armies({"english": e, "burgundian": b}, {"french": 3}) for e in (1, 2, 4) for b in (1, 3)],
    "room": [
        armies({"english": e, "burgundian": b, "retreat_room": room}, {"french": 4, "retreat_room": 2})
        for e in (1, 2, 4)
        for b in (1, 3)
        for room in (0, 2, 3)
    ],
    "elite and room": [
        armies(
            {"french": f, "armagnac": a, "elite": 1, "equipment": "francs-archers", "retreat_room": 3},
            {"english": 4, "burgundian": 1, "elite": 2, "policy": "elite_first", "retreat_room": 1},
        )
        for f in (1, 3, 5)
        for a in (2, 4)
    ],
    "steps": STEPS,
    "battles": [battle(m, b) for m in (1, 3, 6) for b in (1, 4)],
}
OF_THEIR_OWN = {
    "shares of what began": LOOK_BACK[0],
    "steps, then such shares": LOOK_BACK[1],
    "best play": mixed_units(policy="optimal"),
    "who got away": mixed_units(retreated_by_kind=True, retreat_room=2),
}


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_shares_its_model_and_begins_where_each_begins(name: str) -> None:
    prepared = prepare_many(GROUPS[name])
    assert len({id(one.problem.model) for one in prepared}) < len(prepared) / 1.5
    for one, scenario in zip(prepared, GROUPS[name], strict=True):
        own = prepare(scenario)
        same(evaluate_prepared(one).to_dict(), evaluate_prepared(own).to_dict())
        assert one.problem.retell is not None
        assert own.problem.retell is not None
        assert one.problem.retell([]) == own.problem.retell([])  # what there was before the first roll


@pytest.mark.compiled
@pytest.mark.parametrize("name", GROUPS)
def test_trials_of_a_shared_model_are_those_of_its_own(name: str) -> None:
    same(answers(GROUPS[name], trials=300, seed=4), [alone(one, trials=300, seed=4) for one in GROUPS[name]])


@pytest.mark.parametrize("name", OF_THEIR_OWN)
def test_what_is_each_army_s_own_is_not_shared(name: str) -> None:
    group = OF_THEIR_OWN[name]
    prepared = prepare_many(group)
    assert len({id(one.problem.model) for one in prepared}) == len(prepared)
    same(answers(group), [alone(scenario) for scenario in group])


@pytest.mark.parametrize("group", LOOK_BACK)
def test_armies_that_began_alike_share_whatever_their_losses_look_back_at(group: list[Scenario]) -> None:
    twice = prepare_many([group[0]] * 2)
    assert twice[0].problem.model is twice[1].problem.model
    same(answers([group[0]] * 2), [alone(group[0])] * 2)


@pytest.mark.compiled
def test_cards_by_auto_are_each_army_s_best() -> None:
    group = [
        armies({"english": e, "elite": 4, "equipment": "auto"}, {"french": f, "elite": 4, "equipment": "auto"})
        for e in (1, 3, 6)
        for f in (1, 3, 6)
    ]
    same(answers(group), [alone(scenario) for scenario in group])


def test_models_are_kept_for_the_figures_they_rest_on() -> None:
    group = GROUPS["units"]
    printed = prepare_many(group)
    figures = printed[0].figures
    faces = next(iter(figures.one_face_changed("dice.french")))[1]
    changed = prepare_many(group, figures.replaced("dice.french", faces))
    again = prepare_many(group)
    for one, other, same_again, scenario in zip(printed, changed, again, group, strict=True):
        same(other.solved().to_dict(), prepare(scenario, other.figures).solved().to_dict())
        assert other.solved().win != one.solved().win == same_again.solved().win


def test_a_figure_that_is_replaced_is_no_longer_marked() -> None:
    figures = prepare(GROUPS["units"][0]).figures
    key, _, fact = figures.marked[0]
    assert key not in [marked for marked, _, _ in figures.replaced(key, fact.value).marked]


def test_a_bad_scenario_touches_no_other() -> None:
    good = GROUPS["units"][0]
    bad: list[Any] = [{}, 5, {**good, "attacker": {"english": -1}}, {**good, "defender": {"english": 2}}]
    mixed = [good, *bad, *GROUPS["battles"][:2], battle(99, 1)]
    same(answers(mixed), [alone(scenario) for scenario in mixed])
    with pytest.raises(sc.BadInput, match=r"^game: "):
        prepare_many(mixed)


def test_values_of_shared_models_are_those_of_each() -> None:
    utility = Utility({"win.attacker": 1.0, "attacker.lost": -0.1, "rounds": 0.01, "defender.retreated": 0.2})
    for group in (GROUPS["units"], GROUPS["room"], STEPS, *OF_THEIR_OWN.values()):
        wanted = [utility.of(sc.solve(scenario)) for scenario in group]
        assert exact_values(prepare_many(group), utility).tolist() == pytest.approx(wanted, abs=1e-12)


# ---- the shelf ---------------------------------------------------------------------------------------------------


class Builder:
    """Problems of the size asked for; notes what it built."""

    def __init__(self) -> None:
        self.template = prepare(battle(2, 1)).problem
        self.built: list[tuple[int, ...]] = []

    def __call__(self, size: tuple[int, ...]) -> Problem | None:
        if sum(size) > 20:
            return None
        self.built.append(size)
        return self.template


def test_a_kind_is_worth_a_model_when_it_is_met_again() -> None:
    shelf, build = SharedModelCache(), Builder()
    assert shelf.shared("a", [(1, 2)], build) == [None]
    assert shelf.shared("b", [(1, 2), (3, 1)], build) != [None, None]
    assert build.built == [(3, 3)]
    assert shelf.shared("a", [(2, 1)], build) != [None]
    assert build.built == [(3, 3), (3, 3)]
    one, other = shelf.shared("b", [(3, 3), (1, 1)], build)
    assert one is other is not None
    assert build.built == [(3, 3), (3, 3)]


def test_a_model_that_is_too_small_is_built_anew_and_one_too_large_is_not() -> None:
    shelf, build = SharedModelCache(), Builder()
    shelf.shared("a", [(1, 9), (1, 9)], build)
    assert None not in shelf.shared("a", [(9, 1)], build)
    assert build.built == [(3, 9), (9, 9)]
    small, huge = shelf.shared("a", [(2, 2), (15, 15)], build)
    assert (small is None, huge is None) == (False, True)
    assert build.built == [(3, 9), (9, 9)]


def test_the_shelf_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, build = SharedModelCache(), Builder()
    monkeypatch.setattr(shared, "MOST_KEPT", 3 * shared._bytes(build.template))
    for kind in (*"abcdefg", *"abcdefg"):
        shelf.shared(kind, [(1, 1), (1, 1)], build)
    assert len(build.built) == 14  # each had fallen out before it came again
    for kind in "gfegfe":
        shelf.shared(kind, [(1, 1)], build)
    assert len(build.built) == 14  # the last three are there
    monkeypatch.setattr(shared, "MOST_KINDS", 2)
    shelf.shared("g", [(1, 1)], build)
    shelf.shared("e", [(1, 1)], build)
    assert len(build.built) == 14


def test_what_its_own_model_answers_exactly_is_not_left_to_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "small_enough", lambda _: False)
    assert SharedModelCache().shared("a", [(1, 1), (1, 2)], Builder()) == [None, None]
