"""A game as its players' sequences of moves (Koller, Megiddo and von Stengel, 1996), as arrays.

A policy is one array: for each spot of the game, a probability for each of its options. A player remembers
all its own moves and what it saw at each, so a best response may use more than its last view.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from agonist.core import CHANCE, Game, Seat
from agonist.players.equilibrium.game_walk import Spot, expect_more, moves_of, options_of

Array: TypeAlias = NDArray[Any]

ROOT: Final = 0
"""The sequence without a move."""


@dataclass(frozen=True, slots=True)
class Level:
    """Information sets with equally many own moves before them: their ids, those of the sequences that follow
    them, where those of each set begin, and how many it has."""

    sets: Array
    sequences: Array
    begins: Array
    counts: Array


@dataclass
class Sequences:
    """The information sets and sequences of one seat.

    `parents`: by set, the sequence before it; `spots`: by set; `source`: by sequence, its place in a policy.
    """

    parents: list[int] = field(default_factory=list)
    spots: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=lambda: [-1])

    @cached_property
    def levels(self) -> list[Level]:
        depths, first = np.array(self.depths, dtype=int), np.array([*self.first, len(self.source)])
        found = []
        for depth in range(max(self.depths, default=-1) + 1):
            sets = np.flatnonzero(depths == depth)
            counts = np.diff(first)[sets]
            begins = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
            sequences = np.repeat(first[sets] - begins, counts) + np.arange(counts.sum())
            found.append(Level(sets, sequences, begins, counts))
        return found

    @cached_property
    def before(self) -> Array:
        return np.array(self.parents, dtype=int)

    def shares(self, policy: Array) -> Array:
        """The probability of each sequence's last move where it can be made."""
        shares: Array = policy[np.array(self.source)]
        shares[ROOT] = 1.0
        return shares

    def plan(self, shares: Array) -> Array:
        """The probability with which the seat makes all moves of each sequence, if it can."""
        plan = np.zeros(len(self.source))
        plan[ROOT] = 1.0
        for level in self.levels:
            plan[level.sequences] = (
                np.repeat(plan[self.before[level.sets]], level.counts) * shares[level.sequences]
            )
        return plan

    def add_up(self, worth: Array, shares: Array) -> None:
        """Add to each sequence what the information sets after it are worth with these shares. `worth` has
        what each sequence is worth where the game ends after it, and is changed."""
        for level in reversed(self.levels):
            sets = np.add.reduceat(worth[level.sequences] * shares[level.sequences], level.begins)
            np.add.at(worth, self.before[level.sets], sets)

    def best_shares(self, worth: Array) -> Array:
        """The shares that make `worth`, as in `add_up` and changed as there, the most: any of the best moves
        in each information set, equally likely."""
        shares = np.ones(len(worth))
        for level in reversed(self.levels):
            after = worth[level.sequences]
            most = np.maximum.reduceat(after, level.begins)
            best = after >= np.repeat(most, level.counts)
            shares[level.sequences] = best / np.repeat(
                np.add.reduceat(best.astype(int), level.begins), level.counts
            )
            np.add.at(worth, self.before[level.sets], most)
        return shares


