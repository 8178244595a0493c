"""`agonist.rollouts`: traces of matches that are played for a trainer."""

import asyncio
import json
from hashlib import blake2b
from random import Random

import pytest

import agonist
from agonist.core import AgonistError, UsageError
from agonist.export.rollouts import FILE
from agonist.match.training_trace import NoTokenIds, TrainingTrace
from agonist.models.mock_endpoint import MOCK_MODELS, Endpoint
from agonist.models.protocol import Message, Reply, TokenIds


class Engine:
    """A policy that counts: what it read and wrote, by the ids that it gave out."""

    def __init__(self, mock="sensible", *, ids=True):
        self.mock, self.ids, self.calls = MOCK_MODELS[mock], ids, {}
        self.open = self.most = 0

    async def __call__(self, messages, settings):
        assert settings.token_ids == self.ids
        self.open += 1
        self.most = max(self.most, self.open)
        await asyncio.sleep(0)
        self.open -= 1
        asked = "\n".join(each.content for each in messages)
        rng = Random(f"{asked}:{settings.origin.seat}:{settings.seed}")
        text = self.mock([{"role": each.role, "content": each.content} for each in messages], rng)
        read = tuple(int.from_bytes(blake2b(word.encode(), digest_size=3).digest()) for word in asked.split())
        wrote = tuple(ord(letter) for letter in text)
        tokens = TokenIds(read, wrote, tuple(-rng.random() for _ in wrote))
        self.calls[read, wrote] = tokens.logprobs
        return Reply(text, "stop", token_ids=tokens if self.ids else None)


def test_self_play_gives_a_trace_a_seat_and_a_row_a_call():
    engine = Engine()
    traces = list(agonist.rollouts("tictactoe", engine, n=3, seed=5))
    assert [trace.metadata["seat"] for trace in traces] == [0, 1] * 3
    turns = [turn for trace in traces for turn in trace.turns]
    seen = {(turn.prompt_token_ids, turn.completion_token_ids): turn.per_token_logps for turn in turns}
    assert seen == engine.calls
    for turn in turns:
        read, wrote = len(turn.prompt_token_ids), len(turn.completion_token_ids)
        assert turn.loss_mask == (0,) * read + (1,) * wrote
        assert (
            "".join(map(chr, turn.completion_token_ids)) == turn.response["choices"][0]["message"]["content"]
        )
    for first, second in zip(traces[::2], traces[1::2], strict=True):
        assert (first.reward, second.reward) == tuple(first.metadata["outcome"]["scores"])
        assert first.reward == -second.reward
        steps = [turn.metadata["step"] for turn in first.turns if not turn.metadata["error"]]
        assert all(step % 2 == 0 for step in steps)
        assert (first.metadata["role"], second.metadata["role"]) == ("Player 1", "Player 2")


@pytest.mark.slow
def test_matches_are_played_at_once_and_the_same_seed_gives_the_same_traces():
    engine = Engine()
    traces = list(agonist.rollouts("connect_four", engine, ["random"], n=6, seed=2))
    assert engine.most > 1
    assert traces == list(agonist.rollouts("connect_four", Engine(), ["random"], n=6, seed=2))
    assert traces != list(agonist.rollouts("connect_four", Engine(), ["random"], n=6, seed=3))


def test_the_policy_takes_turns_at_the_seats_and_opponents_at_the_others():
    league = ["random", "first=fixed?answers=cooperate"]
    traces = list(agonist.rollouts("prisoners_dilemma?seats=3&rounds=2", Engine(), league, n=6, seats=2))
    assert [trace.metadata["seat"] for trace in traces] == [0, 1, 1, 2, 0, 2] * 2
    met = {name for trace in traces for name in trace.metadata["opponents"]}
    assert met == {"policy", "random", "first"}


def test_opponents_can_be_earlier_policies_whose_calls_are_not_learnt_from():
    now, before = Engine(), Engine("first", ids=False)
    traces = list(agonist.rollouts("tictactoe", now, {"before": before}, n=4))
    assert {tuple(trace.metadata["opponents"]) for trace in traces} == {("before",)}
    rows = {(turn.prompt_token_ids, turn.completion_token_ids) for trace in traces for turn in trace.turns}
    assert rows == now.calls.keys()
    assert before.calls


