"""Breizh 1341: battle, siege and fight played out in full with exact fractions.

A second writing of the combat rules that knows nothing of simcore; where the rulebook is open it follows READINGS.md.
Input is trusted: nothing is validated. Figures, castles and characters are written out here, so that a slip in the
data shows; a test of an owner's figures puts others into their place.
"""

from collections import defaultdict
from fractions import Fraction
from typing import Any, NamedTuple

Outcome = tuple[tuple[str, int | str], ...]  # (column, value) pairs in the order of READINGS.md; dict(outcome) reads it

DIE = (1, 2, 3)
ARCHERS = 1  # Battle: added for Montfort
BATTLE_FROM = 5  # Battle: troops of both camps
DECISIVE_LEAD = 3  # Battle
SIEGE_MARGIN = 2  # Besiege: over the strength of the castle
SIEGE_RESERVE = 1  # Besiege: troops beyond it
CHOICE, BOTH = 2, 3  # Besiege: strength from which a castle brings the one or the other, and both
PER_REGION = 2  # Fight

CASTLES = {
    "nantes": {"nantes": 3, "guerande": 2, "clisson": 2, "ancenis": 1},
    "rennes": {"rennes": 3, "fougeres": 2, "vitre": 2},
    "vannes": {"vannes": 3, "hennebont": 3, "auray": 2, "josselin": 2},
    "saint-malo-et-dol": {"dinan": 2, "dol": 1, "saint-malo": 2, "becherel": 1},
    "saint-brieuc": {"saint-brieuc": 1, "lamballe": 1, "moncontour": 1},
    "tregor": {"guingamp": 2, "treguier": 1, "la-roche-derrien": 1, "lannion": 1},
    "leon": {"brest": 3, "morlaix": 2, "lesneven": 1},
    "cornouaille": {"quimper": 3, "concarneau": 2, "carhaix": 1, "quimperle": 1},
}

CHARACTERS = {  # those who have a bonus in a combat
    "battle": {"william-de-bohun": 1, "thomas-dagworth": 2, "jean-de-beaumanoir": 1, "alain-de-rohan": 2},
    "siege": {"walter-manny": 1, "tanguy-du-chastel": 2, "robert-de-beaumanoir": 1, "louis-of-spain": 2},
    "siege_defence": {"walter-manny": 1, "tanguy-du-chastel": 2, "robert-de-beaumanoir": 1, "louis-of-spain": 2},
    "fight": {"robert-bemborough": 1, "bertrand-du-guesclin": 2},
}


def field(table: dict[str, Any], name: str, default: Any) -> Any:
    value = table.get(name)
    return default if value is None else value


def bonus_of(table: dict[str, Any], combat: str, prefix: str = "") -> int:
    """The bonus of a side, from its number or from its character's card."""
    character = table.get(prefix + "character")
    if character is not None:
        return CHARACTERS[combat][character]
    return int(field(table, prefix + "bonus", 0))


def half_up(number: int) -> int:
    return (number + 1) // 2


# ---- battle ----


class Battle(NamedTuple):
    montfort: int  # troops in the region
    blois: int
    lead: int = 0  # Montfort's strength less Blois's in the last round
    rounds: int = 0


def goes_on(battle: Battle) -> bool:
    return battle.montfort > 0 and battle.blois > 0 and battle.montfort + battle.blois >= BATTLE_FROM


def battle_round(
    battle: Battle, montfort_die: int, blois_die: int, montfort_bonus: int = 0, blois_bonus: int = 0
) -> Battle:
    """One round with the dice as they fell."""
    montfort_strength = battle.montfort + ARCHERS + montfort_bonus + montfort_die
    blois_strength = battle.blois + blois_bonus + blois_die
    lead = montfort_strength - blois_strength
    if lead >= DECISIVE_LEAD:
        blois_loss = max(1, half_up(battle.blois))
        montfort_loss = max(1, half_up(blois_loss))
    elif lead <= -DECISIVE_LEAD:
        montfort_loss = max(1, half_up(battle.montfort))
        blois_loss = max(1, half_up(montfort_loss))
    else:
        montfort_loss = blois_loss = 1
    return Battle(max(0, battle.montfort - montfort_loss), max(0, battle.blois - blois_loss), lead, battle.rounds + 1)


