"""Bouvines: worked cases by hand, laws, bad input, and the engines against each other."""

from __future__ import annotations

import re
from fractions import Fraction as F
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine import run
from simcore.engine.resolver import Step
from simcore.errors import BadInput
from simcore.evaluation.questions import evaluate, prepare, simulate, solve
from simcore.evaluation.replay import replay
from simcore.evaluation.result import merged_outcomes
from simcore.games.bouvines import combats
from simcore.games.bouvines.hexagon import DIRECTIONS, contacts, distance, line_of_sight, straight
from simcore.games.bouvines.scenarios import SIDES

pytestmark = pytest.mark.compiled

SERGEANTS = ["sergeant"] * 6
KNIGHTS = ["knight"] * 6
STILL = {"movement": "hold", "charges": "none"}
MIXED = ["knight", "knight", "sergeant", "archer", "archer", "sergeant"]
CITY = ["crossbowman", "quality-sergeant", "knight", "foot-knight", "quality-sergeant", "archer"]


def attack(combat, **fields):
    return {"game": "bouvines", "combat": combat, **fields}


def clash(coalition, france, **fields):
    return attack("clash", coalition=coalition, france=france, **fields)


def column(result, name):
    """Chances by the value of one column."""
    chances = {}
    for p, value in zip(result.columns["p"], result.columns[name], strict=True):
        chances[int(value)] = chances.get(int(value), 0.0) + float(p)
    return chances


def near(chances):
    return {value: pytest.approx(float(p), abs=1e-12) for value, p in chances.items()}


# ---- the hexagon -------------------------------------------------------------------------------------------------


def turned(dq, dr):
    """An offset turned clockwise by one direction."""
    return -dr, dq + dr


OFFSETS = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(lambda o: 0 < distance(*o) <= 4)


def test_directions_go_round_and_neighbours_are_one_cell_away():
    assert [turned(*a) for a in DIRECTIONS] == [*DIRECTIONS[1:], DIRECTIONS[0]]
    assert all(distance(*d) == straight(*d) == 1 for d in DIRECTIONS)
    assert all(distance(b[0] - a[0], b[1] - a[1]) == 1 for a, b in pairwise(DIRECTIONS))


@given(OFFSETS)
def test_distance_and_line_do_not_depend_on_the_direction(offset):
    assert distance(*turned(*offset)) == distance(*offset)
    assert straight(*turned(*offset)) == straight(*offset)
    there = [sorted(turned(*cell) for cell in gate) for gate in line_of_sight(*offset)]
    assert there == [sorted(gate) for gate in line_of_sight(*turned(*offset))]
    # Seen from the other end it is the same line.
    back = [sorted((offset[0] - q, offset[1] - r) for q, r in gate) for gate in line_of_sight(*offset)]
    assert sorted(back) == sorted(sorted(gate) for gate in line_of_sight(*offset))


POINTS = 420  # of a line; every cell that it crosses or runs beside has some of them


