"""A small picture for each name, always the same, which makes agents easy to recognise in a list."""

from __future__ import annotations

import hashlib
from typing import Final

from markupsafe import Markup

CELLS_PER_ROW: Final = 5
"""Cells per row; the right half mirrors the left."""

HUES: Final = 8
"""Colours, which the stylesheet has as classes."""


def portrait(name: str) -> Markup:
    """An SVG picture of five by five cells, for decoration only: the name always stands beside it.

    >>> portrait("Fox") == portrait("Fox"), portrait("Fox") == portrait("Owl")
    (True, False)
    """
    digest = hashlib.sha256(name.encode("utf-8", "replace")).digest()
    half = (CELLS_PER_ROW + 1) // 2
    left = [(x, y) for y in range(CELLS_PER_ROW) for x in range(half) if digest[y * half + x] % 2]
    cells = sorted({*left, *((CELLS_PER_ROW - 1 - x, y) for x, y in left)})
    path = "".join(f"M{x} {y}h1v1h-1z" for x, y in cells)
    hue = digest[-1] % HUES
    return Markup(
        f'<svg class="portrait hue{hue}" viewBox="-.5 -.5 6 6" aria-hidden="true"><path d="{path}"/></svg>'
    )
