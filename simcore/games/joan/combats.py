"""Attacks on towns, naval battles and great battles: from a scenario to a course of rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from simcore.engine.resolver import Problem
from simcore.games.joan.base import JoanCombat, TrackedFacts
from simcore.games.joan.facts import JoanFacts
from simcore.games.joan.roll_sequence import AGAIN, DIFFERENCE, DRAW, Layout
from simcore.games.joan.rules import LEVELS, exchange, losses, weakened
from simcore.games.joan.scenarios import (
    Attacker,
    Defender,
    Duel,
    DuelRules,
    Fleet,
    GreatBattle,
    NavalBattle,
    TownCombat,
    check_combat,
    check_fleet,
)
from simcore.types import Array

DICE_APART = np.array(DIFFERENCE.shows)
WINNER = {1: 1, 0: 0, -1: 2}  # sign of the difference to number of the side


# ---- an attack on a town -----------------------------------------------------------------------------------------


def attack_points(attacker: Attacker, figures: TrackedFacts) -> int:
    """CP of the attacker without cards and die."""
    strength = 0 if attacker.force == "player" else figures("forces", attacker.force).attack
    return (
        int(strength)
        + figures.points("influence", attacker.influence)
        + figures.points("hero", attacker.hero)
        + figures.points("grand_master", attacker.grand_master)
    )


def defence_points(defender: Defender, figures: TrackedFacts) -> int:
    """CP of the defender without card, fortification, terrain and die."""
    strength = 0 if defender.force == "player" else figures("forces", defender.force).defence
    return (
        int(strength)
        + figures.points("influence", defender.influence)
        + figures.points("hero", defender.hero)
        + figures.points("grand_master", defender.grand_master)
        + figures.points("mercenary", defender.mercenaries)
    )


def ground_points(scenario: TownCombat, figures: TrackedFacts) -> int:
    """CP of mountains and the shore."""
    nation, defender, rules = scenario.attacker.nation, scenario.defender, scenario.rules
    knows_the_land = rules.knowledge_of_the_land and nation == "france"
    lands_well = rules.nations and nation == "england"
    return (
        figures.points("mountain", defender.mountain and not knows_the_land)
        + figures.points("landing", defender.landing and not lands_well)
        + figures.points("harder_landing", defender.landing and rules.harder_landings)
    )


def fortification_values(force: str, figures: TrackedFacts) -> Array:
    """CP that each level adds for a force, by `LEVELS`."""
    values = [int(figures.facts.fortifications[name].value) for name in LEVELS]  # type: ignore[index]
    if force != "player" and not figures("forces", force).garrison_counts:
        values[LEVELS.index("garrison")] = 0
    return np.array(values)


def fortification_points(scenario: TownCombat, figures: TrackedFacts) -> int:
    """CP of the fortification after Engineers and the attacker's Traitor, and of an Engineer in defence."""
    attacker, defender = scenario.attacker, scenario.defender
    idle_engineer = defender.engineer and not attacker.engineer and scenario.rules.engineer_in_defence
    extra = figures.points("engineer_in_defence", idle_engineer)
    if attacker.traitor:
        return extra
    level = int(weakened(LEVELS.index(defender.fortification), attacker.engineer, defender.engineer))
    figures("fortifications", LEVELS[level])
    return int(fortification_values(defender.force, figures)[level]) + extra


