"""The paper's tables with the new rows in them, and all indicators with their intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.ratings import difference, holm
from agonist.suites.wis import printed_tables
from agonist.suites.wis.hits_and_trials import SeatFacts
from agonist.suites.wis.indicators import (
    NUMBERS,
    PERCENT,
    civilians,
    foul_rate,
    points,
    score,
    spies,
    vote_accuracy_published,
    win_rate,
)

Players = Mapping[str, Sequence[SeatFacts]]
"""The seats of each player."""

MARK: Final = "†"


def main_section(players: Players, design: str) -> Section:
    """Table 2, the points ladder, and all other indicators."""
    text = (
        f"Design: {design}. Percentages, and WiS's points, of which a game has 12. Intervals are 95%; games "
        "on one deal are one piece of evidence. Published rows were played by other agents among "
        "themselves: they do not compare with these."
    )
    return Section("WiS: who is spy", text, tables=(table_2(players), ladder(players), indicators(players)))


def table_2(players: Players) -> ResultTable:
    """New rows and then the published ones, each in the order of the average score."""
    rows: list[tuple[Cell, ...]] = [
        (
            player,
            len(seats),
            win_rate(spies(seats)).times(100).value,
            win_rate(civilians(seats)).times(100).value,
            win_rate(seats).times(100).value,
            score(seats).value,
        )
        for player, seats in players.items()
    ]
    rows.sort(key=lambda row: float(row[-1] or 0.0))
    for (agent, _), row in printed_tables.published("2").items():
        cells: list[Cell] = []
        for metric in ("spy win rate", "civilian win rate", "overall win rate", "average score"):
            printed = row[metric].value
            wrong = ("2", agent, metric) in printed_tables.MISPRINTS
            cells.append(f"{printed:.2f} {MARK}" if wrong else printed)
        rows.append((f"{agent} (published)", 90, *cells))
    notes = "; ".join(
        f"{agent}, {metric}: {why}" for (_, agent, metric), why in printed_tables.MISPRINTS.items()
    )
    note = f"By average score, the lowest first, as in the paper. {MARK} misprint: {notes}."
    header = ("player", "seats", "spy wins, %", "civilian wins, %", "wins, %", "average score")
    return ResultTable("As Table 2", header, tuple(rows), digits=2, note=note)


def ladder(players: Players) -> ResultTable:
    """The points ladder of WiS as a table."""
    rows = sorted(
        ((player, len(seats), points(seats)) for player, seats in players.items()), key=lambda row: -row[2]
    )
    note = (
        "100 points at the start, 1 to play a game, and the game's score. A game pays 2 on average, so "
        "playing more ranks higher."
    )
    return ResultTable("Points ladder", ("player", "games", "points"), tuple(rows), note=note)


def indicators(players: Players) -> ResultTable:
    """Every indicator of section 4.1, by player."""
    rows: list[tuple[Cell, ...]] = []
    for player, seats in players.items():
        found = {name: measure(seats).times(100) for name, measure in PERCENT.items()}
        found |= {name: measure(seats) for name, measure in NUMBERS.items()}
        rows += [(player, name, *span, span.trials) for name, span in found.items()]
    note = (
        "Vote accuracy counts votes of civilians for the spy, of votes cast; by round, as in the paper's "
        "Tables 3 and 4, of rounds taken part in. Rates are in percent."
    )
    return ResultTable(
        "Indicators", ("player", "indicator", "value", "low", "high", "n"), tuple(rows), digits=2, note=note
    )


def attack_section(arms: Mapping[str, Mapping[str, Players]], seated: str) -> Section | None:
    """Table 3: civilians against a spy who attacks, by arm; `seated`: who sits there, in a sentence."""
    rows: list[tuple[Cell, ...]] = []
    for player, by_arm in arms.items():
        for arm, seats in by_arm.items():
            tested = civilians(seats.get(player, ()))
            rows.append((player, arm, len(tested), *_table_3(tested)))
    if not rows:
        return None
    for (agent, condition), row in printed_tables.published("3").items():
        spans = [row[metric] for metric in ("vote accuracy", "foul rate", "average score", "win rate")]
        rows.append((f"{agent} (published)", condition, None, *(end for span in spans for end in span)))
    header = (
        *("player", "arm", "seats", "vote accuracy, %", "low", "high", "foul rate, %", "low", "high"),
        *("score", "low", "high", "wins, %", "low", "high"),
    )
    text = (
        f"{seated} In the arms the spy attacks: pia tries to make others say their word or fall silent, pid "
        "asks them not to vote for it. Rows are of the civilians; seats counts those measured. All arms play "
        "the same deals and seats. Published rows are of five civilians and a spy of one model; their cells "
        "carry the interval of the counts that they imply."
    )
    tables = [ResultTable("As Table 3", header, tuple(rows), digits=2), *_compared(arms, "baseline")]
    return Section("WiS: attack and defence", text, tables=tuple(tables))


def _table_3(tested: Sequence[SeatFacts]) -> tuple[Cell, ...]:
    accuracy, fouls, wins = (of(tested).times(100) for of in (vote_accuracy_published, foul_rate, win_rate))
    return *accuracy, *fouls, *score(tested), *wins


def reasoning_section(arms: Mapping[str, Mapping[str, Players]]) -> Section | None:
    """Table 4: a civilian who analyses aloud against the same seat without."""
    rows: list[tuple[Cell, ...]] = []
    for player, by_arm in arms.items():
        for arm, seated in by_arm.items():
            tested = civilians(seated.get(player, ()))
            accuracy, wins = (of(tested).times(100) for of in (vote_accuracy_published, win_rate))
            rows.append((player, arm, len(tested), *accuracy, *wins, *score(tested)))
    if not rows:
        return None
    for (agent, condition), row in printed_tables.published("4").items():
        spans = list(row.values())
        rows.append((f"{agent} (published)", condition, None, *(end for span in spans for end in span)))
    header = (
        *(
            "player",
            "condition",
            "seats",
            "vote accuracy, %",
            "low",
            "high",
            "civilian wins, %",
            "low",
            "high",
        ),
        *("civilian score", "low", "high"),
    )
    text = (
        "One civilian adds an analysis of who is the spy to the description, which all players hear, against "
        "the same deals and seats without."
    )
    tables = [ResultTable("As Table 4", header, tuple(rows), digits=2), *_compared(arms, "baseline")]
    return Section("WiS: reasoning", text, tables=tuple(tables))


def _compared(arms: Mapping[str, Mapping[str, Players]], baseline: str) -> list[ResultTable]:
    """Each arm against the baseline on the same deals, corrected for their number."""
    rows: list[list[Cell]] = []
    for player, by_arm in arms.items():
        plain = _scores(by_arm.get(baseline, {}).get(player, ()))
        for arm, seated in by_arm.items():
            if arm != baseline:
                other = _scores(seated.get(player, ()))
                both = [deal for deal in plain if deal in other]
                found = difference([other[d] for d in both], [plain[d] for d in both], paired=True)
                rows.append([player, arm, found.estimate, found.low, found.high, found.p, None, len(both)])
    known = [row for row in rows if isinstance(row[5], float)]
    for row, p in zip(known, holm([float(row[5] or 0) for row in known]), strict=True):
        row[6] = p
    if not rows:
        return []
    header = ("player", "arm", "change of score", "low", "high", "p", "p, Holm", "deals")
    note = (
        "The civilians' mean score of a deal, less that of the baseline; a permutation test of paired deals."
    )
    return [ResultTable("Change against the baseline", header, tuple(map(tuple, rows)), digits=3, note=note)]


def _scores(seats: Sequence[SeatFacts]) -> dict[str, float]:
    by_deal: dict[str, list[float]] = {}
    for seat in civilians(seats):
        by_deal.setdefault(seat.game.deal, []).append(seat.score)
    return {deal: sum(scores) / len(scores) for deal, scores in by_deal.items()}
