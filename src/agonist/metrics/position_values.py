"""What a position is worth to each seat if certain players went on from it: exactly, or by rollouts.

Everything that is told of luck, skill and moves is a sum of such values. Sums have intervals: the values of
different positions are estimated from separate rollouts, so their variances add.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from math import prod, sqrt
from random import Random
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.core import CHANCE, Ask, Game, GameError, Moves, Seat, UsageError, uniform
from agonist.kit import Kit
from agonist.match.checked_game import rules_of
from agonist.players.equilibrium.game_walk import expect_small, moves_of
from agonist.players.equilibrium.solutions import policy_of_equilibrium, position_in
from agonist.players.player import PlayerFactory, SeatContext
from agonist.ratings.arrays import Array
from agonist.ratings.distributions import student_quantile

Answer: TypeAlias = Callable[[Any, Ask, Random], Any]
"""(view, ask, rng) -> an action."""
Chances: TypeAlias = Callable[[Seat, Any, Ask], Mapping[Any, float]]
"""(seat, view, ask) -> the probability of each action."""

NOTHING: Final[Moves] = MappingProxyType({})
PLAYERS: Final = ("equilibrium", "reference", "baseline", "random")
"""Who can play on from any position at once, many times."""

EXTREMES: Final = 2
"""Rollouts that are added at the ends of the range for a variance, so that rare ends are allowed for."""


@dataclass(frozen=True, slots=True)
class Value:
    """The expected scores by seat. `variance`: of these means; `rollouts`: 0 if they are exact."""

    mean: Array
    variance: Array
    rollouts: int = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum of values for one seat, in the game's unit; `low` and `high` are both it if it is exact."""

    value: float
    low: float
    high: float

    def as_list(self) -> list[float]:
        return [self.value, self.low, self.high]


class PositionValues(ABC):
    """The values of positions, if one kind of player had all seats from there on."""

    exact: bool

    def __init__(self, kit: Kit, game: Game[Any, Any], player: str) -> None:
        self.kit, self.game, self.player = kit, game, player
        self.values = 0
        """How many values with rollouts were begun."""
        self.on_rollout: Callable[[int], None] = lambda _values: None
        """Called with `values` before each rollout."""

    @abstractmethod
    def of(self, state: Any, given: Moves = NOTHING, name: str = "") -> Value:
        """The value of a state. `given`: what these seats do next, whatever the players would do. `name`:
        what tells this value from others whose rollouts are separate."""

    def at_the_end(self, state: Any) -> Value | None:
        """The scores, if the game is over here."""
        with rules_of(self.game):
            if self.game.turn(state):
                return None
            outcome = self.game.outcome(state)
        assert outcome is not None
        scores = np.array(outcome.scores, dtype=float)
        return Value(scores, np.zeros_like(scores))


class ExactValues(PositionValues):
    """By the whole tree from the position, for players that tell their policy, in small games."""

    exact = True

    def __init__(self, kit: Kit, game: Game[Any, Any], player: str, chances: Chances) -> None:
        super().__init__(kit, game, player)
        self.chances = chances
        is_open = not (game.traits.hidden or game.traits.simultaneous)
        self._position: Callable[[Any], Hashable] = (
            position_in(game, kit.position) if is_open else lambda state: state
        )
        self._known: dict[Hashable, Array] = {}

    def of(self, state: Any, given: Moves = NOTHING, name: str = "") -> Value:
        del name
        worth = self._after(state, given) if given else self._worth(state)
        return Value(worth, np.zeros_like(worth))

    def moves(self, state: Any, given: Moves = NOTHING) -> Iterable[tuple[dict[Seat, Any], float]]:
        """What may be answered here, with the probability of each."""
        asks = dict(self.game.turn(state))
        shares = {
            seat: self.chances(seat, self.game.observe(state, seat), ask)
            for seat, ask in asks.items()
            if seat != CHANCE and seat not in given
        }
        for moves, by_chance in moves_of(self.game, asks):
            if all(moves[seat] == move for seat, move in given.items()):
                chance = 1.0 if CHANCE in given else by_chance
                share = chance * prod(of[moves[seat]] for seat, of in shares.items())
                if share > 0:
                    yield moves, share

    def _worth(self, state: Any) -> Array:
        key = self._position(state)
        if (known := self._known.get(key)) is None:
            end = self.at_the_end(state)
            known = self._known[key] = self._after(state, NOTHING) if end is None else end.mean
        return known

    def _after(self, state: Any, given: Moves) -> Array:
        worth = np.zeros(self.game.seats)
        for moves, share in self.moves(state, given):
            worth = worth + share * self._worth(self.game.act(state, moves))
        return worth


