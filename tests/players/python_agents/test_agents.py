"""Agents of users at the table: what they are given, and what becomes of what they answer."""

import asyncio
import json
import random
import sys
import threading
import time
from dataclasses import replace

import pytest

from agonist.core import UsageError
from agonist.games import KITS
from agonist.match import Policy, Probe, play
from agonist.models.protocol import Reply, Usage
from agonist.models.scripted import ScriptedModel
from agonist.players import Player
from agonist.players.player import SeatContext
from agonist.players.python_agents import AgentError, define
from agonist.players.registry import PlayerRegistry
from agonist.players.simple import RandomPlayer

TICTACTOE, GUESS = KITS["tictactoe"], KITS["guess_average"]


def no_model(spec):
    raise AssertionError(f"{spec.text} was not to be asked")


def seat(target, options=None, connect=no_model):
    return PlayerRegistry(connect, objects={"it": target}).factory(
        "object:it" + ("?" + "&".join(f"{k}={v}" for k, v in options.items()) if options else "")
    )


async def match_of(*targets, kit=TICTACTOE, seed="1", options=None, connect=no_model, **how):
    seats = [seat(target, options if nth == 0 else None, connect) for nth, target in enumerate(targets)]
    game = kit.game()
    seats += [lambda _context: RandomPlayer()] * (game.seats - len(seats))
    return await play(kit, game, seats, seed=seed, **how)


def moves_of(match, at=0):
    return [step.moves[at] for step in match.steps if at in step.moves]


# What an agent is given


class Firsts:
    """Takes the first cell, and remembers how often it was asked."""

    made = 0

    def __init__(self, context, wish: int = 0):
        type(self).made += 1
        self.asked, self.seat, self.wish, self.ended = 0, context.seat, wish, None
        self.match = context.match

    def __call__(self, observation: str, legal: list[str]) -> str:
        self.asked += 1
        return legal[self.wish]

    def finish(self, view, observation):
        type(self).last = (self.asked, self.seat, view, observation)


async def test_text_agents_get_the_whole_observation_and_the_legal_answers():
    seen = []

    def agent(observation, legal):
        seen.append((observation, legal))
        return legal[0]

    match = await match_of(agent)
    first, legal = seen[0]
    assert "one JSON object" in first
    assert legal[0] == "(1, 1)"
    assert len(legal) == 9
    assert moves_of(match)[0] == (1, 1)
    assert all(TICTACTOE.words.rules(TICTACTOE.game()) in text for text, _legal in seen)


async def test_an_agent_as_textarena_writes_them_plays():
    class Agent:
        def __call__(self, observation: str) -> str:
            return f'I think.\n{{"cell": "{(3, 3) if "_ | _ | _" in observation else (1, 1)}"}}'

    match = await match_of(Agent, policy=Policy(retries=0))
    assert moves_of(match)[0] == (3, 3)
    assert match.steps[0].calls[0].text.startswith("I think.")
    assert match.steps[0].calls[0].sent == ()


async def test_an_agent_may_name_its_observation_as_it_likes():
    async def agent(prompt: str):
        return "(2, 2)"

    match = await match_of(agent, policy=Policy(retries=0))
    assert moves_of(match)[0] == (2, 2)


async def test_agents_of_views_give_actions():
    async def agent(view, ask, rng, legal):
        assert legal == list(ask.options())
        return legal[0]

    assert moves_of(await match_of(agent))[0] == (1, 1)


async def test_news_say_only_what_is_new():
    told = []

    class Agent:
        def answer(self, news, legal):
            told.append(news)
            return legal[0]

    await match_of(Agent, kit=GUESS)
    rules = GUESS.words.rules(GUESS.game())
    assert [rules in news for news in told[:3]] == [True, False, False]


@pytest.mark.parametrize("action", [[1, 1], (1, 1), (True + 0, 1)])
async def test_actions_become_what_a_record_can_hold(action):
    match = await match_of(lambda view: action, policy=Policy(retries=0))
    assert moves_of(match)[0] == (1, 1)
    assert [type(part) for part in moves_of(match)[0]] == [int, int]


async def test_numpy_numbers_are_numbers():
    numpy = pytest.importorskip("numpy")
    match = await match_of(lambda view: numpy.int64(50), kit=GUESS, policy=Policy(retries=0))
    assert type(moves_of(match)[0]) is int
    assert not match.steps[0].fallback


