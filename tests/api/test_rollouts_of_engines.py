"""Rollouts against an engine that counts what it read and wrote: every id of a trace is one of its own."""

import json

import pytest

import agonist
from agonist.export.rollouts import FILE
from agonist.match.training_trace import NoTokenIds, TrainingTrace
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.mock_endpoint.tokenizer import decode, encode

GAMES = ("tictactoe", "texas_holdem", "prisoners_dilemma?seats=2&rounds=4", "undercover")


def played(endpoint, game, n=1, **more):
    policy = f"endpoint/m?base_url={endpoint.url}"
    return list(agonist.rollouts(game, policy, n=n, seed=3, **more))


def rows_of(traces):
    return sorted(
        (turn.prompt_token_ids, turn.completion_token_ids) for trace in traces for turn in trace.turns
    )


def calls_of(endpoint):
    """What the engine saw, session by session."""
    return [endpoint.tokens.calls(session) for session in endpoint.tokens.sessions]


@pytest.mark.parametrize("game", GAMES)
def test_every_row_is_a_call_that_the_engine_saw_and_no_call_is_missing(game):
    with Endpoint("sensible") as endpoint:
        traces = played(endpoint, game)
        seen = sorted((call.prompt, call.completion) for calls in calls_of(endpoint) for call in calls)
    assert rows_of(traces) == seen
    texts = {True: 0, False: 0}
    for turn in (turn for trace in traces for turn in trace.turns):
        text = turn.response["choices"][0]["message"]["content"]
        assert decode(turn.completion_token_ids) == text
        texts[list(turn.completion_token_ids[:-1]) == encode(text)] += 1
    assert texts[False] > texts[True]  # tokenised again, nearly all would differ


@pytest.mark.parametrize("game", GAMES)
def test_ids_begin_with_those_of_the_turn_before_where_the_conversation_is_kept(game):
    with Endpoint("sensible") as endpoint:
        played(endpoint, game, n=4, options={"history": "full"})
        conversations = calls_of(endpoint)
    assert any(len(calls) > 1 for calls in conversations)
    for calls in conversations:
        for number, call in enumerate(calls):
            assert call.after == (number - 1 if number else None)
            before = calls[number - 1]
            # Endpoints refuse empty messages: "(no answer)" stands for an empty one.
            same = before.whole if len(before.completion) > 1 else before.prompt
            assert call.common == (len(same) if number else 0)


@pytest.mark.parametrize("game", ["tictactoe", "undercover"])
def test_ids_differ_from_the_first_token_of_a_thought_where_thoughts_were_dropped(game):
    with Endpoint("thinker") as endpoint:
        traces = played(endpoint, game, options={"history": "full"})
        conversations = calls_of(endpoint)
    later = [(calls[number - 1], calls[number]) for calls in conversations for number in range(1, len(calls))]
    assert later
    for before, call in later:
        assert call.common == len(before.prompt)  # all that was read, and nothing that was written
    thoughts = [turn for trace in traces for turn in trace.turns]
    assert all("</think>" in decode(turn.completion_token_ids) for turn in thoughts)
    assert all(sum(turn.loss_mask) == len(turn.completion_token_ids) for turn in thoughts)


def test_without_history_nothing_goes_on():
    with Endpoint("careful") as endpoint:
        played(endpoint, "tictactoe", options={"history": "none"})
        for calls in calls_of(endpoint):
            rules = {call.common for call in calls if call.after is not None}
            assert all(call.common < len(call.prompt) for call in calls)
            assert len({call.prompt[: min(rules)] for call in calls}) == 1


@pytest.mark.parametrize("fault", ["no_token_ids", "no_prompt_ids", "odd_logprobs", "refusal"])
def test_a_call_whose_ids_are_not_whole_is_named_and_never_a_row(fault):
    with Endpoint("careful", Faults(**{fault: 0.15})) as endpoint:
        with pytest.raises(NoTokenIds, match=r"match \d+: [0-9a-f]{16}-\d-\d+-\d+: "):
            played(endpoint, "tictactoe", n=4)
        kept = played(endpoint, "tictactoe", n=4, incomplete="skip")
    assert 0 < len(kept) < 8
    assert all(turn.loss_mask for trace in kept for turn in trace.turns)


def test_an_endpoint_without_log_probabilities_is_named():
    with (
        Endpoint("careful", logprobs=False) as endpoint,
        pytest.raises(NoTokenIds, match="log-probabilities"),
    ):
        played(endpoint, "tictactoe")


def test_an_answer_that_was_cut_off_ends_where_the_engine_stopped():
    with Endpoint("babbler") as endpoint:
        traces = played(endpoint, "tictactoe", options={"max_tokens": 12})
        seen = sorted((call.prompt, call.completion) for calls in calls_of(endpoint) for call in calls)
    cut = [turn for trace in traces for turn in trace.turns]
    assert {turn.response["choices"][0]["finish_reason"] for turn in cut} == {"length"}
    assert rows_of(traces) == seen


def test_tokens_asked_of_a_run_are_exported_and_go_on_after_an_interruption(command, tmp_path):
    db, out = tmp_path / "a.db", tmp_path / "out"
    with Endpoint("sensible") as endpoint:
        player = f"me=endpoint/m?base_url={endpoint.url}"
        start = ("run", "tictactoe", player, "random", "--matches", "4", "--db", db, "--tokens", "--quiet")
        assert command(*start, "--budget-requests", "9").code == 5
        partly = command("export", "latest", "--db", db, "--format", "rollouts", "--output", out)
        assert "not played to the end" in partly.out
        again = ("resume", "latest", "--db", db, "--budget-requests", "900", "--quiet")
        assert command(*again).code == 0
        seen = {(call.prompt, call.completion) for calls in calls_of(endpoint) for call in calls}
    assert command("export", "latest", "--db", db, "--format", "rollouts", "--output", out).code == 0
    lines = (out / FILE).read_text(encoding="utf-8").splitlines()
    traces = [TrainingTrace.from_plain(json.loads(line)) for line in lines]
    assert len(traces) == 4
    assert {trace.metadata["player"] for trace in traces} == {"me"}
    assert {*rows_of(traces)} <= seen
    assert all(turn.loss_mask for trace in traces for turn in trace.turns)


def test_a_run_asks_for_no_ids_unless_it_is_told_to(tmp_path):
    with Endpoint("careful") as endpoint:
        player = f"endpoint/m?base_url={endpoint.url}"
        agonist.run("tictactoe", [player, "random"], matches=2, db=tmp_path / "a.db")
        assert endpoint.tokens.sessions == ()
        assert not any("logprobs" in request.body for request in endpoint.recent)


def test_answers_from_the_cache_have_their_ids(tmp_path):
    config = agonist.RunConfig(cache=tmp_path / "cache.db")
    with Endpoint("careful") as endpoint:
        first = played(endpoint, "tictactoe", config=config)
        asked = endpoint.requests
        assert played(endpoint, "tictactoe", config=config) == first
        assert endpoint.requests == asked
