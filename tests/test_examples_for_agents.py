"""The five examples for agents play as the page says of them."""

import importlib
import json
import sys
from contextlib import contextmanager
from http.server import HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from agonist import api
from agonist.contract.player_check import check_player
from agonist.games import find_kit
from agonist.models.mock_endpoint import Endpoint
from agonist.run_config import RunConfig
from agonist.store import Store

EXAMPLES = Path(__file__).parent.parent / "examples" / "agents"


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield
    for path in EXAMPLES.glob("*.py"):
        sys.modules.pop(path.stem, None)


@contextmanager
def serving(server):
    """The address of an agent that answers in a thread."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def matches_of():
    with Store.open("agonist.db") as store:
        return [(match, store.steps(match)) for match in store.matches("latest")]


def faults():
    """The invalid answers of the first seat."""
    return [
        call.error
        for _, steps in matches_of()
        for step in steps
        for call in step.calls
        if not call.seat and call.error
    ]


@pytest.mark.parametrize("game", ["tictactoe", "prisoners_dilemma", "who_is_spy"])
def test_the_http_agent_plays_games_that_list_their_answers_in_under_40_lines(game):
    assert len((EXAMPLES / "http_agent.py").read_text("utf-8").splitlines()) < 40
    example = importlib.import_module("http_agent")
    with serving(HTTPServer(("127.0.0.1", 0), example.Agent)) as address:
        status = api.run(game, {"mine": f"http:{address}"}, opponents=["random"], matches=1)
    assert status.status == "finished"
    assert faults() == []


def test_the_python_player_plays_what_it_has_played_least():
    api.run("prisoners_dilemma", {"mine": "python_player:Varied?first=1"}, opponents=["random"], matches=1)
    ((match, steps),) = matches_of()
    seat = match.fixture.players.index("mine")
    mine = [step.moves[seat] for step in steps if seat in step.moves]
    assert mine[0] != mine[1]
    assert mine[::2] == [mine[0]] * len(mine[::2])


def test_the_searching_player_beats_a_random_one():
    api.run("tictactoe", {"mine": "search_player:Search?games=12"}, opponents=["random"], matches=8)
    points = [match.scores[match.fixture.players.index("mine")] for match, _ in matches_of()]
    assert sum(points) > 4


@pytest.mark.parametrize(
    "name", ["bargain", "chameleon", "codenames", "guess_average", "hanabi", "texas_holdem"]
)
@pytest.mark.parametrize("agent", ["python_player:Varied", "search_player:Search?games=1"])
async def test_the_players_in_python_pass_the_check_where_much_is_hidden_and_answers_are_many(agent, name):
    check = await check_player(RunConfig().player_registry().factory(agent), find_kit(name), name)
    assert check.problems(deterministic=True) == []


def test_the_prompt_stands_before_the_rules():
    prompt = (EXAMPLES / "prompt_only.md").read_text("utf-8").strip()
    with Endpoint("first") as endpoint:
        player = f"persona:endpoint/x?as={EXAMPLES / 'prompt_only.md'}&base_url={endpoint.url}"
        api.run("tictactoe", {"mine": player}, opponents=["random"], matches=1)
    ((_, steps),) = matches_of()
    sent = next(call for step in steps for call in step.calls if call.sent)
    assert sent.sent[0].content.startswith(prompt)


def test_the_spy_agent_plays_by_rule_and_with_a_model(monkeypatch):
    example = importlib.import_module("spy_agent")
    for with_model in (False, True):
        with Endpoint(lambda messages, rng: "It is round.") as endpoint:
            if with_model:
                monkeypatch.setenv("BASE_URL", endpoint.url)
                monkeypatch.setenv("MODEL_NAME", "x")
            with serving(example.server(example.SpyAgent(), 0)) as address:
                status = api.run(
                    "who_is_spy", {"mine": f"http:{address}"}, opponents=["reference"], matches=1
                )
        assert status.status == "finished"
        ((match, steps),) = matches_of()
        seat = match.fixture.players.index("mine")
        said = [json.dumps(step.moves[seat]) for step in steps if seat in step.moves]
        assert any("It is round." in text for text in said) == with_model
