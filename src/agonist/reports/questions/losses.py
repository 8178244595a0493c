"""Why players lost: how their matches ended, invalid answers with examples, deals where only one failed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from agonist.metrics.results import is_contest, part_of, points_of, shared_deal, shared_deals_of
from agonist.reports.ending_of_match import ending_of
from agonist.reports.safe_text import on_one_line, printable, shortened

if TYPE_CHECKING:
    from agonist.match import Step
    from agonist.store import StoredMatch
    from agonist.store.runs.matches_as_arrays import MatchColumns

EXAMPLES: Final = 3
"""The most examples of invalid answers for each player and class."""

EXCERPT: Final = 600
"""The most characters of an example."""

MIRRORED: Final = 40
"""The most deals listed on which one player failed and another did not."""

REASONS: Final = 8
"""The most reasons for the end that are listed of a game."""


@dataclass(frozen=True, slots=True)
class Losses:
    """How the matches of a player ended, counted by seat, since a player can have several seats in a match.

    `beaten`: lost with valid moves. `invalid`: lost by invalid answers, having forfeited, or on the strict
    board because the policy had to move for them. `unfinished`: suspended, broken off, void, or not played.
    """

    player: str
    won: int = 0
    drawn: int = 0
    beaten: int = 0
    invalid: int = 0
    alone: int = 0
    """Finished with no opponent: one player, or one team."""
    unfinished: int = 0


@dataclass(frozen=True, slots=True)
class InvalidExample:
    """One invalid answer: its player, class, place and complaint, and the beginning of the answer."""

    player: str
    kind: str
    match: int
    step: int
    """Counted from 1."""
    seat: int
    complaint: str
    text: str


@dataclass(frozen=True, slots=True)
class Mirrored:
    """One deal and seat on which one player lost and another won."""

    part: str
    seat: int
    lost: str
    lost_match: int
    won: str
    won_match: int
    why: str
    """How the lost match ended."""


def losses_of(matches: MatchColumns) -> list[Losses]:
    """How matches ended for each player, by name."""
    counts: dict[str, Counter[str]] = {}
    for match, times in matches.with_times():
        for seat, how in enumerate(_fates(match)):
            counts.setdefault(match.fixture.players[seat], Counter())[how] += times
    return [Losses(player, **counts[player]) for player in sorted(counts)]


def _fates(match: StoredMatch) -> list[str]:
    seats = len(match.fixture.players)
    if match.status != "finished":
        return ["unfinished"] * seats
    if not is_contest(match):
        return ["alone"] * seats
    invalid = set(match.fallback) | set(match.forfeits)
    outcomes = {1.0: "won", 0.5: "drawn"}
    return [
        outcomes.get(points, "invalid" if seat in invalid else "beaten")
        for seat, points in enumerate(points_of(match))
    ]


Failure: TypeAlias = tuple[tuple[str, ...], str, str, int]
"""Games, how matches of them ended, the error, number of matches."""


def endings_of(matches: MatchColumns) -> dict[str, dict[str, int]]:
    """By game, the number of matches with each ending."""
    found: dict[str, Counter[str]] = {}
    for match, times in matches.with_times():
        found.setdefault(part_of(match), Counter())[ending_of(match)] += times
    return {part: dict(counts) for part, counts in found.items()}


def reasons_of(matches: MatchColumns) -> list[tuple[str, str, int]]:
    """The most frequent reasons for the end of a match: game, reason without its numbers, how often."""
    counts = Counter[tuple[str, str]]()
    for match, times in matches.with_times():
        if match.status == "finished":
            counts[part_of(match), alike(match.reason)] += times
    by_game: dict[str, list[tuple[str, str, int]]] = {}
    for (part, reason), count in counts.most_common():
        by_game.setdefault(part, []).append((part, reason, count))
    return [line for lines in by_game.values() for line in lines[:REASONS]]


def failures_of(matches: MatchColumns) -> list[Failure]:
    """What stopped matches that were not finished: games, ending, error, how often; most frequent first.

    Each error is told once, with all games in which it came.
    """
    counts = Counter[tuple[str, str]]()
    games: dict[tuple[str, str], dict[str, None]] = {}
    for match, times in matches.with_times():
        if match.error and match.status != "finished":
            what = ending_of(match), on_one_line(shortened(without_player(match.error), EXCERPT))
            counts[what] += times
            games.setdefault(what, {})[part_of(match)] = None
    return [(tuple(games[what]), *what, count) for what, count in counts.most_common()]


def without_player(error: str) -> str:
    """The error itself, where a match was not played since its player had been set aside for it.

    >>> without_player("vllm/a is set aside: no answer"), without_player("no answer")
    ('no answer', 'no answer')
    """
    return error.partition(" is set aside: ")[2] or error


def alike(reason: str) -> str:
    """A reason without its numbers, so that it is the same for several matches.

    >>> alike("Player 3 is the last one left"), alike("after 100 shots 2 players are left")
    ('a player is the last one left', 'after … shots … players are left')
    """
    reason = re.sub(r"\bPlayers? \d+(?:(?:, | and )Player \d+)*", "a player", on_one_line(reason))
    return re.sub(r"(?<!\w)-?\d+(?:\.\d+)?", "…", reason)


class Examples:
    """Collects a few invalid answers of every player and class, each from a different match."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[InvalidExample]] = {}

    def add(self, match: StoredMatch, steps: Sequence[Step]) -> None:
        """The invalid answers of a match."""
        for nth, step in enumerate(steps, start=1):
            for call in step.calls:
                if not call.error or call.probe:
                    continue
                player = match.fixture.players[call.seat]
                examples = self._found.setdefault((player, call.error), [])
                if len(examples) == EXAMPLES or any(one.match == match.id for one in examples):
                    continue
                text = printable(shortened(call.text, EXCERPT))
                examples.append(
                    InvalidExample(
                        player, call.error, match.id, nth, call.seat, on_one_line(call.complaint), text
                    )
                )

    def all(self) -> list[InvalidExample]:
        """By player, then class."""
        return [one for key in sorted(self._found) for one in self._found[key]]


