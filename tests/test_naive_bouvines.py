"""The plain twin of Bouvines against cases worked out by hand."""

from fractions import Fraction as F

import pytest

from naive.bouvines import DEAD, Clash, Figures, State, Troop, distance, line, means, outcomes, square, win_chances

S, Q, A, X, K, FOOT, NONE = "sergeant", "quality-sergeant", "archer", "crossbowman", "knight", "foot-knight", "dead"


def told(scenario, *columns, facts=None):
    """Chances by the values of some columns."""
    found = {}
    for outcome, chance in outcomes(scenario, facts).items():
        row = dict(outcome)
        key = tuple(row[column] for column in columns)
        found[key] = found.get(key, F(0)) + chance
    return found


def charge(charger, cells, target, **more):
    return {"combat": "charge", "charger": charger, "cells": cells, "target": target, **more}


def shot(weapon, target, **more):
    return {"combat": "shot", "weapon": weapon, "distance": 2, "target": target, **more}


def contact(target, **more):
    return {"combat": "contact", "target": target, **more}


def side(troops, orders=("attack",), **more):
    """A plaque that stays where it is and does not charge, unless told otherwise."""
    return {"troops": list(troops), "orders": list(orders), "movement": "hold", "charges": "none", **more}


def clash(coalition, france, **more):
    return {"combat": "clash", "coalition": coalition, "france": france, **more}


def ending(winner, orders, coalition, france):
    """An outcome from (troops, hit points, removed, banner lost, taken) of both sides."""
    names = ("troops", "hit_points", "removed", "banner_lost", "taken")
    return (
        ("winner", winner),
        ("orders", orders),
        *((f"coalition.{name}", value) for name, value in zip(names, coalition, strict=True)),
        *((f"france.{name}", value) for name, value in zip(names, france, strict=True)),
    )


# ---- one attack --------------------------------------------------------------------------------------------------


def test_outcome_has_the_columns_of_the_readings():
    assert outcomes(contact(S)) == {
        (("damage", 1), ("hit_points", 1), ("unhorsed", 0), ("killed", 0), ("shield", 0)): F(1)
    }


@pytest.mark.parametrize(
    ("charger", "cells", "order", "switch", "expected"),
    [
        ("horse", 1, "attack", "flat", {(1,): F(1, 3), (2,): F(2, 3)}),
        ("horse", 2, "attack", "flat", {(2,): F(1, 3), (3,): F(2, 3)}),
        ("foot", 1, "rotate", "flat", {(1,): F(2, 3), (2,): F(1, 3)}),
        ("foot", 2, "recall", "flat", {(2,): F(2, 3), (3,): F(1, 3)}),
        ("horse", 2, "defence", "flat", {(1,): F(1)}),
        ("horse", 2, "forced-march", "flat", {(2,): F(1)}),
        ("horse", 2, "forced-march", "at_least", {(2,): F(1, 3), (3,): F(2, 3)}),
        ("horse", 1, "forced-march", "at_least", {(2,): F(1)}),
        ("horse", 2, "defence", "at_least", {(1,): F(1)}),
    ],
)
def test_damage_of_a_charge(charger, cells, order, switch, expected):
    scenario = charge(charger, cells, S, target_order=order, rules={"forced_march": switch})
    assert told(scenario, "damage") == expected


@pytest.mark.parametrize(
    ("weapon", "order", "clear", "expected"),
    [
        ("bow", "attack", True, {(0,): F(1, 3), (1,): F(2, 3)}),
        ("bow", "defence", True, {(0,): F(1, 3), (1,): F(2, 3)}),
        ("crossbow", "attack", True, {(0,): F(1, 6), (1,): F(5, 6)}),
        ("crossbow", "forced-march", True, {(0,): F(1, 6), (2,): F(5, 6)}),
        ("crossbow", "forced-march", False, {(0,): F(1)}),
    ],
)
def test_damage_of_a_shot(weapon, order, clear, expected):
    assert told(shot(weapon, K, target_order=order, clear=clear), "damage") == expected


