"""The page of a table: who sits there, what they are asked, and what has happened."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.agents.privacy import errors_of
from agonist.arena.match_visibility import ALL, BYSTANDER, OVER, people
from agonist.arena.remote_person import ASKED
from agonist.arena.replay.scenes import news_between, scene_of
from agonist.arena.replay.shown_match import Replay
from agonist.arena.tables import clocks
from agonist.arena.tables.advancing import is_under_way
from agonist.arena.tables.open_asks import OpenAsk, open_asks
from agonist.arena.tables.seats import OPEN, hashed, opened_by, seats_of, token_of
from agonist.core import Seat
from agonist.games.titles import title_of
from agonist.store import StoredMatch
from agonist.store.platform.answers_of_people import kept_answers
from agonist.store.platform.human_tables import Table, saw, table_of
from agonist.store.platform.ladders import ladder_of
from agonist.web.answer_form import WrongField, field_of, is_typed
from agonist.web.current_visitor import the_visit
from agonist.web.rendering import page
from agonist.web.site_state import Site
from agonist.web.submitted_forms import Sent, one, sentence
from agonist.web.visitor_identity import Doors
from agonist.web.visitor_identity_on_public_site import PublicDoor

NEWS_LINES: Final = 12
"""How many recent events are listed beside a board."""

AWAY_SECONDS: Final = 75.0
"""Seconds without a report after which a browser counts as away; hidden pages report once a minute."""

PRESENCE_SECONDS: Final = 5.0
"""Least seconds between two stored reports of a browser."""


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


def open_questions(site: Site, at: TableVisit, replay: Replay) -> list[OpenAsk]:
    """The questions that people have not answered; none before all seats are taken.

    `replay` is the one that the response shows: the match may have moved on since it was read.
    """
    return [] if at.waits else open_asks(site.store, replay, kept_answers(site.store, at.stored.id))


def note_presence(site: Site, at: TableVisit, when: float) -> None:
    """Store that the browsers of these seats have asked, unless they did just now."""
    if at.table is None or at.stored.status in OVER:
        return
    chairs = [at.table.chair(seat) for seat in at.mine]
    if any(chair is not None and when - (chair.seen or 0.0) > PRESENCE_SECONDS for chair in chairs):
        saw(site.store, at.stored.id, at.mine, when)


def seat_shown(at: TableVisit, questions: Sequence[OpenAsk], wanted: Seat | None) -> Seat | None:
    """The seat that is shown: the wanted one if it is theirs, otherwise one that is to move."""
    if wanted in at.mine:
        return wanted
    return next((each.seat for each in questions if each.seat in at.mine), at.mine[0] if at.mine else None)


def seats_waited_for(at: TableVisit, questions: Sequence[OpenAsk]) -> list[Seat]:
    """The seats that a visitor is told to be asked: those to move, and of hidden questions their own.

    Some hidden questions are for one side alone, so who else is asked one would tell who is on it.
    """
    return sorted({each.seat for each in questions if not each.probe or each.seat in at.mine})


def state_key(at: TableVisit, replay: Replay, questions: Sequence[OpenAsk]) -> str:
    """What a browser compares to see whether its page is out of date."""
    free = len(at.table.free) if at.table is not None else 0
    waiting = "-".join(map(str, seats_waited_for(at, questions)))
    return f"{at.stored.status}.{replay.last}.{waiting}.{free}"


def seat_rows(at: TableVisit, questions: Sequence[OpenAsk]) -> list[SeatRow]:
    """A row for each seat, with presence and clocks where people sit."""
    when, to_move = time.time(), seats_waited_for(at, questions)
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


def table_page(
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
    """The page, with what was sent and what was wrong about it, if anything was."""
    stored = at.stored
    replay = site.replays.of(stored)
    questions = open_questions(site, at, replay)
    seat = seat_shown(at, questions, wanted)
    mine = next((each for each in questions if each.seat == seat and seat in at.mine), None)
    over = stored.status in OVER
    free = _free(at)
    error = errors_of(site.store, the_visit().visitor, [stored])[stored.id]
    stopped = error if stored.status == "suspended" and not questions and has_failed(stored) else ""
    if not (over or stopped or free):
        wake_if_idle(site, at, questions)
    note_presence(site, at, time.time())
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
        seated=seat_rows(at, questions),
        clock_text=clock_text,
        asked=questions,
        waiting=seats_waited_for(at, questions),
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
        key=state_key(at, replay, questions),
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


def wake_if_idle(site: Site, at: TableVisit, questions: Sequence[OpenAsk]) -> None:
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
    return token_of(at.table, seat, the_visit().csrf) if at.table is not None and at.opener else ""


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


def _news(replay: Replay, seat: int | None) -> list[str]:
    """The events that this seat observed in the latest steps."""
    lines: list[str] = []
    for nth in range(max(replay.last - NEWS_LINES, 0), min(replay.last, len(replay.states) - 1)):
        lines += news_between(replay.kit, replay.game, replay.states[nth], replay.states[nth + 1], seat)
    return lines[-NEWS_LINES:]


def has_failed(stored: StoredMatch) -> bool:
    """Whether the match is suspended for another reason than a person's turn."""
    return bool(stored.error) and not stored.error.endswith(ASKED)
