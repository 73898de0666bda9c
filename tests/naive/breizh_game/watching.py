"""The referee at work: stands beside a game as the driver plays it, and compares decision by decision.

He sees the position before and after, what is offered, what is chosen, and every roll and draw (how many faces or
cards there were, and which came). He plays the same game by the rulebook with the same chance; whatever differs is a
rule that is broken, by whichever of the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from naive.breizh_game.course import whole_game
from naive.breizh_game.game import Decision, Game
from naive.breizh_game.table import CAMPS, Box, Options, Table
from simcore.engine import rng
from simcore.engine.jit import uncompiled
from simcore.gameplay import rollouts
from simcore.games import find_game
from simcore.games.breizh.full_game import board as boards
from simcore.games.breizh.full_game import state as layout

GAME = find_game("breizh")
REGIONS = boards.REGION_NAMES
KINDS = {
    layout.PLAY_CARD: "play card",
    layout.USE: "use",
    layout.PLAY_CHARACTER: "character",
    layout.RALLY_IN: "rally in",
    layout.ELIMINATE_IN: "eliminate in",
    layout.RECRUIT_IN: "recruit in",
    layout.BATTLE_IN: "battle in",
    layout.REMOVE: "remove",
    layout.BESIEGE: "besiege",
    layout.SUPPLEMENT: "supplement",
    layout.PARTISAN_FROM: "partisan from",
    layout.TROOP_FROM: "troop from",
    layout.HIGHWAYMEN_IN: "highwaymen in",
    layout.OVER: "over",
}
USES = ("nothing", "order", "rally", "recruit", "fight", "besiege")  # by their numbers in the driver
BROUGHT = {
    frozenset({"eliminate"}): layout.ELIMINATES,
    frozenset({"rally"}): layout.RALLIES,
    frozenset(): layout.DECLINES,
    frozenset({"eliminate", "rally"}): layout.DOES_BOTH,
}
ENDINGS = {"points": layout.BY_POINTS, "domination": layout.BY_DOMINATION}
Chooser = Callable[[Any, Any, int, list[int]], int]  # (board, state, player, legal actions) -> one of them


class Broken(AssertionError):
    """A rule that driver and rulebook do not agree on."""


class Chance:
    """What the driver has rolled and drawn, handed on to the referee in the same order."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = faces
        self.drawn: list[tuple[int, int]] = []

    def _one_of(self, number: int, what: str) -> int:
        if not self.drawn:
            raise Broken(f"{what}: the rulebook has chance decide, the game did not")
        of, result = self.drawn.pop(0)
        if of != number:
            raise Broken(f"{what}: one of {number} by the rulebook, one of {of} in the game")
        return result

    def die(self) -> int:
        return self.faces[self._one_of(len(self.faces), "die")]

    def higher_roll(self) -> int:
        """Whose die is higher, ties rolled again: each as likely, whatever the die."""
        return self._one_of(2, "higher roll")

    def card(self, among: Sequence[int]) -> int:
        return among[self._one_of(len(among), "card drawn")]

    def pick(self, among: Sequence[Any]) -> Any:
        return among[self._one_of(len(among), "card drawn")]


def number_of(decision: int, kind: str, choice: Any, box: Box) -> int:
    """A choice as the driver numbers it (`state`)."""
    first = layout.FIRST_ACTION[decision]
    match kind:
        case "play card":
            return first + int(choice)
        case "use":
            return first + USES.index(choice)
        case "character":
            if choice is None:
                return first
            name, aim = choice
            character = list(box.characters).index(name)
            if isinstance(aim, str):
                return layout.CHARACTER_IN_SIEGE + layout.CASTLES * character + list(box.castles).index(aim)
            return layout.CHARACTER_NOW + character if aim is None else layout.CHARACTER_IN_PART + 3 * character + aim
        case "remove":
            return first + (0 if choice is None else 1 + 2 * REGIONS.index(choice[0]) + (choice[1] == "highwaymen"))
        case "besiege":
            castle = 0 if choice is None else list(box.castles).index(choice[0])
            return first if choice is None else first + 1 + castle * layout.MOST_BESIEGERS + choice[1]
        case "supplement":
            return first + BROUGHT[choice]
    return first + REGIONS.index(choice)


