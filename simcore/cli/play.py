"""`simcore play`: full games, many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcore.evaluation.play import PlayResult


def play(
    words: options.GameWords,
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="How many games.",
            parser=options.whole("games", 1, "MOST_GAMES", "simcore.evaluation.play"),
        ),
    ] = 1000,
    policy: options.Policies = None,
    seed: options.Seed = 0,
    threads: options.Threads = 1,
    facts: options.FactsFile = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write a row a game (.parquet .csv .json .md .html)."),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep the games in FILE; a run stopped by Ctrl-C or a plain kill goes on from there.",
        ),
    ] = None,
    assumed: Annotated[
        bool, typer.Option("--assumed", help="With --json: name every assumed figure, not only how many of each group.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Play full games from set-up to victory: who wins, by how much, and how sure that is.

    The options of each game and the policies are listed below.

    \b
    Example:
    simcore play breizh --games 10000 --policy montfort=greedy --policy "blois=greedy(risk=0.2)" setup=variant
    """
    from simcore.cli.arguments import read_game
    from simcore.cli.output import answered, failure, print_for_people, print_json
    from simcore.cli.progress import Bar

    game, chosen = read_game(words)
    policies = options.read_policies(policy)
    startup.load_engine()
    from simcore.evaluation.play import play as played
    from simcore.io.files import check_apart
    from simcore.tables import check_path, write_table

    check_apart(output=output, checkpoint=checkpoint, facts=facts)
    if output is not None:
        check_path(output)
    with Bar("games") as bar:
        result, not_kept = answered(
            lambda: played(
                game, games=games, policies=policies, seed=seed, threads=threads, options=chosen, facts=facts,
                checkpoint=checkpoint, progress=bar, compiling=startup.announce_compiling,
            )
        )  # fmt: skip
    if output is not None:
        not_kept = failure(lambda: write_table(result.table(), output)) or not_kept
    if as_json:
        print_json(result.to_dict(in_full=assumed))
    else:
        print_for_people(_report(result))
    if not_kept is not None:
        raise not_kept


def _report(result: PlayResult) -> list[RenderableType]:
    """The run for people."""
    from simcore.cli.formatting import name
    from simcore.cli.output import grid, heading

    told = result.to_dict()
    sides = result.config.game.rules.players

    def share(value: float) -> str:
        return f"{100.0 * value:.1f} %"

    wins = [
        [name(side), str(told["policies"].get(side, "")), share(chance), *map(share, told["interval"][side])]
        for side, chance in told["win"].items()
        if side in sides or chance
    ]
    parts: list[RenderableType] = [
        heading(f"{result.config.game.name}: {result.games:,} games, seed {result.seed}", first=True),
        grid(["winner", "policy", "share", "95 % from", "to"], wins, right=(2, 3, 4)),
        heading("how they ended"),
        grid(["", "share"], [[end, share(part)] for end, part in told["ended"].items() if part], right=(1,)),
        heading("a game"),
    ]
    means = [[name(what), f"{mean:.2f}", f"{told['spread'][what]:.2f}"] for what, mean in told["mean"].items()]
    parts.append(grid(["", "mean", "spread"], means, right=(1, 2)))
    if told["assumed"]:
        assumed = f"{len(told['assumed'])} figures are not in the rulebook, see simcore facts {told['game']} --assumed"
        parts.append(f"\nassumed: {assumed}")
    return parts
