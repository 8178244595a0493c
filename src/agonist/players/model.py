"""Language models as players."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Final, Literal

from agonist.core import Ask, InvalidAnswer, UsageError
from agonist.models.protocol import Message, Model, Settings
from agonist.players.board_image import picture_of
from agonist.players.model_call_record import AS_ASKED, LENIENTLY, REFUSED, ModelCall, call_of, without_files
from agonist.players.options import History, Rules, Sees, usual
from agonist.players.player import Player, Question, SeatContext
from agonist.players.requests_of_one_turn import together
from agonist.players.rules_on_demand import MOST_TOPICS, RULE, rulebook, topic_asked
from agonist.text import (
    Format,
    Prompts,
    Say,
    as_asked,
    instruction,
    read,
    schema,
    without_thought,
    written,
)
from agonist.text.reading import FINISHES

SILENCE: Final = "(no answer)"
"""Replaces an empty answer in a conversation, since endpoints refuse empty messages."""

KEPT_CHARACTERS: Final = 400
"""The most characters that a conversation keeps of an answer in which no action was found."""

PROMPTS: Final = Prompts.beside(__file__)


@dataclass(frozen=True, slots=True)
class PromptStyle:
    """How a model is prompted, in any game.

    `method`: `direct` asks for the answer alone, `cot` for step-by-step reasoning first (Wei et al., 2022).
    `history`: `full` is one growing conversation in which every prompt is a prefix of the next; `none` sends
    the rules and the current view only. `listed`: whether the options of a choice are listed. `persona`: a
    sentence put before the rules. `keep_reasoning`: whether a conversation keeps the reasoning that `cot`
    asks for; what a model thinks without being asked is never sent again. `see`: whether the board's picture
    goes with each question, beside the text. `rules`: in full before the game, or a summary with topics that
    the model can ask for. `seeded`: whether each request carries a seed.
    """

    method: Literal["direct", "cot"] = "direct"
    history: History = usual("model", "history")
    format: Format = usual("model", "format")
    listed: bool = True
    persona: str = ""
    keep_reasoning: bool = usual("model", "keep_reasoning")
    see: Sees = usual("model", "see")
    rules: Rules = usual("model", "rules")
    seeded: bool = False


class ModelPlayer(Player):
    """Sends each question to a model in words, and reads the action from its answer."""

    def __init__(self, context: SeatContext, model: Model, settings: Settings, style: PromptStyle) -> None:
        self._context, self._model, self._style = context, model, style
        if style.see == "image" and context.kit.picture is None:
            raise UsageError(f"{context.game.name} has no picture of its board: leave see=image out")
        self._drawing = asyncio.Lock()
        self._book = rulebook(context.kit.words.rules(context.game)) if style.rules == "asked" else None
        self._read_up: dict[str, str] = {}
        self._look_ups: tuple[int, str] = (-1, "")
        self._left = 0
        # Constructed directly, since `replace` would process all fields at every call.
        self._fixed = {field.name: getattr(settings, field.name) for field in fields(settings)}
        self._told: Any | None = None
        self._talk: list[Message] = []
        self._correction = ""

    async def answer(self, question: Question) -> Any:
        sent = self._again(question) if question.attempt > 1 else self._put(question)
        (reply,) = await self._answered(question, self._talk, [sent])
        return self._taken(question, *self._try(question, reply))

    def _taken(self, question: Question, call: ModelCall, action: Any, why: InvalidAnswer | None) -> Any:
        """The action, once its call is recorded and remembered. Raises what was wrong with it."""
        self._context.note(call)
        self._remember(question.ask, question.view, call)
        self._told = question.view
        if why is not None:
            raise why
        return action

    async def probe(self, question: Question) -> Any:
        """Ask in a fork of the conversation, which leaves the game's conversation unchanged."""
        sent = (
            *self._opening(),
            Message("user", "\n\n".join([self._where(question.view), self._what(question)])),
        )
        (reply,) = await self._answered(question, self._talk, [sent])
        call, action, why = self._try(question, reply)
        self._context.note(call)
        if why is not None:
            raise why
        return action

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._correction = ""
        for call in calls:
            if call.purpose == RULE:
                self._look_up(call.text)
            elif not call.purpose:
                self._remember(ask, view, call)
        self._told = view

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        played = written(ask, action, "line", self._say(view))
        self._correction = PROMPTS.fill("correction", played=played)

    def _say(self, view: Any) -> Say:
        return partial(self._context.kit.words.label, view)

    def _put(self, question: Question) -> tuple[Message, ...]:
        """The messages of a new question."""
        parts = [self._correction, self._where(question.view), self._what(question)]
        self._correction = ""
        self._without_history()
        return (*self._opening(), Message("user", "\n\n".join(filter(None, parts))))

    def _without_history(self) -> None:
        """Leave the conversation so far behind, for a player that has none."""
        if self._style.history == "none":
            self._talk, self._told = [], None

    def _again(self, question: Question) -> tuple[Message, ...]:
        """The messages that ask again: what was wrong, or the same question repeated."""
        if question.complaint is None:
            last = self._talk[-2:]
            self._talk = self._talk[:-2]
            return tuple(last[:1])
        why = str(question.complaint)
        if not self._style.listed:
            # If prompts do not list the options, complaints must not list them either.
            why = re.sub(r" is not one of .*", " is not possible now", why, flags=re.DOTALL)
        text = PROMPTS.fill("complaint", why=why, instruction=self._instruction(question))
        return (Message("user", text),)

    def _opening(self) -> tuple[Message, ...]:
        if self._talk:
            return ()
        rules = (
            self._context.kit.words.rules(self._context.game)
            if self._book is None
            else self._book.introduction()
        )
        if self._style.history == "none":
            rules = "\n\n".join([rules, *self._read_up.values()])
        return (Message("system", "\n\n".join(filter(None, [self._style.persona, rules]))),)

    def _where(self, view: Any) -> str:
        words, game = self._context.kit.words, self._context.game
        if self._told is None or self._style.history == "none":
            return words.scene(game, view)
        return words.news(game, self._told, view)

    def _what(self, question: Question) -> str:
        request = self._context.kit.words.request(self._context.game, question.view, question.ask)
        return f"{request}\n\n{self._instruction(question)}"

    def _instruction(self, question: Question) -> str:
        words, view = self._context.kit.words, question.view
        return instruction(
            question.ask,
            self._style.format,
            self._say(view),
            reasoning=self._style.method == "cot",
            hint=None if self._style.listed else lambda key: words.hint(view, key),
        )

    async def _answered(
        self,
        question: Question,
        talk: Sequence[Message],
        requests: Sequence[Sequence[Message]],
        *,
        purpose: str = "",
    ) -> list[ModelCall]:
        """The calls of these requests, which are sent concurrently and not recorded yet.

        Calls that ask for rules are recorded, and sent again with the rules, all in the order given here.
        """
        if len(requests) == 1:  # a separate task takes longer than an answer from memory
            calls = [await self._request(question, talk, requests[0], purpose=purpose)]
        else:
            calls = await together(self._request(question, talk, sent, purpose=purpose) for sent in requests)
        if self._book is None:
            return calls
        requests = list(requests)
        while True:
            again = []
            for place, call in enumerate(calls):
                if (rule := self._read_out(question, call)) is not None:
                    self._context.note(replace(call, purpose=RULE))
                    requests[place] = with_more(requests[place], rule)
                    again.append(place)
            if not again:
                return calls
            new = await together(
                self._request(question, talk, requests[place], purpose=purpose) for place in again
            )
            for place, call in zip(again, new, strict=True):
                calls[place] = call

    def _read_out(self, question: Question, call: ModelCall) -> str | None:
        """The rules that a call asked for; `None` if it did not ask, or may not ask again."""
        if self._book is None:
            return None
        if self._look_ups != (question.turn, question.probe):
            self._look_ups, self._left = (question.turn, question.probe), MOST_TOPICS
        if not self._left or (topic := topic_asked(call.text)) is None:
            return None
        self._left -= 1
        if not question.probe:
            self._look_up(call.text)
        return self._book.answer(topic, last=not self._left)

    def _look_up(self, text: str) -> None:
        """Keep a topic that was looked up, for prompts without a conversation."""
        topic = None if self._book is None else self._book.find(topic_asked(text) or "")
        if self._book is not None and topic is not None:
            self._read_up[topic] = self._book.answer(topic)

    async def _request(
        self,
        question: Question,
        talk: Sequence[Message],
        sent: Sequence[Message],
        *,
        purpose: str = "",
        **extra: Any,
    ) -> ModelCall:
        """Send a request and return its call; `extra`: settings of this request only."""
        changes: dict[str, Any] = {"origin": self._context.origin(question), **extra}
        if self._style.format == "schema" and not purpose:
            reasoning = self._style.method == "cot"
            changes["schema"] = schema(question.ask, self._say(question.view), reasoning=reasoning)
        if self._style.seeded:
            changes["seed"] = question.rng.getrandbits(31)
        if self._style.see == "image":
            sent = await self._with_picture(question.view, sent)
        settings = Settings(**(self._fixed | changes))
        reply = await self._model.complete([*talk, *sent], settings)
        return call_of(
            reply, settings, without_files(sent), len(talk), seat=self._context.seat, purpose=purpose
        )

    async def _with_picture(self, view: Any, sent: Sequence[Message]) -> Sequence[Message]:
        """The same messages, the last with the picture of this view."""
        async with self._drawing:  # several requests for one answer share one picture, which is drawn once
            image = await self._context.image(picture_of(self._context.kit, view))
        return (*sent[:-1], replace(sent[-1], image=image))

    def _remember(self, ask: Ask, view: Any, call: ModelCall) -> None:
        text = self._remembered(ask, view, call) or SILENCE
        # A picture is sent with its own question only: the next picture shows the same and more.
        sent = (replace(message, image=None) if message.image else message for message in call.sent)
        self._talk = [*self._talk[: call.kept], *sent, Message("assistant", text)]

    def _remembered(self, ask: Ask, view: Any, call: ModelCall) -> str:
        """The part of an answer that the conversation keeps; thoughts are left out."""
        text = without_thought(call.text)
        if self._style.method == "direct" or self._style.keep_reasoning:
            return text
        try:
            return written(ask, self._action(ask, view, call), self._style.format, self._say(view))
        except InvalidAnswer:
            return text if len(text) <= KEPT_CHARACTERS else f"… {text[-KEPT_CHARACTERS:]}"

    def _try(self, question: Question, call: ModelCall) -> tuple[ModelCall, Any, InvalidAnswer | None]:
        """The call with its form, and its action or what is wrong with it."""
        ask = question.ask
        try:
            action = self._action(ask, question.view, call)
            ask.check(action)
        except InvalidAnswer as why:
            return replace(call, form=REFUSED), None, why
        say, reasoning = self._say(question.view), self._style.method == "cot"
        kept = as_asked(ask, call.text, self._style.format, say, reasoning=reasoning)
        return replace(call, form=AS_ASKED if kept else LENIENTLY), action, None

    def _action(self, ask: Ask, view: Any, call: ModelCall) -> Any:
        words = self._context.kit.words
        return read(
            ask,
            call.text,
            self._style.format,
            self._say(view),
            vocabulary=words.vocabulary(self._context.game, view),
            cut_off=call.finish == "length",
            complete=call.finish == "stop",
            refused=call.finish.casefold() in FINISHES,
        )


def with_more(sent: Sequence[Message], text: str) -> list[Message]:
    """The same messages, with this text at the end of the last."""
    *before, last = sent
    return [*before, replace(last, content=f"{last.content}\n\n{text}")]
