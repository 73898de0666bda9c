"""`simcore schema`: the JSON Schema of a combat's scenarios, and of campaigns."""

from __future__ import annotations

from typing import Annotated, Any

import typer

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    combat: Annotated[str | None, typer.Argument(metavar="COMBAT", show_default=False)] = None,
) -> None:
    """Print the JSON Schema of a combat: what a scenario document can say. For `campaign`: what a campaign can say.

    \b
    Example:
    simcore schema cent-ans siege
    """
    from simcore.cli.output import print_json_pages
    from simcore.errors import ABSENT

    print_json_pages(
        published_campaign() if (game, combat) == ("campaign", None) else published(game or ABSENT, combat or ABSENT)
    )


def published_campaign() -> dict[str, Any]:
    """The schema of campaigns; the other fields of a stage are those of its combat."""
    from simcore.advice.campaign.document import Plan

    return {"$schema": DIALECT, **Plan.published(None), "title": "campaign"}


def published(game: str, combat: str) -> dict[str, Any]:
    """The schema of whole documents, `game` and `combat` included."""
    from simcore.games import find_combat

    known = find_combat(game, combat)
    shape = known.shape.published(known.load_facts(None))
    properties = {"game": {"const": game}, "combat": {"const": combat}, **shape.pop("properties", {})}
    required = ["game", "combat", *shape.pop("required", [])]
    return {
        "$schema": DIALECT,
        **shape,
        "title": f"{game} {combat}",
        "type": "object",
        "properties": properties,
        "required": required,
    }
