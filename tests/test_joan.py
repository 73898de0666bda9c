"""Joan of Arc: its combats against the rulebook, cases worked out by hand, laws, and one engine against the other."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from simcore.engine.resolver import Step
from simcore.errors import BadInput
from simcore.evaluation.questions import prepare, simulate, solve
from simcore.games import COMBATS
from simcore.games.joan.rules import exchange, losses

DICE = [a - b for a, b in product(range(1, 7), repeat=2)]


def joan(combat, **fields):
    return {"game": "joan", "combat": combat, **fields}


def combat(attacker, defender=(), **rules):
    return joan("combat", attacker=attacker, defender=dict(defender), rules=rules)


def wins(scenario):
    """Chances in 36ths (or whatever part of one), by name."""
    return {name: pytest.approx(p) for name, p in solve(scenario).win.items()}


def by_margin(margin):
    """What two dice make of an attack that is `margin` points ahead."""
    won = Counter(np.sign(margin + apart) for apart in DICE)
    return {"attacker": won[1] / 36, "defender": won[-1] / 36, "none": won[0] / 36}


# ---- points ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "rules", "attack", "defence"),
    [
        ({"cards": [4, 4]}, {}, {}, 8, 2),
        ({"cards": [3, 6], "influence": 3, "hero": True}, {"card": 5, "influence": 2, "hero": True}, {}, 14, 11),
        ({"cards": [3, 3]}, {"fortification": "none"}, {}, 6, 0),
        ({"cards": [3, 3]}, {"fortification": "fortress", "mountain": True, "landing": True}, {}, 6, 8),
        ({"cards": [3, 3], "engineer": True}, {"fortification": "fortress"}, {}, 6, 4),
        ({"cards": [3, 3], "engineer": True}, {"fortification": "castle"}, {}, 6, 2),
        ({"cards": [3, 3], "engineer": True}, {"mountain": True}, {}, 6, 1),
        ({"cards": [3, 3], "engineer": True}, {"fortification": "none"}, {}, 6, 0),
        ({"cards": [3, 3], "engineer": True}, {"fortification": "castle", "engineer": True}, {}, 6, 4),
        ({"cards": [3, 3]}, {"fortification": "castle", "engineer": True}, {}, 6, 4),
        ({"cards": [3, 3], "traitor": True}, {"fortification": "fortress", "landing": True}, {}, 6, 1),
        (
            {"cards": [3, 3], "traitor": True, "engineer": True},
            {"fortification": "fortress", "engineer": True},
            {},
            6,
            0,
        ),
        ({"cards": [3, 3], "grand_master": True}, {"mercenaries": 3, "grand_master": True}, {}, 7, 6),
        ({"cards": [3, 3]}, {"engineer": True}, {"engineer_in_defence": True}, 6, 4),
        ({"cards": [3, 3], "engineer": True}, {"engineer": True}, {"engineer_in_defence": True}, 6, 2),
        ({"cards": [3, 3], "traitor": True}, {"engineer": True}, {"engineer_in_defence": True}, 6, 2),
        ({"cards": [3, 3]}, {"landing": True}, {"harder_landings": True}, 6, 4),
        ({"cards": [3, 3]}, {}, {"harder_landings": True}, 6, 2),
        ({"cards": [3, 3], "nation": "england"}, {"landing": True}, {"nations": True}, 6, 2),
        ({"cards": [3, 3], "nation": "england"}, {"landing": True}, {"nations": True, "harder_landings": True}, 6, 3),
        ({"cards": [3, 3], "nation": "england"}, {"landing": True}, {}, 6, 3),
        ({"cards": [3, 3], "nation": "france"}, {"landing": True, "mountain": True}, {"nations": True}, 6, 4),
        ({"cards": [3, 3], "nation": "france"}, {"mountain": True}, {"knowledge_of_the_land": True}, 6, 2),
        ({"cards": [3, 3], "nation": "navarre"}, {"mountain": True}, {"knowledge_of_the_land": True}, 6, 3),
        ({"force": "foreign"}, {"force": "militia"}, {}, 5, 2),
        ({"force": "foreign"}, {"card": 4, "fortification": "castle"}, {}, 5, 8),
        ({"force": "ally", "influence": 3}, {"force": "ally", "influence": 2}, {}, 8, 9),
        ({"force": "neutral"}, {"force": "neutral"}, {}, 6, 7),
        ({"cards": [5, 5]}, {"force": "foreign"}, {}, 10, 7),
        ({"cards": [5, 5]}, {"force": "foreign", "fortification": "fortress"}, {}, 10, 11),
        ({"cards": [5, 5], "traitor": True}, {"force": "foreign", "mountain": True}, {}, 10, 6),
        ({"cards": [5, 5]}, {"force": "neutral", "fortification": "castle"}, {}, 10, 11),
        ({"cards": [5, 5], "engineer": True}, {"force": "neutral", "fortification": "castle"}, {}, 10, 7),
        ({"cards": [5, 5], "engineer": True}, {"force": "neutral", "fortification": "fortress"}, {}, 10, 11),
        ({"cards": [5, 5], "traitor": True}, {"force": "neutral", "fortification": "castle"}, {}, 10, 7),
        ({"cards": [5, 5], "traitor": True}, {"force": "neutral"}, {}, 10, 7),
    ],
)
def test_points_before_the_dice(attacker, defender, rules, attack, defence):
    scenario = combat(attacker, defender, **rules)
    result = solve(scenario)
    assert (result.expected["attacker"]["points"], result.expected["defender"]["points"]) == (attack, defence)
    assert wins(scenario) == by_margin(attack - defence)
    assert result.assumed == ()


def test_equal_points_are_worked_out_by_hand():
    """Of 36 pairs of dice 15 are higher for either side and 6 are equal: the town stays, both lose their cards."""
    result = solve(combat({"cards": [3, 3]}, {"card": 4}))
    assert result.win == {
        "attacker": pytest.approx(15 / 36),
        "defender": pytest.approx(15 / 36),
        "none": pytest.approx(1 / 6),
    }
    outcomes = {row["winner"]: row for row in result.outcomes}
    assert outcomes[0]["attacker.cards_lost"] == 2
    assert outcomes[0]["defender.points_lost"] == 4
    assert outcomes[1]["attacker.cards_lost"] == 0
    assert outcomes[1]["defender.cards_lost"] == 1
    assert outcomes[2]["attacker.points_lost"] == 6
    assert outcomes[2]["defender.points_lost"] == 0


def test_a_defender_without_cards_has_fortification_hero_and_influence():
    assert wins(combat({"cards": [4, 3]}, {"influence": 3, "hero": True})) == by_margin(0)
    assert set(solve(combat({"cards": [4, 3]})).columns) == {
        "p",
        "winner",
        "attacker.cards_lost",
        "attacker.points_lost",
    }


# ---- red cards ---------------------------------------------------------------------------------------------------


def test_a_defending_traitor_takes_either_card_by_chance():
    plain = {card: by_margin(card - 4) for card in (3, 6)}  # what is left, against a castle
    scenario = combat({"cards": [6, 3]}, {"fortification": "castle", "traitor": True})
    assert wins(scenario) == {name: (plain[3][name] + plain[6][name]) / 2 for name in plain[3]}
    result = solve(scenario)
    for row in result.outcomes:
        assert row["attacker.cards_lost"] == (1 if row["winner"] == 1 else 2)
        assert row["attacker.points_lost"] == (row["taken"] if row["winner"] == 1 else 9)
    assert result.expected["taken"] == pytest.approx(4.5)
    assert result.expected["attacker"]["points"] == pytest.approx(4.5)


def test_traitors_on_both_sides():
    """The fortress counts nothing, one of two equal cards is gone."""
    scenario = combat({"cards": [5, 5], "traitor": True}, {"card": 3, "fortification": "fortress", "traitor": True})
    assert wins(scenario) == by_margin(5 - 3)


@pytest.mark.parametrize(("index", "doubled"), [(0, 6), (1, 3)])
def test_the_sign_of_god_doubles_the_named_card(index, doubled):
    for when in ("needed", "always"):
        attacker = {"cards": [6, 3], "sign_of_god": index, "sign_of_god_when": when}
        assert wins(combat(attacker, {"card": 6, "fortification": "fortress"})) == by_margin(9 + doubled - 12)


def test_the_sign_of_god_doubles_the_card_that_the_traitor_left():
    scenario = combat({"cards": [6, 3], "sign_of_god": 0}, {"card": 4, "fortification": "castle", "traitor": True})
    left = [by_margin(2 * card - 8) for card in (6, 3)]
    assert wins(scenario) == {name: (left[0][name] + left[1][name]) / 2 for name in left[0]}


def test_the_sign_of_god_is_kept_where_it_changes_nothing():
    """Attack 6 (9 doubled) against 4: needed where the dice make 6 + apart <= 4 but 9 + apart beat it or reach it."""
    result = solve(combat({"cards": [3, 3], "sign_of_god": 1}, {"card": 4, "fortification": "none"}))
    useful = sum(np.sign(5 + apart) > np.sign(2 + apart) for apart in DICE) / 36
    assert result.expected["attacker"]["sign_of_god"] == pytest.approx(useful)
    always = {"cards": [3, 3], "sign_of_god": 1, "sign_of_god_when": "always"}
    assert solve(combat(always, {"card": 4})).expected["attacker"]["sign_of_god"] == 1


def played_out(margin, a, d):
    """The Signs as a game in turns until both pass: (best result, plays) by looking at every line of play.

    The attacker wants a high result, the defender a low one; of equal results each prefers to keep his own Sign.
    """

    def best(margin, a, d, turn, passed):
        if passed == 2:
            return int(np.sign(margin)), 0, 0
        own = (a, d)[turn]
        lines = [best(margin, a, d, 1 - turn, passed + 1)]
        if own and turn == 0:
            result, mine, other = best(margin + a, 0, d, 1, 0)
            lines.append((result, mine + 1, other))
        if own and turn == 1:
            result, other, mine = best(margin - d, a, 0, 0, 0)
            lines.append((result, other, mine + 1))
        return (
            max(lines, key=lambda line: (line[0], -line[1]))
            if turn == 0
            else min(lines, key=lambda line: (line[0], line[2]))
        )

    return best(margin, a, d, 0, 0)


def test_signs_of_god_against_every_line_of_play():
    for margin, a, d in product(range(-14, 15), (0, 3, 4, 5, 6), (0, 3, 4, 5, 6)):
        assert tuple(int(x) for x in exchange(margin, a, d)) == played_out(margin, a, d), (margin, a, d)


def test_retreats_bring_back_the_highest_cards():
    assert losses([3, 6], False, 1) == (1, 3, 1)
    assert losses([3, 6], False, 2) == (0, 0, 2)
    assert losses([3, 6], True, 2) == (0, 0, 0)
    assert losses([3], False, 2, taken=6) == (1, 6, 1)
    result = solve(combat({"cards": [3, 6], "retreat": 1}, {"card": 6, "retreat": 1, "fortification": "fortress"}))
    for row in result.outcomes:
        assert row["attacker.retreat"] == (row["winner"] != 1)
        assert row["attacker.points_lost"] == (0 if row["winner"] == 1 else 3)
        assert row["defender.retreat"] == (row["winner"] != 2)
        assert row["defender.cards_lost"] == 0


def test_heroes_live_only_by_victory():
    result = solve(combat({"cards": [4, 4], "hero": True}, {"card": 5, "hero": True}))
    assert {(row["winner"], row["attacker.hero"], row["defender.hero"]) for row in result.outcomes} == {
        (1, 1, 0), (0, 0, 0), (2, 0, 1)
    }  # fmt: skip


# ---- events ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("town", "hit", "coins"), [("none", 6, 1), ("garrison", 4, 1), ("castle", 2, 2), ("fortress", 0, 0)]
)
def test_raids_and_corruption(town, hit, coins):
    result = solve(joan("raid", fortification=town))
    assert result.win == {"hit": pytest.approx(hit / 6), "miss": pytest.approx(1 - hit / 6)}
    assert result.expected["coins"] == pytest.approx(coins * hit / 6)
    assert result.assumed == (("free-town plunder",) if town == "none" else ())
    if town != "none":
        assert solve(joan("corruption", fortification=town)).win["hit"] == pytest.approx(hit / 6)


@pytest.mark.parametrize(("town", "betrays"), [(None, 0), ("garrison", 4), ("castle", 2), ("fortress", 0)])
def test_embassies(town, betrays):
    result = solve(joan("embassy", **({"corrupts": town} if town else {})))
    assert result.win == {
        "corruption": pytest.approx(10 / 36), "outside-help": pytest.approx(16 / 36),
        "hero": pytest.approx(7 / 36), "court-intrigue": pytest.approx(3 / 36),
    }  # fmt: skip
    assert result.expected["cards"] == pytest.approx(2 * 16 / 36)
    assert result.expected["enemy_cards"] == pytest.approx(3 / 36)
    assert result.expected.get("town", 0) == pytest.approx(10 / 36 * betrays / 6)


def brute_towns(towns, fortunes):
    """Chance of each (attempts, risen towns), by listing every row of dice."""
    beaten_by = {"garrison": 2, "castle": 4, "fortress": 6}
    chances = Counter()
    for die, *dice in product(range(1, 7), repeat=1 + len(towns)):
        attempts = min(die if fortunes else (die + 1) // 2, len(towns))
        risen = tuple(
            n < attempts and roll > beaten_by[town] for n, (town, roll) in enumerate(zip(towns, dice, strict=True))
        )
        chances[attempts, risen] += 1 / 6 ** (1 + len(towns))
    return chances


@pytest.mark.parametrize("name", ["uprising", "free-companies"])
@pytest.mark.parametrize("fortunes", [False, True])
@pytest.mark.parametrize(
    "towns", [["castle"], ["garrison", "fortress", "castle"], ["castle", "garrison", "garrison", "castle"]]
)
def test_towns_rise_one_after_another(name, fortunes, towns):
    result = solve(joan(name, towns=towns, rules={"fortunes_of_war": fortunes}))
    marks = [f"town_{n}" for n in range(1, len(towns) + 1)]
    found = {(row["attempts"], tuple(bool(row[mark]) for mark in marks)): row["p"] for row in result.outcomes}
    assert found == {key: pytest.approx(p) for key, p in brute_towns(towns, fortunes).items()}
    assert all(row["towns"] == sum(row[mark] for mark in marks) for row in result.outcomes)
    assert result.win["some"] == pytest.approx(
        sum(p for (_, risen), p in brute_towns(towns, fortunes).items() if any(risen))
    )


@pytest.mark.parametrize(
    ("coins", "enemy", "low", "printed"),
    [(0, 0, 4, 4), (1, 0, 5, 3), (2, 0, 5, 2), (9, 0, 5, 1), (1, 1, 4, 4), (0, 1, 3, 5), (0, 3, 1, 5), (0, 9, 1, 5)],
)
def test_fidelity(coins, enemy, low, printed):
    """As printed with coins: 1 fails, 6 holds, between them the die with its bonus must be 4 or less."""
    for table, faces in (("low_is_loyal", low), ("as_printed", printed)):
        result = solve(joan("fidelity", coins=coins, enemy_coins=enemy, rules={"table": table}))
        assert result.win == {"loyal": pytest.approx(faces / 6), "neutral": pytest.approx(1 - faces / 6)}
    assert solve(joan("fidelity", ambassador=True)).win["loyal"] == 1


def test_the_end_of_the_game():
    normal = solve(joan("game-end"))
    assert normal.win["ends"] == pytest.approx(1 / 3)
    assert {row["last_turn"]: row["p"] for row in normal.outcomes} == {
        8: pytest.approx(2 / 6), 9: pytest.approx(4 / 6 * 4 / 6), 10: pytest.approx(4 / 6 * 2 / 6)
    }  # fmt: skip
    assert solve(joan("game-end", turn=9)).win["ends"] == pytest.approx(2 / 3)
    assert solve(joan("game-end", turn=10)).win["ends"] == 1
    assert solve(joan("game-end", turn=2)).expected["last_turn"] == pytest.approx(normal.expected["last_turn"])
    assert solve(joan("game-end", length="short")).win["ends"] == pytest.approx(1 / 2)
    assert solve(joan("game-end", length="two-players")).win["goes-on"] == pytest.approx(1 / 3)


# ---- naval and great battles -------------------------------------------------------------------------------------


def duel_chances(margin):
    """Chance that the first side wins if equal dice are rolled again."""
    won = by_margin(margin)
    return won["attacker"] / (1 - won["none"])


def test_naval_battles_by_hand():
    scenario = joan("naval-battle", first={"card": 5, "influence": 2}, second={"card": 6})
    assert wins(scenario) == {"first": duel_chances(1), "second": 1 - duel_chances(1), "none": 0}
    result = solve(scenario)
    assert result.expected["rounds"] == pytest.approx(1 / (1 - by_margin(1)["none"]))
    assert result.expected["first"]["card_lost"] == pytest.approx(result.win["second"])
    tied = solve({**scenario, "rules": {"ties": "none"}})
    assert tied.win["none"] == pytest.approx(by_margin(1)["none"])
    assert tied.expected["first"]["card_lost"] == pytest.approx(tied.win["second"] + tied.win["none"])


def test_a_traitor_takes_the_only_card_at_sea():
    result = solve(joan("naval-battle", first={"card": 5, "sign_of_god": True}, second={"card": 3, "traitor": True}))
    assert result.win["first"] == pytest.approx(duel_chances(-3))
    assert result.expected["first"] == {"card_lost": pytest.approx(1), "sign_of_god": 0}
    both = solve(joan("naval-battle", first={"card": 5, "traitor": True}, second={"card": 3, "traitor": True}))
    assert both.win["first"] == pytest.approx(0.5)
    assert both.expected["first"]["card_lost"] == both.expected["second"]["card_lost"] == pytest.approx(1)


def sea(margin, a, d):
    """(first wins, first's Sign played, second's), by following the rule roll by roll."""
    stay, chances = 0, np.zeros(3)
    for apart in DICE:
        result, mine, other = (int(x) for x in exchange(margin + apart, a, d))
        if result == 0 and not (mine or other):
            stay += 1
        elif result == 0:
            won, later, other_later = sea(margin + a * mine - d * other, a * (1 - mine), d * (1 - other))
            chances += won, later + mine, other_later + other
        else:
            chances += result > 0, mine, other
    return chances / (36 - stay)


@pytest.mark.parametrize(("one", "other"), [((4, True), (5, False)), ((3, True), (6, True)), ((6, False), (3, True))])
def test_signs_at_sea_stay_in_force(one, other):
    sides = [{"card": card, "sign_of_god": sign} for card, sign in (one, other)]
    result = solve(joan("naval-battle", first=sides[0], second=sides[1]))
    won, mine, theirs = sea(one[0] - other[0], one[0] * one[1], other[0] * other[1])
    assert result.win["first"] == pytest.approx(won)
    assert result.expected["first"].get("sign_of_god", 0) == pytest.approx(mine)
    assert result.expected["second"].get("sign_of_god", 0) == pytest.approx(theirs)


@pytest.mark.parametrize("margins", [(0, 2), (1, -2, 3)])
@pytest.mark.parametrize("ties", ["reroll", "none"])
def test_great_battles_are_duels(margins, ties):
    duels = [{"first": {"card": 3 + max(m, 0)}, "second": {"card": 3 + max(-m, 0)}} for m in margins]
    result = solve(joan("great-battle", duels=duels, rules={"ties": ties}))
    chances, points = Counter(), np.zeros(2)
    for results in product((1, 0, -1), repeat=len(margins)):
        p = 1.0
        for one, margin in zip(results, margins, strict=True):
            won = by_margin(margin)
            again = won["none"] if ties == "reroll" else 0.0
            p *= {1: won["attacker"], -1: won["defender"], 0: won["none"] - again}[one] / (1 - again)
        lead = int(np.sign(sum(results)))
        chances[{1: "first", 0: "none", -1: "second"}[lead]] += p
        points += p * np.array(
            [results.count(1) + len(margins) * (lead == 1), results.count(-1) + len(margins) * (lead == -1)]
        )
    assert result.win == {name: pytest.approx(chances[name]) for name in ("first", "second", "none")}
    assert result.expected["first"]["claimant_points"] == pytest.approx(points[0])
    assert result.expected["second"]["claimant_points"] == pytest.approx(points[1])


# ---- laws --------------------------------------------------------------------------------------------------------

card = st.integers(3, 6)
flag = st.booleans()
when = st.sampled_from(["needed", "always"])
attackers = st.fixed_dictionaries(
    {"cards": st.lists(card, min_size=2, max_size=2), "influence": st.integers(0, 3), "hero": flag, "engineer": flag,
     "traitor": flag, "retreat": st.integers(0, 2), "sign_of_god_when": when},
    optional={"sign_of_god": st.integers(0, 1)},
)  # fmt: skip
defenders = st.fixed_dictionaries(
    {"card": card, "influence": st.integers(0, 3), "hero": flag, "engineer": flag, "traitor": flag,
     "sign_of_god": flag, "sign_of_god_when": when, "retreat": st.integers(0, 1), "mountain": flag, "landing": flag,
     "fortification": st.sampled_from(["none", "garrison", "castle", "fortress"])},
)  # fmt: skip
fleets = st.fixed_dictionaries(
    {"card": card, "influence": st.integers(0, 3), "traitor": flag, "sign_of_god": flag, "sign_of_god_when": when}
)


@settings(max_examples=40, deadline=None)
@given(attackers, defenders)
def test_laws_of_a_combat(attacker, defender):
    result = solve(combat(attacker, defender))
    assert result.mass == pytest.approx(1)
    assert sum(result.columns["p"]) == pytest.approx(1)
    if attacker["influence"] < 3:
        more = solve(combat({**attacker, "influence": attacker["influence"] + 1}, defender))
        assert more.win["attacker"] >= result.win["attacker"] - 1e-12
    if defender["influence"] < 3:
        more = solve(combat(attacker, {**defender, "influence": defender["influence"] + 1}))
        assert more.win["defender"] >= result.win["defender"] - 1e-12
    for row in result.outcomes:
        assert row["attacker.points_lost"] <= sum(attacker["cards"])
        assert row["winner"] != 2 or row["defender.cards_lost"] == 0
        assert row["winner"] != 1 or row["attacker.cards_lost"] == defender["traitor"]
    # When a Sign is played never matters to who wins, only to who still holds it.
    swapped = {"needed": "always", "always": "needed"}
    other = solve(combat({**attacker, "sign_of_god_when": swapped[attacker["sign_of_god_when"]]}, defender))
    assert other.win == {name: pytest.approx(p) for name, p in result.win.items()}


@settings(max_examples=25, deadline=None)
@given(fleets, fleets)
def test_fleets_can_be_swapped(first, second):
    one = solve(joan("naval-battle", first=first, second=second))
    other = solve(joan("naval-battle", first=second, second=first))
    assert one.win["first"] == pytest.approx(other.win["second"])
    assert one.expected["rounds"] == pytest.approx(other.expected["rounds"])
    assert one.expected["first"] == {name: pytest.approx(mean) for name, mean in other.expected["second"].items()}


# ---- the engines against each other ------------------------------------------------------------------------------

TYPICAL = [
    combat({"cards": [6, 3], "influence": 2, "sign_of_god": 0, "retreat": 1},
           {"card": 5, "fortification": "castle", "traitor": True, "sign_of_god": True, "mountain": True}),
    combat({"cards": [4, 5], "influence": 1}, {"card": 4}),
    joan("raid", fortification="castle"),
    joan("raid", fortification="fortress"),
    joan("corruption", fortification="garrison"),
    joan("embassy", corrupts="castle"),
    joan("uprising", towns=["garrison", "castle", "fortress", "garrison"], rules={"fortunes_of_war": True}),
    joan("free-companies", towns=["castle", "garrison"]),
    joan("fidelity", coins=1),
    joan("naval-battle", first={"card": 4, "sign_of_god": True}, second={"card": 5, "influence": 1}),
    joan("great-battle", duels=[{"first": {"card": 4}, "second": {"card": 5}}] * 3),
    joan("game-end"),
]  # fmt: skip


def test_every_combat_is_among_the_typical_ones():
    assert {scenario["combat"] for scenario in TYPICAL} == set(COMBATS["joan"])


@pytest.mark.compiled
@pytest.mark.parametrize("sampler", ["chain", "direct"])
@pytest.mark.parametrize("scenario", TYPICAL, ids=lambda scenario: scenario["combat"])
def test_trials_follow_the_exact_distribution(scenario, sampler):
    trials = 40_000
    exact, sampled = solve(scenario), simulate(scenario, trials=trials, seed=1431, sampler=sampler)

    def outcomes(result):
        names = [name for name in result.columns if name != "p"]
        return {tuple(row[name] for name in names): row["p"] for row in result.outcomes if row["p"] > 0}

    wanted, seen = outcomes(exact), outcomes(sampled)
    assert set(seen) <= set(wanted)
    keys = [key for key, p in wanted.items() if p * trials >= 5]
    counts = np.array([seen.get(key, 0.0) for key in keys]) * trials
    rest = 1 - sum(wanted[key] for key in keys)
    expected = np.array([wanted[key] for key in keys]) * trials
    if rest * trials >= 5:
        counts, expected = np.append(counts, trials - counts.sum()), np.append(expected, rest * trials)
    if len(expected) > 1:
        assert chisquare(counts, expected * counts.sum() / expected.sum()).pvalue > 1e-3
    else:
        assert sampled.win == exact.win
    if "rounds" in exact.expected:
        assert sampled.expected["rounds"] == pytest.approx(exact.expected["rounds"], rel=0.02)


def test_rolls_are_told_in_words():
    told = {}
    for scenario in (TYPICAL[0], TYPICAL[5]):
        problem = prepare(scenario).problem
        states, faces = np.zeros(10, np.int64), np.zeros(10, np.int64)
        rolled = problem.resolver.steps(problem.model, problem.start, np.uint64(7), 3, states, faces)
        steps = [Step(int(states[n]), int(faces[n]), int(states[n + 1]), lambda weights: 0) for n in range(rolled)]
        told[scenario["combat"]] = problem.retell(steps)
    first, second, end = told["combat"]
    assert end.startswith(("attacker wins", "defender wins", "nobody wins"))
    assert first in ("taken by the Traitor: card 1", "taken by the Traitor: card 2")
    assert second.startswith("attacker's die against defender's: ")
    assert told["embassy"][0].startswith("embassy: ")


# ---- facts and bad input -----------------------------------------------------------------------------------------


def test_an_owner_can_replace_figures(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[points.hero]\nvalue = 3\n[plunder.free-town]\nvalue = 2\n")
    result = solve(combat({"cards": [3, 3], "hero": True}), facts=file)
    assert result.expected["attacker"]["points"] == 9
    raid = solve(joan("raid", fortification="none"), facts=file)
    assert raid.expected["coins"] == 2
    assert raid.assumed == ()
    file.write_text("[embassy.hero]\nvalue = { low = 9, high = 12 }\n")
    with pytest.raises(BadInput, match="every sum of two dice once"):
        solve(joan("embassy"), facts=file)
    file.write_text("[lengths.normal]\nvalue = { last = 10, stops = { 5 = 2 } }\n")
    with pytest.raises(BadInput, match=r"facts lengths\.normal"):
        solve(joan("game-end"), facts=file)


GOOD = {"cards": [4, 4]}
SIDE = {"card": 4}


@pytest.mark.parametrize(
    ("scenario", "field"),
    [
        (combat({}), "attacker.cards"),
        (combat({"cards": [4]}), "attacker.cards"),
        (combat({"cards": [4, 4, 4]}), "attacker.cards"),
        (combat({"cards": [4, 7]}), "attacker.cards.1"),
        (combat({"cards": [4, "cannon"]}), "attacker.cards.1"),
        (combat({**GOOD, "influence": 4}), "attacker.influence"),
        (combat({**GOOD, "influence": -1}), "attacker.influence"),
        (combat({**GOOD, "influence": 1.5}), "attacker.influence"),
        (combat({**GOOD, "hero": 1}), "attacker.hero"),
        (combat({**GOOD, "engineer": "yes"}), "attacker.engineer"),
        (combat({**GOOD, "traitor": None}), "attacker.traitor"),
        (combat({**GOOD, "sign_of_god": 2}), "attacker.sign_of_god"),
        (combat({**GOOD, "sign_of_god": True}), "attacker.sign_of_god"),
        (combat({**GOOD, "sign_of_god_when": "never"}), "attacker.sign_of_god_when"),
        (combat({**GOOD, "retreat": 3}), "attacker.retreat"),
        (combat({**GOOD, "nation": "spain"}), "attacker.nation"),
        (combat({**GOOD, "force": "militia"}), "attacker.force"),
        (combat({**GOOD, "grand_master": 2}), "attacker.grand_master"),
        (combat({"force": "foreign", "cards": [4, 4]}), "attacker.cards"),
        (combat({"force": "foreign", "hero": True}), "attacker.hero"),
        (combat({"force": "foreign", "sign_of_god": 0}), "attacker.sign_of_god"),
        (combat({"force": "foreign", "influence": 1}), "attacker.influence"),
        (combat({"force": "neutral", "nation": "france"}), "attacker.nation"),
        (combat({"force": "foreign"}, {"traitor": True}), "defender.traitor"),
        (combat(GOOD, {"force": "militia"}), "defender.force"),
        (combat({"force": "foreign"}, {"force": "militia", "fortification": "castle"}), "defender.fortification"),
        (combat(GOOD, {"force": "foreign", "card": 4}), "defender.card"),
        (combat(GOOD, {"force": "neutral", "mercenaries": 1}), "defender.mercenaries"),
        (combat(GOOD, {"card": 2}), "defender.card"),
        (combat(GOOD, {"fortification": "keep"}), "defender.fortification"),
        (combat(GOOD, {"mountain": "yes"}), "defender.mountain"),
        (combat(GOOD, {"sign_of_god": True}), "defender.sign_of_god"),
        (combat(GOOD, {"card": 4, "sign_of_god": 1}), "defender.sign_of_god"),
        (combat(GOOD, {"retreat": 1}), "defender.retreat"),
        (combat(GOOD, {"mercenaries": 4}), "defender.mercenaries"),
        (combat(GOOD, {"walls": 4}), "defender"),
        (combat(GOOD, landings=True), "rules"),
        (joan("combat"), "attacker"),
        (joan("raid"), "fortification"),
        (joan("raid", fortification="town"), "fortification"),
        (joan("corruption", fortification="none"), "fortification"),
        (joan("embassy", corrupts="none"), "corrupts"),
        (joan("uprising"), "towns"),
        (joan("uprising", towns=[]), "towns"),
        (joan("uprising", towns=["none"]), "towns.0"),
        (joan("free-companies", towns=["castle"] * 7), "towns"),
        (joan("uprising", towns=["castle"], rules={"fortunes_of_war": 1}), "rules.fortunes_of_war"),
        (joan("fidelity", coins=-1), "coins"),
        (joan("fidelity", enemy_coins=100), "enemy_coins"),
        (joan("fidelity", ambassador="yes"), "ambassador"),
        (joan("fidelity", rules={"table": "high"}), "rules.table"),
        (joan("naval-battle", first=SIDE), "second"),
        (joan("naval-battle", first=SIDE, second={"sign_of_god": True}), "second.sign_of_god"),
        (joan("naval-battle", first=SIDE, second={"hero": True}), "second"),
        (joan("naval-battle", first=SIDE, second={"influence": 4}), "second.influence"),
        (joan("naval-battle", first=SIDE, second=SIDE, rules={"ties": "first"}), "rules.ties"),
        (joan("great-battle", duels=[{"first": SIDE, "second": SIDE}]), "duels"),
        (joan("great-battle", duels=[{"first": SIDE, "second": SIDE}, {"first": SIDE}]), "duels.1.second"),
        (
            joan("great-battle", duels=[{"first": {"sign_of_god": True}, "second": SIDE}] * 2),
            "duels.0.first.sign_of_god",
        ),
        (joan("game-end", length="long"), "length"),
        (joan("game-end", turn=0), "turn"),
        (joan("game-end", turn=11), "turn"),
        (joan("game-end", length="short", turn=8), "turn"),
        (joan("siege"), "combat"),
    ],
)
def test_bad_input_names_the_field(scenario, field):
    with pytest.raises(BadInput) as caught:
        solve(scenario)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


def test_the_only_card_can_be_named_by_its_index():
    named = solve(combat(GOOD, {"card": 4, "sign_of_god": 0}))
    assert named.scenario == solve(combat(GOOD, {"card": 4, "sign_of_god": True})).scenario
    assert named.scenario["defender"]["sign_of_god"] is True
