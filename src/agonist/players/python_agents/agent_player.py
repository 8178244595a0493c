"""The player that runs a user's agent."""

from __future__ import annotations

import copy
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from agonist.core import Ask, InvalidAnswer, plain
from agonist.core.plain_values import shown
from agonist.players.model import PROMPTS
from agonist.players.model_call_record import REFUSED, ModelCall
from agonist.players.player import UNTOLD, Player, Question, SeatContext
from agonist.players.python_agents.answer_conversion import legal_texts, plain_action
from agonist.players.python_agents.code_runner import AgentError, Runner, agent_code
from agonist.players.python_agents.context import AgentContext, recording_of
from agonist.players.python_agents.definition import GIVEN, Call, Definition, answer_function, call_of
from agonist.players.python_agents.model_handle import ModelHandle
from agonist.players.python_agents.text_questions_and_answers import form_of, observed, read_text, request_of
from agonist.text import Say, written
from agonist.text.reading import ANSWER_CHARACTERS

_UNCHANGING: Final = (
    *(str, int, float, bytes, type(None), type, Enum, AgentContext, ModelHandle),
    *(FunctionType, MethodType, BuiltinFunctionType, ModuleType),
)
"""Types of an agent's attributes that are not part of its memory."""

_BY_IDENTITY: Final[Any] = object.__eq__

_LOG: Final = logging.getLogger("agonist.players")


@dataclass(eq=False, slots=True)
class _Past:
    """A turn played before the match was resumed; `action` is `None` after a fallback move."""

    questions: Sequence[Question]
    action: Any
    calls: Sequence[ModelCall]
    correction: str = ""


