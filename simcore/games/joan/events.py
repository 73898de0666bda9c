"""Read-offs of a few dice: raiders, ambassadors, uprisings, free companies, fidelity, the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, ClassVar

from simcore.engine.resolver import Problem
from simcore.games.joan import scenarios
from simcore.games.joan.base import JoanCombat, TrackedFacts
from simcore.games.joan.facts import DIE_FACES, JoanFacts
from simcore.games.joan.roll_sequence import DIE, SUM, Layout
from simcore.games.joan.scenarios import understand_turn
from simcore.scenarios.scenario import Scenario

FREE_TOWN = "free-town"
IMPREGNABLE = "fortress"  # never pillaged, corrupted or risen (6.0)


def falls(town: str, die: int, figures: TrackedFacts) -> bool:
    """Is a town pillaged, corrupted or risen by this die? No terrain counts (6.0, Sequences 3 and 6)."""
    return town != IMPREGNABLE and die > int(figures("fortifications", town))


class ReadOff(JoanCombat):
    """An event that needs no checks beyond those of its shape."""

    def understand(self, scenario: Scenario, facts: JoanFacts) -> Scenario:
        return scenario


class RaidCombat(ReadOff):
    """A town pillaged for coins."""

    winners = ("miss", "hit")
    words: ClassVar[Mapping[str, str]] = {"winner.hit": "the town is pillaged", "winner.miss": "the town is spared"}

    def problem(self, scenario: scenarios.Raid, figures: TrackedFacts) -> Problem:
        layout, town = Layout("winner", "coins"), scenario.fortification
        miss = layout.end(winner=0, coins=0)
        if town == IMPREGNABLE:
            return layout.problem(miss)
        hit = layout.end(winner=1, coins=figures("plunder", FREE_TOWN if town == "none" else town))
        return layout.problem(layout.roll(DIE, "raid", lambda die: hit if falls(town, die, figures) else miss))


class CorruptionCombat(ReadOff):
    """A town that may change hands."""

    winners = ("miss", "hit")
    words: ClassVar[Mapping[str, str]] = {"winner.hit": "the town is won over", "winner.miss": "the town stays loyal"}

    def problem(self, scenario: scenarios.Corruption, figures: TrackedFacts) -> Problem:
        layout, town = Layout("winner"), scenario.fortification
        if town == IMPREGNABLE:
            return layout.problem(layout.end(winner=0))
        return layout.problem(layout.roll(DIE, "corruption", lambda die: layout.end(winner=falls(town, die, figures))))


class EmbassyCombat(ReadOff):
    """What an ambassador comes home with."""

    winners = ("corruption", "outside-help", "hero", "court-intrigue")
    words: ClassVar[Mapping[str, str]] = {
        "town": "towns won over",
        "cards": "cards drawn",
        "enemy_cards": "cards taken from an enemy",
        "hero": "hero gained",
    }

    def problem(self, scenario: scenarios.Embassy, figures: TrackedFacts) -> Problem:
        town = scenario.corrupts
        layout = Layout("winner", *(["town"] if town else []), "cards", "hero", "enemy_cards")
        rows = [figures("embassy", name) for name in self.winners]

        def end(number: int, betrays: bool = False) -> int:
            row = rows[number]
            return layout.end(winner=number, town=betrays, cards=row.cards, hero=row.hero, enemy_cards=row.enemy_cards)

        corruption = end(0)
        if town is not None and town != IMPREGNABLE:
            corruption = layout.roll(DIE, "corruption", lambda die: end(0, falls(town, die, figures)))

        def outcome(total: int) -> int:
            number = next(n for n, row in enumerate(rows) if row.low <= total <= row.high)
            return corruption if number == 0 else end(number)

        return layout.problem(layout.roll(SUM, "embassy", outcome))


class TownsCombat(ReadOff):
    """Towns that rise, or are ravaged, one after another."""

    winners = ("quiet", "some")
    words: ClassVar[Mapping[str, str]] = {
        "winner.quiet": "no town is struck",
        "winner.some": "a town or more is struck",
        "attempts": "towns rolled for",
        "towns": "towns struck",
    }

    def without_effect(self, scenario: scenarios.Uprising) -> list[str]:
        return ["rules.fortunes_of_war"] if scenario.rules.fortunes_of_war and len(scenario.towns) == 1 else []

    def problem(self, scenario: scenarios.Uprising, figures: TrackedFacts) -> Problem:
        towns = scenario.towns
        names = [f"town_{n}" for n in range(1, len(towns) + 1)]
        layout = Layout("winner", "attempts", "towns", *names)
        divisor = figures("towns_at_once", "fortunes_of_war" if scenario.rules.fortunes_of_war else "divisor")

        def end(attempts: int, risen: tuple[int, ...]) -> int:
            marks = dict(zip(names, (*risen, *[0] * len(towns)), strict=False))
            return layout.end(winner=any(risen), attempts=attempts, towns=sum(risen), **marks)

        def after(attempts: int) -> int:
            """The towns' dice, laid out from the last to the first."""
            reached = {risen: end(attempts, risen) for risen in product((0, 1), repeat=attempts)}
            for number in reversed(range(attempts)):
                town = towns[number]
                before = {}
                for risen in product((0, 1), repeat=number):
                    stays, rises = reached[*risen, 0], reached[*risen, 1]
                    before[risen] = (
                        stays
                        if town == IMPREGNABLE
                        else layout.roll(
                            DIE,
                            f"town {number + 1}, a {town}",
                            lambda die, town=town, stays=stays, rises=rises: (  # type: ignore[misc]
                                rises if falls(town, die, figures) else stays
                            ),
                            lambda die, town=town: "struck" if falls(town, die, figures) else "spared",  # type: ignore[misc]
                        )
                    )
                reached = before
            return reached[()]

        at_once = {die: min(-(-die // divisor), len(towns)) for die in range(1, DIE_FACES + 1)}
        starts = {attempts: after(attempts) for attempts in sorted(set(at_once.values()))}
        return layout.problem(
            layout.roll(DIE, "number of towns", lambda die: starts[at_once[die]], lambda die: str(at_once[die]))
        )


class FidelityCombat(ReadOff):
    """An ally that comes, or stays neutral for the turn."""

    winners = ("neutral", "loyal")
    words: ClassVar[Mapping[str, str]] = {"winner.neutral": "the ally stays neutral", "winner.loyal": "the ally comes"}

    def without_effect(self, scenario: scenarios.Fidelity) -> list[str]:
        idle = [field for field in ("coins", "enemy_coins") if scenario.ambassador and getattr(scenario, field)]
        paid = (scenario.coins or scenario.enemy_coins) and not scenario.ambassador
        return idle if paid or scenario.rules.table == "low_is_loyal" else [*idle, "rules.table"]

    def problem(self, scenario: scenarios.Fidelity, figures: TrackedFacts) -> Problem:
        layout = Layout("winner")
        if scenario.ambassador:
            return layout.problem(layout.end(winner=1))
        plain = figures("loyal_faces", "plain")
        net = scenario.coins - scenario.enemy_coins
        loyal = {die: die <= plain for die in range(1, DIE_FACES + 1)}
        if scenario.coins or scenario.enemy_coins:
            if scenario.rules.table == "low_is_loyal":
                fewest, most = figures("loyal_faces", "fewest"), figures("loyal_faces", "most")
                faces = min(max(plain + net, fewest), most)
                loyal = {die: die <= faces for die in loyal}
            else:
                loyal = {die: die > 1 and (die == DIE_FACES or die + net <= plain) for die in loyal}
        return layout.problem(layout.roll(DIE, "fidelity", lambda die: layout.end(winner=loyal[die])))


class GameEndCombat(JoanCombat):
    """Is this turn the last?"""

    winners = ("goes-on", "ends")
    words: ClassVar[Mapping[str, str]] = {"winner.goes-on": "the game goes on", "winner.ends": "this turn is the last"}

    def understand(self, scenario: scenarios.GameEnd, facts: JoanFacts) -> scenarios.GameEnd:
        return understand_turn(scenario, facts)

    def problem(self, scenario: scenarios.GameEnd, figures: TrackedFacts) -> Problem:
        layout = Layout("winner", "last_turn")
        length: Any = figures("lengths", scenario.length)
        now = scenario.turn

        def end(turn: int) -> int:
            return layout.end(winner=turn == now, last_turn=turn)

        follows = end(length.last)
        for turn, faces in sorted(length.stops.items(), reverse=True):
            if now is not None and turn >= now:
                stop, onward = end(turn), follows
                follows = layout.roll(
                    DIE,
                    f"end of turn {turn}",
                    lambda die, stop=stop, onward=onward, faces=faces: stop if die <= faces else onward,  # type: ignore[misc]
                )
        return layout.problem(follows)


RAID = RaidCombat("raid", scenarios.Raid)
CORRUPTION = CorruptionCombat("corruption", scenarios.Corruption)
EMBASSY = EmbassyCombat("embassy", scenarios.Embassy)
UPRISING = TownsCombat("uprising", scenarios.Uprising)
FREE_COMPANIES = TownsCombat("free-companies", scenarios.Uprising)
FIDELITY = FidelityCombat("fidelity", scenarios.Fidelity)
GAME_END = GameEndCombat("game-end", scenarios.GameEnd)
