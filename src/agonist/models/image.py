"""Images in messages: what is sent, what a transcript stores, and how many tokens providers count."""

from __future__ import annotations

import hashlib
import struct
import tomllib
from base64 import b64encode
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from math import ceil
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MEDIA_TYPE: Final = "image/png"
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG in a message.

    `digest` is the SHA-256 of the file in hexadecimal; `width` and `height` are in pixels; `source` is the
    SHA-256 of what it was drawn from (SVG), which no font changes. `data` is the file itself: a transcript
    does not keep it, so it is empty in what was read from one, and does not count in comparisons.
    """

    digest: str
    width: int
    height: int
    source: str = ""
    data: bytes = field(default=b"", compare=False, repr=False)

    @property
    def base64(self) -> str:
        """The file as text. Raises `ValueError` for an image that was read from a transcript."""
        if not self.data:
            raise ValueError("the image was read from a transcript, which does not keep the file")
        return _base64(self.data)

    def without_data(self) -> Image:
        """The image as a transcript stores it: without its file."""
        return replace(self, data=b"") if self.data else self

    def plain(self) -> dict[str, Any]:
        """The same as a JSON object."""
        return {
            "sha256": self.digest,
            "width": self.width,
            "height": self.height,
            "source_sha256": self.source,
        }


def image_from(plain: Mapping[str, Any]) -> Image:
    """The image in an object of `Image.plain`, without its file."""
    return Image(plain["sha256"], plain["width"], plain["height"], plain.get("source_sha256", ""))


def image_in(data: bytes, source: str = "") -> Image:
    """The image in a PNG file, drawn from this text. Raises `ValueError` for another kind of file."""
    if data[:8] != _SIGNATURE or data[12:16] != b"IHDR" or len(data) < 33:
        raise ValueError("the file is not a PNG")
    width, height = struct.unpack(">II", data[16:24])
    return Image(hashlib.sha256(data).hexdigest(), width, height, digest_of(source), data)


def digest_of(source: str) -> str:
    """The SHA-256 of the source of an image; empty for an empty source."""
    return hashlib.sha256(source.encode()).hexdigest() if source else ""


@lru_cache(maxsize=64)
def _base64(data: bytes) -> str:
    return b64encode(data).decode()


@dataclass(frozen=True, slots=True)
class Counting:
    """How a model family counts the tokens of an image; see `families.toml`.

    It is scaled down to fit into a square of `fit` pixels a side, then until its shorter side has `short`;
    pieces of `piece` pixels a side are counted, with `whole` incomplete ones too, up to `most`. Each piece
    has `each` tokens, and the image `base` in addition.
    """

    name: str
    piece: float
    each: float = 1.0
    base: float = 0.0
    fit: float = 0.0
    short: float = 0.0
    most: float = 16_384
    whole: bool = True

    def tokens(self, image: Image) -> int:
        width, height = float(image.width), float(image.height)
        if self.fit and max(width, height) > self.fit:
            width, height = (side * self.fit / max(image.width, image.height) for side in (width, height))
        if self.short and (shorter := min(width, height)) > self.short:
            width, height = (side * self.short / shorter for side in (width, height))
        columns, rows = width / self.piece, height / self.piece
        pieces = ceil(columns - 1e-9) * ceil(rows - 1e-9) if self.whole else columns * rows
        return ceil(self.base + self.each * min(pieces, self.most) - 1e-9)


DEFAULT_COUNTING: Final = Counting("", piece=28)
"""For models of no listed family: patches of 28 pixels, as of Qwen-VL and others of open weights."""


def tokens_of_image(image: Image, model: str = "") -> int:
    """The approximate number of tokens that a model named `provider/model` counts for an image.

    >>> square = Image("", 1024, 1024)
    >>> tokens_of_image(square, "openai/gpt-4o"), tokens_of_image(square, "openai/gpt-4.1-mini")
    (765, 1659)
    >>> tokens_of_image(square, "anthropic/claude-opus-5-5"), tokens_of_image(square, "google/gemini-2.5-pro")
    (1399, 1032)
    """
    low = model.casefold()
    return next((one for one in _countings() if one.name in low), DEFAULT_COUNTING).tokens(image)


@cache
def _countings() -> tuple[Counting, ...]:
    table = tomllib.loads(resources.files("agonist.models").joinpath("families.toml").read_text("utf-8"))
    return tuple(Counting(**entry) for entry in table["image"])
