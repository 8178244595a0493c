"""Lists of agents as a page, CSV and JSON, and the agents that anyone may copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException
from fastapi.responses import HTMLResponse

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.agents.house import house_agents
from agonist.arena.agents.privacy import may_know_why, may_read
from agonist.arena.boards.standings import Standing
from agonist.reports.number_format import interval_text, number
from agonist.store.platform.agents import KINDS, STATES, Agent, Version, agents
from agonist.web.current_visitor import TheVisitor
from agonist.web.list_downloads import Listing, files
from agonist.web.page_addresses import short
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite

router = APIRouter()

AGENTS_ON_PAGE: Final = 100
"""Agents on a page."""

AGENTS_IN_FILE: Final = 10_000
"""Agents in a file."""

KINDS_CALLED: Final = {"model": "model", "http": "HTTP agent", "python": "Python", "built-in": "built in"}

COLUMNS: Final = (
    "name", "owner", "house", "kind", "state", "reason", "public", "language", "code", "about", "version",
    "plays_as", "player", "rating", "low", "high", "matches",
)  # fmt: skip
"""The fields of an agent in CSV and JSON."""

STATES_LISTED: Final = tuple(state for state in STATES if state != "deleted")


@dataclass(frozen=True)
class Filters:
    """The filters in the address."""

    state: str = ""
    kind: str = ""
    owner: str = ""
    q: str = ""


TheFilters = Annotated[Filters, Depends()]


@router.get("/agents", tags=["look"])
def listed(site: TheSite, who: TheVisitor, chosen: TheFilters, after: str = "") -> HTMLResponse:
    """Agents by any filter, in the order of their names."""
    if not after and not chosen.q:
        house_agents(site.store)
    return page(
        site,
        "agents.html",
        **_shown(site, who, _chosen(site, who, chosen, after, AGENTS_ON_PAGE + 1)),
        given=asdict(chosen),
        states=STATES_LISTED,
        kinds=KINDS_CALLED,
        own=who.role in ("member", "admin"),
    )


@files(router, "/agents")
def as_data(site: TheSite, who: TheVisitor, chosen: TheFilters) -> Listing:
    """The same agents as data."""
    found = _chosen(site, who, chosen, "", AGENTS_IN_FILE)
    standings = standings_of(site, [agent.version for agent in found])
    return Listing({"agents": [data_of(agent, standings, who) for agent in found]}, "agents", COLUMNS)


@router.get("/community", tags=["look"])
def community(site: TheSite, who: TheVisitor, q: str = "", after: str = "") -> HTMLResponse:
    """Agents whose configuration anyone may read and copy."""
    house_agents(site.store)
    found = agents(site.store, public=True, text=short(q), after=short(after), limit=AGENTS_ON_PAGE + 1)
    return page(site, "community.html", **_shown(site, who, found), given={"q": q})


def _shown(site: Site, who: Visitor, found: Sequence[Agent]) -> dict[str, Any]:
    """The rows of a page of agents, and the name after which the next page begins, if there is one."""
    standings = standings_of(site, [agent.version for agent in found])
    return {
        "rows": [row_of(agent, standings, who) for agent in found[:AGENTS_ON_PAGE]],
        "more": found[AGENTS_ON_PAGE - 1].name if len(found) > AGENTS_ON_PAGE else "",
    }


def row_of(agent: Agent, standings: dict[int, Standing], who: Visitor) -> dict[str, Any]:
    """An agent as a row of the pages' tables."""
    return {
        "agent": agent,
        "kind": KINDS_CALLED[agent.version.kind],
        "owner": "house" if agent.house else agent.owner_name or "this machine",
        **rating_of(standings.get(agent.version.id)),
        "player": agent.version.player if may_read(who, agent) else "",
    }


def rating_of(line: Standing | None) -> dict[str, str]:
    """The rating, its interval and the matches in a row of a board, as texts."""
    row = line.row if line else None
    return {
        "rating": number(row.rating if row else None, 0),
        "interval": interval_text(row.low, row.high, 0) if row else "",
        "matches": f"{row.matches if row else 0:,}",
    }


def data_of(agent: Agent, standings: dict[int, Standing], who: Visitor) -> dict[str, Any]:
    """An agent for JSON and CSV; `player` and `reason` are empty for visitors who may not see them."""
    line = standings.get(agent.version.id)
    row = line.row if line else None
    plays = agent.version
    return {
        "name": agent.name,
        "owner": agent.owner_name,
        "house": agent.house,
        "kind": plays.kind,
        "state": agent.state,
        "reason": agent.reason if may_know_why(who, agent) else "",
        "public": agent.public,
        "language": agent.language,
        "code": agent.code,
        "about": agent.about,
        "version": plays.nth,
        "plays_as": plays.name,
        "player": plays.player if may_read(who, agent) else "",
        "rating": row.rating if row else None,
        "low": row.low if row else None,
        "high": row.high if row else None,
        "matches": row.matches if row else 0,
    }


def _chosen(site: Site, who: Visitor, chosen: Filters, after: str, limit: int) -> list[Agent]:
    state, kind, owner = chosen.state, chosen.kind, chosen.owner
    if state and state not in STATES_LISTED:
        raise HTTPException(400, f"An agent is {', '.join(STATES_LISTED)}, not {short(state)}.")
    if kind and kind not in KINDS:
        raise HTTPException(400, f"The kinds of agents are {', '.join(KINDS)}, and none is {short(kind)}.")
    return agents(
        site.store,
        states=(state,) if state else STATES_LISTED,
        kind=kind,
        owner=who.user if owner == "me" else None,
        owner_name="" if owner in ("me", "house") else short(owner),
        house=True if owner == "house" else None,
        text=short(chosen.q),
        after=short(after),
        limit=limit,
    )


def standings_of(site: Site, versions: Iterable[Version]) -> dict[int, Standing]:
    """The rows of versions of agents on the board of all games, by id, as far as they have one."""
    lines = {line.row.player: line for line in site.rater.of().rows}
    named = {version.id: site.rater.name_of(version) for version in versions}
    return {number: lines[name] for number, name in named.items() if name in lines}
