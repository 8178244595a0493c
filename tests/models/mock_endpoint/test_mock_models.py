"""Talkers against the true instructions and the true reader, for every kind of ask in every format."""

import json
import re
from random import Random
from typing import Any

import pytest

from agonist.core import (
    Amount,
    Choice,
    IllegalAction,
    InvalidAnswer,
    Pick,
    Speech,
    Split,
    UsageError,
    form,
    menu,
)
from agonist.models.mock_endpoint.filler_sentences import SAYINGS
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS, NOTHING_ASKED, babble, mock_model_named
from agonist.models.mock_endpoint.prompt_instruction import instruction_in
from agonist.models.mock_endpoint.sensible import sensible
from agonist.text import instruction, read
from agonist.text.accepted_words import Vocabulary

ASKS: list[Any] = [
    Choice(("1", "2", "3", "4", "5"), about="column"),
    Choice((1, 2, (3, "x")), about="mixed"),
    Choice(('the "big" one', "a, b", "it's"), about="quotes"),
    Amount(0, 100, about="chosen_number"),
    Amount(-10, 30, step=5, unit="cents", about="bid"),
    Speech(max_words=12, about="clue"),
    Speech(max_words=3, max_bytes=9, about="word"),
    Speech(max_words=12, optional=True, about="remark"),
    Split(("red", "green", "blue"), 100, about="shares"),
    Split((0, 1), 100, low=10, step=10, about="offer"),
    Pick(("ace", "ace", "king", "ten"), 1, 3, about="cards"),
    Pick(("a", "b", "c"), 2, 2, about="hostages"),
    form("bid", price=Amount(1, 9), reason=Speech(5), kind=Choice(("buy", "sell"))),
    menu("talk", wait={}, say={"to": Choice(("room", 3)), "text": Speech(20)}, give={"money": Amount(5, 50)}),
    menu("move", fold={}, check={}, call={}, raise_to={"amount": Amount(20, 2000)}),
]
FORMATS = ["json", "line", "schema"]
LEGAL = ["random", "first", "babbler", "thinker", "careful"]


UP_TO_1000 = Vocabulary(bounds=lambda _key: (0, 1000))


def prompt(text, system="You play a game."):
    return [{"role": "system", "content": system}, {"role": "user", "content": f"It is your turn.\n\n{text}"}]


@pytest.mark.parametrize("reasoning", [False, True])
@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.about)
@pytest.mark.parametrize("name", LEGAL)
def test_answers_are_legal_as_the_reader_says(name, ask, layout, reasoning):
    messages = prompt(instruction(ask, layout, reasoning=reasoning))
    for seed in range(20):
        answer = MOCK_MODELS[name](messages, Random(seed))
        ask.check(read(ask, answer, layout))


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.about)
def test_stubborn_is_never_legal(ask, layout):
    messages = prompt(instruction(ask, layout))
    said = {MOCK_MODELS["stubborn"](messages, Random(seed)) for seed in range(5)}
    assert len(said) == 1
    with pytest.raises(InvalidAnswer):
        ask.check(read(ask, said.pop(), layout))


FEW = [ask for ask in ASKS if (options := ask.options()) is not None and len(options) < 30]


@pytest.mark.parametrize("ask", FEW, ids=lambda ask: ask.about)
def test_random_reaches_every_option(ask):
    options = ask.options()
    messages = prompt(instruction(ask, "json"))
    found = {read(ask, MOCK_MODELS["random"](messages, Random(seed)), "json") for seed in range(400)}
    assert found == set(options)


@pytest.mark.parametrize("layout", FORMATS)
def test_reasoning_comes_only_where_it_is_asked_for(layout):
    ask = Choice(("go", "stay"), about="decision")
    with_it = MOCK_MODELS["first"](prompt(instruction(ask, layout, reasoning=True)), Random(1))
    without = MOCK_MODELS["first"](prompt(instruction(ask, layout)), Random(1))
    assert without == ("Decision: go" if layout == "line" else '{"decision": "go"}')
    assert len(with_it) > len(without) + 20


def test_the_last_instruction_counts_and_a_complaint_without_one_keeps_it():
    first, second = Choice(("a", "b"), about="letter"), Choice(("c", "d"), about="other")
    talk = [
        *prompt(instruction(first, "json")),
        {"role": "assistant", "content": '{"letter": "a"}'},
        {"role": "user", "content": instruction(second, "line")},
        {"role": "assistant", "content": instruction(first, "json")},
        {"role": "user", "content": "That is not legal. Answer again."},
    ]
    assert MOCK_MODELS["first"](talk, Random(0)) == "Other: c"


def test_a_hint_instead_of_options_gives_what_it_quotes():
    ask = Choice(("(2, 3)", "(1, 1)"), about="cell")
    text = instruction(ask, "json", hint=lambda key: 'a free cell, written like "(2, 3)"')
    assert json.loads(MOCK_MODELS["random"](prompt(text), Random(0))) == {"cell": "(2, 3)"}


def test_a_hint_that_gives_a_range_gives_its_numbers():
    ask = Choice(tuple(range(1, 8)), about="column")
    text = instruction(ask, "line", hint=lambda key: "the number of a column that is not full, from 1 to 7")
    for name in LEGAL:
        ask.check(read(ask, MOCK_MODELS[name](prompt(text), Random(0)), "line"))


