"""Laws that every battle and siege of La guerre de Cent Ans keeps, and its golden values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore as sc
from cent_ans_battles import FACTIONS, JOHN, KINDS, PLACES, SIDES, Scenario
from cent_ans_variants import any_battle, any_siege, close, is_of, one_card, with_cards, with_side
from crosscheck import endings
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare

# ---- golden ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("initiative", "chance"), [("attacker", 0.4837844525), ("defender", 0.5540358323)])
def test_golden_values(initiative, chance):
    battle = {
        "game": "cent-ans",
        "combat": "pitched-battle",
        "attacker": {"english": 6, "burgundian": 4, "policy": "keep_dice"},
        "defender": {"french": 5, "armagnac": 5, "policy": "keep_dice"},
        "initiative": initiative,
    }
    assert sc.solve(battle).win["attacker"] == pytest.approx(chance, abs=1e-10)


# ---- every answer ------------------------------------------------------------------------------------------------


@given(st.one_of(any_battle, any_siege))
def test_chances_sum_to_one_and_units_are_conserved(scenario):
    result = sc.solve(scenario)
    assert result.mass == pytest.approx(1.0, abs=1e-12)
    assert sum(result.win.values()) == pytest.approx(1.0, abs=1e-12)
    assert all(share >= 0.0 for share in result.win.values())
    for side in SIDES:
        started = sum(scenario[side].get(kind, 0) for kind in KINDS)
        told = result.expected[side]
        assert all(mean >= 0.0 for mean in told.values())
        assert sum(told.values()) == pytest.approx(started, abs=1e-9)
        assert set(told) == {kind for kind in KINDS if scenario[side].get(kind)} | {"retreated", "routiers", "lost"}


@given(st.one_of(any_battle, any_siege))
def test_endings_are_what_they_say(scenario):
    result = sc.solve(scenario)
    by_winner = {"attacker": 0.0, "defender": 0.0, "none": 0.0}
    for row in result.outcomes:
        left = {}
        for side in SIDES:
            units = {kind: row.get(f"{side}.{kind}", 0) for kind in KINDS}
            assert all(0 <= units[kind] <= scenario[side].get(kind, 0) for kind in KINDS)
            left[side] = sum(units.values())
        winner = ("none", *SIDES)[row["winner"]]
        by_winner[winner] += row["p"]
        lifted = scenario["combat"] == "siege" and winner == "defender" and left["defender"] > 0
        assert lifted or winner == next((side for side in SIDES if left[side]), "none")
        assert lifted or not (left["attacker"] and left["defender"])
    assert by_winner == pytest.approx(dict(result.win), abs=1e-12)
    shares = [row["p"] for row in result.outcomes]
    assert shares == sorted(shares, reverse=True)


# ---- sides -------------------------------------------------------------------------------------------------------


@given(any_battle)
def test_sides_can_be_swapped(scenario):
    """Attacker and defender are names only, where no card, event or choice looks at them."""
    events = [JOHN] if JOHN in scenario["events"] else []
    armies = scenario if events else {side: one_card(scenario[side]) for side in SIDES}
    if "papal_guard" in armies["defender"]:  # which never attacks
        camp = next(camp for camp in ("english", "french", "routier") if is_of(armies["attacker"], camp))
        armies["defender"] = {"french": 2, "armagnac": 1} if camp == "english" else {"english": 1, "burgundian": 2}
    for side in SIDES:
        if "routier" in armies[side]:  # a Free Company can attack and be attacked
            armies[side]["routier"] = 5
    there = {**scenario, "attacker": armies["attacker"], "defender": armies["defender"], "events": events}
    other = dict(zip(SIDES, SIDES[::-1], strict=True))
    back = {**there, **{side: armies[other[side]] for side in SIDES}}
    if not events:  # under John the Fearless nobody has the initiative
        there["initiative"] = sc.solve(there).scenario["initiative"]
        back["initiative"] = other[there["initiative"]]

    found, mirrored = sc.solve(there), sc.solve(back)
    for side in SIDES:
        assert found.win[side] == pytest.approx(mirrored.win[other[side]], abs=1e-12)
        assert found.expected[side] == pytest.approx(mirrored.expected[other[side]], abs=1e-10)
    assert found.expected["rounds"] == pytest.approx(mirrored.expected["rounds"], abs=1e-10)


@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from([None, 0, 1, 3]))
def test_nobody_has_the_initiative_under_john_the_fearless(french, armagnac, room):
    battle = {
        "game": "cent-ans",
        "combat": "pitched-battle",
        "events": [JOHN],
        "attacker": {"french": french, **({} if room is None else {"retreat_room": room})},
        "defender": {"armagnac": armagnac},
    }
    close(sc.solve({**battle, "initiative": "attacker"}), sc.solve({**battle, "initiative": "defender"}))


# ---- room to retreat ---------------------------------------------------------------------------------------------


@given(any_battle, st.sampled_from(SIDES))
def test_room_to_retreat_saves_units_and_decides_nothing(scenario, side):
    army = scenario[side]
    if "charles-v" in army.get("leaders", []):  # who looks at the room before he turns a dispersion
        army = {**army, "leaders": []}
    told = [
        sc.solve(with_side({**scenario, side: one_card(army)}, side, retreat_room=room)) for room in (0, 1, 2, 5, None)
    ]
    for less, more in pairwise(told):
        assert endings(less) == pytest.approx(endings(more), abs=1e-12)
        assert less.expected[side]["retreated"] <= more.expected[side]["retreated"] + 1e-12
    assert told[0].expected[side]["retreated"] == 0.0


# ---- sieges ------------------------------------------------------------------------------------------------------

STRONGER = {  # from each place to those that shelter as many or more and cancel as much or more
    "castle-1": ("castle-2", "fortified-town"),
    "castle-2": ("city",),
    "fortified-town": ("city",),
    "city": ("paris-invested",),
    "paris-invested": ("paris",),
    "paris": (),
}


@given(any_siege)
def test_stronger_walls_never_help_the_besieger(scenario):
    army = scenario["attacker"]
    techniques = [card for card in army["techniques"] if card != "sapping"]  # which no town fears
    scenario = with_side(scenario, "attacker", techniques=techniques)
    before = sc.solve(scenario).win["attacker"]
    for place in STRONGER[scenario["place"]]:
        assert sc.solve({**scenario, "place": place}).win["attacker"] <= before + 1e-12


SHELTER = {"castle-1": 2, "castle-2": 2, "fortified-town": 3, "city": 5, "paris": 10, "paris-invested": 10}


@given(any_siege, st.sampled_from(["keep_dice", "largest_first", "elite_first"]), st.sampled_from(PLACES), st.data())
def test_one_more_in_shelter_never_helps_the_besieger(scenario, policy, place, data):
    """As long as there is shelter for it: else, and under the other policies, it can cost a better unit its place."""
    army = {name: value for name, value in one_card(scenario["defender"]).items() if name not in KINDS}
    camp = next(camp for camp in FACTIONS if any(scenario["defender"].get(kind) for kind in FACTIONS[camp]))
    room = SHELTER[place] - 1
    if camp == "papal_guard":
        units = {"papal_guard": 1}
    else:
        elite = data.draw(st.integers(0, room - 1))
        first = data.draw(st.integers(1, room - elite))
        second = data.draw(st.integers(0, room - elite - first))
        units = dict(zip((*FACTIONS[camp], "elite"), (first, second, elite), strict=True))
    more = data.draw(st.sampled_from(sorted(units)))
    siege = {**scenario, "place": place, "attacker": one_card(scenario["attacker"])}
    few = sc.solve({**siege, "defender": {**army, **units, "policy": policy}})
    many = sc.solve({**siege, "defender": {**army, **units, "policy": policy, more: units[more] + 1}})
    assert many.win["attacker"] <= few.win["attacker"] + 1e-12


# ---- more is more ------------------------------------------------------------------------------------------------

# A die can take no unit but one of those that brought it, so one more unit never hurts, as long as nobody lets a
# better one go for it: true of these policies, not of `strip_dice` (longbows) and `proportional`; nor is the first
# part true under Stakes and Traps.
PLAIN_POLICIES = ["keep_dice", "largest_first", "elite_first"]


def under(scenario: Scenario, policies: tuple[str, str], keep: Callable[[str], bool]) -> Scenario:
    """The scenario under these policies, each side with the cards that `keep` keeps and no choice between them."""
    armies = {side: with_cards(one_card(scenario[side]), keep) for side in SIDES}
    return scenario | {
        side: {**armies[side], "policy": policy} for side, policy in zip(SIDES, policies, strict=True)
    }  # fmt: skip


policies = st.tuples(*[st.sampled_from(PLAIN_POLICIES)] * 2)


@given(st.one_of(any_battle, any_siege), policies, st.sampled_from(SIDES), st.data())
def test_one_more_unit_never_hurts(scenario, both, side, data):
    if scenario["combat"] == "siege":
        side = "attacker"  # of the besieged those who find no shelter go first, see above
    if JOHN in scenario["events"]:
        kinds = [kind for kind in KINDS if scenario[side].get(kind)]
    else:
        scenario = under(scenario, both, lambda card: card != "english-longbow")
        kinds = [kind for camp in FACTIONS if is_of(scenario[side], camp) for kind in FACTIONS[camp]]
        kinds += ["elite"] if "elite" in scenario[side] else []
    kind = data.draw(st.sampled_from(kinds))
    if kind == "papal_guard":
        scenario = with_side(scenario, side, papal_guard=1)
    few = sc.solve(scenario)
    many = sc.solve(with_side(scenario, side, **{kind: scenario[side].get(kind, 0) + 1}))
    other = SIDES[1 - SIDES.index(side)]
    assert many.win[side] >= few.win[side] - 1e-12
    assert many.win[other] <= few.win[other] + 1e-12


@given(any_battle, policies, st.sampled_from(["stakes-and-traps", "new-armour"]))
def test_cards_against_the_first_roll_never_help_it(scenario, both, card):
    if "techniques" not in scenario["defender"]:  # Routiers, Papal Guard, John the Fearless
        return
    without = under(scenario, both, lambda card: card != "new-armour")
    bare, guarded = sc.solve(without), sc.solve(with_side(without, "defender", techniques=[card]))
    assert guarded.win["attacker"] <= bare.win["attacker"] + 1e-12
    assert guarded.win["defender"] >= bare.win["defender"] - 1e-12


def test_an_army_too_large_to_be_told_apart():
    army = {"french": 30, "armagnac": 25, "elite": 10, "retreated_by_kind": True}
    battle = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 1}, "defender": army}
    with pytest.raises(BadInput, match=r"defender\.retreated_by_kind: true is not allowed; false for so many"):
        prepare(battle)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_policy_is_as_good_whoever_is_told_apart(seed):
    """Every smaller army can come up where losses are chosen freely; those that cannot be are left out."""
    units = {"french": 1 + seed % 2, "armagnac": 2, "elite": seed // 2, "policy": "optimal"}
    battle = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 2}, "defender": units}
    apart = {**battle, "defender": {**units, "retreated_by_kind": True, "retreat_room": 2}}
    plain = {**battle, "defender": {**units, "retreat_room": 2}}
    assert sc.solve(apart).win == pytest.approx(sc.solve(plain).win, abs=1e-12)


@pytest.mark.parametrize("room", [None, 1, 2, 3])
@pytest.mark.parametrize("factions", [(1, 0), (1, 2), (3, 2)])
def test_positions_that_are_kept_lead_to_kept_ones(factions, room):
    """Where all positions are kept, those that cannot be are not: their rolls would lead out of the tables."""
    french, armagnac = factions
    army = {"french": french, "armagnac": armagnac, "elite": 1, "policy": "optimal", "retreated_by_kind": True}
    army |= {} if room is None else {"retreat_room": room}
    battle = {"game": "cent-ans", "combat": "pitched-battle", "attacker": {"english": 2}, "defender": army}
    model = prepare(battle).problem.model.rules
    for phase, side in enumerate(model.roller.tolist()):
        for position in range(int(model.positions[side])):
            if (row := int(model.row_of[phase, position])) >= 0:
                faces = slice(int(model.rows.first[row]), int(model.rows.first[row + 1]))
                boxes = model.box[side, position] - model.shift[faces]
                assert boxes.min() >= 0
                assert model.rank[side, boxes].min() >= 0
