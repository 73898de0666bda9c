"""Rally and Recruit of Breizh 1341, the orders of its cards, and what an action can be taken for at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from naive.breizh_game.fighting import battles, besiege, fight, possible_sieges, targets
from naive.breizh_game.game import Asked, Decision, Game, character_for, other, place
from naive.breizh_game.table import RALLIED, RECRUITED


def rally(game: Game, camp: int, number: int, regions: Iterable[str], section: str = "Rally") -> Asked:
    """Rally: 1 partisan a region at most, and the bonus of a character."""
    table, regions = game.table, tuple(regions)
    places = sum(table.can_place("partisans", camp, region) for region in regions)
    number += yield from character_for(game, camp, "rally", lambda bonus: places > number, section)
    done: set[str] = set()
    for _ in range(number):
        able = [r for r in regions if r not in done and table.can_place("partisans", camp, r)]
        if not able:
            return
        region = yield Decision("rally in", camp, tuple(able), section)
        yield from place(game, "partisans", camp, region, section)
        done.add(region)


def eliminate(game: Game, camp: int, number: int, regions: Iterable[str]) -> Asked:
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


def recruit(game: Game, camp: int, number: int, regions: Iterable[str]) -> Asked:
    """Recruit: so many troops and the bonus of a character, freely distributed; then the battles that they begin."""
    table, regions = game.table, tuple(regions)
    places = any(table.can_place("troops", camp, region) for region in regions)
    number += yield from character_for(game, camp, "recruit", lambda bonus: places, "Recruit")
    for _ in range(number):
        able = [r for r in regions if table.can_place("troops", camp, r)]
        if not able:
            break
        region = yield Decision("recruit in", camp, tuple(able), "Recruit")
        yield from place(game, "troops", camp, region, "Recruit")
    yield from battles(game, camp)


# ---- orders --------------------------------------------------------------------------------------------------------


def order(game: Game, giver: int, card: Any) -> Asked:
    """Event Cards: what the card orders, part by part, for whoever gives the order."""
    table = game.table
    for part in card.order:
        regions = [r for r in table.box.regions if not part.regions or r in part.regions]
        match part.effect:
            case "rally":
                yield from rally(game, giver, part.number, regions, "Rally: orders that rally")
            case "recruit":
                yield from recruit(game, giver, part.number, regions)
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


def act(game: Game, camp: int, action: str) -> Asked:
    """One of the actions that a card shows."""
    regions = game.table.box.regions
    if action == "rally":
        yield from rally(game, camp, RALLIED, regions)
    elif action == "recruit":
        yield from recruit(game, camp, RECRUITED, regions)
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
