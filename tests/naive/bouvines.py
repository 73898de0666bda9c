"""Bouvines: charge, shot, contact and clash played out in full with exact fractions.

A second writing of the combat rules that knows nothing of simcore but its figures (facts.toml).  Where the rulebook is
open it follows READINGS.md.  Input is trusted: nothing is validated.

All positions that a clash can be in are carried along together, troop by troop, each with its chance.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

Outcome = tuple[tuple[str, int | str], ...]
Hex = tuple[int, int]
Scenario = Mapping[str, Any]

FACTS = Path(__file__).parents[2] / "simcore" / "games" / "bouvines" / "data" / "facts.toml"
SIDES = ("coalition", "france")
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east
WEAPONS = {"archer": "bow", "crossbowman": "crossbow"}
ENDINGS = ("removed", "banner_lost", "taken")


# ---- figures -----------------------------------------------------------------------------------------------------


class Figures:
    """The facts of the game, with an owner's table of the same shape laid over them."""

    def __init__(self, facts: Mapping[str, Any] | None = None):
        self.laid_over = facts or {}
        self.printed = tomllib.loads(FACTS.read_text(encoding="utf-8"))

    def get(self, section: str, name: str) -> Any:
        for table in (self.laid_over, self.printed):
            if name in table.get(section, {}):
                return table[section][name]["value"]
        raise KeyError(f"{section}.{name}")

    def full(self, kind: str) -> int:
        """Hit points of a troop of this kind in full health."""
        return int(self.get("hit_points", kind)) if kind != "dead" else 0

    def chance(self, die: str, bonus: int = 0) -> Fraction:
        """Chance that a die succeeds with a bonus on the number thrown."""
        good = self.get("dice", die)
        thrown = [min(6, max(1, face + bonus)) for face in range(1, 7)]
        return Fraction(sum(good.get("lowest", 1) <= number <= good.get("highest", 6) for number in thrown), 6)

    def bonus(self, leader: str | None, name: str) -> int:
        return int(self.get("leader_bonuses", leader).get(name, 0)) if leader else 0


# ---- one attack --------------------------------------------------------------------------------------------------


class Attack(NamedTuple):
    how: str  # "contact", "charge", "bow" or "crossbow"
    cells: int = 0  # walked in a charge
    mounted: bool = False  # the charger


class Hurt(NamedTuple):
    """What an attack leaves of its target."""

    kind: str
    hit_points: int
    unhorsed: bool = False
    killed: bool = False


def shown(dice: set[str]) -> str:
    """What a plaque's dice mean for an attack on it: forced march goes before defence, the rest is nothing."""
    return next((order for order in ("forced-march", "defence") if order in dice), "normal")


def damages(
    figures: Figures, attack: Attack, protection: str, at_least: bool, leader: str | None
) -> tuple[dict[int, Fraction], bool]:
    """Chance of each damage, and whether a shot or shock die is rolled for it."""
    marching = protection == "forced-march"
    march: int = figures.get("damage", "forced-march")

    def taken(normal: int) -> int:
        """What an attack takes that is no charge: Defence protects from charges only."""
        if not marching:
            return normal
        return max(march, normal) if at_least else march

    if attack.how == "contact":
        return {taken(figures.get("damage", "contact") + figures.bonus(leader, "contact_damage")): Fraction(1)}, False
    if attack.how != "charge":
        hit = figures.chance(attack.how, figures.bonus(leader, "shot_bonus"))
        return {0: 1 - hit, taken(figures.get("damage", "shot")): hit}, True

    if protection == "defence":
        return {figures.get("damage", "charge-on-defence"): Fraction(1)}, False
    if marching and not at_least:
        return {march: Fraction(1)}, False
    normal = min(attack.cells, figures.get("damage", "most-cells")) + figures.bonus(leader, "charge_damage")
    shock = figures.chance("shock-horse" if attack.mounted else "shock-foot", figures.bonus(leader, "shock_bonus"))
    found: dict[int, Fraction] = defaultdict(Fraction)
    for more, chance in ((figures.get("damage", "shock"), shock), (0, 1 - shock)):
        found[max(march if marching else 0, normal + more)] += chance
    return dict(found), True


