"""The command `leaderboard`."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from enum import StrEnum
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agonist.cli import completion
from agonist.cli.notes_on_damage import NAMED, say_left_out
from agonist.cli.options import Database, Json, Method
from agonist.cli.run_file import SUFFIX, own_suite
from agonist.cli.streams import only_data, say
from agonist.core import UsageError, nearest
from agonist.metrics import Section
from agonist.reports.safe_text import weighting

if TYPE_CHECKING:
    from agonist.cli.suite_file import SuiteFile
    from agonist.metrics.leaderboard import Row
    from agonist.reports.table import TextTable


class BoardFormat(StrEnum):
    """How a leaderboard is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    LATEX = "latex"


class Board(StrEnum):
    """Whether a match with a fallback move counts as lost (strict) or as played (fallback); or the table of
    chess players; or equilibria, α-rank and cycles; or where the variance of results comes from; or
    strength beside what it costs."""

    STRICT = "strict"
    FALLBACK = "fallback"
    CHESS = "chess"
    GAME_THEORY = "game-theory"
    VARIANCE = "variance"
    COST = "cost"


def leaderboard(
    game: Annotated[
        str | None,
        typer.Option(help="Only matches of this game.", autocompletion=completion.games),
    ] = None,
    method: Annotated[Method, typer.Option(help="How players are rated.")] = Method.BRADLEY_TERRY,
    board: Annotated[
        Board,
        typer.Option(
            help="Count a match with a fallback move as lost (strict) or as played (fallback); chess: Elo "
            "beside engines of known Elo; game-theory: equilibria, α-rank, votes of games, cycles; "
            "variance: how much comes from players, deals, wordings and others; cost: strength beside "
            "dollars, tokens and seconds a match."
        ),
    ] = Board.STRICT,
    suite: Annotated[
        str | None,
        typer.Option(
            help="Rank by the score of this suite, such as gamabench, or by the games of a suite file.",
            autocompletion=completion.suites,
        ),
    ] = None,
    profile: Annotated[str, typer.Option(help="How the suite scores, such as paper.")] = "",
    anchor: Annotated[
        list[str] | None,
        typer.Option(help="For chess: PLAYER=ELO, a player of known Elo besides engines that play at one."),
    ] = None,
    judge: Annotated[
        str, typer.Option(help="For chess: the engine that judges moves, such as 'uci:stockfish?nodes=5000'.")
    ] = "",
    form: Annotated[BoardFormat, typer.Option("--format", help="The format.")] = BoardFormat.TABLE,
    db: Database = "agonist.db",
    as_json: Json = False,
) -> int:
    """Rate all players in a database, over all its runs."""
    from agonist import api
    from agonist.games.titles import title_of

    form = BoardFormat.JSON if as_json else form
    if board is Board.CHESS:
        if suite is not None or game not in (None, "chess", "openspiel:chess"):
            raise UsageError("--board chess is of chess alone: leave --suite and --game out")
        return _chess_board(db, anchor or (), judge, form)
    if anchor or judge:
        raise UsageError("--anchor and --judge are for --board chess")
    if suite is not None:
        if game is not None:
            raise UsageError("--suite and --game do not go together: a suite's score is of all its games")
        if not suite.endswith(SUFFIX):
            return _suite_board(suite, profile, db, form)
    if board is Board.VARIANCE:
        if method is not Method.BRADLEY_TERRY or profile or suite is not None:
            raise UsageError("--board variance is of results: leave --method, --suite and --profile out")
        return _variance_board(db, game, form)
    own = own_suite(Path(suite)) if suite else None
    if board is Board.GAME_THEORY:
        if method is not Method.BRADLEY_TERRY or profile:
            raise UsageError("--board game-theory has methods of its own: leave --method and --profile out")
        return _game_theory_board(db, game, own.games if own else None, form)
    if profile:
        raise UsageError("profiles belong to suites: name one with --suite")
    if board is Board.COST:
        return _cost_board(db, game, own, method, form)
    left_out: list[str] = []
    rows = api.leaderboard(
        db,
        game=game,
        parts=own.games if own else None,
        weights=own.weights if own else {},
        method=method.value,
        board="fallback" if board is Board.FALLBACK else "strict",
        on_damage=left_out.append,
    )
    if left_out:
        more = f"; and {len(left_out) - NAMED:,} more" if len(left_out) > NAMED else ""
        say(f"agonist: left out, since they cannot be rated: {'; '.join(left_out[:NAMED])}{more}")
    title = f"{method.value}, {board.value}" + (f", {title_of(game)}" if game else "")
    title += f", {weighting(own.games, own.weights)}" if own else ""
    if form is BoardFormat.JSON:
        print(json.dumps([row.as_dict() for row in rows]))
    elif form is BoardFormat.CSV:
        _print_csv([row.as_dict() for row in rows])
    else:
        _print_tables(
            [_board_table(title, rows, own.games if own else [game] if game else _games_in(db))],
            form,
            label=f"leaderboard-{game or 'all'}",
        )
    return 0


