"""How each seat stood at the steps of a match, as a search judges: a graph whose points lead to the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import JSONResponse, Response

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.replay.judging_on_demand import Analyses, Busy
from agonist.arena.replay.step_values import JudgedSteps, StepValue
from agonist.core import player_name
from agonist.web.current_visitor import TheVisitor
from agonist.web.page_addresses import linked
from agonist.web.seen_match import Shown, shown_at
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, one, see, sends, sentence

router = APIRouter()

WIDE: Final = 1000
HIGH: Final = 120
"""The size of the graph in units."""

MOST_LINES: Final = 4
"""The most seats with a line of their own; where one of two wins what the other loses, the first has one."""

TURNS: Final = 3
"""How many of the largest changes are listed in words."""

LEAST_TURN: Final = 0.1
"""The least change that is listed, as a share of the distance from the lowest value to the highest."""


NOISE: Final = 1.96 * sqrt(2)
"""Standard errors of a value beyond which two values differ, at 95% confidence."""


@dataclass(frozen=True, slots=True)
class Point:
    """A step in the graph."""

    step: int
    x: float
    ys: tuple[float, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A match in points; `turns` are the largest changes, by step, in words."""

    how: str
    judged: int
    steps: int
    low: float
    high: float
    points: tuple[Point, ...]
    seats: tuple[int, ...]
    turns: tuple[tuple[int, str], ...]
    noise: float
    """Smaller changes from one step to the next may be noise of the search; 0 if the values are exact."""

    def line(self, nth: int) -> str:
        """The line of a seat, by its place among those that are drawn."""
        return " ".join(f"{point.x:g},{point.ys[nth]:g}" for point in self.points)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the page of a match says of its analysis: a graph, that it is pending, why there is none, or that
    it can be asked for."""

    graph: Graph | None = None
    pending: bool = False
    problem: str = ""


def judgement_of(site: Site, shown: Shown) -> Judgement | None:
    """What is known of a match at this moment; `None` if it cannot be judged, or not for this visitor."""
    match = shown.replay.stored.id
    if not Analyses.are_open(shown.replay, shown.audience):
        return None
    found = site.analyses.of(match)
    if isinstance(found, JudgedSteps):
        return Judgement(graph_of(found, one_line=shown.replay.game.traits.constant_sum))
    return Judgement(pending=site.analyses.is_pending(match), problem=found or "")


def graph_of(found: JudgedSteps, *, one_line: bool) -> Graph:
    """The graph; `one_line`: whether two seats share a constant sum, so that one line says all."""
    values = found.values
    seats = len(values[0].scores)
    drawn = (0,) if one_line and seats == 2 else tuple(range(min(seats, MOST_LINES)))
    every = [score for value in values for score in value.scores]
    low, high = min(every), max(every)
    span = (high - low) or 1.0
    points = tuple(
        Point(
            value.step,
            round(WIDE * value.step / max(found.steps, 1), 1),
            tuple(round(HIGH * (1 - (value.scores[seat] - low) / span), 1) for seat in drawn),
            _in_words(value),
        )
        for value in values
    )
    noise = NOISE * max(value.error for value in values)
    turns = _turns(values, max(LEAST_TURN * span, noise))
    return Graph(found.how, len(values), found.steps, low, high, points, drawn, turns, noise)


def _turns(values: Sequence[StepValue], least: float) -> tuple[tuple[int, str], ...]:
    """The steps by which somebody gained most, the largest first."""
    gains = []
    for before, after in pairwise(values):
        changes = [now - then for then, now in zip(before.scores, after.scores, strict=True)]
        gain = max(changes)
        gains.append((gain, after.step, f"{player_name(changes.index(gain))} gains {gain:.2f}"))
    largest = sorted(gains, key=lambda each: (-each[0], each[1]))[:TURNS]
    return tuple((step, words) for gain, step, words in largest if gain >= least)


def _in_words(value: StepValue) -> str:
    return ", ".join(f"{player_name(seat)} {score:.2f}" for seat, score in enumerate(value.scores))


@router.post(
    "/matches/{number}/analysis",
    tags=["have judged", "analyses by account"],
    openapi_extra=sends(step="the step whose page to return to; the last one if it is missing"),
)
def begin(site: TheSite, who: TheVisitor, form: TheForm, number: str) -> Response:
    """Have a finished match judged step by step, if a search plays its game; `step` is where to return to."""
    shown = _open(site, who, number)
    try:
        site.analyses.begin(shown.replay)
    except Busy as busy:
        raise HTTPException(429, sentence(busy), {"retry-after": "60"}) from None
    step = one(form, "step")
    at = int(step) if step.isdecimal() and len(step) < 8 else shown.replay.last
    return see(linked(f"/matches/{shown.replay.stored.id}/{min(at, shown.replay.last)}") + "#analysis")


@router.get("/matches/{number}/analysis.json", tags=["look"])
def values(site: TheSite, who: TheVisitor, number: str) -> JSONResponse:
    """What each seat could expect at the steps of a match, if somebody has had it judged."""
    shown = _open(site, who, number)
    match = shown.replay.stored.id
    found = site.analyses.of(match)
    told: dict[str, Any] = {
        "match": match,
        "status": "pending" if site.analyses.is_pending(match) else "not asked for",
    }
    if isinstance(found, JudgedSteps):
        steps = [{"step": value.step, "scores": value.scores, "error": value.error} for value in found.values]
        told |= {"status": "judged", "how": found.how, "steps": found.steps, "values": steps}
    elif found is not None:
        told |= {"status": "failed", "why": found}
    return JSONResponse(told)


def _open(site: Site, who: Visitor, number: str) -> Shown:
    """The match, if it may be judged."""
    shown = shown_at(site, who, number, None, "")
    if not Analyses.are_open(shown.replay, shown.audience):
        why = "Only finished matches that are open in full are judged, of games that a search plays."
        raise HTTPException(409, why)
    return shown
