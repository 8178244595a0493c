"""Agents behind HTTP take their seats, and no match is lost to what they do."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from agonist import api
from agonist.core import Speech, UsageError
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import play
from agonist.models.errors import (
    AgentBusy,
    CutOff,
    HugeAnswer,
    ModelNotFound,
    NotAnAnswer,
    OtherMatch,
    RequestRejected,
    ServerFailed,
    TimedOut,
    Unauthorised,
    Unreachable,
)
from agonist.models.event_loop import blocking
from agonist.players.http_agent import AgentEndpoint, agent_route, lease
from agonist.players.player import UNTOLD
from agonist.run_config import RunConfig
from agonist.store import Store


def _loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fake_agent = _loaded(Path(__file__).with_name("fake_agent.py"))
GAME = "who_is_spy?seats=4&rounds=2"
FakeAgent, reply = fake_agent.FakeAgent, fake_agent.reply


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def run(agent, game=GAME, matches=2, config=None, timeout=20, **more):
    url = agent if isinstance(agent, str) else agent.url
    return api.run(
        game, {"mine": f"http:{url}?timeout={timeout}"}, opponents=["random"], matches=matches, db="a.db",
        config=config, **more,
    )  # fmt: skip


def stored():
    with Store.open("a.db") as store:
        return [(match, store.steps(match.id)) for match in store.matches("latest")]


def test_an_agent_of_the_published_sdk_hears_a_game_in_the_published_order():
    with FakeAgent() as agent:
        status = run(agent, matches=1)
    assert status.status == "finished"
    assert agent.paths()[:4] == ["checkHealth", "init", "perceive", "perceive"]
    assert agent.most_in_flight == 1
    told = [(path, fields.get("status")) for path, fields, _ in agent.seen[2:]]
    assert told[:3] == [("perceive", "start"), ("perceive", "distribution"), ("perceive", "round")]
    assert told[-1] == ("perceive", "result")
    start, word, first = (fields for _, fields, _ in agent.seen[2:5])
    assert start["message"] == "Player 1"
    assert word["word"]
    assert not word["message"]
    assert (first["round"], first["name"], first["message"]) == (1, None, None)
    votes = [fields for path, fields, _ in agent.seen if (path, fields.get("status")) == ("interact", "vote")]
    assert "Player 1" in votes[0]["message"].split(","), "one's own name is in the list"
    rounds = [fields for _, fields, _ in agent.seen if fields.get("status") == "round"]
    assert any(fields["name"] == "Player 1" for fields in rounds), "speakers hear their own speeches"
    results = [fields for _, fields, _ in agent.seen if fields.get("status") == "vote_result"]
    assert all(fields["name"] == fields["message"] for fields in results)
    assert [fields["seq"] for path, fields, _ in agent.seen[2:]] == list(range(len(agent.seen) - 2))


@pytest.mark.slow
def test_chinese_games_close_with_the_words_that_published_agents_look_for():
    with FakeAgent() as agent:
        run(agent, f"{GAME}&language=zh", matches=1)
    assert "卧底是Player" in agent.seen[-1][1]["message"]


@pytest.mark.long
def test_every_request_is_recorded_and_counts_in_the_budget():
    with FakeAgent() as agent:
        run(agent, matches=2)
        with Store.open("a.db") as store:
            tallies = [tally for tally in store.tallies() if tally.tries]
        assert sum(tally.tries for tally in tallies) == len(agent.seen)
        before = len(agent.seen)
        stopped = run(agent, matches=20, config=RunConfig(requests=60))
    assert stopped.status == "partial"
    assert len(agent.seen) - before == 60


def awkward(path, status, answer, after=0):
    """Answers so to requests of this path and status, from some number of them on."""
    count = 0

    def answers(asked, fields, handler):
        nonlocal count
        if asked != path or (status and fields.get("status") != status):
            return None
        count += 1
        if count <= after:
            return None
        return answer(asked, fields, handler) if callable(answer) else answer

    return answers


def cut(_path, _fields, handler):
    handler.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{")
    handler.close_connection = True
    return 0, b""


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (fake_agent.hang(0.5), TimedOut, "did not answer within 0.2 s"),
        ((200, b"<html><body>Space is sleeping</body></html>"), NotAnAnswer, "it is a web page"),
        ((200, b"nonsense"), NotAnAnswer, "it is not JSON"),
        ((200, b""), NotAnAnswer, "it is empty"),
        ((200, b"[1]"), NotAnAnswer, "not a JSON object"),
        ((200, b'{"result": "tea"}'), NotAnAnswer, "field success"),
        ((200, b'{"success": true, "result": 3}'), NotAnAnswer, "result and errMsg are text"),
        ((200, b'"' + b"x" * 2**21 + b'"'), HugeAnswer, "more than 1,048,576 bytes"),
        (reply("It is hot.", game_id="another"), OtherMatch, "answers for another match: game_id is another"),
        (reply("It is hot.", seq=1), OtherMatch, "answers for another match"),
        ((302, b""), NotAnAnswer, "redirects (302)"),
        ((422, b"no"), RequestRejected, "rejects the request"),
        ((404, b"no"), ModelNotFound, "nothing answers at"),
        ((403, b"no"), Unauthorised, "refuses access (403)"),
        ((500, b"Internal Server Error"), ServerFailed, "fails (500): 'Internal Server Error' (tried"),
        (cut, CutOff, "closed the connection"),
    ],
)  # fmt: skip
def test_what_an_awkward_agent_sends_has_a_class(answer, kind, words, monkeypatch):
    monkeypatch.setattr("agonist.models.retry.asyncio.sleep", _at_once)
    with FakeAgent(awkward("interact", "", answer)) as agent:
        endpoint = AgentEndpoint(agent_route(agent.url, None), "mine", 0.2 if kind is TimedOut else 20.0)
        with pytest.raises(kind, match=re.escape(words)):
            blocking(endpoint.call("interact", {"status": "round", "game_id": "one", "seq": 5}))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (fake_agent.hang(1.2), "did not answer within 1 s"),
        ((200, b"<html>"), "it is a web page"),
        (reply(success=False, error="no model"), "says that it failed: 'no model'"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_no_match_is_lost_to_an_awkward_agent(answer, words):
    with FakeAgent(awkward("interact", "", answer, after=1)) as agent:
        status = run(agent, matches=1, timeout=1 if callable(answer) else 20)
        assert status.status == "suspended"
        assert status.exit_code == 4
        assert words in str(status.reasons[0])
        agent.awkward = lambda *_: None
        assert api.resume("latest", db="a.db").status == "finished"


@pytest.mark.slow
def test_an_agent_that_fails_for_a_moment_is_asked_again(monkeypatch):
    monkeypatch.setattr("agonist.models.retry.asyncio.sleep", _at_once)
    answers = iter([(500, b"Internal Server Error"), (503, b"starting")])
    with FakeAgent(awkward("interact", "vote", lambda *_: next(answers, None))) as agent:
        assert run(agent, matches=1).status == "finished"


async def _at_once(_seconds):
    pass


@pytest.mark.long
def test_an_agent_that_dies_in_mid_match_is_set_aside_while_others_play_on(monkeypatch):
    monkeypatch.setattr("agonist.models.retry.asyncio.sleep", _at_once)
    with FakeAgent() as well, FakeAgent() as agent:
        agent.awkward = awkward(
            "interact", "round", lambda *_: agent._server.socket.close() or cut(*_), after=2
        )
        players = {"mine": f"http:{agent.url}", "well": f"http:{well.url}"}
        status = api.run(GAME, players, opponents=["random"], matches=3, db="a.db")
        assert status.status == "suspended"
        assert "mine" in status.set_aside or status.errors
    finished = [match for match, _ in stored() if match.status == "finished"]
    assert {match.fixture.players.count("well") for match in finished} >= {1}
    with FakeAgent(port=agent.port) as again, FakeAgent(port=well.port):
        assert api.resume("latest", db="a.db").status == "finished"
        first = [fields.get("status") for _, fields, _ in again.seen[:5]]
    assert first[:4] == [None, None, "start", "distribution"], "it is told everything from the beginning"


@pytest.mark.slow
def test_a_resumed_match_is_told_again_and_asked_nothing_twice():
    with FakeAgent(awkward("interact", "vote", (200, b"<html>"))) as agent:
        run(agent, matches=1)
        asked = [fields["seq"] for path, fields, _ in agent.seen if path == "interact"]
        heard = [fields for path, fields, _ in agent.seen if path == "perceive"]
        agent.awkward, agent.seen = (lambda *_: None), []
        api.resume("latest", db="a.db")
        again = [fields for path, fields, _ in agent.seen if path == "perceive"]
        assert again[: len(heard)] == heard
        later = [fields["seq"] for path, fields, _ in agent.seen if path == "interact"]
    assert later[0] == asked[-1]


def test_nothing_said_is_a_foul_and_a_name_that_is_not_listed_an_abstention():
    def awkward(path, fields, _handler):
        if path == "interact":
            return reply(None) if fields["status"] == "round" else reply("Player 99")
        return None

    with FakeAgent(awkward) as agent:
        assert run(agent, matches=1).status == "finished"
    ((_, steps),) = stored()
    assert [step.moves[0] for step in steps if set(step.moves) == {0}] == [""]


@pytest.mark.slow
def test_an_agent_that_does_not_take_in_what_it_hears_plays_on():
    with FakeAgent(awkward("perceive", "vote_result", reply(success=False, error="perceive error"))) as agent:
        assert run(agent, matches=1).status == "finished"
    calls = [call for _, steps in stored() for step in steps for call in step.calls]
    assert all(call.purpose or call.sent for call in calls)


@pytest.mark.long
def test_two_matches_never_share_an_agent_and_never_wait_for_each_other():
    def first(path, fields, _handler):
        return reply(fields["options"][0]) if path == "interact" else None

    with FakeAgent(first) as one, FakeAgent(first) as two:
        players = {"one": f"http:{one.url}", "two": f"http:{two.url}"}
        status = api.run("tictactoe", players, matches=6, db="a.db", config=RunConfig(concurrency=8))
        assert status.status == "finished"
        for agent in (one, two):
            games = [fields["game_id"] for _, fields, _ in agent.seen if "game_id" in fields]
            assert len(list(dict.fromkeys(games))) == 6
            changes = sum(first != second for first, second in pairwise(games))
            assert changes == 5, "one match after the other"
            assert agent.most_in_flight == 1


@pytest.mark.parametrize(
    ("game", "mirrored"),
    [
        ("texas_holdem?hands=1", 10),
        pytest.param("who_is_spy?seats=4&rounds=1", 20, marks=pytest.mark.long),
    ],
)
@pytest.mark.slow
def test_the_end_is_told_only_where_no_other_match_has_the_deal(game, mirrored):
    def first(path, fields, _handler):
        options = fields.get("options")
        return reply(options[0]) if path == "interact" and options else None

    with FakeAgent(first) as agent:
        run(agent, game, matches=mirrored)
        run(agent, game, matches=2)
        with Store.open("a.db") as store:
            many, few = (store.matches(each.id) for each in store.runs())
            ids = {store.public_id(match.id): bool(match.fixture.block) for match in (*many, *few)}
        assert all(match.fixture.block for match in many)
        assert not any(match.fixture.block for match in few)
        results = [fields for _, fields, _ in agent.seen if fields.get("status") == "result"]
        assert len(results) == mirrored + 2
        untold = [fields for fields in results if ids[fields["game_id"]]]
        assert len(untold) == mirrored
        assert {fields["message"] for fields in untold} == {UNTOLD}
        assert not any("view" in fields or fields.get("word") for fields in untold)
        assert UNTOLD not in {fields["message"] for fields in results if not ids[fields["game_id"]]}
        for own, secret in ids.items():
            mine = [(path, fields) for path, fields, _ in agent.seen if fields.get("game_id") == own]
            asked = [at for at, (path, _) in enumerate(mine) if path == "interact"]
            # The other may have folded before it was asked.
            assert not (secret and asked) or len(mine) == asked[-1] + 2, (
                "one message follows the last question"
            )


@pytest.mark.slow
def test_an_agent_has_one_seat_of_a_match_and_the_others_fill_the_rest():
    with FakeAgent() as agent:
        status = api.run(GAME, {"mine": f"http:{agent.url}", "random": "random"}, matches=1, db="a.db")
        assert status.status == "finished"
        (match, _), *_ = stored()
        assert match.fixture.players.count("mine") == 1
        with pytest.raises(UsageError, match="one seat of a match each"):
            api.run("who_is_spy", {"mine": f"http:{agent.url}"}, matches=1, db="b.db")
    assert not Path("b.db").exists(), "refused before anything is stored"


@pytest.mark.slow
def test_another_process_that_has_the_agent_is_named():
    with FakeAgent() as agent:
        file = lease._locked(agent.url)
        try:
            status = run(agent, matches=1)
        finally:
            lease.os.close(file)
        assert isinstance(status.reasons[0], AgentBusy)
        assert "another program on this machine" in str(status.reasons[0])
        assert not agent.seen
        assert api.resume("latest", db="a.db").status == "finished"


def test_the_token_comes_from_the_environment_and_is_stored_nowhere(monkeypatch):
    monkeypatch.setenv("AGENT_TOKEN", "hf_T0ken0123456789")
    with FakeAgent(token="hf_T0ken0123456789") as agent:
        name = f"http:{agent.url}?key_env=AGENT_TOKEN"
        status = api.run(GAME, {"mine": name}, opponents=["random"], matches=1, db="a.db")
        assert status.status == "finished"
        agent.token = "another"
        status = api.run(GAME, {"mine": name}, opponents=["random"], matches=1, db="a.db")
    assert "refuses access (401); check the token in AGENT_TOKEN" in str(status.reasons[0])
    assert "hf_T0ken0123456789" not in str(status.reasons[0])
    everything = b"".join(path.read_bytes() for path in Path().glob("a.db*"))
    assert b"hf_T0ken0123456789" not in everything


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1", "http://10.1.2.3", "http://localhost:1", "http://[::1]:1"]
)
def test_addresses_of_a_private_network_are_refused_where_strangers_name_them(url):
    registry = RunConfig(private_addresses=False).player_registry()
    with pytest.raises(UsageError, match="not a public address"):
        registry.factory(f"http:{url}")


def test_a_name_that_leads_to_a_private_address_is_refused_when_it_is_looked_up(monkeypatch):
    async def resolve(_self, host, port=0, family=0):
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": 2, "proto": 6, "flags": 0}]

    monkeypatch.setattr("aiohttp.ThreadedResolver.resolve", resolve)
    with FakeAgent() as agent:
        route = agent_route(f"http://agent.example.org:{agent.port}", None)
        endpoint = AgentEndpoint(route, "mine", public_only=True)
        with pytest.raises(Unreachable, match=re.escape("at 127.0.0.1, which is not a public address")):
            blocking(endpoint.call("checkHealth", {}))
        assert not agent.seen


def test_other_games_carry_view_question_and_legal_answers():
    def sensible(path, fields, _handler):
        return reply(fields["options"][0], game_id=fields["game_id"]) if path == "interact" else None

    with FakeAgent(sensible) as agent:
        status = run(agent, "tictactoe", matches=1)
        assert status.status == "finished"
    asked = [fields for path, fields, _ in agent.seen if path == "interact"]
    assert asked[0]["status"] == "round"
    assert asked[0]["game"] == {"name": "tictactoe", "version": 1, "options": {"seats": 2, "misere": False}}
    assert asked[0]["ask"]["kind"] == "Choice"
    assert len(asked[0]["options"]) in (8, 9)
    assert "Tic-Tac-Toe" in asked[0]["message"]
    assert set(asked[0]["view"]) == {"marked"}
    assert agent.seen[-1][1]["status"] == "result"


@pytest.mark.slow
def test_a_published_agent_asked_about_another_game_gives_answers_that_cannot_be_read():
    with FakeAgent() as agent:
        status = run(agent, "tictactoe", matches=1)
    assert status.status == "finished"
    ((_, steps),) = stored()
    errors = [call.error for step in steps for call in step.calls if call.seat == 0 and not call.purpose]
    assert set(errors) == {"unreadable"}


@pytest.mark.slow
def test_an_agent_sits_down_at_a_single_match_too():
    with FakeAgent() as agent:
        registry = RunConfig().player_registry()
        kit = KITS["who_is_spy"]
        names = [f"http:{agent.url}", *["random"] * 5]
        match = blocking(play(kit, kit.game(), [registry.factory(name) for name in names], seed="1"))
    assert sum(match.outcome.scores) == 12
    first = next(call for step in match.steps for call in step.calls if call.purpose == "perceive")
    assert json.loads(first.sent[0].content)["status"] == "start"


def test_an_agent_that_shall_analyse_aloud_is_told_so_and_others_get_the_published_question():
    asked = {}
    for seats in ((), (0,)):
        game = make_game(KITS["who_is_spy"].game, {"reasoning": seats})
        view = game.observe(replace(game.new(), phase="speech", to_speak=(0,), alive=tuple(range(6))), 0)
        ask = Speech(optional=True, about="speech")
        asked[seats] = KITS["who_is_spy"].wis_protocol.question(game, view, ask)
    assert asked[()].message is None
    assert "analyse who you think is the spy" in asked[0,].message
