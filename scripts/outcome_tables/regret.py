"""What each named policy gives away: every combat in which a side decides between dice, over a design of its own.

A game adds a `Design` to its `GAME`; the policies, and whose they are, come from the combat's `manners`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, get_args

import numpy as np
import pandas as pd

from outcome_tables.shared import COMMAND, Design, Game, Published
from simcore.advice.values import Grounds, exact_values
from simcore.contracts.combat import Combat, PolicyField
from simcore.contracts.utility import Utility
from simcore.engine.jit import code_digest
from simcore.evaluation.questions import PreparedScenario, prepare, prepare_many
from simcore.games import find_combat
from simcore.scenarios.edits import variant
from simcore.tables import SCHEMA

POINTS = 100.0  # of a win chance
BOTH = "both"
DIGITS = 9  # of points: less is rounding
KEYS = ["game", "combat", "decision", "policy", "side"]

Cell = tuple[str, str, str]  # decision, policy, side


class Case(NamedTuple):
    """One policy of one side in one scenario, everything else at its best; `policy` empty: this too."""

    number: int
    scenario: Mapping[str, Any]
    manner: PolicyField | None = None
    policy: str = ""


def cases(
    combat: Combat, scenarios: Sequence[Mapping[str, Any]], policies: Collection[str] | None = None
) -> Iterator[Case]:
    """All that is asked of a design, of these policies or all. A scenario in which nobody decides anything between dice
    asks nothing."""
    figures = combat.load_facts(None)
    for number, scenario in enumerate(scenarios):
        policy_fields = combat.policy_fields(prepare(scenario).scenario, figures)
        best = variant(scenario, {manner.path: manner.best for manner in policy_fields})
        if policy_fields:
            yield Case(number, best)
        for manner in policy_fields:
            for policy in manner.named if policies is None else [p for p in manner.named if p in policies]:
                yield Case(number, variant(best, {manner.path: policy}), manner, policy)


def given_away(
    design: Design, prepared: list[PreparedScenario] | None = None, policies: Collection[str] | None = None
) -> dict[Cell, dict[int, float]]:
    """Points of win chance that each policy gives away against an optimal enemy, by the number of the scenario.

    `policies`: these alone; all if left out. `asked` is filled with what was asked, for what it rests on.
    """
    combat = find_combat(design.game, design.combat)
    side, wanted = next(iter(combat.players.items()))
    every = list(cases(combat, design.deal(design.seed), policies))
    ready = prepare_many([case.scenario for case in every])
    values = exact_values(ready, Utility({wanted: 1.0})).tolist()
    best = {case.number: value for case, value in zip(every, values, strict=True) if case.manner is None}
    found: dict[Cell, dict[int, float]] = defaultdict(dict)
    for case, value in zip(every, values, strict=True):
        if case.manner is not None:
            lost = (best[case.number] - value) * (1.0 if case.manner.side == side else -1.0)
            decision = case.manner.path.rpartition(".")[2]
            found[decision, case.policy, case.manner.side][case.number] = max(round(POINTS * lost, DIGITS), 0.0)
    if prepared is not None:
        prepared += ready
    return dict(found)


def given_away_among_named(
    design: Design, prepared: list[PreparedScenario] | None = None, policies: Collection[str] | None = None
) -> dict[Cell, dict[int, float]]:
    """The same where no best play between the dice is known: each side at the best of the named policies of the
    design's `field`, and half of both sides' win chances apart, as nobody may win."""
    combat = find_combat(design.game, design.combat)
    sides = list(combat.players)
    named = named_policies(combat, design.field)
    found: dict[Cell, dict[int, float]] = defaultdict(dict)
    for number, scenario in enumerate(design.deal(design.seed)):
        met = list(product(named, repeat=2))
        fields = [{f"{side}.{design.field}": one for side, one in zip(sides, pair, strict=True)} for pair in met]
        ready = prepare_many([variant(scenario, ways) for ways in fields])
        lead = Utility({combat.players[side]: weight for side, weight in zip(sides, (0.5, -0.5), strict=True)})
        values = np.array(exact_values(ready, lead)).reshape(len(named), len(named))
        for side, sure in zip(sides, (values.min(axis=1), -values.max(axis=0)), strict=True):
            for policy, worth in zip(named, sure.tolist(), strict=True):
                if policies is None or policy in policies:
                    lost = max(round(POINTS * (float(sure.max()) - worth), DIGITS), 0.0)
                    found[design.field, policy, side][number] = lost
        if prepared is not None:
            prepared += ready
    return dict(found)


def named_policies(combat: Combat, field: str) -> tuple[str, ...]:
    """The names that a field of either side can hold."""
    fields: Mapping[str, Any] = combat.shape.model_fields
    return get_args(fields[next(iter(combat.players))].annotation.model_fields[field].annotation)


def default_of(combat: Combat, decision: str) -> str:
    """The policy that a side decides by which states none."""
    fields: Mapping[str, Any] = combat.shape.model_fields
    if decision not in fields:  # each side has its own
        fields = fields[next(iter(combat.players))].annotation.model_fields
    return str(fields[decision].default)


def measured(
    design: Design, prepared: list[PreparedScenario] | None = None, policies: Collection[str] | None = None
) -> pd.DataFrame:
    """The rows of a design: each policy by side, and over both where both can hold it."""
    combat = find_combat(design.game, design.combat)
    losses = (given_away_among_named if design.field else given_away)(design, prepared, policies)
    together: dict[Cell, list[float]] = {cell: list(lost.values()) for cell, lost in losses.items()}
    for (decision, policy, _), lost in losses.items():
        together.setdefault((decision, policy, BOTH), []).extend(lost.values())
    rows = [
        {
            "game": design.game, "combat": design.combat, "decision": decision, "policy": policy, "side": side,
            "default": policy == default_of(combat, decision), "battles": len(lost),
            "mean_regret": sum(lost) / len(lost), "worst_regret": max(lost), "seed": design.seed,
        }
        for (decision, policy, side), lost in together.items()
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    order = {side: at for at, side in enumerate((BOTH, *combat.players))}
    frame["at"] = frame["side"].map(order)
    return frame.sort_values(["decision", "at", "mean_regret", "policy"], ignore_index=True).drop(columns="at")


def regret(games: Sequence[Game]) -> pd.DataFrame:
    """The table of all games."""
    designs = [design for game in games for design in game.designs]
    prepared: list[PreparedScenario] = []
    frame = pd.concat([measured(design, prepared) for design in designs], ignore_index=True)
    frame["method"] = "exact"
    grounds = Grounds(*prepared).told()
    figures = dict.fromkeys(one.rules.partition("-")[2] for one in prepared)
    frame.attrs = {
        "schema": SCHEMA,
        "scenario": {},
        "vary": {},
        "trials": None,
        "seed": None,
        "facts": None,
        "rules": f"{code_digest()}-{'+'.join(figures)}",
        "version": grounds["version"],
        "assumed": list(grounds["assumed"]),
        "public": list(grounds["public"]),
        "designs": [
            {"game": one.game, "combat": one.combat, "seed": one.seed, "text": one.text} for one in designs
        ],
        "command": COMMAND,
    }  # fmt: skip
    return frame


COLUMNS = {
    "game": "as in a scenario",
    "combat": "as in a scenario",
    "decision": "the field that names the policy",
    "policy": "who is taken, see the game's READINGS.md",
    "side": f"whose policy it is; `{BOTH}`: over the battles of both",
    "default": "is it what holds where a scenario names none?",
    "battles": "battles of the design in which that side has something to decide",
    "mean_regret": "points of win chance given away, mean over these battles",
    "worst_regret": "points of win chance given away in the worst of them",
    "seed": "of the design",
}


def published(games: Sequence[Game]) -> Published:
    """The table of all games, and what its reader is told."""
    told = "\n".join(
        f"- {game.title}, {design.combat}, seed {design.seed}: {design.text}"
        for game in games
        for design in game.designs
    )
    return Published(
        "policy-regret",
        lambda: regret(games),
        "What each policy gives away",
        "For every combat in which a side decides between dice: what each of its named policies gives away against an "
        "enemy who plays his best, everything else at its best too (`policy=optimal`; where no best play is "
        "known, the best of the named policies, as its design says). The default of each combat is the policy that "
        f"gives away least.\n\nThe battles (the same seed always deals the same ones):\n\n{told}",
    )
