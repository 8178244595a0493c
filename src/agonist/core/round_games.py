"""Games of a fixed number of rounds, in which all players move at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from agonist.core.ask import Ask
from agonist.core.errors import UsageError
from agonist.core.event_log import Event, Log, events_for
from agonist.core.game import Game, State, View
from agonist.core.outcome import Outcome
from agonist.core.seats import Moves, Seat

Action = TypeVar("Action")
"""What one seat does in a round."""


class RoundGame(Game[State, View]):
    """A game with a fixed number of rounds, in each of which all players move at once.

    `rounds` is declared as `option(20, low=1)`, so that help shows its range; `told_rounds`: whether players
    know how many there are.

    Its views have `seat`, `played` (the rounds that are over) and `log`.
    """

    rounds: int
    told_rounds: bool

    def __post_init__(self) -> None:
        super().__post_init__()
        # For games that declare no range: a negative number of rounds would never be over.
        if self.rounds < 1:
            raise UsageError(f"{self.name}: rounds is 1 or more, not {self.rounds}")

    @property
    def ending(self) -> str:
        """The reason for the end after the last round, for `Outcome.reason`."""
        return "the only round is played" if self.rounds == 1 else f"all {self.rounds} rounds are played"


@dataclass(frozen=True, slots=True)
class RoundState(Generic[Action]):
    """The rounds that are over, each as the actions in seat order, and the log of them."""

    rounds: tuple[tuple[Action, ...], ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class RoundView:
    """What a seat knows: how many rounds are over, and its events."""

    seat: Seat | None
    played: int
    log: tuple[Event, ...]


class RepeatedGame(RoundGame[RoundState[Action], RoundView]):
    """The same game in every round, without chance: a repeated game.

    A subclass says what is asked, what is announced after a round, and what the rounds are worth.
    """

    @property
    @abstractmethod
    def ask(self) -> Ask:
        """What every seat is asked in every round."""

    @abstractmethod
    def announced(self, log: Log, number: int, actions: tuple[Action, ...]) -> Log:
        """The log with the events of round `number` (from 1), in which the seats did this."""

    @abstractmethod
    def scores(self, rounds: Sequence[tuple[Action, ...]]) -> tuple[float, ...]:
        """The score of each seat after these rounds."""

    def new(self) -> RoundState[Action]:
        return RoundState()

    def turn(self, state: RoundState[Action]) -> Mapping[Seat, Ask]:
        return {} if len(state.rounds) == self.rounds else dict.fromkeys(range(self.seats), self.ask)

    def act(self, state: RoundState[Action], moves: Moves) -> RoundState[Action]:
        actions = tuple(moves[seat] for seat in range(self.seats))
        rounds = (*state.rounds, actions)
        return RoundState(rounds, self.announced(state.log, len(rounds), actions))

    def observe(self, state: RoundState[Action], seat: Seat | None) -> RoundView:
        return RoundView(seat, len(state.rounds), events_for(state.log, seat))

    def paid(self, state: RoundState[Action]) -> tuple[float, ...]:
        return self.scores(state.rounds) if state.rounds else (0.0,) * self.seats

    def outcome(self, state: RoundState[Action]) -> Outcome | None:
        if len(state.rounds) < self.rounds:
            return None
        return Outcome(self.scores(state.rounds), self.ending)
