"""Matches as OpenRLHF's agent (0.11): `--train.agent_func_path` is a file that imports `AgentExecutor`.

The label of a sample (`--data.label_key`) has JSON as `agonist.api.seat_rollout_in_trainer.row_rollout`
takes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from itertools import groupby
from typing import Any

from openrlhf.utils.agent import AgentExecutorBase

from agonist.api.seat_rollout_in_trainer import row_rollout

__all__ = ["AgentExecutor"]


class AgentExecutor(AgentExecutorBase):  # type: ignore[misc]  # it is not installed where types are checked
    """One seat of one match; the other seats are players of ours, or the policy itself."""

    async def execute(
        self,
        prompt: Any,
        label: str,
        sampling_params: Any,
        max_length: int,
        hf_tokenizer: Any,
        llm_engine: Any,
        images: Any = None,
    ) -> dict[str, Any]:
        """The whole conversation of the seat, and where the policy wrote in it. Its score is the reward.

        Raises the errors of `row_rollout`, as for a conversation longer than `max_length`.
        """

        async def generate(read: Sequence[int], _conversation: str) -> tuple[list[int], list[float]]:
            params = deepcopy(sampling_params)
            left = max_length - len(read)
            params.max_tokens = min(params.max_tokens or left, left)
            params.logprobs = 1 if params.logprobs is None else params.logprobs
            (answer,) = (await llm_engine.generate(list(read), params)).outputs
            wrote = list(answer.token_ids)
            chosen = zip(answer.logprobs, wrote, strict=True)
            return wrote, [found[token].logprob for found, token in chosen]

        room = max_length - 1  # for one token at least
        trace, sequence = await row_rollout(label, hf_tokenizer, generate, room, "--data.max_len")
        begins = len(sequence.prompt_ids)
        spans = [
            (begins + group[0], begins + group[-1] + 1)
            for wrote, at in groupby(range(len(sequence.mask)), sequence.mask.__getitem__)
            if wrote and (group := list(at))
        ]
        logprobs = [0.0] * begins + list(sequence.logprobs)
        last = trace.turns[-1].response["choices"][0] if trace.turns else {}
        return {
            "prompt": prompt,
            "label": label,
            "images": images,
            "mm_train_inputs": None,
            "reward": trace.reward,
            "scores": trace.reward,
            "observation_tokens": [*sequence.prompt_ids, *sequence.completion_ids],
            "action_ranges": spans,
            "rollout_log_probs": None if sampling_params.logprobs is None else logprobs,
            "truncated": last.get("finish_reason") == "length",
            "extra_logs": {key: trace.metadata[key] for key in ("seat", "invalid", "fallback")},
        }
