"""Whether players sat everywhere equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeAlias

from agonist.metrics.results import part_of
from agonist.store import StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns

Group: TypeAlias = tuple[str, tuple[str, ...]]
"""A game and its players."""

Seating: TypeAlias = tuple[str, ...]


def uneven_blocks(matches: MatchColumns) -> list[Group]:
    """The game and the players of each block or table in which no player has played every seat equally often.

    In a complete block, every player has, or the challenger. Matches without a block are grouped by table.
    Different blocks, such as deals that are played once each, may be even together.
    """
    groups = list(map(_group, matches.cases))
    tables: dict[Group, Counter[Seating]] = {}
    for group, (match, times) in zip(groups, matches.with_times(), strict=True):
        tables.setdefault(group, Counter())[match.fixture.players] += times
    uneven = {table for table, seatings in tables.items() if not _some_even(seatings)}
    blocks: dict[tuple[Hashable, Group], Counter[Seating]] = {}
    for case, block in zip(matches.case.tolist(), matches.blocks.tolist(), strict=True) if uneven else ():
        if groups[case] in uneven:
            fixture = matches.cases[case].fixture
            key = block if fixture.block else None, groups[case]
            blocks.setdefault(key, Counter())[fixture.players] += 1
    return [table for (_, table), seatings in blocks.items() if not _some_even(seatings)]


def _group(match: StoredMatch) -> Group:
    return part_of(match), tuple(sorted(set(match.fixture.players)))


def _some_even(seatings: Mapping[Seating, int]) -> bool:
    return any(_even(name, seatings) for name in next(iter(seatings)))


def _even(name: str, seatings: Mapping[Seating, int]) -> bool:
    times = seatings.values()
    counts = {
        sum(count for player, count in zip(seat, times, strict=True) if player == name)
        for seat in zip(*seatings, strict=True)
    }
    return len(counts) == 1
