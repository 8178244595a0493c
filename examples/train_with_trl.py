"""TRL's GRPO trains a model on tic-tac-toe: `python train_with_trl.py MODEL`, against itself.

With `environment` behind it, the model plays against random players by calling a tool.
"""

import sys

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from agonist.adapters.trl import GameRollouts, game_environment, outcome_reward

SETTINGS = {"num_generations": 8, "per_device_train_batch_size": 16, "output_dir": "trained"}


def self_play(model, rows=1_000, **more):
    """A trainer whose model has all seats: a row is the conversation of one seat of one match."""
    return GRPOTrainer(
        model=model,
        args=GRPOConfig(**{**SETTINGS, "max_completion_length": 64, **more}),  # tokens of one answer
        train_dataset=Dataset.from_dict({"prompt": ["tictactoe"] * rows}),
        reward_funcs=outcome_reward,
        rollout_func=GameRollouts(),
    )


def against_random(model, rows=1_000, **more):
    """A trainer whose model answers by a tool; each row has a deal, and rows take turns with the seat."""
    prompt = [{"role": "user", "content": ""}]  # the environment adds the rules and the question
    return GRPOTrainer(
        model=model,
        args=GRPOConfig(**{**SETTINGS, "max_completion_length": 4_096, **more}),  # of the whole match
        train_dataset=Dataset.from_dict(
            {
                "prompt": [prompt] * rows,
                "seed": list(range(rows)),
                "seat": [row % 2 for row in range(rows)],
            }
        ),
        environment_factory=game_environment("tictactoe", ["random"]),
    )


if __name__ == "__main__":
    make_trainer = against_random if "environment" in sys.argv[2:] else self_play
    trainer = make_trainer(sys.argv[1])
    trainer.train()
    trainer.save_model("trained")
