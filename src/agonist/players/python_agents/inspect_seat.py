"""An agent or solver of Inspect at one seat of a match, with its conversation."""

from __future__ import annotations

import asyncio
import contextvars
import copy
import os
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, Final, TypeAlias

from inspect_ai._eval.task.generate import task_generate
from inspect_ai._util.registry import registry_info
from inspect_ai.agent import AgentState, is_agent
from inspect_ai.dataset import Sample
from inspect_ai.log import Transcript, transcript
from inspect_ai.log._samples import active_sample, sample_active
from inspect_ai.log._transcript import init_transcript
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    GenerateConfig,
    ModelName,
    ModelOutput,
    get_model,
)
from inspect_ai.model._model import active_model_context_var, init_active_model
from inspect_ai.solver import TaskState
from inspect_ai.util import Store, span
from inspect_ai.util._store import init_subtask_store

from agonist.core import AgonistError, Seat, player_name
from agonist.core.source_places import error_line, in_brackets
from agonist.models.redaction import redact
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Question
from agonist.players.python_agents.code_runner import AgentError
from agonist.players.python_agents.context import AgentContext
from agonist.players.python_agents.inspect_request_hook import Requests, current
from agonist.players.python_agents.models_opened_by_inspect import close_with_the_loop, expect_model

MAX_RETRIES: Final = 4
"""How often Inspect sends a request of an agent again; by default it never gives up."""

State: TypeAlias = AgentState | TaskState
"""The state of an agent or of a solver: its conversation and its latest output."""

Show: TypeAlias = Callable[[Seat, list[ChatMessage], ModelOutput], None]
"""Called after each turn of an agent, with its conversation and its latest output."""

shown: Final[ContextVar[Show | None]] = ContextVar("shown", default=None)
"""Who is shown the conversations of agents in this match."""


def is_one(made: Any) -> bool:
    """Whether this is an agent or solver."""
    return is_agent(made) or (hasattr(made, "__registry_info__") and registry_info(made).type == "solver")


class InspectSeat:
    """An agent or solver at one seat. All requests of its models are counted in the match's transcript, and
    in the run's budget.

    Each turn continues its conversation, without messages of the system: agents write theirs in each turn.
    `model`: what `get_model()` means to it; if empty, the model that Inspect evaluates.
    """

    def __init__(self, name: str, made: Any, context: AgentContext, model: str, *, remembers: bool) -> None:
        if model:
            expect_model(model)
        self._name = name
        self._made, self._context, self._model = made, context, model
        self._remembers = remembers
        self._talk: list[ChatMessage] = []
        self._store = Store()

    async def answer(self, news: str, observation: str) -> str:
        """What the agent writes. Raises what refused one of its requests, such as `BudgetSpent`, and
        `AgentError` for whatever its code raises."""
        ended = await self._turn(news if self._remembers else observation, shown.get())
        if self._remembers:
            self._talk = [message for message in ended.messages if message.role != "system"]
        return ended.output.completion

    async def probe(self, news: str, observation: str) -> str:
        """What the agent writes in answer to a question that it does not remember afterwards."""
        before = self._store
        self._store = Store(copy.deepcopy(dict(before.items())))
        try:
            return (await self._turn(news if self._remembers else observation)).output.completion
        finally:
            self._store = before

    def recall(self, question: Question, news: str, observation: str, calls: Sequence[ModelCall]) -> None:
        """Remember a turn that was played before the match was resumed: what was asked, and the answer."""
        if self._remembers and calls:
            asked = ChatMessageUser(content=news if question.attempt == 1 else observation)
            self._talk += [asked, ChatMessageAssistant(content=calls[-1].text)]

    async def _turn(self, asked: str, show: Show | None = None) -> State:
        # In a task of its own, so that what Inspect keeps in context variables ends with the turn.
        here = contextvars.copy_context()
        return await asyncio.create_task(self._played(asked, show), context=here)

    async def _played(self, asked: str, show: Show | None) -> State:
        alone = sample_active() is None  # Inspect is not evaluating
        requests = Requests(self._context)
        current.set(requests)
        who = f"{player_name(self._context.seat)} ({self._name})"
        state: State = (begun := AgentState(messages=[*self._talk, ChatMessageUser(content=asked)]))
        try:
            if alone:
                close_with_the_loop()
                active_model_context_var.set(None)  # that of an evaluation which has ended
            if self._model:
                init_active_model(get_model(self._model), GenerateConfig(max_retries=MAX_RETRIES))
            init_subtask_store(self._store)
            async with _sample(asked, self._model) if alone else nullcontext(), span(who, type="seat"):
                if is_agent(self._made):
                    state = await self._made(begun)
                else:
                    state = _task_state(begun.messages)
                    state = await self._made(state, _generate)
        except Exception as error:
            if requests.refused is not None:
                raise requests.refused from None
            if alone and not isinstance(error, AgonistError):
                raise AgentError(_failure(error, self._model)) from None
            raise
        finally:
            await requests.close()
            if show is not None:  # also a turn that a limit has ended
                show(self._context.seat, state.messages, state.output)
        if requests.refused is not None:
            raise requests.refused
        return state


def _failure(error: Exception, model: str) -> str:
    """An agent's error in words; what a provider says may quote what it was sent."""
    keys = (value for name, value in os.environ.items() if name.endswith(("_API_KEY", "_TOKEN")))
    hint = "" if model else " (model=openai/gpt-5-mini, say, is what it gets from get_model())"
    return f"an agent of Inspect raised {redact(error_line(error), *keys)}{in_brackets(error)}{hint}"


@asynccontextmanager
async def _sample(asked: str, model: str) -> AsyncIterator[None]:
    """A sample for agents that need one, such as `react`; nothing is logged."""
    init_transcript(Transcript())
    async with active_sample(
        task="agonist",
        log_location="",
        model=model,
        sample=Sample(input=asked, id=1),
        epoch=1,
        message_limit=None,
        token_limit=None,
        cost_limit=None,
        time_limit=None,
        working_limit=None,
        fails_on_error=True,
        transcript=transcript(),
        eval_id="",
        sample_uuid=secrets.token_hex(8),
    ):
        yield


def _task_state(messages: list[ChatMessage]) -> TaskState:
    name = ModelName(get_model())
    return TaskState(model=name, sample_id=0, epoch=1, input=messages[-1].text, messages=messages)


async def _generate(state: TaskState, tool_calls: Any = "loop", **config: Any) -> TaskState:
    """What solvers get to ask the model."""
    return await task_generate(
        model=get_model(), state=state, tool_calls=tool_calls, cache=False, config=GenerateConfig(**config)
    )
