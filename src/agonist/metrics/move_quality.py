"""What each move cost: how much less it was worth than the best one found, to who knew only what the seat
saw.

Where something is hidden, a move is judged over states that the seat's view does not rule out, not by the
cards that it could not see. Rollouts of all moves share these states and their luck, so differences are taken
in pairs. The best of many moves looks better than it is: the first half of the rollouts chooses it, and only
the second half says by how much it is better. Looking at many moves finds some by chance: their intervals
hold for all of a match together (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np

from agonist.core import CHANCE, Ask, Moves, Seat
from agonist.core.plurals import counted
from agonist.kit.kit import CannotSample
from agonist.match.checked_game import rules_of
from agonist.metrics.position_values import ExactValues, PositionValues, RolloutValues
from agonist.players.equilibrium.counterfactual_regret import TARGET
from agonist.ratings.arrays import Array
from agonist.ratings.distributions import student_quantile

MOST_OPTIONS: Final = 12
"""Moves that are tried at a decision; of more, a random sample that holds the one that was played."""

LEAST_ROLLOUTS: Final = 4
"""With fewer, a half has no spread."""

CLEAR: Final = 1e-9


@dataclass(frozen=True, slots=True)
class MoveCost:
    """A decision, its step counted from 1. `cost`: how much less the move was worth to its seat than `best`,
    in the game's unit, 0 for the best one found; `low` and `high`: the interval, which holds for all moves of
    the match together. They are `None` where the move could not be judged: `why` says why not.

    `options`: how many there were, `None` if they can't be listed; `tried`: how many of them were.
    """

    step: int
    seat: Seat
    played: Any
    best: Any = None
    cost: float | None = None
    low: float | None = None
    high: float | None = None
    options: int | None = None
    tried: int = 0
    why: str = ""

    @property
    def is_mistake(self) -> bool:
        """Whether it is shown that a better move was there."""
        return self.low is not None and self.low > CLEAR


def move_costs(values: PositionValues, states: Sequence[Any], moves: Sequence[Moves]) -> list[MoveCost]:
    """The cost of each decision of a match, in order. `states`: all of it, from the first."""
    asked = [(nth, seat, ask) for nth, _, seat, ask in _decisions(values, states, moves)]
    judged = sum(len(ask.options() or ()) > 1 for *_, ask in asked)
    confidence = 1 - 0.05 / max(judged, 1)
    beliefs = _Beliefs(values) if isinstance(values, ExactValues) and values.game.traits.hidden else None
    found = []
    for nth, seat, ask in asked:
        move = MoveCost(nth + 1, seat, moves[nth][seat])
        options = ask.options()
        if not options:
            found.append(replace(move, why="its answers cannot be listed"))
        elif len(options) == 1:
            found.append(replace(move, why="it was the only one", options=1))
        elif isinstance(values, ExactValues):
            held = [(states[nth], 1.0)] if beliefs is None else beliefs.of(seat, states[nth])
            found.append(_exact(values, replace(move, options=len(options)), held, options))
        else:
            assert isinstance(values, RolloutValues)
            found.append(
                _rolled(values, replace(move, options=len(options)), states[nth], options, confidence)
            )
    return found


def _decisions(
    values: PositionValues, states: Sequence[Any], moves: Sequence[Moves]
) -> Iterator[tuple[int, Any, Seat, Ask]]:
    for nth, (state, moved) in enumerate(zip(states, moves, strict=False)):
        with rules_of(values.game):
            asks = values.game.turn(state)
        for seat in moved:
            if seat != CHANCE:
                yield nth, state, seat, asks[seat]


def _exact(
    values: ExactValues, move: MoveCost, held: Sequence[tuple[Any, float]], options: Sequence[Any]
) -> MoveCost:
    whole = sum(share for _, share in held)
    if not whole:
        return replace(move, why=f"the {values.player} player never lets it come to this")
    worth = [
        sum(share * values.of(state, {move.seat: option}).mean[move.seat] for state, share in held) / whole
        for option in options
    ]
    best, own = int(np.argmax(worth)), worth[list(options).index(move.played)]
    cost = max(0.0, float(worth[best] - own))
    # Nobody gains from an equilibrium but by its error, divided by how rarely it comes to this.
    searched = values.player == "equilibrium" and (
        values.game.traits.hidden or values.game.traits.simultaneous
    )
    if cost <= CLEAR + (values.game.seats * TARGET / whole if searched else 0.0):
        best, cost = list(options).index(move.played), 0.0
    return replace(move, best=options[best], cost=cost, low=cost, high=cost, tried=len(options))


def _rolled(
    values: RolloutValues, move: MoveCost, state: Any, options: Sequence[Any], confidence: float
) -> MoveCost:
    name = f"step {move.step} seat {move.seat}"
    tried = _some(options, move.played, Random(f"{values.seed}:options:{name}"))
    try:
        held = _samples(values, state, move.seat, name)
    except CannotSample as why:
        return replace(move, why=str(why))
    values.values += 1
    scores = np.array(
        [
            [values.play(each, {move.seat: option}, f"{name}:{nth}")[move.seat] for option in tried]
            for nth, each in enumerate(held)
        ]
    )
    values.see(scores)
    own, half = tried.index(move.played), len(held) // 2
    best = int(np.argmax(scores[:half].mean(axis=0)))
    if scores[:half, best].mean() <= scores[:half, own].mean():
        best = own
    cost, reach = _mean_gap(values, scores[half:, best] - scores[half:, own], confidence)
    low, high = (0.0, 0.0) if best == own else (cost - reach, cost + reach)
    return replace(move, best=tried[best], cost=cost, low=low, high=high, tried=len(tried))


def _mean_gap(values: RolloutValues, gaps: Array, confidence: float) -> tuple[float, float]:
    low, high = values.ends or (0.0, 0.0)
    variance = values.variance_of_mean(gaps[:, None], (low - high, high - low))[0]
    return float(gaps.mean()), student_quantile(len(gaps) - 1, (1 + confidence) / 2) * sqrt(float(variance))


def _some(options: Sequence[Any], played: Any, rng: Random) -> list[Any]:
    if len(options) <= MOST_OPTIONS:
        return list(options)
    others = [option for option in options if option != played]
    return [played, *rng.sample(others, MOST_OPTIONS - 1)]


def _samples(values: RolloutValues, state: Any, seat: Seat, name: str) -> list[Any]:
    """As many states as rollouts that this seat cannot tell from this one."""
    game, sample = values.game, values.kit.sample_state
    if not game.traits.hidden:
        return [state] * values.rollouts
    if sample is None:
        raise CannotSample(f"{game.name} can't draw states that fit what a seat sees")
    with rules_of(game):
        view = game.observe(state, seat)
        return [
            sample(game, view, Random(f"{values.seed}:sample:{name}:{nth}")) for nth in range(values.rollouts)
        ]


class _Beliefs:
    """The states that a seat may be in by what it sees, with the probability that chance and the others
    brought it there; its own moves are in its view."""

    def __init__(self, values: ExactValues) -> None:
        self._values, self._found = values, dict[Seat, dict[Hashable, list[tuple[Any, float]]]]()

    def of(self, seat: Seat, state: Any) -> list[tuple[Any, float]]:
        game = self._values.game
        if seat not in self._found:
            found = self._found[seat] = {}
            paths = [(game.new(), 1.0)]
            while paths:
                here, share = paths.pop()
                if not (asks := game.turn(here)):
                    continue
                if seat in asks:
                    found.setdefault(game.observe(here, seat), []).append((here, share))
                mine = [{seat: option} for option in asks[seat].options() or ()] if seat in asks else [{}]
                paths += [
                    (game.act(here, moves), share * each)
                    for given in mine
                    for moves, each in self._values.moves(here, given)
                ]
        return self._found[seat].get(game.observe(state, seat), [])


def mistakes(costs: Sequence[MoveCost]) -> list[MoveCost]:
    """The moves that were shown to cost something, the dearest first."""
    return sorted((each for each in costs if each.is_mistake), key=lambda each: -(each.cost or 0.0))


def unjudged(costs: Sequence[MoveCost]) -> str:
    """How many moves could not be judged and why, in words; empty if all were, or had no choice."""
    why = [each.why for each in costs if each.why and each.options != 1]
    return "; ".join(f"{counted(why.count(one), 'move')}: {one}" for one in dict.fromkeys(why))
