"""Lists of agents as a page, CSV and JSON, and the agents that anyone may copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse, Response

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.agents.house import house_agents
from agonist.arena.agents.reading import may_know_why, may_read
from agonist.arena.boards.standings import Standing
from agonist.reports.numbers import interval_text, number
from agonist.store.platform.agents import KINDS, STATES, Agent, Version, agents
from agonist.web import table_files
from agonist.web.site import Site, TheSite, TheVisitor, page, short

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


@router.get("/agents", tags=["look"])
def listed(
    site: TheSite,
    who: TheVisitor,
    state: str = "",
    kind: str = "",
    owner: str = "",
    q: str = "",
    after: str = "",
) -> HTMLResponse:
    """Agents by any filter, in the order of their names."""
    if not after and not q:
        house_agents(site.store)
    found = _chosen(site, who, state, kind, owner, q, after, AGENTS_ON_PAGE + 1)
    standings = standings_of(site, [agent.version for agent in found])
    filters = {"state": state, "kind": kind, "owner": owner, "q": q}
    return page(
        site,
        "agents.html",
        rows=[row_of(agent, standings, who) for agent in found[:AGENTS_ON_PAGE]],
        more=found[AGENTS_ON_PAGE - 1].name if len(found) > AGENTS_ON_PAGE else "",
        given=filters,
        states=STATES_LISTED,
        kinds=KINDS_CALLED,
        own=who.role in ("member", "admin"),
    )


@router.get("/agents.json", tags=["look"])
def as_json(
    site: TheSite, who: TheVisitor, state: str = "", kind: str = "", owner: str = "", q: str = ""
) -> JSONResponse:
    """The same agents as data."""
    found = _chosen(site, who, state, kind, owner, q, "", AGENTS_IN_FILE)
    standings = standings_of(site, [agent.version for agent in found])
    return JSONResponse({"agents": [data_of(agent, standings, who) for agent in found]})


@router.get("/agents.csv", tags=["look"])
def as_csv(
    site: TheSite, who: TheVisitor, state: str = "", kind: str = "", owner: str = "", q: str = ""
) -> Response:
    """The same agents for a spreadsheet."""
    found = _chosen(site, who, state, kind, owner, q, "", AGENTS_IN_FILE)
    standings = standings_of(site, [agent.version for agent in found])
    return table_files.as_csv([data_of(agent, standings, who) for agent in found], COLUMNS)


@router.get("/community", tags=["look"])
def community(site: TheSite, who: TheVisitor, q: str = "", after: str = "") -> HTMLResponse:
    """Agents whose configuration anyone may read and copy."""
    house_agents(site.store)
    found = agents(site.store, public=True, text=short(q), after=short(after), limit=AGENTS_ON_PAGE + 1)
    standings = standings_of(site, [agent.version for agent in found])
    return page(
        site,
        "community.html",
        rows=[row_of(agent, standings, who) for agent in found[:AGENTS_ON_PAGE]],
        more=found[AGENTS_ON_PAGE - 1].name if len(found) > AGENTS_ON_PAGE else "",
        given={"q": q},
    )


def row_of(agent: Agent, standings: dict[int, Standing], who: Visitor) -> dict[str, Any]:
    """An agent as a row of the pages' tables."""
    line = standings.get(agent.version.id)
    row = line.row if line else None
    return {
        "agent": agent,
        "kind": KINDS_CALLED[agent.version.kind],
        "owner": "house" if agent.house else agent.owner_name or "this machine",
        "rating": number(row.rating if row else None, 0),
        "interval": interval_text(row.low, row.high, 0) if row else "",
        "matches": f"{row.matches if row else 0:,}",
        "player": agent.version.player if may_read(who, agent) else "",
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


def _chosen(
    site: Site, who: Visitor, state: str, kind: str, owner: str, q: str, after: str, limit: int
) -> list[Agent]:
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
        text=short(q),
        after=short(after),
        limit=limit,
    )


def standings_of(site: Site, versions: Iterable[Version]) -> dict[int, Standing]:
    """The rows of versions of agents on the board of all games, by id, as far as they have one."""
    lines = {line.row.player: line for line in site.rater.of().rows}
    named = {version.id: site.rater.name_of(version) for version in versions}
    return {number: lines[name] for number, name in named.items() if name in lines}