def test_win_names():
    assert win_chances(shot("bow", S)) == {"hit": F(2, 3), "miss": F(1, 3)}
    assert win_chances(charge("horse", 2, K)) == {"standing": F(1, 3), "unhorsed": F(2, 3), "killed": F(0)}
    assert win_chances(charge("horse", 2, Q)) == {"standing": F(1, 3), "unhorsed": F(0), "killed": F(2, 3)}


@pytest.mark.parametrize(("order", "damage"), [("attack", 1), ("defence", 1), ("forced-march", 2), ("repair", 1)])
def test_damage_at_contact(order, damage):
    for switch in ("flat", "at_least"):
        scenario = contact(K, target_order=order, rules={"forced_march": switch})
        assert told(scenario, "damage") == {(damage,): F(1)}


def test_unhorsed_knight_rolls_the_fall_die_and_the_rest_of_the_damage_is_lost():
    scenario = charge("horse", 2, {"kind": K, "hit_points": 1})
    assert told(scenario, "damage", "hit_points", "unhorsed", "killed") == {
        (2, 2, 1, 0): F(1, 3) * F(2, 3),
        (2, 1, 1, 0): F(1, 3) * F(1, 3),
        (3, 2, 1, 0): F(2, 3) * F(2, 3),
        (3, 1, 1, 0): F(2, 3) * F(1, 3),
    }
    harder = {"damage": {"fall": {"value": 5}}}
    assert told(scenario, "hit_points", "killed", facts=harder) == {(2, 0): F(2, 3), (1, 0): F(1, 3)}


def test_foot_knight_dies():
    assert told(contact({"kind": FOOT, "hit_points": 1}), "hit_points", "unhorsed", "killed") == {(0, 0, 1): F(1)}


@pytest.mark.parametrize(
    ("target", "acts", "left", "shield"),
    [
        ({"kind": Q, "hit_points": 3}, "after", 3, 1),
        ({"kind": Q, "hit_points": 3}, "before", 2, 0),
        ({"kind": Q, "hit_points": 2}, "before", 2, 0),
        ({"kind": S, "hit_points": 1}, "before", 1, 0),
        ({"kind": S, "hit_points": 1}, "after", 0, 0),  # the dead are not repaired
        ({"kind": K, "hit_points": 3}, "after", 3, 0),
    ],
)
def test_repair_before_or_after_a_contact(target, acts, left, shield):
    scenario = contact(target, target_order="repair", target_acts=acts)
    assert told(scenario, "hit_points", "shield") == {(left, shield): F(1)}


def test_repair_gives_no_horse_back():
    scenario = charge("horse", 2, {"kind": K, "hit_points": 2}, target_order="repair")
    assert told(scenario, "hit_points", "unhorsed") == {(2, 1): F(1)}


def test_bonus_of_a_leader():
    bonus = {"contact_damage": 1, "charge_damage": 1, "shock_bonus": 1, "shot_bonus": -2}
    facts = {"leader_bonuses": {"otto": {"value": bonus}}}
    assert told(contact(K, leader="otto"), "damage", facts=facts) == {(2,): F(1)}
    assert told(charge("foot", 1, K, leader="otto"), "damage", facts=facts) == {(2,): F(1, 2), (3,): F(1, 2)}
    assert told(shot("bow", K, leader="otto"), "damage", facts=facts) == {(0,): F(2, 3), (1,): F(1, 3)}
    assert told(charge("foot", 1, K, leader="otto", target_order="defence"), "damage", facts=facts) == {(1,): F(1)}


# ---- geometry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "cells", "squared", "met"),
    [
        ((1, 0), 1, 1, ()),
        ((2, 0), 2, 4, (((1, 0),),)),
        ((1, 1), 2, 3, (((0, 1), (1, 0)),)),
        ((2, -1), 2, 3, (((1, -1), (1, 0)),)),
        ((2, 1), 3, 7, (((1, 0),), ((1, 1),))),
        ((2, 2), 4, 12, (((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1)))),
        ((3, 1), 4, 13, (((1, 0),), ((1, 1),), ((2, 0),), ((2, 1),))),
    ],
)
def test_distances_and_lines(there, cells, squared, met):
    assert (distance((0, 0), there), square((0, 0), there)) == (cells, squared)
    assert line((0, 0), there) == met


