"""Full games of La guerre de Cent Ans in words: who moves whence, what a card did, how a battle went."""

from __future__ import annotations

import re

import pytest

from cent_ans_games import GAME, ZONES, Field, name
from simcore.games.cent_ans.play import layout
from simcore.plays import replay_game

pytestmark = pytest.mark.interpreted  # the rules are listened to as plain Python in either case


def told(field, *texts):
    """What is told of these decisions, and of the first legal ones while a fight goes on."""
    teller = GAME.teller(field.position.board)
    teller.set_up(field.state)
    teller.lines.clear()
    _, apply = GAME.rules.listened(**teller.heard)

    def take(action):
        teller.decided(field.state, action)
        apply(field.position.board, field.state, action, field.position.stream)
        teller.settled(field.state)

    for text in texts:
        take(field.position.action(text))
    while teller.fighting:
        take(field.position.legal()[0])
    return [line.strip() for line in teller.lines]


def test_a_march_says_who_goes_whence():
    field = Field().put("reims", english=3, english_elite=1, burgundian=1).lead("henry-v", "reims")
    lines = told(field, "Henry V marches", "leave a unit behind: English", "go to Vermandois")
    army = "2 English, 1 Burgundian, 1 English elite"
    assert lines[-1] == f"from Reims to Vermandois: {army}, Henry V; now there: {army}"


def test_routiers_have_a_name_an_origin_and_a_number():
    field = Field("armagnac").put("limoges", routier=2).put("poitiers", french=1).deal("armagnac", 7)
    field.frames((layout.NEXT,), (layout.MANEUVER, 2), (layout.CHOOSE_CARD,))
    lines = told(field, "play the Armagnac card 7 (TRUCE)")
    assert "The Routiers' turn, played by the French:" in lines
    assert "TRUCE cards played by the French: 1" in lines
    field.frames((layout.NEXT,), (layout.ROUTE, 1, ZONES.index("limoges")))
    field.state[layout.TO_MOVE + ZONES.index("limoges")] = 2
    step = field.legal()[0]
    there = step.removeprefix("go to ")
    lines = told(field, step)
    present = field.at(next(zone for zone in ZONES if name(zone) == there))["routier"]
    assert lines[:2] == [
        f"Armagnac, Routiers in Limoges: {step}",
        f"from Limoges to {there}: 2 Routier; now there: {present} Routier",
    ]


def test_a_free_company_is_told_when_it_is_formed():
    field = Field("english").put("limoges", routier=4)
    field.frames((layout.NEXT,), (layout.TACTIC_ZONE, 0, layout.PILLAGE, 2))
    lines = told(field, "Pillage in Limoges")
    assert lines[:2] == ["English: Pillage in Limoges", "placed in Limoges: 2 Routier; now there: 6 Routier"]
    assert any(line.startswith("the Free Company of") and "formed in Limoges" in line for line in lines)


def test_a_battle_is_told_with_armies_dice_losses_and_result():
    field = Field().put("chalons", english=6, french=1).put("montpellier", english=2, french=1)
    field.lead("henry-v", "chalons")
    field.state[layout.TTM : layout.TTM_FRENCH + 1] = 1
    lines = told(field, "end the maneuvers", "fight in Châlons")
    first = lines.index("Battle in Châlons: 6 English with Henry V against 1 French; initiative: the French")
    last = next(at for at, line in enumerate(lines) if line.startswith("the English win the battle in Châlons with"))
    second = next(at for at, line in enumerate(lines) if line.startswith("Battle in Montpellier: 2 English against"))
    assert first < last < second
    assert any(line.startswith("dice: English") for line in lines[first:last])
    assert any(re.match("(lost in|retreat from) Châlons.* 1 French", line) for line in lines[first:last])


def test_cards_and_the_ttm_track_are_told():
    field = Field("english")
    field.state[layout.TTM] = 1
    lines = told(field, "improve the TTM level")
    assert lines[1] == "English TTM marker to space 2"
    assert re.match(r"drawn from TACTIC I by the English: TACTIC card \d+ \(.+\)", lines[2])


@pytest.fixture(scope="module")
def story():
    return replay_game("cent-ans", number=2, seed=11)


def test_a_game_is_retold_to_its_end(story):
    assert story.lines[0].startswith("Set-up: Bruges: 2 Burgundian")
    assert "points" in story.lines[-1]
    assert sum("English sequence." in line for line in story.lines) == story.outcome["turns"]


def test_a_sequence_is_headed_once_before_all_that_happens_in_it(story):
    headings = [line for line in story.lines if line.endswith(" sequence.")]
    assert len(set(headings)) == len(headings)
    begun = story.lines.index("Turn 1, English sequence.")
    assert all(line.startswith("Set-up: ") or not line for line in story.lines[:begun])
    hands_filled = [at for at, line in enumerate(story.lines) if line.startswith("    drawn by the ")]
    for at in hands_filled:  # the last thing of a sequence
        assert "" in story.lines[at : at + 5]


def test_every_battle_has_a_beginning_and_an_end(story):
    lines = [line.strip() for line in story.lines]
    zones = [line.removeprefix("Battle in ").split(":")[0] for line in lines if line.startswith("Battle in ")]
    assert len(zones) >= story.outcome["battles"] + story.outcome["sieges"] > 0
    ends = [line for line in lines if re.search(r"(battle in|siege of|battle yet in|siege yet in) ", line)]
    assert len(ends) == len(zones)
    for zone in zones:
        assert any(zone in end for end in ends)


def test_points_that_are_told_are_those_at_the_end(story):
    last = [line.strip() for line in story.lines if line.strip().startswith("points: ")][-1]
    assert last == f"points: English {story.outcome['english.points']}, French {story.outcome['french.points']}"