def cells_at(offset, k):
    """The cells on whose inside or border the k-th point of a line lies."""
    q, r = k * offset[0], k * offset[1]
    around = [(a, b) for a in range(q // POINTS - 1, q // POINTS + 3) for b in range(r // POINTS - 1, r // POINTS + 3)]
    far = [straight(q - a * POINTS, r - b * POINTS) for a, b in around]
    return [cell for cell, d in zip(around, far, strict=True) if d == min(far)]


@given(OFFSETS)
def test_the_line_meets_what_its_points_lie_in(offset):
    met, along = set(), {}
    for k in range(1, POINTS):
        cells = set(cells_at(offset, k)) - {(0, 0), offset}
        if len(cells_at(offset, k)) == 1:
            met |= cells
        elif len(cells) == 2:
            pair = tuple(sorted(cells))
            along[pair] = along.get(pair, 0) + 1
    gates = line_of_sight(*offset)
    assert {gate[0] for gate in gates if len(gate) == 1} == met
    # Two cells have more than a point of their border on the line.
    assert {tuple(sorted(gate)) for gate in gates if len(gate) == 2} == {pair for pair, n in along.items() if n > 1}


def test_plaques_touch_along_a_side_or_at_a_corner():
    assert contacts(2, 1) == ((0, 3), (0, 4), (1, 3))
    assert contacts(3, 0) == ((0, 3),)
    assert contacts(4, 0) == ()
    assert [len(contacts(q, r)) for q in range(-3, 4) for r in range(-3, 4) if straight(q, r) == 7] == [3] * 12


# ---- one attack --------------------------------------------------------------------------------------------------

NORMAL = [("horse", 1, {1: F(1, 3), 2: F(2, 3)}), ("horse", 2, {2: F(1, 3), 3: F(2, 3)}),
          ("foot", 1, {1: F(2, 3), 2: F(1, 3)}), ("foot", 2, {2: F(2, 3), 3: F(1, 3)})]  # fmt: skip


@pytest.mark.parametrize(("charger", "cells", "chances"), NORMAL)
@pytest.mark.parametrize("order", ["attack", "repair", "rotate", "recall"])
def test_charge_takes_cells_walked_and_the_shock_die(charger, cells, chances, order):
    result = evaluate(
        attack("charge", charger=charger, cells=cells, target={"kind": "quality-sergeant"}, target_order=order)
    )
    assert result.method == "exact"
    assert column(result, "damage") == near(chances)


@pytest.mark.parametrize(("charger", "cells", "chances"), NORMAL)
def test_charge_on_defence_and_on_forced_march(charger, cells, chances):
    charge = attack("charge", charger=charger, cells=cells, target="sergeant")
    assert column(solve({**charge, "target_order": "defence"}), "damage") == near({1: 1})
    march = {**charge, "target_order": "forced-march"}
    assert column(solve(march), "damage") == near({2: 1})
    at_least = {2: sum(p for damage, p in chances.items() if damage <= 2)}
    at_least |= {3: chances[3]} if 3 in chances else {}
    assert column(solve({**march, "rules": {"forced_march": "at_least"}}), "damage") == near(at_least)


def test_a_knight_is_unhorsed_before_he_dies():
    result = solve(attack("charge", charger="horse", cells=2, target="knight"))
    assert result.win == {
        "unhorsed": pytest.approx(2 / 3),
        "killed": 0.0,
        "standing": pytest.approx(1 / 3),
    }
    told = {(o["unhorsed"], o["hit_points"]): o["p"] for o in result.outcomes}
    assert told == {(0, 1): pytest.approx(1 / 3), (1, 2): pytest.approx(4 / 9), (1, 1): pytest.approx(2 / 9)}
    # Damage beyond the last hit point in the saddle is lost.
    worn = solve(attack("charge", charger="horse", cells=2, target={"kind": "knight", "hit_points": 1}))
    assert worn.win["unhorsed"] == pytest.approx(1)
    assert worn.expected["hit_points"] == pytest.approx(2 - 1 / 3)
    on_foot = solve(attack("charge", charger="horse", cells=2, target="foot-knight"))
    assert on_foot.win["killed"] == pytest.approx(1)


@pytest.mark.parametrize(("weapon", "chance"), [("bow", F(4, 6)), ("crossbow", F(5, 6))])
@pytest.mark.parametrize(("order", "damage"), [("attack", 1), ("defence", 1), ("forced-march", 2)])
def test_shot(weapon, chance, order, damage):
    result = solve(attack("shot", weapon=weapon, distance=3, target="sergeant", target_order=order))
    assert result.win == near({"hit": chance, "miss": 1 - chance})
    assert column(result, "damage") == near({0: 1 - chance, damage: chance})
    assert column(result, "killed")[0] == pytest.approx(float(1 - chance if damage == 2 else 1))
    blocked = solve(attack("shot", weapon=weapon, distance=3, clear=False, target="sergeant", target_order=order))
    assert blocked.win == {"hit": 0.0, "miss": 1.0}


def test_contact_and_the_fall_die():
    strike = solve(attack("contact", target={"kind": "knight", "hit_points": 1}))
    assert strike.win["unhorsed"] == pytest.approx(1)
    assert column(strike, "hit_points") == near({2: F(2, 3), 1: F(1, 3)})
    assert solve(attack("contact", target="sergeant")).expected["hit_points"] == 1
    assert solve(attack("contact", target="sergeant", target_order="forced-march")).win["killed"] == 1
    assert solve(attack("contact", target="sergeant", target_order="defence")).win["standing"] == 1


def test_shield_and_repair():
    def told(points, order="attack", acts="after", kind="quality-sergeant"):
        target = {"kind": kind, "hit_points": points}
        expected = solve(attack("contact", target=target, target_order=order, target_acts=acts)).expected
        return expected["hit_points"], expected["shield"]

    assert told(3) == (2, 0)
    assert told(3, "repair") == (3, 1)
    assert told(3, "repair", "before") == (2, 0)
    assert told(2, "repair", "before") == (2, 0)
    assert told(1, "repair") == (0, 0)
    assert told(1, "repair", "before") == (1, 0)
    # A knight on foot is healed up to his two hit points and never gets his horse back.
    assert told(1, "repair", kind="knight") == (pytest.approx(2), 0)
    assert solve(attack("contact", target={"kind": "knight", "hit_points": 1}, target_order="repair")).win == {
        "unhorsed": pytest.approx(1), "killed": 0, "standing": 0,
    }  # fmt: skip


# ---- clashes by hand ---------------------------------------------------------------------------------------------


def test_contact_along_one_side():
    result = solve(clash({"troops": SERGEANTS, **STILL}, {"troops": SERGEANTS, **STILL}))
    # Turn 1: 0 and 1 kill French 3; 4 wounds 0. Turn 2: 0 wounds 4, which kills it. Then nobody touches anybody.
    assert result.outcomes == [
        {
            "p": 1.0, "winner": 0, "orders": 6,
            "coalition.troops": 5, "coalition.hit_points": 10, "coalition.removed": 0,
            "coalition.banner_lost": 0, "coalition.taken": 0,
            "france.troops": 5, "france.hit_points": 9, "france.removed": 0, "france.banner_lost": 0, "france.taken": 0,
        }
    ]  # fmt: skip


def test_defence_does_not_strike_and_first_may_change():
    idle = solve(clash({"troops": SERGEANTS, **STILL}, {"troops": SERGEANTS, "orders": "defence", **STILL}))
    assert idle.expected["coalition"]["lost"] == 0
    # Troop 0 kills 4 in turns 2 and 3 after both have killed 3.
    assert idle.expected["france"]["troops"] == 4
    french = solve(clash({"troops": SERGEANTS, **STILL}, {"troops": SERGEANTS, **STILL}, first="france", order_limit=1))
    # 3 wounds 0, 4 kills it; 1 wounds 3.
    assert french.expected["coalition"]["troops"] == 5
    assert french.expected["france"]["hit_points"] == 11


def test_a_plaque_on_forced_march_is_hit_twice_as_hard_and_repair_heals():
    march = clash(
        {"troops": SERGEANTS, **STILL}, {"troops": SERGEANTS, "orders": "forced-march", **STILL}, order_limit=1
    )
    # 0 kills 3 at one blow; 1 touches nobody else.
    assert solve(march).expected["france"]["troops"] == 5
    healed = clash({"troops": SERGEANTS, **STILL}, {"troops": ["quality-sergeant"] * 6, "orders": "repair", **STILL})
    # 3 loses 2 a turn to 0 and 1 and regains 1: 3, 2, 0. Then 0 wounds 4, which is whole again after each turn.
    told = solve(healed).expected["france"]
    assert (told["troops"], told["hit_points"]) == (5, 15)


ONE_SHOOTER = ["archer", "dead", "sergeant", "sergeant", "dead", "dead"]
LAST_BUT_ONE = {"troops": ["sergeant", "sergeant", "dead", "sergeant", "dead", "dead"],
                "hit_points": [2, 2, 0, 1, 0, 0], "orders": "defence", **STILL}  # fmt: skip


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_fourth_dead_troop_removes_a_plaque(limit):
    shooters = {"troops": ONE_SHOOTER, **STILL}
    result = solve(clash(shooters, LAST_BUT_ONE, offset=[4, 0], order_limit=limit))
    assert result.win["coalition"] == pytest.approx(1 - (1 / 3) ** limit)
    assert column(result, "france.removed")[1] == result.win["coalition"]
    assert result.expected["coalition"]["shots"] == pytest.approx(sum((1 / 3) ** k for k in range(limit)))


def test_a_shot_needs_a_clear_line():
    shooters = {"troops": ["dead", "dead", "dead", "archer", "sergeant", "sergeant"], **STILL}
    # Seen from cell 3, the coalition's own banner stands in the way.
    assert solve(clash(shooters, LAST_BUT_ONE, offset=[3, 0], order_limit=1)).expected["coalition"]["shots"] == 0
    # Between (1, 0) and (2, 1) the line runs along a border: (2, 0) is free, (1, 1) is free.
    beside = {**LAST_BUT_ONE, "troops": ["sergeant", "sergeant", "dead", "dead", "sergeant", "dead"],
              "hit_points": [2, 2, 0, 0, 1, 0]}  # fmt: skip
    one = {"troops": ["archer", "sergeant", "dead", "dead", "dead", "sergeant"], **STILL}
    # French cell 4 at (2, 1): distance 2 from the archer at (1, 0), past (1, 1) and (2, 0); nobody stands there.
    scenario = clash(one, beside, offset=[2, 2], order_limit=1)
    assert solve(scenario).win["coalition"] == pytest.approx(2 / 3)


def test_a_charge_in_a_clash():
    horse = {"troops": ["knight", "dead", "sergeant", "sergeant", "dead", "dead"], "charges": "horse"}
    target = {"troops": SERGEANTS, "orders": "recall", **STILL}
    still = solve(clash({**horse, "movement": "hold"}, target, offset=[4, 0], order_limit=1))
    # He reaches 3 by one cell, 2 and 4 by two; all have the same life, 2 is listed first, and two cells kill it.
    assert still.expected["coalition"]["shock_dice"] == 1
    assert column(still, "france.troops") == near({5: 1})
    near_one = {**target, "troops": ["sergeant", "sergeant", "sergeant", "foot-knight", "quality-sergeant", "sergeant"],
                "hit_points": [2, 2, 2, 1, 3, 2]}  # fmt: skip
    weakest = solve(clash({**horse, "movement": "hold"}, near_one, offset=[4, 0], order_limit=1))
    assert column(weakest, "france.hit_points") == near({11: 1})
    strongest = {**horse, "movement": "hold", "policy": "strongest_first"}
    told = solve(clash(strongest, near_one, offset=[4, 0], order_limit=1))
    assert column(told, "france.hit_points") == near({10: F(1, 3), 9: F(2, 3)})
    stepping = solve(clash(horse, target, offset=[5, 0], order_limit=1))
    # The step counts as one of his two cells: he reaches 3 alone, and 2 cells kill it whatever the die shows.
    assert column(stepping, "france.troops") == near({5: 1})
    assert stepping.expected["coalition"]["shock_dice"] == 1
    guarded = solve(clash(horse, {**target, "orders": "defence"}, offset=[5, 0], order_limit=1))
    assert column(guarded, "france.hit_points") == near({11: 1})
    assert guarded.expected["coalition"]["shock_dice"] == 0
    marching = solve(clash(horse, {**target, "orders": "forced-march"}, offset=[5, 0], order_limit=1))
    assert column(marching, "france.hit_points") == near({10: 1})


def test_out_troops_act_under_any_order_until_a_recall():
    horse = {
        "troops": ["knight", "dead", "sergeant", "sergeant", "dead", "dead"],
        "charges": "horse",
        "movement": "hold",
    }
    strong = {"troops": ["quality-sergeant"] * 6, "orders": "recall", **STILL}

    def lost_by_france(*orders):
        result = solve(clash({**horse, "orders": orders}, strong, offset=[4, 0], order_limit=len(orders)))
        return 18 - result.expected["france"]["hit_points"]

    first = lost_by_france("attack")
    assert lost_by_france("attack", "defence") == pytest.approx(first + 1)
    assert lost_by_france("attack", "repair", "rotate") == pytest.approx(first + 2)
    assert lost_by_france("attack", "recall") == pytest.approx(first)
    assert lost_by_france("attack", "recall", "attack") > first + 1


@pytest.mark.parametrize(
    ("banner", "dead", "taken"),
    [("captain", 2, True), ("captain", 1, False), ("gonfanon", 2, False), ("bishop", 2, False), ("king", 2, True)],
)
def test_a_chief_is_taken_when_his_cells_are_dead_or_touched(banner, dead, taken):
    troops = ["dead"] * dead + ["sergeant"] * (6 - dead)
    # Cells 3 and 4 are touched from the start.
    result = solve(
        clash({"troops": SERGEANTS, "orders": "defence"}, {"troops": troops, "banner": banner}, order_limit=1)
    )
    assert (result.expected["france"]["taken"] == 1.0 and result.expected["orders"] == 1) == taken


def test_the_emperor_needs_five():
    for dead, taken in ((2, 0), (3, 1)):
        emperor = {"troops": ["sergeant", "sergeant", *["dead"] * dead, *["sergeant"] * (4 - dead)], "leader": "otto",
                   "orders": "defence"}  # fmt: skip
        result = solve(clash(emperor, {"troops": SERGEANTS, "orders": "defence"}, order_limit=1))
        assert result.expected["coalition"]["taken"] == taken
        assert "otto bonus" in result.assumed


def test_montmorency_carries_off_a_weak_plaque():
    weak = {"troops": ["sergeant", "sergeant", "dead", "dead", "dead", "sergeant"], "orders": "defence"}
    france = {"troops": SERGEANTS, "orders": "defence"}
    assert solve(clash(weak, france, order_limit=1)).win["none"] == 1
    result = solve(clash(weak, {**france, "leader": "montmorency"}, order_limit=1))
    assert result.win["france"] == 1
    assert result.expected["coalition"]["banner_lost"] == 1
    assert result.assumed == ("montmorency leader", "montmorency bonus")


def test_guerin_passes_twice():
    def told(first, second):
        guerin = {"troops": SERGEANTS, "leader": "guerin", "orders": first, "second_orders": second, **STILL}
        return solve(clash({"troops": SERGEANTS, "orders": "rotate", **STILL}, guerin, order_limit=1)).expected

    assert told("attack", "repair")["coalition"]["hit_points"] == 10
    assert told("repair", "rotate")["coalition"]["hit_points"] == 12


@pytest.mark.parametrize(
    ("orders", "rotation", "troops", "points"),
    [("defence", "clockwise", 5, 9), ("rotate", "clockwise", 4, 8), ("rotate", "counterclockwise", 5, 8)],
)
def test_rotation_brings_others_to_the_front(orders, rotation, troops, points):
    coalition = {"troops": SERGEANTS, "hit_points": [1, 2, 2, 2, 2, 1], "orders": orders, "rotation": rotation, **STILL}
    told = solve(clash(coalition, {"troops": SERGEANTS, **STILL}, order_limit=1)).expected["coalition"]
    # French 3 reaches cells 0 and 1, French 4 cell 0: 0 dies; or 0 and 5 die; or 1 is struck twice.
    assert (told["troops"], told["hit_points"]) == (troops, points)


def test_a_plaque_that_steps_over_its_charger_takes_him_back():
    horse = {"troops": ["knight", "dead", "sergeant", "sergeant", "dead", "dead"], "charges": "horse"}
    france = {
        "troops": ["sergeant", "sergeant", "sergeant", "knight", "sergeant", "sergeant"],
        "orders": "recall",
        **STILL,
    }

    def points(movement, offset, *orders):
        coalition = {**horse, "orders": orders, "movement": movement}
        return column(solve(clash(coalition, france, offset=offset, order_limit=len(orders))), "france.hit_points")

    # He rides ahead in turn 1; in turn 2 his cell comes over him; in turn 3 he is no longer out and does not strike.
    assert points("close", [5, 0], "attack", "attack", "defence") == near(points("close", [5, 0], "attack", "attack"))
    # Where the plaque stays behind he is out and strikes all the same.
    assert points("hold", [4, 0], "attack", "attack", "defence") != near(points("hold", [4, 0], "attack", "attack"))


def test_switches_of_a_clash():
    target = {"troops": SERGEANTS, "orders": "defence", **STILL}

    def dice(coalition, france=target, *, offset, what="shock_dice", **rules):
        told = solve(clash(coalition, france, offset=offset, order_limit=1, rules=rules)).expected["coalition"]
        return told[what]

    recalling = {**target, "orders": "recall"}
    stepping = {"troops": SERGEANTS, "charges": "none"}
    assert dice(stepping, recalling, offset=[4, 0]) == 0
    assert dice(stepping, recalling, offset=[4, 0], carried_into_contact="charge") == 1
    on_foot = {"troops": ["foot-knight", "dead", "sergeant", "sergeant", "dead", "dead"], "movement": "hold"}
    assert dice(on_foot, recalling, offset=[4, 0]) == 1
    assert dice(on_foot, recalling, offset=[4, 0], foot_knight_charges=False) == 0
    assert dice({**on_foot, "charges": "horse"}, recalling, offset=[4, 0]) == 0
    # From (1, -1) to (2, 0) the line runs between (1, 0), where a sergeant stands, and (2, -1), which is free.
    archer = {"troops": [*SERGEANTS[:5], "archer"], **STILL}
    few = {**target, "troops": [*SERGEANTS[:4], "dead", "dead"]}
    assert dice(archer, few, offset=[3, 0], what="shots") == 1
    assert dice(archer, few, offset=[3, 0], what="shots", line_along_border="both_sides") == 0


# ---- the engines against each other ------------------------------------------------------------------------------

CLASHES = [
    clash({"troops": KNIGHTS}, {"troops": KNIGHTS}),
    clash({"troops": MIXED}, {"troops": CITY, "policy": "shooters_first"}, offset=[4, 1]),
    clash({"troops": MIXED, "leader": "otto", "orders": ["attack", "recall", "repair"]},
          {"troops": CITY, "leader": "guerin", "orders": ["defence", "attack"], "second_orders": ["attack", "rotate"]},
          order_limit=8),
    clash({"troops": ["archer"] * 6, "movement": "hold"}, {"troops": ["crossbowman"] * 6, "movement": "hold",
          "policy": "strongest_first"}, offset=[4, 0], rules={"line_along_border": "both_sides"}),
    clash({"troops": CITY}, {"troops": MIXED, "orders": ["forced-march", "attack"]}, offset=[5, 1], first="france",
          rules={"forced_march": "at_least", "carried_into_contact": "charge", "foot_knight_charges": False}),
]  # fmt: skip
SINGLE = [
    attack("charge", charger="horse", cells=2, target="knight"),
    attack("shot", weapon="crossbow", distance=4, target={"kind": "knight", "hit_points": 1}),
    attack("contact", target={"kind": "knight", "hit_points": 1}),
]


@pytest.mark.parametrize("scenario", CLASHES + SINGLE, ids=range(8))
@pytest.mark.parametrize("sampler", ["chain", "direct"])
def test_trials_agree_with_the_exact_answer(scenario, sampler):
    exact = solve(scenario)
    assert exact.mass == pytest.approx(1, abs=1e-12)
    trials = 40_000
    told = simulate(scenario, trials=trials, seed=7, sampler=sampler)
    assert told.sampler == sampler
    seen = {tuple(o[k] for k in o if k != "p"): o["p"] for o in told.outcomes}
    likely = {tuple(o[k] for k in o if k != "p"): o["p"] for o in exact.outcomes}
    assert set(seen) <= set(likely)
    # A chi-square over the outcomes that are common enough, the rest together.
    common = [key for key, p in likely.items() if p * trials >= 10]
    pairs = [(seen.get(key, 0.0), likely[key]) for key in common]
    rest = 1 - sum(p for _, p in pairs)
    if rest * trials >= 10:
        pairs.append((1 - sum(s for s, _ in pairs), rest))
    square = sum(trials * (s - p) ** 2 / p for s, p in pairs)
    freedom = max(1, len(pairs) - 1)
    assert square <= freedom + 5 * (2 * freedom) ** 0.5 + 10


@pytest.mark.parametrize("scenario", CLASHES + SINGLE, ids=range(8))
def test_the_rules_themselves_and_their_graph_give_the_same_trials(scenario, monkeypatch):
    graph = prepare(scenario).problem
    monkeypatch.setattr(combats, "MOST_STATES", 0)
    rules = prepare(scenario).problem
    assert graph.resolver is not rules.resolver
    assert run.affordable(graph)
    assert not run.affordable(rules)
    one = run.run_trials(run.Sampling(graph, "direct"), 3, 3_000)
    other = run.run_trials(run.Sampling(rules), 3, 3_000)
    assert np.array_equal(one.rolls, other.rolls)
    mine, theirs = (merged_outcomes(p, t.ends) for p, t in ((graph, one), (rules, other)))
    assert sorted(mine.weight) == sorted(theirs.weight)
    for name, values in mine.columns.items():
        assert np.array_equal(np.sort(values), np.sort(theirs.columns[name]))


def steps_of(problem, seed, trial):
    """The rolls of one direct trial."""
    states, faces = np.zeros(1_001, np.int64), np.zeros(1_000, np.int64)
    count = problem.resolver.steps(problem.model, problem.start, np.uint64(seed), trial, states, faces)
    graph = problem.model
    for state, face in zip(states[:count].tolist(), faces[:count].tolist(), strict=True):
        after = int(graph.to[state, face - graph.rows.first[graph.row_of[state]]])
        yield Step(state, face, after, lambda weights: 0)


def test_a_trial_is_retold():
    problem = prepare(attack("charge", charger="horse", cells=2, target="knight")).problem
    stories = {tuple(problem.retell(list(steps_of(problem, 1, trial)))) for trial in range(40)}
    charge = "the horseman charges the knight, 2 before the shock die: "
    unhorsed = (charge + "one more", "  the knight: 3 -> 2 on foot")
    assert stories == {
        (charge + "no more", "  the knight: 3 -> 1"),
        (*unhorsed, "the foot-knight falls: unhurt"),
        (*unhorsed, "the foot-knight falls: hurt", "  the foot-knight: 2 on foot -> 1 on foot"),
    }


def test_attacks_without_a_die_are_told_in_their_order():
    still = {"troops": SERGEANTS, **STILL}
    assert replay(clash(still, still, order_limit=1), trial=0).lines == (
        "turn 1: the plaque of coalition has the order attack",
        "turn 1: coalition sergeant 0 strikes france sergeant 3 at contact: 1",
        "  france sergeant 3: 2 -> 1",
        "turn 1: coalition sergeant 1 strikes france sergeant 3 at contact: 1",
        "  france sergeant 3: 1 -> dead",
        "turn 1: the plaque of france has the order attack",
        "turn 1: france sergeant 4 strikes coalition sergeant 0 at contact: 1",
        "  coalition sergeant 0: 2 -> 1",
        "nobody has lost after 1 turn",
    )
    defended = attack("charge", charger="foot", cells=1, target="sergeant", target_order="defence")
    assert replay(defended, trial=0).lines == (
        "the foot soldier charges the sergeant, without a shock die: 1", "  the sergeant: 2 -> 1",
    )  # fmt: skip
    repaired = {"target": {"kind": "sergeant", "hit_points": 1}, "target_order": "repair", "target_acts": "before"}
    assert replay(attack("contact", **repaired), trial=0).lines == (
        "the target's plaque repairs", "  the sergeant: 1 -> 2",
        "the attacker strikes the sergeant at contact: 1", "  the sergeant: 2 -> 1",
    )  # fmt: skip
    blocked = replay(attack("shot", weapon="bow", distance=2, target="sergeant", clear=False), trial=0)
    assert blocked.lines == ("no shot is taken: the line is not clear",)


@pytest.mark.parametrize("scenario", SINGLE, ids=range(3))
@pytest.mark.parametrize(("leader", "side"), [("philip-augustus", "france"), ("otto", "coalition")])
def test_single_attacks_are_told_without_camps_that_nobody_named(scenario, leader, side):
    for trial in range(10):
        assert not re.search("coalition|france|[a-z] 0", " ".join(replay(scenario, trial=trial).lines))
        said = " ".join(replay({**scenario, "leader": leader}, trial=trial).lines)
        assert f"of {leader} ({side}) " in said
        assert len(re.findall("coalition|france", said)) == 1


def test_steps_turns_and_recalls_are_told():
    said = set()
    for scenario in CLASHES:
        for trial in range(20):
            said |= {re.sub(r"-?\d+|coalition|france|[a-z]+-?[a-z]+ (?=#)", "#", line)
                     for line in replay(scenario, trial=trial).lines}  # fmt: skip
    assert {"  it steps to #, #", "  its troops turn clockwise", "  # knight # is out, at #, #"} <= said
    assert "  # archer # is in its cell" in said or "  # knight # is in its cell" in said


@pytest.mark.parametrize("scenario", CLASHES, ids=range(5))
def test_what_is_told_of_a_clash_adds_up(scenario):
    points_of = {"sergeant": 2, "quality-sergeant": 3, "archer": 2, "crossbowman": 2, "knight": 3, "foot-knight": 2}
    for trial in range(30):
        story = replay(scenario, trial=trial, seed=4)
        points = {(side, number): points_of.get(kind, 0) for side in ("coalition", "france")
                  for number, kind in enumerate(story.scenario[side]["troops"])}  # fmt: skip
        cause = ""
        for line in story.lines:
            if not line.startswith("  "):
                cause = line
            elif found := re.fullmatch(r"  (\w+) [a-z-]+ (\d): (\d) ?(?:on foot)? -> (?:(\d)(?: on foot)?|dead)", line):
                side, number, was, now = found.groups()
                troop = (side, int(number))
                assert int(was) == points[troop], (line, story.lines)
                points[troop] = int(now or 0)
                # What changes a troop stands right above: an attack on it, its fall or its plaque's repair.
                assert re.search(rf"{side} [a-z-]+ {number}(?: at|:|,| falls)|{side} has the order repair", cause), line
        for name in ("coalition", "france"):
            left = sum(number for (side, _), number in points.items() if side == name)
            assert left == story.outcome[f"{name}.hit_points"]
        assert story.lines[-1].startswith(("turn", "nobody"))


@pytest.mark.parametrize("scenario", CLASHES, ids=range(5))
def test_a_clash_with_too_many_states_is_retold_all_the_same(scenario, monkeypatch):
    stories = [replay(scenario, trial=trial, sampler="direct") for trial in range(12)]
    monkeypatch.setattr(combats, "MOST_STATES", 0)
    assert [replay(scenario, trial=trial) for trial in range(12)] == stories


# ---- laws --------------------------------------------------------------------------------------------------------

KINDS = ["sergeant", "quality-sergeant", "archer", "crossbowman", "knight", "foot-knight"]
ORDERS = ["attack", "defence", "forced-march", "repair", "rotate", "recall"]


@st.composite
def plaques(draw):
    return {
        "troops": draw(st.lists(st.sampled_from([*KINDS, "knight", "dead"]), min_size=6, max_size=6).filter(
            lambda troops: troops.count("dead") < 4)),
        "orders": ["attack", *draw(st.lists(st.sampled_from(ORDERS), max_size=3))],
        "policy": draw(st.sampled_from(["weakest_first", "strongest_first", "shooters_first"])),
        "movement": draw(st.sampled_from(["close", "hold"])),
        "banner": draw(st.sampled_from(["gonfanon", "captain", "bishop"])),
    }  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(plaques(), plaques(), st.sampled_from([(2, 1), (3, 0), (-1, 3), (4, -1), (0, -5)]), st.integers(1, 5))
def test_laws_of_a_clash(coalition, france, offset, limit):
    result = solve(clash(coalition, france, offset=offset, order_limit=limit))
    assert result.mass == pytest.approx(1, abs=1e-9)
    assert sum(result.win.values()) == pytest.approx(1, abs=1e-9)
    c = result.columns
    for side, plaque in (("coalition", coalition), ("france", france)):
        started = 6 - plaque["troops"].count("dead")
        assert c[f"{side}.troops"].max() <= started
        assert (c[f"{side}.hit_points"] >= c[f"{side}.troops"]).all()
        assert (c[f"{side}.hit_points"] <= 3 * c[f"{side}.troops"]).all()
        assert result.expected[side]["lost"] == pytest.approx(started - result.expected[side]["troops"], abs=1e-9)
        assert ((c[f"{side}.removed"] == 1) <= (c[f"{side}.troops"] == 2)).all()
        assert not c[f"{side}.banner_lost"].any()
        if plaque["banner"] != "captain":
            assert not c[f"{side}.taken"].any()
    assert (c["orders"] <= limit).all()
    assert ((c["winner"] == 0) <= (c["orders"] == limit)).all()
    lost = {s: c[f"{s}.removed"] + c[f"{s}.taken"] for s in ("coalition", "france")}
    assert np.array_equal(c["winner"] == 1, lost["france"] == 1)
    assert np.array_equal(c["winner"] == 2, lost["coalition"] == 1)


@given(st.sampled_from(KINDS), st.sampled_from(["horse", "foot"]), st.sampled_from(ORDERS))
@settings(deadline=None, max_examples=40)
def test_laws_of_a_charge(kind, charger, order):
    def killed(points, cells=1, **fields):
        target = {"kind": kind, "hit_points": points}
        return solve(attack("charge", charger=charger, cells=cells, target=target, target_order=order, **fields)).win[
            "killed"
        ]

    most = 3 if kind in ("quality-sergeant", "knight") else 2
    for points in range(1, most):
        assert killed(points) >= killed(points + 1)
    assert killed(1, cells=2) >= killed(1)
    assert killed(most, rules={"forced_march": "at_least"}) >= killed(most)
    assert killed(most, target_acts="before") == killed(most)


# ---- facts and bad input -----------------------------------------------------------------------------------------


def test_assumed_figures_are_named():
    assert solve(attack("charge", charger="horse", cells=2, target="sergeant")).assumed == ()
    assert solve(attack("shot", weapon="bow", distance=2, target="archer")).assumed == ("archer hit points",)
    assert solve(attack("contact", target="knight")).assumed == ("knight hit points",)
    assert solve(attack("contact", target={"kind": "knight", "hit_points": 1})).assumed == ()
    assert solve(attack("contact", target="sergeant", leader="otto")).assumed == ("otto bonus",)
    assert solve(clash({"troops": SERGEANTS}, {"troops": SERGEANTS})).assumed == ()
    assert set(solve(clash({"troops": KNIGHTS}, {"troops": ["archer"] * 6})).assumed) == {
        "knight hit points", "archer hit points",
    }  # fmt: skip


def test_the_scenario_as_understood_asks_the_same_again():
    for scenario in CLASHES + SINGLE:
        first = solve(scenario)
        again = solve(dict(first.scenario))
        assert again.scenario_id == first.scenario_id
        assert again.assumed == first.assumed
        assert again.win == first.win


def test_an_owner_supplies_what_is_assumed(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text(
        "[leader_bonuses.otto]\nvalue = { contact_damage = 1, charge_damage = 1, shock_bonus = 1, shot_bonus = 1 }\n"
        "[hit_points.archer]\nvalue = 3\n"
    )
    struck = solve(attack("contact", target="archer", leader="otto"), facts=file)
    assert struck.expected["hit_points"] == 1
    assert struck.assumed == ()
    shot = solve(attack("shot", weapon="bow", distance=2, target="sergeant", leader="otto"), facts=file)
    assert shot.win["hit"] == pytest.approx(5 / 6)
    sure = solve(attack("shot", weapon="crossbow", distance=2, target="sergeant", leader="otto"), facts=file)
    assert sure.win["hit"] == pytest.approx(1)
    charge = solve(attack("charge", charger="foot", cells=1, target="quality-sergeant", leader="otto"), facts=file)
    assert column(charge, "damage") == near({2: F(1, 2), 3: F(1, 2)})


FULL = {"troops": SERGEANTS}
GUERIN = {"troops": SERGEANTS, "leader": "guerin"}
BAD = [
    (attack("charge", charger="mule", cells=1, target="sergeant"), "charger"),
    (attack("charge", charger="horse", cells=3, target="sergeant"), "cells"),
    (attack("charge", charger="horse", cells=0, target="sergeant"), "cells"),
    (attack("charge", charger="horse", target="sergeant"), "cells"),
    (attack("charge", charger="horse", cells=1, target="sargeant"), "target.kind"),
    (attack("charge", charger="horse", cells=1, target={"kind": "sergeant", "hit_points": 3}), "target.hit_points"),
    (attack("charge", charger="horse", cells=1, target={"kind": "sergeant", "hit_points": 0}), "target.hit_points"),
    (attack("charge", charger="horse", cells=1, target="sergeant", target_order="retreat"), "target_order"),
    (attack("charge", charger="horse", cells=1, target="sergeant", target_acts="during"), "target_acts"),
    (attack("charge", charger="horse", cells=1, target="sergeant", leader="joan"), "leader"),
    (attack("charge", charger="horse", cells=1, target="sergeant", rules={"forced_march": 2}), "rules.forced_march"),
    (attack("charge", charger="horse", cells=1, target="sergeant", speed=1), "scenario"),
    (attack("shot", weapon="gun", distance=2, target="sergeant"), "weapon"),
    (attack("shot", weapon="bow", distance=4, target="sergeant"), "distance"),
    (attack("shot", weapon="crossbow", distance=1, target="sergeant"), "distance"),
    (attack("shot", weapon="crossbow", distance=5, target="sergeant"), "distance"),
    (attack("shot", weapon="bow", distance=2, target="sergeant", clear="perhaps"), "clear"),
    (attack("contact"), "target"),
    (clash({"troops": SERGEANTS[:5]}, FULL), "coalition.troops"),
    (clash({"troops": ["knigth", *SERGEANTS[:5]]}, FULL), "coalition.troops.0"),
    (clash({"troops": [*["dead"] * 4, *SERGEANTS[:2]]}, FULL), "coalition.troops"),
    (clash({**FULL, "hit_points": [2, 2, 2]}, FULL), "coalition.hit_points"),
    (clash({**FULL, "hit_points": [2, 2, 2, 2, 2, 3]}, FULL), "coalition.hit_points.5"),
    (clash({"troops": ["dead", *SERGEANTS[:5]], "hit_points": [1, 2, 2, 2, 2, 2]}, FULL), "coalition.hit_points.0"),
    (clash(FULL, {**FULL, "banner": "emperor"}), "france.banner"),
    (clash({**FULL, "banner": "king"}, FULL), "coalition.banner"),
    (clash({**FULL, "leader": "otto", "banner": "captain"}, FULL), "coalition.banner"),
    (clash({**FULL, "leader": "guerin"}, FULL), "coalition.leader"),
    (clash(FULL, GUERIN), "france.second_orders"),
    (clash(FULL, {**GUERIN, "orders": ["attack", "repair"], "second_orders": "repair"}), "france.second_orders"),
    (clash(FULL, {**FULL, "second_orders": "repair"}), "france.second_orders"),
    (clash(FULL, {**FULL, "orders": []}), "france.orders"),
    (clash(FULL, {**FULL, "orders": "sleep"}), "france.orders.0"),
    (clash(FULL, {**FULL, "policy": "kindest"}), "france.policy"),
    (clash(FULL, {**FULL, "movement": "fly"}), "france.movement"),
    (clash(FULL, {**FULL, "charges": True}), "france.charges"),
    (clash(FULL, {**FULL, "rotation": "left"}), "france.rotation"),
    (clash(FULL, FULL, offset=[1, 1]), "offset"),
    (clash(FULL, FULL, offset=[9, 0]), "offset.0"),
    (clash(FULL, FULL, offset=[8, 8]), "offset"),
    (clash(FULL, FULL, offset=[3]), "offset"),
    (clash(FULL, FULL, first="england"), "first"),
    (clash(FULL, FULL, order_limit=0), "order_limit"),
    (clash(FULL, FULL, order_limit=33), "order_limit"),
    (clash(FULL, FULL, rules={"foot_knight_charges": "no"}), "rules.foot_knight_charges"),
    (clash(FULL, FULL, rules={"carried_into_contact": "trot"}), "rules.carried_into_contact"),
    (clash(FULL, FULL, rules={"line_along_border": "any"}), "rules.line_along_border"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "field"), BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line_that_names_the_field(scenario, field):
    with pytest.raises(BadInput) as caught:
        evaluate(scenario)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"{field}:") or text.split(":")[0].startswith(field), text


# ---- who faces whom ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("offset", [[2, 1], [3, 0], [1, 2], [-2, -1], [2, 2], [0, -3], [4, -1]])
@pytest.mark.parametrize(
    "troops", [["knight", "sergeant", "archer", "knight", "quality-sergeant", "sergeant"], KNIGHTS]
)
def test_the_same_list_from_the_front_is_a_mirror(troops, offset):
    plaques = {side: {"troops": troops, "banner": "captain", "policy": "shooters_first"} for side in SIDES}
    ahead, behind = (
        solve(clash(**plaques, offset=offset, first=first, listed="from-the-front", order_limit=2)) for first in SIDES
    )
    assert ahead.win["coalition"] == pytest.approx(behind.win["france"], abs=1e-12)
    assert ahead.win["france"] == pytest.approx(behind.win["coalition"], abs=1e-12)
    for name, mean in ahead.expected["coalition"].items():
        assert mean == pytest.approx(behind.expected["france"][name], abs=1e-12), name


def test_from_the_front_is_the_french_list_turned_by_a_half():
    # The French cell 3 faces the coalition's cell 0.
    coalition, france = ({"troops": troops, **STILL} for troops in (MIXED, CITY))
    front = solve(clash(coalition, france, listed="from-the-front", order_limit=1))
    east = solve(clash(coalition, {**france, "troops": CITY[3:] + CITY[:3]}, order_limit=1))
    assert front.win == east.win
    assert front.expected["france"]["hit_points"] == pytest.approx(east.expected["france"]["hit_points"])


def test_a_clash_is_drawn_with_who_acts_first():
    result = solve(
        clash({"troops": KNIGHTS}, {"troops": [*KNIGHTS[:5], "dead"]}, listed="from-the-front", order_limit=1)
    )
    drawing = combats.CLASH.drawing(result.scenario)
    assert drawing[:4] == ["  c5  c6", "c4  C   c1  f2  f3", "  c3  c2  f1  F   f4", "            -   f5"]
    assert drawing[-1] == "coalition acts first in each turn, france after it, each troop as listed"


@pytest.mark.parametrize(("engaged", "charges"), [("strikes", 0), ("free", 1)])
def test_a_troop_in_contact_may_charge_another_enemy_where_that_is_allowed(engaged, charges):
    lone = ["knight", "dead", "dead", "sergeant", "sergeant", "dead"]  # the knight touches French cells 3 and 4
    wounded = {"troops": ["sergeant"] * 6, "hit_points": [2, 2, 1, 2, 2, 2], **STILL}
    rules = {"engaged": engaged}
    result = solve(clash({"troops": lone, "movement": "hold"}, wounded, rules=rules, order_limit=1))
    assert result.expected["coalition"]["shock_dice"] == pytest.approx(charges)


@pytest.mark.parametrize(("bonus", "damage"), [(0, 2), (1, 2), (2, 3)])
def test_at_least_takes_two_of_a_plaque_on_forced_march_or_more_with_a_bonus(tmp_path, bonus, damage):
    (tmp_path / "box.toml").write_text(f"[leader_bonuses.otto]\nvalue = {{ contact_damage = {bonus} }}\n")
    strike = attack("contact", target="quality-sergeant", target_order="forced-march", leader="otto")
    strike["rules"] = {"forced_march": "at_least"}
    assert column(solve(strike, facts=tmp_path / "box.toml"), "damage") == near({damage: 1})
    defended = {**strike, "target_order": "defence"}
    assert column(solve(defended, facts=tmp_path / "box.toml"), "damage") == near({1 + bonus: 1})


@pytest.mark.parametrize("banner", [None, "emperor"])
def test_a_leader_goes_with_his_own_banner(banner):
    plaque = {"troops": SERGEANTS, "leader": "otto"} | ({"banner": banner} if banner else {})
    assert prepare(clash(plaque, {"troops": SERGEANTS})).scenario["coalition"]["banner"] == "emperor"
    with pytest.raises(BadInput, match="emperor, the leader's, or nothing"):
        prepare(clash({**plaque, "banner": "captain"}, {"troops": SERGEANTS}))
