"""A report as text tables, shared by all formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from agonist.core import player_name
from agonist.metrics import ResultTable, Section
from agonist.metrics.cost_and_strength import TITLE as COSTS
from agonist.metrics.leaderboard import set_apart
from agonist.reports.answer_tables import (
    answers_table,
    costs_table,
    endings_table,
    failures_table,
    form_tables,
)
from agonist.reports.matches_made_when_read import MadeWhenRead, ReportedMatch, kinds_of
from agonist.reports.number_format import NOT_AVAILABLE, interval_text, number, percent, percents, ranks
from agonist.reports.questions.losses import without_player
from agonist.reports.safe_text import on_one_line, percent_of, shown_game, shown_heading
from agonist.reports.table import TextTable

if TYPE_CHECKING:
    from agonist.metrics.leaderboard import Row
    from agonist.metrics.report_section import Cell
    from agonist.reports.report import Boards, Report

UNITS: Final = {"trueskill": "TrueSkill", "bradley-terry": "Bradley-Terry, Elo scale"}


def legend(confidence: float) -> str:
    """How to read boards whose intervals have this level."""
    return (
        f"{percent_of(confidence)}: the interval of the number to its left. Rank: the ranks that are "
        f"possible after comparing all pairs; at most 1 of {1 / (1 - confidence):.0f} such tables has a "
        "wrong one. W/D/L: seats won, drawn, lost; a player can have several seats in a match, "
        "and has none if all players win or lose together. Score: the mean over seats, without matches that "
        "a forfeit (on a strict board, a fallback move) decided, which say nothing about scores. "
        "Yardsticks: built-in players to compare with."
    )


def head_of(report: Report) -> list[tuple[str, str]]:
    """Facts about the run, as pairs of a label and a text."""
    plan = report.plan
    pairs = [
        ("Run", report.run),
        ("Created", f"{report.created[:10]} {report.created[11:16]} UTC"),
        ("Status", f"{report.status}: {report.note}" if report.note else report.status),
        ("Matches", f"{report.finished} of {report.matches} finished"),
        ("Ratings", UNITS[report.method]),
    ]
    pairs += [("Games", ", ".join(map(shown_game, plan["targets"])))] if plan.get("targets") else []
    pairs += [
        (label, ", ".join(map(str, plan[key])) if isinstance(plan[key], list | tuple) else str(plan[key]))
        for label, key in (
            ("Players", "players"),
            ("Opponents", "opponents"),
            ("Matches per table", "matches"),
            ("Seed", "seed"),
            ("Prompts", "prompts"),
        )
        if plan.get(key) not in (None, [], (), "")
    ]
    if marks := contract_marks(report.contracts):
        pairs.append(("Contract", marks))
    return [
        *((label, on_one_line(text)) for label, text in pairs),
        ("In the tables", legend(report.confidence)),
    ]


def contract_marks(contracts: Mapping[str, str]) -> str:
    """Which games cannot be checked for the whole contract, and what not; empty if all can.

    `contracts`: as in a report.

    >>> contract_marks({"tictactoe": "full", "pit": "speech only"}), contract_marks({"pit": "full"})
    ('Pit: speech only; all others: full', '')
    """
    partly = [f"{shown_game(part)}: {mark}" for part, mark in contracts.items() if mark != "full"]
    return "; ".join(partly + ["all others: full"] * (0 < len(partly) < len(contracts)))


def tables_of(report: Report) -> list[TextTable]:
    """All tables of a report, in reading order.

    Suites' own tables come first; if there are any, boards without ratings are left out.
    """
    tables, costs = by_cost(report.sections)
    level = percent_of(report.confidence)
    boards: list[TextTable] = []
    if len(report.parts) > 1 and worth_showing(report, report.overall):
        boards += _boards("overall", f"All games, with {report.weighting}", report.overall, level)
    for nth, section in enumerate(report.parts):
        if worth_showing(report, section):
            boards += _boards(f"part-{nth}", shown_game(section.part), section, level)
    tables += boards
    if report.pairs:
        tables.append(_pairs(report))
    if report.usage:
        tables += [*form_tables(report.usage, level), answers_table(report.usage), costs_table(report)]
    tables += costs
    if report.endings:
        tables.append(endings_table(report.endings))
    if report.failures:
        tables.append(failures_table(report.failures))
    if report.lines:
        tables.append(_matches(report.lines))
    return tables


def worth_showing(report: Report, boards: Boards) -> bool:
    """Whether to show these boards: somebody is rated, or there are no suites' tables to show instead."""
    suites = any(section.title != COSTS for section in report.sections)
    return not suites or any(row.rating is not None for row in boards.strict)


