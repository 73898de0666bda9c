"""The smallest force for a wanted chance, and the chance that a budget buys: every force of a box answered exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite, prod
from pathlib import Path
from typing import Any

import numpy as np

from simcore.advice.values import Grounds, allowed, as_stated, check_exact, exact_values, named_side
from simcore.contracts.provenance import ByPolicies
from simcore.contracts.utility import Utility
from simcore.engine.cost import check, insisted
from simcore.engine.run import like_these
from simcore.errors import BadInput, nearest
from simcore.evaluation.result import settled
from simcore.games import shape_of
from simcore.scenarios.edits import plain, variant
from simcore.scenarios.schema_paths import written_out
from simcore.types import Array

SCHEMA = "simcore.need/1"
MOST_FORCES = 100_000
AT_ONCE = 1024  # forces made ready together: what they share is built once, and they are all in memory
SAMPLE = 32  # forces by which the cost of a whole box is told
TOGETHER = 5e7  # bytes of the states of all that are made ready together
NOTHING = 1e-12  # chances closer than this are equal
CENTS = 9  # decimals beyond which two costs are equal
WORST = 10  # steps of more force and less chance that are told


@dataclass(frozen=True)
class Force:
    """So many of each kind varied, what they cost, and the chance they give."""

    units: Mapping[str, int]
    cost: float
    chance: float

    def to_dict(self) -> dict[str, Any]:
        return {"units": dict(self.units), "cost": self.cost, "chance": self.chance}


@dataclass(frozen=True)
class Step:
    """One step up along one kind: the forces before and after it."""

    kind: str
    before: Force
    after: Force

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "from": self.before.to_dict(), "to": self.after.to_dict()}


@dataclass(frozen=True, eq=False)
class Need(ByPolicies):
    """A box of forces answered.

    `frontier`: every force for which no cheaper one, and none at its cost, has a better chance; equals stand side by
    side. `cheapest`: all forces of least cost with the wanted chance. `best`: all forces of the best chance within the
    budget at the least cost. `chances` float64[one axis for each kind varied], nan where the rules forbid the force.
    The sides choose nothing anew for a force: `as_stated` names what is left to choose, which `best_play` does.
    `worse`: of `steps` steps up along one kind, how many make the chance worse; `worst` are the worst of them.
    """

    scenario: Mapping[str, Any]
    side: str
    chance_of: str | None  # the condition whose chance it is, if it is not that of the side to win
    vary: Mapping[str, tuple[int, ...]]
    costs: Mapping[str, float]
    wanted: float | None
    budget: float | None
    cheapest: tuple[Force, ...]
    best: tuple[Force, ...]
    frontier: tuple[Force, ...]
    chances: Array
    forbidden: int
    steps: int
    worse: int
    worst: tuple[Step, ...]
    as_stated: tuple[str, ...]  # choices that are not made best for each force, but as the scenario says

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data; `chances` is flat, the last kind running fastest, null where forbidden."""
        record = {
            "schema": SCHEMA,
            "scenario": dict(self.scenario),
            "side": self.side,
            **({} if self.chance_of is None else {"chance_of": self.chance_of}),
            "vary": {kind: list(counts) for kind, counts in self.vary.items()},
            "costs": dict(self.costs),
            "wanted": self.wanted,
            "budget": self.budget,
            "cheapest": [force.to_dict() for force in self.cheapest],
            "best": [force.to_dict() for force in self.best],
            "frontier": [force.to_dict() for force in self.frontier],
            "chances": [None if np.isnan(chance) else chance for chance in self.chances.ravel().tolist()],
            "forbidden": self.forbidden,
            "as_stated": list(self.as_stated),
            "monotone": {
                "steps": self.steps, "worse": self.worse, "worst": [step.to_dict() for step in self.worst]
            },
        }  # fmt: skip
        return self.told(record)


