"""Matches as OpenEnv's sessions for trainers: they ask the trainer's engine, and have a trace to fetch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any

from openenv.core.harness import (
    Message,
    ResourceSession,
    ResourceSessionFactory,
    ToolResult,
    TrainingTrace,
    VerifyResult,
)

from agonist.api.seat_rollout_in_trainer import ROW, seat_rollout
from agonist.core import Seat, UsageError
from agonist.match.training_trace import TrainingTrace as Trace
from agonist.models.event_loop import in_background
from agonist.players.spec import with_style
from agonist.run_config import RunConfig


class GameSession(ResourceSession):  # type: ignore[misc]  # OpenEnv is not installed where types are checked
    """One match, in which the policy has a seat; it plays by itself while `wait_for_completion` waits."""

    def __init__(self, policy: str, game: str, opponents: Sequence[Any], **more: Any) -> None:
        self._playing = in_background(seat_rollout(policy, game, opponents, **more))
        self._trace: Trace | None = None

    def wait_for_completion(self, timeout_s: float | None = None) -> int:
        """0 when the match is over. Raises `TimeoutError` before, and the errors of `seat_rollout`."""
        self._trace = self._playing.result(timeout_s)
        return 0

    def fetch_training_trace(self) -> TrainingTrace:
        """The calls of the seat. Raises `UsageError` before the match is over."""
        return TrainingTrace.model_validate(self._finished().openenv())

    def verify(self, transcript: list[Message], final_state: Any | None = None) -> VerifyResult:
        """The seat's score, and what the trace says about the match."""
        if self._trace is None:
            return VerifyResult()
        about = dict(self._trace.metadata)
        counts = {key: about[key] for key in ("steps", "invalid", "fallback", "unanswered")}
        return VerifyResult(self._trace.reward, True, counts, about)

    def initial_messages(self) -> list[Message]:
        """None: the match asks the policy itself."""
        return []

    def list_tools(self) -> list[Any]:
        """None: the policy answers in words."""
        return []

    def call_tool(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        return ToolResult(error=f"there is no tool {name}: the match asks the policy itself")

    def close(self) -> None:
        self._playing.cancel()

    def _finished(self) -> Trace:
        if self._trace is None:
            raise UsageError("the match is not over: call wait_for_completion first")
        return self._trace


class GameSessionFactory(ResourceSessionFactory[GameSession]):  # type: ignore[misc]
    """Sessions of one policy. A task names a game, or is a mapping of arguments of `seat_rollout`, of which
    those of a task go before those given here.

    `policy` is a model's specification, such as `vllm/policy?base_url=http://127.0.0.1:8000/v1`, at an
    endpoint that gives ids. `sampling` is the trainer's: its `temperature` is asked for. Sessions with the
    same seed are one deal, which is what makes their group. `config` has connections, and a budget that is
    each session's own.
    """

    def __init__(
        self,
        policy: str,
        opponents: Sequence[Any] = (),
        *,
        seat: Seat = 0,
        on_invalid: str = "default",
        config: RunConfig | None = None,
        sampling: Mapping[str, Any] | None = None,
    ) -> None:
        asked = {"temperature": str((sampling or {}).get("temperature", 1.0))}
        self._policy, self._opponents = with_style(policy, asked), opponents
        self._more = {"seat": seat, "on_invalid": on_invalid, "config": config}

    def create(self, task: Any, seed: int | None = None, episode_id: str | None = None) -> GameSession:
        """A match that has begun. Raises `UsageError` for a task that is neither."""
        text = task if isinstance(task, str | Mapping) else task[-1]["content"]
        given = {"game": text.strip()} if isinstance(text, str) else dict(text)
        if not {"game"} <= given.keys() <= ROW:
            raise UsageError(
                'a task is a game, such as "tictactoe", or {"game": "tictactoe"} with opponents, seat, seed '
                f"and on_invalid if need be, and not {task!r:.100}"
            )
        given = {"opponents": self._opponents, "seed": token_hex(8) if seed is None else seed, **given}
        return GameSession(self._policy, **{**self._more, **given})
