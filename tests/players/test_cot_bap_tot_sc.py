"""Prompting methods that use several requests for one answer."""

import asyncio
import itertools
import json
import re

import pytest

from agonist import api
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import play
from agonist.models.mock_endpoint import Endpoint
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.cot_bap_tot_sc import (
    BapPlayer,
    CotPlayer,
    DeliberationStyle,
    ScPlayer,
    TotPlayer,
    value_in,
)
from agonist.players.model import PromptStyle
from agonist.players.simple import RandomPlayer
from agonist.tournament.evaluation_request import Entry


def played(player, answer, deliberation=None, history="none"):
    """A match of Tic-Tac-Toe in which `answer` writes what the model says to its last message."""
    model = ScriptedModel(lambda messages: answer(messages[-1].content))
    kit = KITS["tictactoe"]
    style = PromptStyle(history=history)

    def seat(context):
        return player(context, model, Settings(), style, deliberation or DeliberationStyle())

    match = asyncio.run(play(kit, make_game(kit.game, {}), [seat, lambda _context: RandomPlayer()], seed="1"))
    return match, model


def free(text):
    """The cells that a request lists."""
    return re.findall(r'"(\(\d, \d\))"', text.split("one of ")[-1].split("\n")[0])


def first_free(text):
    return free(text)[0]


def cell(text):
    return json.dumps({"cell": first_free(text)})


def purposes(match):
    return [[call.purpose for call in step.calls] for step in match.steps if 0 in step.moves]


def reasoned(text):
    return "The middle is strong." if "Do not give the answer yet" in text else cell(text)


def test_as_in_gamebench_chain_of_thought_reasons_in_one_request_and_answers_in_the_next():
    match, model = played(CotPlayer, reasoned)
    assert all(asked == ["reasoning", ""] for asked in purposes(match))
    reasoning, answer = (sent[-1].content for sent, _ in model.sent[:2])
    assert "step by step" in reasoning
    assert "The middle is strong." in answer
    assert "step by step" not in answer


def test_a_conversation_forgets_the_reasoning_about_earlier_questions_unless_told_and_after_a_resume():
    kit = KITS["tictactoe"]

    def play_on(steps=(), **style):
        model = ScriptedModel(lambda messages: reasoned(messages[-1].content))
        seat = lambda context: CotPlayer(  # noqa: E731  a factory
            context, model, Settings(), PromptStyle(**style), DeliberationStyle()
        )
        factories = [seat, lambda _context: RandomPlayer()]
        match = asyncio.run(play(kit, make_game(kit.game, {}), factories, seed="1", steps=steps))
        return match, [sum("strong" in message.content for message in sent) for sent, _ in model.sent]

    match, told = play_on()
    assert told == [0, 1] * (len(told) // 2)
    assert len(told) >= 6
    assert play_on(match.steps[:3]) == (match, told[4:])
    _, kept = play_on(keep_reasoning=True)
    assert kept[:6] == [0, 1, 1, 2, 2, 3]


def test_as_in_gamebench_s_appendix_c_chain_of_thought_costs_about_double():
    entry = Entry(players=("openai/gpt-5-mini", "cot:openai/gpt-5-mini", "cot:openai/gpt-5-mini?asks=1"))
    found = api.estimate(["gamebench?games=santorini"], entry)
    plain, twice, once = (found[player] for player in entry.players)
    assert twice.requests == 2 * plain.requests == 2 * once.requests
    assert 1.5 < twice.cost / plain.cost < 2.5


@pytest.mark.parametrize("history", ["full", "none"])
def test_every_request_of_a_deliberation_says_the_rules(history):
    def answer(text):
        return "The corner." if "Do not decide yet" in text else cell(text)

    _, model = played(BapPlayer, answer, history=history)
    assert all(sent[0].role == "system" for sent, _ in model.sent)
    lengths = {len(sent) for sent, _ in model.sent}
    assert (lengths == {2}) == (history == "none")


def test_babble_and_prune_lists_candidates_and_then_sees_them():
    def answer(text):
        return "The corner, or the middle." if "Do not decide yet" in text else cell(text)

    match, model = played(BapPlayer, answer, DeliberationStyle(candidates=4))
    assert all(asked == ["candidates", ""] for asked in purposes(match))
    listed, picked = (sent[-1].content for sent, _ in model.sent[:2])
    assert "4 best answers" in listed
    assert "The corner, or the middle." in picked


def test_self_consistency_plays_what_most_samples_say():
    said = itertools.cycle(["(1, 1)", "(2, 2)", "(2, 2)", "nonsense", "(3, 3)"])

    def answer(text):
        if (wanted := next(said)) == "nonsense":
            return wanted
        return json.dumps({"reasoning": "…", "cell": wanted if wanted in free(text) else first_free(text)})

    match, _ = played(ScPlayer, answer)
    assert match.record.moves[0][0] == (2, 2)
    assert purposes(match)[0] == ["sample"] * 4 + [""]
    assert json.loads(match.steps[0].calls[-1].text)["cell"] == "(2, 2)"


def test_without_any_sample_that_can_be_read_the_answer_is_invalid():
    match, _ = played(ScPlayer, lambda _text: "I pass.", DeliberationStyle(samples=2))
    assert match.steps[0].fallback == (0,)


def test_the_best_rated_thought_is_thought_on():
    def answer(text):
        if "think this through" in text:
            nth = text.split("This is line ")[1][0]
            return f"Deeper {nth}." if "Line 2." in text else f"Line {nth}."
        if "How promising" in text:
            return "9/10" if "Line 2." in text else "3"
        return cell(text)

    match, model = played(TotPlayer, answer, DeliberationStyle(thoughts=3, steps=2))
    assert purposes(match)[0] == [*["thought"] * 3, *["value"] * 3] * 2 + [""]
    answered = next(
        sent[-1].content
        for sent, _ in model.sent
        if "How promising" not in sent[-1].content and "think this through" not in sent[-1].content
    )
    assert "Line 2.\nDeeper 1." in answered


def test_the_last_number_that_can_be_a_value_is_the_value():
    assert [value_in(text) for text in ("10", "7/10", "I say 8.", "Of 100: 4", "none")] == [10, 7, 8, 4, 0]


def test_each_method_plays_over_http_and_is_resumed_like_any_other(tmp_path):
    with Endpoint("careful") as endpoint:
        for method, calls in (("sc", 5), ("bap", 2), ("tot", 7)):
            model = f"{method}:endpoint/careful?base_url={endpoint.url}"
            match = api.play("tictactoe", [model, "random"], seed=1)
            assert {len(step.calls) for step in match.steps if 0 in step.moves} == {calls}
            db = tmp_path / f"{method}.db"
            status = api.run("tictactoe", [model, "random"], matches=2, db=db)
            assert (status.status, api.resume("latest", db=db).status) == ("finished", "finished")


def test_samples_are_in_flight_together():
    with Endpoint("careful", latency=0.05) as endpoint:
        api.play("tictactoe", [f"sc:endpoint/careful?base_url={endpoint.url}&samples=4", "random"], seed=1)
        assert endpoint.max_in_flight == 4
