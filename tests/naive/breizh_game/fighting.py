"""Battle, Fight and Besiege of Breizh 1341 (Actions in Detail), as the rulebook has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from naive.breizh_game.game import (
    Decision,
    Game,
    Matters,
    PreparedScenario,
    ask_for_character,
    character_for,
    other,
    place,
    possible_answers,
)
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


def battles(game: Game, recruiter: int) -> PreparedScenario:
    """Battle: example: whoever has recruited says which comes first."""
    table = game.table
    while True:
        where = [r for r in table.box.regions if there_is_battle(table.troops[camp][r] for camp in CAMPS)]
        if not where:
            return
        region = yield Decision("battle in", recruiter, tuple(where), "Battle")
        bonus = [0, 0]
        for camp in (game.active, other(game.active)):
            fears = possible_answers(game, other(camp), "battle") if camp == game.active else {bonus[other(camp)]}
            matters = decides(game, region, camp, fears)
            bonus[camp] = yield from character_for(game, camp, "battle", matters, "Battle")
        winner = fight_out(game, region, bonus)
        if winner is not None and table.can_place("partisans", winner, region):
            yield from place(game, "partisans", winner, region, "Battle: the winner rallies 1 partisan")


def round_of(troops: tuple[int, ...], ahead: int) -> tuple[tuple[int, ...], int | None]:
    """Battle Resolution: what one round leaves, `ahead` being Montfort's strength less Blois's; who leads by 3."""
    if abs(ahead) < DECISIVE:
        return tuple(number - 1 for number in troops), None
    stronger = MONTFORT if ahead > 0 else BLOIS
    left = list(troops)
    lost = max(1, -(-troops[other(stronger)] // 2))
    left[other(stronger)] -= lost
    left[stronger] -= max(1, -(-lost // 2))
    return tuple(left), stronger


def strength_ahead(troops: tuple[int, ...], bonus: Sequence[int]) -> int:
    """Montfort's strength less Blois's, but for their dice."""
    montfort, blois = (troops[camp] + ARCHERS[camp] + bonus[camp] for camp in CAMPS)
    return montfort - blois


def winner_of(game: Game, troops: tuple[int, ...], stronger: int | None) -> int | None:
    """Battle Resolution: 3 points stronger in the last round, or alone with troops; reading: which comes first."""
    alone = [camp for camp in CAMPS if troops[camp] > 0 and troops[other(camp)] == 0]
    survivor = alone[0] if alone else None
    first, second = (survivor, stronger) if game.options.winner == "survivor" else (stronger, survivor)
    return second if first is None else first


def fight_out(game: Game, region: str, bonus: list[int]) -> int | None:
    """Battle Resolution: rounds until 4 troops or fewer are left or one camp has none; who has won."""
    troops, stronger = tuple(game.table.troops[camp][region] for camp in CAMPS), None
    while there_is_battle(troops):
        montfort, blois = game.chance.die(), game.chance.die()
        troops, stronger = round_of(troops, strength_ahead(troops, bonus) + montfort - blois)
        game.follow(f"Battle Resolution: a difference of {'2 or less' if stronger is None else '3 or more'}")
    game.follow("Battle Resolution")
    if stronger is not None:
        game.follow("Battle Resolution: a lead of 3 in the last round")
    for camp in CAMPS:
        game.table.troops[camp][region] = troops[camp]
    return winner_of(game, troops, stronger)


def decides(game: Game, region: str, camp: int, fears: Iterable[int]) -> Matters:
    """Would a bonus of `camp` let any dice end the battle otherwise, whatever of the `fears` the enemy has?"""
    rolls = {one - another for one in game.table.box.faces for another in game.table.box.faces}
    start = tuple(game.table.troops[camp][region] for camp in CAMPS)
    Side = tuple[tuple[int, ...], int | None]

    def differ(one: Side, two: Side, bonuses: tuple[list[int], list[int]]) -> bool:
        going = [there_is_battle(troops) for troops, _ in (one, two)]
        if not any(going):
            ends = [(troops, winner_of(game, troops, stronger)) for troops, stronger in (one, two)]
            return ends[0] != ends[1]
        for roll in rolls:
            after = [
                round_of(side[0], strength_ahead(side[0], bonus) + roll) if goes_on else side
                for side, bonus, goes_on in zip((one, two), bonuses, going, strict=True)
            ]
            if differ(after[0], after[1], bonuses):
                return True
        return False

    def matters(bonus: int) -> bool:
        for fear in fears:
            without, having = [fear, fear], [fear, fear]
            without[camp], having[camp] = 0, bonus
            if differ((start, None), (start, None), (without, having)):
                return True
        return False

    return matters


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


def fight(game: Game, camp: int) -> PreparedScenario:
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


def besiege(game: Game, camp: int) -> PreparedScenario:
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
            yield from announce_characters(game, camp, {castle: troops}, helped, hindered)
        table.before_castles[camp] -= troops
        if falls(game, castle, troops + helped[castle] - hindered[castle] + game.chance.die()):
            game.follow("Besiege: the castle falls")
            table.masters[castle] = camp
            yield from supplement(game, camp, castle)
        else:
            game.follow("Besiege: the castle holds")


def announce_characters(
    game: Game, camp: int, sieges: dict[str, int], helped: Counter[str], hindered: Counter[str]
) -> PreparedScenario:
    """Besiege: the besieger's character for one siege, then the opponent's for one."""
    fears = possible_answers(game, other(camp), "siege_defence")
    attack = {castle: ("siege", helps(game, castle, troops, fears)) for castle, troops in sieges.items()}
    castle, bonus = yield from ask_for_character(game, camp, attack, "Besiege")
    helped[castle] += bonus
    defence = {
        castle: ("siege_defence", hinders(game, castle, troops + helped[castle])) for castle, troops in sieges.items()
    }
    castle, bonus = yield from ask_for_character(game, other(camp), defence, "Besiege: the opponent")
    hindered[castle] += bonus


def helps(game: Game, castle: str, troops: int, fears: Iterable[int]) -> Matters:
    """Would a bonus change any roll of the siege, whatever of the `fears` the enemy may play?"""
    faces = game.table.box.faces

    def matters(bonus: int) -> bool:
        return any(
            falls(game, castle, troops + face + bonus - less) != falls(game, castle, troops + face - less)
            for less in fears
            for face in faces
        )

    return matters


def hinders(game: Game, castle: str, strength: int) -> Matters:
    """Would a penalty change any roll of the siege?"""
    matters = helps(game, castle, strength, (0,))
    return lambda less: matters(-less)


def supplement(game: Game, camp: int, castle: str) -> PreparedScenario:
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
