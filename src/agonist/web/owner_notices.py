"""Notices to owners of agents: which were paused and why, and when a day's dollars are spent."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse, Response

from agonist.arena.accounts.permissions import Visitor
from agonist.store.platform.owner_notices import mark_seen, notices
from agonist.web.current_visitor import TheVisitor
from agonist.web.own_account import when
from agonist.web.rendering import owner_of, page
from agonist.web.site_state import TheSite
from agonist.web.submitted_forms import TheForm, one, see, sends, strange

router = APIRouter()


@router.get("/notices", tags=["notices"])
def listed(site: TheSite, who: TheVisitor) -> HTMLResponse:
    """The latest notices, newest first."""
    return page(site, "notices.html", notices=notices(site.store, _owner(who)), when=when)


@router.get("/notices.json", tags=["notices"])
def as_json(site: TheSite, who: TheVisitor) -> JSONResponse:
    """The same as data."""
    return JSONResponse({"notices": [asdict(each) for each in notices(site.store, _owner(who))]})


@router.post("/notices", tags=["notices"], openapi_extra=sends(notice="its number; without one, all"))
def read(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Mark one notice as read, or all of them."""
    which = one(form, "notice")
    if which and not (which.isdecimal() and which.isascii() and len(which) < 12):
        raise strange()
    mark_seen(site.store, _owner(who), int(which) if which else None)
    return see("/notices")


def _owner(who: Visitor) -> int:
    owner = owner_of(who)
    assert owner is not None, "the table of permissions lets no visitors in"
    return owner
