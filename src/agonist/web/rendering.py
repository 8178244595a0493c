"""Making pages from templates, with the stylesheet and the scripts of all pages."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi.responses import HTMLResponse

from agonist.arena.accounts.permissions import Visitor, may
from agonist.games import EXAMPLE_GAME, SHORT_GAME
from agonist.pages.assets import environment, styles
from agonist.reports.safe_text import on_one_line, shown_game
from agonist.store import StoredMatch, StoreError
from agonist.store.platform.owner_notices import unseen
from agonist.web.current_visitor import the_visit
from agonist.web.page_addresses import linked
from agonist.web.portraits import portrait
from agonist.web.site_state import Site

FOLDER: Final = Path(__file__).parent

_ADDRESS: Final = re.compile(r'((?:href|src|action|formaction)=")/(?!/)')

SCRIPTS: Final = ("live.js", "replay.js", "show.js", "site.js")


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


def winners(match: StoredMatch) -> Sequence[bool]:
    """For each seat whether it came first; all false before the end."""
    if match.status != "finished" or not match.ranks or len(set(match.ranks)) == 1:
        return [False] * len(match.fixture.players)
    return [rank == 1 for rank in match.ranks]
