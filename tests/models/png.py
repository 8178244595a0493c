"""Reading PNG files as strictly as providers do."""

from __future__ import annotations

import struct
import zlib
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Channels of a pixel, by colour type."""

LARGEST: Final = 5 * 2**20
"""Bytes of a file, Anthropic's limit."""

SIDES: Final = (16, 8_000)
"""The smallest and the largest side, in pixels."""


def size_of_png(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG file in pixels. Raises `ValueError` if it is damaged or of a refused size."""
    if len(data) > LARGEST:
        raise ValueError(f"the image has {len(data):,} bytes; {LARGEST:,} are allowed")
    if data[:8] != _SIGNATURE:
        raise ValueError("the image is no PNG")
    chunks, at = [], 8
    while at < len(data):
        if at + 12 > len(data):
            raise ValueError("the PNG is cut off")
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length] or b"\0\0\0\0")
        if len(body) != length or zlib.crc32(kind + body) != check:
            raise ValueError(f"the chunk {kind!r} of the PNG is damaged")
        chunks.append((kind, body))
        at += 12 + length
    if len(chunks) < 3 or chunks[0][0] != b"IHDR" or chunks[-1][0] != b"IEND":
        raise ValueError("the PNG does not begin with IHDR and end with IEND")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    low, high = SIDES
    if not (low <= width <= high and low <= height <= high):
        raise ValueError(f"a side of the image must have from {low} to {high} pixels, not {width} x {height}")
    row = 1 + -(-width * depth * _CHANNELS.get(colour, 0) // 8)
    try:
        pixels = len(zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT")))
    except zlib.error as error:
        raise ValueError(f"the pixels of the PNG cannot be read: {error}") from None
    if not interlaced and pixels != row * height:
        raise ValueError("the PNG does not have as many pixels as its header says")
    return width, height
