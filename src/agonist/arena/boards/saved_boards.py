"""Boards that took long to fit are stored in the database, so that a restarted site shows them at once."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from agonist.arena.boards.standings import BoardFilter, Standing, Standings
from agonist.metrics.leaderboard import Row
from agonist.ratings.share_intervals import Span
from agonist.store import Store
from agonist.store.platform.saved_results import save_result, saved_result

COUNTS = ("matches", "at", "measured", "unmeasured")


def keep_board(store: Store, choice: BoardFilter, board: Standings, end: float) -> None:
    """Store a board of the matches that ended until `end`. Boards of single runs are not stored."""
    if not choice.run:
        value = {
            "rows": [asdict(line) for line in board.rows],
            **{name: getattr(board, name) for name in COUNTS},
        }
        save_result(store, _name(choice), end, value)


def kept_board(store: Store, choice: BoardFilter) -> tuple[float, Standings] | None:
    """The latest stored board, and the end of its last match; `None` if there is none of this version."""
    found = None if choice.run else saved_result(store, _name(choice))
    if found is None:
        return None
    end, value = found
    try:
        rows = tuple(_from_plain(line) for line in value["rows"])
        return end, Standings(rows, **{name: value[name] for name in COUNTS})
    except (KeyError, TypeError, ValueError):
        return None


def _name(choice: BoardFilter) -> str:
    forfeits = "without forfeits" if choice.without_forfeits else ""
    return "|".join(("board", choice.game, choice.ability, forfeits))


def _from_plain(plain: dict[str, Any]) -> Standing:
    known = {
        "row": Row(**plain["row"]),
        "roles": {role: (points, seats) for role, (points, seats) in plain["roles"].items()},
        "trend": tuple(plain["trend"]),
        "measured": {key: Span(**span) for key, span in plain["measured"].items()},
    }
    return Standing(**plain | known)
