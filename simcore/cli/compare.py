"""`simcore compare`: two variants of a scenario, and what the change is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from simcore.cli import options, startup


def compare(
    words: options.Words = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="KEY=VALUE", help="What differs in the other variant; once for each field.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Another scenario to compare with; --with is laid over it."),
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A chance or mean to compare, such as win.attacker or defender.lost; may be given again "
            "(default: every chance and every loss).",
            show_default=False,
        ),
    ] = None,
    trials: options.Trials = None,
    target_error: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="Run trials until the half-width of the 95 % interval of every chance, or of every --outcome where "
            "these are named, is at most X (0.001: a tenth of a percentage point), or until --trials are done.",
            parser=options.share,
        ),
    ] = None,
    seed: options.Seed = 0,
    threads: options.Threads = 1,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:  # fmt: skip
    """What a change is worth: the difference between two variants of a scenario.

    Exact where both are cheap enough for that, else by trials in which both variants have the same luck.

    \b
    Example:
    simcore compare cent-ans pitched-battle attacker.english=6 defender.french=5 --with attacker.english=7
    """
    from simcore.cli.arguments import read_changes, read_scenario
    from simcore.cli.output import print_for_people, print_json
    from simcore.cli.progress import Bar
    from simcore.errors import ABSENT, BadInput

    if not changes and against is None:
        raise BadInput("with", ABSENT, "at least one --with key=value, or --against FILE")
    scenario = read_scenario(words or [])
    other = read_changes(scenario if against is None else read_scenario([against]), changes or [])
    startup.load_engine()
    from simcore.advice.compare import compare as compared

    with Bar("pairs of trials", open_end=trials is None and target_error is not None) as bar:
        found = compared(
            scenario, other, outcomes=outcome or None, trials=trials, target_error=target_error, seed=seed,
            threads=threads, facts=facts, progress=bar,
        )  # fmt: skip
    if as_json:
        print_json(found.to_dict())
    else:
        from simcore.cli.comparison import report

        print_for_people(report(found, target_error))
