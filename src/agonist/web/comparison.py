"""The page that compares two players."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse, Response

from agonist.arena.boards.comparison import Comparison, compare
from agonist.arena.boards.finished_matches import PlayerCounts
from agonist.core import player_name
from agonist.metrics.head_to_head import Pair
from agonist.pages.small_svg_charts import Scale, interval
from agonist.ratings.share_intervals import Span
from agonist.reports.number_format import percent, percents
from agonist.web.list_downloads import as_csv
from agonist.web.page_addresses import short
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite

router = APIRouter()

SCALE = Scale(0.0, 1.0)


@router.get("/compare", tags=["look"])
def comparison(site: TheSite, a: str = "", b: str = "", game: str = "") -> HTMLResponse:
    """The page: head to head, abilities, cost, and deals on which one failed and the other did not."""
    a, b, game = short(a), short(b), short(game)
    standings = site.rater.of()
    names = {line.row.player: line.name for line in standings.rows}
    players = list(names)
    unknown = [name for name in (a, b) if name and name not in players and not standings.pending]
    found = compare(site.store, site.rater, a, b, game) if a and b and a != b and not unknown else None
    return page(
        site,
        "compare.html",
        status=404 if unknown else 200,
        a=a,
        b=b,
        game=game,
        names=names,
        players=sorted(players, key=str.casefold),
        leading=players[:4],
        games=site.store.games_played(),
        unknown=unknown,
        same=bool(a) and a == b,
        reading=not site.rater.has_read,
        found=found,
        abilities=[_ability(*each) for each in found.abilities] if found else [],
        costs=_costs(found) if found else [],
        percent=percent,
        percents=percents,
        player_name=player_name,
    )


@router.get("/compare.json", tags=["look"])
def comparison_as_json(site: TheSite, a: str = "", b: str = "", game: str = "") -> JSONResponse:
    """The same as data."""
    return JSONResponse(asdict(_comparison(site, a, b, game)))


@router.get("/compare.csv", tags=["look"])
def comparison_as_csv(site: TheSite, a: str = "", b: str = "", game: str = "") -> Response:
    """Head to head, overall and by game, for a spreadsheet."""
    found = _comparison(site, a, b, game)
    pairs = [("all", found.overall), *found.games]
    columns = ("game", *(each.name for each in fields(Pair)))
    return as_csv([{"game": name, **asdict(pair)} for name, pair in pairs if pair is not None], columns)


def _comparison(site: Site, a: str, b: str, game: str) -> Comparison:
    return compare(site.store, site.rater, short(a), short(b), short(game))


def _ability(name: str, one: Span, other: Span) -> dict[str, Any]:
    return {"name": name, "sides": [_span(span) for span in (one, other)]}


def _span(span: Span) -> dict[str, Any]:
    return {
        "rate": percent(span.value),
        "interval": percents(span.low, span.high),
        "figure": interval(span.value, span.low, span.high, SCALE, zero=0.5),
        "seats": f"{int(span.trials):,}",
    }


def _costs(compared: Comparison) -> list[tuple[str, str, str]]:
    """The usage of both, as rows."""

    def line(title: str, text: Any) -> tuple[str, str, str]:
        return title, text(compared.counts[0]), text(compared.counts[1])

    return [
        line("Seats", lambda own: f"{own.seats:,}"),
        line("Cost per seat", _cost),
        line("Requests per seat", lambda own: f"{own.requests / own.seats:.1f}" if own.requests else "n/a"),
        line("Invalid answers", lambda own: f"{own.invalid / own.requests:.1%}" if own.requests else "n/a"),
        line("Forfeited", lambda own: f"{own.forfeits:,}"),
        line("Matches with fallback moves", lambda own: f"{own.fallback:,}"),
    ]


def _cost(player_counts: PlayerCounts) -> str:
    return (
        "n/a"
        if player_counts.cost is None or not player_counts.requests
        else f"${player_counts.cost / max(player_counts.seats, 1):.4f}"
    )
