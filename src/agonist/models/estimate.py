"""How much a conversation is likely to take, before it is sent.

There is no tokenizer here: English text runs at about four characters a token with every current
model, other scripts at fewer. A quarter of the UTF-8 bytes is right within 30% for prose in Latin
script and errs by up to two for others, which is enough to hold money back and to warn; what is
reported afterwards is what the endpoint counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agonist.models.image import tokens_of_image
from agonist.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agonist.models.protocol import Message

BYTES_PER_TOKEN = 4
PER_MESSAGE = 4  # the role and its separators


def tokens_of(text: str) -> int:
    """About how many tokens a text has.

    >>> tokens_of(""), tokens_of("It is sweet and yellow."), tokens_of("你好")
    (0, 6, 2)
    """
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return -(-size // BYTES_PER_TOKEN)


def tokens_of_messages(messages: Sequence[Message], model: str = "") -> int:
    """About how many tokens a prompt has; those of pictures are counted as by the family of `model`."""
    words = sum(PER_MESSAGE + tokens_of(message.content) for message in messages)
    return words + sum(tokens_of_image(message.image, model) for message in messages if message.image)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a number of calls is likely to take; `cost` in dollars, `None` where no price is known.

    How much a model thinks is not known beforehand: `low` is what it takes if it thinks little, `high` if it
    thinks much.
    """

    requests: int
    usage: Usage
    cost: float | None
    low: Usage = field(default_factory=Usage)
    high: Usage = field(default_factory=Usage)
    low_cost: float | None = None
    high_cost: float | None = None
