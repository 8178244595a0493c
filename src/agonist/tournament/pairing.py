"""Who meets whom: round robin, and designs for when that is too many matches.

A design is a list of tables; a table is a list of seatings, in which everyone at it has every seat equally
often. Whatever the design, a chain of tables leads from everyone to everyone, so that all can be rated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, cycle, islice
from math import comb, log2
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from agonist.core import UsageError, nearest

Pairing: TypeAlias = Literal["round-robin", "balanced", "connected", "informative"]
PAIRINGS: Final[dict[str, str]] = {
    "round-robin": "every pair of players meets",
    "balanced": "everyone meets equally many others, drawn at random",
    "connected": "the fewest tables that connect everyone: a ring",
    "informative": "a ring first; further matches go to the pairs whose results are most informative",
}
"""What each design is."""

Deals: TypeAlias = Literal["own", "shared"]
"""Whether each table has deals of its own, or all have the same."""

MAX_TABLES_OF_ALL: Final = 60
"""Up to this number of combinations, each is a table; with more, only enough for every pair to meet."""

Seating: TypeAlias = tuple[str, ...]
Table: TypeAlias = list[Seating]


def tables(
    players: Sequence[str],
    opponents: Sequence[str],
    seats: int,
    seed: int,
    pairing: Pairing = "round-robin",
    once: Collection[str] = (),
) -> list[Table]:
    """The tables of a design, each with the seatings of one rotation.

    With opponents, each player in turn is the challenger on one seat, and the opponents fill the others.
    Fewer players than seats share the seats; those named by `once` have one each, and the others the rest.
    Raises `UsageError` for a design that does not fit.

    >>> tables(["A", "B", "C"], [], 2, 0)
    [[('A', 'B'), ('B', 'A')], [('A', 'C'), ('C', 'A')], [('B', 'C'), ('C', 'B')]]
    >>> tables(["A", "B"], [], 5, 0)
    [[('A', 'B', 'A', 'B', 'A'), ('B', 'A', 'B', 'A', 'B')]]
    >>> tables(["A"], ["x", "y"], 3, 0)
    [[('A', 'x', 'y'), ('x', 'A', 'y'), ('x', 'y', 'A')]]
    """
    if pairing not in get_args(Pairing):
        raise UsageError(nearest("pairing", pairing, PAIRINGS))
    if pairing == "informative" and (seats != 2 or opponents):
        raise UsageError(
            "informative pairing is for games with two seats, and cannot be combined with opponents"
        )
    if opponents:
        if pairing != "round-robin":
            raise UsageError(
                f"{pairing} pairing cannot be combined with opponents: every player plays all of them anyway"
            )
        return [block for player in players for block in _challenges(player, opponents, seats, once)]
    if len(players) <= seats:
        return [_rotations(players, seats, once)]
    if pairing == "round-robin" and comb(len(players), seats) <= max(
        MAX_TABLES_OF_ALL, comb(len(players), 2)
    ):
        return [_rotations(table, seats) for table in combinations(players, seats)]
    # Drawn from sorted names, so that the order in which they were given does not matter.
    order = sorted(players)
    Random(f"{seed}:pairing").shuffle(order)
    return [_rotations(table, seats) for table in _designed(order, seats, pairing, seed)]


def _designed(order: Sequence[str], seats: int, pairing: Pairing, seed: int) -> list[tuple[str, ...]]:
    count = len(order)
    match pairing:
        case "connected" | "informative":
            step = seats - 1
            starts = range(0, count, step) if count > 2 else range(1)
            return [tuple(order[(start + at) % count] for at in range(seats)) for start in starts]
        case "balanced" if seats == 2:
            reach = min(count // 2, max(1, round(log2(count))))
            gaps = {1, *Random(f"{seed}:gaps").sample(range(2, count // 2 + 1), max(0, reach - 1))}
            pairs = {frozenset((at, (at + gap) % count)) for gap in sorted(gaps) for at in range(count)}
            return [tuple(order[at] for at in sorted(pair)) for pair in sorted(pairs, key=sorted)]
    bases = _bases(count, seats)[: 1 if pairing == "balanced" else None]
    return [tuple(order[(start + at) % count] for at in base) for base in bases for start in range(count)]


def _bases(count: int, seats: int) -> list[tuple[int, ...]]:
    """Places on a circle of players: turned all the way round, they make every pair meet.

    A difference of places that occurs in a base makes all pairs meet that are so far apart. The first has the
    difference 1, and so connects everyone. Chosen greedily.
    """
    missing = set(range(1, count // 2 + 1))
    bases = []
    while missing:
        base = [0]
        while len(base) < seats:
            best = max(
                (at for at in range(1, count) if at not in base),
                key=lambda at: (len({min(abs(at - b), count - abs(at - b)) for b in base} & missing), -at),
            )
            missing -= {min(abs(best - b), count - abs(best - b)) for b in base}
            base.append(best)
        bases.append(tuple(base))
    return bases


def _rotations(table: Sequence[str], seats: int, once: Collection[str] = ()) -> Table:
    """Every player of the table on every seat equally often."""
    if len(table) < seats and not set(once).isdisjoint(table):
        table = filled(table, seats, once)
    size = len(table)
    return [tuple(table[(seat + turn) % size] for seat in range(seats)) for turn in range(size)]


def filled(players: Sequence[str], seats: int, once: Collection[str] = ()) -> Seating:
    """This many seats, filled by the players in turn; those in `once` get one seat each.

    >>> filled(["A", "B", "C"], 5, once={"A"})
    ('A', 'B', 'C', 'B', 'C')
    """
    first = list(islice(players, seats))
    again = [player for player in first if player not in once]
    if len(first) < seats and not again:
        raise UsageError(
            f"{', '.join(first)} can have one seat of a match each, and there are {seats}; name another "
            "player for the others, such as --opponent reference"
        )
    return tuple([*first, *islice(cycle(again), seats - len(first))] if again else first)


def _challenges(
    player: str, opponents: Sequence[str], seats: int, once: Collection[str] = ()
) -> Iterator[Table]:
    """The challenger on each seat in turn; of two seats, against each opponent by itself."""
    groups = [[opponent] for opponent in opponents] if seats == 2 else [list(opponents)]
    for group in groups:
        crowd = filled(group, seats - 1, once)
        yield [(*crowd[:seat], player, *crowd[seat:]) for seat in range(seats)]
