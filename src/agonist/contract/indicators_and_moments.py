"""Clauses of the contract on what a game says about its finished matches: indicators and key moments."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from agonist.contract.sample_matches import Sample, expect
from agonist.kit import guarded
from agonist.kit.indicators import Course, Measurements, course_of

MAX_CHARACTERS: Final = 80
"""The most characters of a key moment: a page shows it beside the slider."""


def measurements_are_finite_numbers(sample: Sample) -> None:
    """A match is measured in finite numbers of the game's columns, the same each time, and not changed; so is
    one without a move.
    """
    course = course_of_sample(sample)
    before = copy.deepcopy(course)
    found = measurements(sample, course)
    expect(course == before, "measuring a match changes it")
    expect(measurements(sample, course) == found, "the same match is measured differently the second time")
    measurements(sample, replace(course, decisions=()))


def key_moments_are_short_texts(sample: Sample) -> None:
    """A key moment is one line of printable text, the same each time; most steps have none."""
    for (nth, words), (_, again) in zip(key_moments(sample), key_moments(sample), strict=True):
        expect(words == again, f"the key moment of move {nth} differs the second time: {words!r}, {again!r}")
        fits = words.isprintable() and words == words.strip() and len(words) <= MAX_CHARACTERS
        expect(
            fits,
            f"the key moment of move {nth} is not one line of up to {MAX_CHARACTERS} characters: {words!r}",
        )


def course_of_sample(sample: Sample) -> Course:
    """The match as its game measures it."""
    outcome = sample.record.outcome
    assert outcome is not None
    names = [f"player {seat}" for seat in range(sample.game.seats)]
    steps = [(moves, ()) for moves in sample.record.moves]
    return course_of(sample.game, names, outcome.scores, outcome.ranks, sample.states, steps)


def measurements(sample: Sample, course: Course) -> list[Measurements]:
    """What the game measures on each seat; empty if it measures nothing."""
    indicators = guarded(sample.kit).indicators
    return indicators.measure(course) if indicators else []


def key_moments(sample: Sample) -> Iterator[tuple[int, str]]:
    """What the game says of each move, counted from 1; empty for an ordinary one."""
    call = guarded(sample.kit).key_moments
    for nth, moves in enumerate(sample.record.moves if call else (), start=1):
        assert call is not None
        yield nth, call(sample.game, sample.states[nth - 1], sample.states[nth], moves)
