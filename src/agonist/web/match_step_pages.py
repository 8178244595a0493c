"""Pages of a match step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.agents.privacy import errors_of, hidden_seats, readable_calls
from agonist.arena.match_visibility import Audience, is_over, late_by, shown_to
from agonist.arena.replay.key_moments import Moment
from agonist.core import AgonistError, Seat, player_name
from agonist.kit.indicators import Indicator
from agonist.metrics.pooled_indicators import SeatValues
from agonist.reports.ending_of_match import ending_of
from agonist.store import StoredMatch
from agonist.store.platform.agents import agents_playing_as
from agonist.store.platform.step_queries import asked_between
from agonist.web.analysis import judgement_of
from agonist.web.current_visitor import TheVisitor
from agonist.web.forks import CHANCE_SEAT, MOST_TIMES, kin_of
from agonist.web.found_words import marker
from agonist.web.page_addresses import short
from agonist.web.rendering import page, winners
from agonist.web.seen_match import NotYet, Shown, shown_at
from agonist.web.site_state import Site, TheSite
from agonist.web.spectator_chat import talk_of

router = APIRouter()

STEPS_AROUND: Final = 15
"""How many steps are listed before and after the current one."""

LINE_UNITS: Final = 1000
"""The width of the line of key moments in units."""


@dataclass(frozen=True)
class Looking:
    """How a page of a match is asked for: the view, the way of going on, and words that are marked."""

    seen_as: str
    view: str
    find: str


@router.get("/matches/{number}", tags=["look"])
def latest_step(
    site: TheSite,
    who: TheVisitor,
    request: Request,
    number: str,
    as_: Annotated[str, Query(alias="as")] = "",
    view: str = "",
    find: str = "",
) -> HTMLResponse:
    """The match as it stands.

    No redirect to its last step: there could be another by the time that a browser asks for that.
    """
    return _step_page(site, who, request, number, None, Looking(as_, view, short(find)))


@router.get("/matches/{number}/{step}", tags=["look"])
def match(
    site: TheSite,
    who: TheVisitor,
    request: Request,
    number: str,
    step: int,
    as_: Annotated[str, Query(alias="as")] = "",
    view: str = "",
    find: str = "",
) -> HTMLResponse:
    """The page of a match at a step; `view=short` goes from key moment to key moment, `find` marks words."""
    return _step_page(site, who, request, number, step, Looking(as_, view, short(find)))


def _step_page(
    site: Site, who: Visitor, request: Request, number: str, step: int | None, looking: Looking
) -> HTMLResponse:
    stored = site.match(number)
    (public,) = shown_to(site.store, [stored], who)
    known: dict[str, Any] = {
        "match": public,
        "ending": ending_of(public),
        "winners": winners(public),
        "profiles": agents_playing_as(site.store, stored.fixture.players),
    }
    try:
        shown = shown_at(site, who, stored, step, looking.seen_as)
        replay, audience, step, seat = shown.replay, shown.audience, shown.step, shown.seat
        moments = replay.moments if audience.everything else ()
        first, last = max(1, step - STEPS_AROUND), min(step + STEPS_AROUND, replay.last)
        hidden = hidden_seats(site.store, who, stored.fixture)
        waiting: frozenset[int] = frozenset()
        calls = {}
        if audience.everything and first <= last:
            found = asked_between(site.store, stored.id, first - 1, last - 1, hidden)
            waiting = frozenset(nth + 1 for nth in found)
            known_calls = site.store.calls_at(stored.id, step - 1) if step in waiting else ()
            calls = {step: readable_calls(known_calls, hidden)}
        key_moments = looking.view == "short" and bool(moments)
        return page(
            site,
            "match.html",
            **known,
            over=is_over(stored),
            audience=audience,
            replay=replay,
            step=step,
            late=late_by(stored, replay.game) if seat is None and not audience.everything else 0,
            seat=seat,
            seats=_perspectives(stored, audience),
            all_hands=shown.all_hands,
            here_at=f"{site.door.scheme}://{request.headers['host']}{site.door.root}",
            hands_open=audience.shows_all_hands(replay.game),
            private=sorted({stored.fixture.players[at] for at in hidden}),
            given={
                "as": shown.given,
                "view": "short" if key_moments else None,
                "find": looking.find or None,
            },
            find=looking.find,
            mark=marker(looking.find),
            short=key_moments,
            ways=_ways(step, replay.last, moments if key_moments else ()),
            moments=_marks(moments, replay.last),
            scene=shown.scene(step),
            steps=replay.shown(first, last, audience, seat=seat, calls=calls),
            asked=waiting,
            has_picture=replay.kit.picture is not None,
            judgement=judgement_of(site, shown),
            kin=kin_of(site, stored, audience, who),
            chance_seat=CHANCE_SEAT,
            most_times=MOST_TIMES,
            talk=talk_of(site, stored, who),
            files=[*replay.kit.files] if replay.stored.status == "finished" else [],
            outcome=_outcome(site, who, shown) if step == replay.last else [],
            facts=_facts(site, stored) if audience.everything and step == replay.last else ([], []),
        )
    except NotYet as why:
        return page(site, "match.html", **known, replay=None, why=why.detail)
    except AgonistError as error:
        return page(site, "match.html", **known, replay=None, problem=str(error))


def _outcome(site: Site, who: Visitor, shown: Shown) -> list[str]:
    """How a match ended, or why it was not played to its end, as this visitor may know it."""
    stored = shown.replay.stored
    if stored.status in ("void", "broken") and shown.audience.everything:
        return [f"This match was not played to the end: {errors_of(site.store, who, [stored])[stored.id]}."]
    return list(shown.replay.ending_for(shown.audience))


def _facts(site: Site, stored: StoredMatch) -> tuple[list[str], list[list[str]]]:
    """Scores and measurements of a finished match: the names of the columns, and a row for each seat.

    Both are empty before the end.
    """
    game = stored.fixture.game
    if stored.status != "finished":
        return [], []
    indicators, seats = site.rater.indicators_of(game), site.rater.values_of(game, stored.id)
    columns: dict[str, list[Indicator]] = {}
    for each in indicators:
        if each.kind != "points":
            columns.setdefault(each.short or each.title, []).append(each)
    shared = _with_shared_values(indicators, stored.fixture.players, seats)
    found = {title: [_measured_once(same, seat) for seat in shared] for title, same in columns.items()}
    roles = [next((one.role for one in indicators if one.role and one.key in s.by_key), "") for s in seats]
    found = {
        **({"Role": roles} if any(roles) else {}),
        "Score": [f"{score:g}" for score in stored.scores],
        **{title: cells for title, cells in found.items() if any(cell != "n/a" for cell in cells)},
        **_asked_of(site, stored),
    }
    rows = zip(*found.values(), strict=True)
    names = [f"{player_name(seat)}, {player}" for seat, player in enumerate(stored.fixture.players)]
    return list(found), [[name, *row] for name, row in zip(names, rows, strict=False)]


def _asked_of(site: Site, stored: StoredMatch) -> dict[str, list[str]]:
    """Requests and cost of each seat; empty if no model or HTTP agent played."""
    by_seat = {each.seat: each for each in site.store.usage_of([stored.id]) if each.requests}
    if not by_seat:
        return {}
    asks = [by_seat.get(seat) for seat in range(len(stored.fixture.players))]
    cost = ["n/a" if each is None or each.cost is None else f"${each.cost:.4f}" for each in asks]
    return {
        "Requests": ["n/a" if each is None else f"{each.requests:,}" for each in asks],
        "Invalid answers": ["n/a" if each is None else f"{sum(each.invalid.values()):,}" for each in asks],
        **({"Cost": cost} if any(each is not None and each.cost for each in asks) else {}),
    }


def _with_shared_values(
    indicators: Sequence[Indicator], players: Sequence[str], seats: Sequence[SeatValues]
) -> list[SeatValues]:
    """The seats' measurements, each with those made once per player and match."""
    once = [each.key for each in indicators if each.once]
    found = []
    for player, seat in zip(players, seats, strict=False):
        same = [other for name, other in zip(players, seats, strict=False) if name == player]
        shared = {key: other.by_key[key] for key in once for other in same if key in other.by_key}
        found.append(SeatValues(seat.deal, {**seat.by_key, **shared}))
    return found


