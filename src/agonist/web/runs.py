"""Pages of runs: progress, leaders and reports."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup

from agonist.api.reports import page_of_run, sections_of_games
from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.agents.privacy import notes_of, players_of, unreadable
from agonist.arena.boards.display_names import profiles
from agonist.arena.match_visibility import hidden_runs, left_before_report, page_of_runs
from agonist.core import UsageError
from agonist.games import full_name
from agonist.metrics.checkpoint_ratings import others_of, points_of
from agonist.metrics.leaderboard import Row
from agonist.pages.curve_chart import Dot, curve
from agonist.reports.progress_text import left_text, rate_text, spent_texts, workers_text
from agonist.reports.report_tables import measured
from agonist.reports.safe_text import on_one_line, shown_game, weighting
from agonist.reports.table import TextTable
from agonist.store import Run
from agonist.store.platform.match_list_pages import Wanted
from agonist.store.platform.run_pages import run_named
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.leaderboard import lines_of
from agonist.web.list_downloads import Listing, files
from agonist.web.page_addresses import short
from agonist.web.rendering import page, winners
from agonist.web.site_state import Site, TheSite

router = APIRouter()

COLUMNS: Final = ("id", "created", "status", "note", "matches", "finished", "plays")
"""The fields of a run in CSV and JSON."""

POLICY: Final = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
REPORTS_IN_MEMORY: Final = 4
"""The most reports in memory."""

_reports: OrderedDict[tuple[str, str, str, int], str] = OrderedDict()
_tables: OrderedDict[tuple[str, str, str, int], list[TextTable]] = OrderedDict()
_lock = Lock()


@router.get("/runs", tags=["look"])
def runs(site: TheSite, who: TheVisitor, before: str = "") -> HTMLResponse:
    """All runs, the latest first."""
    shown, older = page_of_runs(site.store, short(before), who)
    return page(site, "runs.html", runs=shown, older=older, what=what)


@files(router, "/runs")
def runs_as_data(site: TheSite, who: TheVisitor, before: str = "") -> Listing:
    """A page of the same list as data; `before` leads to the next."""
    shown, older = page_of_runs(site.store, short(before), who)
    return Listing({"runs": _rows(site, who, shown), "before": older}, "runs", COLUMNS)


def _rows(site: Site, who: Visitor, runs: Sequence[Run]) -> list[dict[str, Any]]:
    notes = notes_of(site.store, who, runs)
    columns = {"id", "created", "status", "matches", "finished"}
    return [
        {
            **{name: getattr(run, name) for name in COLUMNS if name in columns},
            "note": notes[run.id],
            "plays": what(run),
        }
        for run in runs
    ]


@router.get("/runs/{name}", tags=["look"])
def run(site: TheSite, who: TheVisitor, name: str) -> HTMLResponse:
    """The page of a run: progress, and who leads."""
    found = _run(site, name)
    standings = site.rater.of(run=found.id).rows
    rows, scale = lines_of(standings)
    listed, _ = site.listed(Wanted(run=found.id, limit=12))
    ours = site.evaluations is not None and site.evaluations.is_playing(found.id)
    progress = site.store.progress(found.id)
    playing = site.store.is_playing(found.id) or bool(progress.workers.alive)
    pace = [rate_text(progress), left_text(progress), workers_text(progress)]
    spent = spent_texts(progress.spent) if may(who, "start run") else []
    weights = found.plan.get("weights") or {}
    return page(
        site,
        "run.html",
        run=found,
        note=notes_of(site.store, who, [found])[found.id],
        readable=not unreadable(site.store, who, players_of(found.plan)),
        playing=playing,
        ours=ours,
        starting=ours and not playing,
        going=ours or playing,
        pace=[*filter(None, pace), *spent] if playing else spent,
        failure=_failure(site, who, found),
        rows=rows,
        profiles=profiles(site.store, rows),
        scale=scale,
        curve=curve_of([line.row for line in standings]),
        weights=weights and weighting(found.plan.get("targets") or sorted(weights), weights),
        listed=listed,
        what=what(found),
        winners=winners,
        of_games=[] if playing or ours else _of_games(site, found),
    )


@router.get("/runs/{name}/progress.json", tags=["look"])
def progress_as_json(site: TheSite, who: TheVisitor, name: str) -> JSONResponse:
    """How far a run is, over all processes that play it; what it has spent, for those who may start runs."""
    progress = site.store.progress(_run(site, name).id)
    found: dict[str, Any] = {
        "run": progress.run,
        **{each: getattr(progress, each) for each in ("status", "matches", "finished", "stopped")},
        "per_second": progress.per_second,
        "seconds_left": progress.seconds_left,
        "workers": len(progress.workers.alive),
    }
    if may(who, "start run"):
        spent = progress.spent
        found |= {"usd": spent.usd, "tokens": spent.tokens, "requests": spent.requests}
    return JSONResponse(found)


@router.get("/runs/{name}/report", tags=["look"])
def report(site: TheSite, who: TheVisitor, name: str) -> HTMLResponse:
    """The report of a run as one page, with replays of all matches."""
    found = _run(site, name)
    matches = site.store.matches(found.id)
    if private := unreadable(site.store, who, {name for m in matches for name in m.fixture.players}):
        raise HTTPException(
            403,
            f"The report shows all that players are sent and write, and {min(private)} is a private agent.",
        )
    if left := left_before_report(site.store, found.id):
        are = "a match is" if left == 1 else f"{left:,} matches are"
        raise HTTPException(
            409,
            f"The report shows everything, also hidden information, and {are} still to be played. Come back "
            "afterwards.",
        )
    key = (site.store.name, found.id, found.status, found.finished)
    with _lock:
        text = _reports.get(key)
        if text is None:
            text = _reports[key] = page_of_run(site.store, found.id)
            while len(_reports) > REPORTS_IN_MEMORY:
                _reports.popitem(last=False)
    # The report has its own content security policy, which names its scripts and styles by their hashes.
    security_policy = POLICY.search(text)
    policy = security_policy[1].replace("&#39;", "'") if security_policy else "default-src 'none'"
    return HTMLResponse(text, headers={"content-security-policy": f"{policy}; frame-ancestors 'none'"})


def _of_games(site: Site, run: Run) -> list[TextTable]:
    """The tables that the games of a run have of their own; none while matches are hidden."""
    if not run.finished or left_before_report(site.store, run.id):
        return []
    names = [full_name(target.partition("?")[0]) for target in run.plan.get("targets") or ()]
    key = (site.store.name, run.id, run.status, run.finished)
    with _lock:
        if key not in _tables:
            _tables[key] = list(measured(sections_of_games(site.store, run.id, names)))
            while len(_tables) > REPORTS_IN_MEMORY:
                _tables.popitem(last=False)
        return _tables[key]


def curve_of(rows: Sequence[Row]) -> Markup:
    """The curve of the checkpoints on a board; empty where no series has two with a rating."""
    series: dict[str, list[Dot]] = {}
    for series_name, step, row in points_of(rows):
        if row.rating is not None:
            series.setdefault(on_one_line(series_name), []).append(Dot(step, row.rating, row.low, row.high))
    others = [(on_one_line(row.player), row.rating) for row in others_of(rows) if row.rating is not None]
    return curve(series, others)


def _failure(site: Site, who: Visitor, run: Run) -> str:
    """Why a run that this server played stopped, for those who start runs; empty while it is played."""
    if site.evaluations is None or site.evaluations.is_playing(run.id) or not may(who, "start run"):
        return ""
    return site.evaluations.failure(run.id)


def _run(site: Site, name: str) -> Run:
    try:
        found = run_named(site.store, name) or site.store.run(name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None
    if hidden_runs(site.store, [found.id], the_visit().visitor):
        raise HTTPException(404, f"There is no run {short(name)}.")
    return found


def what(run: Run) -> str:
    """The games or the suite of a run as typed."""
    targets = run.plan.get("targets") or run.plan.get("suites") or ()
    return ", ".join(map(shown_game, targets)) or "imported or other matches"
