"""Tables of Joan of Arc: chances of capture by what both sides commit, and what they commit from common hands."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pandas as pd

import simcore as sc
from outcome_tables.shared import COMMAND, Game, Published, beyond_among, with_metadata
from simcore.games.joan.base import TrackedFacts
from simcore.games.joan.combats import COMBAT, attack_points, defence_points, fortification_points, ground_points
from simcore.games.joan.commitment import commit
from simcore.games.joan.hands import YELLOW
from simcore.games.joan.rules import LEVELS
from simcore.games.joan.scenarios import Attacker, Defender, TownCombat
from simcore.tables import stack

INFLUENCE = range(4)
HERO = (False, True)
PAIRS = [pair[::-1] for pair in combinations_with_replacement(YELLOW, 2)]
OWNED = LEVELS[1:]

# Hands as they are held when a combat is announced: four cards or fewer, the Influence Points of one or two turns.
# A second strong hand shows what a hero, and what an Engineer, adds to the first; the unseen one is what a player
# faces who has counted no cards.
ATTACKERS: dict[str, dict[str, Any]] = {
    "weak": {"cards": [4, 3, 3], "influence": 1},
    "fair": {"cards": [5, 4, 3], "influence": 2},
    "strong": {"cards": [6, 6, 5, 4], "influence": 3},
    "strong+hero": {"cards": [6, 6, 5, 4], "influence": 3, "hero": True},
    "strong+hero+engineer": {"cards": [6, 6, 5, 4, "engineer"], "influence": 3, "hero": True},
}
DEFENDERS: dict[str, dict[str, Any]] = {
    "bare": {"influence": 1},
    "fair": {"cards": [4, 3], "influence": 1},
    "strong": {"cards": [6, 5, 3], "influence": 2},
    "strong+hero": {"cards": [6, 5, 3], "influence": 2, "hero": True},
    "unseen": {"hidden": 3, "influence": 1},
}


# ---- chances of capture ------------------------------------------------------------------------------------------


def commitments() -> pd.DataFrame:
    """Everything that both sides can commit but red cards, in every town.

    Without red cards a combat depends on nothing but the difference of its points: each difference is solved once.
    """
    figures = TrackedFacts(COMBAT.load_facts(None))
    attackers = [
        Attacker(cards=cards, influence=influence, hero=hero)
        for cards, influence, hero in product(PAIRS, INFLUENCE, HERO)
    ]
    defenders = [
        Defender(card=card, influence=influence, hero=hero, fortification=fortification, mountain=mountain)
        for fortification, mountain, card, influence, hero in product(LEVELS, HERO, (None, *YELLOW), INFLUENCE, HERO)
    ]
    attack = np.array([attack_points(side, figures) + sum(side.cards) for side in attackers])
    towns = [TownCombat(attacker=attackers[0], defender=side) for side in defenders]
    defence = np.array(
        [
            defence_points(town.defender, figures)
            + ground_points(town, figures)
            + fortification_points(town, figures)
            + (town.defender.card or 0)
            for town in towns
        ]
    )
    ours = np.repeat(np.arange(len(attackers)), len(defenders))
    theirs = np.tile(np.arange(len(defenders)), len(attackers))
    _, first, which = np.unique(attack[ours] - defence[theirs], return_index=True, return_inverse=True)
    solved = [sc.solve(_scenario(attackers[ours[at]], defenders[theirs[at]])) for at in first]
    told: dict[str, Any] = {
        "fortification": np.array([side.fortification for side in defenders])[theirs],
        "mountain": np.array([side.mountain for side in defenders])[theirs],
        "attacker_cards": np.array(["+".join(map(str, side.cards)) for side in attackers])[ours],
        "attacker_influence": np.array([side.influence for side in attackers])[ours],
        "attacker_hero": np.array([side.hero for side in attackers])[ours],
        "defender_card": np.array([side.card or 0 for side in defenders])[theirs],
        "defender_influence": np.array([side.influence for side in defenders])[theirs],
        "defender_hero": np.array([side.hero for side in defenders])[theirs],
        "attacker_points": attack[ours],
        "defender_points": defence[theirs],
    }
    told |= {f"win_{side}": np.array([result.win[side] for result in solved])[which] for side in solved[0].win}
    vary = {
        "attacker.cards": [list(pair) for pair in PAIRS], "attacker.influence": INFLUENCE, "attacker.hero": HERO,
        "defender.fortification": LEVELS, "defender.mountain": HERO, "defender.card": [None, *YELLOW],
        "defender.influence": INFLUENCE, "defender.hero": HERO,
    }  # fmt: skip
    scenario = {"game": "joan", "combat": "combat"}
    frame = pd.DataFrame({name: column.tolist() for name, column in told.items()})
    beyond = beyond_among(COMBAT, figures.used)
    return stack([with_metadata(frame, scenario, vary, solved[0], [beyond])], command=COMMAND)


def _scenario(attacker: Attacker, defender: Defender) -> dict[str, Any]:
    sides = {"attacker": attacker, "defender": defender}
    return {"game": "joan", "combat": "combat"} | {
        name: side.model_dump(mode="json", exclude_defaults=True) for name, side in sides.items()
    }


# ---- equilibria --------------------------------------------------------------------------------------------------


def equilibria() -> pd.DataFrame:
    """What to commit: every pair of common hands, in a plain town of each fortification."""
    rows = []
    answers = []
    for (attacker, ours), (defender, theirs), fortification in product(ATTACKERS.items(), DEFENDERS.items(), OWNED):
        answer = commit(attacker=ours, defender=theirs, fortification=fortification)
        answers.append(answer)
        row: dict[str, Any] = {"attacker_hand": attacker, "defender_hand": defender, "fortification": fortification}
        row |= {"value": answer.value, "capture": answer.capture}
        for side, plan in (("attacker", answer.attacker), ("defender", answer.defender)):
            mean = {
                "cards": lambda play: sum(play.get("cards", [play.get("card") or 0])),
                "influence": lambda play: play["influence"],
                "hero": lambda play: play["hero"],
                "engineer": lambda play: play["engineer"],
            }
            likeliest = max(plan, key=lambda play: play["p"])
            row[f"{side}_plan"], row[f"{side}_plan_chance"] = plan_text(likeliest), likeliest["p"]
            row |= {f"{side}_{name}": sum(play["p"] * of(play) for play in plan) for name, of in mean.items()}
        rows.append(row)
    vary = {"attacker": ATTACKERS.values(), "defender": DEFENDERS.values(), "fortification": OWNED}
    like = sc.solve(_scenario(Attacker(cards=(3, 3)), Defender()))
    frame = with_metadata(pd.DataFrame(rows), {"game": "joan", "question": "commit"}, vary, like, answers)
    return stack([frame], command=COMMAND)


def plan_text(play: dict[str, Any]) -> str:
    """A commitment in few words: "6+5, 2 influence, hero"."""
    cards = play["cards"] if "cards" in play else [play["card"]] if play["card"] else []
    words = ["+".join(map(str, cards)) or "no card"]
    words += [f"{play['influence']} influence"] if play["influence"] else []
    words += [name for name in ("hero", "engineer", "traitor") if play[name]]
    return ", ".join(words)


def hand_text(hand: dict[str, Any]) -> str:
    """A hand in few words."""
    words = [str(card) for card in hand.get("cards", [])]
    words += [f"{hand['hidden']} unseen cards"] if "hidden" in hand else []
    return ", ".join([*words, f"{hand['influence']} influence", *(["hero"] if hand.get("hero") else [])])


def _hands(hands: dict[str, dict[str, Any]]) -> str:
    return "; ".join(f"`{name}` ({hand_text(hand)})" for name, hand in hands.items())


TABLES = (
    Published(
        "joan-commitments",
        commitments,
        "Chances of capture",
        "An attack on a town by everything that is committed but red cards: the attacker's two yellow cards, the "
        "defender's one or none (0), Influence Points and heroes, for every fortification, in the mountains or not. "
        "Nothing counts but the difference of the points. After an Engineer read the fortification one level lower, "
        "after the attacker's Traitor read `none`.",
    ),
    Published(
        "joan-equilibria",
        equilibria,
        "What to commit",
        "The equilibrium of the hidden commitment for hands as they are often held when a combat is announced: four "
        "yellow cards or fewer, Influence Points of a turn or two, no optional rules, no mountains. What a hero or an "
        "Engineer adds is shown by the strong hand with and without; the unseen defence is what an attacker faces who "
        f"has counted no cards. Attackers: {_hands(ATTACKERS)}. Defenders: {_hands(DEFENDERS)}.",
    ),
)

COLUMNS = {
    "fortification": "of the town: `none`, `garrison`, `castle`, `fortress`",
    "mountain": "does the town lie in the mountains?",
    "attacker_cards": "the attacker's yellow cards; in equilibrium the mean of their CP",
    "defender_card": "CP of the defender's yellow card, 0 without one",
    "defender_cards": "mean CP of the defender's yellow card",
    "attacker_hand": "hand of the attacker, see above",
    "defender_hand": "hand of the defender, see above",
    "value": "worth to the attacker, in coins",
    "capture": "chance that the town is taken",
    "_points": "combat points before the dice",
    "_plan": "the likeliest commitment of that side",
    "_plan_chance": "how often it is laid",
    "_influence": "Influence Points committed, in equilibrium their mean",
    "_hero": "is the hero committed? In equilibrium how often",
    "_engineer": "how often the Engineer is played",
    "win_none": "chance of an equal result: the town is not taken, both sides lose their cards",
}

GAME = Game("Joan of Arc", "joan", "joan", TABLES, COLUMNS)
