"""Evaluations from a page: first the estimate, a message for bad input, then a process that plays the run."""

import sys
import time

import httpx
import pytest
from tests.web.conftest import HOME, send

from agonist.arena.run_processes import RunProcesses
from agonist.store import Store
from agonist.web.app import make_app
from agonist.web.run_control import RunForm


class Played(RunProcesses):
    """Notes what is to be played."""

    def __init__(self):
        self.runs, self.stopped = [], []

    def play(self, run):
        self.runs.append(run)

    def is_playing(self, run):
        return run in self.runs and run not in self.stopped

    def stop(self, run):
        known = self.is_playing(run)
        self.stopped.append(run)
        return known

    def failure(self, run):
        return ""


@pytest.fixture
async def site(tmp_path, door):
    """(somebody on the site, its database, who plays)"""
    with Store.open(tmp_path / "runs.db") as store:
        played = Played()
        app = make_app(store, door, lambda _match: None, played)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
            await client.get(door.link)
            yield client, store, played


ASKED = {"targets": "tictactoe\r\nconnect_four?rows=5", "players": "random\nreference", "number": "2"}


async def test_nothing_is_played_before_the_estimate_is_confirmed(site, door):
    client, store, played = site
    page = await send(client, "/runs/new", door, **ASKED)
    assert page.status_code == 200
    assert "<b>4</b> matches" in page.text
    assert "no player needs a paid model" in page.text
    assert (store.runs(), played.runs) == ([], [])
    answer = await send(client, "/runs/new", door, **ASKED, usd="2.5", confirmed="yes")
    assert answer.status_code == 303
    (run,) = store.runs()
    assert answer.headers["location"] == f"/runs/{run.id}"
    assert played.runs == [run.id]
    assert (run.matches, run.plan["budget"]["usd"]) == (4, 2.5)
    assert run.plan["targets"] == ["tictactoe", "connect_four?rows=5"]


async def test_models_are_estimated_by_player_with_their_price(site, door):
    client, _, _ = site
    page = await send(
        client, "/runs/new", door, targets="tictactoe", players="openai/gpt-5-mini\nrandom", number="2"
    )
    assert page.status_code == 200
    assert "openai/gpt-5-mini" in page.text
    assert "It would cost about $" in page.text


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"targets": "tictactow"}, "tictactoe"),
        ({"targets": " "}, "Name at least one game or suite"),
        ({"players": "human\nrandom"}, "People play at tables"),
        ({"players": ""}, "Name at least one player"),
        ({"number": "0"}, "The number of matches is a whole number from 1"),
        ({"usd": "-1"}, "A budget is dollars"),
        ({"seed": "x"}, "Seed is a whole number"),
        ({"players": "random?speed=3"}, "speed"),
    ],
)
async def test_bad_input_gets_a_message_and_keeps_what_was_typed(site, door, changed, message):
    client, store, played = site
    page = await send(client, "/runs/new", door, **{**ASKED, **changed})
    assert page.status_code == 400
    assert message in page.text
    assert (store.runs(), played.runs) == ([], [])
    if "targets" not in changed:
        assert "connect_four?rows=5" in page.text


def test_visitors_set_what_the_form_has_and_nothing_else():
    form = {
        "targets": ["tictactoe"],
        "players": ["random"],
        "number": ["3"],
        "usd": ["1.5"],
        "quick": ["yes"],
    }
    _, entry, config = RunForm.of(
        {**form, "policy": ["strict"], "cache": ["/etc/x"], "concurrency": ["9"]}
    ).entry()
    assert (entry.matches, entry.quick, config.usd) == (3, True, 1.5)
    assert (entry.policy, config.cache, config.concurrency) == (None, None, 64)


async def test_a_run_is_stopped_and_goes_on(site, door):
    client, store, played = site
    await send(client, "/runs/new", door, **ASKED, confirmed="yes")
    (run,) = store.runs()
    assert "Stop</button>" in (await client.get(f"/runs/{run.id}")).text
    assert (await send(client, f"/runs/{run.id}/stop", door)).status_code == 303
    assert "Resume</button>" in (await client.get(f"/runs/{run.id}")).text
    assert (await send(client, f"/runs/{run.id}/stop", door)).status_code == 409
    assert (await send(client, f"/runs/{run.id}/resume", door)).status_code == 303
    assert played.runs == [run.id, run.id]
    assert (await send(client, "/runs/nothing/resume", door)).status_code == 404


def test_a_process_plays_a_run_is_stopped_as_by_ctrl_c_and_says_why_it_failed(tmp_path):
    script = tmp_path / "fake.py"
    script.write_text(
        "import sys, time\n"
        "if sys.argv[1] == 'bad': sys.exit('agonist: no such key')\n"
        "try:\n    print('on', file=sys.stderr, flush=True); time.sleep(600)\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    runs = RunProcesses(str(tmp_path / "x.db"), (sys.executable, str(script)))
    runs.play("good")
    runs.play("bad")
    until(lambda: not runs.is_playing("bad"))
    assert runs.failure("bad") == "agonist: no such key"
    until(lambda: "on" in runs._played["good"].errors.read_text())
    assert runs.is_playing("good")
    assert runs.failure("good") == ""
    assert runs.stop("good")
    until(lambda: not runs.is_playing("good"))
    assert not runs.stop("good")
    runs.close()


def until(condition):
    """Wait for another process."""
    for _ in range(6_000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never happened")
