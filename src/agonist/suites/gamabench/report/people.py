"""How people play: guesses of 2/3 of the average, beside those of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from agonist.games.titles import title_of
from agonist.metrics import ResultTable
from agonist.metrics.report_section import Cell
from agonist.suites.gamabench.report.round_measures import MEASURES, series
from agonist.suites.gamabench.results import ScoredMatch
from agonist.suites.gamabench.scoring import Choices, Guessing

PEOPLE: Final = "people (Nagel, 1995)"

FIRST: Final = (36.73, 67)
"""The average first number of all sessions with 2/3, and their number of people (Nagel, 1995, Figure 1B)."""

SESSION: Final = (39.7, 28.6, 20.2, 16.7)
"""The average numbers in the four rounds of session 4, one of four with 2/3 (Nagel, 1995, Table 1). The
others are left out: their numbers could not be compared with a second source."""

ROUNDS: Final = 4


def as_people_played(choices: Choices) -> bool:
    """Whether this is their game: 2/3 of the average of numbers from 0 to 100."""
    return isinstance(choices, Guessing) and (choices.low, choices.high, choices.ratio) == (
        0,
        100,
        Fraction(2, 3),
    )


def beside_people(matches: Sequence[ScoredMatch]) -> ResultTable | None:
    """The average numbers of players in the first rounds beside people's; `None` without such matches."""
    runs: dict[str, list[Choices]] = {}
    for result in matches:
        if as_people_played(result.choices):
            runs.setdefault(result.line_up, []).append(result.choices)
    if not runs:
        return None
    rows: list[tuple[Cell, ...]] = []
    for name, played in runs.items():
        averages = series(played, MEASURES["guess_average"][0])
        rows.append((name, *(averages[nth] if nth < len(averages) else None for nth in range(ROUNDS))))
    first, many = FIRST
    rows.append((f"{PEOPLE}, {many} in all sessions", first, *[None] * (ROUNDS - 1)))
    rows.append((f"{PEOPLE}, session 4", *SESSION))
    note = (
        "Average numbers, round by round. Nagel's sessions had 15 to 18 people, who were told all numbers "
        "after each of four rounds, and who were paid for winning."
    )
    header = ("players", *(f"round {nth + 1}" for nth in range(ROUNDS)))
    return ResultTable(
        f"{title_of('guess_average')}, beside people", header, tuple(rows), digits=1, note=note
    )
