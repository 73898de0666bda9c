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
from simcore.errors import BadInput, whole_number

__all__ = ["MOST_TRIALS", "CampaignResult", "campaign"]

DEFAULT_TRIALS = 100_000
MOST_TRIALS = 10_000_000


def campaign(
    document: Mapping[str, Any],
    *,
    exact: bool = False,
    trials: int | None = None,
    seed: int = 0,
    facts: Path | str | None = None,
) -> CampaignResult:
    """Fight battles one after the other; the survivors of one are the army of the next.

    Exact unless `trials` (1 to 10**7) are asked for, or a stage is too large for it: then 100,000 trials answer, or
    with `exact` a `SimcoreError` says so. Raises `BadInput` for the first thing wrong with the document.

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
    plan = Campaign(document, None if facts is None else Path(facts))
    if trials is None:
        try:
            return Walk(plan, Chances()).result()
        except TooLarge:
            if exact:
                raise
    return Walk(plan, Trials(seed, count)).result()
