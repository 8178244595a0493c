"""Matches that their favourite gave up almost at once.

How strong somebody is, is taken from the matches that nobody gave up early, so that whoever throws matches
stays the favourite. Of the matches in which they were, an honest person gives up at most `HONEST` so early:
they mostly give up what is lost, which takes a while, and a connection fails at any moment. Moves are not
judged, so a match that is lost by bad moves to its end is none of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp
from statistics import median
from typing import Final

from agonist.arena.fair_play.flags import Flag, newest, raised
from agonist.arena.fair_play.matches_by_account import OwnedMatch, Strengths, strengths_by
from agonist.core import Seat, counted

EARLY: Final = 0.2
"""Early is within this part of the median length of the game's matches that nobody gave up."""

FAVOURITE: Final = 0.6
"""A favourite is expected to get at least this share of the points."""

HONEST: Final = 0.1
"""Honest favourites give up at most this share of their matches early."""

LEAST_MATCHES: Final = 6

WINDOW: Final = 20
"""So many of somebody's matches in a row are looked at, since who throws matches does not throw all."""


def thrown(matches: Mapping[str, Sequence[OwnedMatch]]) -> list[Flag]:
    """Flags of people, by the matches of each game."""
    favoured: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for played in matches.values():
        lengths = [match.steps for match in played if not match.gave_up]
        soon = EARLY * median(lengths) if lengths else 0.0
        given_up = {match.id for match in played if match.gave_up and match.steps <= soon}
        strengths = strengths_by([match for match in played if match.id not in given_up])
        for match in played:
            for seat, owner in enumerate(match.owners):
                if owner is not None and _is_favourite(strengths, match, seat):
                    early = match.id in given_up and seat in match.gave_up
                    favoured[owner].append((match.id, early))
    asked = [owner for owner, found in favoured.items() if len(found) >= LEAST_MATCHES]
    flags = (_flag(owner, sorted(favoured[owner])) for owner in asked)
    return raised("thrown matches", filter(None, flags), len(asked))


def _is_favourite(strengths: Strengths, match: OwnedMatch, seat: Seat) -> bool:
    player = match.players[seat]
    others = [other for at, other in enumerate(match.players) if at != seat]
    leads = [found[0] for other in others if (found := strengths.lead(player, other)) is not None]
    return bool(leads) and sum(1 / (1 + exp(-lead)) for lead in leads) >= FAVOURITE * len(leads)


def _flag(owner: int, favoured: Sequence[tuple[int, bool]]) -> Flag | None:
    """The flag for the unlikeliest matches in a row among those in which somebody was the favourite."""
    from scipy.special import bdtrc

    size = min(WINDOW, len(favoured))
    windows = [favoured[first : first + size] for first in range(len(favoured) - size + 1)]
    worst = max(windows, key=lambda window: sum(early for _, early in window))
    thrown = [match for match, early in worst if early]
    if not thrown:
        return None
    chance = min(1.0, len(windows) * float(bdtrc(len(thrown) - 1, size, HONEST)))
    evidence = (
        f"{{0}} gave up {counted(len(thrown), 'match', 'matches')} almost at once, of {size} in a row in "
        "which they were the favourite by their other results."
    )
    return Flag("", (owner,), evidence, chance, newest(thrown))
