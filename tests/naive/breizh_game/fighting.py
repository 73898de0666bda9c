"""Battle, Fight and Besiege of Breizh 1341 (Actions in Detail), as the rulebook has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from naive.breizh_game.game import Asked, Decision, Game, character_for, other, place
from naive.breizh_game.table import (
    ARCHERS,
    BATTLE_FROM,
    BLOIS,
    CAMPS,
    DECISIVE,
    MONTFORT,
    OVER_CASTLE,
    REMOVED_PER_REGION,
)

# ---- battle --------------------------------------------------------------------------------------------------------


def there_is_battle(troops: Iterable[int]) -> bool:
    """Battle: troops from opposing camps totalling at least 5."""
    montfort, blois = troops
    return montfort > 0 and blois > 0 and montfort + blois >= BATTLE_FROM


def battles(game: Game, recruiter: int) -> Asked:
    """Battle: example: whoever has recruited says which comes first."""
    table = game.table
    while True:
        where = [r for r in table.box.regions if there_is_battle(table.troops[camp][r] for camp in CAMPS)]
        if not where:
            return
        region = yield Decision("battle in", recruiter, tuple(where), "Battle")
        bonus = [0, 0]
        for camp in (game.active, other(game.active)):
            bonus[camp] = yield from character_for(game, camp, "battle", lambda bonus: True, "Battle")
        winner = fight_out(game, region, bonus)
        if winner is not None and table.can_place("partisans", winner, region):
            yield from place(game, "partisans", winner, region, "Battle: the winner rallies 1 partisan")


def fight_out(game: Game, region: str, bonus: list[int]) -> int | None:
    """Battle Resolution: rounds until 4 troops or fewer are left or one camp has none; who has won."""
    troops = [game.table.troops[camp][region] for camp in CAMPS]
    stronger = None
    while there_is_battle(troops):
        strength = [troops[camp] + ARCHERS[camp] + bonus[camp] + game.chance.die() for camp in CAMPS]
        stronger = None
        if abs(strength[MONTFORT] - strength[BLOIS]) >= DECISIVE:
            stronger = MONTFORT if strength[MONTFORT] > strength[BLOIS] else BLOIS
            weaker = other(stronger)
            game.follow("Battle Resolution: a difference of 3 or more")
            lost = max(1, -(-troops[weaker] // 2))
            troops[weaker] -= lost
            troops[stronger] -= max(1, -(-lost // 2))
        else:
            game.follow("Battle Resolution: a difference of 2 or less")
            troops = [number - 1 for number in troops]
    game.follow("Battle Resolution")
    if stronger is not None:
        game.follow("Battle Resolution: a lead of 3 in the last round")
    for camp in CAMPS:
        game.table.troops[camp][region] = troops[camp]
    alone = [camp for camp in CAMPS if troops[camp] > 0 and troops[other(camp)] == 0]
    survivor = alone[0] if alone else None
    first, second = (survivor, stronger) if game.options.winner == "survivor" else (stronger, survivor)
    return second if first is None else first


# ---- fight ---------------------------------------------------------------------------------------------------------


def targets(game: Game, camp: int, removed: Counter[tuple[str, str]]) -> list[tuple[str, str]]:
    """Fight: enemy troops and highwaymen, 2 a region at most; reading: of both kinds together, or of each."""
    table, found = game.table, []
    for region in table.box.regions:
        for kind in ("troops", "highwaymen"):
            there = table.troops[other(camp)][region] if kind == "troops" else table.highwaymen[region]
            gone = removed[region, kind]
            if game.options.limit == "together":
                gone = removed[region, "troops"] + removed[region, "highwaymen"]
            if there > 0 and gone < REMOVED_PER_REGION:
                found.append((region, kind))
    return found


def most_removed(game: Game, camp: int) -> int:
    """How many a Fight could remove if its die allowed any number."""
    together, total = game.options.limit == "together", 0
    for region in game.table.box.regions:
        kinds = (game.table.troops[other(camp)][region], game.table.highwaymen[region])
        total += min(sum(kinds), 2) if together else sum(min(kind, 2) for kind in kinds)
    return total


def fight(game: Game, camp: int) -> Asked:
    """Fight: the die, and the bonus of a character, say how many can go at most."""
    most, faces = most_removed(game, camp), game.table.box.faces

    def matters(bonus: int) -> bool:
        return any(min(face, most) != min(face + bonus, most) for face in faces)

    bonus = yield from character_for(
        game, camp, "fight", lambda bonus: any(min(face, most) != min(face + bonus, most) for face in faces), "Fight"
    )
    number, removed = game.chance.die() + bonus, Counter[tuple[str, str]]()
    for _ in range(number):
        able = targets(game, camp, removed)
        if not able:
            return
        target = yield Decision("remove", camp, (None, *able), "Fight")
        if target is None:
            return
        region, kind = target
        game.follow("Fight")
        if kind == "troops":
            game.table.troops[other(camp)][region] -= 1
        else:
            game.table.highwaymen[region] -= 1
        removed[target] += 1


# ---- siege ---------------------------------------------------------------------------------------------------------


def possible_sieges(game: Game, camp: int, announced: Iterable[str]) -> list[tuple[str, int]]:
    """Besiege: any castle, neutral or the enemy's, by as many troops as its strength or one more."""
    table = game.table
    return [
        (castle, troops)
        for castle, (region, strength) in table.box.castles.items()
        if castle not in announced and table.masters.get(castle) != camp
        for troops in (strength, strength + 1)
        if troops <= table.troops[camp][region]
    ]