def need(
    scenario: Mapping[str, Any],
    vary: Mapping[str, Sequence[int]],
    costs: Mapping[str, float],
    *,
    chance: float | None = None,
    budget: float | None = None,
    side: str | None = None,
    chance_of: str | None = None,
    facts: Path | str | None = None,
    exact: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Need:
    """The cheapest forces for a chance to win, the best for a budget, and the whole frontier between cost and chance.

    `vary`: counts of each kind by its path, laid over the scenario in every combination (at most 100,000); `costs`:
    what one of each costs, above 0. `chance`: the wanted one, above 0 and at most 1; `budget`: the most that may be
    spent, 0 or more. `side`: whose chance (the first of the combat), or an event of a combat without sides;
    `chance_of`: a condition whose chance it is instead, such as `attacker.english>=3`. Exact: a
    force too large for that is refused (`SimcoreError`), and so is a box that would take longer than an answer may
    (`engine.cost`), unless `exact` insists on it. More force is not taken to be better: every one is looked
    at. Raises `BadInput` for a chance above what any force of the box gives, saying the best there is.

    With a `budget` beside it such a chance is answered by no `cheapest` force, for the budget has an answer.

    >>> blois = {"game": "breizh", "combat": "battle", "blois": 5}
    >>> found = need(blois, {"montfort": range(1, 13)}, {"montfort": 1.0}, chance=0.9)
    >>> found.cheapest[0].units, round(found.cheapest[0].chance, 4)
    ({'montfort': 7}, 0.9877)
    """
    axes = _axes(vary)
    _check(axes, costs, chance, budget)
    base = plain("scenario", dict(scenario))
    base = written_out(base, [path.split(".") for path in axes], shape_of(base))
    points = list(product(*axes.values()))
    chances, forbidden = np.full(len(points), np.nan), 0
    grounds, stated = Grounds(), dict[str, None]()
    refused: BadInput | None = None
    at_once = _at_once(base, axes, points, facts, exact)
    for begin in range(0, len(points), at_once):
        block = points[begin : begin + at_once]
        answers = allowed([variant(base, dict(zip(axes, units, strict=True)), "vary") for units in block], facts)
        asked = [one for one in answers if not isinstance(one, BadInput)]
        where = [begin + number for number, one in enumerate(answers) if not isinstance(one, BadInput)]
        refused = refused or next((one for one in answers if isinstance(one, BadInput)), None)
        forbidden += len(block) - len(asked)
        for one, number in zip(asked, where, strict=True):
            check_exact(one, f"vary {_said(dict(zip(axes, points[number], strict=True)))}")
            grounds.add(one)
        if asked:
            stated |= dict.fromkeys(as_stated(asked[-1]))
            side = named_side(asked[0].combat, side)
            _check_all_cost(axes, costs)  # after the names: a kind that does not exist needs no cost
            wanted = Utility({f"win.{side}" if chance_of is None else chance_of: 1.0})
            if chance_of is not None:
                wanted.check(asked[0].combat, asked[0].problem)
            chances[where] = [settled(one) for one in exact_values(asked, wanted).tolist()]
        if progress is not None:
            progress(begin + len(block), len(points))
    if side is None or forbidden == len(points):
        raise refused or BadInput("vary", "no force", "at least one")
    spent = np.round([_cost(units, axes, costs) for units in points], CENTS)
    forces = Forces(axes, points, spent, chances)
    steps, worse, worst = forces.steps()
    return Need(
        scenario=base,
        side=side,
        chance_of=chance_of,
        vary=axes,
        costs=dict(costs),
        wanted=chance,
        budget=budget,
        cheapest=() if chance is None else forces.cheapest(chance, needed=budget is None),
        best=() if budget is None else forces.best(budget),
        frontier=forces.frontier(),
        chances=chances.reshape([len(counts) for counts in axes.values()]),
        forbidden=forbidden,
        steps=steps,
        worse=worse,
        worst=worst,
        as_stated=tuple(stated),
        **grounds.told(),
    )


def _at_once(
    base: Mapping[str, Any], axes: Mapping[str, Any], points: Sequence[tuple[int, ...]],
    facts: Path | str | None, exact: bool,
) -> int:  # fmt: skip
    """How many forces are made ready together, by what some of the box cost; refuses a box that costs too much."""
    some = points[:: -(-len(points) // SAMPLE)]
    answers = allowed([variant(base, dict(zip(axes, units, strict=True)), "vary") for units in some], facts)
    problems = [one.problem for one in answers if not isinstance(one, BadInput)]
    if not problems:
        return AT_ONCE
    for units, one in zip(some, answers, strict=True):
        if not isinstance(one, BadInput):
            check_exact(one, f"vary {_said(dict(zip(axes, units, strict=True)))}")
    each = like_these(problems)
    with insisted(exact):
        check("need", each.times(len(points)), "ask of fewer forces, or insist with --exact")
    return max(1, min(AT_ONCE, int(TOGETHER // max(1.0, each.size))))


class Forces:
    """Every force of the box with its cost and chance; those the rules forbid have none."""

    def __init__(
        self, axes: Mapping[str, tuple[int, ...]], points: Sequence[tuple[int, ...]], cost: Array, chance: Array
    ) -> None:
        self.axes, self.points, self.cost, self.chance = axes, points, cost, chance
        self.known = np.flatnonzero(~np.isnan(chance))

    def force(self, at: int) -> Force:
        return Force(dict(zip(self.axes, self.points[at], strict=True)), float(self.cost[at]), float(self.chance[at]))

    def listed(self, where: Array) -> tuple[Force, ...]:
        """Forces, the cheaper first, then the better."""
        order = np.lexsort((-self.chance[where], self.cost[where]))
        return tuple(self.force(at) for at in where[order].tolist())

    @property
    def most(self) -> Force:
        """The force of the best chance."""
        return self.force(int(self.known[np.argmax(self.chance[self.known])]))

    def cheapest(self, wanted: float, *, needed: bool = True) -> tuple[Force, ...]:
        """Those of least cost with the wanted chance; `needed`: that there are none is an error, not an answer."""
        enough = self.known[self.chance[self.known] >= wanted - NOTHING]
        if not enough.size and not needed:
            return ()
        if not enough.size:
            best = self.most
            raise BadInput(
                "chance", wanted, f"at most {best.chance:.6g}, the best that these forces give ({_said(best.units)})"
            )
        return self.listed(enough[self.cost[enough] == self.cost[enough].min()])

    def best(self, budget: float) -> tuple[Force, ...]:
        within = self.known[self.cost[self.known] <= budget + 10.0**-CENTS]
        if not within.size:
            least = float(self.cost[self.known].min())
            raise BadInput("budget", budget, f"at least {least:g}, the cost of the cheapest force")
        best = within[self.chance[within] >= self.chance[within].max() - NOTHING]
        return self.listed(best[self.cost[best] == self.cost[best].min()])

    def frontier(self) -> tuple[Force, ...]:
        found: list[int] = []
        best = -1.0
        for cost in np.unique(self.cost[self.known]):
            here = self.known[self.cost[self.known] == cost]
            top = float(self.chance[here].max())
            if top > best + NOTHING:
                found += here[self.chance[here] >= top - NOTHING].tolist()
                best = top
        return tuple(self.force(at) for at in found)

    def steps(self) -> tuple[int, int, tuple[Step, ...]]:
        """Steps up along one kind between allowed forces, how many make the chance worse, and the worst of those."""
        shape = [len(counts) for counts in self.axes.values()]
        number, chance = np.arange(len(self.points)).reshape(shape), self.chance.reshape(shape)
        steps, falls = 0, list[tuple[float, str, int, int]]()
        for axis, kind in enumerate(self.axes):
            rise = np.diff(chance, axis=axis)
            steps += int(np.count_nonzero(~np.isnan(rise)))
            before, after = (np.take(number, np.arange(shift, shape[axis] - 1 + shift), axis) for shift in (0, 1))
            fallen = rise < -NOTHING
            falls += [
                (fall, kind, low, high)
                for fall, low, high in zip(rise[fallen].tolist(), before[fallen], after[fallen], strict=True)
            ]
        worst = sorted(falls, key=lambda step: (step[0], step[2:]))[:WORST]
        return steps, len(falls), tuple(Step(kind, self.force(int(a)), self.force(int(b))) for _, kind, a, b in worst)


def _axes(vary: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """The counts of each kind, rising, each once."""
    if not isinstance(vary, Mapping) or not vary:
        raise BadInput("vary", vary, "counts by the path of a kind")
    axes: dict[str, tuple[int, ...]] = {}
    for kind, counts in vary.items():
        listed = plain(f"vary {kind}", list(counts))
        for count in listed:
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise BadInput(f"vary {kind}", count, "whole numbers, 0 or more")
        if not listed:
            raise BadInput(f"vary {kind}", "nothing", "at least one value")
        axes[kind] = tuple(sorted(set(listed)))
    if (forces := prod(map(len, axes.values()))) > MOST_FORCES:
        raise BadInput("vary", f"{forces:,} forces", f"at most {MOST_FORCES:,} in all")
    return axes


def _check(axes: Mapping[str, Any], costs: Mapping[str, float], chance: float | None, budget: float | None) -> None:
    """Costs of kinds that are varied and of nothing else, and figures that can be reached by some force."""
    if not isinstance(costs, Mapping):
        raise BadInput("cost", costs, "a cost for each kind varied")
    for kind, cost in costs.items():
        if kind not in axes:
            raise BadInput("cost", kind, nearest(kind, axes))
        _positive(f"cost {kind}", cost)
    if chance is not None:
        _positive("chance", chance, most=1.0)
    if budget is not None:
        _positive("budget", budget, zero=True)


def _check_all_cost(axes: Mapping[str, Any], costs: Mapping[str, float]) -> None:
    for kind in axes:
        if kind not in costs:
            raise BadInput(f"cost {kind}", "nothing", "a number above 0: every kind varied has its cost")


def _positive(field: str, value: object, most: float = inf, *, zero: bool = False) -> None:
    real = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not real or not (0.0 < float(value) <= most or (zero and value == 0)) or not isfinite(float(value)):  # type: ignore[arg-type]
        least = "a number, 0 or more" if zero else "a number above 0"
        raise BadInput(field, value, least if most == inf else f"{least} and at most {most:g}")


def _cost(units: Sequence[int], axes: Mapping[str, Any], costs: Mapping[str, float]) -> float:
    return sum(count * costs[kind] for count, kind in zip(units, axes, strict=True))


def _said(units: Mapping[str, int]) -> str:
    return ", ".join(f"{kind}={count}" for kind, count in units.items())
