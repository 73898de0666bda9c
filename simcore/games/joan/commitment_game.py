"""The commitment game: two hands and a town, and what every pair of commitments is worth.

Every pair is a `combat` of this house: its points come from `combats` and its result from `rules`, laid over all
pairs at once. Worths are in coins, to the attacker (READINGS, Commitment).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from pydantic import Field, StrictBool

from simcore.errors import BadInput
from simcore.games.joan.base import TrackedFacts
from simcore.games.joan.combats import attack_points, defence_points, fortification_points, ground_points
from simcore.games.joan.facts import DeckName, FortificationName
from simcore.games.joan.hands import Cards, Hand, Lay, SideName, holdings, rest_of
from simcore.games.joan.plans import Plans
from simcore.games.joan.roll_sequence import DIFFERENCE
from simcore.games.joan.rules import exchange
from simcore.games.joan.scenarios import Attacker, CombatRules, Defender, Nation, TownCombat
from simcore.scenarios.scenario import Document, Scenario
from simcore.stats import matrix_game
from simcore.types import Array

SIDES: tuple[SideName, SideName] = ("attacker", "defender")
Stake = Annotated[float, Field(ge=0.0, le=1e6, allow_inf_nan=False)] | None


class Stakes(Document):
    """What things are worth, in coins; absent: as in the facts."""

    town: Stake = Field(None, description="the town, if it is taken")
    point: Stake = Field(None, description="1 CP of a yellow card lost")
    influence: Stake = Field(None, description="an Influence Point spent")
    hero: Stake = Field(None, description="a hero killed")
    red: Stake = Field(None, description="a red card played")


class Question(Scenario):
    """Two hands and a town."""

    attacker: Hand
    defender: Hand
    fortification: FortificationName = "garrison"
    mountain: StrictBool = False
    landing: StrictBool = False
    nation: Nation | None = Field(None, description="the attacker's; matters under optional rules")
    rules: CombatRules = CombatRules()
    stakes: Stakes = Stakes()
    deck: DeckName = Field("six-players", description="from which hidden cards are drawn")
    seen: Cards = Field((), description="further cards known to be elsewhere than in a hidden hand")


class Game:
    """A question understood: both sides' plans, and the worth of every pair of commitments."""

    def __init__(self, question: Question, figures: TrackedFacts) -> None:
        self.question, self.figures = question, figures
        hands = {side: getattr(question, side) for side in SIDES}
        hidden = [side for side in SIDES if hands[side].hidden]
        if len(hidden) == 2:
            raise BadInput("defender.hidden", hands["defender"].hidden, "0 where the attacker's hand is hidden too")
        rest: Counter[Any] = Counter()
        if hidden:
            gone = {f"{side}.cards": hands[side].cards for side in SIDES} | {"seen": question.seen}
            rest = rest_of(figures("decks", question.deck), gone)
            hand = hands[hidden[0]]
            if hand.hidden > rest.total():
                raise BadInput(f"{hidden[0]}.hidden", hand.hidden, f"at most {rest.total()}, the rest of the deck")
        held = {side: holdings(hands[side], side, rest) for side in SIDES}
        if not held["attacker"]:
            raise BadInput("attacker.cards", list(hands["attacker"].cards), "at least two yellow cards, to attack")
        self.attacker = Plans("attacker", hands["attacker"], held["attacker"], held["defender"])
        self.defender = Plans("defender", hands["defender"], held["defender"], held["attacker"])
        self.stakes = {
            name: figures("stakes", name) if given is None else given
            for name in Stakes.model_fields
            for given in [getattr(question.stakes, name)]
        }

    def scenario(self, attacker: Lay, defender: Lay) -> TownCombat:
        """The combat of two commitments; Retreats are those worth playing while no Traitor has taken a card."""
        question = self.question
        return TownCombat(
            attacker=Attacker(
                cards=attacker.cards,
                influence=attacker.influence,
                hero=attacker.hero,
                engineer=attacker.engineer,
                traitor=attacker.traitor,
                sign_of_god=0 if attacker.sign_of_god else None,
                retreat=self._retreats(attacker),
                grand_master=question.attacker.grand_master,
                nation=question.nation,
            ),
            defender=Defender(
                card=defender.cards[0] if defender.cards else None,
                influence=defender.influence,
                hero=defender.hero,
                engineer=defender.engineer,
                traitor=defender.traitor,
                sign_of_god=defender.sign_of_god,
                retreat=self._retreats(defender),
                grand_master=question.defender.grand_master,
                fortification=question.fortification,
                mountain=question.mountain,
                landing=question.landing,
            ),
            rules=question.rules,
        )

    def _retreats(self, lay: Lay) -> int:
        return sum(card * self.stakes["point"] > self.stakes["red"] for card in lay.cards[: lay.retreat])

    def _spent(self, lay: Lay) -> float:
        """Worth of what is gone whatever happens."""
        return float(lay.influence * self.stakes["influence"] + (lay.engineer + lay.traitor) * self.stakes["red"])

    def _at_risk(self, lay: Lay, cards: Sequence[int]) -> float:
        """Worth of what is lost by a side that does not win."""
        worth = [card * self.stakes["point"] for card in cards]
        saved = sum(max(0.0, value - self.stakes["red"]) for value in worth[: lay.retreat])
        return float(sum(worth) - saved + lay.hero * self.stakes["hero"])

    @cached_property
    def pays(self) -> tuple[Array, Array]:
        """Worth and chance of capture for every pair of commitments [attacker's, defender's].

        What a defender lays after his Traitor took a card counts with the chance that it takes that card.
        """
        rows, columns, stakes = self.attacker.lays, self.defender.lays, self.stakes
        some = self.scenario(rows[0], columns[0])
        attack = _by_kind(rows, lambda x: attack_points(self.scenario(x, columns[0]).attacker, self.figures))
        defence = _by_kind(columns, lambda x: defence_points(self.scenario(rows[0], x).defender, self.figures))
        defence += np.array([sum(x.cards) for x in columns]) + ground_points(some, self.figures)
        walls = np.zeros((2, 2, 2), np.int64)
        for engineer, traitor, other in np.ndindex(walls.shape):
            attacker = some.attacker.model_copy(update={"engineer": bool(engineer), "traitor": bool(traitor)})
            defender = some.defender.model_copy(update={"engineer": bool(other)})
            variant = some.model_copy(update={"attacker": attacker, "defender": defender})
            walls[engineer, traitor, other] = fortification_points(variant, self.figures)
        flags = np.array([[x.engineer, x.traitor] for x in rows]).astype(int)
        others = np.array([x.engineer for x in columns]).astype(int)
        signs = np.array([sum(x.cards) * x.sign_of_god for x in columns])
        spent = np.array([self._spent(x) for x in columns])
        risk = np.array([self._at_risk(x, x.cards) for x in columns])
        drawn = np.array([x.drawn for x in columns])
        worth, capture = np.zeros((2, len(rows), len(columns)))
        for card in sorted(set(drawn.tolist())):
            at = np.flatnonzero(drawn == card)
            left = [_without(x.cards, card) for x in rows]
            chance = np.array([x.cards.count(card) / len(x.cards) if card else 1.0 for x in rows])
            margin = (attack + np.array([sum(cards) for cards in left]))[:, None] - defence[at]
            margin -= walls[flags[:, :1], flags[:, 1:], others[at]]
            doubled = np.array([max(cards) * x.sign_of_god for cards, x in zip(left, rows, strict=True)])
            won, equal, sign, other_sign = _chances(margin, doubled, signs[at])
            own_spent = np.array([self._spent(x) + card * stakes["point"] for x in rows])[:, None]
            own_risk = np.array([self._at_risk(x, cards) for x, cards in zip(rows, left, strict=True)])[:, None]
            own = own_spent + (1.0 - won) * own_risk + sign * stakes["red"]
            their = spent[at] + (won + equal) * risk[at] + other_sign * stakes["red"]
            worth[:, at] = chance[:, None] * (won * stakes["town"] - own + their)
            capture[:, at] = chance[:, None] * won
        return worth, capture

    def solve(self) -> tuple[matrix_game.Equilibrium, float]:
        """The equilibrium, and its chance of capture."""
        worth, _ = self.pays
        if len(self.attacker.groups) == len(self.defender.groups) == 1:
            game = matrix_game.solve(worth)
        else:
            game = matrix_game.solve_by_replies(worth, self.attacker.reply, self.defender.reply)
        return game, self.capture(game.row, game.column)

    def capture(self, row: Array, column: Array) -> float:
        """The chance of capture, if the sides lay with these weights; a sum of them may miss 1 by a rounding."""
        return float(np.clip(row @ self.pays[1] @ column, 0.0, 1.0))

    def beyond(self) -> dict[str, tuple[str, ...]]:
        """Titles of the assumed and of the public facts that were used."""
        facts, used = self.figures.facts, self.figures.used
        told = [(facts.title(key), fact) for key, fact in facts.items() if key in used]
        return {
            "assumed": tuple(title for title, fact in told if fact.assumed),
            "public": tuple(title for title, fact in told if fact.public),
        }


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards without one of this value, if there is one."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def _by_kind(lays: Sequence[Lay], points: Callable[[Lay], int]) -> Array:
    """Points of influence, hero and Grand Master of each commitment, each kind looked at once."""
    known: dict[tuple[int, bool], int] = {}
    for lay in lays:
        if (lay.influence, lay.hero) not in known:
            known[lay.influence, lay.hero] = points(lay)
    return np.array([known[lay.influence, lay.hero] for lay in lays])


def _chances(margin: Array, doubled: Array, other_doubled: Array) -> tuple[Array, Array, Array, Array]:
    """Chances that the attacker wins, that it is equal, that he and the defender play a Sign: [attacker, defender].

    Looked up in one table by margin before the dice and by the two cards that a Sign would double.
    """
    low = int(margin.min())
    range_of_margin = np.arange(low, int(margin.max()) + 1)
    own, own_index = np.unique(doubled, return_inverse=True)
    other, other_index = np.unique(other_doubled, return_inverse=True)
    apart = np.array(DIFFERENCE.shows)
    happened = exchange(range_of_margin[:, None, None, None] + apart, own[:, None, None], other[:, None])
    ways = np.array(DIFFERENCE.weights)  # whole numbers: what is certain is exactly 1
    where = (margin - low, own_index[:, None], other_index)
    seen = (happened.result > 0, happened.result == 0, happened.attacker_sign, happened.defender_sign)
    won, equal, sign, other_sign = ((part @ ways)[where] / ways.sum() for part in seen)
    return won, equal, sign, other_sign
