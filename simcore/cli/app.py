"""The program `simcore`: its commands, and how every way of failing becomes one line and an exit status.

0: answered. 1: failed, or stopped by Ctrl-C or a plain kill. 2: bad input. A reader that closes the pipe early has its
answer: 0.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from simcore.cli import (
    batch,
    best_play,
    campaign,
    combat_help,
    commit,
    compare,
    facts,
    game_help,
    luck,
    need,
    odds,
    play,
    replay,
    schema,
    sensitivity,
    table,
)

FAILED, BAD_INPUT = 1, 2
COMPLETE = "_SIMCORE_COMPLETE"  # set by the scripts of `--install-completion`
STOPS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
# ClickException, which typer keeps in different places; everything wrong with options and arguments is one.
_UsageError: type[Any] = typer.BadParameter.__mro__[2]


class Commands(TyperGroup):
    """All commands. Overrides the library's way of failing, which prints panels, usages and tracebacks."""

    def main(self, args: Any = None, *_: Any, **__: Any) -> NoReturn:
        if COMPLETE in os.environ:  # a shell asks what can come next
            self._main_shell_completion({}, "simcore", COMPLETE)
        status = self._run(list(sys.argv[1:] if args is None else args))
        sys.exit(status)

    def _run(self, arguments: list[str]) -> int:
        if sys.stdout is None:
            return _fail("standard output: is closed", FAILED)
        try:
            try:
                with _stopped_as_by_ctrl_c(), self.make_context("simcore", arguments) as context:
                    self.invoke(context)
            except typer.Exit as stop:
                return int(stop.exit_code)
            finally:
                _flush()
        except BrokenPipeError:
            _let_go_of_output()
        except _UsageError as error:
            # What a reader of an option said of its value stands last, behind words about the option.
            return _fail(error.format_message().rpartition("Value error, ")[2], BAD_INPUT)
        except KeyboardInterrupt:
            return _fail("stopped", FAILED)
        except MemoryError:
            return _fail("not enough memory", FAILED)
        except RecursionError:
            return _fail("the input is nested too deeply", BAD_INPUT)
        except OSError as error:
            _let_go_of_output()
            return _fail(f"{error.filename or 'standard output'}: {error.strerror or error}", FAILED)
        except Exception as error:
            from simcore.errors import BadInput, SimcoreError

            if not isinstance(error, SimcoreError):
                raise  # a defect of the program: its author needs the traceback
            return _fail(str(error), BAD_INPUT if isinstance(error, BadInput) else FAILED)
        return 0


@contextlib.contextmanager
def _stopped_as_by_ctrl_c() -> Iterator[None]:
    """A plain kill, a batch scheduler or a terminal that closes stop a run so that it keeps what it has.

    Who has asked for something else (nohup) gets that. Only a program's main thread hears of signals.
    """
    main = threading.current_thread() is threading.main_thread()
    stops = [stop for stop in STOPS if main and signal.getsignal(stop) == signal.SIG_DFL]
    for stop in stops:
        signal.signal(stop, signal.default_int_handler)
    try:
        yield
    finally:
        for stop in stops:
            signal.signal(stop, signal.SIG_DFL)


def _fail(message: str, status: int) -> int:
    line = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    with contextlib.suppress(OSError):
        print(f"error: {line}", file=sys.stderr)
    return status


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _let_go_of_output() -> None:
    """What is still buffered goes nowhere, or the interpreter would complain of it at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"simcore {version('simcore')}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    add_completion=True,
    rich_markup_mode=None,  # panels cost 0.1 s a start
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback(invoke_without_command=True)
def simcore(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Who wins, with what left, how sure is that: odds for wargames of the Hundred Years' War.

    \b
    Try:
    simcore odds cent-ans pitched-battle attacker.english=6 defender.french=5

    Exit status: 0 answered, 1 failed or stopped, 2 bad input.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(BAD_INPUT)


app.command(
    "odds", cls=combat_help.ScenarioCommand, short_help="Who wins one combat, with what left, how sure that is."
)(odds.odds)
app.command(
    "table", cls=combat_help.ScenarioCommand, short_help="The odds for every combination of some fields' values."
)(table.table)
app.command("batch", short_help="Many scenarios: JSON lines in, JSON lines out.")(batch.batch)
app.command(
    "compare", cls=combat_help.ScenarioCommand, short_help="What a change is worth, beside the same without it."
)(compare.compare)
app.command(
    "need", cls=combat_help.ScenarioCommand, short_help="The smallest force for a chance, the best for a budget."
)(need.need)
app.command(
    "sensitivity", cls=combat_help.ScenarioCommand, short_help="What each unit, card, leader, place or die is worth."
)(sensitivity.sensitivity)
app.command(
    "luck", cls=combat_help.ScenarioCommand, short_help="Was that luck: how many outcomes are worse or better."
)(luck.luck)
app.command("campaign", short_help="Battles one after the other, survivors marching on.")(campaign.campaign)
app.command("play", cls=game_help.PlayCommand, short_help="Play full games: who wins, by how much, how sure.")(
    play.play
)
app.command("replay", cls=combat_help.ScenarioCommand, short_help="Retell one trial of a combat, or one full game.")(
    replay.replay
)
app.command(
    "best", cls=combat_help.ScenarioCommand, short_help="What to choose in a combat, by best play of both sides."
)(best_play.best_play)
app.command("commit", short_help="What to commit in secret in Joan of Arc.")(commit.commit)
app.command("facts", short_help="The figures all this rests on, with their sources.")(facts.facts)
app.command("schema", short_help="The fields of a combat, as a JSON Schema.")(schema.schema)
