"""The interface of a suite: a paper's evaluation, as a schedule and the tables computed from its matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from agonist.core import UsageError, nearest
from agonist.kit import Indicators
from agonist.match import Fixture, Probe
from agonist.metrics import Section, Table
from agonist.players.names import name_player
from agonist.tournament.pairing import PAIRINGS, Deals, Pairing
from agonist.tournament.run_options import FormField, run_option, run_options

if TYPE_CHECKING:
    from agonist.store import Reader

MATCHES: Final = 20
QUICK: Final = 4
"""Matches for each table of players and game: the default, and with `quick`."""

Board: TypeAlias = tuple[str, tuple[Table, ...]]
"""The text and the tables of a leaderboard."""


@dataclass(frozen=True)
class Entry:
    """A user's request for an evaluation: players, options and settings.

    Args:
        players: Specifications, such as `random` or `fast=openai/gpt-5-mini`; kept as names.
        opponents: Specifications of players that only meet `players`; kept as names.
        options: Those behind a suite's name, as in `gamabench?games=el_farol`, still text.
        seats: The specification of a player for each of these seats, from 0, whatever else the schedule says;
            kept as names.
        sweep: A sweep of a suite; empty for none.
        profile: How a suite plays and scores; empty for its default.
        matches: Matches for each table, 1 to 1,000,000; `None` where the suite or `quick` decides.
        quick: Whether a first impression is enough.
        seed: The same seed and answers give the same matches.
        policy: A policy for invalid answers; `None` for that of the suite, or `default`.
        prompts: A folder with the user's own prompts; `None` for ours.
        specs: The specification of each player that is given by name; those of the others are added.
        pairing: Who meets whom.
        deals: Whether each table has deals of its own.
        until: The rule that stops a game, as `parse_until` reads it; empty for a fixed number of matches.

    Raises:
        UsageError: Where two players have one name.

    >>> entry = Entry(("fast=openai/gpt-5-mini",), ("random",))
    >>> entry.players, entry.spec("fast")
    (('fast',), 'openai/gpt-5-mini')
    """

    players: tuple[str, ...]
    opponents: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[int, str] = field(default_factory=dict)
    sweep: str = run_option("", "A sweep of a suite, such as temperatures; one at a time.")
    profile: str = run_option("", "How a suite scores, such as paper.")
    matches: int | None = run_option(
        None,
        f"Matches for each table of players and game [{MATCHES}].",
        low=1,
        high=1_000_000,  # more would not fit into memory, and would not narrow intervals visibly
        form=FormField(
            "Matches for each table", "the number of matches is a whole number", 1, 100_000, str(MATCHES)
        ),
    )
    quick: bool = run_option(
        False, f"A first impression: {QUICK} matches.", form=FormField("quick: a first impression")
    )
    seed: int = run_option(
        0,
        "The same seed and answers give the same matches.",
        form=FormField("Seed", "seed is a whole number", high=2**31),
    )
    policy: str | None = run_option(
        None,
        "What happens after invalid answers: default (two retries, then a random move), strict (forfeit), "
        "gamabench, llmarena, llmarena-paper; changed as in 'strict?retries=1', by retries, feedback, then, "
        "seconds, illegal.",
    )
    prompts: Path | None = run_option(None, "A folder with your own prompts, as GAME/*.md.")
    specs: Mapping[str, str] = field(default_factory=dict)
    pairing: Pairing = run_option(
        "round-robin", f"Who meets whom: {'; '.join(f'{name}: {what}' for name, what in PAIRINGS.items())}."
    )
    deals: Deals = run_option(
        "own", "own: separate deals for each pair or table; shared: the same deals for all."
    )
    until: str = run_option(
        "",
        "Add matches until width=POINTS (no rating's interval is wider, in Elo) or decided (the "
        "order of every two players is known); at most seven times as many as planned.",
    )

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
    >>> [fixture.players for fixture in Duels().schedule(Entry(("random",), ("reference",)))]
    [('random', 'reference'), ('reference', 'random'), ('random', 'reference'), ('reference', 'random')]
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

        The first table has a row for each player, best first (`agonist.metrics.section.by_rating`), with at
        least the columns `player`, `rating`, `low`, `high` and `matches`; a second, if there is one, has rows
        for the parts of each, which begin with the same columns up to the first that differs in name.

        Args:
            store: The database.
            profile: One of `profiles`; empty for the default.
        """
        del store, profile
        return None
