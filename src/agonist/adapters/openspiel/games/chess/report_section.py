"""What a report says of chess: Elo beside engines of known Elo, and how often an answer was a legal move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from agonist.adapters.openspiel.games.chess.players_table import GAME, chess_players
from agonist.metrics.report_section import ResultTable, Section
from agonist.metrics.run_matches import finished

if TYPE_CHECKING:
    from agonist.store import Reader

HEADER: Final = (
    "player", "Elo", "95%", "games", "different", "won", "drawn", "lost", "legal moves, %", "note"
)  # fmt: skip

ABOUT: Final = (
    "Players of known Elo fix the scale: engines that play at an elo. Without one, nobody has an Elo. A game "
    "with a fallback move is lost, and games of the same players with the same moves count once. Legal "
    "moves: of all questions, those whose first answer was one. "
    "agonist leaderboard --board chess has an engine judge the moves, too."
)


def section(store: Reader, run: str) -> Section | None:
    """The table of a run's players of chess; `None` for a run without a finished match of chess."""
    players = [each.as_dict() for each in chess_players(finished(store, run, "", GAME), {})]
    rows = tuple(
        (
            row["player"],
            round(row["elo"]) if has_elo(row) else None,
            between(row),
            *(row[name] for name in ("games", "different", "wins", "draws", "losses")),
            None if row["legal"] is None else 100 * row["legal"],
            row["note"],
        )
        for row in players
    )
    return Section("Chess: Elo and legal moves", ABOUT, (ResultTable("", HEADER, rows),)) if rows else None


def has_elo(row: Mapping[str, Any]) -> bool:
    """Whether games set both bounds of a player's Elo, or it is known."""
    return row["elo"] is not None and (row["known"] or None not in (row["low"], row["high"]))


def between(row: Mapping[str, Any]) -> str:
    """The interval of a player's Elo in words; open where games set no bound.

    >>> between({"elo": 1500.0, "known": False, "low": None, "high": 1600.4})
    'below 1600'
    """
    if row["known"]:
        return "known"
    if row["elo"] is None:
        return "n/a"
    low, high = row["low"], row["high"]
    if low is None or high is None:
        return "any" if low is high else f"below {high:.0f}" if low is None else f"above {low:.0f}"
    return f"{low:.0f} to {high:.0f}"
