"""One line of the transcript: a request to a model, or an invalid answer of any player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from agonist.core import Seat
from agonist.models.protocol import Message, Usage

UNANSWERED: Final = "unanswered"
"""The `finish` of a request that was never answered; its tokens and cost are an estimate."""

LATE: Final = "late"
"""The `finish` of a request that was answered after the match had stopped waiting for it."""

LOST: Final = (UNANSWERED, LATE)


def without_files(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Messages as a transcript stores them: a picture is replaced by its hash and size."""
    return tuple(
        message if message.image is None else replace(message, image=message.image.without_data())
        for message in messages
    )


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a player and its unprocessed answer.

    `sent` holds the messages that were new in this request; `kept` counts earlier messages of the same
    conversation, so that a transcript grows linearly with the conversation.
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
    """The thought that the endpoint returned separately from the text; it is never sent again."""
    estimated: bool = False
    """Whether tokens and cost are an estimate, since the endpoint did not count tokens."""

    purpose: str = ""
    """The purpose of an intermediate request, such as `analysis`; empty for the answer itself."""

    seat: Seat = 0
    attempt: int = 1
    probe: str = ""
    error: str = ""
    """The class of invalid answer (one of `agonist.reports.usage.CLASSES`), or empty."""
    complaint: str = ""
    """What was wrong, as the player is told."""

    @property
    def lost(self) -> bool:
        """Whether the call had no effect on the match: there was no answer, or it came too late."""
        return self.finish in LOST
