"""Random matches on which the contract is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from agonist.core import CHANCE, Ask, Game, GameError, Moves, Seat, uniform
from agonist.kit import Kit, guarded, make_game
from agonist.kit.picture import Picture
from agonist.match import Chance, Record, checked_game

MOST_MOVES = 5_000
"""Moves after which a random match counts as endless."""


class Broken(GameError):
    """A clause does not hold; `part`: of which part of the kit, such as `game.act`, if that is known."""

    def __init__(self, why: str, part: str = "") -> None:
        super().__init__(why)
        self.part = part


@dataclass(frozen=True)
class Sample:
    """A random match of a game, with every state it went through."""

    kit: Kit
    game: Game[Any, Any]
    record: Record
    seed: int

    @cached_property
    def states(self) -> list[Any]:
        return list(self.record.states())

    @cached_property
    def pictures(self) -> list[tuple[str, Any, Ask | None, Picture]]:
        """The distinct pictures of the match, each with its place, view and ask."""
        picture = guarded(self.kit).picture
        if picture is None:
            return []
        drawn, seen = [], set[tuple[Any, Any]]()
        for nth, state in enumerate(self.states):
            asks = self.game.turn(state)
            seats: list[tuple[Seat | None, Ask | None]] = [(seat, None) for seat in range(self.game.seats)]
            for seat, ask in [(None, None), *seats, *asks.items()]:
                if seat is not None and seat < 0:
                    continue
                view = self.game.observe(state, seat)
                if (view, ask) not in seen:
                    seen.add((view, ask))
                    drawn.append((f"after move {nth}, for seat {seat}:", view, ask, picture(view, ask)))
        return drawn

    def questions(self) -> Iterator[tuple[int, Any, Seat, Ask]]:
        """Each question put to a player: the number of the move, the state, the seat, the ask."""
        for nth, state in enumerate(self.states):
            for seat, ask in self.game.turn(state).items():
                if seat != CHANCE:
                    yield nth, state, seat, ask

    def rng(self, *names: object) -> Random:
        return Random(":".join(map(str, (self.seed, *names))))


def sample_match(kit: Kit, seed: int) -> Sample:
    """A match of the game with its quick options, played at random from this seed."""
    game = make_game(kit.game, kit.quick_options)
    state, moves = random_moves(game, seed, MOST_MOVES)
    if checked_game.turn(game, state):
        raise Broken(
            f"a random match goes on after {MOST_MOVES} moves; give the kit shorter `quick_options`",
            "game.turn",
        )
    if checked_game.outcome(game, state) is None:
        raise Broken(f"after {len(moves)} moves nobody is asked, yet there is no outcome", "game.outcome")
    for seat in (None, *range(game.seats)):
        checked_game.observe(game, state, seat)
    return Sample(kit, game, Record(kit.name, game, tuple(moves)), seed)


def random_moves(game: Game[Any, Any], seed: int, most: int) -> tuple[Any, list[Moves]]:
    """At most so many random moves of a new match, and the state after them."""
    chance, rng = Chance(f"clause {seed}"), Random(f"clause {seed}:players")
    state, moves = checked_game.new(game), list[Moves]()
    while len(moves) < most and (asks := checked_game.turn(game, state)):
        move = {seat: chance.pick(ask) if seat == CHANCE else uniform(ask, rng) for seat, ask in asks.items()}
        moves.append(move)
        state = checked_game.act(game, state, move)
    return state, moves


def expect(holds: object, why: str, part: str = "") -> None:
    """Raise `Broken` with the reason `why` for this part of the kit, unless the condition holds."""
    if not holds:
        raise Broken(why, part)
