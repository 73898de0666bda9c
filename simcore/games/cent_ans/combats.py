"""From a scenario to a `Problem`: which rolls a battle or siege is made of, in which order, under which rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, ClassVar, TypeVar

import numpy as np

from simcore.combat import Choice, Combat, Forgone, Layout, Manner, Prepared, SharingCombat
from simcore.engine.resolver import Problem
from simcore.engine.run import solve_problem
from simcore.engine.shared import Size
from simcore.errors import first_problem
from simcore.facts import Fact
from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.assembly import assemble, begun, most_losses, shared_model
from simcore.games.cent_ans.facts import CampName, CentAnsFacts, KindName, Side
from simcore.games.cent_ans.facts import facts as load
from simcore.games.cent_ans.hosts import NO_CARD, Course, Host, Phase
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.policies import ELITE, ELSE, OPTIMAL, POLICIES
from simcore.games.cent_ans.scenarios import (
    CAMPS,
    KINDS,
    SIDES,
    Army,
    PitchedBattle,
    Siege,
    besieged,
    by_name,
    steps_of,
    understand,
)
from simcore.neighbours import Change
from simcore.optimum import aim, optimize, settle
from simcore.utility import Utility

Array = np.ndarray[Any, np.dtype[Any]]
T = TypeVar("T")

CHANGE = {
    "none": kernels.NO_DISPERSION_CHANGE,
    "one": kernels.ONE_DISPERSION_RETREATS,
    "all": kernels.ALL_DISPERSION_RETREATS,
}


NO_DIE = tuple(int(result == kernels.BLANK) for result in range(5))


MOST_KEPT = 1 << 12
_found: dict[Hashable, tuple[Any, set[str]]] = {}  # by `Setup.once`


class Setup:
    """Lays out one scenario; records the facts it used."""

    def __init__(self, scenario: PitchedBattle, camps: dict[Side, CampName], facts: CentAnsFacts) -> None:
        self.scenario, self.camps, self.facts = scenario, camps, facts
        self.used: set[str] = set()

    def fact(self, group: str, name: str) -> Any:
        """A figure, noted as used."""
        self.used.add(f"{group}.{name}")
        fact: Fact[Any] = getattr(self.facts, group)[name]
        return fact.value

    def once(self, key: Hashable, lay_out: Callable[[], T]) -> T:
        """What `lay_out` gives, and the facts that it uses: found once for each `key`, which holds all it depends on."""
        known = _found.get(key)
        if known is None:
            used, self.used = self.used, set()
            known = lay_out(), self.used
            self.used = used
            if len(_found) >= MOST_KEPT:
                _found.clear()
            _found[key] = known
        self.used |= known[1]
        return known[0]

    def host(self, side: Side, card: str | None) -> Host:
        """A side before anything has happened."""
        army: Army = getattr(self.scenario, side)
        key = side, army, self.camps[side], card, self.facts
        if army.policy == OPTIMAL:  # its order hangs on what is sought
            return self.new_host(side, army, card)
        host: Host = self.once(key, lambda: self.new_host(side, army, card))
        return host.afresh()

    def new_host(self, side: Side, army: Army, card: str | None) -> Host:
        camp = self.camps[side]
        factions = CAMPS[camp]
        kinds: tuple[KindName, ...] = (*factions, "elite")
        counts = [army.units(factions[0]), army.units(factions[1]) if len(factions) > 1 else 0, army.elite]
        units = np.array(counts)
        faces, owned = [NO_DIE, NO_DIE], [0, 0]
        for i, faction in enumerate(factions):
            if counts[i] and faction != "papal_guard":  # the Papal Guard has no dice (11.5.3)
                die = self.fact("dice", faction)
                faces[i] = (die.loss, die.retreat, die.dispersion, die.routier, die.blank)
                owned[i] = self.fact("dice_owned", faction)
        elite = self.fact("elite_die", "elite") if counts[2] else None
        elite_faces = np.array([elite.loss, elite.diamond, elite.blank] if elite else [0, 0, 1])
        camp_dice = kernels.Camp(
            units.copy(), np.array(owned), np.array(faces), self.fact("dice_owned", "elite") if counts[2] else 0,
            elite_faces, self.order(side, kinds),
        )  # fmt: skip
        return Host(
            side, army, camp, kinds, units, camp_dice,
            [self.fact("leaders", name) for name in army.leaders],
            self.fact("elite_cards", card) if card else NO_CARD,
            kernels.UNLIMITED if army.retreat_room is None else min(army.retreat_room, kernels.UNLIMITED),
        )  # fmt: skip

    def order(self, side: Side, kinds: tuple[KindName, ...]) -> Array:
        """The steps of a policy stated as a list; of `optimal`, which uses it where only what is kept counts: what is
        worth least to the side goes first."""
        policy = getattr(self.scenario, side).policy
        places = [*range(len(kinds) - 1), ELITE]
        if policy == OPTIMAL:
            weights = self.aim().weights
            sign = 1.0 if side == "attacker" else -1.0
            worth = [sign * weights.get(f"{side}.{kind}", 0.0) for kind in kinds]
            return np.array([[places[at], 0] for at in np.argsort(worth, kind="stable")])
        if policy in POLICIES:
            return kernels.NO_ORDER
        steps, rest = steps_of(policy)
        return np.array([*([places[kinds.index(kind)], kept] for kind, kept in steps), [ELSE, POLICIES[rest]]])

    def aim(self) -> Utility:
        """What best play seeks, the attacker the most and the defender the least of it."""
        return aim(Combat.players, self.scenario.utility)

    def top_cards(self, side: Side) -> list[Any]:
        """Cards of a side that come on top of its elite card and work in this combat."""
        army: Army = getattr(self.scenario, side)
        if not (army.equipment or army.techniques):
            return []
        combat = "siege" if isinstance(self.scenario, Siege) else "pitched-battle"
        names = sorted({*army.equipment, *army.techniques} & set(self.facts.cards))
        cards = [(name, self.facts.cards[name].value) for name in names]  # type: ignore[index]
        return [self.fact("cards", name) for name, card in cards if card.combat == combat]

    def problem(self, cards: Sequence[str | None], everything: bool = False) -> Problem:
        """The scenario with one elite card (or none) for each side; `everything` keeps all smaller armies too."""
        return assemble(self.course(cards), everything=everything)

    def course(self, cards: Sequence[str | None], sheltered: Array | None = None) -> Course:
        """The scenario laid out, with one elite card (or none) for each side.

        `sheltered` int64[3]: who takes refuge in a place; by the defender's policy if left out.
        """
        hosts = [self.host(side, card) for side, card in zip(SIDES, cards, strict=True)]
        first = SIDES.index(self.scenario.initiative or "defender")
        terms = self.scenario.initiative, self.scenario.events, besieged(self.scenario)
        if isinstance(self.scenario, Siege):
            return Course(hosts, *self.siege(hosts, first, sheltered), terms)
        if "john-the-fearless" in self.scenario.events:
            return Course(hosts, self.simultaneous(hosts), None, terms)
        return Course(hosts, self.pitched(hosts, first, terms), None, terms)

    # ---- pitched battle ----

    def before_round_one(self, hosts: list[Host]) -> None:
        attacker, defender = hosts
        for name in self.scenario.events:
            if self.facts.events[name].value.halves_attacker:
                attacker.units[:2] -= attacker.units[:2] // 2
        for host, enemy in ((attacker, defender), (defender, attacker)):
            if enemy.leader("burgundians_retreat") and "burgundian" in host.kinds:
                host.retreat(1, int(host.units[1]))
        for name in self.scenario.events:
            event = self.facts.events[name].value
            if event.retreats_if_outnumbered and attacker.units[:2].sum() > defender.units[:2].sum():
                defender.thin_out(defender.room)
                for kind in range(3):
                    defender.retreat(kind, int(defender.units[kind]))

    def roll_rule(self, host: Host) -> RollRule:
        """A camp's roll in any round of a pitched battle."""
        rule = RollRule(
            elite_per_die=host.card.elite_per_die_pitched or 0,
            diamond_is_loss=self.diamond(host),
            dispersion_change=CHANGE[
                next((x.dispersion_to_retreat for x in host.leaders if x.dispersion_to_retreat != "none"), "none")
            ],
        )
        for name in self.scenario.events:
            event = self.fact("events", name)
            if event.side == host.side and event.faction in host.kinds:
                second = host.kinds.index(event.faction) == 1
                rule = rule._replace(
                    first_loss_factor=event.loss_factor,
                    ignores_dispersion_first=int(event.ignores_dispersion and not second),
                    ignores_dispersion_second=int(event.ignores_dispersion and second),
                )
        return rule

    def first_rule(self, host: Host, rule: RollRule) -> RollRule:
        """The same for its first roll: cards of either side that work only then."""
        for card in self.top_cards(host.side):
            rule = rule._replace(first_loss_factor=rule.first_loss_factor * card.first_roll_loss_factor)
        for card in self.top_cards("defender" if host.side == "attacker" else "attacker"):
            rule = rule._replace(
                ignores_loss=int(rule.ignores_loss or card.enemy_first_roll_no_loss),
                retreat_factor=rule.retreat_factor * card.enemy_first_roll_retreat_factor,
            )
        return rule

    def diamond(self, host: Host) -> int:
        """Is the double diamond a LOSS for this side's card (11.3.2)?"""
        said = host.card.diamond_is_loss
        return int(said == "always" or (said == "initiative" and host.side == self.scenario.initiative))

    def opening(self, host: Host, fires: bool) -> list[tuple[RollRule, str | None]]:
        """What a side does before round 1: the free attack of its card, then a leader's LOSS."""
        strikes: list[tuple[RollRule, str | None]] = []
        blank = RollRule(faction_dice=0, own_results=0)
        if fires and host.card.free_attack and host.units[2]:
            rule = blank._replace(elite_per_die=1, diamond_is_loss=self.diamond(host))
            strikes.append((rule, host.army.shooting_policy if host.card.shooter_chooses else None))
        if loss := host.leader("opening_loss"):
            strikes.append((blank._replace(extra_loss=loss, extra_from=host.leader("opening_loss_from_elite")), None))
        return strikes

    def pitched(self, hosts: list[Host], first: int, terms: Hashable) -> list[Phase]:
        self.before_round_one(hosts)
        sides = [(host.rules, host.units[2] > 0) for host in hosts]
        key = terms, *sides, self.facts
        return self.once(key, lambda: self.pitched_phases(hosts, first))

    def pitched_phases(self, hosts: list[Host], first: int) -> list[Phase]:
        order = (first, 1 - first)
        phases: list[Phase] = []
        for roller in order:
            for rule, picks in self.opening(hosts[roller], fires=True):
                phases.append(Phase(roller, rule, (len(phases) + 1,), picks))
        steady = {roller: self.roll_rule(hosts[roller]) for roller in order}
        opening = {roller: self.first_rule(hosts[roller], steady[roller]) for roller in order}
        rounds = [steady] if opening == steady else [opening, steady]
        elite = any(host.units[2] for host in hosts)
        for rules in rounds:
            for roller in order:
                phases.append(
                    Phase(
                        roller,
                        rules[roller],
                        (len(phases) + 1,),
                        closes=elite and roller == order[1],
                        round=roller == order[0],
                    )
                )
        phases[-1] = phases[-1]._replace(follows=(len(phases) - 2,))
        return phases

    def simultaneous(self, hosts: list[Host]) -> list[Phase]:
        """John the Fearless: the second camp rolls as if the first had not, what it owes is kept in the phase."""
        rule = RollRule(ignores_routier=1)
        most = most_losses(hosts[0], rule)
        phases = [Phase(0, rule, tuple(range(1, most + 2)), holds=True, round=True)]
        return phases + [Phase(1, rule, (0,), pending=loss, begins=False) for loss in range(most + 1)]

    # ---- siege ----

    def siege(self, hosts: list[Host], first: int, sheltered: Array | None) -> tuple[list[Phase], int]:
        """Phases of a siege (11.5) and the number of the one in which it is lifted."""
        assert isinstance(self.scenario, Siege)
        attacker, defender = hosts
        for name in self.scenario.events:
            if self.fact("events", name).halves_attacker:
                attacker.units[:2] -= attacker.units[:2] // 2
        place = self.fact("places", self.scenario.place)
        defender.thin_out(place.shelter)
        if sheltered is not None:
            defender.units = sheltered.copy()
        cancels = place.cancels
        for card in self.top_cards("attacker"):
            cancels = max(0, cancels - card.cancels_less)
            if card.takes_castles:
                defender.units[:] = 0
        phases = [
            Phase(0, rule, (i + 1,), picks) for i, (rule, picks) in enumerate(self.opening(attacker, fires=False))
        ]
        rules = [
            RollRule(
                own_results=0,
                elite_per_die=(host.card.elite_per_die_siege if host is attacker else host.card.elite_per_die_besieged)
                or 0,
                diamond_is_loss=self.diamond(host),
                extra_loss=host.card.siege_loss if host is attacker else 0,
                extra_from=host.card.siege_loss_from_elite,
                second_extra_loss=host.leader("siege_loss"),
                second_extra_from=host.leader("siege_loss_from_elite"),
                cancels=cancels if host is attacker else 0,
            )
            for host in hosts
        ]
        at = len(phases)
        if first == 0:  # attack; then answer after a hit, or answer and leave
            phases += [
                Phase(0, rules[0], (at + 2, at + 1), round=True),
                Phase(1, rules[1], (at,)),
                Phase(1, rules[1], (at + 3,)),
            ]
        else:
            phases += [Phase(1, rules[1], (at + 1,), round=True), Phase(0, rules[0], (at + 2, at))]
        return phases, len(phases)


