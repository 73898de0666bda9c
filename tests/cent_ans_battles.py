"""Battles and sieges of La guerre de Cent Ans for tests: dealt so that every option comes up, and told to the twin.

What can be written into a scenario is listed here by hand: a test that took the lists from simcore would not miss
what simcore forgot.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

from dealing import Dealer, Scenario
from naive.cent_ans import KINDS, SIDES, play, win_chances, winner

Distribution = dict[tuple[tuple[str, int], ...], Fraction]

FACTIONS = {
    "english": ("english", "burgundian"),
    "french": ("french", "armagnac"),
    "routier": ("routier",),
    "papal_guard": ("papal_guard",),
}
LEADERS = {
    "english": ("edward-iii", "robert-knolles", "black-prince", "john-talbot", "henry-v", "john-of-lancaster"),
    "french": (
        "philip-vi", "bertrand-du-guesclin", "charles-v", "jean-de-bourbon", "charles-vii", "joan-of-arc",
    ),
}  # fmt: skip
FOR_ALL = ("francs-archers", "hand-culverin", "bombard", "heavy-bombard", "field-artillery", "ribaudequin")
ELITE_EQUIPMENT = {"english": ("english-longbow", *FOR_ALL), "french": ("crossbow", *FOR_ALL)}
THROUGH_ELITE = {"english-longbow", "crossbow", "genoese-crossbowmen", *FOR_ALL}  # of these one applies (11.3.1)
POLICIES = (
    "weakest_first", "keep_dice", "largest_first", "proportional", "elite_first", "strip_dice", "strongest_first",
)  # fmt: skip
EFFECTS = ("unless-doubled", "always", "never")
EVENTS = {  # by camps that meet; with the faction that the attacker must have
    ("routier", None): {"great-jacquerie": None, "pillage": None, "revolt-of-the-routiers": None},
    ("english", None): {"charles-of-navarre": "burgundian", "cabochiens": "burgundian"},
    ("french", None): {"breton-war": "armagnac", "capture-of-the-king": None},
    ("english", "french"): {"better-a-plundered-country": None},
}
JOHN = "john-the-fearless"
FEW = 8  # units that are told apart when they retreat: of more, there are too many positions
FREE_COMPANY = 5  # Routier units at least (13)
PLACES = ("castle-1", "castle-2", "fortified-town", "city", "paris", "paris-invested")
MEETINGS = (
    *[("english", "french"), ("french", "english")] * 4,
    ("routier", "english"), ("routier", "french"), ("english", "routier"), ("french", "routier"),
    ("english", "papal_guard"), ("french", "papal_guard"), ("routier", "papal_guard"), (JOHN, JOHN),
)  # fmt: skip
SIEGES = (*[("english", "french"), ("french", "english")] * 3, ("english", "papal_guard"), ("french", "papal_guard"))


class CentAnsDealer(Dealer):
    """Deals battles and sieges of up to so many units."""

    def __init__(self, seed: int, troops: int, elite: int) -> None:
        super().__init__(seed)
        self.troops, self.elite, self.armies = troops, elite, 0
        self.ends = Random(seed)  # of its own, so that all else is dealt as without it

    def pitched_battle(self) -> Scenario:
        attacker, defender = self.deal("meeting", MEETINGS)
        if attacker == JOHN:
            return self.french_against_each_other()
        possible = {**EVENTS.get((attacker, None), {}), **EVENTS.get((attacker, defender), {})}
        event = self.deal(("event", attacker, defender), [None, *possible]) if possible else None
        needed = possible[event] if event else None
        scenario = {
            "game": "cent-ans",
            "combat": "pitched-battle",
            "attacker": self.army(attacker, "attacker", defender, needed),
            "defender": self.army(defender, "defender", attacker),
            "events": [event] if event else [],
        }
        for side, camp in zip(SIDES, (attacker, defender), strict=True):
            army = scenario[side]
            cards = ["new-armour"] if camp in LEADERS else []
            cards += ["stakes-and-traps"] if side == "defender" and camp in LEADERS else []
            cards += ["cavalry-charge"] if side == "attacker" and army.get("french") else []
            if cards:
                army["techniques"] = self.deal((side, camp, tuple(cards)), [[], *([card] for card in cards), cards])
        return self.with_initiative(scenario, attacker, defender)

    def french_against_each_other(self) -> Scenario:
        """John the Fearless: two factions, nothing else."""
        factions = self.deal("john", [FACTIONS["french"], FACTIONS["french"][::-1]])
        armies = ({faction: self.count(1, self.troops)} for faction in factions)
        scenario = {"game": "cent-ans", "combat": "pitched-battle", "events": [JOHN]}
        scenario |= {side: army | self.policy_fields(army, JOHN) for side, army in zip(SIDES, armies, strict=True)}
        return self.with_initiative(scenario, JOHN, JOHN)

    def siege(self) -> Scenario:
        attacker, defender = self.deal("siege", SIEGES)
        place = self.deal("place", PLACES)
        event = self.deal("capture", [None, None, None, "capture-of-the-king"]) if attacker == "french" else None
        scenario = {
            "game": "cent-ans",
            "combat": "siege",
            "place": place,
            "attacker": self.army(attacker, "attacker", defender),
            "defender": self.army(defender, "defender", attacker),
            "events": [event] if event else [],
        }
        techniques = [[], ["genoese-crossbowmen"], ["siege-engines"], ["siege-engines", "genoese-crossbowmen"]]
        techniques += [["sapping"]] if place.startswith("castle") else []
        scenario["attacker"]["techniques"] = self.deal(("techniques", place[:4]), techniques)
        return self.with_initiative(scenario, attacker, defender)

    def with_initiative(self, scenario: Scenario, attacker: str, defender: str) -> Scenario:
        sides = [side for side, camp in zip(SIDES, (attacker, defender), strict=True) if camp != "routier"]
        initiative = self.deal(("initiative", attacker, defender), [None, *sides])
        last_loss = {"battle_end": "last-loss"} if self.ends.random() < 1 / 3 else {}
        return scenario | ({"initiative": initiative} if initiative else {}) | last_loss

    def army(self, camp: str, side: str, enemy: str, needed: str | None = None) -> Scenario:
        """Units, leaders, equipment and manners of one side; techniques depend on the combat."""
        if camp == "papal_guard":
            units = {"papal_guard": self.count(1, 2)}
            return units | self.policy_fields(units, camp)
        units = {faction: self.count(0, self.troops) for faction in FACTIONS[camp]}
        if camp == "routier" and side == "defender":  # only a Free Company is attacked
            units["routier"] = self.count(FREE_COMPANY, FREE_COMPANY + 1)
        if not any(units.values()) or (needed and not units[needed]):
            units[needed or FACTIONS[camp][0]] = self.count(1, self.troops)
        army: Scenario = {faction: count for faction, count in units.items() if count}
        if camp in LEADERS:
            army["elite"] = self.count(0, self.elite)
            army["leaders"] = self.leaders(camp)
            army["equipment"] = self.equipment(camp, side)
            # Elite units alone: their camp is told by a leader or by the enemy.
            alone = self.deal(("alone", camp), [True] + [False] * 9)
            if alone and not needed and side == "attacker" and (army["leaders"] or enemy in LEADERS):
                army = {name: value for name, value in army.items() if name not in FACTIONS[camp]}
                army["elite"] = self.count(1, max(1, self.elite))
        return army | self.policy_fields(army, camp)

    def leaders(self, camp: str) -> list[str]:
        """Nobody, or each leader in turn, or two of them."""
        leader = self.deal(("leader", camp), [None] * 6 + list(LEADERS[camp]))
        second = self.deal(("second leader", camp), [None] * 5 + list(LEADERS[camp][:1]) + list(LEADERS[camp][3:]))
        return [] if leader is None else [leader, second] if second not in (None, leader) else [leader]

    def equipment(self, camp: str, side: str) -> Any:
        """None, each card in turn, two cards, or `auto`."""
        cards = (*ELITE_EQUIPMENT[camp], "new-armour")
        held = self.deal(("equipment", camp, side), [[], [], "auto", "pair", "pair", *([card] for card in cards)])
        if held == "pair":
            return self.random.sample(cards, 2)
        return held

    def policy_fields(self, army: Scenario, camp: str) -> Scenario:
        """Who is taken, and how many can retreat."""
        told: Scenario = {"policy": self.deal(("policy", camp), POLICIES)}
        if "english-longbow" in army.get("equipment", []):
            told["shooting_policy"] = self.deal("shooting policy", POLICIES)
        if {"john-talbot", "charles-v"} & {*army.get("leaders", [])}:
            told["leader_effects"] = self.deal("leader effects", EFFECTS)
        if (room := self.deal(("room", camp), [None, None, None, 0, 1, 2, 3])) is not None:
            told["retreat_room"] = room
        self.armies += 1
        if self.armies % 5 == 0 and sum(army.get(faction, 0) for faction in KINDS[:-1]) <= FEW:
            told["retreated_by_kind"] = True  # in turn, so that all else is dealt as without it
        return told


def dealt(combat: str, number: int, *, seed: int, troops: int, elite: int) -> list[Scenario]:
    """A fixed design: so many scenarios of a combat."""
    dealer = CentAnsDealer(seed, troops, elite)
    return [dealer.siege() if combat == "siege" else dealer.pitched_battle() for _ in range(number)]


def options_of(scenario: Scenario) -> set[str]:
    """The options that a scenario takes up, as words."""
    words = {f"initiative {scenario.get('initiative')}", f"place {scenario.get('place')}"}
    words |= {f"event {name}" for name in scenario["events"] or [None]}
    words |= {f"end {scenario.get('battle_end', 'after-roll')}"}
    for side in SIDES:
        army = scenario[side]
        words |= {f"{side} {kind}" for kind in KINDS if army.get(kind)}
        words |= {f"{side} {name}" for field in ("leaders", "techniques") for name in army.get(field, [])}
        held = army.get("equipment", [])
        words |= {
            f"{side} auto" if held == "auto" else f"{side} {name}" for name in ([held] if held == "auto" else held)
        }
        words |= {f"{side} policy {army['policy']}", f"{side} room {army.get('retreat_room')}"}
        words |= {f"{side} by kind"} if army.get("retreated_by_kind") else set()
        words |= {f"{side} two elite cards"} if len(THROUGH_ELITE.intersection(cards_of(army))) > 1 else set()
        words |= {f"effects {army['leader_effects']}"} if "leader_effects" in army else set()
        words |= {f"shooting {army['shooting_policy']}"} if "shooting_policy" in army else set()
    return words


def every_option(combat: str) -> set[str]:
    """All that a good design of a combat takes up."""
    words = {"initiative None", "initiative attacker", "initiative defender", "event None"}
    siege = combat == "siege"
    words |= {f"place {place}" for place in PLACES} if siege else {"place None"}
    words |= {"event capture-of-the-king", "end after-roll", "end last-loss"}
    words |= set() if siege else {f"event {name}" for names in EVENTS.values() for name in names} | {f"event {JOHN}"}
    kinds = [kind for kind in KINDS if not (siege and kind == "routier")]
    for side in SIDES:
        words |= {f"{side} {kind}" for kind in kinds if (side, kind) != ("attacker", "papal_guard")}
        words |= {f"{side} {name}" for names in LEADERS.values() for name in names}
        words |= {f"{side} {name}" for names in ELITE_EQUIPMENT.values() for name in names}
        words |= {f"{side} auto", f"{side} two elite cards", f"{side} new-armour", f"{side} by kind"}
        words |= {f"{side} policy {name}" for name in POLICIES}
        words |= {f"{side} room {room}" for room in (None, 0, 1, 2, 3)}
    if siege:
        return words | {"attacker genoese-crossbowmen", "attacker siege-engines", "attacker sapping"}
    words |= {f"effects {name}" for name in EFFECTS}
    return words | {"defender stakes-and-traps", "attacker cavalry-charge"} | {f"shooting {name}" for name in POLICIES}


# ---- the twin's answers ------------------------------------------------------------------------------------------


def cards_of(army: Scenario) -> list[str]:
    equipment = army.get("equipment", [])
    return [*([equipment] if isinstance(equipment, str) else equipment), *army.get("techniques", [])]


def with_cards(scenario: Scenario, chosen: dict[str, str]) -> Scenario:
    """The scenario with the one chosen elite card on each side, as the twin wants it."""
    told = dict(scenario)
    for side in SIDES:
        on_top = [card for card in cards_of(scenario[side]) if card not in THROUGH_ELITE and card != "auto"]
        card = [chosen[side]] if side in chosen else []
        told[side] = {**scenario[side], "equipment": [*on_top, *card], "techniques": []}
    return told


def twin(scenario: Scenario, chosen: dict[str, str]) -> tuple[Distribution, dict[str, Fraction]]:
    """By the twin: chance of each ending (winner and survivors), and the means of what is counted on the way."""
    final, rounds = play(with_cards(scenario, chosen))
    chances: Distribution = defaultdict(Fraction)
    means: dict[str, Fraction] = defaultdict(Fraction, {"rounds": rounds})
    for state, chance in final.items():
        columns = {"winner": ("none", *SIDES).index(winner(state))}
        for i, side in enumerate(SIDES):
            kinds = [(k, kind) for k, kind in enumerate(KINDS) if scenario[side].get(kind)]
            columns |= {f"{side}.{kind}": state.units[i][k] for k, kind in kinds}
            if scenario[side].get("retreated_by_kind"):
                columns |= {f"{side}.{kind}_retreated": state.retreated[i][k] for k, kind in kinds}
            started = sum(scenario[side].get(kind, 0) for kind in KINDS)
            gone = {"retreated": sum(state.retreated[i]), "routiers": state.routiers[i]}
            gone["lost"] = started - sum(state.units[i]) - sum(gone.values())
            for name, number in gone.items():
                means[f"{side}.{name}"] += chance * number
        chances[tuple(columns.items())] += chance
        for name, number in columns.items():
            if name != "winner":
                means[name] += chance * number
    return dict(chances), dict(means)


def elite_choices(scenario: Scenario, side: str) -> list[str]:
    """The elite cards among which a side may choose."""
    army = scenario[side]
    held = [card for card in cards_of(army) if card in THROUGH_ELITE]
    if army.get("equipment") != "auto":
        return held
    camp = next((camp for camp in LEADERS if any(army.get(faction) for faction in FACTIONS[camp])), None)
    camp = camp or next((camp for camp in LEADERS if set(army.get("leaders", [])) & set(LEADERS[camp])), None)
    other = scenario[SIDES[1 - SIDES.index(side)]]
    camp = camp or ("english" if other.get("french") or other.get("armagnac") else "french")
    return [*ELITE_EQUIPMENT[camp], *held] if army.get("elite") else held


def best_choice(scenario: Scenario) -> float | None:
    """By the twin: the attacker's win chance with its best elite card against the defender's best answer (11.3.1)."""
    mine, theirs = (elite_choices(scenario, side) or [""] for side in SIDES)
    if len(mine) == len(theirs) == 1:
        return None

    def with_answer(card: str) -> Fraction:
        pairs = ({side: name for side, name in zip(SIDES, (card, answer), strict=True) if name} for answer in theirs)
        return min(win_chances(with_cards(scenario, pair))["attacker"] for pair in pairs)

    return float(max(map(with_answer, mine)))


def spread(scenario: Scenario) -> float:
    """More than the standard deviation of any mean: no number varies by more than the units there are, or 20 rounds."""
    units = sum(scenario[side].get(kind, 0) for side in SIDES for kind in KINDS)
    return max(units, 20) / 2
