"""Pages of ladders: their list, agents and matches, and entering agents."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, Response

from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.boards.display_names import profiles
from agonist.arena.boards.finished_matches import KINDS
from agonist.arena.ladders.ladder import LadderGame, LadderTerms, change_terms, join, leave, open_ladder
from agonist.arena.offered_games import offered_games, offered_kit
from agonist.arena.replay.live_feed import millis
from agonist.arena.tables import clocks
from agonist.arena.tables.ladder_tables import CLOCK_MINUTES, INCREMENT_SECONDS, open_on_ladder, opponents
from agonist.arena.tables.table import TableTerms
from agonist.core import AgonistError, UsageError
from agonist.games.titles import title_of_part
from agonist.store.platform.agents import Agent, agent, agents
from agonist.store.platform.human_tables import played_on_ladder
from agonist.store.platform.ladders import (
    STATES,
    Counted,
    Ladder,
    counted,
    entrants,
    ladder,
    ladders,
    set_state,
)
from agonist.store.platform.match_list_pages import Wanted
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.ladder_terms_form import GROUPS, read_terms, typed
from agonist.web.leaderboard import lines_of
from agonist.web.list_downloads import Listing, files
from agonist.web.page_addresses import short
from agonist.web.rendering import page, winners
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import Sent, TheForm, one, see, sends, sentence

router = APIRouter()

COLUMNS: Final = ("id", "name", "target", "open", "state")
"""The fields of a ladder in CSV and JSON, before its counts."""

LATEST_MATCHES: Final = 8
CURRENT_MATCHES: Final = 20
DESCRIPTION_CHARACTERS: Final = 200

TERMS: Final = {"name": "its name"} | {
    name: label for group in GROUPS.values() for name, label in group.items()
}

WRONG: Final = "Nothing was changed: see the fields that are marked."


@router.get("/ladders", tags=["look"])
def listed(site: TheSite, game: str = "") -> HTMLResponse:
    """All ladders, and a form to open one."""
    return _list(site, {"game": short(game), **typed(LadderTerms())})


@files(router, "/ladders")
def as_data(site: TheSite) -> Listing:
    """The same list as data."""
    rows = [
        {**{name: getattr(own, name) for name in COLUMNS}, **counts._asdict()}
        for own, counts in ladders_with_counts(site)
    ]
    return Listing({"ladders": rows}, "ladders", (*COLUMNS, *Counted._fields))


@router.post(
    "/ladders",
    tags=["open ladder"],
    openapi_extra=sends(game="the game", options="its options, such as rows=5&columns=6", **TERMS),
)
def open_(site: TheSite, form: TheForm) -> Response:
    """Open a ladder, and redirect to its page."""
    fields = _fields(form, "game", "options", "name")
    terms, problems = read_terms(fields, LadderTerms())
    if problems:
        return _list(site, fields, WRONG, problems)
    options = fields["options"].lstrip("?")
    target = f"{fields['game']}?{options}" if options else fields["game"]
    try:
        offered_kit(fields["game"])
        name = fields["name"].strip() or title_of_part(target)
        opened = open_ladder(site.store, target, name=name, terms=terms)
    except AgonistError as error:
        return _list(site, fields, sentence(error))
    return see(f"/ladders/{opened.id}")


@router.get("/ladders/{number}", tags=["look"])
def ladder_page(site: TheSite, who: TheVisitor, number: str, kind: str = "") -> HTMLResponse:
    """The page of a ladder: who leads, its agents, and matches being played."""
    if kind not in ("", *KINDS):
        raise HTTPException(400, f"A player is a {', '.join(KINDS)}, not {short(kind)}.")
    return _one(site, who, _known(site, number), kind=kind)


@router.post("/ladders/{number}", tags=["open ladder"], openapi_extra=sends(state="open, paused or closed"))
def change_state(site: TheSite, form: TheForm, number: str) -> Response:
    """Open a ladder, pause it or close it."""
    chosen, state = _known(site, number), one(form, "state")
    if state not in STATES:
        raise HTTPException(400, f"A ladder is {', '.join(STATES)}, not {short(state)}.")
    set_state(site.store, chosen.id, state)
    return see(f"/ladders/{chosen.id}")


@router.get("/ladders/{number}/settings", tags=["open ladder"])
def settings(site: TheSite, number: str) -> HTMLResponse:
    """The form for the name and the terms of a ladder."""
    chosen = _known(site, number)
    return _settings(site, chosen, {"name": chosen.name, **typed(LadderTerms.of(chosen.settings))})


@router.post("/ladders/{number}/settings", tags=["open ladder"], openapi_extra=sends(**TERMS))
def change_settings(site: TheSite, form: TheForm, number: str) -> Response:
    """Change name and terms; planned matches keep the old ones."""
    chosen, fields = _known(site, number), _fields(form, "name")
    terms, problems = read_terms(fields, LadderTerms.of(chosen.settings))
    if problems:
        return _settings(site, chosen, fields, WRONG, problems)
    try:
        change_terms(site.store, chosen, fields["name"], terms)
    except AgonistError as error:
        return _settings(site, chosen, fields, sentence(error))
    return see(f"/ladders/{chosen.id}")


@router.post(
    "/ladders/{number}/play",
    tags=["play on ladder", "tables by account"],
    openapi_extra=sends(
        other="for each other seat: an agent, or free for a person who gets a link; may be repeated",
        minutes="that each person has for the match",
        increment="seconds that each answer adds",
        name="your name, where there are no accounts",
        names="names of further people at this screen, with commas between",
    ),
)
def play(site: TheSite, who: TheVisitor, form: TheForm, number: str) -> Response:
    """Open a table that counts on this ladder, and redirect to it."""
    chosen = _known(site, number)
    fields = _fields(form, "name", "minutes", "increment")
    others = [text.strip() for text in form.get("other", ())]
    try:
        limits = TableTerms(*clocks.settings(fields["minutes"], fields["increment"]))
        names = [fields["name"], *(text.strip() for text in one(form, "names").split(","))]
        secret = the_visit().csrf
        match = open_on_ladder(site.store, chosen, others, who=who, names=names, limits=limits, secret=secret)
    except AgonistError as error:
        return _one(site, who, chosen, problem=sentence(error), fields={**fields, "others": others})
    site.wake(match)
    return see(f"/play/{match}")


@router.post(
    "/agents/{name}/ladders",
    tags=["change agent"],
    openapi_extra=sends(ladder="the number of the ladder", leave="yes: take the agent off it"),
)
def enter(site: TheSite, who: TheVisitor, form: TheForm, name: str) -> Response:
    """Put an agent on a ladder, or take it off."""
    try:
        found = agent(site.store, name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None
    if not may(who, "change agent", found.owner):
        raise HTTPException(403, f"{found.name} is somebody else's agent.")
    chosen = _known(site, one(form, "ladder"))
    try:
        if one(form, "leave"):
            leave(site.store, chosen.id, found.id)
        else:
            join(site.store, chosen.id, found.id)
    except UsageError as error:
        return _one(site, who, chosen, problem=sentence(error))
    return see(f"/ladders/{chosen.id}")


def ladders_with_counts(site: Site, game: str = "") -> list[tuple[Ladder, Counted]]:
    """The ladders, or those of one game, each with its counts."""
    counts = counted(site.store)
    found = [each for each in ladders(site.store) if game in ("", each.target.partition("?")[0])]
    return [(each, counts.get(each.id, Counted())) for each in found]


def _fields(form: Sent, *names: str) -> dict[str, str]:
    """The submitted fields, including terms."""
    terms = [name for group in GROUPS.values() for name in group]
    return {name: one(form, name).strip()[:DESCRIPTION_CHARACTERS] for name in (*names, *terms)}


def _list(
    site: Site, fields: dict[str, str], problem: str = "", problems: Mapping[str, str] | None = None
) -> HTMLResponse:
    return page(
        site,
        "ladders.html",
        status=400 if problem else 200,
        problem=problem,
        problems=problems or {},
        listed=ladders_with_counts(site),
        games=offered_games(),
        groups=GROUPS,
        given=fields,
    )


def _settings(
    site: Site,
    chosen: Ladder,
    fields: dict[str, str],
    problem: str = "",
    problems: Mapping[str, str] | None = None,
) -> HTMLResponse:
    return page(
        site,
        "ladder_settings.html",
        status=400 if problem else 200,
        problem=problem,
        problems=problems or {},
        ladder=chosen,
        groups=GROUPS,
        given=fields,
    )


def _known(site: Site, number: str) -> Ladder:
    if not (number.isdecimal() and number.isascii() and len(number) < 10):
        raise HTTPException(404, "There is no such ladder; see /ladders.")
    try:
        return ladder(site.store, int(number))
    except UsageError:
        raise HTTPException(404, f"There is no ladder {number}; see /ladders.") from None


def _one(
    site: Site,
    who: Visitor,
    chosen: Ladder,
    problem: str = "",
    kind: str = "",
    fields: Mapping[str, Any] | None = None,
) -> HTMLResponse:
    standings = site.rater.of(run=chosen.run)
    rows, scale = lines_of([row for row in standings.rows if kind in ("", row.kind)])
    # A suspended match waits for a person.
    wanted = Wanted(run=chosen.run, statuses=("playing", "suspended"), limit=CURRENT_MATCHES)
    now, _ = site.listed(wanted)
    latest, _ = site.listed(Wanted(run=chosen.run, statuses=("finished",), limit=LATEST_MATCHES))
    there = set(entrants(site.store).get(chosen.id, ()))
    known = {each.id: each for each in agents(site.store, house=False)}
    terms = LadderTerms.of(chosen.settings)
    return page(
        site,
        "ladder.html",
        status=400 if problem else 200,
        problem=problem,
        ladder=chosen,
        game=chosen.target.partition("?")[0],
        counts=counted(site.store).get(chosen.id, Counted()),
        terms=asdict(terms),
        rows=rows,
        scale=scale,
        profiles=profiles(site.store, rows),
        kind=kind,
        kinds=KINDS,
        matches=standings.matches,
        pending=standings.pending,
        behind=standings.behind,
        ended=millis(standings.end),
        agents=[known[number] for number in sorted(there & known.keys(), key=lambda at: known[at].name)],
        addable=[each for each in known.values() if each.id not in there and _may_add(who, each)],
        now=now,
        latest=latest,
        winners=winners,
        seats=_seats(site, who, chosen, terms, (fields or {}).get("others", ())),
        given=fields or {"minutes": f"{CLOCK_MINUTES:g}", "increment": f"{INCREMENT_SECONDS:g}"},
    )


def _seats(
    site: Site, who: Visitor, shown: Ladder, terms: LadderTerms, chosen: Sequence[str]
) -> dict[str, Any] | None:
    """The opponents of a visitor; `None` if people cannot play here now, or the game cannot be loaded."""
    if not (shown.open and terms.person_a_day and may(who, "play on ladder")):
        return None
    try:
        course, found = LadderGame.of(shown), opponents(site.store, shown, who)
    except UsageError:
        return None
    mine = site.store.read(lambda connection: played_on_ladder(connection, shown.id, who.user, time.time()))
    others = [*chosen, *[""] * course.seats][: course.seats - 1]
    return {"chosen": others, "others": len(others), "opponents": found, "mine": mine.open}


def _may_add(who: Visitor, each: Agent) -> bool:
    return may(who, "change agent", each.owner)