@pytest.mark.parametrize(
    ("agent", "error"),
    [
        (lambda view: None, "empty"),
        (lambda view: object(), "illegal"),
        (lambda view: (9, 9), "illegal"),
        (lambda view: (1.0, 1.0), "illegal"),
        (lambda observation: None, "empty"),
        (lambda observation: 7, "unreadable"),
        (lambda observation: "dunno", "unreadable"),
    ],
)
async def test_answers_that_cannot_be_played_are_counted_as_a_models(agent, error):
    match = await match_of(agent, policy=Policy(retries=1))
    calls = [call for call in match.steps[0].calls if call.seat == 0]
    assert [(call.attempt, call.error) for call in calls] == [(1, error), (2, error)]
    assert match.steps[0].fallback == (0,)


async def test_what_was_wrong_is_told():
    heard = []

    def agent(observation, complaint, legal):
        heard.append((complaint, observation))
        return "(9, 9)" if len(heard) == 1 else legal[0]

    await match_of(agent)
    assert heard[0][0] == ""
    assert heard[1][0]
    assert heard[1][0] in heard[1][1]


# One agent for each seat and match


async def test_each_seat_and_match_has_an_agent_of_its_own():
    Firsts.made = 0
    for wish in (0, 1):
        match = await match_of(Firsts, Firsts, options={"wish": wish})
        assert match.outcome
    assert Firsts.made == 4
    assert Firsts.last[0] <= 5
    assert Firsts.last[1] == 1


async def test_an_object_is_copied_for_each_match():
    class Counting:
        def __init__(self):
            self.seen = []

        def answer(self, question):
            self.seen.append(question.turn)
            return question.ask.options()[0]

    agent = Counting()
    await match_of(agent, agent)
    assert agent.seen == []


async def test_a_function_without_a_question_makes_agents():
    def make(context, depth: int = 2):
        return lambda legal: legal[depth % len(legal)]

    match = await match_of(make, options={"depth": "3"})
    assert moves_of(match)[0] == (2, 1)


async def test_a_player_class_plays_as_an_agent():
    class Mine(Player):
        def __init__(self, context: SeatContext):
            self.kit = context.kit

        async def answer(self, question):
            return question.ask.options()[-1]

    assert moves_of(await match_of(Mine))[0] == (3, 3)


async def test_finish_sees_the_end_and_a_failing_one_costs_nothing(caplog):
    class Fails(Firsts):
        def finish(self):
            raise ValueError("too late")

    await match_of(Firsts)
    assert "in a line" in Firsts.last[3] or "full" in Firsts.last[3]
    assert (await match_of(Fails)).outcome
    assert "finish of object:it raised ValueError: too late" in caplog.text


async def test_agents_without_async_think_side_by_side():
    barrier = threading.Barrier(2, timeout=5)

    class Waits:
        def answer(self, ask, rng):
            barrier.wait()
            return ask.sample(rng)

    game = TICTACTOE.game()
    both = [play(TICTACTOE, game, [seat(Waits)] * 2, seed="1") for _ in range(2)]
    assert all(match.outcome for match in await asyncio.gather(*both))


async def test_a_call_that_was_given_up_is_waited_for():
    inside, most = [], []

    class Slow:
        def answer(self, ask, rng):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.03)
            inside.pop()
            return ask.sample(rng)

    match = await match_of(Slow, policy=Policy(retries=1, seconds=0.01))
    assert {call.error for step in match.steps for call in step.calls if call.seat == 0} == {"timeout"}
    assert max(most) == 1


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deep": "3"}, "there is no option of a:B 'deep'; did you mean 'depth'?"),
        ({"depth": "x"}, "a:B: depth is a whole number, not 'x'"),
        ({"style": "c"}, "one of 'a', 'b'"),
        ({"depth": "3"}, "a:B needs the option name: a:B?name=…"),
    ],
)
def test_options_are_those_of_the_signature(options, message):
    from typing import Literal

    class B:
        def __init__(self, name: str, depth: int = 2, style: Literal["a", "b"] = "a"):
            pass

        def answer(self, question):
            pass

    if "needs" not in message:
        options = {"name": "x"} | options
    with pytest.raises(UsageError) as error:
        define("a:B", B, options)
    assert message in str(error.value)


def test_options_without_types_have_those_of_their_defaults():
    def agent(view, share=0.5, loud=False, name="x"):
        return view

    definition = define("a:agent", agent, {"share": "1/4", "loud": "yes", "name": "7"})
    assert definition.options == {"share": 0.25, "loud": True, "name": "7"}


async def test_options_of_a_function_reach_it():
    def agent(legal, nth: int = 0):
        return legal[nth % len(legal)]

    assert moves_of(await match_of(agent, options={"nth": "4"}))[0] == (2, 2)


def test_what_cannot_answer_is_refused():
    class Nothing:
        pass

    with pytest.raises(UsageError, match="neither a method answer"):
        define("a:Nothing", Nothing, {})
    with pytest.raises(UsageError, match="options are for classes"):
        define("a:b", Firsts.__new__(Firsts), {"x": "1"})