def _measured_once(same: Sequence[Indicator], seat: SeatValues) -> str:
    """One cell: what was measured in the seat's role, or in any role."""
    for each in same:
        if found := seat.by_key.get(each.key):
            if each.kind == "number":
                return f"{sum(found) / len(found):.{each.digits}f}".rstrip("0").rstrip(".")
            if len(found) == 1 and found[0] in (0.0, 1.0):
                return "yes" if found[0] else "no"
            return f"{sum(found):g} of {len(found)}"
    return "n/a"


def _perspectives(stored: StoredMatch, audience: Audience) -> list[tuple[Seat, str]]:
    """The seats whose views can be chosen."""
    players = enumerate(stored.fixture.players)
    return [(seat, name) for seat, name in players if audience.seen_by(seat, 1000) is not None]


def _ways(step: int, last: int, moments: Sequence[Moment]) -> dict[str, int]:
    """The steps that the buttons lead to, one by one or by key moments."""
    if not moments:
        return {"prev": max(step - 1, 0), "next": min(step + 1, last)}
    before = [moment.nth for moment in moments if moment.nth < step]
    after = [moment.nth for moment in moments if moment.nth > step]
    return {"prev": before[-1] if before else 0, "next": after[0] if after else last}


def _marks(moments: Sequence[Moment], last: int) -> list[tuple[Moment, float]]:
    """Key moments with their places on a line of `LINE_UNITS` units."""
    return [(moment, round(LINE_UNITS * moment.nth / max(last, 1), 1)) for moment in moments]
