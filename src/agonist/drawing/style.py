"""The stylesheet of all pictures."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def stylesheet() -> str:
    """The classes of pictures as CSS. Each colour is given for light and dark; `color-scheme` chooses."""
    return (Path(__file__).parent / "picture.css").read_text(encoding="utf-8")
