"""The tallies of a run's matches, added up by player as they are read: a million are too many to hold."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Final

import numpy as np

from agonist.store.engines.database import Query
from agonist.store.runs.damage import UNREADABLE, Damaged, damaged_match
from agonist.store.runs.match_end_tallies import EVERY_FORM, NO_CALLS, NUMBERS, kept
from agonist.store.runs.matches_as_arrays import Ints, MatchColumns
from agonist.store.runs.queries import CHUNK, number_and_id
from agonist.store.runs.serialization import unpack
from agonist.store.runs.usage_and_answers import computed_tallies

SUMMED: Final = ("cost", *NUMBERS[2:])
"""What is added up: all but the seat."""

WIDTH: Final = 1 + len(SUMMED) + len(EVERY_FORM)
"""Numbers for each seat of a match: the place of the match, what is added up, and answers by form."""

TOGETHER: Final = 2_000 * WIDTH
"""Numbers that are added up at once."""


class PlayerSums:
    """The tallies of one player, over all its seats."""

    def __init__(self) -> None:
        self.unpriced = False
        """Whether any price is unknown."""
        self.invalid = Counter[str]()
        """Invalid answers by class."""
        self.milliseconds = 0
        self._new = array("d")
        self._sums = np.zeros(len(SUMMED))
        self._forms: list[Ints] = []

    def add(self, row: Sequence[float]) -> None:
        """Add the `WIDTH` numbers of a seat."""
        if len(row) != WIDTH:
            raise Damaged(f"has {len(row) - 1} numbers about a seat's calls")
        self._new.extend(row)
        if len(self._new) >= TOGETHER:
            self._add_up()

    def _add_up(self) -> None:
        rows = np.array(self._new).reshape(-1, WIDTH)
        numbers = rows[:, 1 : 1 + len(SUMMED)]
        self._sums += numbers.sum(axis=0)
        self.milliseconds += int(np.rint(numbers[:, SUMMED.index("seconds")] * 1000).sum())
        self._forms.append(np.column_stack([rows[:, 0], rows[:, 1 + len(SUMMED) :]]).astype(np.int32))
        self._new = array("d")

    def __getitem__(self, name: str) -> float:
        """The sum of one of `SUMMED`."""
        self._add_up()
        return float(self._sums[SUMMED.index(name)])

    def forms_by_match(self) -> Ints:
        """How many answers had each of `EVERY_FORM`, in each match."""
        self._add_up()
        rows = np.concatenate(self._forms)
        order = np.argsort(rows[:, 0], kind="stable")
        places, first = np.unique(rows[order, 0], return_index=True)
        found: Ints = np.add.reduceat(rows[order, 1:], first) if len(places) else rows[:, 1:]
        return found


@dataclass(slots=True)
class TallySums:
    """`players`: by name; `examples`: for each player and class of invalid answer, the places of the first
    matches with one."""

    players: defaultdict[str, PlayerSums] = field(default_factory=lambda: defaultdict(PlayerSums))
    examples: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))


def tally_sums(query: Query, run: str, matches: MatchColumns, examples: int) -> TallySums:
    """The sums of the tallies of these matches of a run; so many `examples` of each class."""
    found, players = TallySums(), [case.fixture.players for case in matches.cases]
    cases, places, at, match = matches.case.tolist(), matches.nth.tolist(), 0, 0
    try:  # one context for all, since one for each takes longer than reading them
        for match, nth, text in _usage(query, run):  # noqa: B007  named where it is damaged
            while at < len(places) and places[at] < nth:
                at += 1
            if at == len(places) or places[at] != nth:  # it is left out
                continue
            names = players[cases[at]]
            for cost, seat, *numbers, invalid, forms in unpack(text):
                sums = found.players[name := names[seat]]
                sums.unpriced |= cost is None
                sums.add((at, cost or 0.0, *numbers, *forms))
                for kind, times in invalid.items():
                    sums.invalid[kind] += times
                    if len(some := found.examples[name, kind]) < examples and at not in some:
                        some.append(at)
    except UNREADABLE as error:
        raise damaged_match(match, query.name, error) from error
    return found


def _usage(query: Query, run: str) -> Iterator[tuple[int, int, str]]:
    """The id, the place and the tallies of each match of a run in which calls were made, in planned order."""
    number, _ = number_and_id(query, run)
    computed = computed_tallies(query, "AND m.run = :number AND m.usage IS NULL", {"number": number})
    texts = {match: kept(tallies) for match, tallies in groupby(computed, key=attrgetter("match"))}
    rows = query(
        "SELECT m.id, m.nth, m.usage FROM matches AS m WHERE m.run = :number "
        f"AND (m.usage IS NULL OR m.usage <> '{NO_CALLS}') ORDER BY m.nth",
        {"number": number},
        chunk=CHUNK,
    )
    for match, nth, usage in rows:
        text = texts.get(match) if usage is None else usage
        if text is not None:
            yield match, nth, text