def by_cost(sections: Sequence[Section]) -> tuple[list[TextTable], list[TextTable]]:
    """The tables of sections that come first in a report, and those of strength and cost, which come last."""
    tables = list(measured(sections))
    costs = [table for table in tables if table.title.startswith(COSTS)]
    return [table for table in tables if table not in costs], costs


def _boards(name: str, title: str, section: Boards, level: str) -> Iterator[TextTable]:
    if section.strict == section.fallback:
        yield board_table(name, title, section.strict, "", level)
        return
    why = "A match with a fallback move of a player counts as lost for them."
    yield board_table(name, f"{title}, strict board", section.strict, why, level)
    yield board_table(
        f"{name}-fallback",
        f"{title}, fallback board",
        section.fallback,
        "Matches as they were played, fallback moves included.",
        level,
    )


def board_table(name: str, title: str, rows: Sequence[Row], note: str, level: str) -> TextTable:
    """A board's rows, yardsticks last; `level`: of its intervals, in percent."""
    own, yardsticks = set_apart(rows)
    scored = any(row.score is not None for row in rows)
    columns = ["Player", "Rank", "Rating", level, "Matches", "W/D/L", "Win rate", level]
    columns += ["Score", level] if scored else []
    cells = []
    for row in (*own, *yardsticks):
        line = [
            on_one_line(row.player),
            ranks(row.rank_low, row.rank_high),
            number(row.rating, 1),
            interval_text(row.low, row.high, 1),
            str(row.matches),
            f"{row.wins}/{row.draws}/{row.losses}",
            percent(row.win_rate),
            percents(row.win_low, row.win_high),
        ]
        line += [number(row.score, 2), interval_text(row.score_low, row.score_high, 2)] if scored else []
        cells.append(tuple(line))
    said = " ".join(filter(None, [note, *_notes(rows)]))
    return TextTable(name, title, said, tuple(columns), tuple(cells), own=len(own) if yardsticks else None)


def board_notes(rows: Sequence[Row]) -> str:
    """Why numbers are missing from a board, in sentences."""
    return " ".join(_notes(rows))


def _notes(rows: Sequence[Row]) -> Iterator[str]:
    """Why numbers are missing: one sentence for all players with the same reason."""
    about: dict[str, list[str]] = {}
    for row in rows:
        if row.note:
            about.setdefault(row.note, []).append(on_one_line(row.player))
    for note, names in about.items():
        yield f"{note.capitalize()}." if len(names) == len(rows) else f"{', '.join(names)}: {note}."
    if unscored := [f"{on_one_line(row.player)} {row.unscored}" for row in rows if row.unscored]:
        yield f"Scores leave out matches that a forfeit decided: {', '.join(unscored)}."


def measured(sections: Sequence[Section]) -> Iterator[TextTable]:
    """The suites' own tables; the text of a section is the note of its first table."""
    for nth, section in enumerate(sections):
        for place, table in enumerate(section.tables or (ResultTable("", (), ()),)):
            titles = dict.fromkeys(filter(None, (section.title, table.title)))
            words = {at for row in table.rows for at, cell in enumerate(row) if isinstance(cell, str)}
            columns, rows, footnotes = _footnotes(table)
            yield TextTable(
                name=f"measured-{nth}-{place}",
                title=on_one_line(": ".join(titles)),
                note=on_one_line(
                    " ".join(filter(None, ("" if place else section.text, table.note, *footnotes)))
                ),
                columns=columns,
                rows=rows,
                left=frozenset(words | {0}),
                best=frozenset(table.best),
                second=frozenset(table.second),
                moments=table.moments,
            )


