"""Playing in the browser: a question is a form, and its answer is stored."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.agents.privacy import errors_of
from agonist.arena.audience import ALL, BYSTANDER, OVER, audience_of, people
from agonist.arena.replay.scenes import news_between, scene_of
from agonist.arena.replay.shown_match import Replay
from agonist.arena.tables import clocks
from agonist.arena.tables.advancing import is_under_way
from agonist.arena.tables.open_asks import OpenAsk, open_asks
from agonist.arena.tables.seats import OPEN, hashed, invitation, opened_by, seats_of
from agonist.arena.tables.table import StaleAnswer, answer, resign
from agonist.core import Seat
from agonist.games.titles import title_of
from agonist.store import StoredMatch
from agonist.store.platform.human_tables import Table, saw, table_of
from agonist.store.platform.ladders import ladder_of
from agonist.store.platform.page_answers import AskKey, is_kept_answer, kept_answers
from agonist.web.answer_form import TYPED, WrongField, action_of, field_of, is_typed, typed_action
from agonist.web.current_visitor import the_visit
from agonist.web.site import Site, TheSite, TheVisitor, page, seat_of
from agonist.web.submitted_forms import Sent, TheForm, one, see, sends, sentence, strange
from agonist.web.visitor_identity import Doors
from agonist.web.visitor_identity_on_public_site import PublicDoor

router = APIRouter()

NEWS_LINES: Final = 12
"""How many recent events are listed beside a board."""

AWAY_SECONDS: Final = 75.0
"""Seconds without a report after which a browser counts as away; hidden pages report once a minute."""

PRESENCE_SECONDS: Final = 5.0
"""Least seconds between two stored reports of a browser."""

FRESH: Final = "This is the current position."


@dataclass(frozen=True, slots=True)
class TableVisit:
    """A visitor's part in a table: `mine` are their seats, `opener` whether they opened it."""

    stored: StoredMatch
    table: Table | None
    mine: Sequence[Seat]
    opener: bool

    @property
    def waits(self) -> bool:
        """Whether the match has not begun because a seat is free."""
        return self.table is not None and bool(self.table.free)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player of a table. `presence`: here, away, or empty if unknown."""

    seat: Seat
    name: str
    presence: str
    left: float | None
    running: bool


def visit_of(site: Site, who: Visitor, number: str) -> TableVisit:
    """The table of a match, with the visitor's part in it."""
    stored = site.match(number)
    table = table_of(site.store, stored.id)
    if table is None:
        # Planned by a run with a person, who can answer in its terminal or here: the local person sits there.
        mine = people(stored) if who.role == "local" else []
        return TableVisit(stored, None, mine, opener=False)
    return TableVisit(stored, table, seats_of(table, who), opened_by(table, who))


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
    return _page(site, at, seat_of(as_), request)


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
        return _page(site, at, seat, request, status=409, problem=f"The match has moved on. {FRESH}")
    try:
        action = _action(replay, found, form)
    except WrongField as why:
        return _page(site, at, seat, request, status=422, wrong=why, sent=form)
    try:
        answer(site.store, replay, found, nonce, action)
    except StaleAnswer as why:
        site.wake(stored.id)
        return _page(site, at, seat, request, status=409, problem=f"{sentence(why)} {FRESH}")
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
    _note_presence(site, at, time.time())
    replay = site.replays.of(at.stored)
    questions = _open_questions(site, at, replay)
    if at.stored.status not in OVER and not at.waits and not _failed(at.stored):
        _wake_if_idle(site, at, questions)
    seat = _seat(at, questions, seat_of(as_))
    return JSONResponse(
        {
            "key": _key(at, replay, questions),
            "asked": any(each.seat == seat for each in questions),
            "over": at.stored.status in OVER,
            "seats": [
                {"seat": each.seat + 1, "presence": each.presence, "left": each.left, "running": each.running}
                for each in _seats(at, questions)
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


def _open_questions(site: Site, at: TableVisit, replay: Replay) -> list[OpenAsk]:
    """The questions that people have not answered; none before all seats are taken.

    `replay` is the one that the response shows: the match may have moved on since it was read.
    """
    return [] if at.waits else open_asks(site.store, replay, kept_answers(site.store, at.stored.id))


def _note_presence(site: Site, at: TableVisit, when: float) -> None:
    if at.table is None or at.stored.status in OVER:
        return
    chairs = [at.table.chair(seat) for seat in at.mine]
    if any(chair is not None and when - (chair.seen or 0.0) > PRESENCE_SECONDS for chair in chairs):
        saw(site.store, at.stored.id, at.mine, when)


def _seat(at: TableVisit, questions: Sequence[OpenAsk], wanted: Seat | None) -> Seat | None:
    """The seat that is shown: the wanted one if it is theirs, otherwise one that is to move."""
    if wanted in at.mine:
        return wanted
    return next((each.seat for each in questions if each.seat in at.mine), at.mine[0] if at.mine else None)


def _key(at: TableVisit, replay: Replay, questions: Sequence[OpenAsk]) -> str:
    free = len(at.table.free) if at.table is not None else 0
    waiting = "-".join(str(each.seat) for each in questions)
    return f"{at.stored.status}.{replay.last}.{waiting}.{free}"


def _seats(at: TableVisit, questions: Sequence[OpenAsk]) -> list[SeatRow]:
    when, to_move = time.time(), {each.seat for each in questions}
    found = []
    for seat, name in enumerate(at.stored.fixture.players):
        chair = at.table.chair(seat) if at.table is not None else None
        presence, rest = "", None
        if chair is not None and at.table is not None:
            rest = clocks.left(at.table, seat, is_asked=seat in to_move, now=when)
            if len(at.table.chairs) > len(at.mine) and not chair.is_free and at.stored.status not in OVER:
                heard_of = seat in at.mine or when - (chair.seen or 0.0) < AWAY_SECONDS
                presence = "here" if heard_of else "away"
        running = seat in to_move and rest is not None and at.table is not None and at.table.asked is not None
        found.append(SeatRow(seat, name, presence, None if rest is None else round(rest, 1), running))
    return found


def _page(
    site: Site,
    at: TableVisit,
    wanted: Seat | None,
    request: Request,
    *,
    status: int = 200,
    problem: str = "",
    wrong: WrongField | None = None,
    sent: Sent | None = None,
) -> HTMLResponse:
    stored = at.stored
    replay = site.replays.of(stored)
    questions = _open_questions(site, at, replay)
    seat = _seat(at, questions, wanted)
    mine = next((each for each in questions if each.seat == seat and seat in at.mine), None)
    over = stored.status in OVER
    free = _free(at)
    error = errors_of(site.store, the_visit().visitor, [stored])[stored.id]
    stopped = error if stored.status == "suspended" and not questions and _failed(stored) else ""
    if not (over or stopped or free):
        _wake_if_idle(site, at, questions)
    _note_presence(site, at, time.time())
    kit, game, words = replay.kit, replay.game, replay.kit.words
    view = game.observe(replay.state(replay.last), seat)
    scene = scene_of(kit, game, replay.states, seat, mine.ask if mine and not mine.probe else None)
    attempt = one(sent or {}, "attempt")
    door = site.door
    return page(
        site,
        "table.html",
        status=status,
        match=stored,
        replay=replay,
        seat=seat,
        mine=at.mine,
        seated=_seats(at, questions),
        clock_text=clock_text,
        asked=questions,
        waiting=sorted({each.seat for each in questions}),
        own=mine,
        over=over,
        free=[] if over else free,
        any_token=_token(at, None),
        opener=at.opener,
        mails=_sends_mail(door),
        is_open=at.table is not None and at.table.invitation == hashed(OPEN),
        entry=f"{door.scheme}://{request.headers.get('host', '')}{door.root}",
        error=error,
        stopped=stopped,
        problem=problem,
        wrong=None if wrong is None else {"name": wrong.name, "why": sentence(wrong)},
        is_at=is_at,
        sent=sent or {},
        attempt=int(attempt) + 1 if attempt else 1,
        nonce=secrets.token_hex(8),
        key=_key(at, replay, questions),
        scene=scene,
        clickable=bool(mine and scene.picture and "data-choices" in scene.picture),
        known=words.scene(game, view),
        rules=words.rules(game),
        news=_news(replay, seat),
        request=words.request(game, view, mine.ask) if mine else "",
        field=_field(replay, mine) if mine else None,
        typed=bool(mine and is_typed(mine.ask) and (scene.picture or scene.drawing)),
        title=(title := title_of(stored.fixture.game)),
        counts=_counts(site, at),
        options=replay.title(ALL if over else BYSTANDER)
        .removeprefix(title)
        .removeprefix(" (")
        .removesuffix(")"),
    )


def _wake_if_idle(site: Site, at: TableVisit, questions: Sequence[OpenAsk]) -> None:
    """Wake a match that only waits for a process, since all answers are there or a clock ran out.

    The process that should play it has not started, or ended too early.
    """
    if questions:
        late = clocks.overdue(at.table, [each.seat for each in questions], time.time()) if at.table else ()
        idle = bool(late)
    else:
        idle = at.stored.status != "playing" or not is_under_way(site.store, at.stored)
    if idle:
        site.wake(at.stored.id)


def _counts(site: Site, at: TableVisit) -> dict[str, Any]:
    """Where the match counts: nowhere, on a ladder, or on the leaderboard only."""
    ladder = ladder_of(site.store, at.stored.id)
    return {"practice": at.table is not None and not at.table.rated, "ladder": ladder}


def _free(at: TableVisit) -> list[dict[str, Any]]:
    """The free seats, with the tokens of their links for those who may see them again."""
    table = at.table
    if table is None:
        return []
    return [{"seat": seat, "token": _token(at, seat)} for seat in table.free]


def _sends_mail(door: Doors) -> bool:
    """Whether this visitor may have an invitation sent by mail."""
    return isinstance(door, PublicDoor) and door.mail is not None and the_visit().visitor.user is not None


def _token(at: TableVisit, seat: Seat | None) -> str:
    if at.table is None or not at.opener:
        return ""
    token = invitation(the_visit().csrf, at.stored.id, seat)
    if seat is None and at.table.invitation == hashed(OPEN):
        return OPEN
    chair = None if seat is None else at.table.chair(seat)
    stored_invitation = at.table.invitation if chair is None else chair.invitation
    return token if stored_invitation == hashed(token) else ""


def clock_text(seconds: float) -> str:
    """The remaining time as text.

    >>> clock_text(605.2), clock_text(9.04), clock_text(3725)
    ('10:05', '0:09', '1:02:05')
    """
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes = f"{rest // 60:02}" if hours else str(rest // 60)
    return f"{f'{hours}:' if hours else ''}{minutes}:{rest % 60:02}"


def is_at(wrong: Mapping[str, str] | None, name: str) -> bool:
    """Whether an error belongs to this field, or to a part of it that has no place for messages."""
    return wrong is not None and (wrong["name"] == name or wrong["name"].rpartition(".")[0] == name)


def _field(replay: Replay, ask: OpenAsk) -> Any:
    say = partial(replay.kit.words.label, ask.view)
    return field_of(ask.ask, say)


def _action(replay: Replay, ask: OpenAsk, sent: Sent) -> Any:
    """The action in a submitted form: a typed move, or what its fields say."""
    if TYPED not in sent:
        return action_of(ask.ask, sent)
    words = replay.kit.words
    vocabulary = words.vocabulary(replay.game, ask.view)
    return typed_action(ask.ask, one(sent, TYPED), partial(words.label, ask.view), vocabulary)


def _news(replay: Replay, seat: int | None) -> list[str]:
    """The events that this seat observed in the latest steps."""
    lines: list[str] = []
    for nth in range(max(replay.last - NEWS_LINES, 0), min(replay.last, len(replay.states) - 1)):
        lines += news_between(replay.kit, replay.game, replay.states[nth], replay.states[nth + 1], seat)
    return lines[-NEWS_LINES:]


def _failed(stored: StoredMatch) -> bool:
    """Whether the match is suspended for another reason than a person's turn."""
    return bool(stored.error) and not stored.error.endswith("is asked in the browser")
