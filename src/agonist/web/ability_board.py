"""The board of abilities: results of agents' ability trials."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from agonist.arena.agents.ability_board import AbilityResults
from agonist.arena.agents.ability_trials import abilities
from agonist.ratings.share_intervals import Span
from agonist.reports.number_format import interval_text, number
from agonist.web.list_downloads import Listing, files
from agonist.web.rendering import page
from agonist.web.site_state import TheSite

router = APIRouter()


@router.get("/abilities", tags=["look"])
def board(site: TheSite) -> HTMLResponse:
    """The page with all agents that have finished a trial."""
    lines, pending = site.abilities.lines()
    known = abilities()
    rows = [
        {"agent": line.agent, "player": line.player, "cells": [_cell(line, kind) for kind in known]}
        for line in lines
    ]
    return page(site, "abilities.html", rows=rows, kinds=list(known), abilities=known, pending=pending)


@files(router, "/abilities")
def as_data(site: TheSite) -> Listing:
    """The same as data."""
    lines, pending = site.abilities.lines()
    ends = [f"{kind}{end}" for kind in abilities() for end in ("", "_low", "_high")]
    found = {"pending": pending, "agents": [line.as_dict() for line in lines]}
    return Listing(found, "agents", ("agent", "player", *ends))


def _cell(line: AbilityResults, kind: str) -> tuple[str, str, str]:
    """A result, its interval, and the run of its trial."""
    span = line.spans.get(kind, Span(None, None, None))
    between = "" if span.low is None else interval_text(span.low, span.high, 0)
    return number(span.value, 0), between, line.runs.get(kind, "")
