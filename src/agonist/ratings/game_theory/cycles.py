"""Cycles: A beats B, B beats C, and C beats A, each more often than chance would have it.

That all three beat each other is shown only if each of the three is, so the p-value of a cycle is the largest
of the three one-sided ones (the intersection-union test, Berger 1982). Every three players who all met could
be a cycle, in either direction: the p-values are corrected for all of them (Holm 1979).

If every pair is decided, a longer cycle has one of three within it (Moon 1968). So longer ones are looked for
only where no two of their players who aren't neighbours are decided. There are too many that could be to
correct for each: the p-values of all ordered pairs are corrected instead, so that all decided pairs together
hold, and with them every cycle of decided pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from agonist.ratings.arrays import Array
from agonist.ratings.bradley_terry import Meetings
from agonist.ratings.mean_difference import difference, holm

LEVEL: Final = 0.05
"""A pair is decided if its corrected p-value is below."""

MOST_PATHS: Final = 100_000
"""How many ways on are tried in the search of longer cycles, after which it ends."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three or more players, each of whom beats the next, the last the first: `rates` says how often, from 0
    to 1.

    `p`: the probability of as clear a cycle if there were none, corrected for all that there could be.
    """

    players: tuple[str, ...]
    rates: tuple[float, ...]
    p: float


def beaten(games: Sequence[Meetings], size: int) -> Mapping[tuple[int, int], tuple[float, float]]:
    """For each ordered pair that met: how often the first wins, and the p-value that it isn't better.

    One-sided. Deals are the pieces of evidence: signs of what the first won more on a deal are flipped. Each
    game counts the same.
    """
    gaps: dict[tuple[int, int], list[Array]] = {}
    rates: dict[tuple[int, int], list[float]] = {}
    for meetings in games:
        code = meetings.one * size + meetings.other
        for pair in np.unique(code).tolist():
            rows = code == pair
            _, where = np.unique(meetings.block[rows], return_inverse=True)
            share = np.bincount(where, meetings.share[rows])
            gap = np.bincount(where, 2 * meetings.point[rows] - meetings.share[rows])
            key = pair // size, pair % size
            gaps.setdefault(key, []).append(gap / share.sum())
            rates.setdefault(key, []).append(float(meetings.point[rows].sum() / share.sum()))
    found = {}
    for (one, other), parts in gaps.items():
        rate, values = float(np.mean(rates[one, other])), np.concatenate(parts)
        p = difference(values.tolist(), [0.0] * len(values), paired=True).p
        less = 1.0 if p is None else p / 2
        ahead = values.sum() > 0
        found[one, other] = rate, less if ahead else 1 - less
        found[other, one] = 1 - rate, 1 - less if ahead else less
    return found


def cycles(games: Sequence[Meetings], names: Sequence[str]) -> list[Cycle]:
    """The cycles in which each of three players beats the next more often than not; the clearest first."""
    edges = beaten(games, len(names))
    triples: list[tuple[int, int, int]] = []
    for one, two, three in combinations(range(len(names)), 3):
        if {(one, two), (two, three), (one, three)} <= edges.keys():
            triples += [(one, two, three), (one, three, two)]
    turns = [((a, b), (b, c), (c, a)) for a, b, c in triples]
    corrected = holm([max(edges[edge][1] for edge in turn) for turn in turns])
    found = [
        Cycle(
            (names[triple[0]], names[triple[1]], names[triple[2]]),
            (edges[turn[0]][0], edges[turn[1]][0], edges[turn[2]][0]),
            p,
        )
        for triple, turn, p in zip(triples, turns, corrected, strict=True)
        if all(edges[edge][0] > 0.5 for edge in turn)
    ]
    return sorted(found, key=lambda cycle: (cycle.p, cycle.players))


def longer_cycles(games: Sequence[Meetings], names: Sequence[str]) -> list[Cycle]:
    """The cycles of four and more in which each beats the next and no other pair is decided.

    `p` is the largest of the pairs, corrected for all ordered pairs (Holm 1979). The clearest first.
    """
    edges = beaten(games, len(names))
    corrected = dict(zip(edges, holm([p for _, p in edges.values()]), strict=True))
    decided = {pair: p for pair, p in corrected.items() if p < LEVEL}
    beats: dict[int, list[int]] = {}
    for one, other in sorted(decided):
        beats.setdefault(one, []).append(other)
    found, tried = list[Cycle](), 0
    paths: list[tuple[int, ...]] = [(start,) for start in sorted(beats, reverse=True)]
    while paths and tried < MOST_PATHS:
        path, tried = paths.pop(), tried + 1
        for other in beats.get(path[-1], ()):
            # Every cycle begins with its first player, so that it is found once.
            if other < path[0] or other in path:
                continue
            chords = {(one, other) for one in path[:-1]} | {(other, one) for one in path[1:-1]}
            if chords & decided.keys():
                continue
            whole = (*path, other)
            if (other, path[0]) not in decided:
                paths.append(whole)
            elif len(whole) > 3:
                turn = [*zip(whole, (*whole[1:], whole[0]), strict=True)]
                rates = tuple(edges[pair][0] for pair in turn)
                players = tuple(names[at] for at in whole)
                found.append(Cycle(players, rates, max(decided[pair] for pair in turn)))
    return sorted(found, key=lambda cycle: (cycle.p, cycle.players))
