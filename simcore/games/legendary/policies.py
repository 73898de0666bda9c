"""Who takes the next result of an attack: policies with names, see READINGS.md.

A policy is an order: of the kinds within reach, the one with the smallest key takes the result.
"""

from __future__ import annotations

from simcore.engine.jit import step

SPARE_CHARACTERS, CHEAPEST_FIRST, CHARACTERS_FIRST, AS_LISTED, FREE = range(5)
OPTIMAL = "optimal"  # the best assignment there is: every way is kept, and the engine chooses (`FREE`)

POLICIES = {
    "spare_characters": SPARE_CHARACTERS,
    "cheapest_first": CHEAPEST_FIRST,
    "characters_first": CHARACTERS_FIRST,
    "as_listed": AS_LISTED,
    OPTIMAL: FREE,
}


GROUP, BY_WOUNDS = 1 << 20, 1 << 10  # weights in a key: first the group of kinds, then wounds left, then cheapness


@step
def key(policy, kind, character, wounds, cheapness, takes):
    """The place of a kind in the order of `policy`; smaller keys are taken first.

    `character`: 1 or 0; `wounds`: those a character has left; `cheapness`: 0 for the cheapest kind of the side;
    `takes`: wounds the result would take from a character (more than he can have, for a Push).
    """
    if policy == AS_LISTED:
        return kind
    if policy == CHARACTERS_FIRST:
        return (wounds * BY_WOUNDS if character else GROUP) - cheapness
    if not character:
        return GROUP + cheapness
    survives = policy == CHEAPEST_FIRST and wounds > takes
    dies_last = 0 if policy == CHEAPEST_FIRST else wounds
    return cheapness - wounds * BY_WOUNDS if survives else 2 * GROUP + cheapness - dies_last * BY_WOUNDS
