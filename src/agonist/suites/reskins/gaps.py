"""The marks of each player in each cell, and how far each cell is from the usual game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from statistics import fmean
from typing import Final

from agonist.games.titles import title_of
from agonist.metrics import Chart, ResultTable, Section
from agonist.metrics.report_section import Cell as TableCell
from agonist.metrics.report_section import SuiteScore
from agonist.ratings.marks_between_anchors import Mark, MarkGap, mark
from agonist.ratings.mean_difference import holm
from agonist.store import StoredMatch
from agonist.suites.reskins.cells import ABOUT, CELLS, Cell

ZERO, HUNDRED = "baseline", "reference"

LEVEL: Final = 0.05

TEXT: Final = (
    "A mark is a mean score on the scale of its cell: 0 is what the baseline player gets on the same deals, "
    "seats and against the same opponents, 100 what the reference player gets. The gap is the mark in the "
    "usual game less that of the cell. A player who knows the usual game by heart has a gap where its names "
    "or rules are others; one who reads the rules has none. Cells: "
    f"{'; '.join(f'{cell}, {about}' for cell, about in ABOUT.items())}."
)

NOTE: Final = (
    "95% intervals over deals, each with names and rules of its own; p by flipping the signs of deals, "
    "corrected for the number of gaps, over all games and of single ones (Holm 1979). A gap is shown if its "
    "interval excludes 0 and p is below 5%. There is no row where the reference player is not shown to be "
    "better than the baseline player in both cells, so that there is no scale."
)


@dataclass(frozen=True)
class Seen:
    """What one player got on one deal of a cell."""

    deal: str
    score: float
    fell_back: bool


@dataclass(frozen=True)
class Gap:
    """How much lower a player's mark is in a cell than in the usual game; `game` is empty over all games.

    `p` is that of `gap`, corrected for the number of gaps, those of single games and those over all by
    themselves.
    """

    player: str
    game: str
    cell: Cell
    games: int
    gap: MarkGap
    p: float | None = None


class Marks:
    """The marks of some players in a run's matches, by game and cell."""

    def __init__(self, matches: Sequence[StoredMatch], players: Sequence[str]) -> None:
        self.players = players
        self.seen = _seen(matches, players)
        self.games = sorted({game for game, _, _ in self.seen})
        self._marks: dict[tuple[str, Cell, str], Mark | None] = {}

    def of(self, game: str, cell: Cell, player: str) -> Mark | None:
        """The mark of a player; `None` without a scale."""
        key = game, cell, player
        if key not in self._marks:
            self._marks[key] = self._mark(game, cell, player)
        return self._marks[key]

    def _mark(self, game: str, cell: Cell, player: str) -> Mark | None:
        each = [self.seen.get((game, cell, who), {}) for who in (player, ZERO, HUNDRED)]
        deals = self.deals(game, cell, player)
        return mark(*([seen[deal].score for deal in deals] for seen in each))

    def deals(self, game: str, cell: Cell, player: str) -> list[str]:
        """The deals that the player and both anchors have finished."""
        each = [self.seen.get((game, cell, who), {}) for who in (player, ZERO, HUNDRED)]
        return [deal for deal in each[0] if all(deal in seen for seen in each)]

    def gap(self, game: str, cell: Cell, player: str) -> tuple[dict[str, float], float] | None:
        """The parts of the gap by deal, of the deals that are finished in both cells, and its reach."""
        plain, other = self.of(game, "plain", player), self.of(game, cell, player)
        if plain is None or other is None:
            return None
        before = dict(zip(self.deals(game, "plain", player), plain.parts, strict=True))
        after = dict(zip(self.deals(game, cell, player), other.parts, strict=True))
        reach = max(each.best - each.worst for each in (plain, other))
        return {deal: before[deal] - after[deal] for deal in before if deal in after}, reach

    def gaps(self) -> list[Gap]:
        """All gaps: of each player over all games, then game by game."""
        whole, single = list[Gap](), list[Gap]()
        for player in self.players:
            if player in (ZERO, HUNDRED):
                continue
            for cell in CELLS[1:]:
                found = {game: gap for game in self.games if (gap := self.gap(game, cell, player))}
                single += [
                    Gap(player, game, cell, 1, MarkGap(tuple(parts.values()), reach))
                    for game, (parts, reach) in found.items()
                ]
                if len(found) > 1:
                    each = [parts for parts, _ in found.values()]
                    shared = [deal for deal in each[0] if all(deal in parts for parts in each)]
                    means = tuple(fmean(parts[deal] for parts in each) for deal in shared)
                    # Games are independent, so their extremes add up as spreads do.
                    reach = hypot(*(reach for _, reach in found.values())) / len(found)
                    whole.append(Gap(player, "", cell, len(found), MarkGap(means, reach)))
        return [*_corrected(whole), *_corrected(single)]


def gaps_section(matches: Sequence[StoredMatch], players: Sequence[str]) -> Section | None:
    """The section of a report; `None` before anything is finished."""
    marks = Marks(matches, players)
    if not marks.games:
        return None
    gaps = marks.gaps()
    tables = (_gap_table(gaps), _mark_table(marks), _anchor_table(marks))
    charts = (chart,) if (chart := _chart(gaps)) is not None else ()
    return Section("Memorised or understood", TEXT, tables, charts, _scores(marks))


