"""Matches that are added while a run plays, where they are most informative, until a rule stops it.

`informative` pairing begins with a ring, and then gives matches to the pairs whose results would most
reduce the uncertainty about all strengths (the D-optimal design, one step at a time). Without a rule it
plays as many matches as `balanced` would.

`--until width=100` stops a game once no rating's interval is wider than 100 points; `--until decided`
once every two players' order is known. The results are looked at up to `MAX_LOOKS` times, each time after
half as many matches again. For a width it is as many as the widest interval still needs, if these are fewer,
so that there may be more looks. Deciding at the level of 5% at each look would be wrong far more often; so
`decided` spends the 5% over the looks (`agonist.ratings.group_sequential`), and such a run's report has
intervals and ranks of 97%, which hold at least as often as 95% should.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log
from typing import Final, Literal

import numpy as np

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.metrics.results import outcomes_of
from agonist.ratings.bradley_terry import ELO, estimate_from, meetings_from
from agonist.ratings.group_sequential import spent_levels
from agonist.ratings.sandwich import Spread, Truths
from agonist.store import StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns
from agonist.tournament.next_wordings import matches_in_each, next_wordings
from agonist.tournament.pairing import Pairing, Table, tables
from agonist.tournament.schedule import Dealing

MAX_LOOKS: Final = 6
"""How often the results are looked at, at most."""

GROWTH_BETWEEN_LOOKS: Final = 1.5
"""By how much the number of matches grows between looks."""

NEARLY: Final = 0.95
"""The share of the most matches from which on a run until a width is over."""

LEAST_GROWTH: Final = 0.1
"""By how much the number of matches grows at least, where a width is all but reached."""

ERROR: Final = 0.05
"""In how many of all runs until `decided` any two equal players may be called different."""

SPENDING: Final = 1.5
"""By a look at the share t of the most matches, `ERROR` × t to this power is spent. With less, early looks
would be so likely to end a run by chance that its intervals would have to be wider."""

REPORTED: Final = 0.97
"""The level of intervals and ranks of a run until `decided`. Among equal players and players of any
difference, the true one is then within the interval in at least 95% of runs, although they ended by their
results; without the correction, intervals of 95% would hold in 92%."""


TIMES: Final = tuple(GROWTH_BETWEEN_LOOKS ** (look - MAX_LOOKS + 1) for look in range(MAX_LOOKS))
"""The share of the most matches that have been played at each look."""


@dataclass(frozen=True, slots=True)
class Until:
    """When a game has been played enough."""

    rule: Literal["width", "decided"]
    width: float = 0.0
    """In Elo points."""

    @property
    def confidence(self) -> float:
        """The level of the intervals and comparisons of a run that stops by this rule."""
        return REPORTED if self.rule == "decided" else 0.95

    def met(self, spread: Spread, look: int) -> bool:
        """Whether the ratings need no more matches, at this look, from 0."""
        if self.rule == "decided":
            return bool((self.apart(spread, look) | np.eye(len(spread.values), dtype=bool)).all())
        return self.needed(spread) <= 1

    def needed(self, spread: Spread) -> float:
        """How many times as many matches the widest interval needs, its width being as 1 / √matches: infinite
        where there is none yet.
        """
        low, high = spread.intervals(self.confidence)
        widths = (high - low) * ELO
        return float((widths.max() / self.width) ** 2) if np.isfinite(widths).all() else inf

    def apart(self, spread: Spread, look: int) -> Truths:
        """`apart[i, j]`: whether one of i and j is known to be better at this look."""
        if self.rule != "decided":
            return np.zeros((len(spread.values), len(spread.values)), dtype=bool)
        better = spread.better(1 - spent_levels(ERROR, SPENDING, TIMES)[look])
        return better | better.T


def parse_until(text: str) -> Until | None:
    """The rule for `width=100` or `decided`; none for nothing. Raises `UsageError`.

    >>> parse_until("width=100")
    Until(rule='width', width=100.0)
    """
    if not text:
        return None
    name, equals, number = text.partition("=")
    if name == "decided" and not equals:
        return Until("decided")
    if name == "width" and equals:
        try:
            width = float(number)
        except ValueError:
            width = 0.0
        if isfinite(width) and width > 0:
            return Until("width", width)
    raise UsageError(f"--until is width=POINTS (of Elo, such as width=100) or decided, not {text!r}")


def confidence_of(until: str) -> float:
    """The level of a run's report, by the rule it stopped by."""
    rule = parse_until(until)
    return 0.95 if rule is None else rule.confidence


@dataclass(frozen=True, slots=True)
class Growth:
    """The matches to add; `why`: what was chosen between deals and wordings, empty with one wording."""

    fixtures: Sequence[Fixture] = ()
    why: str = ""