# ---- which card works through the elite dice ---------------------------------------------------------------------


def candidates(host: Host, combat: str, facts: CentAnsFacts) -> list[str | None]:
    """Elite cards among which this side chooses (11.3.1); [None] without any."""
    army = host.army
    names: Iterable[str] = [*army.equipment, *army.techniques]
    if "auto" in army.equipment:
        own = [
            name for name, fact in facts.elite_cards.items()
            if fact.value.kind == "equipment" and fact.value.camp in (None, host.camp)
        ]  # fmt: skip
        names = [*own, *army.techniques]
    return [name for name in names if effective(name, host, combat, facts)] or [None]


def without_effect(host: Host, combat: str, facts: CentAnsFacts) -> list[str]:
    """Cards this side holds that do nothing in this combat: told, so that nobody counts on them."""
    held = dict.fromkeys(name for name in (*host.army.equipment, *host.army.techniques) if name != "auto")
    on_top = {name for name, fact in facts.cards.items() if fact.value.combat == combat}
    return [name for name in held if name not in on_top and not effective(name, host, combat, facts)]


def effective(name: str, host: Host, combat: str, facts: CentAnsFacts) -> bool:
    """Does this card, which works through the elite dice, do anything for this side in this combat?"""
    card = by_name(facts.elite_cards, name)
    if card is None or not host.army.elite:
        return False
    if combat == "pitched-battle":
        return card.free_attack or card.elite_per_die_pitched is not None
    if host.side == "attacker":
        return card.elite_per_die_siege is not None or card.siege_loss > 0
    return card.elite_per_die_besieged is not None


