"""What is printed on board and cards, read from the game's data files and from nothing else of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import simcore

DATA = Path(simcore.__file__).parent / "games" / "cent_ans" / "data"


def _read(file, section):
    content = tomllib.loads((DATA / file).read_text(encoding="utf-8"))
    return {key: fact["value"] for key, fact in content[section].items()}


ENGLISH, BURGUNDIAN, FRENCH, ARMAGNAC = range(4)
FACTIONS = ("English", "Burgundian", "French", "Armagnac")
CAMPS = ("English", "French", "Routiers", "Papal Guard")
ROUTIERS, GUARD = 2, 3  # as sides of a battle, beside the camps 0 and 1

# kinds of units in a zone
E, B, E_ELITE, F, A, F_ELITE, R = KINDS = range(7)
KIND_NAMES = ("English", "Burgundian", "English elite", "French", "Armagnac", "French elite", "Routier")
UNIT_NAMES = (
    "an English unit", "a Burgundian unit", "an English elite unit", "a French unit", "an Armagnac unit",
    "a French elite unit", "a Routier unit",
)  # fmt: skip
CAMP_KINDS = ((E, B, E_ELITE), (F, A, F_ELITE), (R,), ())
FACTION_KIND = (E, B, F, A)
BOX = {E: 25, B: 35, F: 40, A: 25, R: 15, "elite": 20}  # 4.1 to 4.3
CASTLE_MARKERS, TOWN_TILES, TOKENS = 8, 6, 2  # 4.3, 4.1
DICE = {E: 2, B: 3, F: 2, A: 3, R: 2, "elite": 3}

_zones = _read("board.toml", "zones")
KEYS = [*_zones, "ZN", "ZS"]
NAMES = [zone["name"] for zone in _zones.values()] + ["ZN before Paris", "ZS before Paris"]
ZONES = range(len(KEYS))
AT = {key: at for at, key in enumerate(KEYS)}
NAMED = {name: at for at, name in enumerate(NAMES)}
PARIS, ZN, ZS = AT["paris"], AT["ZN"], AT["ZS"]
NORTH, SOUTH, AVIGNON, BORDEAUX = (
    AT[key] for key in ("ile-de-france-north", "ile-de-france-south", "avignon", "bordeaux")
)
LAND = [zone for zone in ZONES if zone not in (ZN, ZS)]
REGION = [zone["region"] for zone in _zones.values()] + ["", ""]
PLACE = [zone.get("place", "none") for zone in _zones.values()] + ["none", "none"]
COAST = [set(zone.get("coast", ())) for zone in _zones.values()] + [set(), set()]
REGIONS = _read("board.toml", "regions")
POINTS = [name for name, region in REGIONS.items() if region.get("point")]
HEART = [name for name, region in REGIONS.items() if region.get("heart")]
ROADS = {zone: set() for zone in ZONES}  # 10.2.3: over a river by a bridge only
BORDERS = {zone: set() for zone in ZONES}
for _border in _read("board.toml", "borders").values():
    _one, _other = (AT[key] for key in _border["zones"])
    for _here, _there in ((_one, _other), (_other, _one)):
        BORDERS[_here].add(_there)
        if "river" not in _border or "bridge" in _border:
            ROADS[_here].add(_there)
SETUP = _read("board.toml", "setup")
MARKS = {key: [AT[zone] for zone in zones] for key, zones in _read("board.toml", "marks").items()}
TRACKS = _read("board.toml", "tracks")
ERA_SPACES = TRACKS["ttm_spaces_per_era"]


def zones_of(*regions):
    """Zones of these regions."""
    return [zone for zone in LAND if REGION[zone] in regions]


# ---- cards ----
DECKS = [
    {int(number): card for number, card in _read("deck.toml", name.lower()).items()} for name in FACTIONS
]  # each card as printed; one without armies and without an effect is not in the game


def in_game(card):
    return card["kind"] != "event" or "effect" in card


TACTICS = {int(number): card for number, card in _read("deck.toml", "tactics").items()}
_leaders = _read("facts.toml", "leaders")
_cards = _read("deck.toml", "leader_cards")
LEADER_KEYS = list(_leaders)
LEADERS = [{**_leaders[key], **_cards[key]} for key in LEADER_KEYS]
LEADER_CAMP = [("english", "french").index(leader["camp"]) for leader in LEADERS]
LEADER_NAMES = [
    "Philip VI", "Bertrand du Guesclin", "Charles V", "Jean de Bourbon", "Charles VII", "Joan of Arc", "Edward III",
    "Robert Knolles", "Black Prince", "John Talbot", "Henry V", "John of Lancaster",
]  # fmt: skip
(
    PHILIP, GUESCLIN, CHARLES_V, BOURBON, CHARLES_VII, JOAN, EDWARD, KNOLLES, BLACK_PRINCE, TALBOT, HENRY, LANCASTER,
) = range(12)  # fmt: skip
COMPANIES = list(_read("deck.toml", "companies").values())
COMPANY_NAMES = ["Geoffroy Tête-Noire", "Arnaud de Cervole", "Rodrigue de Villandrando"]
ARRIVALS = _read("deck.toml", "arrivals")
HANDS = _read("deck.toml", "hands")

# ---- cards that work through the elite dice (11.3.1); numbers of TACTIC cards ----
LONGBOW, CROSSBOW, CAVALRY, STAKES, FRANCS, GENOESE, EXPLOITATION = 1, 2, 3, 8, 10, 11, 12
CULVERIN, BOMBARD, ENGINES, MADNESS, HEAVY, FIELD, RIBAUDEQUIN, SAPPING, ARMOUR = 15, 17, 19, 21, 23, 24, 25, 26, 28
FREE_ATTACK = (LONGBOW, CROSSBOW, FRANCS, CULVERIN)
PITCHED = {FIELD: 1, RIBAUDEQUIN: 2}  # elite units for an elite die
BESIEGING = {FRANCS: 2, CULVERIN: 2, GENOESE: 1, BOMBARD: 1, HEAVY: 1, FIELD: 1, RIBAUDEQUIN: 2}
BESIEGED = {FRANCS: 2, CULVERIN: 2}
DIAMOND = (CULVERIN, HEAVY, FIELD, RIBAUDEQUIN)
EXTRA = {BOMBARD: 3, HEAVY: 2}  # elite units for 1 LOSS more
