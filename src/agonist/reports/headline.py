"""The headline of a report: what it says about the reader's own players."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from agonist.core import counted
from agonist.reports.matches_made_when_read import kinds_of
from agonist.reports.safe_text import on_one_line, shown_game

if TYPE_CHECKING:
    from agonist.metrics.leaderboard import Row
    from agonist.reports.report import Report


def own_players(report: Report) -> list[str]:
    """The players that are being measured, best first; the others are yardsticks."""
    return [row.player for row in report.overall.strict if not row.yardstick]


def headline(report: Report) -> str:
    """The result in one line: of the reader's own players, and how they stand to the built-in ones.

    If all are built in or all are the reader's, who leads whom.
    """
    rows = report.overall.strict
    kinds = [line for line, _ in kinds_of(report.lines)]
    players = {name for line in kinds for name in line.players} or {row.player for row in rows}
    parts = list(dict.fromkeys(line.part for line in kinds))
    # Variants of a game, such as the arms of a sweep, are one game.
    games = list(dict.fromkeys(part.partition("|")[0] for part in parts))
    one = parts if len(parts) == 1 else games
    where = shown_game(one[0]) if len(one) == 1 else counted(len(one), "game")
    among = f"{counted(len(players), 'player')} in {where}"
    # Who wins overall may lose in some of the games.
    overall = " taken together" if len(one) > 1 else ""
    mine = own_players(report)
    if 0 < len(mine) < len(rows):
        return _of_own(report, mine, where + overall)
    leaders = [row for row in rows if row.rank_low == 1]
    if not leaders or len(rows) < 2:
        return among
    best = max(leaders, key=lambda row: (row.rating is not None, row.rating or 0.0))
    name = on_one_line(best.player)
    if len(leaders) == 1:
        return f"{name} is the best of {among}{overall}"
    if len(leaders) == len(rows):
        return f"{among}{overall}: nobody is clearly the best yet"
    others = counted(len(players) - 1, "other player")
    return f"{name} leads {others} in {where}{overall}; {len(leaders) - 1} of them may be as good"


def _of_own(report: Report, mine: list[str], where: str) -> str:
    """How the reader's only or best player stands to the built-in ones, as comparisons of pairs show."""
    by_name = {row.player: row for row in report.overall.strict}
    best = mine[0]
    name = on_one_line(best)
    shown, undecided = _standing(report, best, set(by_name) - set(mine))
    rest = f"; undecided against {undecided}" if undecided else ""
    if len(mine) == 1:
        return f"{name} {shown} in {where}{rest}" if shown else f"{name} in {where}{rest.replace(';', ':')}"
    among = f"of your {len(mine)} players in {where}"
    if not all(_is_behind(by_name[other], by_name[best]) for other in mine[1:]):
        return f"Nobody is clearly the best {among}" + (f"; {name} {shown}" if shown else "")
    return f"{name} is the best {among}" + (f", and {shown}" if shown else "") + rest


def _is_behind(row: Row, best: Row) -> bool:
    return best.rank_high is not None and row.rank_low is not None and best.rank_high < row.rank_low


def _standing(report: Report, player: str, others: Collection[str]) -> tuple[str, str]:
    """Whom a player beats and to whom it loses, as intervals of win rates show; and others that it met."""
    won, lost, undecided = list[str](), list[str](), list[str]()
    for pair in report.pairs:
        if pair.player == player and pair.opponent in others:
            low, high = (0.0, 1.0) if pair.low is None or pair.high is None else (pair.low, pair.high)
            (won if low > 0.5 else lost if high < 0.5 else undecided).append(on_one_line(pair.opponent))
    shown = [f"{verb} {' and '.join(names)}" for verb, names in (("beats", won), ("loses to", lost)) if names]
    return " and ".join(shown), " and ".join(undecided)
