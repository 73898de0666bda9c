"""`simcore schema`: the JSON Schema of a combat's scenarios, and of campaigns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from simcore.facts import Facts

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Pydantic says these limits in its own words where a list is also checked by a function.
_LENGTHS = {"minLength": "minItems", "maxLength": "maxItems"}


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
    from simcore.advice.campaign_document import Plan

    return {"$schema": DIALECT, **_published(Plan.model_json_schema(), None), "title": "campaign"}


def published(game: str, combat: str) -> dict[str, Any]:
    """The schema of whole documents, `game` and `combat` included."""
    from simcore.games import find_combat

    known = find_combat(game, combat)
    shape = _published(known.shape.model_json_schema(), known.load_facts(None))
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


def _published(tree: Any, facts: Facts | None) -> Any:
    """The schema in the words of the standard, with the limits that hang on facts."""
    if isinstance(tree, list):
        return [_published(item, facts) for item in tree]
    if callable(tree):
        return tree(facts)
    if not isinstance(tree, dict):
        return tree
    names = _LENGTHS if tree.get("type") == "array" else {}
    return {names.get(key, key): _published(item, facts) for key, item in tree.items()}
