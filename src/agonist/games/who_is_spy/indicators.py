"""Indicators of Who is Spy: points, votes, fouls, and wins by role, as WiS counts them (Hu et al., 2024)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from agonist.core import Seat
from agonist.games.who_is_spy.rules import Exit, State
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

Count: TypeAlias = tuple[float, float]
"""Hits and trials."""


@dataclass(frozen=True)
class SeatCounts:
    """What a finished game says about one of its seats."""

    end: State
    seat: Seat

    @property
    def is_spy(self) -> bool:
        return self.seat == self.end.spy

    @property
    def exit(self) -> Exit | None:
        """When the seat left, and by which foul; `None` if it stayed to the end."""
        return next((gone for gone in self.end.exits if gone.seat == self.seat), None)

    @property
    def rounds(self) -> int:
        """Rounds taken part in, that of leaving included."""
        return self.exit.round if self.exit else self.end.round

    @property
    def survived(self) -> int:
        """Rounds at whose end the seat was still in."""
        return self.rounds - (self.exit is not None)

    @property
    def fouls(self) -> Count:
        """Fouls, of speeches that were due."""
        return int(self.exit is not None and self.exit.foul is not None), self.rounds

    @property
    def votes(self) -> Count:
        """As a civilian: votes for the spy, of votes cast, abstentions included."""
        cast = [target for votes in self.end.votes for seat, target in votes if seat == self.seat]
        return (0, 0) if self.is_spy else (cast.count(self.end.spy), len(cast))


def measure(course: Course) -> list[Measurements]:
    """Points, wins and rounds by role, votes for the spy, and fouls."""
    found = course.nothing()
    for seat, values in enumerate(found):
        counts = SeatCounts(course.end, seat)
        role = "spy" if counts.is_spy else "civilian"
        note(values, points=course.scores[seat], average=course.scores[seat])
        note(values, **{f"win_as_{role}": course.ranks[seat] == 1, f"survived_as_{role}": counts.survived})
        (right, cast), (fouls, due) = counts.votes, counts.fouls
        values["votes"] = [1.0] * int(right) + [0.0] * int(cast - right)
        values["fouls"] = [1.0] * int(fouls) + [0.0] * int(due - fouls)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("points", "Points", "points", "100, plus the score of each game less 1.", digits=0),
        Indicator("average", "Average score", "number", "The mean score of a game."),
        Indicator("win-as-spy", "Win rate as spy", "share", short="Won"),
        Indicator("win-as-civilian", "Win rate as civilian", "share", short="Won"),
        Indicator(
            "votes", "Vote accuracy", "share", "Share of the player's votes as a civilian that name the spy."
        ),
        Indicator(
            "fouls",
            "Foul rate",
            "share",
            "Fouls, as a share of the speeches that were due.",
            low_is_good=True,
        ),
        Indicator("survived-as-spy", "Rounds survived as spy", "number", short="Rounds survived"),
        Indicator("survived-as-civilian", "Rounds survived as civilian", "number", short="Rounds survived"),
    ),
    measure,
)
