"""The frame of a campaign's document: its stages, when each is fought, and where it goes else.

What stands in a stage besides is the scenario of its combat, with places for armies (see `plan`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from simcore.io.documents import entries
from simcore.scenarios.scenario import Document

MOST_STAGES = 12
_NAME = r"[a-z0-9][a-z0-9_-]{0,39}"


def _name(value: object) -> object:
    if not isinstance(value, str) or not re.fullmatch(_NAME, value):
        raise ValueError("a name of at most 40 small letters, digits and hyphens")
    return value


def _conditions(value: object) -> object:
    """Winners by stage; a word or list alone speaks of the stage before."""
    wanted = value if isinstance(value, Mapping) else {"": value}
    told = {}
    for stage, winners in wanted.items():
        listed = entries(winners) if isinstance(winners, str) else winners
        if not isinstance(listed, (list, tuple)) or not listed or not all(isinstance(word, str) for word in listed):
            raise ValueError("who has won the stage before, or a table with the winners of stages by their names")
        told[stage] = tuple(listed)
    return told


Name = Annotated[str, Field(json_schema_extra={"pattern": f"^{_NAME}$"}), BeforeValidator(_name)]
Winners = str | Annotated[list[str], Field(min_length=1)]


class Stage(BaseModel):
    """One combat of a campaign: a scenario without its game. A field can be a table with `carry` (docs/advice.md)."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: Name = Field(description="what other stages call it")
    combat: str = Field(description="which combat of the game")
    when: Annotated[
        dict[str, tuple[str, ...]],
        BeforeValidator(_conditions, json_schema_input_type=Winners | dict[str, Winners]),
        Field(description="who must have won the stage before, or stages by name; absent: it is fought in any case"),
    ] = {}
    otherwise: str | None = Field(
        None, description="the later stage to go to if `when` does not hold; absent: the campaign is over"
    )


class Plan(Document):
    """Battles of one game, one after the other."""

    game: str = Field(description="the game of all stages")
    stages: Annotated[tuple[Stage, ...], Field(min_length=1, max_length=MOST_STAGES)]
