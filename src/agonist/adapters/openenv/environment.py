"""One seat of a match as an environment of OpenEnv's."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from secrets import token_hex
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State
from openenv.core.env_server.types import EnvironmentMetadata
from pydantic import Field

from agonist.api.seat_session import SeatSession, Situation
from agonist.core import Seat, UsageError
from agonist.match import Policy
from agonist.models.event_loop import in_background
from agonist.players.registry import PlayerRegistry


class GameAction(Action):  # type: ignore[misc]  # OpenEnv is not installed where types are checked
    """An answer to what the seat was asked."""

    answer: str = Field(description="A legal answer, or the JSON object that the observation asks for")


class GameObservation(Observation):  # type: ignore[misc]
    """What the seat is told; `reward` is the seat's score when the match is over, and 0 before."""

    text: str = Field(description="First the rules and the position; then what is new, and what is asked")
    legal: list[str] | None = Field(default=None, description="The legal answers, if they can be listed")


class GameState(State):  # type: ignore[misc]
    """Which match it is, and how far; the deal and the other seats' cards are no part of it.

    `step_count` counts answers, those that were not played too.
    """

    game: str = ""
    seat: int = 0
    seats: int = 0
    invalid: int = Field(default=0, description="How many answers were not played")
    over: bool = False
    scores: list[float] = Field(
        default_factory=list, description="Those of all seats, when the match is over"
    )
    reason: str = ""


class GameEnvironment(Environment):  # type: ignore[misc]
    """A seat of one match at a time; players of ours have the other seats.

    Arguments as in `SeatSession`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        target: str,
        opponents: Sequence[Any],
        registry: PlayerRegistry,
        *,
        seat: Seat = 0,
        policy: Policy | None = None,
        prompts: Path | None = None,
    ) -> None:
        super().__init__()
        self._session = SeatSession(target, opponents, registry, seat=seat, policy=policy, prompts=prompts)
        self._episode: str | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> GameObservation:
        """Begin a match: `seed` decides the deal (by default a random one), `seat` which seat is answered."""
        return in_background(self._reset(seed, episode_id, **more)).result()

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **more: Any
    ) -> GameObservation:
        return await asyncio.wrap_future(in_background(self._reset(seed, episode_id, **more)))

    def step(self, action: GameAction, timeout_s: float | None = None, **more: Any) -> GameObservation:
        """Answer, and wait until something else is asked, or the match is over.

        Raises `TimeoutError` if that takes longer than `timeout_s` seconds; the match is then given up.
        """
        return self._answer(action, timeout_s).result()

    async def step_async(
        self, action: GameAction, timeout_s: float | None = None, **more: Any
    ) -> GameObservation:
        return await asyncio.wrap_future(self._answer(action, timeout_s))

    @property
    def state(self) -> GameState:
        session, match = self._session, self._session.match
        return GameState(
            episode_id=self._episode,
            step_count=session.answers,
            game=session.game,
            seat=session.seat,
            seats=session.seats,
            invalid=session.invalid,
            over=match is not None,
            scores=[] if match is None else list(map(float, match.outcome.scores)),
            reason="" if match is None else match.outcome.reason,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        about = (
            f"One seat of {self._session.game}, a game for {self._session.seats}, against players of Agonist"
        )
        return EnvironmentMetadata(name=self._session.game, description=about)

    def web_actions(self, observation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        return [(text, {"answer": text}) for text in observation.get("legal") or ()]

    def close(self) -> None:
        in_background(self._session.leave()).result()

    def _answer(self, action: GameAction, seconds: float | None) -> Future[GameObservation]:
        return in_background(self._told(self._within(seconds, self._session.answer(action.answer))))

    async def _reset(
        self, seed: int | None, episode: str | None, seat: Seat | None = None, **unknown: Any
    ) -> GameObservation:
        if unknown:
            raise UsageError(f"reset takes seed, episode_id and seat, not {', '.join(unknown)}")
        self._episode = episode or token_hex(8)
        return await self._told(self._session.begin(token_hex(8) if seed is None else seed, seat))

    async def _within(self, seconds: float | None, told: Coroutine[Any, Any, Situation]) -> Situation:
        try:
            return await asyncio.wait_for(told, seconds)
        except TimeoutError:
            await self._session.leave()
            raise TimeoutError(
                f"the other players took longer than {seconds:g} s; begin another match"
            ) from None

    async def _told(self, coming: Coroutine[Any, Any, Situation]) -> GameObservation:
        now = await coming
        legal = None if now.legal is None else list(now.legal)
        about = {"complaint": now.complaint} if now.complaint else {}
        reward = now.score or 0.0
        return GameObservation(text=now.text, legal=legal, done=now.over, reward=reward, metadata=about)
