"""One seat of a match, answered from outside: what the environments of other platforms are made of."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from agonist.core import Moves, Seat, UsageError
from agonist.match import Match, Policy, Record
from agonist.match import play as play_match
from agonist.match.record import forfeited
from agonist.players.player import PlayerFactory
from agonist.players.python_agents import AgentPlayer, define
from agonist.players.python_agents.question_exchange import Desk, answered
from agonist.players.registry import PlayerRegistry
from agonist.players.unique_names import name_player
from agonist.tournament import parse_target
from agonist.tournament.game_spec import expect_words


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat is told: after each answer, and when the match begins.

    `text` is what a player reads that remembers all earlier texts: first the rules, the position and the
    question, then what is new and the next question. `legal` lists the legal answers, `None` where they are
    too many. `complaint` says why the last answer was not played; empty if it was. `score` is the seat's
    score of the outcome, and `None` before the match is over.
    """

    text: str
    legal: Sequence[str] | None = None
    complaint: str = ""
    score: float | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.score is not None


class SeatSession:
    """One match at a time, in which one seat is answered from outside and players of ours have the others.

    All calls of one session are made in the same event loop.

    Args:
        target: A game with options, as in `make`.
        opponents: Players for the other seats in order, or one for all: a specification, an agent or a
            factory, as `play` takes them.
        registry: What makes the players (`RunConfig.player_registry`); sessions that share one share its
            budget and connections.
        seat: The seat that is answered from outside.
        policy: What happens after an invalid answer; by default two retries, then a random legal move.
        prompts: A folder with your own prompts; `None` for ours.

    Raises `UsageError` for a wrong game, seat, player or number of players.
    """

    def __init__(
        self,
        target: str,
        opponents: Sequence[str | PlayerFactory | Any],
        registry: PlayerRegistry,
        *,
        seat: Seat = 0,
        policy: Policy | None = None,
        prompts: Path | None = None,
    ) -> None:
        self._chosen = parse_target(target, prompts)
        expect_words(prompts, [self._chosen.kit.name])
        self.seats = self._chosen.game.seats
        if len(opponents) not in (1, self.seats - 1):
            many = f"1 or {self.seats - 1} players" if self.seats > 2 else "1 player"
            raise UsageError(f"{target} has {self.seats} seats: name {many} for the others")
        self._others = list(opponents) * (self.seats - 1 if len(opponents) == 1 else 1)
        self._registry, self._policy = registry, policy or Policy()
        self._policy.check(self._chosen.kit)
        self.seat = self._seat(seat)
        specs: dict[str, str] = {}
        self._names = [name_player(each, specs) if isinstance(each, str) else "" for each in self._others]
        for player in self._others:
            registry.factory_of(player)
        self._desk: Desk | None = None
        self._playing: asyncio.Task[Match] | None = None
        self._moves: list[Moves] = []
        self.match: Match | None = None
        self.answers = self.invalid = 0

    @property
    def game(self) -> str:
        """The game, as records name it."""
        return self._chosen.name

    async def begin(self, seed: int | str, seat: Seat | None = None) -> Situation:
        """Begin a new match; one that is not over is given up. `seat`: from now on, the seat answered here.

        Raises the errors of `play`.
        """
        await self.leave()
        self.seat = self.seat if seat is None else self._seat(seat)
        self.match, self.answers, self.invalid, self._moves = None, 0, 0, []
        desk = self._desk = Desk()
        chosen = self._chosen
        players = list(map(self._registry.factory_of, self._others))
        players.insert(self.seat, partial(AgentPlayer, define("seat", desk.player, {}), open_model=_no_model))
        self._playing = asyncio.create_task(
            play_match(
                chosen.kit,
                chosen.game,
                players,
                seed=str(seed),
                name=chosen.name,
                players=[*self._names[: self.seat], "", *self._names[self.seat :]],
                policy=self._policy,
                on_step=lambda _nth, step: self._moves.append(step.moves),
            )
        )
        self._playing.add_done_callback(lambda _match: desk.close("The match is over."))
        return await self._next()

    async def answer(self, text: str) -> Situation:
        """Answer what was asked. Raises `UsageError` if nothing is asked, and the errors of `play`."""
        question = None if self._desk is None else self._desk.asked
        if self._desk is None or question is None:
            raise UsageError("nothing is asked: the match is over, or has not begun; begin one (reset)")
        answered(self._desk, question, text)
        self.answers += 1
        return await self._next()

    async def leave(self) -> None:
        """Give up the match, if one is being played."""
        playing, self._playing = self._playing, None
        if playing is not None and playing.cancel():
            await asyncio.wait([playing])

    async def forfeit(self) -> float:
        """Give up the match, and the seat's score for that, as of a forfeit; of a match that is over, its
        score. Raises the error of a match that another player's failure ended."""
        if self.match is None:
            if self._playing is not None and self._playing.done():
                await self._playing
            await self.leave()
            *_, last = Record(self.game, self._chosen.game, tuple(self._moves)).states()
            return float(forfeited(self._chosen.game, last, (self.seat,)).scores[self.seat])
        return float(self.match.outcome.scores[self.seat])

    async def _next(self) -> Situation:
        desk, playing = self._desk, self._playing
        assert desk is not None
        assert playing is not None
        question = await desk.question(None)
        self.invalid += bool(desk.rejected)
        if question is not None:
            return Situation(question.news, question.legal, desk.rejected)
        self.match = await playing
        return Situation(desk.over, [], desk.rejected, float(self.match.outcome.scores[self.seat]))

    def _seat(self, seat: Seat) -> Seat:
        if seat not in range(self.seats):
            raise UsageError(f"{self._chosen.name} has the seats 0 to {self.seats - 1}, not {seat}")
        return seat


def _no_model(spec: str, *_seat: Any) -> Any:
    raise UsageError(f"a seat that is answered from outside asks no model of ours, such as {spec}")
