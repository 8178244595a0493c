"""The leaderboard as a page, as CSV and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from agonist.arena.boards.display_names import profiles
from agonist.arena.boards.finished_matches import KINDS
from agonist.arena.boards.standings import (
    MOST_UNRATED_COUNTED,
    PROVISIONAL_MATCHES,
    Standing,
    Standings,
    abilities_of,
    columns_of,
    contract_of,
)
from agonist.arena.replay.live_feed import millis
from agonist.games import EXAMPLE_GAME, KITS, full_name, of_library
from agonist.kit.indicators import Indicator
from agonist.pages.small_svg_charts import Scale, axis, interval, sparkline
from agonist.ratings.share_intervals import Span
from agonist.reports.number_format import interval_text, number, percent, percents, ranks
from agonist.reports.report_tables import contract_marks
from agonist.reports.safe_text import on_one_line
from agonist.web.list_downloads import Listing, files
from agonist.web.page_addresses import short
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite

router = APIRouter()

SORTS: Final[dict[str, tuple[str, Callable[[Standing], Any]]]] = {
    "rating": ("rating", lambda line: _most(line.row.rating)),
    "win-rate": ("win rate", lambda line: _most(line.row.win_rate)),
    "score": ("score", lambda line: _most(line.row.score)),
    "matches": ("matches", lambda line: -line.row.matches),
    "invalid": ("fewest invalid answers", lambda line: _least(line.invalid_rate)),
    "cost": ("lowest cost per match", lambda line: _least(line.cost_per_match)),
    "player": ("name", lambda line: line.row.player.casefold()),
}
"""The orders of every board: the label, and the sort key."""


@dataclass(frozen=True)
class Filters:
    """The filters in the address."""

    game: str = ""
    ability: str = ""
    kind: str = ""
    q: str = ""
    sort: str = "rating"
    forfeits: str = ""

    @property
    def given(self) -> dict[str, str]:
        """The filters that differ from their defaults, for addresses."""
        sort = "" if self.sort == "rating" else self.sort
        return {
            **{name: getattr(self, name) for name in ("game", "ability", "kind", "q", "forfeits")},
            "sort": sort,
        }


def filters(
    site: TheSite,
    game: str = "",
    ability: str = "",
    kind: str = "",
    q: str = "",
    sort: str = "rating",
    forfeits: str = "",
) -> Filters:
    """The filters in an address; answers 400 for unknown values."""
    found = Filters(full_name(short(game)), short(ability), kind, short(q), sort or "rating", forfeits)
    for value, known, what in (
        (found.sort, sorts_of(site.rater.indicators_of(found.game)), "A board is sorted by"),
        (kind, ("", *KINDS), "A player is a"),
        (forfeits, ("", "without"), "Forfeits are"),
    ):
        if value not in known:
            raise HTTPException(400, f"{what} {', '.join(filter(None, known))}, not {short(value)}.")
    return found


TheFilters = Annotated[Filters, Depends(filters)]


def sorts_of(indicators: Sequence[Indicator]) -> dict[str, tuple[str, Callable[[Standing], Any]]]:
    """The orders of a game's board: those of every board, and the game's indicators."""
    by_indicator = {
        each.key: (each.title[:1].lower() + each.title[1:], _by_indicator(each.key, each.low_is_good))
        for each in indicators
    }
    return {**SORTS, **by_indicator}


def _by_indicator(key: str, low_is_good: bool) -> Callable[[Standing], Any]:
    order = _least if low_is_good else _most
    return lambda line: order(line.measured[key].value if key in line.measured else None)


@dataclass(frozen=True)
class Column:
    """A column of the board's second table; `sort` is the name of its order, if it has one."""

    title: str
    about: str = ""
    sort: str = ""


USAGE_COLUMNS: Final = (
    Column("Invalid answers", "Share of a model's requests; n/a where no model was asked.", "invalid"),
    Column("Cost per match", "In dollars; n/a where no model was asked or a price is unknown.", "cost"),
    Column("Endings", "Matches that the player forfeited, or in which they had a fallback move."),
)
"""The columns of every board besides the game's indicators."""


@router.get("/leaderboard", tags=["look"])
def board(site: TheSite, chosen: TheFilters) -> HTMLResponse:
    """The page with the players that match the filters."""
    standings, lines = _chosen(site, chosen)
    rows, scale = lines_of(lines)
    indicators = site.rater.indicators_of(chosen.game)
    roles = _roles(lines, chosen.game, indicators)
    shown = [each for each in indicators if not standings.measured or _is_measured(each, lines)]
    played, listed = site.store.games_played(), chosen.game in KITS or of_library(chosen.game)
    return page(
        site,
        "leaderboard.html",
        rows=rows,
        scale=scale,
        profiles=profiles(site.store, rows),
        columns=(
            *(Column(f"Win rate, {role}") for role in roles),
            *(Column(each.title, each.about, each.key) for each in shown),
            *USAGE_COLUMNS,
        ),
        cells=[_cells(line, roles, shown) for line in lines],
        measured=standings.measured,
        unmeasured=standings.unmeasured,
        failure=site.rater.measuring_failure(chosen.game),
        matches=standings.matches,
        pending=standings.pending,
        contract=contract_marks(
            {each: contract_of(each) for each in ([chosen.game] if chosen.game else played)}
        ),
        behind=standings.behind,
        since=standings.since,
        counted=MOST_UNRATED_COUNTED,
        ended=millis(standings.end),
        at=datetime.fromtimestamp(standings.at, UTC).strftime("%H:%M:%S UTC"),
        games=played,
        abilities=sorted({ability for name in (*KITS, *played) for ability in abilities_of(name)}),
        kinds=KINDS,
        sorts={name: called for name, (called, _) in sorts_of(indicators).items()},
        given=chosen.given,
        game=chosen.game if listed else EXAMPLE_GAME,
        unknown=chosen.game and not listed and not standings.matches,
        sort=chosen.sort,
        least=PROVISIONAL_MATCHES,
    )


