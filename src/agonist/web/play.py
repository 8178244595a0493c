"""Playing in the browser: a table is opened, a question is a form, and its answer is written down."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from agonist.arena.audience import OVER, people
from agonist.arena.replay import Replay, heard, scene_of
from agonist.arena.tables import OpenAsk, Stale, Terms, answer, open_asks, open_table
from agonist.core import AgonistError, IllegalAction, UsageError
from agonist.store import StoredMatch
from agonist.store.answers import is_kept_answer, kept_answers
from agonist.text import parse_spec
from agonist.web.asking import Sent, action_of, field_of
from agonist.web.rules import called, kit_of, seats_of
from agonist.web.site import Site, TheSite, page, seat_of, short

router = APIRouter()

PLAYERS: Final = ("human", "random", "reference", "mcts?playouts=200", "minimax?depth=3")
"""What the form suggests; any player can be typed."""

NEWS: Final = 12
"""Lines of what has happened that stand beside a board."""


@router.get("/play")
def choose(site: TheSite, game: str = "connect_four", seats: str = "", options: str = "") -> HTMLResponse:
    """Who plays what: a form with a player for each seat."""
    return _form(site, short(game), short(seats), short(options), [])


@router.post("/play")
def open_(site: TheSite, request: Request) -> Response:
    """Open the table and go there."""
    sent: Sent = request.scope["form"]
    game, options = _one(sent, "game"), short(_one(sent, "options"))
    players = [player.strip() for player in sent.get("player", ())]
    kit_of(game)
    try:
        seed = _seed(_one(sent, "seed").strip())
        number = open_table(site.store, _target(game, options, len(players)), players, terms=Terms(seed=seed))
    except AgonistError as error:
        return _form(site, game, str(len(players)), options, players, problem=str(error), sent=sent)
    site.wake(number)
    return RedirectResponse(f"/play/{number}", status_code=303)


def _form(
    site: Site,
    game: str,
    seats: str,
    options: str,
    players: Sequence[str],
    problem: str = "",
    sent: Sent | None = None,
) -> HTMLResponse:
    kit = kit_of(game)
    sizes: Any = kit.game.sizes
    usual = int(kit.options().get("seats", min(sizes)))
    count = int(seats) if seats.isdecimal() and len(seats) < 4 and int(seats) in sizes else usual
    shown = [*players, *["human", *["reference"] * count][len(players) : count]][:count]
    return page(
        site,
        "choose.html",
        status=400 if problem else 200,
        problem=problem,
        name=game,
        title=called(game),
        sizes=list(sizes)[:40],
        seated=seats_of(kit),
        count=count,
        options=options,
        known=[name for name in kit.options() if name != "seats"],
        players=shown,
        suggested=PLAYERS,
        sent=sent or {},
    )


def _seed(text: str) -> int | None:
    """The seed that was typed; none if nothing was."""
    if not text:
        return None
    if not (text.isdecimal() and text.isascii() and len(text) < 12):
        raise UsageError(f"a seed is a whole number, not {text[:40]!r}")
    return int(text)


def _target(game: str, options: str, seats: int) -> str:
    _, given = parse_spec(f"{game}?{options.lstrip('?')}" if options else game)
    whole = {**given, "seats": str(seats)}
    return f"{game}?{'&'.join(f'{name}={value}' for name, value in whole.items())}"


@router.get("/play/{number}")
def table(site: TheSite, number: str, as_: Annotated[str, Query(alias="as")] = "") -> HTMLResponse:
    """What a person at the table sees, and what they are asked."""
    return _table(site, _with_people(site, number), seat_of(as_))


@router.post("/play/{number}")
def move(site: TheSite, request: Request, number: str) -> Response:
    """An answer: kept if the question is still open and the ask accepts it."""
    stored, sent = _with_people(site, number), request.scope["form"]
    seat, step, nonce = seat_of(f"seat{_one(sent, 'seat')}"), _one(sent, "step"), _one(sent, "nonce")
    if seat not in people(stored) or not step.isdecimal() or len(step) > 8 or not 8 <= len(nonce) <= 64:
        raise HTTPException(400, "This form is not one of this page: go back and load it again.")
    back = RedirectResponse(f"/play/{stored.id}?as=seat{seat + 1}", status_code=303)
    replay = site.replays.of(stored)
    found = next((a for a in open_asks(replay, {}) if (a.step, a.seat) == (int(step), seat)), None)
    if found is None:
        if is_kept_answer(site.store, stored.id, int(step), seat, nonce):
            return back
        return _table(site, stored, seat, status=409, problem=f"The match has moved on. {FRESH}")
    try:
        action = action_of(found.ask, sent)
    except IllegalAction as why:
        return _table(site, stored, seat, status=422, problem=_sentence(str(why)), sent=sent)
    try:
        answer(site.store, stored.id, found.step, seat, nonce, action)
    except Stale as why:
        return _table(site, stored, seat, status=409, problem=f"{_sentence(str(why))} {FRESH}")
    site.wake(stored.id)
    return back


FRESH: Final = "Here is the table as it stands now."


@router.post("/play/{number}/again")
def again(site: TheSite, number: str) -> Response:
    """Go on with a match that stands still because of a player's failure."""
    stored = _with_people(site, number)
    site.wake(stored.id)
    return RedirectResponse(f"/play/{stored.id}", status_code=303)


