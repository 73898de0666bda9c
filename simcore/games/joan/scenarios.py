"""What a person writes for the combats of Joan of Arc, checked against the rules of composition."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StrictBool

from simcore.errors import BadInput
from simcore.games.joan.facts import FortificationName, JoanFacts, LengthName, OwnedTown, YellowCard
from simcore.scenarios.scenario import Between, Document, Entries, Scenario

CARDS_IN_ATTACK = 2
MOST_INFLUENCE = 3
MOST_MERCENARIES = 3
MOST_COINS = 99
Nation = Literal["england", "france", "navarre", "brittany", "flanders", "burgundy"]
When = Literal["needed", "always"]


def _last_turn(facts: JoanFacts) -> int:
    return max(length.value.last for length in facts.lengths.values())


def _flag_or_zero(value: object) -> object:
    # The doubled card by its index, as for the attacker: the defender has one card, so 0 says the same as true.
    return True if value == 0 and not isinstance(value, bool) else value


OnlyCard = Annotated[StrictBool, BeforeValidator(_flag_or_zero, json_schema_input_type=StrictBool | Literal[0])]
Influence = Annotated[int, Between(0, MOST_INFLUENCE), Field(description="Influence Points")]
Coins = Annotated[int, Between(0, MOST_COINS)]
SignWhen = Annotated[When, Field(description="is the Sign of God played whatever the dice say, or only if it helps?")]


class Attacker(Document):
    """The attacking side of a combat."""

    force: Literal["player", "foreign", "ally", "neutral"] = Field("player", description="others fight without cards")
    cards: Annotated[Entries[YellowCard], Field(max_length=CARDS_IN_ATTACK)] = Field(
        (), description="CP of the two yellow cards"
    )
    influence: Influence = 0
    hero: StrictBool = False
    engineer: StrictBool = False
    traitor: StrictBool = False
    sign_of_god: Annotated[int, Between(0, CARDS_IN_ATTACK - 1)] | None = Field(
        None, description="index of the yellow card that is doubled; absent: no Sign of God"
    )
    sign_of_god_when: SignWhen = "needed"
    retreat: Annotated[int, Between(0, CARDS_IN_ATTACK)] = Field(
        0, description="Retreat cards played after a combat not won"
    )
    grand_master: StrictBool = Field(False, description="Grand Master of Artillery this turn (optional rule)")
    nation: Nation | None = Field(None, description="matters under `rules.nations` and `rules.knowledge_of_the_land`")


class Defender(Document):
    """The defending side of a combat, and its town."""

    force: Literal["player", "foreign", "ally", "neutral", "militia"] = "player"
    card: YellowCard | None = Field(None, description="CP of the yellow card; absent: none")
    influence: Influence = 0
    hero: StrictBool = False
    engineer: StrictBool = False
    traitor: StrictBool = Field(False, description="takes one of the attacker's cards at random")
    sign_of_god: OnlyCard = Field(False, description="has a Sign of God for his card")
    sign_of_god_when: SignWhen = "needed"
    retreat: Annotated[int, Between(0, 1)] = Field(0, description="as the attacker's")
    grand_master: StrictBool = False
    mercenaries: Annotated[int, Between(0, MOST_MERCENARIES)] = Field(0, description="game of 2 players")
    fortification: FortificationName = "garrison"
    mountain: StrictBool = Field(False, description="the town lies in the mountains")
    landing: StrictBool = Field(False, description="the attack comes from the sea")


class CombatRules(Document):
    """Optional rules of a combat (10.0)."""

    engineer_in_defence: StrictBool = False
    harder_landings: StrictBool = False
    nations: StrictBool = Field(False, description="an English attacker takes away the landing bonus")
    knowledge_of_the_land: StrictBool = Field(False, description="a French attacker takes away the mountain bonus")


class TownCombat(Scenario):
    """An attack on a town (Joan 6.0, Sequence 7, Phase 2)."""

    attacker: Attacker
    defender: Defender = Defender()
    rules: CombatRules = CombatRules()


class Raid(Scenario):
    """A Raider card (Joan 6.0, Sequence 3)."""

    fortification: FortificationName = Field(description="of the town; `none`: a free town")


class Corruption(Scenario):
    """The corruption of a town by an Ambassador (Joan 6.0, Sequence 3)."""

    fortification: OwnedTown


class Embassy(Scenario):
    """An Ambassador card (Joan 6.0, Sequence 3)."""

    corrupts: OwnedTown | None = Field(None, description="town chosen in case of corruption; absent: it is not rolled")


class EventRules(Document):
    """Optional rules of uprisings and free companies (10.0)."""

    fortunes_of_war: StrictBool = Field(False, description="the die itself is the number of towns")


class Uprising(Scenario):
    """An Uprising, or the Ravages of the Free Companies (Joan 6.0, Sequence 6)."""

    towns: Annotated[Entries[OwnedTown], Field(min_length=1, max_length=6)] = Field(
        description="fortifications of the towns, in the order in which they are designated"
    )
    rules: EventRules = EventRules()


class FidelityRules(Document):
    """How coins change the fidelity roll."""

    table: Literal["low_is_loyal", "as_printed"] = "low_is_loyal"


class Fidelity(Scenario):
    """The fidelity of an ally in the game of 2 players (Joan 9.0)."""

    coins: Coins = Field(0, description="paid by the ally's owner")
    enemy_coins: Coins = Field(0, description="paid by the opponent")
    ambassador: StrictBool = False
    rules: FidelityRules = FidelityRules()


class Fleet(Document):
    """One side of a naval battle, or of a duel."""

    card: YellowCard | None = Field(None, description="CP of the card wagered; absent: none")
    influence: Influence = 0
    traitor: StrictBool = Field(False, description="takes the enemy's card")
    sign_of_god: OnlyCard = Field(False, description="has a Sign of God for its card")
    sign_of_god_when: SignWhen = "needed"


class DuelRules(Document):
    """What an equal result means."""

    ties: Literal["reroll", "none"] = "reroll"


class Duel(Document):
    """One duel of a great battle."""

    first: Fleet
    second: Fleet


class NavalBattle(Scenario):
    """A Naval Battle (Joan 6.0, Sequence 6)."""

    first: Fleet
    second: Fleet
    rules: DuelRules = DuelRules()


class GreatBattle(Scenario):
    """A Great Battle of two coalitions (Joan 6.0, Sequence 6)."""

    duels: Annotated[tuple[Duel, ...], Field(min_length=2, max_length=3)]
    rules: DuelRules = DuelRules()


class GameEnd(Scenario):
    """Does the game end after this turn, and after which (Joan 8.0, 9.0)?"""

    length: LengthName = "normal"
    turn: Annotated[int, Between(1, _last_turn, "the turns of the longest game")] | None = Field(
        None, description="the turn just played; absent: the first with a die"
    )


_PLAYERS_ONLY = {
    "attacker": ("cards", "hero", "engineer", "traitor", "sign_of_god", "retreat", "grand_master", "nation"),
    "defender": ("card", "hero", "engineer", "traitor", "sign_of_god", "retreat", "grand_master", "mercenaries"),
}


def _check_force(side: str, army: Attacker | Defender) -> None:
    if army.force == "player":
        return
    for name in _PLAYERS_ONLY[side]:
        value = getattr(army, name)
        if value is not None and value != type(army).model_fields[name].default:
            raise BadInput(f"{side}.{name}", value, f"nothing for {army.force} troops, who fight without cards")
    if army.influence and army.force != "ally":
        raise BadInput(f"{side}.influence", army.influence, f"0 for {army.force} troops")


def check_combat(scenario: TownCombat) -> None:
    """Raises `BadInput` for what the rules do not allow together."""
    attacker, defender = scenario.attacker, scenario.defender
    _check_force("attacker", attacker)
    _check_force("defender", defender)
    if attacker.force == "player" and len(attacker.cards) != CARDS_IN_ATTACK:
        raise BadInput("attacker.cards", list(attacker.cards), "exactly two yellow cards, each 3 to 6 (Joan 6.0)")
    if attacker.force == "player" and defender.force == "militia":
        raise BadInput("defender.force", "militia", "not against a player, who can never attack a free town (Joan 6.0)")
    if defender.force == "militia" and defender.fortification != "garrison":
        raise BadInput("defender.fortification", defender.fortification, "garrison for a militia")
    if defender.traitor and not attacker.cards:
        raise BadInput("defender.traitor", True, "false against troops without cards")
    for name in ("sign_of_god", "retreat"):
        if (value := getattr(defender, name)) and defender.card is None:
            raise BadInput(f"defender.{name}", value, "nothing without a card")


def check_fleet(where: str, fleet: Fleet) -> None:
    if fleet.sign_of_god and fleet.card is None:
        raise BadInput(f"{where}.sign_of_god", True, "nothing without a card")


def understand_turn(scenario: GameEnd, facts: JoanFacts) -> GameEnd:
    """The scenario with its turn filled in."""
    length = facts.lengths[scenario.length].value
    turn = min(length.stops) if scenario.turn is None else scenario.turn
    if turn > length.last:
        raise BadInput(
            "turn", turn, f"a whole number from 1 to {length.last}, the last turn of a {scenario.length} game"
        )
    return scenario.model_copy(update={"turn": turn})
