"""`simcore odds`: one scenario answered."""

from __future__ import annotations

from typing import Annotated

import typer

from simcore.cli import options, startup


def odds(
    words: options.Words = None,
    trials: options.Trials = None,
    target_error: options.TargetError = None,
    exact: options.Exact = False,
    seed: options.Seed = 0,
    threads: options.Threads = 1,
    facts: options.FactsFile = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Run trials and keep their counts in FILE; a run stopped by Ctrl-C or a plain kill goes on from "
            "there.",
        ),
    ] = None,
    chance_of: options.Conditions = None,
    picture: options.Picture = None,
    as_json: options.Json = False,
) -> None:
    """Who wins one combat, with what left, and how sure that is.

    The answer is exact where that is cheap, else by random trials; it says which. --trials, --target-error and
    --checkpoint ask for trials.

    \b
    Example:
    simcore odds cent-ans pitched-battle attacker.english=6 attacker.leaders=henry-v defender.french=5
    """
    from simcore.cli.arguments import read_scenario
    from simcore.cli.output import answered, print_for_people, print_json
    from simcore.cli.progress import Bar

    scenario = read_scenario(words or [])
    startup.load_engine()
    from simcore.advice.beside import best_of_both
    from simcore.contracts.condition import columns_of
    from simcore.engine import cost
    from simcore.evaluation.questions import evaluate_prepared, prepare_telling

    if picture is not None:
        from simcore.cli.pictures import check
        from simcore.io.files import check_apart

        check(picture)
        check_apart(picture=picture, facts=facts, checkpoint=checkpoint)
    with cost.insisted(exact):
        prepared = prepare_telling(scenario, facts, columns_of(chance_of or []))
    with cost.insisted(exact), Bar("trials", open_end=trials is None and target_error is not None) as bar:
        result, not_kept = answered(
            lambda: evaluate_prepared(
                prepared, trials=trials, target_error=target_error, exact=exact, seed=seed, threads=threads,
                facts=facts, checkpoint=checkpoint, progress=bar,
            )
        )  # fmt: skip
    conditions = {condition: result.chance_of(condition) for condition in chance_of or []}
    if as_json:
        best = best_of_both(prepared)
        asked_for = {"chance_of": conditions} if conditions else {}
        beside = {} if best is None else {"best_play": best.to_dict()}
        print_json({**result.to_dict(), **asked_for, **beside})
    else:
        from simcore.cli.answer import report

        print_for_people(report(result, target_error, best_of_both(prepared), conditions))
    if picture is not None:  # after the answer: what cannot be drawn has still been told
        from simcore.cli.drawing import draw_odds
        from simcore.cli.pictures import write

        write(draw_odds(result), picture, result.to_dict(outcomes=False))
    if not_kept is not None:
        raise not_kept
