"""Legendary Battles, one attack of an area against an area worked out in full with exact fractions.

A second writing of the combat rules that knows nothing of simcore: melee, shooting and the forced march.  Where the
rulebook is open it follows READINGS.md; the figures of dice, cards, skills, terrain and optional rules are read from
the facts, over which a test can lay an owner's.
Input is trusted: nothing is validated.

Every die is thrown face by face.  Equal intermediate results are merged, each carries its weight along.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import floor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

FACTS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "simcore/games/legendary/data/facts.toml").read_text(encoding="utf-8")
)
ONE = Fraction(1)
DEFAULTS = {
    "attackers_policy": "spare_characters",
    "defenders_policy": "cheapest_first",
    "targeting_policy": "spare_characters",
    "cancels": "push",
    "lending_policy": "apart",
    "terror_policy": "most_results",
    "somerset_policy": "dodge_first",
    "parry_policy": "keep_dodge",
    "feint_policy": "always",
    "ruthless_policy": "spare_tough",
    "bodyguard_policy": "always",
    "ransom_policy": "always",
}
NEVER_SURVIVED = 10**9  # what a Push counts for a policy that asks who survives it

Outcome = tuple[tuple[str, Any], ...]
T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)
Chances = dict[T, Fraction]
Counts = tuple[int, ...]


class Card:
    """What is printed about a troop or a character."""

    def __init__(self, name: str, character: bool):
        value: dict[str, Any] = FACTS["characters" if character else "troops"][name]["value"]
        self.name = name
        self.character = character
        self.value = value
        self.kind: str = "character" if character else value["kind"]
        self.wounds: int = value.get("wounds", 1)
        self.attack: list[str] = value.get("attack", [])
        self.defence: list[str] = value.get("defence", [])
        self.range: int = value.get("range", 0)
        self.shot: str = value.get("shot", "")
        self.converts: dict[str, str] = value.get("converts", {})
        printed = self.attack + self.defence
        self.cost = (len(printed), sum(faces(colour).count("kill") for colour in printed))

    def has(self, skill: str) -> bool:
        return skill in self.value.get("skills", [])

    def number(self, key: str) -> int:
        return int(self.value.get(key, 0))


class Entry(NamedTuple):
    """One line of a side's list."""

    card: Card
    units: int
    wounds: int  # suffered before the attack


class State(NamedTuple):
    """What has become of the units of one entry."""

    exposed: int  # in the area, and results can fall on them
    aloof: int  # in the area, out of reach
    killed: int = 0
    disrupted: int = 0
    pushed: int = 0
    captured: int = 0
    wounds: int = 0
    shoved: bool = False  # a Push without room fell on this character

    @property
    def left(self) -> int:
        return self.exposed + self.aloof

    @property
    def gone(self) -> int:
        return self.killed + self.disrupted + self.pushed + self.captured


Side = tuple[State, ...]


def faces(colour: str) -> list[str]:
    """The six faces of a die."""
    return [face for face, number in figures("dice", colour).items() for _ in range(number)]


def figures(group: str, name: str) -> dict[str, Any]:
    """What the facts say of a die, skill, terrain or rule."""
    value: dict[str, Any] = FACTS[group][name]["value"]
    return value


def share(group: str, name: str, what: str = "chance") -> Fraction:
    """So many of so many, by the facts."""
    some, whole = figures(group, name)[what]
    return Fraction(some, whole)


def merge(weighted: Iterable[tuple[T, Fraction]]) -> Chances[T]:
    total: dict[T, Fraction] = defaultdict(Fraction)
    for what, weight in weighted:
        total[what] += weight
    return dict(total)


def then(chances: Chances[T], step: Callable[[T], Chances[S]]) -> Chances[S]:
    """The chances after one more step."""
    return merge((after, weight * w) for what, weight in chances.items() for after, w in step(what).items())


def add(one: Chances[Counts], other: Chances[Counts]) -> Chances[Counts]:
    """Two independent rolls counted together."""
    return then(one, lambda a: {tuple(x + y for x, y in zip(a, b, strict=True)): w for b, w in other.items()})


def throw(colours: tuple[str, ...]) -> Chances[tuple[str, ...]]:
    """Every way the dice can fall, in their order."""
    each = Fraction(1, 6 ** len(colours))
    return merge((rolled, each) for rolled in product(*(faces(colour) for colour in colours)))


