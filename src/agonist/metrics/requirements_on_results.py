"""What a player must reach in a run, such as `win_rate(mine, reference) 0.6`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from agonist.core import UsageError, nearest
from agonist.metrics.head_to_head import Pair
from agonist.metrics.leaderboard import Row

FORM: Final = re.compile(r"(?P<measure>\w+)\((?P<players>.+)\)\s*(?:>=\s*)?(?P<least>[-+]?\d*\.?\d+)")

MEASURES: Final = ("win_rate", "rating", "score")


@dataclass(frozen=True, slots=True)
class Requirement:
    """The least value that the lower end of an interval must reach.

    `measure`: `win_rate` (0 to 1, a draw counts half), `rating` (Elo scale) or `score` (of one game), all on
    the strict board. `opponent`: only matches against this player, for win rates; else empty.
    """

    measure: str
    player: str
    opponent: str
    least: float

    def __str__(self) -> str:
        who = f"{self.player}, {self.opponent}" if self.opponent else self.player
        return f"{self.measure}({who}) {self.least:g}"

    def failure(self, rows: Sequence[Row], pairs: Sequence[Pair]) -> str:
        """Why it is not shown, as a sentence; empty if it is.

        `rows`: the strict board over all games. `pairs`: all pairs of players.
        """
        if self.opponent:
            pair = next((p for p in pairs if (p.player, p.opponent) == (self.player, self.opponent)), None)
            value, low = (None, None) if pair is None else (pair.rate, pair.low)
        else:
            row = next((row for row in rows if row.player == self.player), None)
            value, low = (None, None) if row is None else _of_row(row, self.measure)
        if value is None or low is None:
            return f"{self} is not shown: there is too little evidence for an interval"
        if low >= self.least:
            return ""
        return f"{self} is not shown: it is {value:.4g}, and the lower end of its 95% interval {low:.4g}"


def parse_requirement(text: str, players: Collection[str]) -> Requirement:
    """A requirement of one of these players.

    >>> parse_requirement("win_rate(mine, reference) 0.6", ["mine", "reference"])
    Requirement(measure='win_rate', player='mine', opponent='reference', least=0.6)

    Raises `UsageError`.
    """
    found = FORM.fullmatch(text.strip())
    if found is None:
        raise UsageError(
            f"{text[:80]!r} is no requirement: write a measure, players and a number, as in "
            "'win_rate(mine, reference) 0.6'"
        )
    if found["measure"] not in MEASURES:
        raise UsageError(nearest("measure", found["measure"], MEASURES))
    named = found["players"].strip()
    player, opponent = named, ""
    if named not in players and ", " in named:
        player, _, opponent = (part.strip() for part in named.partition(", "))
    for name in filter(None, (player, opponent)):
        if name not in players:
            raise UsageError(nearest("player", name, players))
    if opponent and found["measure"] != "win_rate":
        raise UsageError(f"{text[:80]!r}: only win_rate is of one opponent")
    return Requirement(found["measure"], player, opponent, float(found["least"]))


def _of_row(row: Row, measure: str) -> tuple[float | None, float | None]:
    return {
        "win_rate": (row.win_rate, row.win_low),
        "rating": (row.rating, row.low),
        "score": (row.score, row.score_low),
    }[measure]
