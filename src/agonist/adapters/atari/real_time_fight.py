"""Atari Boxing in real time: the fight goes on while players think, so latency costs points.

Each player is asked repeatedly about the current frame. An answer sets the position of their joystick until
their next answer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from agonist.adapters.atari.boxing import JOYSTICK, BoxingView
from agonist.adapters.atari.boxing_env import WAIT, MakeEnv, Ring
from agonist.core import InvalidAnswer, Outcome, Seat, UsageError
from agonist.kit import Kit, make_game
from agonist.players.player import Player, PlayerFactory, Question, SeatContext

SPEED: Final = 120
"""Frames per second as in GameBench: twice as fast as the console."""

MOST_FRAMES: Final = 20_000
"""Frames after which a fight is broken off."""


class Clock(Protocol):
    """The clock of a fight, which waits until the next frame is due."""

    async def until(self, seconds: float) -> None:
        """Wait until `seconds` have passed since the fight began; return at once if they have."""


class WallClock:
    """The clock of this machine."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    async def until(self, seconds: float) -> None:
        # Sleep even if the time has passed, so that players, which run in the same loop, can act.
        await asyncio.sleep(max(0.0, self._start + seconds - time.monotonic()))


@dataclass(frozen=True, slots=True)
class Bout:
    """The course of a fight.

    `held`: each change of the two joysticks, with the frame from which it counted; playing these with
    `Ring.step` repeats the fight. `answers` and `invalid` are counts by seat.
    """

    outcome: Outcome
    frames: int
    held: tuple[tuple[int, tuple[str, str]], ...]
    answers: tuple[int, int]
    invalid: tuple[int, int]


async def fight(
    kit: Kit,
    make_env: MakeEnv,
    factories: Sequence[PlayerFactory],
    *,
    seed: int,
    clock: Clock | None = None,
    speed: int = SPEED,
    longest: int = MOST_FRAMES,
) -> Bout:
    """One fight in real time, with `speed` frames a second; `factories` make the players of white and black.

    An illegal answer changes nothing. Any other exception of a player ends the fight and is raised here.
    """
    if speed < 1 or longest < 1:
        raise UsageError(f"speed and longest must be at least 1, not {speed} and {longest}")
    return await _Fight(kit, Ring(make_env, seed), factories, seed).run(clock or WallClock(), speed, longest)


class _Fight:
    def __init__(self, kit: Kit, ring: Ring, factories: Sequence[PlayerFactory], seed: int) -> None:
        self.ring, self.seed, self.frame = ring, seed, 0
        game = make_game(kit.game, {})
        self.players = [
            factory(SeatContext(kit, game, seat, f"{seed}:{seat}", lambda _call: None))
            for seat, factory in enumerate(factories)
        ]
        self.now = [WAIT, WAIT]
        self.answers, self.invalid = [0, 0], [0, 0]
        self.held: list[tuple[int, tuple[str, str]]] = []
        self.moved = asyncio.Event()

    async def run(self, clock: Clock, speed: int, longest: int) -> Bout:
        thinking = [asyncio.create_task(self.think(seat, player)) for seat, player in enumerate(self.players)]
        try:
            while not self.ring.seen.over and self.frame < longest:
                await clock.until(self.frame / speed)
                for task in thinking:
                    if task.done():
                        task.result()  # raises what the player raised
                white, black = self.now
                if not self.held or self.held[-1][1] != (white, black):
                    self.held.append((self.frame, (white, black)))
                self.ring.step((white, black))
                self.frame += 1
                self.moved.set()
                self.moved = asyncio.Event()
        finally:
            for task in thinking:
                task.cancel()
            await asyncio.gather(*thinking, return_exceptions=True)
            self.ring.close()
        seen = self.ring.seen
        return Bout(
            Outcome(seen.points, seen.over or f"{longest} frames are over"),
            self.frame,
            tuple(self.held),
            (self.answers[0], self.answers[1]),
            (self.invalid[0], self.invalid[1]),
        )

    async def think(self, seat: Seat, player: Player) -> None:
        """Ask a player repeatedly, each time about the current frame."""
        while True:
            nth = self.answers[seat]
            view = BoxingView(seat, nth, self.ring.seen)
            start = self.frame
            try:
                action = await player.answer(
                    Question(view, JOYSTICK, Random(f"{self.seed}:{seat}:{nth}"), turn=nth)
                )
                JOYSTICK.check(action)
                self.now[seat] = action
            except InvalidAnswer:
                self.invalid[seat] += 1
            self.answers[seat] += 1
            if self.frame == start:
                await self.moved.wait()  # nothing new is seen before the next frame
