"""The leaderboard as a page, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from agonist.arena.standings import Standing, Standings
from agonist.pages.charts import Scale, axis, interval
from agonist.reports.printable import on_one_line
from agonist.reports.tables import interval_text, number, percent, percents, ranks
from agonist.store.browsing import counts
from agonist.web.site import Site, TheSite, csv_cell, page, short

router = APIRouter()

SORTS: Final[dict[str, tuple[str, Callable[[Standing], Any]]]] = {
    "rating": ("rating", lambda line: _most(line.row.rating)),
    "win-rate": ("win rate", lambda line: _most(line.row.win_rate)),
    "score": ("score", lambda line: _most(line.row.score)),
    "matches": ("matches", lambda line: -line.row.matches),
    "invalid": ("fewest invalid answers", lambda line: _least(line.invalid_rate)),
    "cost": ("lowest cost a match", lambda line: _least(line.cost_per_match)),
    "player": ("name", lambda line: line.row.player.casefold()),
}
"""What the board can be sorted by: how it is called, and the key."""


@router.get("/leaderboard")
def board(site: TheSite, game: str = "", sort: str = "rating", q: str = "") -> HTMLResponse:
    """All players, or those whose name holds `q`."""
    standings, chosen = _chosen(site, game, sort, q)
    rows, scale = lines_of(chosen)
    played = sorted({game for game, status in counts(site.store) if status == "finished"})
    given = {"game": game, "sort": "" if sort == "rating" else sort, "q": q}
    return page(
        site,
        "leaderboard.html",
        rows=rows,
        scale=scale,
        matches=standings.matches,
        games=played,
        sorts={name: called for name, (called, _) in SORTS.items()},
        given=given,
        sort=sort,
    )


@router.get("/leaderboard.json")
def board_as_json(site: TheSite, game: str = "", sort: str = "rating", q: str = "") -> JSONResponse:
    """The same rows as data."""
    standings, chosen = _chosen(site, game, sort, q)
    rows = [line.as_dict() for line in chosen]
    return JSONResponse({"game": game or None, "matches": standings.matches, "players": rows})


@router.get("/leaderboard.csv")
def board_as_csv(site: TheSite, game: str = "", sort: str = "rating", q: str = "") -> Response:
    """The same rows for a spreadsheet."""
    _, chosen = _chosen(site, game, sort, q)
    rows = [line.as_dict() for line in chosen]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if rows:
        writer.writerow(rows[0])
    writer.writerows([csv_cell(value) for value in row.values()] for row in rows)
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8")


def _chosen(site: Site, game: str, sort: str, q: str) -> tuple[Standings, list[Standing]]:
    if sort not in SORTS:
        raise HTTPException(400, f"The board is sorted by {', '.join(SORTS)}, not by {short(sort)}.")
    standings, sought = site.rater.of(short(game)), short(q).casefold()
    found = [line for line in standings.rows if sought in line.row.player.casefold()]
    return standings, sorted(found, key=SORTS[sort][1])


def lines_of(standings: Sequence[Standing]) -> tuple[list[dict[str, Any]], Markup]:
    """Rows as the board's table has them, and the axis under its intervals."""
    rows = [line.row for line in standings]
    scale = Scale.around(end for row in rows for end in (row.rating, row.low, row.high))
    rated = any(row.rating is not None for row in rows)
    return [_line(line, scale) for line in standings], axis(scale) if rated else Markup()


def _line(line: Standing, scale: Scale) -> dict[str, Any]:
    row, cost = line.row, line.cost_per_match
    return {
        "player": on_one_line(row.player),
        "rank": ranks(row.rank_low, row.rank_high),
        "rating": number(row.rating, 0),
        "figure": interval(row.rating, row.low, row.high, scale),
        "interval": interval_text(row.low, row.high, 0),
        "rate": percent(row.win_rate),
        "rate_interval": percents(row.win_low, row.win_high),
        "record": f"{row.wins}/{row.draws}/{row.losses}",
        "matches": f"{row.matches:,}",
        "score": number(row.score, 2),
        "endings": _endings(line),
        "invalid": "n/a" if line.invalid_rate is None else f"{line.invalid_rate:.1%}",
        "cost": "n/a" if cost is None else f"${cost:.4f}",
        "note": row.note,
    }


def _endings(line: Standing) -> str:
    """How often this player's matches did not end by its own play."""
    parts = [f"{line.forfeits:,} forfeited"] if line.forfeits else []
    parts += [f"{line.helped:,} with moves by the policy"] if line.helped else []
    return ", ".join(parts) or "all played"


def _most(value: float | None) -> tuple[bool, float]:
    return value is None, -(value or 0.0)


def _least(value: float | None) -> tuple[bool, float]:
    return value is None, value or 0.0
