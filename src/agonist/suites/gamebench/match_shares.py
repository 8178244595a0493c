"""Results as GameBench counts them: each player's share of a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from agonist.core import UsageError
from agonist.metrics.run_matches import Played
from agonist.ratings.bootstrapped_ratings import Scored
from agonist.ratings.result_files import read_results
from agonist.suites.gamebench.games import BY_GAME, BY_ID
from agonist.suites.gamebench.share_rule import share_of

SOURCE: Final = "published matches of GameBench (Costarelli et al., 2024)"
"""Stands in the plan of a run that holds a list of results."""

RESULTS: Final = "results"
"""The part of such a plan that holds the list."""


def scored(match: Played) -> Scored | None:
    """The shares of the two players of a match; `None` unless there are exactly two.

    A player who forfeits gets 0, unless both do.
    """
    names = list(dict.fromkeys(match.players))
    if len(names) != 2:
        return None
    seats = [match.seats_of(name) for name in names]
    lost = [bool(set(seats_of_side) & set(match.match.forfeits)) for seats_of_side in seats]
    if any(lost) and not all(lost):
        shares: Sequence[float] = [float(not out) for out in lost]
    elif all(lost):
        shares = (0.5, 0.5)
    else:
        shares = share_of(match.match.fixture.game, match.match.scores, seats)
    fixture = match.match.fixture
    return Scored(fixture.game, tuple((name,) for name in names), tuple(shares), fixture.block or None)


def all_scored(matches: Iterable[Played]) -> list[Scored]:
    """The shares of all these matches that have two players."""
    return [found for match in matches if (found := scored(match)) is not None]


def read_published(text: str, name: str) -> list[Scored]:
    """A list of published matches under our names of the games. Raises `UsageError`."""
    found = read_results(text, name)
    for nth, match in enumerate(found, 1):
        if match.game not in BY_ID and match.game not in BY_GAME:
            raise UsageError(
                f"{name}, match {nth}: GameBench has no game {match.game!r}; its games are {', '.join(BY_ID)}"
            )
        if not match.is_shared or len(match.sides) != 2:
            raise UsageError(
                f"{name}, match {nth}: a match of GameBench has the scores of two agents, which add up to 1"
            )
    return [
        Scored(BY_ID[m.game].game if m.game in BY_ID else m.game, m.sides, m.scores, m.block) for m in found
    ]


def packed(matches: Sequence[Scored]) -> list[list[Any]]:
    """As JSON, for the plan of a run."""
    return [[match.game, *(side[0] for side in match.sides), *match.scores] for match in matches]


def unpacked(plan: Mapping[str, Any]) -> list[Scored]:
    """The results in a plan; empty for a run that was played."""
    return [Scored(game, ((one,), (other,)), (a, b)) for game, one, other, a, b in plan.get(RESULTS, ())]