class RolloutValues(PositionValues):
    """By playing on from the position, some times with separate luck."""

    exact = False

    def __init__(
        self, kit: Kit, game: Game[Any, Any], player: str, answer: Answer, rollouts: int, seed: int
    ) -> None:
        super().__init__(kit, game, player)
        self.rollouts, self.seed = rollouts, seed
        self._answer = answer
        self.ends = game.score_range

    def of(self, state: Any, given: Moves = NOTHING, name: str = "") -> Value:
        if not given and (end := self.at_the_end(state)) is not None:
            return end
        self.values += 1
        scores = np.array([self.play(state, given, f"{name}:{nth}") for nth in range(self.rollouts)])
        self.see(scores)
        return Value(scores.mean(axis=0), self.variance_of_mean(scores), self.rollouts)

    def play(self, state: Any, given: Moves, name: str) -> tuple[float, ...]:
        """The scores at the end of one rollout; the same name gives the same."""
        self.on_rollout(self.values)
        game, rng = self.game, Random(f"{self.seed}:rollout:{name}")
        with rules_of(game):
            asks = game.turn(state)
            for _ in range(game.most_steps):
                if not asks:
                    outcome = game.outcome(state)
                    assert outcome is not None
                    return outcome.scores
                moves = {seat: self._move(state, seat, ask, given, rng) for seat, ask in asks.items()}
                state, given = game.act(state, moves), NOTHING
                asks = game.turn(state)
        raise GameError(f"{game.name} has not ended after {game.most_steps:,} steps of a rollout")

    def see(self, scores: Array) -> None:
        """Note the lowest and the highest score, where the game doesn't tell its range."""
        if self.game.score_range is None:
            low, high = self.ends or (np.inf, -np.inf)
            self.ends = min(low, float(scores.min())), max(high, float(scores.max()))

    def variance_of_mean(self, sample: Array, ends: tuple[float, float] | None = None) -> Array:
        """The variance of the mean of each column, with one more value at each end of the range."""
        low, high = ends or self.ends or (0.0, 0.0)
        mean = sample.mean(axis=0)
        count = len(sample) + EXTREMES
        squares = ((sample - mean) ** 2).sum(axis=0) + (mean - low) ** 2 + (high - mean) ** 2
        found: Array = squares / (count - 1) / count
        return found

    def _move(self, state: Any, seat: Seat, ask: Ask, given: Moves, rng: Random) -> Any:
        if seat in given:
            return given[seat]
        if seat == CHANCE:
            return ask.sample(rng)
        return self._answer(self.game.observe(state, seat), ask, rng)


def position_values(
    kit: Kit,
    game: Game[Any, Any],
    player: str,
    factory: Callable[[str], PlayerFactory],
    *,
    rollouts: int,
    seed: int,
) -> PositionValues:
    """The values of positions by one of `PLAYERS`, or by `auto`: an equilibrium where the game is small
    enough to be solved, else its reference player. Exact where the player tells its policy and the game is
    small.

    Raises `UsageError` for any other player, and for an equilibrium where none is known.
    """
    if player == "auto":
        try:
            policy_of_equilibrium(kit, game)
        except UsageError:
            player = "reference"
        else:
            player = "equilibrium"
    if player not in PLAYERS:
        raise UsageError(
            f"positions are valued by {', '.join(PLAYERS)} or auto, not {player!r}: what others would make "
            "of a position, agonist fork plays"
        )
    seated = [
        factory(player)(SeatContext(kit, game, seat, "", lambda _call: None)) for seat in range(game.seats)
    ]

    def chances(seat: Seat, view: Any, ask: Ask) -> Mapping[Any, float]:
        told = seated[seat].chances(view, ask)
        assert told is not None
        return told

    if player in ("equilibrium", "random"):
        try:
            expect_small(game)
        except UsageError:
            if player == "equilibrium":
                raise
        else:
            return ExactValues(kit, game, player, chances)
    return RolloutValues(kit, game, player, _answer_of(kit, game, player), rollouts, seed)


def _answer_of(kit: Kit, game: Game[Any, Any], player: str) -> Answer:
    if player == "reference":
        return partial(kit.reference, game)
    if player == "baseline" and kit.baseline is not None:
        return partial(kit.baseline, game)
    return lambda _view, ask, rng: uniform(ask, rng)


def amount(terms: Iterable[tuple[float, Value]], seat: Seat) -> Amount:
    """A sum of values with these factors, for one seat, with its 95% interval: Student's, with the degrees of
    freedom of Satterthwaite (1946).

    Values of the same position are one `Value`, so give their factors together.
    """
    total, variance, weight = 0.0, 0.0, 0.0
    for factor, value in terms:
        total += factor * float(value.mean[seat])
        if value.rollouts and factor:
            own = factor**2 * float(value.variance[seat])
            variance += own
            weight += own**2 / (value.rollouts - 1)
    if variance <= 0:
        return Amount(total, total, total)
    reach = student_quantile(variance**2 / weight, 0.975) * sqrt(variance)
    return Amount(total, total - reach, total + reach)
