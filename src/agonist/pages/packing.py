"""Data of a page, small: JSON, compressed, in letters that end no script."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import orjson


def packed(value: Any) -> str:
    """A plain value as compressed JSON in base64; a page reads it with `DecompressionStream("deflate")`.

    >>> unpacked(packed({"a": ["</script>", 1]}))
    {'a': ['</script>', 1]}
    """
    return base64.b64encode(zlib.compress(dumped(value), 6)).decode()


def unpacked(text: str) -> Any:
    """The value in a text of `packed`."""
    return orjson.loads(zlib.decompress(base64.b64decode(text)))


def dumped(value: Any) -> bytes:
    """A plain value as JSON. Half characters, which JSON in UTF-8 cannot hold, must be gone."""
    return orjson.dumps(value)
