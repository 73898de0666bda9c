"""From a scenario to a `Problem`: which rolls a battle or siege is made of, in which order, under which rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from simcore.combat import Layout, Prepared, SharingCombat
from simcore.engine.resolver import Problem
from simcore.engine.run import solve_problem, win_chances
from simcore.engine.shared import Size
from simcore.facts import Fact
from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.assembly import assemble, begun, most_losses, shared_model
from simcore.games.cent_ans.facts import CampName, CentAnsFacts, KindName, Side
from simcore.games.cent_ans.facts import facts as load
from simcore.games.cent_ans.hosts import NO_CARD, Course, Host, Phase
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.scenarios import CAMPS, SIDES, Army, PitchedBattle, Siege, by_name, understand

CHANGE = {
    "none": kernels.NO_DISPERSION_CHANGE,
    "one": kernels.ONE_DISPERSION_RETREATS,
    "all": kernels.ALL_DISPERSION_RETREATS,
}


NO_DIE = tuple(int(result == kernels.BLANK) for result in range(5))


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

    def host(self, side: Side, card: str | None) -> Host:
        army: Army = getattr(self.scenario, side)
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
            units.copy(),
            np.array(owned),
            np.array(faces),
            self.fact("dice_owned", "elite") if counts[2] else 0,
            elite_faces,
        )
        return Host(
            side, army, camp, kinds, units, camp_dice,
            [self.fact("leaders", name) for name in army.leaders],
            self.fact("elite_cards", card) if card else NO_CARD,
            kernels.UNLIMITED if army.retreat_room is None else min(army.retreat_room, kernels.UNLIMITED),
        )  # fmt: skip

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

    def course(self, cards: Sequence[str | None]) -> Course:
        """The same, laid out."""
        hosts = [self.host(side, card) for side, card in zip(SIDES, cards, strict=True)]
        first = SIDES.index(self.scenario.initiative or "defender")
        if isinstance(self.scenario, Siege):
            return Course(hosts, *self.siege(hosts, first))
        if "john-the-fearless" in self.scenario.events:
            return Course(hosts, self.simultaneous(hosts), None)
        return Course(hosts, self.pitched(hosts, first), None)

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

    def pitched(self, hosts: list[Host], first: int) -> list[Phase]:
        self.before_round_one(hosts)
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

    def siege(self, hosts: list[Host], first: int) -> tuple[list[Phase], int]:
        """Phases of a siege (11.5) and the number of the one in which it is lifted."""
        assert isinstance(self.scenario, Siege)
        attacker, defender = hosts
        for name in self.scenario.events:
            if self.fact("events", name).halves_attacker:
                attacker.units[:2] -= attacker.units[:2] // 2
        place = self.fact("places", self.scenario.place)
        defender.thin_out(place.shelter)
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
    words: ClassVar[Mapping[str, str]] = {
        "lost": "lost for good",
        "retreated": "got away by retreating",
        "routiers": "turned into Routiers",
    }

    def load_facts(self, override: Any) -> CentAnsFacts:
        return load(override)

    def lay_out(self, scenario: PitchedBattle, facts: CentAnsFacts) -> LaidOut:
        scenario, camps = understand(scenario, facts)
        setup = Setup(scenario, camps, facts)
        choice: tuple[str | None, str | None] = None, None
        notes = {}
        if any(army.equipment or army.techniques for army in (scenario.attacker, scenario.defender)):
            hosts = [setup.host(side, None) for side in SIDES]
            options = [candidates(host, self.name, facts) for host in hosts]
            choice = best_pair(setup, options) if max(map(len, options)) > 1 else (options[0][0], options[1][0])
            effects = {side: card for side, card in zip(SIDES, choice, strict=True) if card}
            idle = {
                side: cards
                for side, host in zip(SIDES, hosts, strict=True)
                if (cards := without_effect(host, self.name, facts))
            }
            notes = {name: told for name, told in (("elite_card", effects), ("without_effect", idle)) if told}
        return LaidOut(scenario, setup.course(choice), notes, setup.used)


@dataclass(frozen=True)
class LaidOut(Layout):
    """A battle or siege down to its rolls, its cards chosen."""

    scenario: PitchedBattle
    course: Course
    notes: Mapping[str, Any]
    used: set[str]

    @property
    def kind(self) -> Hashable:
        return self.course.kind()

    @property
    def size(self) -> Size:
        return self.course.size

    def largest(self, size: Size) -> Problem | None:
        return shared_model(self.course, size)

    def prepared(self, shared: Problem | None) -> Prepared:
        problem = assemble(self.course) if shared is None else begun(shared, self.course)
        return self.scenario, replace(problem, notes=self.notes) if self.notes else problem, self.used


def best_pair(setup: Setup, options: list[list[str | None]]) -> tuple[str | None, str | None]:
    """The attacker's best card against the defender's best answer, by win chance, exactly."""

    def worth(pair: tuple[str | None, str | None]) -> tuple[float, float]:
        problem = setup.problem(pair)
        chances = win_chances(problem, solve_problem(problem).ends)
        return chances[1], chances[2]

    best: tuple[float, str | None, str | None] | None = None
    for mine in options[0]:
        answers = [(worth((mine, theirs)), theirs) for theirs in options[1]]
        (won, _), theirs = max(answers, key=lambda answer: answer[0][1])
        if best is None or won > best[0]:
            best = won, mine, theirs
    assert best is not None
    return best[1], best[2]


PITCHED_BATTLE = CentAnsCombat("pitched-battle", PitchedBattle)
SIEGE = CentAnsCombat("siege", Siege)
