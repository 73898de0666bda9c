"""Battles: from a scenario to a `Problem`, and every battle of the box at once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from simcore.contracts.combat import CompiledScenario, Prepared
from simcore.engine.dice import pack
from simcore.engine.jit import uncompiled
from simcore.engine.resolver import Problem, Resolver, Tallies
from simcore.engine.run import state_values
from simcore.engine.shared import Size
from simcore.errors import first_problem
from simcore.games.breizh import kernels
from simcore.games.breizh.facts import BreizhFacts, TrackedFacts
from simcore.games.breizh.facts import facts as load
from simcore.games.breizh.narration import BattleRetelling, number_of
from simcore.games.breizh.scenarios import Battle
from simcore.types import Array

CAMPS = ("montfort", "blois")
WINNERS = ("none", *CAMPS)
RESOLVER = Resolver.of("breizh-battle", kernels)
goes_on, round_losses = uncompiled(kernels.goes_on), uncompiled(kernels.round_losses)
winner_of = uncompiled(kernels.winner)


@dataclass(frozen=True)
class Terms(CompiledScenario):
    """A battle with everything looked up: how many troops, under which figures."""

    scenario: Battle
    used: set[str]
    troops: tuple[int, int]
    die: tuple[int, ...]
    lead: int  # Montfort's strength over Blois's, troops and dice apart
    bonuses: tuple[int, int]  # of both camps, in it
    decisive_lead: int
    battle_from: int

    @property
    def kind(self) -> Hashable:
        return self.die, self.lead, self.decisive_lead, self.battle_from, self.scenario.rules.winner

    @property
    def size(self) -> Size:
        return self.troops

    def largest(self, size: Size) -> Problem:
        return replace(self, troops=(size[0], size[1])).problem()

    def prepared(self, shared: Problem | None) -> Prepared:
        problem = self.problem() if shared is None else self.begun(shared)
        if idle := without_effect(self):
            problem = problem.with_start(problem.start, notes={"without_effect": idle})
        return self.scenario, problem, self.used

    def problem(self) -> Problem:
        """This battle ready for either engine."""
        die = np.array(self.die, np.int64)
        difference, ways = np.unique(die[:, None] - die[None, :], return_counts=True)
        montfort, blois = self.troops
        states = (montfort + 1) * (blois + 1) * kernels.MARKS
        row_of, ending_of = np.empty(states, np.int64), np.empty(states, np.int64)
        after = np.empty(states * difference.size, np.int32)
        kernels.fill_rounds(
            self.troops,
            self.lead,
            self.battle_from,
            self.decisive_lead,
            int(self.scenario.rules.winner == "survivor"),
            difference,
            row_of,
            after,
            ending_of,
        )
        model = kernels.Battle(
            rows=pack(np.array([0, difference.size]), ways / ways.sum()),
            difference=difference,
            row_of=row_of,
            after=after,
            ending_of=ending_of,
        )
        return Problem(
            resolver=RESOLVER,
            model=model,
            start=0,
            states=states,
            phases=1,
            endings=states,
            columns=partial(columns, blois=blois),
            tallies=Tallies(rounds=np.ones(1)),
            derive=partial(_with_losses, self.troops),
            retell=BattleRetelling(model, die, self.troops, 0, self.lead, self.decisive_lead),
        )

    def begun(self, shared: Problem) -> Problem:
        """This battle as it begins somewhere in a larger one's model."""
        retelling = shared.retell
        assert isinstance(retelling, BattleRetelling)
        start = number_of(retelling.troops, *self.troops, kernels.NOBODY)
        return shared.with_start(
            start,
            derive=partial(_with_losses, self.troops),
            retell=BattleRetelling(shared.model, retelling.die, retelling.troops, start, self.lead, self.decisive_lead),
        )


def battle_terms(scenario: Battle, facts: TrackedFacts) -> Terms:
    """Looks up in `facts` what a battle needs."""
    facts.limit("montfort", scenario.montfort, "troops", least=1)
    facts.limit("blois", scenario.blois, "troops", least=1)
    montfort_bonus = facts.bonus(
        "montfort_character" if scenario.montfort_character else "montfort_bonus",
        scenario.montfort_bonus, scenario.montfort_character, "battle",
    )  # fmt: skip
    blois_bonus = facts.bonus(
        "blois_character" if scenario.blois_character else "blois_bonus",
        scenario.blois_bonus, scenario.blois_character, "battle",
    )  # fmt: skip
    return Terms(
        scenario,
        facts.used,
        troops=(scenario.montfort, scenario.blois),
        die=facts.die(),
        lead=facts.rule("archers") + montfort_bonus - blois_bonus,
        bonuses=(montfort_bonus, blois_bonus),
        decisive_lead=facts.rule("decisive-lead"),
        battle_from=facts.rule("battle-from"),
    )


