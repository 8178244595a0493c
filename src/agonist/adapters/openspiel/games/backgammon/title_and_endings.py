"""What Backgammon is called, why it ended, and where the checkers are."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat, UsageError

POINTS: Final = 24
DICE: Final = re.compile(r"^Dice: (\d)\D*(\d)", re.MULTILINE)
BAR: Final = re.compile(r"^Bar: ?(x*)(o*)$", re.MULTILINE)
OFF: Final = re.compile(r"X: (\d+), O: (\d+)")


class Position(NamedTuple):
    """Where the checkers are: `points[seat][n - 1]` of a seat on its point n, its home being 1 to 6."""

    points: tuple[tuple[int, ...], tuple[int, ...]]
    bar: tuple[int, int]
    off: tuple[int, int]
    dice: tuple[int, ...]
    """Empty before a roll."""
    again: bool
    """Whether the second half of a double is played."""

    def pips(self, seat: Seat) -> int:
        """How many pips a seat has still to go."""
        on = sum(n * count for n, count in enumerate(self.points[seat], 1))
        return on + (POINTS + 1) * self.bar[seat]


class Backgammon(SpielGame):
    title: ClassVar[str] = "Backgammon"
    abilities: ClassVar = ("probability", "risk assessment", "strategic planning")
    sources: ClassVar = ("Backgammon (rules of the U.S. Backgammon Federation)",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.spiel.get_parameters()["hyper_backgammon"]:
            raise UsageError(
                f"{self.name}: leave hyper_backgammon out, since the library pays nobody for winning it"
            )

    def ending(self, spiel: Any) -> str:
        scores = spiel.returns()
        if not any(scores):
            return "the limit of turns is reached"
        winner = 0 if scores[0] > 0 else 1
        kind = ("", ", a gammon", ", a backgammon")[int(scores[winner]) - 1]
        return f"{'xo'[winner]} has borne off all checkers{kind}"


def exposed(now: Position, seat: Seat) -> tuple[int, ...]:
    """A seat's points with a single checker that the other has still to pass, and so can hit."""
    theirs = now.points[1 - seat]
    behind = [POINTS + 1 - n for n, count in enumerate(theirs, 1) if count]
    last = min([POINTS + 1 if now.bar[1 - seat] == 0 else 0, *behind])
    return tuple(n for n, count in enumerate(now.points[seat], 1) if count == 1 and n > last)


def position(spiel: Any) -> Position:
    """The position of one of the library's states, of which 0 is the first of Player 1's 24th point."""
    text = str(spiel)
    first = tuple(spiel.board(0, POINTS - n) for n in range(1, POINTS + 1))
    second = tuple(spiel.board(1, n - 1) for n in range(1, POINTS + 1))
    on_bar, off, dice = BAR.search(text), OFF.search(text), DICE.search(text)
    assert on_bar
    assert off
    return Position(
        (first, second),
        (len(on_bar[1]), len(on_bar[2])),
        (int(off[1]), int(off[2])),
        (int(dice[1]), int(dice[2])) if dice else (),
        "Extra turn: 1" in text,
    )