def battle_winner(battle: Battle, rule: str) -> str:
    """Who has won a battle that is over, by the lead of its last round and by who is still there."""
    if battle.rounds == 0:
        return "none"
    by_lead = "none"
    if abs(battle.lead) >= DECISIVE_LEAD:
        by_lead = "montfort" if battle.lead > 0 else "blois"
    by_survival = "none"
    if battle.montfort > 0 and battle.blois == 0:
        by_survival = "montfort"
    if battle.blois > 0 and battle.montfort == 0:
        by_survival = "blois"
    first, second = (by_survival, by_lead) if rule == "survivor" else (by_lead, by_survival)
    return second if first == "none" else first


def battle_ends(scenario: dict[str, Any]) -> dict[Battle, Fraction]:
    """Every way a battle can end, with its chance."""
    montfort_bonus = bonus_of(scenario, "battle", "montfort_")
    blois_bonus = bonus_of(scenario, "battle", "blois_")
    ends: dict[Battle, Fraction] = defaultdict(Fraction)
    going = {Battle(scenario["montfort"], scenario["blois"]): Fraction(1)}
    while going:
        after: dict[Battle, Fraction] = defaultdict(Fraction)
        for battle, chance in going.items():
            if not goes_on(battle):
                ends[battle] += chance
                continue
            for montfort_die in DIE:
                for blois_die in DIE:
                    then = battle_round(battle, montfort_die, blois_die, montfort_bonus, blois_bonus)
                    after[then] += chance / len(DIE) ** 2
        going = after
    return dict(ends)


def battle_outcome(battle: Battle, rule: str) -> Outcome:
    winner = battle_winner(battle, rule)
    return (
        ("winner", winner),
        ("montfort.troops", battle.montfort),
        ("blois.troops", battle.blois),
        ("montfort.partisans", 1 if winner == "montfort" else 0),
        ("blois.partisans", 1 if winner == "blois" else 0),
    )


# ---- siege ----


class Siege(NamedTuple):
    name: str
    region: str
    strength: int
    troops: int  # that are asked for
    bonus: int  # the opponent's taken off
    supplement: str | None  # None: all that the castle brings, and of a choice the rally


def sieges_of(scenario: dict[str, Any]) -> list[Siege]:
    sieges = []
    for place, table in enumerate(field(scenario, "sieges", [scenario]), 1):
        castle = table.get("castle")
        if castle is None:
            name, strength = f"siege-{place}", table["strength"]
            region = field(table, "region", f"around {name}")  # else a region that nobody else names
        else:
            name = castle
            region = next(region for region in CASTLES if castle in CASTLES[region])
            strength = CASTLES[region][castle]
        # Each card helps who plays it: the besieger's adds to his strength, the opponent's takes off from it.
        bonus = bonus_of(table, "siege") - bonus_of(table, "siege_defence", "opponent_")
        troops = field(table, "troops", strength + SIEGE_RESERVE)
        sieges.append(Siege(name, region, strength, troops, bonus, table.get("supplement")))
    return sieges


def besiegers(scenario: dict[str, Any], sieges: list[Siege]) -> tuple[list[int], int | None]:
    """Troops spent on each siege (0: no siege takes place), and those left of the pool, if there is one."""
    pool, by_region = scenario.get("pool"), scenario.get("pool_by_region")
    at_hand: dict[str, int] = {}
    if by_region is not None:
        at_hand = dict(by_region)
    elif pool is not None:
        at_hand = {"everywhere": pool}
    spent = []
    for siege in sieges:
        where = siege.region if by_region is not None else "everywhere"
        troops = siege.troops
        if pool is not None or by_region is not None:
            troops = min(troops, at_hand.get(where, 0))
        if troops < siege.strength:
            troops = 0  # who does not besiege stays at hand
        if where in at_hand:
            at_hand[where] -= troops
        spent.append(troops)
    return spent, None if pool is None and by_region is None else sum(at_hand.values())


def castle_falls(siege: Siege, troops: int, die: int) -> bool:
    return troops >= siege.strength and troops + siege.bonus + die >= siege.strength + SIEGE_MARGIN