def throw_again(colours: tuple[str, ...], rolled: tuple[str, ...], which: list[int]) -> Chances[tuple[str, ...]]:
    """The dice named are rolled once more, the others stay."""
    choices = [faces(colour) if i in which else [rolled[i]] for i, colour in enumerate(colours)]
    each = Fraction(1, 6 ** len(which))
    return merge((again, each) for again in product(*choices))


class Attack:
    """One attack: who rolls what, what it shows, and on whom it falls."""

    def __init__(self, scenario: dict[str, Any]):
        self.melee = scenario["combat"] == "melee"
        self.attackers = entries(scenario["attackers"])
        self.defenders = entries(scenario["defenders"])
        self.terrain: str = scenario.get("terrain") or "plains"
        self.behind: str = scenario.get("behind") or ""
        self.charging: bool = given(scenario, "charging", False)
        rules = given(scenario, "optional_rules", [])
        self.rules = {rules} if isinstance(rules, str) else set(rules)
        self.room: int | None = scenario.get("push_room")
        self.blocked: str = given(scenario, "blocked_push", "disrupt")
        self.tokens: int = given(scenario, "ruthless_tokens", 0)
        self.bodyguard: bool = given(scenario, "bodyguard", True)
        self.shooters_in_melee: bool = given(scenario, "shooters_in_melee", False)
        self.untouchable: bool = given(scenario, "culverin_untouchable", True)
        self.distance: int = given(scenario, "distance", 1)
        self.attackers_policy: str = given(scenario, "attackers_policy", DEFAULTS["attackers_policy"])
        self.defenders_policy: str = given(scenario, "defenders_policy", DEFAULTS["defenders_policy"])
        self.targeting_policy: str = given(scenario, "targeting_policy", DEFAULTS["targeting_policy"])
        self.cancels: str = given(scenario, "cancels", DEFAULTS["cancels"])
        self.lending: str = given(scenario, "lending_policy", DEFAULTS["lending_policy"])
        self.frightened: str = given(scenario, "terror_policy", DEFAULTS["terror_policy"])
        self.robbing: str = given(scenario, "somerset_policy", DEFAULTS["somerset_policy"])
        self.parrying: str = given(scenario, "parry_policy", DEFAULTS["parry_policy"])
        self.feinting: str = given(scenario, "feint_policy", DEFAULTS["feint_policy"])
        self.ruthlessness: str = given(scenario, "ruthless_policy", DEFAULTS["ruthless_policy"])
        self.guarding: str = given(scenario, "bodyguard_policy", DEFAULTS["bodyguard_policy"])
        self.capturing: str = given(scenario, "ransom_policy", DEFAULTS["ransom_policy"])
        self.ransom = self.melee and "ransom" in self.rules
        self.rolling = [entry for entry in self.attackers if self.rolls(entry.card)]
        self.targeting = any(entry.card.has("targeting") for entry in self.rolling)
        self.assigned = cache(self.assign)
        self.suffered = cache(self.suffer)

    # ---- the attack roll ----

    def rolls(self, card: Card) -> bool:
        """Does a unit of this card roll attack dice?"""
        if not card.attack:
            return False
        if self.melee:
            return card.character or not card.range or self.shooters_in_melee
        through = self.behind != "palisade" or card.shot == "indirect"
        return not card.character and card.range >= self.distance and through

    def attack_units(self) -> list[tuple[Card, tuple[str, ...]]]:
        """Every unit that rolls, with all dice of its own."""
        kinds = {entry.card.kind for entry in self.defenders}
        troops = sum(entry.units for entry in self.attackers if not entry.card.character)
        units = []
        for entry in self.rolling:
            dice = list(entry.card.attack)
            if entry.card.value.get("against") in kinds:
                dice += entry.card.value["attack_against"]
            if "attack_with_troops" in entry.card.value and troops >= entry.card.number("troops_needed"):
                dice += entry.card.value["attack_with_troops"]
            own = [list(dice) for _ in range(entry.units)]
            if entry.card.name == "bowmen":
                lent = [lender.card.value.get("lends_bowmen", []) for lender in self.attackers]
                for i, extra in enumerate(filter(None, lent)):
                    own[0 if self.lending == "together" else i % entry.units] += extra
            units += [(entry.card, tuple(one)) for one in own]
        return units

    def loose_attack_dice(self) -> list[str]:
        dice = [die for entry in self.attackers for die in entry.card.value.get("lends_attack", []) * entry.units]
        if self.melee:
            more = sum(entry.card.number("counts_for_support") for entry in self.attackers)
            support = figures("skills", "support")
            for entry in self.attackers:
                if entry.card.has("support") and entry.units + more >= support.get("from_units", 0):
                    dice += support.get("dice", [])
        elif "concentrated-fire" in self.rules:
            fire = figures("optional_rules", "concentrated-fire")
            if sum(entry.units for entry in self.defenders) >= fire.get("from_units", 0):
                dice += fire.get("dice", [])
        return dice

    def daunted(self, dice: tuple[str, ...]) -> Fraction:
        """The chance that Terror leaves a unit with these dice one of them."""
        level = max(entry.card.number("terror") for entry in self.defenders) if self.melee else 0
        return 1 - (1 - share("skills", "terror")) ** level if len(dice) > 1 else Fraction(0)

    def kept_in_fright(self, card: Card, dice: tuple[str, ...]) -> str:
        """The die that the policy keeps."""

        def liking(colour: str) -> tuple[Any, ...]:
            alone = self.dice_results(card, (colour,))
            first: Fraction = Fraction(0)  # chance of a Push, or of each kind of result summed up, of that die alone
            if self.frightened == "most_pushes":
                first = sum((w for counts, w in alone.items() if counts[3]), Fraction(0))
            elif self.frightened == "most_results":
                first = sum((w * sum(map(bool, counts)) for counts, w in alone.items()), Fraction(0))
            return first, *(faces(colour).count(face) for face in ("kill", "disrupt", "push"))

        return max(dice, key=liking)  # the first of equals

    def attack_unit_roll(self, card: Card, dice: tuple[str, ...]) -> Chances[Counts]:
        """Slayer's Kills, other Kills, Disrupts and Pushes of one unit."""
        daunted = self.daunted(dice)
        if not daunted:
            return self.dice_results(card, dice)
        best = self.kept_in_fright(card, dice)
        return merge(
            [(counts, w * (1 - daunted)) for counts, w in self.dice_results(card, dice).items()]
            + [(counts, w * daunted) for counts, w in self.dice_results(card, (best,)).items()]
        )

    def dice_results(self, card: Card, dice: tuple[str, ...]) -> Chances[Counts]:
        def reroll(rolled: tuple[str, ...]) -> Chances[tuple[str, ...]]:
            which = []
            if self.may_feint(card, rolled) and self.feinting != "never":  # "optimal": as if always
                which = [rolled.index("blank")]
            return throw_again(dice, rolled, which)

        return then(then(self.thrown(card, dice), reroll), lambda rolled: {self.shown(card, rolled): ONE})

    def thrown(self, card: Card, dice: tuple[str, ...]) -> Chances[tuple[str, ...]]:
        """A unit's attack dice on the table; what its card makes it roll again is rolled again."""

        def again(rolled: tuple[str, ...]) -> Chances[tuple[str, ...]]:
            rerolls = card.value.get("rerolls_shields")
            return throw_again(dice, rolled, [i for i, face in enumerate(rolled) if rerolls and face == "shield"])

        return then(throw(dice), again)

    def may_feint(self, card: Card, rolled: tuple[str, ...]) -> bool:
        return card.has("feint") and not card.value.get("rerolls_shields") and "blank" in rolled

    def shown(self, card: Card, rolled: tuple[str, ...]) -> Counts:
        """Slayer's Kills, other Kills, Disrupts and Pushes on these dice of one unit."""
        shown = [card.converts.get(face, face) for face in rolled]
        kills, disrupts, pushes = (shown.count(face) for face in ("kill", "disrupt", "push"))
        pushes += card.number("push_per_wound") * (kills + disrupts) + card.number("push")
        if self.charging:
            pushes += card.number("push_on_charge")
        return ((kills, 0) if card.has("slayer") else (0, kills)) + (disrupts, pushes)

    def attack_roll(self) -> Chances[Counts]:
        """The whole attack after rerolls, conversions, Ruthless and the defenders' cancels."""
        total: Chances[Counts] = {(0, 0, 0, 0): ONE}
        for card, dice in self.attack_units():
            total = add(total, self.attack_unit_roll(card, dice))
        for colour in self.loose_attack_dice():
            loose = merge(
                ((0, face == "kill", face == "disrupt", face == "push"), Fraction(1, 6)) for face in faces(colour)
            )
            total = add(total, {tuple(map(int, counts)): weight for counts, weight in loose.items()})
        return total if self.ruthlessness == "optimal" else then(total, lambda counts: {self.settle(counts): ONE})

    def most_turned(self, disrupts: int) -> int:
        """Disrupts that may become Kills: a token for each, and a Ruthless character that fights."""
        return min(self.tokens, sum(entry.card.has("ruthless") for entry in self.rolling), disrupts)

    def settle(self, counts: Counts, turned: int | None = None) -> Counts:
        """Ruthless, then what the defenders' cards cancel."""
        slain, kills, disrupts, pushes = counts
        if turned is None:
            spared = any(entry.card.has("tough") for entry in self.defenders)
            spends = {"always": True, "never": False, "spare_tough": not spared}[self.ruthlessness]
            turned = self.most_turned(disrupts) if spends else 0
        gone = {
            key: sum(entry.card.number(key) * entry.units for entry in self.defenders)
            for key in ("cancels_disrupt", "cancels_push", "cancels_hits")
        }
        if self.cancels == "push":
            gone["cancels_push"] += gone.pop("cancels_hits")
        left = [slain, kills + turned, disrupts - turned, pushes]
        for which, key in ((2, "cancels_disrupt"), (3, "cancels_push")):
            left[which] = max(0, left[which] - gone[key])
        for _ in range(gone.get("cancels_hits", 0)):  # one result each, the gravest there is
            which = next((which for which in range(4) if left[which]), None)
            if which is not None:
                left[which] -= 1
        return tuple(left)

    # ---- the defence roll ----

    def defence_units(self) -> list[tuple[int, list[str]]]:
        """The entry and the own dice of every defending unit."""
        units = []
        volley = any(entry.card.shot == "indirect" for entry in self.rolling)
        for index, entry in enumerate(self.defenders):
            dice = list(entry.card.defence)
            if self.behind == "stakes":
                dice = list(entry.card.value.get("defence_behind_stakes", dice))
            if self.behind == "palisade" and volley:
                dice += figures("palisade", "palisade").get("dice", [])
            units += [(index, list(dice)) for _ in range(entry.units)]
        if any(entry.card.number("takes_defence_dice") for entry in self.rolling):
            self.rob(units)
        return units

    def rob(self, units: list[tuple[int, list[str]]]) -> None:
        """One unit loses a die, by the attacker's choice."""
        who, _, colour = self.robbing.partition(".")

        def wish(unit: int, die: int) -> tuple[int, ...]:
            index, dice = units[unit]
            card, shown = self.defenders[index].card, faces(dice[die])
            named = card.name == who and colour in ("", dice[die])
            dodging = shown.count("blank") if who == "dodge_first" and card.has("dodge") else 0
            striking = 0
            if who == "retaliation_first" and self.retaliates(card):
                striking = shown.count("kill") + shown.count("disrupt")
            return int(named), dodging + striking, shown.count("shield"), -unit, -die

        places = [(unit, die) for unit, (_, dice) in enumerate(units) for die in range(len(dice))]
        if places:
            unit, die = max(places, key=lambda place: wish(*place))
            del units[unit][1][die]

    def loose_defence_dice(self) -> list[str]:
        """Dice of Cohesion."""
        everyone = any(entry.card.value.get("gives_cohesion") for entry in self.defenders)
        cohesion = figures("skills", "cohesion")
        dice: list[str] = []
        for entry in self.defenders:
            close = not entry.card.character and entry.units >= cohesion.get("from_units", 0)
            if close and (everyone or entry.card.has("cohesion")):
                dice += cohesion.get("dice", [])
        return dice

    def parries(self, card: Card) -> bool:
        gifts = {entry.card.value.get("gives_parry") for entry in self.defenders}
        given_here = figures("terrain", self.terrain).get("parry", False) or "area" in gifts
        return card.has("parry") or given_here or (card.character and "characters" in gifts)

    def retaliates(self, card: Card) -> bool:
        needed = card.value.get("retaliates_against")
        met = needed is None or any(entry.card.kind == needed for entry in self.attackers)
        return self.melee and card.has("retaliation") and met

    def parried(self, card: Card, dice: tuple[str, ...], rolled: tuple[str, ...]) -> list[int]:
        """The die that the policy of Parry rolls again, if any."""
        if not self.parries(card) or self.parrying == "never":
            return []
        kept = ["shield"]
        if self.retaliates(card) and self.parrying in ("keep_both", "keep_retaliation"):
            kept += ["kill", "disrupt"]
        if card.has("dodge") and self.parrying in ("keep_both", "keep_dodge"):
            kept.append("blank")
        which = [i for i, face in enumerate(rolled) if face not in kept]
        which.sort(key=lambda i: -faces(dice[i]).count("shield"))  # stable: ties stay in their order
        return which[:1]

    def defends(self, card: Card, rolled: tuple[str, ...]) -> Counts:
        """Shields, whether the unit dodges, Kills and Disrupts that retaliate."""
        back = (rolled.count("kill"), rolled.count("disrupt")) if self.retaliates(card) else (0, 0)
        return (rolled.count("shield"), int(card.has("dodge") and "blank" in rolled), *back)

    def defence_unit_roll(self, card: Card, dice: tuple[str, ...]) -> Chances[Counts]:
        def parry(rolled: tuple[str, ...]) -> Chances[tuple[str, ...]]:
            return throw_again(dice, rolled, self.parried(card, dice, rolled))

        return then(then(throw(dice), parry), lambda rolled: {self.defends(card, rolled): ONE})

    def fixed_shields(self) -> int:
        names = {entry.card.name for entry in self.defenders}
        return sum(
            entry.card.number("shields") * entry.units + (entry.card.value.get("shield_with") in names)
            for entry in self.defenders
        )

    def defence_roll(self) -> Chances[tuple[int, Counts, Counts]]:
        """Shields of the area, how many units of each entry dodge, and the Kills and Disrupts of Retaliation."""
        size = len(self.defenders)
        total: Chances[Counts] = {(self.fixed_shields(), *(0,) * size, 0, 0): ONE}
        for index, dice in self.defence_units():
            roll = self.defence_unit_roll(self.defenders[index].card, tuple(dice))
            spread = merge(
                ((shields, *(dodge if i == index else 0 for i in range(size)), kills, disrupts), weight)
                for (shields, dodge, kills, disrupts), weight in roll.items()
            )
            total = add(total, spread)
        for colour in self.loose_defence_dice():
            loose = [((int(face == "shield"), *(0,) * size, 0, 0), Fraction(1, 6)) for face in faces(colour)]
            total = add(total, merge(loose))
        return merge(((self.in_terrain(t[0]), t[1:-2], t[-2:]), weight) for t, weight in total.items())

    def in_terrain(self, shields: int) -> int:
        return max(0, shields - int(figures("terrain", self.terrain).get("takes_shields", 0)))

    # ---- assignment ----

    def beyond_reach(self, card: Card) -> bool:
        return self.untouchable and bool(card.value.get("untouchable"))

    def start(self, side: list[Entry], dodging: Counts) -> Side:
        states = []
        for entry, dodge in zip(side, dodging, strict=True):
            aloof = entry.units if self.beyond_reach(entry.card) else dodge
            states.append(State(entry.units - aloof, aloof, wounds=entry.wounds))
        return tuple(states)

    def assign(self, results: Counts, dodging: Counts) -> Chances[Side]:
        """What becomes of the defenders when these results (after Shields) fall on them."""
        policy = self.targeting_policy if self.targeting else self.defenders_policy
        side: Chances[Side] = {self.start(self.defenders, dodging): ONE}
        for result, number in zip(("slay", "kill", "disrupt", "push"), results, strict=True):
            for _ in range(number):
                side = then(side, partial(self.hit, result=result, policy=policy))
        return side

    def able(self, states: Side, result: str) -> tuple[str, bool, list[int]]:
        """What a result is, whether it is a Push without room, and which defenders can take it."""
        shove = result == "push" and self.room is not None and sum(state.pushed for state in states) >= self.room
        if shove and self.blocked == "nothing":
            return result, shove, []
        able = [i for i, state in enumerate(states) if state.exposed and not (shove and state.shoved)]
        return "disrupt" if shove else result, shove, able

    def hit(self, states: Side, result: str, policy: str) -> Chances[Side]:
        """One result falls on one defender."""
        result, shove, able = self.able(states, result)
        if not able:
            return {states: ONE}
        return self.fall(states, choose(self.defenders, states, able, result, policy), able, result, shove)

    def guards(self, target: int, able: list[int], result: str, shove: bool) -> list[int]:
        """The Bodyguards who may step in."""
        aimed = self.targeting and self.bodyguard and self.defenders[target].card.character
        if not aimed or result == "push" or shove:
            return []
        return [i for i in able if i != target and self.defenders[i].card.has("bodyguard")]

    def fall(self, states: Side, target: int, able: list[int], result: str, shove: bool) -> Chances[Side]:
        """It falls on this one, or on the Bodyguard who steps in."""
        if self.guarding == "always":
            for i in self.guards(target, able, result, shove):
                if self.defenders[i].card.wounds - states[i].wounds > takes(result):
                    target = i
                    break
        return strike(self.defenders, states, target, result, shove, self.ransom and self.capturing == "always")

    def suffer(self, retaliation: Counts) -> Chances[Side]:
        """What becomes of the attackers under so many Kills and Disrupts of Retaliation."""
        side: Chances[Side] = {self.start(self.attackers, (0,) * len(self.attackers)): ONE}

        def struck(states: Side, result: str) -> Chances[Side]:
            able = [i for i, state in enumerate(states) if state.exposed]
            if not able:
                return {states: ONE}
            target = choose(self.attackers, states, able, result, self.attackers_policy)
            return strike(self.attackers, states, target, result, False, False)

        for result, number in zip(("kill", "disrupt"), retaliation, strict=True):
            for _ in range(number):
                side = then(side, partial(struck, result=result))
        return side

    # ---- the whole ----

    def run(self) -> dict[Outcome, Fraction]:
        attack = self.attack_roll()
        by_defence: dict[tuple[int, Counts], Chances[Counts]] = defaultdict(dict)
        for (shields, dodging, retaliation), weight in self.defence_roll().items():
            by_defence[shields, dodging][retaliation] = weight
        ends: dict[tuple[Side, Side], Fraction] = defaultdict(Fraction)
        for (shields, dodging), retaliations in by_defence.items():
            net = merge((cancel(results, shields), weight) for results, weight in attack.items())
            defenders = then(net, partial(self.assigned, dodging=dodging))
            attackers = then(retaliations, self.suffered)
            for a, weight in attackers.items():
                for d, w in defenders.items():
                    ends[a, d] += weight * w
        return merge((self.outcome(a, d), weight) for (a, d), weight in ends.items())

    def outcome(self, attackers: Side, defenders: Side) -> Outcome:
        """The columns, in the order of the lists."""
        holds = any(
            state.left and not self.beyond_reach(entry.card)
            for entry, state in zip(self.defenders, defenders, strict=True)
        )
        attackers_left = sum(state.left for state in attackers)
        defenders_left = sum(state.left for state in defenders)
        gone = sum(state.gone for state in defenders)
        winner = "none"
        if not holds and attackers_left:
            winner = "attacker"
        elif gone == 0 or (attackers_left == 0 and defenders_left):
            winner = "defender"
        columns: list[tuple[str, Any]] = [("winner", winner)]
        for side, side_entries, states in (
            ("attacker", self.attackers, attackers),
            ("defender", self.defenders, defenders),
        ):
            for entry, state in zip(side_entries, states, strict=True):
                name = f"{side}.{entry.card.name}"
                columns.append((name, state.left))
                if side == "attacker" and not self.melee:
                    continue
                columns += [(f"{name}_killed", state.killed), (f"{name}_disrupted", state.disrupted)]
                if side == "defender":
                    columns.append((f"{name}_pushed", state.pushed))
                if entry.card.character:
                    columns.append((f"{name}_wounds", state.wounds))
                    if side == "defender" and self.ransom:
                        columns.append((f"{name}_captured", state.captured))
        if self.charging and "cavalry-breakthrough" in self.rules:
            riders = any(
                state.left and entry.card.kind == "cavalry"
                for entry, state in zip(self.attackers, attackers, strict=True)
            )
            part = share("optional_rules", "cavalry-breakthrough", "share")
            enough = gone >= floor(part * sum(entry.units for entry in self.defenders))
            columns.append(("breakthrough", int(riders and enough)))
        return tuple(columns)


