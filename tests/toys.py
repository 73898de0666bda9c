"""Toy combats on the engine: chains whose answers are known from elsewhere, or that no printed combat dares to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from simcore.contracts.combat import Combat
from simcore.engine.dice import Rows, multinomial
from simcore.engine.dice import pack as pack_rows
from simcore.engine.jit import step
from simcore.engine.resolver import Problem, Resolver, Tallies
from simcore.scenarios.facts import Facts
from simcore.scenarios.scenario import Count, Scenario
from simcore.types import Array

# Compiled copies are kept on disk under the resolver's name: a new text of this file needs a new name.
EDITION = blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()


def side_by_side(distributions: Sequence[Sequence[float]]) -> Rows:
    first = np.cumsum([0, *map(len, distributions)])
    return pack_rows(first, np.array([p for distribution in distributions for p in distribution], float))


# ---- RISK: attackers roll up to three dice, defenders up to two; highest against highest, ties to the defender ---


class Risk(NamedTuple):
    rows: Rows
    row_of: Array  # int64[4, 3]: by dice of the attacker and of the defender
    lost: Array  # int64[faces, 2]
    size: Array  # int64[2]


@step
def risk_look(model, state):
    a, d = state
    return (model.row_of[min(a, 3), min(d, 2)] if a > 0 and d > 0 else -1), state


@step
def risk_advance(model, view, face):
    a, d = view
    return a - model.lost[face, 0], d - model.lost[face, 1]


@step
def risk_ending(model, state):
    a, d = state
    return a - 1 if a > 0 else model.size[0] + d - 1


@step
def risk_pack(model, state):
    a, d = state
    return (model.size[0] - a) * (model.size[1] + 1) + model.size[1] - d


@step
def risk_unpack(model, number):
    gone = number // (model.size[1] + 1)
    return model.size[0] - gone, model.size[1] - (number - gone * (model.size[1] + 1))


RISK = Resolver(
    f"risk-{EDITION}",
    next_roll=risk_look,
    transition=risk_advance,
    terminal_outcome=risk_ending,
    pack=risk_pack,
    unpack=risk_unpack,
)  # fmt: skip


def risk_round(attackers: int, defenders: int) -> dict[tuple[int, int], int]:
    """In how many ways of the dice each side loses so many."""
    ways: dict[tuple[int, int], int] = {}
    for roll in product(range(1, 7), repeat=attackers + defenders):
        pairs = zip(sorted(roll[:attackers])[::-1], sorted(roll[attackers:])[::-1], strict=False)
        won = [a > d for a, d in pairs]
        lost = (won.count(False), won.count(True))
        ways[lost] = ways.get(lost, 0) + 1
    return ways


def risk(attackers: int, defenders: int) -> Problem:
    row_of, faces, distributions = np.full((4, 3), -1), [], []
    for a, d in product((1, 2, 3), (1, 2)):
        row_of[a, d] = len(distributions)
        ways = risk_round(a, d)
        faces += list(ways)
        distributions.append([number / 6 ** (a + d) for number in ways.values()])
    size = np.array([attackers, defenders])
    return Problem(
        resolver=RISK,
        model=Risk(side_by_side(distributions), row_of, np.array(faces), size),
        start=0,
        states=(attackers + 1) * (defenders + 1),
        phases=1,
        endings=attackers + defenders,
        columns=lambda endings: {"winner": np.where(endings < attackers, 1, 2)},
    )


# ---- Alternating fire: a side rolls min(units, 5) dice, each of `hits` faces removes one; then the other answers ---


class Fire(NamedTuple):
    rows: Rows  # row n: n units fire
    hits: Array  # int64[faces]
    size: Array  # int64[2]


MOST_DICE = 5


@step
def fire_look(model, state):
    a, b, turn = state
    firing = a if turn == 0 else b
    return (min(firing, model.rows.first.size - 2) if a > 0 and b > 0 else -1), state


@step
def fire_advance(model, view, face):
    a, b, turn = view
    if turn == 0:
        return a, max(b - model.hits[face], 0), 1
    return max(a - model.hits[face], 0), b, 0


@step
def fire_ending(model, state):
    a, b, _ = state
    return a - 1 if a > 0 else model.size[0] + b - 1


@step
def fire_pack(model, state):
    a, b, turn = state
    return ((model.size[0] - a) * (model.size[1] + 1) + model.size[1] - b) * 2 + turn


@step
def fire_unpack(model, number):
    block = number // 2
    gone = block // (model.size[1] + 1)
    return model.size[0] - gone, model.size[1] - (block - gone * (model.size[1] + 1)), number - 2 * block


FIRE = Resolver(
    f"fire-{EDITION}",
    next_roll=fire_look,
    transition=fire_advance,
    terminal_outcome=fire_ending,
    pack=fire_pack,
    unpack=fire_unpack,
)  # fmt: skip


def fire(first: int, second: int, hits: int = 3) -> Problem:
    """Alternating fire; `hits` faces of six are a hit (0: it never ends)."""
    counts, distributions = [], []
    for dice in range(MOST_DICE + 1):
        results, weight = multinomial(dice, np.array([hits, 6 - hits]))
        counts += results[:, 0].tolist()
        distributions.append((weight / weight.sum()).tolist())
    return Problem(
        resolver=FIRE,
        model=Fire(side_by_side(distributions), np.array(counts), np.array([first, second])),
        start=0,
        states=(first + 1) * (second + 1) * 2,
        phases=2,
        endings=first + second,
        columns=lambda endings: {"winner": np.where(endings < first, 1, 2)},
    )


# ---- A walk over any chain ---------------------------------------------------------------------------------------


class Walk(NamedTuple):
    rows: Rows
    row_of: Array  # int64[states]; -1: over
    target: Array  # int64[faces]
    ending_of: Array  # int64[states]


@step
def walk_look(model, state):
    return model.row_of[state[0]], state


@step
def walk_advance(model, view, face):
    return (model.target[face],)


@step
def walk_ending(model, state):
    return model.ending_of[state[0]]


@step
def walk_pack(model, state):
    return state[0]


@step
def walk_unpack(model, number):
    return (number,)


WALK = Resolver(
    f"walk-{EDITION}",
    next_roll=walk_look,
    transition=walk_advance,
    terminal_outcome=walk_ending,
    pack=walk_pack,
    unpack=walk_unpack,
)  # fmt: skip


def walk(chain: Sequence[Mapping[int, float]], phases: int, start: int = 0) -> Problem:
    """`chain[state]` gives the chance of each next state; without any the walk is over. Endings count from 0."""
    going = np.array([bool(moves) for moves in chain])
    model = Walk(
        side_by_side([list(moves.values()) for moves in chain if moves]),
        np.where(going, np.cumsum(going) - 1, -1),
        np.array([to for moves in chain for to in moves], np.int64),
        np.where(going, -1, np.cumsum(~going) - 1),
    )
    return Problem(
        resolver=WALK,
        model=model,
        start=start,
        states=len(chain),
        phases=phases,
        endings=int((~going).sum()),
        columns=lambda endings: {"winner": np.minimum(endings, 1) + 1},
        tallies=Tallies(rounds=np.ones(int(going.sum()))),
    )


# ---- one of them as a combat of a game of its own ----------------------------------------------------------------


class LockScenario(Scenario):
    """A coin that wins, loses, or locks for good."""

    locks: Count = 1  # of four


class NoFacts(Facts):
    """A game without figures."""


class Lock(Combat):
    game: ClassVar[str] = "toy"

    def load_facts(self, override: Path | None) -> NoFacts:
        return NoFacts()

    def prepare(self, scenario: Any, facts: Any) -> tuple[Scenario, Problem, set[str]]:
        share = scenario.locks / 4
        chances = {2: share, 4: (1 - share) / 2, 5: (1 - share) / 2}
        chain = [{to: p for to, p in chances.items() if p}, {4: 1.0}, {3: 1.0}, {2: 1.0}, {}, {}]
        return scenario, walk(chain, phases=2), set()


LOCK = Lock("lock", LockScenario)