def test_a_function_that_answers_conversations_plays_wherever_players_do(tmp_path):
    engine = Engine(ids=False)
    match = agonist.play("tictactoe", [engine, "random"], seed=1)
    assert len(engine.calls) == sum(call.seat == 0 for step in match.steps for call in step.calls) > 2
    status = agonist.run("tictactoe", {"me": engine}, opponents="random", matches=2, db=tmp_path / "a.db")
    assert status.status == "finished"


def test_a_game_that_pays_in_every_round_has_a_reward_a_turn():
    for trace in agonist.rollouts("prisoners_dilemma?seats=2&rounds=4", Engine(), ["random"], n=2):
        rewards = [turn.metadata["reward"] for turn in trace.turns]
        assert len(trace.turns) == 4
        assert sum(rewards) == trace.reward
        assert {0, 1, 3, 5} >= {*rewards}
    trace, *_ = agonist.rollouts("tictactoe", Engine())
    assert {turn.metadata["reward"] for turn in trace.turns} == {None}


def test_a_seat_is_told_by_the_role_that_the_game_gives_it():
    traces = list(agonist.rollouts("chameleon?seats=3", Engine("careful"), seed=1))
    assert sorted(trace.metadata["role"] for trace in traces) == ["chameleon", "other", "other"]


def test_invalid_attempts_are_turns_with_what_was_wrong():
    def stubborn(messages, settings):
        return Reply('{"cell": "(1, 1)"}', "stop", token_ids=TokenIds((1,), (2,), (-1.0,)))

    first, second = agonist.rollouts("tictactoe", stubborn, seed=1)
    assert second.metadata["invalid"] > 0
    wrong = [turn for turn in second.turns if turn.metadata["error"]]
    assert [turn.metadata["attempt"] for turn in wrong][:3] == [1, 2, 3]
    assert all(turn.metadata["complaint"] and turn.loss_mask == (0, 1) for turn in wrong)
    assert sum(turn.metadata["error"] != "" for turn in first.turns) == first.metadata["invalid"]
    assert second.metadata["fallback"] == len({turn.metadata["step"] for turn in wrong})


def test_a_policy_that_never_gives_a_valid_answer_is_not_set_aside():
    def silent(messages, settings):
        return Reply("", "stop", token_ids=TokenIds((1,), (2,), (-1.0,)))

    traces = list(agonist.rollouts("tictactoe", silent, ["random"], n=8))
    assert len(traces) == 8
    assert sum(trace.metadata["invalid"] for trace in traces) > 30


def test_a_group_has_one_deal_and_samples_of_its_own():
    holdem = "texas_holdem"
    drawn = {"seeded": "yes"}
    groups = {}
    for trace in agonist.rollouts(holdem, Engine(), ["random"], n=16, group=8, options=drawn):
        groups.setdefault(trace.metadata["group"], []).append(trace)
    assert {len(group) for group in groups.values()} == {8}
    assert len(groups) == 2
    for group in groups.values():
        assert len({trace.metadata["seat"] for trace in group}) == 1
        began = [trace.turns[0] for trace in group if trace.turns]
        cards = {turn.request["messages"][1]["content"].partition("Your cards")[2][:50] for turn in began}
        assert len(cards) == 1
        wrote = {turn.completion_token_ids for turn in began}
        assert len(wrote) > 1
    with pytest.raises(UsageError):
        agonist.rollouts("tictactoe", Engine(), n=6, group=4)


def test_a_group_of_a_checkpoint_has_checkpoints_names():
    with Endpoint("careful") as endpoint:
        policy = f"ckpt@200=endpoint/m?base_url={endpoint.url}"
        traces = list(agonist.rollouts("tictactoe", policy, n=2, group=2))
    assert {trace.metadata["player"] for trace in traces} == {"ckpt.1@200", "ckpt.2@200"}


def test_a_call_without_ids_is_an_error_that_names_what_to_switch_on():
    with pytest.raises(NoTokenIds, match="return_token_ids"):
        next(agonist.rollouts("tictactoe", lambda messages, settings: Reply("(1, 1)", "stop")))
    for trace in agonist.rollouts("tictactoe", Engine(ids=False), n=2, incomplete="text"):
        assert all(not turn.loss_mask and turn.response["choices"] for turn in trace.turns)


