"""The matches of a report, one by one, each made only when it is looked at: there may be millions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Generic, TypeVar, overload

from agonist.metrics.results import part_of
from agonist.store import StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ReportedMatch:
    """One match of the run."""

    id: int
    nth: int
    part: str
    players: tuple[str, ...]
    status: str
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    reason: str
    forfeits: tuple[int, ...]
    fallback: tuple[int, ...]
    seconds: float
    error: str


class MadeWhenRead(Sequence[Item], Generic[Item]):
    """A sequence whose items are made, by their places, when they are read."""

    def __init__(self, size: int, make: Callable[[int], Item]) -> None:
        self._size, self._make = size, make

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        places = range(self._size)[at]
        return self._make(places) if isinstance(places, int) else tuple(map(self._make, places))


class ReportedMatches(MadeWhenRead[ReportedMatch]):
    """The matches of a run in the order they were planned."""

    def __init__(self, matches: MatchColumns) -> None:
        super().__init__(len(matches), self._line)
        self._matches = matches
        self.kinds = MadeWhenRead(len(matches.cases), lambda nth: _line(matches.cases[nth]))
        """The first of all matches that differ only in `id`, `nth` and `seconds`."""
        self.times = matches.times
        """How many there are of each kind."""

    def _line(self, nth: int) -> ReportedMatch:
        return replace(self.kinds[int(self._matches.case[nth])], **self._own(nth))

    def _own(self, nth: int) -> dict[str, Any]:
        of = self._matches
        return {"id": int(of.ids[nth]), "nth": int(of.nth[nth]), "seconds": float(of.seconds[nth])}

    def plain(self, as_json: Callable[[Any], Any]) -> list[dict[str, Any]]:
        """Each match as plain values. `as_json` is called for each kind."""
        kinds = [as_json(asdict(kind)) for kind in self.kinds]
        return [kinds[case] | as_json(self._own(nth)) for nth, case in enumerate(self._matches.case.tolist())]


def kinds_of(lines: Sequence[ReportedMatch]) -> Iterator[tuple[ReportedMatch, int]]:
    """The first of all matches that differ only in `id`, `nth` and `seconds`, and how many there are."""
    if isinstance(lines, ReportedMatches):
        return zip(lines.kinds, lines.times, strict=True)
    return ((line, 1) for line in lines)


def _line(match: StoredMatch) -> ReportedMatch:
    return ReportedMatch(
        id=match.id,
        nth=match.nth,
        part=part_of(match),
        players=match.fixture.players,
        status=match.status,
        scores=match.scores,
        ranks=match.ranks,
        reason=match.reason,
        forfeits=match.forfeits,
        fallback=match.fallback,
        seconds=match.seconds,
        error=match.error,
    )
