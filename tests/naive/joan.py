"""Joan of Arc (six claimants), every combat with exact fractions, roll by roll.

A second writing of the rules that knows nothing of simcore: combat, raid, corruption, embassy, uprising and free
companies, fidelity, naval and great battle, game end, and what a pair of commitments is worth.  Where the rulebook is
open it follows READINGS.md.  Input is trusted: nothing is validated.

`outcomes` gives the chance of every outcome, a tuple of (column, value) pairs in the order of READINGS.md, `winner`
first; a column of one side has that side's name before it ("attacker.cards_lost").
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

Value = str | int
Outcome = tuple[tuple[str, Value], ...]
Table = dict[str, Any]

DIE = range(1, 7)
FACE = Fraction(1, 6)
LEVELS = ("none", "garrison", "castle", "fortress")
FORTIFICATION = {"none": 0, "garrison": 2, "castle": 4, "fortress": 6}
PLUNDER = {"none": 1, "garrison": 1, "castle": 2, "fortress": 0}
ATTACK = {"foreign": 5, "ally": 5, "neutral": 6}
DEFENCE = {"player": 0, "foreign": 5, "ally": 5, "neutral": 7, "militia": 0}
GARRISON_COUNTS = {"player": True, "foreign": True, "ally": True, "neutral": False, "militia": True}
POINTS = {
    "influence": 1, "hero": 2, "grand_master": 1, "mercenary": 1, "mountain": 1, "landing": 1, "harder_landing": 1,
    "engineer_in_defence": 2,
}  # fmt: skip
EMBASSY = {  # highest sum of the dice: name, cards, hero, cards of an enemy
    5: ("corruption", 0, 0, 0), 8: ("outside-help", 2, 0, 0), 10: ("hero", 0, 1, 0), 12: ("court-intrigue", 0, 0, 1),
}  # fmt: skip
DIVISOR = {False: 2, True: 1}  # of the die for the number of towns, by the fortunes of war
LOYAL = {"plain": 4, "fewest": 1, "most": 5}
LAST_TURN = {"normal": 10, "short": 7, "two-players": 6}
# After which turn the game stops on 1 up to which face.
STOPS = {"normal": {8: 2, 9: 4}, "short": {6: 3}, "two-players": {5: 4}}
STAKES = {
    "town": Fraction(12),
    "point": Fraction(1, 2),
    "influence": Fraction(1),
    "hero": Fraction(3),
    "red": Fraction(2),
}
MISSED = "miss"  # a raid or a corruption that fails: READINGS.md names only `hit`


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def holds_sign(table: Table) -> bool:
    """0 is the index of a card, not a no."""
    index = table.get("sign_of_god")
    return index is not None and index is not False


# ---- Sign of God ----


def who_plays(margin: int, first: int, second: int) -> tuple[bool, bool]:
    """Which of two unplayed Signs are played, worth so much to their owners; 0 where there is none."""
    result = sign(margin + first - second)
    if result > sign(margin):
        return True, sign(margin + first) > result
    if result < sign(margin):
        return sign(margin - second) < result, True
    return False, False


class Roll(NamedTuple):
    result: int  # 1: the first (the attacker) is higher, -1: the second, 0: equal
    first_sign: bool
    second_sign: bool


def roll(margin: int, first: int, second: int) -> dict[Roll, Fraction]:
    """Both roll a die, then play their Signs as needed. The margin is what the first has more, dice apart."""
    chances: dict[Roll, Fraction] = defaultdict(Fraction)
    for mine, yours in product(DIE, DIE):
        shown = margin + mine - yours
        plays = who_plays(shown, first, second)
        chances[Roll(sign(shown + plays[0] * first - plays[1] * second), *plays)] += FACE * FACE
    return dict(chances)


# ---- combat ----


def attack_points(attacker: Table, cards: tuple[int, ...]) -> int:
    """CP of the attack with these cards left, before the die and the Signs."""
    points = sum(cards) + POINTS["influence"] * attacker.get("influence", 0)
    points += POINTS["hero"] * bool(attacker.get("hero")) + POINTS["grand_master"] * bool(attacker.get("grand_master"))
    return int(points + ATTACK.get(attacker.get("force", "player"), 0))


def fortification_points(attacker: Table, defender: Table) -> int:
    level = LEVELS.index(defender.get("fortification", "garrison"))
    if attacker.get("engineer") and not defender.get("engineer"):
        level = max(0, level - 1)
    if attacker.get("traitor"):
        return 0
    if not GARRISON_COUNTS[defender.get("force", "player")] and LEVELS[level] == "garrison":
        return 0  # it is in their strength already
    return FORTIFICATION[LEVELS[level]]


def defence_points(attacker: Table, defender: Table, rules: Table) -> int:
    """CP of the defence, before the die and the Sign."""
    points = DEFENCE[defender.get("force", "player")] + (defender.get("card") or 0)
    points += POINTS["influence"] * defender.get("influence", 0)
    points += POINTS["hero"] * bool(defender.get("hero")) + POINTS["grand_master"] * bool(defender.get("grand_master"))
    points += POINTS["mercenary"] * defender.get("mercenaries", 0)
    points += fortification_points(attacker, defender)
    nation = attacker.get("nation")
    if defender.get("mountain") and not (rules.get("knowledge_of_the_land") and nation == "france"):
        points += POINTS["mountain"]
    if defender.get("landing"):
        points += POINTS["landing"] * (not (rules.get("nations") and nation == "england"))
        points += POINTS["harder_landing"] * bool(rules.get("harder_landings"))
    if rules.get("engineer_in_defence") and defender.get("engineer") and not attacker.get("engineer"):
        points += POINTS["engineer_in_defence"]
    return int(points)


def draws(attacker: Table, defender: Table) -> list[tuple[int, tuple[int, ...], Fraction]]:
    """What the defender's Traitor may do: place of the card taken (-1: none), cards left, chance."""
    cards = tuple(attacker.get("cards") or ())
    if not defender.get("traitor"):
        return [(-1, cards, Fraction(1))]
    return [(place, cards[:place] + cards[place + 1 :], Fraction(1, len(cards))) for place in range(len(cards))]


