"""Which texts are written as the instruction asks, over formats and kinds of question."""

import json
import re
from random import Random

import pytest

from agonist.core import Amount, Choice, Form, Pick, Speech, Split, menu
from agonist.games import KITS
from agonist.kit import make_game
from agonist.models.mock_endpoint.prompt_instruction import instruction_in
from agonist.models.mock_endpoint.writing_styles import STYLES
from agonist.text import as_asked, instruction, read, written

DRINK = Choice(("tea", "milk"), about="hot_drink")
BID = Amount(0, 9, about="bid")
TALK = menu("talk", wait={}, say={"to": Choice(("room", 3)), "text": Speech()})
SHARES = Split(("Ann", "Bob"), 10, about="shares")
CARDS = Pick(("ace", "two", "two"), 1, 2, about="cards")
BOTH = Form((("bid", BID), ("word", Speech(optional=True))), about="both")

TEXTS = [
    # (question, format, text, whether it is as asked)
    (DRINK, "json", '{"hot_drink": "tea"}', True),
    (DRINK, "json", '\n{\n  "hot_drink":"tea"\n}\n', True),
    (DRINK, "json", '```json\n{"hot_drink": "tea"}\n```', True),
    (DRINK, "json", '```\n{"hot_drink": "tea"}\n```', True),
    (DRINK, "json", '<think>{"hot_drink": "milk"}?</think>{"hot_drink": "tea"}', True),
    (DRINK, "json", "tea", False),
    (DRINK, "json", "Hot drink: tea", False),
    (DRINK, "json", 'Here: {"hot_drink": "tea"}', False),
    (DRINK, "json", '{"hot_drink": "tea"} I like it.', False),
    (DRINK, "json", 'Here:\n```json\n{"hot_drink": "tea"}\n```', False),
    (DRINK, "json", '{"hot_drink": "Tea"}', False),
    (DRINK, "json", '{"Hot_drink": "tea"}', False),
    (DRINK, "json", '{"reasoning": "hm", "hot_drink": "tea"}', False),
    (DRINK, "json", '{"answer": {"hot_drink": "tea"}}', False),
    (DRINK, "json", '[{"hot_drink": "tea"}]', False),
    (DRINK, "json", '{"hot_drink": "tea", "hot_drink": "tea"}', False),
    (DRINK, "json", '{"hot_drink": "tea",}', False),
    (DRINK, "json", "{'hot_drink': 'tea'}", False),
    (DRINK, "line", "Hot drink: tea", True),
    (DRINK, "line", 'Hot drink: "tea"', True),
    (DRINK, "line", "It is cold outside.\n\nHot drink: tea\n", True),
    (DRINK, "line", "```\nHot drink: tea\n```", True),
    (DRINK, "line", "Hot drink: tea.", False),
    (DRINK, "line", "Hot Drink: tea", False),
    (DRINK, "line", "hot_drink: tea", False),
    (DRINK, "line", "**Hot drink:** tea", False),
    (DRINK, "line", "Hot drink: tea\nIt is cold.", False),
    (DRINK, "line", "tea", False),
    (DRINK, "line", '{"hot_drink": "tea"}', False),
    (DRINK, "schema", '{"hot_drink": "tea"}', True),
    (DRINK, "schema", "tea", False),
    (BID, "json", '{"bid": 3}', True),
    (BID, "json", '{"bid": 30}', True),  # the form is kept, whether it is legal or not
    (BID, "json", '{"bid": 3.0}', False),
    (BID, "json", '{"bid": "3"}', False),
    (BID, "json", '{"bid": true}', False),
    (BID, "line", "Bid: 3", True),
    (BID, "line", "Bid: 3 coins", False),
    (BID, "line", "Bid: three", False),
    (TALK, "json", '{"action": "wait"}', True),
    (TALK, "json", '{"text": "hello", "to": "3", "action": "say"}', True),
    (TALK, "json", '{"action": "say", "to": 3, "text": "hello"}', False),
    (TALK, "json", '{"action": "say", "text": "hello"}', False),
    (TALK, "json", '{"action": "wait", "to": null, "text": null}', False),
    (TALK, "schema", '{"action": "wait", "to": null, "text": null}', True),
    (TALK, "schema", '{"action": "say", "to": null, "text": "hello"}', False),
    (TALK, "json", '{"action": "shout"}', False),
    (TALK, "line", "Action: wait", True),
    (TALK, "line", "Action: say\nTo: room\nText: hello: you", True),
    (TALK, "line", "To: room\nAction: say\nText: hello", False),
    (TALK, "line", "Action: say, To: room, Text: hello", False),
    (TALK, "json", "{}", False),
    (TALK, "line", "I wait.", False),
    (Form((("bid", BID), ("talk", TALK))), "json", '{"bid": 3}', False),
    (Form((("bid", BID), ("talk", TALK))), "json", '{"bid": 3, "action": "wait"}', True),
    (SHARES, "json", '{"shares": {"Ann": 4, "Bob": 6}}', True),
    (SHARES, "json", '{"shares": {"Ann": "4", "Bob": "6"}}', False),
    (SHARES, "json", '{"shares": [4, 6]}', False),
    (SHARES, "json", '{"Ann": 4, "Bob": 6}', False),
    (SHARES, "line", "Shares: Ann=4, Bob=6", True),
    (SHARES, "line", 'Shares: {"Ann": 4, "Bob": 6}', True),
    (SHARES, "line", "Shares: 4 and 6", False),
    (CARDS, "json", '{"cards": ["two", "ace"]}', True),
    (CARDS, "json", '{"cards": "ace"}', False),
    (CARDS, "line", "Cards: two, ace", True),
    (CARDS, "line", 'Cards: ["two", "ace"]', True),
    (CARDS, "line", "Cards: two and ace", False),
    (BOTH, "json", '{"word": "", "bid": 3}', True),
    (BOTH, "json", '{"bid": 3}', False),
    (BOTH, "line", "Bid: 3\nWord:", True),
    (BOTH, "line", "Bid: 3", False),
    (BID, "json", '<plan>I go low.</plan>{"bid": 3}', True),
    (BID, "json", '{"bid": 3}<plan>I went low.</plan>', False),
    (BID, "json", '<think>{"bid": 3}', False),
    (BID, "json", '{"bid": 3', False),
    (BID, "json", "{" * 20_000, False),
    (BID, "json", "", False),
    (BID, "line", "", False),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "form", "text", "expected"), TEXTS)
