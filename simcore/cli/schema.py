"""`simcore schema`: the JSON Schema of a combat's scenarios, of campaigns, and of hands to commit from."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simcore.cli import options

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    combat: Annotated[str | None, typer.Argument(metavar="COMBAT", show_default=False)] = None,
    facts: options.FactsFile = None,
) -> None:
    """Print the JSON Schema of a combat: what a scenario document can say.

    For `campaign` or `commit` in place of GAME: what a document of that command can say; for `result`: what an answer
    of odds and batch says. With --facts, the limits and names of that file.

    \b
    Example:
    simcore schema cent-ans siege
    """
    from simcore.cli.output import print_json_pages
    from simcore.errors import ABSENT, BadInput, nearest
    from simcore.games import COMBATS

    others = {"campaign": published_campaign, "commit": published_hands, "result": published_result}
    if game in others:
        if combat is not None:
            raise BadInput("combat", combat, f"nothing after {game}")
        if facts is not None:
            raise BadInput("facts", facts, "a file for one combat; name its game and the combat")
        print_json_pages(others[game]())
    elif game not in COMBATS:
        raise BadInput("game", game or ABSENT, nearest(game or ABSENT, [*COMBATS, *others]))
    else:
        print_json_pages(published(game, combat or ABSENT, facts))


def published_campaign() -> dict[str, Any]:
    """The schema of campaigns; the other fields of a stage are those of its combat."""
    from simcore.advice.campaign.document import Plan

    return {"$schema": DIALECT, **Plan.published(None), "title": "campaign"}


def published_hands() -> dict[str, Any]:
    """The schema of the hands and the town that `commit` is asked about."""
    from simcore.games.joan.commitment_game import Question
    from simcore.games.joan.facts import facts

    return {"$schema": DIALECT, **Question.published(facts()), "title": "commit"}


def published_result() -> dict[str, Any]:
    """The schema of answers of `odds --json` and `batch`."""
    share, by_name = {"type": "number", "minimum": 0, "maximum": 1}, {"type": "object"}
    shares = {**by_name, "additionalProperties": share}
    titles = {"type": "array", "items": {"type": "string"}}
    policies = {**by_name, "additionalProperties": {"type": "string"}}
    always = {
        "schema": {"const": "simcore.evaluation.result/1"},
        "scenario": {**by_name, "description": "as understood, defaults filled in"},
        "scenario_id": {"type": "string"},
        "method": {"enum": ["exact", "monte-carlo"]},
        "win": {**shares, "description": "the chance of each winner, or of what else can happen"},
        "standard_error": {"anyOf": [{**by_name, "additionalProperties": {"type": "number"}}, {"type": "null"}]},
        "interval": {"anyOf": [by_name, {"type": "null"}], "description": "95 % intervals of `win`"},
        "trials": {"type": ["integer", "null"]},
        "seed": {"type": ["integer", "null"]},
        "sampler": {"enum": ["chain", "direct", None]},
        "mass": {"type": "number", "description": "the chance of coming to an end"},
        "expected": {**by_name, "description": "means; null where there is none"},
        "chosen": {**by_name, "description": "what was chosen on the way"},
        "policies": {**policies, "description": "by path: the policy, wherever one decides anything"},
        "assumed": titles,
        "public": titles,
        "rules": {"type": "string"},
        "version": {"type": "string"},
    }
    now_and_then = {
        "outcomes": {"type": "array", "items": {**by_name, "required": ["p", "winner"]}},
        "chance_of": {**shares, "description": "by condition: what --chance-of asked for"},
        "best_play": {
            **by_name, "description": "odds alone: what best play of both sides would give, and how to ask for it",
            "properties": {"win": {"anyOf": [shares, {"type": "null"}]}, "ask": {"type": "string"}},
        },
        "id": {"description": "batch alone: that of the line"},
    }  # fmt: skip
    properties = {**always, **now_and_then}
    return {
        "$schema": DIALECT, "title": "result", "type": "object", "properties": properties, "required": [*always],
        "additionalProperties": False,
    }  # fmt: skip


def published(game: str, combat: str, facts: str | None = None) -> dict[str, Any]:
    """The schema of whole documents, `game` and `combat` included, under an owner's file of facts."""
    from pathlib import Path

    from simcore.games import find_combat
    from simcore.scenarios.edits import BOTH, policy_fields

    known = find_combat(game, combat)
    shape = known.shape.published(known.load_facts(None if facts is None else Path(facts)))
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
