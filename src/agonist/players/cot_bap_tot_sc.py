"""Prompting methods that use several requests for one answer: cot, bap, tot and sc."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from agonist.core import Ask
from agonist.models.protocol import Message, Model, Settings
from agonist.players.model import PROMPTS, ModelPlayer, PromptStyle
from agonist.players.model_call_record import AS_ASKED, LENIENTLY, REFUSED, ModelCall
from agonist.players.options import usual
from agonist.players.player import Question, SeatContext
from agonist.text import without_thought

REASONING: Final = "reasoning"
CANDIDATES: Final = "candidates"
SAMPLE: Final = "sample"
THOUGHT: Final = "thought"
VALUE: Final = "value"
"""The purposes of calls that lead to an answer."""

BEST_RATING: Final = 10
"""The highest rating of a line of thought; 1 is the lowest."""


@dataclass(frozen=True, slots=True)
class DeliberationStyle:
    """The numbers of a method, which are its options."""

    candidates: int = usual("bap", "candidates")
    samples: int = usual("sc", "samples")
    thoughts: int = usual("tot", "thoughts")
    steps: int = usual("tot", "steps")


class _Deliberate(ModelPlayer):
    """A model player that sends further requests before it answers."""

    _probed: ClassVar[bool] = False
    """Whether it does so before hidden questions, too."""

    def __init__(
        self,
        context: SeatContext,
        model: Model,
        settings: Settings,
        style: PromptStyle,
        deliberation: DeliberationStyle,
    ) -> None:
        super().__init__(context, model, settings, style)
        self._deliberation = deliberation
        self._considered = ""

    async def answer(self, question: Question) -> Any:
        if question.attempt == 1:
            self._without_history()
            self._considered = await self._consider(question)
        return await super().answer(question)

    async def _consider(self, question: Question) -> str:
        """The result of deliberation, which is shown to the model when it answers."""
        raise NotImplementedError

    def _what(self, question: Question) -> str:
        what = super()._what(question)
        considered = self._considered if self._probed or not question.probe else ""
        return f"{considered}\n\n{what}" if considered else what

    def _fork(self, question: Question, *more: str) -> tuple[Message, ...]:
        """The new messages of a question with these instructions at the end."""
        parts = filter(None, [self._where(question.view), super()._what(question), *more])
        return (*self._opening(), Message("user", "\n\n".join(parts)))

    async def _all(
        self,
        question: Question,
        sent: Sequence[tuple[Message, ...]],
        purpose: str,
        form: Callable[[str], str] = lambda _text: "",
    ) -> list[ModelCall]:
        """Send these requests concurrently; they are recorded in order, each with the form of its text."""
        calls = await self._answered(question, self._talk, sent, purpose=purpose)
        for call in calls:
            self._context.note(replace(call, form=form(call.text)))
        return calls


class CotPlayer(_Deliberate):
    """Chain of thought: the model reasons step by step, then answers (GameBench, Costarelli et al., 2024).

    A conversation keeps the reasoning only with `keep_reasoning`.
    """

    _probed: ClassVar[bool] = True

    async def probe(self, question: Question) -> Any:
        self._considered = await self._consider(question)
        return await super().probe(question)

    async def _consider(self, question: Question) -> str:
        self._forget()
        (call,) = await self._all(question, [self._fork(question, PROMPTS.fill("reason"))], REASONING)
        return _considered(call)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        for call in calls:
            if call.purpose == REASONING:
                self._forget()
                self._considered = _considered(call)
        super().recall(view, ask, action, calls)

    def _forget(self) -> None:
        """Take the reasoning about the last question out of the conversation."""
        if self._considered and not self._style.keep_reasoning:
            reasoning = f"{self._considered}\n\n"
            self._talk = [
                replace(message, content=message.content.replace(reasoning, "")) for message in self._talk
            ]


def _considered(call: ModelCall) -> str:
    return PROMPTS.fill("considered", found=without_thought(call.text))


def asks_for_reasoning(messages: Sequence[Message]) -> bool:
    """Whether a request is for the reasoning of a player that answers afterwards."""
    return PROMPTS.fill("reason") in messages[-1].content


class BapPlayer(_Deliberate):
    """Babble and prune: the model lists a few candidates, then picks one (GameBench's code)."""

    async def _consider(self, question: Question) -> str:
        many = self._deliberation.candidates
        (call,) = await self._all(
            question, [self._fork(question, PROMPTS.fill("candidates", many=many))], CANDIDATES
        )
        return _considered(call)


class TotPlayer(_Deliberate):
    """Tree of thoughts: several lines of thought are rated, the best is continued (Yao et al., 2023)."""

    async def _consider(self, question: Question) -> str:
        best = ""
        for _ in range(self._deliberation.steps):
            best = await self._step(question, best)
        return PROMPTS.fill("considered", found=best)

    async def _step(self, question: Question, before: str) -> str:
        many = self._deliberation.thoughts
        so_far = PROMPTS.fill("considered", found=before) if before else ""
        forks = [
            self._fork(question, so_far, PROMPTS.fill("thought", nth=nth, many=many))
            for nth in range(1, many + 1)
        ]
        thoughts = [
            "\n".join(filter(None, [before, without_thought(call.text).strip()]))
            for call in await self._all(question, forks, THOUGHT)
        ]
        rated = await self._all(
            question,
            [self._fork(question, PROMPTS.fill("value", thought=thought)) for thought in thoughts],
            VALUE,
            form_of_value,
        )
        values = [value_in(without_thought(call.text)) for call in rated]
        return thoughts[values.index(max(values))]


def value_in(text: str) -> int:
    """The last whole number from 1 to `BEST_RATING` in an answer; 0 if there is none.

    >>> value_in("On a scale of 1 to 10: 7/10."), value_in("excellent")
    (7, 0)
    """
    found = [
        int(number) for number in re.findall(r"(?<![\d.])\d+(?!\d|/?\.\d)", re.sub(r"/\s*10\b", "", text))
    ]
    return next((number for number in reversed(found) if 1 <= number <= BEST_RATING), 0)


def form_of_value(text: str) -> str:
    """The form of an answer that should be a whole number and nothing else.

    >>> form_of_value("<think>Good.</think> 8"), form_of_value("8/10"), form_of_value("excellent")
    ('as asked', 'leniently', 'refused')
    """
    answer = without_thought(text).strip()
    if not (value := value_in(answer)):
        return REFUSED
    return AS_ASKED if answer == str(value) else LENIENTLY


class ScPlayer(ModelPlayer):
    """Self-consistency: the most frequent of several sampled answers; ties: the first (Wang et al., 2023)."""

    def __init__(
        self,
        context: SeatContext,
        model: Model,
        settings: Settings,
        style: PromptStyle,
        deliberation: DeliberationStyle,
    ) -> None:
        super().__init__(context, model, settings, replace(style, method="cot"))
        self._samples = deliberation.samples

    async def answer(self, question: Question) -> Any:
        sent = self._again(question) if question.attempt > 1 else self._put(question)
        talk = self._talk
        calls = await self._answered(question, talk, [sent] * self._samples)
        read = [self._try(question, call) for call in calls]
        votes = Counter(action for _, action, why in read if why is None)
        if votes:
            chosen = max(votes, key=lambda action: votes[action])
            place = next(at for at, (_, action, why) in enumerate(read) if why is None and action == chosen)
        else:
            place = len(calls) - 1
        for at, (call, _, _) in enumerate(read):
            if at != place:
                self._context.note(replace(call, purpose=SAMPLE))
        # The call whose answer is played, or is invalid, comes last.
        return self._taken(question, *read[place])