PLAIN: dict[str, Any] = {}  # the driver as plain Python, made once; `Referee.watch` says who listens


def hear(plain: Callable[..., Any], stream: Any, number: Any) -> Any:
    """Listens where the driver draws a number."""
    result = plain(stream, number)
    PLAIN["chance"].drawn.append((int(number), int(result)))
    return result


def plain_driver() -> dict[str, Any]:
    if not PLAIN:
        PLAIN["start"], PLAIN["apply_action"] = GAME.rules.instrumented(below=hear)
        for name in ("legal_actions", "current_player", "final_row", "select_action"):
            PLAIN[name] = uncompiled(GAME.rules.kernels[name])
    return PLAIN


class Referee:
    """Beside one game on a board made from `facts` and `options`; `seed` and `number` are its chance."""

    def __init__(self, facts: Any, options: dict[str, str], seed: int, number: int) -> None:
        rules = GAME.rules
        self.board = board_of(facts, options)
        self.chance = Chance(facts.die["faces"].value)
        driver = plain_driver()
        self.start, self.apply, self.legal, self.whose, self.outcome = (
            driver[name] for name in ("start", "apply_action", "legal_actions", "current_player", "final_row")
        )
        self.offered = np.zeros(rules.actions, np.int32)
        self.columns = rules.columns
        self.state = np.zeros(rules.state, np.int32)
        self.stream = np.zeros(rng.STREAM, np.uint64)
        rollouts.open_at(self.stream, np.uint64(seed), np.uint64(number), rollouts.CHANCE)
        self.game = Game(Table(Box.of(facts, REGIONS)), Options(**options), self.chance)
        self.course = whole_game(self.game)
        self.due: Decision | None = None
        self.story: list[str] = []
        self.decisions = 0

    def watch(self, choose: Chooser) -> None:
        """Play the game to its end. Raises `Broken` at the first rule that is broken."""
        PLAIN["chance"], box = self.chance, self.game.table.box
        try:
            self.start(self.board, self.state, self.stream)
            self._proceed(None)
            while (player := int(self.whose(self.board, self.state))) >= 0:
                legal = self.offered[: self.legal(self.board, self.state, self.offered)].tolist()
                decision = self._compare_decision(player, legal)
                action = choose(self.board, self.state, player, legal)
                choice = next(
                    one for one in decision.options if number_of(self._due_number(), decision.kind, one, box) == action
                )
                self.story.append(f"turn {self.game.turn}, camp {player}: {decision.kind} {choice}")
                self.decisions += 1
                self.apply(self.board, self.state, action, self.stream)
                self._proceed(choice)
            self._compare_end()
        except Broken as broken:
            raise Broken(
                f"{broken}\n  followed last: {self.game.section}\n  " + "\n  ".join(self.story[-12:])
            ) from None

    def _send(self, choice: Any) -> None:
        try:
            self.due = self.course.send(choice)
        except StopIteration:
            self.due = None

    def _proceed(self, choice: Any) -> None:
        """Follow the rulebook to the next decision that is one; then all that lies on the table must be the same."""
        self._send(choice)
        while (due := self.due) is not None and len(due.options) == 1 and not self._is_due(due):
            self._send(due.options[0])  # nothing to decide, and the driver asks nobody
        if self.chance.drawn:
            raise Broken(f"rolled or drawn without a rule: {self.chance.drawn}")
        self._compare_table()

    def _due_number(self) -> int:
        return int(self.state[layout.DECISION])

    def _is_due(self, decision: Decision) -> bool:
        driver = KINDS[int(self.state[layout.DECISION])], int(self.whose(self.board, self.state))
        return driver == (decision.kind, decision.camp)

    def _compare_decision(self, player: int, legal: list[int]) -> Decision:
        """Who decides, what, and exactly what he is offered."""
        kind, due = KINDS[int(self.state[layout.DECISION])], self.due
        if due is None:
            raise Broken(f"camp {player} is asked: {kind} {legal}; by the rulebook the game is over")
        if (kind, player) != (due.kind, due.camp):
            wanted = f"camp {due.camp} decides: {due.kind} {due.options}"
            raise Broken(f"{due.section}: {wanted}; asked is camp {player}: {kind} {legal}")
        allowed = {number_of(self._due_number(), due.kind, one, self.game.table.box): one for one in due.options}
        wrong = sorted(set(legal) - set(allowed))
        missing = sorted(number for number, one in allowed.items() if number not in legal)
        if wrong or missing or len(set(legal)) < len(legal):
            raise Broken(
                f"{due.section}: {kind} of camp {player}: offered but not allowed {wrong}, not offered {missing}"
            )
        return due

    def _compare_table(self) -> None:
        """Every piece and every card where the rulebook has it."""
        table, state, game = self.game.table, self.state, self.game
        expected: dict[str, tuple[list[int], list[int]]] = {}

        def lay(what: str, first: int, values: Sequence[int]) -> None:
            expected[what] = list(values), state[first : first + len(values)].tolist()

        for what, first, pieces in (
            ("partisans", layout.PARTISANS, table.partisans),
            ("troops", layout.TROOPS, table.troops),
        ):
            lay(what, first, [pieces[camp][region] for camp in CAMPS for region in REGIONS])
        held = Counter((camp, table.box.castles[castle][0]) for castle, camp in table.masters.items())
        lay("castles by region", layout.CASTLES_HELD, [held[camp, region] for camp in CAMPS for region in REGIONS])
        lay("castles", layout.CASTLE, [1 + table.masters.get(castle, -1) for castle in table.box.castles])
        lay("highwaymen", layout.HIGHWAYMEN, [table.highwaymen[region] for region in REGIONS])
        lay("Domination markers", layout.DOMINATED, [1 + table.dominated.get(region, -1) for region in REGIONS])
        if self.due is not None:
            lay("cards", layout.CARD_AT, self._places_of_cards())
            lay("characters", layout.CHARACTER_AT, self._places_of_characters())
            lay("turn", layout.TURN, [game.turn])
            lay("active player", layout.ACTIVE, [game.active])
            lay("cards played", layout.PLAYED, game.played)
        for what, (by_rulebook, on_table) in expected.items():
            if by_rulebook != on_table:
                raise Broken(f"{game.section}: {what} {by_rulebook} by the rulebook, {on_table} in the game")

    def _places_of_cards(self) -> list[int]:
        table = self.game.table
        places = dict.fromkeys(range(len(table.box.cards)), layout.ASIDE)
        places |= dict.fromkeys(table.deck | table.special_deck, layout.DECK)
        places |= dict.fromkeys(table.discarded, layout.GONE)
        for camp in CAMPS:
            places |= dict.fromkeys(table.hands[camp], layout.HAND + camp)
            places |= dict.fromkeys(table.face_up[camp], layout.TABLE + camp)
        if table.under is not None:
            places[table.under] = layout.UNDER
        return list(places.values())

    def _places_of_characters(self) -> list[int]:
        table = self.game.table
        places = dict.fromkeys(table.box.characters, layout.USED)
        for camp in CAMPS:
            places |= dict.fromkeys(table.piles[camp], layout.IN_PILE)
            places |= dict.fromkeys(table.companions[camp], layout.IN_HAND)
        return list(places.values())

    def _compare_end(self) -> None:
        """8: who has won, how, and by how many points."""
        if self.due is not None:
            raise Broken(f"the game is over; by the rulebook camp {self.due.camp} decides: {self.due.kind}")
        row = np.zeros(len(self.columns) + 2, np.int64)
        self.outcome(self.board, self.state, row)
        game, found = self.game, dict(zip(self.columns, row.tolist(), strict=False))
        assert game.ending is not None
        expected = {
            "winner": 0 if game.winner is None else 1 + game.winner,
            "ended": ENDINGS[game.ending],
            "turns": game.turn,
            **{
                f"{name}.points": game.table.points(camp)
                for camp, name in zip(CAMPS, ("montfort", "blois"), strict=True)
            },
        }
        told = {column: found[column] for column in expected}
        if told != expected:
            raise Broken(f"8 - Check Victory Conditions: {expected} by the rulebook, {told} in the game")


BOARDS: dict[tuple[Any, ...], Any] = {}


def board_of(facts: Any, options: dict[str, str]) -> Any:
    """The board, as the driver makes it."""
    key = facts.digest, *sorted(options.items())
    if key not in BOARDS:
        BOARDS[key] = boards.make_board(facts, boards.Options(**options))
    return BOARDS[key]
