"""One seat of a match as an environment of TRL's GRPO: the model answers by calling a tool."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from agonist.api.seat_session import SeatSession
from agonist.core import Seat
from agonist.match import Policy
from agonist.models.event_loop import in_background
from agonist.run_config import RunConfig

_LOG: Final = logging.getLogger(__name__)


class GameEnvironment:
    """A match at a time. Its public methods besides `reset` and `get_reward` are the model's tools."""

    def __init__(self, session: SeatSession, say_given_up: Callable[[], None]) -> None:
        self._session, self._say_given_up = session, say_given_up

    def reset(self, seed: int | str | None = None, seat: Seat | None = None, **_row: Any) -> str:
        """Begin a match and give the rules, the position and the question.

        The columns `seed` and `seat` of the data set say which deal and seat it is: rows of one group then
        have the same. Without them, the deal is a random one, and the seat that of the factory.
        """
        seed = token_hex(8) if seed is None else seed
        return in_background(self._session.begin(seed, seat)).result().text

    def answer(self, text: str) -> str:
        """Answer what you are asked in the game, and learn what happens next.

        Args:
            text: A legal answer as listed, such as one cell, or the JSON object that is asked for.

        Returns:
            What happened up to your next turn, and what you are asked then.
        """
        return in_background(self._session.answer(text)).result().text

    def get_reward(self) -> float:
        """The seat's score; if the model stopped before the match was over, that of giving up.

        Raises the error of a match that a failure of another player ended: TRL tells the model of that only.
        """
        reward = in_background(self._session.forfeit()).result()
        if self._session.match is None:
            self._say_given_up()
        return reward


def game_environment(
    game: str,
    opponents: Sequence[Any],
    *,
    seat: Seat = 0,
    policy: Policy | None = None,
    prompts: Path | None = None,
    config: RunConfig | None = None,
) -> Callable[[], GameEnvironment]:
    """An `environment_factory` for `GRPOTrainer`: one seat of a game against players of ours.

    The model needs a chat template with tools. Where it writes the conversation itself, as in self-play, use
    `GameRollouts`.

    Args:
        game: A game with options, as in `agonist.make`.
        opponents: Players for the other seats in order, or one for all.
        seat: The model's seat; a row's column `seat` may name another.
        policy: What happens after an invalid answer; by default two retries, then a random legal move.
        prompts: A folder with your own prompts; `None` for ours.
        config: Budget and connections that all environments share.

    Raises `UsageError` for a wrong game, seat, player or number of players.
    """
    registry = (config or RunConfig()).player_registry()

    @cache
    def say_given_up() -> None:
        _LOG.warning(
            "a match of %s was given up before it was over, and its reward is that of a forfeit: the model "
            "called no tool, or TRL stopped it (max_completion_length is for all tokens of a match, what is "
            "told too; max_tool_calling_iterations is for its answers). This is said once",
            game,
        )

    def new() -> GameEnvironment:
        session = SeatSession(game, opponents, registry, seat=seat, policy=policy, prompts=prompts)
        return GameEnvironment(session, say_given_up)

    new()  # wrong arguments are reported before the training begins
    return new
