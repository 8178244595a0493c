"""The rule for when a rating has settled.

The paper plays "until ratings converge", and gives no number but "over 50" games for each model and
environment. Ours: a rating has settled once a model has played `games` of them, none of the last `window`
moved the mean of its skill by `change` or more, and all of these together did not move it by `drift` or more;
at `cap` games it is given up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agonist.core import UsageError
from agonist.ratings import Result
from agonist.ratings.trueskill import DEFAULT, Skill, update


@dataclass(frozen=True, slots=True)
class Rule:
    """The thresholds of the stopping rule; see the module."""

    games: int = 50
    window: int = 20
    change: float = 0.25
    drift: float = 0.5
    cap: int = 150

    def __post_init__(self) -> None:
        if not 1 <= self.window <= self.games <= self.cap or not (self.change > 0 and self.drift > 0):
            raise UsageError(
                "llmarena: ratings settle where 1 ≤ window ≤ least ≤ cap, and change and drift are above 0; "
                f"these are window={self.window}, least={self.games}, cap={self.cap}, "
                f"change={self.change:g}, drift={self.drift:g}"
            )

    @classmethod
    def from_options(cls, options: Mapping[str, str]) -> Rule:
        """The rule with what a user said otherwise."""
        values: dict[str, float] = {}
        for key, kind in (("least", int), ("window", int), ("change", float), ("drift", float), ("cap", int)):
            if key in options:
                try:
                    values[{"least": "games"}.get(key, key)] = kind(options[key])
                except ValueError:
                    raise UsageError(f"llmarena: {key} is a number, not {options[key]!r}") from None
        return cls(**values)  # type: ignore[arg-type]


@dataclass(slots=True)
class RatingHistory:
    """The course of one player's rating, game by game."""

    skill: Skill = field(default_factory=lambda: Skill(DEFAULT.mu, DEFAULT.sigma))
    changes: list[float] = field(default_factory=list)
    """What each game added to the mean."""

    @property
    def games(self) -> int:
        return len(self.changes)

    def largest(self, window: int) -> float | None:
        """The largest change by one of the last games; `None` before the first game."""
        return max((abs(change) for change in self.changes[-window:]), default=None)

    def drift(self, window: int) -> float | None:
        """The total change over the last games."""
        return sum(self.changes[-window:]) if self.changes else None

    def settled(self, rule: Rule) -> bool:
        largest, drift = self.largest(rule.window), self.drift(rule.window)
        calm = largest is not None and largest < rule.change
        return calm and drift is not None and abs(drift) < rule.drift and self.games >= rule.games

    def missing(self, rule: Rule) -> int:
        """The least number of further games until the rating can be stable; 0 if it is.

        >>> course = RatingHistory(changes=[4.4, 0.1, 0.3, 0.1])
        >>> course.missing(Rule(games=5, window=3))
        2
        """
        if self.settled(rule):
            return 0
        calm = 0
        for change in reversed(self.changes):
            if abs(change) >= rule.change:
                break
            calm += 1
        return max(rule.games - self.games, rule.window - calm, 1)


def courses(results: Iterable[Result]) -> dict[str, RatingHistory]:
    """How everyone's TrueSkill went over these results, in this order.

    Matches of two sides of one player each; one of a player against itself changes nothing.

    >>> course = courses([Result((("ann",), ("bob",)), (1, 2))])["ann"]
    >>> f"{course.skill.mu:.3f} ± {course.skill.sigma:.3f}"
    '29.396 ± 7.171'
    """
    found: dict[str, RatingHistory] = {}
    for result in results:
        (one,), (other,) = result.teams
        if one == other:
            continue
        pair = [found.setdefault(name, RatingHistory()) for name in (one, other)]
        after = update([[course.skill] for course in pair], result.ranks)
        for course, (skill,) in zip(pair, after, strict=True):
            course.changes.append(skill.mu - course.skill.mu)
            course.skill = skill
    return found


def growth(
    histories: Mapping[str, RatingHistory],
    tables: Sequence[tuple[str, str]],
    tested: Sequence[str],
    rule: Rule,
) -> dict[tuple[str, str], int]:
    """How many more matches each table needs; each table's number is even.

    A tested player whose rating has not settled plays ten more games or so, at all of its tables; but no
    tested player plays more than `rule.cap` games, whoever else still needs them.
    """
    left = {player: rule.cap - histories.get(player, RatingHistory()).games for player in tested}
    more: dict[tuple[str, str], int] = {}
    for player in tested:
        if histories.get(player, RatingHistory()).settled(rule):
            continue
        tables_of_player = [table for table in tables if player in table]
        for table in tables_of_player:
            wanted = 2 * -(-STEP // (2 * len(tables_of_player))) - more.get(table, 0)
            room = min(left[name] for name in table if name in left)
            added = min(wanted, room - room % 2)
            if added > 0:
                more[table] = more.get(table, 0) + added
                left |= {name: left[name] - added for name in table if name in left}
    return more


STEP = 10
"""The least number of games that are added for a player whose rating has not settled."""
