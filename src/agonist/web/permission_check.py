"""Whether a visitor may do what a route does.

The first tag of a route is its action in `agonist.arena.accounts.permissions`; nobody but the local person
gets to a route without one. If an action depends on the owner of an object, the route checks again with the
owner. A second tag names its rate limit, if it has one (`agonist.arena.accounts.rate_limits`).
"""

from __future__ import annotations

from fastapi import HTTPException, Request

from agonist.arena.accounts.permissions import BY_HAND, Visitor, may_own
from agonist.arena.accounts.rate_limits import TooOften
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.visitor_identity_on_public_site import PublicDoor


class SignInFirst(HTTPException):
    """This action needs an account."""


async def permitted(request: Request, who: TheVisitor) -> None:
    """Refuse actions that the table of permissions does not allow; runs before every route."""
    tags = request.scope["route"].tags
    if not tags:
        if who.role == "local":
            return
        raise HTTPException(403, "Nobody may use this page yet, since it names no action.")
    action, *limits = tags
    if the_visit().program and action in BY_HAND:
        raise HTTPException(403, "A token cannot change accounts: sign in with a browser for that.")
    if not may_own(who, action):
        raise (SignInFirst if who.role == "visitor" else HTTPException)(403, refusal(who))
    if limits and isinstance(door := request.app.state.site.door, PublicDoor):
        try:
            door.rates.count(limits[0], the_visit().counted)
        except TooOften as often:
            raise HTTPException(429, str(often), {"retry-after": str(often.seconds)}) from None


def refusal(who: Visitor) -> str:
    """Why an action was refused, for the page."""
    if who.role == "visitor":
        return "Sign in first: this needs an account."
    if who.role == "local":
        return "There are no accounts here: “agonist serve --public” has them."
    return "Your account may not do this."
