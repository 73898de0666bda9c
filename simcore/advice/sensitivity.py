"""What each thing in a scenario is worth: every neighbour of it answered exactly, and told as a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore.advice.compare import changed
from simcore.advice.no_effect import reason
from simcore.advice.values import Grounds, as_stated, check_exact, exact_means, named_side
from simcore.contracts.provenance import ByPolicies
from simcore.engine import cost
from simcore.engine.run import affordable, like_these
from simcore.errors import BadInput
from simcore.evaluation.questions import PreparedScenario, prepare
from simcore.scenarios.edits import variant
from simcore.scenarios.neighbours import Change

SCHEMA = "simcore.sensitivity/1"
NOTHING = 1e-12  # differences below this are rounding


@dataclass(frozen=True)
class Effect:
    """One thing changed, and what that is worth: differences to the scenario as it stands.

    `fact`: the path is a key of the facts (a die with one face changed), not a field of the scenario. `chance` is the
    change of the win chance as a share of 1, `losses` of the expected losses by side.
    """

    what: str
    parameter: str
    fact: bool
    path: str
    before: Any
    after: Any
    also: Mapping[str, Any]
    chance: float
    losses: Mapping[str, float]
    place: bool  # what changes is where it is fought, and no army

    def to_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "fact" if self.fact else "field": self.path,
            "from": self.before,
            "to": self.after,
            "also": dict(self.also),
            "change": self.chance,
            "losses": dict(self.losses),
            "place": self.place,
        }


@dataclass(frozen=True)
class Idle:
    """One thing changed that changes neither the chance nor the losses: from what to what, and why not."""

    what: str
    fact: bool
    path: str
    before: Any
    after: Any
    why: str

    def to_dict(self) -> dict[str, Any]:
        field = "fact" if self.fact else "field"
        return {"what": self.what, field: self.path, "from": self.before, "to": self.after, "why": self.why}


@dataclass(frozen=True, eq=False)
class Sensitivity(ByPolicies):
    """Every effect, the largest change of the win chance first.

    `chance` and `losses` are those of the scenario itself. `idle`: what changes nothing, and why. Counted, not listed:
    what the rules forbid, and what is too large to be answered exactly.
    """

    scenario: Mapping[str, Any]
    scenario_id: str
    side: str
    chance: float
    losses: Mapping[str, float]
    effects: tuple[Effect, ...]
    forbidden: int
    too_large: int
    idle: tuple[Idle, ...]
    as_stated: tuple[str, ...]  # choices that are not made best after a change, but as the scenario says

    @property
    def without_effect(self) -> int:
        """How many changes change nothing."""
        return len(self.idle)

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data."""
        record = {
            "schema": SCHEMA,
            "scenario": dict(self.scenario),
            "scenario_id": self.scenario_id,
            "side": self.side,
            "win": self.chance,
            "losses": dict(self.losses),
            "effects": [effect.to_dict() for effect in self.effects],
            "alike": [[effect.what for effect in group] for group in alike(self.effects) if len(group) > 1],
            "forbidden": self.forbidden,
            "too_large": self.too_large,
            "without_effect": self.without_effect,
            "idle": [one.to_dict() for one in self.idle],
            "as_stated": list(self.as_stated),
        }
        return self.told(record)


