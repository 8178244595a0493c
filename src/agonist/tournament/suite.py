"""The interface of a suite: a paper's evaluation, as a schedule and the tables computed from its matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from agonist.core import UsageError, nearest
from agonist.kit import Indicators
from agonist.match import Fixture, Probe
from agonist.metrics import ResultTable, Section
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.run_options import run_options

if TYPE_CHECKING:
    from agonist.store import Reader

Board: TypeAlias = tuple[str, tuple[ResultTable, ...]]
"""The text and the tables of a leaderboard."""


@dataclass(frozen=True, slots=True)
class AbilityTrial:
    """A short evaluation of one player, in arms on the same deals and seats.

    Its number is in the first of the suite's tables, in the column of the trial's name; the interval follows.
    """

    about: str
    """What is played and measured, in sentences."""
    result: str
    """What the number means, in sentences."""
    arms: int
    sweep: str
    options: Mapping[str, str] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    one_seat: AbilityTrial | None = None
    """The trial of players that can have one seat of a match only, if theirs differs."""


@dataclass(frozen=True, slots=True)
class AbilityTrials:
    """The trials of a suite by name, all at one game; `title` is what pages call it."""

    game: str
    title: str
    by_name: Mapping[str, AbilityTrial]


class Suite(ABC):
    """One paper's evaluation. Suites do not know each other.

    `schedule` and `sections` must be written. `check` comes first, before anything is stored; `more` whenever
    all matches are finished; `sections` when somebody asks for a report.

    >>> from agonist.match import Policy
    >>> from agonist.tournament import parse_target
    >>> from agonist.tournament.schedule import schedule
    >>> class Duels(Suite):
    ...     name, title = "duels", "Tic-tac-toe and Connect Four"
    ...     def schedule(self, entry):
    ...         return [
    ...             fixture
    ...             for game in ("tictactoe", "connect_four")
    ...             for fixture in schedule(
    ...                 parse_target(game), entry.players, entry.opponents,
    ...                 matches=entry.matches or 2, seed=entry.seed, policy=Policy(), specs=entry.specs,
    ...             )
    ...         ]
    ...     def sections(self, store, run, entry):
    ...         return []
    >>> one, two, *others = Duels().schedule(Entry(("random",), ("reference",)))
    >>> one.players, two.players, len(others)
    (('random', 'reference'), ('reference', 'random'), 2)
    """

    name: ClassVar[str]
    """The suite as it is typed, and the beginning of the names of its wordings and probes."""
    title: ClassVar[str]
    """The suite as reports name it."""
    options: ClassVar[Mapping[str, str]] = {}
    """The suite's options, each with its meaning and possible values."""
    sweeps: ClassVar[tuple[str, ...]] = ()
    """What `--sweep` may be: comparisons of one player under several conditions."""
    profiles: ClassVar[tuple[str, ...]] = ()
    """What `--profile` may be: ways to play and score, such as the paper's."""
    rotates: ClassVar[bool] = True
    """Whether every player plays every seat equally often.

    If not, blocks begin with the suite's name and `/`, or parts with its name and a colon.
    """
    seating: ClassVar[str] = ""
    """If seats are not rotated: a sentence for reports that says how they are assigned."""
    wordings: ClassVar[Mapping[str, Path]] = {}
    """Wordings that override the games' own prompts, by name; names begin with that of the suite."""
    probes: ClassVar[Mapping[str, Probe]] = {}
    """Hidden questions, by name; names begin with that of the suite."""
    abilities: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The abilities that the paper ascribes to its games, by game; for other games the traits name them."""

    indicators: ClassVar[Mapping[str, Indicators]] = {}
    """What the paper measures in single matches of games, by game: further columns of their boards."""

    trials: ClassVar[AbilityTrials | None] = None
    """What the site offers to owners of agents."""

    def check(self, entry: Entry) -> None:
        """Refuse what this suite cannot evaluate.

        Args:
            entry: The request.

        Raises:
            UsageError: For options or settings that this suite does not have.
        """
        run_options(Entry)["matches"].check(entry.matches)
        for value, known, what in (
            (entry.sweep, self.sweeps, "sweep"),
            (entry.profile, self.profiles, "profile"),
        ):
            if value and value not in known:
                raise UsageError(f"{self.name}: {nearest(what, value, known)}")
        for key in entry.options:
            if key not in self.options:
                raise UsageError(f"{self.name}: {nearest('option', key, self.options)}")

    def notes(self, entry: Entry) -> list[str]:
        """Notes for the user before the first match, such as how precise the results will be.

        Args:
            entry: The request, which `check` has passed.
        """
        del entry
        return []

    @abstractmethod
    def schedule(self, entry: Entry) -> list[Fixture]:
        """All matches of an evaluation; each fixture's `part` says what it belongs to.

        Args:
            entry: The request, which `check` has passed.
        """

    def more(self, store: Reader, run: str, entry: Entry) -> list[Fixture]:
        """The matches to add once all planned ones are finished; called until it returns none.

        For suites that play until their ratings are stable. The result depends on the finished matches only,
        so an interrupted run continues unchanged.

        Args:
            store: The database.
            run: The id of the run.
            entry: The request.
        """
        del store, run, entry
        return []

    @abstractmethod
    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        """The paper's tables from the finished matches of a run, beside the published rows.

        Args:
            store: The database.
            run: The id of the run.
            entry: The request; its profile may be another than the run was started with.
        """

    def leaderboard(self, store: Reader, profile: str = "") -> Section | None:
        """All players of a database by the suite's own score; `None` where it has none.

        Args:
            store: The database.
            profile: One of `profiles`; empty for the default.
        """
        found = self.board(store, profile)
        return found and Section(f"{self.title.partition(' (')[0]}: all players", *found)

    def board(self, store: Reader, profile: str) -> Board | None:
        """What the leaderboard shows of all runs; `None` where the suite has none.

        The first table has a row for each player, best first (`agonist.metrics.report_section.by_rating`),
        with at least the columns `player`, `rating`, `low`, `high` and `matches`; a second, if there is one,
        has rows for the parts of each, which begin with the same columns up to the first that differs in
        name.

        Args:
            store: The database.
            profile: One of `profiles`; empty for the default.
        """
        del store, profile
        return None
