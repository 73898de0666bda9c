"""`simcore luck`: where what happened lies among all that could have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from simcore.advice.luck import CampaignLuck, Luck


def luck(
    words: options.Words = None,
    happened: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=VALUE",
            help="What came of it, as far as known: winner=NAME, or a column of odds --json. Repeat it.",
        ),
    ] = None,
    side: options.Side = None,
    utility: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=WEIGHT",
            help="What an outcome is worth: win.NAME or a column, and its weight. Repeat it. Without it a side's win "
            "counts first, then what it has left, less what the enemy has.",
        ),
    ] = None,
    trials: options.Trials = None,
    seed: options.Seed = 0,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """Was that luck: how many outcomes are worse, as good, or better than what happened.

    A document with battles = [...], each a scenario with happened = {...}, is a campaign: the luck of all its battles
    together.

    \b
    Examples:
    simcore luck cent-ans pitched-battle attacker.english=6 defender.french=4 --happened winner=defender
    simcore luck campaign.toml
    """
    from simcore.cli.output import print_for_people, print_json
    from simcore.cli.words import read_numbers, read_scenario, read_values
    from simcore.errors import BadInput

    scenario = read_scenario(words or [])
    came, weights = read_values(happened or [], "happened"), read_numbers(utility or [], "utility") or None
    startup.load_engine()
    from simcore.advice.luck import campaign_luck
    from simcore.advice.luck import luck as answer

    how: dict[str, Any] = {"side": side, "trials": trials, "seed": seed, "facts": facts}
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
    from simcore.cli.output import grid, heading
    from simcore.cli.saying import event_name, fields, ordinal

    result, said = found.result, Saying(found.result)
    event = event_name(found.side, said.combat.words)
    came = [[fields(found.happened), said.chance(found.chance, alone=found.chance == 1.0)]]
    shares = {"worse": found.worse, "as good": found.equal, "better": found.better}
    rows = [[f"{word} for {event}", said.chance(share, alone=share == 1.0)] for word, share in shares.items()]
    rows.append(["percentile", ordinal(100.0 * found.rank)])
    how = [["order", _order(found)], *_averaged([found]), *notes(result, None)]
    return [
        heading(title(result.scenario), first=True), grid(["", ""], stated(result.scenario)),
        heading("What happened"), grid(["", "chance"], came, right=(1,)),
        heading("What could have happened"), grid(["", ""], rows, right=(1,)),
        heading("How this was found"), grid(["", ""], how),
    ]  # fmt: skip


def _order(found: Luck) -> str:
    from simcore.cli.saying import weighted

    if found.utility is not None:
        return weighted(found.utility)
    return "own win first; among equals what is left (or not lost), own less enemy's"


def _averaged(battles: Sequence[Luck]) -> list[list[str]]:
    """What the shares are where a statement fits several outcomes."""
    if all(battle.ways == 1 for battle in battles):
        return []
    ways = "more than one outcome" if len(battles) > 1 else f"{battles[0].ways:,} outcomes"
    return [["in part", f"{ways} can be what happened: worse, as good and better are averages over them"]]


def _campaign(found: CampaignLuck) -> list[RenderableType]:
    from simcore.cli.answer import Saying, rests_on
    from simcore.cli.output import grid, heading
    from simcore.cli.saying import event_name, exact_chance, fields, ordinal

    rows, sources = [], list[list[str]]()
    for number, battle in enumerate(found.battles, start=1):
        said = Saying(battle.result)
        shares = (said.chance(share, alone=share == 1.0) for share in (battle.worse, battle.equal, battle.better))
        name = battle.name or f"{number}: {battle.result.scenario['game']} {battle.result.scenario['combat']}"
        side = event_name(battle.side, said.combat.words)
        rows.append([name, side, fields(battle.happened), *shares, ordinal(100.0 * battle.rank)])
        for row in rests_on(battle.result.scenario["game"], battle.result.assumed, battle.result.public):
            sources += [row] if row not in sources else []
    headers = ["", "for", "what happened", "worse", "as good", "better", "percentile"]
    whole = [
        ["ranks added up", f"{found.total:.2f} of {len(found.battles)}, {found.expected:.2f} on average"],
        *([f"a campaign {word}", exact_chance(share)] for word, share in
          (("worse", found.worse), ("as good", found.equal), ("better", found.better))),
        ["percentile", ordinal(100.0 * found.rank)],
    ]  # fmt: skip
    method = "the ranks of all battles were added up, and the sum set against the distribution of such sums"
    return [
        heading("Battles", first=True), grid(headers, rows, right=(3, 4, 5, 6)),
        heading("All together"), grid(["", ""], whole, right=(1,)),
        heading("How this was found"), grid(["", ""], [["method", method], *_averaged(found.battles), *sources]),
    ]  # fmt: skip