def hurt(figures: Figures, kind: str, hit_points: int, damage: int) -> dict[Hurt, Fraction]:
    """What may be left of a living troop that takes so much damage."""
    left = hit_points - damage
    if left > 0:
        return {Hurt(kind, left): Fraction(1)}
    if kind != "knight":
        return {Hurt("dead", 0, killed=True): Fraction(1)}
    full, wounded = figures.full("foot-knight"), figures.chance("fall")
    fallen = max(1, full - figures.get("damage", "fall"))
    found: dict[Hurt, Fraction] = defaultdict(Fraction)
    found[Hurt("foot-knight", full, unhorsed=True)] += 1 - wounded
    found[Hurt("foot-knight", fallen, unhorsed=True)] += wounded
    return dict(found)


def healed(figures: Figures, kind: str, hit_points: int) -> int:
    return max(hit_points, min(figures.full(kind), hit_points + int(figures.get("healing", "repair"))))


def single(scenario: Scenario, figures: Figures) -> dict[Outcome, Fraction]:
    """A charge, a shot or a contact on one troop, told at the end of the turn."""
    target = scenario["target"]
    if isinstance(target, str):
        target = {"kind": target}
    kind: str = target["kind"]
    hit_points: int = target.get("hit_points", figures.full(kind))
    order = scenario.get("target_order", "attack")
    if order == "repair" and scenario.get("target_acts", "after") == "before":
        hit_points = healed(figures, kind, hit_points)

    if scenario["combat"] == "charge":
        attack = Attack("charge", scenario["cells"], scenario["charger"] == "horse")
    else:
        attack = Attack(scenario.get("weapon", "contact"))
    at_least = scenario.get("rules", {}).get("forced_march", "flat") == "at_least"
    hits, _ = damages(figures, attack, shown({order}), at_least, scenario.get("leader"))
    if not scenario.get("clear", True):
        hits = {0: Fraction(1)}

    found: dict[Outcome, Fraction] = defaultdict(Fraction)
    for damage, chance in hits.items():
        for after, then in hurt(figures, kind, hit_points, damage).items():
            left = after.hit_points
            if order == "repair" and scenario.get("target_acts", "after") == "after" and not after.killed:
                left = healed(figures, after.kind, left)
            shield = after.kind == "quality-sergeant" and left == figures.full(after.kind)
            columns = {
                "damage": damage,
                "hit_points": left,
                "unhorsed": int(after.unhorsed),
                "killed": int(after.killed),
                "shield": int(shield),
            }
            found[tuple(columns.items())] += chance * then
    return {outcome: chance for outcome, chance in found.items() if chance}


# ---- hexagons ----------------------------------------------------------------------------------------------------


def plus(cell: Hex, step: Hex) -> Hex:
    return cell[0] + step[0], cell[1] + step[1]


def distance(here: Hex, there: Hex) -> int:
    q, r = there[0] - here[0], there[1] - here[1]
    return max(abs(q), abs(r), abs(q + r))


def square(here: Hex, there: Hex) -> int:
    """Straight distance between two centres, squared."""
    q, r = there[0] - here[0], there[1] - here[1]
    return q * q + q * r + r * r


@cache
def line(here: Hex, there: Hex) -> tuple[tuple[Hex, ...], ...]:
    """What the straight line meets on its way: one cell that it crosses, or the two along whose border it runs.

    With the third coordinate s = -q - r, a point belongs to the cell around a centre while no two of its coordinates,
    reckoned from there, differ by more than 1; by exactly 1 it is on the border.
    """
    found: dict[tuple[Fraction, Fraction], list[Hex]] = defaultdict(list)
    (q, r), reach = here, distance(here, there)
    way = (there[0] - q, there[1] - r, q + r - there[0] - there[1])
    for cell in product(range(q - reach, q + reach + 1), range(r - reach, r + reach + 1)):
        away = (q - cell[0], r - cell[1], cell[0] + cell[1] - q - r)
        start, end = Fraction(0), Fraction(1)  # the part of the way that lies in this cell
        for i, j in ((0, 1), (1, 2), (2, 0)):
            at_first, pace = away[i] - away[j], way[i] - way[j]
            if pace:
                edges = sorted(Fraction(edge - at_first, pace) for edge in (-1, 1))
                start, end = max(start, edges[0]), min(end, edges[1])
            elif abs(at_first) > 1:
                end = start
        if start < end and cell not in (here, there):
            found[start, end].append(cell)
    return tuple(tuple(found[part]) for part in sorted(found))


# ---- clash -------------------------------------------------------------------------------------------------------


class Troop(NamedTuple):
    kind: str
    hit_points: int
    cell: int | None  # that it belongs to
    out: bool
    place: Hex


