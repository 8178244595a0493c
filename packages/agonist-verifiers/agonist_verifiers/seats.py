"""The learning seats of a match, as a model that Agonist's players ask."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack

import verifiers.v1 as vf

from agonist.core import Seat, UsageError
from agonist.models.errors import ProviderError
from agonist.models.protocol import Message, Reply, Settings
from agonist.players.model import SILENCE
from agonist.text.reading.thoughts import without_thought


class LearningSeats:
    """A model in Agonist's sense: each seat that asks it has an interaction, and so a trace, of its own.

    Interactions begin with a seat's first question. They end with `stack`.
    """

    def __init__(self, name: str, agent: vf.Agent, task: vf.Task, stack: AsyncExitStack) -> None:
        self.name = name
        self.interactions: dict[Seat, vf.Interaction] = {}
        self._agent, self._task, self._stack = agent, task, stack
        self._over: set[Seat] = set()
        self._written: dict[tuple[Seat, int, str], vf.AssistantMessage] = {}

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The answer to a conversation. A seat that has reached a limit of the run answers nothing more.

        Raises `ProviderError` if the model cannot be asked, which ends the match.
        """
        if settings.origin is None or settings.schema is not None or any(each.image for each in messages):
            raise UsageError("the learner is asked in text, without schemas and pictures")
        seat = settings.origin.seat
        if seat in self._over:
            return Reply("", "length")
        if seat not in self.interactions:
            opened = self._agent.interaction(self._task)
            self.interactions[seat] = await self._stack.enter_async_context(opened)
        interaction = self.interactions[seat]
        segment = await interaction.turn(self._sent(seat, messages))
        trace = interaction.trace
        if segment.terminated:
            if trace.errors:
                raise ProviderError(f"{self.name}: {trace.errors[-1].message}")
            self._over.add(seat)
            return Reply("", "length")
        (reply,), call = segment.messages, trace.calls[-1]
        text = reply.content or ""
        if not reply.reasoning_content and (kept := without_thought(text)) == text.strip():
            self._written[seat, len(messages), kept or SILENCE] = reply
        return Reply(
            text,
            call.finish_reason or "stop",
            model=call.model or "",
            thought=reply.reasoning_content or "",
        )

    def _sent(self, seat: Seat, messages: Sequence[Message]) -> vf.Messages:
        """A conversation in which answers stand as the model wrote them, unless a thought is left out: so the
        next prompt begins with the tokens of this one.
        """
        makers = {"system": vf.SystemMessage, "user": vf.UserMessage, "assistant": vf.AssistantMessage}
        sent = [
            self._written.get((seat, nth, each.content)) or makers[each.role](content=each.content)
            for nth, each in enumerate(messages)
        ]
        if (before := self._task.data.system_prompt) and messages[0].role == "system":
            sent[0] = vf.SystemMessage(content=f"{before}\n\n{messages[0].content}")
        return sent
