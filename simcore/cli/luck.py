"""`simcore luck`: where what happened lies among all that could have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from simcore.advice.luck import CampaignLuck, Luck
    from simcore.contracts.combat import Combat


def luck(
    words: options.Words = None,
    happened: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=VALUE",
            help="What came of it, as far as known: winner=NAME, a column of odds --json, or a total such as "
            "attacker.left or defender.lost. Repeat it.",
        ),
    ] = None,
    side: options.Side = None,
    utility: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=WEIGHT",
            help="What an outcome is worth: win.NAME or a column, and its weight. Repeat it. Without it a side's win "
            "counts first, then what it has left, less what the enemy has, then what became of the others: killed "
            "counts more than disrupted, that more than pushed away; retreated is better than lost.",
        ),
    ] = None,
    trials: options.Trials = None,
    exact: options.Exact = False,
    seed: options.Seed = 0,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """Was that luck: how many outcomes are worse, as good, or better than what happened.

    The percentile is the share of worse outcomes and half of those that are as good: 50 is what luck owes everybody.
    It is exact, or counted in trials with a 95 % interval; the answer says which.

    A document with battles = [...], each a scenario with happened = {...}, is a campaign: the luck of all its battles
    together.

    \b
    Examples:
    simcore luck cent-ans pitched-battle attacker.english=6 defender.french=4 --happened winner=defender
    simcore luck campaign.toml
    """
    from simcore.cli.arguments import read_numbers, read_scenario, read_values
    from simcore.cli.output import print_for_people, print_json
    from simcore.errors import BadInput

    scenario = read_scenario(words or [])
    came, weights = read_values(happened or [], "happened"), read_numbers(utility or [], "utility") or None
    startup.load_engine()
    from simcore.advice.luck import campaign_luck
    from simcore.advice.luck import luck as answer

    how: dict[str, Any] = {"side": side, "exact": exact, "trials": trials, "seed": seed, "facts": facts}
    if "battles" not in scenario:
        came = came or scenario.pop("happened", {})
        one = answer(scenario, came, utility=weights, **how)
        record, parts = one.to_dict(), None if as_json else _battle(one)
    elif came or weights:
        field = "happened" if came else "utility"
        raise BadInput(field, words, f"{field} in each battle of the document")
    else:
        many = campaign_luck(scenario, **how)
        record, parts = many.to_dict(), None if as_json else _campaign(many)
    if parts is None:
        print_json(record)
    else:
        print_for_people(parts)


def _battle(found: Luck) -> list[RenderableType]:
    from simcore.cli.answer import Saying, notes, stated, title
    from simcore.cli.formatting import event_name, fields, ordinal
    from simcore.cli.output import grid, heading

    result, said = found.result, Saying(found.result)
    event = event_name(found.side, said.combat.words)
    came = [[fields(found.happened), said.chance(found.chance, alone=found.chance == 1.0)]]
    shares = {"worse": found.worse, "as good": found.equal, "better": found.better}
    whose = f" for {event}" if said.contest else ""
    rows = [[f"{word}{whose}", *_share(share, found.trials_behind)] for word, share in shares.items()]
    rows.append(["percentile", ordinal(100.0 * found.rank), *([""] if result.trials else [])])
    wished = [] if said.contest else [["wished for", event]]
    how = [*wished, ["order", _order(found, said.combat)], _RANK, *_averaged([found]), *notes(result, None)]
    return [
        heading(title(result.scenario), first=True), grid(["", ""], stated(result.scenario)),
        heading("What happened"), grid(["", "chance"], came, right=(1,)),
        heading("What could have happened"), grid(["", "", "95 % interval"][: len(rows[0])], rows, right=(1, 2)),
        heading("How this was found"), grid(["", ""], how),
    ]  # fmt: skip


_RANK = ["percentile", "the share of worse outcomes and half of those that are as good"]


def _share(share: float, trials: int | None) -> list[str]:
    """A share of all that could have happened, and where it was counted in trials its 95 % interval."""
    from simcore.cli.formatting import counted_chance, counted_interval, exact_chance

    if trials is None:
        return [exact_chance(share, certain=share == 1.0)]
    return [counted_chance(share, trials), counted_interval(share, trials)]


def _of_sums(share: float, interval: Mapping[str, tuple[float, float]] | None, word: str) -> list[str]:
    """The same of a campaign: no more decimals than its interval supports."""
    from simcore.cli.formatting import change_interval, decimals, exact_chance

    if interval is None:
        return [exact_chance(share)]
    low, high = interval.get(word, interval["worse"])
    told = f"{100.0 * share:.{decimals(50.0 * (high - low))}f} %"
    return [told, f"{change_interval(100.0 * low, 100.0 * high).replace('+', '')} %" if word in interval else ""]


def _order(found: Luck, combat: Combat) -> str:
    from simcore.cli.formatting import listing, weighted

    if found.utility is not None:
        return weighted(found.utility)
    if found.side not in {column.partition(".")[0] for column in found.result.columns}:
        return "what is wished for first; everything else is alike"
    told = {fate for column in found.result.columns for fate, _ in combat.grades if column.endswith(f"_{fate}")}
    grades = listing(f"{'more' if grade > 0 else 'fewer'} {fate}" for fate, grade in combat.grades if fate in told)
    order = "own win first; among equals what is left (or not lost), own less enemy's"
    return f"{order}; then {grades}, again less the enemy's" if grades else order


def _averaged(battles: Sequence[Luck]) -> list[list[str]]:
    """What the shares are where a statement fits several outcomes."""
    if all(battle.ways == 1 for battle in battles):
        return []
    ways = "more than one outcome" if len(battles) > 1 else f"{battles[0].ways:,} outcomes"
    return [["in part", f"{ways} can be what happened: worse, as good and better are averages over them"]]


def _campaign(found: CampaignLuck) -> list[RenderableType]:
    from simcore.cli.answer import Saying, notes, rests_on
    from simcore.cli.formatting import event_name, fields, ordinal
    from simcore.cli.output import grid, heading

    rows, sources, methods = [], list[list[str]](), dict[str, list[str]]()
    for number, battle in enumerate(found.battles, start=1):
        said = Saying(battle.result)
        shares = (said.chance(share, alone=share == 1.0) for share in (battle.worse, battle.equal, battle.better))
        name = battle.name or f"{number}: {battle.result.scenario['game']} {battle.result.scenario['combat']}"
        side = event_name(battle.side, said.combat.words)
        rows.append([name, side, fields(battle.happened), *shares, ordinal(100.0 * battle.rank)])
        [[_, how], *_] = notes(battle.result, None)
        methods.setdefault(how, []).append(name)
        for row in rests_on(battle.result.scenario["game"], battle.result.assumed, battle.result.public):
            sources += [row] if row not in sources else []
    blank = [] if found.interval is None else [""]
    headers = ["", "for", "what happened", "worse", "as good", "better", "percentile"]
    whole = [
        ["ranks added up", f"{found.total:.2f} of {len(found.battles)}, {found.expected:.2f} on average", *blank],
        *([f"a campaign {word}", *_of_sums(share, found.interval, word)] for word, share in
          (("worse", found.worse), ("as good", found.equal), ("better", found.better))),
        ["percentile", ordinal(100.0 * found.rank), *blank],
    ]  # fmt: skip
    method = "the ranks of all battles were added up, and the sum set against the distribution of such sums"
    return [
        heading("Battles", first=True), grid(headers, rows, right=(3, 4, 5, 6)),
        heading("All together"), grid(["", "", "95 % interval"][: len(whole[0])], whole, right=(1, 2)),
        heading("How this was found"),
        grid(["", ""], [*_methods(methods), ["together", method], _RANK, *_averaged(found.battles), *sources]),
    ]  # fmt: skip


def _methods(methods: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """How the battles were answered, and which of them, where not all were in one way."""
    from simcore.cli.formatting import listing

    if len(methods) == 1:
        return [["method", how] for how in methods]
    return [["method", f"{how} ({listing(names)})"] for how, names in methods.items()]
