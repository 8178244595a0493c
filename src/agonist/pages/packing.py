"""Compact data for pages: compressed JSON, in letters that cannot end a script."""

from __future__ import annotations

import base64
import zlib
from typing import Any, Final

import orjson

STANDARD: Final = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
OURS: Final = STANDARD.translate(bytes.maketrans(b"<>&`()", b",.:[]/"))
"""The letters of base 85, without those that have a meaning in HTML or scripts: <>&`()."""

WRITTEN: Final = bytes.maketrans(STANDARD, OURS)
READ: Final = bytes.maketrans(OURS, STANDARD)


def packed(value: Any) -> str:
    """A plain value as compressed JSON in base 85; `unpack` in browser.js reads it.

    >>> unpacked(packed({"a": ["</script>", 1]}))
    {'a': ['</script>', 1]}
    """
    return base64.b85encode(zlib.compress(dumped(value), 9)).translate(WRITTEN).decode("ascii")


def unpacked(text: str) -> Any:
    """The value in a text of `packed`."""
    return orjson.loads(zlib.decompress(base64.b85decode(text.encode("ascii").translate(READ))))


def dumped(value: Any) -> bytes:
    """A plain value as JSON. It must not have lone surrogates, which UTF-8 cannot encode."""
    return orjson.dumps(value)
