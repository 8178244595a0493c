"""Playing in the browser: a question is a form, and its answer is stored."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import JSONResponse, Response

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.match_visibility import OVER, audience_of, people
from agonist.arena.replay.shown_match import Replay
from agonist.arena.tables.open_asks import OpenAsk, open_asks
from agonist.arena.tables.table import StaleAnswer, answer, resign
from agonist.store.platform.answers_of_people import AskKey, is_kept_answer
from agonist.store.platform.human_tables import saw
from agonist.web.answer_form import TYPED, WrongField, action_of, typed_action
from agonist.web.current_visitor import TheVisitor
from agonist.web.game_table_page import (
    TableVisit,
    has_failed,
    note_presence,
    open_questions,
    seat_rows,
    seat_shown,
    state_key,
    table_page,
    visit_of,
    wake_if_idle,
)
from agonist.web.page_addresses import seat_of
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import Sent, TheForm, one, see, sends, sentence, strange

router = APIRouter()

FRESH: Final = "This is the current position."


@router.get("/play/{number}", tags=["play"])
def show(
    site: TheSite, who: TheVisitor, request: Request, number: str, as_: Annotated[str, Query(alias="as")] = ""
) -> Response:
    """The page of a table: what the visitor's seat sees and is asked; others may watch."""
    at = visit_of(site, who, number)
    if not at.mine and not (at.opener and at.waits):
        if not people(at.stored):
            raise HTTPException(404, f"Nobody plays match {number} in a browser: see /matches/{number}.")
        return see(f"/matches/{at.stored.id}")
    if at.stored.status in OVER and not audience_of(site.store, at.stored, who).everything:
        return see(f"/matches/{at.stored.id}")
    return table_page(site, at, seat_of(as_), request)


@router.post(
    "/play/{number}",
    tags=["play"],
    openapi_extra=sends(
        seat="its number, from 1",
        step="of the question, as the page has it",
        attempt="as the page has it",
        nonce="8 to 64 characters of your own; the same if you send the same answer again",
        probe="the name of a hidden question, if it is one",
        typed="the move in words, as a player would write it",
        option="or its number among the options, from 0",
    ),
)
def move(site: TheSite, who: TheVisitor, request: Request, form: TheForm, number: str) -> Response:
    """Store an answer if the question is still open and the ask accepts it."""
    at = visit_of(site, who, number)
    stored = at.stored
    seat, step, nonce = seat_of(f"seat{one(form, 'seat')}"), one(form, "step"), one(form, "nonce")
    attempt = one(form, "attempt")
    if (
        seat not in people(stored)
        or not all(text.isdecimal() and text.isascii() and len(text) < 9 for text in (step, attempt))
        or not 8 <= len(nonce) <= 64
    ):
        raise strange()
    if seat not in at.mine:
        raise HTTPException(403, "This seat is somebody else's.")
    nonce = f"{attempt}:{nonce}"
    back = see(f"/play/{stored.id}?as=seat{seat + 1}")
    replay = site.replays.of(stored)
    key = AskKey(int(step), seat, one(form, "probe"))
    open_now = [] if at.waits else open_asks(site.store, replay, ())
    found = next((each for each in open_now if each.key == key), None)
    if found is None:
        if is_kept_answer(site.store, stored.id, key, nonce):
            return back
        return table_page(site, at, seat, request, status=409, problem=f"The match has moved on. {FRESH}")
    try:
        action = _action(replay, found, form)
    except WrongField as why:
        return table_page(site, at, seat, request, status=422, wrong=why, sent=form)
    try:
        answer(site.store, replay, found, nonce, action)
    except StaleAnswer as why:
        site.wake(stored.id)
        return table_page(site, at, seat, request, status=409, problem=f"{sentence(why)} {FRESH}")
    site.wake(stored.id)
    return back


@router.post("/play/{number}/again", tags=["play"])
def again(site: TheSite, who: TheVisitor, number: str) -> Response:
    """Continue a match that was suspended by a player's failure."""
    at = _visit_with_seat(site, who, number)
    site.wake(at.stored.id)
    return see(f"/play/{at.stored.id}")


@router.post("/play/{number}/resign", tags=["play"], openapi_extra=sends(seat="its number, from 1"))
def give_up(site: TheSite, who: TheVisitor, form: TheForm, number: str) -> Response:
    """Resign; the page asks for confirmation."""
    at = _visit_with_seat(site, who, number)
    seat = seat_of(f"seat{one(form, 'seat')}")
    if seat is None or seat not in at.mine:
        raise HTTPException(403, "This seat is somebody else's.")
    if at.stored.status not in OVER:
        resign(site.store, at.stored.id, seat)
        site.wake(at.stored.id)
    return see(f"/play/{at.stored.id}?as=seat{seat + 1}")


@router.get("/play/{number}/now", tags=["play"])
def now(
    site: TheSite, who: TheVisitor, number: str, as_: Annotated[str, Query(alias="as")] = ""
) -> JSONResponse:
    """The parts of a table that change without a move: clocks and presence. `key` changes when the page must
    be loaded again.
    """
    at = visit_of(site, who, number)
    if not at.mine and not at.opener:
        raise HTTPException(403, "You do not sit at this table.")
    note_presence(site, at, time.time())
    replay = site.replays.of(at.stored)
    questions = open_questions(site, at, replay)
    if at.stored.status not in OVER and not at.waits and not has_failed(at.stored):
        wake_if_idle(site, at, questions)
    seat = seat_shown(at, questions, seat_of(as_))
    return JSONResponse(
        {
            "key": state_key(at, replay, questions),
            "asked": any(each.seat == seat for each in questions),
            "over": at.stored.status in OVER,
            "seats": [
                {"seat": each.seat + 1, "presence": each.presence, "left": each.left, "running": each.running}
                for each in seat_rows(at, questions)
            ],
        }
    )


@router.post("/play/{number}/left", tags=["play"])
def left(site: TheSite, who: TheVisitor, number: str) -> Response:
    """Note that a browser has closed its page of the table."""
    at = _visit_with_seat(site, who, number)
    if at.table is not None:
        saw(site.store, at.stored.id, at.mine, None)
    return Response(status_code=204)


def _visit_with_seat(site: Site, who: Visitor, number: str) -> TableVisit:
    at = visit_of(site, who, number)
    if not at.mine:
        raise HTTPException(403, "You do not sit at this table.")
    return at


def _action(replay: Replay, ask: OpenAsk, sent: Sent) -> Any:
    """The action in a submitted form: a typed move, or what its fields say."""
    if TYPED not in sent:
        return action_of(ask.ask, sent)
    words = replay.kit.words
    vocabulary = words.vocabulary(replay.game, ask.view)
    return typed_action(ask.ask, one(sent, TYPED), partial(words.label, ask.view), vocabulary)
