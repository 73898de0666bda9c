"""Options and arguments that several commands share, each checked as soon as it is read."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Annotated

import typer

SCENARIO_HELP = (
    "GAME COMBAT key=value ..., or a TOML or JSON file, or - for standard input; "
    "key=value words after a file override what it says."
)


def whole(field: str, low: int, most: int | str, home: str = "simcore.evaluation.questions") -> Callable[[str], int]:
    """Reads a whole number from `low` to `most`, or to the limit that the module `home` has under that name."""

    def read(text: str | int) -> int:
        from importlib import import_module

        from simcore.errors import whole_number
        from simcore.io.documents import entry  # as in a field: plain digits only

        limit = getattr(import_module(home), most) if isinstance(most, str) else most
        return whole_number(field, entry(text) if isinstance(text, str) else text, low, limit)

    return read


def number(field: str) -> Callable[[str], float]:
    """Reads a number; which numbers will do is for the question to say."""

    def read(text: str | float) -> float:
        from simcore.errors import BadInput

        try:
            return float(text)
        except ValueError:
            raise BadInput(field, text, "a number") from None

    return read


def share(text: str | float) -> float:
    from simcore.errors import BadInput

    try:
        value = float(text)
    except ValueError:
        value = nan
    if not 0.0 < value < 0.5:
        raise BadInput("target_error", text, "a number above 0 and below 0.5")
    return value


def read_policies(words: list[str] | None) -> dict[str, str]:
    """SIDE=POLICY words as a table; whether there is such a side and policy is for the game to say."""
    from simcore.errors import BadInput

    policies: dict[str, str] = {}
    for word in words or []:
        side, equals, policy = word.partition("=")
        if not equals:
            raise BadInput("policy", word, "SIDE=POLICY, such as montfort=greedy")
        if side in policies:
            raise BadInput("policy", side, "each side once")
        policies[side] = policy
    return policies


CONDITION_HELP = (
    "A condition on what comes of it, and its chance: attacker.english>=3, or several joined by and "
    '("winner=attacker and defender.left<=2").'
)
Conditions = Annotated[
    list[str] | None, typer.Option("--chance-of", metavar="CONDITION", help=f"{CONDITION_HELP} Repeat it.")
]
Words = Annotated[list[str] | None, typer.Argument(metavar="SCENARIO", help=SCENARIO_HELP, show_default=False)]
Trials = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Answer by N random trials (1 to 2**40) instead of exactly.",
        parser=whole("trials", 1, "MOST_TRIALS"),
    ),
]
TargetError = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        help="Run trials until the half-width of the 95 % interval of every chance is at most X (0.001: a tenth of a "
        "percentage point), or until --trials are done.",
        parser=share,
    ),
]
Exact = Annotated[bool, typer.Option("--exact", help="Insist on the exact answer, however long it takes.")]
Seed = Annotated[
    int, typer.Option(metavar="S", help="Seed of the trials or games.", parser=whole("seed", 0, (1 << 64) - 1))
]
Threads = Annotated[
    int,
    typer.Option(
        metavar="N", help="Threads to run trials on; no answer changes.", parser=whole("threads", 1, "MOST_THREADS")
    ),
]
FactsFile = Annotated[
    str | None,
    typer.Option("--facts", metavar="FILE", help="A TOML file of figures that replace the printed ones."),
]
Side = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Who asks: a side, or an event that is wished for; else the first of the combat."
    ),
]
Picture = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Draw it too, into a .png file (needs simcore[report])."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
GameWords = Annotated[
    list[str],
    typer.Argument(metavar="GAME OPTION=VALUE", help="A game, and options of its own.", show_default=False),
]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SIDE=POLICY",
        help="Who plays a side, once for each: random (the default), greedy(risk=0.2), lookahead(games=4), ...",
    ),
]
