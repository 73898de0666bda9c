"""`simcore table`: a sweep over some fields, a row for each combination."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from pandas import DataFrame

VARY_HELP = (
    "A field and its values: key=lo:hi, key=lo:hi:step, key=a,b,c, or a JSON list. "
    "Give it once for each field to vary; the last one runs fastest."
)


def table(
    words: options.Words = None,
    vary: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUES", help=VARY_HELP, show_default=False)] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the table to FILE: .csv, .parquet, .json, .md or .html."
        ),
    ] = None,
    trials: options.Trials = None,
    target_error: options.TargetError = None,
    exact: options.Exact = False,
    seed: options.Seed = 0,
    threads: options.Threads = 1,
    facts: options.FactsFile = None,
    skip_impossible: Annotated[
        bool, typer.Option("--skip-impossible", help="Leave out the rows that the rules refuse, and say how many.")
    ] = False,
    chance_of: options.Conditions = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the rows in FILE, and go on from there when started again."),
    ] = None,
    picture: options.Picture = None,
    as_json: options.Json = False,
) -> None:
    """Answer a scenario for every combination of some fields' values.

    With -o the whole table goes to a file; without it, the chances are printed, of two fields as a grid (--json:
    everything). --picture draws one field as curves, two as a heat map.

    \b
    Example:
    simcore table cent-ans pitched-battle defender.french=5 --vary attacker.english=1:12 -o english.csv
    """
    from simcore.cli.arguments import read_scenario, read_sweep
    from simcore.cli.output import answered, failure
    from simcore.cli.progress import Bar
    from simcore.errors import ABSENT, BadInput
    from simcore.games import shape_of

    if not vary:
        raise BadInput("vary", ABSENT, "at least one --vary key=lo:hi or key=a,b,c")
    if output is not None and as_json:
        raise BadInput("json", True, "without -o; a name that ends in .json makes a JSON file")
    scenario = read_scenario(words or [])
    sweep = read_sweep(vary, shape_of(scenario))
    startup.load_engine()
    from simcore.io.files import check_apart
    from simcore.tables import check_path, write_table
    from simcore.tables import table as swept
    from simcore.text import counted

    if picture is not None:
        from simcore.cli.drawing import check_fields
        from simcore.cli.pictures import check

        check(picture)
        check_fields(list(sweep))
    check_apart(output=output, facts=facts, picture=picture, checkpoint=checkpoint, **_documents(words or []))
    if output is not None:
        check_path(output)
    asked = {
        "--trials": trials, "--target-error": target_error, "--exact": exact or None, "--seed": seed or None,
        "--facts": facts, "--skip-impossible": skip_impossible or None, "-o": output,
    }  # fmt: skip
    with Bar("rows") as bar:
        frame, not_kept = answered(
            lambda: swept(
                scenario, sweep, trials=trials, target_error=target_error, exact=exact, seed=seed, threads=threads,
                facts=facts, progress=bar, skip_impossible=skip_impossible, chance_of=chance_of or [],
                command=_command(words or [], vary, asked, chance_of or []) if output or as_json else None,
                checkpoint=checkpoint,
            )
        )  # fmt: skip
    attrs: Any = frame.attrs
    if skipped := attrs.get("skipped"):
        typer.echo(f"left out {counted(skipped['rows'], 'row')} that the rules refuse; {skipped['first']}", err=True)
    if output is not None:
        if (failed := failure(lambda: write_table(frame, output))) is not None:
            _print_file(frame, output)
            raise failed
    elif as_json:
        _print_json(frame)
    else:
        from simcore.cli.output import print_for_people
        from simcore.cli.table_text import report

        print_for_people(report(frame, list(sweep)))
    if picture is not None:  # after the answer: what cannot be drawn has still been told
        from simcore.cli.drawing import draw_table
        from simcore.cli.pictures import write

        write(draw_table(frame, list(sweep)), picture, attrs)
    if not_kept is not None:
        raise not_kept


def _command(words: list[str], vary: list[str], asked: dict[str, Any], conditions: list[str]) -> str:
    """The command that makes this table again; options that are None were not given."""
    parts = ["simcore", "table", *words]
    for one in vary:
        parts += ["--vary", one]
    for one in conditions:
        parts += ["--chance-of", one]
    for option, value in asked.items():
        if value is not None:
            parts += [option] if value is True else [option, str(value)]
    # A name that is not UTF-8 can be opened, but no file of text can hold it.
    return shlex.join(parts).encode(errors="replace").decode()


def _documents(words: list[str]) -> dict[str, str]:
    """The scenario's file, where it has one."""
    return {"scenario": words[0]} if words and words[0].lower().endswith((".toml", ".json")) else {}


def _print_json(frame: DataFrame) -> None:
    """What a .json file would hold."""
    _print_file(frame, "table.json")


def _print_file(frame: DataFrame, name: str) -> None:
    """What a file of that name would hold, as JSON where that is no text."""
    import sys

    from simcore.tables import encode_table

    ending = name[name.rindex(".") :].lower()
    sys.stdout.write(encode_table(frame, ".json" if ending == ".parquet" else ending).decode())