DEAD = Troop("dead", 0, None, False, (0, 0))


class State(NamedTuple):
    banners: tuple[Hex, ...]  # coalition, France; so the troops
    troops: tuple[tuple[Troop, ...], ...]

    def living(self, side: int) -> Iterator[tuple[int, Troop]]:
        return ((i, troop) for i, troop in enumerate(self.troops[side]) if troop.kind != "dead")

    def out(self, side: int) -> Iterator[tuple[int, Troop]]:
        return ((i, troop) for i, troop in self.living(side) if troop.out)

    def occupied(self, cell: Hex) -> bool:
        return cell in self.banners or any(troop.place == cell for side in (0, 1) for _, troop in self.living(side))

    def cells(self, side: int) -> tuple[Hex, ...]:
        return tuple(plus(self.banners[side], step) for step in DIRECTIONS)

    def with_troop(self, side: int, number: int, troop: Troop) -> "State":
        mine = self.troops[side]
        return self.with_troops(side, (*mine[:number], troop, *mine[number + 1 :]))

    def with_troops(self, side: int, troops: tuple[Troop, ...]) -> "State":
        return self._replace(troops=(troops, self.troops[1]) if side == 0 else (self.troops[0], troops))


class Moment(NamedTuple):
    """A position within a passage."""

    state: State
    stepped: bool = False
    carried: frozenset[int] = frozenset()  # troops that stood in their cells while the plaque stepped


class Side:
    def __init__(self, table: Scenario, figures: Figures):
        self.leader: str | None = table.get("leader")
        about = figures.get("leaders", self.leader) if self.leader else {}
        self.banner: str = about.get("banner") or table.get("banner", "gonfanon")
        self.sixteen_banners: bool = about.get("sixteen_banners", False)
        self.dice = [table.get("orders") or ["attack"]]
        if table.get("second_orders"):
            self.dice.append(table["second_orders"])
        self.policy: str = table.get("policy", "weakest_first")
        self.moves: bool = table.get("movement", "close") == "close"
        self.charges: str = table.get("charges", "all")
        self.turn: int = {"clockwise": 1, "none": 0, "counterclockwise": -1}[table.get("rotation", "clockwise")]

    def orders(self, turn: int) -> list[str]:
        """The orders of a turn (from 0), one for each die."""
        return [orders[min(turn, len(orders) - 1)] for orders in self.dice]


