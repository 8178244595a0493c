"""Estimates of the tokens of a conversation, before it is sent.

There is no tokenizer here: English text runs at about four characters a token with every current
model, other scripts at fewer. A quarter of the UTF-8 bytes is right within 30% for prose in Latin
script and wrong by a factor of up to two for others: enough to reserve money and to warn. Reports use
the endpoint's own counts.
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
    """The approximate number of tokens in a text.

    >>> tokens_of(""), tokens_of("It is sweet and yellow."), tokens_of("你好")
    (0, 6, 2)
    """
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return -(-size // BYTES_PER_TOKEN)


def tokens_of_messages(messages: Sequence[Message], model: str = "") -> int:
    """The approximate number of tokens in a prompt; images are counted by the rule of the model's family."""
    words = sum(PER_MESSAGE + tokens_of(message.content) for message in messages)
    return words + sum(tokens_of_image(message.image, model) for message in messages if message.image)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate for a number of calls; `cost` in dollars, `None` if no price is known.

    How much a model thinks is not known in advance: `low` is the estimate if it thinks little, `high` if it
    thinks much.
    """

    requests: int
    usage: Usage
    cost: float | None
    low: Usage = field(default_factory=Usage)
    high: Usage = field(default_factory=Usage)
    low_cost: float | None = None
    high_cost: float | None = None
