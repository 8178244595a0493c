"""Recording an agent's model calls while it thinks about one question."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agonist.models.protocol import Message, Model, Origin, Reply, Settings
from agonist.players.model import SILENCE
from agonist.players.model_call_record import ModelCall, call_of
from agonist.players.python_agents.code_runner import AgentError


@dataclass(eq=False, slots=True)
class _Slot:
    """The place of one call in the record: calls are recorded in the order in which they began."""

    messages: tuple[Message, ...]
    settings: Settings
    reply: Reply | None = None


class Recording:
    """Records the calls of one agent, or replays recorded replies when a match is resumed."""

    def __init__(self, note: Callable[[ModelCall], None]) -> None:
        self._note = note
        self._origin: Origin | None = None
        self._slots: list[_Slot] = []
        self._talk: tuple[Message, ...] = ()
        self._before: tuple[Message, ...] = ()
        self._recorded: deque[tuple[tuple[Message, ...], str]] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    @property
    def asking(self) -> bool:
        """Whether a model has been asked and has not answered yet."""
        return any(slot.reply is None for slot in self._slots)

    def begin(self, origin: Origin, recorded: Sequence[ModelCall] | None) -> None:
        """Begin a question; `recorded`: its calls, if it was answered before."""
        self._origin, self._before = origin, self._talk
        self.loop = asyncio.get_running_loop()
        self._recorded = None
        if recorded is not None:
            self._recorded = deque(self._whole(call) for call in recorded if call.sent)

    def end(self) -> None:
        """End a question that was answered, failed or was cancelled: its calls go into the transcript."""
        slots, self._slots = self._slots, [slot for slot in self._slots if slot.reply is None]
        for slot in slots:
            if slot.reply is None:
                continue
            known = self._known(slot.messages)
            self._note(call_of(slot.reply, slot.settings, slot.messages[known:], known))
            self._remember(slot.messages, slot.reply.text)
        if self._origin is not None and self._origin.probe:
            # The next question is recorded as if this one had not been asked.
            self._talk = self._before

    async def call(self, model: Model, messages: tuple[Message, ...], settings: Settings) -> Reply:
        """The model's reply, or the recorded one. Raises the errors of `Model.complete`."""
        if self._recorded is not None:
            return self._again(messages)
        slot = _Slot(messages, settings)
        self._slots.append(slot)
        try:
            slot.reply = await model.complete(messages, replace(settings, origin=self._origin))
        except BaseException:
            self._slots = [each for each in self._slots if each is not slot]
            raise
        return slot.reply

    def _again(self, messages: tuple[Message, ...]) -> Reply:
        assert self._recorded is not None
        for at, (sent, text) in enumerate(self._recorded):
            if sent == messages:
                del self._recorded[at]
                return Reply(text, "stop", from_cache=True, tries=0)
        raise AgentError(
            "this match cannot be resumed: asked again about a turn it has played, the agent sends its model "
            "other messages than before; draw from the rng it is given, or define recall(view, ask, action)"
        )

    def _whole(self, call: ModelCall) -> tuple[tuple[Message, ...], str]:
        messages = (*self._talk[: call.kept], *call.sent)
        self._remember(messages, call.text)
        return messages, call.text

    def _known(self, messages: tuple[Message, ...]) -> int:
        """How many of these messages the transcript has already; the last one is always written."""
        same = 0
        for old, new in zip(self._talk, messages[:-1], strict=False):
            if old != new:
                break
            same += 1
        return same

    def _remember(self, messages: tuple[Message, ...], text: str) -> None:
        self._talk = (*messages, Message("assistant", text.strip() or SILENCE))