def _roles(lines: Sequence[Standing], game: str, indicators: Sequence[Indicator]) -> list[str]:
    """The roles whose win rates are shown: those without an indicator of the game."""
    if not game or any(each.role for each in indicators):
        return []
    return sorted({role for line in lines for role in line.roles})


def _is_measured(indicator: Indicator, lines: Sequence[Standing]) -> bool:
    """Whether anybody has a number; perfect moves, say, are counted in small variants of a game alone."""
    return any((span := line.measured.get(indicator.key)) and span.value is not None for line in lines)


def _cells(line: Standing, roles: Sequence[str], indicators: Sequence[Indicator]) -> list[tuple[str, str]]:
    """One player's cells in the second table: texts, each with a smaller one below it."""
    cost = line.cost_per_match
    found = [line.roles.get(role, (0.0, 0)) for role in roles]
    return [
        *((percent(points / seats), f"of {seats:,}") if seats else ("n/a", "") for points, seats in found),
        *(_cell(line.measured.get(each.key), each) for each in indicators),
        ("n/a" if line.invalid_rate is None else f"{line.invalid_rate:.1%}", ""),
        ("n/a" if cost is None else f"${cost:.4f}", ""),
        (_endings(line), ""),
    ]


@files(router, "/leaderboard")
def board_as_data(site: TheSite, chosen: TheFilters) -> Listing:
    """The same rows as data."""
    standings, lines = _chosen(site, chosen)
    indicators = site.rater.indicators_of(chosen.game)
    measured = {"measured": standings.measured, "unmeasured": standings.unmeasured} if indicators else {}
    found = {
        "game": chosen.game or None,
        "ability": chosen.ability or None,
        "matches": standings.matches,
        **measured,
        "at": standings.at,
        "since": standings.since,
        "pending": standings.pending or standings.unmeasured > 0,
        "players": [line.as_dict() for line in lines],
    }
    return Listing(found, "players", columns_of(indicators))


def _chosen(site: Site, chosen: Filters) -> tuple[Standings, list[Standing]]:
    standings = site.rater.of(
        chosen.game, ability=chosen.ability, without_forfeits=chosen.forfeits == "without"
    )
    sought = chosen.q.casefold()
    found = [
        line
        for line in standings.rows
        if sought in line.row.player.casefold() and chosen.kind in ("", line.kind)
    ]
    return standings, sorted(found, key=sorts_of(site.rater.indicators_of(chosen.game))[chosen.sort][1])


def lines_of(standings: Sequence[Standing]) -> tuple[list[dict[str, Any]], Markup]:
    """The rows of the board's table, and the axis under its intervals."""
    rows = [line.row for line in standings]
    scale = Scale.around(end for row in rows for end in (row.rating, row.low, row.high))
    rated = any(row.rating is not None for row in rows)
    return [_line(line, scale) for line in standings], axis(scale) if rated else Markup()


def _line(line: Standing, scale: Scale) -> dict[str, Any]:
    row = line.row
    return {
        "player": on_one_line(row.player),
        "name": line.name,
        "kind": line.kind,
        "rank": ranks(row.rank_low, row.rank_high) if line.rank is None else str(line.rank),
        "open": ranks(row.rank_low, row.rank_high) if row.rank_low != row.rank_high else "",
        "moved": line.moved,
        "provisional": line.provisional,
        "rating": number(row.rating, 0),
        "figure": interval(row.rating, row.low, row.high, scale),
        "interval": interval_text(row.low, row.high, 0),
        "rate": percent(row.win_rate),
        "rate_interval": percents(row.win_low, row.win_high),
        "record": f"{row.wins}/{row.draws}/{row.losses}",
        "matches": f"{row.matches:,}",
        "score": number(row.score, 2),
        "unscored": row.unscored,
        "yardstick": row.yardstick,
        "trend": sparkline(line.trend),
        "note": row.note,
    }


def _cell(span: Span | None, of: Indicator) -> tuple[str, str]:
    """A value and its interval as texts."""
    if span is None or span.value is None:
        return "n/a", ""
    if of.kind == "share":
        return percent(span.value), percents(span.low, span.high)
    return number(span.value, of.digits), "" if span.low is None else interval_text(
        span.low, span.high, of.digits
    )


def _endings(line: Standing) -> str:
    """How many matches this player forfeited, and in how many it had a fallback move."""
    parts = [f"{line.forfeits:,} forfeited"] if line.forfeits else []
    parts += [f"{line.fallback:,} with fallback moves"] if line.fallback else []
    return ", ".join(parts) or "all played"


def _most(value: float | None) -> tuple[bool, float]:
    return value is None, -(value or 0.0)


def _least(value: float | None) -> tuple[bool, float]:
    return value is None, value or 0.0
