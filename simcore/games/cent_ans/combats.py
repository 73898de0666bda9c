"""From a scenario to a `Problem`: which rolls a battle or siege is made of, in which order, under which rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np

from simcore.combat import Combat
from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver
from simcore.games.cent_ans import kernels
from simcore.games.cent_ans.facts import CampName, CentAnsFacts, EliteCard, EliteCardName, Fact, KindName, Leader, Side
from simcore.games.cent_ans.facts import facts as load
from simcore.games.cent_ans.kernels import RollRule
from simcore.games.cent_ans.policies import POLICIES
from simcore.games.cent_ans.retelling import Retelling
from simcore.games.cent_ans.scenarios import CAMPS, SIDES, Army, PitchedBattle, Siege, understand

Array = np.ndarray[Any, np.dtype[Any]]
RESOLVER = Resolver(
    "cent-ans",
    look=kernels.look,
    advance=kernels.advance,
    ending=kernels.ending,
    pack=kernels.pack,
    unpack=kernels.unpack,
)
HOLD = 0  # the removal table that removes nothing
NO_CARD = EliteCard(kind="equipment", number=1)
CHANGE = {
    "none": kernels.NO_DISPERSION_CHANGE,
    "one": kernels.ONE_DISPERSION_RETREATS,
    "all": kernels.ALL_DISPERSION_RETREATS,
}


@dataclass
class Host:
    """One side on its way into battle: what it has left of each kind, and what is known of it."""

    side: Side
    army: Army
    camp: CampName
    kinds: tuple[KindName, ...]  # first faction, second faction (if there is one), elite
    units: Array  # int64[3]
    dice: kernels.Camp
    leaders: list[Leader]
    card: EliteCard  # the one card that works through the elite dice
    room: int
    retreated: int = 0
    size: Array = field(default_factory=lambda: np.zeros(3, np.int64))
    rooms: int = 1
    box: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    rank: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    def leader(self, name: str) -> Any:
        """The strongest value of a leader's effect among those present."""
        return max((getattr(leader, name) for leader in self.leaders), default=0)

    def retreat(self, kind: int, count: int) -> None:
        """Before round 1: so many units of a kind leave, those without room dispersed (11.4.3)."""
        safe = min(count, self.room)
        self.units[kind] -= count
        self.room -= safe
        self.retreated += safe

    def thin_out(self, keep: int) -> None:
        """Remove units by this side's policy until `keep` are left."""
        while self.units.sum() > keep:
            self.units[self.choose()] -= 1

    def choose(self) -> int:
        return int(kernels.pick(POLICIES[self.army.policy], self.units, self.dice))


