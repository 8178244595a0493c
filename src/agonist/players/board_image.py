"""The picture of the board that a model is sent, as a PNG."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from agonist.core import GameError
from agonist.drawing import png, svg
from agonist.drawing.svg import MARGIN, UNIT
from agonist.kit.picture import Label, Picture
from agonist.models.image import Image, digest_of, image_in

if TYPE_CHECKING:
    from agonist.kit import Kit

LONGEST_SIDE_PIXELS: Final = 1568
"""Pixels of the longer side; larger pictures are drawn smaller, as providers would scale them down."""


@lru_cache(maxsize=128)
def image_of(picture: Picture) -> Image:
    """The PNG of a picture as it is sent. Raises `UsageError` without the extra `pictures`."""
    return image_in(png(picture, zoom=_zoom(picture)), svg(picture))


async def drawn(picture: Picture) -> Image:
    """Like `image_of`, but in a thread, since drawing takes up to a tenth of a second."""
    import asyncio  # slow to import, and not needed to show pictures again

    return await asyncio.to_thread(image_of, picture)


async def outlined(picture: Picture) -> Image:
    """`outline_of` as a coroutine, to be used in place of `drawn`."""
    return outline_of(picture)


def outline_of(picture: Picture) -> Image:
    """The size and the source of the image that would be sent, without drawing it: enough for an estimate."""
    zoom = _zoom(picture) * UNIT
    width, height = (round((side + 2 * MARGIN) * zoom) for side in (picture.width, picture.height))
    return Image("", width, height, digest_of(svg(picture)))


def expect_pictures() -> None:
    """Raise `UsageError` if no PNG can be drawn on this machine; the message says what to install."""
    png(Picture(1, 1, (Label(0.5, 0.5, alt="a letter", text="a"),), "a letter"))


def picture_of(kit: Kit, view: Any) -> Picture:
    """The picture of a view. Legal moves are not marked, since the text lists them."""
    assert kit.picture is not None
    picture = kit.picture(view, None)
    if not isinstance(picture, Picture):
        raise GameError(f"the picture of {kit.name} is a {type(picture).__name__}, not a Picture")
    return picture


def _zoom(picture: Picture) -> float:
    longer = (max(picture.width, picture.height) + 2 * MARGIN) * UNIT
    return min(1.0, LONGEST_SIDE_PIXELS / longer)
