"""What an answer costs before it is worked out: processor seconds and bytes, from the sizes of its model alone.

One estimate for laying out, endings, the exact pass and best play. Upper bounds for what they count, with factors
measured on one core of 3 GHz; what they are compared with is `LIMIT`, unless somebody asks for more (`up_to`).

A question of many parts has one `Account` for all of them: each part may cost what the ones before it have left.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import NamedTuple

from simcore.errors import SimcoreError

MOVE = 5e-9  # seconds: one face of one state in a pass, of the most that a pass can look at
MOVE_MADE = 100e-9  # seconds: one face of one state that is come to, and the way to it through those that are not
DECISION = 40e-9  # seconds: one decision of best play, with its options
START, FREED_MOVE = 0.02, 8e-7  # seconds: laying the model out anew, and each move that becomes a choice
OPTION = 5e-3  # seconds: one option before the dice, laid out to be compared with others
READY = 0.8e-3  # seconds: one more question of many that share what they can, checked and laid out
ENDING = 0.5e-6  # seconds: one ending put into columns
WORD = 8  # bytes of a number
COLUMNS = 16  # numbers that are held of an ending while all of them are looked at
HELD = 6  # counts of every ending that a run holds: so far, of a unit, and what is made of them
CHOSEN = 2  # bytes of a decision made
ROLL = 60e-9  # seconds: one roll of a trial
PAIRED_ROLL = 150e-9  # seconds: one roll of a paired trial, and of the pilot that comes before them


class Cost(NamedTuple):
    """Processor seconds, and bytes at the same time."""

    seconds: float
    size: float

    def and_then(self, other: Cost) -> Cost:
        """One after the other: the seconds add up, the memory is used again."""
        return Cost(self.seconds + other.seconds, max(self.size, other.size))

    def times(self, count: int) -> Cost:
        """The same again and again."""
        return Cost(count * self.seconds, self.size)

    def shared(self, parts: float) -> Cost:
        """What each of so many parts may cost, one after the other."""
        return Cost(self.seconds / parts, self.size)

    def within(self, limit: Cost) -> bool:
        return self.seconds <= limit.seconds and self.size <= limit.size

    def __str__(self) -> str:
        return f"{self.seconds:,.3g} s and {self.size / 1e6:,.0f} MB"


LIMIT = Cost(10.0, 300e6)  # of an answer that nobody has asked to be dear: with the program itself half a gigabyte
MOST = Cost(86_400.0, 4e9)  # of one that `--exact` insists on
_allowed: ContextVar[Cost] = ContextVar("allowed", default=LIMIT)


@dataclass
class Account:
    """What the parts of one question have cost so far, of what all of them may cost together."""

    limit: Cost
    seconds: float = 0.0
    held: float = 0.0  # bytes that stay
    reserved: float = 0.0  # seconds that are promised to parts that come later

    @property
    def left(self) -> Cost:
        """What the next part may cost."""
        seconds = self.limit.seconds - self.seconds - self.reserved
        return Cost(max(0.0, seconds), max(0.0, self.limit.size - self.held))

    def pay(self, cost: Cost, held: float = 0.0) -> None:
        """One part more; of its memory `held` bytes stay."""
        self.seconds += cost.seconds
        self.held += held


_account: ContextVar[Account | None] = ContextVar("account", default=None)


class TooDear(SimcoreError):
    """An answer would cost more than is allowed; its text says how much, and what to do instead."""


def exact_pass(states: int, moves: int) -> Cost:
    """A forward or backward pass over `states` that looks at no more than `moves` faces."""
    return Cost(MOVE * moves, WORD * states)


def valued(endings: int) -> Cost:
    """Every ending put into columns, to say what it is worth."""
    return Cost(ENDING * endings, WORD * COLUMNS * endings)


def best_play(states: int, moves: int, endings: int, decisions: int) -> Cost:
    """Every decision made for what the endings are worth, then the exact pass."""
    made = Cost(DECISION * decisions, WORD * states + CHOSEN * decisions)
    return valued(endings).and_then(made).and_then(exact_pass(states, moves))


def freed(states: int, moves: int, endings: int) -> Cost:
    """Best play of a combat whose decisions are still made by named policies, from its model as it stands.

    Where choices are free a move leads to several states, which a pass backward and one forward look at. On pitched
    battles of 4 to 52 units it was no underestimate by more than a tenth.
    """
    return valued(endings).and_then(Cost(START + FREED_MOVE * moves, WORD * states))


def counted(endings: int) -> Cost:
    """Trials or chances held by ending: what a run holds at the same time."""
    return Cost(0.0, WORD * HELD * endings)


def allowed() -> Cost:
    """What an answer may cost here and now."""
    limit, account = _allowed.get(), _account.get()
    if account is None:
        return limit
    return Cost(min(limit.seconds, account.left.seconds), min(limit.size, account.left.size))


@contextmanager
def account(limit: Cost | None = None) -> Iterator[Account]:
    """All that is answered within is one question, which may cost `limit`, or what is allowed.

    >>> with account(Cost(3.0, 1e6)) as whole:
    ...     pay(Cost(2.0, 1e6))
    ...     allowed().seconds
    1.0
    """
    whole = Account(allowed() if limit is None else limit)
    token = _account.set(whole)
    try:
        yield whole
    finally:
        _account.reset(token)


def pay(cost: Cost, held: float = 0.0) -> None:
    """What has been worked out, on the account of the question that it is a part of, if it is one."""
    if (whole := _account.get()) is not None:
        whole.pay(cost, held)


def insisted(exact: bool) -> AbstractContextManager[None]:
    """What answers within may cost: as much as there is where somebody insists on the exact answer."""
    return up_to(MOST) if exact else nullcontext()


@contextmanager
def up_to(limit: Cost) -> Iterator[None]:
    """Answers within may cost that much.

    >>> with up_to(MOST):
    ...     allowed() == MOST
    True
    """
    token = _allowed.set(limit)
    try:
        yield
    finally:
        _allowed.reset(token)


def check(what: str, cost: Cost, instead: str, limit: Cost | None = None) -> None:
    """Raises `TooDear` for what would cost more than `limit`, or what is allowed; `instead`: what else to do."""
    limit = allowed() if limit is None else limit
    if not cost.within(limit):
        raise TooDear(f"{what}: {cost} are more than {limit.seconds:.3g} s and {limit.size / 1e6:,.0f} MB; {instead}")
