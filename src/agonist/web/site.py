"""The state that all pages of a server share, and functions that make a page."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias
from urllib.parse import urlencode

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.agents.ability_board import AbilityBoard
from agonist.arena.audience import hidden_matches, listed
from agonist.arena.boards.rater import Rater
from agonist.arena.fair_play.search import FlagSearch
from agonist.arena.replay.analyses import Analyses
from agonist.arena.replay.live_feed import Following
from agonist.arena.replay.shown_match import Replays
from agonist.arena.run_processes import RunProcesses
from agonist.core import UsageError
from agonist.games import EXAMPLE_GAME, SHORT_GAME
from agonist.pages.assets import environment, styles
from agonist.reports.safe_text import on_one_line, shown_game
from agonist.store import Store, StoredMatch, StoreError
from agonist.store.platform.match_pages import Listed, Wanted
from agonist.store.platform.owner_notices import unseen
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.portraits import portrait
from agonist.web.site_metrics import SiteMetrics
from agonist.web.visitor_identity import Doors

__all__ = [
    "Site",
    "TheSite",
    "TheVisitor",
    "csv_cell",
    "linked",
    "owner_of",
    "page",
    "play_script",
    "rendered",
    "script",
    "seat_of",
    "short",
    "stylesheet",
    "version",
    "winners",
]

FOLDER: Final = Path(__file__).parent

_ADDRESS: Final = re.compile(r'((?:href|src|action|formaction)=")/(?!/)')

SCRIPTS: Final = ("live.js", "replay.js", "show.js", "site.js")

FILTER_CHARACTERS: Final = 200
"""The most characters of a filter."""


@dataclass
class Site:
    """One server of one database."""

    store: Store
    door: Doors
    replays: Replays
    rater: Rater
    following: Following
    wake: Callable[[int], None]
    """Has a match advanced."""
    abilities: AbilityBoard
    evaluations: RunProcesses | None
    """Plays runs; `None` if this server plays none."""
    metrics: SiteMetrics
    analyses: Analyses
    flags: FlagSearch

    def listed(self, wanted: Wanted) -> tuple[list[Listed], int | None]:
        """A page of matches as the visitor may see them, and the `before` of the next page."""
        return listed(self.store, wanted, the_visit().visitor)

    def match(self, number: str) -> StoredMatch:
        """The match in the address; answers 404 if there is none that this visitor may know of."""
        try:
            found = self.store.match(number)
        except UsageError as error:
            raise HTTPException(404, str(error)) from None
        if hidden_matches(self.store, [found.id], the_visit().visitor):
            raise HTTPException(404, f"There is no match {number}.")
        return found


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


TheSite: TypeAlias = Annotated[Site, Depends(_site)]
RowNumber: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""The number of a row in an address: PostgreSQL's columns hold none above."""


def page(
    site: Site, template: str, *, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any
) -> HTMLResponse:
    """Render a page from a template."""
    now = the_visit()
    owner = owner_of(now.visitor)
    known = {
        "csrf": now.csrf,
        "unread": None if owner is None else _unread(site, owner),
        "visitor": now.visitor,
        "public": now.public,
        "may": may,
        "root": site.door.root,
        "version": version(),
        "linked": linked,
        "one_line": on_one_line,
        "shown_game": shown_game,
        "portrait": portrait,
        "example_game": EXAMPLE_GAME,
        "short_game": SHORT_GAME,
    }
    text = environment(FOLDER / "templates").get_template(template).render(**known, **values)
    if now.program and status >= 400:
        return HTMLResponse(json.dumps(_refused(status, values)), status, headers, "application/json")
    return HTMLResponse(rooted(text, site.door.root), status_code=status, headers=headers)


def owner_of(who: Visitor) -> int | None:
    """The owner id of a visitor's agents: the account's id, 0 locally; `None` without an account."""
    return 0 if who.role == "local" else who.user


def _unread(site: Site, owner: int) -> int:
    try:
        return unseen(site.store, owner)
    except StoreError:
        # This may be the page that reports a failed database.
        return 0


def rendered(template: str, **values: Any) -> str:
    """Render a part of a page that is the same for everybody."""
    known = {"linked": linked, "one_line": on_one_line}
    return environment(FOLDER / "templates").get_template(template).render(**known, **values)


def _refused(status: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """The response to a program for an error page, as JSON."""
    problems = {str(field): str(why) for field, why in (values.get("problems") or {}).items()}
    known = values.get("problem") or values.get("why") or "; ".join(problems.values())
    found: dict[str, Any] = {"error": known or f"This was refused ({status})."}
    return {**found, "problems": problems} if problems else found


def rooted(text: str, root: str) -> str:
    """A page with the path at which a proxy serves the site added to its links and forms.

    It cannot change texts, since their quotation marks are escaped.

    >>> rooted('<a href="/games">"/games"</a><a href="//x">', "/agonist")
    '<a href="/agonist/games">"/games"</a><a href="//x">'
    """
    return _ADDRESS.sub(rf"\g<1>{root}/", text) if root else text


def linked(path: str, values: Mapping[str, Any] | None = None, **changed: Any) -> str:
    """An address with a query; empty values are left out.

    >>> linked("/matches", {"game": "hive", "before": 3}, before=None, status="finished")
    '/matches?game=hive&status=finished'
    """
    query = {name: value for name, value in {**(values or {}), **changed}.items() if value not in (None, "")}
    return f"{path}?{urlencode(query)}" if query else path


def short(text: str) -> str:
    """A filter without surrounding space; answers 400 if it is too long."""
    if len(text) > FILTER_CHARACTERS:
        raise HTTPException(400, f"A filter has at most {FILTER_CHARACTERS} characters.")
    return text.strip()


@cache
def stylesheet() -> str:
    """The stylesheet of these pages, with those of reports and pictures."""
    return styles() + "".join(
        (FOLDER / name).read_text(encoding="utf-8") for name in ("site.css", "play.css")
    )


@cache
def script() -> str:
    """The script of all pages."""
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS)


@cache
def play_script() -> str:
    """The additional script of tables at which people play."""
    return (FOLDER / "play.js").read_text(encoding="utf-8")


@cache
def version() -> str:
    """A hash of stylesheet and scripts in their addresses, so that browsers can cache them."""
    return hashlib.sha256((stylesheet() + script() + play_script()).encode()).hexdigest()[:12]


def seat_of(text: str) -> int | None:
    """The seat in `seat2`, from 0; `None` for a bystander."""
    number = text.removeprefix("seat")
    return int(number) - 1 if number.isdecimal() and number.isascii() and len(number) < 4 else None


def csv_cell(value: Any) -> Any:
    """A cell for CSV that no spreadsheet reads as a formula."""
    text = "" if value is None else value
    return f"'{text}" if isinstance(text, str) and text[:1] in ("=", "+", "-", "@", "\t") else text


def winners(match: StoredMatch) -> Sequence[bool]:
    """For each seat whether it came first; all false before the end."""
    if match.status != "finished" or not match.ranks or len(set(match.ranks)) == 1:
        return [False] * len(match.fixture.players)
    return [rank == 1 for rank in match.ranks]
