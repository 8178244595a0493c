"""The watch list, and a match step by step."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from agonist.arena.audience import is_over, seat_shown
from agonist.core import AgonistError
from agonist.reports.ending import ending_of
from agonist.store import StoredMatch
from agonist.store.browsing import Listed, Wanted, browse, counts, progress
from agonist.web.site import Site, TheSite, linked, page, seat_of, short, winners

router = APIRouter()

STATUSES: Final = ("playing", "finished", "suspended", "planned", "broken", "void")
AROUND: Final = 30
"""Steps that are listed before and after the one that is shown."""


@router.get("/matches")
def matches(
    site: TheSite,
    game: str = "",
    player: str = "",
    said: str = "",
    status: str = "",
    run: str = "",
    before: int | None = None,
) -> HTMLResponse:
    """Those that are being played first, then all others, newest first."""
    given = {"game": short(game), "player": short(player), "said": short(said), "status": status, "run": run}
    wanted = _wanted(given, before)
    now: list[Listed] = []
    if not status and not wanted.said and before is None:
        running = _wanted({**given, "status": "playing"}, None)
        now, _ = browse(site.store, running)
    listed, more = browse(site.store, wanted)
    shown = {each.match.id for each in now}
    return page(
        site,
        "matches.html",
        now=now,
        listed=[each for each in listed if each.match.id not in shown],
        older=None if more is None else linked("/matches", given, before=more),
        given=given,
        statuses=STATUSES,
        games=sorted({game for game, _ in counts(site.store)}),
        ending_of=ending_of,
        winners=winners,
    )


@router.get("/matches.json")
def matches_as_json(
    site: TheSite,
    game: str = "",
    player: str = "",
    said: str = "",
    status: str = "",
    run: str = "",
    before: int | None = None,
) -> JSONResponse:
    """The same page as data."""
    given = {"game": short(game), "player": short(player), "said": short(said), "status": status, "run": run}
    listed, more = browse(site.store, _wanted(given, before))
    return JSONResponse({"matches": [_as_dict(each) for each in listed], "before": more})


def _wanted(given: dict[str, str], before: int | None) -> Wanted:
    status = given["status"]
    if status and status not in STATUSES:
        raise HTTPException(400, f"A match is {', '.join(STATUSES)}, not {short(status)}.")
    statuses = (status,) if status else ()
    return Wanted(given["game"], given["player"], given["said"], short(given["run"]), statuses, before)


def _as_dict(each: Listed) -> dict[str, object]:
    match = each.match
    return {
        "id": match.id,
        "run": match.run,
        "game": match.fixture.game,
        "players": list(match.fixture.players),
        "status": match.status,
        "scores": list(match.scores),
        "ranks": list(match.ranks),
        "reason": match.reason,
        "steps": each.steps,
    }


@router.get("/matches/{number}")
def latest_step(site: TheSite, number: str) -> RedirectResponse:
    """The match as it stands: to its last step."""
    stored = site.match(number)
    _, steps = progress(site.store, stored.id)
    return RedirectResponse(f"/matches/{stored.id}/{steps}", status_code=303)


@router.get("/matches/{number}/{step}")
def match(site: TheSite, number: str, step: int, as_: Annotated[str, Query(alias="as")] = "") -> HTMLResponse:
    """The table after so many steps."""
    return _shown(site, site.match(number), step, seat_of(as_))


def _shown(site: Site, stored: StoredMatch, step: int, seat: int | None) -> HTMLResponse:
    over = is_over(stored)
    known: dict[str, Any] = {
        "match": stored,
        "over": over,
        "ending": ending_of(stored),
        "winners": winners(stored),
    }
    try:
        replay = site.replays.of(stored)
        if not 0 <= step <= replay.last:
            raise HTTPException(404, f"Match {stored.id} has steps 0 to {replay.last}.")
        seat = seat_shown(stored, seat)
        return page(
            site,
            "match.html",
            **known,
            replay=replay,
            step=step,
            seat=seat,
            as_=None if seat is None else f"seat{seat + 1}",
            scene=replay.scene(step, seat),
            told=replay.told(step - AROUND, step + AROUND),
        )
    except AgonistError as error:
        return page(site, "match.html", **known, replay=None, problem=str(error))