def test_a_text_is_as_asked_if_it_is_what_the_instruction_says(ask, form, text, expected):
    assert as_asked(ask, text, form) is expected


def test_reasoning_belongs_to_the_form_that_asks_for_it():
    def kept(text, form):
        return as_asked(BID, text, form, reasoning=True)

    assert kept('{"reasoning": "low", "bid": 3}', "json")
    assert not kept('{"bid": 3}', "json")
    assert kept("Low.\n\nBid: 3", "line")
    assert not kept("Bid: 3\n\nLow, since nobody else will.", "line")


@pytest.mark.parametrize("form", ["json", "line", "schema"])
@pytest.mark.parametrize("name", sorted(KITS))
def test_a_tidy_answer_to_the_first_question_of_a_game_is_as_asked_and_no_sentence_is(name, form):
    kit = KITS[name]
    game = make_game(kit.game, {})
    state, rng = game.new(), Random(1)
    while not (asked := {seat: ask for seat, ask in game.turn(state).items() if seat >= 0}):
        state = game.act(state, {seat: ask.sample(rng) for seat, ask in game.turn(state).items()})
    ((seat, ask), *_) = asked.items()
    view = game.observe(state, seat)
    say = lambda key, option: kit.words.label(view, key, option)  # noqa: E731  a `Say`
    tidy = written(ask, ask.sample(rng), form, say)
    assert as_asked(ask, tidy, form, say)
    assert not as_asked(ask, f"{tidy}\nI think so.", form, say)
    # As a model that follows the instruction word for word.
    told = [{"role": "user", "content": instruction(ask, form, say)}]
    said = instruction_in(told).answer(lambda one: one.sample(rng), rng)
    assert as_asked(ask, said, form, say), said


TIDY_STYLES = {"plain", "thought", "unopened_thought", "channels"}


@pytest.mark.parametrize("style", sorted(STYLES))
def test_of_the_untidy_styles_that_are_read_only_thoughts_before_the_answer_keep_the_form(style):
    text = re.sub(*STYLES[style], json.dumps({"hot_drink": "tea"}))
    assert read(DRINK, text, "json") == "tea"
    assert as_asked(DRINK, text, "json") is (style in TIDY_STYLES)
