"""La guerre de Cent Ans, battles played out in full with exact fractions.

A second writing of the combat rules that knows nothing of simcore: pitched battle (11.1 to 11.4), siege (11.5),
what happens before round 1, equipment and techniques (10.4, 11.3.1, 11.3.2, card catalogue), leaders and the events
that shape a battle.  Where the rulebook is open it follows READINGS.md.  Input is trusted: nothing is validated.

All positions that a battle can be in are carried along together, roll by roll, each with its weight.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

KINDS = ("english", "burgundian", "french", "armagnac", "routier", "papal_guard", "elite")
ENGLISH, BURGUNDIAN, FRENCH, ARMAGNAC, ROUTIER, PAPAL_GUARD, ELITE = range(7)
FACTIONS = range(ELITE)  # in this order the first faction of a camp always comes before the second
SIDES = ("attacker", "defender")

# 11.4, faces of a die by result; what is missing to six is blank. The Routier row is a reading.
#                LOSS RETREAT DISPERSION ROUTIER
FACES = ((3, 3, 0, 0), (2, 1, 2, 1), (3, 2, 1, 0), (2, 2, 1, 1), (2, 2, 2, 0), (0, 0, 0, 0))
DICE = (2, 3, 2, 3, 2, 0)  # owned by each faction (4.1 to 4.3)
ELITE_DICE = 3
NOBODY = (0,) * len(KINDS)
# Ways of a whole camp's roll: two factions have at most 5 dice, with elite 8. Smaller rolls are scaled up to it,
# so that all weights of one moment are whole numbers over one denominator.
ROLL = 6 ** (5 + ELITE_DICE)
FREE_ROLL = 6**ELITE_DICE
UNLIMITED = 10**9  # room to retreat where the scenario sets no bound

CAPACITY = {"castle-1": 2, "castle-2": 2, "fortified-town": 3, "city": 5, "paris": 10, "paris-invested": 10}
CANCELS = {"castle-1": 1, "castle-2": 2, "fortified-town": 1, "city": 2, "paris": 3, "paris-invested": 2}

ELITE_DIE = (3, 1)  # faces: LOSS, double diamond (11.3.2)
# The card catalogue. Those with a free attack; cards whose double diamond is a LOSS; elite units needed for one die.
FREE_ATTACK = ("english-longbow", "crossbow", "francs-archers", "hand-culverin")
DIAMONDS = {
    "english-longbow": "initiative", "hand-culverin": "always", "heavy-bombard": "always",
    "field-artillery": "always", "ribaudequin": "always",
}  # fmt: skip
PITCHED_DICE = {"field-artillery": 1, "ribaudequin": 2}
BESIEGED_DICE = {"francs-archers": 2, "hand-culverin": 2}
BESIEGER_DICE = BESIEGED_DICE | PITCHED_DICE | {"bombard": 1, "heavy-bombard": 1, "genoese-crossbowmen": 1}
EXTRA_LOSS = {"bombard": (1, 3), "heavy-bombard": (1, 2)}  # a besieger's in each round: LOSS, elite units needed
ENGINES = 1  # of what a place cancels, taken off by Siege Engines
CHARGE, STAKES, JACQUERIE = 2, 2, 2  # factors: LOSS of French dice, RETREAT of the attacker, LOSS of Routier dice
KNOLLES = (1, 1)  # LOSS before the battle, elite units needed
JOAN = (1, 3)  # LOSS in each round of a siege, elite units needed

IGNORES_DISPERSION = {
    "great-jacquerie": ROUTIER,
    "pillage": ROUTIER,
    "revolt-of-the-routiers": ROUTIER,
    "charles-of-navarre": BURGUNDIAN,
    "cabochiens": BURGUNDIAN,
    "breton-war": ARMAGNAC,
}

Units = tuple[int, ...]  # one count for each of KINDS
Pair = tuple[Any, ...]  # one thing for the attacker, one for the defender
Weight = int | Fraction


class Outcome(NamedTuple):
    winner: str
    attacker: Units  # survivors; those who retreated are counted apart
    defender: Units
    attacker_retreated: int
    defender_retreated: int
    attacker_routiers: int
    defender_routiers: int


class State(NamedTuple):
    units: Pair
    retreated: Pair = (NOBODY, NOBODY)  # all counted as the first kind where the camp does not tell its kinds apart
    routiers: Pair = (0, 0)
    quiet: bool = False  # siege only: the besieger has rolled in this round and removed nobody


@cache
def dice_results(faces: tuple[int, ...], dice: int) -> dict[tuple[int, ...], int]:
    """Counts of (LOSS, RETREAT, DISPERSION, ROUTIER) on so many dice, and in how many of 6**dice ways."""
    if dice == 0:
        return {(0, 0, 0, 0): 1}
    ways: dict[tuple[int, ...], int] = defaultdict(int)
    for counts, before in dice_results(faces, dice - 1).items():
        for result, number in enumerate(faces):
            if number:
                ways[tuple(n + (i == result) for i, n in enumerate(counts))] += before * number
        if sum(faces) < 6:
            ways[counts] += before * (6 - sum(faces))
    return dict(ways)


def minus(units: Units, kind: int, number: int) -> Units:
    return (*units[:kind], units[kind] - number, *units[kind + 1 :])


def plus(units: Units, more: Units) -> Units:
    return tuple(n + m for n, m in zip(units, more, strict=True))


class Camp:
    def __init__(self, table: dict[str, Any]):
        equipment = table.get("equipment") or []
        self.cards = {equipment} if isinstance(equipment, str) else set(equipment)
        self.cards |= set(table.get("techniques") or [])
        self.leaders = set(table.get("leaders") or [])
        self.start: Units = tuple(table.get(kind, 0) for kind in KINDS)
        room = table.get("retreat_room")
        self.room: int = UNLIMITED if room is None else room
        self.by_kind: bool = table.get("retreated_by_kind", False)
        self.policy: str = table.get("policy", "weakest_first")
        self.shooting_policy: str = table.get("shooting_policy", "strongest_first")
        self.effects: str = table.get("leader_effects") or "unless-doubled"
        self.siege, self.attacks, self.strikes_later = False, False, False  # the last: its elite before round 1

    @property
    def idle(self) -> bool:
        """Do the elite units add nothing to the rolls that are still to come?"""
        table = PITCHED_DICE if not self.siege else BESIEGER_DICE if self.attacks else BESIEGED_DICE
        joan = self.siege and "joan-of-arc" in self.leaders and self.start[ELITE] >= JOAN[1]
        return not (self.cards & table.keys() or joan or self.strikes_later)

    def victim(self, units: Units, policy: str) -> int:
        """The kind that the policy takes the next unit from; the smallest key is taken."""
        present = [kind for kind in range(7) if units[kind]]
        loss_faces = [faces[0] for faces in FACES] + [0]
        if policy == "largest_first":
            return min(present, key=lambda k: (-units[k], k == ELITE, loss_faces[k], k))
        if policy == "proportional":
            return min(present, key=lambda k: (-Fraction(units[k], self.start[k]), k == ELITE, loss_faces[k], k))
        factions = [kind for kind in present if kind != ELITE]
        if policy in ("weakest_first", "strongest_first"):
            weak = policy == "weakest_first"
            if units[ELITE] and weak == self.idle:
                return ELITE
            if factions and not (weak and self.siege):
                ranked = sorted(factions, key=lambda k: (loss_faces[k], -k))
                return ranked[0 if weak else -1]
        if not factions or (policy == "elite_first" and units[ELITE]):
            return ELITE
        if policy == "strip_dice":
            return min(factions, key=lambda k: (units[k] - DICE[k], -loss_faces[k], k))
        return min(factions, key=lambda k: (DICE[k] - units[k], loss_faces[k], k))  # keep_dice, also after elite_first

    def away(self, units: Units) -> Units:
        """Units that got away, as this camp counts them."""
        return units if self.by_kind else (sum(units), *NOBODY[1:])

    def lose(self, units: Units, number: int, policy: str | None = None) -> Units:
        """Units left after so many are taken, one by one; more than there are is wasted."""
        for _ in range(min(number, sum(units))):
            units = minus(units, self.victim(units, policy or self.policy), 1)
        return units


class Battle:
    def __init__(self, scenario: dict[str, Any]):
        self.camps = (Camp(scenario["attacker"]), Camp(scenario["defender"]))
        self.events = set(scenario.get("events") or [])
        self.undispersed = {IGNORES_DISPERSION[event] for event in self.events & IGNORES_DISPERSION.keys()}
        self.siege = scenario["combat"] == "siege"
        self.place: str = scenario.get("place", "")
        for side, camp in enumerate(self.camps):
            camp.siege, camp.attacks = self.siege, side == 0
        self.john = "john-the-fearless" in self.events
        self.last_loss = scenario.get("battle_end") == "last-loss"
        lead = SIDES.index(scenario.get("initiative") or "defender")
        if self.camps[lead].start[ROUTIER]:  # never has the initiative
            lead = 1 - lead
        self.order = (lead, 1 - lead)
        # The sides that roll, step by step; John the Fearless lets both roll at once.
        self.turns = ((0, 1),) if self.john else ((self.order[0],), (self.order[1],))
        self.steps: dict[Any, dict[Any, int]] = {}

    def before(self) -> tuple[dict[State, int], int]:
        """Positions in which round 1 begins (or the battle is already over), weighted, and the weights' sum."""
        units = [camp.start for camp in self.camps]
        retreated: list[Units] = [NOBODY, NOBODY]
        if "capture-of-the-king" in self.events:
            for side in (0, 1):
                for kind in (FRENCH, ARMAGNAC):
                    units[side] = minus(units[side], kind, units[side][kind] // 2)
        if self.siege:
            return {State((units[0], self.besieged(units[0], units[1]))): 1}, 1

        for side in (0, 1):
            if "charles-vii" in self.camps[1 - side].leaders:
                leaving = units[side][BURGUNDIAN]
                units[side] = minus(units[side], BURGUNDIAN, leaving)
                retreated[side] = minus(NOBODY, BURGUNDIAN, -min(leaving, self.camps[side].room))
        if "better-a-plundered-country" in self.events and (
            units[0][ENGLISH] + units[0][BURGUNDIAN] > units[1][FRENCH] + units[1][ARMAGNAC]
        ):
            foe = self.camps[1]
            retreated[1] = plus(retreated[1], foe.lose(units[1], max(0, sum(units[1]) - foe.room)))
            units[1] = NOBODY
        told = [camp.away(gone) for camp, gone in zip(self.camps, retreated, strict=True)]
        positions = {State((units[0], units[1]), (told[0], told[1])): 1}
        for side in self.order:
            positions = self.shoot(side, positions)
        return positions, FREE_ROLL**2

    def besieged(self, besiegers: Units, defenders: Units) -> Units:
        """The defenders that are left when the first round of a siege begins."""
        attacker, defender = self.camps
        if "sapping" in attacker.cards and self.place.startswith("castle"):
            return (0,) * 7
        sheltered = defender.lose(defenders, max(0, sum(defenders) - CAPACITY[self.place]))
        return defender.lose(sheltered, self.opening(0, besiegers))  # which the place does not cancel

    def opening(self, side: int, units: Units) -> int:
        """Knolles's LOSS, if his army still has the elite units for it."""
        loss, needed = KNOLLES
        return loss if "robert-knolles" in self.camps[side].leaders and units[ELITE] >= needed else 0

    def loss_faces(self, side: int, card: str) -> int:
        """Faces of the elite die that are a LOSS with this card."""
        diamond = {"always": True, "initiative": side == self.order[0]}.get(DIAMONDS.get(card, ""), False)
        return ELITE_DIE[0] + ELITE_DIE[1] * diamond

    def shoot(self, side: int, positions: dict[State, int]) -> dict[State, int]:
        """One camp's free attack and Knolles's LOSS; the weights grow by 6**3 whatever is rolled."""
        camp, foe = self.camps[side], self.camps[1 - side]
        card = next((card for card in FREE_ATTACK if card in camp.cards), None)
        faces = self.loss_faces(side, card) if card else 0
        policy = camp.shooting_policy if card == "english-longbow" else foe.policy  # whose owner picks the victims
        foe.strikes_later = self.strikes_later(1 - side)
        after: dict[State, int] = defaultdict(int)
        for state, weight in positions.items():
            own, hit = state.units[side], state.units[1 - side]
            dice = min(own[ELITE], ELITE_DICE) if card else 0
            for (loss, *_), ways in dice_results((faces, 0, 0, 0), dice).items():
                left = foe.lose(hit, loss, policy)
                left = foe.lose(left, self.opening(side, own))
                units = (own, left) if side == 0 else (left, own)
                after[state._replace(units=units)] += weight * ways * (FREE_ROLL // 6**dice)
        foe.strikes_later = False
        return after

    def strikes_later(self, side: int) -> bool:
        """Has this camp, the second in order, something to do before round 1 that needs its elite?"""
        camp = self.camps[side]
        strikes = bool(camp.cards & {*FREE_ATTACK}) or self.opening(side, camp.start) > 0
        return side == self.order[1] and strikes and camp.start[ELITE] > 0

    def elite_dice(self, side: int, elite: int) -> tuple[int, int]:
        """Elite dice that a camp with so many elite units rolls in a round, and how many faces are a LOSS."""
        table = PITCHED_DICE if not self.siege else BESIEGED_DICE if side else BESIEGER_DICE
        for card, needed in table.items():
            if card in self.camps[side].cards:
                return min(elite // needed, ELITE_DICE), self.loss_faces(side, card)
        return 0, 0

    def readings(self, side: int, mine: Units, room: int, first: bool) -> dict[Any, int]:
        """What a camp's roll says: (LOSS on the enemy, own (DISPERSION, RETREAT, ROUTIER) by kind), and its ways."""
        elite, elite_faces = self.elite_dice(side, mine[ELITE])
        dice = [min(mine[kind], DICE[kind]) for kind in FACTIONS] + [elite]
        faces = (*FACES, (elite_faces, 0, 0, 0))
        found: dict[Any, int] = defaultdict(int)
        for parts in product(*(dice_results(f, n).items() for f, n in zip(faces, dice, strict=False))):
            results = [counts for counts, _ in parts]
            read = self.read_siege(side, mine, results) if self.siege else self.read(side, results, room, first)
            found[read] += prod(ways for _, ways in parts) * (ROLL // 6 ** sum(dice))
        return found

    def read_siege(self, side: int, mine: Units, results: list[tuple[int, ...]]) -> Any:
        camp = self.camps[side]
        loss = sum(counts[0] for counts in results)
        if "joan-of-arc" in camp.leaders and mine[ELITE] >= JOAN[1]:
            loss += JOAN[0]
        if side == 0:
            loss += sum(
                more for card, (more, least) in EXTRA_LOSS.items() if card in camp.cards and mine[ELITE] >= least
            )
            loss -= max(0, CANCELS[self.place] - ENGINES * ("siege-engines" in camp.cards))
        return max(0, loss), ((0, 0, 0),) * 7

    def turnings(self, side: int, results: list[tuple[int, ...]], room: int) -> list[Units]:
        """DISPERSION results, by kind, that a leader may turn into RETREAT: none first, what is read last."""
        camp, none = self.camps[side], (0,) * 7
        dispersion = tuple(0 if kind in self.undispersed else results[kind][2] for kind in FACTIONS)
        if "john-talbot" in camp.leaders:
            return [none, (*dispersion, 0)]
        if "charles-v" in camp.leaders and room != 0:
            return [none, *(minus(none, kind, -1) for kind in reversed(FACTIONS) if dispersion[kind])]
        return [none]

    def read(
        self, side: int, results: list[tuple[int, ...]], room: int, first: bool, turned: Units | None = None
    ) -> Any:
        """Results of a pitched battle: what is ignored, then what is turned, then what is doubled."""
        camp, foe = self.camps[side], self.camps[1 - side]
        loss, retreat, dispersion, routier = (list(column) for column in zip(*results, strict=False))
        stakes = first and side == 0 and "stakes-and-traps" in foe.cards

        if stakes or (first and "new-armour" in foe.cards):
            loss = [0] * 7
        for kind in self.undispersed:
            dispersion[kind] = 0
        if self.john:
            routier = [0] * 7

        if turned is None:
            declined = camp.effects == "never" or (camp.effects == "unless-doubled" and stakes)
            turned = (0,) * 7 if declined else self.turnings(side, results, room)[-1]
        dispersion = [n - t for n, t in zip(dispersion, turned, strict=False)]
        retreat = [n + t for n, t in zip(retreat, turned, strict=False)]

        if "great-jacquerie" in self.events:
            loss[ROUTIER] *= JACQUERIE
        if first and side == 0 and "cavalry-charge" in camp.cards:
            loss[FRENCH] *= CHARGE
        if stakes:
            retreat = [STAKES * n for n in retreat]
        return sum(loss), tuple(zip(dispersion, retreat, routier, strict=False))

    @staticmethod
    def desert(units: Units, own: Any, room: int) -> tuple[Units, Units, int]:
        """A camp's own results fall on the faction that rolled them: units left, retreated, turned Routier."""
        retreated, routiers = NOBODY, 0
        for kind in FACTIONS:
            dispersion, retreat, routier = own[kind]
            units = minus(units, kind, min(dispersion, units[kind]))
            leaving = min(retreat, units[kind])
            units = minus(units, kind, leaving)  # those without room are dispersed
            retreated = minus(retreated, kind, -min(leaving, room - sum(retreated)))
            turning = min(routier, units[kind])
            units = minus(units, kind, turning)
            routiers += turning
        return units, retreated, routiers

    def step(self, turn: tuple[int, ...], state: State, first: bool) -> dict[Any, int]:
        """The rolls of one turn: {(units, newly retreated, newly Routier): ways of ROLL for each side that rolls}."""
        # Room for more units than there are makes no difference.
        rooms = tuple(min(self.camps[s].room - sum(state.retreated[s]), sum(state.units[s])) for s in turn)
        key = (turn, state.units, rooms, first)
        if key not in self.steps:
            found: dict[Any, int] = defaultdict(int)
            rolls = [
                self.readings(s, state.units[s], room, first).items() for s, room in zip(turn, rooms, strict=False)
            ]
            for parts in product(*rolls):
                units, retreated, routiers = list(state.units), [NOBODY, NOBODY], [0, 0]
                # Who rolls at once with the enemy (John the Fearless) is out of reach once he has left.
                for side, room, ((loss, own), _) in zip(turn, rooms, parts, strict=False):
                    if self.spared(turn, loss, state.units[1 - side]):
                        continue
                    units[side], gone, routiers[side] = self.desert(units[side], own, room)
                    retreated[side] = self.camps[side].away(gone)
                for side, ((loss, _), _) in zip(turn, parts, strict=False):
                    units[1 - side] = self.camps[1 - side].lose(units[1 - side], loss)
                found[tuple(units), tuple(retreated), tuple(routiers)] += prod(ways for _, ways in parts)
            self.steps[key] = dict(found)
        return self.steps[key]

    def spared(self, turn: tuple[int, ...], loss: int, foes: Units) -> bool:
        """11.3: the battle ends "as soon as" one camp is left, and LOSS is applied first: what the other dice of the
        roll say comes too late, where it is read so. Who rolls at once with the enemy is not ahead of him."""
        return self.last_loss and len(turn) == 1 and loss >= sum(foes)

    def end_of_round(self, state: State) -> State:
        units = list(state.units)
        if state.quiet:  # the siege is lifted
            units[0] = self.camps[0].lose(units[0], max(0, sum(units[0]) - self.camps[0].room))
        for side in (0, 1):
            elite = units[side][ELITE]
            if not self.siege and sum(units[side]) == elite and self.elite_dice(side, elite)[0] == 0:
                units[side] = (0,) * 7  # inoperative (11.4.6)
        return state._replace(units=(units[0], units[1]))

    def staying(self, state: State) -> int:
        """Ways, of ROLL**2, in which a later round of a pitched battle leaves everything as it was."""
        if self.siege or self.end_of_round(state) != state:
            return 0
        same = (state.units, (NOBODY, NOBODY), (0, 0))
        return prod(self.step(turn, state, False).get(same, 0) for turn in self.turns)


def play(scenario: dict[str, Any], tally: bool = True) -> tuple[dict[State, Fraction], Fraction]:
    """Chances of the final positions, and the mean number of rounds begun.

    Without `tally` the retreated and the Routiers are forgotten where they cannot matter any more: far fewer positions.
    """
    battle = Battle(scenario)
    counted = [tally or camp.room < UNLIMITED for camp in battle.camps]
    final: dict[State, Fraction] = defaultdict(Fraction)
    rounds = Fraction(0)

    def sort_out(positions: dict[State, Any], scale: int, lifted: bool = False) -> dict[State, Weight]:
        """Move what is over to `final`; return the rest."""
        going = {}
        for state, weight in positions.items():
            if not all(map(any, state.units)) or (lifted and state.quiet):
                final[state] += Fraction(weight, scale)
            else:
                going[state] = weight
        return going

    positions, scale = battle.before()
    layer = sort_out(positions, scale)
    first = True
    while layer:
        # A round without any change would come again and again. Only rounds that change something are let through:
        # the others' chance is shared out among them, and each round that counts stands for 1 / (1 - p) rounds begun.
        back: dict[State, Weight] = {}
        for state in layer:
            if not first and (stay := battle.staying(state)):
                layer[state] *= Fraction(ROLL**2, ROLL**2 - stay)
                back[state] = layer[state] * stay
        rounds += Fraction(sum(layer.values()), scale)
        for turn in battle.turns:
            after: dict[State, Weight] = defaultdict(int)
            for state, weight in layer.items():
                for (units, retreated, routiers), ways in battle.step(turn, state, first).items():
                    quiet = state.quiet or (battle.siege and turn == (0,) and units[1] == state.units[1])
                    gone = tuple(
                        plus(n, m) if k else NOBODY
                        for k, n, m in zip(counted, state.retreated, retreated, strict=False)
                    )
                    turned = tuple(tally * (n + m) for n, m in zip(state.routiers, routiers, strict=False))
                    after[State(units, gone, turned, quiet)] += weight * ways
            scale *= ROLL ** len(turn)
            layer = sort_out(after, scale)
        after = defaultdict(int)
        for state, weight in layer.items():
            after[battle.end_of_round(state)] += weight
        for state, weight in back.items():
            after[state] -= weight
        layer = sort_out({state: weight for state, weight in after.items() if weight}, scale, lifted=True)
        first = False
    return final, rounds


def winner(state: State) -> str:
    """Both camps are left only when a siege was lifted, which is the defender's win."""
    if any(state.units[1]):
        return "defender"
    return "attacker" if any(state.units[0]) else "none"


def outcomes(scenario: dict[str, Any]) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    for state, chance in play(scenario)[0].items():
        chances[Outcome(winner(state), *state.units, *map(sum, state.retreated), *state.routiers)] += chance
    return dict(chances)


def win_chances(scenario: dict[str, Any]) -> dict[str, Fraction]:
    """Only who wins: much quicker than `outcomes` for larger armies."""
    chances = {"attacker": Fraction(0), "defender": Fraction(0), "none": Fraction(0)}
    for state, chance in play(scenario, tally=False)[0].items():
        chances[winner(state)] += chance
    return chances


def expected_rounds(scenario: dict[str, Any]) -> Fraction:
    return play(scenario, tally=False)[1]
