"""Scenarios of Breizh 1341 for tests, and outcomes in a form that can be compared."""


def battle(montfort, blois, montfort_bonus=0, blois_bonus=0, **more):
    return {
        "game": "breizh", "combat": "battle", "montfort": montfort, "blois": blois,
        "montfort_bonus": montfort_bonus, "blois_bonus": blois_bonus, **more,
    }  # fmt: skip


def siege(**fields):
    return {"game": "breizh", "combat": "siege", **fields}


def fight(*targets, **fields):
    return {"game": "breizh", "combat": "fight", "targets": list(targets), **fields}


def distribution(result):
    """Every outcome without its zeros, and its chance."""
    told = {}
    for outcome in result.outcomes:
        p = outcome.pop("p")
        told[tuple((name, value) for name, value in sorted(outcome.items()) if value)] = p
    return told


EXAMPLE_SIEGES = siege(
    pool=7,
    sieges=[
        {"castle": "dinan", "troops": 2, "character": "robert-de-beaumanoir"},
        {"castle": "dol", "troops": 1},
        {"castle": "rennes", "troops": 4},
    ],
)


SCENARIOS = [
    battle(20, 18, 1, 2),
    battle(7, 12, 3, rules={"winner": "survivor"}),
    battle(2, 2),
    siege(
        sieges=[{"castle": c, "troops": t} for c, t in (("vannes", 3), ("auray", 2), ("dol", 1), ("brest", 4))], pool=9
    ),
    siege(strength=2, troops=2),
    siege(strength=2, troops=1),
    fight(1, {"region": "tregor", "troops": 2, "highwaymen": 1}, bonus=-1),
]
