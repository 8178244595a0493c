"""The first page: leaders, matches in progress, what visitors can do."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from agonist.arena.boards.display_names import profiles
from agonist.arena.replay.live_feed import millis
from agonist.games import KITS
from agonist.store.platform.match_pages import Wanted
from agonist.web.leaderboard import lines_of
from agonist.web.site import TheSite, page, winners

router = APIRouter()

LEADERS = 5
LATEST = 4


@router.get("/", tags=["look"])
def home(site: TheSite) -> HTMLResponse:
    """The page."""
    standings = site.rater.of()
    rows, scale = lines_of(standings.rows)
    now, _ = site.listed(Wanted(statuses=("playing",), limit=LATEST))
    latest, _ = site.listed(Wanted(statuses=("finished",), limit=LATEST - len(now[1:])))
    return page(
        site,
        "home.html",
        rows=rows[:LEADERS],
        profiles=profiles(site.store, rows[:LEADERS]),
        more=max(len(rows) - LEADERS, 0),
        scale=scale,
        matches=standings.matches,
        now=now,
        latest=latest,
        pending=standings.pending,
        behind=standings.behind,
        ended=millis(standings.end),
        winners=winners,
        games=len(KITS),
    )
