"""`simcore need`: the cheapest force for a wanted chance, and the best chance that a budget buys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from simcore.advice.need import Force, Need

MOST_SHOWN = 40


def need(
    words: options.Words = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=COUNTS", help="A kind of unit and how many there can be: key=lo:hi, or key=a,b,c. Repeat it."
        ),
    ] = None,
    cost: Annotated[
        list[str] | None, typer.Option(metavar="KEY=NUMBER", help="What one unit of a kind costs. Repeat it.")
    ] = None,
    chance: Annotated[
        float | None,
        typer.Option(metavar="X", help="The chance wanted: 0.9 is 90 %.", parser=options.number("chance")),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(metavar="X", help="The most that may be spent.", parser=options.number("budget")),
    ] = None,
    side: options.Side = None,
    chance_of: Annotated[str | None, typer.Option(metavar="CONDITION", help=options.CONDITION_HELP)] = None,
    exact: options.Exact = False,
    facts: options.FactsFile = None,
    picture: options.Picture = None,
    as_json: options.Json = False,
) -> None:
    """The smallest force for a wanted chance, and the best chance that a budget buys.

    Every force of the box is answered exactly: the whole frontier between cost and chance, ties, and where more
    force is worse.

    \b
    Example:
    simcore need cent-ans pitched-battle attacker.equipment=ribaudequin defender.french=8 \\
            --vary attacker.english=0:20 --cost attacker.english=1 \\
            --vary attacker.elite=0:4 --cost attacker.elite=2.5 --chance 0.9 --budget 12
    """
    from simcore.cli.arguments import read_numbers, read_scenario, read_sweep
    from simcore.cli.output import print_for_people, print_json
    from simcore.cli.progress import Bar
    from simcore.errors import ABSENT, BadInput
    from simcore.games import shape_of

    if not vary:
        raise BadInput("vary", ABSENT, "at least one --vary key=lo:hi")
    scenario = read_scenario(words or [])
    kinds, costs = read_sweep(vary, shape_of(scenario)), read_numbers(cost or [], "cost")
    startup.load_engine()
    from simcore.advice.need import need as answer

    if picture is not None:
        from simcore.cli.pictures import check

        check(picture)
    with Bar("forces") as bar:
        found = answer(
            scenario, kinds, costs, chance=chance, budget=budget, side=side, chance_of=chance_of, exact=exact,
            facts=facts, progress=bar,
        )  # fmt: skip
    if as_json:
        print_json(found.to_dict())
    else:
        print_for_people(_report(found))
    if picture is not None:  # last: what cannot be drawn has still been answered
        from simcore.cli.pictures import write

        write(_draw(found), picture, found.to_dict())


def _report(found: Need) -> list[RenderableType]:
    from simcore.cli.answer import not_chosen, policies, rests_on, title
    from simcore.cli.formatting import event_name, listing, points
    from simcore.cli.output import grid, heading
    from simcore.games import find_combat

    combat = find_combat(found.scenario["game"], found.scenario["combat"])
    owners = {combat.side_of(kind.partition(".")[0]) for kind in found.vary}
    whose = [["whose chance", event_name(found.side, combat.words)]]
    if found.chance_of is not None:
        whose = [["chance of", found.chance_of]]
    elif len(owners) == 1 and (owner := owners.pop()) not in (None, found.side):
        whose[0][1] += f", by units of {owner}; --side {owner} asks for their own chance"
    parts: list[RenderableType] = [heading(title(found.scenario), first=True), grid(["", ""], whose)]
    if found.wanted is not None and not found.cheapest:
        best = max(found.frontier, key=lambda force: force.chance)
        units = listing(f"{kind} {count}" for kind, count in best.units.items())
        told = f"no force of these gives it; the best is {_chance(best)} ({units})"
        parts += [heading(f"Cheapest for {100.0 * found.wanted:g} %"), told]
    elif found.wanted is not None:
        many = f", {len(found.cheapest)} that cost the same" if len(found.cheapest) > 1 else ""
        parts += [heading(f"Cheapest for {100.0 * found.wanted:g} %{many}"), *_table(found, found.cheapest)]
    if found.budget is not None:
        many = f", {len(found.best)} of one chance and cost" if len(found.best) > 1 else ""
        parts += [heading(f"Best for {found.budget:g}{many}"), *_table(found, found.best)]
    parts += [heading("What each chance costs"), *_table(found, found.frontier)]
    forces = found.chances.size
    allowed = f"; the rules forbid {found.forbidden:,} more" if found.forbidden else ""
    notes = [["method", f"exact: each of {forces - found.forbidden:,} forces was answered{allowed}"]]
    if found.worse:
        worst = found.worst[0]
        fall = points(worst.after.chance - worst.before.chance)
        here = listing(f"{kind} {count}" for kind, count in worst.before.units.items())
        told = f"{found.worse:,} of {found.steps:,} steps up make it worse, at most by {fall} points: one more "
        notes.append(["more is worse", f"{told}{worst.kind} at {here} ({_chance(worst.before)})"])
    else:
        notes.append(["more is better", f"no step up of {found.steps:,} makes the chance worse"])
    notes += [*policies(found.policies), *not_chosen(found.as_stated)]
    notes += rests_on(found.scenario["game"], found.assumed, found.public)
    return [*parts, heading("How this was found"), grid(["", ""], notes)]


def _table(found: Need, forces: tuple[Force, ...]) -> list[RenderableType]:
    from simcore.cli.formatting import event_name
    from simcore.cli.output import grid
    from simcore.games import find_combat

    combat = find_combat(found.scenario["game"], found.scenario["combat"])
    rows = [
        [*(str(count) for count in force.units.values()), f"{force.cost:g}", _chance(force)]
        for force in forces[:MOST_SHOWN]
    ]
    headers = [*found.vary, "cost", f"chance: {found.chance_of or event_name(found.side, combat.words)}"]
    table: list[RenderableType] = [grid(headers, rows, right=tuple(range(len(headers))))]
    if len(forces) > MOST_SHOWN:
        table.append(f"and {len(forces) - MOST_SHOWN:,} more (--json has them all)")
    return table


def _chance(force: Force) -> str:
    from simcore.cli.formatting import exact_chance

    return exact_chance(force.chance, certain=force.chance == 1.0)


def _draw(found: Need) -> Figure:
    """A heat map of two kinds; of one, or more than two, what each chance costs."""
    from simcore.cli.answer import title
    from simcore.tables import told_policies

    whose = f"chance: {found.chance_of or found.side}"
    note = " ".join(told_policies(found.to_dict()))
    if len(found.vary) == 2:
        from simcore.report.heatmap import Panel, heat_map

        (y_name, y), (x_name, x) = found.vary.items()
        even = {} if found.wanted is None else {f"{100.0 * found.wanted:g} %": found.chances - found.wanted + 0.5}
        return heat_map(
            [Panel("", found.chances, x, y, even)], title=title(found.scenario), x_label=x_name, y_label=y_name,
            scale_label=whose, columns=1, size=(8.0, 6.5), numbers=found.chances.size <= 150, note=note,
        )  # fmt: skip
    from simcore.report.frontier import frontier

    return frontier(
        [force.cost for force in found.frontier], [force.chance for force in found.frontier],
        title=title(found.scenario), x_label="cost", y_label=f"{whose}, %", wanted=found.wanted,
        budget=found.budget, note=note,
    )  # fmt: skip
