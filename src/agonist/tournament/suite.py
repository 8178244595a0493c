"""What a suite is: a paper's way of evaluating, as a schedule and the tables that come of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from agonist.core import UsageError, nearest
from agonist.match import Fixture, Probe
from agonist.metrics import Section
from agonist.players.names import name_player
from agonist.tournament.pairing import Pairing
from agonist.tournament.schedule import Deals

if TYPE_CHECKING:
    from agonist.store import Store


@dataclass(frozen=True)
class Entry:
    """What a user asked of a suite.

    Players, opponents and those on `seats` are given as specifications and kept as names, with the
    specification of each in `specs`. Raises `UsageError` where two of them have one name.

    `options` are those behind the suite's name, as in `gamabench?games=el_farol`, still text. `seats` puts a
    player on a seat whatever else the schedule says. `matches` is `None` where the suite decides.
    """

    players: tuple[str, ...]
    opponents: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[int, str] = field(default_factory=dict)
    sweep: str = ""
    profile: str = ""
    matches: int | None = None
    quick: bool = False
    seed: int = 0
    policy: str | None = None
    prompts: Path | None = None
    specs: Mapping[str, str] = field(default_factory=dict)
    pairing: Pairing = "round-robin"
    deals: Deals = "own"
    until: str = ""
    """When a game has been played enough, as `parse_until` reads it; empty for a fixed number of matches."""

    def __post_init__(self) -> None:
        specs = dict(self.specs)
        named = {
            "players": tuple(name_player(text, specs) for text in self.players),
            "opponents": tuple(name_player(text, specs) for text in self.opponents),
            "seats": {seat: name_player(text, specs) for seat, text in self.seats.items()},
            "specs": specs,
        }
        for key, value in named.items():
            object.__setattr__(self, key, value)

    def spec(self, player: str) -> str:
        """The specification of a player, by name."""
        return self.specs.get(player, player)

    def specs_of(self, players: Iterable[str]) -> dict[str, str]:
        """The specifications that a fixture of these players needs: those that differ from the names."""
        return {player: self.spec(player) for player in players if self.spec(player) != player}

    def as_dict(self) -> dict[str, Any]:
        """As JSON, for the plan of a run."""
        return {
            **asdict(self),
            "seats": {str(seat): player for seat, player in self.seats.items()},
            "prompts": None if self.prompts is None else str(self.prompts),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Entry:
        """What `as_dict` made of an entry."""
        return cls(
            **{
                **stored,
                "players": tuple(stored["players"]),
                "opponents": tuple(stored["opponents"]),
                "seats": {int(seat): player for seat, player in stored["seats"].items()},
                "prompts": None if stored["prompts"] is None else Path(stored["prompts"]),
            }
        )


class Suite(ABC):
    """One paper's evaluation. Suites do not know each other."""

    name: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[Mapping[str, str]] = {}
    """What may stand behind the name, and what it takes."""
    sweeps: ClassVar[tuple[str, ...]] = ()
    profiles: ClassVar[tuple[str, ...]] = ()
    rotates: ClassVar[bool] = True
    """Whether everyone is to sit on every seat equally often.

    If not, blocks begin with its name and /, or parts with its name and a colon.
    """
    seating: ClassVar[str] = ""
    """What decides who sits where if seats are not rotated, as a sentence that reports print."""
    wordings: ClassVar[Mapping[str, Path]] = {}
    """Words laid over the games' own, by name; names begin with that of the suite."""
    probes: ClassVar[Mapping[str, Probe]] = {}
    """Hidden questions, by name; names begin with that of the suite."""
    abilities: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What the paper says its games ask for, by game; of games that are not in it, the traits say it."""

    def check(self, entry: Entry) -> None:
        """Raise `UsageError` for what this suite does not have."""
        for given, known, what in (
            (entry.sweep, self.sweeps, "sweep"),
            (entry.profile, self.profiles, "profile"),
        ):
            if given and given not in known:
                raise UsageError(f"{self.name}: {nearest(what, given, known)}")
        for key in entry.options:
            if key not in self.options:
                raise UsageError(f"{self.name}: {nearest('option', key, self.options)}")

    def notes(self, entry: Entry) -> list[str]:
        """What a user should know before the first match, such as what the numbers will be able to show."""
        del entry
        return []

    @abstractmethod
    def schedule(self, entry: Entry) -> list[Fixture]:
        """All matches of an evaluation; each fixture's `part` says what it belongs to."""

    def more(self, store: Store, run: str, entry: Entry) -> list[Fixture]:
        """What is still to be played once all planned matches are finished; asked again until it is nothing.

        For suites that play until their numbers have settled. It depends on the finished matches alone, so
        that a run that was broken off goes on as it would have.
        """
        del store, run, entry
        return []

    @abstractmethod
    def sections(self, store: Store, run: str, entry: Entry) -> list[Section]:
        """The paper's tables from the finished matches of a run, beside the published rows."""

    def leaderboard(self, store: Store, profile: str = "") -> Section | None:
        """All players of a database by the suite's own score; `None` where it has none.

        The first table has a row for each player, best first, with at least the columns `player`, `rating`,
        `low`, `high` and `matches`; a second, if there is one, has rows for the parts of each, which begin
        with the same columns up to the first that differs in name.
        """
        del store, profile
        return None
