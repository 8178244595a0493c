"""Training traces: their fields, their JSON, and what they refuse."""

import json
from dataclasses import fields, replace

import pytest

from agonist.core import UsageError
from agonist.match.training_trace import NoTokenIds, TrainingTrace, TrainingTurn

TURN = TrainingTurn(
    "a-0", (5, 6), (7, 8, 9), (-0.5, -1.25, 0.0), (0, 0, 1, 1, 1), {"messages": []}, {}, {"step": 0}
)
TRACE = TrainingTrace((TURN, replace(TURN, node_id="a-1")), -1.0, {"game": "tictactoe", "seat": 1})


def test_the_fields_are_those_of_openenv_0_10():
    assert [each.name for each in fields(TrainingTurn)] == [
        *("node_id", "prompt_token_ids", "completion_token_ids", "per_token_logps", "loss_mask"),
        *("request", "response", "metadata"),
    ]
    assert TRACE.openenv().keys() == {"schema_version", "turns"}
    assert TRACE.schema_version == 1


def test_a_trace_survives_json():
    line = json.loads(json.dumps(TRACE.plain()))
    assert TrainingTrace.from_plain(line) == TRACE
    alone = TrainingTrace.from_plain(line["trace"])
    assert (alone.turns, alone.reward, alone.metadata) == (TRACE.turns, None, {})


@pytest.mark.parametrize(
    "change",
    [
        {"prompt_token_ids": ()},
        {"per_token_logps": (-0.5, -1.25)},
        {"per_token_logps": (-0.5, -1.25, 0.1)},
        {"per_token_logps": (-0.5, -1.25, float("nan"))},
        {"completion_token_ids": (7, 8, -9)},
        {"completion_token_ids": (7, 8, True)},
        {"loss_mask": ()},
        {"loss_mask": (0, 1, 1, 1, 1)},
        {"loss_mask": (0, 0, 1, 1)},
        {"loss_mask": (0, 0, 1, 1, 2)},
    ],
)
def test_numbers_that_no_trainer_could_use_are_refused_by_the_name_of_the_call(change):
    with pytest.raises(NoTokenIds, match="a-0: "):
        replace(TURN, **change)


def test_a_turn_may_be_a_text_without_ids():
    turn = TrainingTurn("a-0", response={"choices": []})
    assert turn.loss_mask == ()


@pytest.mark.parametrize(
    "plain", [{}, {"trace": []}, {"turns": [{}]}, {"turns": [{"node_id": "a", "ids": []}]}, {"turns": [7]}]
)
def test_what_is_no_trace_is_refused(plain):
    with pytest.raises(UsageError):
        TrainingTrace.from_plain(plain)


def test_two_turns_are_two_calls():
    with pytest.raises(UsageError):
        TrainingTrace((TURN, TURN))
