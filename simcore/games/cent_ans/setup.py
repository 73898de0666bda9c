"""Which rolls a battle or siege is made of, in which order, under which rules: a scenario laid out as a `Course`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from simcore.contracts.combat import Combat
from simcore.contracts.optimal import aim
from simcore.contracts.utility import Utility
from simcore.engine.resolver import Problem
from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.compile import assemble, most_losses
from simcore.games.cent_ans.facts import CampName, CentAnsFacts, KindName, Side
from simcore.games.cent_ans.hosts import NO_CARD, Course, Host, Phase
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.policies import ELITE, ELSE, OPTIMAL, POLICIES
from simcore.games.cent_ans.scenarios import CAMPS, SIDES, Army, PitchedBattle, Siege, besieged, steps_of
from simcore.scenarios.facts import Fact
from simcore.types import Array

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
        """What `lay_out` gives, and the facts that it uses: found once for each `key`, all it depends on."""
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
        if army.policy == OPTIMAL:  # its order hangs on what is sought
            return self.new_host(side, army, card)
        key = side, army, self.camps[side], card, besieged(self.scenario) is None, self.facts
        host = self.once(key, lambda: self.new_host(side, army, card))
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
            elite_faces,
        )  # fmt: skip
        host = Host(
            side, army, camp, kinds, units, camp_dice,
            [self.fact("leaders", name) for name in army.leaders],
            self.fact("elite_cards", card) if card else NO_CARD,
            kernels.UNLIMITED if army.retreat_room is None else min(army.retreat_room, kernels.UNLIMITED),
            besieged(self.scenario) is None,
        )  # fmt: skip
        host.dice = camp_dice._replace(order=self.order(host))
        if army.policy == OPTIMAL and len(factions) > 1:
            away = self.worth(host, "_retreated")
            host = replace(host, second_first=away[1] > away[0])
        return host

    def worth(self, host: Host, fate: str = "") -> list[float]:
        """What a unit of each kind is worth to a side, left in the end or, with `fate`, come to that."""
        weights, sign = self.aim().weights, 1.0 if host.side == "attacker" else -1.0
        return [sign * weights.get(f"{host.side}.{kind}{fate}", 0.0) for kind in host.kinds]

    def least_first(self, host: Host, fate: str = "") -> Array:
        """The list by which what is worth least to the side goes first."""
        places = [*range(len(host.kinds) - 1), ELITE]
        return np.array([[places[at], 0] for at in np.argsort(self.worth(host, fate), kind="stable")])

    def order(self, host: Host) -> Array:
        """The steps of a policy stated as a list; of `optimal`, which uses it where only what is kept counts."""
        kinds, policy = host.kinds, host.army.policy
        places = [*range(len(kinds) - 1), ELITE]
        if policy == OPTIMAL:
            return self.least_first(host)
        if policy in POLICIES:
            return kernels.NO_ORDER
        steps, rest = steps_of(policy)
        return np.array([*([places[kinds.index(kind)], kept] for kind, kept in steps), [ELSE, host.code(rest)]])

    def aim(self) -> Utility:
        """What best play seeks, the attacker the most and the defender the least of it."""
        return aim(Combat.players, self.scenario.utility)

    def with_armies(self, changes: Mapping[Side, Mapping[str, Any]]) -> Setup:
        """The same with other fields of its armies, and the same record of facts used."""
        armies: dict[str, Army] = {
            side: getattr(self.scenario, side).model_copy(update=fields) for side, fields in changes.items() if fields
        }
        if not armies:
            return self
        other = Setup(self.scenario.model_copy(update=armies), self.camps, self.facts)
        other.used = self.used
        return other

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
        if "john-the-fearless" in self.scenario.events:  # both roll at once: nobody is spared
            return Course(hosts, self.simultaneous(hosts), None, terms)
        last_loss = self.scenario.battle_end == "last-loss"
        return Course(hosts, self.pitched(hosts, first, terms), None, (*terms, last_loss), last_loss)

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
                free = defender.army.policy == OPTIMAL
                defender.thin_out(defender.room, self.least_first(defender, "_retreated") if free else None)
                for kind in range(3):
                    defender.retreat(kind, int(defender.units[kind]))

    def roll_rule(self, host: Host) -> RollRule:
        """A camp's roll in any round of a pitched battle."""
        change = CHANGE["none" if host.army.leader_effects == "never" else host.turns]
        if change == kernels.ONE_DISPERSION_RETREATS and host.second_first:
            change = kernels.ONE_OF_SECOND_RETREATS
        rule = RollRule(
            elite_per_die=host.card.elite_per_die_pitched or 0,
            diamond_is_loss=self.diamond(host),
            dispersion_change=change,
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
        if rule.retreat_factor > 1 and host.army.leader_effects != "always":
            rule = rule._replace(dispersion_change=kernels.NO_DISPERSION_CHANGE)  # a RETREAT would cost more units
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
        return self.once((terms, *sides, self.facts), lambda: self.pitched_phases(hosts, first))

    def pitched_phases(self, hosts: list[Host], first: int) -> list[Phase]:
        order = (first, 1 - first)
        phases: list[Phase] = []
        strikes = {roller: self.opening(hosts[roller], fires=True) for roller in order}
        for roller in order:
            loaded = roller == first and bool(strikes[1 - first]) and hosts[1 - first].units[2] > 0
            for rule, picks in strikes[roller]:
                phases.append(Phase(roller, rule, (len(phases) + 1,), picks, loaded=loaded))
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