def sensitivity(
    scenario: Mapping[str, Any],
    *,
    side: str | None = None,
    facts: Path | str | None = None,
    exact: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Sensitivity:
    """What one unit more or less, each card, leader, place, the initiative or one face of a die is worth, exactly.

    Each neighbour of the scenario as understood is answered by itself, so a leader added brings his effect and no
    army. `side` is whose win chance is looked at (the first of the combat), or an event of a combat without sides.
    What would take longer than an answer may (`engine.cost`) is refused, unless `exact` insists on it.

    >>> battle = {"game": "breizh", "combat": "battle", "montfort": 6, "blois": 5}
    >>> first = sensitivity(battle).effects[0]
    >>> first.what, round(first.chance, 4)
    ('blois_character: absent to alain-de-rohan', -0.6173)
    """
    base = prepare(scenario, facts)
    side = named_side(base.combat, side)
    check_exact(base, "sensitivity")
    known = exact_means(base)
    losses = _losses(base, known)
    changes = list(_changes(base))
    with cost.insisted(exact):
        each = like_these([base.problem]).times(len(changes))
        cost.check("sensitivity", each, "ask of fewer units, or insist with --exact")
    effects: list[Effect] = []
    seen, counts = {base.scenario_id}, dict.fromkeys(("forbidden", "too large"), 0)
    idle: list[Idle] = []
    for number, (one, is_fact) in enumerate(changes, start=1):
        if progress is not None:
            progress(number, len(changes))
        try:
            prepared = _answered(base, one, is_fact)
        except cost.TooDear:
            counts["too large"] += 1
            continue
        if prepared is None:
            counts["forbidden"] += 1
        elif not is_fact and prepared.scenario_id in seen:
            continue  # the same scenario in other words
        elif not affordable(prepared.problem):
            counts["too large"] += 1
        else:
            seen.add(prepared.scenario_id)
            there = exact_means(prepared)
            lost_there = _losses(prepared, there)
            told = Effect(
                one.what, one.parameter, is_fact, one.path, one.before, one.after, one.also,
                chance=changed(known[f"win.{side}"], there[f"win.{side}"]),
                losses={name: changed(lost, lost_there.get(name, 0.0)) for name, lost in losses.items()},
                place=not is_fact and one.path.rpartition(".")[2] in base.combat.places,
            )  # fmt: skip
            if max(abs(told.chance), *map(abs, told.losses.values()), 0.0) < NOTHING:
                why = reason(base, prepared, one, is_fact)
                idle.append(Idle(one.what, is_fact, one.path, one.before, one.after, why))
            else:
                effects.append(told)
    effects.sort(key=_size)
    return Sensitivity(
        scenario=base.scenario,
        scenario_id=base.scenario_id,
        side=side,
        chance=known[f"win.{side}"],
        losses=losses,
        effects=tuple(effects),
        forbidden=counts["forbidden"],
        too_large=counts["too large"],
        idle=tuple(idle),
        as_stated=as_stated(base),
        **Grounds(base).told(),
    )


def _losses(prepared: PreparedScenario, known: Mapping[str, float]) -> dict[str, float]:
    """Expected losses of each side, nothing for a side that has nothing to lose; none where no side has."""
    sides = [name for name in prepared.combat.winners if any(mean.startswith(f"{name}.") for mean in known)]
    means = {side: f"{side}.{prepared.combat.losses}" for side in sides}
    return {side: known.get(mean, 0.0) for side, mean in means.items()} if {*means.values()} & {*known} else {}


def alike(effects: Iterable[Effect]) -> list[list[Effect]]:
    """Effects that are worth the same, together: those of fields apart from those of faces of dice and of places."""
    groups: dict[tuple[object, ...], list[Effect]] = {}
    for effect in effects:
        losses = tuple(round(lost, 12) for lost in effect.losses.values())
        groups.setdefault((effect.fact, effect.place, round(effect.chance, 12), losses), []).append(effect)
    return list(groups.values())


def _size(effect: Effect) -> tuple[float, float, str]:
    # Rounded, or noise in the last digit would part twins.
    lost = sum(map(abs, effect.losses.values()))
    return -round(abs(effect.chance), 12), -round(lost, 12), effect.what


def _changes(base: PreparedScenario) -> Iterator[tuple[Change, bool]]:
    """Every change to answer, and whether it is one of a fact; each once, whatever ways lead to it."""
    fields = {name: part for name, part in base.scenario.items() if name not in ("game", "combat")}
    seen = set[str]()
    for one in base.combat.neighbours(fields, base.figures):
        if one.what not in seen:
            seen.add(one.what)
            yield one, False
    for key in base.combat.dice(base.figures, base.used):
        value = base.figures.value(key)
        before = value.model_dump() if hasattr(value, "model_dump") else list(value)
        for what, after in base.figures.one_face_changed(key):
            said_so = f"{base.figures.title(key)}: {what}"
            if said_so not in seen:
                seen.add(said_so)
                yield Change(key, before, list(after) if isinstance(after, tuple) else after, said_so, said_so), True


def _answered(base: PreparedScenario, one: Change, is_fact: bool) -> PreparedScenario | None:
    """The scenario after a change; none where that is forbidden."""
    try:
        figures = base.figures.replaced(one.path, one.after) if is_fact else base.figures
        return prepare(base.scenario if is_fact else variant(base.scenario, one.changes), figures)
    except BadInput:
        return None
