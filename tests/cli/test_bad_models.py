"""Models that cannot be reached, refuse, or talk nonsense: one message, exit code 4, and nothing lost."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.store import Store


def run(command, endpoint, *more, matches=2, model="careful"):
    address = endpoint if isinstance(endpoint, str) else endpoint.url
    spec = f"endpoint/{model}?base_url={address}"
    return command("run", "tictactoe", "--player", spec, "--opponent", "random", "--matches", matches, *more)


def progress(db="agonist.db"):
    with Store.open(db, must_exist=True) as store:
        run = store.run("latest")
        return run.status, run.finished, run.matches


@contextmanager
def serving(status, body, kind="application/json"):
    """An address that always answers the same."""

    class Same(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Same)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def nowhere():
    """An address at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return f"http://127.0.0.1:{port}/v1"


def test_without_a_key_nothing_is_begun(command, tmp_path):
    said = command("run", "tictactoe", "--player", "openai/gpt-5-mini", "--opponent", "random")
    said.told(4, "openai/gpt-5-mini", "OPENAI_API_KEY")
    assert not (tmp_path / "agonist.db").exists()
    command("play", "tictactoe", "openai/gpt-5-mini", "random").told(4, "OPENAI_API_KEY")


@pytest.mark.slow
def test_an_endpoint_that_cannot_be_reached_suspends_the_run(command, nowhere):
    run(command, nowhere).told(4, nowhere.removeprefix("http://").removesuffix("/v1"), "agonist resume")
    assert progress() == ("suspended", 0, 2)
    more = ("--rpm", 600, "--cache", "my answers.db", "--header", "X-Key: s3cret")
    said = run(command, nowhere, *more)
    said.told(4, "--rpm 600 --cache 'my answers.db' --header 'X-Key: …'")
    assert "s3cret" not in said.err
    command("resume", "latest", "--header", "X-Key: …").told(2, "X-Key: write its value")
    command("play", "tictactoe", f"endpoint/x?base_url={nowhere}", "random").told(4)


def test_when_the_endpoint_is_up_again_the_run_is_finished(command, nowhere):
    run(command, nowhere).told(4)
    with Endpoint("careful", port=int(nowhere.split(":")[2].removesuffix("/v1"))):
        assert command("resume", "latest").code == 0
    assert progress() == ("finished", 2, 2)


class CreditFor(Faults):
    """So many requests; there is no credit for the rest."""

    def __init__(self, requests):
        super().__init__()
        self.requests = requests

    def draw(self, key, number):
        return "" if number <= self.requests else "quota"


def test_an_endpoint_that_goes_down_halfway_loses_nothing(command, played):
    # Out of credit after some answers, so that no retry helps.
    with Endpoint("careful", CreditFor(8), seed=1) as endpoint:
        run(command, endpoint, "--concurrency", 1, matches=6).told(4, "credit", "agonist resume")
        status, finished, _ = progress()
        assert status == "suspended"
        assert 0 < finished < 6
        before = played("agonist.db")
        port, seen = endpoint.url, endpoint.requests
    with Endpoint("careful", seed=1, port=int(port.split(":")[2].removesuffix("/v1"))) as endpoint:
        assert command("resume", "latest").code == 0
        after = played("agonist.db")
        assert {key: after[key] for key in before} == before
        answers = sum(len(step[2]) for match in after.values() for step in match[4])
        assert endpoint.requests == answers - (seen - 1), "what was answered before is not asked again"


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (Faults(rate_404=1), "careful"),
        (Faults(html=1), "web page"),
        (Faults(quota=1), "credit"),
    ],
)
def test_an_endpoint_that_refuses_stops_the_run(command, faults, words):
    with Endpoint("careful", faults) as endpoint:
        said = run(command, endpoint)
        said.told(4, words)
        assert endpoint.requests <= 4
    assert progress() == ("suspended", 0, 2)


def test_a_wrong_key_stops_the_run_at_once(command, monkeypatch):
    monkeypatch.setenv("MY_KEY", "k-wrong-4711")
    with Endpoint("careful", key="k-right") as endpoint:
        said = run(command, f"{endpoint.url}&key_env=MY_KEY", matches=8)
        said.told(4, "MY_KEY")
        assert "k-wrong-4711" not in said.err
        run(command, endpoint).told(4)


def test_a_model_that_is_not_there_is_named(command):
    with Endpoint("careful", models=("known",)) as endpoint:
        run(command, endpoint, model="unknown").told(4, "unknown")


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b'{"choices": []}', b"\xff\xfe", b"<html>hello</html>"]
)
def test_what_is_no_answer_is_told_as_such(command, body, monkeypatch):
    from agonist.models.retry import RetryPolicy

    monkeypatch.setattr(RetryPolicy.wait, "__defaults__", None)
    monkeypatch.setattr(RetryPolicy, "wait", lambda *_: 0.01)
    with serving(200, body) as address:
        said = run(command, address, matches=1)
    said.told(4, "127.0.0.1")


