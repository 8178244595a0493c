"""An engine that counts: the tokens that it read and wrote in each conversation, and which prompts go on
from them.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from agonist.models.mock_endpoint.tokenizer import END, ROLES, encode

REMEMBERED: Final = 1_000
"""Conversations of which the tokens are remembered: the latest."""


@dataclass(frozen=True, slots=True)
class Call:
    """The tokens of one request, and where its prompt goes on from an earlier one of its conversation.

    `after`: the number of that earlier call, from 0; `None` for a first one. `common`: how many tokens at
    the beginning of the prompt are those that the engine read and wrote then, at most all of them.
    """

    prompt: tuple[int, ...]
    completion: tuple[int, ...]
    after: int | None
    common: int

    @property
    def whole(self) -> tuple[int, ...]:
        """All that was read and written."""
        return self.prompt + self.completion


@dataclass(slots=True)
class _Conversation:
    calls: list[Call] = field(default_factory=list)
    written: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """The tokens of each answer by its text, in order: the same text may have been written in others."""


class SeenTokens:
    """The tokens of all conversations, by their session (`X-Session-ID`).

    An answer that comes back word for word has the tokens in which it was written; any other text, such as an
    answer without its thoughts, is tokenised as usual.
    """

    def __init__(self) -> None:
        self._conversations: OrderedDict[str, _Conversation] = OrderedDict()

    def prompt(self, session: str, messages: Sequence[Mapping[str, str]]) -> tuple[int, ...]:
        """The tokens of a prompt in the chat template."""
        written, again = self._of(session).written, Counter[str]()
        ids: list[int] = []
        for message in messages:
            role, text = message["role"], message["content"]
            ids.append(ROLES.get(role, ROLES["user"]))
            if role == "assistant" and (known := written.get(text)):
                ids += known[min(again[text], len(known) - 1)]
                again[text] += 1
            else:
                ids += encode(text)
            if ids[-1] != END:  # an answer that was cut off has none
                ids.append(END)
        return (*ids, ROLES["assistant"])

    def note(self, session: str, prompt: tuple[int, ...], completion: tuple[int, ...], text: str) -> None:
        """Remember a call whose answer was this text; it ends in `END` unless it was cut off."""
        conversation = self._of(session)
        after, common = None, 0
        for number, call in enumerate(conversation.calls):
            same = _common(call.whole, prompt)
            if same >= common:
                after, common = number, same
        conversation.calls.append(Call(prompt, completion, after, common))
        conversation.written.setdefault(text, []).append(completion)

    def calls(self, session: str) -> Sequence[Call]:
        """The calls of a conversation, in order."""
        return tuple(self._of(session).calls)

    @property
    def sessions(self) -> Sequence[str]:
        """The conversations that are remembered."""
        return tuple(self._conversations)

    def _of(self, session: str) -> _Conversation:
        found = self._conversations.setdefault(session, _Conversation())
        self._conversations.move_to_end(session)
        while len(self._conversations) > REMEMBERED:
            self._conversations.popitem(last=False)
        return found


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens at the beginning are the same."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
