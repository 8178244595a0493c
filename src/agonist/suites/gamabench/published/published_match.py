"""The course of a published match, in terms of our rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agonist.core import Seat
from agonist.suites.gamabench.published.record_file import Published
from agonist.suites.gamabench.scoring import Choices


@dataclass(frozen=True, slots=True)
class PublishedMatch:
    """The course of a published match.

    `options` are those of our game, except those that records do not contain. `answers`: the answers of each
    seat in order, as actions of our rules; `chance`: chance's answers to each of its questions.
    """

    options: Mapping[str, Any]
    choices: Choices
    answers: Mapping[Seat, Sequence[Any]]
    chance: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    marks: tuple[str, ...] = ()


def sized(published: Published) -> dict[str, Any]:
    return {"seats": published.seats, "rounds": len(published.rounds)}


def unanswered(published: Published) -> dict[Seat, list[Any]]:
    return {seat: [] for seat in range(published.seats)}