def _seen(
    matches: Sequence[StoredMatch], players: Sequence[str]
) -> dict[tuple[str, Cell, str], dict[str, Seen]]:
    found: defaultdict[tuple[str, Cell, str], dict[str, Seen]] = defaultdict(dict)
    lowest: dict[tuple[str, Cell], float] = {}
    finished = [match for match in matches if match.status == "finished"]
    for match in finished:
        game, cell = _place(match)
        lowest[game, cell] = min(lowest.get((game, cell), match.scores[0]), *match.scores)
    for match in finished:
        game, cell = _place(match)
        deal = match.fixture.seed
        seat = int(deal.rpartition("/")[2]) % len(match.fixture.players)
        player = match.fixture.players[seat]
        if player in players:
            # Who forfeits has what can be had at least, whatever was paid until then.
            score = lowest[game, cell] if seat in match.forfeits else float(match.scores[seat])
            found[game, cell, player][deal] = Seen(deal, score, seat in (*match.fallback, *match.forfeits))
    return dict(found)


def _place(match: StoredMatch) -> tuple[str, Cell]:
    game, _, cell = match.fixture.part.partition("|cell=")
    return game, next(each for each in CELLS if each == cell)


def _corrected(gaps: Sequence[Gap]) -> list[Gap]:
    found = [gap.gap.p for gap in gaps]
    ps = iter(holm([p for p in found if p is not None]))
    return [gap if p is None else replace(gap, p=next(ps)) for gap, p in zip(gaps, found, strict=True)]


def _gap_table(gaps: Sequence[Gap]) -> ResultTable:
    rows = [
        (
            gap.player,
            title_of(gap.game) if gap.game else f"all {gap.games} games",
            gap.cell,
            len(gap.gap.parts),
            *gap.gap.span,
            gap.p,
            verdict(gap),
        )
        for gap in gaps
    ]
    header = ("player", "game", "cell", "deals", "gap", "low", "high", "p", "verdict")
    return ResultTable("Gaps: the mark in the usual game less that of the cell", header, tuple(rows), 3, NOTE)


def verdict(gap: Gap) -> str:
    """What a gap says, in words: it is shown if the interval excludes 0 and `p` is below the level."""
    value, low, high = gap.gap.span
    if gap.p is None or value is None or low is None or high is None:
        return "n/a"
    if gap.p >= LEVEL or low <= 0 <= high:
        return "none shown"
    return "plays the usual game better" if value > 0 else "plays this cell better"


def _mark_table(marks: Marks) -> ResultTable:
    rows: list[tuple[TableCell, ...]] = []
    for player in marks.players:
        if player in (ZERO, HUNDRED):
            continue
        for game in marks.games:
            for cell in CELLS:
                if seen := marks.seen.get((game, cell, player)):
                    found = marks.of(game, cell, player)
                    span: tuple[TableCell, ...] = (None,) * 3 if found is None else tuple(found.span)
                    fell = sum(each.fell_back for each in seen.values())
                    rows.append((player, title_of(game), cell, len(seen), *span, fell))
    header = ("player", "game", "cell", "matches", "mark", "low", "high", "with fallback moves")
    note = "With fallback moves: matches in which the policy answered for the player, or that it forfeited."
    return ResultTable("Marks by cell", header, tuple(rows), 1, note)


def _anchor_table(marks: Marks) -> ResultTable:
    rows = [
        (title_of(game), cell, len(low), _mean(low), _mean(high))
        for game in marks.games
        for cell in CELLS
        if (low := marks.seen.get((game, cell, ZERO))) and (high := marks.seen.get((game, cell, HUNDRED)))
    ]
    header = ("game", "cell", "deals", "baseline (mark 0)", "reference (mark 100)")
    return ResultTable("The scale of each cell: mean scores in the game's unit", header, tuple(rows), 3)


def _mean(seen: Mapping[str, Seen]) -> float:
    return fmean(each.score for each in seen.values())


def _scores(marks: Marks) -> tuple[SuiteScore, ...]:
    return tuple(
        SuiteScore(
            f"{game}, {cell}",
            "mark",
            "between baseline and reference",
            player,
            found.span.value,
            found.span.low,
            found.span.high,
            len(found.parts),
        )
        for player in marks.players
        if player not in (ZERO, HUNDRED)
        for game in marks.games
        for cell in CELLS
        if (found := marks.of(game, cell, player)) is not None
    )


def _chart(gaps: Sequence[Gap]) -> Chart | None:
    """Each player's gaps with their intervals, over all games or in the only one."""
    whole = [gap for gap in gaps if not gap.game]
    drawn = whole or gaps
    if not drawn or len({gap.game for gap in drawn}) > 1:
        return None
    names, data, said = list[str](), list[list[float]](), list[str]()
    for gap in sorted(drawn, key=lambda gap: (gap.player, CELLS.index(gap.cell))):
        value, low, high = gap.gap.span
        if value is None:
            continue
        ends = (value, value) if low is None or high is None else (low, high)
        names.append(f"{gap.player}, {gap.cell}")
        data.append([round(end, 1) for end in (ends[0], value, value, value, ends[1])])
        said.append(
            f"{names[-1]}: {value:.1f}, {'n/a' if low is None else f'{ends[0]:.1f} to {ends[1]:.1f}'}"
        )
    option = {
        "tooltip": {},
        "grid": {"left": 8, "right": 24, "top": 16, "bottom": 48, "containLabel": True},
        "xAxis": {"type": "value", "name": "gap", "nameLocation": "middle", "nameGap": 26},
        "yAxis": {"type": "category", "data": names, "inverse": True, "axisLabel": {"interval": 0}},
        "series": [{"type": "boxplot", "data": data}],
    }
    title = "Gaps over all games, with 95% intervals" if whole else "Gaps, with 95% intervals"
    return Chart(title, option, "; ".join(said))
