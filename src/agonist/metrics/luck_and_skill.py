"""How much of a result was luck, and how much was skill.

A match is a path of positions. With the value of each, the result is what was to be expected at the
beginning, plus what each step added: a step of chance adds luck, a player's step adds skill. Whoever plays,
the luck has a mean of 0, since the mean of a position's value over what chance may draw is the value before.
So the score less the luck has the mean of the score, and mostly less spread: the advantage sum of Zinkevich,
Bowling, Bard, Kan and Billings (2006), which AIVAT extends (Burch, Schmid, Moravčík, Morrill and Bowling,
2018).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from agonist.core import CHANCE, Moves, Seat
from agonist.metrics.position_values import Amount, PositionValues, Value, amount

Source: TypeAlias = Seat | Literal["luck", "together", "forfeit"]
"""Who or what a part of the result came from: a seat's own moves, chance, that several moved at once, or how
the match ended if not by the rules."""

Sum: TypeAlias = Mapping[int, float]
"""Factors of values by their place in a list."""


@dataclass(frozen=True, slots=True)
class StepPart:
    """What one step, counted from 1, added to the score that each seat could expect."""

    step: int
    source: Source
    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The result of a match, taken apart: by seat, `score` is `expected` + `luck` + all of `skill` +
    `together` + `forfeit`, up to rounding.

    `expected`: what a seat expects at the beginning. `skill`: by seat whose moves they were, what those added
    beyond what the players who go on would have got. `together`: what came of moves at one moment beyond each
    by itself. `forfeit`: the score less the value of the last position, where the match did not end by the
    rules.
    """

    scores: tuple[float, ...]
    expected: tuple[Amount, ...]
    luck: tuple[Amount, ...]
    skill: tuple[tuple[Amount, ...], ...]
    together: tuple[Amount, ...]
    forfeit: tuple[Amount, ...]
    steps: tuple[StepPart, ...]


class _Parts:
    """Values, and sums of them by source and step."""

    def __init__(self, values: PositionValues) -> None:
        self.positions, self.values = values, list[Value]()
        self.by_source: defaultdict[Source, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        self.by_step: list[tuple[int, Source, Sum]] = []

    def value(self, state: Any, given: Moves, name: str) -> int:
        self.values.append(self.positions.of(state, given, name))
        return len(self.values) - 1

    def add(self, step: int, source: Source, of: Sum) -> None:
        self.by_step.append((step, source, of))
        for place, factor in of.items():
            self.by_source[source][place] += factor

    def amounts(self, of: Sum) -> tuple[Amount, ...]:
        terms = [(factor, self.values[place]) for place, factor in of.items()]
        return tuple(amount(terms, seat) for seat in range(self.positions.game.seats))


def decompose(
    values: PositionValues,
    states: Sequence[Any],
    moves: Sequence[Moves],
    scores: Sequence[float],
    forfeits: Sequence[Seat] = (),
) -> Decomposition:
    """The parts of a result.

    Args:
        values: What positions are worth.
        states: All states of the match, from the first.
        moves: The moves between them.
        scores: What the match paid each seat.
        forfeits: The seats that forfeited it.
    """
    parts = _Parts(values)
    at = [parts.value(state, {}, f"state {nth}") for nth, state in enumerate(states)]
    for nth, moved in enumerate(moves):
        whole = {at[nth + 1]: 1.0, at[nth]: -1.0}
        movers = [seat for seat in moved if seat != CHANCE]
        if len(moved) == 1:
            parts.add(nth + 1, movers[0] if movers else "luck", whole)
            continue
        # What each does alone, with the others as the players who go on would have it, and what is left.
        left: defaultdict[int, float] = defaultdict(float, whole)
        for seat, move in moved.items():
            alone = parts.value(states[nth], {seat: move}, f"state {nth} seat {seat}")
            parts.add(nth + 1, "luck" if seat == CHANCE else seat, {alone: 1.0, at[nth]: -1.0})
            left[alone] -= 1.0
            left[at[nth]] += 1.0
        parts.add(nth + 1, "together", left)
    if forfeits:
        paid = np.array(scores, dtype=float)
        parts.values.append(Value(paid, np.zeros_like(paid)))
        parts.add(len(moves) + 1, "forfeit", {len(parts.values) - 1: 1.0, at[-1]: -1.0})
    sums = parts.by_source
    return Decomposition(
        tuple(scores),
        parts.amounts({at[0]: 1.0}),
        parts.amounts(sums["luck"]),
        tuple(parts.amounts(sums[seat]) for seat in range(values.game.seats)),
        parts.amounts(sums["together"]),
        parts.amounts(sums["forfeit"]),
        tuple(StepPart(step, source, parts.amounts(of)) for step, source, of in parts.by_step),
    )