def _games_in(db: str) -> list[str]:
    from agonist.store import Reader

    with Reader.open(db) as store:
        return store.games_played()


def _print_tables(tables: Sequence[TextTable], form: BoardFormat, label: str) -> None:
    """Print tables in a format that has some."""
    from agonist.reports.latex import document
    from agonist.reports.render import markdown_table
    from agonist.reports.terminal_tables import lone_table

    if form is BoardFormat.LATEX:
        print(document("% Leaderboard over all runs of the database.", tables, label=label), end="")
        return
    written = markdown_table if form is BoardFormat.MARKDOWN else lone_table
    print("\n".join(map(written, tables)), end="")


def _print_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows with the same keys; the header is there without rows too."""
    from agonist.metrics.leaderboard import Row

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(rows[0] if rows else [field.name for field in fields(Row)])
    writer.writerows(["" if value is None else value for value in row.values()] for row in rows)


def _board_table(title: str, rows: Sequence[Row], games: Sequence[str]) -> TextTable:
    """A leaderboard's rows, as in reports. `games`: whose contract is told."""
    from agonist.games import kit_or_none
    from agonist.reports.report_tables import board_table, contract_marks

    kits = {each: kit_or_none(each.partition("?")[0]) for each in games}
    marks = contract_marks({each: kit.contract for each, kit in kits.items() if kit is not None})
    return board_table("leaderboard", title, rows, f"Contract: {marks}." if marks else "", "95%")


def _chess_board(db: str, anchors: Sequence[str], judge: str, form: BoardFormat) -> int:
    from agonist.cli.chess_leaderboard import chess_board, chess_table

    rows, damaged = chess_board(db, anchors, judge)
    if form is BoardFormat.JSON:
        print(json.dumps(rows))
    elif form is BoardFormat.CSV:
        _print_csv(rows)
    else:
        _print_tables([chess_table(rows, judge)], form, label="leaderboard-chess")
    say_left_out(damaged)
    return 0


def _game_theory_board(db: str, game: str | None, parts: Sequence[str] | None, form: BoardFormat) -> int:
    from agonist import api
    from agonist.metrics.game_theory_section import section

    damaged: list[str] = []
    found = api.game_theory(db, game=game, parts=parts, on_damage=damaged.append)
    if form is BoardFormat.JSON:
        print(json.dumps(found.as_dict()))
    else:
        _print_section(section(found), form, "leaderboard-game-theory")
    say_left_out(damaged)
    return 0


