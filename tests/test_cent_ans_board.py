"""The board of La guerre de Cent Ans as data (5, 6): connected, symmetric, with the counts that the rulebook gives."""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from simcore.errors import BadInput
from simcore.games.cent_ans.full_game.facts import FACTIONS, LEADERS, full_facts

SCORING = {
    "Guyenne", "Brittany", "Normandy", "Armagnac", "Anjou", "Île de France", "Champagne", "Languedoc", "Burgundy",
    "Navarre", "Comtat Venaissin", "Paris",
}  # fmt: skip
HEART = {"Guyenne", "Normandy", "Île de France", "Champagne", "Paris", "Comtat Venaissin"}
CITIES = {
    "Auch", "Rodez", "Toulouse", "Bourges", "Chinon", "Limoges", "Orléans", "Angers", "Bordeaux", "Nantes", "Avignon",
}  # fmt: skip


BOARD = full_facts()


def reachable(edges):
    found, ahead = set(), ["paris"]
    while ahead:
        zone = ahead.pop()
        if zone not in found:
            found.add(zone)
            ahead += [other for pair in edges if zone in pair for other in pair if other != zone]
    return found


def test_5_1_every_region_has_a_zone_and_every_zone_a_region():
    zones = BOARD.zones
    assert len(zones) >= 45
    assert {zone.value.region for zone in zones.values()} == set(BOARD.regions)


def test_5_4_the_regions_that_give_points_and_the_heart_of_france():
    regions = BOARD.regions
    assert {name for name, region in regions.items() if region.value.point} == SCORING
    assert {name for name, region in regions.items() if region.value.heart} == HEART


def test_5_2_every_border_is_named_once_and_joins_two_zones():
    pairs = [frozenset(border.value.zones) for border in BOARD.borders.values()]
    assert len(pairs) == len(set(pairs))
    assert all(len(pair) == 2 for pair in pairs)


def test_10_2_3_every_zone_is_reached_over_bridges():
    crossable = [b.value.zones for b in BOARD.borders.values() if not b.value.river or b.value.bridge]
    assert reachable(crossable) == set(BOARD.zones)
    assert any(b.value.river and not b.value.bridge for b in BOARD.borders.values())


def test_10_2_4_paris_joins_the_two_zones_of_ile_de_france():
    zones = BOARD.zones
    north, south = (name for name, zone in zones.items() if zone.value.region == "Île de France")
    pairs = {frozenset(border.value.zones) for border in BOARD.borders.values()}
    assert {frozenset(("paris", north)), frozenset(("paris", south))} == {pair for pair in pairs if "paris" in pair}
    assert frozenset((north, south)) not in pairs


def test_10_2_5_the_coasts_that_the_example_names():
    coast = Counter(zone.value.region for zone in BOARD.zones.values() if "atlantic" in zone.value.coast)
    assert coast["Poitou"] == 2
    assert any(z.value.region == "Artois" and z.value.coast == ("channel",) for z in BOARD.zones.values())


def test_places_that_the_rulebook_names_are_on_the_board():
    places = {zone.value.place_name for zone in BOARD.zones.values() if zone.value.place == "city"}
    assert places >= CITIES


def test_6_2_the_set_up_stays_within_the_box_and_has_the_examples():
    setup = {key: garrison.value for key, garrison in BOARD.setup.items()}
    box = BOARD.box
    for kind in (*FACTIONS, "routier", "elite"):
        assert 0 < sum(getattr(garrison, kind) for garrison in setup.values()) <= box[kind].value
    assert setup["nantes"].burgundian == 1
    assert setup["chatellerault"].routier == 2
    assert (setup["paris"].french, setup["paris"].armagnac, setup["paris"].elite) == (2, 1, 1)


def test_4_the_decks_have_the_cards_of_the_box():
    cards = BOARD
    for faction in FACTIONS:
        kinds = Counter(card.value.kind for card in getattr(cards, faction).values())
        assert kinds == {"maneuver": 6, "truce": 2, "event": 5}
    eras = Counter(card.value.era for card in cards.tactics.values() if card.value.starts_with is None)
    assert eras == {0: 3, 1: 8, 2: 8, 3: 7}
    assert tuple(cards.leader_cards) == LEADERS


def test_a_zone_of_no_region_is_refused(tmp_path):
    own = tmp_path / "board.toml"
    own.write_text('[zones.paris]\nvalue = { name = "x", region = "Atlantis", longitude = 1, latitude = 1 }\n')
    with pytest.raises(BadInput, match="Atlantis"):
        full_facts(own)


def test_the_map_shows_every_zone():
    sys.path.append(str(Path(__file__).resolve().parents[1] / "scripts"))
    figure = import_module("pictures.cent_ans_map").draw(BOARD)
    told = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert all(zone.value.name in told for zone in BOARD.zones.values())


def test_the_map_shows_as_printed_what_the_board_has_printed():
    """A city whose place is in the rulebook's text, but not as a city, is hollow like any other guess."""
    sys.path.append(str(Path(__file__).resolve().parents[1] / "scripts"))
    figure = import_module("pictures.cent_ans_map").draw(BOARD)
    zones = [line for line in figure.axes[0].lines if line.get_zorder() == 3]
    marks = {(line.get_xdata()[0], line.get_ydata()[0]): line for line in zones}
    hollow = {
        key for key, zone in BOARD.zones.items()
        if marks[zone.value.longitude, zone.value.latitude].get_markerfacecolor() == "white"
    }  # fmt: skip
    assert hollow == {key for key, zone in BOARD.zones.items() if "assumed" in zone.source}
    assert {"nantes", "avignon"} <= hollow
