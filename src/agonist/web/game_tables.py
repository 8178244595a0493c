"""Opening a table, sitting down by a link, and calling it off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, Response

from agonist.arena.match_visibility import OVER
from agonist.arena.tables import clocks
from agonist.arena.tables.seats import MOST_WORK, hashed, new_token, opened_by, seats_of
from agonist.arena.tables.table import TableTerms, close_table, join, open_table
from agonist.core import AgonistError, UsageError
from agonist.games.titles import title_of
from agonist.kit import Kit
from agonist.kit.option_help import option_help
from agonist.store import StoredMatch
from agonist.store.platform.agents import agents
from agonist.store.platform.human_tables import Table, table_of, tables_of
from agonist.store.platform.ladders import ladder_of
from agonist.text import parse_spec
from agonist.tournament import parse_target
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.games import kit_of
from agonist.web.games import seats_of as sizes_in_words
from agonist.web.ladders import ladders_with_counts
from agonist.web.lobby import lobby
from agonist.web.page_addresses import short
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import Sent, TheForm, one, see, sends

router = APIRouter()

PLAYERS: Final = ("human", "random", "reference", "mcts?playouts=200", "minimax?depth=3")
"""Suggestions of the form if any player can be typed."""

MOST_OPPONENTS: Final = 50
"""The most agents that are suggested."""


@router.get("/play", tags=["play"])
def choose(site: TheSite, game: str = "", seats: str = "", options: str = "") -> HTMLResponse:
    """The form for a new table, with a player for each seat; without a game, the page that asks for one."""
    if not game.strip():
        return lobby(site)
    return _form(site, short(game), short(seats), short(options), [])


@router.post(
    "/play",
    tags=["play", "tables by account"],
    openapi_extra=sends(
        game="the game",
        options="its options, such as rows=5&columns=6",
        player="for each seat: human, free (for a person who gets a link), or a player; may be repeated",
        name="the name of a guest",
        minutes="that each person has for the match; without them there is no clock",
        increment="seconds that each answer adds",
        on_time="what follows when the time is over: forfeit (the default) or fallback",
        practice="yes: no board counts the match",
        open="yes: the lobby offers its free seats",
    ),
)
def open_(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Open the table, and redirect to it; without players, one against our own."""
    game, options = one(form, "game"), short(one(form, "options"))
    kit = kit_of(game)
    players = [player.strip() for player in form.get("player", ())]
    try:
        players = players or _usual(kit, parse_target(_typed(game, options)).game.seats)
        target = _target(game, options, len(players))
        terms, name = _terms(form), one(form, "name")
        secret = the_visit().csrf
        number = open_table(site.store, target, players, who=who, name=name, terms=terms, secret=secret)
    except AgonistError as error:
        return _form(site, game, str(len(players)), options, players, problem=str(error), sent=form)
    site.wake(number)
    table = table_of(site.store, number)
    where = "play" if table is not None and table.chairs else "matches"
    return see(f"/{where}/{number}")


def _terms(sent: Sent) -> TableTerms:
    clock, increment = clocks.settings(one(sent, "minutes"), one(sent, "increment"))
    # Somebody who knows the seed could work out the others' cards.
    seed = None if the_visit().public else _seed(one(sent, "seed").strip())
    return TableTerms(
        clock,
        increment,
        one(sent, "on_time") or "forfeit",
        seed,
        rated=not one(sent, "practice"),
        open=bool(one(sent, "open")),
    )


def _seed(text: str) -> int | None:
    """The typed seed; `None` if the field is empty."""
    if not text:
        return None
    if not (text.isdecimal() and text.isascii() and len(text) < 12):
        raise UsageError(f"a seed is a whole number, not {text[:40]!r}")
    return int(text)


def _form(
    site: Site,
    game: str,
    seats: str,
    options: str,
    players: Sequence[str],
    problem: str = "",
    sent: Sent | None = None,
) -> HTMLResponse:
    kit, visit = kit_of(game), the_visit()
    sizes: Any = kit.game.sizes
    usual = int(kit.options().get("seats", min(sizes)))
    count = int(seats) if seats.isdecimal() and len(seats) < 4 and int(seats) in sizes else usual
    shown = [*players, *_usual(kit, count)[len(players) :]][:count]
    who = visit.visitor
    mine = [site.store.match(number) for number in tables_of(site.store, who.user, who.session)]
    return page(
        site,
        "choose.html",
        status=400 if problem else 200,
        problem=problem,
        name=game,
        title=title_of(game),
        sizes=list(sizes)[:40],
        seated=sizes_in_words(kit),
        count=count,
        options=options,
        known=[each for each in option_help(kit.game) if each.name != "seats"],
        players=shown,
        suggested=_opponents(site),
        sent=sent or {},
        own=mine,
        ladders=[each for each, _ in ladders_with_counts(site, game) if each.open],
    )