def without_effect(terms: Terms) -> list[str]:
    """The bonuses, by field, without which every round goes as with them, whatever the dice show."""
    idle = []
    for camp, bonus, sign in zip(CAMPS, terms.bonuses, (1, -1), strict=True):
        if bonus and _goes_alike(terms, terms.lead - sign * bonus):
            named = getattr(terms.scenario, f"{camp}_character") is not None
            idle.append(f"{camp}_{'character' if named else 'bonus'}")
    return idle


def _goes_alike(terms: Terms, lead: int) -> bool:
    """Would another lead of Montfort's change nothing from the first round to the last?"""
    waiting, seen = [terms.troops], set[tuple[int, int]]()
    differences = {one - other for one in terms.die for other in terms.die}
    while waiting:
        troops = waiting.pop()
        if troops in seen or not goes_on(*troops, terms.battle_from):
            continue
        seen.add(troops)
        for apart in differences:
            ends = [_round(terms, troops, troops[0] + one - troops[1] + apart) for one in (terms.lead, lead)]
            if ends[0] != ends[1]:
                return False
            waiting.append(ends[0][0])
    return True


def _round(terms: Terms, troops: tuple[int, int], ahead: int) -> tuple[tuple[int, int], int]:
    """Troops left after a round, and who has won if it was the last."""
    montfort, blois, leader = round_losses(*troops, ahead, terms.decisive_lead)
    left = max(troops[0] - montfort, 0), max(troops[1] - blois, 0)
    over = not goes_on(*left, terms.battle_from)
    return left, winner_of(*left, leader, terms.scenario.rules.winner == "survivor") if over else kernels.NOBODY


def _with_losses(troops: tuple[int, int], means: dict[str, float]) -> dict[str, float]:
    lost = {f"{camp}.lost": began - means[f"{camp}.troops"] for camp, began in zip(CAMPS, troops, strict=True)}
    return {**means, **lost}


def columns(endings: Array, blois: int) -> dict[str, Array]:
    """Endings as columns: winner, troops left, and the winner's partisan."""
    block, winner = np.divmod(endings, kernels.MARKS)
    left = dict(zip(CAMPS, np.divmod(block, blois + 1), strict=True))
    told = {"winner": winner}
    for number, camp in enumerate(CAMPS, start=1):
        told[f"{camp}.troops"] = left[camp]
        told[f"{camp}.partisans"] = (winner == number).astype(np.int64)
    return told


def every_battle(
    montfort_bonus: int = 0, blois_bonus: int = 0, *, winner: str = "difference", facts: Path | None = None
) -> dict[str, Array]:
    """The exact answer to every battle that the box allows, as columns: one backward pass answers all positions.

    >>> table = every_battle()
    >>> at = (table["montfort"] == 6) & (table["blois"] == 5)
    >>> table["win_montfort"][at].round(6).tolist()
    [0.617284]
    """
    values = values_of_battles(montfort_bonus, blois_bonus, winner, load(facts))
    most = values["win_none"].shape[0] - 1
    table = {"montfort": np.repeat(np.arange(1, most + 1), most), "blois": np.tile(np.arange(1, most + 1), most)}
    return table | {name: value[1:, 1:].reshape(-1) for name, value in values.items()}


def values_of_battles(montfort_bonus: int, blois_bonus: int, winner: str, facts: BreizhFacts) -> dict[str, Array]:
    """Chances of the winners and expected troops left of both camps, float64[Montfort's troops + 1, Blois's + 1]."""
    most = facts.box["troops"].value
    largest = {"montfort": most, "blois": most, "montfort_bonus": montfort_bonus, "blois_bonus": blois_bonus}
    problem = battle_terms(
        first_problem(Battle, {**largest, "rules": {"winner": winner}}), TrackedFacts(facts)
    ).problem()
    ends = columns(np.arange(problem.endings), most)
    worths = {f"win_{name}": (ends["winner"] == code).astype(float) for code, name in enumerate(WINNERS)}
    worths |= {f"expected_{camp}_troops": ends[f"{camp}.troops"].astype(float) for camp in CAMPS}
    # States are numbered by losses: the last one is that without troops.
    shape = most + 1, most + 1, kernels.MARKS
    return {
        name: state_values(problem, worth).reshape(shape)[::-1, ::-1, kernels.NOBODY] for name, worth in worths.items()
    }
