"""The rules of a game, as pure functions.

A game is a value. It defines the first state, who is asked what, the state after their answers, what each
seat may see, and the outcome:

    state = game.new()
    while asks := game.turn(state):
        state = game.act(state, {seat: answer(seat, ask) for seat, ask in asks.items()})
    print(game.outcome(state))

Chance is a seat like any other: `CHANCE` is asked to shuffle or roll, and its answers are in the record like
everyone else's. So a match is a game and a list of moves, and replaying it needs no random numbers:

    states = itertools.accumulate(moves, game.act, initial=game.new())
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from agonist.core.ask import Ask
from agonist.core.errors import UsageError
from agonist.core.options import check_options
from agonist.core.outcome import Outcome
from agonist.core.seats import Moves, Seat

State = TypeVar("State")
"""The whole position, hidden parts included. Frozen, hashable, equal by value, and made of values that JSON
can represent."""

View = TypeVar("View")
"""What one seat may know of a state. Prompts and players get nothing else."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What kind of game it is with given options: shown in lists, and checked by the contract.

    `simultaneous`: two or more seats are ever asked at once. `hidden`: some seat knows what another
    does not. `talk`: some answer is free text. `constant_sum`: the scores add up to the same total
    in every match with the same options. `abilities`: the abilities it tests, in the papers' terms.
    `sources`: the papers or rulebooks it follows.
    """

    simultaneous: bool = False
    hidden: bool = False
    talk: bool = False
    constant_sum: bool = False
    abilities: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game(ABC, Generic[State, View]):
    """The rules of one game; its options are the fields of a frozen dataclass.

    Every method is pure: the same arguments give the same answer, and nothing is changed.
    A number declares its range where it stands, as `rows: int = option(6, low=1, high=20)`. What depends on
    several options a subclass checks in `__post_init__` (calling `super().__post_init__()`), and raises
    `UsageError`.
    """

    name: ClassVar[str]
    """The folder the game lives in, such as `connect_four`: what is typed."""

    title: ClassVar[str] = ""
    """What people read instead, such as `Connect Four`; empty: the name, too."""

    version: ClassVar[int] = 1
    """Raised when old records no longer replay to the same end."""

    sizes: ClassVar[Sequence[int]]
    """The possible numbers of players."""

    most_steps: ClassVar[int] = 20_000
    """A match that has not ended after so many steps never will, and is broken."""

    seats: int
    """The number of players, chance not counted."""

    def __post_init__(self) -> None:
        if self.seats not in self.sizes:
            raise UsageError(f"{self.name} is for {_range(self.sizes)} players, not {self.seats}")
        check_options(self)

    @property
    @abstractmethod
    def traits(self) -> Traits:
        """The kind of game with these options; a constant of the class where no option changes it."""

    @abstractmethod
    def new(self) -> State:
        """The state before anything has happened, not even a shuffle."""

    @abstractmethod
    def turn(self, state: State) -> Mapping[Seat, Ask]:
        """Who must act now, and what each is asked for; empty when the game is over.

        Several seats at once act simultaneously: none sees the others' answers.
        """

    @abstractmethod
    def act(self, state: State, moves: Moves) -> State:
        """The state after each seat in `turn(state)` has given a legal answer."""

    @abstractmethod
    def observe(self, state: State, seat: Seat | None) -> View:
        """What this seat may see; for `None`, what a bystander may see."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or `None` while it goes on."""

    @property
    def score_range(self) -> tuple[float, float] | None:
        """The lowest and the highest possible score, for intervals of means; `None` if not known."""
        return None

    def paid(self, state: State) -> tuple[float, ...] | None:
        """What each seat has been paid so far, in a game that pays as it goes on: at the end, its scores.

        `None`: the end decides.
        """
        del state
        return None

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win and lose together, as far as they are known yet; empty if each plays alone."""
        del state
        return ()


def _range(sizes: Sequence[int]) -> str:
    """A range of player numbers in words.

    >>> _range((2,)), _range(range(3, 13)), _range((2, 5))
    ('2', '3 to 12', '2 or 5')
    """
    if not sizes:
        return "no number of"
    low, high = min(sizes), max(sizes)
    if low == high:
        return str(low)
    if len(sizes) == high - low + 1 > 2:
        return f"{low} to {high}"
    return " or ".join(map(str, sizes))