def siege_outcome(sieges: list[Siege], falls: tuple[bool, ...], enemy_partisans: dict[str, int]) -> Outcome:
    """What the falls bring, counted in the order of the sieges."""
    enemies = dict(enemy_partisans)
    rallied = eliminated = 0
    for siege, fell in zip(sieges, falls, strict=True):
        if not fell:
            continue
        wanted: set[str] = set()
        if siege.strength >= BOTH:  # may eliminate, may rally: each by itself
            wanted = {"eliminate", "rally"}
            if siege.supplement not in (None, "both"):
                wanted &= {siege.supplement}
            if enemies.get(siege.region, 1) == 0:
                wanted -= {"eliminate"}
        elif siege.strength >= CHOICE and siege.supplement != "none":  # one of both, or neither
            wanted = {siege.supplement or "rally"}
            if wanted == {"eliminate"} and enemies.get(siege.region, 1) == 0:
                wanted = {"rally"}  # there is nobody: what is left of the choice is the rally
        if "eliminate" in wanted and siege.region in enemies:
            enemies[siege.region] -= 1
        eliminated += "eliminate" in wanted
        rallied += "rally" in wanted
    return (
        ("winner", "taken" if all(falls) else "partly" if any(falls) else "held"),
        ("taken", sum(falls)),
        *((f"castles.{siege.name}", int(fell)) for siege, fell in zip(sieges, falls, strict=True)),
        ("partisans.rallied", rallied),
        ("partisans.eliminated", eliminated),
    )


def siege_outcomes(scenario: dict[str, Any]) -> dict[Outcome, Fraction]:
    sieges = sieges_of(scenario)
    troops, _ = besiegers(scenario, sieges)
    patterns: dict[tuple[bool, ...], Fraction] = {(): Fraction(1)}
    for siege, number in zip(sieges, troops, strict=True):
        longer: dict[tuple[bool, ...], Fraction] = defaultdict(Fraction)
        for falls, chance in patterns.items():
            for die in DIE:
                longer[(*falls, castle_falls(siege, number, die))] += chance / len(DIE)
        patterns = longer
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    for falls, chance in patterns.items():
        chances[siege_outcome(sieges, falls, field(scenario, "enemy_partisans", {}))] += chance
    return dict(chances)


# ---- fight ----


def fight_outcome(scenario: dict[str, Any], die: int) -> Outcome:
    """One fight with the die as it fell."""
    rule = field(field(scenario, "rules", {}), "limit", "together")
    prefer = field(scenario, "prefer", "highwaymen")
    names: list[str] = []
    there: dict[tuple[str, str], int] = {}  # (region, kind): pieces
    for place, target in enumerate(scenario["targets"], 1):
        table: dict[str, Any] = target if isinstance(target, dict) else {"troops": target}
        name = field(table, "region", f"region-{place}")
        names.append(name)
        for kind in ("troops", "highwaymen"):
            there[name, kind] = field(table, kind, 0)

    removed = dict.fromkeys(there, 0)
    to_remove = max(0, die + bonus_of(scenario, "fight"))
    for kind in (prefer, "troops" if prefer == "highwaymen" else "highwaymen"):
        for name in names:
            for _ in range(there[name, kind]):  # piece by piece
                here = removed[name, kind]
                if rule == "together":
                    here = removed[name, "troops"] + removed[name, "highwaymen"]
                if to_remove > 0 and here < PER_REGION:
                    removed[name, kind] += 1
                    to_remove -= 1

    total = sum(removed.values())
    return (
        ("winner", "cleared" if total == sum(there.values()) else "partly" if total else "nothing"),
        ("removed", total),
        ("troops", sum(removed[name, "troops"] for name in names)),
        ("highwaymen", sum(removed[name, "highwaymen"] for name in names)),
        *((f"regions.{name}", removed[name, "troops"] + removed[name, "highwaymen"]) for name in names),
    )


# ---- what is asked ----


def outcomes(scenario: dict[str, Any]) -> dict[Outcome, Fraction]:
    """The chance of each outcome that can come about."""
    if scenario["combat"] == "siege":
        return siege_outcomes(scenario)
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    if scenario["combat"] == "battle":
        rule = field(field(scenario, "rules", {}), "winner", "difference")
        for battle, chance in battle_ends(scenario).items():
            chances[battle_outcome(battle, rule)] += chance
    else:
        for die in DIE:
            chances[fight_outcome(scenario, die)] += Fraction(1, len(DIE))
    return dict(chances)


def means(scenario: dict[str, Any]) -> dict[str, Fraction]:
    """The means besides the outcome columns; a fight has none."""
    if scenario["combat"] == "battle":
        ends = battle_ends(scenario).items()
        return {
            "montfort.lost": sum((chance * (scenario["montfort"] - end.montfort) for end, chance in ends), Fraction(0)),
            "blois.lost": sum((chance * (scenario["blois"] - end.blois) for end, chance in ends), Fraction(0)),
            "rounds": sum((chance * end.rounds for end, chance in ends), Fraction(0)),
        }
    if scenario["combat"] == "siege":
        spent, left = besiegers(scenario, sieges_of(scenario))
        found = {"troops.spent": Fraction(sum(spent))}
        if left is not None:
            found["troops.left"] = Fraction(left)
        return found
    return {}
