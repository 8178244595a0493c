"""The table of chess players, as `agonist leaderboard --board chess` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import isfinite
from typing import Any

from agonist.cli.streams import only_data
from agonist.core import UsageError
from agonist.games import library
from agonist.reports.number_format import percent
from agonist.reports.safe_text import on_one_line
from agonist.reports.table import TextTable


def chess_board(db: str, anchors: Sequence[str], judge: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The rows, best first, and why matches were left out."""
    library("openspiel")  # says what to install, if it is missing
    from agonist.adapters.openspiel.games.chess.judging_engine import judge as judge_of
    from agonist.adapters.openspiel.games.chess.players_table import GAME, chess_players
    from agonist.metrics.run_matches import finished_in_all_runs
    from agonist.store import Snapshot

    known = dict(map(_anchor, anchors))
    with Snapshot.open(db) as store, only_data():
        played = partial(finished_in_all_runs, store, "", GAME)
        if judge:
            with judge_of(judge) as engine:
                rows = store.without_damage(lambda: chess_players(played(), known, engine.qualities))
        else:
            rows = store.without_damage(lambda: chess_players(played(), known))
        damaged = [*(why for _, why in sorted(store.left_out.items())), *sorted(store.outdated)]
    return [row.as_dict() for row in rows or ()], damaged


def _anchor(text: str) -> tuple[str, float]:
    name, _, elo = text.rpartition("=")
    try:
        found = float(elo)
    except ValueError:
        found = float("nan")
    if not name or not isfinite(found):
        raise UsageError(f"an anchor is written PLAYER=ELO, not {text!r}")
    return name, found


def chess_table(rows: Sequence[Mapping[str, Any]], judge: str) -> TextTable:
    """The rows for people; what an engine says only if there is one."""
    from agonist.adapters.openspiel.games.chess.report_section import between, has_elo

    columns = ["player", "Elo", "95%", "games", "+ = -", "legal moves"]
    if judge:
        columns += ["accuracy", "opening", "middlegame", "endgame", "centipawns lost", "blunders"]
    noted = any(row["note"] for row in rows)
    cells = []
    for row in rows:
        line = [
            on_one_line(row["player"]),
            f"{row['elo']:.0f}" if has_elo(row) else "n/a",
            between(row),
            str(row["different"])
            if row["different"] == row["games"]
            else f"{row['different']} of {row['games']}",
            f"{row['wins']} {row['draws']} {row['losses']}",
            percent(row["legal"]),
        ]
        if judge:
            line += [_one(row[each], 1) for each in ("accuracy", "opening", "middlegame", "endgame")]
            line += [_one(row["loss"], 0), percent(row["blunders"])]
        cells.append((*line, row["note"]) if noted else tuple(line))
    return TextTable(
        "leaderboard",
        "Chess: Elo beside players of known Elo" + (f", moves judged by {judge}" if judge else ""),
        "",
        (*columns, "note") if noted else tuple(columns),
        cells,
        frozenset({0, len(columns)} if noted else {0}),
    )


def _one(value: float | None, digits: int) -> str:
    return "n/a" if value is None else f"{value:.{digits}f}"
