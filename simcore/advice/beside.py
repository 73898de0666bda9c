"""What best play of both sides would give, beside an answer in which policies decide: if it is cheap; or how to ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simcore.contracts.provenance import Compared
from simcore.engine import cost
from simcore.engine.run import exact_cost
from simcore.errors import SimcoreError
from simcore.evaluation.questions import PreparedScenario, prepare
from simcore.scenarios.edits import variant

CHEAP = 0.1  # seconds
UPPER = 10  # times as much may be estimated of best play itself: its estimate is an upper bound


@dataclass(frozen=True, eq=False)
class BestOfBoth(Compared):
    """The chances if both sides play their best between the dice, None if that is not cheap; and how to ask for it."""

    win: dict[str, float] | None
    ask: str

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {"win": self.win, "ask": self.ask}


def best_of_both(prepared: PreparedScenario, *, cheap: float = CHEAP) -> BestOfBoth | None:
    """What best play of both would give, found if it takes less than `cheap` seconds; None where nothing is decided by
    a policy that has a best, or where the answer is best play already.

    >>> battle = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 2, "elite": 1},
    ...           "defender": {"french": 3}}
    >>> best_of_both(ask(battle), cheap=0.0)
    BestOfBoth(win=None, ask='policy=optimal')
    """
    policy_fields = [
        one for one in prepared.combat.policy_fields(prepared.scenario, prepared.figures) if one.stated != one.best
    ]
    if not policy_fields:
        return None
    how = " ".join(f"{one.path}={one.best}" for one in policy_fields)
    if all(one.best == policy_fields[0].best for one in policy_fields):
        how = f"policy={policy_fields[0].best}"
    problem = prepared.problem
    if cost.freed(problem.states, exact_cost(problem), problem.endings).seconds >= cheap:
        return BestOfBoth(None, how)
    best = variant(prepared.scenario, {one.path: one.best for one in policy_fields})
    try:
        # By its own model best play may be dearer than the model of the named policies lets expect.
        with cost.up_to(cost.Cost(UPPER * cheap, cost.LIMIT.size)):
            return BestOfBoth(dict(prepare(best, prepared.figures).solved().win), how)
    except SimcoreError:  # a choice that can lead back to itself has no best
        return BestOfBoth(None, how)
