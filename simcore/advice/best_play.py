"""Best play: what to choose before and between the dice, what it is worth, and what each named policy gives away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from simcore.advice.values import Grounds, exact_values
from simcore.contracts.combat import Choice, Combat, NoCombat, PolicyField, Situation, TurnByTurn
from simcore.contracts.optimal import Plan, optimal_cost, settle
from simcore.contracts.provenance import Provenance
from simcore.contracts.utility import Utility, names
from simcore.engine import cost
from simcore.errors import BadInput, nearest
from simcore.evaluation.questions import PreparedScenario, prepare, prepare_each, prepare_many
from simcore.games import find_combat
from simcore.scenarios.edits import variant

SCHEMA = "simcore.best-play/1"
MOST_STEPS = 3  # that the search for a short list adds to an order of all kinds
FEW_OPTIONS = 2  # of a choice whose every option is followed up
TOGETHER = 1 << 20  # states of all that are solved together
WORTHWHILE = 1e-6  # share of the utility's range that another step must bring


@dataclass(frozen=True)
class Decided:
    """A choice before the dice: whose, what, the option taken, and the value of each for the side that asks.

    `after`: the options taken before it, which need not be the best ones. `costs`: where several options are worth the
    most, what each of them costs the side that decides (see `Combat.spent`): the one taken costs least.
    """

    after: tuple[str, ...]
    side: str
    what: str
    taken: str
    options: Mapping[str, float]
    costs: Mapping[str, float]


@dataclass(frozen=True)
class Regret:
    """A policy of the side that asks, everything else at its best: what it is worth and gives away against the
    opponent's best reply, and against the opponent as stated."""

    field: str
    policy: str
    against_best: float
    regret: float
    against_stated: float
    regret_against_stated: float


@dataclass(frozen=True)
class Pair:
    """What a named policy of each side gives, everything else at its best. `own`: None where the side that asks has
    nothing to choose between the dice."""

    own: str | None
    opponent: str
    value: float


@dataclass(frozen=True, eq=False)
class BestPlay(Provenance):
    """What best play of both sides is worth to one of them, and how it is done. Values are in the utility's terms."""

    scenario: Mapping[str, Any]
    side: str
    utility: Mapping[str, float]
    value: float
    against_stated: float  # best play of this side alone
    choices: tuple[Decided, ...]
    policies: tuple[Regret, ...]
    pairs: tuple[Pair, ...]
    words: tuple[Regret, ...]  # best play as a short list of steps, by the same measure
    turn_by_turn: TurnByTurn | None  # where orders can be given anew each turn, by both sides at once
    situations: tuple[Situation, ...]  # best play of both sides by situation, where no such list says it
    stated_policies: Mapping[str, str]  # by path: what best play is set against
    left_out: tuple[str, ...]  # what this answer lacks that others of its kind have: why, and what is allowed

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        return self.told({"schema": SCHEMA, **asdict(self)})


def best_play(
    scenario: Mapping[str, Any],
    *,
    side: str | None = None,
    utility: Utility | Mapping[str, float] | None = None,
    facts: Path | str | None = None,
    exact: bool = False,
) -> BestPlay:
    """Every choice that the rules leave, made best by both sides: `side` for the most utility, the other for the least.

    `side`: the first one of the combat if left out. `utility`: weights by the name of a chance or mean; the side's win
    chance if left out. Before the dice the sides choose in turn, between dice as the dice lie on the table. Raises
    `BadInput` where nothing is left to choose. What would take longer than an answer may (`engine.cost`) is left out
    and named, or refused, unless `exact` insists on it.

    >>> battle = {"game": "cent-ans", "combat": "pitched-battle", "initiative": "attacker",
    ...           "attacker": {"english": 6, "burgundian": 4}, "defender": {"french": 5, "armagnac": 5}}
    >>> played = best_play(battle)
    >>> round(played.value, 4), played.words[0].policy
    (0.4843, 'burgundian,english')
    """
    with cost.insisted(exact):
        return _best_play(scenario, side, utility, facts)


def _best_play(
    scenario: Mapping[str, Any],
    side: str | None,
    utility: Utility | Mapping[str, float] | None,
    facts: Path | str | None,
) -> BestPlay:
    first = prepare(scenario, facts)
    players = list(first.combat.players)
    side = players[0] if side is None else side
    if side not in players:
        raise BadInput("side", side, nearest(side, players))
    wanted = Utility({first.combat.players[side]: 1.0}) if utility is None else utility
    wanted = wanted if isinstance(wanted, Utility) else Utility(wanted)
    if utility is not None:
        wanted.check(first.combat, first.problem)
    return Advice(first, side, wanted, facts).answer()


@dataclass(frozen=True)
class Standing:
    """A point in the choices before the dice: the scenario so far, if one is fought, and what is decided."""

    scenario: Mapping[str, Any] | NoCombat
    decided: tuple[str, ...] = ()