def _footnotes(table: ResultTable) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], list[str]]:
    """Header and rows as text; a last column `note` is replaced by numbered footnotes."""
    columns = tuple(shown_heading(on_one_line(heading)) for heading in table.header)
    rows = [
        tuple(_titled(head, _cell(cell, table.digits)) for head, cell in zip(columns, row, strict=True))
        for row in table.rows
    ]
    if not columns or columns[-1] != "note":
        return columns, tuple(rows), []
    numbers: dict[str, int] = {}
    marked = []
    for first, *rest, note in rows:
        if note and note != NOT_AVAILABLE:
            first = f"{first} [{numbers.setdefault(note, len(numbers) + 1)}]"
        marked.append((first, *rest))
    return columns[:-1], tuple(marked), [f"[{number}] {note}." for note, number in numbers.items()]


def _titled(heading: str, cell: str) -> str:
    """A cell under this heading, with the titles of the games that it names."""
    if heading not in ("game", "games"):
        return cell
    return ", ".join(map(shown_game, cell.split(", ")))


def _cell(cell: Cell, digits: int) -> str:
    match cell:
        case str():
            return on_one_line(cell)
        case float():
            return number(cell, digits)
        case None:
            return NOT_AVAILABLE
    return str(cell)


def _pairs(report: Report) -> TextTable:
    return TextTable(
        name="pairs",
        title="Who beat whom",
        note="Strict board; a draw is half a win.",
        columns=("Player", "Opponent", "W/D/L", "Win rate", percent_of(report.confidence)),
        rows=tuple(
            (
                on_one_line(pair.player),
                on_one_line(pair.opponent),
                f"{pair.wins}/{pair.draws}/{pair.losses}",
                percent(pair.rate),
                percents(pair.low, pair.high),
            )
            for pair in report.pairs
        ),
        left=frozenset({0, 1}),
    )


def _matches(lines: Sequence[ReportedMatch]) -> TextTable:
    first: dict[str, int] = {}
    for line, _ in kinds_of(lines):
        if line.error:
            first.setdefault(without_player(line.error), line.id)

    def row(nth: int) -> tuple[str, ...]:
        line = lines[nth]
        return str(line.id), shown_game(line.part), _seated(line), _end(line, first)

    return TextTable(
        name="matches",
        title="Matches",
        note="Players are in the order of their seats, with their scores.",
        columns=("Match", "Game", "Players and scores", "End"),
        rows=MadeWhenRead(len(lines), row),
        left=frozenset({1, 2, 3}),
    )


def _seated(line: ReportedMatch) -> str:
    scores = line.scores or (None,) * len(line.players)
    seated = groupby(zip(line.players, scores, strict=True), key=lambda seat: seat[0])
    return " · ".join(_neighbours(name, [score for _, score in seats]) for name, seats in seated)


def _neighbours(name: str, scores: Sequence[float | None]) -> str:
    """A player's adjacent seats, with their scores.

    >>> _neighbours("a", [1, 0.5]), _neighbours("a", [None])
    ('a 1, 0.5', 'a')
    """
    texts = [f"{score:g}" for score in scores if score is not None]
    if not texts:
        return on_one_line(name) + (f" × {len(scores)}" if len(scores) > 1 else "")
    return f"{on_one_line(name)} {', '.join(texts)}"


def _end(line: ReportedMatch, first: Mapping[str, int]) -> str:
    """How a match ended; `first`: the first match with each error, which alone tells it."""
    if line.status != "finished":
        if not line.error:
            return line.status
        rest = first[without_player(line.error)]
        return on_one_line(f"{line.status}: {line.error}" if rest == line.id else f"{line.status}, as {rest}")
    fallback = ", ".join(map(player_name, line.fallback))
    return on_one_line(
        line.reason + (f" (the policy played for {fallback})" if fallback and not line.forfeits else "")
    )