@dataclass(frozen=True)
class Phase:
    """A roll of one side under one rule; `follows` gives the next phase after so many LOSS on the enemy."""

    roller: int
    rule: RollRule
    follows: Sequence[int]  # by LOSS; the last entry serves all higher
    picks: str | None = None  # policy by which the *roller* picks the victims; None: the enemy's own
    holds: bool = False  # LOSS on the enemy waits for its own roll
    pending: int = 0
    closes: bool = False
    begins: bool = True
    round: bool = False  # the first roll of a round


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
        units = np.array([army.units(factions[0]), army.units(factions[1]) if len(factions) > 1 else 0, army.elite])
        faces = np.zeros((2, 5), np.int64)
        faces[:, kernels.BLANK] = 1
        owned = np.zeros(2, np.int64)
        for i, faction in enumerate(factions):
            if units[i] and faction != "papal_guard":  # the Papal Guard has no dice (11.5.3)
                die = self.fact("dice", faction)
                faces[i] = die.loss, die.retreat, die.dispersion, die.routier, die.blank
                owned[i] = self.fact("dice_owned", faction)
        elite = self.fact("elite_die", "elite") if units[2] else None
        elite_faces = np.array([elite.loss, elite.diamond, elite.blank] if elite else [0, 0, 1])
        camp_dice = kernels.Camp(
            units.copy(), owned, faces, self.fact("dice_owned", "elite") if units[2] else 0, elite_faces
        )
        return Host(
            side, army, camp, kinds, units, camp_dice,
            [self.fact("leaders", name) for name in army.leaders],
            self.fact("elite_cards", card) if card else NO_CARD,
            kernels.UNLIMITED if army.retreat_room is None else army.retreat_room,
        )  # fmt: skip

    def top_cards(self, side: Side) -> list[Any]:
        """Cards of a side that come on top of its elite card and work in this combat."""
        army: Army = getattr(self.scenario, side)
        combat = "siege" if isinstance(self.scenario, Siege) else "pitched-battle"
        names = sorted({*army.equipment, *army.techniques} & set(self.facts.cards))
        cards = [(name, self.facts.cards[name].value) for name in names]  # type: ignore[index]
        return [self.fact("cards", name) for name, card in cards if card.combat == combat]

    def problem(self, cards: Sequence[str | None], everything: bool = False) -> Problem:
        """The scenario with one elite card (or none) for each side; `everything` keeps all smaller armies too."""
        hosts = [self.host(side, card) for side, card in zip(SIDES, cards, strict=True)]
        first = SIDES.index(self.scenario.initiative or "defender")
        if isinstance(self.scenario, Siege):
            phases, lifted = self.siege(hosts, first)
        elif "john-the-fearless" in self.scenario.events:
            phases, lifted = self.simultaneous(), None
        else:
            phases, lifted = self.pitched(hosts, first), None
        return assemble(hosts, phases, lifted, everything)

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
                next((l.dispersion_to_retreat for l in host.leaders if l.dispersion_to_retreat != "none"), "none")
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
                phases.append(Phase(roller, rule, [len(phases) + 1], picks))
        steady = {roller: self.roll_rule(hosts[roller]) for roller in order}
        opening = {roller: self.first_rule(hosts[roller], steady[roller]) for roller in order}
        rounds = [steady] if opening == steady else [opening, steady]
        elite = any(host.units[2] for host in hosts)
        for rules in rounds:
            for roller in order:
                phases.append(
                    Phase(roller, rules[roller], [len(phases) + 1], closes=elite and roller == order[1], round=roller == order[0])
                )
        phases[-1] = replace(phases[-1], follows=[len(phases) - 2])
        return phases

    def simultaneous(self) -> list[Phase]:
        """John the Fearless: the second camp rolls as if the first had not, what it owes is kept in the phase."""
        rule = RollRule(ignores_routier=1)
        most = self.facts.dice_owned["french"].value + self.facts.dice_owned["armagnac"].value
        phases = [Phase(0, rule, [1 + loss for loss in range(most + 1)], holds=True, round=True)]
        return phases + [Phase(1, rule, [0], pending=loss, begins=False) for loss in range(most + 1)]

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
        phases = [Phase(0, rule, [i + 1], picks) for i, (rule, picks) in enumerate(self.opening(attacker, fires=False))]
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
                Phase(0, rules[0], [at + 2, at + 1], round=True),
                Phase(1, rules[1], [at]),
                Phase(1, rules[1], [at + 3]),
            ]
        else:
            phases += [Phase(1, rules[1], [at + 1], round=True), Phase(0, rules[0], [at + 2, at])]
        return phases, len(phases)


