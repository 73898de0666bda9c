"""The board, the cards and the dice as the compiled rules read them: which arrays there are, and their columns."""

from __future__ import annotations

from typing import Literal, NamedTuple

from simcore.types import Array

ScenarioName = Literal["basic", "introductory", "historical", "english-challenge"]
MOST_NEIGHBOURS = 12


class Table(NamedTuple):
    """Everything that does not change during a game; arrays of int64 unless they say otherwise."""

    zones: int
    scenario: int
    heart_needed: Array  # [2] regions of the heart of France that win at once, for each camp
    turns: int
    numbers: Array  # figures of the tracks, see NUMBERS
    roads: Array  # [zone, MOST_NEIGHBOURS] zones an army can step to, -1 after the last
    borders: Array  # the same, rivers or not: where Routiers retreat
    region: Array  # [zone]; -1: none
    place: Array  # [zone]
    coast: Array  # [zone] 1 Atlantic, 2 Channel
    region_zones: Array  # [region, MOST_NEIGHBOURS], -1 after the last
    point: Array  # [region]
    heart: Array  # [region]
    reinforced: Array  # [faction, zone]: may that faction place there, as far as the map says
    camps: Array  # zones of the Routiers' camps
    marks: Array  # zones, A_PARIS ...
    setup: Array  # [zone, KINDS]
    box: Array  # [6] as the reserve
    leader: Array  # [leader, L_CAMP ...]
    leader_zone: Array  # [leader, zone]
    leader_turn: Array  # [2, turn + 1]: does a leader come; historical and introductory: see `arrival`
    arrival: Array  # [leader] turn, or 99
    company: Array  # [company, 2]: arrows, units
    company_zone: Array  # [company, zone]
    card: Array  # [faction, card, C_KIND ...]
    card_zone: Array  # [faction, card, 3, zone]
    hands: Array  # [faction, card]: where it is at the start of the introductory scenario
    tactic: Array  # [tactic, T_KIND ...]
    elite_card: Array  # [tactic, E_WORKS ...]: how it works through the elite dice
    dice_owned: Array  # [camp, 2]
    dice: Array  # [camp, 2, 5]: faces by result
    elite_owned: int
    elite_die: Array  # [3]
    nobody: Array  # [3] zeros: units at the start, for policies that do not ask
    faces: Array  # [4 factions and Routiers and elite, 6]: result of each face
    shelter: Array  # [7]: nothing, castle 1, castle 2, fortified town, city, Paris, Paris invested
    cancels: Array
    company_size: int
    words: int  # under which a retelling finds the names of zones and cards
    refuge: int  # can defenders retreat into the stronghold of the zone (11.4.3, the optional rule)?
    last_loss: int  # does a battle end with the last LOSS, before the roller's own results (11.3)?
    markers: int  # do CONTROL markers stay where nobody stands (5.4)?
    pitched: Array  # float32[camp of the attacker, has it the initiative, attacker, defender]: chance to win
    siege: Array  # float32[camp, initiative, walls - 1, attacker, defender]


(
    ENGLISH_UNITS, BORDEAUX_UNITS, BURGUNDIAN_UNITS, FRENCH_UNITS, ARMAGNAC_UNITS, CITY_LIMIT, TTM_COST, HAND,
    TACTIC_HAND, SLOTS, TRUCES_THAT_END, SURRENDER, SPACES, ENGLISH_START, FRENCH_START, CASTLES, TOWNS, MOST_TOKENS,
) = range(18)  # fmt: skip
NUMBERS = (
    "english_reinforcements", "bordeaux_reinforcements", "burgundian_reinforcements", "french_reinforcements",
    "armagnac_reinforcements", "armagnac_city_limit", "ttm_cost", "hand", "tactic_hand", "equipment",
    "truces_that_end", "surrender", "ttm_spaces_per_era", "ttm_start_english", "ttm_start_french", "castle_markers",
    "fortified_town_tiles", "maneuver_tokens",
)  # fmt: skip
# marked zones: Paris, its northern and southern siege camp, what lies north and south of it, port, Papal Guard
A_PARIS, A_NORTH_CAMP, A_SOUTH_CAMP, A_NORTH, A_SOUTH, A_PORT, A_GUARD = range(7)
# columns of a leader
(
    L_CAMP, L_FIRST, L_SECOND, L_ELITE, L_CASTLE, L_PASSES, L_VICTORY, L_OWN, L_EACH, L_ONE, L_TTM, L_TOKENS,
    L_DISPERSION, L_CHASES, L_OPENING, L_OPENING_FROM, L_SIEGE, L_SIEGE_FROM,
) = range(18)  # fmt: skip
# columns of a faction's card, then of a TACTIC card
C_KIND, C_ARMIES, C_ZONES, C_ROUTIERS, C_TTM, C_WHEN, C_EFFECT, C_AMOUNT, C_FACTION, C_IN_DECK = range(10)
T_KIND, T_ERA, T_EFFECT, T_AMOUNT, T_START, T_LOST, T_IN_GAME, T_FIRST_ROLL = range(8)
# how a card works through the elite dice
E_WORKS, E_FREE, E_CHOOSES, E_DIAMOND, E_PITCHED, E_ATTACK, E_DEFENCE, E_LOSS, E_LOSS_FROM = range(9)
