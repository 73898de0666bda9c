"""What a game must offer to be played from set-up to victory; what is above the engine works through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from simcore.errors import BadInput, first_problem
from simcore.gameplay.agents import PythonPolicy
from simcore.gameplay.game import Game, Setting
from simcore.scenarios.facts import Facts
from simcore.scenarios.scenario import Document
from simcore.types import Array

ENDED, TRUNCATED = "ended", "truncated"  # column of every outcome; the last of its values
TURNS = "turns"  # column of every outcome: the turn in which the game ended


class FullGame(ABC):
    """One game: its options, its facts, its rules as the engine plays them, and what is said of a game.

    `endings` names the values of the outcome's column `ended` from 0 on; the last one is `truncated`. A column
    `SIDE.points` is that side's score. `options` are set-ups and readings that a table can settle otherwise.
    """

    name: ClassVar[str]
    options: ClassVar[type[Document]]
    endings: ClassVar[tuple[str, ...]]

    def __init__(self) -> None:
        self.python_policies: dict[str, PythonPolicy] = {}

    @cached_property
    def rules(self) -> Game:
        """The rules, bound to the engine's loops."""
        return self.bind()

    def register(self, name: str, policy: PythonPolicy) -> None:
        """Add a policy of the user's own, `(observation, legal actions) -> action`."""
        if not name.isidentifier() or name in self.rules.policies:
            raise BadInput("policy", name, "a new name, one word of letters, digits and underscores")
        self.python_policies[name] = policy

    @abstractmethod
    def bind(self) -> Game:
        """Make `rules`."""

    @abstractmethod
    def load_facts(self, override: Path | None) -> Facts:
        """The game's facts with an owner's file laid over them."""

    @abstractmethod
    def prepare(self, options: Any, facts: Any) -> tuple[Any, set[str]]:
        """The board that the rules are played on, and the names of the facts it rests on."""

    def build(self, options: Any, facts: Any) -> tuple[Any, set[str]]:
        """As `prepare`; positions on that board say what it is made from, and find it again when they are unpickled."""
        board, used = self.prepare(options, facts)
        printed = self.load_facts(None)
        named = {
            group: {name: fact.value for name, fact in getattr(facts, group).items()}
            for group in facts.free_names
            if list(getattr(facts, group)) != list(getattr(printed, group))
        }
        before = {key: fact.value for key, fact in printed.items()}
        changed = {
            key: fact.value
            for key, fact in facts.items()
            if key.partition(".")[0] not in named and fact.value != before[key]
        }
        self.rules.remember(board, Setting(options.model_dump(mode="json"), changed, named))
        return board, used

    def facts_of(self, setting: Setting) -> Facts:
        """The facts that a board was made from."""
        facts = self.load_facts(None).renamed(setting.named)
        for key, value in setting.facts.items():
            facts = facts.replaced(key, value)
        return facts

    def build_again(self, setting: Setting) -> None:
        """Make the board of a setting once more."""
        self.build(self.options(**setting.options), self.facts_of(setting))

    def board_of_options(self, options: Mapping[str, Any]) -> Any:
        """The board of these options and the printed facts. Raises `BadInput` for options that there are not."""
        understood = first_problem(self.options, dict(options), prefix="option ", whole="")
        return self.build(understood, self.load_facts(None))[0]

    def __reduce__(self) -> str:
        return "GAME"  # every game is the `GAME` of its module

    @abstractmethod
    def narrator(self, board: Any) -> Narrator:
        """Puts games on that board into words."""


class Narrator(ABC):
    """Puts one game into words: hooks into its rules at work, and looks at the board now and then.

    `lines` is what has been said so far. Hooks go by the names of kernels, each of which is called through the hook of
    that name, `(kernel, *its arguments)`; see `simcore.engine.jit.uncompiled`.
    """

    def __init__(self, board: Any) -> None:
        self.board = board
        self.lines: list[str] = []

    @property
    @abstractmethod
    def hooks(self) -> Mapping[str, Callable[..., Any]]:
        """Hooks by name of a kernel."""

    @abstractmethod
    def decided(self, state: Array, action: int) -> None:
        """A decision, before anything comes of it."""

    @abstractmethod
    def settled(self, state: Array) -> None:
        """All that came of the set-up, or of a decision, is behind."""

    @abstractmethod
    def verdict(self, state: Array) -> str:
        """Who has won a game that is over, and by what condition."""

    @abstractmethod
    def score(self, state: Array) -> str:
        """The points of both sides as they stand."""

    def concluded(self, state: Array, truncated: str = "") -> None:
        """The last line: the verdict, or how far the game went until it was `truncated`; and the score."""
        why = f"Truncated {truncated}, before anybody has won" if truncated else self.verdict(state)
        self.lines += ["", f"{why}. Points: {self.score(state)}."]
