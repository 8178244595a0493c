"""Matches as columns: a million take some 60 MB, and what many of them share is held once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.store.engines.database import Query
from agonist.store.runs.damage import UNREADABLE, damaged_match, in_short
from agonist.store.runs.queries import CHUNK, MATCHES, narrowed
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.row_conversion import divided, match_from
from agonist.store.runs.serialization import unpack_tuples

Ints: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]
Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

NO_ROWS: Final = np.zeros((0, 7), dtype=np.int64)

UNKNOWN: Final = -1
"""The number of counts that were not kept."""


@dataclass(frozen=True)
class MatchColumns:
    """Matches: arrays with an element for each.

    Most matches of a run differ in their ids, their deals, their times and their moves only. All else is
    their case: whatever follows from that alone is computed once for all matches of a case.
    """

    cases: Sequence[StoredMatch]
    """The first match of each case, in order of appearance. Only what all its matches share may be read from
    it: not the id, the place in the run, the seed, the rest of the block after the first `/`, the times."""
    case: Ints
    """The place in `cases`."""
    ids: Ints
    nth: Ints
    seeds: Ints
    """Hashes of the seeds: equal for equal ones, in one process."""
    blocks: Ints
    """Hashes of the blocks."""
    seconds: Floats
    counts: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
    """How many moves each seat was asked for, and how many of them the policy made: see `MoveTally`."""
    counted: Ints
    """The place in `counts`; `UNKNOWN` where that was not kept."""
    courses: Ints
    """Digests of the moves; 0 where they were not kept."""

    @classmethod
    def of(cls, matches: Iterable[StoredMatch] | MatchColumns) -> MatchColumns:
        """The columns of these matches, each a case of its own; columns are returned as they are."""
        if isinstance(matches, MatchColumns):
            return matches
        some = list(matches)
        return cls(
            some,
            np.arange(len(some)),
            np.array([match.id for match in some], dtype=np.intp),
            np.array([match.nth for match in some], dtype=np.intp),
            np.array([hash(match.fixture.seed) for match in some], dtype=np.intp),
            np.array([hash(match.fixture.block) for match in some], dtype=np.intp),
            np.array([match.seconds for match in some], dtype=float),
            (),
            np.full(len(some), UNKNOWN),
            np.zeros(len(some), dtype=np.intp),
        )

    def __len__(self) -> int:
        return len(self.case)

    @cached_property
    def times(self) -> list[int]:
        """How many matches each case has."""
        found: list[int] = np.bincount(self.case, minlength=len(self.cases)).tolist()
        return found

    def with_times(self) -> Iterator[tuple[StoredMatch, int]]:
        """Each case, and how many matches it has."""
        return zip(self.cases, self.times, strict=True)

    def only(self, keep: Callable[[StoredMatch], bool]) -> MatchColumns:
        """The matches of which this holds; it may read what is a case's only."""
        kept = [keep(case) for case in self.cases]
        if all(kept):
            return self
        places = np.cumsum(kept) - 1
        some = np.array(kept, dtype=bool)[self.case]
        columns: dict[str, Any] = {
            name: getattr(self, name)[some]
            for name in ("ids", "nth", "seeds", "blocks", "seconds", "counted", "courses")
        }
        cases = [case for case, keeps in zip(self.cases, kept, strict=True) if keeps]
        return replace(self, cases=cases, case=places[self.case[some]], **columns)

    def with_cases(self, cases: Sequence[StoredMatch]) -> MatchColumns:
        """The same matches with these cases, one for each."""
        return replace(self, cases=cases)

    def by_last_match(self) -> Iterator[StoredMatch]:
        """The cases in the order of their last matches."""
        last = np.zeros(len(self.cases), dtype=np.intp)
        np.maximum.at(last, self.case, np.arange(len(self.case)))
        return (self.cases[at] for at in np.argsort(last).tolist())


def match_columns(
    query: Query,
    *,
    run: str | None = None,
    game: str | None = None,
    finished: bool = False,
    without: Container[int] = (),
    unreadable: Callable[[str], None] | None = None,
) -> MatchColumns:
    """The matches of a run in the order they were planned, or of all runs, oldest first.

    `finished`: only those that are. A damaged match is left out and passed to `unreadable`; without that, it
    raises `DamagedMatch`.
    """
    only, values = narrowed(query, run, game)
    ended = "AND m.status = 'finished'" if finished else ""
    order = "m.id" if run is None else "m.nth"
    found = _Reading()
    for row in query(f"{MATCHES} WHERE true {ended} {only} ORDER BY {order}", values, chunk=CHUNK):
        if row.id in without:
            continue
        try:
            found.add(row)
        except UNREADABLE as error:
            if unreadable is None:
                raise damaged_match(row.id, query.name, error) from error
            unreadable(f"match {row.id} is damaged: {in_short(error)}")
    return found.columns()


class _Reading:
    """Collects rows of `matches`."""

    def __init__(self) -> None:
        self._fixtures: dict[tuple[str, ...], int] = {}
        self._ends: dict[tuple[str, ...], int] = {}
        self._case_of: dict[tuple[int, int, str], int] = {}
        self._cases: list[StoredMatch] = []
        self._count_of: dict[str | None, int] = {None: UNKNOWN}
        self._counts: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self._whole = array("q")
        """Seven numbers for each match: see `columns`."""
        self._seconds = array("d")

    def add(self, row: Any) -> None:
        """Add a match, or raise one of `UNREADABLE`."""
        number, nth, text, status, error, forfeits, scores, ranks, teams, reason, *rest = row
        fallback, seconds, _deal, _ended, run, counts, course = rest
        parts = divided(text)
        fixture: tuple[str, ...] = (text,)
        if parts is not None:
            before, seed, between, block, after = parts
            fixture = (run, before, between, after, block.partition("/")[0])
        end = (status, error, forfeits, ranks, teams, reason, fallback)
        key = (
            self._fixtures.setdefault(fixture, len(self._fixtures)),
            self._ends.setdefault(end, len(self._ends)),
            scores,
        )
        case = self._case_of.get(key)
        if case is None:
            first = match_from(row)
            self._cases.append(first)
            case = self._case_of[key] = len(self._cases) - 1
        if parts is None:
            seed, block = self._cases[case].fixture.seed, self._cases[case].fixture.block
        if (count := self._count_of.get(counts)) is None:
            asked, replaced = unpack_tuples(counts)
            self._counts.append((asked, replaced))
            count = self._count_of[counts] = len(self._counts) - 1
        whole = array("q", (case, number, nth, hash(seed), hash(block), count, course or 0))
        self._seconds.append(seconds)
        self._whole += whole

    def columns(self) -> MatchColumns:
        """What was added."""
        whole = np.frombuffer(self._whole, dtype=np.int64).reshape(-1, 7) if self._whole else NO_ROWS
        case, ids, nth, seeds, blocks, counted, courses = whole.T
        seconds = np.array(self._seconds)
        return MatchColumns(
            self._cases, case, ids, nth, seeds, blocks, seconds, self._counts, counted, courses
        )
