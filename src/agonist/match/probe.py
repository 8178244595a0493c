"""Hidden questions that a suite asks players during a match, and that do not affect it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agonist.core import Ask, Seat


@dataclass(frozen=True)
class Probe:
    """A hidden question, asked whenever `ask` returns one for two successive views of a seat.

    It gets views, not states, so that the question cannot reveal what the seat does not know. Its text is the
    prompt named after the ask.
    """

    name: str
    ask: Callable[[Any | None, Any], Ask | None]
    """(view before, view now) -> what to ask."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """One seat's answer to one probe (`None` if it was invalid), and the number of the step that followed."""

    name: str
    seat: int
    answer: Any


def due(
    probes: Sequence[Probe], before: Sequence[Any | None], now: Sequence[Any]
) -> Iterator[tuple[Probe, Seat, Ask]]:
    """The hidden questions of a step, in their order: of each seat, given all seats' views before and now.

    At the first step, every view before is `None`.
    """
    for seat, (old, new) in enumerate(zip(before, now, strict=True)):
        for probe in probes:
            if (ask := probe.ask(old, new)) is not None:
                yield probe, seat, ask
