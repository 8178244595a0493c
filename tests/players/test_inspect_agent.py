"""Agents and solvers of Inspect as players of a run of ours."""

import sys
from dataclasses import replace
from importlib.machinery import PathFinder
from importlib.util import find_spec

import pytest

import agonist
from agonist.core import Choice, UsageError
from agonist.games import KITS
from agonist.match import Policy, Probe, play
from agonist.models.mock_endpoint import Endpoint
from agonist.players.python_agents import AgentError
from agonist.players.python_agents.code_by_name import find_agent
from agonist.players.registry import PlayerRegistry
from agonist.players.simple import RandomPlayer
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.store import Store

AGENTS = '''
from random import Random

from inspect_ai.agent import agent, agent_bridge, react
from inspect_ai.model import ModelAPI, ModelOutput, ModelUsage, get_model, modelapi
from inspect_ai.solver import chain, generate, solver, system_message
from inspect_ai.tool import tool
from inspect_ai.util import store

from agonist.models.mock_endpoint.mock_models import MOCK_MODELS

ASKED = []


class Counted(ModelAPI):
    """The model `fails` breaks down, and `uncounted` counts no tokens."""

    async def generate(self, input, tools, tool_choice, config):
        ASKED.append([(each.role, each.text) for each in input])
        if self.model_name == "fails":
            raise RuntimeError("the provider is on fire, key sk-abcdefgh12345678")
        plain = [{"role": each.role, "content": each.text} for each in input]
        name = "first" if self.model_name == "uncounted" else self.model_name
        text = MOCK_MODELS[name](plain, Random(1))
        output = ModelOutput.from_content(self.model_name, text)
        names = {tool.name for tool in tools}
        if "submit" in names:
            output = ModelOutput.for_tool_call(self.model_name, "submit", {"answer": text})
        if "look" in names and input[-1].role != "tool":
            output = ModelOutput.for_tool_call(self.model_name, "look", {"what": "the board"})
        if self.model_name != "uncounted":
            output.usage = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110)
        return output


@modelapi(name="counted")
def counted():
    return Counted


@agent
def plain(temperature: float = 1.0):
    async def execute(state):
        store().set("turns", store().get("turns", 0) + 1)
        state.output = await get_model().generate(state.messages, config={"temperature": temperature})
        state.messages.append(state.output.message)
        return state
    return execute


@agent
def with_another(other: str, times: int = 1):
    async def execute(state):
        for _ in range(times):
            await get_model(other).generate("What do you think?")
        state.output = await get_model().generate(state.messages)
        return state
    return execute


@solver
def solving():
    return chain(system_message("You play to win."), generate())


@tool
def look():
    async def execute(what: str):
        """Look.

        Args:
            what: At what.
        """
        return f"You looked at {what}."
    return execute


def looking():
    return react(prompt="Look first.", tools=[look()], submit=False)


@agent
def counting():
    """Answers with the number of its turns that it finds in the store."""
    async def execute(state):
        turns = store().get("turns", 0) + 1
        store().set("turns", turns)
        state.output = ModelOutput.from_content("none", str(turns))
        return state
    return execute


@agent
def raising():
    async def execute(state):
        raise KeyError("mine")
    return execute


@agent
def by_openai():
    """An agent of another SDK, which Inspect's bridge gives the evaluated model."""
    async def execute(state):
        from openai import AsyncOpenAI

        async with agent_bridge(state) as bridge:
            asked = [{"role": each.role, "content": each.text} for each in state.messages]
            await AsyncOpenAI(api_key="none").chat.completions.create(model="inspect", messages=asked)
            return bridge.state
    return execute


NOTHING = 3
'''


