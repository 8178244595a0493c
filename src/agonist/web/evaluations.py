"""Runs: how far they are, who leads, and their reports."""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock
from typing import Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from agonist.api.reports import page_of_run
from agonist.arena.audience import is_over
from agonist.arena.standings import Standing
from agonist.core import UsageError
from agonist.metrics.leaderboard import leaderboard
from agonist.metrics.results import can_be_rated
from agonist.store import Run
from agonist.store.browsing import Wanted, browse
from agonist.web.leaderboard import lines_of
from agonist.web.site import Site, TheSite, page, winners

router = APIRouter()

POLICY: Final = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
KEPT: Final = 4
"""Reports that are kept in memory."""

LISTED: Final = 100
"""Runs on a page."""

_reports: OrderedDict[tuple[str, str, str, int], str] = OrderedDict()
_lock = Lock()


@router.get("/runs")
def runs(site: TheSite, before: str = "") -> HTMLResponse:
    """All runs, the latest first."""
    found = site.store.runs()[::-1]
    ids = [run.id for run in found]
    first = ids.index(before) + 1 if before in ids else 0
    shown = found[first : first + LISTED]
    older = shown[-1].id if first + LISTED < len(found) else None
    return page(site, "runs.html", runs=shown, older=older, what=what)


@router.get("/runs/{name}")
def run(site: TheSite, name: str) -> HTMLResponse:
    """How far a run is, and who leads in it."""
    found = _run(site, name)
    matches = site.store.results(run=found.id, unreadable=lambda _why: None)
    rows, scale = lines_of([Standing(row) for row in leaderboard(filter(can_be_rated, matches))])
    listed, _ = browse(site.store, Wanted(run=found.id, limit=12))
    playing = site.store.is_playing(found.id)
    return page(
        site,
        "run.html",
        run=found,
        playing=playing,
        rows=rows,
        scale=scale,
        listed=listed,
        what=what(found),
        winners=winners,
    )


@router.get("/runs/{name}/report")
def report(site: TheSite, name: str) -> HTMLResponse:
    """The report of a run as one page, with every match to replay."""
    found = _run(site, name)
    going_on = [m for m in site.store.matches(found.id) if m.status != "planned" and not is_over(m)]
    if going_on:
        are = "a match is" if len(going_on) == 1 else f"{len(going_on)} matches are"
        raise HTTPException(
            409,
            f"The report shows all that was said and hidden, and {are} still being played: come back then.",
        )
    key = (site.store.name, found.id, found.status, found.finished)
    with _lock:
        text = _reports.get(key)
        if text is None:
            text = _reports[key] = page_of_run(site.store, found.id)
            while len(_reports) > KEPT:
                _reports.popitem(last=False)
    # The page brings a policy of its own, which names its scripts and styles by their digests.
    own = POLICY.search(text)
    policy = own[1].replace("&#39;", "'") if own else "default-src 'none'"
    return HTMLResponse(text, headers={"content-security-policy": f"{policy}; frame-ancestors 'none'"})


def _run(site: Site, name: str) -> Run:
    try:
        return site.store.run(name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None


def what(run: Run) -> str:
    """What a run plays, as it was typed."""
    targets = run.plan.get("targets") or run.plan.get("suites") or ()
    return ", ".join(map(str, targets)) or "imported or other matches"