def entries(listed: list[dict[str, Any]]) -> list[Entry]:
    out = []
    for line in listed:
        if line.get("character") is not None:
            out.append(Entry(Card(line["character"], True), 1, given(line, "wounds", 0)))
        else:
            out.append(Entry(Card(line["unit"], False), given(line, "count", 1), 0))
    return out


def given(table: dict[str, Any], field: str, default: Any) -> Any:
    value = table.get(field)
    return default if value is None else value


def cancel(results: Counts, shields: int) -> Counts:
    """Shields against the results, the gravest first."""
    left = []
    for number in results:
        stopped = min(number, shields)
        shields -= stopped
        left.append(number - stopped)
    return tuple(left)


def takes(result: str) -> int:
    """Wounds that a result takes from a character; nobody stays after a Push."""
    return {"slay": figures("skills", "slayer").get("wounds", 0), "kill": 1, "disrupt": 1, "push": NEVER_SURVIVED}[
        result
    ]


def choose(side: list[Entry], states: Side, able: list[int], result: str, policy: str) -> int:
    """The entry that takes the next result; the smallest key is taken."""
    if policy == "as_listed":
        return able[0]

    def life(i: int) -> int:
        return side[i].card.wounds - states[i].wounds

    def cheap(i: int) -> tuple[int, int, int]:
        return (*side[i].card.cost, i)

    def dear(i: int) -> tuple[int, int, int]:
        dice, kills = side[i].card.cost
        return (-dice, -kills, -i)

    troops = [i for i in able if not side[i].card.character]
    characters = [i for i in able if side[i].card.character]
    if policy == "characters_first":
        if characters:
            return min(characters, key=lambda i: (life(i), dear(i)))
        return min(troops, key=dear)
    if policy == "cheapest_first":
        survivors = [i for i in characters if life(i) > takes(result)]
        if survivors:
            return min(survivors, key=lambda i: (-life(i), cheap(i)))
        return min(troops or characters, key=cheap)
    if troops:  # spare_characters
        return min(troops, key=cheap)
    return min(characters, key=lambda i: (-life(i), cheap(i)))


