"""A clash whose orders are given anew each turn, by both sides at once, neither knowing the other's.

Every ground on which a turn can begin is a matrix game: an order of each side against each of the other's, worth what
the rest of the clash is worth after it (Shapley, 1953). The last turn's games are solved first. One turn under one pair
of orders is the clash that all else asks for too, of one turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

import numpy as np

from simcore.contracts.combat import Situation, TurnByTurn
from simcore.engine.explored import GRAPH, MOST_STATES, Explorer, Graph
from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Problem
from simcore.engine.run import state_values
from simcore.games.bouvines import compile as assembly
from simcore.games.bouvines import ground as places
from simcore.games.bouvines import kernels
from simcore.games.bouvines import model as codes
from simcore.games.bouvines.facts import BouvinesFacts, OrderName, SideName
from simcore.games.bouvines.model import Model
from simcore.games.bouvines.scenarios import SIDES, Clash, order_of
from simcore.stats.matrix_game import solve
from simcore.types import Array

Orders = tuple[OrderName, OrderName]  # of the coalition, of France
EXPLORER = Explorer.of("bouvines", kernels)
living = uncompiled(places.living)
NAMES: tuple[OrderName, ...] = get_args(OrderName)
PAIRS: tuple[Orders, ...] = tuple((ours, theirs) for ours in NAMES for theirs in NAMES)
MOST_GROUNDS = 4_000  # on which one turn can begin: some seconds
NOTHING = 1e-9  # a difference that is rounding
RARE = 0.005  # share of an order in a mixture that is not worth saying


@dataclass(frozen=True)
class Turn:
    """One turn under one pair of orders, from every ground on which it can begin."""

    graph: Graph
    starts: Array  # int64[grounds]: the first state of each
    over: Array  # int64[endings]: states in which the turn ends
    winner: Array  # int64[endings]: by side; -1: the clash goes on
    next_ground: Array  # int64[endings]: on which it does

    @property
    def problem(self) -> Problem:
        ending_of = np.zeros(self.graph.row_of.size, np.int64)
        ending_of[self.over] = np.arange(self.over.size)
        graph = self.graph._replace(ending_of=ending_of)
        return Problem(GRAPH, graph, 0, ending_of.size, 1, self.over.size, lambda endings: {"winner": endings})

    def values(self, worth: Mapping[int, float], onward: Array) -> Array:
        """What the turn is worth from each ground: float64[grounds]."""
        ends = np.array([worth[winner] for winner in (0, 1, -1)])[self.winner]
        ends = np.where(self.winner < 0, onward[self.next_ground], ends)
        return np.asarray(state_values(self.problem, ends)[self.starts])

    def spread(self, chance: Array, onward: Array) -> None:
        """Add the chances of the grounds it comes to next, from those it begins on, to `onward`."""
        problem = self.problem
        visits, ends, rolls = np.zeros(problem.states), np.zeros(problem.endings), np.zeros(problem.rows)
        np.add.at(visits, self.starts, chance)
        GRAPH.forward(problem.model, 1, visits, ends, rolls, 0)
        on = self.winner < 0
        np.add.at(onward, self.next_ground[on], ends[on])


class TooLarge(Exception):
    """More than can be played out; its text says what, and what can be."""


class AnewEachTurn:
    """One clash; values are those of the coalition's utility."""

    def __init__(self, scenario: Clash, facts: BouvinesFacts) -> None:
        self.scenario = scenario
        self.models = {pair: self._model(pair, facts) for pair in PAIRS}
        _, start = assembly.clash_field(scenario, facts)
        self.grounds = [np.array([kernels.opening(start, 0, 0)], np.int64)]
        self.turns: list[dict[Orders, Turn]] = []
        for turn in range(scenario.order_limit):
            if not len(self.grounds[-1]):  # under whatever orders it is over by now
                break
            self.turns.append(self._played(self.grounds[-1], last=turn == scenario.order_limit - 1))

    def _model(self, pair: Orders, facts: BouvinesFacts) -> Model:
        sides: dict[str, Any] = {
            side: getattr(self.scenario, side).model_copy(update={"orders": (order,)})
            for side, order in zip(SIDES, pair, strict=True)
        }
        model, _ = assembly.clash_field(self.scenario.model_copy(update={**sides, "order_limit": 1}), facts)
        model.field["whole"] = 1
        return model

    def _played(self, grounds: Array, last: bool) -> dict[Orders, Turn]:
        """The next turn under every pair of orders; adds the grounds on which the one after it can begin (after the
        last one all are alike)."""
        openings = [tuple(words) for words in grounds.tolist()]
        found = {pair: EXPLORER.explore(model, openings, MOST_STATES) for pair, model in self.models.items()}
        ended = {}
        for pair, explored in found.items():
            if explored.graph is None:
                turn = len(self.turns) + 1
                raise TooLarge(f"turn {turn} has more than {MOST_STATES:,} states")
            over = np.flatnonzero(explored.graph.row_of < 0)
            ended[pair] = over, *kernels.after_a_turn(explored.words[over])
        follows = np.concatenate([words[how == codes.LIMIT] for _, how, words in ended.values()])
        onward, number = np.unique(follows * (not last), axis=0, return_inverse=True)
        if len(onward) > MOST_GROUNDS:
            turn = len(self.turns) + 2
            raise TooLarge(f"turn {turn} can begin on {len(onward):,} grounds, {MOST_GROUNDS:,} at most")
        self.grounds.append(onward)
        turns, at = {}, 0
        for pair, (over, how, _) in ended.items():
            goes_on = how == codes.LIMIT
            next_ground = np.zeros(over.size, np.int64)
            next_ground[goes_on] = number.ravel()[at : at + goes_on.sum()]
            at += int(goes_on.sum())
            winner = np.where(goes_on, -1, 1 - (how - 1) // codes.TAKEN)
            graph = found[pair].graph
            assert graph is not None
            turns[pair] = Turn(graph, found[pair].starts, over, winner, next_ground)
        return turns

    def values(self, worth: Mapping[int, float], choose: Callable[[int, Array], Array]) -> float:
        """The worth of the clash where `choose(turn, payoff)` gives that of each ground, from the worth of every pair
        of orders there, float64[grounds, 6, 6]. `worth`: by the side that has won, -1: nobody."""
        onward = np.full(max(len(self.grounds[-1]), 1), worth[-1])  # read even where nothing goes on
        for turn in reversed(range(len(self.turns))):
            payoff = np.stack([self.turns[turn][pair].values(worth, onward) for pair in PAIRS], axis=1)
            onward = choose(turn, payoff.reshape(-1, len(NAMES), len(NAMES)))
        return float(onward[0])


class Equilibrium:
    """The orders of both sides at their best: a mixture on every ground. The coalition's worth is the most it can be
    sure of."""

    def __init__(self, clash: AnewEachTurn, worth: Mapping[int, float]) -> None:
        self.clash = clash
        self.mixtures: dict[int, tuple[Array, Array]] = {}
        self.value = clash.values(worth, self._solved)

    def _solved(self, turn: int, payoff: Array) -> Array:
        grounds = len(payoff)
        ours, theirs = payoff.min(axis=2), payoff.max(axis=1)
        value, sure = ours.max(axis=1), theirs.min(axis=1)
        x, y = np.zeros((2, grounds, len(NAMES)))
        x[np.arange(grounds), ours.argmax(axis=1)] = 1.0
        y[np.arange(grounds), theirs.argmin(axis=1)] = 1.0
        for ground in np.flatnonzero(sure - value > NOTHING):  # no saddle point: both keep the other guessing
            game = solve(payoff[ground])
            x[ground], y[ground], value[ground] = game.row, game.column, game.value
        self.mixtures[turn] = x, y
        return np.asarray(value)

    @cached_property
    def situations(self) -> tuple[Situation, ...]:
        """What is ordered, by turn and by how many troops each side has, the likeliest first within a turn."""
        told: list[Situation] = []
        chance = np.ones(1)
        for turn, (x, y) in sorted(self.mixtures.items()):
            grounds = self.clash.grounds[turn]
            rows: dict[tuple[str, str, str], float] = {}
            for words, share, ours, theirs in zip(grounds.tolist(), chance.tolist(), x, y, strict=True):
                if share > NOTHING:
                    left = [living((0, 0, *words[1:]), side) for side in (0, 1)]
                    where = f"turn {turn + 1}, {left[0]} coalition troops against {left[1]} French"
                    for side, mixture in zip(SIDES, (ours, theirs), strict=True):
                        key = side, where, mixed(mixture)
                        rows[key] = rows.get(key, 0.0) + share
            told += sorted(
                (Situation(*key, min(1.0, share)) for key, share in rows.items()), key=lambda one: -one.chance
            )
            onward = np.zeros(len(self.clash.grounds[turn + 1]))
            for pair, played in self.clash.turns[turn].items():
                both = x[:, NAMES.index(pair[0])] * y[:, NAMES.index(pair[1])]
                if both.any():
                    played.spread(chance * both, onward)
            chance = onward
        return tuple(told)


def mixed(mixture: Array) -> str:
    """The orders of a mixture, the likeliest first.

    >>> mixed(np.array([1.0, 0, 0, 0, 0, 0])), mixed(np.array([0.25, 0.75, 0, 0, 0, 0]))
    ('attack', 'defence 75 %, attack 25 %')
    """
    order = [at for at in np.argsort(-mixture, kind="stable").tolist() if mixture[at] > RARE]
    return NAMES[order[0]] if len(order) == 1 else ", ".join(f"{NAMES[at]} {100.0 * mixture[at]:.0f} %" for at in order)


def turn_by_turn(
    scenario: Clash, side: SideName, weights: Mapping[str, float], facts: BouvinesFacts
) -> TurnByTurn | str:
    """The best of orders given anew each turn, for `side`; why it is not told, where a leader has two dice, where more
    than who wins is sought, or where a clash can come to too many grounds."""
    plaques = [scenario.coalition, scenario.france]
    wins = {"win.none": -1, **{f"win.{name}": number for number, name in enumerate(SIDES)}}
    if any(plaque.second_orders is not None for plaque in plaques):
        return "a leader has two dice; leaders and banners with one"
    if not weights.keys() <= wins.keys():
        return f"more is sought than who wins; a utility of {', '.join(wins)} alone"
    try:
        clash = AnewEachTurn(scenario, facts)
    except TooLarge as error:
        return f"{error}; fewer turns or troops"
    sign = 1.0 if side == SIDES[0] else -1.0
    worth = {number: sign * weights.get(name, 0.0) for name, number in wins.items()}
    best = Equilibrium(clash, worth)
    enemy = 1 - SIDES.index(side)
    stated = [NAMES.index(order_of(plaques[enemy].orders, turn)) for turn in range(scenario.order_limit)]

    def reply(turn: int, payoff: Array) -> Array:
        return np.asarray(payoff[:, :, stated[turn]].max(axis=1) if enemy else payoff[:, stated[turn]].min(axis=1))

    return TurnByTurn(sign * best.value, sign * clash.values(worth, reply), best.situations)
