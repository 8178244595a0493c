"""How matches ended, apart from who won."""

from __future__ import annotations

from typing import Final

from agonist.store import StoredMatch

PLAYED: Final = "played to the end"
HELPED: Final = "played to the end with moves by the policy"
FORFEIT: Final = "forfeited by invalid answers"

ENDINGS: Final = (PLAYED, HELPED, FORFEIT, "suspended", "broken", "void", "playing", "planned")
"""In the order in which tables have them. The last five are not finished: an endpoint, a budget or a person
stopped it; the game's own code failed; the rules refuse its moves; it is under way; it is not begun."""


def ending_of(match: StoredMatch) -> str:
    """One of `ENDINGS`."""
    if match.status != "finished":
        return match.status
    if match.forfeits:
        return FORFEIT
    return HELPED if match.fallback else PLAYED
