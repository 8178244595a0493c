"""Matches as SkyRL's generator (0.3): `GameGenerator` is what `get_generator` of an experiment returns.

The column `agonist` of a row has JSON as `agonist.api.seat_rollout_in_trainer.row_rollout` takes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from skyrl.train.generators.base import GeneratorInput, GeneratorInterface, GeneratorOutput

from agonist.api.seat_rollout_in_trainer import row_rollout
from agonist.match.token_sequences import TokenSequence
from agonist.match.training_trace import TrainingTrace

__all__ = ["GameGenerator"]


class GameGenerator(GeneratorInterface):  # type: ignore[misc]  # it is not installed where types are checked
    """One seat of one match a row; the other seats are players of ours, or the policy itself.

    `inference_engine_client` and `tokenizer` are those that `get_generator` gets, `policy_model_name` what
    SkyRL's `resolve_policy_model_name` says, and `max_input_length` the setting of its `generator`.
    """

    def __init__(
        self,
        inference_engine_client: Any,
        tokenizer: Any,
        policy_model_name: str | None = None,
        max_input_length: int | None = None,
    ) -> None:
        self._engine, self._tokenizer = inference_engine_client, tokenizer
        self._model, self._room = policy_model_name, max_input_length

    async def generate(self, input_batch: GeneratorInput) -> GeneratorOutput:
        """The conversations of all rows, in their order: told tokens are masked, and scores are the rewards.

        Raises the errors of `row_rollout`.
        """
        sampled = {"logprobs": 0, **(input_batch.get("sampling_params") or {})}
        rows = input_batch.get("env_extras") or [{} for _ in input_batch["prompts"]]
        played = await asyncio.gather(*(self._played(row.get("agonist"), sampled) for row in rows))
        traces, sequences = [trace for trace, _ in played], [sequence for _, sequence in played]
        output: GeneratorOutput = {
            "prompt_token_ids": [list(row.prompt_ids) for row in sequences],
            "response_ids": [list(row.completion_ids) for row in sequences],
            "rewards": [trace.reward for trace in traces],
            "loss_masks": [list(row.mask) for row in sequences],
            "stop_reasons": [_ended(trace) for trace in traces],
            "rollout_metrics": {
                f"agonist/{key}": sum(trace.metadata[key] for trace in traces) / len(traces)
                for key in ("invalid", "fallback", "steps")
            },
            "rollout_logprobs": [list(row.logprobs) for row in sequences],
            "trajectory_ids": input_batch.get("trajectory_ids"),
        }
        return output

    async def _played(self, row: Any, sampled: Mapping[str, Any]) -> tuple[TrainingTrace, TokenSequence]:
        async def generate(prompt: Sequence[int], conversation: str) -> tuple[list[int], list[float]]:
            asked = {
                "prompt_token_ids": [list(prompt)],
                "sampling_params": dict(sampled),
                "session_ids": [conversation],
            }
            found = await self._engine.generate(asked, model=self._model)
            return list(found["response_ids"][0]), list((found["response_logprobs"] or [()])[0])

        limit = "generator.max_input_length"
        return await row_rollout(row, self._tokenizer, generate, self._room, limit)


def _ended(trace: TrainingTrace) -> str:
    return str(trace.turns[-1].response["choices"][0]["finish_reason"]) if trace.turns else "stop"