# ---- clash: what can be told from its outcomes -------------------------------------------------------------------

# In contact along one side: coalition cells 0 and 1, French cells 3 and 4.


def test_contact_kills_the_fourth_troop():
    scenario = clash(
        side([S, NONE, NONE, S, S, NONE]),
        side([S, S, NONE, S, NONE, NONE], ["defence"], hit_points=[2, 2, 0, 1, 0, 0]),
    )
    assert outcomes(scenario) == {ending("coalition", 1, (3, 6, 0, 0, 0), (2, 4, 1, 0, 0)): F(1)}
    scenario["first"] = "france"  # in defence it does not strike back
    assert win_chances(scenario)["coalition"] == 1
    scenario["france"]["orders"] = ["attack"]
    scenario["coalition"]["hit_points"] = [1, 0, 0, 2, 2, 0]
    assert outcomes(scenario) == {ending("france", 1, (2, 4, 1, 0, 0), (3, 5, 0, 0, 0)): F(1)}


def test_orders_run_on_and_the_last_is_repeated():
    scenario = clash(
        side([S, NONE, NONE, S, S, NONE], ["recall", "attack"]),
        side([S, S, NONE, Q, NONE, NONE], ["defence"]),
    )
    assert outcomes(scenario) == {ending("coalition", 4, (3, 6, 0, 0, 0), (2, 4, 1, 0, 0)): F(1)}
    scenario["order_limit"] = 3
    assert outcomes(scenario) == {ending("none", 3, (3, 6, 0, 0, 0), (3, 5, 0, 0, 0)): F(1)}
    scenario["france"]["orders"] = ["defence", "repair"]
    assert outcomes(scenario) == {ending("none", 3, (3, 6, 0, 0, 0), (3, 7, 0, 0, 0)): F(1)}


def test_forced_march_shows_all_turn():
    scenario = clash(
        side([S, NONE, NONE, S, S, NONE]),
        side([S, S, NONE, Q, NONE, NONE], ["forced-march"]),
        order_limit=1,
    )
    assert outcomes(scenario) == {ending("none", 1, (3, 6, 0, 0, 0), (3, 5, 0, 0, 0)): F(1)}
    scenario["france"] |= {"leader": "guerin", "orders": ["defence"], "second_orders": ["forced-march"]}
    assert told(scenario, "france.hit_points") == {(5,): F(1)}
    scenario["france"] |= {"second_orders": ["repair"]}  # heals after the blow
    assert told(scenario, "france.hit_points") == {(7,): F(1)}
    scenario["first"] = "france"
    assert told(scenario, "france.hit_points") == {(6,): F(1)}


def test_two_dice_strike_twice_only_if_both_attack():
    scenario = clash(
        side([S, NONE, NONE, S, S, NONE], ["defence"]),
        side([S, S, NONE, Q, NONE, NONE], ["attack"], leader="guerin", second_orders=["recall"]),
        order_limit=1,
    )
    assert told(scenario, "coalition.hit_points") == {(5,): F(1)}


def archery(between=NONE, **more):
    """A coalition archer in (1, 0), a French sergeant with 1 hit point in (3, 0), nobody else in range."""
    return clash(
        side([A, between, NONE, S, S, NONE]),
        side([S, S, NONE, S, NONE, NONE], ["defence"], hit_points=[2, 2, 0, 1, 0, 0]),
        **{"offset": [4, 0], "order_limit": 3, **more},
    )


def test_archer_shoots_until_he_hits():
    assert told(archery(), "winner", "orders") == {
        ("coalition", 1): F(2, 3),
        ("coalition", 2): F(2, 9),
        ("coalition", 3): F(2, 27),
        ("none", 3): F(1, 27),
    }
    assert means(archery())["coalition.shots"] == 1 + F(1, 3) + F(1, 9)
    assert means(archery())["france.lost"] == F(26, 27)


