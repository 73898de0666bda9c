"""Full games of La guerre de Cent Ans in words: who moves whence, what a card did, how a battle went."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cent_ans_games import GAME, ZONES, Field, event, name
from simcore.evaluation.replay_game import replay_game
from simcore.games.cent_ans.full_game import state as layout

pytestmark = pytest.mark.interpreted  # the rules are listened to as plain Python in either case


def told(field, *texts):
    """What is told of these decisions, and of the first legal ones while a fight goes on."""
    narrator = GAME.narrator(field.position.board)
    narrator.set_up(field.state)
    narrator.lines.clear()
    _, apply = GAME.rules.instrumented(**narrator.hooks)

    def take(action):
        narrator.decided(field.state, action)
        apply(field.position.board, field.state, action, field.position.stream)
        narrator.settled(field.state)

    for text in texts:
        take(field.position.action(text))
    while narrator.fighting:
        take(field.position.legal_actions()[0])
    return [line.strip() for line in narrator.lines]


def test_a_march_says_who_goes_whence():
    field = Field().put("reims", english=3, english_elite=1, burgundian=1).lead("henry-v", "reims")
    lines = told(field, "Henry V marches", "leave a unit behind: English", "go to Vermandois")
    army = "2 English, 1 Burgundian, 1 English elite"
    assert lines[-1] == f"from Reims to Vermandois: {army}, Henry V; now there: {army}"


def test_whoever_marches_into_a_fight_does_not_retreat():
    field = Field().put("reims", english=9).put("chalons", french=1).lead("henry-v", "reims")
    lines = told(field, "Henry V marches", "go to Châlons")
    assert lines[2] == "from Reims to Châlons: 9 English, Henry V; now there: 9 English, 1 French"
    assert lines[3].startswith("Battle in Châlons: 9 English with Henry V against 1 French; initiative: ")


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
    lines = told(field, "choose Limoges for the TACTIC card", "Arnaud de Cervole leads the Free Company in Limoges")
    assert lines[:2] == [
        "English, Pillage: choose Limoges for the TACTIC card",
        "placed in Limoges: 2 Routier; now there: 6 Routier",
    ]
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
    assert any(line.startswith("Round 1, the English: English") for line in lines[first:last])
    assert any(re.match("(lost in|dispersed in|retreat from) Châlons.* 1 French", line) for line in lines[first:last])


def test_before_paris_all_besiegers_are_told_as_one_army():
    field = Field("french").put("ZN", french=3).put("ZS", armagnac=20).put("paris", english=1)
    lines = told(field, "end the maneuvers", "fight in ZN before Paris")
    besiegers = "3 French in ZN before Paris and 20 Armagnac in ZS before Paris"
    assert lines[2].startswith(f"Siege of Paris: {besiegers} against 1 English; initiative: ")
    assert lines[-1].startswith("the French win the siege of Paris with")


def test_whoever_finds_no_shelter_is_dispersed_and_a_siege_without_losses_is_lifted():
    field = Field("french").put("angers", english=5, burgundian=1, french=20)
    lines = told(field, "end the maneuvers", "take refuge in the stronghold")
    assert "English camp: an English unit finds no shelter and is dispersed" in lines
    assert "dispersed in Angers: 1 English; left there: 4 English, 1 Burgundian, 20 French" in lines
    assert "no defender has fallen: the siege is lifted" in lines
    assert lines[-1].startswith("the English hold out in the siege of Angers with ")


def test_under_john_the_fearless_factions_fight_and_nobody_has_the_initiative():
    field = Field("burgundian").put("angers", french=9, armagnac=1, french_elite=2)
    event(field, layout.EVENT_ZONE, field.faction, 9)
    lines = told(field, "choose Angers for the event")
    begun = next(line for line in lines if line.startswith("Battle in Angers: "))
    assert begun.startswith("Battle in Angers: 9 French against 1 Armagnac; both roll at once, without elite units")
    assert "initiative" not in begun
    assert any(line.startswith("Round 1, the Armagnac faction: ") for line in lines)
    assert re.match("the French faction wins the battle in Angers with [1-9] French left", lines[-1])


@pytest.mark.parametrize(
    ("cells", "told_as"),
    [
        ({"TURN": 8, "HOW": layout.BY_POINTS, "WINNER": 1}, "English victory on points at the end of turn 8, the last"),
        ({"TURN": 8, "HOW": layout.DRAWN_GAME}, "A draw on points at the end of turn 8, the last"),
        (
            {"TURN": 5, "HOW": layout.BY_POINTS, "WINNER": 2, "TRUCES": 3},
            "French victory on points at the end of turn 5: the English have played 3 TRUCE cards",
        ),
        (
            {"TURN": 2, "HOW": layout.BY_SURRENDER, "WINNER": 2},
            "French victory by surrender: 6 points or more ahead at the end of turn 2",
        ),
        (
            {"TURN": 3, "HOW": layout.BY_HEART, "WINNER": 1},
            "English victory by the heart of France in turn 3: 5 of its regions are enough, they control Paris",
        ),
    ],
)
def test_the_last_line_says_why_a_game_is_over_and_the_points(cells, told_as):
    field = Field().put("paris", english=1)
    narrator = GAME.narrator(field.position.board)
    narrator.set_up(field.state)
    for cell, value in cells.items():
        field.state[getattr(layout, cell)] = value
    narrator.concluded(field.state)
    assert narrator.lines[-1] == f"{told_as}. Points: English 1, French 0."


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
    english, french = (story.outcome[f"{camp}.points"] for camp in ("english", "french"))
    assert story.lines[-1].endswith(f". Points: English {english}, French {french}.")
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
    begun = [re.match(r"(?:Battle in|Siege of) ([^:]*): ", line) for line in lines]
    zones = [found[1] for found in begun if found]
    assert len(zones) >= story.outcome["battles"] + story.outcome["sieges"] > 0
    ends = [line for line in lines if re.search(r"(battle in|siege of|battle yet in|siege yet in) ", line)]
    assert len(ends) == len(zones)
    for zone in zones:
        assert any(zone in end for end in ends)


def units(text):
    """Units by kind of a list as it is told; whoever else is named there is left out."""
    found = re.findall(r"(\d+) (English elite|French elite|English|Burgundian|French|Armagnac|Routier)\b", text)
    return Counter({kind: int(number) for number, kind in found})


MOVED = re.compile(
    r"(?P<way>placed in|(?:lost|dispersed|dispersed as elite units alone|turned Routier) in|back to the reserve from|"
    r"(?:retreat )?from) (?P<zone>.+?)(?: to (?P<to>[^:]+))?: (?P<units>.+); (?:now|left) there: (?P<there>.+)"
)


def test_what_is_told_of_units_is_true_at_that_line(story):
    here = {}
    for line in story.lines:
        if line.startswith("Set-up: ") and line.count(": ") == 2 and units(line):
            _, zone, present = line.split(": ")
            here[zone] = units(present)
        elif found := MOVED.fullmatch(line.strip()):
            gone = units(found["units"])
            zones = [here.setdefault(zone, Counter()) for zone in (found["zone"], found["to"]) if zone]
            if found["way"] == "placed in":
                zones[0].update(gone)
            else:
                zones[0].subtract(gone)
                for zone in zones[1:]:
                    zone.update(gone)
            assert +zones[-1] == units(found["there"]), line
            assert min(zones[0].values()) >= 0, line


def test_control_is_told_where_it_changes(story):
    """After whatever moved or was built, not after the step that this was part of."""
    change = re.compile(r".*( is (controlled by|formed|dissolved|eliminated)| has a |Guard: |points: |tokens: ).*")
    lines = [line.strip() for line in story.lines]
    at = [number for number, line in enumerate(lines) if " is controlled by " in line]
    assert at
    for number in at:
        before = next(line for line in reversed(lines[:number]) if not change.fullmatch(line))
        assert MOVED.fullmatch(before), lines[number]


def test_a_scenario_without_the_ttm_track_tells_none_of_its_spaces():
    lines = replay_game("cent-ans", number=0, options={"scenario": "introductory"}).lines
    assert any("Edward III: the leader appears" in line for line in lines)  # he would advance the marker
    assert not any("TTM" in line for line in lines)


def test_a_truncated_game_ends_with_how_far_it_went():
    story = replay_game("cent-ans", number=0, limit=3)
    assert re.fullmatch(
        r"Truncated after 3 decisions, in turn 1, before anybody has won\. Points: English \d+, French \d+\.",
        story.lines[-1],
    )


def test_points_that_are_told_are_those_at_the_end(story):
    last = [line.strip() for line in story.lines if line.strip().startswith("points: ")][-1]
    assert last == f"points: English {story.outcome['english.points']}, French {story.outcome['french.points']}"


def test_all_leaders_who_come_are_announced():
    lines = replay_game("cent-ans", number=3, options={"scenario": "historical"}, limit=40).lines
    first = next(line.strip() for line in lines if " of the English come" in line)
    assert first == "leaders of the English come: Edward III and Black Prince"


def test_a_siege_of_a_city_opens_as_a_siege_once_the_defender_has_taken_refuge():
    lines = told(
        Field("french").put("angers", english=3, french=20), "end the maneuvers", "take refuge in the stronghold"
    )
    begun = next(at for at, line in enumerate(lines) if line.startswith("Siege of Angers: 20 French against 3 English"))
    assert "refuge" in lines[begun - 1]
    assert not any(line.startswith("Battle in") for line in lines)
    field = Field("french").put("angers", english=3, french=20)
    lines = told(field, "end the maneuvers", "fight in the field")
    assert any(line.startswith("Battle in Angers: 20 French against 3 English") for line in lines)
    assert not any(line.startswith("Siege of") for line in lines)