def falls(game: Game, castle: str, strength: int) -> bool:
    return strength >= game.table.box.castles[castle][1] + OVER_CASTLE


def besiege(game: Game, camp: int) -> Asked:
    """Besiege: the sieges and their troops are announced, then they are resolved one after another."""
    table, sieges = game.table, dict[str, int]()
    while able := possible_sieges(game, camp, sieges):
        chosen = yield Decision("besiege", camp, ((None,) if sieges else ()) + tuple(able), "Besiege")
        if chosen is None:
            break
        castle, troops = chosen
        game.follow("Besiege")
        sieges[castle] = troops
        table.troops[camp][table.box.castles[castle][0]] -= troops
        table.before_castles[camp] += troops
    helped, hindered = Counter[str](), Counter[str]()
    if game.options.characters == "announced":
        yield from announce_characters(game, camp, sieges, helped, hindered)
    for castle, troops in sieges.items():
        if game.options.characters == "each-siege":
            fears = {0, *possible_defence(game, other(camp))}
            helped[castle] = yield from character_for(
                game, camp, "siege", helps(game, castle, troops, fears), "Besiege"
            )
            hindered[castle] = yield from character_for(
                game, other(camp), "siege_defence", hinders(game, castle, troops + helped[castle]), "Besiege"
            )
        table.before_castles[camp] -= troops
        if falls(game, castle, troops + helped[castle] - hindered[castle] + game.chance.die()):
            game.follow("Besiege: the castle falls")
            table.masters[castle] = camp
            yield from supplement(game, camp, castle)
        else:
            game.follow("Besiege: the castle holds")


def announce_characters(
    game: Game, camp: int, sieges: dict[str, int], helped: Counter[str], hindered: Counter[str]
) -> Asked:
    """Character Cards: announced before the action; the besieger's for one siege, then the opponent's for one."""
    fears = {0, *possible_defence(game, other(camp))}
    for whose, action, bonuses in ((camp, "siege", helped), (other(camp), "siege_defence", hindered)):

        def matters(bonus: int, whose: int = whose) -> bool:
            if whose == camp:
                return any(helps(game, castle, troops, fears)(bonus) for castle, troops in sieges.items())
            return any(hinders(game, castle, troops + helped[castle])(bonus) for castle, troops in sieges.items())

        bonus = yield from character_for(game, whose, action, matters, "Besiege")
        if bonus:
            castle = yield Decision("character at", whose, tuple(sieges), "Character Cards; Besiege")
            bonuses[castle] = bonus


def helps(game: Game, castle: str, troops: int, fears: Iterable[int]) -> Callable[[int], bool]:
    """Would a bonus change any roll of the siege, whatever of the `fears` the enemy may play?"""
    faces = game.table.box.faces

    def matters(bonus: int) -> bool:
        return any(
            falls(game, castle, troops + face + bonus - less) != falls(game, castle, troops + face - less)
            for less in fears
            for face in faces
        )

    return matters


def hinders(game: Game, castle: str, strength: int) -> Callable[[int], bool]:
    """Would a penalty change any roll of the siege?"""
    matters = helps(game, castle, strength, (0,))
    return lambda less: matters(-less)


def possible_defence(game: Game, camp: int) -> set[int]:
    """What the besieger may have to fear of the enemy's characters: he sees how many there are, not which."""
    table = game.table
    if game.character_played[camp] or not table.companions[camp]:
        return set()
    unseen = table.companions[camp] | table.piles[camp]
    return {table.box.characters[name][1].bonus("siege_defence") for name in unseen}


def supplement(game: Game, camp: int, castle: str) -> Asked:
    """Besiege: of strength 2 "may eliminate 1 or rally 1", of strength 3 "may eliminate 1 and rally 1"."""
    table = game.table
    region, strength = table.box.castles[castle]
    able = set()
    if table.partisans[other(camp)][region] > 0:
        able.add("eliminate")
    if table.can_place("partisans", camp, region):
        able.add("rally")
    options = {frozenset(), *(frozenset([one]) for one in able)}
    if strength >= 3:
        options.add(frozenset(able))
    if strength < 2 or not able:
        return
    section = f"Besiege: castle of strength {strength}"
    taken = yield Decision("supplement", camp, tuple(options), section)
    if "eliminate" in taken:
        game.follow(section)
        table.partisans[other(camp)][region] -= 1
    if "rally" in taken:
        yield from place(game, "partisans", camp, region, section)
