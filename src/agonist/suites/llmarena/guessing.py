"""The hidden question about the other players' words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Ask, Seat, Speech, form
from agonist.games.undercover import View
from agonist.games.undercover.rules import others
from agonist.match import Probe

PROBE: Final = "llmarena_guess_"
"""What the questions' names begin with; the seat that is asked follows."""

LONGEST: Final = 4
"""Words in one guess."""


def _question(seat: Seat) -> Probe:
    def ask(before: View | None, now: View) -> Ask | None:
        voting = now.phase == "vote" and now.seat == seat and seat in now.alive
        if not voting or (before is not None and before.phase == "vote"):
            return None
        parts = {f"player_{other + 1}": Speech(max_words=LONGEST) for other in others(now.alive, seat)}
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
    """Whether they are the same word, apart from case, punctuation, an article and the plural.

    >>> same("The Violins.", "violin"), same("berries", "berry"), same("tea pot", "tea")
    (True, True, False)
    """
    return not _singulars(guess).isdisjoint(_singulars(word))


def _singulars(text: str) -> set[str]:
    """Possible singulars of a word, since the ending alone does not determine it in English."""
    bare = re.sub(r"[^\w\s'-]", " ", text.casefold())
    words = bare.split()
    if len(words) > 1 and words[0] in ("a", "an", "the"):
        words = words[1:]
    whole = " ".join(words)
    found = {whole}
    for ending, instead in (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe")):
        if whole.endswith(ending) and len(whole) > len(ending) + 1:
            found.add(whole.removesuffix(ending) + instead)
    return found - {""}
