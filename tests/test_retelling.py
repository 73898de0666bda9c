"""Every combat's trials retold: the outcomes told are those counted, and every line is plain words."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import simcore as sc
from base_scenarios import BASES, base
from command_line import answer
from simcore.evaluation.replay import replay
from simcore.games import find_combat

pytestmark = pytest.mark.compiled

TRIALS = 200
SEED = 11
TOUGH = {
    "game": "legendary", "combat": "melee",
    "attackers": [{"unit": "mounted-knights", "count": 2}, {"character": "black-prince"}],
    "defenders": [{"unit": "pikemen", "count": 2}, {"character": "jean-ii-the-good", "wounds": 2}, {"unit": "bowmen"}],
}  # fmt: skip
TRAITOR = {
    "game": "joan", "combat": "combat",
    "attacker": {"cards": [6, 3], "sign_of_god": 0, "retreat": 1},
    "defender": {"card": 6, "traitor": True, "hero": True},
}  # fmt: skip
BATTLE = {"game": "breizh", "combat": "battle", "montfort": 8, "blois": 9, "montfort_bonus": 1}
SHORT = {
    "game": "breizh", "combat": "siege", "pool": 3, "sieges": [{"castle": "dinan"}, {"strength": 2}, {"strength": 1}],
}  # fmt: skip
SCENARIOS = [*(base(*names) for names in BASES), TOUGH, TRAITOR, BATTLE, SHORT]


def outcomes_counted(result):
    """How often each outcome came up."""
    winners = find_combat(result.scenario["game"], result.scenario["combat"]).winners
    counts = Counter()
    for outcome in result.outcomes:
        share = outcome.pop("p")
        outcome["winner"] = winners[outcome["winner"]]
        counts[tuple(sorted(outcome.items()))] += round(share * TRIALS)
    return counts


@pytest.mark.parametrize("sampler", ["chain", "direct"])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=[f"{s['game']}-{s['combat']}-{n}" for n, s in enumerate(SCENARIOS)])
def test_the_trials_retold_are_the_trials_counted(scenario, sampler):
    told = Counter()
    for trial in range(TRIALS):
        story = replay(scenario, trial=trial, seed=SEED, sampler=sampler)
        told[tuple(sorted(story.outcome.items()))] += 1
        assert story.lines
        for line in story.lines:
            assert line.isprintable()
            assert not re.search(r"[\[\]{}_]|\bNone\b|\bTrue\b|array|int64", line), line
    assert told == outcomes_counted(sc.simulate(scenario, trials=TRIALS, seed=SEED, sampler=sampler))


@pytest.mark.parametrize("sampler", ["chain", "direct"])
def test_rounds_of_a_battle_of_breizh_add_up(sampler):
    for trial in range(60):
        story = replay(BATTLE, trial=trial, sampler=sampler)
        montfort, blois = 8, 9
        for line in story.lines[:-1]:
            found = re.search(
                r"Montfort with (\d+) troops? rolls (\d), Blois with (\d+) rolls (\d); (.+); "
                r"Montfort (\d+) and Blois (\d+) lost",
                line,
            )
            with_m, die_m, with_b, die_b, lead, lost_m, lost_b = found.groups()
            assert (int(with_m), int(with_b)) == (montfort, blois)
            ahead = montfort + 2 + int(die_m) - blois - int(die_b)  # archers and the bonus
            assert (str(abs(ahead)) in lead) or (ahead == 0 and "equally" in lead), line
            assert ("decisive" in lead) == (abs(ahead) >= 3)
            montfort, blois = montfort - int(lost_m), blois - int(lost_b)
        outcome = story.outcome
        assert (montfort, blois) == (outcome["montfort.troops"], outcome["blois.troops"])
        assert story.lines[-1].startswith(outcome["winner"].capitalize().replace("None", "Nobody"))


def test_what_a_melee_tells_is_what_it_counts():
    said = set()
    for trial in range(TRIALS):
        story = replay(TOUGH, trial=trial, seed=3)
        said |= {line.partition(":")[0].partition(",")[0] for line in story.lines}
        winner = {"none": "Nobody", "attacker": "The attacker", "defender": "The defender"}[story.outcome["winner"]]
        assert story.lines[-1].startswith(f"{winner} wins")
        for unit in ("pikemen", "bowmen"):
            left = story.outcome[f"defender.{unit}"]
            assert (f"{left} {unit}" in story.lines[-1]) == bool(left)
            for fate in ("killed", "disrupted", "pushed"):
                count = story.outcome.get(f"defender.{unit}_{fate}", 0)
                assert not count or f"{count} {unit} {fate}" in " ".join(story.lines)
    assert {"Defence dice", "Attack dice", "Retaliation"} <= said


def test_the_dice_of_an_attack_on_a_town_lead_to_its_winner():
    for trial in range(60):
        story = replay(base("joan", "combat"), trial=trial, seed=2)
        dice, end = story.lines
        attack, defence, mine, theirs, ahead = map(
            int,
            re.fullmatch(
                r"attacker's die against defender's: (\d) against (\d); (\d+) and (\d+) Combat Points: "
                r"the attack is ([+-]\d+)",
                dice,
            ).groups(),
        )
        assert ahead == attack + mine - defence - theirs
        winner = story.outcome["winner"]
        assert end.startswith("nobody wins" if winner == "none" else f"{winner} wins")
        signs = 6 * story.outcome["attacker.sign_of_god"] - 5 * story.outcome["defender.sign_of_god"]
        assert winner == ("attacker" if ahead + signs > 0 else "defender" if ahead + signs < 0 else "none")


def test_the_command_line_retells_every_game():
    siege = answer("replay", "breizh", "siege", "castle=dinan", "troops=2", "--trial", "3")
    assert re.match(r"dinan: 2 troops, bonus 0, die \d make \d against 2 \+ \d: it (falls|holds)\.\n1? ?", siege)
    assert "march" in answer("replay", "legendary", "forced-march", "unit=bowmen")
    raid = answer("replay", "joan", "raid", "fortification=castle", "--trial", "1")
    assert re.fullmatch(r"raid: \d\nthe town is (pillaged; 2 coins|spared)\n", raid)


def test_the_end_of_a_combat_of_joan_is_told_in_sentences():
    ends = [replay(TRAITOR, trial=trial, seed=SEED) for trial in range(60)]
    for story in ends:
        line, came = story.lines[-1], story.outcome
        lost = (came["attacker.cards_lost"], came["attacker.points_lost"])
        assert (f"the attacker loses {lost[0]} card{'s' * (lost[0] > 1)} worth {lost[1]}" in line) == (lost[0] > 0)
        assert f"; the Traitor takes a card of {came['taken']}; " in line
        assert ("keeps the hero" in line) == bool(came["defender.hero"])
        assert ("plays the Sign of God" in line) == bool(came["attacker.sign_of_god"])
        assert ("plays 1 Retreat" in line) == bool(came["attacker.retreat"])
        assert not re.search(r"(attacker|defender): ", line)


BLOCKED = {
    "game": "legendary", "combat": "melee", "terrain": "forest", "charging": True, "push_room": 1,
    "attackers": [{"unit": "french-mounted-knights", "count": 3}, {"character": "arnoul-d-audrehem"}],
    "defenders": [{"unit": "halberdiers", "count": 2}, "earl-of-salisbury", "standard-bearer", "musician"],
}  # fmt: skip


def test_a_melee_tells_what_shields_cancel_and_which_pushes_find_no_room():
    told = set()
    for trial in range(100):
        story = replay(BLOCKED, trial=trial)
        folded, defence, attack, *rest = story.lines
        assert folded.startswith("Counted into the results of the dice: ")
        assert "2 Disrupts cancelled by the defenders' cards" in folded
        assert "Parry, a reroll for halberdiers" in folded
        assert "Terror, by which an attacker keeps one die only with chance 0.5" in folded
        shields = int(re.search(r"(\d+) Shield", defence)[1])
        rolled, _, became = attack.partition("; ")
        results = sum(map(int, re.findall(r"\d+", rolled)))
        if shields and results:
            cancelled, left = re.fullmatch(r"\d+ Shields? cancels? (.*), leaving (.*?): .*", became).groups()
            assert sum(map(int, re.findall(r"\d+", cancelled))) == min(shields, results)
            assert sum(map(int, re.findall(r"\d+", left))) == max(results - shields, 0)
        if blocked := [line for line in rest if "room" in line]:
            pushed = sum(count for name, count in story.outcome.items() if name.endswith("_pushed"))
            assert pushed == BLOCKED["push_room"]
            told.add(re.sub(r"\d+", "#", blocked[0]))
    assert any("counts as a Disrupt" in line for line in told)
    lost = {line for trial in range(40) for line in replay({**BLOCKED, "blocked_push": "nothing"}, trial=trial).lines}
    assert any(re.search(r"finds? no room and (is|are) lost", line) for line in lost)