class TownAttack(JoanCombat):
    """One attack on one town."""

    leaves = "the cards of a combat are committed in secret: ask simcore commit"
    words: ClassVar[Mapping[str, str]] = {
        "cards_lost": "cards lost",
        "points_lost": "points of cards lost",
        "hero": "hero kept",
        "sign_of_god": "Sign of God played",
        "retreat": "Retreats played",
        "points": "Combat Points without dice",
        "taken": "card taken by the Traitor",
    }
    fates = frozenset({"cards_lost", "points_lost", "hero", "sign_of_god", "retreat"})
    losses = "points_lost"
    places = frozenset({"fortification", "mountain"})

    def understand(self, scenario: TownCombat, facts: JoanFacts) -> TownCombat:
        check_combat(scenario)
        return scenario

    def without_effect(self, scenario: TownCombat) -> list[str]:
        attacker, defender, rules = scenario.attacker, scenario.defender, scenario.rules
        lands = defender.landing and attacker.nation == "england"
        knows = defender.mountain and attacker.nation == "france"
        idle = {
            "attacker.nation": attacker.nation is not None
            and not ((lands and rules.nations) or (knows and rules.knowledge_of_the_land)),
            "rules.nations": rules.nations and not lands,
            "rules.knowledge_of_the_land": rules.knowledge_of_the_land and not knows,
            "rules.harder_landings": rules.harder_landings and not defender.landing,
            "rules.engineer_in_defence": rules.engineer_in_defence and (attacker.engineer or not defender.engineer),
        }
        return [field for field, true in idle.items() if true] + unplayed_signs(attacker=attacker, defender=defender)

    def problem(self, scenario: TownCombat, figures: TrackedFacts) -> Problem:
        attacker, defender = scenario.attacker, scenario.defender
        attack = attack_points(attacker, figures)
        defence = (
            defence_points(defender, figures)
            + ground_points(scenario, figures)
            + fortification_points(scenario, figures)
            + (defender.card or 0)
        )
        layout = Layout(*_columns(attacker, defender))

        def dice(cards: Sequence[int], doubled: int, taken: int = 0) -> int:
            """Both dice, with the attacker's `cards` on the table, of which the Sign of God can double one."""
            happened = exchange(
                attack + sum(cards) - defence + DICE_APART,
                doubled,
                (defender.card or 0) * defender.sign_of_god,
                attacker.sign_of_god_when == "always",
                defender.sign_of_god_when == "always",
            )
            held = [] if defender.card is None else [defender.card]

            def end(apart: int) -> int:
                face = apart - DIFFERENCE.shows[0]
                result = int(happened.result[face])
                own = losses(cards, result > 0, attacker.retreat, taken)
                their = losses(held, result < 0, defender.retreat)
                values = {
                    "winner": WINNER[result],
                    "taken": taken,
                    "attacker.hero": result > 0,
                    "defender.hero": result < 0,
                    "attacker.sign_of_god": happened.attacker_sign[face],
                    "defender.sign_of_god": happened.defender_sign[face],
                }
                for side, lost in (("attacker", own), ("defender", their)):
                    values[f"{side}.cards_lost"] = lost.cards
                    values[f"{side}.points_lost"] = lost.points
                    values[f"{side}.retreat"] = lost.retreats
                return layout.end(**values)

            shown = attack + sum(cards)

            def does(apart: int) -> str:
                return f"{shown} and {defence} Combat Points: the attack is {shown - defence + apart:+d}"

            return layout.roll(DIFFERENCE, "attacker's die against defender's", end, does)

        cards, sign = attacker.cards, attacker.sign_of_god
        if defender.traitor:
            left = {taken: cards[1 - taken] for taken in DRAW.shows}
            after = [dice([left[n]], 0 if sign is None else left[n], cards[n]) for n in DRAW.shows]
            start = layout.roll(DRAW, "taken by the Traitor", after.__getitem__)
            shown = sum(cards) / 2
        else:
            start = dice(cards, 0 if sign is None else cards[sign])
            shown = float(sum(cards))
        return layout.problem(start, constants={"attacker.points": attack + shown, "defender.points": float(defence)})


def _columns(attacker: Attacker, defender: Defender) -> list[str]:
    names = ["winner"]
    for side, army, cards in (("attacker", attacker, attacker.cards), ("defender", defender, defender.card)):
        names += [f"{side}.cards_lost", f"{side}.points_lost"] if cards else []
        names += [f"{side}.hero"] if army.hero else []
        names += [f"{side}.sign_of_god"] if army.sign_of_god is not None and army.sign_of_god is not False else []
        names += [f"{side}.retreat"] if army.retreat else []
    return names + (["taken"] if defender.traitor else [])


# ---- naval battles and the duels of a great battle ---------------------------------------------------------------


def duel(
    layout: Layout, pair: Duel, rules: DuelRules, figures: TrackedFacts, end: Callable[[int, bool, bool], int]
) -> int:
    """Lays out one duel; `end(result, first's sign played, second's)` is what follows it, result as in `Exchange`."""
    sides = (pair.first, pair.second)
    cards = [0 if enemy.traitor else own.card or 0 for own, enemy in (sides, sides[::-1])]
    base = [card + figures.points("influence", side.influence) for card, side in zip(cards, sides, strict=True)]
    signs = [card * side.sign_of_god for card, side in zip(cards, sides, strict=True)]
    always = [side.sign_of_god_when == "always" for side in sides]
    at: dict[tuple[bool, bool], int] = {}  # the roll with these Signs already played
    for played in ((True, True), (True, False), (False, True), (False, False)):
        if any(was and not sign for was, sign in zip(played, signs, strict=True)):
            continue
        in_force = [sign * was for sign, was in zip(signs, played, strict=True)]
        margin = base[0] + in_force[0] - base[1] - in_force[1]
        happened = exchange(margin + DICE_APART, signs[0] - in_force[0], signs[1] - in_force[1], *always)

        def follows(apart: int, happened: Any = happened, played: tuple[bool, bool] = played) -> int:
            face = apart - DIFFERENCE.shows[0]
            now = (played[0] or bool(happened.attacker_sign[face]), played[1] or bool(happened.defender_sign[face]))
            result = int(happened.result[face])
            if result == 0 and rules.ties == "reroll":
                return AGAIN if now == played else at[now]
            return end(result, *now)

        def does(apart: int, margin: int = margin) -> str:
            return f"with cards and influence first is {margin + apart:+d}"

        at[played] = layout.roll(DIFFERENCE, "first's die against second's", follows, does)
    return at[False, False]