class CentAnsCombat(SharingCombat):
    """Pitched battle or siege, ready for `evaluate` and the rest."""

    game = "cent-ans"
    leaves = "in a pitched battle a side decides where it has several kinds of units, or cards to choose from"
    fates = frozenset({"retreated"})
    flows = frozenset({"lost", "retreated", "routiers"})
    kinds = frozenset(KINDS)
    words: ClassVar[Mapping[str, str]] = {
        "lost": "lost for good",
        "retreated": "got away by retreating",
        "routiers": "turned into Routiers",
    }

    def load_facts(self, override: Any) -> CentAnsFacts:
        return load(override)

    def started(self, scenario: Mapping[str, Any]) -> Mapping[str, int]:
        return {f"{side}.{kind}": scenario[side][kind] for side in SIDES for kind in KINDS if kind in scenario[side]}

    def army(self, scenario: Mapping[str, Any], side: str, units: Mapping[str, int], what: str) -> dict[str, Any]:
        """Leaders and equipment stay with those who hold the field, techniques are played once."""
        manners = ["policy", "shooting_policy"]
        manners += ["leaders", "equipment"] if what == "left" and any(units.values()) else []
        return {**units, **{field: scenario[side][field] for field in manners if scenario[side].get(field)}}

    def telling(self, side: str, what: str) -> Mapping[str, Any]:
        return {f"{side}.retreated_by_kind": True} if what == "retreated" else {}

    def neighbours(self, scenario: Mapping[str, Any], facts: Any) -> Iterator[Change]:
        """`auto` is the best of the cards, and each of these is a neighbour by name."""
        for change in super().neighbours(scenario, facts):
            if not (isinstance(change.after, list) and "auto" in change.after):
                yield change

    def lay_out(self, scenario: PitchedBattle, facts: CentAnsFacts) -> LaidOut:
        scenario, camps = understand(scenario, facts)
        setup = Setup(scenario, camps, facts)
        armies = scenario.attacker, scenario.defender
        if any(army.equipment or army.techniques or army.policy == OPTIMAL for army in armies):
            return self.settled(setup)
        return LaidOut(self, setup, setup.course((None, None)))

    def settled(self, setup: Setup) -> LaidOut:
        """The scenario with what is chosen before the dice: the attacker's card, the defender's, who takes refuge."""
        hosts = [setup.host(side, None) for side in SIDES]
        cards = [candidates(host, self.name, setup.facts) for host in hosts]
        refuges = shelters(setup, hosts[1])
        counts = (len(cards[0]), len(cards[1]), len(refuges))

        nothing: tuple[int, ...] = ()

        def turn(made: tuple[int, ...]) -> tuple[int, list[tuple[int, ...]]] | None:
            at = len(made)
            return None if at == 3 else (min(at, 1), [(*made, option) for option in range(counts[at])])

        def choose(made: tuple[int, ...]) -> LaidOut:
            return LaidOut(self, setup, setup.course((cards[0][made[0]], cards[1][made[1]]), refuges[made[2]]))

        def worth(made: tuple[int, ...]) -> tuple[float, float]:
            problem = choose(made).own_problem()
            solution = solve_problem(problem)
            value = setup.aim().priced(self, problem).of(solution.ends, solution.rolls)
            return value, -value

        made = (0, 0, 0) if max(counts) == 1 else settle(nothing, turn, worth).end
        effects = {side: card for side, card in zip(SIDES, (cards[at][made[at]] for at in (0, 1)), strict=True) if card}
        idle = {
            side: held
            for side, host in zip(SIDES, hosts, strict=True)
            if (held := without_effect(host, self.name, setup.facts))
        }
        notes = {name: told for name, told in (("elite_card", effects), ("without_effect", idle)) if told}
        return replace(choose(made), notes=notes)

    def next_choice(
        self, scenario: Mapping[str, Any], decided: Collection[str], asks: str, facts: Any
    ) -> Choice | None:
        """Refuge or battle, siege or not (11.5), then the cards (11.3.1), the attacker's first."""
        siege = self.name == "siege"
        if siege and "refuge" not in decided:
            techniques = {
                f"{side}.techniques": [
                    name for name in scenario[side]["techniques"] if plays_in_battle(name, side, facts)
                ]
                for side in SIDES
            }
            return Choice(
                "defender",
                "refuge",
                {"shelters": {}, "fights": {"combat": "pitched-battle", "place": None, **techniques}},
            )
        if siege and "siege" not in decided:
            whole = {f"{side}.{kind}": float(scenario[side][kind]) for side in SIDES for kind in KINDS}
            return Choice("attacker", "siege", {"besieges": {}, "moves on": Forgone({"win.defender": 1.0, **whole})})
        shaped = first_problem(
            self.shape, {k: v for k, v in scenario.items() if k not in ("game", "combat")}, facts=facts
        )
        setup = Setup(*understand(shaped, facts), facts)  # type: ignore[arg-type]
        for side in SIDES:
            names = candidates(setup.host(side, None), self.name, facts)
            if f"{side}'s card" not in decided and len(names) > 1:
                held = {name: cards_with(scenario[side], name, facts) for name in names if name is not None}
                return Choice(side, f"{side}'s card", {
                    name: {f"{side}.{field}": cards for field, cards in both.items()} for name, both in held.items()
                })  # fmt: skip
        return None

    def manners(self, scenario: Mapping[str, Any], facts: Any) -> list[Manner]:
        """Who takes a LOSS, and whom the Longbow picks."""
        told = []
        for side in SIDES:
            army = scenario[side]
            kinds: dict[str, int] = {kind: army[kind] for kind in KINDS if army[kind]}
            if len(kinds) > 1:
                told.append(Manner(side, f"{side}.policy", tuple(POLICIES), army["policy"], OPTIMAL, kinds))
        for side, other in (SIDES, SIDES[::-1]):
            shot = sum(bool(scenario[other][kind]) for kind in KINDS)
            chooses = [
                n
                for n in scenario[side]["equipment"]
                if n in facts.elite_cards and facts.elite_cards[n].value.shooter_chooses
            ]
            if self.name == "pitched-battle" and chooses and scenario[side]["elite"] and shot > 1:
                army = scenario[side]
                told.append(Manner(side, f"{side}.shooting_policy", tuple(POLICIES), army["shooting_policy"], OPTIMAL))
        return told


