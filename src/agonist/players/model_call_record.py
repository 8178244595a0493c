"""One line of the transcript: a request to a model, or an invalid answer of any player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from agonist.core import Seat
from agonist.models.protocol import Message, Reply, Settings, TokenIds, Usage

UNANSWERED: Final = "unanswered"
"""The `finish` of a request that was never answered; its tokens and cost are an estimate."""

LATE: Final = "late"
"""The `finish` of a request that was answered after the match had stopped waiting for it."""

NOT_KEPT: Final = "what was sent is not kept (--keep)"
"""What stands for messages that were sent and not kept."""

LOST: Final = (UNANSWERED, LATE)

AS_ASKED: Final = "as asked"
LENIENTLY: Final = "leniently"
ASKED_AGAIN: Final = "asked again"
REFUSED: Final = "refused"

FORMS: Final = (AS_ASKED, LENIENTLY, ASKED_AGAIN, REFUSED)
"""What became of a question to a player that writes text: the reply was in the form asked for; it was read
all the same; it was refused and a later one was played; none was played. The first two and the last are also
the forms of single replies."""

UNKNOWN: Final = "unknown"
"""The form of answers that were stored before forms were."""


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
    conversation, so that a transcript grows linearly with the conversation. With `unkept`, messages were sent
    that the database has not kept: `sent` is empty.
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
    form: str = ""
    """The form of a reply that was read (one of `FORMS`); empty if no form was asked for."""
    unkept: bool = False
    token_ids: TokenIds | None = None
    """The tokens as the engine had them, where it was asked for them and gave them."""

    @property
    def is_request(self) -> bool:
        """Whether anything was sent to a model."""
        return bool(self.sent) or self.unkept

    @property
    def lost(self) -> bool:
        """Whether the call had no effect on the match: there was no answer, or it came too late."""
        return self.finish in LOST


def call_of(
    reply: Reply,
    settings: Settings,
    sent: tuple[Message, ...],
    kept: int,
    *,
    seat: Seat = 0,
    attempt: int = 1,
    probe: str = "",
    purpose: str = "",
) -> ModelCall:
    """The call of a request that was answered; `sent` and `kept` as in `ModelCall`."""
    return ModelCall(
        sent=sent,
        kept=kept,
        text=reply.text,
        finish=reply.finish,
        model=reply.model,
        settings=plain_settings(settings, reply.left_out),
        usage=reply.usage,
        cost=reply.cost,
        seconds=reply.seconds,
        tries=reply.tries,
        from_cache=reply.from_cache,
        logprobs=reply.logprobs,
        thought=reply.thought,
        estimated=reply.estimated,
        token_ids=reply.token_ids,
        purpose=purpose,
        seat=seat,
        attempt=attempt,
        probe=probe,
    )


def plain_settings(settings: Settings, left_out: Sequence[str] = ()) -> Mapping[str, Any]:
    """The settings that were sent, without those left to the endpoint's defaults.

    `left_out` lists settings that the model does not take.
    """
    names = ("temperature", "max_tokens", "top_p", "seed", "reasoning_effort", "top_k", "min_p")
    sent: dict[str, Any] = {
        name: value
        for name in names
        if (value := getattr(settings, name)) is not None and name not in left_out
    }
    more = {"stop": list(settings.stop), "body": dict(settings.body), "left_out": list(left_out)}
    return sent | {name: value for name, value in more.items() if value}
