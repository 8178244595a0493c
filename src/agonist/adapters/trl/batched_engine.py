"""The engine of TRL's GRPO trainer, asked by many matches at once and given their prompts in batches."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import torch
from trl.trainer.utils import pad

Sampled: TypeAlias = tuple[list[int], list[float]]

WAIT: Final = 0.002
"""Seconds in which no further prompt must come before those that wait are sent to the engine."""


class BatchedEngine:
    """Samples what follows prompts with the model that is trained, as the trainer's settings say.

    A batch waits until no match asks for more: all those that could not go on without an answer are in it.
    """

    def __init__(self, trainer: Any) -> None:
        self._trainer = trainer
        self._waiting: list[tuple[Sequence[int], Future[Sampled]]] = []
        self._sending: asyncio.Task[None] | None = None

    async def generate(self, prompt: Sequence[int], _conversation: str) -> Sampled:
        """The ids that follow this prompt, and their log-probabilities."""
        answer: Future[Sampled] = asyncio.get_running_loop().create_future()
        self._waiting.append((prompt, answer))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())
        return await answer

    async def _send(self) -> None:
        while self._waiting:
            many = 0
            while many < len(self._waiting):
                many = len(self._waiting)
                await asyncio.sleep(WAIT)
            batch, self._waiting = self._waiting, []
            try:
                answers = self._sampled([list(prompt) for prompt, _ in batch])
            except Exception as error:  # noqa: BLE001  raised in each match that waits
                for _, waiting in batch:
                    if not waiting.done():
                        waiting.set_exception(error)
                continue
            for (_, waiting), sampled in zip(batch, answers, strict=True):
                if not waiting.done():  # its match was given up
                    waiting.set_result(sampled)

    def _sampled(self, prompts: list[list[int]]) -> list[Sampled]:
        """The answers of one batch. TRL has no public way to its engine, so its version is pinned."""
        trainer = self._trainer
        wrote, logprobs = trainer._generate_single_turn(prompts, None, {}, 1)  # noqa: SLF001
        wrote = [list(map(int, each)) for each in wrote]
        if logprobs is None:
            logprobs = self._logprobs(prompts, wrote)
        return list(zip(wrote, logprobs, strict=True))

    def _logprobs(self, prompts: list[list[int]], wrote: list[list[int]]) -> list[list[float]]:
        """The log-probabilities of what was written, by the model that wrote it and the trainer's measure."""
        trainer = self._trainer
        device, padding = trainer.accelerator.device, trainer.processing_class.pad_token_id

        def padded(rows: list[list[int]], value: int, side: str) -> torch.Tensor:
            return pad([torch.tensor(row) for row in rows], padding_value=value, padding_side=side).to(device)

        ids = torch.cat([padded(prompts, padding, "left"), padded(wrote, padding, "right")], dim=1)
        read = torch.cat(
            [
                padded([[1] * len(each) for each in prompts], 0, "left"),
                padded([[1] * len(each) for each in wrote], 0, "right"),
            ],
            dim=1,
        )
        longest = max(map(len, wrote))
        with torch.no_grad():
            found, _, _ = trainer._get_per_token_logps_and_entropies(  # noqa: SLF001
                trainer.model, ids, read, longest, batch_size=len(prompts)
            )
        # Rounding can put a token that is certain above 0.
        return [row[: len(each)] for row, each in zip(found.clamp(max=0).tolist(), wrote, strict=True)]
