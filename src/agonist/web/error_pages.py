"""Pages that say what went wrong, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from fastapi import Request
from fastapi.responses import HTMLResponse

from agonist.games import game_names
from agonist.web.current_visitor import the_visit
from agonist.web.page_addresses import linked
from agonist.web.rendering import page
from agonist.web.site_state import Site

TITLES: Final = {
    401: "Sign in first",
    403: "Not allowed",
    404: "Not found",
    409: "Not now",
    413: "Too long",
    422: "Not accepted",
    429: "Too many requests",
    501: "Not installed",
}

LISTS: Final = {
    "leaderboard": "Leaderboard",
    "matches": "All matches",
    "compare": "Compare two players",
    "games": "All games",
    "play": "Choose a game to play",
    "agents": "All agents",
    "ladders": "All ladders",
    "runs": "All runs",
    "docs": "How to write an agent",
    "me": "Your account",
}
"""The title of the page above others, by the first part of the address."""

ELSEWHERE: Final = {"docs": "/docs/agents", "play": "/games"}
"""The address of that page, if it is not the first part."""


class Way(NamedTuple):
    """A link to another page."""

    href: str
    words: str


def problem(
    site: Site, request: Request, status: int, why: str, headers: Mapping[str, str] | None = None
) -> HTMLResponse:
    """The page for an error."""
    title = TITLES.get(status, "The server has a problem" if status >= 500 else "Not accepted")
    return page(
        site,
        "problem.html",
        status=status,
        headers=headers,
        why=why,
        title=title,
        ways=ways_on(request, status),
    )


def ways_on(request: Request, status: int) -> list[Way]:
    """Links for what to do next, the most likely first."""
    now = the_visit()
    # An address that begins with two slashes would lead to another host.
    path = "/" + request.url.path.lstrip("/\\")
    _, first, *rest = [*path.split("/"), ""]
    found = []
    if status in (429, 500, 503) and request.method == "GET":
        found.append(Way(linked(path, dict(request.query_params)), "Try again"))
    if status in (401, 403) and now.public and now.visitor.user is None:
        found.append(Way("/sign-in", "Sign in"))
    if status == 404 and first == "games" and rest:
        found += [Way(f"/games/{name}", name) for name in get_close_matches(rest[0].lower(), game_names(), 3)]
    if status == 400 and request.method == "GET" and request.url.query:
        found.append(Way(path, "This page without filters"))
    if first in LISTS:
        found.append(Way(ELSEWHERE.get(first, f"/{first}"), LISTS[first]))
    found += [Way("/", "Home"), Way("/matches", "All matches"), Way("/games", "All games")]
    known: dict[str, Way] = {}
    for way in found:
        known.setdefault(way.href, way)
    return list(known.values())