def _cost_board(db: str, game: str | None, own: SuiteFile | None, method: Method, form: BoardFormat) -> int:
    from agonist import api
    from agonist.metrics.cost_and_strength import TITLE, tables_of

    damaged: list[str] = []
    found = api.cost_board(
        db,
        game=game,
        parts=own.games if own else None,
        weights=own.weights if own else {},
        method=method.value,
        on_damage=damaged.append,
    )
    points = [point.as_dict() for some in found.points.values() for point in some]
    if form is BoardFormat.JSON:
        print(json.dumps(points))
    elif form is BoardFormat.CSV:
        _print_csv(points)
    elif points:
        _print_section(Section(TITLE, "", tuple(tables_of(found))), form, "leaderboard-cost")
    else:
        say("agonist: fewer than two players with a rating have asked models: there is nothing to compare")
    say_left_out(damaged)
    return 0


def _variance_board(db: str, game: str | None, form: BoardFormat) -> int:
    from agonist import api
    from agonist.metrics.sources_of_variance import section

    damaged: list[str] = []
    found = api.variance(db, game=game, on_damage=damaged.append)
    wordings, rated = _wordings_in(db, game)
    rows = [] if rated else api.leaderboard(db, game=game)
    if form is BoardFormat.JSON:
        print(json.dumps([asdict(each) for each in found]))
    else:
        _print_section(section(found, rows, wordings), form, "leaderboard-variance")
    say_left_out(damaged)
    return 0


def _wordings_in(db: str, game: str | None) -> tuple[int, bool]:
    """How many wordings of prompts there are, of the game that has most; and whether ratings include them."""
    from agonist.metrics.results import wordings_of
    from agonist.store import Reader

    with Reader.open(db) as store:
        cases = store.columns(game=game, finished=True).cases
    seen: dict[str, set[tuple[str, str]]] = {}
    for case in cases:
        seen.setdefault(case.fixture.part, set()).add((case.fixture.prompts, case.fixture.wording))
    return max(map(len, seen.values()), default=1), wordings_of(cases) is not None


def _print_section(shown: Section, form: BoardFormat, label: str) -> None:
    """Print a section: as CSV its first table only."""
    from agonist.reports.render import sections_table
    from agonist.reports.report_tables import measured

    if form is BoardFormat.CSV:
        tables = shown.tables[:1]
        _print_csv([dict(zip(table.header, row, strict=True)) for table in tables for row in table.rows])
    elif form is BoardFormat.TABLE:
        print(sections_table([shown]), end="")
    else:
        _print_tables(list(measured([shown])), form, label=label)


def _suite_board(name: str, profile: str, db: str, form: BoardFormat) -> int:
    from agonist.store import Snapshot
    from agonist.suites import SUITES

    if name not in SUITES:
        raise UsageError(nearest("suite", name, SUITES))
    suite = SUITES[name]
    if profile and profile not in suite.profiles:
        raise UsageError(f"{name}: {nearest('profile', profile, suite.profiles)}")
    with Snapshot.open(db) as store, only_data():
        section = store.without_damage(lambda: suite.leaderboard(store, profile))
        damaged = [*(why for _, why in sorted(store.left_out.items())), *sorted(store.outdated)]
    if section is None:
        raise UsageError(f"{name} has no leaderboard of its own; see agonist report")
    if form is BoardFormat.JSON:
        print(json.dumps(board_objects(section)))
    else:
        shown = replace(section, tables=section.tables[:1] + section.tables[2:])
        _print_section(shown, form, f"leaderboard-{name}")
    say_left_out(damaged)
    return 0


def board_objects(section: Section) -> list[dict[str, Any]]:
    """The rows of a suite's leaderboard; values from further tables are in the row's `parts`."""
    if not section.tables:
        return []
    first, *more = section.tables
    rows = [dict[str, Any](zip(first.header, row, strict=True)) for row in first.rows]
    for table in more:
        pairs = zip(first.header, table.header, strict=False)
        same = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
        parts = [dict(zip(table.header, part, strict=True)) for part in table.rows]
        for row in rows:
            row.setdefault("parts", []).extend(
                {key: value for key, value in part.items() if key not in same}
                for part in parts
                if all(part[key] == row[key] for key in same)
            )
    return rows
