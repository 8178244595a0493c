"""What is known of conversations in progress: which engine has them, and what their last prompt was."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agonist.models.protocol import Message

T = TypeVar("T")

MAX_CONVERSATIONS = 16_384
"""How many are remembered; those longest without a request are forgotten first."""


class Conversations(Generic[T]):
    """A value for each conversation, by its session (see `Origin`). Nobody says when one is over."""

    def __init__(self) -> None:
        self._of: dict[str, T] = {}

    def __len__(self) -> int:
        return len(self._of)

    def get(self, session: str) -> T | None:
        """What was last put there; `None` if it is new or forgotten."""
        return self._of.get(session)

    def put(self, session: str, value: T) -> None:
        """Remember this of a conversation that has a request now."""
        self._of.pop(session, None)
        self._of[session] = value
        if len(self._of) > MAX_CONVERSATIONS:
            del self._of[next(iter(self._of))]


class LastPrompts:
    """How many of a prompt's messages, from the first, were sent in the last prompt of its conversation.

    So many an engine may have in its cache. Messages are kept as hashes, since histories are long.
    """

    def __init__(self) -> None:
        self._last: Conversations[array[int]] = Conversations()

    def repeated(self, session: str, messages: Sequence[Message]) -> int:
        """The number of messages in common; this prompt is then the last.

        >>> from agonist.models.protocol import Message
        >>> rules, first, answer, second = (Message("user", text) for text in ("R", "1?", "1", "2?"))
        >>> prompts = LastPrompts()
        >>> [prompts.repeated("a", sent) for sent in ([rules, first], [rules, first, answer, second])]
        [0, 2]
        """
        prompt = array("q", map(hash, messages))
        before = self._last.get(session) or array("q")
        self._last.put(session, prompt)
        if prompt[: len(before)] == before:  # with a growing history, always
            return len(before)
        return next(
            (nth for nth, (old, new) in enumerate(zip(before, prompt, strict=False)) if old != new),
            min(len(before), len(prompt)),
        )