def test_line_along_a_border():
    # Target on (2, 1): the line from (1, 0) runs between (1, 1) and (2, 0), both free.
    scenario = archery(offset=[3, 1], order_limit=1)
    both_sides = scenario | {"rules": {"line_along_border": "both_sides"}}
    for free in (scenario, both_sides):
        assert told(free, "winner") == {("coalition",): F(2, 3), ("none",): F(1, 3)}
    # From cell 3, (-1, 0), to (1, -1) it runs between the banner and cell 4, (0, -1), where a sergeant stands.
    state = Clash(scenario, Figures()).start
    assert not Clash(scenario, Figures()).clear(state, (-1, 0), (1, -1))
    state = state.with_troop(0, 4, DEAD)
    assert Clash(scenario, Figures()).clear(state, (-1, 0), (1, -1))
    assert not Clash(both_sides, Figures()).clear(state, (-1, 0), (1, -1))
    assert not Clash(scenario, Figures()).clear(state, (-1, 0), (1, 0))  # right through the banner


def riding(target=Q, **more):
    """The coalition's knight is carried from (1, 0) to (2, 0) and rides to (3, 0) against (4, 0)."""
    return clash(
        side([K, NONE, NONE, S, S, NONE], movement="close", charges="horse"),
        side([S, S, NONE, target, NONE, NONE], ["rotate"], charges="none"),
        **{"offset": [5, 0], "order_limit": 1, **more},
    )


def test_step_and_charge():
    scenario = riding()
    scenario["france"]["orders"] = ["repair"]
    assert outcomes(scenario) == {
        ending("coalition", 1, (3, 7, 0, 0, 0), (2, 4, 1, 0, 0)): F(2, 3),
        ending("none", 1, (3, 7, 0, 0, 0), (3, 6, 0, 0, 0)): F(1, 3),
    }
    assert means(scenario)["coalition.shock_dice"] == 1
    scenario["france"]["orders"] = ["defence"]
    assert told(scenario, "france.hit_points") == {(6,): F(1)}
    assert "coalition.shock_dice" not in means(scenario)
    scenario["coalition"]["charges"] = "none"
    assert told(scenario, "france.hit_points") == {(7,): F(1)}


def test_charge_on_a_knight_with_fall_die():
    scenario = riding(target=K)
    scenario["france"]["orders"] = ["recall"]
    # 2 hit points off leave 1 of 3; 3 unhorse him, with 2 left or, by the fall die, 1. The others have 4.
    assert told(scenario, "france.troops", "france.hit_points") == {
        (3, 5): F(1, 3) + F(2, 3) * F(1, 3),
        (3, 6): F(2, 3) * F(2, 3),
    }
    assert means(scenario)["france.unhorsed"] == F(2, 3)


def test_who_is_out_acts_on():
    scenario = riding(order_limit=2)
    scenario["coalition"]["orders"] = ["attack", "repair"]
    scenario["france"]["orders"] = ["recall"]
    # Turn 1 kills or leaves 1 hit point; in turn 2 the knight outside takes it.
    assert told(scenario, "winner", "orders") == {("coalition", 1): F(2, 3), ("coalition", 2): F(1, 3)}
    scenario["coalition"]["orders"] = ["attack", "recall"]  # back in his cell he does nothing
    assert told(scenario, "winner", "orders") == {("coalition", 1): F(2, 3), ("none", 2): F(1, 3)}
    scenario["coalition"]["orders"] = ["attack", "defence"]  # the plaque steps on and its cell 0 covers him: as well
    assert told(scenario, "winner", "orders") == {("coalition", 1): F(2, 3), ("none", 2): F(1, 3)}


def test_who_is_out_has_no_part_in_the_forced_march():
    scenario = riding(order_limit=2, first="france")
    scenario["coalition"] |= {"orders": ["attack", "forced-march"], "movement": "hold"}
    scenario["france"]["orders"] = ["recall", "attack"]
    # He rode two cells by himself; in turn 2 he is struck for 1 and takes the last hit point of the striker.
    assert told(scenario, "winner", "orders", "coalition.hit_points") == {
        ("coalition", 1, 7): F(2, 3),
        ("coalition", 2, 6): F(1, 3),
    }


