"""What a game can ask of chance: an order of things, or one option by weight."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agonist.core.errors import IllegalAction
from agonist.core.random_choice import check_taken, is_among, one_of, taken_from, weighted

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Some of these things, in random order; asked of chance."""

    things: tuple[Hashable, ...]
    take: int
    about: str = ""

    def sample(self, rng: Random) -> tuple[Any, ...]:
        return taken_from(self.things, self.take, rng)

    def check(self, action: Any) -> None:
        check_taken(self.things, action)
        if len(action) != self.take:
            raise IllegalAction(f"{self.take} things are drawn, not {len(action)}")

    def options(self) -> Sequence[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class Draw:
    """One option at random, in proportion to its weight; asked of chance. Without weights all are equally
    likely."""

    choices: tuple[Hashable, ...]
    weights: tuple[float, ...] = ()
    about: str = ""

    def sample(self, rng: Random) -> Any:
        if not self.weights:
            return one_of(self.choices, rng)
        return weighted(self.choices, self.weights, rng)

    def check(self, action: Any) -> None:
        if not is_among(action, self.choices):
            raise IllegalAction(f"{action!r} cannot be drawn from {self.choices!r}")

    def options(self) -> Sequence[Any] | None:
        return self.choices
