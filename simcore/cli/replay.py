"""`simcore replay`: one trial of a run, retold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from simcore.engine.run import Sampler


def replay(
    words: options.Words = None,
    trial: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Which trial of the run, from 0 on.",
            parser=options.whole("trial", 0, "LAST_TRIAL"),
        ),
    ] = 0,
    seed: options.Seed = 0,
    sampler: Annotated[
        str | None,
        typer.Option(
            metavar="chain|direct",
            help="How the run took its trials (odds --json says it); the other way makes another trial of it.",
        ),
    ] = None,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """Retell one trial of a combat: the very trial that odds with this seed counted.

    Roll by roll; an attack of Legendary Battles by the results of all dice of a side together.

    \b
    Example:
    simcore replay cent-ans pitched-battle attacker.english=6 defender.french=5 --trial 17
    """
    from simcore.cli.output import print_json
    from simcore.cli.words import read_scenario

    scenario = read_scenario(words or [])
    startup.load_engine()
    from simcore.replay import replay as retold

    story = retold(scenario, trial=trial, seed=seed, facts=facts, sampler=cast("Sampler | None", sampler))
    if as_json:
        print_json(story.to_dict())
    else:
        print("\n".join(story.lines))
