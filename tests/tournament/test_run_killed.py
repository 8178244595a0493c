"""Runs that are killed, interrupted and gone on with: nothing lost, nothing played twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from random import Random

import pytest
from tests.same_faults import SameFaults

from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.store import Store

CONCURRENCY = 8


def counts(db):
    """Finished matches, complete steps, answers."""
    with Store.open(db, must_exist=True) as store:
        steps = [store.steps(match) for match in store.matches("latest")]
        status = store.run("latest").status
    return status, sum(map(len, steps)), sum(len(step.calls) for each in steps for step in each)


@pytest.mark.long
def test_killed_at_any_moment_a_run_ends_as_if_it_had_not_been(process, played, tmp_path):
    rng = Random("killed")
    faults = SameFaults(empty=0.05, garbage=0.05)
    with Endpoint("random", faults, latency=0.05, seed=3) as endpoint:
        arguments = (
            *(
                "run",
                "tictactoe",
                "undercover",
                "guess_average?rounds=2&seats=3",
                "--matches",
                4,
                "--seed",
                7,
            ),
            *("--player", f"endpoint/random?base_url={endpoint.url}", "--player", "reference"),
            *("--player", f"cot:endpoint/babbler?format=line&history=none&base_url={endpoint.url}"),
            *("--concurrency", CONCURRENCY),
        )
        assert process(*arguments, "--db", tmp_path / "whole.db").wait().code == 0
        whole, needed = played(tmp_path / "whole.db"), endpoint.requests
        tries = counts(tmp_path / "whole.db")

        kills, in_flight, db = 0, 0, tmp_path / "agonist.db"
        run = process(*arguments)
        run.until(lambda: "Run " in run.err)
        finished: dict = {}
        while True:
            target = endpoint.requests + rng.randrange(5, 50)
            end = time.monotonic() + 60
            while endpoint.requests < target and not run.out and time.monotonic() < end:
                time.sleep(0.001)
            if run.out or endpoint.requests < target:
                break
            in_flight += endpoint.in_flight
            assert run.kill().code == -signal.SIGKILL
            kills += 1
            now = played(db)
            assert {key: now[key] for key in finished} == finished, "what was finished stays as it was"
            finished = now
            run = process("resume", "latest", "--concurrency", CONCURRENCY)
        assert run.wait().code == 0
        repeated = endpoint.requests - 2 * needed
    assert kills >= 4
    assert played(db) == whole
    assert counts(db) == tries
    # Asked again are those under way: at the endpoint, or answered and not read yet.
    assert repeated <= in_flight + kills * CONCURRENCY


@pytest.mark.long
def test_killed_among_players_that_need_no_network_too(process, played, tmp_path):
    arguments = ("run", "tictactoe", "connect_four", "--matches", 60, "--player", "random")
    opponent = ("--opponent", "mcts?playouts=8")
    assert process(*arguments, *opponent, "--db", tmp_path / "whole.db").wait().code == 0
    run = process(*arguments, *opponent)
    run.until(lambda: "Run " in run.err)
    kills = 0
    while not run.out and kills < 5:
        time.sleep(0.12)
        if not run.out:
            run.kill()
            kills += 1
            run = process("resume", "latest")
    assert run.wait().code == 0
    assert kills >= 2
    assert played(tmp_path / "agonist.db") == played(tmp_path / "whole.db")


def interrupt(run, patience=8.0, *, twice=False):
    """Press Ctrl-C; it must end by itself, or it is killed and leaves with another code.

    With `twice`, requests are under way that would never be answered: the second time cuts them.

    It takes a fraction of a second, and what it waits for would take far longer than the patience.
    """
    run.send(signal.SIGINT)
    if twice:
        time.sleep(0.3)
        assert not run.out
        run.send(signal.SIGINT)
    said = run.wait(patience)
    return said.told(130, "interrupted")


def test_ctrl_c_ends_a_run_at_once_and_it_can_be_resumed(process, played, tmp_path):
    with Endpoint("careful", latency=0.03) as endpoint:
        arguments = (
            "run",
            "tictactoe",
            "--matches",
            6,
            "--player",
            f"endpoint/careful?base_url={endpoint.url}",
        )
        assert process(*arguments, "--db", tmp_path / "whole.db").wait().code == 0
        before = endpoint.requests
        run = process(*arguments, "--concurrency", 2)
        run.until(lambda: endpoint.requests > before + 20)
        said = interrupt(run)
        assert "agonist resume" in said.err
        assert counts(tmp_path / "agonist.db")[0] == "interrupted"
        again = process("resume", "latest", "--json").wait()
        assert (again.code, again.json["finished"]) == (0, 6)
    assert played(tmp_path / "agonist.db") == played(tmp_path / "whole.db")


def test_a_second_ctrl_c_does_not_wait_for_an_endpoint_that_hangs(process, tmp_path):
    with Endpoint("careful", Faults(hang=1)) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        run = process("run", "tictactoe", "--player", model, "--matches", 4)
        run.until(lambda: endpoint.in_flight == 4)
        interrupt(run, twice=True)
        single = process("play", "tictactoe", model, "random", "--no-store")
        single.until(lambda: endpoint.in_flight >= 1)
        interrupt(single)
    assert counts(tmp_path / "agonist.db")[0] == "interrupted"
    with Store.open(tmp_path / "agonist.db") as store:
        cut = [call for match in store.matches("latest") for call in store.recorded(match)]
    assert [(call.finish, call.tries, call.estimated) for call in cut] == [("unanswered", 1, True)] * 4
    assert all(call.usage.total for call in cut)


@pytest.mark.parametrize(
    ("number", "ignores_sigint"),
    [
        (signal.SIGINT, False),
        pytest.param(signal.SIGTERM, False, marks=pytest.mark.long),
        pytest.param(signal.SIGHUP, False, marks=pytest.mark.long),
        (signal.SIGTERM, True),  # as in the background of a script
    ],
)
@pytest.mark.slow
def test_stopped_by_any_signal_a_run_keeps_the_answers_that_were_under_way(
    number, ignores_sigint, process, tmp_path
):
    with Endpoint("careful", latency=0.4) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        run = process(
            *("run", "guess_average?rounds=2&seats=3", "--player", model, "--matches", 2),
            ignores_sigint=ignores_sigint,
        )
        run.until(lambda: endpoint.in_flight == 6)
        if ignores_sigint:
            run.send(signal.SIGINT)
        run.send(number)
        said = run.wait().told(130, "interrupted", "the answers to 6 requests in flight")
        assert said.err.splitlines()[-1].startswith("  agonist resume ")
        assert status(process) == "interrupted"
        with Store.open(tmp_path / "agonist.db") as store:
            kept = [store.recorded(match) for match in store.matches("latest")]
        assert [len(calls) for calls in kept] == [3, 3]
        assert process("resume", "latest").wait().code == 0
        assert endpoint.requests == 2 * 2 * 3, "nothing was asked twice"


def test_a_run_that_was_killed_is_told_from_one_that_plays(process):
    with Endpoint("careful", Faults(hang=1)) as endpoint:
        run = process("run", "tictactoe", "--player", f"endpoint/careful?base_url={endpoint.url}")
        run.until(lambda: endpoint.in_flight >= 1)
        assert status(process) == "running"
        run.kill()
    assert status(process) == "killed"


def status(process):
    """What `agonist runs` says of the latest run."""
    return json.loads(process("runs", "--json").wait().out)[-1]["status"]


@pytest.mark.long
def test_ctrl_c_does_not_wait_for_a_person_who_thinks(process, tmp_path):
    pipe = tmp_path / "keyboard"
    os.mkfifo(pipe)
    keyboard = os.open(pipe, os.O_RDWR)
    try:
        run = process("run", "tictactoe", "--player", "human", "--opponent", "random", stdin=pipe)
        run.until(lambda: "> " in run.out)
        interrupt(run)
        os.write(keyboard, b"quit\n")
        again = process("resume", "latest", stdin=pipe).wait()
        again.told(130, "left the table")
    finally:
        os.close(keyboard)
    assert counts(tmp_path / "agonist.db")[0] == "interrupted"


def test_ctrl_c_does_not_wait_for_a_search(process, tmp_path):
    run = process("run", "connect_four", "--player", "mcts?playouts=1000000", "--opponent", "random")
    run.until(lambda: "Run " in run.err)
    time.sleep(0.3)
    interrupt(run)
    assert counts(tmp_path / "agonist.db")[0] == "interrupted"


def test_ctrl_c_while_waiting_to_ask_a_broken_endpoint_again(process, tmp_path):
    with Endpoint("careful", Faults(rate_429=1, retry_after=100)) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        run = process("run", "tictactoe", "--player", model, "--matches", 4)
        run.until(lambda: endpoint.requests >= 1)
        time.sleep(0.1)
        interrupt(run)


def test_a_run_that_was_killed_before_its_first_move_is_there(process, tmp_path):
    with Endpoint("careful", Faults(hang=1)) as endpoint:
        run = process(
            "run", "tictactoe", "--player", f"endpoint/careful?base_url={endpoint.url}", "--matches", 2
        )
        run.until(lambda: endpoint.in_flight == 2)
        run.kill()
    listed = json.loads(process("runs", "--json").wait().out)
    assert [(row["matches"], row["finished"]) for row in listed] == [(2, 0)]


@pytest.mark.parametrize("loading", ["agonist.core", "agonist.store"])
def test_ctrl_c_during_the_start_shows_no_traceback(loading, tmp_path):
    script = f"""
import sys
class Pressed:
    def find_spec(self, name, *_):
        if name == {loading!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Pressed())
from agonist.cli import main
main()
"""
    run = subprocess.run(
        [sys.executable, "-c", script, "runs"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert run.returncode == 130
    assert run.stderr.startswith("agonist: interrupted\n")
    assert run.stderr.endswith("\n  agonist runs\n")
    assert "Traceback" not in run.stderr
