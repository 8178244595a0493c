"""The page of one agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, JSONResponse

from agonist.arena.accounts.permissions import may
from agonist.arena.agents.ability_trials import ARM_GAMES, measured, offered
from agonist.arena.agents.agent_form import typed_of
from agonist.arena.agents.privacy import may_know_why, may_read
from agonist.arena.agents.registration import obstacle
from agonist.arena.agents.track_record import AgentRecord, record_of
from agonist.arena.match_visibility import rows
from agonist.arena.offered_games import offered_games
from agonist.metrics.report_section import Section
from agonist.pages.small_svg_charts import Scale, axis, interval
from agonist.reports.number_format import percent, percents, ranks
from agonist.reports.report_tables import measured as text_tables
from agonist.store.platform.agents import Agent, Version, versions
from agonist.store.platform.ladders import Ladder, entrants, ladders
from agonist.store.platform.match_list_pages import Listed
from agonist.store.platform.match_progress_queries import progress_by_match
from agonist.store.platform.trials import TEST, Trial, trials
from agonist.web.agents.editing import agent_named
from agonist.web.agents.listing import KINDS_CALLED, data_of, rating_of, standings_of
from agonist.web.current_visitor import TheVisitor
from agonist.web.rendering import page, winners
from agonist.web.site_state import Site, TheSite

router = APIRouter()

TRIALS: int = 8
"""Latest trials on the page."""


@router.get("/agents/{name}", tags=["look"])
def profile(site: TheSite, who: TheVisitor, name: str, version: str = "") -> HTMLResponse:
    """An agent's description and results, for the current or an earlier version."""
    agent = agent_named(site, name)
    known = versions(site.store, agent.id)
    chosen = _chosen(agent, known, version)
    site.rater.of()
    record = record_of(site.store, site.rater, chosen, who)
    steps = progress_by_match(site.store, [match.id for match in record.latest])
    latest = [Listed(match, steps.get(match.id, ("", 0))[1]) for match in record.latest]
    rate, tried = Scale(0.0, 1.0), trials(site.store, agent.id)
    return page(
        site,
        "agent.html",
        agent=agent,
        kind=KINDS_CALLED[chosen.kind],
        chosen=chosen,
        versions=_versions(site, known),
        called=site.rater.name_of(chosen) or chosen.name,
        record=record,
        reading=not site.rater.has_read,
        ratings=_ratings(site, chosen, record),
        parts=[
            (title, [_rated(part.name, part, rate) for part in parts], axis(rate))
            for title, parts in (("By ability", record.abilities), ("By game", record.games))
        ],
        opponents=[
            {**_rated(pair.opponent, pair, rate), "record": f"{pair.wins}/{pair.draws}/{pair.losses}"}
            for pair in record.opponents
        ],
        listed=rows(site.store, latest, who),
        winners=winners,
        ladders=_ladders(site, agent),
        knows_why=may_know_why(who, agent),
        readable=may_read(who, agent),
        typed=typed_of(chosen.player) if may_read(who, agent) else None,
        changes=may(who, "change agent", agent.owner) and not agent.house and agent.state != "deleted",
        pauses=may(who, "pause agent", agent.owner) and not agent.house and agent.state != "deleted",
        copies=may_read(who, agent) and may(who, "add agent"),
        obstacle=obstacle(agent) if may(who, "change agent", agent.owner) else "",
        trials=tried[:TRIALS],
        names={each.id: each.name for each in known},
        games=offered_games(),
        abilities=offered(agent.version),
        arm_games=ARM_GAMES,
        measured=_measured(site, tried),
        dollars="n/a" if record.dollars is None or not record.requests else f"${record.dollars:.4f}",
        a_match="n/a" if record.dollars_a_match is None else f"${record.dollars_a_match:.4f}",
    )


@router.get("/agents/{name}/profile.json", tags=["look"])
def as_json(site: TheSite, who: TheVisitor, name: str, version: str = "") -> JSONResponse:
    """The same as data."""
    agent = agent_named(site, name)
    known = versions(site.store, agent.id)
    chosen = _chosen(agent, known, version)
    standings = standings_of(site, [agent.version])
    names = [{"version": each.nth, "plays_as": each.name, "created": each.created} for each in known]
    record = record_of(site.store, site.rater, chosen, who)
    return JSONResponse(
        {**data_of(agent, standings, who), "versions": names, "shown": chosen.nth, "record": record.as_dict()}
    )


def _chosen(agent: Agent, known: list[Version], version: str) -> Version:
    if not version:
        return agent.version
    chosen = next((each for each in known if str(each.nth) == version), None)
    if chosen is None:
        raise HTTPException(404, f"{agent.name} has versions 1 to {len(known)}.")
    return chosen


def _versions(site: Site, known: Sequence[Version]) -> list[dict[str, Any]]:
    """The versions, the latest first, with their ratings over all games."""
    standings = standings_of(site, known)
    return [{"version": each, **rating_of(standings.get(each.id))} for each in reversed(known)]


def _ratings(site: Site, version: Version, record: AgentRecord) -> list[dict[str, Any]]:
    """Its rows on the board of all games and on the board of each game it has played."""
    name, agent_named = site.rater.name_of(version), []
    for game in ("", *(part.name for part in record.games)):
        standings = site.rater.of(game)
        line = next((line for line in standings.rows if line.row.player == name), None)
        if line is not None:
            rank = ranks(line.row.rank_low, line.row.rank_high)
            agent_named.append({"game": game, "rank": rank, "of": len(standings.rows), **rating_of(line)})
    return agent_named


def _ladders(site: Site, agent: Agent) -> list[tuple[Ladder, bool]]:
    """Each ladder that is open or has the agent, and whether the agent is on it."""
    on = entrants(site.store)
    agent_named = [(each, agent.id in on.get(each.id, ())) for each in ladders(site.store)]
    return [(each, joined) for each, joined in agent_named if joined or each.open]


def _measured(site: Site, tried: Sequence[Trial]) -> list[tuple[str, Any]]:
    """The first table of its suite for the latest finished trial of each ability."""
    agent_named: dict[str, tuple[str, Any]] = {}
    for trial in tried:
        if trial.kind != TEST and trial.kind not in agent_named:
            run = site.store.run(trial.run)
            if run.status == "finished" and (tables := measured(site.store, run)):
                agent_named[trial.kind] = (
                    f"{trial.kind.capitalize()}: abilities",
                    next(iter(text_tables([Section("", "", tuple(tables[:1]))]))),
                )
    return list(agent_named.values())


def _rated(name: str, part: Any, scale: Scale) -> dict[str, Any]:
    return {
        "name": name,
        "rate": percent(part.rate),
        "interval": percents(part.low, part.high),
        "figure": interval(part.rate, part.low, part.high, scale),
        "matches": getattr(part, "matches", 0),
    }
