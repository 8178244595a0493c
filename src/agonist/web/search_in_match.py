"""The places of a match at which something was said, as a page of links to the steps."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import HTMLResponse

from agonist.arena.agents.privacy import hidden_seats
from agonist.arena.replay.search_in_match import SHORTEST, Places, places_of
from agonist.core import AgonistError
from agonist.web.current_visitor import TheVisitor
from agonist.web.page_addresses import RowNumber, short
from agonist.web.rendering import page
from agonist.web.seen_match import shown_at
from agonist.web.site_state import TheSite

router = APIRouter()


@router.get("/matches/{number}/search", tags=["look"])
def search(
    site: TheSite,
    who: TheVisitor,
    number: str,
    find: str = "",
    after: RowNumber = 0,
    as_: Annotated[str, Query(alias="as")] = "",
) -> HTMLResponse:
    """Where something was said in moves and, for those who may read them, in prompts and answers."""
    words = short(find)
    stored = site.match(number)
    shown = shown_at(site, who, stored, None, as_)
    hidden = hidden_seats(site.store, who, stored.fixture)
    given: dict[str, Any] = {"as": shown.given, "find": words}
    try:
        found = (
            places_of(
                site.store, shown.replay, shown.audience, shown.seat, words, first=after + 1, hidden=hidden
            )
            if len(words) >= SHORTEST
            else Places((), None)
        )
    except AgonistError:
        raise HTTPException(409, f"Match {number} cannot be replayed: see /matches/{number}.") from None
    return page(
        site, "found.html", match=stored, words=words, after=after, given=given, found=found,
        shortest=SHORTEST, everything=shown.audience.everything,
    )  # fmt: skip
