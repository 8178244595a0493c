"""The hidden question about the other players' words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Ask, Seat, Speech, form
from agonist.core.forbidden_words import bare
from agonist.core.word_families import is_form
from agonist.games.undercover import View
from agonist.games.undercover.rules import others
from agonist.match import Probe

PROBE: Final = "llmarena_guess_"
"""What the questions' names begin with; the seat that is asked follows."""

GUESS_WORDS: Final = 4
"""Words in one guess."""


def _question(seat: Seat) -> Probe:
    def ask(before: View | None, now: View) -> Ask | None:
        voting = now.phase == "vote" and now.seat == seat and seat in now.alive
        if not voting or (before is not None and before.phase == "vote"):
            return None
        parts = {f"player_{other + 1}": Speech(max_words=GUESS_WORDS) for other in others(now.alive, seat)}
        return form("guess", **parts)

    return Probe(f"{PROBE}{seat}", ask)


PROBES: Final[Mapping[str, Probe]] = {f"{PROBE}{seat}": _question(seat) for seat in range(12)}
"""One for each seat, so that only the tested player is asked, and paid for. Before each vote in which the
player still votes: one guess for every other player who is still in."""


def asked_seat(probes: Sequence[str]) -> Seat | None:
    """The seat that the first of these questions is for; `None` if it is not one of these questions."""
    name = probes[0] if probes else ""
    return int(name.removeprefix(PROBE)) if name in PROBES else None


def same(guess: str, word: str) -> bool:
    """Whether they are forms of the same word or phrase, apart from case, punctuation and an article.

    >>> same("The Violins.", "violin"), same("berries", "berry"), same("tea pot", "tea")
    (True, True, False)
    """
    one, other = _words(guess), _words(word)
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) > 0 and all(is_form(a, b) or is_form(b, a) for a, b in pairs)


def _words(text: str) -> list[str]:
    first, *others = bare(text).split() or [""]
    return others if others and first in ("a", "an", "the") else [first, *others]