def _opponents(site: Site) -> list[str]:
    """The players that a visitor may choose: people, built-in players, agents."""
    visit = the_visit()
    if not visit.public:
        return [
            *PLAYERS,
            *(each.name for each in agents(site.store, states=("online",), limit=MOST_OPPONENTS)),
        ]
    found = agents(site.store, states=("online",), house=True, limit=MOST_OPPONENTS)
    if visit.visitor.user is not None:
        found += agents(site.store, states=("online",), owner=visit.visitor.user, limit=MOST_OPPONENTS)
    return ["human", "free", *MOST_WORK, *dict.fromkeys(each.name for each in found)]


def _usual(kit: Kit, seats: int) -> list[str]:
    """Who sits at a table if nobody says otherwise: a person first, and the best player that we have."""
    return ["human", *["baseline" if kit.speech_only else "reference"] * (seats - 1)]


def _typed(game: str, options: str) -> str:
    return f"{game}?{options.lstrip('?')}" if options else game


def _target(game: str, options: str, seats: int) -> str:
    _, chosen = parse_spec(_typed(game, options))
    whole = {**chosen, "seats": str(seats)}
    return f"{game}?{'&'.join(f'{name}={value}' for name, value in whole.items())}"


@router.get("/play/{number}/join/{token}", tags=["play"])
def invited(site: TheSite, who: TheVisitor, number: str, token: str) -> Response:
    """The page of a link to a seat. Only its button takes the seat, since programs that show previews follow
    links, too.
    """
    stored, table = site.match(number), _table(site, number)
    if seats_of(table, who) and who.role != "local":
        return see(f"/play/{stored.id}")
    return _invited(site, stored, table, token)


@router.post("/play/{number}/join/{token}", tags=["play"], openapi_extra=sends(name="the name of a guest"))
def sit(site: TheSite, who: TheVisitor, form: TheForm, number: str, token: str) -> Response:
    """Take the seat, unless somebody else has it already."""
    stored, table = site.match(number), _table(site, number)
    typed = one(form, "name")
    try:
        seat = join(site.store, stored.id, token, who, typed)
    except UsageError as why:
        return _invited(site, stored, table, token, problem=str(why), typed=typed)
    site.wake(stored.id)
    return see(f"/play/{stored.id}?as=seat{seat + 1}")


def _invited(
    site: Site, stored: StoredMatch, table: Table, token: str, problem: str = "", typed: str = ""
) -> HTMLResponse:
    """The page of an invitation: it names the players, and shows nothing of the match."""
    digest = hashed(token)
    known = {table.invitation, *(chair.invitation for chair in table.chairs)}
    free = table.free if stored.status not in OVER else []
    if not problem and free and digest not in known:
        problem = "This link is not valid any more: ask for another one."
    taken = [name for seat, name in enumerate(stored.fixture.players) if seat not in table.free]
    clock = ""
    if table.clock is not None:
        added = f" and {table.increment:g} seconds for each answer" if table.increment else ""
        clock = f"{table.clock / 60:g} minutes for the match{added}"
    return page(
        site,
        "join.html",
        status=409 if problem else 200,
        match=stored,
        title=title_of(stored.fixture.game),
        free=free if digest in known else [],
        others=taken,
        clock=clock,
        ladder=ladder_of(site.store, stored.id),
        here_again=f"/play/{stored.id}/join/{token}",
        problem=problem and f"{problem[0].upper()}{problem[1:]}",
        typed=typed,
    )


@router.post(
    "/play/{number}/link", tags=["play"], openapi_extra=sends(seat="its number, from 1; any: any free one")
)
def another_link(site: TheSite, who: TheVisitor, form: TheForm, number: str) -> Response:
    """Make new links for a table, for the person who opened it."""
    stored, table = site.match(number), _own_table(site, who, number)
    text = one(form, "seat")
    seat = None if text == "any" else int(text) - 1 if text.isdecimal() and len(text) < 4 else -1
    if seat is not None and seat not in table.free:
        raise HTTPException(409, "This seat is not free (any more).")
    new_token(site.store, table, seat, the_visit().csrf)
    return see(f"/play/{stored.id}")


@router.post("/play/{number}/close", tags=["play"])
def close(site: TheSite, who: TheVisitor, number: str) -> Response:
    """Cancel a match that has not begun."""
    _own_table(site, who, number)
    try:
        close_table(site.store, site.match(number))
    except UsageError as why:
        raise HTTPException(409, f"{str(why).capitalize()}.") from None
    return see(f"/play/{number}")


def _table(site: Site, number: str) -> Table:
    found = table_of(site.store, site.match(number).id)
    if found is None:
        raise HTTPException(404, f"Match {number} is not played in a browser.")
    return found


def _own_table(site: Site, who: TheVisitor, number: str) -> Table:
    table = _table(site, number)
    if not opened_by(table, who):
        raise HTTPException(403, "Somebody else opened this table.")
    return table
