"""The finished matches of a run, scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from agonist.core import CHANCE, Seat
from agonist.games import find_kit
from agonist.match import Record
from agonist.match.record import game_of
from agonist.metrics.run_matches import Played, finished
from agonist.store import StoredMatch
from agonist.suites.gamabench.scoring import GAMES, Choices, Profile, Score, choices_of, score
from agonist.tournament.evaluation_request import Entry

if TYPE_CHECKING:
    from agonist.store import Reader, Turn

PREFIX = "gamabench/"
"""Begins the block of every fixture of this suite; then come the player's place, the run and the part."""

MOSTLY: Final = 0.5
"""A run in which a larger share of the answers was not the player's own has no overall score."""


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """One match. `player` is the name of the evaluated player; `players` are those of all seats.

    `groups` are the scores of the seats of each player at a mixed table; empty where all were the same.
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
    answers: int = 0
    """How many answers the match took."""
    invalid: int = 0
    """Answers that the rules refuse: in our matches fallback moves took their place, in published records
    they count as the published code took them."""
    key: str = ""
    """That of its fixture: the same for matches that differ in nothing but what was answered."""

    @property
    def line_up(self) -> str:
        """The players at the table, in words.

        >>> from agonist.suites.gamabench.scoring import Bids
        >>> ScoredMatch("a", "divide_dollar", "", 0, ("a", "b", "a"), Bids(9, ()), Score(1), {}).line_up
        'a × 2 + b'
        """
        counts = {name: self.players.count(name) for name in self.players}
        if len(counts) == 1:
            return self.players[0]
        return " + ".join(f"{name} × {count}" if count > 1 else name for name, count in counts.items())


def collect(store: Reader, run: str, entry: Entry, profile: Profile) -> list[ScoredMatch]:
    """All finished matches of this suite in a run, in the order in which they were planned."""
    found = []
    for played in finished(store, run, ""):
        block = played.match.fixture.block
        if block.startswith(PREFIX):
            nth, number, _ = block.removeprefix(PREFIX).split("/", 2)
            found.append(result_of(played, entry.players[int(nth)], int(number), profile))
    return found


def result_of(played: Played, player: str, run: int, profile: Profile) -> ScoredMatch:
    """A finished match of one of the eight games, scored."""
    fixture = played.match.fixture
    return ScoredMatch(
        player=player,
        game=fixture.game,
        arm=fixture.part.partition("=")[2],
        run=run,
        players=fixture.players,
        choices=(choices := played_choices(played.match, played.log)),
        score=score(choices, profile, letter=False),
        groups=_groups(choices, fixture.players, profile, letter=False),
        wording=fixture.wording,
        answers=sum(seat != CHANCE for turn in played.log for seat in turn.moves),
        invalid=sum(len(turn.fallback) for turn in played.log),
        key=fixture.key,
    )


def published_result(
    match: StoredMatch, choices: Choices, player: str, run: int, profile: Profile, *, august: bool = False
) -> ScoredMatch:
    """A published record, scored from its raw choices; `august`: see `score`."""
    fixture = match.fixture
    return ScoredMatch(
        player=player,
        game=fixture.game,
        arm=fixture.part.partition("|")[2],
        run=run,
        players=fixture.players,
        choices=choices,
        score=score(choices, profile, august=august),
        groups=_groups(choices, fixture.players, profile, letter=True),
        answers=choices.answers,
        invalid=choices.illegal,
        key=fixture.key,
    )


def played_choices(match: StoredMatch, turns: Iterable[Turn]) -> Choices:
    """The choices in these turns of a match."""
    fixture = match.fixture
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    moves = tuple(turn.moves for turn in turns if turn.moves)
    return choices_of(Record(fixture.game, game, moves))


def _groups(
    choices: Choices, players: tuple[str, ...], profile: Profile, *, letter: bool
) -> dict[str, Score]:
    seats = seats_by_player(players)
    if len(seats) < 2:
        return {}
    return {name: score(choices, profile, group, letter=letter) for name, group in seats.items()}


def seats_by_player(players: Sequence[str]) -> dict[str, list[Seat]]:
    """The seats of each player, in the order in which they first sit."""
    seats: dict[str, list[Seat]] = {}
    for seat, name in enumerate(players):
        seats.setdefault(name, []).append(seat)
    return seats


def values(results: Iterable[ScoredMatch], game: str) -> list[float]:
    """The scores of one game, those without a value left out; in the order of the runs."""
    mine = sorted((result for result in results if result.game == game), key=lambda result: result.run)
    return [result.score.value for result in mine if result.score.value is not None]


def mostly_invalid(run: Iterable[ScoredMatch]) -> bool:
    """Whether most answers of these matches were not the player's own, so that no score is meaningful."""
    run = list(run)
    return sum(result.invalid for result in run) > MOSTLY * sum(result.answers for result in run)


def overalls(results: Iterable[ScoredMatch]) -> list[float]:
    """For each run with a score in all eight games, their unweighted mean; none for a run that is mostly
    invalid answers."""
    found = [overall(run.values()) for run in by_run(results)]
    return [value for value in found if value is not None]


def by_run(results: Iterable[ScoredMatch]) -> list[dict[str, ScoredMatch]]:
    """The matches of one player in one arm, run by run, each by its game."""
    runs: dict[int, dict[str, ScoredMatch]] = {}
    for result in results:
        runs.setdefault(result.run, {})[result.game] = result
    return [run for _, run in sorted(runs.items())]


def overall(run: Iterable[ScoredMatch]) -> float | None:
    """The mean of the eight games of one run; `None` if one is missing or the answers are mostly invalid."""
    run = list(run)
    scores = {result.game: result.score.value for result in run if result.score.value is not None}
    if len(scores) < len(GAMES) or mostly_invalid(run):
        return None
    return sum(scores.values()) / len(GAMES)
