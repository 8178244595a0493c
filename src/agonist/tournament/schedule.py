"""Who plays whom, where, on which deals.

A schedule is data: a list of fixtures in blocks. Within a block the seats are rotated over one and the
same seed, so that every player meets every deal from every seat; and all pairings meet the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, islice
from math import comb
from random import Random
from types import MappingProxyType
from typing import Final

from agonist.core import UsageError
from agonist.kit import option_texts
from agonist.match import Fixture, Policy
from agonist.tournament.target import Target

TABLES: Final = 60
"""Beyond this many ways to choose who sits together, tables are drawn instead of played in full."""

MOST: Final = 1_000_000
"""Matches for each table: more would not fit into memory, and no interval would be narrower to see."""

Seating = tuple[str, ...]


def schedule(
    target: Target,
    players: Sequence[str],
    opponents: Sequence[str] = (),
    *,
    matches: int,
    seed: int,
    policy: Policy,
    seats: Mapping[int, str] = MappingProxyType({}),
    specs: Mapping[str, str] = MappingProxyType({}),
) -> list[Fixture]:
    """The fixtures of one game: `matches` for each table of players, in whole rotations as far as they go.

    Without opponents, all players meet: every pair or table of them (round robin); a single player plays
    itself; fewer players than seats share the seats. With opponents, each player in turn is the challenger
    on one seat, and the opponents fill the others. `seats` puts a player on a seat whatever else would be.
    `specs` has the specifications of players who are given by name.
    """
    if not players:
        raise UsageError("name at least one player")
    if matches < 1:
        raise UsageError(f"matches must be 1 or more, not {matches}")
    if matches > MOST:
        raise UsageError(f"matches for each table are {MOST:,} at most, not {matches:,}")
    if doubled := {p for p in players if players.count(p) > 1}:
        raise UsageError(f"{doubled.pop()!r} is named twice; a player alone plays itself")
    for seat in seats:
        if seat not in range(target.game.seats):
            raise UsageError(f"{target.name} has the seats 0 to {target.game.seats - 1}, not {seat}")
    fixtures = []
    for nth, table in enumerate(tables(players, opponents, target.game.seats, seed)):
        for turn, seating in enumerate(islice(_forever(table), matches)):
            block = turn // len(table)
            seated = tuple(seats.get(seat, player) for seat, player in enumerate(seating))
            fixtures.append(
                Fixture(
                    game=target.name,
                    version=target.game.version,
                    options=option_texts(target.game),
                    seed=f"{seed}/{block}",
                    players=seated,
                    specs={name: specs[name] for name in seated if specs.get(name, name) != name},
                    policy=policy,
                    prompts=target.kit.words.prompts.digest,
                    block=f"{target.text}/{nth}/{block}",
                    part=target.text,
                )
            )
    return fixtures


def tables(players: Sequence[str], opponents: Sequence[str], seats: int, seed: int) -> list[list[Seating]]:
    """For each set of players who sit together, the seatings of one block.

    >>> tables(["A", "B", "C"], [], 2, 0)
    [[('A', 'B'), ('B', 'A')], [('A', 'C'), ('C', 'A')], [('B', 'C'), ('C', 'B')]]
    >>> tables(["A", "B"], [], 5, 0)
    [[('A', 'B', 'A', 'B', 'A'), ('B', 'A', 'B', 'A', 'B')]]
    >>> tables(["A"], ["x", "y"], 3, 0)
    [[('A', 'x', 'y'), ('x', 'A', 'y'), ('x', 'y', 'A')]]
    """
    if opponents:
        return [block for player in players for block in _challenges(player, opponents, seats)]
    if len(players) <= seats:
        return [_rotations(players, seats)]
    if comb(len(players), seats) <= TABLES:
        return [_rotations(table, seats) for table in combinations(players, seats)]
    return [_rotations(table, seats) for table in _drawn(players, seats, seed)]


def _rotations(table: Sequence[str], seats: int) -> list[Seating]:
    """Every player of the table on every seat equally often."""
    size = len(table)
    return [tuple(table[(seat + turn) % size] for seat in range(seats)) for turn in range(size)]


def _challenges(player: str, opponents: Sequence[str], seats: int) -> Iterator[list[Seating]]:
    """The challenger on each seat in turn; of two seats, against each opponent by itself."""
    groups = [[opponent] for opponent in opponents] if seats == 2 else [list(opponents)]
    for group in groups:
        crowd = [group[n % len(group)] for n in range(seats - 1)]
        yield [(*crowd[:seat], player, *crowd[seat:]) for seat in range(seats)]


def _drawn(players: Sequence[str], seats: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Tables dealt from shuffled players, until everyone has sat at as many tables as there are seats."""
    rng = Random(f"{seed}:tables")
    for _ in range(seats):
        order = sorted(players, key=lambda _player: rng.random())
        order += order[: -len(order) % seats]
        yield from (tuple(order[at : at + seats]) for at in range(0, len(order), seats))


def _forever(table: Sequence[Seating]) -> Iterator[Seating]:
    return (table[turn % len(table)] for turn in count())
