"""Seats as OpenEnv's environments: in this process, and over loopback by its own server and client."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

pytest.importorskip("openenv", reason="scripts/test-trainers installs OpenEnv and runs these")

import uvicorn
from openenv.core.generic_client import GenericEnvClient

from agonist.adapters.openenv import GameAction, GameEnvironment, app_of
from agonist.core import UsageError
from agonist.run_config import RunConfig


def environment(target="tictactoe", opponents=("random",), **more):
    return GameEnvironment(target, opponents, RunConfig().player_registry(), **more)


def played(env, observation, choose=lambda legal: legal[0]):
    """All observations to the end of the match."""
    seen = [observation]
    while not seen[-1].done:
        seen.append(env.step(GameAction(answer=choose(seen[-1].legal))))
    return seen


@contextmanager
def served(app):
    """The address of an application that uvicorn serves in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def test_a_match_ends_with_the_score_of_the_seat_as_reward():
    env = environment()
    seen = played(env, env.reset(seed=1))
    assert "(1, 1)" in seen[0].text
    assert "Tic-Tac-Toe" in seen[0].text
    assert "Tic-Tac-Toe" not in seen[1].text  # what it was told before is not told again
    assert [each.reward for each in seen[:-1]] == [0.0] * (len(seen) - 1)
    state = env.state
    assert state.over
    assert seen[-1].reward == state.scores[0]
    assert state.step_count == len(seen) - 1


def test_the_same_seed_gives_the_same_match_from_either_seat():
    for seat in (0, 1):
        env = environment()
        first, second = (played(env, env.reset(seed=3, seat=seat)) for _ in range(2))
        assert [each.text for each in first] == [each.text for each in second]
        assert env.state.seat == seat


def test_an_invalid_answer_is_asked_again_and_counted():
    env = environment()
    env.reset(seed=1)
    refused = env.step(GameAction(answer="I give up"))
    assert refused.metadata["complaint"]
    assert not refused.done
    assert (env.state.invalid, env.state.step_count) == (1, 1)
    following = env.step(GameAction(answer=refused.legal[0]))
    assert not following.metadata
    env.close()
    with pytest.raises(UsageError, match="nothing is asked"):
        env.step(GameAction(answer="(1, 1)"))


def test_a_match_that_is_not_over_is_given_up_at_the_next_reset():
    env = environment("liars_dice?seats=3", ("random", "reference"))
    for seed in range(3):
        assert "dice" in env.reset(seed=seed).text
    env.close()


def test_an_opponent_that_takes_too_long_is_a_timeout():
    async def slow(observation):
        await asyncio.sleep(60)

    env = environment(opponents=(slow,))
    env.reset(seed=1)
    with pytest.raises(TimeoutError, match="took longer"):
        env.step(GameAction(answer="(1, 1)"), timeout_s=0.05)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("tictactoe", ("random", "random")), "1 player"),
        (("tictactoe", ("nobody",)), "nobody"),
        (("no_such_game", ("random",)), "no_such_game"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_served(arguments, wrong):
    with pytest.raises(UsageError, match=wrong):
        app_of(*arguments)
    with pytest.raises(UsageError, match="seats 0 to 1"):
        app_of("tictactoe", ("random",), seat=2)


def test_openenvs_own_client_plays_over_a_websocket():
    with served(app_of("tictactoe", ("reference",))) as url, GenericEnvClient(base_url=url).sync() as env:
        for seed in range(2):
            result = env.reset(seed=seed)
            while not result.done:
                result = env.step({"answer": result.observation["legal"][0]})
            state = env.state()
            assert state["over"]
            assert result.reward == state["scores"][0]


def test_sessions_do_not_share_a_match():
    with (
        served(app_of("tictactoe", ("random",))) as url,
        GenericEnvClient(base_url=url).sync() as one,
        GenericEnvClient(base_url=url).sync() as other,
    ):
        one.reset(seed=1)
        other.reset(seed=1, seat=1)
        one.step({"answer": "(2, 2)"})
        assert (one.state()["step_count"], other.state()["step_count"]) == (1, 0)
        assert (one.state()["seat"], other.state()["seat"]) == (0, 1)


def test_the_command_serves_a_seat_until_it_is_stopped():
    command = [sys.executable, "-m", "agonist", "openenv", "liars_dice", "random", "random", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        for line in program.stderr:
            if found := re.search(r"http://[\d.:]+", line):
                break
        with GenericEnvClient(base_url=found[0]).sync() as env:
            assert "dice" in env.reset(seed=1).observation["text"]
            assert env.state()["seats"] == 3
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=30)
    assert program.returncode == 0
