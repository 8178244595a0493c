"""The scorer: what the evaluated player got in the match of its sample."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from agonist.adapters.inspect.metrics import standing, suite_numbers
from agonist.adapters.inspect.sample_contents import KEY, PlayedMatch
from agonist.games import find_kit
from agonist.kit.indicators import course_of
from agonist.match import Record
from agonist.match.record import game_of
from agonist.suites.registry import suites


async def _score(state: TaskState, target: Target) -> Score:  # noqa: ARG001  the interface
    plain = state.store.get(KEY)
    if plain is None:
        return Score.unscored(reason="unfinished", explanation="the match did not begin")
    played = PlayedMatch.of(plain)
    match, seats = played.match, played.seats
    if match.status != "finished" or not seats:
        why = match.error if match.status != "finished" else "nobody is evaluated in this match"
        return Score.unscored(reason="unfinished", explanation=f"no score: {why}")
    moves = [step.moves[seats[0]] for step in played.steps if seats[0] in step.moves]
    return Score(
        value=float(fmean(_by_suite(played) or [match.scores[seat] for seat in seats])),
        answer=str(moves[-1]) if moves else None,
        explanation=match.reason,
        metadata={
            "ranks": [match.ranks[seat] for seat in seats],
            "fallback": not set(seats).isdisjoint(match.fallback),
            KEY: played.plain(calls=False),
        },
    )


@scorer(metrics=[mean(), stderr(cluster="deal"), standing()], name="score")
def seat_score() -> Scorer:
    """The score by the rules; a match that did not end has none, and is no loss."""
    return _score


@scorer(metrics=[suite_numbers()], name="suite_score")
def suite_score() -> Scorer:
    """As `seat_score`, or the suite's own score of the match; the metrics are the suite's."""
    return _score


def _by_suite(played: PlayedMatch) -> Sequence[float]:
    """The suite's own scores of this match at the seats that are evaluated, if it has any."""
    fixture = played.match.fixture
    if not played.suite or (indicators := suites()[played.suite].indicators.get(fixture.game)) is None:
        return ()
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    steps = [(step.moves, step.fallback) for step in played.steps if step.moves]
    states = list(Record(fixture.game, game, tuple(moves for moves, _ in steps)).states())
    match = played.match
    course = course_of(game, fixture.players, match.scores, match.ranks, states, steps)
    key, found = indicators.columns[0].key, indicators.measure(course)
    return [value for seat in played.seats for value in found[seat].get(key, ())]
