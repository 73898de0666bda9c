"""`simcore commit`: what to lay in an attack on a town of Joan of Arc, where both sides choose in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcore.cli import options, startup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from simcore.games.joan.commitment import Answer, Reply

SEEN = 0.00005  # rarer plays are left to --json
FIELDS_HELP = (
    "key=value ..., such as attacker.cards=6,5,3 defender.cards=5,4, or a TOML or JSON file, or - for standard input; "
    "key=value words after a file override what it says."
)


def commit(
    words: Annotated[list[str] | None, typer.Argument(metavar="HANDS", help=FIELDS_HELP, show_default=False)] = None,
    habit: Annotated[
        str | None,
        typer.Option(
            metavar="HABIT",
            help="Answer a habit of the other side: everything, least, or a JSON list of commitments with weights "
            '([{"cards": [5], "influence": 2, "weight": 3}, {"cards": [4]}]).',
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="With --habit: who replies, attacker (if left out) or defender."),
    ] = None,
    facts: options.FactsFile = None,
    as_json: options.Json = False,
) -> None:
    """What to commit in Joan of Arc: cards, influence, hero and red cards, laid by both sides in secret.

    Both hands and the town are given: cards by their CP (3 to 6) or name, hidden=N for cards that nobody has seen. The
    answer is the mix of plays that no opponent can exploit, or, with --habit, the best reply to a stated habit.
    Worths are in coins, to the attacker.

    \b
    Example:
    simcore commit attacker.cards=6,5,3,engineer attacker.influence=3 attacker.hero=true \\
            defender.cards=5,4,engineer defender.influence=2 fortification=castle
    """
    from simcore.cli.arguments import read_fields
    from simcore.cli.output import print_for_people, print_json
    from simcore.errors import BadInput
    from simcore.games.joan.commitment_game import Question

    if side is not None and habit is None:
        raise BadInput("side", side, "nothing without --habit: an equilibrium says what both sides lay")
    side = side or "attacker"
    fields = read_fields(words or [], Question)
    startup.load_engine()
    from simcore.games.joan import commitment

    answer: Answer | Reply
    if habit is None:
        answer = commitment.commit(fields, facts=facts)
    else:
        answer = commitment.reply(fields, side=side, habit=_habit(habit), facts=facts)  # type: ignore[arg-type]
    if as_json:
        print_json(answer.to_dict())
    else:
        print_for_people(_report(answer, side))


def _habit(text: str) -> Any:
    """A habit as written: a word, or JSON."""
    from simcore.errors import BadInput
    from simcore.io.documents import parse_json

    if not text.lstrip().startswith("["):
        return text
    try:
        return parse_json(text)
    except ValueError as error:
        raise BadInput("habit", text, f"valid JSON ({error})") from None


def _report(answer: Answer | Reply, side: str) -> list[RenderableType]:
    """The answer for people."""
    from simcore.cli.answer import rests_on
    from simcore.cli.formatting import exact_chance
    from simcore.cli.output import grid, heading
    from simcore.games.joan.commitment import Reply

    if isinstance(answer, Reply):
        title, plans = f"joan: the {side}'s best reply", {side: answer.lay}
    else:
        title, plans = "joan: what to commit", {"attacker": answer.attacker, "defender": answer.defender}
    worth = [
        ["worth to the attacker", f"{answer.value:.2f} coins"],
        ["chance of capture", exact_chance(answer.capture, certain=answer.capture == 1.0)],
    ]
    parts: list[RenderableType] = [heading(title, first=True), grid(["", ""], worth)]
    for who, plan in plans.items():
        told = _plays(plan)
        headers = ["chance", "if it took that card", ""] if len(told[0]) > 2 else ["chance", ""]
        parts += [heading(f"The {who} lays"), grid(headers, told, right=(0, 1) if len(headers) > 2 else (0,))]
    told = rests_on("joan", answer.assumed, answer.public)
    return [*parts, heading("How this was found"), grid(["", ""], [["method", "exact: every pair of plays"], *told])]


def _plays(plan: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Plays with their chances, which come to 1; those after a Traitor, which hang on the card that it took, have
    theirs in a column of their own: the chance once it has taken that card. Before it, the Traitor is one play."""
    from simcore.cli.formatting import exact_chance

    after = [play for play in plan if "drawn" in play]
    shown = [play for play in plan if play["p"] >= SEEN and "drawn" not in play]
    if not after:
        return [[exact_chance(play["p"], certain=len(plan) == 1), in_words(play)] for play in shown]
    rows = [[exact_chance(play["p"]), "", in_words(play)] for play in shown]
    cards = list(dict.fromkeys(play["drawn"] for play in after))
    played = {card: sum(play["p"] for play in after if play["drawn"] == card) for card in cards}
    chance = max(played.values())  # the same for every card: it is played before it takes one
    rows.append([exact_chance(chance, certain=chance > 1.0 - 1e-12), "", "Traitor, and then by the card that it took:"])
    for play in after:
        if play["p"] >= SEEN:
            share = play["p"] / played[play["drawn"]]
            rows.append(["", exact_chance(share, certain=share > 1.0 - 1e-12), in_words(play)])
    return rows


def in_words(play: Mapping[str, Any]) -> str:
    """A commitment as a player would say it.

    >>> in_words({"card": 5, "influence": 2, "hero": False, "engineer": True, "traitor": True, "drawn": 6})
    '5, 2 influence, Engineer, Traitor (if it took a 6)'
    """
    cards = play["cards"] if "cards" in play else [] if play["card"] is None else [play["card"]]
    said = [" and ".join(map(str, cards)) or "no card"]
    said += [f"{play['influence']} influence"] if play["influence"] else []
    said += [name for name in ("hero", "Engineer", "Traitor") if play[name.lower()]]
    return ", ".join(said) + (f" (if it took a {play['drawn']})" if "drawn" in play else "")
