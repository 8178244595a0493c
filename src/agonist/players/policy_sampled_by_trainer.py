"""A policy that a trainer samples: conversations as ids of tokens, which only ever grow."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, TypeAlias

from jinja2 import TemplateError

from agonist.core import UsageError
from agonist.models.formats.format import without_system
from agonist.models.protocol import Message, Reply, Settings, TokenIds, Usage

Generate: TypeAlias = Callable[[Sequence[int], str], Awaitable[tuple[Sequence[int], Sequence[float]]]]
"""Samples what follows these ids, in this conversation: the new ids and their log-probabilities."""

_EXCHANGES: Final = tuple((Message("user", "?"), Message("assistant", answer)) for answer in ("!", "."))
"""Exchanges before new messages, so that a template writes them as in the middle of a conversation. What is
rendered alike at the end of both stands behind the answer."""


@dataclass(frozen=True, slots=True)
class _Talk:
    """A conversation so far: what was asked last, with all before it; all its ids, up to what was written for
    it; and whether that ended with a token that ends answers."""

    asked: tuple[Message, ...]
    ids: tuple[int, ...]
    ended: bool


class TokenPolicy:
    """A function for `agonist.rollouts`: renders messages with a chat template and asks a trainer's engine.

    What was read and written before is never rendered again: each new prompt is the ids of the conversation
    so far, with what the policy wrote as it was sampled, its thoughts too, and the ids of the new messages.
    Where a conversation does not go on, as with `history=none`, a new one begins.

    `tokenizer` is one of transformers', with a chat template; `ends` are the ids that end an answer; a prompt
    has at most `room` tokens, and `limit` names what says so. Settings such as a temperature are the
    engine's.
    """

    def __init__(
        self,
        tokenizer: Any,
        generate: Generate,
        ends: Collection[int],
        room: int | None = None,
        limit: str = "the model",
    ) -> None:
        if not getattr(tokenizer, "chat_template", None):
            raise UsageError("the policy's tokenizer has no chat template, so no conversation can be written")
        self._tokenizer, self._generate = tokenizer, generate
        self._ends, self._room, self._limit = frozenset(ends), room, limit
        self._talks: dict[str, _Talk] = {}

    async def __call__(self, messages: Sequence[Message], settings: Settings) -> Reply:
        origin = settings.origin
        session = "" if origin is None else origin.session
        prompt = self._prompt(session, messages)
        if self._room is not None and len(prompt) > self._room:
            where = "" if origin is None else f" of seat {origin.seat} at step {origin.turn}"
            raise UsageError(
                f"the conversation{where} has {len(prompt):,} tokens, and {self._limit} has room for "
                f"{self._room:,}: choose a shorter game, fewer retries (on_invalid), or more room"
            )
        wrote, logprobs = await self._generate(prompt, session)
        ended = bool(wrote) and (wrote[-1] in self._ends or wrote[-1] in self._closing)
        if origin is not None and not origin.probe:
            self._talks[session] = _Talk(tuple(messages), (*prompt, *wrote), ended)
        return Reply(
            self._tokenizer.decode(wrote, skip_special_tokens=True),
            "stop" if ended else "length",
            Usage(prompt=len(prompt), completion=len(wrote)),
            cost=0.0,
            token_ids=TokenIds(tuple(prompt), tuple(wrote), tuple(logprobs)),
        )

    def _prompt(self, session: str, messages: Sequence[Message]) -> tuple[int, ...]:
        """The ids of a prompt: those so far, and of the messages after the last answer."""
        talk = self._talks.get(session)
        known = 0 if talk is None else len(talk.asked) + 1  # the answer to what was asked follows it
        if talk is None or tuple(messages[: known - 1]) != talk.asked or len(messages) <= known:
            # The first question, one that is asked again in the same words, or no conversation is kept.
            return self._rendered(messages)
        return (*talk.ids, *self._following(messages[known:], ended=talk.ended))

    @cached_property
    def _closing(self) -> tuple[int, ...]:
        """What the template puts behind an answer first: tokenizers don't name each token that ends one."""
        try:
            return self._following([Message("user", "?")], ended=False)[:1]
        except UsageError:
            return ()

    def _following(self, new: Sequence[Message], *, ended: bool) -> tuple[int, ...]:
        """The ids between what was written and the next answer.

        How a template writes earlier answers does not matter: some drop their thoughts.
        """
        one, other = (self._rendered([*exchange, *new]) for exchange in _EXCHANGES)
        alike = takewhile(lambda ids: ids[0] == ids[1], zip(reversed(one), reversed(other), strict=False))
        behind = one[len(one) - sum(1 for _ in alike) :]
        if len(behind) == len(one):
            raise UsageError(
                "this chat template leaves out earlier answers, so a conversation cannot grow by tokens; "
                "give the tokenizer one that keeps them"
            )
        if not ended:
            return behind
        # The token that ends an answer was written; the template puts it there, too.
        ends = self._ends.union(self._closing)
        return behind[next((at for at, token in enumerate(behind) if token in ends), -1) + 1 :]

    def _rendered(self, messages: Sequence[Message]) -> tuple[int, ...]:
        def rendered(messages: Sequence[Message]) -> tuple[int, ...]:
            ids = self._tokenizer.apply_chat_template(
                [each.plain() for each in messages],
                add_generation_prompt=True,
                tokenize=True,
                return_dict=False,
            )
            return tuple(map(int, ids))

        try:
            return rendered(messages)
        except TemplateError:  # raised by templates without a system message
            return rendered(without_system(messages))
