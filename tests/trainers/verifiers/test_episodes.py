"""Matches as episodes of verifiers, played against our mock endpoint."""

import asyncio
import time
from collections import Counter
from contextlib import asynccontextmanager
from itertools import islice

import pytest
import verifiers.v1 as vf
from pydantic import ValidationError
from verifiers.v1.clients import EvalClientConfig, ModelContext
from verifiers.v1.serve import EnvClient, EnvServer
from verifiers.v1.utils.loaders import load_environment, resolve_env_config

import agonist
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist_verifiers import AgonistTasksetConfig
from agonist_verifiers.env import mean_placement


@asynccontextmanager
async def playing(address, model="sensible", policy=None, **taskset):
    """A function that plays the nth episode of an environment."""
    config = {"taskset": {"id": "agonist-verifiers", **taskset}, "policy": policy or {}}
    env = load_environment(resolve_env_config(config))
    context = ModelContext(model, EvalClientConfig(base_url=address), vf.SamplingConfig())

    async def play(nth):
        return await env.run_episode(next(islice(env.taskset, nth, None)), context)

    async with env.serving():
        yield play


@pytest.fixture
def refusing():
    """The address of an endpoint whose answers are never moves."""
    with Endpoint("sensible", Faults(apology=1.0)) as served:
        yield served.url


def by_seat(episode):
    return {trace.info["agonist"]["seat"]: trace for trace in episode.traces}


async def test_self_play_has_a_trace_for_each_seat_and_its_reward_is_the_outcome(endpoint):
    async with playing(endpoint, games=["tictactoe"]) as play:
        for nth in range(3):
            episode = await play(nth)
            assert episode.ok
            first, second = by_seat(episode)[0], by_seat(episode)[1]
            assert (first.agent.name, second.agent.name) == ("seat0", "seat1")
            ranks = first.info["agonist"]["ranks"]
            wanted = {(1, 2): (1.0, 0.0), (2, 1): (0.0, 1.0), (1, 1): (0.5, 0.5)}[tuple(ranks)]
            assert (first.reward, second.reward) == wanted
            moves = first.metrics["moves"] + second.metrics["moves"]
            assert moves == first.num_turns + second.num_turns  # no answer was invalid


async def test_a_trace_is_the_conversation_that_an_evaluation_has(endpoint):
    async with playing(endpoint, model="first", games=["tictactoe"]) as play:
        trace = by_seat(await play(0))[1]
    match = agonist.play("tictactoe", [f"endpoint/first?base_url={endpoint}"] * 2, seed="0/0")
    (branch,) = trace.branches
    sent = [message.content for call in calls_of(match, 1) for message in call.sent]
    assert [node.message.content for node in branch.nodes if not node.sampled] == sent


def calls_of(match, seat):
    return [call for step in match.steps for call in step.calls if call.seat == seat]


async def test_without_a_history_each_turn_is_a_branch_that_begins_with_the_rules(endpoint):
    async with playing(endpoint, games=["tictactoe"], player="vllm/policy?history=none") as play:
        trace = by_seat(await play(0))[0]
    assert len(trace.branches) == trace.num_turns >= 3
    assert {len(branch.nodes) for branch in trace.branches} == {3}


async def test_a_thought_is_in_its_own_turn_and_in_no_later_prompt(endpoint):
    async with playing(endpoint, model="thinker", games=["tictactoe"]) as play:
        trace = by_seat(await play(0))[0]
    written = [node for node in trace.nodes if node.sampled]
    assert all("<think>" in node.message.content for node in written)
    prompts = [branch.messages[:-1] for branch in trace.branches]
    assert len(prompts) == len(written) >= 3
    assert not any("<think>" in message.content for prompt in prompts for message in prompt)


async def test_the_same_task_and_answers_give_the_same_match(endpoint):
    setting = {"games": ["liars_dice?seats=3"], "opponents": ["random", "reference"], "seed": 5}
    async with playing(endpoint, model="first", **setting) as play:
        once, again, other = [(await play(nth)).traces for nth in (2, 2, 3)]
    assert [trace.info for trace in once] == [trace.info for trace in again]
    assert once[0].transcript == again[0].transcript != other[0].transcript


