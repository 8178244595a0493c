"""A game in which nothing is hidden and one moves at a time, as its positions: solved from the ends back.

Paths that come to the same position meet, so a game has far fewer positions than courses: tic-tac-toe 5,478
instead of 549,946.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from agonist.core import CHANCE, Game, Seat, UsageError
from agonist.players.equilibrium.game_walk import Spot, expect_more, moves_of, options_of
from agonist.players.equilibrium.sequence_form_arrays import Array

Position: TypeAlias = Callable[[Any], Hashable]
"""(state) -> what matters of it for the rest of the match."""

NOBODY: Final = -2
"""Who moves at an end."""


@dataclass(frozen=True, slots=True)
class Rank:
    """Positions that are equally far from their farthest end: who moves, and for all their moves in a row the
    positions after them and their places in a policy, or for chance in the shares of chance."""

    positions: Array
    movers: Array
    begins: Array
    counts: Array
    after: Array
    source: Array


@dataclass(frozen=True)
class OpenPositions:
    """All of a game. `ranks`: from the ends to the beginning. `scores`: by position and seat, 0 where a match
    goes on; the last position is the first one of a match. `chance`: the shares of all moves of chance."""

    spots: tuple[Spot, ...]
    spot_ids: Mapping[Hashable, int]
    position: Position
    first: Array
    ranks: tuple[Rank, ...]
    scores: Array
    chance: Array
    spot_positions: Array

    def spot_of(self, seat: Seat, view: Any) -> int:
        """The number of the spot in which a seat sees this view."""
        del seat
        return self.spot_ids[self.position(view)]

    def values(self, policy: Array) -> Array:
        """The expected scores."""
        first: Array = self.worths(policy)[-1]
        return first

    def worths(self, policy: Array) -> Array:
        """The expected scores from each position on, by position and seat."""
        worth = self.scores.copy()
        for rank in self.ranks:
            worth[rank.positions] = self._expected(rank, worth, policy)
        return worth

    def best_response(self, policy: Array, seat: Seat) -> Array:
        """The policy, with the moves of a seat that knows it and does its best."""
        return self._improved(policy, lambda movers: movers == seat)

    def value_of(self, response: Array, policy: Array, seat: Seat) -> float:
        """What a seat expects that plays a response while the others play the policy."""
        own = np.repeat([spot.seat == seat for spot in self.spots], np.diff(self.first))
        return float(self.values(np.where(own, response, policy))[seat])

    def perfect(self) -> Array:
        """A policy by which each seat plays, in each position, any of the moves that are best for its own
        score if all go on so: backward induction."""
        return self._improved(np.zeros(self.first[-1]), lambda movers: movers >= 0)

    def _improved(self, policy: Array, best: Callable[[Array], Array]) -> Array:
        """The policy, with any of the best moves, equally likely, of the seats that do their best."""
        policy, worth = policy.copy(), self.scores.copy()
        for rank in self.ranks:
            movers = np.repeat(rank.movers, rank.counts)
            after = worth[rank.after, np.maximum(movers, 0)]
            good = np.isclose(after, np.repeat(np.maximum.reduceat(after, rank.begins), rank.counts))
            shares = good / np.repeat(np.add.reduceat(good.astype(int), rank.begins), rank.counts)
            changed = best(movers)
            policy[rank.source[changed]] = shares[changed]
            worth[rank.positions] = self._expected(rank, worth, policy)
        return policy

    def _expected(self, rank: Rank, worth: Array, policy: Array) -> Array:
        """What the positions of a rank are worth to each seat, by what those after them are."""
        shares = self._shares(rank, policy)
        return np.add.reduceat(worth[rank.after] * shares[:, None], rank.begins)

    def reached(self, policy: Array, seat: Seat) -> Array:
        """Whether a seat can come to each spot by this policy, whatever the others do."""
        reached = np.zeros(len(self.scores), dtype=bool)
        reached[-1] = True
        for rank in reversed(self.ranks):
            may = np.repeat(reached[rank.positions], rank.counts)
            own = np.repeat(rank.movers == seat, rank.counts)
            reached[rank.after[may & (~own | (self._shares(rank, policy) > 0))]] = True
        found: Array = reached[self.spot_positions] & np.array([spot.seat == seat for spot in self.spots])
        return found

    def _shares(self, rank: Rank, policy: Array) -> Array:
        by_chance = np.repeat(rank.movers == CHANCE, rank.counts)
        return np.where(
            by_chance,
            self.chance[np.where(by_chance, rank.source, 0)],
            policy[np.where(by_chance, 0, rank.source)],
        )


def open_positions(game: Game[Any, Any], position: Position) -> OpenPositions:
    """The positions of a game. Raises `UsageError` if it is too large, its answers cannot be listed, or its
    positions repeat.

    `position`: what matters of a state for the rest of the match.
    """
    return _Builder(game, position).built()


class _Open(NamedTuple):
    """A position whose moves are being followed: `after` has the keys of the positions so far."""

    state: Any
    key: Hashable
    asks: dict[Seat, Any]
    moves: list[tuple[dict[Seat, Any], float]]
    after: list[Hashable]


class _Builder:
    """Finds all positions, each after those that follow it."""

    def __init__(self, game: Game[Any, Any], position: Position) -> None:
        self.game, self.position = game, position
        self.ids: dict[Hashable, int] = {}
        self.asks: list[dict[Seat, Any]] = []
        self.spot_ids: dict[Hashable, int] = {}
        self.heights: list[int] = []
        self.scores: list[tuple[float, ...]] = []
        self.movers: list[int] = []
        self.moves: list[list[int]] = []
        self.sources: list[int] = []
        self.chance: list[float] = [1.0]
        self.spots: list[Spot] = []
        self.first = [0]
        self.spot_positions: list[int] = []

    def built(self) -> OpenPositions:
        stack = [self._opened(self.game.new())]
        open_now = {stack[0].key}
        while stack:
            last = stack[-1]
            if len(last.after) < len(last.moves):
                child = self.game.act(last.state, last.moves[len(last.after)][0])
                key = self.position(child)
                last.after.append(key)
                if key in self.ids:
                    self._expect_the_same(child, self.ids[key])
                    continue
                if key in open_now:
                    raise UsageError(f"{self.game.name} cannot be solved: its positions repeat")
                open_now.add(key)
                stack.append(self._opened(child))
                expect_more(self.game, len(self.ids) + len(stack))
                continue
            stack.pop()
            open_now.discard(last.key)
            self._close(last)
        return OpenPositions(
            tuple(self.spots), self.spot_ids, self.position, np.array(self.first), tuple(self._ranks()),
            np.array(self.scores), np.array(self.chance), np.array(self.spot_positions, dtype=int),
        )  # fmt: skip

    def _opened(self, state: Any) -> _Open:
        asks = dict(self.game.turn(state))
        return _Open(state, self.position(state), asks, moves_of(self.game, asks) if asks else [], [])

    def _expect_the_same(self, state: Any, position: int) -> None:
        """Raise `UsageError` if a state differs from another with the same position."""
        if dict(self.game.turn(state)) != self.asks[position]:
            raise UsageError(f"{self.game.name} cannot be solved: its positions depend on what was before")

    def _close(self, done: _Open) -> None:
        position = self.ids[done.key] = len(self.ids)
        after = [self.ids[key] for key in done.after]
        self.asks.append(done.asks)
        self.moves.append(after)
        self.heights.append(1 + max((self.heights[child] for child in after), default=-1))
        if not done.asks:
            outcome = self.game.outcome(done.state)
            assert outcome is not None
            self.movers.append(NOBODY)
            self.sources.append(0)
            self.scores.append(tuple(map(float, outcome.scores)))
            return
        self.scores.append((0.0,) * self.game.seats)
        ((seat, ask),) = done.asks.items()
        self.movers.append(seat)
        if seat == CHANCE:
            self.sources.append(len(self.chance))
            self.chance += [share for _, share in done.moves]
            return
        self.sources.append(self.first[-1])
        options = options_of(self.game, ask)
        self.first.append(self.first[-1] + len(options))
        self.spot_ids[done.key] = len(self.spots)
        self.spots.append(Spot(seat, self.game.observe(done.state, seat), done.state, options))
        self.spot_positions.append(position)

    def _ranks(self) -> list[Rank]:
        heights = np.array(self.heights)
        found = []
        for height in range(1, int(heights.max()) + 1):
            positions = np.flatnonzero(heights == height)
            counts = np.array([len(self.moves[each]) for each in positions])
            found.append(
                Rank(
                    positions,
                    np.array([self.movers[each] for each in positions]),
                    np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int),
                    counts,
                    np.array([child for each in positions for child in self.moves[each]]),
                    np.concatenate(
                        [np.arange(self.sources[e], self.sources[e] + len(self.moves[e])) for e in positions]
                    ),
                )
            )
        return found
