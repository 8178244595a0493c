"""What a model imagines of a game: its own moves, the others' answers, what follows, and how it ends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from agonist.core import InvalidAnswer
from agonist.models.errors import OptionRejected
from agonist.models.protocol import Message
from agonist.players.model_call_record import AS_ASKED, LENIENTLY, REFUSED, ModelCall
from agonist.players.options import Probabilities
from agonist.players.rap.tree import State
from agonist.players.rap.word_probabilities import (
    LISTED,
    LISTED_BY_PAPER,
    among,
    as_published,
    counted,
    form_of,
)
from agonist.players.requests_of_one_turn import together
from agonist.text import Prompts, without_thought

PROMPTS: Final = Prompts.beside(__file__)

AT_ONCE: Final = 10
"""How many actions one question rates: the numbers 0 to 9 are single tokens in every model."""

IMAGINED: Final = 10
"""How many actions a model is asked to propose in an imagined state."""

T = TypeVar("T")

Ask = Callable[..., Coroutine[Any, Any, ModelCall]]
"""(purpose, messages, and how to tell the form of an answer that is read; settings by name) -> the call."""


class NoProbabilities(OptionRejected):
    """The endpoint gives no log-probabilities, and sampling may not replace them."""


class DeadSearch(InvalidAnswer):
    """A list of actions could not be read; the published player has no answer in this case."""

    kind = "unreadable"


@dataclass
class World:
    """What is imagined for one move.

    Equal questions are asked once, unless the answer was unreadable. `rules`: the rules that the player has
    read so far. `estimate`: probabilities from `tokens`, from answers that are `sampled` (`samples` of them),
    or `auto` (from tokens if the endpoint gives them, else sampled; then `without` is called).
    """

    ask: Ask
    rules: Callable[[], str]
    compat: bool = False
    estimate: Probabilities = "auto"
    samples: int = 5
    without: Callable[[], None] = lambda: None
    _known: dict[Any, asyncio.Task[Any]] = field(default_factory=dict)

    async def actions(self, state: State) -> Sequence[str]:
        sent = [*_example("actions"), self._user("actions", state, most=IMAGINED)]
        if not self.compat:
            listed = await self._once(("actions", state), lambda: self._answer_text("actions", sent))
            return _lines(listed)[:IMAGINED]
        found = await self._once(("actions", state), lambda: self._tagged("actions", sent))
        if found is None:
            # The published player asks again, gets another list than its own, and has no answer.
            await self._tagged("actions", sent)
            raise DeadSearch("the list of actions that the model imagines has no <actions> … </actions>")
        return tuple(found.strip().split("\n"))

    async def promise(self, state: State, actions: Sequence[str]) -> list[float]:
        different = list(dict.fromkeys(actions))
        size = len(actions) if self.compat else AT_ONCE
        parts = [tuple(actions[start : start + size]) for start in range(0, len(actions), size)]
        rated = await together(
            [
                *(self._shares(state, part) for part in parts),
                *(self._is_good(state, text) for text in different),
            ]
        )
        shares = [share / len(parts) for part in rated[: len(parts)] for share in part]
        rest = rated[len(parts) :]
        # Of equal actions the number of the first counts.
        share = dict(zip(reversed(actions), reversed(shares), strict=True))
        good = dict(zip(different, (yes for (yes,) in rest), strict=True))
        return [share[text] + good[text] for text in actions]

    async def step(self, state: State, action: str) -> State:
        nothing = PROMPTS.fill("nothing")
        sent = [*_example("others"), self._user("others", state)]
        others = await self._once(("others", state), lambda: self._tagged("others", sent)) or nothing
        talk = [
            *_example_steps(),
            self._user("act", state),
            Message("assistant", action),
            Message("user", PROMPTS.fill("then_others")),
            Message("assistant", others),
            Message("user", PROMPTS.fill("then_state")),
        ]
        key = ("state", state, action, others)
        text = await self._once(key, lambda: self._tagged("state", talk)) or nothing
        return State(text, state.depth + 1)

    async def win(self, state: State) -> float:
        sent = (self._user("win", state),)
        yes, _ = await self._once(("win", state), lambda: self._rate("win", sent, ("yes", "no")))
        return yes

    async def _shares(self, state: State, actions: tuple[str, ...]) -> list[float]:
        """The model's probability for each of these actions, which it is shown numbered from 0."""
        numbered = "\n".join(f"{number}. {action}" for number, action in enumerate(actions))
        sent = (
            self._user("choose", state),
            Message("assistant", numbered),
            Message("user", PROMPTS.fill("number")),
        )
        candidates = tuple(map(str, range(len(actions))))
        if len(candidates) == 1 and not self.compat:
            return [1.0]
        return await self._once(("number", state, actions), lambda: self._rate("choice", sent, candidates))

    async def _is_good(self, state: State, action: str) -> list[float]:
        """The probability that the model calls an action good: a list of one number, like those of
        `_shares`."""
        sent = (
            self._user("act", state),
            Message("assistant", action),
            Message("user", PROMPTS.fill("good")),
        )
        found = await self._once(("good", state, action), lambda: self._rate("worth", sent, ("yes", "no")))
        return found[:1]

    async def _rate(self, purpose: str, sent: Sequence[Message], candidates: Sequence[str]) -> list[float]:
        if self.estimate != "sampled":
            listed = min(len(candidates), LISTED_BY_PAPER) if self.compat else LISTED
            call: ModelCall | None = None
            try:
                call = await self.ask(purpose, sent, max_tokens=1, top_logprobs=listed)
            except OptionRejected:
                if self.compat or self.estimate == "tokens":
                    raise
            if call is not None and call.logprobs:
                return (as_published if self.compat else among)(call.logprobs, candidates)
            if self.compat or self.estimate == "tokens":
                raise NoProbabilities(
                    "the endpoint gives no log-probabilities, which rap: needs here; without compat, "
                    "probabilities=sampled estimates them"
                )
            self.estimate = "sampled"
            self.without()
        form = lambda call: form_of(without_thought(call.text), candidates)  # noqa: E731  of one question
        calls = await together(self.ask(purpose, sent, form) for _ in range(self.samples))
        return counted([without_thought(call.text) for call in calls], candidates)

    async def _answer_text(self, tag: str, sent: Sequence[Message]) -> str:
        """The text between the tags of an answer, or the whole answer if it has none."""
        call = await self.ask(tag, sent, lambda call: form_between(tag, call.text))
        return between(tag, call.text)

    async def _tagged(self, tag: str, sent: Sequence[Message]) -> str | None:
        """The text between the tags of an answer.

        Without tags it is the whole answer, and `None` if that is empty; with `compat` it is `None`.
        """
        if not self.compat:
            return await self._answer_text(tag, sent) or None
        published = re.compile(rf"<{tag}>(.*)</{tag}>", re.DOTALL)
        call = await self.ask(tag, sent, lambda call: AS_ASKED if published.search(call.text) else REFUSED)
        found = published.search(call.text)
        return found[1] if found else None

    async def _once(self, key: Any, ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        task = self._known.get(key)
        if task is None:
            task = self._known[key] = asyncio.ensure_future(ask())
        try:
            found: T = await task
        except BaseException:
            self._known.pop(key, None)
            raise
        if found is None:
            self._known.pop(key, None)
        return found

    def _user(self, name: str, state: State, **blanks: object) -> Message:
        return Message("user", PROMPTS.fill(name, situation=situation(self.rules(), state.text), **blanks))


def between(tag: str, text: str) -> str:
    """The text between the tags of an answer, or the whole answer if it has none; thoughts are left out.

    >>> between("state", "<think>hm</think> <state> Your turn. </state>")
    'Your turn.'
    """
    text_only = without_thought(text, [tag])
    found = re.search(rf"<{tag}>(.*?)(?:</{tag}>|\Z)", text_only, re.DOTALL | re.IGNORECASE)
    return (found[1] if found else text_only).strip()


def form_between(tag: str, text: str) -> str:
    """The form of an answer that should be between these tags.

    >>> form_between("state", "So: <state>Your turn.</state>"), form_between("state", "Your turn.")
    ('as asked', 'leniently')
    """
    if f"<{tag}>" in text and f"</{tag}>" in text:
        return AS_ASKED
    return LENIENTLY if between(tag, text) else REFUSED


def example_answer(messages: Sequence[Message]) -> str:
    """A typical answer to a question of a search, for estimates of length; empty for any other question."""
    question = messages[-1].content
    if "and </actions>" in question:
        return PROMPTS.fill("example_actions")
    if "and </others>" in question:
        return PROMPTS.fill("example_others")
    return PROMPTS.fill("example_next") if "and </state>" in question else ""


def situation(rules: str, text: str) -> str:
    """The rules and the current situation as one text."""
    return PROMPTS.fill("situation", rules=rules, state=text)


def _lines(text: str) -> tuple[str, ...]:
    """The lines of a list without numbers, marks and repetitions."""
    stripped = (re.sub(r"^\s*(?:[-*•]|\(?\d+[.):])+\s*", "", line).strip() for line in text.splitlines())
    return tuple(dict.fromkeys(filter(None, stripped)))


def _example_situation() -> str:
    return situation(PROMPTS.fill("example_rules"), PROMPTS.fill("example_state"))


def _example(name: str) -> tuple[Message, ...]:
    """A worked example, about three doors, that precedes the real question."""
    blanks = {"most": IMAGINED} if name == "actions" else {}
    question = PROMPTS.fill(name, situation=_example_situation(), **blanks)
    return Message("user", question), Message("assistant", PROMPTS.fill(f"example_{name}"))


def _example_steps() -> tuple[Message, ...]:
    return (
        Message("user", PROMPTS.fill("act", situation=_example_situation())),
        Message("assistant", PROMPTS.fill("example_action")),
        Message("user", PROMPTS.fill("then_others")),
        Message("assistant", PROMPTS.fill("example_others")),
        Message("user", PROMPTS.fill("then_state")),
        Message("assistant", PROMPTS.fill("example_next")),
    )
