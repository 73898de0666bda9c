"""Boxes of owners by chance: other decks, castles, characters, fewer pieces, so that every rule comes up soon."""

from __future__ import annotations

import random
from typing import Any

from simcore.games.breizh.facts import Card, Castle, Character, EventCard, facts

ACTIONS = ("rally", "recruit", "fight", "besiege")


def order(dealer: random.Random, regions: list[str]) -> list[dict[str, Any]]:
    """One to three effects, some of them confined to a few regions."""
    parts = []
    for _ in range(dealer.choice((1, 1, 2, 3))):
        effect = dealer.choice(("rally", "recruit", "recruit", "eliminate", "draw", "plague"))
        part: dict[str, Any] = {"effect": effect}
        if effect in ("rally", "recruit", "eliminate") and dealer.random() < 0.4:
            part["regions"] = dealer.sample(regions, dealer.randint(1, 4))
        if effect != "plague":
            most = len(part["regions"]) if "regions" in part and effect != "recruit" else 6
            part["number"] = dealer.randint(1, 2 if effect == "draw" else most)
        parts.append(part)
    return parts


def card(dealer: random.Random, regions: list[str], favours: str, **more: Any) -> dict[str, Any]:
    actions = dealer.sample(ACTIONS, dealer.randint(1, 4))
    return {
        "name": "A card", "favours": favours, "actions": actions,
        "order": [] if favours == "none" else order(dealer, regions), **more,
    }  # fmt: skip


def owner(number: int) -> Any:
    """Facts of an owner: 0 those of the game itself, the others by chance."""
    own = facts()
    if number == 0:
        return own
    dealer = random.Random(number)
    regions = list({fact.value.region for fact in own.castles.values()})
    regions.sort()
    colours = ("blue", "red", "either", "both", "none")
    for key, fact in own.events.items():
        favours = fact.value.favours if fact.value.epoch == 1 else dealer.choice(colours)
        own = own.replaced(f"events.{key}", EventCard(**card(dealer, regions, favours, epoch=fact.value.epoch)))
    for key in own.specials:
        own = own.replaced(f"specials.{key}", Card(**card(dealer, regions, dealer.choice(colours))))
    for name, fact in own.castles.items():
        castle = Castle(region=fact.value.region, strength=dealer.randint(1, 3))
        own = own.replaced(f"castles.{name}", castle)
    for name, fact in own.characters.items():
        kinds = dealer.sample(("battle", "siege", "siege_defence", "fight", "rally", "recruit"), dealer.randint(1, 3))
        bonus = {kind: dealer.randint(1, 3) for kind in kinds}
        own = own.replaced(f"characters.{name}", Character(camp=fact.value.camp, **bonus))
    for piece, most in (("partisans", dealer.choice((3, 6, 20))), ("troops", dealer.choice((7, 12, 20)))):
        own = own.replaced(f"box.{piece}", most)
    return own
