"""A language model at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal

from agonist.core import Ask
from agonist.models.protocol import Message, Model, Settings
from agonist.players.exchange import Exchange
from agonist.players.player import Place, Player, Question
from agonist.text import Format, Prompts, Say, instruction, read, schema, written

SILENCE: Final = "(no answer)"
"""What stands in a conversation for an empty answer, since endpoints refuse empty messages."""


PROMPTS: Final = Prompts.beside(__file__)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a model is talked to; none of it belongs to a game.

    `method`: `direct` asks for the answer alone, `cot` for step-by-step reasoning first (Wei et al., 2022).
    `talk`: `chat` is one growing conversation in which every prompt is a prefix of the next; `snapshot` the
    rules and the present view only, without memory. `listed`: whether the options of a choice are listed.
    `persona`: a sentence put before the rules.
    """

    method: Literal["direct", "cot"] = "direct"
    talk: Literal["chat", "snapshot"] = "chat"
    format: Format = "json"
    listed: bool = True
    persona: str = ""


class ModelPlayer(Player):
    """Puts each question to a model in words, and reads the action from what it writes."""

    def __init__(
        self, place: Place, model: Model, settings: Settings, manner: Manner, *, seeded: bool = False
    ) -> None:
        self._place, self._model, self._settings, self._manner = place, model, settings, manner
        self._seeded = seeded
        self._told: Any | None = None
        self._talk: list[Message] = []
        self._correction = ""

    async def answer(self, question: Question) -> Any:
        sent = self._again(question) if question.attempt > 1 else self._put(question)
        reply = await self._complete(question, self._talk, sent)
        self._remember(sent, reply)
        self._told = question.view
        return self._read(question, reply)

    async def probe(self, question: Question) -> Any:
        """Asked in a fork of the conversation, so that the game goes on as if it had not been."""
        sent = (
            *self._opening(),
            Message("user", "\n\n".join([self._where(question.view), self._what(question)])),
        )
        reply = await self._complete(question, self._talk, sent)
        return self._read(question, reply)

    def recall(self, view: Any, ask: Ask, action: Any, exchanges: Sequence[Exchange]) -> None:
        self._correction = ""
        for exchange in exchanges:
            self._remember(exchange.sent, exchange)
        self._told = view

    def replaced(self, view: Any, ask: Ask, action: Any) -> None:
        played = written(ask, action, "line", self._say(view))
        self._correction = PROMPTS.fill("correction", played=played)

    def _say(self, view: Any) -> Say:
        return partial(self._place.kit.words.label, view)

    def _put(self, question: Question) -> tuple[Message, ...]:
        """The messages that put a new question."""
        parts = [self._correction, self._where(question.view), self._what(question)]
        self._correction = ""
        if self._manner.talk == "snapshot":
            self._talk, self._told = [], None
        return (*self._opening(), Message("user", "\n\n".join(filter(None, parts))))

    def _again(self, question: Question) -> tuple[Message, ...]:
        """The messages that ask again: what was wrong, or else the same question once more."""
        if question.complaint is None:
            last = self._talk[-2:]
            self._talk = self._talk[:-2]
            return tuple(last[:1])
        text = PROMPTS.fill("complaint", why=question.complaint, instruction=self._instruction(question))
        return (Message("user", text),)

    def _opening(self) -> tuple[Message, ...]:
        if self._talk:
            return ()
        rules = self._place.kit.words.rules(self._place.game)
        return (Message("system", "\n\n".join(filter(None, [self._manner.persona, rules]))),)

    def _where(self, view: Any) -> str:
        words, game = self._place.kit.words, self._place.game
        if self._told is None or self._manner.talk == "snapshot":
            return words.scene(game, view)
        return words.news(game, self._told, view)

    def _what(self, question: Question) -> str:
        request = self._place.kit.words.request(self._place.game, question.view, question.ask)
        return f"{request}\n\n{self._instruction(question)}"

    def _instruction(self, question: Question) -> str:
        words, view = self._place.kit.words, question.view
        return instruction(
            question.ask,
            self._manner.format,
            self._say(view),
            reasoning=self._manner.method == "cot",
            hint=None if self._manner.listed else lambda key: words.hint(view, key),
        )

    async def _complete(
        self, question: Question, talk: Sequence[Message], sent: Sequence[Message]
    ) -> Exchange:
        settings = self._settings
        if self._manner.format == "schema":
            reasoning = self._manner.method == "cot"
            shape = schema(question.ask, self._say(question.view), reasoning=reasoning)
            settings = replace(settings, schema=shape)
        if self._seeded:
            settings = replace(settings, seed=question.rng.getrandbits(31))
        reply = await self._model.complete([*talk, *sent], settings)
        exchange = Exchange(
            sent=tuple(sent),
            kept=len(talk),
            text=reply.text,
            finish=reply.finish,
            model=reply.model,
            settings=_plain(settings),
            usage=reply.usage,
            cost=reply.cost,
            seconds=reply.seconds,
            tries=reply.tries,
            from_cache=reply.from_cache,
            logprobs=reply.logprobs,
        )
        self._place.note(exchange)
        return exchange

    def _remember(self, sent: Sequence[Message], reply: Exchange) -> None:
        self._talk = [*self._talk[: reply.kept], *sent, Message("assistant", reply.text.strip() or SILENCE)]

    def _read(self, question: Question, reply: Exchange) -> Any:
        form, say = self._manner.format, self._say(question.view)
        action = read(question.ask, reply.text, form, say, cut_off=reply.finish == "length")
        question.ask.check(action)
        return action


def _plain(settings: Settings) -> Mapping[str, Any]:
    """The settings that were sent, those left to the endpoint's default omitted."""
    return {
        key: value
        for key in ("temperature", "max_tokens", "top_p", "seed", "reasoning_effort")
        if (value := getattr(settings, key)) is not None
    }
