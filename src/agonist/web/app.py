"""The server's application: every page, behind the guard."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException

from agonist.arena.accounts.permissions import LOCAL, STRANGER
from agonist.arena.agents.ability_board import AbilityBoard
from agonist.arena.boards.game_theory_board import GameTheoryBoards
from agonist.arena.boards.rater import Rater
from agonist.arena.fair_play.search import FlagSearch
from agonist.arena.replay.judging_on_demand import Analyses
from agonist.arena.replay.live_feed import Following
from agonist.arena.replay.shown_match import Replays
from agonist.arena.run_processes import RunProcesses
from agonist.core import AgonistError, UsageError
from agonist.store import Store, StoreError
from agonist.suites.registry import games_of
from agonist.web import (
    ability_board,
    accounts,
    admin,
    agents,
    analysis,
    api_description,
    cheating_flags,
    comparison,
    embedded_match,
    forks,
    game_tables,
    game_theory,
    games,
    health,
    home,
    ladders,
    leaderboard,
    live_updates,
    mailed_link_pages,
    match_downloads,
    match_list,
    match_step_pages,
    other_sign_in,
    own_account,
    owner_notices,
    play,
    run_control,
    runs,
    search_in_match,
    spectator_chat,
    step_scenes,
)
from agonist.web.current_visitor import the_visit
from agonist.web.error_pages import problem
from agonist.web.guard import Guard
from agonist.web.health import HEALTH, Health
from agonist.web.page_addresses import linked
from agonist.web.permission_check import SignInFirst, permitted
from agonist.web.rendering import play_script, script, stylesheet
from agonist.web.site_metrics import SiteMetrics
from agonist.web.site_state import Site
from agonist.web.visitor_identity import Doors
from agonist.web.visitor_identity_on_public_site import PublicDoor

_LOG: Final = logging.getLogger(__name__)

KEEP = {"cache-control": "public, max-age=31536000, immutable"}


PAGES = (
    home,
    leaderboard,
    ability_board,
    game_theory,
    live_updates,
    match_list,
    step_scenes,
    embedded_match,
    match_downloads,
    search_in_match,
    analysis,
    forks,
    spectator_chat,
    match_step_pages,
    run_control,
    runs,
    comparison,
    games,
    game_tables,
    play,
    ladders,
    agents,
    accounts,
    own_account,
    owner_notices,
    admin,
    cheating_flags,
    health,
    mailed_link_pages,
    other_sign_in,
    api_description,
)


def make_app(
    store: Store, door: Doors, wake: Callable[[int], None], runs: RunProcesses | None = None
) -> Guard:
    """The application for an open database; `door` decides who may enter, `wake` has a match advanced.

    `runs` plays the runs that are started from a page; without it, none can be started.
    """
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, dependencies=[Depends(permitted)])
    replays, rater = Replays(store, partial(games_of, store)), Rater(store)
    site = app.state.site = Site(
        store,
        door,
        replays,
        rater,
        Following(
            live_updates.Database(
                store, replays, door.root, STRANGER if isinstance(door, PublicDoor) else LOCAL
            )
        ),
        wake,
        AbilityBoard(store),
        runs,
        SiteMetrics(store),
        Analyses(),
        FlagSearch(store),
        GameTheoryBoards(rater),
    )
    for module in PAGES:
        app.include_router(module.router)

    @app.get("/static/site.css", tags=["look"])
    async def css() -> Response:
        return Response(stylesheet(), media_type="text/css", headers=KEEP)

    @app.get("/static/site.js", tags=["look"])
    async def js() -> Response:
        return Response(script(), media_type="text/javascript", headers=KEEP)

    @app.get("/static/play.js", tags=["look"])
    async def play_js() -> Response:
        return Response(play_script(), media_type="text/javascript", headers=KEEP)

    async def refused(request: Request, error: Any) -> Response:
        now = the_visit()
        if isinstance(error, SignInFirst) and request.method == "GET" and not now.program:
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(linked("/sign-in", then=f"{request.url.path}{query}"), status_code=303)
        why = error.detail if isinstance(error, HTTPException) else "There is no such page."
        return problem(site, request, error.status_code, str(why), getattr(error, "headers", None))

    async def invalid(request: Request, _error: Exception) -> HTMLResponse:
        return problem(site, request, 400, "A part of this address is not valid for this page.")

    async def failed(request: Request, error: Exception) -> HTMLResponse:
        status = 400 if isinstance(error, UsageError) else 503 if isinstance(error, StoreError) else 500
        if status == 400 or not the_visit().public:
            return problem(site, request, status, str(error))
        # The message may name files and hosts of the server, which not everybody may know.
        _LOG.error("agonist serve: %s", error)
        return problem(
            site, request, status, "The server has a problem, and nothing was changed: try again in a moment."
        )

    async def defect(request: Request, _error: Exception) -> HTMLResponse:
        return problem(
            site,
            request,
            500,
            "This is a bug in Agonist; the server's log has details. What is stored is safe.",
        )

    app.add_exception_handler(AnyHTTPException, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(AgonistError, failed)
    app.add_exception_handler(Exception, defect)
    return Guard(
        app,
        door,
        site.following.end,
        open_to_all={HEALTH: Health(store)},
        answered=site.metrics.answered,
    )
