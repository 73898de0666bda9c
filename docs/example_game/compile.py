"""From a scenario and the facts to a `Problem`, which either engine can answer."""

from __future__ import annotations

from functools import partial

import numpy as np

from docs.example_game import EDITION, kernels
from docs.example_game.facts import TowersFacts
from docs.example_game.narration import RaidNarration
from docs.example_game.outcomes import columns, with_losses
from docs.example_game.scenarios import Raid
from simcore.engine.dice import pack
from simcore.engine.resolver import Problem, Resolver, Tallies

RESOLVER = Resolver.of(EDITION, kernels)


def raid_problem(scenario: Raid, facts: TowersFacts) -> Problem:
    """The raid ready for either engine."""
    die = facts.dice["raid"].value
    faces = np.array([die.raider, die.guard, die.both])
    result = np.flatnonzero(faces)
    size = (scenario.raiders, scenario.guards)
    model = kernels.Raid(pack(np.array([0, result.size]), faces[result] / faces.sum()), result, np.array(size))
    states = (size[0] + 1) * (size[1] + 1)
    return Problem(
        resolver=RESOLVER,
        model=model,
        start=0,
        states=states,
        phases=1,
        endings=states,
        columns=partial(columns, guards=scenario.guards),
        tallies=Tallies(rounds=np.ones(1)),
        derive=partial(with_losses, size),
        retell=RaidNarration(size, result),
    )
