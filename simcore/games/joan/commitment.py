"""What to commit: the hidden choice of cards, influence and hero as a zero-sum game, and replies to habits.

    >>> answer = commit(
    ...     attacker={"cards": [6, 5, 3, "engineer"], "influence": 3, "hero": True},
    ...     defender={"cards": [5, 4, "engineer"], "influence": 2},
    ...     fortification="castle",
    ... )
    >>> round(answer.value, 2), round(answer.capture, 3)
    (12.39, 0.937)
    >>> [(play["cards"], play["influence"], play["hero"], round(play["p"], 2)) for play in answer.attacker]
    [([6, 5], 0, True, 0.46), ([6, 5], 1, True, 0.39), ([6, 5], 2, True, 0.15)]
    >>> [(play["card"], play["influence"], round(play["p"], 2)) for play in answer.defender]
    [(5, 2, 0.54), (4, 0, 0.46)]

So the attacker brings his two best cards and his hero, and keeps the defender guessing about the rest; the defender
defends for all he is worth about half the time, else he saves what he can. Of several mixes as good the one is given
that has most weight on what is listed first (`stats.matrix_game`). Against four cards that nobody has seen:

    >>> unknown = commit(attacker={"cards": [6, 5, 3, "engineer"], "influence": 3, "hero": True},
    ...                  defender={"hidden": 4, "influence": 2}, fortification="castle")
    >>> round(unknown.value, 2), round(unknown.capture, 3)
    (8.01, 0.773)

Worths are in coins, to the attacker (READINGS, Commitment).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, StrictBool

from simcore.errors import BadInput, first_problem
from simcore.games.joan.base import TrackedFacts
from simcore.games.joan.commitment_game import SIDES, Game, Question
from simcore.games.joan.facts import YellowCard
from simcore.games.joan.facts import facts as load
from simcore.games.joan.hands import SideName
from simcore.games.joan.plans import Plans
from simcore.games.joan.scenarios import Influence
from simcore.scenarios.scenario import Document, Entries
from simcore.types import Array


class Habit(Document):
    """One commitment of a stated habit; `weight` against the other ones."""

    cards: Annotated[Entries[YellowCard], Field(max_length=2)] = ()
    influence: Influence = 0
    hero: StrictBool = False
    engineer: StrictBool = False
    traitor: StrictBool = False
    weight: Annotated[float, Field(gt=0.0, le=1e6, allow_inf_nan=False)] = 1.0


class Habits(Document):
    """A stated habit: commitments with weights."""

    habit: Annotated[tuple[Habit, ...], Field(min_length=1)]


@dataclass(frozen=True)
class Answer:
    """An equilibrium. Strategies: commitments with their chance `p`, likeliest first; a hidden hand's over all hands.

    A defender's entries with `drawn` are what he lays if his Traitor took that card; for each such card they sum to
    the chance that he plays the Traitor (and could).
    """

    question: Mapping[str, Any]
    value: float
    capture: float
    attacker: list[dict[str, Any]]
    defender: list[dict[str, Any]]
    gap: float
    assumed: tuple[str, ...]
    public: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "schema": "simcore.commitment/1",
            **self.__dict__,
            **{kind: list(getattr(self, kind)) for kind in ("assumed", "public")},
        }


@dataclass(frozen=True)
class Reply:
    """The best reply to a habit: what to lay, what it is worth to the attacker, and the chance of capture.

    `lay` has one entry; where a Traitor is the best reply, one for each card that it may take.
    """

    lay: list[dict[str, Any]]
    value: float
    capture: float
    assumed: tuple[str, ...]
    public: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The reply as plain data."""
        beyond = {"assumed": list(self.assumed), "public": list(self.public)}
        return {"schema": "simcore.commitment-reply/1", **self.__dict__, **beyond}


def _game(fields: Mapping[str, Any], facts: Path | str | None) -> Game:
    return Game(first_problem(Question, dict(fields)), TrackedFacts(load(None if facts is None else Path(facts))))


def commit(question: Mapping[str, Any] | None = None, *, facts: Path | str | None = None, **fields: Any) -> Answer:
    """The equilibrium of both sides' hidden commitments; fields of `Question`, in a mapping or by name.

    A hand is known (`cards`) or, on one side, hidden in part (`hidden`: so many more cards from the deck). The
    worth of everything is in `stakes`. Raises `BadInput` for the first thing wrong.
    """
    game = _game({**(question or {}), **fields}, facts)
    found, capture = game.solve()
    return Answer(
        question={**game.question.plain(), "stakes": dict(game.stakes)},
        value=found.value,
        capture=capture,
        attacker=game.attacker.told(found.row),
        defender=game.defender.told(found.column),
        gap=found.gap,
        **game.beyond(),
    )


def reply(
    question: Mapping[str, Any] | None = None,
    *,
    side: SideName,
    habit: Literal["everything", "least"] | Sequence[Mapping[str, Any]],
    facts: Path | str | None = None,
    **fields: Any,
) -> Reply:
    """The best reply of `side`, whose hand is known, to a habit of the other side.

    `habit`: "everything" (highest cards, all influence, hero, Engineer, Traitor), "least" (lowest cards, nothing
    else), or commitments with weights: tables of `cards`, `influence`, `hero`, `engineer`, `traitor`, `weight`.
    A hidden hand follows its habit as far as it can; commitments it cannot hold are an error.

    >>> lazy = reply(attacker={"cards": [6, 5, 4], "influence": 3}, defender={"cards": [4, 3]},
    ...              side="attacker", habit="least")
    >>> lazy.lay[0]["cards"], lazy.lay[0]["influence"]
    ([6, 5], 0)
    """
    if side not in SIDES:
        raise BadInput("side", side, "attacker or defender")
    game = _game({**(question or {}), **fields}, facts)
    if game.question.attacker.hidden if side == "attacker" else game.question.defender.hidden:
        raise BadInput(f"{side}.hidden", getattr(game.question, side).hidden, "0 for the side that looks for a reply")
    mine, theirs = (game.attacker, game.defender) if side == "attacker" else (game.defender, game.attacker)
    weights = _habit_weights(theirs, habit)
    worth, _ = game.pays
    plan = mine.reply(worth @ weights if side == "attacker" else weights @ worth)
    row, column = (plan, weights) if side == "attacker" else (weights, plan)
    return Reply(mine.told(plan), float(row @ worth @ column), game.capture(row, column), **game.beyond())


def _habit_weights(plans: Plans, habit: Any) -> Array:
    if habit in ("everything", "least"):
        return plans.everything(habit == "everything")
    if isinstance(habit, str) or not isinstance(habit, Sequence):
        raise BadInput("habit", habit, "everything, least, or a list of commitments")
    stated = first_problem(Habits, {"habit": list(habit)}).habit
    total = np.zeros(len(plans.lays))
    for number, entry in enumerate(stated):
        wanted = (tuple(sorted(entry.cards, reverse=True)), entry.influence, entry.hero, entry.engineer, entry.traitor)
        weights = plans.habit(wanted)
        if weights is None:
            wanted_from = f"a commitment that the {plans.side} can lay from this hand"
            raise BadInput(f"habit.{number}", entry.model_dump(mode="json", exclude_defaults=True), wanted_from)
        total += entry.weight * weights
    return np.asarray(total / sum(entry.weight for entry in stated))
