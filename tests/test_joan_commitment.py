"""What to commit in Joan of Arc: every pair of commitments is the combat it stands for; equilibria cannot be beaten."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.errors import BadInput
from simcore.evaluation.questions import solve
from simcore.games.joan.base import TrackedFacts
from simcore.games.joan.commitment import commit, reply
from simcore.games.joan.commitment_game import Game, Question
from simcore.games.joan.facts import facts
from simcore.games.joan.hands import Hand, deck_cards, holdings, rest_of
from simcore.stats import matrix_game

STAKES = {"town": 12.0, "point": 0.5, "influence": 1.0, "hero": 3.0, "red": 2.0}
FREE = {"town": 1, "point": 0, "influence": 0, "hero": 0, "red": 0}


def game_of(**fields):
    return Game(Question.model_validate(fields), TrackedFacts(facts()))


def worth_of(scenario, stakes=STAKES, taken=None):
    """Worth to the attacker and chance of capture of one combat, from its outcomes by the engine.

    With `taken` only the outcomes in which the Traitor took that card count.
    """
    result = solve({"game": "joan", "combat": "combat", **scenario.plain()})
    worth = capture = 0.0
    for row in result.outcomes:
        if taken is not None and row["taken"] != taken:
            continue
        balance = stakes["town"] * (row["winner"] == 1)
        for side, army, sign in (("attacker", scenario.attacker, -1), ("defender", scenario.defender, 1)):
            red = army.engineer + army.traitor + row.get(f"{side}.sign_of_god", 0) + row.get(f"{side}.retreat", 0)
            balance += sign * (
                stakes["point"] * row.get(f"{side}.points_lost", 0)
                + stakes["influence"] * army.influence
                + stakes["hero"] * (army.hero and not row[f"{side}.hero"])
                + stakes["red"] * red
            )
        worth += row["p"] * balance
        capture += row["p"] * (row["winner"] == 1)
    return worth, capture


yellow = st.integers(3, 6)
reds = st.lists(st.sampled_from(["engineer", "traitor", "sign_of_god", "retreat"]), max_size=3, unique=True)
side = st.tuples(st.lists(yellow, min_size=2, max_size=3), reds, st.integers(0, 2), st.booleans())


@settings(max_examples=25, deadline=None)
@given(side, side, st.sampled_from(["none", "garrison", "castle", "fortress"]), st.booleans(), st.data())
def test_every_pair_is_a_combat(attacker, defender, fortification, mountain, data):
    hands = [
        {"cards": [*cards, *red], "influence": influence, "hero": hero}
        for cards, red, influence, hero in (
            attacker,
            (defender[0], [r for r in defender[1] if r != "traitor"], *defender[2:]),
        )
    ]
    game = game_of(attacker=hands[0], defender=hands[1], fortification=fortification, mountain=mountain)
    worth, capture = game.pays
    row = data.draw(st.integers(0, len(game.attacker.lays) - 1))
    column = data.draw(st.integers(0, len(game.defender.lays) - 1))
    scenario = game.scenario(game.attacker.lays[row], game.defender.lays[column])
    assert (worth[row, column], capture[row, column]) == pytest.approx(worth_of(scenario), abs=1e-9)


def listed_with_traitor(game):
    """All plans of a defender with a Traitor, each a combat by the engine or the mean over the card that is taken."""
    attackers, defenders = game.attacker.lays, game.defender.lays
    plain = [n for n, lay in enumerate(defenders) if not lay.drawn]
    drawn = sorted({lay.drawn for lay in defenders if lay.drawn})
    after = [[n for n, lay in enumerate(defenders) if lay.drawn == card] for card in drawn]
    worth = np.zeros((len(attackers), len(defenders)))
    for row, lay in enumerate(attackers):
        for column, other in enumerate(defenders):
            scenario = game.scenario(lay, other)
            if not other.drawn:
                worth[row, column] = worth_of(scenario)[0]
            elif other.drawn in lay.cards:
                worth[row, column] = worth_of(scenario, taken=other.drawn)[0]
    plans = [[n] for n in plain] + [list(choice) for choice in product(*after)]
    return np.array([[sum(worth[row, n] for n in plan) for plan in plans] for row in range(len(attackers))])


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"cards": [6, 3, "engineer"], "influence": 2}, {"cards": [5, 3, "traitor"], "influence": 1}),
        ({"cards": [5, 4, 3], "influence": 1}, {"cards": [4, "traitor", "engineer"], "influence": 1}),
        ({"cards": [3, 3, "traitor"], "influence": 1}, {"cards": [6, "traitor"], "influence": 2}),
    ],
)
def test_a_traitor_is_followed_by_a_choice_for_each_card(attacker, defender):
    fields = {"attacker": attacker, "defender": defender, "fortification": "castle"}
    listed = matrix_game.solve(listed_with_traitor(game_of(**fields)))
    answer = commit(**fields)
    assert answer.value == pytest.approx(listed.value, abs=1e-8)
    assert answer.gap < 1e-8
    played = sum(play["p"] for play in answer.defender if not play["traitor"])
    for card in {play["drawn"] for play in answer.defender if "drawn" in play}:
        assert played + sum(play["p"] for play in answer.defender if play.get("drawn") == card) == pytest.approx(1)


def test_known_hands_are_an_unbeatable_pair():
    fields = {"attacker": {"cards": [6, 5, 3, "engineer"], "influence": 3, "hero": True},
              "defender": {"cards": [5, 4, "engineer"], "influence": 2}, "fortification": "castle"}  # fmt: skip
    game = game_of(**fields)
    table = np.array([[worth_of(game.scenario(a, d))[0] for d in game.defender.lays] for a in game.attacker.lays])
    found, capture = game.solve()
    assert (table @ found.column).max() == pytest.approx(found.value, abs=1e-9)
    assert (found.row @ table).min() == pytest.approx(found.value, abs=1e-9)
    answer = commit(fields)
    assert answer.value == pytest.approx(found.value)
    assert answer.capture == pytest.approx(capture)
    assert sum(play["p"] for play in answer.attacker) == pytest.approx(1)
    assert len(answer.attacker) > 1 < len(answer.defender)  # it really is mixed
    assert set(answer.assumed) == {"town stake", "point stake", "influence stake", "hero stake", "red stake"}
    assert commit(fields, stakes=STAKES).assumed == ()


def test_without_costs_everything_is_committed():
    fields = {"attacker": {"cards": [6, 4, 4, "engineer", "sign_of_god"], "influence": 5, "hero": True},
              "defender": {"cards": [5, 3], "influence": 2}, "fortification": "fortress", "stakes": FREE}  # fmt: skip
    answer = commit(fields)
    best = solve({"game": "joan", "combat": "combat",
                  "attacker": {"cards": [6, 4], "influence": 3, "hero": True, "engineer": True, "sign_of_god": 0},
                  "defender": {"card": 5, "influence": 2, "fortification": "fortress"}})  # fmt: skip
    assert answer.value == answer.capture == pytest.approx(best.win["attacker"])


# ---- hidden hands ------------------------------------------------------------------------------------------------


def listed_hands(known, hidden, rest):
    """Chance of every hand, by listing every choice of cards one by one."""
    cards = [card for card, count in rest.items() for _ in range(count)]
    hands = Counter(tuple(sorted(map(str, [*known, *drawn]))) for drawn in combinations(cards, hidden))
    total = sum(hands.values())
    return {hand: count / total for hand, count in hands.items()}


@pytest.mark.parametrize("where", ["attacker", "defender"])
def test_hidden_hands_are_drawn_without_replacement(where):
    rest = Counter({3: 3, 4: 2, 6: 1, "engineer": 1, "retreat": 2, "raider": 2})
    found = holdings(Hand(cards=(5,), hidden=3), where, rest)
    most = 2 if where == "attacker" else 1
    listed = Counter()
    for hand, chance in listed_hands([5], 3, rest).items():
        yellow_cards = tuple(min(hand.count(str(card)), most) for card in (3, 4, 5, 6))
        if where == "attacker" and sum(hand.count(str(card)) for card in (3, 4, 5, 6)) < 2:
            continue
        listed[yellow_cards, hand.count("engineer"), min(hand.count("retreat"), most)] += chance
    whole = sum(listed.values())
    assert {(h.yellow, h.engineer, h.retreat): p for h, p in found.items()} == {
        key: pytest.approx(p / whole) for key, p in listed.items()
    }
    assert sum(found.values()) == pytest.approx(1)


def test_the_decks_have_their_sizes():
    assert deck_cards(facts().decks["six-players"].value).total() == 74
    assert deck_cards(facts().decks["two-players"].value).total() == 38
    assert rest_of(facts().decks["two-players"].value, {"seen": ["traitor"]})["traitor"] == 0


@pytest.mark.parametrize("where", ["attacker", "defender"])
def test_a_hidden_hand_is_a_game_over_plans(where):
    """One hidden card of a short deck: every plan (a commitment for each hand) listed gives the same value."""
    hands = {"attacker": {"cards": [5, 4], "influence": 2}, "defender": {"cards": [4], "influence": 1}}
    hands[where]["hidden"] = 1
    game = game_of(
        **hands, fortification="castle", deck="two-players", seen=["traitor", "sign_of_god", "engineer", "engineer"]
    )
    plans = {"attacker": game.attacker, "defender": game.defender}
    worth, _ = game.pays
    hidden = plans[where]
    if where == "attacker":
        worth = -worth.T
    # Rows: the known side. One linear program over the holdings: the sum of p v at most, with v no more than what
    # any commitment of that holding leaves.
    from scipy.optimize import linprog

    rows, count = worth.shape[0], len(hidden.chance)
    limits, right = [], []
    for number, alternatives in enumerate(hidden.tree):
        for groups in alternatives:
            for lay in groups[0]:
                limits.append([*(-worth[:, lay]), *(float(k == number) for k in range(count))])
                right.append(0.0)
    found = linprog(
        [*np.zeros(rows), *(-hidden.chance)],
        A_ub=limits,
        b_ub=right,
        A_eq=[[1.0] * rows + [0.0] * count],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)] * count,
    )
    value = -found.fun if where == "defender" else found.fun
    answer = commit(
        **hands, fortification="castle", deck="two-players", seen=["traitor", "sign_of_god", "engineer", "engineer"]
    )
    assert answer.value == pytest.approx(value, abs=1e-7)
    assert answer.gap < 1e-7
    assert sum(play["p"] for play in answer.to_dict()[where]) == pytest.approx(1)


def test_full_hands_from_the_deck_of_six_players():
    fields = {"attacker": {"cards": [6, 5, 3, "engineer"], "influence": 3, "hero": True},
              "defender": {"hidden": 6, "influence": 2, "hero": True}, "fortification": "castle"}  # fmt: skip
    answer = commit(fields)
    assert "six-players deck" in answer.assumed
    assert answer.gap < 1e-7
    for habit in ("everything", "least"):
        assert reply(fields, side="attacker", habit=habit).value >= answer.value - 1e-9


@pytest.mark.parametrize("where", ["attacker", "defender"])
def test_to_see_the_other_hand_is_worth_something(where):
    """With the hidden hand laid open, the side that could not see it does at least as well on the average."""
    hands = {"attacker": {"cards": [5, 4, 3], "influence": 2}, "defender": {"cards": [4, 3], "influence": 2}}
    closed = {**hands, where: {**hands[where], "hidden": 1}}
    rest = rest_of(facts().decks["six-players"].value, {"cards": [5, 4, 3, 4, 3]})
    chances = [(card, count / rest.total()) for card, count in rest.items()]
    seen = sum(
        p * commit({**hands, where: {**hands[where], "cards": [*hands[where]["cards"], card]}}).value
        for card, p in chances
    )
    blind = commit(closed).value
    assert seen >= blind - 1e-9 if where == "defender" else seen <= blind + 1e-9


# ---- habits ------------------------------------------------------------------------------------------------------

OPEN = {"attacker": {"cards": [6, 5, 3, "engineer"], "influence": 3, "hero": True},
        "defender": {"cards": [5, 4, "traitor"], "influence": 2}, "fortification": "castle"}  # fmt: skip


def test_replies_to_stated_habits():
    lazy = reply(OPEN, side="attacker", habit="least")
    game = game_of(**OPEN)
    low = next(n for n, lay in enumerate(game.defender.lays) if lay[:2] == ((4,), 0) and not lay.traitor)
    table = [worth_of(game.scenario(lay, game.defender.lays[low])) for lay in game.attacker.lays]
    assert (lazy.value, lazy.capture) == pytest.approx(max(table))
    stated = reply(OPEN, side="attacker", habit=[{"cards": [4], "weight": 3}, {"cards": [5], "influence": 2}])
    high = next(n for n, lay in enumerate(game.defender.lays) if lay[:2] == ((5,), 2) and not lay.traitor)
    worth, _ = game.pays
    assert stated.value == pytest.approx((0.75 * worth[:, low] + 0.25 * worth[:, high]).max())
    assert reply(OPEN, side="attacker", habit=[{"cards": [4]}]) == lazy


def test_a_defender_replies_with_his_traitor_and_a_card_for_each_draw():
    answer = reply(OPEN, side="defender", habit="everything")
    assert {play["drawn"] for play in answer.lay} <= {3, 5, 6}
    assert all(play["traitor"] for play in answer.lay)
    equilibrium = commit(OPEN)
    assert answer.value <= equilibrium.value + 1e-9
    assert reply(OPEN, side="attacker", habit="everything").value >= equilibrium.value - 1e-9


# ---- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"attacker": {"cards": [6]}}, "attacker.cards"),
        ({"attacker": {"cards": [6, 2]}}, "attacker.cards.1"),
        ({"attacker": {"cards": [3] * 13}}, "attacker.cards"),
        ({"attacker": {"cards": [6, 5], "influence": 7}}, "attacker.influence"),
        ({"attacker": {"cards": [6, 5], "hero": "yes"}}, "attacker.hero"),
        ({"attacker": {"cards": [6, 5], "hidden": 1}, "defender": {"hidden": 1}}, "defender.hidden"),
        ({"defender": {"hidden": 13}}, "defender.hidden"),
        ({"defender": {"hidden": 1, "cards": ["traitor"] * 4}}, "defender.cards"),
        ({"defender": {"hidden": 1}, "seen": ["sign_of_god"] * 4}, "seen"),
        ({"defender": {"hidden": 12}, "deck": "two-players", "seen": [3] * 14 + [4] * 4 + [5] * 3 + ["retreat"] * 3},
         "defender.hidden"),
        ({"deck": "poker"}, "deck"),
        ({"fortification": "tower"}, "fortification"),
        ({"stakes": {"town": -1}}, "stakes.town"),
        ({"stakes": {"town": float("inf")}}, "stakes.town"),
        ({"stakes": {"gold": 1}}, "stakes"),
        ({"terrain": "hills"}, "scenario"),
    ],
)  # fmt: skip
def test_bad_questions(change, field):
    with pytest.raises(BadInput) as caught:
        commit({**OPEN, **change})
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"side": "nobody", "habit": "least"}, "side"),
        ({"side": "attacker", "habit": "most"}, "habit"),
        ({"side": "attacker", "habit": []}, "habit"),
        ({"side": "attacker", "habit": [{"cards": [6]}]}, "habit.0"),
        ({"side": "attacker", "habit": [{"cards": [5], "influence": 4}]}, "habit.0.influence"),
        ({"side": "attacker", "habit": [{"cards": [5], "weight": 0}]}, "habit.0.weight"),
    ],
)
def test_bad_habits(how, field):
    with pytest.raises(BadInput) as caught:
        reply(OPEN, **how)
    assert caught.value.field == field
    with pytest.raises(BadInput):
        reply({**OPEN, "attacker": {"hidden": 4}}, side="attacker", habit="least")


def test_a_town_without_fortification_is_taken_as_odds_take_it():
    hands = {"attacker": {"cards": [6, 5]}, "defender": {"cards": [5]}}
    answer = commit(**hands, fortification="none", stakes=FREE)
    fought = {"attacker": {"cards": [6, 5]}, "defender": {"card": 5, "fortification": "none"}}
    assert answer.capture == pytest.approx(solve({"game": "joan", "combat": "combat", **fought}).win["attacker"])
