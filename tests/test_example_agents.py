"""The agents of the tutorial do what it says of them."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from aiohttp import web

from agonist import api
from agonist.games import find_kit
from agonist.match import play
from agonist.models.mock_endpoint import Endpoint
from agonist.models.model_assembly import aclose_all
from agonist.players.simple import RandomPlayer
from agonist.run_config import RunConfig
from agonist.store import Store

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield
    for name in ("tool_agent", "voting_agent", "served_agent", "sdk_agent"):
        sys.modules.pop(name, None)


def calls_of(db="agonist.db"):
    """The calls of the first seat in the last run, by match."""
    with Store.open(db) as store:
        return [
            [call for step in store.steps(match) for call in step.calls if call.seat == 0]
            for match in store.matches("latest")
        ]


def test_the_agent_with_a_tool_is_told_what_it_calculated_and_remembers():
    def calculating(messages, rng):
        if "Result:" in messages[-1]["content"]:
            return json.dumps({"chosen_number": round(float(messages[-1]["content"].split()[-1]))})
        return f"CALCULATE: 2/3 * {30 + len(messages)}"

    with Endpoint(calculating) as endpoint:
        agent = f"tool_agent:ToolAgent?model=endpoint/x?base_url={endpoint.url}"
        status = api.run("guess_average?rounds=3&seats=3", {"tool": agent}, opponents=["random"], matches=1)
    assert status.status == "finished"
    (calls,) = calls_of()
    sent = [call for call in calls if call.sent]
    assert len(sent) == 6
    assert sent[1].sent[-1].content.startswith("Result: ")
    assert [call.kept for call in sent] == [0, 3, 5, 7, 9, 11]
    played = [json.loads(call.text)["chosen_number"] for call in calls if not call.sent]
    assert played == [round(2 / 3 * (30 + length)) for length in (2, 6, 10)]


@pytest.mark.long
def test_the_voting_agent_plays_what_most_samples_say():
    said = iter(['{"cell": "(1, 1)"}', '{"cell": "(2, 2)"}', '{"cell":  "(2, 2)"}'] * 9)
    with Endpoint(lambda messages, rng: next(said)) as endpoint:
        agent = f"voting_agent:vote?samples=3&model=endpoint/x?base_url={endpoint.url}"
        api.run("tictactoe", {"votes": agent}, opponents=["random"], matches=1)
    (calls,) = calls_of()
    assert sum(bool(call.sent) for call in calls[:4]) == 3
    assert calls[3].text == '{"cell": "(2, 2)"}'
    assert calls[0].settings["temperature"] == 1.0


async def test_the_served_agent_remembers_each_match_by_itself():
    served_agent = importlib.import_module("served_agent")

    runner = web.AppRunner(served_agent.app())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    kit = find_kit("prisoners_dilemma")
    factory = RunConfig().player_registry().factory(f"vllm/alternate?base_url=http://127.0.0.1:{port}/v1")
    try:
        for name in ("first", "second"):
            seats = [factory, *[lambda _context: RandomPlayer()] * 2]
            match = await play(kit, kit.game(), seats, seed="1", match=name)
            mine = [step.moves[0] for step in match.steps if 0 in step.moves]
            assert mine[0] != mine[1]
            assert mine[::2] == [mine[0]] * len(mine[::2])
            assert served_agent.played[name, "0"].total() == len(mine)
    finally:
        await aclose_all()
        await runner.cleanup()


BROKEN_OFF = """
import sys
sys.path.insert(0, sys.argv[1])
import sdk_agent
from agonist import api

run, asked = sdk_agent.Runner.run, []

async def breaking(*given):
    asked.append(given)
    if len(asked) == 3:
        raise ConnectionError("the line is cut")
    return await run(*given)

sdk_agent.Runner.run = breaking
agent = {"mine": f"sdk_agent:SdkAgent?base_url={sys.argv[2]}"}
first = api.run("guess_average?rounds=4&seats=3", agent, opponents=["random"], matches=1)
print(first.status, api.resume("latest").status)
"""


@pytest.mark.long
def test_an_agent_of_an_sdk_is_resumed_with_its_memory_and_not_asked_again():
    asked = []

    def answering(messages, rng):
        asked.append([message["content"] for message in messages if message["role"] != "system"])
        return json.dumps({"chosen_number": 10 + len(asked)})

    with Endpoint(answering) as endpoint:
        # In a process of its own, since the SDK leaves its connections open.
        done = subprocess.run(
            [sys.executable, "-c", BROKEN_OFF, str(EXAMPLES), endpoint.url],
            env={**os.environ, "OPENAI_API_KEY": "none"},
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout.split() == ["suspended", "finished"]
    assert "Traceback" not in done.stderr
    assert len(asked) == 4
    assert asked[2][1::2] == ['{"chosen_number": 11}', '{"chosen_number": 12}']
