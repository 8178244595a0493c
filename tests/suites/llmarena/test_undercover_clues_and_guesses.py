"""Clues, guesses and judges, on a deal known beforehand: tea against coffee."""

import asyncio
import csv
from dataclasses import replace

import pytest

from agonist import api
from agonist.core import UnreadableAnswer, UsageError
from agonist.games.undercover import Undercover
from agonist.match import play
from agonist.players.simple import ReferencePlayer
from agonist.store import Store, StoreError
from agonist.suites import SUITES
from agonist.suites.llmarena.clue_judges import by_rules, judge_of, read_sheet, write_sheet
from agonist.suites.llmarena.fixtures import WORDINGS
from agonist.suites.llmarena.hidden_questions import PROBES, same
from agonist.suites.llmarena.undercover_clues_and_guesses import clues_in, section, talk_of
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry

TEA = {"undercover": [2], "words": ["tea/coffee"], "side": ["left"]}
"""Player 3 is undercover with tea; the tested Player 1 and all others hold coffee."""


@pytest.mark.parametrize(
    ("guess", "word", "right"),
    [
        ("Coffee", "coffee", True),
        ("a cup", "cup", True),
        ("The CUPS!", "cup", True),
        ("buses", "bus", True),
        ("knives", "knife", True),
        ("wolf", "wolves", True),
        ("berry", "berries", True),
        ("polar bears", "polar bear", True),
        ("coffee bean", "coffee", False),
        ("tea", "teapot", False),
        ("the", "the", True),
        ("", "tea", False),
    ],
)
def test_guesses_are_folded_and_no_more(guess, word, right):
    assert same(guess, word) is right


def caught(*first):
    """The scripts of a match in which all vote for Player 3, and Player 1 does this before."""
    return [
        [*first, 2],
        ["It keeps people awake.", 2],
        ["It is steeped in a pot.", 0],
        ["It is ground to powder.", 2],
        ["It is served in a cup.", 2],
    ]


def test_a_match_worked_by_hand(played, dealt, guess):
    fixture = dealt("communication", TEA)
    scripts = caught("It is made from roasted beans.", guess("a Coffee", "Coffees", "juice", "coffee"))
    (match,) = played([(fixture, scripts)])
    talk = talk_of(match)
    assert (talk.player, talk.undercover, talk.word) == ("A/a", False, "coffee")
    assert talk.clues == ["It is made from roasted beans."]
    # The others hold coffee, tea, coffee and coffee.
    assert talk.hits == [(True, False, False, True)]
    assert (talk.guessed_any, talk.guessed_all) == (True, False)


def test_rates_worked_by_hand(played, dealt, guess):
    fixture = dealt("communication", TEA)
    right = guess("coffee", "tea", "coffee", "coffee")
    wrong = guess("juice", "juice", "juice", "juice")
    matches = played(
        [
            (fixture, caught("It is made from roasted beans.", right)),
            (replace(fixture, seed="1"), caught("It barks.", wrong)),
            (replace(fixture, seed="2"), caught("Xyzzy!", guess())),
            (replace(fixture, seed="3"), caught(*[UnreadableAnswer("?")] * 3, guess("coffee", *"abc"))),
        ]
    )
    (made,) = section(matches, by_rules, "rules")
    (table,) = made.tables
    row = dict(zip(table.header[:6], table.rows[0][:6], strict=True))
    # Two of three judged: the true clue, the false one, and none where the policy had to speak.
    assert (row["matches"], row["clues"], row["unjudged"]) == (4, 4, 1)
    assert row["description, %"] == pytest.approx(100 / 3)
    assert (table.rows[0][8], table.rows[0][11]) == (50.0, 25.0)
    assert [line[1] for line in table.rows if line[0] == "A/a"] == ["civilian"]
    assert table.rows[1][:3] == ("GPT-4 (published)", "not told", "50")


def test_the_undercover_of_the_tournament_is_judged_by_his_own_word(played, fixtures):
    first = fixtures(options={"games": "undercover"})[0]
    fixture = replace(first, script={**first.script, "words": ["tea/coffee"], "side": ["left"]})
    (match,) = played([(fixture, [["It is steeped in a pot.", 1], *[["It is drunk hot.", 0]] * 4])])
    assert talk_of(match).undercover
    assert list(clues_in([match])) == [("tea", "It is steeped in a pot.")]
    (made,) = section([match], by_rules, "rules")
    assert made.tables[0].rows[0][8:] == (None,) * 6  # nobody was asked


def test_the_question_comes_before_each_vote_to_the_tested_seat_alone_and_changes_nothing():
    kit = GameRegistry((), WORDINGS, PROBES).kit("undercover", "llmarena")
    for seed in ("0", "1", "2"):
        with_question, without = (
            asyncio.run(play(kit, Undercover(), [ReferencePlayer] * 5, seed=seed, probes=probes))
            for probes in ([PROBES["llmarena_guess_3"]], [])
        )
        assert with_question.record == without.record
        asked = [probe for step in with_question.steps for probe in step.probes]
        votes = [step for step in with_question.steps if len(step.moves) > 1 and 3 in step.moves]
        assert {probe.seat for probe in asked} == {3}
        assert len(asked) == len(votes) > 0
        assert [len(probe.answer) for probe in asked] == [len(step.moves) - 1 for step in votes]


