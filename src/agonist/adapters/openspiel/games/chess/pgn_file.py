"""The matches of chess of a run as one file of PGN."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agonist.adapters.openspiel.games.chess.pgn import pgn
from agonist.adapters.openspiel.games.chess.title_and_endings import BLACK, WHITE
from agonist.core import CHANCE, UsageError
from agonist.match.match_and_steps import ending_of_forfeit
from agonist.metrics.run_matches import Played, TurnReader, finished
from agonist.store import StoreError

if TYPE_CHECKING:
    from agonist.store import Reader, StoredMatch

GAME: Final = "openspiel:chess"

TERMINATIONS: Final = {"": "rules infraction", "resigned": "normal", "out of time": "time forfeit"}
"""PGN's words for the causes of a forfeit."""


def write_pgn(store: Reader, run: str, path: Path, clean: Callable[[str], str] = str) -> int:
    """Write the finished matches of chess of a run, in planned order; returns how many.

    `clean` is applied to the names of players. Raises `UsageError` for a run without a finished match of
    chess, `StoreError` where the file cannot be written.
    """
    matches = finished(store, run, "", game=GAME)
    if not matches:
        raise UsageError(f"run {run} has no finished match of chess")
    texts = [_text(store, each, clean) for each in matches]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(texts), encoding="utf-8", newline="\n")
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error
    return len(texts)


def pgn_of(store: Reader, match: StoredMatch) -> str:
    """A finished match of chess as PGN, with the names of its players as they are."""
    return _text(store, Played(store, match, TurnReader(store, [match])), str)


def _text(store: Reader, played: Played, clean: Callable[[str], str]) -> str:
    match = played.match
    ended = datetime.fromtimestamp(match.ended, UTC) if match.ended is not None else None
    tags = {
        "Event": f"Agonist {match.run}",
        "Site": "?",
        "Date": f"{ended:%Y.%m.%d}" if ended else "????.??.??",
        "Round": str(match.nth + 1),
        "White": clean(played.players[WHITE]),
        "Black": clean(played.players[BLACK]),
        "Result": "",
        "Termination": "normal",
    }
    if match.forfeits:
        tags["Termination"] = TERMINATIONS[ending_of_forfeit(store.steps(match))]
    moved = [turn for turn in played.log if turn.moves and CHANCE not in turn.moves]
    by_fallback = {nth for nth, turn in enumerate(moved) if turn.fallback}
    return pgn(played.end, tags, match.ranks, not_theirs=by_fallback, ending=match.reason)
