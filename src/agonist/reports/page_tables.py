"""The tables and matrices of the page: boards, head-to-head, endings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from agonist.metrics.leaderboard import Row, set_apart
from agonist.pages.small_svg_charts import Scale, axis, interval, shares, yardstick_names
from agonist.reports.number_format import interval_text, number, percent, percents, ranks
from agonist.reports.questions.marks_by_ability import Mark, grid
from agonist.reports.report import Boards, Report
from agonist.reports.report_tables import UNITS, board_notes, worth_showing
from agonist.reports.safe_text import on_one_line, percent_of, shown_game

MARKS: Final = {"anchored": "", "win rate": "%", "score": "*"}
"""The details of a number in the matrix."""

MEASURES: Final = {
    "anchored": " between baseline (0) and reference (100)",
    "win rate": "% of matches won",
    "score": ", the suite's own score",
}


@dataclass(frozen=True, slots=True)
class PageBoard:
    """A board, prepared for the template of the page."""

    name: str
    title: str
    unit: str
    note: str
    rows: tuple[dict[str, Any], ...]
    yardsticks: tuple[dict[str, Any], ...]
    """The rows of yardsticks, which are lines in the figures of the others."""
    lines: Markup
    """The names of these lines."""
    scale: Markup
    scored: bool
    level: str
    """The level of the intervals, in percent."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a matrix: its text, the smaller text below, its shade, and a description in words."""

    text: str
    small: str = ""
    heat: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A matrix with a row for each player."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[GridCell, ...]], ...] = ()
    note: str = ""


def boards_of(report: Report) -> list[PageBoard]:
    """The boards, that of all games first; boards without ratings are left out if a suite has its own
    tables."""
    found: list[PageBoard] = []
    parts = [report.overall] if len(report.parts) != 1 else []
    for nth, boards in enumerate([*parts, *report.parts]):
        if not worth_showing(report, boards):
            continue
        title = shown_game(boards.part) or f"All games, with {report.weighting}"
        found.append(_board(f"board-{nth}", _named(title, boards), boards.strict, report))
        if boards.strict != boards.fallback:
            found.append(_board(f"board-{nth}-fallback", f"{title}, fallback board", boards.fallback, report))
    return found


def _named(title: str, boards: Boards) -> str:
    return title if boards.strict == boards.fallback else f"{title}, strict board"


def _board(name: str, title: str, rows: Sequence[Row], report: Report) -> PageBoard:
    own, yardsticks = set_apart(rows)
    named = [(on_one_line(row.player), row.rating) for row in yardsticks if row.rating is not None]
    lines = [rating for _, rating in named]
    scale = Scale.around([*(end for row in own for end in (row.rating, row.low, row.high)), *lines])
    rated = any(row.rating is not None for row in rows)
    note = board_notes(rows)
    if title.endswith("strict board"):
        note = f"A match in which the policy had to move for a player counts as lost by that player. {note}"
    if any(row.wins + row.draws + row.losses > row.matches for row in rows):
        note = f"Won, drawn and lost count seats, of which a player may have several in a match. {note}"
    if name.startswith("board-0") and len(report.parts) > 1:
        note = f"Ratings and win rates are of all games, with {report.weighting}. {note}"
    return PageBoard(
        name,
        title,
        "Rating",
        f"{note} Ratings: {UNITS[report.method]}.".strip(),
        tuple(_row(row, scale, lines) for row in own),
        tuple(_row(row, None) for row in yardsticks),
        yardstick_names(named, scale) if named else Markup(),
        axis(scale) if rated else Markup(),
        any(row.score is not None for row in rows),
        percent_of(report.confidence),
    )


