"""Hands of cards: what a side holds, what a hidden hand may hold, and every way to lay cards from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from math import comb
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StrictBool

from simcore.errors import BadInput
from simcore.games.joan.facts import Deck, YellowCard
from simcore.games.joan.scenarios import CARDS_IN_ATTACK, MOST_INFLUENCE
from simcore.scenarios.scenario import Between, Document, Entries

MOST_CARDS = 12  # 6.0, Sequence 4
MOST_INFLUENCE_HELD = 6  # 6.0, Sequence 8
YELLOW: tuple[YellowCard, ...] = (3, 4, 5, 6)
Card = Literal[3, 4, 5, 6, "ambassador", "retreat", "engineer", "raider", "sign_of_god", "traitor"]
Cards = Entries[Card]
SideName = Literal["attacker", "defender"]


class Hand(Document):
    """What a side holds when a combat is announced."""

    cards: Annotated[Cards, Field(max_length=MOST_CARDS)] = Field(
        (), description="cards that both sides know of or reason about: yellow ones by their CP, red ones by name"
    )
    hidden: Annotated[int, Between(0, MOST_CARDS)] = Field(
        0, description="further cards, drawn from the deck, that only their holder knows"
    )
    influence: Annotated[int, Between(0, MOST_INFLUENCE_HELD)] = 0
    hero: StrictBool = Field(False, description="the hero is active")
    grand_master: StrictBool = False


class Holding(NamedTuple):
    """As much of a hand as can matter in one combat."""

    yellow: tuple[int, int, int, int]  # cards of 3, 4, 5, 6, never more than can be laid
    engineer: int
    traitor: int
    sign_of_god: int
    retreat: int

    def can_attack(self) -> bool:
        return sum(self.yellow) >= CARDS_IN_ATTACK


class Lay(NamedTuple):
    """What a side lays, with the red cards that it may play after the reveal."""

    cards: tuple[int, ...]  # falling
    influence: int
    hero: bool
    engineer: bool
    traitor: bool
    drawn: int  # CP of the card that the defender's Traitor took before this was laid; 0: none
    sign_of_god: bool
    retreat: int


def deck_cards(deck: Deck) -> Counter[Card]:
    """How many of each card a deck has."""
    cards: Counter[Card] = Counter()
    for name in ("ambassador", "retreat", "engineer", "raider", "sign_of_god", "traitor"):
        cards[name] = getattr(deck, name)
    for value in YELLOW:
        cards[value] = deck.yellow.get(value, 0)
    return cards


def rest_of(deck: Deck, gone: Mapping[str, Iterable[Card]]) -> Counter[Card]:
    """The deck without the cards that are elsewhere; `gone` by the field that names them."""
    rest = deck_cards(deck)
    for field, cards in gone.items():
        for card in cards:
            if rest[card] == 0:
                raise BadInput(field, card, f"no more of these than the deck has, {deck_cards(deck)[card]}")
            rest[card] -= 1
    return rest


def holdings(hand: Hand, side: SideName, rest: Counter[Card]) -> dict[Holding, float]:
    """What a hand may hold, with its chance; `rest`: the cards among which its hidden ones are.

    >>> held = holdings(Hand(cards=(6,), hidden=1), "defender", Counter({6: 1, "traitor": 2}))
    >>> [(h.yellow, h.traitor, round(p, 3)) for h, p in held.items()]
    [((0, 0, 0, 1), 0, 0.333), ((0, 0, 0, 1), 1, 0.667)]
    """
    in_play = CARDS_IN_ATTACK if side == "attacker" else 1
    most: dict[Card, int] = {3: in_play, 4: in_play, 5: in_play, 6: in_play, "engineer": 1, "traitor": 1}
    most |= {"sign_of_god": 1, "retreat": in_play}
    known = Counter(hand.cards)
    ways: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}  # (cards drawn, holding so far) -> ways
    for card, cap in most.items():
        more: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (drawn, held), count in ways.items():
            for n in range(min(rest[card], hand.hidden - drawn), -1, -1):
                more[drawn + n, (*held, min(known[card] + n, cap))] += count * comb(rest[card], n)
        ways = more
    idle = sum(count for card, count in rest.items() if card not in most)
    chances: Counter[Holding] = Counter()
    for (drawn, held), count in ways.items():
        three, four, five, six, *red = held
        chances[Holding((three, four, five, six), *red)] += count * comb(idle, hand.hidden - drawn)
    possible = {h: n for h, n in chances.items() if n > 0 and (side == "defender" or h.can_attack())}
    total = sum(possible.values())
    return {holding: count / total for holding, count in possible.items()}


def _yellow_choices(holding: Holding, side: SideName) -> list[tuple[int, ...]]:
    held = dict(zip(YELLOW, holding.yellow, strict=True))
    if side == "attacker":
        pairs = combinations_with_replacement(YELLOW[::-1], CARDS_IN_ATTACK)
        return [pair for pair in pairs if all(held[card] >= pair.count(card) for card in pair)]
    return [(card,) for card in YELLOW[::-1] if held[card]] or [()]  # he must defend while he has a card


def ways_to_lay(holding: Holding, hand: Hand, side: SideName, drawn: int = 0) -> Iterator[Lay]:
    """Every commitment from a holding; for a defender who has played his Traitor, `drawn` is the card it took."""
    traitors = [False, True] if side == "attacker" and holding.traitor else [drawn > 0]
    for cards, influence, hero, engineer, traitor in product(
        _yellow_choices(holding, side),
        range(min(hand.influence, MOST_INFLUENCE) + 1),
        [False, True] if hand.hero else [False],
        [False, True] if holding.engineer else [False],
        traitors,
    ):
        sign = bool(holding.sign_of_god) and bool(cards)
        yield Lay(cards, influence, hero, engineer, traitor, drawn, sign, min(holding.retreat, len(cards)))
