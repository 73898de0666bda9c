"""`simcore batch`: a stream of scenarios, one JSON object a line, answered line by line."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from simcore.evaluation.questions import PreparedScenario
    from simcore.evaluation.result import Result

T = TypeVar("T")
MOST_SHOWN = 200  # characters of a bad value that are given back as they were
CHUNK = 1 << 18  # bytes read at a time: a thousand scenarios, which are laid out together
LATE = 0.1  # seconds that an answer may wait for those after it
TOGETHER = 500  # most questions that take each step together
MOST_STATES = 1 << 22  # of all their models

Lines = list[tuple[int, bytes | None]]


def batch(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file of JSON lines, or - for standard input.")] = "-",
    trials: options.Trials = None,
    target_error: options.TargetError = None,
    exact: options.Exact = False,
    seed: options.Seed = 0,
    threads: options.Threads = 1,
    facts: options.FactsFile = None,
    chance_of: options.Conditions = None,
    no_outcomes: Annotated[bool, typer.Option("--no-outcomes", help="Leave the list of outcomes out.")] = False,
) -> None:
    """Answer many scenarios: JSON lines in, JSON lines out, in order.

    Each line is a scenario (game, combat and its fields) and can have trials, target_error and seed of its own, and
    an id, which comes back with the answer. Lines by trials without a seed of their own share that of --seed, and so
    their luck: give each a seed where errors must not go together. An answer is what odds --json prints, but for best
    play. A bad line is answered by {"error": {"field", "value", "allowed", "message"}, "line": number} and the rest
    go on; the exit status is 0 even so. Blank lines are skipped.

    Lines are answered as they arrive: whoever sends one and waits for its answer gets it. Lines that arrive together
    are answered faster, small battles at thousands a second. A batch that is stopped says after which line.

    \b
    Example:
    simcore batch scenarios.jsonl --no-outcomes > answers.jsonl
    """
    from simcore.errors import BadInput
    from simcore.evaluation.questions import Interrupted

    if exact and (trials is not None or target_error is not None):
        raise BadInput("exact", True, "alone, without trials and target_error")
    defaults = {
        "trials": trials, "target_error": target_error, "exact": exact, "seed": seed, "threads": threads, "facts": facts
    }  # fmt: skip
    startup.load_engine()
    startup.settle()
    from simcore.engine import announce

    announce.quiet()  # a feed runs for long, and nobody waits for its first line
    _check_facts(facts)
    output = Output()
    try:
        for lines in _arriving(source):
            questions = [_question(*line, defaults) for line in lines]
            answers = _answers(questions, facts, exact, no_outcomes, chance_of or [])
            for question in questions:
                if question.takes_long or output.late:
                    output.write()
                output.add(question.number, next(answers))
            output.write()
    except (KeyboardInterrupt, Interrupted):
        output.write()
        raise Interrupted(
            f"stopped; all lines up to line {output.line} are answered, tail -n +{output.line + 1} feeds the rest"
        ) from None


def _check_facts(facts: str | None) -> None:
    """A file of facts that is no such file is refused once, not with every line; of which game it is, a line says."""
    from simcore.errors import BadInput
    from simcore.games import COMBATS, find_combat
    from simcore.io.documents import read_document

    if facts is None:
        return
    read_document(Path(facts), "facts")
    refused: list[BadInput] = []
    for game, combats in COMBATS.items():
        try:
            find_combat(game, next(iter(combats))).load_facts(Path(facts))
            return
        except BadInput as error:
            refused.append(error)
    # Of the games that all refuse it, the one is meant that finds its fault the deepest.
    raise max(refused, key=lambda error: len(error.field.split(".")))


class Output:
    """Answers on their way out, many at a time: a call of the system for each would cost a tenth of a battle."""

    def __init__(self) -> None:
        self.line, self._waiting, self._written = 0, list[str](), time.monotonic()

    def add(self, line: int, answer: str) -> None:
        self._waiting.append(answer)
        self.line = line

    @property
    def late(self) -> bool:
        """Has the first one waited long enough?"""
        return time.monotonic() - self._written > LATE

    def write(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            sys.stdout.write("\n".join(waiting) + "\n")
            sys.stdout.flush()
        self._written = time.monotonic()


def _arriving(source: str) -> Iterator[Lines]:
    """Lines that are not blank, with their numbers, as many at a time as have arrived."""
    from simcore.errors import BadInput

    if source == "-" and sys.stdin is None:
        raise BadInput("file", "-", "JSON lines on standard input, which is closed")
    try:
        if source == "-":
            yield from _split(sys.stdin.buffer)
        else:
            with Path(source).open("rb") as file:
                yield from _split(file)
    except OSError as error:
        raise BadInput("file", source, f"JSON lines that can be read ({error.strerror or error})") from None


def _split(stream: IO[bytes]) -> Iterator[Lines]:
    """The lines of each chunk; None for one that is too long to be held."""
    from simcore.io.documents import MOST_BYTES

    number, rest, overlong = 0, b"", False
    more = True
    while more:
        chunk = stream.read1(CHUNK)  # type: ignore[attr-defined]  # waits for the first byte only
        more = bool(chunk)
        *ended, rest = (rest + chunk).split(b"\n")
        if not more and (rest or overlong):
            ended.append(rest)
        lines: Lines = []
        for line in ended:
            number += 1
            if overlong or len(line) > MOST_BYTES:
                lines.append((number, None))
                overlong = False
            elif line.strip():
                lines.append((number, line))
        if len(rest) > MOST_BYTES:
            rest, overlong = b"", True
        yield lines


class Question(NamedTuple):
    """One line: its scenario and how it is to be answered, or what is wrong with it."""

    number: int
    scenario: dict[str, Any]
    known: dict[str, Any]  # its id
    how: Mapping[str, Any]
    error: Exception | None
    takes_long: bool  # nobody should wait for it who waits for the lines before


def _question(number: int, line: bytes | None, defaults: Mapping[str, Any]) -> Question:
    from simcore.errors import BadInput

    try:
        prepared = _parsed(line)
    except BadInput as error:
        return Question(number, {}, {}, {}, error, takes_long=False)
    known = {"id": prepared.pop("id")} if "id" in prepared else {}
    own = {key: prepared.pop(key) for key in ("trials", "target_error", "seed") if prepared.get(key) is not None}
    how = {**defaults, **own}
    if "trials" in own or "target_error" in own:
        how["exact"] = False
    takes_long = how["trials"] is not None or how["target_error"] is not None
    return Question(number, prepared, known, how, None, takes_long)


def _answers(
    questions: list[Question], facts: str | None, exact: bool, no_outcomes: bool, conditions: list[str]
) -> Iterator[str]:  # fmt: skip
    """The answer to each question as a line of JSON, or what is wrong with it.

    Many at a time take each step together: a step that is taken again and again is taken a quarter faster.
    """
    from simcore.evaluation.questions import Interrupted, prepare_each

    ready = iter(
        prepare_each([question.scenario for question in questions if question.error is None], facts, exact=exact)
    )
    waiting = deque(questions)
    while waiting:
        together = _made_ready(waiting, ready)
        results, stopped = list[Any](), None
        try:
            for result in _results(together):
                results.append(result)  # one by one: when the rest is stopped they are kept
        except (KeyboardInterrupt, Interrupted) as error:
            stopped = error
        for (question, _), result in zip(together, results, strict=stopped is None):
            yield _line(question, result, no_outcomes, conditions)
        if stopped is not None:
            raise stopped


def _results(together: list[tuple[Question, PreparedScenario | Exception]]) -> Iterator[Result | Exception]:
    from simcore.evaluation.questions import evaluate_each

    good = [(prepared, question.how) for question, prepared in together if not isinstance(prepared, Exception)]
    answers = iter(evaluate_each(good))
    for _, prepared in together:
        yield prepared if isinstance(prepared, Exception) else _tried(next(answers))


def _made_ready(
    waiting: deque[Question], ready: Iterator[Callable[[], PreparedScenario]]
) -> list[tuple[Question, PreparedScenario | Exception]]:
    """The next questions, ready: as many as can wait for one another and be held."""
    together, states, since = list[tuple[Question, Any]](), 0, time.monotonic()
    while waiting and len(together) < TOGETHER and states < MOST_STATES and time.monotonic() - since < LATE:
        if waiting[0].takes_long and together:
            break
        question = waiting.popleft()
        prepared = _tried(next(ready)) if question.error is None else question.error
        together.append((question, prepared))
        states += 0 if isinstance(prepared, Exception) else prepared.problem.states
        if question.takes_long:
            break
    return together


def _tried(step: Callable[[], T]) -> T | Exception:
    """What a step gives, or what is wrong with the question."""
    from simcore.errors import SimcoreError
    from simcore.evaluation.questions import Interrupted

    try:
        return step()
    except Interrupted:
        raise
    except (SimcoreError, MemoryError) as error:
        return error


def _line(question: Question, result: Result | Exception, no_outcomes: bool, conditions: list[str]) -> str:
    from simcore.errors import BadInput
    from simcore.io.documents import json_line

    if not isinstance(result, Exception):
        line = _tried(partial(_answered, result, question.known, no_outcomes, conditions))
        if isinstance(line, str):
            return line
        result = line
    problem: dict[str, Any] = {"field": None, "value": None, "allowed": None, "message": str(result)}
    if isinstance(result, BadInput):
        problem |= {"field": result.field, "value": _brief(result.value), "allowed": result.allowed}
    elif isinstance(result, MemoryError):
        problem["message"] = "not enough memory"
    return json_line({**question.known, "error": problem, "line": question.number})


def _answered(result: Result, known: Mapping[str, Any], no_outcomes: bool, conditions: list[str]) -> str:
    from simcore.cli.output import answer_line

    if conditions:
        known = {**known, "chance_of": {condition: result.chance_of(condition) for condition in conditions}}
    return answer_line(result, known, outcomes=not no_outcomes)


def _brief(value: object) -> object:
    """A bad value as it was, or as one short text if it is large or no JSON."""
    from simcore.errors import show
    from simcore.io.documents import json_line

    try:
        return value if len(json_line(value)) <= MOST_SHOWN else show(value)
    except (TypeError, ValueError, RecursionError):
        return show(value)


def _parsed(line: bytes | None) -> dict[str, Any]:
    from simcore.errors import BadInput
    from simcore.io.documents import MOST_BYTES, parse

    if line is None:
        raise BadInput("line", "too much", f"at most {MOST_BYTES:,} bytes")
    document = parse(line.strip(), "line", line.decode(errors="replace"), ".json")
    if not isinstance(document, dict):
        raise BadInput("line", document, "an object with game, combat and the combat's fields")
    return document
