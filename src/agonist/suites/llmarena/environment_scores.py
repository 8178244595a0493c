"""Scores of the seven environments: raw as in Table 4, normalised as in Table 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agonist.metrics.run_matches import Played, players_of
from agonist.ratings import Result, clustered_mean, trueskill, win_rate
from agonist.ratings.share_intervals import Span
from agonist.suites.llmarena.environments import Environment
from agonist.suites.llmarena.printed_tables import normalised


def scores(environment: Environment, matches: Sequence[Played]) -> dict[str, Span]:
    """The raw score of everyone who is measured in these matches of one environment; its trials are their
    matches.
    """
    match environment.measure:
        case "trueskill":
            return skills(matches)
        case "win rate":
            return undercover_wins(matches)
        case "mean":
            return rewards(matches, environment.unit)


def skills(matches: Sequence[Played]) -> dict[str, Span]:
    """TrueSkill over all matches at once."""
    ratings = trueskill.fit([match.result for match in matches], players=players_of(matches))
    return {
        name: Span(row.rating, row.low, row.high, row.matches) for name, row in ratings.items() if row.matches
    }


def undercover_wins(matches: Sequence[Played]) -> dict[str, Span]:
    """How often each player won on the seat that was made undercover, in percent."""
    results = []
    for match in matches:
        (seat,) = match.match.fixture.script["undercover"]
        ranks = (1, 2) if match.match.scores[seat] > 0 else (2, 1)
        # The crowd has one name for all, so that only the tested player's matches are counted.
        results.append(Result(((match.players[seat],), ("",)), ranks, block=match.block))
    return {
        name: Span(row.rating, row.low, row.high, row.matches).times(100)
        for name, row in win_rate(results).items()
        if name
    }


def rewards(matches: Sequence[Played], unit: float = 1) -> dict[str, Span]:
    """The mean score over each player's seats; matches on one deal are one piece of evidence.

    Where the game does not say the range of its scores, the lowest and highest of these matches stand in.
    """
    if not matches:
        return {}
    scores = [score / unit for match in matches for score in match.match.scores]
    known = matches[0].record.game.score_range
    bounds = (min(scores), max(scores)) if known is None else (known[0] / unit, known[1] / unit)
    found = {}
    for player in players_of(matches):
        played = [match for match in matches if player in match.players]
        values = [
            (match.deal, match.match.scores[seat] / unit)
            for match in played
            for seat in match.seats_of(player)
        ]
        found[player] = Span(*clustered_mean(values, seen=bounds), len(played))
    return found


def best(column: Mapping[str, Span]) -> float | None:
    """The best raw score of a column."""
    return max((score.value for score in column.values() if score.value is not None), default=None)


def as_part_of(score: Span | None, top: float | None) -> float | None:
    """A score normalised by the best of its column."""
    return None if score is None or score.value is None or top is None else normalised(score.value, top)
