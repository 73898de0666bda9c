"""Was that luck: where what happened lies among all that could have, in one battle or in a campaign of many.

Outcomes are put in order by what they are worth to a side. A campaign adds up the ranks of its battles: a rank has no
unit, so a siege, a duel and a battle of fifty units count alike, and a battle that could hardly have gone otherwise
adds hardly any luck; utilities would need a rate between the games. The sum is set against its own distribution, the
convolution of all battles. (An average of percentiles would say nothing: ten ranks of 0.6 are rarer than one.) What is
known in part is a mixture of the outcomes that fit, and so is the sum: shares are averaged over it, never taken at its
mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from simcore.advice.happened import fitting
from simcore.advice.values import named_side
from simcore.contracts.combat import Combat
from simcore.contracts.provenance import Compared
from simcore.contracts.utility import Utility
from simcore.engine import cost, run
from simcore.errors import BadInput, nearest
from simcore.evaluation.questions import DEFAULT_TRIALS, PreparedScenario, evaluate_prepared, prepare_telling
from simcore.evaluation.result import Result, settled
from simcore.stats.intervals import wilson
from simcore.stats.ranks import STEPS, Standing, distribution, levels, standing, summed
from simcore.types import Array

SCHEMA = "simcore.luck/1"
MOST_BATTLES = 200
FEWEST_TRIALS = 1 << 12  # of a battle for which nothing is left
OF_BATTLES = 0.7  # of what an answer may cost: the rest is for adding up
LEAST_SECONDS = 0.015  # that each of them may take, whatever the ones before it took
OF_A_BATTLE = ("happened", "side", "utility", "name")  # beside the scenario's own fields


@dataclass(frozen=True, eq=False)
class Luck(Compared):
    """One battle: chances of an outcome worse for `side`, equally good, and better than what happened.

    Where `happened` leaves open which of several outcomes it was, these are the means over them by their chances.
    `chance` is that of what happened, `rank` the chance of a worse outcome and half that of an equal one.
    """

    result: Result
    name: str
    side: str
    happened: Mapping[str, Any]
    utility: Mapping[str, float] | None
    chance: float
    worse: float
    equal: float
    better: float
    ranks: Array  # float64[outcomes], of every outcome of `result.columns`
    came: Array  # float64[outcomes], chance of each once `happened` is known

    @property
    def rank(self) -> float:
        return Standing(self.worse, self.equal, self.better).rank

    @property
    def ways(self) -> int:
        """How many outcomes are as `happened` says."""
        return int(np.count_nonzero(self.came))

    @property
    def trials_behind(self) -> int | None:
        """Of how many trials the shares are as sure as a share counted in them; None: exact. An average over several
        outcomes is no surer than the trials in which these came up."""
        trials = self.result.trials
        if trials is None or self.ways == 1:
            return trials
        return max(1, round(trials * self.chance / (1.0 + self.chance)))

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        record = {
            "schema": SCHEMA,
            **({"name": self.name} if self.name else {}),
            "scenario": dict(self.result.scenario),
            "scenario_id": self.result.scenario_id,
            "side": self.side,
            "happened": dict(self.happened),
            "utility": None if self.utility is None else dict(self.utility),
            "chance": self.chance,
            "worse": self.worse,
            "equal": self.equal,
            "better": self.better,
            "percentile": 100.0 * self.rank,
            "method": self.result.method,
            "trials": self.result.trials,
            "trials_behind": self.trials_behind,
            "seed": self.result.seed,
            "mass": self.result.mass,
        }
        return self.result.told(record)


@dataclass(frozen=True, eq=False)
class CampaignLuck(Compared):
    """All battles of a campaign: the sum of their ranks, and chances of a smaller, an equal and a larger one.

    Where it is known in part what happened, all of these are means over the ways it can have been.
    """

    battles: tuple[Luck, ...]
    total: float
    expected: float
    worse: float
    equal: float
    better: float
    interval: Mapping[str, tuple[float, float]] | None  # at least 95 %, of worse and better; None: exact

    @property
    def rank(self) -> float:
        return Standing(self.worse, self.equal, self.better).rank

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return {
            "schema": SCHEMA,
            "battles": [battle.to_dict() for battle in self.battles],
            "total": self.total,
            "expected": self.expected,
            "worse": self.worse,
            "equal": self.equal,
            "better": self.better,
            "percentile": 100.0 * self.rank,
            "interval": None if self.interval is None else {name: list(ends) for name, ends in self.interval.items()},
        }


def luck(
    scenario: Mapping[str, Any],
    happened: Mapping[str, Any],
    *,
    side: str | None = None,
    utility: Mapping[str, float] | None = None,
    trials: int | None = None,
    seed: int = 0,
    facts: Path | str | None = None,
    name: str = "",
    exact: bool = False,
) -> Luck:
    """Where what happened in a battle lies among all its outcomes, from the worst for `side` to the best.

    `happened` names columns of the outcomes and what came of them, as many as are known: `winner` by its name, others
    by their number, and totals of them (`attacker.left`, `defender.lost`) where an outcome fixes these. `utility`:
    weights by name of a chance (`win.attacker`) or a column; left out, a side's own win is best and the enemy's worst;
    among equals it counts what it has left (or has not lost), less the enemy's, then what became of the others where a
    game tells that (`Combat.grades`: in Legendary Battles killed is worse than disrupted, that worse than pushed away).
    `side` is the first of the combat, or an event that is wished for. `exact`, `trials` and `seed` as in `evaluate`;
    trials that nobody has asked for are fewer where a million would take longer than an answer may. Raises `BadInput`
    for an outcome that cannot be, naming the nearest that can.

    >>> battle = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 6}, "defender": {"french": 4}}
    >>> lost = luck(battle, {"winner": "defender"})
    >>> round(lost.chance, 4), round(lost.worse, 4), round(lost.better, 4), round(lost.rank, 4)
    (0.2539, 0.0835, 0.8296, 0.127)
    """
    if not isinstance(happened, Mapping) or not happened:
        raise BadInput("happened", happened, "columns of the outcomes and what came of them, such as winner=defender")
    with cost.insisted(exact):
        prepared = prepare_telling(scenario, facts, happened)
    if trials is None and not exact and not run.affordable(prepared.problem):
        trials = _fitting(prepared)
    combat, result = prepared.combat, evaluate_prepared(prepared, exact=exact, trials=trials, seed=seed, facts=facts)
    side = named_side(combat, side)
    if not result.mass:
        raise BadInput("happened", ", ".join(happened), "nothing: this battle never ends, so nothing can come of it")
    matches = fitting(prepared, result, happened)
    chance = result.columns["p"]
    worth = _default_worth(combat, result, side) if utility is None else _stated_worth(combat, result, utility)
    worse, equal = levels(worth, chance)
    weight = chance * matches / (chance @ matches)
    below, beside = settled(float(weight @ worse)), settled(float(weight @ equal))
    return Luck(
        result=result,
        name=name,
        side=side,
        happened=dict(happened),
        utility=None if utility is None else dict(utility),
        chance=settled(float(chance @ matches)),
        worse=below,
        equal=beside,
        better=settled(max(0.0, 1.0 - below - beside)),
        ranks=worse + equal / 2.0,
        came=weight,
    )


def campaign_luck(
    document: Mapping[str, Any],
    *,
    side: str | None = None,
    exact: bool = False,
    trials: int | None = None,
    seed: int = 0,
    facts: Path | str | None = None,
) -> CampaignLuck:
    """The luck of a whole campaign: `document` is `{"battles": [scenario with "happened", ...]}`, at most 200.

    Beside the fields of a scenario a battle has `happened`, and can have `side` (else the campaign's, else the first
    of its combat), `utility` and a `name`. Facts of an owner's file serve the battles of one game. All battles together
    cost no more than one answer may: those for which too little is left are answered by trials, or the campaign is
    refused, unless `exact` insists on it.

    >>> lost = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 6}, "defender": {"french": 4},
    ...         "happened": {"winner": "defender"}}
    >>> twice = campaign_luck({"battles": [lost, lost]})
    >>> round(twice.battles[0].rank, 4), round(twice.rank, 4)
    (0.127, 0.0353)
    """
    if not isinstance(document, Mapping) or not isinstance(document.get("battles"), list) or not document["battles"]:
        raise BadInput("battles", document, "a list of scenarios, each with what happened")
    for key in document:
        if key not in ("battles", "side"):
            raise BadInput("campaign", key, nearest(key, ["battles", "side"]))
    listed = document["battles"]
    if len(listed) > MOST_BATTLES:
        raise BadInput("battles", f"{len(listed)} battles", f"at most {MOST_BATTLES}")
    side = document.get("side", side)
    with cost.insisted(exact or trials is not None):
        battles = _battles(listed, side, {"exact": exact, "trials": trials, "seed": seed, "facts": facts})
    chances = summed([distribution(battle.ranks, battle.result.columns["p"]) for battle in battles])
    came = summed([distribution(battle.ranks, battle.came) for battle in battles])
    where = standing(chances, came)
    total, expected = (float(np.arange(sums.size) @ sums) / STEPS for sums in (came, chances))
    sure = _intervals(battles, chances, came)
    return CampaignLuck(tuple(battles), total, expected, where.worse, where.equal, where.better, sure)


def _battles(listed: Sequence[object], side: str | None, how: Mapping[str, Any]) -> list[Luck]:
    """All battles of a campaign, on one account."""
    battles: list[Luck] = []
    with cost.account(cost.allowed().shared(1 / OF_BATTLES)) as whole:
        for number, one in enumerate(listed):
            whole.reserved = LEAST_SECONDS * (len(listed) - number - 1)
            battles.append(_battle(number, one, side, how))
            cost.pay(cost.valued(battles[-1].ranks.size).and_then(cost.Cost(cost.READY, 0.0)), held=_held(battles[-1]))
            so_far = cost.Cost(whole.seconds, whole.held)
            instead = "ask of fewer at a time, or insist with --exact"
            cost.check(f"luck of {number + 1} of {len(listed)} battles", so_far, instead, whole.limit)
    return battles


def _fitting(prepared: PreparedScenario) -> int:
    """So many trials, no more than is usual, as fit into what is allowed."""
    each = run.rolls_of_a_trial(prepared.problem) * cost.ROLL
    # Half of it: what the trials have come to is still to be put in order.
    trials = min(DEFAULT_TRIALS, max(FEWEST_TRIALS, int(cost.allowed().seconds / 2 / each)))
    cost.pay(cost.Cost(trials * each, 0.0))
    return trials


def _held(battle: Luck) -> int:
    """Bytes of all outcomes of a battle, which stay until the last one is answered."""
    outcomes, own = battle.result.weighed.outcomes, len(battle.result.columns) + 2
    return outcomes.table.nbytes + outcomes.terms.nbytes + cost.WORD * own * battle.ranks.size


def _intervals(battles: Sequence[Luck], chances: Array, came: Array) -> dict[str, tuple[float, float]] | None:
    """Where the shares of a campaign lie that was counted in trials.

    Every rank is off by at most what two distributions differ (Dvoretzky, Kiefer and Wolfowitz, with the constant of
    Massart, 1990), so sums can change places with what happened by twice that for each battle; beside it a share is as
    sure as one counted in the fewest trials, for its variance is that of its parts from battle to battle.
    """
    counted = [battle for battle in battles if battle.result.trials is not None]
    if not counted:
        return None
    off = sum(sqrt(log(40 * len(counted)) / (2.0 * (battle.result.trials or 1))) for battle in counted)
    trials = min(battle.trials_behind or 1 for battle in counted)
    low, high = (standing(chances, came, apart=sign * ceil(2.0 * off * STEPS)) for sign in (1, -1))
    ends = {"worse": (low.worse, high.worse), "better": (high.better, low.better)}
    return {
        name: (wilson(round(least * trials), trials)[0], wilson(round(most * trials), trials)[1])
        for name, (least, most) in ((name, sorted(both)) for name, both in ends.items())
    }


def _battle(number: int, one: object, side: str | None, how: Mapping[str, Any]) -> Luck:
    """One battle of a campaign; errors name it."""
    where = f"battles.{number}"
    if not isinstance(one, Mapping):
        raise BadInput(where, one, "a table with a scenario and what happened")
    name = one.get("name", "")
    if not isinstance(name, str):
        raise BadInput(f"{where}.name", name, "a word")
    scenario = {field: part for field, part in one.items() if field not in OF_A_BATTLE}
    try:
        return luck(
            scenario, one.get("happened", {}), side=one.get("side", side), utility=one.get("utility"), name=name, **how
        )
    except BadInput as error:
        raise BadInput(f"{where}.{error.field}", error.value, error.allowed) from None
    except cost.TooDear as error:
        raise cost.TooDear(f"{where}.{error}, or ask of fewer battles at a time") from None


# ---- what it is worth --------------------------------------------------------------------------------------------


def _stated_worth(combat: Combat, result: Result, utility: Mapping[str, float]) -> Array:
    """Worth of each outcome by stated weights, float64[outcomes]."""
    winner = result.columns["winner"]
    terms: dict[str, Array] = {f"win.{name}": winner == code for code, name in enumerate(combat.winners)}
    terms |= {name: column for name, column in result.columns.items() if name not in ("p", "winner")}
    worth = np.zeros(winner.size)
    for name, weight in Utility(utility).weights.items():
        if name not in terms:
            raise BadInput("utility", name, nearest(name, terms))
        worth += weight * terms[name]
    return worth


def _default_worth(combat: Combat, result: Result, side: str) -> Array:
    """The place of each outcome in the default order: own win first, then neither's, then the enemy's; among equals
    what each has left, own less enemy's; then what became of the others, by the grades of the combat."""
    winner = result.columns["winner"]
    sides = [name for name in combat.winners if any(column.startswith(f"{name}.") for column in result.columns)]
    enemies = [name for name in sides if name != side] if side in sides else []
    won = (winner == combat.winners.index(side)).astype(np.int64)
    lost = np.isin(winner, [combat.winners.index(name) for name in enemies])
    levels = [won - lost]
    if side in sides:
        balance = {name: 1 if name == side else -1 for name in sides}
        levels.append(sum(sign * _left(combat, result, name) for name, sign in balance.items()))
        levels += [
            grade * sum(sign * _met(result, name, fate) for name, sign in balance.items())
            for fate, grade in combat.grades
        ]
    _, place = np.unique(np.stack(levels, axis=1), axis=0, return_inverse=True)
    return place.reshape(-1).astype(float)


def _left(combat: Combat, result: Result, side: str) -> Array:
    """What a side has left in each outcome; where only losses are told, those taken off."""
    own = {name: column for name, column in result.columns.items() if name.startswith(f"{side}.")}
    if (lost := own.get(f"{side}.{combat.losses}")) is not None:
        return -lost
    kept = [column for name, column in own.items() if not combat.is_fate(name)]
    return np.sum(kept, axis=0) if kept else np.zeros_like(result.columns["winner"])


def _met(result: Result, side: str, fate: str) -> Array:
    """How many of a side met a fate in each outcome, whatever their kind."""
    met = [
        column for name, column in result.columns.items()
        if name.startswith(f"{side}.") and name.partition(".")[2].rpartition("_")[2] == fate
    ]  # fmt: skip
    return np.sum(met, axis=0) if met else np.zeros_like(result.columns["winner"])