@pytest.fixture
def agents(tmp_path, monkeypatch):
    (tmp_path / "agents_of_inspect.py").write_text(AGENTS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    if "agents_of_inspect" in sys.modules:
        asked()
    return "inspect:agents_of_inspect@"


def asked():
    """What the models were asked since this was last called, as roles and texts."""
    models = sys.modules["agents_of_inspect"].ASKED
    found = models[:]
    models.clear()
    return found


def test_it_is_written_as_other_players_are():
    spec = parse_player("mine=inspect:my.agents@solver?attempts=2&model=openai/gpt-5-mini")
    assert (spec.given, spec.name, spec.is_agent, spec.is_model) == (
        "mine",
        "inspect:my.agents@solver",
        True,
        False,
    )
    assert spec.identity == "inspect:my.agents@solver?attempts=2&model=openai/gpt-5-mini"
    with pytest.raises(UsageError):
        parse_player("cot:inspect:my.agents@solver")
    for text in ("inspect:agents", "inspect:agents:solver", "inspect:./agents.py@solver"):
        with pytest.raises(UsageError, match="inspect:module@agent"):
            parse_player(text)


def test_without_inspect_the_message_says_what_to_install(monkeypatch):
    there = PathFinder.find_spec
    monkeypatch.setattr(
        PathFinder, "find_spec", lambda name, *rest: None if name == "inspect_ai" else there(name, *rest)
    )
    monkeypatch.delitem(sys.modules, "inspect_ai", raising=False)
    assert find_spec("inspect_ai") is None
    with pytest.raises(UsageError, match="inspect"):
        find_agent("inspect:my.agents@solver", {})


def pytest_long(test):
    """Inspect takes seconds to import, and uses what is deprecated."""
    return pytest.mark.long(pytest.mark.filterwarnings("ignore")(test))


TICTACTOE = KITS["tictactoe"]


async def match_of(player, kit=TICTACTOE, **how):
    seats = [PlayerRegistry(lambda spec: None).factory(player), lambda _context: RandomPlayer()]
    return await play(kit, kit.game(), seats, seed="1", **how)


def mine(match):
    return [step for step in match.steps if 0 in step.moves]


def played(player, db="a.db", **options):
    status = agonist.run("tictactoe", player, opponents="random", matches=2, db=db, **options)
    with Store.open(db) as store:
        (run,) = store.runs()
        matches = store.matches(run.id)
        return status, matches, [step for match in matches for step in store.steps(match)]


@pytest_long
@pytest.mark.parametrize(
    ("agent", "calls"),
    [("plain?temperature=0.5&model=counted/first", 1), ("solving?model=counted/first", 1),
     ("with_another?other=counted/random&times=2&model=counted/first", 3),
     ("looking?model=counted/first", 2)],
)  # fmt: skip
def test_its_requests_are_in_the_transcript_and_the_budget(agents, agent, calls):
    status, matches, steps = played(agents + agent, config=RunConfig(tokens=10**6))
    assert status.status == "finished", status.reasons
    assert all(match.status == "finished" and not match.fallback for match in matches)
    turns = [step for step in steps if step.calls]
    sent = [[call for call in step.calls if call.is_request] for step in turns]
    assert {len(each) for each in sent} == {calls}
    assert {call.usage.total for each in sent for call in each} == {110}
    assert all(call.text and call.finish in ("stop", "tool_calls") for each in sent for call in each)
    assert [step.calls[-1].text for step in turns] == [each[-1].text for each in sent]
    if "temperature" in agent:
        assert {call.settings["temperature"] for each in sent for call in each} == {0.5}


@pytest_long
@pytest.mark.parametrize("agent", ["plain", "solving", "looking"])
async def test_it_keeps_its_conversation_over_the_match(agents, agent):
    match = await match_of(f"{agents}{agent}?model=counted/first")
    last = asked()[-1]
    users = [text for role, text in last if role == "user"]
    assert len(users) == len(mine(match)) >= 3
    assert "grid of three" in users[0].lower()
    assert not any("grid of three" in text.lower() for text in users[1:])
    answers = [text for role, text in last if role == "assistant"]
    assert sum(text.startswith("{") for text in answers) == len(users) - 1
    systems = [text for role, text in last if role == "system"]
    assert len(systems) == (agent != "plain")


@pytest_long
async def test_with_no_history_each_question_is_told_whole(agents):
    match = await match_of(f"{agents}solving?model=counted/first&history=none")
    requests = asked()
    assert len(requests) == len(mine(match))
    assert all([role for role, _ in request] == ["system", "user"] for request in requests)
    assert all("grid of three" in request[-1][1].lower() for request in requests)


@pytest_long
@pytest.mark.parametrize("agent", ["plain?", "looking?"])
async def test_a_resumed_match_goes_on_with_the_same_conversation(agents, agent):
    player = f"{agents}{agent}model=counted/first"
    whole = await match_of(player)
    before = asked()
    rest = await match_of(player, steps=whole.steps[:3])
    again = asked()
    assert [step.moves for step in rest.steps] == [step.moves for step in whole.steps]
    assert 0 < len(again) < len(before)
    told = [[text for role, text in each[-1] if role == "user"] for each in (before, again)]
    assert told[0] == told[1]
    said = [text for role, text in again[-1] if role == "assistant" and text.startswith("{")]
    assert said == [step.calls[-1].text for step in mine(whole)][: len(said)] != []


@pytest_long
async def test_it_hears_what_was_wrong_with_its_answer(agents):
    match = await match_of(f"{agents}plain?model=counted/stubborn", policy=Policy(retries=1))
    requests = asked()
    assert len(requests) == 2 * len(mine(match))
    assert len(requests[1]) == 3  # the question, its answer, the complaint
    assert match.fallback == {0}


@pytest_long
async def test_a_hidden_question_leaves_no_trace(agents):
    probe = Probe("mood", lambda before, now: Choice(("good", "bad"), about="mood"))
    words = type("W", (type(TICTACTOE.words),), {"request": request})(TICTACTOE.words.prompts)
    player = f"{agents}plain?model=counted/first"
    plain = await match_of(player)
    before = asked()
    probed = await match_of(player, replace(TICTACTOE, words=words), probes=[probe])
    assert [step.moves for step in probed.steps] == [step.moves for step in plain.steps]
    assert [each.answer for each in probed.steps[0].probes] == ["good", "good"]
    requests = asked()
    assert [each for each in requests if "mood" not in each[-1][1]] == before
    assert len(requests) > len(before)


def request(words, game, view, ask):
    return "Your mood?" if "mood" in str(ask) else super(type(words), words).request(game, view, ask)


@pytest_long
async def test_each_match_has_a_store_of_its_own(agents):
    for _ in range(2):
        match = await match_of(f"{agents}counting", policy=Policy(retries=0))
        said = [call.text for step in mine(match) for call in step.calls]
        assert said == [str(nth) for nth in range(1, len(said) + 1)]


@pytest_long
def test_react_of_inspect_plays_with_its_tools(agents):
    played(f"{agents}plain?model=counted/first", db="first.db")  # imports the provider
    status, matches, _ = played("inspect:inspect_ai.agent@react?model=counted/first")
    assert status.status == "finished", status.reasons
    assert not any(match.fallback for match in matches)


@pytest_long
def test_an_agent_of_another_sdk_plays_by_inspects_bridge(agents):
    pytest.importorskip("openai")
    status, matches, steps = played(f"{agents}by_openai?model=counted/first")
    assert status.status == "finished", status.reasons
    sent = [call for step in steps for call in step.calls if call.is_request]
    assert {call.usage.total for call in sent} == {110}
    assert not any(match.fallback for match in matches)


@pytest_long
async def test_tokens_that_its_model_does_not_count_are_estimated(agents):
    match = await match_of(f"{agents}with_another?other=counted/uncounted&times=2&model=counted/first")
    for step in mine(match):
        sent = [call for call in step.calls if call.is_request]
        assert [call.finish for call in sent] == ["stop"] * 3
        assert [call.estimated for call in sent] == [True, True, False]
        assert all(call.usage.prompt and call.usage.completion for call in sent)


@pytest_long
def test_a_spent_budget_stops_before_the_request(agents):
    status, matches, _ = played(agents + "plain?model=counted/first", config=RunConfig(requests=3))
    assert "budget" in str(status.reasons)
    with Store.open("a.db") as store:
        spent = [
            call for match in matches for step in store.steps(match) for call in step.calls if call.is_request
        ]
        spent += [call for match in matches for call in store.recorded(match) if call.is_request]
    assert len(spent) == len(asked()) == 3


@pytest_long
def test_a_budget_in_dollars_needs_a_price(agents):
    status, matches, _ = played(agents + "plain?model=counted/first", config=RunConfig(usd=1.0))
    assert "price" in str(status.reasons[0])
    assert not any(match.scores for match in matches)


@pytest_long
@pytest.mark.parametrize(
    ("agent", "says"),
    [("plain?model=counted/fails", "on fire"), ("raising?model=counted/first", "KeyError: 'mine' (agents_of"),
     ("plain", "model=")],
)  # fmt: skip
def test_its_failure_is_told_and_loses_no_match(agents, agent, says):
    status, matches, _ = played(agents + agent)
    assert status.status == "suspended"
    assert {match.status for match in matches} == {"suspended"}
    assert says in str(matches)
    assert "sk-abcdefgh12345678" not in str(status.reasons) + str(matches)


@pytest_long
@pytest.mark.parametrize(
    ("player", "word"),
    [("nobody?model=counted/first", "nobody"), ("plane", "plain"), ("plain?colour=red", "colour"),
     ("plain?temperature=hot", "temperature"), ("plain?history=some", "history"), ("NOTHING", "@agent"),
     ("plain?model=nobody/x", "nobody"), ("plain?model=openai/x", "OPENAI_API_KEY")],
)  # fmt: skip
def test_what_is_not_there_is_named_before_the_run(agents, monkeypatch, player, word):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises((UsageError, AgentError), match=word):
        played(agents + player)


@pytest_long
@pytest.mark.parametrize(
    "agent",
    ["plain?model=openai-api/mine/first", "with_another?other=openai-api/mine/first&model=counted/first"],
)
def test_connections_of_its_models_are_closed_with_each_run(agents, monkeypatch, agent):
    closed = []

    async def close(model):
        closed.append(model.model_name)
        await aclose(model)

    from inspect_ai.model._model import _models
    from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI

    aclose = OpenAICompatibleAPI.aclose
    monkeypatch.setattr(OpenAICompatibleAPI, "aclose", close)
    monkeypatch.setenv("MINE_API_KEY", "none")
    with Endpoint("first") as endpoint:
        monkeypatch.setenv("MINE_BASE_URL", endpoint.url)
        for nth in (1, 2):
            status, *_ = played(agents + agent, db=f"{nth}.db")
            assert status.status == "finished", status.reasons
            assert closed
            assert not [key for key in _models if "mine" in key]
            closed.clear()
