"""`simcore schema`: the JSON Schema of a combat's scenarios, and of campaigns."""

from __future__ import annotations

from typing import Annotated, Any

import typer

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Pydantic says some limits in its own words where a value is also checked by a function.
_LENGTHS = {"minLength": "minItems", "maxLength": "maxItems"}
_LIMITS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}


def schema(
    game: Annotated[str, typer.Argument(metavar="GAME", show_default=False)] = "nothing",
    combat: Annotated[str, typer.Argument(metavar="COMBAT", show_default=False)] = "nothing",
) -> None:
    """Print the JSON Schema of a combat: what a scenario document can say. For `campaign`: what a campaign can say.

    \b
    Example:
    simcore schema cent-ans siege
    """
    from simcore.cli.output import print_json_pages

    print_json_pages(published_campaign() if (game, combat) == ("campaign", "nothing") else published(game, combat))


def published_campaign() -> dict[str, Any]:
    """The schema of campaigns; the other fields of a stage are those of its combat."""
    from simcore.advice.campaign_plan import Plan

    return {"$schema": DIALECT, **_renamed(Plan.model_json_schema()), "title": "campaign"}


def published(game: str, combat: str) -> dict[str, Any]:
    """The schema of whole documents, `game` and `combat` included."""
    from simcore.games import find_combat

    shape = _renamed(find_combat(game, combat).shape.model_json_schema())
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


def _renamed(tree: Any) -> Any:
    if isinstance(tree, list):
        return [_renamed(item) for item in tree]
    if not isinstance(tree, dict):
        return tree
    names = {"integer": _LIMITS, "number": _LIMITS, "array": _LENGTHS}.get(str(tree.get("type")), {})
    named: dict[str, Any] = {}
    for key, item in tree.items():
        name = str(names.get(key, key))
        # A limit said twice: the narrower one holds.
        narrower = max if name in ("minimum", "exclusiveMinimum", "minItems") else min
        named[name] = narrower(named[name], item) if name in named else _renamed(item)
    return named