async def test_undercover_with_five_learning_seats_has_the_roles_as_names(endpoint):
    async with playing(endpoint, games=["undercover?seats=5"]) as play:
        episodes = [await play(nth) for nth in range(4)]
    for episode in episodes:
        names = Counter(trace.agent.name for trace in episode.traces)
        assert names == {"undercover": 1, "civilian": 4}
        # One side has won, and all of it has the reward.
        assert {(trace.agent.name, trace.reward) for trace in episode.traces} in (
            {("undercover", 1.0), ("civilian", 0.0)},
            {("undercover", 0.0), ("civilian", 1.0)},
        )
    traces = [trace for episode in episodes for trace in episode.traces if trace.agent.name == "undercover"]
    assert len({trace.info["agonist"]["seat"] for trace in traces}) > 1


async def test_kuhn_poker_against_the_equilibrium_pays_what_the_game_pays(endpoint):
    pytest.importorskip("pyspiel")
    async with playing(endpoint, games=["kuhn_poker"], opponents=["equilibrium"], reward="score") as play:
        for nth in range(4):
            (trace,) = (await play(nth)).traces
            told = trace.info["agonist"]
            assert told["players"][1 - told["seat"]] == "equilibrium"
            assert trace.reward == told["scores"][told["seat"]]
            assert abs(trace.reward) in (1, 2)
            assert sum(told["scores"]) == 0


async def test_a_suite_seats_the_learner_and_names_the_game(endpoint):
    async with playing(endpoint, games=["gamabench?games=divide_dollar,el_farol&rounds=1"]) as play:
        episodes = [await play(nth) for nth in range(2)]
    for episode in episodes:
        game = episode.traces[0].info["agonist"]["game"]
        assert {trace.agent.name for trace in episode.traces} == {f"{game}/seat{n}" for n in range(10)}


async def test_invalid_answers_are_asked_again_and_counted(refusing):
    async with playing(refusing, games=["tictactoe"], opponents=["random"]) as play:
        (trace,) = (await play(0)).traces
    assert trace.metrics["fallback_moves"] == trace.metrics["moves"] >= 3
    assert trace.metrics["invalid_answers"] == 3 * trace.metrics["moves"] == trace.num_turns
    assert sum(trace.info["agonist"]["invalid"].values()) == trace.num_turns


async def test_a_forfeit_is_a_lost_match(refusing):
    async with playing(refusing, games=["tictactoe"], opponents=["random"], on_invalid="strict") as play:
        (trace,) = (await play(0)).traces
    assert (trace.reward, trace.num_turns) == (0.0, 1)


async def test_a_seat_that_reaches_its_limit_of_turns_answers_nothing_more(endpoint):
    async with playing(endpoint, policy={"max_turns": 1}, games=["tictactoe"], opponents=["random"]) as play:
        episode = await play(0)
    (trace,) = episode.traces
    assert episode.ok
    assert (trace.stop_condition, trace.num_turns) == ("max_turns", 1)
    assert trace.metrics["fallback_moves"] == trace.metrics["moves"] - 1 >= 1


class FromTheSecondRequest(Faults):
    def draw(self, key, number):
        return "404" if number > 1 else ""


async def test_an_opponent_that_fails_in_mid_match_fails_the_episode_and_is_named(endpoint):
    with Endpoint("sensible", FromTheSecondRequest()) as broken:
        rival = f"rival=endpoint/sensible?base_url={broken.url}"
        async with playing(endpoint, games=["tictactoe"], opponents=[rival]) as play:
            episode = await play(0)
    assert not episode.ok
    (error,) = episode.errors
    assert "tictactoe, seed 0/0: endpoint/sensible" in error.message
    (trace,) = episode.traces
    assert trace.num_turns == 2
    assert not trace.ok
    assert not trace.rewards


async def test_a_learner_that_fails_fails_the_episode(endpoint):
    with Endpoint("sensible", FromTheSecondRequest()) as broken:
        async with playing(broken.url, games=["tictactoe"], opponents=["random"]) as play:
            episode = await play(0)
    assert not episode.ok
    assert "model does not exist" in episode.traces[0].errors[0].message


async def test_seats_that_are_asked_at_once_answer_at_once():
    with Endpoint("sensible", latency=0.2) as slow:
        async with playing(slow.url, games=["guess_average?rounds=1"]) as play:
            assert (await play(0)).ok
        assert slow.max_in_flight == agonist.make("guess_average").seats == 10


async def test_a_system_prompt_of_verifiers_stands_before_the_rules(endpoint, tmp_path):
    (tmp_path / "prompt.txt").write_text("You like corners.")
    prompt = str(tmp_path / "prompt.txt")
    async with playing(endpoint, games=["tictactoe"], system_prompt=prompt) as play:
        trace = by_seat(await play(0))[0]
    (branch,) = trace.branches
    assert branch.messages[0].content.startswith("You like corners.\n\nYou are playing Tic-Tac-Toe")


