"""Matches as verl's agent loops (0.9): the column `agonist` of a row says which seat of which match it plays.

The column has JSON as `agonist.api.seat_rollout_in_trainer.row_rollout` takes it. A file of agent loops names
`agonist.adapters.verl.GameAgentLoop`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopMetrics, AgentLoopOutput

from agonist.api.seat_rollout_in_trainer import row_rollout
from agonist.core import UsageError

__all__ = ["GameAgentLoop"]


class GameAgentLoop(AgentLoopBase):  # type: ignore[misc]  # verl is not installed where types are checked
    """One seat of one match; the other seats are players of ours, or the policy itself.

    `max_tokens` is the most tokens of one answer, which verl has no setting for; the rest is what it gets.
    """

    def __init__(self, *given: Any, max_tokens: int | None = None, **named: Any) -> None:
        super().__init__(*given, **named)
        self._max_tokens = max_tokens

    async def run(self, sampling_params: dict[str, Any], **row: Any) -> AgentLoopOutput:
        """The whole conversation of the seat: what it was told in between is masked. Its score is the reward.

        Raises the errors of `row_rollout`, and `UsageError` for a conversation that is longer than
        `data.max_prompt_length` and `data.max_response_length` let it be.
        """
        opens = self.rollout_config.prompt_length
        follows = self.rollout_config.response_length
        first: dict[str, int] = {}

        async def generate(prompt: Sequence[int], conversation: str) -> tuple[list[int], list[float]]:
            begins = first.setdefault(conversation, len(prompt))
            left = follows - (len(prompt) - begins)
            if begins > opens or left < 1:
                what, most = ("prompt", opens) if begins > opens else ("response", follows)
                raise UsageError(
                    f"the conversation has {begins:,} tokens before its first answer and has had "
                    f"{len(prompt) - begins:,} since, and data.max_{what}_length is {most:,}: raise it, or "
                    "choose a shorter game or fewer retries (on_invalid)"
                )
            most = min(left, self._max_tokens or left)
            found = await self.server_manager.generate(
                request_id=conversation,
                prompt_ids=list(prompt),
                sampling_params={**sampling_params, "logprobs": True, "max_tokens": most},
            )
            return list(found.token_ids), list(found.log_probs or ())

        trace, sequence = await row_rollout(row.get("agonist"), self.tokenizer, generate)
        about = {key: trace.metadata[key] for key in ("role", "invalid", "fallback")}
        return AgentLoopOutput(
            prompt_ids=list(sequence.prompt_ids),
            response_ids=list(sequence.completion_ids),
            response_mask=list(sequence.mask),
            response_logprobs=list(sequence.logprobs),
            reward_score=trace.reward,
            num_turns=2 * len(trace.turns),
            metrics=AgentLoopMetrics(),
            extra_fields={"turn_scores": [], "tool_rewards": [], **about},
        )