@pytest.mark.parametrize(
    ("banner", "cell", "falls"),
    [
        ("captain", 1, True),
        ("king", 1, True),
        ("emperor", 1, False),  # three dead cells and cell 3 touched
        ("emperor", 0, True),  # cell 4 as well
        ("gonfanon", 0, False),
        ("bishop", 0, False),
    ],
)
def test_capture(banner, cell, falls):
    troops = [S if k in (cell, 3, 4) else NONE for k in range(6)]
    scenario = clash(
        side(troops, ["recall"]),
        side([NONE, NONE, NONE, S, S, S], ["recall"], banner=banner),
        order_limit=2,
    )
    lost = (3, 6, 0, 0, int(falls))
    assert outcomes(scenario) == {
        ending("coalition" if falls else "none", 1 if falls else 2, (3, 6, 0, 0, 0), lost): F(1)
    }


def test_sixteen_banners():
    scenario = clash(
        side([NONE, NONE, S, S, S, S], ["recall"]),
        side([S, S, S, S, S, S], ["recall"], leader="montmorency"),
        order_limit=1,
    )
    assert told(scenario, "winner") == {("none",): F(1)}
    scenario["coalition"]["troops"][2] = NONE  # three left; the cells 0 and 1 are dead and touched
    assert outcomes(scenario) == {ending("france", 1, (3, 6, 0, 1, 0), (6, 12, 0, 0, 0)): F(1)}


@pytest.mark.parametrize(
    ("policy", "left"),
    [("weakest_first", [3, 1]), ("strongest_first", [2, 2]), ("shooters_first", [3, 1])],
)
def test_policies_at_contact(policy, left):
    """Coalition cell 0 touches a knight in cell 3 and an archer in cell 4."""
    scenario = clash(
        side([S, NONE, NONE, S, S, NONE], policy=policy), side([S, NONE, NONE, K, A, NONE], ["recall"]), order_limit=1
    )
    scene = Clash(scenario, Figures())
    scene.dice = [{"attack"}, {"recall"}]
    (state,) = scene.passage(0, "attack", {scene.start: F(1)})
    assert [state.troops[1][k].hit_points for k in (3, 4)] == left


def test_carried_into_contact():
    scenario = clash(
        side([K, NONE, NONE, S, S, NONE], movement="close"),
        side([S, S, NONE, Q, NONE, NONE], ["recall"]),
        offset=[4, 0],
        order_limit=1,
    )
    assert told(scenario, "france.hit_points") == {(6,): F(1)}  # at contact
    scenario["rules"] = {"carried_into_contact": "charge"}
    assert told(scenario, "france.hit_points") == {(6,): F(1, 3), (5,): F(2, 3)}
    scenario["coalition"]["troops"][0] = A
    assert told(scenario, "france.hit_points") == {(6,): F(1)}
    scenario["coalition"]["troops"][0] = FOOT
    assert told(scenario, "france.hit_points") == {(6,): F(2, 3), (5,): F(1, 3)}
    scenario["rules"]["foot_knight_charges"] = False
    assert told(scenario, "france.hit_points") == {(6,): F(1)}


# ---- clash: moves, one by one ------------------------------------------------------------------------------------


def scene(coalition, banner=(0, 0), france=(), foe=(8, 0), **more):
    """A clash and a position in it from troops (kind, cell, out, place); the others are dead."""
    figures = Figures()
    played = Clash(clash(side([S] * 6, **more), side([S] * 6)), figures)

    def six(troops):
        living = [Troop(kind, figures.full(kind), cell, out, place) for kind, cell, out, place in troops]
        return tuple(living + [DEAD] * (6 - len(living)))

    return played, State((banner, foe), (six(coalition), six(france)))


def test_step_covers_and_rallies():
    # After the step to (1, 0): cell 0, (2, 0), covers its own troop; cell 3, (0, 0), covers the troop of cell 1, and
    # that of cell 3, out elsewhere, belongs to none.
    played, state = scene(
        [(S, 0, True, (2, 0)), (S, 1, True, (0, 0)), (S, 3, True, (0, 5)), (S, 4, False, (0, -1))], movement="close"
    )
    moment = played.step(0, state)
    assert moment.stepped
    assert moment.carried == {3}
    assert moment.state.banners == ((1, 0), (8, 0))
    assert [(t.cell, t.out, t.place) for t in moment.state.troops[0][:4]] == [
        (0, False, (2, 0)),
        (3, False, (0, 0)),
        (None, True, (0, 5)),
        (4, False, (1, -1)),
    ]