async def test_an_argument_that_nobody_knows_is_named():
    class Odd:
        def answer(self, view, weather):
            return view

    with pytest.raises(UsageError, match="'weather'"):
        await match_of(Odd)


# Errors


class Bad:
    def __init__(self, context):
        if self.where == "making":
            raise ValueError("the dog ate it")

    async def answer(self, question):
        if self.where == "answer":
            raise KeyError("bone")
        sys.exit(3)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("making", "making object:it raised ValueError: the dog ate it (test_agents.py, line"),
        ("answer", "answer of object:it raised KeyError: 'bone' (test_agents.py, line"),
        ("leaving", "answer of object:it raised SystemExit: 3 (test_agents.py, line"),
    ],
)
async def test_errors_of_agents_name_the_file_and_the_line(where, words):
    class Fails(Bad):
        pass

    Fails.where = where
    with pytest.raises(AgentError) as error:
        await match_of(Fails)
    assert words in str(error.value)
    assert error.value.exit_code == 7


async def test_prints_go_to_standard_error(capsys):
    class Prints:
        def answer(self, ask, rng):
            print("thinking")  # noqa: T201  that is what is tested
            return ask.sample(rng)

        async def finish(self):
            print("done")  # noqa: T201  likewise

    before = sys.stdout
    sys.stdout.write("ours\n")
    await match_of(Prints)
    sys.stdout.write("ours again\n")
    said = capsys.readouterr()
    assert said.out == "ours\nours again\n"
    assert "thinking" in said.err
    assert "done" in said.err
    assert sys.stdout is before


# Models of an agent


def model_of(answers, cost=0.001):
    def connect(spec):
        return ScriptedModel(
            lambda messages: Reply(answers(messages), "stop", Usage(10, 0, 5), spec.name, 0.1, cost=cost),
            name=spec.name,
        )

    return connect


class Voter:
    """Asks a model three times, and plays what most say."""

    def __init__(self, context, model: str = "openai/gpt-5-mini"):
        self.model = context.model(model)
        self.said: list[str] = []

    async def answer(self, observation, legal):
        votes = await asyncio.gather(
            *[self.model.complete(f"{len(self.said)}.{nth} {observation}") for nth in range(3)]
        )
        self.said += votes
        return max(legal, key=votes.count)


async def test_calls_of_an_agent_are_recorded_in_the_order_they_were_made():
    finished = []

    class Uneven(ScriptedModel):
        async def complete(self, messages, settings):
            nth = int(messages[0].content.split(" ")[0].split(".")[1])
            await asyncio.sleep(0.02 - nth / 100)
            finished.append(nth)
            assert settings.origin.seat == 0
            return Reply(f"vote {nth}", "stop", Usage(10, 0, 5), "m", 0.1, cost=0.002)

    match = await match_of(Voter, connect=lambda spec: Uneven([]))
    calls = [call for call in match.steps[0].calls if call.seat == 0]
    assert finished[:3] == [2, 1, 0]
    assert [call.text for call in calls] == ["vote 0", "vote 1", "vote 2", "(1, 1)"]
    assert [call.cost for call in calls] == [0.002] * 3 + [None]
    assert sum(call.usage.total for call in calls) == 45
    assert [bool(call.sent) for call in calls] == [True, True, True, False]


async def test_a_conversation_is_recorded_without_its_square():
    class Chats:
        def __init__(self, context):
            self.model, self.talk = context.model("openai/x"), []

        async def answer(self, news, legal):
            self.talk.append({"role": "user", "content": news})
            text = await self.model.complete(self.talk, temperature=0.0)
            self.talk.append({"role": "assistant", "content": text})
            return legal[0]

    match = await match_of(Chats, connect=model_of(lambda messages: "fine"))
    calls = [call for step in match.steps for call in step.calls if call.seat == 0 and call.sent]
    assert [call.kept for call in calls] == [0, 2, 4, 6, 8][: len(calls)]
    assert {len(call.sent) for call in calls} == {1}
    assert calls[0].settings == {"temperature": 0.0}


async def test_agents_without_async_ask_models_too():
    class Plain:
        def __init__(self, context):
            self.model = context.model("openai/x")

        def answer(self, legal):
            return self.model.complete_sync(f"Choose: {legal}")

    match = await match_of(Plain, connect=model_of(lambda messages: messages[0].content[10:16]))
    assert moves_of(match)[0] == (1, 1)


