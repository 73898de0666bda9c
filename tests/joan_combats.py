"""The ten combats of Joan of Arc for tests: dealt so that every option comes up, or all of them where they are few."""

from __future__ import annotations

from typing import Any

from dealing import ABSENT, Dealer, Scenario
from schema_options import schema_options

CARDS = [3, 4, 5, 6]
FLAG = [ABSENT, False, True, True]
INFLUENCE = [ABSENT, 0, 1, 2, 3]
WHEN = [ABSENT, "needed", "always", "always"]
NATIONS = ["england", "france", "navarre", "brittany", "flanders", "burgundy"]
OWNED = ["garrison", "castle", "fortress"]
LAST_TURN = {"normal": 10, "short": 7, "two-players": 6}
ATTACKER = {
    "influence": INFLUENCE, "hero": FLAG, "engineer": FLAG, "traitor": FLAG, "sign_of_god": [ABSENT, ABSENT, 0, 1],
    "sign_of_god_when": WHEN, "retreat": [ABSENT, 0, 1, 2], "grand_master": FLAG,
    "nation": [ABSENT, *NATIONS, "england", "england", "france", "france"],
}  # fmt: skip
DEFENDER = {
    "card": [ABSENT, *CARDS], "influence": INFLUENCE, "hero": FLAG, "engineer": FLAG, "traitor": FLAG,
    "sign_of_god_when": WHEN, "grand_master": FLAG, "mercenaries": [ABSENT, 0, 0, 1, 2, 3],
}  # fmt: skip
WITH_A_CARD = {"sign_of_god": [ABSENT, False, True, True, 0], "retreat": [ABSENT, 0, 1, 1]}
TOWN = {"fortification": [ABSENT, "none", *OWNED], "mountain": FLAG, "landing": FLAG}
FLEET = {
    "card": [ABSENT, *CARDS, *CARDS], "influence": INFLUENCE, "traitor": [ABSENT, False, False, True],
    "sign_of_god_when": WHEN,
}  # fmt: skip


