"""`campaign`: battles one after the other, the survivors of one the army of the next.

`document` is the frame of what a person writes, `plan` all of it understood, `walk` carries the whole distribution from
stage to stage, `fights` by one engine or the other, and `record` is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simcore.advice.campaign.fights import Chances, TooLarge, Trials
from simcore.advice.campaign.plan import Campaign
from simcore.advice.campaign.record import CampaignResult
from simcore.advice.campaign.walk import Walk
from simcore.engine import cost
from simcore.errors import BadInput, whole_number

__all__ = ["MOST_TRIALS", "CampaignResult", "campaign"]

DEFAULT_TRIALS = 100_000
MOST_TRIALS = 10_000_000
PILOT_TRIALS = 256  # by which the cost of more is told
FEWEST_TRIALS = 1_000  # that are worth an answer


def campaign(
    document: Mapping[str, Any],
    *,
    exact: bool = False,
    trials: int | None = None,
    seed: int = 0,
    facts: Path | str | None = None,
) -> CampaignResult:
    """Fight battles one after the other; the survivors of one are the army of the next.

    Exact unless `trials` (1 to 10**7) are asked for, or all stages together are too much for it (`engine.cost`): then
    100,000 trials answer, or as many as fit, or with `exact` a `SimcoreError` says so. Raises `BadInput` for the first
    thing wrong with the document.

    >>> march = {"game": "breizh", "stages": [
    ...     {"name": "battle", "combat": "battle", "montfort": 6, "blois": 5},
    ...     {"name": "siege", "when": "montfort", "combat": "siege", "castle": "dinan",
    ...      "troops": {"carry": "montfort of battle", "most": 3}}]}
    >>> [(path["way"], round(path["p"], 4)) for path in campaign(march).paths[:2]]
    [('battle: montfort, siege: taken', 0.5844), ('battle: none', 0.3827)]
    """
    if exact and trials is not None:
        raise BadInput("exact", True, "alone, without trials")
    seed = whole_number("seed", seed, 0, (1 << 64) - 1)
    count = whole_number("trials", DEFAULT_TRIALS if trials is None else trials, 1, MOST_TRIALS)
    if trials is not None:
        return Walk(_plan(document, facts), Trials(seed, count)).result()
    with cost.insisted(exact), cost.account() as whole:
        plan = _plan(document, facts)
        left = whole.left
        try:
            with cost.up_to(left if exact else left.shared(2)), cost.account() as walked:
                return Walk(plan, Chances()).result()
        except (TooLarge, cost.TooDear):
            if exact:
                raise
        whole.pay(cost.Cost(walked.seconds, 0.0))
        count = _fitting(plan, seed)
    return Walk(plan, Trials(seed, count)).result()


def _plan(document: Mapping[str, Any], facts: Path | str | None) -> Campaign:
    return Campaign(document, None if facts is None else Path(facts))


def _fitting(plan: Campaign, seed: int) -> int:
    """So many trials, no more than is usual, as fit into what is left.

    What the second half of a few comes to tells how much each one more would at most: the more trials, the fewer go a
    way of their own.
    """
    left = cost.allowed()
    half, few = (_spent(plan, seed, trials) for trials in (PILOT_TRIALS // 2, PILOT_TRIALS))
    each, held = (max(0.0, b - a) / (PILOT_TRIALS // 2) for a, b in zip(half, few, strict=True))
    before = cost.Cost(half.seconds + few.seconds, 0.0)

    def of(trials: int) -> cost.Cost:
        more = trials - PILOT_TRIALS
        return before.and_then(cost.Cost(few.seconds + each * more, few.size + held * more))

    cost.check(
        f"campaign: {FEWEST_TRIALS:,} trials",
        of(FEWEST_TRIALS),
        "ask of fewer stages or units, or give --trials",
    )
    fit = DEFAULT_TRIALS
    while not of(fit).within(left):
        fit -= FEWEST_TRIALS
    return fit


def _spent(plan: Campaign, seed: int, trials: int) -> cost.Cost:
    """What so many trials come to."""
    with cost.account(cost.MOST) as whole:
        Walk(plan, Trials(seed, trials))
    return cost.Cost(whole.seconds, whole.held)
