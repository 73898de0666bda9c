"""Rally and Recruit of Breizh 1341, the orders of its cards, and what an action can be taken for at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from naive.breizh_game.fighting import battles, besiege, fight, possible_sieges, targets
from naive.breizh_game.game import (
    Decision,
    Game,
    Matters,
    PreparedScenario,
    ask_for_character,
    character_for,
    other,
    place,
)
from naive.breizh_game.table import RALLIED, RECRUITED


def more_rallied(game: Game, camp: int, number: int, regions: Sequence[str]) -> Matters:
    """Would more than `number` partisans find a region?"""
    places = sum(game.table.can_place("partisans", camp, region) for region in regions)
    return lambda bonus: places > number


def more_recruited(game: Game, camp: int, regions: Sequence[str]) -> Matters:
    """Would another troop find a region?"""
    places = any(game.table.can_place("troops", camp, region) for region in regions)
    return lambda bonus: places


def rally(game: Game, camp: int, number: int, regions: Sequence[str], section: str = "Rally") -> PreparedScenario:
    """Rally: so many partisans, 1 a region at most."""
    table = game.table
    done: set[str] = set()
    for _ in range(number):
        able = [r for r in regions if r not in done and table.can_place("partisans", camp, r)]
        if not able:
            return
        region = yield Decision("rally in", camp, tuple(able), section)
        yield from place(game, "partisans", camp, region, section)
        done.add(region)


def eliminate(game: Game, camp: int, number: int, regions: Sequence[str]) -> PreparedScenario:
    """Rally: orders that eliminate take 1 enemy partisan a region at most."""
    table, done = game.table, set[str]()
    for _ in range(number):
        able = [r for r in regions if r not in done and table.partisans[other(camp)][r] > 0]
        if not able:
            return
        region = yield Decision("eliminate in", camp, tuple(able), "Rally: orders that eliminate")
        game.follow("Rally: orders that eliminate")
        table.partisans[other(camp)][region] -= 1
        done.add(region)


def recruit(game: Game, camp: int, number: int, regions: Sequence[str]) -> PreparedScenario:
    """Recruit: so many troops, freely distributed; then the battles that they begin."""
    table = game.table
    for _ in range(number):
        able = [r for r in regions if table.can_place("troops", camp, r)]
        if not able:
            break
        region = yield Decision("recruit in", camp, tuple(able), "Recruit")
        yield from place(game, "troops", camp, region, "Recruit")
    yield from battles(game, camp)


# ---- orders --------------------------------------------------------------------------------------------------------


def regions_of(game: Game, part: Any) -> list[str]:
    return [region for region in game.table.box.regions if not part.regions or region in part.regions]


def aims_of(game: Game, giver: int, card: Any, *, at_once: int | None) -> dict[int, tuple[str, Matters]]:
    """The parts of an order that a character can help. All but the part that comes `at_once` may yet find more room."""
    aims = {}
    for at, part in enumerate(card.order):
        regions = regions_of(game, part)
        if part.effect == "rally":
            room = more_rallied(game, giver, part.number, regions)
            aims[at] = "rally", room if at == at_once else enough(len(regions) > part.number)
        elif part.effect == "recruit":
            aims[at] = "recruit", more_recruited(game, giver, regions) if at == at_once else enough(True)
    return aims


def enough(room: bool) -> Matters:
    return lambda bonus: room


def orders(game: Game, givers: Sequence[int], card: Any) -> PreparedScenario:
    """Event Cards: the order for one player or for both; characters are announced before the first part of it."""
    helped: dict[int, tuple[Any, int]] = {}
    if game.options.characters == "announced":
        for giver in givers:
            aims = aims_of(game, giver, card, at_once=0 if giver == givers[0] else None)
            helped[giver] = yield from ask_for_character(game, giver, aims, "an order")
    for giver in givers:
        yield from order(game, giver, card, *helped.get(giver, (None, 0)))


def order(game: Game, giver: int, card: Any, aim: int | None, bonus: int) -> PreparedScenario:
    """What the card orders, part by part, for whoever gives the order; a character helps the part `aim`."""
    table = game.table
    for at, part in enumerate(card.order):
        regions, number = regions_of(game, part), part.number + (bonus if at == aim else 0)
        if game.options.characters == "each-siege" and at in (aims := aims_of(game, giver, card, at_once=at)):
            number += yield from character_for(game, giver, *aims[at], "an order")
        match part.effect:
            case "rally":
                yield from rally(game, giver, number, regions, "Rally: orders that rally")
            case "recruit":
                yield from recruit(game, giver, number, regions)
            case "eliminate":
                yield from eliminate(game, giver, part.number, regions)
            case "draw":
                for _ in range(min(part.number, len(table.event_cards(other(giver))))):
                    game.follow("4: drawing from the opponent's hand")
                    drawn = game.chance.card(table.event_cards(other(giver)))
                    table.hands[other(giver)].remove(drawn)
                    table.hands[giver].add(drawn)
            case "plague":
                game.follow("6: Great Plague")
                table.highwaymen.clear()


def act(game: Game, camp: int, action: str) -> PreparedScenario:
    """One of the actions that a card shows."""
    regions = game.table.box.regions
    if action == "rally":
        more = yield from character_for(game, camp, "rally", more_rallied(game, camp, RALLIED, regions), "Rally")
        yield from rally(game, camp, RALLIED + more, regions)
    elif action == "recruit":
        more = yield from character_for(game, camp, "recruit", more_recruited(game, camp, regions), "Recruit")
        yield from recruit(game, camp, RECRUITED + more, regions)
    elif action == "fight":
        yield from fight(game, camp)
    else:
        yield from besiege(game, camp)


def can_act(game: Game, camp: int, action: str) -> bool:
    """Is there anything that the action could do?"""
    table = game.table
    if action in ("rally", "recruit"):
        kind = "partisans" if action == "rally" else "troops"
        return any(table.can_place(kind, camp, region) for region in table.box.regions)
    if action == "fight":
        return bool(targets(game, camp, Counter()))
    return bool(possible_sieges(game, camp, ()))
