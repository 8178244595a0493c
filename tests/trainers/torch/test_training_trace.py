"""What `agonist.rollouts` yields and `export --format rollouts` writes, read by OpenEnv's own class."""

import json

import pytest

import agonist
from agonist.match.training_trace import TrainingTrace
from agonist.models.protocol import Reply, TokenIds

pytest.importorskip("openenv", reason="scripts/test-trainers installs OpenEnv and runs these")

from openenv.core.harness import training
from tests.models.test_transformers_in_process import tiny  # noqa: F401  a fixture


def first_free(messages, settings):
    cell = messages[-1].content.partition("one of ")[2][:8]
    ids = TokenIds(tuple(range(1, 40)), (7, 8, 9), (-0.5, 0.0, -2.25))
    return Reply(f'{{"cell": {cell}}}', "stop", token_ids=ids)


def test_openenv_0_10_reads_every_trace_and_keeps_all_of_it():
    for trace in agonist.rollouts("tictactoe", first_free, n=2, seed=3):
        line = json.loads(json.dumps(trace.plain()))
        official = training.TrainingTrace.model_validate(line["trace"])
        assert official.model_dump() == line["trace"] == trace.openenv()
        assert {turn.metadata["attempt"] for turn in official.turns} >= {1}
        again = training.TrainingTrace.from_entries(official.to_trace_entries())
        assert [turn.node_id for turn in again.turns] == [turn.node_id for turn in trace.turns]


def test_openenv_0_10_has_no_room_for_a_reward_so_it_stands_beside_the_trace():
    trace = TrainingTrace((), 1.0, {"seat": 0})
    with pytest.raises(ValueError, match="extra"):
        training.TrainingTrace.model_validate(trace.openenv() | {"reward": 1.0})
    assert training.TrainingTrace.model_validate(trace.plain()["trace"]).turns == []


def test_a_model_of_transformers_plays_itself_and_its_ids_are_its_own(tiny):  # noqa: F811  as above
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny.removeprefix("transformers/"))
    policy = f"{tiny}?temperature=1&top_k=0&max_tokens=6"
    traces = list(agonist.rollouts("tictactoe", policy, n=1, on_invalid="strict"))
    assert [trace.metadata["seat"] for trace in traces] == [0, 1]
    turns = [turn for trace in traces for turn in trace.turns]
    assert turns
    for turn in turns:
        official = training.TrainingTurn.model_validate(turn.plain())
        asked = "".join(f"{message['content']}\n" for message in turn.request["messages"])
        assert official.prompt_token_ids == tokenizer(f"{asked}>")["input_ids"]
        text = turn.response["choices"][0]["message"]["content"]
        assert tokenizer.decode(official.completion_token_ids, skip_special_tokens=True) == text
        assert len(official.completion_token_ids) <= 6
