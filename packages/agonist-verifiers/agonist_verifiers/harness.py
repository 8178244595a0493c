"""The harness of a seat: sends each turn's conversation to the model from this process."""

from __future__ import annotations

from typing import Any

import aiohttp
import verifiers.v1 as vf
from verifiers.v1.dialects.chat import message_to_wire


class InProcessHarnessConfig(vf.HarnessConfig):
    """Nothing to set."""


class InProcessHarness(vf.Harness[InProcessHarnessConfig]):
    """One request a turn. A turn's messages are the whole conversation, since Agonist keeps it: what a model
    is sent here is what it is sent in an evaluation.
    """

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def session(self, *arguments: Any, **named: Any) -> Conversation:
        return Conversation(self, *arguments, **named)

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """A task that has a prompt, such as one of another taskset."""
        system, prompt = self.resolve_prompt(data)
        messages = [vf.UserMessage(content=prompt)] if isinstance(prompt, str) else list(prompt or ())
        if system is not None:
            messages.insert(0, vf.SystemMessage(content=system))
        session = Conversation(self, ctx, trace, runtime, endpoint, secret, mcp_urls, data)
        try:
            return await session.send(messages)
        finally:
            await session.close()


class Conversation(vf.HarnessSession):
    """The connection of one seat in one match."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._client = aiohttp.ClientSession(headers={"Authorization": f"Bearer {self.secret}"})

    async def _run(self, messages: vf.Messages | None) -> vf.ProgramResult:
        return await super()._run(None) if messages is None else await self.send(messages)

    async def send(self, messages: vf.Messages) -> vf.ProgramResult:
        body = {"model": self.ctx.model, "messages": [message_to_wire(message) for message in messages]}
        async with self._client.post(f"{self.endpoint.rstrip('/')}/chat/completions", json=body) as answer:
            text = await answer.text()
        if answer.status == 200:
            return vf.ProgramResult(exit_code=0, stdout=text, stderr="")
        return vf.ProgramResult(exit_code=1, stdout="", stderr=text)

    async def close(self) -> None:
        await super().close()
        await self._client.close()
