"""One request to a model, or one invalid answer of anyone: a line of the transcript."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from agonist.core import Seat
from agonist.models.protocol import Message, Usage

UNANSWERED: Final = "unanswered"
"""How a request finished that was sent and never answered; its tokens and cost are an estimate."""

LATE: Final = "late"
"""How a request finished that was answered when the match had stopped waiting for it."""

LOST: Final = (UNANSWERED, LATE)


def without_files(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Messages as a transcript keeps them: of a picture its hash and size."""
    return tuple(
        message if message.image is None else replace(message, image=message.image.without_data())
        for message in messages
    )


@dataclass(frozen=True, slots=True)
class ModelCall:
    """What a player was sent and wrote, raw.

    `sent` holds the messages that were new in this request; `kept` counts those of the same conversation
    that went before them, so that a transcript grows with the talk and not with its square.
    """

    sent: tuple[Message, ...] = ()
    kept: int = 0
    text: str = ""
    finish: str = ""
    model: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    """Dollars; `None` where no price is known."""
    seconds: float = 0.0
    tries: int = 1
    from_cache: bool = False
    logprobs: tuple[Any, ...] | None = None
    thought: str = ""
    """What the endpoint sent as thought, apart from the text; it is never sent again."""
    estimated: bool = False
    """Whether tokens, and so the cost, are an estimate, since the endpoint did not count them."""

    purpose: str = ""
    """What a player asked of itself on the way to its answer, such as `analysis`; empty for the answer."""

    seat: Seat = 0
    attempt: int = 1
    probe: str = ""
    error: str = ""
    """The class of invalid answer (one of `agonist.reports.usage.CLASSES`), or empty."""
    complaint: str = ""
    """What was wrong, in the words the player is told."""

    @property
    def lost(self) -> bool:
        """Whether it took no part in the match: there was no answer, or it came too late."""
        return self.finish in LOST
