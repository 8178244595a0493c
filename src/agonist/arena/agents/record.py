"""What an agent has done: by ability and game, against each opponent, its faults and its costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from agonist.games import KITS
from agonist.metrics.pairs import Pair, pairs_of
from agonist.metrics.results import can_be_rated, is_contest, results_of
from agonist.players.names import identity
from agonist.ratings import Rating, weighted, win_rate
from agonist.store.careers import career, taken

if TYPE_CHECKING:
    from agonist.store import Store, StoredMatch
    from agonist.store.agents import Version

LATEST: Final = 8


@dataclass(frozen=True, slots=True)
class Part:
    """How an agent fared in one game or one ability: its win rate, a draw being half a win.

    `low` and `high` are the 95% interval, `None` where one deal is all the evidence.
    """

    name: str
    matches: int
    rate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a version from its newest matches, at most `careers.MOST` of them.

    `faults` counts invalid answers by class, `stopped` matches that failed because of some player or
    endpoint, by what happened. `dollars` is `None` where a price is not known.
    """

    matches: int
    finished: int
    games: tuple[Part, ...]
    abilities: tuple[Part, ...]
    opponents: tuple[Pair, ...]
    faults: Mapping[str, int]
    answers: int
    forfeits: int
    helped: int
    stopped: Mapping[str, int]
    dollars: float | None
    requests: int
    latest: tuple[StoredMatch, ...]

    @property
    def dollars_a_match(self) -> float | None:
        """The mean cost; `None` where nothing was asked of a model or a price is not known."""
        return None if self.dollars is None or not self.requests else self.dollars / max(self.matches, 1)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        plain = {
            name: getattr(self, name) for name in ("matches", "finished", "answers", "forfeits", "helped")
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


def record_of(store: Store, version: Version) -> Record:
    """The record of one version of an agent; trials are left out."""
    who = identity(version.player)
    found = [
        match for match in career(store, version.name) if identity(match.fixture.spec(version.name)) == who
    ]
    done = [match for match in found if match.status == "finished" and can_be_rated(match)]
    contests = [match for match in done if is_contest(match)]
    results = results_of(contests, "strict")
    games = sorted({match.fixture.game for match in contests})
    by_ability = {
        ability: [game for game in games if ability in abilities_of(game)]
        for ability in sorted({ability for game in games for ability in abilities_of(game)})
    }
    seats = {
        (m.id, seat) for m in found for seat, name in enumerate(m.fixture.players) if name == version.name
    }
    faults, answers, requests, dollars = Counter[str](), 0, 0, 0.0
    priced = True
    for match, seat, error, calls, asked, cost in taken(store, [match.id for match in found]):
        if (match, seat) in seats:
            answers, requests = answers + calls, requests + asked
            faults.update({error: calls} if error else {})
            priced, dollars = priced and cost is not None, dollars + (cost or 0.0)
    own = [(match, seat) for match in done for seat in _seats(match, version)]
    return Record(
        matches=len(found),
        finished=len(done),
        games=tuple(_part(game, [game], contests, version.name) for game in games),
        abilities=tuple(_part(name, of, contests, version.name) for name, of in by_ability.items()),
        opponents=tuple(pair for pair in pairs_of(results) if pair.player == version.name) if results else (),
        faults=dict(faults.most_common()),
        answers=answers,
        forfeits=sum(seat in match.forfeits for match, seat in own),
        helped=sum(seat in match.fallback and seat not in match.forfeits for match, seat in own),
        stopped=_stopped(found),
        dollars=dollars if priced else None,
        requests=requests,
        latest=tuple(found[:LATEST]),
    )


def abilities_of(game: str) -> Sequence[str]:
    """What a listed game asks of its players; nothing for any other."""
    return KITS[game].game.traits.abilities if game in KITS else ()


def _part(name: str, games: Sequence[str], contests: Sequence[StoredMatch], player: str) -> Part:
    """The player's win rate over some games, each of which counts alike."""
    chosen = [match for match in contests if match.fixture.game in games]
    even = weighted(results_of(chosen, "strict"), [match.fixture.game for match in chosen])
    rating: Rating = win_rate(even, players=[player])[player]
    return Part(name, len(chosen), rating.rating, rating.low, rating.high)


def _seats(match: StoredMatch, version: Version) -> list[int]:
    return [seat for seat, name in enumerate(match.fixture.players) if name == version.name]


def _stopped(matches: Iterable[StoredMatch]) -> dict[str, int]:
    """Why matches stand still or were broken off, and how often each."""
    waiting = " is asked in the browser"
    reasons = Counter(
        match.error or match.status
        for match in matches
        if match.status in ("suspended", "broken", "void") and not match.error.endswith(waiting)
    )
    return dict(reasons.most_common(10))
