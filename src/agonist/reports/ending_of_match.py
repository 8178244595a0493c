"""How matches ended, regardless of who won."""

from __future__ import annotations

from typing import Final

from agonist.match.record import FORFEITED, Ending
from agonist.store import StoredMatch

PLAYED: Final = "played to the end"
WITH_FALLBACK: Final = "played to the end with fallback moves"
FORFEIT: Final = "forfeited by invalid answers"
RESIGNED: Final = "resigned"
ON_TIME: Final = "lost on time"

ENDINGS: Final = (
    PLAYED,
    WITH_FALLBACK,
    FORFEIT,
    RESIGNED,
    ON_TIME,
    "suspended",
    "broken",
    "void",
    "playing",
    "planned",
)
"""In the order of the tables' columns. The last five are of unfinished matches: stopped by an endpoint, a
budget or a person; the game's own code failed; the rules refuse the moves; in progress; not begun."""


GIVEN_UP: Final[dict[Ending, str]] = {"resigned": RESIGNED, "out of time": ON_TIME}


def ending_of(match: StoredMatch) -> str:
    """One of `ENDINGS`."""
    if match.status != "finished":
        return match.status
    if match.forfeits:
        for how, ending in GIVEN_UP.items():
            verb, rest = FORFEITED[how]
            if match.reason.endswith((f" {verb}{rest}", f" {verb}s{rest}")):
                return ending
        return FORFEIT
    return WITH_FALLBACK if match.fallback else PLAYED
