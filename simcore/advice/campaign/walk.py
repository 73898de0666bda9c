"""The walk over the stages of a campaign, in their order.

What can come to a stage is a set of *bands*: a way so far, the armies it leaves, and its chance. Bands that look alike
are one; those with the same scenario are fought once. So the whole distribution goes on from stage to stage, exactly.
By trials the same walk carries numbers of trials instead of chances, and a fight draws the ending of each of them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any

import numpy as np

from simcore.advice.campaign.fights import Band, Fighting, TooLarge
from simcore.advice.campaign.plan import LEFT, Armies, Campaign, Carry, Fight, Held, Planned
from simcore.advice.campaign.record import CampaignResult, StageSummary
from simcore.advice.values import Grounds
from simcore.contracts.utility import means
from simcore.engine.outcomes import distinct_rows
from simcore.errors import BadInput
from simcore.evaluation.questions import PreparedScenario, prepare_many
from simcore.evaluation.result import nested, settled
from simcore.stats.intervals import wilson
from simcore.types import Array

Way = tuple[Fight, ...]
Key = tuple[Way, Held]
MOST_BANDS = 50_000  # at one stage: beyond it the exact walk takes longer than trials
ROW_CELL = 32  # bytes of a number of an ending: kept by way, put together, sorted


@dataclass(frozen=True)
class Endings:
    """How some bands have ended: rows of columns, each with its weight (a chance, or how many trials)."""

    weight: Array
    columns: Mapping[str, Array]


@dataclass
class Account:
    """What a stage comes to, added up over all ways to it; `sums` of means weighted by chance."""

    reached: float = 0.0
    unopposed: float = 0.0
    scenarios: int = 0
    win: dict[str, float] = field(default_factory=dict)
    sums: dict[str, float] = field(default_factory=lambda: defaultdict(float))


class Walk:
    """One pass over the stages in their order."""

    def __init__(self, plan: Campaign, how: Fighting) -> None:
        self.plan, self.how = plan, how
        self.arriving: list[dict[Key, list[Band]]] = [defaultdict(list) for _ in plan.stages]
        self.ended: dict[Way, list[Endings]] = defaultdict(list)
        self.accounts = [Account() for _ in plan.stages]
        self.grounds = Grounds(*plan.samples[:1])
        self.played: dict[str, dict[str, str]] = {stage.name: {} for stage in plan.stages}
        self.arriving[0][(), ()].append(how.everything())
        for stage in plan.stages:
            self._fight(stage)

    def _fight(self, stage: Planned) -> None:
        """All that comes to a stage: each scenario once."""
        plan, how, account = self.plan, self.how, self.accounts[stage.number]
        bands = {key: how.joined(parts) for key, parts in self.arriving[stage.number].items()}
        self.arriving[stage.number].clear()
        if how.trials is None and len(bands) > MOST_BANDS:
            raise TooLarge(f"stages.{stage.number}: it can begin in {len(bands):,} ways, too many for it; give trials")
        account.reached = sum(map(how.share, bands.values()))
        account.win = dict.fromkeys((*stage.combat.winners[1:], stage.combat.winners[0]), 0.0)
        # Bands differ in their way and in what they hold for later stages too; what they bring here is looked at once.
        taken = set(plan.carries(stage.number))
        bringing: dict[Held, list[Key]] = defaultdict(list)
        for way, held in bands:
            bringing[tuple(pair for pair in held if pair[0] in taken)].append((way, held))
        documents, keys = [], []
        for own, alike in bringing.items():
            armies = plan.armies(stage, own)
            if sides := plan.yields(stage, armies):
                for key in alike:
                    self._unopposed(stage, armies, sides, key, bands[key])
            else:
                documents.append(plan.scenario(stage, armies))
                keys.append(alike)
        how.begin(stage, len(documents))
        try:
            prepared = prepare_many(documents, plan.facts)
        except BadInput as error:
            raise plan.at_stage(stage, error) from None
        same: dict[str, tuple[PreparedScenario, list[Key]]] = {}
        for one, alike in zip(prepared, keys, strict=True):
            same.setdefault(one.scenario_id, (one, []))[1].extend(alike)
        account.scenarios = len(same)
        for one, alike in same.values():
            self.grounds.add(one)
            self.played[stage.name] |= one.policies
            result, endings = how.fight(stage, one, [bands[key] for key in alike])
            share = sum(how.share(bands[key]) for key in alike)
            for name, mean in means(result).items():
                if not name.startswith("win."):
                    account.sums[name] += share * (nan if mean is None else mean)
            for key, (columns, rows) in zip(alike, endings, strict=True):
                self._go_on(stage, one.scenario, key, columns, rows)

    def _unopposed(self, stage: Planned, armies: Armies, sides: list[str], key: Key, band: Band) -> None:
        """Of some side nobody has come: the other one has won without a fight."""
        combat, account, share = stage.combat, self.accounts[stage.number], self.how.share(band)
        winner = next((side for side in combat.winners[1:] if side not in sides), combat.winners[0])
        account.unopposed += share
        account.win[winner] += share
        # A side that is carried is what has come; the other one is as the stage states it.
        standing = {
            field: part for field, part in self.plan.samples[stage.number].scenario.items() if combat.side_of(field)
        } | {path[0]: army for path, army in armies.items() if combat.side_of(path[0])}
        held = dict(key[1])
        for carry in self.plan.wanted(stage.number):
            army = next(army for field, army in standing.items() if combat.side_of(field) == carry.side)
            held[carry] = json.dumps(army if carry.what == LEFT else nobody(army))
        way = (*key[0], (stage.number, winner, False))
        if (to := self.plan.route(way, stage.number + 1)) is not None:
            self.arriving[to][way, self._kept(held, to)].append(band)
            return
        weight = share if self.how.trials is None else len(band)
        units = {name: np.array([count]) for name, count in combat.started(standing).items() if count}
        self.ended[way].append(Endings(np.array([weight]), units))

    def _go_on(
        self, stage: Planned, scenario: Mapping[str, Any], key: Key, columns: Mapping[str, Array], rows: Array
    ) -> None:
        """One band after its fight: where each of its endings leads."""
        plan, how, combat = self.plan, self.how, stage.combat
        wanted = plan.wanted(stage.number)
        units = [combat.units(columns, carry.side, carry.what) for carry in wanted]
        telling = [column for kinds in units for column in kinds.values()]
        for code in np.unique(columns["winner"]).tolist():
            here = np.flatnonzero(columns["winner"] == code)
            winner, weights = combat.winners[code], how.weights(rows[here])
            self.accounts[stage.number].win[winner] += float(weights.sum()) / (how.trials or 1)
            way = (*key[0], (stage.number, winner, True))
            if (to := plan.route(way, stage.number + 1)) is None:
                left = {name: column[here] for name, column in columns.items() if name != "winner"}
                self.how.hold(stage, (len(left) + 1) * ROW_CELL * here.size)
                self.ended[way].append(Endings(weights, left))
                continue
            first, which = distinct_rows([column[here] for column in telling], here.size)
            for at, part in zip(here[first].tolist(), how.parted(rows[here], which, first.size), strict=True):
                held = dict(key[1])
                for carry, kinds in zip(wanted, units, strict=True):
                    counts = {kind: int(column[at]) for kind, column in kinds.items()}
                    held[carry] = json.dumps(combat.army(scenario, carry.side, counts, carry.what))
                self.arriving[to][way, self._kept(held, to)].append(part)

    def _kept(self, held: Mapping[Carry, str], to: int) -> Held:
        """What is still needed at stage `to` or after it."""
        return tuple(sorted((carry, text) for carry, text in held.items() if self.plan.last_use[carry] >= to))

    # ---- what came of it ----

    def result(self) -> CampaignResult:
        """The answer."""
        plan, how = self.plan, self.how
        total = 1 if how.trials is None else how.trials
        told = [(way, merged(parts)) for way, parts in self.ended.items()]
        told.sort(key=lambda pair: (-pair[1].weight.sum(), pair[0]))
        paths, outcomes = [], []
        for number, (way, endings) in enumerate(told):
            paths.append(self._path(way, endings.weight.sum(), total))
            names = list(endings.columns)
            rows = zip(endings.weight.tolist(), *(endings.columns[name].tolist() for name in names), strict=True)
            outcomes += [
                {"p": settled(weight / total), "path": number, **dict(zip(names, row, strict=True))}
                for weight, *row in rows
            ]
        outcomes.sort(key=lambda outcome: -outcome["p"])
        return CampaignResult(
            document=plan.to_dict(), method=how.method, trials=how.trials, seed=how.seed,
            mass=settled(float(sum(endings.weight.sum() for _, endings in told) / total)),
            stages=self._stages(), paths=tuple(paths), armies=self._armies(), outcomes=tuple(outcomes),
            **{**self.grounds.told(), "policies": self._policies()},
        )  # fmt: skip

    def _policies(self) -> dict[str, str]:
        """Those of every stage; one does not change from battle to battle of a stage."""
        return {
            f"{stage}.{path}": policy for stage, policies in self.played.items() for path, policy in policies.items()
        }

    def _stages(self) -> tuple[StageSummary, ...]:
        stages = []
        for stage, account in zip(self.plan.stages, self.accounts, strict=True):
            fought = account.reached - account.unopposed
            expected = {name: number(total / fought) for name, total in account.sums.items()}
            reached, unopposed = settled(account.reached), settled(account.unopposed)
            win = {name: settled(share) for name, share in account.win.items()}
            stages.append(StageSummary(stage.name, reached, unopposed, account.scenarios, win, nested(expected)))
        return tuple(stages)

    def _path(self, way: Way, weight: float, total: int) -> dict[str, Any]:
        steps = [
            {"stage": self.plan.names[stage], "winner": winner, "fought": fought} for stage, winner, fought in way
        ]  # fmt: skip
        said = ", ".join(
            f"{step['stage']}: {step['winner']}{'' if step['fought'] else ' unopposed'}" for step in steps
        )  # fmt: skip
        told: dict[str, Any] = {"p": settled(float(weight / total)), "way": said, "stages": steps}
        return told if self.how.trials is None else {**told, "interval": list(wilson(int(weight), total))}

    def _armies(self) -> dict[str, dict[str, Any]]:
        """What adds up over all stages of each army, by the name it has where it is first met."""
        lines: list[list[tuple[int, str]]] = []
        for stage in self.plan.stages:
            for side in stage.combat.winners[1:]:
                here = [(stage.number, side)]
                sources = {(c.stage, c.side) for place in stage.places if place.side == side for c in place.carries}
                for line in [line for line in lines if sources & set(line)]:
                    lines.remove(line)
                    here = [*line, *here]
                lines.append(here)
        armies: dict[str, dict[str, Any]] = {}
        for line in sorted(sorted(line) for line in lines):
            sums: dict[str, float] = {}
            for at, side in line:
                for flow in sorted(self.plan.stages[at].combat.flows):
                    if (mean := self.accounts[at].sums.get(f"{side}.{flow}")) is not None:
                        sums[flow] = sums.get(flow, 0.0) + mean
            if sums:
                (first, side), *_ = line
                armies[f"{side} of {self.plan.names[first]}"] = {flow: number(total) for flow, total in sums.items()}
        return armies


def number(mean: float) -> float | None:
    """A mean, or None where there is none: some course never comes to an end."""
    return None if isnan(mean) else mean


def nobody(army: Any) -> Any:
    """The like of an army without a unit in it."""
    if isinstance(army, Mapping):
        return {kind: 0 for kind, units in army.items() if isinstance(units, int) and not isinstance(units, bool)}
    return 0 if isinstance(army, int) else []


def merged(parts: list[Endings]) -> Endings:
    """All endings of one way, those that look alike as one; columns that some lack are 0 there."""
    names = list(dict.fromkeys(name for part in parts for name in part.columns))
    columns = {
        name: np.concatenate([part.columns.get(name, np.zeros(part.weight.size, np.int64)) for part in parts])
        for name in names
    }
    weight = np.concatenate([part.weight for part in parts])
    first, which = distinct_rows(list(columns.values()), weight.size)
    summed = np.zeros(first.size, weight.dtype)
    np.add.at(summed, which, weight)
    return Endings(summed, {name: column[first] for name, column in columns.items()})
