"""A state that fits a view."""

from __future__ import annotations

from math import ceil, floor
from random import Random

from agonist.core.random_choice import one_of, taken_from
from agonist.games.guess_average.rules import GuessAverage, Numbers, State, View
from agonist.kit.random_numbers_with_sum import numbers_with_sum


def sample_state(game: GuessAverage, view: View, rng: Random) -> State:
    """Other players' numbers with the same sums and the same winning numbers."""
    results = [event[2:] for event in view.log if event[0] == "result"]
    mine = [event[1] for event in view.log if event[0] == "own"] or [None] * len(results)
    state = game.new()
    for (total, winning), number in zip(results, mine, strict=True):
        numbers = list(_numbers_like(game, total, winning, number, rng))
        if view.seat is not None and number is not None:
            numbers.insert(view.seat, number)
        state = game.act(state, dict(enumerate(numbers)))
    return state


def _numbers_like(
    game: GuessAverage, total: int, winning: Numbers, chosen: int | None, rng: Random
) -> Numbers:
    """Numbers for the others, in random order; none is nearer to the target than those that won."""
    goal = game.fraction * total / game.seats
    gap = abs(winning[0] - goal)
    below, above = floor(goal - gap), ceil(goal + gap)
    if below == goal - gap and below not in winning:
        below -= 1
    if above == below or (above == goal + gap and above not in winning):
        above += 1
    must = [number for number in winning if number != chosen]
    free = game.seats - len(must) - (chosen is not None)
    rest = total - sum(must) - (chosen or 0)
    low, high = (game.low, below), (above, game.high)
    splits = [[low] * n + [high] * (free - n) for n in range(free + 1)]
    splits = [ranges for ranges in splits if _can_add_up(rest, ranges)]
    ranges = one_of(splits, rng)
    return taken_from([*must, *numbers_with_sum(rest, ranges, rng)], game.seats - (chosen is not None), rng)


def _can_add_up(total: int, ranges: list[tuple[int, int]]) -> bool:
    least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    return all(low <= high for low, high in ranges) and least <= total <= most
