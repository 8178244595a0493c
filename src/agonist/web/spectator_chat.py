"""What spectators say to each other beside a match, for members who don't play in it."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, Response

from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.spectator_chat import (
    MOST_CHARACTERS,
    Place,
    lines_for,
    moderate,
    place_of,
    say,
    set_setting,
)
from agonist.core import UsageError
from agonist.store import StoredMatch
from agonist.store.platform.spectator_chat import Line
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.page_addresses import RowNumber
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, one, see, sentence
from agonist.web.visitor_identity_on_public_site import PublicDoor

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Talk:
    """What the page of a match shows of it to one visitor."""

    place: Place
    lines: list[Line]
    moderates: bool
    most: int = MOST_CHARACTERS


def talk_of(site: Site, stored: StoredMatch, who: Visitor) -> Talk | None:
    """What is shown beside a match; `None` for those who may not read it, and where there are no accounts.

    A match that is over and beside which nobody spoke has none.
    """
    if the_visit().program or not isinstance(site.door, PublicDoor):
        return None  # a member's program may be an agent that plays
    place = place_of(site.store, stored, who)
    lines = lines_for(site.store, stored, who) if place.reads else []
    return Talk(place, lines, may(who, "moderate talk")) if lines or place.writes else None


@router.get("/matches/{number}/talk", tags=["talk"])
def talk(site: TheSite, who: TheVisitor, number: str) -> HTMLResponse:
    """The lines beside a match, as a page."""
    door_of(site)
    stored = site.match(number)
    found = talk_of(site, stored, who)
    if found is None:
        raise HTTPException(404, "Nobody talks here, or not to you: players read it when the match is over.")
    return page(site, "talk.html", match=stored, talk=found)


@router.post("/matches/{number}/talk", tags=["talk", "lines by account"])
def speak(site: TheSite, who: TheVisitor, form: TheForm, number: str) -> Response:
    """Say something beside a match."""
    door_of(site)
    stored = site.match(number)
    try:
        say(site.store, stored, who, one(form, "text"))
    except UsageError as error:
        raise HTTPException(400, sentence(error)) from None
    return see(f"/matches/{stored.id}/talk")


@router.post("/matches/{number}/talk/{line}", tags=["talk", "lines by account"])
def change_line(site: TheSite, who: TheVisitor, form: TheForm, number: str, line: RowNumber) -> Response:
    """Report a line, or as an admin remove it."""
    door_of(site)
    stored = site.match(number)
    try:
        moderate(site.store, stored, who, line, one(form, "change"))
    except UsageError as error:
        raise HTTPException(400, sentence(error)) from None
    return see(f"/matches/{stored.id}/talk")


@router.post("/admin/talk", tags=["manage accounts"])
def set_talk(site: TheSite, form: TheForm) -> Response:
    """Say beside which matches spectators may talk."""
    door_of(site)
    try:
        set_setting(site.store, one(form, "talk"))
    except UsageError as error:
        raise HTTPException(400, sentence(error)) from None
    return see("/admin#talk")
