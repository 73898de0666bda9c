"""`simcore sensitivity`: what each thing in a scenario is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cli import options, startup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure
    from rich.console import RenderableType

    from simcore.advice.sensitivity import Effect, Sensitivity

MOST_SHOWN, MOST_PLACES, MOST_TOGETHER, MOST_IDLE = 20, 8, 4, 8


def sensitivity(
    words: options.Words = None,
    side: options.Side = None,
    exact: options.Exact = False,
    facts: options.FactsFile = None,
    picture: options.Picture = None,
    as_json: options.Json = False,
) -> None:
    """What one unit, card, leader, place, the initiative or one face of a die is worth.

    Each is changed by itself and answered exactly; the largest change of the win chance comes first. What the rules
    forbid is left out.

    \b
    Example:
    simcore sensitivity cent-ans pitched-battle attacker.english=6 attacker.elite=2 defender.french=8
    """
    from simcore.cli.arguments import read_scenario
    from simcore.cli.output import print_for_people, print_json
    from simcore.cli.progress import Bar

    scenario = read_scenario(words or [])
    startup.load_engine()
    from simcore.advice.sensitivity import sensitivity as answer

    if picture is not None:
        from simcore.cli.pictures import check

        check(picture)
    with Bar("changes") as bar:
        found = answer(scenario, side=side, facts=facts, exact=exact, progress=bar)
    if as_json:
        print_json(found.to_dict())
    else:
        print_for_people(_report(found))
    if picture is not None:  # last: what cannot be drawn has still been answered
        from simcore.cli.pictures import write

        write(_draw(found), picture, found.to_dict())


def _report(found: Sensitivity) -> list[RenderableType]:
    from simcore.advice.sensitivity import alike
    from simcore.cli.answer import not_chosen, policies, rests_on, stated, title
    from simcore.cli.formatting import event_name, exact_chance, name, points, signed
    from simcore.cli.output import grid, heading
    from simcore.games import find_combat

    combat = find_combat(found.scenario["game"], found.scenario["combat"])
    event = event_name(found.side, combat.words)
    lost = name(combat.losses)
    now = [[f"chance: {event}", exact_chance(found.chance, certain=found.chance == 1.0)]]
    now += [[f"{name(side)} {lost}", f"{mean:.2f}"] for side, mean in found.losses.items()]
    parts: list[RenderableType] = [heading(title(found.scenario), first=True), grid(["", ""], stated(found.scenario))]
    parts += [heading("As it stands"), grid(["", ""], now, right=(1,))]
    headers = ["", f"{event}, points", *(f"{name(side)} {lost}" for side in found.losses)]
    for what, fact, place, most in (
        ("What a change is worth", False, False, MOST_SHOWN),
        ("What another place is worth", False, True, MOST_PLACES),
        ("What one face of a die is worth", True, False, MOST_SHOWN),
    ):
        groups = alike(effect for effect in found.effects if (effect.fact, effect.place) == (fact, place))
        rows = [
            [together(group), points(group[0].chance), *(signed(group[0].losses[side]) for side in found.losses)]
            for group in groups[:most]
        ]
        if rows:
            parts += [heading(what), grid(headers, rows, right=tuple(range(1, len(headers))))]
        if (more := sum(map(len, groups[most:]))) > 0:
            parts.append(f"and {more:,} smaller ones (--json has them all)")
    if found.idle:
        parts += [heading("Without effect"), grid(["", "why"], _idle(found))]
    left_out = f"{found.forbidden:,} changes that the rules forbid"
    if found.too_large:
        left_out += f", {found.too_large:,} are too large to be answered exactly"
    notes = [["method", "exact: each change by itself, everything else as it stands"], ["left out", left_out]]
    notes += [*policies(found.policies), *not_chosen(found.as_stated)]
    notes += rests_on(found.scenario["game"], found.assumed, found.public)
    return [*parts, heading("How this was found"), grid(["", ""], notes)]


def together(group: Sequence[Effect]) -> str:
    """Changes that are worth the same in one line: what they share once, and no more than a few of them."""
    what = [effect.what for effect in group]
    heads = {one.partition(": ")[0] for one in what}
    if len(heads) == 1 and all(": " in one for one in what):
        head, ends = heads.pop(), [one.partition(": ")[2] for one in what]
        before = ends[0].partition(" to ")[0] + " to "
        if all(end.startswith(before) for end in ends):
            ends[1:] = [end.removeprefix(before) for end in ends[1:]]
        what = [f"{head}: {ends[0]}", *ends[1:]]
    if len(what) > MOST_TOGETHER:
        what = [*what[:MOST_TOGETHER], f"{len(what) - MOST_TOGETHER:,} more"]
    return "; ".join(what)


def _idle(found: Sensitivity) -> list[list[str]]:
    """What changes nothing, by why not: what was tried, as far as it fits."""
    by_reason: dict[str, dict[str, list[str]]] = {}
    for one in found.idle:
        word = " with " if " with " in one.what else " to "
        head, _, end = one.what.partition(word)
        head += word if end else ""
        by_reason.setdefault(one.why, {}).setdefault(head, []).append(end)
    return [
        ["; ".join(few([f"{head}{', '.join(few(ends, MOST_TOGETHER))}"
                        for head, ends in tried.items()], MOST_IDLE)), why]
        for why, tried in by_reason.items()
    ]  # fmt: skip


def few(what: list[str], most: int) -> list[str]:
    """The first of them, and how many more there are.

    >>> few(["a", "b", "c", "d"], 2)
    ['a', 'b', '2 more']
    """
    return [*what[:most], f"{len(what) - most:,} more"] if len(what) > most + 1 else what


def _draw(found: Sensitivity) -> Figure:
    from simcore.cli.answer import title
    from simcore.report.tornado import MOST_ROWS, tornado
    from simcore.tables import told_policies

    by_parameter: dict[str, list[Effect]] = {}
    # What a player can choose; faces of dice are drawn where there is nothing else.
    choices = any(effect.chance and not effect.fact for effect in found.effects)
    for effect in found.effects:
        if effect.chance and not (choices and effect.fact):
            by_parameter.setdefault(effect.parameter, []).append(effect)
    rows = list(by_parameter.values())[:MOST_ROWS]
    return tornado(
        [{str(one.after) if len(row) > 1 else "": 100.0 * one.chance for one in row} for row in rows],
        [row[0].parameter if len(row) > 1 else row[0].what for row in rows],
        title=title(found.scenario),
        x_label=f"change of the chance: {found.side}, from {100.0 * found.chance:.1f} %, in points",
        note=" ".join(told_policies(found.to_dict())),
    )