@pytest.mark.parametrize(
    "tokens",
    [
        TokenIds(None, (1,), (-1.0,)),
        TokenIds((), (1,), (-1.0,)),
        TokenIds((1,), None, (-1.0,)),
        TokenIds((1,), (1,), None),
        TokenIds((1,), (1, 2), (-1.0,)),
    ],
)
def test_ids_that_are_not_whole_are_an_error_or_no_trace(tokens, caplog):
    def policy(messages, settings):
        return Reply(
            "(1, 1)", "stop", token_ids=tokens if settings.origin.seat else TokenIds((1,), (2,), (-0.5,))
        )

    with pytest.raises(NoTokenIds, match=r"match 1: .*-1-"):
        list(agonist.rollouts("tictactoe", policy))
    (kept,) = agonist.rollouts("tictactoe", policy, incomplete="skip")
    assert kept.metadata["seat"] == 0
    assert "no trace of seat 1" in caplog.text


@pytest.mark.parametrize(
    ("policy", "more"),
    [
        ("random", {}),
        (7, {}),
        ("vllm/m", {"n": 0}),
        ("vllm/m", {"seats": 1}),
        ("vllm/m", {"seats": 2, "opponents": "random"}),
        ("vllm/m", {"options": {"histry": "none"}}),
        ("vllm/m", {"on_invalid": "lenient"}),
        ("vllm/m", {"group": 0}),
        (lambda observation: "(1, 1)", {}),
    ],
)
def test_wrong_requests_are_refused_before_anything_is_played(policy, more):
    with pytest.raises(UsageError):
        agonist.rollouts("tictactoe", policy, **more)


def test_the_error_of_a_policy_comes_after_the_traces_of_other_matches():
    def policy(messages, settings):
        raise ValueError("out of memory")

    with pytest.raises(AgonistError, match="out of memory"):
        list(agonist.rollouts("tictactoe", policy))


def test_the_options_of_a_policy_are_those_of_a_model():
    asked: list[list[Message]] = []

    def policy(messages, settings):
        asked.append(list(messages))
        assert settings.temperature == 0.5
        return Reply("(1, 1)", "stop", token_ids=TokenIds((1,), (2,), (-0.5,)))

    list(agonist.rollouts("tictactoe", policy, options={"history": "none", "temperature": 0.5}))
    assert max(map(len, asked)) == 6  # rules and view, then two wrong answers and what was wrong with each


def test_an_export_of_the_same_matches_has_the_same_traces(command, tmp_path):
    db = tmp_path / "a.db"
    traces = list(agonist.rollouts("tictactoe", Engine(), ["random"], n=3, seed=4, db=db))
    said = command("export", "latest", "--db", db, "--format", "rollouts", "--output", tmp_path / "out")
    assert said.code == 0
    lines = (tmp_path / "out" / FILE).read_text(encoding="utf-8").splitlines()
    assert [TrainingTrace.from_plain(json.loads(line)) for line in lines] == traces
    assert traces == list(agonist.rollouts("tictactoe", Engine(), ["random"], n=3, seed=4))


def test_a_run_without_ids_says_so_by_name(command, tmp_path):
    db = tmp_path / "a.db"
    list(agonist.rollouts("tictactoe", Engine(ids=False), db=db, incomplete="text"))
    said = command("export", "latest", "--db", db, "--format", "rollouts", "--output", tmp_path / "out")
    said.told(2, "--tokens")
    assert not (tmp_path / "out" / FILE).exists()


def test_calls_go_on_with_deals_seats_and_opponents_where_the_last_ended():
    league = ["random", "reference"]
    whole = list(agonist.rollouts("tictactoe", Engine(), league, n=8, group=2, seed=4))
    parts = [
        trace
        for first in (0, 1, 3)
        for trace in agonist.rollouts(
            "tictactoe", Engine(), league, n=4 if first == 1 else 2, group=2, seed=4, first=first
        )
    ]
    assert [trace.metadata["opponents"] for trace in whole] == [["random"]] * 4 + [["reference"]] * 4

    def course(trace):
        return trace.reward, trace.metadata["deal"], trace.metadata["seat"], trace.metadata["opponents"]

    assert list(map(course, parts)) == list(map(course, whole))
    with pytest.raises(UsageError, match="first"):
        agonist.rollouts("tictactoe", Engine(), first=-1)
