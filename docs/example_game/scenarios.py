"""What a person writes for a raid."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from simcore.scenarios.scenario import Between, Scenario

MOST = 50
Units = Annotated[int, Between(1, MOST, "as many as a table has ever seen")]


class Raid(Scenario):
    """Raiders against the guards of a tower (2)."""

    raiders: Units = Field(description="raiders that come")
    guards: Units = Field(description="guards in the tower")