class Clash:
    def __init__(self, scenario: Scenario, figures: Figures):
        self.figures = figures
        self.sides = [Side(scenario[side], figures) for side in SIDES]
        self.first = SIDES.index(scenario.get("first", "coalition"))
        self.limit: int = scenario.get("order_limit", 6)
        rules = scenario.get("rules", {})
        self.at_least = rules.get("forced_march", "flat") == "at_least"
        self.one_side = rules.get("line_along_border", "one_side") == "one_side"
        self.foot_knight_charges: bool = rules.get("foot_knight_charges", True)
        self.carried_charges = rules.get("carried_into_contact", "contact") == "charge"
        self.engaged_free = rules.get("engaged", "strikes") == "free"

        q, r = scenario.get("offset", (2, 1))
        banners = ((0, 0), (q, r))
        # Directions by side, in the order in which its troops are listed and its ways compared.
        self.round: list[tuple[Hex, ...]] = [DIRECTIONS, DIRECTIONS]
        if scenario.get("listed") == "from-the-front":
            ahead = min(range(6), key=lambda k: square(DIRECTIONS[k], (q, r)))
            self.round = [tuple(DIRECTIONS[(k + more) % 6] for k in range(6)) for more in (ahead, ahead + 3)]
        troops = []
        for banner, name, around in zip(banners, SIDES, self.round, strict=True):
            kinds = scenario[name]["troops"]
            hit_points = scenario[name].get("hit_points") or [figures.full(kind) for kind in kinds]
            troops.append(
                tuple(
                    Troop(kind, life, DIRECTIONS.index(around[k]), False, plus(banner, around[k]))
                    if kind != "dead"
                    else DEAD
                    for k, (kind, life) in enumerate(zip(kinds, hit_points, strict=True))
                )
            )
        self.start = State(banners, tuple(troops))
        self.turn = 0  # turns begun
        self.dice: list[set[str]] = []  # orders that each side shows
        self.outcomes: dict[Outcome, Fraction] = defaultdict(Fraction)
        self.means: dict[str, Fraction] = defaultdict(Fraction)

    def play(self) -> None:
        positions = {self.start: Fraction(1)}
        while self.turn < self.limit:
            orders = [side.orders(self.turn) for side in self.sides]
            self.dice = [set(shows) for shows in orders]
            self.turn += 1
            for side in (self.first, 1 - self.first):
                for order in orders[side]:
                    positions = self.passage(side, order, positions)
        for state, chance in positions.items():
            self.tell(state, chance, None, "")

    def tell(self, state: State, chance: Fraction, loser: int | None, how: str) -> None:
        columns: dict[str, int | str] = {
            "winner": "none" if loser is None else SIDES[1 - loser],
            "orders": self.turn,
        }
        for side, name in enumerate(SIDES):
            living = [troop for _, troop in state.living(side)]
            columns[f"{name}.troops"] = len(living)
            columns[f"{name}.hit_points"] = sum(troop.hit_points for troop in living)
            for ending in ENDINGS:
                columns[f"{name}.{ending}"] = int(side == loser and how == ending)
        self.outcomes[tuple(columns.items())] += chance
        for column, value in columns.items():
            if not isinstance(value, str):
                self.means[column] += chance * value

    # -- endings

    def ending(self, state: State, side: int) -> str:
        """How this side's plaque is lost here, or an empty word."""
        mine, foe = self.sides[side], self.sides[1 - side]
        living = sum(1 for _ in state.living(side))
        if 6 - living >= self.figures.get("losses", "removed"):
            return "removed"
        cells = state.cells(side)
        if foe.sixteen_banners and living <= self.figures.get("losses", "sixteen-banners"):
            inside = [troop.place for _, troop in state.living(1 - side) if not troop.out]
            if any(distance(place, cell) == 1 for place in inside for cell in cells):
                return "banner_lost"
        if mine.banner in ("captain", "king", "emperor"):
            held = {troop.cell for _, troop in state.living(side)}
            enemies = [troop.place for _, troop in state.living(1 - side)]
            fallen = [
                k
                for k, cell in enumerate(cells)
                if k not in held or any(distance(place, cell) <= 1 for place in enemies)
            ]
            if len(fallen) >= self.figures.get("capture", mine.banner):
                return "taken"
        return ""

    def over(self, state: State, acting: int, chance: Fraction) -> bool:
        """Whether the clash ends here; if so it is told."""
        for side in (1 - acting, acting):
            if how := self.ending(state, side):
                self.tell(state, chance, side, how)
                return True
        return False

    # -- a passage

    def passage(self, side: int, order: str, positions: dict[State, Fraction]) -> dict[State, Fraction]:
        going: dict[Moment, Fraction] = defaultdict(Fraction)
        for state, chance in positions.items():
            if self.over(state, side, chance):
                continue
            moment: Moment | None = Moment(state)
            for _ in range(self.figures.get("walks", "forced-march") if order == "forced-march" else 1):
                if moment:
                    moment = self.obey(side, order, moment.state)
                    if self.over(moment.state, side, chance):
                        moment = None
            if moment:
                going[moment] += chance
        for number in range(6):
            after: dict[Moment, Fraction] = defaultdict(Fraction)
            for moment, chance in going.items():
                troop = moment.state.troops[side][number]
                if troop.kind == "dead" or not (order == "attack" or troop.out):
                    after[moment] += chance
                    continue
                for state, then in self.act(side, number, moment, chance).items():
                    if state == moment.state or not self.over(state, side, then):
                        after[moment._replace(state=state)] += then
            going = after
        left: dict[State, Fraction] = defaultdict(Fraction)
        for moment, chance in going.items():
            left[moment.state] += chance
        return left

    def obey(self, side: int, order: str, state: State) -> Moment:
        """What a plaque does by its order before its troops act; of a forced march one step."""
        if order == "repair":
            return Moment(self.repair(side, state))
        if order == "rotate":
            return Moment(self.rotate(side, state))
        if order == "recall":
            return Moment(self.recall(side, state))
        return self.step(side, state)

    def repair(self, side: int, state: State) -> State:
        for i, troop in state.living(side):
            healthier = troop._replace(hit_points=healed(self.figures, troop.kind, troop.hit_points))
            state = state.with_troop(side, i, healthier)
        return state

    def rotate(self, side: int, state: State) -> State:
        cells = state.cells(side)
        turned = list(state.troops[side])
        in_the_way = {troop.place for s in (0, 1) for _, troop in state.out(s)}
        for i, troop in state.living(side):
            if troop.cell is None:
                continue
            cell = (troop.cell + self.sides[side].turn) % 6
            if troop.out:
                turned[i] = troop._replace(cell=cell)
            elif cells[cell] in in_the_way:
                return state
            else:
                turned[i] = troop._replace(cell=cell, place=cells[cell])
        return state.with_troops(side, tuple(turned))

    def recall(self, side: int, state: State) -> State:
        cells = state.cells(side)
        for i in range(6):
            troop = state.troops[side][i]
            if not troop.out or troop.cell is None:
                continue
            home = cells[troop.cell]
            others = {other.place for s in (0, 1) for j, other in state.living(s) if (s, j) != (side, i)}
            if home not in others:
                state = state.with_troop(side, i, troop._replace(out=False, place=home))
        return state

    def barred(self, side: int, state: State, banner: Hex) -> bool:
        """Whether the plaque may not stand with its banner there."""
        if distance(banner, state.banners[1 - side]) < 3:
            return True
        cells = [plus(banner, step) for step in DIRECTIONS]
        if any(troop.place in (banner, *cells) for _, troop in state.out(1 - side)):
            return True
        filled = {cells[troop.cell] for _, troop in state.living(side) if troop.cell is not None and not troop.out}
        return any(troop.place == banner or troop.place in filled for _, troop in state.out(side))

    def step(self, side: int, state: State) -> Moment:
        """One step towards the enemy's banner if there is one to take, and the rally of those whom it covers."""
        here, goal = state.banners[side], state.banners[1 - side]
        places = [plus(here, step) for step in self.round[side]]
        open_places = [place for place in places if not self.barred(side, state, place)]
        nearest = min(open_places, key=lambda place: square(place, goal), default=here)
        if not self.sides[side].moves or square(nearest, goal) >= square(here, goal):
            return Moment(state)

        state = state._replace(banners=(nearest, goal) if side == 0 else (goal, nearest))
        cells = state.cells(side)
        moved = list(state.troops[side])
        carried = set()
        for i, troop in state.living(side):
            if not troop.out and troop.cell is not None:
                carried.add(i)
                moved[i] = troop._replace(place=cells[troop.cell])
        for i, troop in state.out(side):
            if troop.place in cells:  # the cell is empty: otherwise the place was barred
                cell = cells.index(troop.place)
                for j, other in enumerate(moved):
                    if other.cell == cell:
                        moved[j] = other._replace(cell=None)
                moved[i] = troop._replace(cell=cell, out=False)
        return Moment(state.with_troops(side, tuple(moved)), True, frozenset(carried))

    # -- a troop

    def prefer(self, side: int, state: State, targets: list[int]) -> int:
        """The enemy troop that the side's policy picks."""

        def life(number: int) -> int:
            troop = state.troops[1 - side][number]
            return troop.hit_points + (self.figures.full("foot-knight") if troop.kind == "knight" else 0)

        def rank(number: int) -> tuple[int, ...]:
            if self.sides[side].policy == "strongest_first":
                return -life(number), number
            later = self.sides[side].policy == "shooters_first" and state.troops[1 - side][number].kind not in WEAPONS
            return int(later), life(number), number

        return min(targets, key=rank)

    def clear(self, state: State, here: Hex, there: Hex) -> bool:
        for met in line(here, there):
            blocked = [state.occupied(cell) for cell in met]
            if all(blocked) if self.one_side else any(blocked):
                return False
        return True

    def ways(self, side: int, state: State, here: Hex, most: int) -> dict[int, tuple[Hex, ...]]:
        """Enemy troops that a charger can come to touch, each with the cells that he walks on."""
        found: dict[int, tuple[Hex, ...]] = {}
        for length in range(1, most + 1):
            for steps in product(self.round[side], repeat=length):
                way = [here]
                for step in steps:
                    way.append(plus(way[-1], step))
                if any(state.occupied(cell) for _, cell in pairwise(way)):
                    continue
                for i, enemy in state.living(1 - side):
                    if distance(way[-1], enemy.place) == 1:
                        found.setdefault(i, tuple(way[1:]))
        return found

    def act(self, side: int, number: int, moment: Moment, chance: Fraction) -> dict[State, Fraction]:
        """Positions after a living troop has acted, with their chances."""
        state, me = moment.state, moment.state.troops[side][number]
        inside = moment.stepped and not me.out
        mounted = me.kind == "knight"
        able = me.kind not in WEAPONS and (me.kind != "foot-knight" or self.foot_knight_charges)
        touched = [i for i, enemy in state.living(1 - side) if distance(me.place, enemy.place) == 1]
        wanted = self.sides[side].charges
        charges = able and (wanted == "all" or (wanted == "horse" and mounted))
        most = self.figures.get("walks", "horse") - inside if mounted else self.figures.get("walks", "foot")
        ways = self.ways(side, state, me.place, most) if charges else {}
        if touched and (me.out or not self.engaged_free):
            ways = {}
        ways = {i: way for i, way in ways.items() if i not in touched}
        if touched and self.prefer(side, state, [*touched, *ways]) in touched:
            charging = self.carried_charges and inside and able
            attack = Attack("charge", 1, mounted) if charging else Attack("contact")
            return self.strike(side, attack, state, self.prefer(side, state, touched), chance)

        if me.kind in WEAPONS:
            weapon = WEAPONS[me.kind]
            limits = self.figures.get("ranges", weapon)
            seen = [
                i
                for i, enemy in state.living(1 - side)
                if limits["nearest"] <= distance(me.place, enemy.place) <= limits["farthest"]
                and self.clear(state, me.place, enemy.place)
            ]
            if seen:
                return self.strike(side, Attack(weapon), state, self.prefer(side, state, seen), chance)
            return {state: chance}

        if ways:
            target = self.prefer(side, state, list(ways))
            way = ways[target]
            state = state.with_troop(side, number, me._replace(out=True, place=way[-1]))
            attack = Attack("charge", len(way) + (number in moment.carried), mounted)
            return self.strike(side, attack, state, target, chance)
        return {state: chance}

    def strike(self, side: int, attack: Attack, state: State, target: int, chance: Fraction) -> dict[State, Fraction]:
        """Positions after an attack on an enemy troop."""
        enemy = state.troops[1 - side][target]
        protection = "normal" if enemy.out else shown(self.dice[1 - side])
        hits, rolled = damages(self.figures, attack, protection, self.at_least, self.sides[side].leader)
        if rolled:
            self.means[f"{SIDES[side]}.{'shock_dice' if attack.how == 'charge' else 'shots'}"] += chance
        found: dict[State, Fraction] = defaultdict(Fraction)
        for damage, hit in hits.items():
            for after, then in hurt(self.figures, enemy.kind, enemy.hit_points, damage).items():
                weight = chance * hit * then
                if not weight:
                    continue
                self.means[f"{SIDES[1 - side]}.unhorsed"] += weight * after.unhorsed
                self.means[f"{SIDES[1 - side]}.lost"] += weight * after.killed
                left = DEAD if after.killed else enemy._replace(kind=after.kind, hit_points=after.hit_points)
                found[state.with_troop(1 - side, target, left)] += weight
        return found


