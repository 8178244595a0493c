"""A match that plays itself in a page of another site: the only page that others may put into a frame."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from agonist.arena.accounts.permissions import LOCAL, STRANGER
from agonist.arena.match_visibility import is_over, shown_to
from agonist.core import AgonistError
from agonist.web.guard import HEADERS, POLICY
from agonist.web.rendering import page
from agonist.web.seen_match import NotYet, shown_at
from agonist.web.site_state import TheSite
from agonist.web.visitor_identity_on_public_site import PublicDoor

router = APIRouter()

FRAMED: Final = {
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
        "form-action 'self'", "form-action 'none'"
    ),
    "cross-origin-resource-policy": "cross-origin",
}
"""Instead of the usual headers, which forbid frames. The page has no form and nothing of whoever looks."""


@router.get("/matches/{number}/embed", tags=["look"])
def embed(site: TheSite, number: str, as_: Annotated[str, Query(alias="as")] = "") -> HTMLResponse:
    """The match for a frame, as strangers see it, whoever asks: from its beginning if it is over."""
    who = STRANGER if isinstance(site.door, PublicDoor) else LOCAL
    stored = site.match(number)
    (public,) = shown_to(site.store, [stored], who)
    known: dict[str, Any] = {"match": public, "over": is_over(stored), "headers": HEADERS | FRAMED}
    try:
        shown = shown_at(site, who, stored, None, as_)
        at = 0 if is_over(stored) else shown.step
        return page(
            site, "embed.html", **known, scene=shown.scene(at), step=at, last=shown.step, seen_as=shown.given
        )
    except NotYet as why:
        return page(site, "embed.html", **known, why=why.detail)
    except AgonistError:
        return page(site, "embed.html", **known, why="This match cannot be replayed.")