def test_rules_judge_what_the_lexicon_knows():
    assert by_rules(("tea", "It is made from leaves.")) is True
    assert by_rules(("tea", "It is ground to powder.")) is False
    assert by_rules(("tea", "Xyzzy!")) is None
    assert by_rules(("flibbertigibbet", "It is drunk hot.")) is None


def test_a_sheet_keeps_verdicts_given_by_hand(tmp_path):
    sheet = tmp_path / "clues.csv"
    assert read_sheet(sheet) == {}
    write_sheet(sheet, [("tea", 'It is "hot", mostly'), ("tea", "It barks.")])
    text = sheet.read_text().replace("It barks.,", "It barks.,No")
    sheet.write_text(text)
    write_sheet(sheet, [("coffee", "It is black."), ("tea", "It barks.")])
    assert read_sheet(sheet) == {
        ("tea", 'It is "hot", mostly'): None,
        ("tea", "It barks."): False,
        ("coffee", "It is black."): None,
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("word,clue,describes\ntea,hot,perhaps\n", "line 2: describes is yes or no, not 'perhaps'"),
        ("word,clue\ntea,hot\n", "line 2: write the columns word, clue, describes"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_told_by_line(tmp_path, text, why):
    (tmp_path / "clues.csv").write_text(text)
    with pytest.raises(UsageError, match=why):
        read_sheet(tmp_path / "clues.csv")


def test_a_sheet_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path):
    for sheet in (tmp_path / "missing" / "clues.csv", tmp_path / "folder.csv"):
        (tmp_path / "folder.csv").mkdir(exist_ok=True)
        with pytest.raises(StoreError, match="clues"):
            evaluated(tmp_path / "agonist.db", sheet)
    assert not (tmp_path / "agonist.db").exists()


def test_a_report_says_when_the_verdicts_are_not_there(tmp_path):
    sheet = tmp_path / "clues.csv"
    _, _, (made,) = evaluated(tmp_path / "agonist.db", sheet)
    assert "which is not there" not in made.text
    sheet.unlink()
    entry = Entry(("random",), options={"judge": str(sheet)})
    assert judge_of(entry, [])[1] == f"hand, in {sheet}, which is not there"


def evaluated(db, judge):
    players = ["random", "fixed?answers=1"]
    report = api.run(f"llmarena?judge={judge}", players, sweep="communication", matches=5, db=db)
    with Store.open(db) as store:
        run = store.run(report.run)
        entry = Entry.from_dict(run.plan["suites"]["llmarena"])
        return report, store.matches(run.id), SUITES["llmarena"].sections(store, run.id, entry)


def test_a_player_judges_every_clue_once_in_matches_of_its_own(tmp_path):
    report, matches, (made,) = evaluated(tmp_path / "agonist.db", "reference")
    judged = [match for match in matches if match.fixture.part == "llmarena judge: clues"]
    assert report.status == "finished"
    assert len(matches) == 10 + len(judged)
    asked = [tuple(match.fixture.options[key] for key in ("word", "clue")) for match in judged]
    assert len(set(asked)) == len(asked) > 0
    assert "Judged by reference" in made.text
    for row in made.tables[0].rows[:2]:
        assert row[4] == 0  # nothing is unjudged
        assert row[5] is not None
    assert api.resume(report.run, db=tmp_path / "agonist.db").progress.total == len(matches)


def test_clues_are_written_to_a_file_and_its_verdicts_are_read(tmp_path):
    sheet = tmp_path / "clues.csv"
    _, matches, (made,) = evaluated(tmp_path / "agonist.db", sheet)
    assert len(matches) == 10
    assert made.tables[0].rows[0][5] is None
    with sheet.open(newline="") as file:
        rows = [{**row, "describes": "yes"} for row in csv.DictReader(file)]
    with sheet.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["word", "clue", "describes"])
        writer.writeheader()
        writer.writerows(rows)
    with Store.open(tmp_path / "agonist.db") as store:
        run = store.run("latest")
        entry = Entry.from_dict(run.plan["suites"]["llmarena"])
        (made,) = SUITES["llmarena"].sections(store, run.id, entry)
    assert made.tables[0].rows[0][5] == 100.0


def test_built_in_players_have_no_guesses(tmp_path):
    api.run("llmarena", ["random"], sweep="communication", matches=1, db=tmp_path / "agonist.db")
    with Store.open(tmp_path / "agonist.db") as store:
        entry = Entry.from_dict(store.run("latest").plan["suites"]["llmarena"])
        (found,) = [
            part
            for part in SUITES["llmarena"].sections(store, store.run("latest").id, entry)
            if "communication" in part.title
        ]
    (table,) = found.tables
    row = dict(zip(table.header, table.rows[0], strict=False))
    assert (row["player"], row["guess, %"], row["guess all, %"]) == ("random", None, None)
