"""Which of the possible targets is attacked: policies with names, see READINGS.md."""

from __future__ import annotations

from simcore.engine.jit import step

WEAKEST_FIRST, STRONGEST_FIRST, SHOOTERS_FIRST = range(3)

POLICIES = {
    "weakest_first": WEAKEST_FIRST,
    "strongest_first": STRONGEST_FIRST,
    "shooters_first": SHOOTERS_FIRST,
}

NO_TARGET = 1 << 20  # worse than every target


@step
def preference(policy, troop, life, shooter):
    """A target's place in the queue, the lowest is attacked; ties by `troop`, its listed number."""
    if policy == STRONGEST_FIRST:
        return (-life << 4) + troop
    if policy == SHOOTERS_FIRST and not shooter:
        return (1 << 10) + (life << 4) + troop
    return (life << 4) + troop
