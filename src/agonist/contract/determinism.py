"""The clause of the contract that a match is the same each time it is replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from agonist.contract.sample_matches import Sample, expect
from agonist.contract.views import texts_for
from agonist.core import CHANCE, Seat, player_name
from agonist.kit import guarded

REPLAYS: Final = 200
"""Replays of all matches together. A rule that is random in one of fifty matches shows in 150 of them with a
probability of 95% (1 - 0.98 ** 150), and in 200 with 98%."""


def every_replay_is_the_same(samples: Sequence[Sample], replays: int = REPLAYS) -> None:
    """The same moves lead to the same states, questions, views, outcomes and texts in each replay."""
    for nth, sample in enumerate(samples):
        first = list(_story(sample))
        for _ in range(nth, replays, len(samples)):
            for (what, part, was), (_, _, now) in zip(first, _story(sample), strict=False):
                expect(now == was, f"in a replay of match {sample.seed}, {what} differs", part)


def _story(sample: Sample) -> Iterator[tuple[str, str, Any]]:
    """All that a replay of a match shows: what it is, the part of the kit that it comes from, the value."""
    words, game = guarded(sample.kit).words, sample.game
    seen: dict[Seat, Any] = {}
    yield "the text of the rules", "words.rules", words.rules(game)
    for nth, state in enumerate(sample.record.states()):
        yield f"the state after move {nth}", "game.act" if nth else "game.new", state
        asks = game.turn(state)
        yield f"what is asked after move {nth}", "game.turn", asks
        yield f"the outcome after move {nth}", "game.outcome", game.outcome(state)
        for seat in (None, *range(game.seats)):
            view = game.observe(state, seat)
            yield f"the view of seat {seat} after move {nth}", "game.observe", view
            if seat is None or seat not in asks:
                continue
            for part, text in texts_for(sample, state, seat).items():
                yield f"the prompt of {player_name(seat)} after move {nth}", part, text
            if seat in seen:
                news = words.news(game, seen[seat], view)
                yield f"the news for {player_name(seat)} after move {nth}", "words.news", news
            seen[seat] = view
        if CHANCE in asks and nth < len(sample.record.moves):
            line = words.chance(game.observe(state, None), asks[CHANCE], sample.record.moves[nth][CHANCE])
            yield f"the line of chance after move {nth}", "words.chance", line