def losses(won: bool, cards: Iterable[int], retreats: int) -> tuple[list[int], int]:
    """Of the cards still on the table: those lost in the end, and the Retreats played."""
    if won:
        return [], 0
    highest_first = sorted(cards, reverse=True)
    played = min(retreats, len(highest_first))
    return highest_first[played:], played


def combat(scenario: Table) -> dict[Outcome, Fraction]:
    attacker, defender, rules = scenario["attacker"], scenario.get("defender", {}), scenario.get("rules", {})
    hand = tuple(attacker.get("cards") or ())
    answer: tuple[int, ...] = (defender["card"],) if defender.get("card") else ()
    defence = defence_points(attacker, defender, rules)
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    for place, left, chance in draws(attacker, defender):
        taken = [hand[place]] if place >= 0 else []
        margin = attack_points(attacker, left) - defence

        named = attacker.get("sign_of_god")
        doubled = 0
        if holds_sign(attacker):
            doubled = hand[named] if named != place else left[0]
        doubled_in_defence = answer[0] if holds_sign(defender) else 0
        always = attacker.get("sign_of_god_when") == "always"
        always_in_defence = defender.get("sign_of_god_when") == "always"
        margin += doubled * always - doubled_in_defence * always_in_defence
        unplayed = (doubled * (not always), doubled_in_defence * (not always_in_defence))

        for (result, signed, signed_in_defence), ways in roll(margin, *unplayed).items():
            outcome: list[tuple[str, Value]] = [("winner", ("defender", "none", "attacker")[result + 1])]
            for side, table, won, cards, gone, played in (
                ("attacker", attacker, result > 0, left, taken, signed or always),
                ("defender", defender, result < 0, answer, [], signed_in_defence or always_in_defence),
            ):
                lost, retreats = losses(won, cards, table.get("retreat", 0))
                if cards or gone:
                    outcome.append((f"{side}.cards_lost", len(lost + gone)))
                    outcome.append((f"{side}.points_lost", sum(lost + gone)))
                if table.get("hero"):
                    outcome.append((f"{side}.hero", int(won)))
                if holds_sign(table):
                    outcome.append((f"{side}.sign_of_god", int(played)))
                if table.get("retreat"):
                    outcome.append((f"{side}.retreat", retreats))
            if defender.get("traitor"):
                outcome.append(("taken", sum(taken)))
            chances[tuple(outcome)] += chance * ways
    return dict(chances)


# ---- one die against a fortification ----