def mirrored_of(matches: MatchColumns) -> list[Mirrored]:
    """Deals of several matches in which the same seat lost with one player and won with another.

    Each pair of a loser and a winner is listed once per game, with its first case; pairs with the most cases
    come first, and only the first `MIRRORED` are listed.
    """
    shared = matches.only(
        lambda match: match.status == "finished" and bool(shared_deal(match)) and is_contest(match)
    )
    deal, deals = shared_deals_of(shared)
    order = np.argsort(deal, kind="stable")
    cases, ends = shared.case[order], np.cumsum(np.bincount(deal, minlength=deals)).tolist()
    # Deals on which matches of the same cases were played, one after the other, tell the same.
    alike: dict[bytes, tuple[list[int], slice]] = {}
    for first, last in pairwise([0, *ends]):
        times, _ = alike.setdefault(cases[first:last].tobytes(), ([0], slice(first, last)))
        times[0] += 1
    found: dict[tuple[str, str, str], Mirrored] = {}
    counts = Counter[tuple[str, str, str]]()
    for times, where in alike.values():
        for case in _mirrored_on(
            [shared.cases[at] for at in cases[where]], shared.ids[order[where]].tolist()
        ):
            key = case.part, case.lost, case.won
            found.setdefault(key, case)
            counts[key] += times[0]
    # The most frequent first; of equally frequent ones, that which came first.
    return [found[key] for key, _ in counts.most_common(MIRRORED)]


def _mirrored_on(played: Sequence[StoredMatch], ids: Sequence[int]) -> Iterator[Mirrored]:
    """What the matches on one deal tell, with these ids."""
    fates = [_fates(match) for match in played]
    for seat in range(len(played[0].fixture.players)):
        lost = [n for n, fate in enumerate(fates) if fate[seat] in ("beaten", "invalid")]
        won = [n for n, fate in enumerate(fates) if fate[seat] == "won"]
        for one, other in product(lost, won):
            loser, winner = (played[n].fixture.players[seat] for n in (one, other))
            if loser != winner:
                why = on_one_line(played[one].reason)
                yield Mirrored(part_of(played[0]), seat, loser, ids[one], winner, ids[other], why)
