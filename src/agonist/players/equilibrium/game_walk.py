"""What solving a game needs of it: what chance may do, what players are asked, and that it is small."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import comb, factorial, prod
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Ask, Draw, Form, Game, Seat, Shuffle, UsageError

MOST_STATES: Final = 400_000
"""The most states of a game that is solved."""

PROBES: Final = 30
FAR_TOO_MANY: Final = 300 * MOST_STATES
"""An estimate of the tree beyond this refuses a game at once."""

PATHS_MEET: Final = 100
"""How many times as large the tree may be where nothing is hidden: there paths meet again, and a game has far
fewer positions than its tree. Dots and Boxes on 2 x 2 boxes has a hundred-thousandth."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A question that players can be asked: what a seat sees, a state in which it does, its options."""

    seat: Seat
    view: Any
    state: Any
    options: tuple[Hashable, ...]


def options_of(game: Game[Any, Any], ask: Ask) -> tuple[Any, ...]:
    """All answers to a question. Raises `UsageError` if they are too many to list."""
    options = ask.options()
    if options is None:
        raise UsageError(f"{game.name} cannot be solved: the answers to {ask.about!r} are too many to list")
    return tuple(options)


def outcomes_of(game: Game[Any, Any], ask: Ask) -> list[tuple[Any, float]]:
    """What chance may answer, with its probabilities.

    >>> outcomes_of(None, Draw(("red", "blue"), (1, 3)))
    [('red', 0.25), ('blue', 0.75)]
    """
    match ask:
        case Draw() if ask.weights:
            whole = sum(ask.weights)
            return [
                (choice, weight / whole)
                for choice, weight in zip(ask.choices, ask.weights, strict=True)
                if weight
            ]
        case Form():
            parts = [outcomes_of(game, part) for _, part in ask.parts]
            _expect_few(game, prod(map(len, parts)))
            return [
                (tuple(action for action, _ in each), prod(share for _, share in each))
                for each in product(*parts)
            ]
        case Shuffle():
            _expect_few(game, comb(len(ask.things), ask.take) * factorial(ask.take))
            orders: Sequence[Any] = list(permutations(ask.things, ask.take))
        case _:
            orders = options_of(game, ask)
    return [(each, 1 / len(orders)) for each in orders]


def moves_of(game: Game[Any, Any], asks: dict[Seat, Ask]) -> list[tuple[dict[Seat, Any], float]]:
    """All answers of those who are asked, with the probability of chance's part of them."""
    each = [
        outcomes_of(game, ask) if seat == CHANCE else [(option, 1.0) for option in options_of(game, ask)]
        for seat, ask in asks.items()
    ]
    _expect_few(game, prod(map(len, each)))
    return [
        (dict(zip(asks, (action for action, _ in answers), strict=True)), prod(share for _, share in answers))
        for answers in product(*each)
    ]


def expect_small(game: Game[Any, Any]) -> None:
    """Raise `UsageError` for a game that is far too large, by random paths (Knuth, 1975)."""
    rng, total = Random(1), 0.0
    most = FAR_TOO_MANY * (1 if game.traits.hidden or game.traits.simultaneous else PATHS_MEET)
    for _ in range(PROBES):
        state, width = game.new(), 1.0
        while asks := dict(game.turn(state)):
            moves = moves_of(game, asks)
            width *= len(moves)
            if width > PROBES * most:
                raise _too_large(game)
            state = game.act(state, moves[int(rng.random() * len(moves))][0])
        total += width
    if total / PROBES > most:
        raise _too_large(game)


def expect_more(game: Game[Any, Any], states: int) -> None:
    """Raise `UsageError` if a game has more states than can be solved."""
    if states > MOST_STATES:
        raise _too_large(game)


def _expect_few(game: Game[Any, Any], answers: int) -> None:
    if answers > MOST_STATES:
        raise _too_large(game)


def _too_large(game: Game[Any, Any]) -> UsageError:
    return UsageError(
        f"{game.name} is too large to be solved with these options: it has more than {MOST_STATES:,} states"
    )
