"""A policy that a trainer samples: conversations as ids of tokens, which only ever grow."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final, TypeAlias

from agonist.core import UsageError
from agonist.models.protocol import Message, Reply, Settings, TokenIds, Usage

Generate: TypeAlias = Callable[[Sequence[int], str], Awaitable[tuple[Sequence[int], Sequence[float]]]]
"""Samples what follows these ids, in this conversation: the new ids and their log-probabilities."""

_BEFORE: Final = ({"role": "user", "content": "?"}, {"role": "assistant", "content": "!"})
"""An exchange before new messages, so that a template writes them as in the middle of a conversation."""


class TokenPolicy:
    """A function for `agonist.rollouts`: renders messages with a chat template and asks a trainer's engine.

    What was read and written before is never rendered again: each new prompt is the ids of the conversation
    so far, with what the policy wrote as it was sampled, its thoughts too, and the ids of the new messages.
    Where a conversation does not go on, as with `history=none`, a new one begins.

    `tokenizer` is one of transformers', with a chat template; `ends` are the ids that end an answer; `room`
    is how many tokens the model can read. Settings such as a temperature are the engine's.
    """

    def __init__(
        self, tokenizer: Any, generate: Generate, ends: Collection[int], room: int | None = None
    ) -> None:
        if not getattr(tokenizer, "chat_template", None):
            raise UsageError("the policy's tokenizer has no chat template, so no conversation can be written")
        self._tokenizer, self._generate = tokenizer, generate
        self._ends, self._room = frozenset(ends), room
        self._talks: dict[str, tuple[tuple[Message, ...], tuple[int, ...]]] = {}

    async def __call__(self, messages: Sequence[Message], settings: Settings) -> Reply:
        origin = settings.origin
        session = "" if origin is None else origin.session
        prompt = self._prompt(session, messages)
        if self._room is not None and len(prompt) >= self._room:
            raise UsageError(
                f"the conversation has {len(prompt):,} tokens, and the model reads {self._room:,}: choose a "
                "shorter game or a model with more room"
            )
        wrote, logprobs = await self._generate(prompt, session)
        ended = bool(wrote) and wrote[-1] in self._ends
        if origin is not None and not origin.probe:
            closing = () if ended else self._closing()
            self._talks[session] = tuple(messages), (*prompt, *wrote, *closing)
        return Reply(
            self._tokenizer.decode(wrote, skip_special_tokens=True),
            "stop" if ended else "length",
            Usage(prompt=len(prompt), completion=len(wrote)),
            cost=0.0,
            token_ids=TokenIds(tuple(prompt), tuple(wrote), tuple(logprobs)),
        )

    def _prompt(self, session: str, messages: Sequence[Message]) -> tuple[int, ...]:
        """The ids of a prompt: those so far, and of the messages after the last answer."""
        before, ids = self._talks.get(session, ((), ()))
        known = len(before) + 1  # the answer to what was sent before follows it
        if not before or tuple(messages[: len(before)]) != before or len(messages) <= known:
            # The first question, one that is asked again in the same words, or no conversation is kept.
            return self._rendered([each.plain() for each in messages])
        return (*ids, *self._following([each.plain() for each in messages[known:]]))

    def _following(self, new: list[dict[str, Any]]) -> tuple[int, ...]:
        """The ids between the token that ends an answer and the next answer."""
        before = self._rendered(_BEFORE, answer=False)
        whole = self._rendered([*_BEFORE, *new])
        last = max((at for at, token in enumerate(before) if token in self._ends), default=len(before) - 1)
        if whole[: last + 1] != before[: last + 1]:
            raise UsageError(
                "this chat template writes earlier messages otherwise once others follow, so a conversation "
                "cannot grow by tokens; give the tokenizer one that keeps what it wrote"
            )
        return whole[last + 1 :]

    def _closing(self) -> tuple[int, ...]:
        """The token that the template puts behind an answer, for one that was cut off."""
        before = self._rendered(_BEFORE, answer=False)
        return next(((token,) for token in reversed(before) if token in self._ends), ())

    def _rendered(self, messages: Sequence[Any], *, answer: bool = True) -> tuple[int, ...]:
        rendered = self._tokenizer.apply_chat_template(
            list(messages), add_generation_prompt=answer, tokenize=True, return_dict=False
        )
        return tuple(map(int, rendered))
