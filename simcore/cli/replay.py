"""`simcore replay`: one trial of a run, or one full game, retold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from simcore.engine.run import Sampler
    from simcore.evaluation.replay import TrialTranscript
    from simcore.evaluation.replay_game import GameTranscript


def replay(
    words: options.Words = None,
    trial: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Which trial of the run, from 0 on (without it: 0).",
            parser=options.whole("trial", 0, "LAST_TRIAL"),
        ),
    ] = None,
    seed: options.Seed = 0,
    sampler: Annotated[
        str | None,
        typer.Option(
            metavar="chain|direct",
            help="How the run took its trials (odds --json says it); the other way makes another trial of it.",
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Which full game of a run of `play`, from 0 on: GAME OPTION=VALUE ... instead of a scenario.",
            parser=options.whole("game", 0, "LAST_GAME", "simcore.evaluation.play"),
        ),
    ] = None,
    policy: options.Policies = None,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """Retell one trial of a combat, or one full game (--game): the very one that odds or play with this seed counted.

    The options and policies of full games are listed by `simcore play --help`.
    Roll by roll; an attack of Legendary Battles by the results of all dice of a side together.

    \b
    Examples:
    simcore replay cent-ans pitched-battle attacker.english=6 defender.french=5 --trial 17
    simcore replay breizh --game 17 --policy montfort=greedy
    """
    from simcore.cli.arguments import read_game, read_scenario
    from simcore.cli.output import print_json
    from simcore.errors import BadInput

    if game is None and policy:
        raise BadInput("policy", policy[0], "nothing without --game: in a combat nobody decides")
    if game is not None:
        for option, value in (("trial", trial), ("sampler", sampler)):
            if value is not None:
                raise BadInput(option, value, "nothing with --game: that is for the trials of a combat")
        name, chosen = read_game(words or [])
        policies = options.read_policies(policy)
        startup.load_engine()
        from simcore.evaluation.replay_game import replay_game

        story: TrialTranscript | GameTranscript = replay_game(
            name,
            number=game,
            seed=seed,
            policies=policies,
            options=chosen,
            facts=facts,
            compiling=startup.announce_compiling,
        )
    else:
        scenario = read_scenario(words or [])
        startup.load_engine()
        from simcore.evaluation.replay import replay as retold

        story = retold(scenario, trial=trial or 0, seed=seed, facts=facts, sampler=cast("Sampler | None", sampler))
    if as_json:
        print_json(story.to_dict())
    else:
        print("\n".join(story.lines))
