"""The board of a full game: from the facts and the options to the arrays that its kernels play on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from pydantic import Field

from simcore.engine.jit import uncompiled
from simcore.errors import BadInput
from simcore.games.breizh.battles import values_of_battles
from simcore.games.breizh.facts import ActionName, BreizhFacts, PlayedAction
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.rules.sieges import siege_falls
from simcore.games.breizh.limits import MOST_BONUS
from simcore.games.breizh.names import RegionName
from simcore.scenarios.scenario import Document
from simcore.types import Array

REGION_NAMES: tuple[RegionName, ...] = get_args(RegionName)
SIDES = ("montfort", "blois")
FAVOURS = {
    "red": s.MONTFORT,
    "blue": s.BLOIS,
    "either": s.EITHER,
    "both": s.BOTH,
    "none": s.NONE,
}
EFFECTS = {
    "rally": s.RALLIES_PARTISANS, "recruit": s.RECRUITS, "eliminate": s.ELIMINATES_PARTISANS,
    "draw": s.DRAWS, "plague": s.PLAGUE,
}  # fmt: skip
USES: dict[PlayedAction, int] = {
    "rally": s.RALLY, "recruit": s.RECRUIT, "fight": s.FIGHT, "besiege": s.SIEGE_ACTION,
}  # fmt: skip
VALUES = "win_montfort", "win_blois", "expected_montfort_troops", "expected_blois_troops"
BONUSES: tuple[ActionName, ...] = ("rally", "recruit", "fight", "siege", "battle", "siege_defence")  # from RALLY on


class Options(Document):
    """Set-ups and readings that a table can settle otherwise."""

    setup: Literal["standard", "variant"] = Field("standard", description="Setup, or Variant Setup Rules")
    first_hands: Literal["drawn", "balanced"] = Field("drawn", description="balanced: Tips for Your First Play")
    odd_card: Literal["most", "least"] = Field(
        "most", description="who gets the odd card in turn 6: whoever dominates the most regions, or the fewest"
    )
    winner: Literal["difference", "survivor"] = Field(
        "difference",
        description="who wins a battle: first whoever had a decisive lead in the last round, or has troops left alone",
    )
    limit: Literal["together", "each"] = Field(
        "together",
        description="is the most that a fight removes in a region meant for both kinds together, or for each?",
    )
    seven_regions: Literal["all", "free"] = Field(
        "all", description="regions that count for the victory by domination: all, or those without highwaymen"
    )
    characters: Literal["announced", "each-siege"] = Field(
        "announced",
        description="when characters are played: announced before an order and before all sieges of an action, or as "
        "each part of the order and each siege comes",
    )


def make_board(facts: BreizhFacts, options: Options) -> Array:
    """The board, int32[cells] as in `state`. Raises `BadInput` for facts that no game can be played with."""
    board = np.zeros(s.ODDS, np.int32)

    def lay(first: int, values: Any) -> None:
        cells = np.asarray(values).reshape(-1)
        board[first : first + cells.size] = cells

    characters = np.zeros((s.SIEGE_DEFENCE + 1, s.CHARACTERS), np.int32)
    for at, card in enumerate(fact.value for fact in facts.characters.values()):
        board[s.CHARACTER_CAMP + at] = SIDES.index(card.camp)
        for use, action in enumerate(BONUSES, start=s.RALLY):
            characters[use, at] = card.bonus(action)
    castles = [fact.value for fact in facts.castles.values()]
    regions = np.array([REGION_NAMES.index(castle.region) for castle in castles])
    listed = np.argsort(regions, kind="stable")
    die = facts.die["faces"].value
    least, odds = _odds(facts, options, board[s.CHARACTER_CAMP :][: s.CHARACTERS], characters[s.BATTLE])
    lay(0, [*_figures(facts), *_switches(options), least, len(odds), len(die), s.ODDS + odds.size])
    lay(s.DIE, die)
    lay(s.CASTLE_REGION, regions)
    lay(s.CASTLE_STRENGTH, [castle.strength for castle in castles])
    lay(s.LISTED, listed)
    lay(s.FIRST, np.searchsorted(regions[listed], np.arange(s.REGIONS + 1)))
    lay(s.CHARACTER_BONUS, characters)
    lay(s.CARD_FACTS, _cards(facts))
    lay(s.TURN_FACTS, _turns(facts))
    lay(s.SIEGE_FALLS, _siege_falls(die, facts.rules["siege-margin"].value))
    pieces, owners = _starts(facts)
    lay(s.STARTING, pieces)
    lay(s.STARTING_OWNER, owners)
    lay(s.REGION_CASTLE, _region_castles(facts))
    lay(
        s.ALLOCATION,
        [(c.value.partisans, c.value.troops, c.value.castles) for c in facts.allocation_cards.values()],
    )
    cards = [fact.value.name for group in (facts.events, facts.specials) for fact in group.values()]
    written = np.frombuffer("\n".join([*cards, *facts.shown()]).encode(), np.uint8).astype(np.int32)
    return np.concatenate([board, np.round(odds * s.ODDS_UNIT).astype(np.int32).reshape(-1), written])


def _figures(facts: BreizhFacts) -> list[int]:
    rules = {name: fact.value for name, fact in facts.rules.items()}
    return [
        facts.box["partisans"].value, facts.box["troops"].value, facts.box["highwaymen"].value,
        rules["archers"], rules["battle-from"], rules["decisive-lead"], rules["siege-margin"], rules["siege-reserve"],
        rules["removed-per-region"], rules["rally"], rules["recruit"], rules["character-cards"],
        rules["victory-regions"], rules["strength-for-choice"], rules["strength-for-both"], len(facts.turns),
        rules["balanced-coloured"], rules["balanced-white"],
    ]  # fmt: skip


def _switches(options: Options) -> list[bool]:
    return [
        options.setup == "variant", options.first_hands == "balanced", options.odd_card == "least",
        options.winner == "survivor", options.limit == "each",
        options.seven_regions == "free", options.characters == "each-siege",
    ]  # fmt: skip


def _odds(facts: BreizhFacts, options: Options, camps: Array, bonuses: Array) -> tuple[int, Array]:
    """The least lead that bonuses can make, and the exact odds of every battle for each lead from it on."""
    montfort, blois = ([0, *bonuses[camps == side]] for side in range(s.PLAYERS))
    least, most = int(min(montfort) - max(blois)), int(max(montfort) - min(blois))
    tables = []
    for ahead in range(least, most + 1):
        montfort_bonus = max(min(ahead, MOST_BONUS), -MOST_BONUS)
        values = values_of_battles(montfort_bonus, montfort_bonus - ahead, options.winner, facts)
        tables.append(np.stack([values[name] for name in VALUES], axis=-1))
    return facts.rules["archers"].value + least, np.stack(tables)


def _siege_falls(die: Sequence[int], margin: int) -> list[int]:
    """Faces with which a castle falls, by the strength of its besiegers over it."""
    falls = uncompiled(siege_falls)
    leads = range(-s.MOST_SIEGE_LEAD, s.MOST_SIEGE_LEAD + 1)
    return [sum(bool(falls(face, lead, 0, 0, margin)) for face in die) for lead in leads]


def _cards(facts: BreizhFacts) -> Array:
    rows = np.zeros((s.CARDS, s.CARD_COLUMNS), np.int32)
    named = [facts.events[str(number)].value for number in range(1, s.EVENTS + 1)]
    named += [facts.specials[str(number)].value for number in range(1, s.SPECIALS + 1)]
    for row, card in zip(rows, named, strict=True):
        row[s.FAVOURS] = FAVOURS[card.favours]
        row[s.CARD_ACTIONS] = sum({1 << USES[action] for action in card.actions})
        row[s.EPOCH] = getattr(card, "epoch", 0)
        row[s.EFFECTS] = len(card.order)
        for at, effect in enumerate(card.order):
            regions = sum({1 << REGION_NAMES.index(region) for region in effect.regions}) or s.EVERYWHERE
            first = s.FIRST_EFFECT + s.EFFECT_SIZE * at
            row[first : first + s.EFFECT_SIZE] = EFFECTS[effect.effect], effect.number, regions
    return rows


def _turns(facts: BreizhFacts) -> Array:
    rows = np.zeros((len(facts.turns) + 1, s.TURN_COLUMNS), np.int32)
    for number in range(1, len(facts.turns) + 1):
        turn = facts.turns[str(number)].value
        rows[number] = (
            turn.epoch or 0, turn.event_cards, turn.region_cards, turn.all_cards, turn.special_cards, turn.most_played,
        )  # fmt: skip
        if not (turn.event_cards or turn.all_cards):
            raise BadInput(f"facts turns.{number}.value", turn.model_dump(), "event_cards of at least 1, or all_cards")
    return rows


def _starts(facts: BreizhFacts) -> tuple[Array, Array]:
    pieces = np.zeros((s.PLAYERS, 2, s.REGIONS), np.int32)
    owners, castles = np.zeros(s.CASTLES, np.int32), list(facts.castles)
    for player, side in enumerate(SIDES):
        start = facts.setup[side].value  # type: ignore[index]
        for kind, by_region in enumerate((start.partisans, start.troops)):
            for region, number in by_region.items():
                pieces[player, kind, REGION_NAMES.index(region)] = number
            most = facts.box["troops" if kind else "partisans"].value
            if pieces[player, kind].sum() > most:
                raise BadInput(f"facts setup.{side}", int(pieces[player, kind].sum()), f"at most {most} of a piece")
        for castle in start.castles:
            if owners[castles.index(castle)]:
                raise BadInput(f"facts setup.{side}.castles", castle, "a castle that the other side has not got")
            owners[castles.index(castle)] = player + 1
    return pieces, owners


def _region_castles(facts: BreizhFacts) -> list[int]:
    castles = list(facts.castles)
    return [castles.index(facts.region_cards[region].value.castle) for region in REGION_NAMES]
