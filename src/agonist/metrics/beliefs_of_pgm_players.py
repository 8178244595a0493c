"""Beliefs of PGM-aware players over time, in the games of any run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agonist.core import Seat, player_name
from agonist.metrics.report_section import Cell, ResultTable, Section
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.players.pgm import Mind, beliefs_over_time
from agonist.players.pgm.analysis_question import Analysis
from agonist.players.pgm.beliefs import Matrix

CASES: Final = 3
"""Seats of each player that are shown in full: the first ones."""


@dataclass(frozen=True, slots=True)
class BeliefHistory:
    """The beliefs of one seat of a game after each of its analyses."""

    played: Played
    seat: Seat
    beliefs: Sequence[tuple[Analysis, Matrix]]

    @property
    def player(self) -> str:
        return self.played.players[self.seat]


def courses(matches: Sequence[Played]) -> Iterator[BeliefHistory]:
    """The beliefs of every PGM-aware seat with at least one analysis, match by match."""
    for played in matches:
        fixture = played.match.fixture
        specs = [parse_player(fixture.spec(player)) for player in fixture.players]
        if not any("pgm" in spec.methods for spec in specs):
            continue
        steps = played.store.steps(played.match)
        for seat, spec in enumerate(specs):
            if "pgm" not in spec.methods:
                continue
            mind = Mind(played.record.game, seat, spec.value("beliefs"), spec.value("update"))
            calls = [call for step in steps for call in step.calls if call.seat == seat]
            if beliefs := beliefs_over_time(mind, calls):
                yield BeliefHistory(played, seat, beliefs)


def section(matches: Sequence[Played]) -> Section | None:
    """A section with some seats in full, for runs whose suite does not report beliefs itself."""
    found = list(courses(matches))
    if not found:
        return None
    text = (
        "A PGM-aware player analyses every viewpoint before it decides. `agonist replay MATCH --seat SEAT` "
        "shows every analysis in full."
    )
    return Section("Beliefs", text, tables=(cases(found),))


def cases(histories: Sequence[BeliefHistory]) -> ResultTable:
    """A table of the analyses of each player's first seats, with a row for each viewpoint."""
    rows: list[tuple[Cell, ...]] = []
    for player in dict.fromkeys(course.player for course in histories):
        for course in [course for course in histories if course.player == player][:CASES]:
            seats = len(course.played.players)
            for nth, (analysis, matrix) in enumerate(course.beliefs, start=1):
                rows += [
                    (
                        course.played.match.id,
                        player,
                        player_name(course.seat),
                        nth,
                        player_name(viewpoint),
                        _shares(matrix[viewpoint]) if matrix else None,
                        " ".join(analysis.texts[viewpoint].split()) if analysis.texts else "",
                    )
                    for viewpoint in range(seats)
                ]
    header = ("match", "player", "seat", "analysis", "viewpoint", "suspects", "viewpoint")
    note = (
        "suspects: the player's belief how likely each player (1, 2, …) is the hidden one, from this "
        "viewpoint; n/a if no role is hidden."
    )
    return ResultTable("Beliefs, analysis by analysis", header, tuple(rows), note=note)


def _shares(row: Sequence[float]) -> str:
    return " · ".join(f"{share:.3f}" for share in row)
