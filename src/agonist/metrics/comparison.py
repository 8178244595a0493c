"""The comparison of two players over runs and databases, and conditions on it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from agonist.core import Seat, UsageError, nearest
from agonist.metrics.difference_of_two_players import Gap, Seen, gaps, verdict
from agonist.metrics.results import part_of
from agonist.players.unique_names import identity
from agonist.store import StoredMatch

CONDITION: Final = re.compile(
    r"(?P<one>.+?)\s+(?P<sign>[<>])\s+(?P<other>.+?)(?:\s+-\s+(?P<margin>\d*\.?\d+))?"
)


@dataclass(frozen=True, slots=True)
class Source:
    """The finished matches of one run of one database."""

    db: str
    run: str
    matches: Sequence[StoredMatch]
    weights: Mapping[str, float] = field(default_factory=dict)
    """What games count, as the run says; empty: all the same."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players, and how much better the first one is, for each basis that there is.

    `weights`: what games count over all games, 1 for those without one; empty: all the same.
    """

    first: str
    second: str
    gaps: tuple[Gap, ...]
    weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def verdict(self) -> Gap | None:
        """The difference that decides; `None` if none can be averaged over all games."""
        return verdict(self.gaps)

    def shows(self, condition: Condition) -> bool:
        """Whether the condition holds, as the 95% interval of the deciding difference shows."""
        found = self.verdict
        if found is None or found.low is None or found.high is None:
            return False
        low, high = (found.low, found.high) if condition.one == self.first else (-found.high, -found.low)
        return high < -condition.margin if condition.is_worse else low > condition.margin

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        found = self.verdict
        return {
            "first": self.first,
            "second": self.second,
            "weights": dict(self.weights),
            "gaps": [gap.as_dict() for gap in self.gaps],
            "verdict": None if found is None else found.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition such as `v2 < v1`, that one player is worse (or better) than the other.

    `margin`: by more than so many points, 0 to 1.
    """

    one: str
    other: str
    is_worse: bool
    margin: float = 0.0


def parse_condition(text: str, first: str, second: str) -> Condition:
    """A condition on these two players.

    >>> parse_condition("v2 < v1 - 0.05", "v1", "v2")
    Condition(one='v2', other='v1', is_worse=True, margin=0.05)

    Raises `UsageError` if it is not about them.
    """
    found = CONDITION.fullmatch(text.strip())
    if found is None or {found["one"], found["other"]} != {first, second} or first == second:
        raise UsageError(
            f"{text[:80]!r} is no condition on {first} and {second}: write '{second} < {first}', or with a "
            f"margin in points '{second} < {first} - 0.05'"
        )
    if found["sign"] == ">" and found["margin"]:
        raise UsageError(f"{text[:80]!r}: a margin goes with <, as in '{second} < {first} - 0.05'")
    return Condition(found["one"], found["other"], found["sign"] == "<", float(found["margin"] or 0))


def compare_players(
    sources: Sequence[Source],
    first: str,
    second: str,
    game: str = "",
    *,
    parts: Collection[str] | None = None,
    weights: Mapping[str, float] | None = None,
) -> Comparison:
    """Compare two players over these runs, in one game, in these games with options, or in all.

    Over all games, each counts as `weights` says. `None`: as the runs say, if they agree, and else the same.

    A player is named as in the runs, or as `NAME@RUN` by the beginning of a run's id. The same name twice,
    with two databases, is the player of each. Raises `UsageError` for an unknown name, for one that is of
    several players, and if nothing compares the two.
    """
    databases = list(dict.fromkeys(source.db for source in sources))
    if first == second and len(databases) == 2:
        ours, theirs = (
            _contender([source for source in sources if source.db == db], first) for db in databases
        )
        first, second = (f"{first} in {db}" for db in databases)
    else:
        ours, theirs = _contender(sources, first), _contender(sources, second)
    if ours == theirs:
        raise UsageError(
            f"{first} and {second} are the same player of the same runs: name two, or one of two runs as "
            f"{first}@RUN (agonist runs lists them)"
        )
    seats = _seats_of(ours), _seats_of(theirs)
    if weights is None:
        said = [each.weights for each in sources if (each.db, each.run) in ours.runs | theirs.runs]
        weights = said[0] if all(each == said[0] for each in said) else {}
    matches = [
        match
        for source in sources
        for match in source.matches
        if (source.db, source.run) in ours.runs | theirs.runs
        and game in ("", match.fixture.game)
        and (parts is None or part_of(match) in parts)
    ]
    found = gaps(matches, *seats, weights)
    if not found:
        raise UsageError(
            f"nothing compares {first} and {second}{f' in {game}' if game else ''}: they never met, and had "
            "no seat against the same opponents; play both against the same --opponent, with --deals shared "
            "and the same --seed"
        )
    return Comparison(first, second, tuple(found), weights)


@dataclass(frozen=True, slots=True)
class _Contender:
    """A player by name and identity, in these runs (database and id)."""

    name: str
    identity: str
    runs: frozenset[tuple[str, str]]


def _seats_of(player: _Contender) -> Seen:
    runs = frozenset(run for _, run in player.runs)

    def seats(match: StoredMatch) -> list[Seat]:
        if match.run not in runs:
            return []
        players = match.fixture.players
        return [
            seat
            for seat, name in enumerate(players)
            if name == player.name and identity(match.fixture.spec(name)) == player.identity
        ]

    return seats


def _contender(sources: Sequence[Source], text: str) -> _Contender:
    name, _, beginning = text.rpartition("@")
    found = _known(sources, text)
    if not found and name and beginning:
        runs = [source for source in sources if source.run.startswith(beginning)]
        if not runs:
            raise UsageError(f"{text}: no run begins with {beginning!r} (agonist runs lists them)")
        found = _known(runs, name)
        text = name
    if not found:
        names = sorted({name for source in sources for name in _players(source.matches)})
        raise UsageError(nearest("player", text, names))
    if len(found) > 1:
        several = "; ".join(f"{who} in run {min(runs)[1]}" for who, runs in sorted(found.items()))
        raise UsageError(f"{text!r} names {len(found)} players: {several}; say which, as {text}@RUN")
    [(who, where)] = found.items()
    return _Contender(text, who, frozenset(where))


def _known(sources: Iterable[Source], name: str) -> dict[str, set[tuple[str, str]]]:
    """The players of this name: their identities, and the runs in which they play."""
    found: dict[str, set[tuple[str, str]]] = {}
    for source in sources:
        specs = {match.fixture.spec(name) for match in source.matches if name in match.fixture.players}
        for spec in specs:
            found.setdefault(identity(spec), set()).add((source.db, source.run))
    return found


def _players(matches: Iterable[StoredMatch]) -> set[str]:
    return {name for match in matches for name in match.fixture.players}
