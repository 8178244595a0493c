"""Maps each address to an action of `agonist.arena.accounts.permissions`.

A test fails for a route that is missing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fastapi import HTTPException, Request

from agonist.arena.accounts.permissions import BY_HAND, Visitor, may_own
from agonist.arena.accounts.rate_limits import TooOften
from agonist.web.public_door import PublicDoor
from agonist.web.visit import TheVisitor, the_visit

ACTIONS: Final[Mapping[str, str]] = {
    "GET /": "look",
    "GET /leaderboard": "look",
    "GET /leaderboard.csv": "look",
    "GET /leaderboard.json": "look",
    "GET /abilities": "look",
    "GET /abilities.csv": "look",
    "GET /abilities.json": "look",
    "GET /matches": "look",
    "GET /matches.json": "look",
    "GET /matches/{number}": "look",
    "GET /events": "look",
    "GET /matches.csv": "look",
    "GET /matches/{number}/record.jsonl": "look",
    "GET /matches/{number}/transcript.txt": "look",
    "GET /matches/{number}/{step}/picture.png": "look",
    "GET /matches/{number}/{step}/picture.svg": "look",
    "GET /matches/{number}/{step}": "look",
    "GET /compare": "look",
    "GET /compare.csv": "look",
    "GET /compare.json": "look",
    "GET /runs": "look",
    "GET /runs.csv": "look",
    "GET /runs.json": "look",
    "GET /runs/new": "start run",
    "POST /runs/new": "start run",
    "POST /runs/{name}/stop": "start run",
    "POST /runs/{name}/resume": "start run",
    "GET /games.csv": "look",
    "GET /games.json": "look",
    "GET /runs/{name}": "look",
    "GET /runs/{name}/report": "look",
    "GET /games": "look",
    "GET /games/{name}": "look",
    "GET /ladders": "look",
    "GET /ladders.csv": "look",
    "GET /ladders.json": "look",
    "GET /ladders/{number}": "look",
    "POST /ladders": "open ladder",
    "POST /ladders/{number}": "open ladder",
    "GET /ladders/{number}/settings": "open ladder",
    "POST /ladders/{number}/settings": "open ladder",
    "POST /ladders/{number}/play": "play on ladder",
    "POST /agents/{name}/ladders": "change agent",
    "GET /agents": "look",
    "GET /agents.csv": "look",
    "GET /agents.json": "look",
    "GET /agents/new": "add agent",
    "POST /agents/new": "add agent",
    "GET /agents/{name}": "look",
    "GET /agents/{name}/profile.json": "look",
    "GET /agents/{name}/edit": "change agent",
    "POST /agents/{name}/edit": "change agent",
    "POST /agents/{name}/state": "pause agent",
    "POST /agents/{name}/delete": "delete agent",
    "POST /agents/{name}/test": "change agent",
    "POST /agents/{name}/trials": "change agent",
    "GET /agents/{name}/trials/{run}": "change agent",
    "POST /agents/{name}/trials/{run}/again": "change agent",
    "GET /community": "look",
    "GET /docs/agents": "look",
    "GET /docs/agents/{name}": "look",
    "GET /play": "play",
    "POST /play": "play",
    "GET /play/{number}": "play",
    "POST /play/{number}": "play",
    "POST /play/{number}/again": "play",
    "GET /sign-up": "sign up",
    "POST /sign-up": "sign up",
    "GET /sign-in": "sign in",
    "POST /sign-in": "sign in",
    "POST /sign-out": "sign out",
    "GET /me": "account",
    "POST /me/keys": "account",
    "POST /me/keys/{number}/delete": "account",
    "POST /me/tokens": "account",
    "POST /me/tokens/delete": "account",
    "POST /me/sessions/end": "account",
    "POST /me/password": "account",
    "POST /me/budget": "account",
    "GET /notices": "notices",
    "GET /notices.json": "notices",
    "POST /notices": "notices",
    "GET /admin": "operate",
    "POST /admin/users/{number}": "manage accounts",
    "POST /play/{number}/resign": "play",
    "GET /play/{number}/now": "play",
    "POST /play/{number}/left": "play",
    "GET /play/{number}/join/{token}": "play",
    "POST /play/{number}/join/{token}": "play",
    "POST /play/{number}/link": "play",
    "POST /play/{number}/close": "play",
    "GET /static/site.css": "look",
    "GET /static/site.js": "look",
    "GET /static/play.js": "look",
}
"""The action of each method and route. If it depends on the owner, the route checks again with the owner."""


class SignInFirst(HTTPException):
    """This action needs an account."""


RATE_LIMITED: Final[Mapping[str, str]] = {
    "POST /play": "tables by account",
    "POST /ladders/{number}/play": "tables by account",
    "POST /agents/new": "tests by account",
    "POST /agents/{name}/edit": "tests by account",
    "POST /agents/{name}/test": "tests by account",
}
"""Addresses with a rate limit, by the names in `agonist.arena.accounts.rate_limits`."""


async def permitted(request: Request, who: TheVisitor) -> None:
    """Refuse actions that the table does not allow; runs before every route."""
    method = "GET" if request.method == "HEAD" else request.method
    route = f"{method} {request.scope['route'].path}"
    action = ACTIONS.get(route)
    if action is None:
        if who.role == "local":
            return
        raise HTTPException(
            403, "Nobody may use this page yet, since it is missing from the table of permissions."
        )
    if the_visit().program and action in BY_HAND:
        raise HTTPException(403, "A token cannot change accounts: sign in with a browser for that.")
    if not may_own(who, action):
        raise (SignInFirst if who.role == "visitor" else HTTPException)(403, refusal(who))
    if (rate := RATE_LIMITED.get(route)) and isinstance(door := request.app.state.site.door, PublicDoor):
        try:
            door.rates.count(rate, the_visit().counted)
        except TooOften as often:
            raise HTTPException(429, str(often), {"retry-after": str(often.seconds)}) from None


def refusal(who: Visitor) -> str:
    """Why an action was refused, for the page."""
    if who.role == "visitor":
        return "Sign in first: this needs an account."
    if who.role == "local":
        return "There are no accounts here: “agonist serve --public” has them."
    return "Your account may not do this."