class JoanDealer(Dealer):
    """Deals the combats that have too many scenarios to list."""

    def rules(self, fields: dict[str, list[Any]]) -> Scenario:
        """`rules` with each switch dealt, or none."""
        if self.deal("rules", [True, True, True, False]):
            return {"rules": self.fields("rules", fields)}
        return {}

    def combat(self) -> Scenario:
        """Most between players; now and then a town without a word about its defender."""
        attacker, defender = self.deal(
            "forces",
            [(ABSENT, ABSENT), ("player", "player")] * 4
            + [("player", force) for force in ("foreign", "ally", "neutral")]
            + [("foreign", "player"), ("ally", ABSENT), ("neutral", "player")]
            + [("foreign", "militia"), ("ally", "militia"), ("neutral", "militia"), ("neutral", "foreign")],
        )
        scenario: Scenario = {"game": "joan", "combat": "combat", "attacker": self.attacker(attacker)}
        if defender is not ABSENT or self.deal("undefended", [True] * 9 + [False]):
            scenario["defender"] = self.defender(defender, bool(scenario["attacker"].get("cards")))
        flags = ("engineer_in_defence", "harder_landings", "nations", "knowledge_of_the_land")
        return scenario | self.rules({name: FLAG for name in flags})

    def attacker(self, force: str | None) -> Scenario:
        army: Scenario = {} if force is ABSENT else {"force": force}
        if force in (ABSENT, "player"):
            cards = [self.deal("cards", CARDS), self.deal("cards", CARDS)]
            return army | {"cards": cards} | self.fields("attacker", ATTACKER)
        army |= {"influence": self.deal("ally's", [1, 2, 3])} if force == "ally" else {}
        return army | self.fields("without cards", {"cards": [ABSENT, []]})

    def defender(self, force: str | None, against_cards: bool) -> Scenario:
        army: Scenario = {} if force is ABSENT else {"force": force}
        if force in (ABSENT, "player"):
            army |= self.fields("defender", DEFENDER)
            army |= self.fields("with a card", WITH_A_CARD) if "card" in army else {}
            army |= {} if against_cards else {"traitor": False}
        army |= {"influence": self.deal("ally's", [1, 2, 3])} if force == "ally" else {}
        town = self.fields(("town", force), TOWN)
        return army | town | ({"fortification": "garrison"} if force == "militia" else {})

    def uprising(self) -> Scenario:
        towns = [self.deal("town", [*OWNED, "garrison", "castle"]) for _ in range(self.deal("towns", range(1, 7)))]
        return {"game": "joan", "combat": "uprising", "towns": towns} | self.rules({"fortunes_of_war": FLAG})

    def free_companies(self) -> Scenario:
        return self.uprising() | {"combat": "free-companies"}

    def fidelity(self) -> Scenario:
        coins = [ABSENT, 0, *range(6), *range(4), 99]
        fields = {"coins": coins, "enemy_coins": coins, "ambassador": [ABSENT, ABSENT, False, False, True]}
        scenario = {"game": "joan", "combat": "fidelity"} | self.fields("fidelity", fields)
        return scenario | self.rules({"table": [ABSENT, "low_is_loyal", "as_printed", "as_printed"]})

    def fleet(self) -> Scenario:
        fleet = self.fields("fleet", FLEET)
        sign = WITH_A_CARD["sign_of_god"] if "card" in fleet else [ABSENT, False]
        return fleet | self.fields(("fleet", len(sign)), {"sign_of_god": sign})

    def naval_battle(self) -> Scenario:
        scenario = {"game": "joan", "combat": "naval-battle", "first": self.fleet(), "second": self.fleet()}
        return scenario | self.rules({"ties": [ABSENT, "reroll", "none", "none"]})

    def great_battle(self) -> Scenario:
        duels = [{"first": self.fleet(), "second": self.fleet()} for _ in range(self.deal("duels", [2, 3]))]
        scenario = {"game": "joan", "combat": "great-battle", "duels": duels}
        return scenario | self.rules({"ties": [ABSENT, "reroll", "none", "none"]})


def listed(combat: str) -> list[Scenario]:
    """All scenarios that there are."""
    turns = {length: range(1, last + 1) for length, last in LAST_TURN.items()}
    fields: list[Scenario] = {
        "raid": [{"fortification": town} for town in ("none", *OWNED)],
        "corruption": [{"fortification": town} for town in OWNED],
        "embassy": [{}, *({"corrupts": town} for town in OWNED)],
        "game-end": [
            {},
            *({"length": length} for length in turns),
            *({"turn": turn} for turn in turns["normal"]),
            *({"length": length, "turn": turn} for length, played in turns.items() for turn in played),
        ],
    }[combat]
    return [{"game": "joan", "combat": combat} | scenario for scenario in fields]


def dealt(combat: str, number: int, *, seed: int) -> list[Scenario]:
    """A fixed design: so many scenarios of a combat."""
    dealer = JoanDealer(seed)
    return [getattr(dealer, combat.replace("-", "_"))() for _ in range(number)]


# ---- options -----------------------------------------------------------------------------------------------------


def options_of(scenario: Scenario) -> set[str]:
    """The options that a scenario takes up, as words."""
    words = schema_options("joan", scenario["combat"]).taken_up(scenario)
    if scenario["combat"] == "combat":
        attacker, defender = scenario["attacker"], scenario.get("defender", {})
        words.add(f"{attacker.get('force', 'player')} against {defender.get('force', 'player')}")
    return words


def every_option(combat: str) -> set[str]:
    """All that a good design of a combat takes up."""
    every = schema_options("joan", combat).every()
    if combat == "combat":
        every -= {"attacker.cards of 1"}  # two cards, or none without a player
        every |= {f"player against {force}" for force in ("player", "foreign", "ally", "neutral")}
        every |= {
            f"{force} against {other}" for force in ("foreign", "ally", "neutral") for other in ("player", "militia")
        }
    return every
