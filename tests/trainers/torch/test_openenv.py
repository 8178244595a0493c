"""Seats as OpenEnv's environments: in this process, and over loopback by its own server and client."""

import asyncio
import re
import runpy
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("openenv", reason="scripts/test-trainers installs OpenEnv and runs these")

import uvicorn
from openenv.core.generic_client import GenericEnvClient
from openenv.core.harness import TrainableSession

from agonist.adapters.openenv import GameAction, GameEnvironment, GameSessionFactory, app_of
from agonist.core import UsageError
from agonist.match.token_sequences import sequences_of
from agonist.match.training_trace import TrainingTrace
from agonist.models.mock_endpoint import Endpoint
from agonist.run_config import RunConfig

ROOT = Path(__file__).parents[3]


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


@pytest.mark.parametrize("history", ["full", "none"])
def test_a_session_plays_with_the_trainers_engine_and_trls_worker_makes_our_sequences_of_its_trace(history):
    worker = pytest.importorskip("trl.experimental.async_grpo.openenv_harness")
    with Endpoint("sensible") as endpoint:
        policy = f"endpoint/m?base_url={endpoint.url}&history={history}"
        factory = GameSessionFactory(policy, ["random"], sampling={"temperature": 0.5})
        sessions = [factory.create("tictactoe", seed=7, episode_id=str(nth)) for nth in range(2)]
        assert all(isinstance(session, TrainableSession) for session in sessions)
        for session in sessions:
            assert session.verify([]).env_reward is None  # not over is not a score of 0
            assert session.wait_for_completion(60) == 0
            trace, verdict = session.fetch_training_trace(), session.verify([])
            session.close()
            assert verdict.done
            assert verdict.env_reward == verdict.artifacts["outcome"]["scores"][0]
            assert all(turn.request["temperature"] == 0.5 for turn in trace.turns)
            theirs, _ = worker._chain_to_sequences(worker._turns_from_training_trace(trace), 0, 0)
            ours = list(sequences_of(TrainingTrace.from_plain(trace.model_dump())))
            assert [row.input_ids for row in theirs] == [
                [*row.prompt_ids, *row.completion_ids] for row in ours
            ]
            for their, our in zip(theirs, ours, strict=True):
                assert their.completion_mask == [0] * len(our.prompt_ids) + list(our.mask)
            assert (len(ours) == len(trace.turns)) == (history == "none")
    for wrong in ({"seat": 1}, {"game": "tictactoe", "seats": 1}):
        with pytest.raises(UsageError, match="a task is"):
            factory.create(wrong)


def test_a_program_that_asked_an_endpoint_ends_without_a_word_about_open_connections():
    with Endpoint("sensible") as endpoint:
        session = f"GameSessionFactory('endpoint/m?base_url={endpoint.url}', ['random']).create('tictactoe')"
        program = f"from agonist.adapters.openenv import *; print({session}.wait_for_completion(60))"
        ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("0\n", "")


def test_the_page_serves_a_seat_and_plays_on_it(monkeypatch, capsys):
    page = (ROOT / "docs" / "trainers.md").read_text("utf-8")
    block = re.findall(r"^## OpenEnv\n.*?^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[0]
    _, serve, play = (shlex.split(line) for line in block.splitlines())
    assert (serve[:2], serve[-1], play[0]) == (["agonist", "openenv"], "&", "python")
    with served(app_of(serve[2], serve[3:-1])) as url:
        monkeypatch.setattr(sys, "argv", [play[1], url])
        runpy.run_path(str(ROOT / play[1]), run_name="__main__")
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 4
    assert all(re.fullmatch(r"seed \d, seat [01]: reward (-1|0|1)(\.0)?", line) for line in told)
