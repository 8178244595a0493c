"""Ladders: which there are, who plays on them, and putting one's agents there."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from agonist.arena.following import millis
from agonist.arena.ladder import Terms, join, leave, open_ladder
from agonist.arena.permissions import Visitor, may
from agonist.core import AgonistError, UsageError
from agonist.games import KITS
from agonist.store.agents import Agent, agent, agents
from agonist.store.audience import open_deals
from agonist.store.browsing import Wanted, browse
from agonist.store.ladders import Counted, Ladder, counted, entrants, ladder, ladders, set_open
from agonist.web.forms import sent
from agonist.web.leaderboard import lines_of
from agonist.web.rules import called
from agonist.web.site import Site, TheSite, TheVisitor, page, short, winners
from agonist.web.table_files import as_csv

router = APIRouter()

LATEST: Final = 8
NOW: Final = 20
LONGEST: Final = 200


@router.get("/ladders")
def listed(site: TheSite, game: str = "") -> HTMLResponse:
    """All ladders, and a form to open one."""
    return _list(site, {"game": short(game), "options": "", "name": ""})


@router.get("/ladders.json")
def as_json(site: TheSite) -> JSONResponse:
    """The same list as data."""
    return JSONResponse({"ladders": _rows(site)})


@router.get("/ladders.csv")
def as_file(site: TheSite) -> Response:
    """The same list for a spreadsheet."""
    return as_csv(_rows(site))


@router.post("/ladders")
def open_(site: TheSite, request: Request) -> Response:
    """Open a ladder and go there."""
    given = {name: sent(request, name).strip()[:LONGEST] for name in ("game", "options", "name")}
    if given["game"] not in KITS:
        return _list(site, given, "Choose one of the games that are listed.")
    options = given["options"].lstrip("?")
    target = f"{given['game']}?{options}" if options else given["game"]
    try:
        own = open_ladder(site.store, target, name=given["name"])
    except AgonistError as error:
        return _list(site, given, str(error))
    return RedirectResponse(f"/ladders/{own.id}", status_code=303)


@router.get("/ladders/{number}")
def one(site: TheSite, who: TheVisitor, number: str) -> HTMLResponse:
    """Who leads on a ladder, who plays there, and what is being played."""
    return _one(site, who, _known(site, number))


@router.post("/ladders/{number}")
def close(site: TheSite, request: Request, number: str) -> Response:
    """Open the ladder again, or close it."""
    own = _known(site, number)
    set_open(site.store, own.id, sent(request, "open") == "yes")
    return RedirectResponse(f"/ladders/{own.id}", status_code=303)


@router.post("/agents/{name}/ladders")
def enter(site: TheSite, who: TheVisitor, request: Request, name: str) -> Response:
    """Put an agent on a ladder, or take it off."""
    try:
        found = agent(site.store, name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None
    if not may(who, "change agent", found.owner):
        raise HTTPException(403, f"{found.name} is somebody else's agent.")
    own = _known(site, sent(request, "ladder"))
    try:
        if sent(request, "leave"):
            leave(site.store, own.id, found.id)
        else:
            join(site.store, own.id, found.id)
    except UsageError as error:
        return _one(site, who, own, problem=str(error))
    return RedirectResponse(f"/ladders/{own.id}", status_code=303)


def ladders_with_counts(site: Site, game: str = "") -> list[tuple[Ladder, Counted]]:
    """The ladders, or those of one game, each with what happens on it."""
    counts = counted(site.store)
    found = [each for each in ladders(site.store) if game in ("", each.target.partition("?")[0])]
    return [(each, counts.get(each.id, Counted())) for each in found]


def _rows(site: Site) -> list[dict[str, Any]]:
    return [
        {"id": own.id, "name": own.name, "target": own.target, "open": own.open, **counts._asdict()}
        for own, counts in ladders_with_counts(site)
    ]


def _list(site: Site, given: dict[str, str], problem: str = "") -> HTMLResponse:
    return page(
        site,
        "ladders.html",
        status=400 if problem else 200,
        problem=problem,
        listed=ladders_with_counts(site),
        games={name: called(name) for name in KITS},
        given=given,
    )


def _known(site: Site, number: str) -> Ladder:
    if not (number.isdecimal() and number.isascii() and len(number) < 10):
        raise HTTPException(404, "There is no such ladder; see /ladders.")
    try:
        return ladder(site.store, int(number))
    except UsageError:
        raise HTTPException(404, f"There is no ladder {number}; see /ladders.") from None


def _one(site: Site, who: Visitor, own: Ladder, problem: str = "") -> HTMLResponse:
    standings = site.rater.of(run=own.run)
    rows, scale = lines_of(standings.rows)
    now, _ = browse(site.store, Wanted(run=own.run, statuses=("playing",), limit=NOW))
    latest, _ = browse(site.store, Wanted(run=own.run, statuses=("finished",), limit=LATEST))
    there = set(entrants(site.store).get(own.id, ()))
    known = {each.id: each for each in agents(site.store, house=False)}
    return page(
        site,
        "ladder.html",
        status=400 if problem else 200,
        problem=problem,
        ladder=own,
        game=own.target.partition("?")[0],
        counts=counted(site.store).get(own.id, Counted()),
        terms=asdict(Terms.of(own.settings)),
        rows=rows,
        scale=scale,
        pending=standings.pending,
        behind=standings.behind,
        ended=millis(standings.end),
        agents=[known[number] for number in sorted(there & known.keys(), key=lambda at: known[at].name)],
        addable=[each for each in known.values() if each.id not in there and _may_add(who, each)],
        now=now,
        latest=latest,
        winners=winners,
        secret=open_deals(site.store, [each.match.id for each in latest]),
    )


def _may_add(who: Visitor, each: Agent) -> bool:
    return may(who, "change agent", each.owner)
