"""The context of an agent: facts about its match, and what it may use."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from agonist.core import Game, Seat
from agonist.players.player import SeatContext
from agonist.players.python_agents.model_handle import ModelHandle
from agonist.players.python_agents.recording import Recording


class AgentContext:
    """One seat of one match: the parameter `context` of an agent.

    `match` is an opaque id, the same when the match is resumed. It holds no seed, from which the cards could
    be derived. For random choices an agent uses `rng`.
    """

    def __init__(
        self, context: SeatContext, open_model: Callable[[str, SeatContext, Recording], ModelHandle]
    ) -> None:
        self._context, self._open = context, open_model
        self._recording = Recording(context.note)
        self._handles: dict[str, ModelHandle] = {}

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its options: pure functions, with which an agent may search."""
        return self._context.game

    @property
    def seat(self) -> Seat:
        """The agent's own seat, from 0."""
        return self._context.seat

    @property
    def match(self) -> str:
        """The id of the match, which endpoints receive in the header X-Agonist-Match."""
        return self._context.match

    @property
    def rules(self) -> str:
        """The rules as text, as models get them."""
        return self._context.kit.words.rules(self._context.game)

    def sample_state(self, view: Any, rng: Random) -> Any:
        """A state that this view does not rule out: what is hidden is drawn at random.

        In a game without hidden information, the state itself.
        """
        sample = self._context.kit.sample_state
        return view if sample is None else sample(self._context.game, view, rng)

    def model(self, spec: str) -> ModelHandle:
        """A model such as `openai/gpt-5-mini?temperature=0`, for the agent's own calls.

        Raises `UsageError` if it does not name a model, `NoKey` if its key is missing.
        """
        if spec not in self._handles:
            self._handles[spec] = self._open(spec, self._context, self._recording)
        return self._handles[spec]

    def __deepcopy__(self, memo: Any) -> AgentContext:
        return self


def recording_of(context: AgentContext) -> Recording:
    """The recording of an agent's model calls."""
    return context._recording  # noqa: SLF001  not part of the interface that agents see