@dataclass(frozen=True)
class LaidOut(Layout):
    """A battle or siege down to its rolls, what is chosen before them settled."""

    combat: CentAnsCombat
    setup: Setup
    course: Course
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> Hashable | None:
        return self.course.kind()

    @property
    def size(self) -> Size:
        return self.course.size

    def largest(self, size: Size) -> Problem | None:
        return shared_model(self.course, size)

    def own_problem(self) -> Problem:
        """With a model of its own, and every free choice between dice made."""
        problem = assemble(self.course)
        return optimize(self.combat, problem, self.setup.aim()).problem if problem.decisions else problem

    def prepared(self, shared: Problem | None) -> Prepared:
        problem = self.own_problem() if shared is None else begun(shared, self.course)
        notes = {**self.notes, **problem.notes}
        return self.setup.scenario, replace(problem, notes=notes) if self.notes else problem, self.setup.used


def plays_in_battle(name: str, side: Side, facts: CentAnsFacts) -> bool:
    """Can this technique be played in a pitched battle?"""
    card = by_name(facts.cards, name)
    return card is not None and card.combat == "pitched-battle" and card.side in (None, side)


def shelters(setup: Setup, host: Host) -> list[Array | None]:
    """Who can take refuge, where the defender chooses that freely; [None]: it is settled by a policy, or all can."""
    if not isinstance(setup.scenario, Siege) or host.army.policy != OPTIMAL:
        return [None]
    room = setup.fact("places", setup.scenario.place).shelter
    if host.units.sum() <= room:
        return [None]
    counts = product(*(range(int(count) + 1) for count in host.units))
    return [np.array(kept) for kept in counts if sum(kept) == room]


def cards_with(army: Mapping[str, Any], card: str, facts: CentAnsFacts) -> dict[str, list[str]]:
    """An army's equipment and techniques with this one of its cards that work through the elite dice."""
    held = {field: [name for name in army[field] if name in facts.cards] for field in ("equipment", "techniques")}
    kind = facts.elite_cards[card].value.kind  # type: ignore[index]
    held["equipment" if kind == "equipment" else "techniques"].append(card)
    return held


PITCHED_BATTLE = CentAnsCombat("pitched-battle", PitchedBattle)
SIEGE = CentAnsCombat("siege", Siege)
