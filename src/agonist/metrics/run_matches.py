"""The matches of a run as suites and analyses read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from agonist.core import CHANCE, AgonistError, Seat
from agonist.games import find_kit
from agonist.kit.indicators import Course, course_of
from agonist.match import Record
from agonist.match.record import game_of
from agonist.metrics.results import result_of
from agonist.players.unique_names import unambiguous
from agonist.ratings import Result
from agonist.store import StoredMatch
from agonist.store.engines.failure import DamagedMatch
from agonist.store.runs.move_tally import tally_of

if TYPE_CHECKING:
    from agonist.store import Reader, Turn
    from agonist.store.runs.matches_as_arrays import MatchColumns

MATCHES_AT_ONCE: Final = 200
"""Matches whose turns are read at once."""


class TurnReader:
    """Reads the turns of many matches, in batches of successive ones."""

    def __init__(self, store: Reader, matches: Sequence[StoredMatch]) -> None:
        self._store, self._matches = store, matches
        self._place = {match.id: nth for nth, match in enumerate(matches)}
        self._read: dict[int, list[Turn]] = {}

    def __len__(self) -> int:
        return len(self._matches)

    def turns(self, match: StoredMatch) -> Sequence[Turn]:
        """The turns of one of these matches."""
        if match.id not in self._read:
            at = self._place[match.id]
            self._read = self._store.turns(self._matches[at : at + MATCHES_AT_ONCE])
        return self._read[match.id]


@dataclass(frozen=True)
class Played:
    """One finished match; its moves are read when needed, in batches if it has a `TurnReader`."""

    store: Reader
    match: StoredMatch
    reader: TurnReader | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.match.fixture.players

    @property
    def part(self) -> str:
        return self.match.fixture.part

    @property
    def block(self) -> str:
        """Matches of one table on one deal."""
        return self.match.fixture.block

    @property
    def deal(self) -> str:
        """The deal, shared by all tables that play it: one piece of evidence about a player at several of
        them.

        If chance deals nothing, each match is a deal of its own. Unlike `Fixture.deal`, it does not depend on
        the game's options: arms of a sweep are compared on the same deals.
        """
        fixture = self.match.fixture
        if fixture.parent:
            return fixture.deal
        return fixture.seed if fixture.block else f"{fixture.seed} {self.match.id}"

    @cached_property
    def log(self) -> Sequence[Turn]:
        if self.reader is None:
            return self.store.turns([self.match])[self.match.id]
        return self.reader.turns(self.match)

    @property
    def errors(self) -> frozenset[str]:
        """The classes of all invalid answers of the match."""
        return frozenset(error for turn in self.log for error in turn.errors)

    @cached_property
    def record(self) -> Record:
        fixture = self.match.fixture
        game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
        moves = tuple(turn.moves for turn in self.log if turn.moves)
        return Record(fixture.game, game, moves, self.match.forfeits)

    @property
    def end(self) -> Any:
        """The state after the last move."""
        with self._replaying():
            *_, last = self.record.states()
        return last

    @property
    def course(self) -> Course:
        """The match as its game measures it; without decisions that were taken over from another match."""
        match, turns = self.match, [turn for turn in self.log if turn.moves]
        with self._replaying():
            states = list(self.record.states())
        steps = [(turn.moves, turn.fallback) for turn in turns]
        own = match.fixture.taken_over
        return course_of(self.record.game, self.players, match.scores, match.ranks, states[own:], steps[own:])

    def turns(self) -> Iterator[tuple[Any, Turn]]:
        """Each turn in which players of this match moved, with the state before it."""
        turns = [turn for turn in self.log if turn.moves]
        with self._replaying():
            states = list(self.record.states())
        for state, turn in islice(zip(states, turns, strict=False), self.match.fixture.taken_over, None):
            if set(turn.moves) != {CHANCE}:
                yield state, turn

    @contextmanager
    def _replaying(self) -> Iterator[None]:
        """A context for replaying moves: moves that the rules do not allow are reported as damage."""
        try:
            yield
        except AgonistError:
            raise
        except Exception as error:
            raise DamagedMatch(
                f"match {self.match.id} in {self.store.name} is damaged, or the rules are no longer those it "
                f"was played by: its moves cannot be made again ({type(error).__name__}: {error})",
                self.match.id,
            ) from error

    @property
    def result(self) -> Result:
        """The result, for ratings; a player who forfeited has lost, one with a fallback move has not."""
        return result_of(self.match, "fallback")

    def seats_of(self, player: str) -> list[Seat]:
        return [seat for seat, name in enumerate(self.players) if name == player]


def with_counts(store: Reader, matches: MatchColumns) -> MatchColumns:
    """The matches with what was counted of the moves of those that have begun.

    Moves are read only where the counts were not kept: of matches that have not ended, or ended before there
    were counts, or took over moves of another match.
    """
    from agonist.store.runs.matches_as_arrays import UNKNOWN

    begun = np.array([case.status != "planned" for case in matches.cases], dtype=bool)[matches.case]
    forks = np.array([bool(case.fixture.parent) for case in matches.cases], dtype=bool)[matches.case]
    unknown = np.flatnonzero(begun & (forks | (matches.counted == UNKNOWN))).tolist()
    counted, courses = matches.counted.copy(), matches.courses.copy()
    numbers = {counts: number for number, counts in enumerate(matches.counts)}
    for first in range(0, len(unknown), MATCHES_AT_ONCE):
        some = unknown[first : first + MATCHES_AT_ONCE]
        ids = matches.ids[some].tolist()
        turns = store.turns(ids)
        for nth, match in zip(some, ids, strict=True):
            fixture = matches.cases[matches.case[nth]].fixture
            tally = tally_of(turns[match], len(fixture.players), fixture.taken_over)
            counted[nth] = numbers.setdefault((tally.asked, tally.fallback), len(numbers))
            courses[nth] = tally.course
    return replace(matches, counts=list(numbers), counted=counted, courses=courses)


def finished(store: Reader, run: str, part: str, game: str = "") -> list[Played]:
    """The finished matches of a run whose part has this prefix, in planned order; of one game, if named.

    Matches by earlier rules of a game cannot be replayed, and are left out; `store.outdated` says so.
    """
    found = [
        match
        for match in store.matches(run)
        if match.status == "finished"
        and match.fixture.part.startswith(part)
        and game in ("", match.fixture.game)
        and by_present_rules(store, match)
    ]
    reader = TurnReader(store, found)
    return [Played(store, match, reader) for match in found]


def finished_in_all_runs(store: Reader, part: str, game: str = "") -> list[Played]:
    """As `finished`, of all runs, with names that mean the same player in all of them."""
    matches = [match for run in store.runs() for match in finished(store, run.id, part, game)]
    names = unambiguous((name, each.match.fixture.spec(name)) for each in matches for name in each.players)
    found = []
    for each in matches:
        fixture = each.match.fixture
        players = tuple(names[name, fixture.spec(name)] for name in fixture.players)
        specs = {names[name, spec]: spec for name in fixture.players for spec in (fixture.spec(name),)}
        renamed = replace(fixture, players=players, specs=specs)
        found.append(replace(each, match=replace(each.match, fixture=renamed)))
    return found


def by_present_rules(store: Reader, match: StoredMatch) -> bool:
    """Whether a match can be replayed; if not, the store's `outdated` says so."""
    game, version = match.fixture.game, match.fixture.version
    present = find_kit(game).game.version
    if version != present:
        store.outdated.add(
            f"matches of {game} by its rules of version {version} (now {present}) are rated, but left out of "
            "what is measured move by move"
        )
    return version == present


def distinct(matches: Sequence[Played]) -> int:
    """The number of matches with distinct moves; deterministic players repeat games without chance."""
    return len(
        {(match.players, repr([sorted(turn.moves.items()) for turn in match.log])) for match in matches}
    )


def players_of(matches: Sequence[Played]) -> list[str]:
    """All players of these matches, in order of first appearance."""
    return list(dict.fromkeys(player for match in matches for player in match.players))
