"""An agent's results: by ability and game, against each opponent, its faults and its costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from agonist.arena.accounts.permissions import LOCAL, Visitor
from agonist.arena.agents.privacy import errors_of
from agonist.arena.boards.finished_matches import PlayerCounts
from agonist.arena.boards.rater import Rater
from agonist.arena.boards.standings import abilities_of
from agonist.arena.match_visibility import shown_to
from agonist.arena.remote_person import ASKED
from agonist.metrics.head_to_head import Pair, pairs_of
from agonist.metrics.results import is_contest, results_of
from agonist.players.unique_names import identity
from agonist.ratings import Rating, weighted, win_rate
from agonist.store import Store, StoredMatch
from agonist.store.platform.agents import Version
from agonist.store.platform.player_matches import matches_with, unfinished

NEWEST_MATCHES: Final = 2_000
"""How many of the newest finished matches rates are computed from."""

MATCHES_OF_ANSWERS: Final = 500
"""In how many of the newest matches invalid answers are counted by class."""

LATEST_MATCHES: Final = 8


@dataclass(frozen=True, slots=True)
class PartRecord:
    """An agent's win rate in one game or ability, from 0 to 1; a draw is half a win.

    `low` and `high` are the 95% interval, `None` if only one deal was played.
    """

    name: str
    matches: int
    rate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class AgentRecord:
    """The results of a version; rates are those of its newest `NEWEST_MATCHES` finished matches.

    `faults` counts invalid answers by class among the `answers` of its newest `MATCHES_OF_ANSWERS` matches,
    `stopped` matches that stand still or were broken off, by what happened. `dollars` are of finished
    matches, `None` where a price is not known.
    """

    matches: int
    finished: int
    games: tuple[PartRecord, ...]
    abilities: tuple[PartRecord, ...]
    opponents: tuple[Pair, ...]
    faults: Mapping[str, int]
    answers: int
    forfeits: int
    fallback: int
    stopped: Mapping[str, int]
    dollars: float | None
    requests: int
    latest: tuple[StoredMatch, ...]

    @property
    def dollars_a_match(self) -> float | None:
        """The mean cost in dollars; `None` if no model was asked or a price is unknown."""
        return None if self.dollars is None or not self.requests else self.dollars / max(self.finished, 1)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        plain = {
            name: getattr(self, name) for name in ("matches", "finished", "answers", "forfeits", "fallback")
        }
        return {
            **plain,
            "games": [asdict(part) for part in self.games],
            "abilities": [asdict(part) for part in self.abilities],
            "opponents": [asdict(pair) for pair in self.opponents],
            "invalid": dict(self.faults),
            "stopped": dict(self.stopped),
            "requests": self.requests,
            "dollars": self.dollars,
            "latest": [match.id for match in self.latest],
        }


def record_of(store: Store, rater: Rater, version: Version, who_asks: Visitor = LOCAL) -> AgentRecord:
    """The record of one version of an agent for a visitor; trials are left out. At most six queries."""
    name, who = rater.name_of(version), identity(version.player)
    newest = [match.as_match() for match in rater.matches_of(name, NEWEST_MATCHES)]
    done = rater.count_matches(name)
    open_ = [
        match
        for match in unfinished(store, version.name)
        if identity(match.fixture.spec(version.name)) == who
    ]
    contests = [match for match in newest if is_contest(match)]
    results = results_of(contests, "strict")
    games = sorted({match.fixture.game for match in contests})
    by_ability = {
        ability: [game for game in games if ability in abilities_of(game)]
        for ability in sorted({ability for game in games for ability in abilities_of(game)})
    }
    looked = [*open_, *newest[::-1]][:MATCHES_OF_ANSWERS]
    seats = {(match.id, seat) for match in looked for seat in _seats(match, {name, version.name})}
    faults, answers = Counter[str](), 0
    for each in store.usage_of([match.id for match in looked]):
        if (each.match, each.seat) in seats:
            answers += each.calls
            faults.update(each.invalid)
    counted = rater.counts_of(name) if done else PlayerCounts()
    latest = sorted({match.id for match in [*open_, *newest[-LATEST_MATCHES:]]}, reverse=True)[
        :LATEST_MATCHES
    ]
    return AgentRecord(
        matches=done + len(open_),
        finished=done,
        games=tuple(_part(game, [game], contests, name) for game in games),
        abilities=tuple(_part(ability, of, contests, name) for ability, of in by_ability.items()),
        opponents=tuple(pair for pair in pairs_of(results) if pair.player == name) if results else (),
        faults=dict(faults.most_common()),
        answers=answers,
        forfeits=counted.forfeits,
        fallback=counted.fallback,
        stopped=_stopped(open_, errors_of(store, who_asks, shown_to(store, open_))),
        dollars=counted.cost,
        requests=counted.requests,
        latest=tuple(matches_with(store, latest)),
    )


def _part(name: str, games: Sequence[str], contests: Sequence[StoredMatch], player: str) -> PartRecord:
    """The player's win rate over some games, with equal weight for each game."""
    chosen = [match for match in contests if match.fixture.game in games]
    even = weighted(results_of(chosen, "strict"), [match.fixture.game for match in chosen])
    rating: Rating = win_rate(even, players=[player])[player]
    return PartRecord(name, len(chosen), rating.rating, rating.low, rating.high)


def _seats(match: StoredMatch, names: Collection[str]) -> list[int]:
    return [seat for seat, name in enumerate(match.fixture.players) if name in names]


def _stopped(matches: Iterable[StoredMatch], errors: Mapping[int, str]) -> dict[str, int]:
    """The reasons why matches are suspended or were broken off, with counts."""
    waiting = f" {ASKED}"
    reasons = Counter(
        errors[match.id] or match.status
        for match in matches
        if match.status in ("suspended", "broken", "void") and not match.error.endswith(waiting)
    )
    return dict(reasons.most_common(10))