@pytest.mark.parametrize(
    ("coalition", "france", "goes"),
    [
        ([], [], (1, 0)),
        ([], [(S, 0, True, (2, 0))], (0, 1)),  # an enemy outside; (0, 1) and (1, -1) are equally near: lower direction
        ([(S, 5, True, (1, 0))], [], (0, 1)),  # an own troop on the banner's cell
        ([(S, 0, False, (1, 0)), (S, 1, True, (2, 0))], [], (0, 1)),  # cell 0 is not empty
        ([(S, 0, True, (2, 0))], [], (1, 0)),
        ([], [(S, 0, True, (1, 0))], (0, 0)),  # in all three places that are nearer
    ],
)
def test_barred_steps(coalition, france, goes):
    played, state = scene(coalition, france=france, movement="close")
    assert played.step(0, state).state.banners == (goes, (8, 0))


def test_banners_keep_their_distance():
    played, state = scene([], foe=(3, 0), movement="close")  # (1, 0) would be at 2; (0, 1) is at 3 and nearer
    assert played.step(0, state).state.banners[0] == (0, 1)
    played, state = scene([], foe=(2, 1), movement="close")  # in contact along a side: no place is nearer
    assert not played.step(0, state).stepped
    played, state = scene([], foe=(4, 0))
    assert not played.step(0, state).stepped  # holds


def test_rotation_turns_all_or_nothing():
    played, state = scene([(S, 0, False, (1, 0)), (K, 5, True, (4, 4))])
    turned = played.rotate(0, state)
    assert [(t.cell, t.place) for t in turned.troops[0][:2]] == [(1, (0, 1)), (0, (4, 4))]
    played, state = scene([(S, 0, False, (1, 0)), (K, 5, True, (4, 4))], rotation="counterclockwise")
    assert [t.cell for t in played.rotate(0, state).troops[0][:2]] == [5, 4]
    played, state = scene([(S, 0, False, (1, 0)), (K, 5, True, (4, 4))], france=[(K, 0, True, (0, 1))])
    assert played.rotate(0, state) == state


def test_recall_in_listed_order():
    # The first stands on the second's cell; the third's cell is held by an enemy, the fourth belongs to none.
    played, state = scene(
        [(K, 0, True, (0, 1)), (K, 1, True, (3, 3)), (K, 2, True, (4, 4)), (K, None, True, (5, 5))],
        france=[(K, 0, True, (-1, 1))],
    )
    back = played.recall(0, state)
    assert [(t.out, t.place) for t in back.troops[0][:4]] == [
        (False, (1, 0)),
        (False, (0, 1)),
        (True, (4, 4)),
        (True, (5, 5)),
    ]


def test_ways_of_a_charge():
    played, state = scene([(K, 0, False, (1, 0))], france=[(S, 0, True, (4, 0)), (S, 1, True, (1, 2))])
    # (4, 0): (2, 0) and (3, 0). (1, 2): one cell, (1, 1) by direction 1 before (0, 1).
    assert played.ways(0, state, (1, 0), 2) == {0: ((2, 0), (3, 0)), 1: ((1, 1),)}
    assert played.ways(0, state, (1, 0), 1) == {1: ((1, 1),)}


# ---- a whole clash -----------------------------------------------------------------------------------------------


def test_chances_sum_to_one():
    scenario = clash(
        {"troops": [K, Q, A, S, S, X], "orders": ["attack", "rotate", "attack"], "policy": "shooters_first"},
        {"troops": [S, S, A, K, K, Q], "orders": ["attack", "recall", "attack"], "banner": "captain"},
        offset=[3, 1],
        order_limit=3,
    )
    found = outcomes(scenario)
    assert sum(found.values()) == 1
    assert len(found) > 1
