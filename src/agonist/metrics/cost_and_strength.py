"""Strength beside what it costs: dollars, tokens and seconds a match, with the frontier.

Both have intervals. A player is dominated by one that is shown to be stronger and to take less; it is on the
frontier if no other is both, by the numbers as they are; what lies between is open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from agonist.match.invalid_answer_policy import Policy
from agonist.metrics.leaderboard import Row, with_distinct_names
from agonist.metrics.report_section import Cell, Chart, ResultTable, Section
from agonist.metrics.results import blocks_of
from agonist.players.spec import parse_player
from agonist.ratings.clustered_mean import clustered_mean
from agonist.store import Reader
from agonist.store.runs.matches_as_arrays import MatchColumns

TITLE: Final = "Strength and what it costs"

Unit: TypeAlias = Literal["usd", "tokens", "seconds"]

UNITS: Final[Mapping[Unit, tuple[str, float]]] = {
    "usd": ("dollars for 1,000 matches", 1000.0),
    "tokens": ("tokens a match", 1.0),
    "seconds": ("seconds a match", 1.0),
}
"""What is written over a column, and by what an amount of one match is multiplied for it."""

UNIT_NAMES: Final[Mapping[Unit, str]] = {"usd": "dollars", "tokens": "tokens", "seconds": "seconds"}

LEAST_POINTS: Final = 3
"""With fewer there is no curve, and a table shows as much as a chart."""

OVER_BUDGET: Final = "over budget"
"""The class of invalid answer of a player that has spent what it may in a match."""


@dataclass(frozen=True, slots=True)
class CostPoint:
    """A player's rating, and what a seat of it takes in a match, in dollars, tokens or seconds (`unit`).

    `verdict`: `frontier`, `open`, or `dominated`: then `by` is stronger and takes less, both shown by
    intervals that don't meet. `setting`: what distinguishes it from other settings of the same `model`.
    """

    player: str
    model: str
    setting: str
    unit: Unit
    rating: float
    low: float | None
    high: float | None
    cost: float
    cost_low: float | None
    cost_high: float | None
    seats: int
    verdict: Literal["frontier", "open", "dominated"]
    by: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Allowed:
    """How a player kept to what it may spend a match: `ran_out` of its `seats` had spent it, and the policy
    then moved `moves` times."""

    player: str
    seats: int
    ran_out: int
    moves: int


@dataclass(frozen=True, slots=True)
class Costs:
    """Players that asked models: their points by unit, and how they kept to their limits, if they had any."""

    points: Mapping[Unit, tuple[CostPoint, ...]]
    allowed: tuple[Allowed, ...] = ()
    limits: str = ""


@dataclass(slots=True)
class _Taken:
    """What the seats of a player took, each with the block of its match."""

    spec: str
    usd: list[tuple[str, float]]
    tokens: list[tuple[str, float]]
    seconds: list[tuple[str, float]]
    priced: bool = True
    ran_out: int = 0
    moves: int = 0


def costs_of(store: Reader, matches: MatchColumns, rows: Sequence[Row], confidence: float = 0.95) -> Costs:
    """What the players of these finished matches took, beside their `rows`; yardsticks are left out."""
    taken = _taken(store, with_distinct_names(matches))
    rated = [row for row in rows if row.player in taken and row.rating is not None]
    points = {unit: found for unit in UNITS if len(found := _points(unit, rated, taken, confidence)) > 1}
    policies = {case.fixture.policy for case in matches.cases}
    if not any(policy.limits_matches for policy in policies):
        return Costs(points)
    allowed = [Allowed(name, len(own.tokens), own.ran_out, own.moves) for name, own in taken.items()]
    return Costs(points, tuple(allowed), " and ".join(sorted({_limits(each) for each in policies})))


def section(
    store: Reader, matches: MatchColumns, rows: Sequence[Row], confidence: float = 0.95
) -> Section | None:
    """The section of a report; `None` where fewer than two players asked models, and none was limited."""
    found = costs_of(store, matches, rows, confidence)
    tables = tables_of(found)
    charts = [_chart(unit, points) for unit, points in found.points.items() if len(points) >= LEAST_POINTS]
    return Section(TITLE, "", tuple(tables), tuple(charts)) if tables else None


def tables_of(found: Costs) -> list[ResultTable]:
    """A table for each unit, and one on how players kept to their limits."""
    tables = [_table(unit, points) for unit, points in found.points.items()]
    return [*tables, *([_allowed_table(found)] if found.allowed else [])]


def _taken(store: Reader, matches: MatchColumns) -> dict[str, _Taken]:
    """By player that asked a model at least once."""
    found: dict[str, _Taken] = {}
    places, _ = blocks_of(matches)
    used = {(each.match, each.seat): each for each in store.usage_of(matches.ids.tolist())}
    asking: defaultdict[str, list[Any]] = defaultdict(list)
    for number, case, block in zip(matches.ids.tolist(), matches.case.tolist(), places.tolist(), strict=True):
        fixture = matches.cases[case].fixture
        for seat, player in enumerate(fixture.players):
            asking[player].append((str(block), used.get((number, seat))))
            found.setdefault(player, _Taken(fixture.spec(player), [], [], []))
    for player, seats in asking.items():
        own = found[player]
        if not any(each is not None and each.requests for _, each in seats):
            del found[player]
            continue
        for block, each in seats:
            own.priced &= each is None or each.cost is not None
            own.usd.append((block, 0.0 if each is None else each.cost or 0.0))
            own.tokens.append((block, 0.0 if each is None else float(each.prompt + each.completion)))
            own.seconds.append((block, 0.0 if each is None else each.seconds))
            over = 0 if each is None else each.invalid.get(OVER_BUDGET, 0)
            own.ran_out += over > 0
            own.moves += over
    return found


def _points(
    unit: Unit, rows: Sequence[Row], taken: Mapping[str, _Taken], confidence: float
) -> tuple[CostPoint, ...]:
    found = []
    for row in rows:
        own = taken[row.player]
        if (unit == "usd" and not own.priced) or row.rating is None:
            continue
        cost, low, high = clustered_mean(getattr(own, unit), confidence=confidence)
        if not cost:
            continue
        spec = parse_player(own.spec)
        setting = spec.identity.replace(spec.name, "", 1)
        found.append(
            CostPoint(
                row.player, spec.name, setting, unit, row.rating, row.low, row.high,
                cost, low, high, len(getattr(own, unit)), "frontier",
            )
        )  # fmt: skip
    return tuple(sorted((_judged(each, found) for each in found), key=lambda each: (each.cost, each.player)))


def _judged(point: CostPoint, others: Iterable[CostPoint]) -> CostPoint:
    better = [
        each
        for each in others
        if each.cost <= point.cost
        and each.rating >= point.rating
        and (each.cost, each.rating) != (point.cost, point.rating)
    ]
    shown = [
        each
        for each in better
        if each.cost_high is not None
        and point.cost_low is not None
        and each.cost_high < point.cost_low
        and each.low is not None
        and point.high is not None
        and each.low > point.high
    ]
    if shown:
        return replace(point, verdict="dominated", by=max(shown, key=lambda each: each.rating).player)
    return replace(point, verdict="open" if better else "frontier")


def _limits(policy: Policy) -> str:
    parts = [
        f"{limit:g} {name}"
        for name, limit in (
            ("dollars", policy.match_usd), ("tokens", policy.match_tokens), ("seconds", policy.match_seconds),
        )
        if limit is not None
    ]  # fmt: skip
    return ", ".join(parts) or "no limit"


def _table(unit: Unit, points: Sequence[CostPoint]) -> ResultTable:
    name, times = UNITS[unit]
    rows: list[tuple[Cell, ...]] = [
        (
            *(each.player, each.rating, each.low, each.high),
            *(None if end is None else times * end for end in (each.cost, each.cost_low, each.cost_high)),
            f"dominated by {each.by}" if each.by else each.verdict,
        )
        for each in points
    ]
    note = (
        "What a seat takes in a match, hidden questions included, with its interval. Frontier: no other is "
        "at least as strong for as little. Dominated: another is stronger and takes less, and no interval of "
        "one meets the other's. Open: one seems so, and it isn't shown."
    )
    header = ("player", "rating", "low", "high", name, "its low", "its high", "it is")
    return ResultTable(f"Rating and {name}", header, tuple(rows), digits=1, note=note)


def _allowed_table(found: Costs) -> ResultTable:
    rows = tuple((each.player, each.seats, each.ran_out, each.moves) for each in found.allowed)
    note = (
        f"A seat may spend {found.limits} a match. Who has spent it is not asked again: the policy moves, "
        "and on the strict board the match counts as lost. The answer that passes the limit is the last: a "
        "turn of several requests is paid to its end."
    )
    return ResultTable(
        "The same cost for all", ("player", "seats", "ran out", "moves by the policy then"), rows, note=note
    )


def _chart(unit: Unit, points: Sequence[CostPoint]) -> Chart:
    """A point with two intervals for each player, a line for each model's settings, and the frontier."""
    name, times = UNITS[unit]
    series: list[dict[str, Any]] = []
    models: defaultdict[str, list[CostPoint]] = defaultdict(list)
    for point in points:
        models[point.model].append(point)
    for model, own in models.items():
        line = [{"name": each.player, "value": [times * each.cost, round(each.rating, 1)]} for each in own]
        series.append({"type": "line", "name": model, "symbolSize": 8, "data": line})
        whiskers = [place for each in own for place in _whiskers(each, times)]
        series.append({"type": "line", "name": model, "silent": True, "showSymbol": False, "data": whiskers})
    edge = sorted((each for each in points if each.verdict == "frontier"), key=lambda each: each.cost)
    series.append(
        {
            "type": "line", "name": "frontier", "step": "end", "silent": True, "showSymbol": False,
            "lineStyle": {"type": "dashed"},
            "data": [[times * each.cost, round(each.rating, 1)] for each in edge],
        }
    )  # fmt: skip
    known = [end for each in points for end in (each.rating, each.low, each.high) if end is not None]
    option = {
        "tooltip": {},
        "legend": {"data": [*models, "frontier"], "top": 0},
        "grid": {"left": 60, "right": 30, "top": 60, "bottom": 46},
        "xAxis": {"type": "log", "name": name, "nameLocation": "middle", "nameGap": 26},
        "yAxis": {
            "name": "rating, with interval",
            "nameTextStyle": {"align": "left"},
            "min": min(known, default=0) // 50 * 50,
            "max": -(-max(known, default=0) // 50) * 50,
        },
        "series": series,
    }
    shows = "; ".join(
        f"{each.player}: {each.rating:.0f} at {times * each.cost:.3g} {name}, {each.verdict}"
        for each in points
    )
    return Chart(f"Rating by {UNIT_NAMES[unit]}", option, shows)


def _whiskers(point: CostPoint, times: float) -> Iterator[list[float | None]]:
    """The intervals of rating and cost as lines, each followed by a gap. A logarithmic axis has no 0."""
    cost, rating = times * point.cost, round(point.rating, 1)
    if point.low is not None and point.high is not None:
        yield [cost, round(point.low, 1)]
        yield [cost, round(point.high, 1)]
        yield [cost, None]
    if point.cost_low and point.cost_high:
        yield [times * point.cost_low, rating]
        yield [times * point.cost_high, rating]
        yield [times * point.cost_high, None]