class AgentPlayer(Player):
    """Asks an agent, and reads its answer like a model's.

    The agent is created for its first question. When a match is resumed, `recall` is called with each turn
    that was played, if the agent defines it; any other agent is asked all of its questions again, with the
    recorded answers of its models, so that it has the same memory as before.
    """

    def __init__(self, definition: Definition, context: SeatContext, open_model: Callable[..., Any]) -> None:
        self._definition, self._context = definition, context
        self.context = AgentContext(context, open_model)
        self._recording = recording_of(self.context)
        self._runner = Runner(definition.name, lambda: self._recording.asking)
        self._agent: Any = None
        self._call: Call | None = None
        self._played: list[_Past] = []
        self._told: Any | None = None
        self._correction = ""

    def prepare(self) -> None:
        """Create the agent now. Raises its code's errors, and `UsageError` if it cannot answer questions."""
        definition = self._definition
        if self._call is not None:
            return
        if definition.stateless:
            self._agent = partial(definition.make, **definition.options)
        else:
            context = self._context if definition.is_player else self.context
            more = {"context": context} if definition.wants_context else {}
            with agent_code(f"making {definition.name}"):
                self._agent = definition.make(**more, **definition.options)
        self._call = answer_function(definition.name, self._agent)

    async def answer(self, question: Question) -> Any:
        await self._ready()
        action = await self._ask(question, self._answer_function())
        self._told = question.view
        return action

    async def probe(self, question: Question) -> Any:
        """Ask agents with a method `probe`, and functions; other agents get a random answer."""
        await self._ready()
        if self._definition.stateless:
            return await self._ask(question, self._answer_function())
        if (call := self._hook("probe")) is None:
            return await super().probe(question)
        return await self._ask(question, call)

    def replay(self, questions: Sequence[Question], action: Any, calls: Sequence[ModelCall]) -> None:
        self._played.append(_Past(questions, action, calls))

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        played = written(ask, action, "line", self._say(view))
        correction = PROMPTS.fill("correction", played=played)
        if self._played:
            self._played[-1].correction = correction
        else:
            self._correction = correction

    async def finish(self, view: Any | None) -> None:
        await self._ready()
        call = self._hook("finish", only=("view", "context", "rules", "observation", "news"))
        if call is None:
            return
        words, game = self._context.kit.words, self._context.game
        ended: dict[str, Callable[[], Any]] = {
            "view": lambda: view,
            "context": lambda: self.context,
            "rules": lambda: words.rules(game),
            "observation": lambda: UNTOLD if view is None else words.scene(game, view),
            "news": lambda: UNTOLD if view is None else self._news(view),
        }
        arguments = call.arguments(lambda what: ended[what]())
        try:
            await self._runner.call("finish", call.function, arguments)
        except AgentError as error:
            # The match is over: an error here changes nothing.
            _LOG.warning("agonist: %s", error)

    async def _ready(self) -> None:
        """Create the agent if there is none yet; in a resumed match, bring it up to the current turn."""
        if self._call is None:
            if self._definition.stateless:
                self.prepare()
            else:
                await self._runner.call("making", self.prepare, {})
            if (start := self._hook("start", only=("context", "rules"))) is not None:
                arguments = start.arguments(
                    lambda what: self.context if what == "context" else self.context.rules
                )
                await self._runner.call("start", start.function, arguments)
        played, self._played = self._played, []
        if self._definition.stateless and played:
            self._told, self._correction = played[-1].questions[-1].view, played[-1].correction
        elif played:
            await self._relive(played)

    async def _relive(self, played: Sequence[_Past]) -> None:
        recall = self._hook("recall", only=(*GIVEN, "action", "calls"))
        before = _state(self._agent) if recall is None else None
        for past in played:
            question = past.questions[-1]
            if recall is not None:
                more = {"action": past.action, "calls": tuple(past.calls)}
                give = partial(self._give, question, recall)
                arguments = {
                    key: more[what] if what in more else give(what) for key, what in recall.wants.items()
                }
                self._recording.begin(self._context.origin(question), [])
                await self._runner.call("recall", recall.function, arguments)
            else:
                await self._again(past, before)
            self._told, self._correction = question.view, past.correction

    async def _again(self, past: _Past, before: Any) -> None:
        """Repeat the questions of a turn that was played before, attempt by attempt."""
        answer: Any = None
        for question in past.questions:
            recorded = [call for call in past.calls if call.attempt == question.attempt]
            if any(call.error == "timeout" for call in recorded):
                continue
            try:
                answer = await self._ask(question, self._answer_function(), recorded)
            except InvalidAnswer:
                answer = None
        if answer != past.action and (before is None or _state(self._agent) != before):
            raise AgentError(
                f"{self._definition.name} cannot be resumed: asked again about turn "
                f"{past.questions[-1].turn} it answered {answer!r}, and not {past.action!r} as it had; "
                "draw from the rng it is given, or define recall(view, ask, action)"
            )

    async def _ask(self, question: Question, call: Call, recorded: Sequence[ModelCall] | None = None) -> Any:
        self._recording.begin(self._context.origin(question), recorded)
        try:
            # An agent may do with its view what it likes: others are asked in the same state.
            copied = replace(question, view=copy.deepcopy(question.view), ask=copy.deepcopy(question.ask))
            arguments = call.arguments(partial(self._give, copied, call))
            answer = await self._runner.call("answer", call.function, arguments)
        finally:
            self._recording.end()
        if not question.probe:
            self._correction = ""
        try:
            action = read_text(self._context, question, answer) if call.text else plain_action(answer)
            question.ask.check(action)
        except InvalidAnswer as why:
            self._note(answer, recorded, REFUSED if call.text else "")
            if (rejected := self._hook("rejected", only=("complaint",))) is not None:
                arguments = rejected.arguments({"complaint": str(why)}.__getitem__)
                await self._runner.call("rejected", rejected.function, arguments)
            raise
        if call.text:
            self._note(answer, recorded, form_of(self._context, question, answer))
        return action

    def _note(self, answer: Any, recorded: Sequence[ModelCall] | None, form: str) -> None:
        """Record the agent's answer in the transcript."""
        if recorded is None:
            self._context.note(ModelCall(text=_as_text(answer), tries=0, form=form))

    def _give(self, question: Question, call: Call, what: str) -> Any:
        """The value of one argument."""
        words, game, view = self._context.kit.words, self._context.game, question.view
        match what:
            case "question":
                return question
            case "view" | "ask" | "rng":
                return getattr(question, what)
            case "complaint":
                return "" if question.complaint is None else str(question.complaint)
            case "context":
                return self.context
            case "rules":
                return words.rules(game)
            case "legal":
                if not call.text:
                    options = question.ask.options()
                    return None if options is None else list(options)
                texts = legal_texts(question.ask, self._say(view))
                return None if texts is None else list(texts)
            case "observation":
                return observed(self._context, question, self._correction)
            case "news":
                if question.attempt > 1:
                    return request_of(self._context, question)
                news = [self._correction, self._news(view), request_of(self._context, question)]
                return "\n\n".join(filter(None, news))
        raise AssertionError(what)

    def _news(self, view: Any) -> str:
        words, game = self._context.kit.words, self._context.game
        if self._told is None:
            return f"{words.rules(game)}\n\n{words.scene(game, view)}"
        return words.news(game, self._told, view)

    def _say(self, view: Any) -> Say:
        return partial(self._context.kit.words.label, view)

    def _answer_function(self) -> Call:
        assert self._call is not None
        return self._call

    def _hook(self, name: str, only: Sequence[str] = GIVEN) -> Call | None:
        """The agent's method of this name, if any; `only` lists the arguments that it may have."""
        if self._definition.stateless or not callable(getattr(self._agent, name, None)):
            return None
        return call_of(f"{self._definition.name}.{name}", getattr(self._agent, name), only)


def _as_text(answer: Any) -> str:
    """An agent's answer for the transcript; too long ones are cut."""
    try:
        text = str.__str__(answer) if isinstance(answer, str) else repr(plain(answer))
    except InvalidAnswer:
        text = shown(answer)
    return (
        text
        if len(text) <= ANSWER_CHARACTERS
        else f"{text[:ANSWER_CHARACTERS]}… ({len(text):,} characters in all)"
    )


def _state(agent: Any) -> Any:
    """A copy of an agent's state; `None` if a part of it cannot be compared, such as an SDK's client."""
    try:
        return _copied(vars(agent))
    except Exception:  # noqa: BLE001  an agent may have any attribute
        return None


def _copied(value: Any) -> Any:
    match value:
        case dict():
            return {key: _copied(inner) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset() | deque():
            return type(value).__name__, [_copied(inner) for inner in value]
        case Random():
            return value.getstate()
    if isinstance(value, _UNCHANGING):
        return value
    kind = type(value)
    if getattr(kind, "__eq__", None) is _BY_IDENTITY:
        # Clients are not copied: the copy may be broken, and raise when it is garbage-collected.
        raise TypeError(f"{kind.__name__} cannot be compared")
    return (kind, _copied(vars(value))) if hasattr(value, "__dict__") else copy.deepcopy(value)
