"""A game served by OpenEnv's own server: each WebSocket is a session with one seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from openenv.core.env_server import create_app

from agonist.adapters.openenv.environment import GameAction, GameEnvironment, GameObservation, GameState
from agonist.core import Seat
from agonist.match import Policy
from agonist.run_config import RunConfig

SESSIONS: Final = 1_000
"""Sessions at once, unless told otherwise."""


def app_of(
    target: str,
    opponents: Sequence[Any],
    *,
    seat: Seat = 0,
    policy: Policy | None = None,
    prompts: Path | None = None,
    config: RunConfig | None = None,
    sessions: int = SESSIONS,
) -> Any:
    """An ASGI application, for `uvicorn.run` and others.

    Args:
        target: A game with options, as in `agonist.make`.
        opponents: Players for the other seats in order, or one for all.
        seat: The clients' seat; `reset` may name another.
        policy: What happens after an invalid answer; by default two retries, then a random legal move.
        prompts: A folder with your own prompts; `None` for ours.
        config: Budget and connections that all sessions share.
        sessions: The most sessions at once.

    Raises `UsageError` for a wrong game, seat, player or number of players.
    """
    registry = (config or RunConfig()).player_registry()
    new = partial(GameEnvironment, target, opponents, registry, seat=seat, policy=policy, prompts=prompts)
    name = new().state.game  # wrong arguments are reported before anything is served
    return create_app(
        new, GameAction, GameObservation, env_name=name, max_concurrent_envs=sessions, state_cls=GameState
    )
