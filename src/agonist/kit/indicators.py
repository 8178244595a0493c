"""Indicators: what a game measures in a finished match besides who won, as columns of its leaderboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from agonist.core import CHANCE, Game, GameError, Moves, Seat
from agonist.core.plain_values import NotPlain, numbers, shown

Kind: TypeAlias = Literal["share", "number", "points"]

Measurements: TypeAlias = dict[str, list[float]]
"""What was measured on one seat of one match: by the key of an indicator, one number per measurement."""

KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

TAKEN: Final = frozenset(
    (
        *("player", "rating", "low", "high", "matches", "wins", "draws", "losses", "score", "note", "seats"),
        *("forfeits", "fallback", "requests", "invalid", "cost", "kind", "rank", "provisional", "moved"),
        *("trend", "unscored", "win-rate", "yardstick"),
    )
)
"""Names of the columns and orders of every board, which no indicator can have."""


@dataclass(frozen=True, slots=True)
class Indicator:
    """A column of a game's leaderboard. Raises `GameError` for a key that it cannot have.

    `key`: its name in addresses and files, of lower-case letters, digits and hyphens. One that ends in
    `-as-ROLE` is measured in this role only; `short` is its title in a table that names the role already.
    `kind`: share (the mean of measurements from 0 to 1), number (their mean), or points (100, plus each
    measurement less 1). `about`: what is counted, in a sentence. `bounds`: the lowest and highest possible
    number, if known; they bound the interval.
    """

    key: str
    title: str
    kind: Kind
    about: str = ""
    low_is_good: bool = False
    bounds: tuple[float, float] | None = None
    digits: int = 2
    short: str = ""
    once: bool = False
    """Whether it is measured once per match and player, on the player's first seat."""

    def __post_init__(self) -> None:
        if not KEY.fullmatch(self.key) or self.key in TAKEN:
            why = "every board has a column of that name" if self.key in TAKEN else "use a-z, 0-9 and hyphens"
            raise GameError(f"an indicator cannot have the key {self.key!r}: {why}")
        if self.kind not in ("share", "number", "points"):
            raise GameError(f"the indicator {self.key} is a share, a number or points, not {self.kind!r}")

    @property
    def role(self) -> str:
        """The role in which it is measured; empty for all roles."""
        return self.key.partition("-as-")[2]


class Decision(NamedTuple):
    """A step in which players moved: the state before it, and the seats with a fallback move."""

    state: Any
    moves: Moves
    fallback: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A match that was played to its end, as its game measures it; one item for each seat.

    `players` are names: seats with the same one are the same player's.
    """

    game: Any
    players: tuple[str, ...]
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    decisions: tuple[Decision, ...]
    end: Any

    def moves(self) -> Iterator[tuple[Any, Seat, Any]]:
        """Each move that a player made, without fallback moves: the state before it, the seat, the move."""
        for state, moves, fallback in self.decisions:
            for seat, move in moves.items():
                if seat != CHANCE and seat not in fallback:
                    yield state, seat, move

    def nothing(self) -> list[Measurements]:
        """Empty measurements for each seat."""
        return [{} for _ in self.players]


def course_of(
    game: Game[Any, Any],
    players: Sequence[str],
    scores: Sequence[float],
    ranks: Sequence[int],
    states: Sequence[Any],
    steps: Iterable[tuple[Moves, Sequence[Seat]]],
) -> Course:
    """The course of a match from all of its states, and each step's moves and seats with a fallback move."""
    decisions = [
        Decision(state, moves, tuple(fallback))
        for state, (moves, fallback) in zip(states, steps, strict=False)
        if set(moves) != {CHANCE}
    ]
    return Course(game, tuple(players), tuple(scores), tuple(ranks), tuple(decisions), states[-1])


@dataclass(frozen=True, slots=True)
class Indicators:
    """The indicators of a game: columns, and what measures them. Raises `GameError` for two of one key."""

    columns: tuple[Indicator, ...]

    measure: Callable[[Course], list[Measurements]]
    """The measurements on each seat of a match: a pure function. A seat without a key was not measured.

    A match that was played on from another has only the decisions of its own players, maybe none. What is
    measured on a course without decisions is read from the end, and is left out of such matches.
    """

    version: int = 1
    """From 1. Increase it when something else is measured, so that stored matches are measured again."""

    def __post_init__(self) -> None:
        keys = [each.key for each in self.columns]
        if twice := {key for key in keys if keys.count(key) > 1}:
            raise GameError(f"several indicators have the key {min(twice)!r}")


def joined(parts: Sequence[Indicators]) -> Indicators:
    """The indicators of several as one, their columns in this order."""

    def measure(course: Course) -> list[Measurements]:
        found = course.nothing()
        for part in parts:
            for seat, more in zip(found, part.measure(course), strict=True):
                seat |= more
        return found

    columns = tuple(column for part in parts for column in part.columns)
    return Indicators(columns, measure, 1 + sum(part.version - 1 for part in parts))


def note(seat: Measurements, **values: float) -> None:
    """Add a measurement for each of these keys; `_` stands for a hyphen."""
    for key, value in values.items():
        seat.setdefault(key.replace("_", "-"), []).append(float(value))


def shares_of(points: Sequence[float]) -> tuple[float, ...]:
    """Each one's share of all points: those below 0 count as 0, and without any all have equal shares.

    >>> shares_of([30, -5, 10]), shares_of([0, 0])
    ((0.75, 0.0, 0.25), (0.5, 0.5))
    """
    parts = [max(0.0, float(score)) for score in points]
    whole = sum(parts)
    return tuple(part / whole if whole else 1 / len(parts) for part in parts)


def checked(what: str, indicators: Indicators, course: Course, measurements: Any) -> list[Measurements]:
    """What was measured on each seat, as plain numbers by the keys of the columns; shares are from 0 to 1.

    Raises `GameError` for anything else; `what` begins its message.
    """
    kinds = {each.key: each.kind for each in indicators.columns}
    if not isinstance(measurements, Sequence) or len(measurements) != len(course.players):
        raise GameError(f"{what} gave {shown(measurements)}, not measurements for each of the seats")
    plain: list[Measurements] = []
    for seat in measurements:
        if not isinstance(seat, Mapping) or not kinds.keys() >= seat.keys():
            raise GameError(
                f"{what} gave {shown(seat)} for a seat, not numbers by the keys of its indicators"
            )
        try:
            plain.append({key: [float(value) for value in numbers(values)] for key, values in seat.items()})
        except NotPlain as why:
            raise GameError(f"{what} gave {why}") from None
        for key, values in plain[-1].items():
            if kinds[key] == "share" and values and not 0 <= min(values) <= max(values) <= 1:
                raise GameError(f"{what} gave {shown(values)} for {key}: a share is from 0 to 1")
    return plain
