"""The board of game theory: equilibria, votes of games and cycles among the players of the leaderboard."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse

from agonist.games import full_name
from agonist.metrics.game_theory_section import section
from agonist.reports.report_tables import measured
from agonist.web.page_addresses import short
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite

router = APIRouter()


@router.get("/game-theory", tags=["look"])
def board(site: TheSite, game: str = "") -> HTMLResponse:
    """The page: the same tables as `agonist leaderboard --board game-theory`."""
    name = _known(site, game)
    found, current = site.game_theory.of(name)
    shown = None if found is None else section(found)
    return page(
        site,
        "game_theory.html",
        game=name,
        games=site.store.games_played(),
        pending=not current,
        text="" if shown is None else shown.text,
        tables=[] if shown is None else [*measured([shown])],
    )


@router.get("/game-theory.json", tags=["look"])
def as_json(site: TheSite, game: str = "") -> JSONResponse:
    """The same as data; `pending` says that a newer analysis is being made."""
    found, current = site.game_theory.of(_known(site, game))
    told: dict[str, Any] = {"pending": not current, "analysis": None if found is None else found.as_dict()}
    return JSONResponse(told)


def _known(site: Site, game: str) -> str:
    """The full name of a game; answers 404 for one of which no match was played."""
    name = full_name(short(game))
    if name and name not in site.store.games_played():
        raise HTTPException(404, f"No match of {name} was played here.")
    return name