def assemble(hosts: list[Host], phases: list[Phase], lifted: int | None, everything: bool) -> Problem:
    """Number the positions of both sides, build every table of the model."""
    pitched = lifted is None
    count = len(phases) + (not pitched)
    factor = max(phase.rule.retreat_factor for phase in phases)
    for side, host in enumerate(hosts):
        troops = int(host.units[:2].sum())
        tracked = pitched and 0 < host.room < troops
        host.size, host.rooms = host.units + 1, host.room + 1 if tracked else 1
        takers = {POLICIES[host.army.policy]}
        takers |= {POLICIES[p.picks] for p in phases if p.picks is not None and p.roller != side}
        attrition = host.dice.owned * factor if pitched else np.zeros(2, np.int64)
        host.box, host.rank = kernels.find_positions(
            host.dice, host.units, host.rooms, np.array(sorted(takers)), attrition,
            inoperative_without(host) if pitched else 0, everything,
        )  # fmt: skip
    most_positions = max(host.box.size for host in hosts)
    most_loss = max(most_losses(hosts[phase.roller], phase.rule) for phase in phases)

    names: list[tuple[int, str]] = []  # removal tables after HOLD: whose units, by which policy
    table, own_table = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for number, phase in enumerate(phases):
        enemy = 1 - phase.roller
        key = (enemy, phase.picks or hosts[enemy].army.policy)
        own = (phase.roller, hosts[phase.roller].army.policy)
        for name in (key, own):
            if name not in names:
                names.append(name)
        table[number] = HOLD if phase.holds else 1 + names.index(key)
        own_table[number] = 1 + names.index(own)
    remove = np.empty((1 + len(names), most_positions, most_loss + 1), np.int64)
    remove[:] = np.arange(most_positions)[:, None]
    for number, (side, policy) in enumerate(names, start=1):
        host = hosts[side]
        kernels.fill_removal(host.dice, host.size, host.rooms, POLICIES[policy], host.box, host.rank, remove[number])

    operative = np.tile(np.arange(most_positions), (2, 1))
    row_of = np.full((count, most_positions), -1)
    built: dict[tuple[int, RollRule], Array] = {}
    faces_of: list[Array] = []
    probability, shift, loss, retreats, routiers, rounds = [], [], [], [], [], []
    owner: list[Array] = []
    rows = 0
    for side, host in enumerate(hosts):
        kernels.fill_operative(
            host.size, host.rooms, host.box, host.rank, inoperative_without(host) if pitched else 0, operative[side]
        )
    for number, phase in enumerate(phases):
        key_rule = (phase.roller, phase.rule)
        if key_rule not in built:
            host = hosts[phase.roller]
            where = np.full(most_positions, -1)
            made = kernels.build_rows(
                host.dice, phase.rule, host.size, host.rooms, host.box, host.room, rows, where, most_loss
            )
            built[key_rule] = where
            for store, part in zip((faces_of, probability, shift, loss, retreats, routiers), made, strict=True):
                store.append(part)
            owner.append(np.full(made[0].size, phase.roller))
            rounds.append(np.full(made[0].size, float(phase.round)))
            rows += made[0].size
        row_of[number] = built[key_rule]
    first_face = np.concatenate([[0], np.cumsum(np.concatenate(faces_of))])
    follows = np.zeros((count, most_loss + 1), np.int64)
    for number, phase in enumerate(phases):
        steps = list(phase.follows)
        follows[number] = (steps + steps[-1:] * (most_loss + 1))[: most_loss + 1]

    padded = [*phases, *[Phase(0, RollRule(), [0])] * (count - len(phases))]  # the lifted siege rolls nothing

    def per_phase(name: str) -> Array:
        return np.array([int(getattr(phase, name)) for phase in padded])

    def side_by_side(name: str, size: int) -> Array:
        joined = np.zeros((2, size), np.int64)
        for side, host in enumerate(hosts):
            joined[side, : getattr(host, name).size] = getattr(host, name)
        return joined

    positions = np.array([host.box.size for host in hosts])
    model = kernels.Battle(
        rows=pack(first_face, np.concatenate(probability)),
        shift=np.concatenate(shift),
        loss=np.concatenate(loss),
        row_of=row_of,
        roller=per_phase("roller"),
        table=table,
        own_table=own_table,
        pending=per_phase("pending"),
        closes=per_phase("closes"),
        begins=per_phase("begins"),
        follows=follows,
        plain=np.array([p.follows[0] if len(p.follows) == 1 and not (p.pending or p.closes) else -1 for p in padded]),
        lifted=count if lifted is None else lifted,
        box=side_by_side("box", most_positions),
        rank=side_by_side("rank", max(host.rank.size for host in hosts)),
        remove=remove,
        operative=operative,
        positions=positions,
        empty=np.array([int(np.searchsorted(-host.box, -(host.rooms - 1))) for host in hosts]),
    )
    pairs = 0 if pitched else int(positions.prod())
    owners = np.concatenate(owner)
    tallies = {"rounds": np.concatenate(rounds)}
    for side, name in enumerate(SIDES):
        tallies[f"{name}.retreated"] = np.concatenate(retreats) * (owners == side)
        tallies[f"{name}.routiers"] = np.concatenate(routiers) * (owners == side)
    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        states=int(positions.prod()) * count,
        phases=count,
        endings=int(positions.sum()) + pairs,
        columns=Reading(hosts, model, pitched),
        tallies=tallies,
        constants={f"{host.side}.retreated": float(host.retreated) for host in hosts},
        derive=lambda means: with_losses(hosts, means),
        retell=Retelling(hosts, phases, model, lifted),
    )


def with_losses(hosts: list[Host], means: dict[str, float]) -> dict[str, float]:
    """Means by side, with the units that were lost: neither left, nor retreated, nor gone to the Routiers."""
    told: dict[str, float] = {}
    for host in hosts:
        left = {kind: means[f"{host.side}.{kind}"] for kind in host.kinds if host.army.units(kind)}
        away = {name: means[f"{host.side}.{name}"] for name in ("retreated", "routiers")}
        started = sum(host.army.units(kind) for kind in host.kinds)
        lost = max(0.0, started - sum(left.values()) - sum(away.values()))
        told |= {f"{host.side}.{name}": value for name, value in {**left, **away, "lost": lost}.items()}
    return told | {"rounds": means["rounds"]}