def growth(
    done: Sequence[StoredMatch],
    dealings: Sequence[Dealing],
    players: Sequence[str],
    opponents: Sequence[str],
    seats: int,
    *,
    matches: int,
    seed: int,
    pairing: Pairing,
    until: Until | None,
) -> Growth:
    """The matches of one game to add after these; none once there are enough.

    They depend on the finished matches only, so an interrupted run continues unchanged. `dealings`: one for
    each wording that there is.
    """
    if not (until or pairing == "informative") or len({*players, *opponents}) < 2:
        return Growth()
    design = tables(players, opponents, seats, seed, pairing)
    most = most_matches(players, opponents, seats, matches, seed, pairing, until)
    names = sorted({*players, *opponents})
    group, _, spread = estimate_from(meetings_from(outcomes_of(MatchColumns.of(done), "strict")), names)
    played = Counter(frozenset(match.fixture.players) for match in done)
    whole = spread if len(group) == len(names) else None
    chosen = extension(design, names, whole, played, matches, most, pairing, until)
    before = len({match.fixture.wording for match in done})
    wordings, why = before, ""
    if chosen and len(dealings) > 1 and spread is not None and spread.wordings is not None:
        times = 1 + sum(count for _, count in chosen) / len(done)
        found = next_wordings(spread, before, len(dealings), times, until.confidence if until else 0.95)
        wordings, why = found.wordings, found.in_words()
    return Growth(further(chosen, dealings, played, before, wordings), why)


def further(
    chosen: Sequence[tuple[Table, int]],
    dealings: Sequence[Dealing],
    played: Mapping[frozenset[str], int],
    before: int,
    wordings: int,
) -> list[Fixture]:
    """So many more matches of each table, in so many wordings instead of those `before`.

    Every deal is played in each: a new wording begins with those that the others have had.
    """
    found = list[Fixture]()
    for table, count in chosen:
        first = played[frozenset(table[0])]
        if len(dealings) == 1:
            found += dealings[0].fixtures(table, first, count)
            continue
        so_far, each = matches_in_each(first, count, before, wordings, len(table))
        for nth, dealing in enumerate(dealings[:wordings]):
            begun = so_far if nth < before else 0
            found += dealing.fixtures(table, begun, each - begun)
    return found


def most_matches(
    players: Sequence[str],
    opponents: Sequence[str],
    seats: int,
    matches: int,
    seed: int,
    pairing: Pairing,
    until: Until | None,
) -> float:
    """How many matches of one game are played at most, those at first included."""
    if until is not None:
        return (
            len(tables(players, opponents, seats, seed, pairing))
            * matches
            * GROWTH_BETWEEN_LOOKS ** (MAX_LOOKS - 1)
        )
    return len(tables(players, opponents, seats, seed, "balanced")) * matches


def growth_in_words(first: int, most: float, until: str) -> str:
    """The matches after the planned ones, in words; empty if there are none.

    >>> growth_in_words(18, 54, ""), growth_in_words(6, 46, "decided")
    (', then 36 more where they are most informative', ', then more until decided, about 46 at most')
    """
    if until:
        return f", then more until {until}, about {most:,.0f} at most"
    return f", then {most - first:,.0f} more where they are most informative" if most > first else ""


def extension(
    design: Sequence[Table],
    names: Sequence[str],
    spread: Spread | None,
    played: Counter[frozenset[str]],
    matches: int,
    most: float,
    pairing: Pairing,
    until: Until | None,
) -> list[tuple[Table, int]]:
    """How many more matches each table plays, given how often the players have met.

    `spread`: how certain the strengths are; `None` if the matches do not connect all players. `matches` is
    how many each table plays at first, `most` the limit for all tables together.
    """
    first, done = len(design) * matches, sum(played.values())
    look = max(0, round(log(max(done, 1) / first) / log(GROWTH_BETWEEN_LOOKS)))
    size = min(first * GROWTH_BETWEEN_LOOKS ** (look + 1), most) - done
    by_width = until is not None and until.rule == "width"
    if until is not None and by_width and spread is not None:
        size = min(size, max(until.needed(spread) - 1, LEAST_GROWTH) * done)
    if size < 1 or (until is not None and (done > NEARLY * most if by_width else look >= MAX_LOOKS - 1)):
        return []
    if until and spread is not None and until.met(spread, look):
        return []
    if pairing == "informative" and spread is not None:
        apart = None if until is None else until.apart(spread, look)
        return _telling(names, played, round(size), apart)
    turns = max(1, round(size / len(design) / len(design[0])))
    return [(table, turns * len(table)) for table in design]


def _telling(
    names: Sequence[str], played: Counter[frozenset[str]], size: int, apart: Truths | None
) -> list[tuple[Table, int]]:
    """Pairs and how many matches each plays, seats exchanged: greedily where they reduce uncertainty most.

    `apart`: pairs that need no more. Uncertainty is computed from how often players have met, not from who
    won: with estimated probabilities, a pair that began with a lucky series would get no more matches, and
    keep an interval that is too narrow.
    """
    met = np.array([[played[frozenset((one, other))] for other in names] for one in names], dtype=float)
    np.fill_diagonal(met, 0)
    covariance = np.asarray(np.linalg.inv(np.diag(0.25 + met.sum(axis=1) / 4) - met / 4), dtype=np.float64)
    open_ = np.triu(np.ones_like(covariance, dtype=bool), 1)
    if apart is not None:
        open_ &= ~apart
    count = Counter[tuple[int, int]]()
    for _ in range(max(1, size // 2)):
        variances = np.diagonal(covariance)
        variance = variances[:, None] + variances[None, :] - 2 * covariance
        gain = np.where(open_, variance, -1.0)
        one, other = (int(at) for at in np.unravel_index(int(gain.argmax()), gain.shape))
        count[one, other] += 2
        turn = covariance[:, one] - covariance[:, other]
        weight = 0.5
        covariance -= weight * np.outer(turn, turn) / (1 + weight * variance[one, other])
    return [
        ([(names[one], names[other]), (names[other], names[one])], number)
        for (one, other), number in sorted(count.items())
    ]