# ---- answers -----------------------------------------------------------------------------------------------------


def outcomes(scenario: Scenario, facts: Mapping[str, Any] | None = None) -> dict[Outcome, Fraction]:
    """Chance of every outcome; `facts` is an owner's table in the shape of facts.toml."""
    figures = Figures(facts)
    if scenario["combat"] != "clash":
        return single(scenario, figures)
    clash = Clash(scenario, figures)
    clash.play()
    return dict(clash.outcomes)


def win_chances(scenario: Scenario, facts: Mapping[str, Any] | None = None) -> dict[str, Fraction]:
    """Chance of each of the combat's `win` names."""
    combat = scenario["combat"]
    if combat == "clash":
        chances = dict.fromkeys((*SIDES, "none"), Fraction(0))
    else:
        names = ("hit", "miss") if combat == "shot" else ("standing", "unhorsed", "killed")
        chances = dict.fromkeys(names, Fraction(0))
    for outcome, chance in outcomes(scenario, facts).items():
        row: dict[str, Any] = dict(outcome)
        if combat == "clash":
            name = row["winner"]
        elif combat == "shot":
            name = "hit" if row["damage"] else "miss"
        else:
            name = next((name for name in ("unhorsed", "killed") if row[name]), "standing")
        chances[name] += chance
    return chances


def means(scenario: Scenario, facts: Mapping[str, Any] | None = None) -> dict[str, Fraction]:
    """Means of a clash's columns and of its shots, shock dice, unhorsed knights and lost troops; absent: 0."""
    clash = Clash(scenario, Figures(facts))
    clash.play()
    return dict(clash.means)
