"""Questions a suite puts to the players beside the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agonist.core import Ask


@dataclass(frozen=True)
class Probe:
    """A hidden question: what follows from two views of the seat that is asked, if anything.

    Views and not states: a question cannot give away what the seat does not know.
    The prompt named after the ask says it to the player.
    """

    name: str
    ask: Callable[[Any | None, Any], Ask | None]
    """(view before, view now) -> what to ask."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What one seat answered to one probe, and before which step; `None` for an invalid answer."""

    name: str
    seat: int
    answer: Any
