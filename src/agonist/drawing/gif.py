"""Pictures one after the other, as an animated GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from agonist.core import UsageError
from agonist.drawing.png import PAPER, Theme, png
from agonist.extras import install

if TYPE_CHECKING:
    from agonist.kit.picture import Picture


def gif(
    pictures: Sequence[Picture],
    *,
    seconds: float = 0.8,
    last: float = 4.0,
    zoom: float = 1.0,
    theme: Theme = "light",
) -> bytes:
    """The bytes of a GIF file that shows each picture for so many seconds, and the last one longer, for ever.

    It is as wide and as high as the largest one; smaller ones stand in its middle. `zoom` as in `png`.

    Raises `UsageError` without pictures, if the extra `pictures` is not installed, and as `png` does.
    """
    if not pictures:
        raise UsageError("an animation needs at least one picture")
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise UsageError(f"GIF needs extra packages: {install('pictures')}") from None
    drawn = [Image.open(BytesIO(png(each, zoom=zoom, theme=theme))).convert("RGB") for each in pictures]
    width, height = max(each.width for each in drawn), max(each.height for each in drawn)
    frames = []
    for each in drawn:
        frame = Image.new("RGB", (width, height), PAPER[theme])
        frame.paste(each, ((width - each.width) // 2, (height - each.height) // 2))
        frames.append(frame.quantize(64))
    file = BytesIO()
    times = [round(1000 * seconds)] * (len(frames) - 1) + [round(1000 * last)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return file.getvalue()
