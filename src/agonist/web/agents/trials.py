"""Tests and trials of an agent: a test match with one click, and its requests and answers."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, Response

from agonist.arena.accounts.permissions import may
from agonist.arena.agents.ability_trials import ARM_GAMES, ability_of, measured, start_ability
from agonist.arena.agents.trial_matches import requests_to, start_test
from agonist.arena.match_visibility import OVER
from agonist.core import AgonistError
from agonist.games import SHORT_GAME
from agonist.metrics.report_section import Section
from agonist.reports.report_tables import measured as text_tables
from agonist.store.platform.agents import Agent
from agonist.store.platform.match_list_pages import progress
from agonist.store.platform.trials import TEST, Trial, trials
from agonist.web.agents.editing import agent_named, owned
from agonist.web.current_visitor import TheVisitor
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, one, see, sends

router = APIRouter()


@router.post(
    "/agents/{name}/test",
    tags=["change agent", "tests by account"],
    openapi_extra=sends(game="a game; by default Tic-Tac-Toe", opponent="random (the default) or reference"),
)
def test(site: TheSite, who: TheVisitor, name: str, form: TheForm) -> Response:
    """Start a test match, and redirect to its page."""
    agent = owned(site, who, name, "change agent")
    game = one(form, "game", SHORT_GAME)
    opponent = one(form, "opponent", "random")
    if opponent not in ("random", "reference"):
        raise HTTPException(400, "The opponent of a test match is random or reference: choose one of these.")
    try:
        match = start_test(site.store, agent, game, opponent)
    except AgonistError as error:
        raise HTTPException(409, f"{agent.name} cannot play a test match: {error}") from None
    site.wake(match.id)
    return see(f"/agents/{agent.name}/trials/{match.run}")


@router.post(
    "/agents/{name}/trials",
    tags=["change agent"],
    openapi_extra=sends(kind="the ability", games=f"of each arm: {', '.join(map(str, ARM_GAMES))}"),
)
def try_ability(site: TheSite, who: TheVisitor, name: str, form: TheForm) -> Response:
    """Start a trial of an ability, and redirect to its page."""
    agent = owned(site, who, name, "change agent")
    games = one(form, "games")
    many = int(games) if games.isdecimal() and games.isascii() and len(games) < 4 else ARM_GAMES[0]
    try:
        kind = one(form, "kind")
        run = start_ability(site.store, agent, kind, many)
    except AgonistError as error:
        raise HTTPException(409, f"This trial cannot be played: {error}.") from None
    site.wake(site.store.matches(run.id)[0].id)
    return see(f"/agents/{agent.name}/trials/{run.id}")


@router.post("/agents/{name}/trials/{run}/again", tags=["change agent"])
def go_on(site: TheSite, who: TheVisitor, name: str, run: str) -> Response:
    """Continue a suspended trial."""
    agent = owned(site, who, name, "change agent")
    known = _trial(site, agent, run)
    site.wake(site.store.matches(known.run)[0].id)
    return see(f"/agents/{agent.name}/trials/{known.run}")


@router.get("/agents/{name}/trials/{run}", tags=["change agent"])
def trial(site: TheSite, who: TheVisitor, name: str, run: str) -> HTMLResponse:
    """The page of a trial, live and afterwards; for a test match, requests with answers and results."""
    agent = owned_or_found(site, who, name)
    known = _trial(site, agent, run)
    return _test(site, agent, run) if known.kind == TEST else _ability(site, agent, known)


def _trial(site: Site, agent: Agent, run: str) -> Trial:
    known = next((each for each in trials(site.store, agent.id) if each.run == run), None)
    if known is None:
        raise HTTPException(404, f"{agent.name} has no such trial.")
    return known


def _ability(site: Site, agent: Agent, known: Trial) -> HTMLResponse:
    run = site.store.run(known.run)
    playing = site.store.is_playing(run.id)
    if run.status == "running" and not playing:
        # Just planned, or the process that played it has ended.
        site.wake(site.store.matches(run.id)[0].id)
    return page(
        site,
        "agent_trial.html",
        agent=agent,
        kind=known.kind,
        about=ability_of(known.kind, agent.version.player).trial.about,
        run=run,
        tables_made=list(text_tables([Section("", "", tuple(measured(site.store, run)))])),
        stopped="" if playing or run.status in ("running", "finished") else run.note or run.status,
    )


def _test(site: Site, agent: Agent, run: str) -> HTMLResponse:
    (match,) = site.store.matches(run)
    over = match.status in OVER
    stopped = match.error if match.status == "suspended" else ""
    if not over and not stopped and match.status != "playing":
        site.wake(match.id)
    return page(
        site,
        "agent_test.html",
        agent=agent,
        match=match,
        requests=requests_to(site.store, match),
        steps=progress(site.store, match.id)[1],
        over=over,
        stopped=stopped,
        ending=site.replays.of(match).ending,
    )


def owned_or_found(site: Site, who: TheVisitor, name: str) -> Agent:
    """The agent, if this visitor may see its requests."""
    agent = agent_named(site, name)
    if agent.state == "deleted" and may(who, "change agent", agent.owner):
        return agent
    return owned(site, who, name, "change agent")
