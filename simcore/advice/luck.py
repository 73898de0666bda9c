"""Was that luck: where what happened lies among all that could have, in one battle or in a campaign of many.

Outcomes are put in order by what they are worth to a side. A campaign adds up the ranks of its battles: a rank has no
unit, so a siege, a duel and a battle of fifty units count alike, and a battle that could hardly have gone otherwise
adds hardly any luck; utilities would need a rate between the games. The sum is set against its own distribution, the
convolution of all battles. (An average of percentiles would say nothing: ten ranks of 0.6 are rarer than one.) What is
known in part is a mixture of the outcomes that fit, and so is the sum: shares are averaged over it, never taken at its
mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcore.advice.values import Array, named_side
from simcore.combat import Combat
from simcore.errors import BadInput, nearest
from simcore.games import find_combat
from simcore.questions import evaluate
from simcore.result import Result, settled
from simcore.stats.ranks import STEPS, Standing, distribution, levels, standing, summed
from simcore.utility import Utility

SCHEMA = "simcore.luck/1"
MOST_BATTLES = 200
OF_A_BATTLE = ("happened", "side", "utility", "name")  # beside the scenario's own fields


@dataclass(frozen=True)
class Luck:
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
            "seed": self.result.seed,
            "mass": self.result.mass,
        }
        return self.result.told(record)


@dataclass(frozen=True)
class CampaignLuck:
    """All battles of a campaign: the sum of their ranks, and chances of a smaller, an equal and a larger one.

    Where it is known in part what happened, all of these are means over the ways it can have been.
    """

    battles: tuple[Luck, ...]
    total: float
    expected: float
    worse: float
    equal: float
    better: float

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
) -> Luck:
    """Where what happened in a battle lies among all its outcomes, from the worst for `side` to the best.

    `happened` names columns of the outcomes and what came of them, as many as are known: `winner` by its name, others
    by their number. `utility`: weights by name of a chance (`win.attacker`) or a column; left out, a side's own win
    is best and the enemy's worst, and among equals it counts what it has left (or has not lost), less the enemy's.
    `side` is the first of the combat, or an event that is wished for. `trials` and `seed` as in `evaluate`. Raises
    `BadInput` for an outcome that cannot be, naming the nearest that can.

    >>> battle = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 6}, "defender": {"french": 4}}
    >>> lost = luck(battle, {"winner": "defender"})
    >>> round(lost.chance, 4), round(lost.worse, 4), round(lost.better, 4), round(lost.rank, 4)
    (0.2539, 0.0835, 0.8296, 0.127)
    """
    result = evaluate(scenario, trials=trials, seed=seed, facts=facts)
    combat = find_combat(result.scenario["game"], result.scenario["combat"])
    side = named_side(combat, side)
    if not isinstance(happened, Mapping) or not happened:
        raise BadInput("happened", happened, "columns of the outcomes and what came of them, such as winner=defender")
    matches = _matches(combat, result, happened)
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
    trials: int | None = None,
    seed: int = 0,
    facts: Path | str | None = None,
) -> CampaignLuck:
    """The luck of a whole campaign: `document` is `{"battles": [scenario with "happened", ...]}`, at most 200.

    Beside the fields of a scenario a battle has `happened`, and can have `side` (else the campaign's, else the first
    of its combat), `utility` and a `name`. Facts of an owner's file serve the battles of one game.

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
    battles = [_battle(number, one, side, trials, seed, facts) for number, one in enumerate(listed)]
    chances = summed([distribution(battle.ranks, battle.result.columns["p"]) for battle in battles])
    came = summed([distribution(battle.ranks, battle.came) for battle in battles])
    where = standing(chances, came)
    total, expected = (float(np.arange(sums.size) @ sums) / STEPS for sums in (came, chances))
    return CampaignLuck(tuple(battles), total, expected, where.worse, where.equal, where.better)


def _battle(
    number: int, one: object, side: str | None, trials: int | None, seed: int, facts: Path | str | None
) -> Luck:
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
            scenario, one.get("happened", {}), side=one.get("side", side), utility=one.get("utility"),
            trials=trials, seed=seed, facts=facts, name=name,
        )  # fmt: skip
    except BadInput as error:
        raise BadInput(f"{where}.{error.field}", error.value, error.allowed) from None


# ---- what happened -----------------------------------------------------------------------------------------------


def _matches(combat: Combat, result: Result, happened: Mapping[str, Any]) -> Array:
    """Which outcomes are as stated, bool[outcomes]."""
    stated = {name: _number(combat, result, name, value) for name, value in happened.items()}
    apart = {name: np.abs(result.columns[name] - number) for name, number in stated.items()}
    matches: Array = np.all([distance == 0 for distance in apart.values()], axis=0)
    if not matches.any():
        # Names first, then numbers: another winner is farther away than any count.
        named, counted = np.zeros(matches.size), np.zeros(matches.size)
        for name, distance in apart.items():
            if _names(combat, name):
                named += distance > 0
            else:
                counted += distance
        at = int(np.lexsort((counted, named))[0])  # the first of equals is the likeliest
        nearest_one = {name: _said(combat, name, int(result.columns[name][at])) for name in stated}
        can = "that can happen" if result.trials is None else f"that came up in {result.trials:,} trials"
        raise BadInput("happened", _listing(happened), f"an outcome {can}; the nearest is {_listing(nearest_one)}")
    return matches


def _names(combat: Combat, column: str) -> tuple[str, ...]:
    """The words that the numbers of a column stand for; none where they are counts."""
    return combat.winners if column == "winner" else tuple(combat.coded.get(column, ()))


def _number(combat: Combat, result: Result, name: str, value: object) -> int:
    columns = [column for column in result.columns if column != "p"]
    if name not in columns:
        raise BadInput("happened", name, nearest(name, columns))
    if names := _names(combat, name):
        value = "none" if value == "nobody" else value  # as answers say it
        if value not in names:
            raise BadInput(f"happened {name}", value, nearest(value, names))
        return names.index(str(value))
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"happened {name}", value, "a whole number, 0 or more")
    return value


def _said(combat: Combat, name: str, number: int) -> Any:
    names = _names(combat, name)
    return names[number] if names else number


def _listing(happened: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in happened.items())


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
    """Own win first, then neither's, then the enemy's; among equals what each has left, own less enemy's."""
    winner = result.columns["winner"]
    sides = [name for name in combat.winners if any(column.startswith(f"{name}.") for column in result.columns)]
    own = (winner == combat.winners.index(side)).astype(float)
    enemies = [name for name in sides if name != side] if side in sides else []
    lost = np.isin(winner, [combat.winners.index(name) for name in enemies])
    balance = np.zeros(winner.size)
    for name in sides if side in sides else []:
        balance += (1.0 if name == side else -1.0) * _left(combat, result, name)
    # A win outweighs whatever can be left on either side.
    balance += (own - lost) * (1.0 + float(np.ptp(balance)))
    return balance


def _left(combat: Combat, result: Result, side: str) -> Array:
    """What a side has left in each outcome; where only losses are told, those taken off."""
    own = {name: column for name, column in result.columns.items() if name.startswith(f"{side}.")}
    left = np.zeros(result.columns["winner"].size)
    if (lost := own.get(f"{side}.{combat.losses}")) is not None:
        left -= lost
        return left
    for name, column in own.items():
        if not combat.is_fate(name):
            left += column
    return left
