"""One seat of one match for a trainer: the trace that `rollouts` gives, and rows of data that say which."""

import asyncio
import json

import pytest
from tests.players.test_policy_sampled_by_trainer import END, Letters, engine

import agonist
from agonist import Reply, TokenIds
from agonist.api.seat_rollout_in_trainer import row_rollout, seat_rollout
from agonist.core import UsageError


async def first_free(messages, settings):
    _, _, free = messages[-1].content.partition("one of ")
    return Reply(f'{{"cell": {free[:8]}}}', "stop", token_ids=TokenIds((7, 8), (9,), (-0.1,)))


@pytest.mark.parametrize(("opponents", "seat"), [((), 1), (["random"], 0)])
def test_it_is_the_trace_that_rollouts_give_for_the_same_seed(opponents, seat):
    traces = agonist.rollouts("tictactoe", first_free, opponents, seed=5)
    theirs = next(trace for trace in traces if trace.metadata["seat"] == seat)
    ours = asyncio.run(seat_rollout(first_free, "tictactoe", opponents, seed="5/0", seat=seat))
    assert ours.reward == theirs.reward
    assert ours.metadata["outcome"] == theirs.metadata["outcome"]
    assert [turn.response for turn in ours.turns] == [turn.response for turn in theirs.turns]


class Tokenizer(Letters):
    eos_token_id = END


def test_a_row_is_json_with_what_a_match_needs_and_nothing_else():
    def played(row):
        generate, _ = engine('{"cell": "(1, 1)"}', '{"cell": "(2, 2)"}', '{"cell": "(3, 3)"}')
        return asyncio.run(row_rollout(row, Tokenizer(), generate))

    row = {"game": "tictactoe", "seed": 1, "seat": 1, "opponents": ["random"]}
    trace, sequence = played(json.dumps(row))
    assert (trace.metadata["seat"], trace.metadata["opponents"]) == (1, ["random"])
    assert sum(sequence.mask) == sum(len(turn.completion_token_ids) for turn in trace.turns) > 0
    for wrong in (
        None,
        "tictactoe",
        row,
        "{}",
        json.dumps({"game": "tictactoe"}),
        json.dumps({**row, "n": 1}),
    ):
        with pytest.raises(UsageError, match="a row of data"):
            played(wrong)
    for key, value in (
        ("seat", 2),
        ("game", "tictactoo"),
        ("opponents", ["random"] * 2),
        ("on_invalid", "?"),
    ):
        with pytest.raises(UsageError):
            played(json.dumps({**row, key: value}))
