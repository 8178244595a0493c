"""Choosing from options at random, and checking what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from agonist.core.errors import IllegalAction
from agonist.core.recordable_answers import alike

if TYPE_CHECKING:
    from random import Random


T = TypeVar("T")


class Numbers(Protocol):
    """Random numbers, as `Random` gives them."""

    def random(self) -> float:
        """A number from 0 up to 1."""


def one_of(options: Sequence[T], rng: Numbers) -> T:
    """One of these, all equally likely."""
    # The products of random() are the same in every Python version; choice() and shuffle() were not.
    return options[int(rng.random() * len(options))]


def weighted(options: Sequence[Any], weights: Sequence[float], rng: Random) -> Any:
    """One of these, in proportion to the weights."""
    left = rng.random() * sum(weights)
    for option, weight in zip(options, weights, strict=True):
        left -= weight
        if left < 0:
            return option
    return options[max(range(len(options)), key=weights.__getitem__)]


def is_among(action: Any, options: Sequence[Any]) -> bool:
    """Whether an action is one of these; `True` is not 1."""
    if action not in options:
        return False
    # Most are an option itself. Another one may be equal to several, of which only one is alike.
    if options[options.index(action)] is action:
        return True
    return any(option == action and alike(action, option) for option in options)


def taken_from(things: Sequence[T], count: int, rng: Random) -> tuple[T, ...]:
    """`count` of these things in a random order, without replacement."""
    pool = list(things)
    return tuple(pool.pop(int(rng.random() * len(pool))) for _ in range(count))


def check_taken(things: Sequence[Any], action: Any) -> None:
    """Raise `IllegalAction` unless these can be taken together from the things."""
    if not isinstance(action, tuple):
        raise IllegalAction("give a list")
    pool = list(things)
    for thing in action:
        if not is_among(thing, pool):
            raise IllegalAction(f"{thing!r} is not among (the rest of) {', '.join(map(repr, things))}")
        pool.remove(thing)
