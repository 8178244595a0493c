"""The tokenizer of mock models: its ids can be decoded, but their text tokenised again gives others.

A token is one to three bytes, or one of a chat template. There is one usual way to tokenise a text, in
threes; a mock model writes in pieces of any size, as a sampling model does. So who tokenises an answer again,
instead of keeping its ids, gets others.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

END: Final = 1
"""Ends each message."""

ROLES: Final = {"system": 2, "user": 3, "assistant": 4, "tool": 5}
"""Begin a message of each role."""

LONGEST: Final = 3
"""Bytes of the longest token."""

_FIRST: Final = (0, 16, 16 + 2**8, 16 + 2**8 + 2**16)
"""By the number of bytes, the id of the first token."""


def encode(text: str) -> list[int]:
    """The usual tokens of a text.

    >>> decode(encode("Zug 3 ✓")), len(encode("Zug 3 ✓"))
    ('Zug 3 ✓', 3)
    """
    raw = _bytes(text)
    return [_id(raw[at : at + LONGEST]) for at in range(0, len(raw), LONGEST)]


def sampled(text: str, rng: Random) -> list[int]:
    """A text in the tokens in which a model has written it.

    >>> wrote = sampled("Zug 3 ✓", Random(1))
    >>> decode(wrote), wrote == encode(decode(wrote))
    ('Zug 3 ✓', False)
    """
    raw, ids, at = _bytes(text), list[int](), 0
    while at < len(raw):
        size = 1 + int(rng.random() * LONGEST)
        ids.append(_id(raw[at : at + size]))
        at += size
    return ids


def decode(ids: Iterable[int], errors: str = "surrogatepass") -> str:
    """The text of these tokens, those of the template left out; `errors` as for bytes, of which a token may
    hold a part of a character. Raises `ValueError` for an id that is none.
    """
    return b"".join(map(_piece, ids)).decode("utf-8", errors)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _id(piece: bytes) -> int:
    return _FIRST[len(piece)] + int.from_bytes(piece)


def _piece(token: int) -> bytes:
    if token < _FIRST[1]:
        return b""
    size = next(size for size in range(LONGEST, 0, -1) if token >= _FIRST[size])
    value = token - _FIRST[size]
    if value >= 2 ** (8 * size):
        raise ValueError(f"{token} is no token")
    return value.to_bytes(size)