def _row(row: Row, scale: Scale | None, lines: Sequence[float] = ()) -> dict[str, Any]:
    """A row's texts, with a figure if there is a scale for it."""
    drawn = scale and interval(row.rating, row.low, row.high, scale, yardsticks=lines)
    return {
        "player": on_one_line(row.player),
        "rank": ranks(row.rank_low, row.rank_high),
        "rating": number(row.rating, 0),
        "figure": drawn or Markup(),
        "interval": interval_text(row.low, row.high, 0),
        "rate": percent(row.win_rate),
        "rate_interval": percents(row.win_low, row.win_high),
        "record": f"{row.wins}/{row.draws}/{row.losses}",
        "matches": f"{row.matches:,}",
        "score": number(row.score, 2),
        "score_interval": interval_text(row.score_low, row.score_high, 2),
    }


def _order(report: Report, known: Collection[str]) -> list[str]:
    """These players as on the board of all games, the yardsticks last, then those that are not on it."""
    own, yardsticks = set_apart(report.overall.strict)
    ranked = [row.player for row in (*own, *yardsticks) if row.player in known]
    return ranked + sorted(set(known) - set(ranked))


def marks_grid(report: Report, marks: Sequence[Mark], note: str) -> Grid:
    """Marks as a matrix."""
    columns, cells = grid(marks)
    order = _order(report, {mark.player for mark in marks})
    counts: dict[str, int] = {}
    for mark in marks:
        counts[mark.part] = max(counts.get(mark.part, 0), mark.games)
    several = any(count > 1 for count in counts.values())
    heads = [f"{shown_game(c)} ({counts[c]})" if several else shown_game(c) for c in columns]
    rows = [
        (on_one_line(p), tuple(_mark(cells.get((p, c)), percent_of(report.confidence)) for c in columns))
        for p in order
    ]
    return Grid(tuple(heads), tuple(rows), note)


def _mark(mark: Mark | None, level: str) -> GridCell:
    if mark is None:
        return GridCell("", title="did not play")
    if mark.value is None:  # there is nobody to beat in a game that all players win or lose together
        return GridCell("n/a", title=mark.note or "no evidence")
    text = number(mark.value, 0)
    small = "" if mark.low is None or mark.high is None else f"±{(mark.high - mark.low) / 2:.0f}"
    shown = f"{text}{MEASURES[mark.measure]}"
    if mark.low is not None and mark.high is not None:
        shown += f", {level}: {mark.low:.0f} to {mark.high:.0f}"
    if mark.note:
        shown += f"; {mark.note}"
    return GridCell(f"{text}{MARKS[mark.measure]}", small, f"h{heat(mark.value / 100)}", shown)


def heat(share: float) -> int:
    """The shade of a share, from 0 to 10; shares outside of 0 to 1 get the nearest shade.

    >>> heat(-3), heat(0.5), heat(1)
    (0, 5, 10)
    """
    return min(max(round(share * 10), 0), 10)


def pairs_grid(report: Report) -> Grid:
    """Who beat whom, as a matrix."""
    order = _order(report, {pair.player for pair in report.pairs})
    met = {(pair.player, pair.opponent): pair for pair in report.pairs}
    rows = []
    for player in order:
        cells = []
        for opponent in order:
            pair = met.get((player, opponent))
            if pair is None:
                cells.append(GridCell("", heat="self" if player == opponent else ""))
                continue
            count = pair.wins + pair.draws + pair.losses
            title = f"{pair.wins} won, {pair.draws} drawn, {pair.losses} lost"
            title += f"; {percent_of(report.confidence)}: {percents(pair.low, pair.high)}"
            cells.append(GridCell(f"{pair.rate * 100:.0f}", f"{count}", f"h{heat(pair.rate)}", title))
        rows.append((on_one_line(player), tuple(cells)))
    return Grid(tuple(map(on_one_line, order)), tuple(rows))


def losses_rows(report: Report) -> list[dict[str, Any]]:
    """How the matches of each player ended, with a bar."""
    by_player = {one.player: one for one in report.losses}
    found = []
    for one in map(by_player.__getitem__, _order(report, by_player)):
        kinds = ("won", "drawn", "beaten", "invalid", "alone", "unfinished")
        counts = {kind: getattr(one, kind) for kind in kinds}
        bar = shares([(kind, counts[kind]) for kind in kinds], sum(counts.values()))
        found.append({"player": on_one_line(one.player), "figure": bar, **counts})
    return found
