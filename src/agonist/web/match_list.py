"""The list of matches: those being played first, then the others, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException
from fastapi.responses import HTMLResponse

from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.match_visibility import late_by
from agonist.arena.replay.live_feed import MATCHES_LISTED
from agonist.arena.replay.scenes import Scene
from agonist.core import AgonistError
from agonist.store.platform.match_list_pages import COUNTED, Listed, Wanted, count_of
from agonist.web.current_visitor import TheVisitor
from agonist.web.list_downloads import Listing, files
from agonist.web.page_addresses import RowNumber, linked, short
from agonist.web.rendering import page, winners
from agonist.web.site_state import Site, TheSite

router = APIRouter()

STATUSES: Final = ("playing", "finished", "suspended", "planned", "broken", "void")

COLUMNS: Final = ("id", "run", "game", "players", "status", "scores", "ranks", "reason", "steps", "ended")
"""The fields of a match in CSV and JSON."""

THUMBNAILS: Final = 6
"""How many matches are shown with their tables."""


@dataclass(frozen=True)
class Thumbnail:
    """A match being played, with the table as a bystander sees it."""

    listed: Listed
    scene: Scene | None


def filters(
    game: str = "", player: str = "", agent: str = "", said: str = "", status: str = "", run: str = ""
) -> dict[str, str]:
    """The filters in the address; answers 400 for an unknown status."""
    if status and status not in STATUSES:
        raise HTTPException(400, f"A match is {', '.join(STATUSES)}, not {short(status)}.")
    texts = {"game": game, "player": player, "agent": agent, "said": said, "run": run}
    return {**{name: short(text) for name, text in texts.items()}, "status": status}


TheFilters = Annotated[dict[str, str], Depends(filters)]


def wanted_of(who: Visitor, filtered: dict[str, str], before: int | None = None) -> Wanted:
    """The filters as a query for the store.

    Messages are searched only for those who may read all: whether a word is found would tell others what the
    prompts of private agents say.
    """
    statuses = (filtered["status"],) if filtered["status"] else ()
    chosen: dict[str, Any] = {name: filtered[name] for name in ("game", "player", "said", "run", "agent")}
    return Wanted(**chosen, statuses=statuses, before=before, messages=may(who, "read agent"))


@router.get("/matches", tags=["look"])
def matches(
    site: TheSite, who: TheVisitor, chosen: TheFilters, before: RowNumber | None = None
) -> HTMLResponse:
    """The page with the matches that fit the filters."""
    wanted = wanted_of(who, chosen, before)
    now: list[Listed] = []
    if chosen["status"] in ("", "playing") and not wanted.said and before is None:
        now, _ = site.listed(wanted_of(who, {**chosen, "status": "playing"}))
    listed, more = site.listed(wanted)
    shown = {each.match.id for each in now}
    listed = [each for each in listed if each.match.id not in shown]
    count = None if wanted.searches else count_of(site.store, wanted)
    return page(
        site,
        "matches.html",
        thumbnails=[_thumbnail(site, each) for each in now[:THUMBNAILS]],
        now=now[THUMBNAILS:],
        running=now,
        listed=listed,
        older=None if more is None else linked("/matches", chosen, before=more),
        further=more is not None and wanted.searches and not listed,
        count=None if count is None else f"{COUNTED:,}+" if count > COUNTED else f"{count:,}",
        given=chosen,
        statuses=STATUSES,
        games=site.store.games_played(),
        most=MATCHES_LISTED,
        winners=winners,
    )


def _thumbnail(site: Site, listed: Listed) -> Thumbnail:
    if listed.steps is None:
        return Thumbnail(listed, None)
    try:
        replay = site.replays.of(listed.match)
        late = replay.until(max(replay.last - late_by(listed.match, replay.game), 0))
        return Thumbnail(listed, late.scene(late.last))
    except AgonistError:
        return Thumbnail(listed, None)


@files(router, "/matches")
def matches_as_data(
    site: TheSite, who: TheVisitor, chosen: TheFilters, before: RowNumber | None = None
) -> Listing:
    """A page of the same list as data; `before` leads to the next."""
    listed, more = site.listed(wanted_of(who, chosen, before))
    return Listing({"matches": [_as_dict(each) for each in listed], "before": more}, "matches", COLUMNS)


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
        "ended": match.ended,
    }
