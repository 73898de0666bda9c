"""`simcore schema`: the JSON Schema of a combat's scenarios, of campaigns, and of hands to commit from."""

from __future__ import annotations

from typing import Annotated, Any

import typer

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    combat: Annotated[str | None, typer.Argument(metavar="COMBAT", show_default=False)] = None,
) -> None:
    """Print the JSON Schema of a combat: what a scenario document can say.

    For `campaign` or `commit` in place of GAME: what a document of that command can say.

    \b
    Example:
    simcore schema cent-ans siege
    """
    from simcore.cli.output import print_json_pages
    from simcore.errors import ABSENT, BadInput, nearest
    from simcore.games import COMBATS

    others = {"campaign": published_campaign, "commit": published_hands}
    if game in others:
        if combat is not None:
            raise BadInput("combat", combat, f"nothing after {game}")
        print_json_pages(others[game]())
    elif game not in COMBATS:
        raise BadInput("game", game or ABSENT, nearest(game or ABSENT, [*COMBATS, *others]))
    else:
        print_json_pages(published(game, combat or ABSENT))


def published_campaign() -> dict[str, Any]:
    """The schema of campaigns; the other fields of a stage are those of its combat."""
    from simcore.advice.campaign.document import Plan

    return {"$schema": DIALECT, **Plan.published(None), "title": "campaign"}


def published_hands() -> dict[str, Any]:
    """The schema of the hands and the town that `commit` is asked about."""
    from simcore.games.joan.commitment_game import Question
    from simcore.games.joan.facts import facts

    return {"$schema": DIALECT, **Question.published(facts()), "title": "commit"}


def published(game: str, combat: str) -> dict[str, Any]:
    """The schema of whole documents, `game` and `combat` included."""
    from simcore.games import find_combat
    from simcore.variants import BOTH, policy_fields

    known = find_combat(game, combat)
    shape = known.shape.published(known.load_facts(None))
    properties = {"game": {"const": game}, "combat": {"const": combat}, **shape.pop("properties", {})}
    if BOTH not in properties and any(policy_fields(known.shape)):
        said = "stands for every policy that is not stated, on both sides; `optimal`: best play of both"
        properties[BOTH] = {"type": "string", "description": said}
    required = ["game", "combat", *shape.pop("required", [])]
    return {
        "$schema": DIALECT,
        **shape,
        "title": f"{game} {combat}",
        "type": "object",
        "properties": properties,
        "required": required,
    }
