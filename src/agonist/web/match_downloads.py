"""What can be taken away of a match: its record, transcript, notation, pictures and animation."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import Response

from agonist.arena.agents.privacy import hidden_seats, readable_steps
from agonist.core import UsageError
from agonist.drawing import gif, png, stylesheet, svg
from agonist.reports.match_text import as_seen, in_words
from agonist.web.current_visitor import TheVisitor
from agonist.web.seen_match import NotYet, Shown, shown_at
from agonist.web.site_state import TheSite
from agonist.web.submitted_forms import sentence

router = APIRouter()

MOST_FRAMES: Final = 100
"""Pictures of an animation; of longer matches, it leaves out steps at equal distances."""

PLAIN_TEXT: Final = "text/plain; charset=utf-8"


@router.get("/matches/{number}/record.jsonl", tags=["look"])
def record(site: TheSite, who: TheVisitor, number: str) -> Response:
    """The record as a file: the game with its options and every move, one line each."""
    shown = shown_at(site, who, number, None, "")
    _refuse_unless_open(shown)
    return _file(shown.replay.record().dumps(), "application/jsonl", f"match-{number}.jsonl")


@router.get("/matches/{number}/transcript.txt", tags=["look"])
def transcript(
    site: TheSite, who: TheVisitor, number: str, as_: Annotated[str, Query(alias="as")] = ""
) -> Response:
    """The whole match in words, or the exact messages to and from one seat, if its agent is not private."""
    shown = shown_at(site, who, number, None, as_)
    _refuse_unless_open(shown)
    replay, stored = shown.replay, shown.replay.stored
    hidden = hidden_seats(site.store, who, stored.fixture)
    if shown.seat in hidden:
        name = stored.fixture.players[shown.seat]
        raise HTTPException(403, f"What {name} was sent and what it wrote is private.")
    steps = readable_steps(site.store.steps(stored), hidden)
    if shown.seat is not None:
        text = as_seen(replay.kit, replay.game, steps, shown.seat)
    else:
        text = in_words(replay.kit, replay.record(), stored.fixture.players, steps)
    return _file(text, PLAIN_TEXT, f"match-{number}.txt")


@router.get("/matches/{number}/game.{notation}", tags=["look"])
def in_notation(site: TheSite, who: TheVisitor, number: str, notation: str) -> Response:
    """A finished match in a notation of its game's own, such as `game.pgn` for chess."""
    shown = shown_at(site, who, number, None, "")
    _refuse_unless_open(shown)
    replay = shown.replay
    write = replay.kit.files.get(notation)
    if write is None or replay.stored.status != "finished":
        raise HTTPException(404, f"There is no such file of match {replay.stored.id}.")
    return _file(write(site.store, replay.stored), PLAIN_TEXT, f"match-{replay.stored.id}.{notation}")


@router.get("/matches/{number}/{step}/picture.svg", tags=["look"])
def picture(
    site: TheSite, who: TheVisitor, number: str, step: int, as_: Annotated[str, Query(alias="as")] = ""
) -> Response:
    """The table after a step as an SVG file with its styles."""
    shown = shown_at(site, who, number, step, as_)
    drawn = shown.picture(shown.step)
    if drawn is None:
        raise HTTPException(404, "This game has no pictures.")
    text = svg(drawn).replace(">", f"><style>{stylesheet()}</style>", 1)
    # It is shown as a picture or saved; the policy keeps anything in it from running.
    policy = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    return Response(text, media_type="image/svg+xml", headers=policy)


@router.get("/matches/{number}/{step}/picture.png", tags=["look"])
def picture_as_png(
    site: TheSite, who: TheVisitor, number: str, step: int, as_: Annotated[str, Query(alias="as")] = ""
) -> Response:
    """The same as a PNG file; needs the extra `pictures`."""
    shown = shown_at(site, who, number, step, as_)
    drawn = shown.picture(shown.step)
    if drawn is None:
        raise HTTPException(404, "This game has no pictures.")
    try:
        return Response(png(drawn, zoom=2.0), media_type="image/png")
    except UsageError as error:
        raise HTTPException(501, sentence(error)) from None


@router.get("/matches/{number}/match.gif", tags=["look", "animations by account"])
def animation(
    site: TheSite, who: TheVisitor, number: str, as_: Annotated[str, Query(alias="as")] = ""
) -> Response:
    """The match as an animated GIF, of at most a hundred steps; needs the extra `pictures`."""
    shown = shown_at(site, who, number, None, as_)
    every = -(-(shown.step + 1) // MOST_FRAMES)
    steps = sorted({*range(0, shown.step, every), shown.step})
    drawn = [shown.picture(step) for step in steps]
    pictures = [each for each in drawn if each is not None]
    if not pictures:
        raise HTTPException(404, "This game has no pictures.")
    try:
        return Response(gif(pictures), media_type="image/gif")
    except UsageError as error:
        raise HTTPException(501, sentence(error)) from None


def _refuse_unless_open(shown: Shown) -> None:
    if not shown.audience.everything:
        raise NotYet(shown.audience)


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
