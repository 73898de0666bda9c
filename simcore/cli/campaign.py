"""`simcore campaign`: battles one after the other, the survivors of one the army of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from simcore.advice.campaign import CampaignResult

LIKELIEST = 8
LEFT = "left"  # all kinds together, where a game sums them up


def campaign(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A TOML or JSON file, or - for standard input.", show_default=False),
    ] = None,
    trials: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Draw N whole campaigns (1 to 10,000,000) instead of the exact answer.",
            parser=options.whole("trials", 1, "MOST_TRIALS", "simcore.advice.campaign"),
        ),
    ] = None,
    exact: options.Exact = False,
    seed: options.Seed = 0,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """Battles one after the other: every way it can go, with its chance.

    The survivors of one battle, or those who retreated from it, are the army of the next. Exact where that is cheap,
    else by random trials. `simcore schema campaign` prints what a document can say; docs/advice.md has one to begin
    with.

    \b
    Example:
    simcore campaign march.toml
    """
    from simcore.cli.arguments import read_file
    from simcore.cli.output import print_for_people, print_json
    from simcore.errors import ABSENT, BadInput

    if file is None:
        raise BadInput("campaign", ABSENT, "a TOML or JSON file, or - for standard input")
    document = read_file(file, "campaign")
    startup.load_engine()
    startup.settle()
    from simcore.advice.campaign import campaign as fought

    result = fought(document, exact=exact, trials=trials, seed=seed, facts=facts)
    if as_json:
        print_json(result.to_dict())
    else:
        print_for_people(report(result))


def report(result: CampaignResult) -> list[RenderableType]:
    """The ways it can go, what each stage and each army comes to, and the likeliest endings."""
    from simcore.cli.output import grid, heading

    said = Saying(result)
    parts: list[RenderableType] = [heading(f"{said.game}: campaign", first=True)]
    parts += [said.ways()] if result.mass else []
    parts += [heading("Stage by stage"), said.stages()]
    if leaves := said.leaves():
        parts += [heading("What each stage leaves, on average where it is fought"), grid(["", "", ""], leaves)]
    if result.armies and result.mass:
        parts += [heading("What each army loses in all, on average"), said.armies()]
    if result.mass:
        parts += [heading("Likeliest endings"), *said.endings()]
    return [*parts, heading("How this was found"), grid(["", ""], said.notes())]


class Saying:
    """The parts of one answer in words and figures."""

    def __init__(self, result: CampaignResult) -> None:
        from simcore.games import find_combat

        self.result, self.game = result, result.document["game"]
        self.combats = {
            stage["name"]: find_combat(self.game, stage["combat"]) for stage in result.document["stages"]
        }  # fmt: skip

    def chance(self, share: float) -> str:
        from simcore.cli.formatting import counted_chance, exact_chance

        if self.result.trials is not None:
            return counted_chance(share, self.result.trials)
        return exact_chance(share, certain=share == 1.0)

    def event(self, stage: str, winner: str) -> str:
        from simcore.cli.formatting import event_name

        return event_name(winner, self.combats[stage].words)

    def won(self, path: Mapping[str, Any]) -> dict[str, str]:
        """Who won each stage on a way."""
        return {
            step["stage"]: self.event(step["stage"], step["winner"]) + ("" if step["fought"] else " unopposed")
            for step in path["stages"]
        }

    def ways(self) -> RenderableType:
        """A row for each way: its chance, and who won each stage."""
        from simcore.cli.formatting import counted_interval
        from simcore.cli.output import grid

        rows = []
        for path in self.result.paths:
            won = self.won(path)
            trials = self.result.trials
            interval = [] if trials is None else [counted_interval(path["p"], trials)]
            rows.append([self.chance(path["p"]), *interval, *(won.get(name, "-") for name in self.combats)])
        interval = [] if self.result.trials is None else ["95 % interval"]
        return grid(["chance", *interval, *self.combats], rows, right=(0,))

    def stages(self) -> RenderableType:
        """A row for each stage: how often it comes to it, and who wins it then."""
        from simcore.cli.formatting import exact_chance, listing
        from simcore.cli.output import grid

        rows = []
        always = True  # with no condition so far it comes to a stage in any case, whatever is drawn
        for stage, written in zip(self.result.stages, self.result.document["stages"], strict=True):
            always = always and not written.get("when")
            won = [
                f"{self.event(stage.name, winner)} {self.chance(share)}" for winner, share in stage.win.items() if share
            ]
            reached = exact_chance(1.0, certain=True) if always else self.chance(stage.reached)
            rows.append([stage.name, reached, listing(won), f"{stage.scenarios:,}"])
        return grid(["", "comes to it", "won by (of all campaigns)", "different battles"], rows, right=(1, 3))

    def leaves(self) -> list[list[str]]:
        """A row for each side of a stage that has units left: the mean of each kind."""
        from simcore.cli.answer import flat
        from simcore.cli.formatting import column_name, listing, mean

        rows = []
        for stage in self.result.stages:
            combat, means = self.combats[stage.name], {name: m for name, m in flat(stage.expected) if m is not None}
            for side in combat.winners[1:]:
                left = combat.units(means, side, "left").items()
                known = [
                    (f"{side}.{kind}", count) for kind, count in left if count and kind not in (*combat.flows, LEFT)
                ]
                said = [f"{mean(n, n, self.result.trials)} {column_name(name, combat.words)}" for name, n in known]
                if said:
                    rows.append([stage.name, side, listing(said)])
        return rows

    def armies(self) -> RenderableType:
        """A row for each army, by its name in the first of its stages."""
        from simcore.cli.formatting import column_name, mean
        from simcore.cli.output import grid

        result = self.result
        flows = list(dict.fromkeys(flow for sums in result.armies.values() for flow in sums))
        words = next(iter(self.combats.values())).words
        rows = [
            [army, *("" if (n := sums.get(flow)) is None else mean(n, n, result.trials) for flow in flows)]
            for army, sums in result.armies.items()
        ]
        headers = ["", *(column_name(flow, words) for flow in flows)]
        return grid(headers, rows, right=tuple(range(1, len(headers))))

    def endings(self) -> list[RenderableType]:
        """The likeliest endings: the way, and what the last stage on it left."""
        from simcore.cli.formatting import column_name, listing
        from simcore.cli.output import grid

        rows = []
        for outcome in self.result.outcomes[:LIKELIEST]:
            path = self.result.paths[outcome["path"]]
            combat = self.combats[path["stages"][-1]["stage"]]
            came: dict[str, list[str]] = {}
            for column, count in outcome.items():
                side, _, kind = column.partition(".")
                if count and column not in ("p", "path", *combat.coded):
                    whose = f"{side}: " if kind and side in combat.winners else ""
                    once = "{}" in combat.words.get(side, "") and kind  # it happens or it does not
                    named = column_name(column, combat.words)
                    came.setdefault(whose, []).append(named if once else f"{count} {named}")
            said = "; ".join(whose + listing(counts) for whose, counts in came.items())
            way = listing(f"{stage}: {winner}" for stage, winner in self.won(path).items())
            rows.append([self.chance(outcome["p"]), way, said])
        told: list[RenderableType] = [grid(["chance", "way", "in the last stage"], rows, right=(0,))]
        if (total := len(self.result.outcomes)) > LIKELIEST:
            rest = self.chance(sum(outcome["p"] for outcome in self.result.outcomes[LIKELIEST:]))
            told.append(f"and {total - LIKELIEST:,} more, {rest} together (--json has them all)")
        return told

    def notes(self) -> list[list[str]]:
        """How it was computed, and what it rests on."""
        from simcore.cli.answer import endless, policies, rests_on

        result = self.result
        method = "exact: every course the dice can take was counted"
        if result.trials is not None:
            method = f"{result.trials:,} random trials (seed {result.seed}); chances are good to their 95 % interval"
        told: list[list[Any]] = [["method", method]]
        told += endless(result.mass, result.trials)
        return told + policies(result.policies) + rests_on(self.game, result.assumed, result.public)
