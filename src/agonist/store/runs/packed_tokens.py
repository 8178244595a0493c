"""Ids of tokens and their log-probabilities as bytes: numbers of one width, little-endian, compressed."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from typing import Any, Final

from agonist.models.protocol import TokenIds
from agonist.store.runs.damage import Damaged

IDS: Final = "I"
"""Of 32 bits, which a vocabulary has room in."""

LOGPROBS: Final = "d"
"""Of 64 bits, as JSON has them, so that what is read is what came."""

LEVEL: Final = 1
"""Of compression: higher ones take much longer, and save a few percent."""


def token_columns(tokens: TokenIds) -> dict[str, bytes | None]:
    """The columns of `call_tokens` that hold the numbers."""
    return {
        "prompt": _packed(IDS, tokens.prompt),
        "completion": _packed(IDS, tokens.completion),
        "logprobs": _packed(LOGPROBS, tokens.logprobs),
    }


def tokens_from(row: Any) -> TokenIds:
    """The tokens in a row of `call_tokens`. Raises `Damaged`."""
    return TokenIds(
        _unpacked(IDS, row.prompt), _unpacked(IDS, row.completion), _unpacked(LOGPROBS, row.logprobs)
    )


def _packed(kind: str, numbers: Sequence[float] | None) -> bytes | None:
    return None if numbers is None else zlib.compress(_little_endian(array(kind, numbers)).tobytes(), LEVEL)


def _unpacked(kind: str, packed: bytes | None) -> tuple[Any, ...] | None:
    if packed is None:
        return None
    numbers = array(kind)
    try:
        numbers.frombytes(zlib.decompress(packed))
    except (zlib.error, ValueError, TypeError):
        raise Damaged("has token ids that cannot be unpacked") from None
    return tuple(_little_endian(numbers))


def _little_endian(numbers: array[Any]) -> array[Any]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
