"""A game of your own in a single file: Nim, where the player who takes the last match wins.

From this folder, type: agonist play nim:KIT random reference
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from agonist.core import Amount, Ask, Game, Moves, Outcome, Seat, Traits, UsageError, option
from agonist.kit import Course, Indicator, Indicators, Kit, Measurements, Words, note
from agonist.text import Prompts


@dataclass(frozen=True, slots=True)
class Heap:
    """The number of matches left, and whose turn it is."""

    matches: int
    mover: Seat = 0


@dataclass(frozen=True)
class Nim(Game[Heap, Heap]):
    """One heap; each takes up to `most` matches in turn."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(constant_sum=True, abilities=("planning",))

    seats: int = 2
    matches: int = option(21, low=1, high=1000)
    """Matches on the heap."""
    most: int = option(3, low=1)
    """Matches that a player may take at once; at most the heap."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most > self.matches:
            raise UsageError(f"nim: most is at most matches ({self.matches}), not {self.most}")

    def new(self) -> Heap:
        return Heap(self.matches)

    def turn(self, state: Heap) -> Mapping[Seat, Ask]:
        if not state.matches:
            return {}
        return {state.mover: Amount(1, min(self.most, state.matches), about="take")}

    def act(self, state: Heap, moves: Moves) -> Heap:
        return Heap(state.matches - moves[state.mover], 1 - state.mover)

    def observe(self, state: Heap, seat: Seat | None) -> Heap:
        del seat
        return state

    def outcome(self, state: Heap) -> Outcome | None:
        if state.matches:
            return None
        return Outcome((-1, 1) if state.mover == 0 else (1, -1), "the last match is taken")


class NimWords(Words[Nim, Heap]):
    """Nim in words, short enough to be here instead of in files."""

    def rules(self, game: Nim) -> str:
        return (
            f"There is one heap of {game.matches} matches. Two players take turns, and each takes 1 to "
            f"{game.most} matches. Whoever takes the last match wins."
        )

    def scene(self, game: Nim, view: Heap) -> str:
        del game
        return f"{view.matches} matches are left."

    def request(self, game: Nim, view: Heap, ask: Ask) -> str:
        del game, view, ask
        return "It is your turn. How many matches do you take?"


def leave_a_multiple(game: Nim, view: Heap, ask: Ask, rng: Random) -> int:
    """Perfect play: leave a multiple of most + 1, if possible."""
    rest = view.matches % (game.most + 1)
    return rest or int(ask.sample(rng))


def may_win(game: Nim, heap: Heap) -> bool:
    """Whether whoever moves can win: with a multiple of most + 1, every move leaves the other a win."""
    return heap.matches % (game.most + 1) > 0


def measure(course: Course) -> list[Measurements]:
    """Of the moves with which a player could keep a win, those that did."""
    found = course.nothing()
    for heap, seat, take in course.moves():
        if may_win(course.game, heap):
            note(found[seat], kept_wins=not may_win(course.game, Heap(heap.matches - take)))
    return found


def key_moments(game: Nim, before: Heap, after: Heap, moves: Moves) -> str:
    """Wins given away."""
    del moves
    return "a win is given away" if may_win(game, before) and may_win(game, after) else ""


KIT = Kit(
    game=Nim,
    words=NimWords(Prompts((Path(__file__).parent,))),
    reference=leave_a_multiple,
    reference_is="perfect play",
    indicators=Indicators((Indicator("kept-wins", "Wins kept", "share"),), measure),
    key_moments=key_moments,
)