def strike(side: list[Entry], states: Side, target: int, result: str, shove: bool, ransom: bool) -> Chances[Side]:
    """The result's effect on a unit of this entry."""
    card, state = side[target].card, states[target]

    def becomes(**changes: Any) -> Side:
        return (*states[:target], state._replace(**changes), *states[target + 1 :])

    if result == "push":
        return {becomes(exposed=state.exposed - 1, pushed=state.pushed + 1): ONE}
    lethal = result in ("slay", "kill")
    if not card.character:
        if lethal:
            return {becomes(exposed=state.exposed - 1, killed=state.killed + 1): ONE}
        return {becomes(exposed=state.exposed - 1, disrupted=state.disrupted + 1): ONE}
    wounds = state.wounds + takes(result)
    if wounds < card.wounds:
        return {becomes(wounds=wounds, shoved=state.shoved or shove): ONE}
    fate = "captured" if ransom else "killed" if lethal else "disrupted"
    fallen = becomes(**{"exposed": 0, "wounds": card.wounds, fate: 1})
    if lethal and card.has("tough"):
        survives = share("skills", "tough")
        return {fallen: 1 - survives, states: survives}
    return {fallen: ONE}


def forced_march() -> dict[Outcome, Fraction]:
    def moves(face: str) -> Outcome:
        if face == "push":
            return (("winner", "one-area"), ("areas", 1))
        if face == "disrupt":
            return (("winner", "cannot-move"), ("areas", 0))
        return (("winner", "two-areas"), ("areas", 2))

    (colour,) = figures("optional_rules", "forced-march")["dice"]
    return merge((moves(face), Fraction(1, 6)) for face in faces(colour))


def outcomes(scenario: dict[str, Any]) -> dict[Outcome, Fraction]:
    """The chance of every outcome of a melee, a shooting or a forced march."""
    if scenario["combat"] == "forced-march":
        return forced_march()
    return Attack(scenario).run()


def means(scenario: dict[str, Any]) -> dict[str, Fraction]:
    """The means besides those of the columns: sums over a side."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for outcome, weight in outcomes(scenario).items():
        for name, number in outcome:
            if name.startswith(("attacker.", "defender.")):
                side, _, unit = name.partition(".")
                what = unit.partition("_")[2] or "left"
                sums[f"{side}.{what}"] += weight * number
    return dict(sums)