async def test_options_of_an_agents_model_may_come_percent_encoded():
    class Asks:
        def __init__(self, context, model="openai/x"):
            self.model = context.model(model)

        async def answer(self, legal):
            return await self.model.complete("Choose.")

    encoded = {"model": "openai/x%3Ftemperature=0%26max_tokens=5"}
    match = await match_of(Asks, options=encoded, connect=model_of(lambda messages: "fine"))
    (settings,) = {json.dumps(call.settings) for step in match.steps for call in step.calls if call.sent}
    assert json.loads(settings) == {"temperature": 0.0, "max_tokens": 5}


async def test_only_models_can_be_asked():
    class Asks:
        def __init__(self, context):
            context.model("cot:openai/x")

        def answer(self, question):
            pass

    with pytest.raises(UsageError, match="not a model for an agent's own calls"):
        await match_of(Asks)


# Resuming


async def resumed(target, cut, connect=no_model, again=None, policy=Policy(), kit=TICTACTOE):  # noqa: B008
    """A match played to its end, and the same one broken off after `cut` steps and gone on with."""
    whole = await match_of(target, connect=connect, policy=policy, kit=kit)
    rest = await match_of(target, connect=again or connect, policy=policy, kit=kit, steps=whole.steps[:cut])
    return whole, rest


class Remembers:
    """Plays by how many cells it has been offered in all."""

    def __init__(self):
        self.offered = 0

    def answer(self, legal):
        self.offered += len(legal)
        return legal[self.offered % len(legal)]


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
async def test_an_agent_with_memory_is_asked_again_when_a_match_is_resumed(cut):
    whole, rest = await resumed(Remembers, cut)
    assert rest.steps == whole.steps


@pytest.mark.parametrize("cut", [1, 3, 4])
async def test_models_are_not_asked_again_for_what_they_have_said(cut):
    asked = []

    def answers(messages):
        asked.append(messages)
        return f"({len(messages[0].content) % 3 + 1}, {messages[0].content[2]})"

    whole, _ = await resumed(Voter, cut, model_of(answers))
    before = len(asked)
    rest = await match_of(Voter, connect=model_of(answers), steps=whole.steps[:cut])
    assert rest.steps == whole.steps
    late = sum(bool(call.sent) for step in whole.steps[cut:] for call in step.calls)
    assert len(asked) - before == late


async def test_invalid_attempts_and_fallbacks_are_gone_through_again():
    class Stumbles(Remembers):
        def answer(self, legal, complaint, observation):
            self.offered += len(legal) + len(observation) + len(complaint)
            return "nothing" if self.offered % 3 == 0 or len(legal) == 7 else super().answer(legal)

    whole, rest = await resumed(Stumbles, 4, policy=Policy(retries=1))
    assert rest.steps == whole.steps
    assert whole.fallback == {0}


async def test_an_agent_that_defines_recall_is_told_and_not_asked():
    class Told:
        def __init__(self):
            self.mine = []

        def answer(self, legal):
            self.mine.append("asked")
            return legal[len(self.mine) % len(legal)]

        async def recall(self, view, action):
            self.mine.append(action)

    whole, rest = await resumed(Told, 3)
    assert rest.steps == whole.steps


async def test_a_careless_agent_with_memory_is_not_resumed_into_another_one():
    class Careless:
        def __init__(self):
            self.mine = []

        def answer(self, legal):
            self.mine.append(random.random())
            return legal[int(self.mine[-1] * len(legal))]

    async def often():
        for _ in range(20):
            await resumed(Careless, 5)

    with pytest.raises(AgentError, match=r"cannot be resumed: asked again about turn \d"):
        await often()


async def test_one_without_memory_needs_no_care():
    class Forgets:
        def answer(self, legal):
            return random.choice(legal)

    whole, rest = await resumed(Forgets, 5)
    assert rest.steps[:5] == whole.steps[:5]
    assert rest.outcome


async def test_an_agent_that_says_something_else_to_its_model_is_not_resumed():
    class Chatty:
        def __init__(self, context):
            self.model = context.model("openai/x")

        async def answer(self, legal):
            await self.model.complete(f"{random.random()}")
            return legal[0]

    with pytest.raises(AgentError, match="sends its model other messages"):
        await resumed(Chatty, 3, model_of(lambda messages: "fine"))


# Hidden questions


async def test_functions_are_asked_hidden_questions_and_classes_by_their_own_method():
    from agonist.core import Choice

    probe = Probe("mood", lambda before, now: Choice(("good", "bad"), about="mood"))

    def agent(ask):
        return ask.options()[-1]

    class Moody(Remembers):
        def probe(self, question):
            return "good"

    kit = TICTACTOE
    words = type("W", (type(kit.words),), {"request": lambda self, game, view, ask: "Your mood?"})
    kit = replace(kit, words=words(kit.words.prompts))
    match = await match_of(agent, Moody, kit=kit, probes=[probe])
    assert [answer.answer for answer in match.steps[0].probes] == ["bad", "good"]
