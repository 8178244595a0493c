"""Checking a player on games: does it play to the end, legally, and in the same way each time?"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agonist.core import AgonistError, Ask, Game
from agonist.kit import Kit, make_game
from agonist.match import Match, invalid_answers, play
from agonist.models.errors import BudgetSpent, ProviderError
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Player, PlayerFactory, Question, SeatContext
from agonist.players.simple import RandomPlayer


@dataclass(frozen=True, slots=True)
class PlayerCheck:
    """The result of a player's check at one game.

    `moves` and `invalid` (invalid answers by class; `first` is the first of them) count this player only;
    `seconds` is the mean time of an answer. `repeats`: whether the same seed gave the same match again, one
    after the other; `alone`: whether it did while another match was played. Both are `None` if the match did
    not end; `error` then says why.
    """

    game: str
    seats: int
    moves: int = 0
    invalid: Counter[str] = field(default_factory=Counter)
    first: str = ""
    seconds: float = 0.0
    repeats: bool | None = None
    alone: bool | None = None
    error: str = ""

    def problems(self, *, deterministic: bool) -> list[str]:
        """Problems as sentences; `deterministic`: the player claims that equal seeds give equal matches."""
        found = [self.error] if self.error else []
        if self.invalid:
            counts = ", ".join(f"{count} {kind}" for kind, count in sorted(self.invalid.items()))
            found.append(f"invalid answers: {counts}; the first: {self.first}")
        if self.repeats and self.alone is False:
            found.append("matches at the same time change each other, so they share memory; keep it in self")
        if deterministic and self.repeats is False:
            found.append(
                "another match with the same seed differs: draw random numbers only from the rng that the "
                "player is given, and remember nothing from match to match"
            )
        return found


async def check_player(factory: PlayerFactory, kit: Kit, name: str = "", *, seed: str = "0") -> PlayerCheck:
    """Four matches of a player against random ones, in a small version of the game.

    Raises `ProviderError` and `BudgetSpent`, since these are not the player's fault.
    """
    game = make_game(kit.game, kit.quick_options)
    name = name or kit.name
    timer = _Timer(factory)
    try:
        first = await _match(kit, game, timer, seed)
        again = await _match(kit, game, timer, seed)
        beside, _ = await asyncio.gather(
            _match(kit, game, timer, seed), _match(kit, game, timer, f"{seed} beside")
        )
    except (ProviderError, BudgetSpent):
        raise
    except AgonistError as error:
        return PlayerCheck(name, game.seats, moves=timer.answers, seconds=timer.mean, error=str(error))
    wrong: Counter[str] = Counter()
    for (seat, kind), count in invalid_answers(first.steps).items():
        if seat == 0:
            wrong[kind] += count
    complaints = [
        call.complaint for step in first.steps for call in step.calls if call.seat == 0 and call.error
    ]
    return PlayerCheck(
        name,
        game.seats,
        moves=sum(0 in step.moves for step in first.steps),
        invalid=wrong,
        first=complaints[0] if complaints else "",
        seconds=timer.mean,
        repeats=first.record.moves == again.record.moves,
        alone=first.record.moves == beside.record.moves,
    )


async def _match(kit: Kit, game: Game[Any, Any], timer: _Timer, seed: str) -> Match:
    others = [lambda _context: RandomPlayer()] * (game.seats - 1)
    return await play(kit, game, [timer.make, *others], seed=seed)


class _Timer:
    """Makes players whose answers are timed."""

    def __init__(self, factory: PlayerFactory) -> None:
        self._factory = factory
        self.answers, self._spent = 0, 0.0

    @property
    def mean(self) -> float:
        return self._spent / self.answers if self.answers else 0.0

    def make(self, context: SeatContext) -> Player:
        return _Timed(self, self._factory(context))

    def took(self, seconds: float) -> None:
        self.answers += 1
        self._spent += seconds


class _Timed(Player):
    def __init__(self, timer: _Timer, player: Player) -> None:
        self._timer, self._player = timer, player

    async def open(self) -> None:
        await self._player.open()

    async def answer(self, question: Question) -> Any:
        began = time.perf_counter()
        try:
            return await self._player.answer(question)
        finally:
            self._timer.took(time.perf_counter() - began)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._player.recall(view, ask, action, calls)

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        self._player.fallback(view, ask, action)

    async def finish(self, view: Any | None) -> None:
        await self._player.finish(view)

    def close(self) -> None:
        self._player.close()
