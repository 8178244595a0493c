"""The finished matches of a run, scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agonist.core import Seat
from agonist.games import find_kit
from agonist.match import Record
from agonist.match.record import game_of
from agonist.store import Store, StoredMatch
from agonist.suites.gamabench.scoring.choices import Choices
from agonist.suites.gamabench.scoring.from_match import choices_of
from agonist.suites.gamabench.scoring.games import GAMES, Profile, Score, score
from agonist.tournament.suite import Entry

PREFIX = "gamabench/"
"""Begins the block of every fixture of this suite; then come the player's place, the run and the part."""


@dataclass(frozen=True, slots=True)
class Result:
    """One match. `player` is who was evaluated, as named; `players` who sat where.

    `groups` are the scores of the seats of each who sat at a mixed table; empty where all were the same.
    """

    player: str
    game: str
    arm: str
    run: int
    players: tuple[str, ...]
    choices: Choices
    score: Score
    groups: Mapping[str, Score]
    wording: str = ""
    fallback: int = 0
    """Answers that the policy of the match gave, since the players' own could not be played."""
    key: str = ""
    """That of its fixture: the same for matches that differ in nothing but what was answered."""

    @property
    def line_up(self) -> str:
        """Who sat at the table, in words.

        >>> from agonist.suites.gamabench.scoring.choices import Bids
        >>> Result("a", "divide_dollar", "", 0, ("a", "b", "a"), Bids(9, ()), Score(1), {}).line_up
        'a × 2 + b'
        """
        counts = {name: self.players.count(name) for name in self.players}
        if len(counts) == 1:
            return self.players[0]
        return " + ".join(f"{name} × {count}" if count > 1 else name for name, count in counts.items())


def collect(store: Store, run: str, entry: Entry, profile: Profile) -> list[Result]:
    """All finished matches of this suite in a run, in the order in which they were planned."""
    found = []
    for match in store.matches(run):
        fixture = match.fixture
        if match.status != "finished" or not fixture.block.startswith(PREFIX):
            continue
        nth, number, _ = fixture.block.removeprefix(PREFIX).split("/", 2)
        found.append(result_of(store, match, entry.players[int(nth)], int(number), profile))
    return found


def result_of(
    store: Store, match: StoredMatch, player: str, run: int, profile: Profile, *, august: bool = False
) -> Result:
    """A finished match of one of the eight games, scored; `august`: see `score`."""
    fixture = match.fixture
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    steps = store.steps(match)
    choices = choices_of(Record(fixture.game, game, tuple(step.moves for step in steps if step.moves)))
    return Result(
        player=player,
        game=fixture.game,
        arm=fixture.part.partition("=")[2],
        run=run,
        players=fixture.players,
        choices=choices,
        score=score(choices, profile, august=august),
        groups=_groups(choices, fixture.players, profile),
        wording=fixture.wording,
        fallback=sum(len(step.fallback) for step in steps),
        key=fixture.key,
    )


def _groups(choices: Choices, players: tuple[str, ...], profile: Profile) -> dict[str, Score]:
    seats: dict[str, list[Seat]] = {}
    for seat, name in enumerate(players):
        seats.setdefault(name, []).append(seat)
    return {name: score(choices, profile, own) for name, own in seats.items()} if len(seats) > 1 else {}


def values(results: list[Result], game: str) -> list[float]:
    """The scores of one game, those without a value left out; in the order of the runs."""
    mine = sorted((result for result in results if result.game == game), key=lambda result: result.run)
    return [result.score.value for result in mine if result.score.value is not None]


def overalls(results: list[Result]) -> list[float]:
    """For each run with a score in all eight games, their unweighted mean."""
    runs: dict[int, dict[str, float]] = {}
    for result in results:
        if result.score.value is not None:
            runs.setdefault(result.run, {})[result.game] = result.score.value
    return [
        sum(scores.values()) / len(GAMES) for _, scores in sorted(runs.items()) if len(scores) == len(GAMES)
    ]
