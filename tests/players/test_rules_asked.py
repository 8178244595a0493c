"""The option rules=asked: a summary and topics first, and each topic's text when the model asks for it."""

import asyncio
import json
import re
from dataclasses import replace

import pytest

from agonist.core import UsageError
from agonist.games import KITS
from agonist.match import play
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.registry import PlayerRegistry
from agonist.players.rules_on_demand import MOST_TOPICS, RULE, rulebook, topic_asked
from agonist.players.simple import RandomPlayer
from agonist.players.spec import parse_player

TICTACTOE, SANTORINI = KITS["tictactoe"], KITS["santorini"]
ASKED = PromptStyle(rules="asked")

GAMEBENCH = (
    "air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames", "hive", "pit", "santorini",
    "sea_battle", "two_rooms",
)  # fmt: skip


def first_listed(messages):
    listed = re.findall(r'one of "([^"]+)"', messages[-1].content)
    key = re.findall(r'- "(\w+)": one of', messages[-1].content)[-1]
    return json.dumps({key: listed[-1]})


async def match_of(kit, answers, style=ASKED, factory=None, **how):
    """A match whose model gives these answers first, and then the first option."""
    left = iter(answers)
    model = ScriptedModel(lambda messages: next(left, None) or first_listed(messages))
    make = factory or (lambda context, model: ModelPlayer(context, model, Settings(), style))
    seats = [lambda context: make(context, model), lambda _context: RandomPlayer()]
    return model, await play(kit, kit.game(), seats, seed="1", **how)


@pytest.mark.parametrize(
    ("answer", "topic"),
    [
        ("rule(Turns)", "Turns"),
        ("RULE( the end )", "the end"),
        ('Explain("Winning and losing")', "Winning and losing"),
        ("I do not know how to move.\n\n**rule(Moves (all))**", "Moves (all)"),
        ("<think>rule(x)? No: the board.</think>\n`rule(Board)`", "Board"),
        ('{"rule": "Board"}', "Board"),
        ('```json\n{"reasoning": "I must know.", "Explain": "Board"}\n```', "Board"),
        ('{"action": "rule(Board)"}', "Board"),
        ("rule()", ""),
        ('{"turn": "b2-c3-d3"}', None),
        ('{"text": "rule(Board)"}', None),
        ('rule(Board)\n{"turn": "b2-c3-d3"}', None),
        ("I could ask for rule(Board), but I know it.\nTurn: b2-c3-d3", None),
        ("", None),
    ],
)
def test_how_a_topic_is_asked_for(answer, topic):
    assert topic_asked(answer) == topic


def test_topics_are_found_in_any_case_and_by_a_part_that_one_alone_has():
    book = rulebook("You play.\n\n## End of a battle\na\n\n## End of the war\nb\n\n## Cards\nc")
    assert book.find("end OF the War!") == "End of the war"
    assert book.find("battle") == "End of a battle"
    assert book.find("the cards") == "Cards"
    assert book.find("end") is book.find("") is book.find("dice") is None


def test_rules_without_headings_are_one_topic_with_their_first_paragraph_as_summary():
    rules = TICTACTOE.words.rules(TICTACTOE.game())
    book = rulebook(rules)
    assert dict(book.topics) == {"rules": rules}
    assert book.summary == rules.split("\n\n")[0]


@pytest.mark.parametrize("name", GAMEBENCH)
def test_the_games_of_gamebench_have_a_summary_and_topics(name):
    kit = KITS[name]
    book = rulebook(kit.words.rules(kit.game()))
    assert 4 <= len(book.topics) <= 8
    assert len(book.summary) < 900
    assert all(len(text) > 10 for text in book.topics.values())


async def test_a_model_is_told_a_summary_and_gets_the_topics_that_it_asks_for():
    model, match = await match_of(SANTORINI, ["rule(turns)", '{"rule": "dice"}'])
    rules = rulebook(SANTORINI.words.rules(SANTORINI.game()))
    opening = model.sent[0][0][0].content
    assert rules.summary in opening
    assert rules.topics["Turns"] not in opening
    assert "Turns; Winning and losing" in opening
    first, second, third = (messages[-1].content for messages, _ in model.sent[:3])
    assert second == f"{first}\n\nYou asked for rule(Turns):\n\n{rules.topics['Turns']}"
    assert third.startswith(second)
    assert "rule(dice), and there is no such topic. The topics are: Board; " in third
    calls = match.steps[0].calls
    assert [(call.purpose, call.attempt, call.error) for call in calls] == [
        (RULE, 1, ""),
        (RULE, 1, ""),
        ("", 1, ""),
    ]
    assert not match.fallback


async def test_five_topics_a_move_and_then_it_is_no_answer():
    _, match = await match_of(TICTACTOE, ["rule(rules)"] * (MOST_TOPICS + 1))
    calls = match.steps[0].calls
    assert [call.purpose for call in calls] == [RULE] * MOST_TOPICS + ["", ""]
    assert [call.error for call in calls] == [""] * MOST_TOPICS + ["unreadable", ""]
    assert "You cannot read more rules" in calls[MOST_TOPICS].sent[-1].content
    assert "You cannot read more rules" not in calls[MOST_TOPICS - 1].sent[-1].content


@pytest.mark.parametrize("history", ["full", "none"])
async def test_what_was_read_stays_known_and_a_match_that_goes_on_sends_the_same(history):
    style = replace(ASKED, history=history)
    model, match = await match_of(TICTACTOE, ["Explain(rules)"], style)
    told = "You asked for rule(rules):"
    assert all(any(told in message.content for message in sent) for sent, _ in model.sent[1:])
    again, whole = await match_of(TICTACTOE, [], style, steps=match.steps[:2])
    assert whole == match
    assert [sent for sent, _ in again.sent] == [sent for sent, _ in model.sent[2:]]


@pytest.mark.parametrize(("method", "asked"), [("cot", 2), ("sc", 5), ("bap", 1), ("tot", 3)])
async def test_methods_may_ask_too_and_the_order_in_which_answers_come_changes_nothing(method, asked):
    class Slow(ScriptedModel):
        async def complete(self, messages, settings):
            await asyncio.sleep(self.pause * (len(self.sent) % 3))
            return await super().complete(messages, settings)

    def answer(messages):
        if not any("You asked for rule(rules)" in message.content for message in messages):
            return "rule(rules)"
        return first_listed(messages)

    played = []
    for pause in (0.0, 0.002):
        model = Slow(answer)
        model.pause = pause
        make = PlayerRegistry(lambda _spec, model=model: model).factory(f"{method}:openai/x?rules=asked")
        match = (await match_of(TICTACTOE, [], factory=lambda context, _model, make=make: make(context)))[1]
        assert sum(call.purpose == RULE for call in match.steps[0].calls) == asked
        assert not match.fallback
        played.append([[(call.purpose, call.sent, call.text) for call in step.calls] for step in match.steps])
    assert played[0] == played[1]


def test_where_there_is_no_room_to_ask_it_is_refused():
    with pytest.raises(UsageError, match="choose format=json or line"):
        parse_player("openai/x?rules=asked&format=schema")
    assert parse_player("openai/x?rules=told").identity == "openai/x"