def _with_people(site: Site, number: str) -> StoredMatch:
    stored = site.match(number)
    if not people(stored):
        raise HTTPException(404, f"Nobody plays match {stored.id} in a browser: see /matches/{stored.id}.")
    return stored


def _table(
    site: Site,
    stored: StoredMatch,
    seat: int | None,
    *,
    status: int = 200,
    problem: str = "",
    sent: Mapping[str, Sequence[str]] | None = None,
) -> HTMLResponse:
    replay = site.replays.of(stored)
    asked = open_asks(replay, kept_answers(site.store, stored.id))
    if seat not in people(stored):
        seat = asked[0].seat if asked else people(stored)[0]
    own = next((each for each in asked if each.seat == seat), None)
    over = stored.status in OVER
    stopped = stored.error if stored.status == "suspended" and not asked and _failed(stored) else ""
    waiting = not over and not asked and not stopped
    if waiting and stored.status != "playing":
        # The answer is there, but whoever was to play on has not begun, or ended before it could.
        site.wake(stored.id)
    kit, game, words = replay.kit, replay.game, replay.kit.words
    view = game.observe(replay.state(replay.last), seat)
    scene = scene_of(kit, game, replay.states, seat, own.ask if own else None)
    return page(
        site,
        "table.html",
        status=status,
        match=stored,
        replay=replay,
        seat=seat,
        asked=asked,
        own=own,
        over=over,
        waiting=waiting,
        stopped=stopped,
        problem=problem,
        sent=sent or {},
        nonce=secrets.token_hex(8),
        scene=scene,
        clickable=bool(own and scene.picture and "data-choices" in scene.picture),
        known=words.scene(game, view),
        rules=words.rules(game),
        news=_news(replay, seat),
        request=words.request(game, view, own.ask) if own else "",
        field=_field(replay, own) if own else None,
        title=replay.title,
        people=people(stored),
    )


def _field(replay: Replay, own: OpenAsk) -> Any:
    say = partial(replay.kit.words.label, own.view)
    return field_of(own.ask, say)


def _news(replay: Replay, seat: int) -> list[str]:
    """What this seat heard in the latest steps."""
    lines: list[str] = []
    for nth in range(max(replay.last - NEWS, 0), min(replay.last, len(replay.states) - 1)):
        lines += heard(replay.kit, replay.game, replay.states[nth], replay.states[nth + 1], seat)
    return lines[-NEWS:]


def _failed(stored: StoredMatch) -> bool:
    """Whether the match stands still for another reason than that a person is asked."""
    return bool(stored.error) and not stored.error.endswith("is asked in the browser")


def _one(sent: Mapping[str, Sequence[str]], name: str) -> str:
    values = sent.get(name) or [""]
    return values[-1]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
