"""A seat as an environment of TRL 1.16's GRPO: the model plays by calling a tool and is paid its score."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("trl", reason="scripts/test-trainers installs TRL and runs these")

import torch
from datasets import Dataset  # type: ignore[import-untyped]  # it ships none
from tests.trainers.torch.tiny_models import CELLS, caller_of_tools
from trl import GRPOConfig, GRPOTrainer

from agonist.adapters.trl import game_environment
from agonist.core import UsageError
from agonist.players.python_agents import AgentError


def test_an_environment_plays_a_match_and_scores_it():
    new = game_environment("tictactoe", ["random"])
    environment = new()
    assert "Tic-Tac-Toe" in environment.reset(seed=1, prompt="a column that it does not need")
    first = environment.answer("(1, 1)")
    assert "Last move: O" in first
    assert environment.get_reward() == -1  # given up
    assert environment.reset(seed=1, seat=1) != environment.reset(seed=1, seat=0)
    told, tried = "", 0
    while "The match is over" not in told:
        told, tried = environment.answer(CELLS[tried % 9]), tried + 1
    assert environment.get_reward() in (-1, 0, 1)
    with pytest.raises(UsageError, match="nothing is asked"):
        environment.answer("(1, 1)")
    with pytest.raises(UsageError, match="1 player"):
        game_environment("tictactoe", [])


def test_matches_that_are_given_up_are_told_once_with_the_limits_that_may_have_cut_them(caplog):
    new = game_environment("tictactoe", ["random"])
    for environment in (new(), new()):
        environment.reset(seed=1)
        assert environment.get_reward() == -1
    (told,) = caplog.messages
    assert "max_completion_length" in told


def test_an_opponent_that_fails_ends_the_training_and_is_not_paid_as_a_forfeit():
    def failing(question):
        raise ValueError("out of order")

    environment = game_environment("tictactoe", [failing])()
    environment.reset(seed=1)
    for ask in (lambda: environment.answer("(1, 1)"), environment.get_reward):
        with pytest.raises(AgentError, match="out of order"):
            ask()


def test_grpo_trains_a_tiny_model_that_calls_the_tool(tmp_path):
    made = []
    factory = game_environment("tictactoe", ["random"])

    def remembering():
        made.append(factory())
        return made[-1]

    model, tokenizer = caller_of_tools()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    trainer = GRPOTrainer(
        model=model,
        args=GRPOConfig(
            output_dir=str(tmp_path),
            per_device_train_batch_size=4,
            num_generations=4,
            max_completion_length=1500,
            max_tool_calling_iterations=6,
            max_steps=1,
            learning_rate=1e-2,
            logging_steps=1,
            save_strategy="no",
            report_to=[],
            use_cpu=True,
            disable_tqdm=True,
        ),
        train_dataset=Dataset.from_dict({"prompt": [[{"role": "user", "content": ""}]], "seed": [3]}),
        processing_class=tokenizer,
        environment_factory=remembering,
    )
    trainer.train()
    (logged, *_) = trainer.state.log_history
    assert math.isfinite(logged["loss"])
    assert logged["tools/call_frequency"] >= 1
    rewards = [environment.get_reward() for environment in trainer.environments]
    assert len(rewards) == 4
    assert set(rewards) <= {-1, 0, 1}
    assert logged["reward"] == pytest.approx(sum(rewards) / 4)
    assert len(set(rewards)) > 1  # where all are paid alike, nothing is learnt
    after = trainer.model.state_dict()
    assert all(value.isfinite().all() for value in after.values())
    assert any(not torch.equal(before[name], after[name]) for name in before)