def test_a_prompt_without_an_instruction():
    messages = [{"role": "user", "content": "Hello?"}]
    assert instruction_in(messages) is None
    assert MOCK_MODELS["random"](messages, Random(0)) == NOTHING_ASKED
    assert MOCK_MODELS["echo"](messages, Random(0)) == "Hello?"


@pytest.mark.parametrize("layout", ["json", "line"])
def test_slips_are_invalid_answers_at_their_rate(layout):
    ask, bad = Amount(0, 100, about="number"), []
    messages, mock_model = prompt(instruction(ask, layout)), sensible(slips=0.3)
    for seed in range(1000):
        try:
            ask.check(read(ask, mock_model(messages, Random(seed)), layout, vocabulary=UP_TO_1000))
        except InvalidAnswer as why:
            bad.append(why.kind)
    assert 250 < len(bad) < 350
    assert set(bad) == {"empty", "unreadable", "illegal"}


def test_the_default_slips_are_about_two_in_a_hundred():
    ask = ASKS[0]
    messages = prompt(instruction(ask, "json"))
    said = [MOCK_MODELS["sensible"](messages, Random(seed)) for seed in range(2000)]
    assert 20 < sum('{"column": "' not in text or "xyzzy" in text for text in said) < 65


def test_sensible_prefers_the_middle_and_a_third():
    column = prompt(instruction(Choice(tuple("1234567"), about="column"), "line"))
    columns = [MOCK_MODELS["careful"](column, Random(seed))[-1] for seed in range(700)]
    assert columns.count("4") > 2 * columns.count("1")
    number = prompt(instruction(Amount(0, 100, about="number"), "line"))
    numbers = [int(MOCK_MODELS["careful"](number, Random(seed)).split()[-1]) for seed in range(500)]
    assert 28 < sum(numbers) / len(numbers) < 42


@pytest.mark.parametrize(
    "verbs", [("fold", "check_call", "raise_pot", "all_in"), ("Fold", "Check", "Raise the pot", "All in")]
)
def test_sensible_prefers_modest_verbs(verbs):
    messages = prompt(instruction(Choice(verbs, about="bet"), "line"))
    said = [MOCK_MODELS["careful"](messages, Random(seed)).removeprefix("Bet: ") for seed in range(400)]
    assert set(said) == set(verbs)
    assert sorted(verbs, key=said.count)[-2:] == [verbs[2], verbs[1]]


@pytest.mark.parametrize("secret", ["leaf", "kitchen", "the sun", "Tea", "evening", "journey"])
def test_clues_never_say_the_secret_word(secret):
    ask = Speech(max_words=20, forbidden=(secret,), about="clue")
    messages = prompt(instruction(ask, "json"), system=f'You are Player 1 and your word is "{secret}".')
    said = {read(ask, MOCK_MODELS["careful"](messages, Random(seed)), "json") for seed in range(100)}
    for clue in said:
        ask.check(clue)
    assert 3 < len(said) <= 8
    assert said < set(SAYINGS)


def test_votes_go_to_whoever_spoke_least_like_the_others():
    clues = (
        'Player 1: "warm drink at breakfast"\nPlayer 2: "a drink for breakfast"\nPlayer 3: "four wheels"\n'
    )
    ask = Choice(("Player 1", "Player 2", "Player 3"), about="vote")
    messages = prompt(f"{clues}\n{instruction(ask, 'json')}")
    votes = {MOCK_MODELS["careful"](messages, Random(seed)) for seed in range(20)}
    assert votes == {'{"vote": "Player 3"}'}


def test_a_script_answers_in_order_and_starts_again(tmp_path):
    file = tmp_path / "answers.txt"
    file.write_text("one\n\ntwo\n", encoding="utf-8")
    mock_model = mock_model_named(f"script?file={file}")
    assert [mock_model(prompt("?"), Random(0)) for _ in range(3)] == ["one", "two", "one"]


def test_a_script_of_json_lines_holds_line_breaks(tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text('"a\\nb"\n"c"\n', encoding="utf-8")
    mock_model = mock_model_named(f"script?file={file}")
    assert [mock_model(prompt("?"), Random(0)) for _ in range(3)] == ["a\nb", "c", "a\nb"]


@pytest.mark.parametrize("text", ["{", '"ok"\n3', ""])
def test_a_broken_script_is_named(tmp_path, text):
    file = tmp_path / "answers.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=re.escape(str(file))):
        mock_model_named(f"script?file={file}")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("carefull", "did you mean 'careful'"),
        ("script", "say which file"),
        ("script?file=/nowhere/at/all", "cannot be read"),
        ("first?slips=1", "no option 'slips'"),
        ("untidy?style=singel_quotes", "did you mean 'single_quotes'"),
        ("long?tokens=many", "say how long"),
    ],
)
def test_a_wrong_mock_model_is_named(spec, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        mock_model_named(spec)


def test_chatter_around_an_answer_leaves_it_readable():
    ask = Amount(0, 9, about="number")
    assert read(ask, babble('{"number": 4}', Random(3)), "json") == 4
    assert read(ask, babble("Number: 4", Random(3)), "line") == 4
    with pytest.raises(IllegalAction):
        ask.check(read(ask, babble("Number: 12", Random(3)), "line", vocabulary=UP_TO_1000))
