"""The reader of answers against a table of what models write, each kind of question, and noise."""

import json
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.text.situations import OPTIONS, SITUATIONS, situation

from agonist.core import Amount, Choice, InvalidAnswer, Pick, Speech, Split, UnreadableAnswer, form, menu
from agonist.games import KITS
from agonist.suites.llmarena.environments import ENVIRONMENTS
from agonist.text import Vocabulary, read, written
from agonist.text.reading import reader
from agonist.text.reading.bare_answers import NOT_SO, direct_answer

ASKS = {
    "column": Choice((1, 2, 3), about="column"),
    "number": Amount(0, 1000, unit="coins", about="chosen_number"),
    "clue": Speech(max_words=5, forbidden=("tea",), about="clue"),
    "split": Split(("Ann", "Bob"), 10, about="plan"),
    "pick": Pick((5, 5, 7), 2, 2, about="cards"),
    "menu": menu("talk", wait={}, say={"to": Choice(("room", 2)), "text": Speech()}),
    "form": form("offer", deal=Choice(("yes", "no")), amount=Amount(0, 10)),
}


def rows_of(name):
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


PAPER = (
    "guess_average", "el_farol", "divide_dollar", "public_goods", "diners_dilemma", "sealed_bid_auction",
    "battle_royale", "pirate_game",
)  # fmt: skip
"""The games of γ-Bench."""

KINDS = rows_of("kinds.jsonl")
ANSWERS = defaultdict(list)
for answer in rows_of("answers.jsonl"):
    ANSWERS[answer["at"]].append(answer)


@pytest.mark.parametrize(
    "row", KINDS, ids=[f"{n}-{row['ask']}-{row['format']}" for n, row in enumerate(KINDS)]
)
def test_each_kind_of_question_where_a_game_names_no_words_of_its_own(row):
    ask = ASKS[row["ask"]]

    def play():
        action = read(ask, row["text"], row["format"], cut_off=row.get("cut_off", False))
        ask.check(action)
        return action

    if "error" in row:
        with pytest.raises(InvalidAnswer) as caught:
            play()
        assert caught.value.kind == row["error"]
        assert str(caught.value)
    else:
        assert play() == tuples(row["action"])


def test_the_table_has_answers_to_the_games_of_both_suites():
    games = {OPTIONS.get(name, (name, {}))[0] for name in ANSWERS}
    assert games >= {*(each.game for each in ENVIRONMENTS), *PAPER}
    assert set(ANSWERS) <= set(SITUATIONS)
    assert sum(map(len, ANSWERS.values())) >= 500


def test_every_game_has_twenty_answers_in_the_table_and_every_format():
    by_game = defaultdict(list)
    for name, rows in ANSWERS.items():
        by_game[OPTIONS.get(name, (name, {}))[0]] += rows
    assert set(by_game) == set(KITS)
    assert all(len(rows) >= 20 for rows in by_game.values())
    assert all({row["format"] for row in rows} == {"json", "line", "schema"} for rows in by_game.values())


@pytest.mark.parametrize("name", SITUATIONS)
def test_answers_as_models_write_them(name):
    wrong = []
    for row in ANSWERS[name]:
        how = {key: row[key] for key in ("cut_off", "complete", "refused") if key in row}
        got = situation(name).play(row["text"], row["format"], **how)
        expected = row["error"] if "error" in row else tuples(row["action"])
        if got != expected:
            wrong.append((row["format"], row["text"], expected, got))
    assert not wrong


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_read_at_once_is_read_the_long_way_as_well(name, monkeypatch):
    at_once = {}
    for row in ANSWERS[name]:
        text, form = row["text"], row["format"]
        at = situation(name)
        found = direct_answer(at.ask, text, at.say)
        if found is not NOT_SO and "refused" not in row and "cut_off" not in row:
            at_once[text, form] = at.play(text, form)
    monkeypatch.setattr(reader, "direct_answer", lambda *_: NOT_SO)
    assert at_once == {(text, form): situation(name).play(text, form) for text, form in at_once}


@given(
    text=st.text(max_size=200), name=st.sampled_from(sorted(ASKS)), form_=st.sampled_from(["json", "line"])
)
def test_noise_is_an_invalid_answer_or_an_action_never_a_crash(text, name, form_):
    with suppress(InvalidAnswer):
        read(ASKS[name], text, form_)


@pytest.mark.parametrize(
    "text",
    [
        '{"column": ' * 5000,
        "{" * 20_000,
        "{" * 100_000,
        '{"a": {' * 15_000,
        '{"column": [' + "3," * 50_000,
        "<a>" * 30_000,
        "[a]" * 33_000,
        "/*" * 50_000,
        "column:\n" * 12_000,
        "> 3\n" * 25_000,
        "{x:1," * 20_000,
        '{"column": 3}' + " " * 150_000,
        '"' * 9999,
        "{'a" * 20_000,
        "*_" * 50_000,
        "column " * 20_000,
        "<think>" * 20_000,
        '{"reasoning": "' + '"x" ' * 20_000,
        "- " * 40_000 + "column: 3",
        "</draft>" + "<draft>" * 20_000,
        "column: " + "\\" * 90_000,
        "\\left " * 20_000,
        "| " * 50_000,
        "| a " + " " * 90_000 + "\n|-",
        "| a |\n" * 20_000,
    ],
)
@pytest.mark.parametrize("form_", ["json", "line"])
def test_hostile_answers_are_read_or_refused_quickly(text, form_):
    start = process_time()
    with suppress(InvalidAnswer):
        assert read(ASKS["column"], text, form_, complete=True) == 3
    assert process_time() - start < 1


def test_twenty_thousand_open_braces_take_less_than_a_twentieth_of_a_second():
    for text in ("{" * 20_000, '{"column": ' * 20_000):
        times = []
        for _ in range(3):
            start = process_time()
            with suppress(InvalidAnswer):
                read(ASKS["column"], text, "json", complete=True)
            times.append(process_time() - start)
        assert min(times) < 0.05 * len(text) / 20_000


def test_a_thought_is_cut_before_the_answer_is_measured():
    assert read(ASKS["column"], f'<think>{"so " * 100_000}</think>{{"column": 3}}', "json") == 3


@given(
    message=st.text(
        st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=80
    ).filter(lambda text: text.strip() == text and text)
)
def test_speech_survives_json_as_written(message):
    ask = Speech(about="clue")
    # Marks of thoughts and comments, and texts of marks alone, such as the "..." of a form, are asked again.
    assume(any(map(str.isalnum, message)) and not set("<[◁") & set(message) and "//" not in message)
    assume(message not in ("text", "your text", "string"))  # the words of the form itself
    assert read(ask, written(ask, message, "json"), "json") == message


def test_parts_that_an_author_names_decide_by_name_and_never_by_order():
    ask = Choice(("a-b", "b-a"), about="way")
    vocabulary = Vocabulary(parts=lambda _, way: ((("from", "start"), way[0]), (("to",), way[2])))
    for text in ('{"way": {"to": "a", "from": "b"}}', '{"to": "a", "start": "b"}'):
        assert read(ask, text, "json", vocabulary=vocabulary) == "b-a"
    with pytest.raises(UnreadableAnswer):
        read(ask, '{"way": {"x": "a", "y": "b"}}', "json", vocabulary=vocabulary)


def test_half_a_character_is_no_crash():
    ask = Speech(max_bytes=10, about="clue")
    said = read(ask, '{"clue": "\\ud83d tea"}', "json")
    ask.check(said)
    assert read(ask, "{'clue': '\\ud83d\\ude00',}", "json") == "😀"