class Advice:
    """One question of best play."""

    def __init__(self, first: PreparedScenario, side: str, utility: Utility, facts: Path | str | None) -> None:
        self.first, self.side, self.utility, self.facts = first, side, utility, facts
        self.players = list(first.combat.players)
        self.sign = 1.0 if side == self.players[0] else -1.0
        self.figures = first.combat.load_facts(None if facts is None else Path(facts))
        self.spent = cost.Cost(0.0, 0.0)
        self.left_out: list[str] = []

    # ---- values ----

    def values(self, scenarios: Sequence[Mapping[str, Any]]) -> list[float]:
        """What the scenarios are worth to the side that asks."""
        values, waiting = list[float](), list[PreparedScenario]()
        each = prepare_each([self.seeking(scenario) for scenario in scenarios], self.facts)
        for left, ready in enumerate(each, start=1 - len(each)):
            waiting.append(ready())
            here = optimal_cost(waiting[-1].problem)
            ahead = self.spent.and_then(here.times(1 - left))  # as dear as this one
            cost.check("best play", ahead, "ask of fewer units, or insist with --exact")
            self.spent = self.spent.and_then(here)
            if left == 0 or sum(one.problem.states for one in waiting) > TOGETHER:
                values += [float(value) for value in exact_values(waiting, self.utility)]
                waiting = []
        return values

    def seeking(self, scenario: Mapping[str, Any]) -> Mapping[str, Any]:
        """The scenario with this utility as what is sought in it, where the combat can do that."""
        if "utility" not in self.combat(scenario).shape.model_fields:
            return scenario
        return variant(scenario, {"utility": {k: self.sign * w for k, w in self.utility.weights.items()}})

    def combat(self, scenario: Mapping[str, Any]) -> Combat:
        return find_combat(scenario["game"], scenario["combat"])

    def policy_fields(self, scenario: Mapping[str, Any]) -> list[PolicyField]:
        return list(self.combat(scenario).policy_fields(scenario, self.figures))

    def best(self, scenario: Mapping[str, Any], but: Mapping[str, str] = {}) -> dict[str, Any]:
        """The scenario with every manner at its best, but for those given by field."""
        policy_fields = self.policy_fields(scenario)
        return variant(scenario, {m.path: but.get(m.path, m.best) for m in policy_fields})

    # ---- before the dice ----

    def choice(self, at: Standing) -> Choice | None:
        if isinstance(at.scenario, NoCombat):
            return None
        ask_next, sought = self.combat(at.scenario).next_choice, self.utility.weights
        return ask_next(at.scenario, at.decided, self.side, self.figures, sought)

    def turn(self, at: Standing) -> tuple[int, list[Standing]] | None:
        choice = self.choice(at)
        if choice is None or isinstance(at.scenario, NoCombat):
            return None
        decided = (*at.decided, choice.what)
        leads = [
            Standing(changes if isinstance(changes, NoCombat) else variant(at.scenario, changes), decided)
            for changes in choice.options.values()
        ]
        return int(choice.side != self.side), leads

    def worth(self, at: Standing) -> tuple[float, float]:
        if isinstance(at.scenario, NoCombat):
            value = sum(weight * at.scenario.means.get(name, 0.0) for name, weight in self.utility.weights.items())
        else:
            [value] = self.values([self.best(at.scenario)])
        return value, -value

    def cost(self, at: Standing, turn: int) -> float:
        """What it comes to for the side whose turn it was: what it loses, or spends."""
        side = next(one for one in self.players if (one == self.side) == (turn == 0))
        if isinstance(at.scenario, NoCombat):
            return at.scenario.means.get(self.first.combat.spent(side), 0.0)
        [prepared] = prepare_many([self.seeking(self.best(at.scenario))], self.facts)
        lost = prepared.combat.spent(side)
        return (
            float(exact_values([prepared], Utility({lost: 1.0}))[0])
            if lost in names(prepared.combat, prepared.problem)
            else 0.0
        )

    # ---- the answer ----

    def answer(self) -> BestPlay:
        start = Standing(self.first.scenario)
        if self.choice(start) is None and not self.policy_fields(self.first.scenario):
            combat = self.first.combat
            raise BadInput("scenario", combat.name, f"nothing is left to choose in it: {combat.leaves}")
        plan = settle(start, self.turn, self.worth, self.cost)
        played = plan.end.scenario
        choices = tuple(self.decided(plan))
        policies: list[Regret] = []
        pairs: list[Pair] = []
        words: list[Regret] = []
        against = plan.worth[0]
        if not isinstance(played, NoCombat):
            stated = {m.path: m.stated for m in self.policy_fields(played) if m.side != self.side}
            [against] = self.values([self.best(played, stated)])
            for manner in self.policy_fields(played):
                if manner.side == self.side:
                    fields = [{manner.path: name} for name in manner.named]
                    with self.unless_dear(f"what the policies of {manner.path} give away"):
                        policies += self.regrets(played, stated, plan.worth[0], against, fields)
                    if manner.kinds:
                        with self.unless_dear("best play as a short list"):
                            listed = self.short_list(played, manner, plan.worth[0])
                            words += self.regrets(played, stated, plan.worth[0], against, [{manner.path: listed}])
            with self.unless_dear("policies in pairs"):
                pairs += self.pairs(played)
        anew = self.first.combat.turn_by_turn(self.first.scenario, self.side, self.utility.weights, self.figures)
        told = Grounds(self.first).told()
        return BestPlay(
            stated_policies=told.pop("policies"),
            scenario=self.first.scenario,
            side=self.side,
            utility=dict(self.utility.weights),
            value=plan.worth[0],
            against_stated=against,
            choices=choices,
            policies=tuple(policies),
            pairs=tuple(pairs),
            words=tuple(words),
            turn_by_turn=None if isinstance(anew, str) else anew,
            situations=() if words else self.situations(played),
            left_out=(*self.left_out, *([f"orders given anew each turn: {anew}"] if isinstance(anew, str) else [])),
            **told,
        )

    @contextmanager
    def unless_dear(self, what: str) -> Iterator[None]:
        """A part of the answer that is left out, and named, where all together would cost more than is allowed."""
        try:
            yield
        except cost.TooDear as error:
            self.left_out.append(f"{what}: {error}")

    def decided(self, plan: Plan[Standing], after: tuple[str, ...] = ()) -> Iterator[Decided]:
        """The choices along the best line, and where a choice has few options, along the others too."""
        choice = self.choice(plan.at)
        if choice is None:
            return
        told = list(choice.options)
        values = {name: option.worth[0] for name, option in zip(told, plan.options, strict=True)}
        costs = {told[number]: lost for number, lost in plan.equals.items()}
        yield Decided(after, choice.side, choice.what, told[plan.taken], values, costs)
        for number, (name, option) in enumerate(zip(told, plan.options, strict=True)):
            if number == plan.taken or len(told) <= FEW_OPTIONS:
                yield from self.decided(option, (*after, name))

    def regrets(
        self, played: Mapping[str, Any], stated: Mapping[str, str], value: float, against: float,
        fields: Sequence[Mapping[str, str]],
    ) -> Iterator[Regret]:  # fmt: skip
        """What these policies of the side that asks give away."""
        replied = self.values([self.best(played, own) for own in fields])
        met = self.values([self.best(played, {**own, **stated}) for own in fields])
        for own, worst, usual in zip(fields, replied, met, strict=True):
            [(name, policy)] = own.items()
            yield Regret(name, policy, worst, max(0.0, value - worst), usual, max(0.0, against - usual))

    def pairs(self, played: Mapping[str, Any]) -> Iterator[Pair]:
        """Every named policy of the first manner of one side, if it has one, against every one of the other."""
        policy_fields = self.policy_fields(played)
        own = next((m for m in policy_fields if m.side == self.side), None)
        other = next((m for m in policy_fields if m.side != self.side), None)
        if other is None:
            return
        met = [(mine, theirs) for mine in (own.named if own else (None,)) for theirs in other.named]
        fields = [
            {other.path: theirs} | ({own.path: mine} if own is not None and mine is not None else {})
            for mine, theirs in met
        ]
        for (mine, theirs), value in zip(met, self.values([self.best(played, one) for one in fields]), strict=True):
            yield Pair(mine, theirs, value)

    # ---- in words ----

    def situations(self, played: Mapping[str, Any] | NoCombat) -> tuple[Situation, ...]:
        """What both sides do between the dice, by situation."""
        if isinstance(played, NoCombat) or not self.policy_fields(played):
            return ()
        return tuple(self.combat(played).situations(prepare(self.seeking(self.best(played)), self.facts).problem))

    def short_list(self, played: Mapping[str, Any], manner: PolicyField, value: float) -> str:
        """The best short list of steps against the best reply: an order of all kinds, then steps put before it as long
        as they bring something."""

        def best_of(lists: list[str]) -> tuple[float, str]:
            worth = self.values([self.best(played, {manner.path: one}) for one in lists])
            return max(zip(worth, lists, strict=True), key=lambda pair: pair[0])

        found, best = best_of([*map(",".join, permutations(manner.kinds)), *manner.named])
        worthwhile = WORTHWHILE * sum(abs(weight) for weight in self.utility.weights.values())
        for _ in range(MOST_STEPS):
            if value - found <= worthwhile:
                break
            tries = [
                f"{kind}-to-{kept},{best}" if kept else without(kind, best)
                for kind, count in manner.kinds.items()
                for kept in range(count)
            ]
            better, longer = best_of(tries)
            if better <= found + worthwhile:
                break
            found, best = better, longer
        return best


def without(kind: str, steps: str) -> str:
    """The list with this kind to the last unit before everything else.

    >>> without("elite", "french-to-2,elite-to-1,french,elite")
    'elite,french-to-2,french'
    """
    return ",".join([kind, *(step for step in steps.split(",") if step.partition("-to-")[0] != kind)])