@pytest.mark.slow
def test_a_budget_that_is_spent_leaves_a_labelled_partial_report(command, played):
    with Endpoint("random", latency=0.01) as endpoint:
        spec = f"endpoint/random?base_url={endpoint.url}"
        arguments = (
            "run",
            "tictactoe",
            "--player",
            spec,
            "--opponent",
            "random",
            "--matches",
            8,
            "--seed",
            2,
        )
        whole = command(*arguments, "--db", "whole.db", "--json")
        assert whole.code == 0
        needed = endpoint.requests

        said = command(*arguments, "--budget-requests", 12, "--concurrency", 2, "--json")
        said.told(5, "budget of 12 requests", "agonist resume")
        assert endpoint.requests == needed + 12
        assert said.json["status"] == "partial"
        assert any("Partial" in warning for warning in said.json["warnings"])
        assert 0 < said.json["finished"] < 8
        assert "Partial" in command("report", "latest").out

        # The old budget still stands, and what it paid for still counts.
        command("resume", "latest").told(5, "budget of 12 requests")
        assert endpoint.requests == needed + 12

        more = command("resume", "latest", "--budget-requests", 1000, "--json")
        assert more.code == 0
        assert (more.json["status"], more.json["finished"]) == ("finished", 8)
        assert endpoint.requests == 2 * needed, "no answer was paid for twice"
    assert played("agonist.db") == played("whole.db")


def test_answers_to_a_step_that_the_budget_broke_off_are_paid_for_once(command):
    with Endpoint("random") as endpoint:
        spec = f"endpoint/random?base_url={endpoint.url}"
        game = "guess_average?seats=4&rounds=3"
        said = command("run", game, "--player", spec, "--matches", 1, "--budget-requests", 10, "--json")
        said.told(5, "budget of 10 requests")
        assert said.json["usage"][0]["requests"] == 10
        command("resume", "latest").told(5, "budget of 10 requests")
        assert endpoint.requests == 10
        more = command("resume", "latest", "--budget-requests", 14, "--json")
        # The two answers to the third round that were there are used: they are not asked for again.
        assert (more.code, more.json["usage"][0]["requests"]) == (0, 12)
        assert endpoint.requests == 12
    assert progress()[0] == "finished"


def test_a_budget_of_tokens_ends_a_run_too(command):
    with Endpoint("random") as endpoint:
        said = run(command, endpoint, "--budget-tokens", 3000, matches=8)
        said.told(5, "budget of 3,000 tokens")
        assert progress()[0] == "partial"
        assert command("resume", "latest", "--budget-tokens", 1_000_000).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--budget-usd", "-1"), "budget of -1"),
        (("--budget-usd", "nan"), "budget of nan"),
        (("--budget-tokens", "x"), "--budget-tokens"),
        (("--matches", "0"), "matches must be 1 or more"),
        (("--concurrency", "0"), "--concurrency must be 1 or more"),
        (("--sweep", "temperatures"), "only suites have sweeps"),
        (("--opponent", "randm"), "did you mean 'random'"),
        (("--opponent", "scripted?file=nowhere.txt"), "nowhere.txt"),
        (("--opponent", "endpoint/x?base_url=ftp://h"), "not an address"),
        (("--player", "random"), "named twice"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_stored(command, tmp_path, arguments, words):
    command("run", "tictactoe", "--player", "random", *arguments).told(2, words)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("conect_four", "did you mean 'connect_four'"),
        ("connect_four?row=6", "did you mean 'rows'"),
        ("connect_four?rows=99", "from 1 to 20, not 99"),
        ("connect_four?rows=six", "rows is a whole number, not 'six'"),
        ("connect_four?rows=6&rows=7", "given twice"),
        ("tictactoe?seats=3", "for 2 players, not 3"),
        ("undercover?seats=99", "players, not 99"),
        ("guess_average?ratio=1/0", "ratio"),
    ],
)
def test_a_game_that_cannot_be_is_refused(command, tmp_path, target, words):
    command("run", target, "--player", "random").told(2, words)
    command("play", target, "random", "random").told(2, words)
    assert not list(tmp_path.iterdir())


def test_players_who_do_not_fit_the_seats_are_told_how_many_can_play(command):
    command("play", "tictactoe", "random").told(2, "for 2 players, not 1")
    command("play", "undercover", *["random"] * 99).told(2, "players, not 99")
    command("play", "guess_average?seats=4", "random", "random", "random").told(2, "4 seats", "3 players")


@pytest.mark.parametrize(
    ("game", "policy", "opponent", "words"),
    [
        ("connect_four", "default?then=pass", "random", "cannot be 'pass'"),
        ("undercover", "default", "minimax", "hidden information"),
    ],
)
def test_a_player_who_cannot_sit_down_leaves_no_run_behind(command, tmp_path, game, policy, opponent, words):
    said = command("run", game, "--player", "random", "--opponent", opponent, "--policy", policy)
    said.told(2, words)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_report_tells_the_error_of_a_dead_endpoint_once_in_each_place(command):
    dead = "endpoint/careful?base_url=http://127.0.0.1:9/v1"
    players = ("--player", dead, "--player", "random", "--opponent", "reference")
    command("run", "tictactoe", "connect_four", *players, "--matches", 4).told(4, "cannot reach")
    said = command("report", "latest").out
    assert said.count("cannot reach") == 3, "the status, the table of failures, the first match"
    assert "Tic-Tac-Toe, Connect Four  suspended" in said