def falls(fortification: str, die: int) -> bool:
    return fortification != "fortress" and die > FORTIFICATION[fortification]


def raid(scenario: Table) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    town = scenario["fortification"]
    for die in DIE:
        hit = falls(town, die)
        chances[("winner", "hit" if hit else MISSED), ("coins", PLUNDER[town] * hit)] += FACE
    return dict(chances)


def corruption(scenario: Table) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    for die in DIE:
        chances[(("winner", "hit" if falls(scenario["fortification"], die) else MISSED),)] += FACE
    return dict(chances)


def embassy(scenario: Table) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    town = scenario.get("corrupts")
    for one, other, second in product(DIE, DIE, DIE):
        total = one + other
        name, cards, hero, enemy_cards = next(row for highest, row in EMBASSY.items() if total <= highest)
        outcome: list[tuple[str, Value]] = [("winner", name)]
        if town:
            outcome.append(("town", int(name == "corruption" and falls(town, second))))
        outcome += [("cards", cards), ("hero", hero), ("enemy_cards", enemy_cards)]
        chances[tuple(outcome)] += FACE**3
    return dict(chances)


def towns_rising(scenario: Table) -> dict[Outcome, Fraction]:
    """Uprising and the ravages of the free companies."""
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    towns = scenario["towns"]
    for number in DIE:
        divisor = DIVISOR[bool(scenario.get("rules", {}).get("fortunes_of_war"))]
        attempts = min((number + divisor - 1) // divisor, len(towns))
        for dice in product(DIE, repeat=attempts):
            rose = [int(falls(town, die)) for town, die in zip(towns, dice, strict=False)]
            rose += [0] * (len(towns) - attempts)
            outcome: list[tuple[str, Value]] = [("winner", "some" if any(rose) else "quiet")]
            outcome += [("attempts", attempts), ("towns", sum(rose))]
            outcome += [(f"town_{n}", risen) for n, risen in enumerate(rose, 1)]
            chances[tuple(outcome)] += FACE ** (1 + attempts)
    return dict(chances)


# ---- fidelity ----


def fidelity(scenario: Table) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    coins, against = scenario.get("coins", 0), scenario.get("enemy_coins", 0)
    printed = scenario.get("rules", {}).get("table") == "as_printed"
    for die in DIE:
        if scenario.get("ambassador"):
            loyal = True
        elif printed and (coins or against):
            loyal = die == 6 or (die != 1 and die + coins - against <= LOYAL["plain"])
        elif coins or against:
            loyal = die <= min(LOYAL["most"], max(LOYAL["fewest"], LOYAL["plain"] + coins - against))
        else:
            loyal = die <= LOYAL["plain"]
        chances[(("winner", "loyal" if loyal else "neutral"),)] += FACE
    return dict(chances)


# ---- naval battle and great battle ----


class Duel(NamedTuple):
    winner: str
    signs: tuple[bool, bool]  # played by the first, by the second


def duel(first: Table, second: Table, ties: str) -> tuple[dict[Duel, Fraction], Fraction]:
    """Chances of how it ends, and the mean number of times that the dice are rolled."""
    sides, enemies = (first, second), (second, first)
    cards = [(s.get("card") or 0) * (not e.get("traitor")) for s, e in zip(sides, enemies, strict=True)]
    signs = [card * holds_sign(s) for s, card in zip(sides, cards, strict=True)]
    margin = cards[0] - cards[1] + POINTS["influence"] * (first.get("influence", 0) - second.get("influence", 0))

    def go_on(played: tuple[bool, bool]) -> tuple[dict[Duel, Fraction], Fraction]:
        """From a roll before which these Signs have been played."""
        in_force = played[0] * signs[0] - played[1] * signs[1]
        over: dict[Duel, Fraction] = defaultdict(Fraction)
        again: dict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
        unplayed = (signs[0] * (not played[0]), signs[1] * (not played[1]))
        for (result, *now), ways in roll(margin + in_force, *unplayed).items():
            after = (bool(played[0] or now[0]), bool(played[1] or now[1]))
            if result == 0 and ties == "reroll":
                again[after] += ways
            else:
                over[Duel(("second", "none", "first")[result + 1], after)] += ways
        same = again.pop(played, Fraction(0))
        rounds = Fraction(1)
        for after, ways in again.items():
            later, more = go_on(after)
            rounds += ways * more
            for end, chance in later.items():
                over[end] += ways * chance
        # Equal dice that change nothing come again: what is left shares out their chance.
        return {end: chance / (1 - same) for end, chance in over.items()}, rounds / (1 - same)

    always = [s.get("sign_of_god_when") == "always" and worth > 0 for s, worth in zip(sides, signs, strict=True)]
    return go_on((always[0], always[1]))


def ties_rule(scenario: Table) -> str:
    return str(scenario.get("rules", {}).get("ties", "reroll"))


def naval_battle(scenario: Table) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    sides = {"first": scenario["first"], "second": scenario["second"]}
    enemy = {"first": sides["second"], "second": sides["first"]}
    for (winner, played), chance in duel(sides["first"], sides["second"], ties_rule(scenario))[0].items():
        outcome: list[tuple[str, Value]] = [("winner", winner)]
        for (side, table), signed in zip(sides.items(), played, strict=True):
            if table.get("card"):
                outcome.append((f"{side}.card_lost", int(winner != side or bool(enemy[side].get("traitor")))))
                if holds_sign(table):
                    outcome.append((f"{side}.sign_of_god", int(signed)))
        chances[tuple(outcome)] += chance
    return dict(chances)


def great_battle(scenario: Table) -> dict[Outcome, Fraction]:
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    number = len(scenario["duels"])
    duels = [duel(table["first"], table["second"], ties_rule(scenario))[0].items() for table in scenario["duels"]]
    for ends in product(*duels):
        chance = Fraction(1)
        for _, part in ends:
            chance *= part
        winners = [end.winner for end, _ in ends]
        won = {side: winners.count(side) for side in ("first", "second")}
        winner = "none"
        for side, other in (("first", "second"), ("second", "first")):
            if won[side] > won[other]:
                winner = side
        outcome: list[tuple[str, Value]] = [("winner", winner)]
        outcome += [(f"duel_{n}", ("none", "first", "second").index(name)) for n, name in enumerate(winners, 1)]
        outcome += [(f"{side}.claimant_points", won[side] + number * (winner == side)) for side in won]
        chances[tuple(outcome)] += chance
    return dict(chances)


# ---- end of the game ----


def game_end(scenario: Table) -> dict[Outcome, Fraction]:
    length = scenario.get("length", "normal")
    stops, last = STOPS[length], LAST_TURN[length]
    now = scenario.get("turn") or min(stops)
    chances: dict[Outcome, Fraction] = {}
    left = Fraction(1)
    for turn in range(now, last + 1):
        here = left if turn == last else left * stops.get(turn, 0) / 6
        left -= here
        if here:
            chances[("winner", "ends" if turn == now else "goes-on"), ("last_turn", turn)] = here
    return chances


# ---- all of them ----

COMBATS = {
    "combat": combat,
    "raid": raid,
    "corruption": corruption,
    "embassy": embassy,
    "uprising": towns_rising,
    "free-companies": towns_rising,
    "fidelity": fidelity,
    "naval-battle": naval_battle,
    "great-battle": great_battle,
    "game-end": game_end,
}


def outcomes(scenario: Table) -> dict[Outcome, Fraction]:
    return COMBATS[scenario["combat"]](scenario)


def win_chances(scenario: Table) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = defaultdict(Fraction)
    for outcome, chance in outcomes(scenario).items():
        chances[str(outcome[0][1])] += chance
    return dict(chances)


def means(scenario: Table) -> dict[str, Fraction]:
    """The means that READINGS.md names beyond those of the columns; a great battle's rounds are those of all duels."""
    if scenario["combat"] == "combat":
        attacker, defender = scenario["attacker"], scenario.get("defender", {})
        attack = sum(chance * attack_points(attacker, left) for _, left, chance in draws(attacker, defender))
        defence = defence_points(attacker, defender, scenario.get("rules", {}))
        return {"attacker.points": Fraction(attack), "defender.points": Fraction(defence)}
    if scenario["combat"] == "naval-battle":
        return {"rounds": duel(scenario["first"], scenario["second"], ties_rule(scenario))[1]}
    if scenario["combat"] == "great-battle":
        every = [duel(table["first"], table["second"], ties_rule(scenario))[1] for table in scenario["duels"]]
        return {"rounds": sum(every, Fraction(0))}
    return {}


# ---- what to commit, both hands known ----


class Laid(NamedTuple):
    cards: tuple[int, ...]
    influence: int = 0
    hero: bool = False
    engineer: bool = False
    traitor: bool = False


Plan = dict[int, Laid]  # what the defender lays: {0: it} without a Traitor, else one for each card that he may take


def lays(hand: Table, number: int) -> list[Laid]:
    """Everything that so many cards of a hand can be laid with."""
    cards = sorted(set(combinations(sorted(hand.get("cards") or ()), number)))
    influence = range(min(3, hand.get("influence", 0)) + 1)
    extras = [(False, True) if hand.get(name) else (False,) for name in ("hero", "engineer", "traitor")]
    return [Laid(*parts) for parts in product(cards, influence, *extras)]


def attacks(hand: Table) -> list[Laid]:
    return lays(hand, 2)


def plans(hand: Table, enemy_cards: Iterable[int]) -> list[Plan]:
    """The defender's: with a Traitor, what he lays may differ with the enemy's card that he has drawn."""
    possible = lays(hand, 1 if hand.get("cards") else 0)
    found: list[Plan] = [{0: laid} for laid in possible if not laid.traitor]
    treacherous = [laid for laid in possible if laid.traitor]
    if treacherous:
        seen = sorted(set(enemy_cards))
        found += [dict(zip(seen, laid, strict=True)) for laid in product(treacherous, repeat=len(seen))]
    return found


def cost(
    stakes: dict[str, Fraction],
    laid: Laid,
    won: bool,
    cards: tuple[int, ...],
    taken: list[int],
    signed: bool,
    retreats_in_hand: int,
) -> Fraction:
    """What a side has spent and lost; `cards` are those that a Traitor left."""
    worth_a_retreat = sum(stakes["point"] * card > stakes["red"] for card in cards)
    lost, retreats = losses(won, cards, min(retreats_in_hand, worth_a_retreat))
    red = laid.engineer + laid.traitor + signed + retreats
    coins = stakes["point"] * sum(lost + taken) + stakes["influence"] * laid.influence + stakes["red"] * red
    return coins + stakes["hero"] * (laid.hero and not won)


def commitment_payoff(scenario: Table, attack: Laid, plan: Plan) -> tuple[Fraction, Fraction]:
    """Chance that the attacker takes the town, and what the whole is worth to him in coins.

    The scenario is a combat's whose two sides hold hands: `cards` for both, `sign_of_god` true or false, `retreat` the
    number in hand; a side's Grand Master, the defender's fortification and terrain, and `rules` as in a combat.
    `stakes` names those that differ from the usual.
    """
    stakes = STAKES | {name: Fraction(worth) for name, worth in scenario.get("stakes", {}).items()}
    hands = (scenario["attacker"], scenario["defender"])
    takes_town = Fraction(0)
    worth = Fraction(0)
    for place, left, draw in draws({"cards": attack.cards}, {"traitor": 0 not in plan}):
        taken = [attack.cards[place]] if place >= 0 else []
        answer = plan[sum(taken)]
        attacker, defender = (hand | laid._asdict() for hand, laid in zip(hands, (attack, answer), strict=True))
        defender["card"] = sum(answer.cards)
        margin = attack_points(attacker, left) - defence_points(attacker, defender, scenario.get("rules", {}))
        doubled = max(left) * holds_sign(attacker)
        doubled_in_defence = max(answer.cards, default=0) * holds_sign(defender)
        for (result, signed, signed_in_defence), ways in roll(margin, doubled, doubled_in_defence).items():
            costs = [
                cost(stakes, attack, result > 0, left, taken, signed, attacker.get("retreat", 0)),
                cost(stakes, answer, result < 0, answer.cards, [], signed_in_defence, defender.get("retreat", 0)),
            ]
            takes_town += draw * ways * (result > 0)
            worth += draw * ways * (stakes["town"] * (result > 0) - costs[0] + costs[1])
    return takes_town, worth


def commitment_matrix(scenario: Table) -> tuple[list[Laid], list[Plan], list[list[tuple[Fraction, Fraction]]]]:
    """All attacks, all plans of defence, and the payoff of every pair. For small hands."""
    rows = attacks(scenario["attacker"])
    columns = plans(scenario["defender"], scenario["attacker"]["cards"])
    return rows, columns, [[commitment_payoff(scenario, row, column) for column in columns] for row in rows]