@dataclass(frozen=True)
class SequenceForm:
    """All of a game: its spots, where each begins in a policy, the sequences of each seat, and the ends of
    matches: their sequences by seat, probability of chance, and scores."""

    spots: tuple[Spot, ...]
    spot_ids: Mapping[tuple[Seat, Any], int]
    first: Array
    seats: tuple[Sequences, ...]
    ends: Array
    chance: Array
    scores: Array

    def spot_of(self, seat: Seat, view: Any) -> int:
        """The number of the spot in which a seat sees this view."""
        return self.spot_ids[seat, view]

    def values(self, policy: Array) -> Array:
        """The expected scores."""
        plans = self._plans(policy)
        weights = self.chance * np.prod([p[self.ends[:, s]] for s, p in enumerate(plans)], axis=0)
        return np.asarray(weights @ self.scores)

    def best_response(self, policy: Array, seat: Seat) -> Array:
        """The best moves of a seat that knows the others' policy: a share for each of its sequences."""
        worth = self.worth(seat, self._plans(policy))
        return self.seats[seat].best_shares(worth)

    def value_of(self, response: Array, policy: Array, seat: Seat) -> float:
        """What a seat expects that plays a response while the others play the policy."""
        return float(self.worth(seat, self._plans(policy)) @ self.seats[seat].plan(response))

    def _plans(self, policy: Array) -> list[Array]:
        return [each.plan(each.shares(policy)) for each in self.seats]

    def worth(self, seat: Seat, plans: list[Array]) -> Array:
        """What each sequence of a seat is worth by the matches that end after it, given the others' plans."""
        others = [p[self.ends[:, s]] for s, p in enumerate(plans) if s != seat]
        weights = self.chance * self.scores[:, seat]
        for each in others:
            weights = weights * each
        return np.bincount(self.ends[:, seat], weights, len(plans[seat]))

    def reached(self, policy: Array, seat: Seat) -> Array:
        """Whether a seat can come to each spot by this policy, whatever the others do."""
        own = self.seats[seat]
        found = np.zeros(len(self.spots), dtype=bool)
        found[np.array(own.spots, dtype=int)[own.plan(own.shares(policy))[own.before] > 0]] = True
        return found

    @cached_property
    def forgets(self) -> bool:
        """Whether views forget: a spot that comes after different moves or views of the same seat."""
        return any(len(set(each.spots)) < len(each.spots) for each in self.seats)


def sequence_form(game: Game[Any, Any]) -> SequenceForm:
    """The sequence form of a game. Raises `UsageError` if it is too large or its answers cannot be listed."""
    return _Builder(game).built()


class _Builder:
    """Walks all matches, depth first."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.spots: list[Spot] = []
        self.first: list[int] = [0]
        self.spot_ids: dict[tuple[Seat, Any], int] = {}
        self.set_ids: dict[tuple[Seat, int, int], int] = {}
        self.seats = tuple(Sequences() for _ in range(game.seats))
        self.depth_after: list[list[int]] = [[0] for _ in range(game.seats)]
        """By seat and sequence: how many own moves it has."""

    def built(self) -> SequenceForm:
        game, ends, chances, scores = self.game, [], [], []
        stack: list[tuple[Any, tuple[int, ...], float]] = [(game.new(), (ROOT,) * game.seats, 1.0)]
        states = 0
        while stack:
            state, before, chance = stack.pop()
            states += 1
            expect_more(game, states + len(stack))
            asks = dict(game.turn(state))
            if not asks:
                outcome = game.outcome(state)
                assert outcome is not None
                ends.append(before)
                chances.append(chance)
                scores.append(outcome.scores)
                continue
            sets = {
                seat: self.set_of(seat, state, ask, before[seat])
                for seat, ask in asks.items()
                if seat != CHANCE
            }
            for moves, share in moves_of(game, asks):
                after = list(before)
                for seat, (begins, places) in sets.items():
                    after[seat] = begins + places[moves[seat]]
                stack.append((game.act(state, moves), tuple(after), chance * share))
        return SequenceForm(
            tuple(self.spots), self.spot_ids, np.array(self.first), self.seats, np.array(ends),
            np.array(chances), np.array(scores, dtype=float),
        )  # fmt: skip

    def set_of(self, seat: Seat, state: Any, ask: Any, before: int) -> tuple[int, dict[Hashable, int]]:
        """The information set in which a seat is asked: its first sequence, and the place of each option."""
        view, own = self.game.observe(state, seat), self.seats[seat]
        depth = self.depth_after[seat][before]
        spot = self.spot_ids.setdefault((seat, view), len(self.spots))
        if spot == len(self.spots):
            options = options_of(self.game, ask)
            self.spots.append(Spot(seat, view, state, options))
            self.first.append(self.first[-1] + len(options))
        options = self.spots[spot].options
        at = self.set_ids.setdefault((seat, before, spot), len(own.parents))
        if at == len(own.parents):
            own.parents.append(before)
            own.spots.append(spot)
            own.first.append(len(own.source))
            own.depths.append(depth)
            own.source += range(self.first[spot], self.first[spot] + len(options))
            self.depth_after[seat] += [depth + 1] * len(options)
        return own.first[at], {option: place for place, option in enumerate(options)}