def unplayed_signs(**armies: Attacker | Defender | Fleet) -> list[str]:
    """Sides that say when they would play a Sign of God, and have none."""
    return [
        f"{side}.sign_of_god_when" for side, army in armies.items()
        if army.sign_of_god_when == "always" and (army.sign_of_god is None or army.sign_of_god is False)
    ]  # fmt: skip


def idle_in_duel(first: Fleet, second: Fleet) -> list[str]:
    """Fields of a duel that change nothing."""
    sides = (("first", first, second), ("second", second, first))
    idle = [f"{side}.traitor" for side, own, enemy in sides if own.traitor and enemy.card is None]
    return idle + unplayed_signs(first=first, second=second)


class SeaBattle(JoanCombat):
    """Two fleets, or rather two cards."""

    winners = ("none", "first", "second")
    words: ClassVar[Mapping[str, str]] = {"card_lost": "card lost", "sign_of_god": "Sign of God played"}
    fates = frozenset({"card_lost", "sign_of_god"})
    losses = "card_lost"

    def understand(self, scenario: NavalBattle, facts: JoanFacts) -> NavalBattle:
        check_fleet("first", scenario.first)
        check_fleet("second", scenario.second)
        return scenario

    def without_effect(self, scenario: NavalBattle) -> list[str]:
        return idle_in_duel(scenario.first, scenario.second)

    def problem(self, scenario: NavalBattle, figures: TrackedFacts) -> Problem:
        first, second = scenario.first, scenario.second
        names = ["winner"]
        for side, fleet in (("first", first), ("second", second)):
            names += [f"{side}.card_lost"] if fleet.card is not None else []
            names += [f"{side}.sign_of_god"] if fleet.sign_of_god else []
        layout = Layout(*names)

        def end(result: int, first_sign: bool, second_sign: bool) -> int:
            values = {
                "winner": WINNER[result],
                "first.card_lost": result <= 0 or second.traitor,
                "second.card_lost": result >= 0 or first.traitor,
                "first.sign_of_god": first_sign,
                "second.sign_of_god": second_sign,
            }
            return layout.end(**values)

        pair = Duel(first=first, second=second)
        return layout.problem(duel(layout, pair, scenario.rules, figures, end), rounds=DIFFERENCE)


class Coalitions(JoanCombat):
    """Two or three duels between two coalitions."""

    winners = ("none", "first", "second")
    words: ClassVar[Mapping[str, str]] = {"claimant_points": "Claimant Points won"}
    fates = frozenset({"claimant_points"})
    coded: ClassVar[Mapping[str, Sequence[str]]] = dict.fromkeys(("duel_1", "duel_2", "duel_3"), winners)

    def understand(self, scenario: GreatBattle, facts: JoanFacts) -> GreatBattle:
        for number, pair in enumerate(scenario.duels):
            check_fleet(f"duels.{number}.first", pair.first)
            check_fleet(f"duels.{number}.second", pair.second)
        return scenario

    def without_effect(self, scenario: GreatBattle) -> list[str]:
        return [
            f"duels.{number}.{field}"
            for number, pair in enumerate(scenario.duels)
            for field in idle_in_duel(pair.first, pair.second)
        ]

    def problem(self, scenario: GreatBattle, figures: TrackedFacts) -> Problem:
        duels: tuple[Duel, ...] = scenario.duels
        names = [f"duel_{n}" for n in range(1, len(duels) + 1)]
        layout = Layout("winner", *names, "first.claimant_points", "second.claimant_points")

        def finish(results: tuple[int, ...]) -> int:
            won = (results.count(1), results.count(-1))
            coalition = int(np.sign(won[0] - won[1]))
            values = {f"duel_{n}": WINNER[result] for n, result in enumerate(results, start=1)}
            values["winner"] = WINNER[coalition]
            values["first.claimant_points"] = won[0] + len(duels) * (coalition > 0)
            values["second.claimant_points"] = won[1] + len(duels) * (coalition < 0)
            return layout.end(**values)

        def fight(results: tuple[int, ...]) -> int:
            if len(results) == len(duels):
                return finish(results)
            after = {result: fight((*results, result)) for result in (1, 0, -1)}
            return duel(layout, duels[len(results)], scenario.rules, figures, lambda result, *_: after[result])

        return layout.problem(fight(()), rounds=DIFFERENCE)


COMBAT = TownAttack("combat", TownCombat)
NAVAL_BATTLE = SeaBattle("naval-battle", NavalBattle)
GREAT_BATTLE = Coalitions("great-battle", GreatBattle)
