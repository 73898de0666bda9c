"""The `Table` of a scenario, packed from the facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import numpy as np

from simcore.errors import BadInput, nearest
from simcore.games.cent_ans import facts as battle_facts
from simcore.games.cent_ans.full_game import facts as shapes
from simcore.games.cent_ans.full_game import state as s
from simcore.games.cent_ans.full_game.board_arrays import (
    A_NORTH,
    A_NORTH_CAMP,
    A_SOUTH,
    A_SOUTH_CAMP,
    C_IN_DECK,
    MOST_NEIGHBOURS,
    NUMBERS,
    ScenarioName,
    Table,
)
from simcore.types import Array

_COAST = {"atlantic": 1, "channel": 2}
_CHANGE = {"none": 0, "one": 1, "all": 2}
_FACTION = {name: number for number, name in enumerate(shapes.FACTIONS)}


def table(
    scenario: ScenarioName,
    figures: shapes.FullFacts,
    odds: tuple[Array, Array],
    *,
    refuge: bool = False,
    last_loss: bool = False,
    markers: bool = False,
) -> Any:
    """The `Table` of a scenario, packed; `odds` as in `odds.exact_odds`, or `odds.nothing`."""
    tracks = {name: fact.value for name, fact in figures.tracks.items()}
    challenge = scenario == "english-challenge"
    board = _board(figures)

    def in_regions(wanted: tuple[str, ...]) -> Array:
        regions = list(figures.regions)
        for name in wanted:
            if name not in regions:
                raise BadInput("region of a card", name, nearest(name, regions))
        return np.array([int(at >= 0 and regions[at] in wanted) for at in board["region"]])

    whole = Table(
        scenario={"introductory": s.INTRODUCTORY, "historical": s.HISTORICAL}.get(scenario, s.BASIC),
        heart_needed=np.array([tracks["heart_english_challenge" if challenge else "heart"], tracks["heart"]]),
        turns=2 if scenario == "introductory" else tracks["turns"],
        numbers=np.array([tracks[name] for name in NUMBERS]),
        company_size=figures.limits["free_company"].value, refuge=int(refuge), last_loss=int(last_loss),
        markers=int(markers),
        words=shapes.words_of(figures),
        pitched=odds[0], siege=odds[1],
        **board, **_units(figures, board, in_regions), **_leaders(scenario, figures, board["coast"], in_regions),
        **_faction_cards(figures, in_regions), **_tactic_cards(figures), **_combat(figures),
    )  # fmt: skip
    return _packed(whole)


InRegions = Callable[[tuple[str, ...]], Array]


def _board(figures: shapes.FullFacts) -> dict[str, Any]:
    """Zones, ways between them, regions and marked zones (5)."""
    names = list(figures.zones)
    number = {name: at for at, name in enumerate(names)}
    zones = len(names) + 2
    regions = list(figures.regions)
    paris = next(name for name in names if figures.zones[name].value.place == "paris")
    beside = [other for fact in figures.borders.values() if paris in fact.value.zones
              for other in fact.value.zones if other != paris]  # fmt: skip
    if len(beside) != 2:
        raise BadInput("board borders", f"{len(beside)} of Paris", "two: it joins the zones of Île de France (10.2.4)")
    marks = [number[paris], zones - 2, zones - 1, number[beside[0]], number[beside[1]],
             number[figures.marks["english_port"].value[0]], number[figures.marks["papal_guard"].value[0]]]  # fmt: skip

    roads = np.full((zones, MOST_NEIGHBOURS), -1)
    borders = np.full((zones, MOST_NEIGHBOURS), -1)
    for fact in figures.borders.values():
        a, b = (number[name] for name in fact.value.zones)
        for one, other in ((a, b), (b, a)):
            _append(borders[one], other)
            if not fact.value.river or fact.value.bridge:
                _append(roads[one], other)
    for camp, outside in ((marks[A_NORTH_CAMP], marks[A_NORTH]), (marks[A_SOUTH_CAMP], marks[A_SOUTH])):
        roads[camp, 0] = borders[camp, 0] = outside
    if len(regions) > s.MOST_REGIONS:
        raise BadInput("board regions", len(regions), f"at most {s.MOST_REGIONS}")
    region = np.full(zones, -1)
    place, coast = np.zeros(zones, np.int64), np.zeros(zones, np.int64)
    region_zones = np.full((len(regions), MOST_NEIGHBOURS), -1)
    for name, fact_ in figures.zones.items():
        at, zone = number[name], fact_.value
        region[at] = regions.index(zone.region)
        place[at] = get_args(shapes.PlaceKind).index(zone.place)
        coast[at] = sum(_COAST[one] for one in zone.coast)
        _append(region_zones[region[at]], at)

    return {
        "zones": zones, "roads": roads, "borders": borders, "region": region, "place": place, "coast": coast,
        "region_zones": region_zones, "marks": np.array(marks),
        "point": np.array([int(one.value.point) for one in figures.regions.values()]),
        "heart": np.array([int(one.value.heart) for one in figures.regions.values()]),
        "camps": np.array([number[name] for name in figures.marks["routier_camps"].value]),
    }  # fmt: skip


def _units(figures: shapes.FullFacts, board: dict[str, Any], in_regions: InRegions) -> dict[str, Any]:
    """Units in the box, on the board at the start (6.2), and where reinforcements may come (9)."""
    zones, coast = board["zones"], board["coast"]
    number = {name: at for at, name in enumerate(figures.zones)}
    reinforced = np.zeros((4, zones), np.int64)
    reinforced[s.ENGLISH] = coast > 0
    reinforced[s.BURGUNDIAN] = in_regions(("Burgundy", "Navarre", "Brittany"))
    reinforced[s.FRENCH, : zones - 2] = 1
    for name in figures.marks["armagnac_cities"].value:
        reinforced[s.ARMAGNAC, number[name]] = 1
    setup = np.zeros((zones, s.KINDS), np.int64)
    for name, garrison in figures.setup.items():
        here = garrison.value
        english, french = here.english + here.burgundian, here.french + here.armagnac
        if english and french:
            raise BadInput(f"board setup.{name}", "units of both camps", "units of one camp")
        setup[number[name]] = (
            here.english, here.burgundian, here.elite if english else 0, here.french, here.armagnac,
            0 if english else here.elite, here.routier,
        )  # fmt: skip

    box = np.array([figures.box[name].value for name in (*shapes.FACTIONS, "elite", "routier")])  # type: ignore[index]
    return {"reinforced": reinforced, "setup": setup, "box": box}


def _leaders(scenario: ScenarioName, figures: shapes.FullFacts, coast: Array, in_regions: InRegions) -> dict[str, Any]:
    """Leaders of the camps and of the Routiers, and when they come (8, 13)."""
    leader = np.zeros((s.LEADERS, 18), np.int64)
    leader_zone = np.zeros((s.LEADERS, coast.size), np.int64)
    arrival = np.full(s.LEADERS, 99)
    for at, key in enumerate(shapes.LEADERS):
        army, sheet = figures.leaders[key].value, figures.leader_cards[key].value
        french = army.camp == "french"
        leader[at] = (
            int(french), army.french if french else army.english, army.armagnac if french else army.burgundian,
            army.elite, sheet.builds_castle, sheet.passes_enemies, sheet.arrows_for_a_victory, sheet.own_arrows,
            sheet.arrows_of_each_army, sheet.arrows_of_one_army, sheet.ttm, sheet.tokens,
            _CHANGE[army.dispersion_to_retreat], army.burgundians_retreat, army.opening_loss,
            army.opening_loss_from_elite, army.siege_loss, army.siege_loss_from_elite,
        )  # fmt: skip
        leader_zone[at] = (coast > 0) if sheet.any_coast else in_regions(sheet.appears)
        if scenario in figures.arrivals:
            arrival[at] = figures.arrivals[scenario].value.get(key, 99)
    leader_turn = np.zeros((2, 100), np.int64)
    for camp, side in enumerate(("english", "french")):
        leader_turn[camp, list(figures.leader_turns[side].value)] = 1  # type: ignore[index]

    company = np.array([(one.value.arrows, one.value.units) for one in figures.companies.values()])
    company_zone = np.array([in_regions(one.value.appears) for one in figures.companies.values()])
    if len(company) != s.COMPANIES:
        raise BadInput("deck companies", len(company), f"{s.COMPANIES}")

    return {
        "leader": leader, "leader_zone": leader_zone, "leader_turn": leader_turn, "arrival": arrival,
        "company": company, "company_zone": company_zone,
    }  # fmt: skip


def _faction_cards(figures: shapes.FullFacts, in_regions: InRegions) -> dict[str, Any]:
    """The decks of the factions (17), and where the introduction deals them (18.1.1)."""
    card = np.zeros((4, s.CARDS, 10), np.int64)
    card_zone = np.zeros((4, s.CARDS, 3, in_regions(()).size), np.int64)
    hands = np.full((4, s.CARDS), s.LEFT_OUT)
    for faction, side in enumerate(shapes.FACTIONS):
        for text, one in getattr(figures, side).items():
            at, value = int(text) - 1, one.value
            used = value.kind != "event" or value.effect != "none"
            card[faction, at] = (
                ("maneuver", "truce", "event").index(value.kind), value.armies, value.zones, value.routiers, value.ttm,
                get_args(shapes.When).index(value.when), get_args(shapes.CardEffect).index(value.effect), value.amount,
                _FACTION.get(value.faction, -1) if value.faction else -1, used,
            )  # fmt: skip
            for place, name in enumerate(value.regions):
                card_zone[faction, at, place] = in_regions((name,))
        dealt = figures.hands[side].value  # type: ignore[index]
        for where, cards in ((s.IN_HAND, dealt.hand), (s.IN_DECK, dealt.pile)):
            for one_card in cards:
                if card[faction, one_card - 1, C_IN_DECK]:
                    hands[faction, one_card - 1] = where

    return {"card": card, "card_zone": card_zone, "hands": hands}


def _tactic_cards(figures: shapes.FullFacts) -> dict[str, Any]:
    """TACTIC cards, and how they work through the elite dice (10.4, 11.3.1)."""
    tactic = np.zeros((s.TACTICS, 8), np.int64)
    elite_card = np.zeros((s.TACTICS, 9), np.int64)
    for text, fact in figures.tactics.items():
        at, tactic_card = int(text) - 1, fact.value
        start = -1 if tactic_card.starts_with is None else int(tactic_card.starts_with == "french")
        tactic[at] = (
            ("technique", "equipment", "event", "calamity").index(tactic_card.kind), tactic_card.era,
            get_args(shapes.TacticEffect).index(tactic_card.effect), tactic_card.amount, start,
            tactic_card.lost_with_a_battle, tactic_card.effect != "none", tactic_card.card == "new-armour",
        )  # fmt: skip
        if tactic_card.card in figures.elite_cards:
            effect = figures.elite_cards[tactic_card.card].value
            elite_card[at] = (
                1, effect.free_attack, effect.shooter_chooses,
                ("never", "always", "initiative").index(effect.diamond_is_loss),
                effect.elite_per_die_pitched or 0, effect.elite_per_die_siege or 0, effect.elite_per_die_besieged or 0,
                effect.siege_loss, effect.siege_loss_from_elite,
            )  # fmt: skip

    return {"tactic": tactic, "elite_card": elite_card}


def _combat(figures: shapes.FullFacts) -> dict[str, Any]:
    """Dice and walls (11.4, 11.5)."""
    owned, dice = _camps(figures)
    faces = np.array([_faces(figures.dice[name].value) for name in (*shapes.FACTIONS, "routier")]
                     + [_elite_faces(figures.elite_die["elite"].value)])  # fmt: skip
    places = [figures.places[name].value for name in
              ("castle-1", "castle-2", "fortified-town", "city", "paris", "paris-invested")]  # fmt: skip
    return {
        "dice_owned": owned, "dice": dice, "elite_owned": figures.dice_owned["elite"].value,
        "elite_die": _elite_die(figures), "nobody": np.zeros(3, np.int64), "faces": faces,
        "shelter": np.array([0, *(one.shelter for one in places)]),
        "cancels": np.array([0, *(one.cancels for one in places)]),
    }  # fmt: skip


def _append(row: Array, value: int) -> None:
    row[int(np.count_nonzero(row >= 0))] = value


def _die(die: battle_facts.Die) -> list[int]:
    return [die.loss, die.retreat, die.dispersion, die.routier, die.blank]


def _faces(die: battle_facts.Die) -> list[int]:
    return [result for result, count in enumerate(_die(die)) for _ in range(count)]


def _elite_faces(die: battle_facts.EliteDie) -> list[int]:
    counts = (die.loss, die.diamond, die.blank)
    return [result for result, count in enumerate(counts) for _ in range(count)]


def _camps(figures: battle_facts.CentAnsFacts) -> tuple[Array, Array]:
    owned, dice = np.zeros((4, 2), np.int64), np.zeros((4, 2, 5), np.int64)
    blank = [0, 0, 0, 0, battle_facts.DIE_FACES]  # the Papal Guard has no dice (11.5.3)
    for camp, names in enumerate((shapes.FACTIONS[:2], shapes.FACTIONS[2:], ("routier", None), (None, None))):
        for second, name in enumerate(names):
            owned[camp, second] = figures.dice_owned[name].value if name else 0
            dice[camp, second] = _die(figures.dice[name].value) if name else blank
    return owned, dice


def _elite_die(figures: battle_facts.CentAnsFacts) -> Array:
    elite = figures.elite_die["elite"].value
    return np.array([elite.loss, elite.diamond, elite.blank])


def _packed(table: Table) -> Any:
    """The table as one record: compiled rules hand it on as one address, where a tuple would be hundreds of words."""
    fields = {name: np.asarray(value) for name, value in table._asdict().items()}
    kinds = {name: np.float32 if field.dtype == np.float32 else np.int64 for name, field in fields.items()}
    shape = [(name, kinds[name], field.shape) for name, field in fields.items()]
    record = np.zeros(1, np.dtype(shape, align=True)).view(np.recarray)
    for name, field in fields.items():
        record[name][0] = field
    return record[0]
