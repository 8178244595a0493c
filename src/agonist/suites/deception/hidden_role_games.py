"""The games in which some players hide what they are, and what the suite needs to know of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from agonist.core import Seat
from agonist.games.avalon import Avalon
from agonist.games.avalon.roles import is_evil
from agonist.games.chameleon import Chameleon
from agonist.games.werewolf import Werewolf
from agonist.games.werewolf.roles import wolves


@dataclass(frozen=True)
class Case(ABC):
    """One game with so many seats. Its methods get a seat's view, or a state where they say so."""

    seats: int

    name: ClassVar[str]
    sizes: ClassVar[Sequence[int]]
    speech: ClassVar[str] = "said"
    """The kind of the event of a speech."""
    hidden_side: ClassVar[str]
    other_side: ClassVar[str]
    """What tables call the side that hides what it is, and everyone else."""

    def speeches(self, view: Any) -> int:
        """How many speeches were given so far."""
        return sum(event[0] == self.speech for event in view.log)

    def present(self, view: Any) -> tuple[Seat, ...]:
        """The seats that are in the game."""
        del view
        return tuple(range(self.seats))

    def asks(self, view: Any) -> bool:
        """Whether the seat is asked what it believes: it is in the game, and doesn't know who hides."""
        return view.phase != "over" and view.seat in self.present(view) and not self.knows(view)

    @abstractmethod
    def knows(self, view: Any) -> bool:
        """Whether the seat has been told who hides."""

    @abstractmethod
    def speaker(self, view: Any) -> Seat | None:
        """Who is about to speak; `None` if nobody is."""

    @abstractmethod
    def hidden(self, state: Any) -> tuple[Seat, ...]:
        """The seats of the side that hides what it is, in this state."""


class WerewolfCase(Case):
    name: ClassVar[str] = "werewolf"
    sizes: ClassVar[Sequence[int]] = Werewolf.sizes
    hidden_side: ClassVar[str] = "werewolf"
    other_side: ClassVar[str] = "village"

    def present(self, view: Any) -> tuple[Seat, ...]:
        return tuple(view.alive)

    def knows(self, view: Any) -> bool:
        return bool(view.role == "Werewolf")

    def speaker(self, view: Any) -> Seat | None:
        return view.to_speak[0] if view.phase == "talk" else None

    def hidden(self, state: Any) -> tuple[Seat, ...]:
        return wolves(state.roles)


class AvalonCase(Case):
    name: ClassVar[str] = "avalon"
    sizes: ClassVar[Sequence[int]] = Avalon.sizes
    hidden_side: ClassVar[str] = "evil"
    other_side: ClassVar[str] = "good"

    def knows(self, view: Any) -> bool:
        return view.role is not None and (view.role == "Merlin" or is_evil(view.role))

    def speaker(self, view: Any) -> Seat | None:
        if view.phase == "team":
            return int(view.leader)
        return view.to_speak[0] if view.phase == "talk" else None

    def hidden(self, state: Any) -> tuple[Seat, ...]:
        return tuple(seat for seat, role in enumerate(state.roles) if is_evil(role))


class ChameleonCase(Case):
    name: ClassVar[str] = "chameleon"
    sizes: ClassVar[Sequence[int]] = Chameleon.sizes
    speech: ClassVar[str] = "clue"
    hidden_side: ClassVar[str] = "chameleon"
    other_side: ClassVar[str] = "others"

    def knows(self, view: Any) -> bool:
        return view.is_chameleon is not False

    def speaker(self, view: Any) -> Seat | None:
        return int(view.spoken) if view.phase == "clue" else None

    def hidden(self, state: Any) -> tuple[Seat, ...]:
        return () if state.chameleon is None else (state.chameleon,)


CASES: Final[Mapping[str, type[Case]]] = {
    kind.name: kind for kind in (WerewolfCase, AvalonCase, ChameleonCase)
}
"""The games of the suite, by name."""
