"""The first page: a match that plays itself, a button to play the same game, who leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from agonist.arena.boards.display_names import profiles
from agonist.arena.boards.standings import Standing
from agonist.arena.replay.live_feed import millis
from agonist.games import KITS
from agonist.store.platform.match_list_pages import Wanted
from agonist.web.featured_match import featured
from agonist.web.leaderboard import lines_of
from agonist.web.rendering import page, winners
from agonist.web.site_state import TheSite

router = APIRouter()

LEADERS: Final = 3
LISTED: Final = 4
"""How many matches are listed beside the one that is shown."""

CANDIDATES: Final = 12
"""Among how many matches being played one is sought whose every step may be shown."""


@router.get("/", tags=["look"])
def home(site: TheSite) -> HTMLResponse:
    """The page."""
    standings = site.rater.of()
    rows, _ = lines_of(standings.rows)
    now, _ = site.listed(Wanted(statuses=("playing",), limit=CANDIDATES))
    shown = featured(site, now, standings.rows)
    latest, _ = site.listed(Wanted(statuses=("finished",), limit=LISTED + 1))
    others = [each for each in (*now, *latest) if shown is None or each.match.id != shown.match.id]
    return page(
        site,
        "home.html",
        shown=shown,
        rows=rows[:LEADERS],
        lead=leaders(standings.rows),
        profiles=profiles(site.store, rows[:LEADERS]),
        more=max(len(rows) - LEADERS, 0),
        matches=standings.matches,
        others=others[:LISTED],
        pending=standings.pending,
        behind=standings.behind,
        ended=millis(standings.end),
        winners=winners,
        games=len(KITS),
    )


def leaders(rows: Sequence[Standing]) -> list[str]:
    """Those above whose intervals no other lies: one of them is sure to lead, several share the lead."""
    return [each.row.player for each in rows if each.rank == 1]