async def test_an_environment_server_sends_names_and_rewards_as_prime_rl_receives_them(endpoint):
    config = {"taskset": {"id": "agonist-verifiers", "games": ["undercover?seats=5"]}}
    server = EnvServer(resolve_env_config(config), "tcp://127.0.0.1:0")
    serving = asyncio.create_task(server.run())
    client = EnvClient(server.address)
    try:
        task = next(iter(server.env.taskset)).data.model_dump(mode="json")
        episode = await client.run(EvalClientConfig(base_url=endpoint), "first", vf.SamplingConfig(), task)
    finally:
        await client.close()
        serving.cancel()
        await asyncio.wait([serving])
    async with playing(endpoint, model="first", games=["undercover?seats=5"]) as play:
        here = by_seat(await play(0))
    assert episode.ok
    assert len(episode.traces) == 5
    for seat, trace in by_seat(episode).items():
        same = here[seat]
        assert (trace.agent.name, trace.rewards, trace.metrics) == (
            same.agent.name,
            same.rewards,
            same.metrics,
        )
        assert trace.info == same.info


def first_matches(count, **settings):
    config = AgonistTasksetConfig(id="agonist-verifiers", **settings)
    (stream,) = config.streams()
    return list(islice(stream, count))


def test_seats_rotate_on_one_deal_and_the_league_draws_by_deal():
    league = [f"ckpt@{step}=vllm/model?base_url=http://127.0.0.1:{step}/v1" for step in (1000, 2000, 3000)]
    planned = first_matches(60, games=["undercover?seats=5"], opponents=league, learners=2)
    for deal in range(0, 60, 5):
        block = planned[deal : deal + 5]
        assert len({match.seed for match in block}) == 1
        seats = [seat for match in block for seat in range(5) if match.players[seat] == "vllm/policy"]
        assert Counter(seats) == dict.fromkeys(range(5), 2)
        assert len({who for match in block for who in match.players}) == 2
    rivals = {who for match in planned for who in match.players} - {"vllm/policy"}
    assert rivals == {"ckpt@1000", "ckpt@2000", "ckpt@3000"}
    again = first_matches(60, games=["undercover?seats=5"], opponents=league, learners=2)
    assert planned == again
    other = first_matches(60, games=["undercover?seats=5"], opponents=league, learners=2, seed=1)
    assert {match.seed for match in planned}.isdisjoint(match.seed for match in other)


def test_a_match_survives_the_wire():
    config = AgonistTasksetConfig(id="agonist-verifiers", games=["tictactoe", "llmarena"])
    env = load_environment(resolve_env_config({"taskset": config.model_dump()}))
    for task, planned in zip(islice(env.taskset, 6), alternating(config), strict=False):
        sent = type(task.data).model_validate_json(task.data.model_dump_json())
        assert sent.fixture == planned


def alternating(config):
    streams = config.streams()
    while True:
        yield from map(next, streams)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"games": ["tictoe"]}, "did you mean 'tictactoe'"),
        ({"games": ["gamabnch"]}, "did you mean 'gamabench'"),
        ({"games": ["tictactoe?seats=3"]}, "tictactoe is for 2 players"),
        ({"games": []}, "games"),
        ({"opponents": ["randm"]}, "did you mean 'random'"),
        ({"learners": 3}, "2 seats"),
        ({"learners": 1}, "opponents"),
        ({"player": "random"}, "cot:vllm/policy"),
        ({"player": "vllm/policy?temperature=0"}, "--sampling"),
        ({"on_invalid": "lenient"}, "policy"),
        ({"opponents": ["random"] * 20 + ["refrence"]}, "did you mean 'reference'"),
        ({"opponents": ["equilibrium"], "games": ["connect_four"]}, "too large to be solved"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(wrong, told):
    with pytest.raises(ValidationError, match=told):
        AgonistTasksetConfig(**({"id": "agonist-verifiers"} | wrong))


def test_placement_is_the_share_of_others_that_did_worse():
    assert [mean_placement(mine, [1, 2, 2]) for mine in (1, 2, 4)] == [(0.5 + 1 + 1) / 3, 1 / 3, 0.0]


async def test_a_turn_takes_at_most_20_ms_of_processor_time(endpoint):
    async with playing(endpoint, games=["tictactoe"]) as play:
        await play(0)
        began, turns = time.process_time(), 0
        while turns < 300:
            turns += sum(trace.num_turns for trace in (await play(turns)).traces)
        assert (time.process_time() - began) / turns < 0.020