def inoperative_without(host: Host) -> int:
    """Elite units below which elite alone cannot roll a die in the next round (11.4.6)."""
    return host.card.elite_per_die_pitched or int(host.dice.started[2]) + 1


def most_losses(host: Host, rule: RollRule) -> int:
    dice = host.dice.owned * [rule.first_loss_factor, 1] if rule.faction_dice else np.zeros(2, np.int64)
    return int(dice.sum()) + host.dice.elite_owned + rule.extra_loss + rule.second_extra_loss


class Reading:
    """Endings as columns: winner (1 attacker, 2 defender, 0 nobody) and survivors of each kind on each side."""

    def __init__(self, hosts: list[Host], model: kernels.Battle, pitched: bool) -> None:
        self.hosts, self.model, self.pitched = hosts, model, pitched

    def left(self, side: int) -> Array:
        """Units [position, kind] of a side."""
        host = self.hosts[side]
        box = host.box // host.rooms
        size = host.size
        return np.stack([box // (size[1] * size[2]), box // size[2] % size[1], box % size[2]], axis=1)

    def after_retreat(self, position: Array) -> Array:
        """The besieger's position once the siege is lifted: those without room are dispersed (11.5.2)."""
        host = self.hosts[0]
        total = self.left(0).sum(axis=1)
        table = 1 if self.pitched else int(self.model.own_table[self.model.roller == 0][0])
        position = position.copy()
        while (crowded := total[position] > host.room).any():
            position[crowded] = self.model.remove[table, position[crowded], 1]
        return position

    def __call__(self, endings: Array) -> dict[str, Array]:
        n0, n1 = (int(n) for n in self.model.positions)
        empty0, empty1 = (int(n) for n in self.model.empty)
        pair = endings - n0 - n1
        lifted = pair >= 0
        i = np.where(endings < n0, endings, np.where(lifted, pair // n1, n0 - 1))
        j = np.where(endings < n0, n1 - 1, np.where(lifted, pair % n1, endings - n0))
        attacker_won = (i < empty0) & (j >= empty1)
        defender_won = lifted | ((i >= empty0) & (j < empty1))
        columns = {"winner": np.where(attacker_won, 1, np.where(defender_won, 2, 0))}
        i = np.where(lifted, self.after_retreat(i), i)
        for side, (host, position) in enumerate(zip(self.hosts, (i, j), strict=True)):
            left = self.left(side)[position]
            for k, kind in enumerate(host.kinds):
                if host.army.units(kind):
                    columns[f"{host.side}.{kind}"] = left[:, k]
        return columns


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
        names = [*own, *army.techniques] if host.army.elite else army.techniques
    held = [name for name in names if name in get_args(EliteCardName)]
    works = [name for name in held if effective(facts.elite_cards[name].value, host.side, combat)]  # type: ignore[index]
    return list(works) or [None]


def effective(card: EliteCard, side: Side, combat: str) -> bool:
    """Does the card do anything in this combat on this side?"""
    if combat == "pitched-battle":
        return card.free_attack or card.elite_per_die_pitched is not None
    if side == "attacker":
        return card.elite_per_die_siege is not None or card.siege_loss > 0
    return card.elite_per_die_besieged is not None


class CentAnsCombat(Combat):
    """Pitched battle or siege, ready for `evaluate` and the rest."""

    game = "cent-ans"

    def load_facts(self, override: Any) -> CentAnsFacts:
        return load(override)

    def prepare(self, scenario: Any, facts: Any) -> tuple[Any, Problem, set[str]]:
        scenario, camps = understand(scenario, facts)
        setup = Setup(scenario, camps, facts)
        hosts = [setup.host(side, None) for side in SIDES]
        options = [candidates(host, self.name, facts) for host in hosts]
        choice = best_pair(setup, options) if max(map(len, options)) > 1 else (options[0][0], options[1][0])
        problem = setup.problem(choice)
        effects = {side: card for side, card in zip(SIDES, choice, strict=True) if card}
        return scenario, replace(problem, notes={"elite_card": effects} if effects else {}), setup.used


def best_pair(setup: Setup, options: list[list[str | None]]) -> tuple[str | None, str | None]:
    """The attacker's best card against the defender's best answer, by win chance, exactly."""
    from simcore.engine.run import solve_problem, win_chances

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
